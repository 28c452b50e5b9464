"""Why a continuous effect is applied when it is: by itself, timestamp or dependency (CR 613.3, 613.7, 613.8)."""

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ecs_magic.layers import Instance


class Dependence(NamedTuple):
    """What applying one effect would change about another, so that this depends on it (CR 613.8a)."""

    clause: Literal["existence", "text", "what it applies to", "what it does"]
    more: tuple[int, ...] = ()
    """Objects that it would apply to as well."""
    fewer: tuple[int, ...] = ()
    """Objects that it would not apply to any more."""


class Reason(NamedTuple):
    """Why an effect is applied now, and not another of its layer."""

    rule: Literal["613.3", "613.7", "613.8a", "613.8b"] = "613.7"
    older: "Instance | None" = None
    """An effect with an earlier timestamp that has to wait, because it depends on this one."""
    dependence: Dependence | None = None
    """What this one changes about the older one; `None` if that depends on it through others."""
    loop: "tuple[Instance, ...]" = ()
    """The other effects of a loop of dependencies."""
    waited: "tuple[Instance, ...]" = ()
    """Effects with later timestamps that were applied before, because this one depended on them."""


BY_TIMESTAMP = Reason()
"""By timestamp alone (CR 613.7)."""
BY_ITSELF = Reason("613.3")
"""A characteristic-defining ability comes first (CR 613.3)."""
