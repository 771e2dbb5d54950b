"""The refiner of paths of blocks chooses among all prefixes, and interpolates few."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms.engine import run
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import TrueVerdict
from whet.task.task import Task

NAMES = "abcdefgh"
MANY = f"""int main(void) {{
    int {", ".join(f"{name} = 0" for name in NAMES)};
    {" ".join(f"if ({name} == 0) return 0;" for name in NAMES)}
    reach_error();
}}"""


@pytest.mark.parametrize(("selection", "chosen"), [("length-max", "h"), ("score-min", "h"), ("length-min", "a")])
def test_best_prefix_is_found_although_there_are_many_shorter_ones(selection: str, chosen: str, tmp_path: Path) -> None:
    """Of the eight prefixes only the two shortest were extracted."""
    overrides = ["predicate.blocks=edge", "refinement.prefixes=2", f"refinement.selection={selection}"]
    context = Context()
    result = run(read(MANY, tmp_path), Task(files=("a.c",)), load_configuration("predicate", overrides), context)
    assert isinstance(result.verdict, TrueVerdict)
    assert context.statistics.to_dict()["refinements"] == 1
    assert {entry.text.partition(" ; ")[0] for entry in result.precision} == {f"main: {chosen} == 0"}
