"""The commits on which reuse is measured: each edit changes the file, and a bug is mended in the file that has it."""

from __future__ import annotations

import pytest

from tools.ci_history import KINDS, edited, edits

TEXT = "int twice(int x)\n{\n    return 2 * x;\n}\n\nint main(void)\n{\n    return 0;\n}\n"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "mended"])
def test_edit_changes_the_file(kind: str) -> None:
    assert edited(TEXT, kind, 3) != TEXT


def test_bug_is_mended_where_it_was_made() -> None:
    assert edited(edited(TEXT, "bug", 5), "mended", 6) == TEXT
    made = list(edits(["a", "b", "c"], 20))
    bugs = [number for number, (_, kind) in enumerate(made) if kind == "bug"]
    assert bugs
    assert all(made[number][0] == made[number + 1][0] for number in bugs if number + 1 < len(made))


def test_file_without_main_is_refused() -> None:
    with pytest.raises(AssertionError, match="look for main"):
        edited("int f(void);\n", "comment", 1)
