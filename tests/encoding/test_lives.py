"""Which objects of blocks need something in an encoding, because a pointer may be left when they die."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.encoding.lives import BlockLives
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger

HEAD = "int in(void); static int *kept; static int read(int *p) { return *p; } static void keep(int **to, int *p) { *to = p; }"
NOTHING, BIT, ADDRESS = "nothing", "bit", "address"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int s = 0; while (in()) { int x = 1; s += read(&x); } return s;", NOTHING),
        ("int s = 0; while (in()) { int x = 1; int *p = &x; s += *p; } return s;", NOTHING),
        ("int *p; { int x = 1; p = &x; } p = 0; return p == 0;", NOTHING),
        ("int *p; { int x = 1; p = &x; } return *p;", BIT),
        ("{ int x = 1; kept = &x; } return 0;", BIT),
        ("int *p = ({ int x = 1; &x; }); return *p;", BIT),
        ("int *p, **q = &p; { int x = 1; keep(q, &x); } return 0;", BIT),
        ("{ int n = in(), *p = 0; { int x[n]; p = x; } return *p; }", ADDRESS),
        ("int *p = 0; while (in()) { int x = 1; if (p) read(p); p = &x; } return 0;", ADDRESS),
        ("int *a[2]; for (int i = 0; i < 2; i++) { int x = 1; a[i] = &x; } return *a[0];", ADDRESS),
    ],
)
def test_only_what_a_pointer_may_outlive_is_encoded(tmp_path: Path, body: str, expected: str) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{HEAD} int main(void) {{ {body} }}")
    program = parse_file(str(path), ends_blocks=True)
    put_checks(program, Targets("valid-deref", dangers=frozenset({Danger("memory")})))
    lives = program.fact(BlockLives)
    found = {variable.name: BIT for variable in lives.followed} | {variable.name: ADDRESS for variable in lives.renewed}
    assert found.pop("x", NOTHING) == expected
    assert not found


@pytest.mark.parametrize(
    ("body", "is_untold"),
    [
        ("{ int x = n; if (n) f(x - 1); read(&x); }", False),
        ("int *p = 0; { int x = n; p = &x; } if (n) f(n - 1); read(p);", True),
    ],
)
def test_nothing_is_said_of_blocks_of_recursive_functions_that_a_pointer_outlives(
    tmp_path: Path, body: str, is_untold: bool
) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{HEAD} static void f(int n) {{ {body} }} int main(void) {{ f(in()); return 0; }}")
    lives = parse_file(str(path), ends_blocks=True).fact(BlockLives)
    assert {variable.name for variable in lives.untold} == ({"x"} if is_untold else set())
    assert not lives.followed | lives.renewed
