"""How what was measured is printed: Markdown tables that can be read as they stand."""

from collections.abc import Sequence

from benchmarks.measuring import Measured, Shape
from benchmarks.peer import NAME

_GOALS = {
    "layers",
    "layers and all read",
    "a board that grows",
    "a board that grows, in columns",
    "a board that grows, all read",
}
"""The cases of effects that do not interact, which are to grow no faster than what doubles, as near as can be."""
_TWICE = 2.2
_DIFFERENT = {"a board that grows, all different", "a board that grows, all different, in columns"}
"""The cases in which no two permanents are alike."""


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table with columns of one width."""
    wide = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    lines = [header, ["-" * one for one in wide], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)) + " |" for line in lines
    )


def shown(value: float, unit: str) -> str:
    """Return a figure with three digits and a fitting unit."""
    if unit == "B":
        return f"{value:,.0f} B"
    for factor, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= factor:
            return f"{value / factor:.3g} {name}"
    return f"{value / 1e-9:.3g} ns"


def gibibytes(value: int) -> str:
    """Return an amount of memory."""
    return f"{value / 2**30:.2f} GiB"


def times(ratio: float | None) -> str:
    """Return how many times one thing is another."""
    if ratio is None:
        return ""
    return f"{ratio:,.0f} x" if ratio >= 10 else f"{ratio:.1f} x" if ratio >= 0.1 else f"{ratio:.2g} x"


def general(found: Sequence[Measured]) -> str:
    """Return the table of cases of any kind."""
    rows = []
    for one in found:
        ratio = "" if one.bound_ratio is None else f"; {one.bound_ratio:,.1f} x bare NumPy"
        article = "an" if one.of[0] in "aeiou" else "a"
        each = f"{shown(one.per, one.unit)} {article} {one.of}"
        rows.append((one.case, one.size, shown(one.value, one.unit), each, one.bound + ratio))
    return table(("case", "size", "time or memory", "each", "bound by"), rows)


def _growth(one: Measured, what: str) -> str:
    found = one.growth.get(what)
    goal = f" (goal {_TWICE} x)" if one.case in _GOALS else ""
    return "" if found is None else times(found) + goal


def layered(found: Sequence[Measured]) -> str:
    """Return the tables of the layer pass: what it costs, how it grows, and beside another engine."""
    alone = [one for one in found if one.other is None]
    parts = [_costs(alone)]
    grown = [one for one in alone if one.growth]
    if grown:
        parts.append(_growths(grown))
    if peers := [one for one in found if one.other is not None]:
        parts.append(_peers(peers))
    return "\n\n".join([*parts, _LEGEND])


_LEGEND = (
    "Bare NumPy: a masked addition over all objects for each kind of effect, or each effect of those that interact."
)


def _numbers(shape: Shape | None) -> tuple[str, str, str]:
    return ("", "", "") if shape is None else (f"{shape.objects:,}", f"{shape.effects:,}", f"{shape.kinds:,}")


def _costs(found: Sequence[Measured]) -> str:
    rows = []
    for one in found:
        time = "" if one.unit == "B" else shown(one.value, one.unit)
        bare = "" if one.bare is None else shown(one.bare, "s")
        memory = "" if one.bytes_each is None else shown(one.bytes_each, "B")
        peak = "" if one.peak is None else gibibytes(one.peak)
        rows.append((one.case, *_numbers(one.shape), time, bare, times(one.bound_ratio), memory, peak))
    header = ("case", "objects", "effects", "kinds", "time", "bare NumPy", "ratio", "an object", "peak memory")
    return table(header, rows)


def _growths(found: Sequence[Measured]) -> str:
    rows = [
        (
            one.case,
            *_numbers(one.shape),
            shown(one.value, one.unit),
            *(_growth(one, what) for what in Shape.__struct_fields__),
        )
        for one in found
    ]
    header = (
        "growth",
        "objects",
        "effects",
        "kinds",
        "time",
        "twice the objects",
        "twice the effects",
        "twice the kinds",
    )
    return table(header, rows)


def _peers(found: Sequence[Measured]) -> str:
    rows = []
    for one in found:
        other = one.other or 0.0
        row = (one.case, *_numbers(one.shape), shown(one.value, "s"), shown(other, "s"), times(other / one.value))
        rows.append(row)
    return table(("beside another engine", "objects", "effects", "kinds", "ecs-magic", NAME, "ratio"), rows)


def _largest(shape: Shape) -> tuple[int, int, int]:
    return shape.objects, shape.effects, shape.kinds


def _most_effects(shape: Shape) -> tuple[int, int, int]:
    return shape.effects, -shape.kinds, -shape.objects


def _most_kinds(shape: Shape) -> tuple[int, int]:
    return shape.kinds, -shape.objects


_README = (
    ("the pass after an effect changed", "layers", _most_effects),
    ("the same, effects of many kinds", "layers", _most_kinds),
    ("the same, a large board", "a board that grows", _largest),
    ("the pass, and the sizes of all as columns", "a board that grows, in columns", _largest),
    ("the same, all permanents signed anew", "a board that grows, all signed anew, in columns", _largest),
    ("the pass, all looked at anew, as after loading", "a board that grows, all looked at anew", _largest),
    ("the pass, and all permanents read one by one", "a board that grows, all read", _largest),
    ("the pass, all permanents different", "a board that grows, all different", _largest),
    ("the same, and the sizes of all as columns", "a board that grows, all different, in columns", _largest),
    ("dependency: a chain in order", "dependency: a chain in order", _largest),
    ("dependency: a chain in reverse", "dependency: a chain in reverse", _largest),
    ("dependency: loops of two", "dependency: loops of two", _largest),
    ("dependency: a mix of land types", "dependency: a mix of land types", _largest),
    ("the same mix, a large board", "a board that grows, a mix of land types", _largest),
    ("a write to one permanent, and a read of it", "a write to one, and a read of it", _largest),
    ("a read, nothing changed", "a read, nothing changed", _largest),
    ("a source out or back, all read", "a source out or back, all read", _largest),
)
"""What the README tells of the layer pass: a part, its case, and which of its boards."""


def readme(found: Sequence[Measured]) -> str:
    """Return the table of the README: what each part of the layer pass costs, and how it grows."""
    rows = []
    for part, case, wanted in _README:
        boards = {one.shape: one for one in found if one.case == case and one.shape is not None}
        if boards:
            shape = max(boards, key=wanted)
            rows.append((part, str(shape), _cost(boards[shape]), _growing(boards[shape])))
    for what, some in (
        ("memory", [one for one in found if one.case not in _DIFFERENT]),
        ("memory, all permanents different", [one for one in found if one.case in _DIFFERENT]),
    ):
        large = max(some, key=lambda one: one.peak or 0, default=None)
        if large is not None and large.peak:
            each = "" if large.bytes_each is None else f"{large.bytes_each:,.0f} B a permanent; "
            rows.append((what, str(large.shape), f"{each}{gibibytes(large.peak)} at its peak, all in all", ""))
    return table(("part of the layer pass", "board", "costs", "grows"), rows)


def _cost(one: Measured) -> str:
    bare = "" if one.bound_ratio is None else f"; {times(one.bound_ratio)} bare NumPy"
    other = "" if one.other is None else f"; {NAME} {shown(one.other, 's')}, {times(one.other / one.value)}"
    return shown(one.value, one.unit) + bare + other


def _growing(one: Measured) -> str:
    return ", ".join(f"{times(ratio)} with twice the {what}" for what, ratio in one.growth.items())
