"""Which objects a selector selects, as their drafts are at this moment (CR 109.5, 613)."""

from collections.abc import Callable

from ecs_magic.abilities import answers_to
from ecs_magic.components import AttachedTo, Attacking, CastAs, Commander, FaceState, Kind, Marked, Paired
from ecs_magic.copiable import shown_values
from ecs_magic.drafts import Draft
from ecs_magic.enums import CardKind
from ecs_magic.ids import Seat
from ecs_magic.linking import linked_to
from ecs_magic.selectors import Selector
from ecs_magic.world import World

Test = Callable[[World, Draft, int], bool]


def is_token(world: World, object_: int) -> bool:
    """Whether the object is a token: whether its topmost constituent is one (CR 111.1, 730.2d)."""
    return world.get(world.cards_of(world.constituents(object_)[0])[0], Kind).kind is CardKind.TOKEN


def is_face_down(world: World, object_: int) -> bool:
    """Whether the object is face down: whether its topmost constituent is (CR 110.5, 730.2e)."""
    return world.get(world.constituents(object_)[0], FaceState).face_down is not None


def is_commander(world: World, object_: int) -> bool:
    """Whether the object is somebody's commander: whether one of its cards is (CR 903.3c-d)."""
    return any(world.find(card, Commander) is not None for card in world.cards(object_))


def marks(world: World, object_: int) -> set[str]:
    """Return the designations of an object, with what was paid for the spell that it was (CR 400.7d)."""
    marked, cast = world.find(object_, Marked), world.find(object_, CastAs)
    return {*(marked.marks if marked else ()), *(cast.paid if cast else ())}


class Matcher:
    """A selector made ready for many objects: only the fields that it gives are looked at."""

    __slots__ = ("_selector", "_tests")

    def __init__(self, selector: Selector) -> None:
        self._selector = selector
        self._tests = (*_value_tests(selector), *_state_tests(selector))

    def selects(self, world: World, draft: Draft, object_: int, *, source: int | None, controller: Seat) -> bool:
        """Whether an object, as its draft is now, is selected for an effect of this source and controller."""
        selector = self._selector
        if selector.zone not in ("any", draft.zone):
            return False
        if selector.which != "any" and not _stands_to(world, selector, object_, source):
            return False
        if selector.controller != "any":
            seat = world.owner(object_) if draft.controller is None else draft.controller
            if (seat == controller) is not (selector.controller == "you"):
                return False
        if selector.owner != "any" and (world.owner(object_) == controller) is not (selector.owner == "you"):
            return False
        return all(test(world, draft, object_) for test in self._tests)


def _stands_to(world: World, selector: Selector, object_: int, source: int | None) -> bool:
    """Whether the object is the source, another one, what it is attached to or linked to, as asked."""
    if selector.which == "this":
        return object_ == source
    if selector.which == "other":
        return object_ != source
    if selector.which == "pair":
        paired = None if source is None else world.find(source, Paired)
        return object_ == source or (paired is not None and paired.partner == object_)
    if selector.which == "linked":
        return source is not None and object_ in linked_to(world, source)
    attached = None if source is None else world.find(source, AttachedTo)
    return attached is not None and attached.object == object_


