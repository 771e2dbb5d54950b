"""Variables that no given file defines: a run does not invent pointers for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import interpret
from whet.interpreter.outcomes import Exited, UndefinedBehaviour, UnsupportedReached

UNDEFINED = {
    "a scalar": ("extern int (*hook)(void);", "if (hook) hook();"),
    "a scalar whose address is taken": ("extern int *table;", "int **at = &table; if (*at) return **at;"),
    "a member": ("extern struct { int size; int *data; } table;", "return *table.data;"),
}


@pytest.mark.parametrize(("declaration", "use"), UNDEFINED.values(), ids=UNDEFINED)
def test_pointers_of_other_files_end_the_run(tmp_path: Path, declaration: str, use: str) -> None:
    outcome = interpret(f"{declaration}\nint main(void) {{ {use} return 0; }}", tmp_path).outcome
    assert isinstance(outcome, UnsupportedReached)
    assert "without a definition" in str(outcome)


def test_pointers_that_the_program_sets_first_are_read(tmp_path: Path) -> None:
    text = "extern int *table;\nint one = 1;\nint main(void) { table = &one; return *table; }"
    assert interpret(text, tmp_path).outcome == Exited(1)


def test_numbers_of_other_files_are_chosen_and_reported(tmp_path: Path) -> None:
    execution = interpret("extern int limit;\nint main(void) { return limit; }", tmp_path)
    assert execution.outcome == Exited(0)
    assert len(execution.assumptions) == 1


def test_pointers_that_a_file_defines_are_null_at_first(tmp_path: Path) -> None:
    outcome = interpret("extern int *table;\nint *table;\nint main(void) { return *table; }", tmp_path).outcome
    assert isinstance(outcome, UndefinedBehaviour)
