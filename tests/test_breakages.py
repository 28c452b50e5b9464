"""The list of deliberate breakages is about the source as it is."""

import pytest
from breakages import ROOT, Breakage, breakages


def test_there_are_enough_breakages() -> None:
    """At least forty deliberate breakages are listed, and no two are the same."""
    found = breakages()
    assert len(found) >= 40
    assert len({(one.file, one.old, one.new) for one in found}) == len(found)


@pytest.mark.parametrize("breakage", breakages(), ids=lambda one: f"{one.rule}: {one.test.split('::')[-1]}")
def test_the_line_to_break_is_there_once(breakage: Breakage) -> None:
    """Each breakage names one line of the source, and a test that exists."""
    assert (ROOT / breakage.file).read_text(encoding="utf-8").count(breakage.old) == 1
    assert "\n" not in breakage.old.strip()
    file, name = breakage.test.split("::")
    assert f"def {name.split('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")