def _value_tests(selector: Selector) -> list[Test]:
    """Return the tests of characteristics that a selector gives."""
    tests: list[Test] = []
    lists: tuple[tuple[str, tuple[str, ...], str], ...] = (
        ("names", selector.names, "any"),
        ("types", selector.types, "all"),
        ("types", selector.any_types, "any"),
        ("types", selector.not_types, "none"),
        ("supertypes", selector.supertypes, "all"),
        ("supertypes", selector.not_supertypes, "none"),
        ("subtypes", selector.subtypes, "all"),
        ("subtypes", selector.any_subtypes, "any"),
        ("subtypes", selector.not_subtypes, "none"),
        ("colors", selector.colors, "all"),
        ("colors", selector.not_colors, "none"),
    )
    tests += [_list_test(slot, frozenset(wanted), how) for slot, wanted, how in lists if wanted]
    tests += [_ability_test(name, wanted=True) for name in selector.has]
    tests += [_ability_test(name, wanted=False) for name in selector.lacks]
    if selector.has_abilities is not None:
        tests.append(lambda _, draft, __: bool(draft.abilities) is selector.has_abilities)
    fewest, largest = selector.min_colors, selector.max_colors
    if fewest is not None or largest is not None:
        tests.append(lambda _, draft, __: _within(len(draft.colors), fewest, largest))
    low, high = selector.min_mana_value, selector.max_mana_value
    if low is not None or high is not None:
        tests.append(lambda _, draft, __: _within(draft.mana_value, low, high))
    for slot, least, most in (
        ("power", selector.min_power, selector.max_power),
        ("toughness", selector.min_toughness, selector.max_toughness),
        ("base_power", selector.base_power, selector.base_power),
        ("base_toughness", selector.base_toughness, selector.base_toughness),
    ):
        if least is not None or most is not None:
            tests.append(_size_test(slot, least, most))
    return tests


def _size_test(slot: str, least: int | None, most: int | None) -> Test:
    # CR 208.5: a power or toughness that is not there is 0.
    return lambda _, draft, __: _within((getattr(draft, slot) or 0) if draft.is_sized else 0, least, most)


def _list_test(slot: str, wanted: frozenset[str], how: str) -> Test:
    if how == "all":
        return lambda _, draft, __: wanted.issubset(getattr(draft, slot))
    if how == "any":
        return lambda _, draft, __: not wanted.isdisjoint(getattr(draft, slot))
    return lambda _, draft, __: wanted.isdisjoint(getattr(draft, slot))


def _ability_test(name: str, *, wanted: bool) -> Test:
    return lambda _, draft, __: any(answers_to(held.ability, name) for held in draft.abilities) is wanted


def _counter_test(kind: str) -> Test:
    return lambda world, _, one: world.counters(one).count(kind) > 0


def _number_of_counters(world: World, one: int, kind: str) -> int:
    return sum(pile.count for pile in world.counters(one).piles if kind in ("", pile.kind))


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _state_tests(selector: Selector) -> list[Test]:
    """Return the tests of status, kind and counters that a selector gives."""
    tests: list[Test] = []
    if selector.tapped is not None:
        tests.append(lambda world, _, one: world.status(one).tapped is selector.tapped)
    if selector.token is not None:
        tests.append(lambda world, _, one: is_token(world, one) is selector.token)
    if selector.face_down is not None:
        tests.append(lambda world, _, one: is_face_down(world, one) is selector.face_down)
    if selector.attached is not None:
        tests.append(lambda world, _, one: (world.find(one, AttachedTo) is not None) is selector.attached)
    if selector.paired is not None:
        tests.append(lambda world, _, one: (world.find(one, Paired) is not None) is selector.paired)
    if selector.attacking is not None:
        tests.append(lambda world, _, one: (world.find(one, Attacking) is not None) is selector.attacking)
    if selector.enchanted is not None:
        tests.append(lambda world, _, one: _bears(world, one, "Aura") is selector.enchanted)
    if selector.equipped is not None:
        tests.append(lambda world, _, one: _bears(world, one, "Equipment") is selector.equipped)
    if selector.commander is not None:
        tests.append(lambda world, _, one: is_commander(world, one) is selector.commander)
    if selector.marked:
        tests.append(lambda world, _, one: marks(world, one).issuperset(selector.marked))
    least, most, kind = selector.min_counters, selector.max_counters, selector.counter_kind
    if least is not None or most is not None:
        tests.append(lambda world, _, one: _within(_number_of_counters(world, one, kind), least, most))
    return tests + [_counter_test(kind) for kind in selector.counters]


def _bears(world: World, object_: int, subtype: str) -> bool:
    """Whether an attachment of this subtype is attached to the object."""
    return any(
        world.get(one, AttachedTo).object == object_
        and not world.status(one).phased_out
        and subtype in shown_values(world, one).subtypes
        for one in world.store.with_component(AttachedTo)
    )
