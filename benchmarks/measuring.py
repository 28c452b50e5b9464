"""What one case measured."""

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """One case at one size: seconds (or bytes) for the whole and for each thing, and the digest computed."""

    case: str
    size: str
    unit: str
    value: float
    per: float
    of: str
    digest: str
    bound: str
    bound_ratio: float | None = None
