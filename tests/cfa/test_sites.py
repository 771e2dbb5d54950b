"""Where checks stand, and how they are taken away again."""

from __future__ import annotations

from pathlib import Path

from tests.cfa.test_blocks import check_lists
from whet.cfa.model import Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.sites import grant, hold, put_in, sites_of
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger

TEXT = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int();
  x = x + 1;
  x = 7 / x + 8 % x;
  if (x == 3) reach_error();
  return 0; }
"""
DANGERS = frozenset({Danger("overflow"), Danger("division")})


def program_of(folder: Path) -> Program:
    (folder / "p.c").write_text(TEXT)
    program = parse_file(str(folder / "p.c"))
    put_checks(program, Targets("p", frozenset({"reach_error"}), frozenset(), DANGERS))
    return program


def names(program: Program) -> list[str]:
    return [name.rpartition("/")[2] for name in sites_of(program)]


def test_sites_are_calls_of_error_functions(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    assert set(names(program)) == {"p.c:3:3 [overflow]", "p.c:4:3 [division]", "p.c:4:3 [overflow]", "p.c:5:15 [assertion]"}
    assert {edge.source.function.name for edge in put_in(program)} == {"main"}


def test_what_holds_is_no_longer_there(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    hold(program, [edge for name, edges in sites_of(program).items() if "[division]" in name for edge in edges])
    assert "p.c:4:3 [division]" not in names(program)
    assert "p.c:4:3 [overflow]" in names(program)
    for function in program.defined_functions:
        check_lists(function)


def test_what_is_granted_ends_a_run_and_is_no_violation(tmp_path: Path) -> None:
    program = program_of(tmp_path)
    before = sum(isinstance(part, Assume) for edge in program.edges() for part in flatten(edge.operation))
    grant(program, [name for name in sites_of(program) if "[assertion]" in name or "[division]" in name])
    assert set(names(program)) == {"p.c:3:3 [overflow]", "p.c:4:3 [overflow]"}
    after = sum(isinstance(part, Assume) for edge in program.edges() for part in flatten(edge.operation))
    assert after > before
