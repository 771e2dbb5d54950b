"""Where the invariants of a witness stand in a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.operations import Assign
from whet.frontend.parse import parse_file
from whet.task.errors import TaskError
from whet.witnesses.places import LeftOpen, Placed, Places
from whet.witnesses.witness import InvariantType, Location, WitnessInvariant

SOURCE = """int g;
void unused(void) { while (1) { g++; } }
int main(void) {
  g = 1;

  while (g < 5) { g++; }
  do { g--; } while (g > 0);
}
"""


def placed(tmp_path: Path, type: InvariantType, line: int, column: int | None = None, value: str = "g >= 0") -> Placed | LeftOpen:
    path = tmp_path / "p.c"
    path.write_text(SOURCE)
    location = Location(file_name="p.c", line=line, column=column)
    invariant = WitnessInvariant(type=type, location=location, value=value, entry=17)
    return Places(parse_file(str(path), blocks=False)).placed(invariant, witness="w.yml")


@pytest.mark.parametrize(("line", "column"), [(6, None), (6, 3), (7, None), (7, 3)])
def test_a_loop_invariant_stands_where_the_condition_is_evaluated(tmp_path: Path, line: int, column: int | None) -> None:
    found = placed(tmp_path, InvariantType.LOOP, line, column)
    assert isinstance(found, Placed)
    (node,) = found.nodes
    assert len(node.leaving) == 2


def test_a_location_invariant_stands_before_its_statement(tmp_path: Path) -> None:
    found = placed(tmp_path, InvariantType.LOCATION, 4)
    assert isinstance(found, Placed)
    (node,) = found.nodes
    assert isinstance(node.leaving[0].operation, Assign)


def test_a_loop_that_is_never_reached_has_any_invariant(tmp_path: Path) -> None:
    found = placed(tmp_path, InvariantType.LOOP, 2, value="0")
    assert isinstance(found, Placed)
    assert found.nodes == ()


def test_the_brace_of_a_body_is_not_where_the_function_ends(tmp_path: Path) -> None:
    assert isinstance(placed(tmp_path, InvariantType.LOCATION, 3), LeftOpen)


def test_the_place_before_a_loop_is_left_open(tmp_path: Path) -> None:
    assert isinstance(placed(tmp_path, InvariantType.LOCATION, 6), LeftOpen)


@pytest.mark.parametrize(
    ("type", "line", "column", "value", "told"),
    [
        (InvariantType.LOOP, 4, None, "1", "no loop begins at p.c:4"),
        (InvariantType.LOOP, 6, 4, "1", "no loop begins at p.c:6:4"),
        (InvariantType.LOCATION, 5, None, "1", "no statement begins at p.c:5"),
        (InvariantType.LOOP, 20, None, "1", "has no line 20"),
        (InvariantType.LOOP, 6, None, "g >", "is no C expression"),
    ],
)
def test_a_place_that_is_none_is_a_mistake(
    tmp_path: Path, type: InvariantType, line: int, column: int | None, value: str, told: str
) -> None:
    with pytest.raises(TaskError, match=told) as error:
        placed(tmp_path, type, line, column, value)
    assert error.value.place == "w.yml:17"
