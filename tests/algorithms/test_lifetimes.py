"""An object lives as long as its block: a jump back over its declaration keeps it, a block entered again has a new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown

PRESETS = ("value", "value-cegar", "predicate", "value-predicate", "refsel")


def verified(text: str, folder: Path, preset: str) -> Result:
    return engine.run(read(text, folder), TASK, load_configuration(preset), Context(limits=SoftLimits(seconds=60)))


KEPT = {
    "a declaration": """int main(void) { int *p = 0, n = 0;
        again:; int x; x = n; if (p && p != &x) reach_error(); p = &x; n++; if (n < 3) goto again; return 0; }""",
    "an initialised one": """int main(void) { int *p = 0, n = 0;
        again:; int x = 3; if (n == 0) { p = &x; n = 1; goto again; } *p = 4; if (x != 4) reach_error(); return 0; }""",
    "an array": """int main(void) { int *p = 0, n = 0;
        again:; int x[2] = {3, 4}; if (n < 2) { if (p && p != x) reach_error(); p = x; n++; goto again; }
        if (*p != 3) reach_error(); return 0; }""",
    "a compound literal": """struct s { int i; }; int main(void) { struct s *p = 0, *q; int j = 0;
        again: q = p, p = &((struct s){ j++ }); if (j < 2) goto again; if (p != q || q->i != 1) reach_error(); return 0; }""",
    "in a block": """int main(void) { for (int i = 0; i < 2; i++) { int *p = 0, n = 0;
        again:; int x; x = n; if (p && p != &x) reach_error(); p = &x; n++; if (n < 2) goto again; } return 0; }""",
    "in a statement expression": """int main(void) { int *p = 0, n = 0;
        return ({ again:; int x; x = n; if (p && p != &x) reach_error(); p = &x; n++; if (n < 2) goto again; x; }); }""",
    "a label in a block before": """int main(void) { int *p = 0, n = 0;
        { again:; } int x; x = n; if (p && p != &x) reach_error(); p = &x; n++; if (n < 2) goto again; return 0; }""",
    "the value is made anew": """int main(void) { int n = 0;
        again:; int x = 0; x++; int *p = &x; if (*p != 1) reach_error(); n++; if (n < 3) goto again; return 0; }""",
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", KEPT)
def test_a_jump_back_keeps_the_object(name: str, preset: str, tmp_path: Path) -> None:
    result = verified(KEPT[name], tmp_path, preset)
    assert isinstance(result.verdict, TrueVerdict), result.verdict


WRITTEN = """int main(void) { int *p = 0, n = 0;
    again:; int x; if (n == 0) { p = &x; n = 1; goto again; } *p = 7; if (x == 7) reach_error(); return 0; }"""


@pytest.mark.parametrize("preset", PRESETS)
def test_an_error_is_found_through_a_pointer_to_the_kept_object(preset: str, tmp_path: Path) -> None:
    assert isinstance(verified(WRITTEN, tmp_path, preset).verdict, FalseVerdict)


LEFT = """int main(void) { int *p = 0, n = 0;
    while (n < 2) { again:; int x; x = n; if (p && *p == 0) reach_error(); p = &x; n++; if (n == 9) goto again; } return 0; }"""


@pytest.mark.parametrize("preset", PRESETS)
def test_a_block_that_is_entered_again_has_a_new_object(preset: str, tmp_path: Path) -> None:
    """The pointer to the old one is indeterminate, so that an error behind it is not one."""
    assert isinstance(verified(LEFT, tmp_path, preset).verdict, (Unknown, TrueVerdict))
