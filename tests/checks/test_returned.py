"""Calls are checked for a value only where it is used and may be missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.operations import Assume, flatten
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger

FUNCTIONS = """\
void abort(void); int in(void);
int none(void) { if (in()) return 1; }
int some(void) { none(); return 2; }
int ends(void) { if (in()) return 1; abort(); }
void nothing(void) { return; }
"""


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ("return none();", 1),
        ("none(); (void)none(); return 0;", 0),
        ("nothing(); return some() + ends();", 0),
        ("int (*f)(void) = in() ? none : some; return f();", 1),
        ("int (*f)(void) = in() ? ends : some; return f();", 0),
        ("if (in()) return none();", 1),
    ],
)
def test_a_value_that_is_used_is_checked(tmp_path: Path, body: str, checks: int) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{FUNCTIONS} int main(void) {{ {body} }}")
    program = parse_file(str(path))
    put_checks(program, Targets("uninitialised-read", dangers=frozenset({Danger("uninitialised")})))
    operations = [part for edge in program.edges() for part in flatten(edge.operation)]
    found = [part for part in operations if isinstance(part, Assume) and part.danger is Danger("uninitialised") and part.truth]
    assert len(found) == checks
