"""What is guessed from runs of a program, and what further states leave of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.cfa.expressions import Expr
from whet.cfa.model import Program
from whet.cfa.show import to_c
from whet.interpreter.pool import constants_of, float_constants_of
from whet.refine.guesses.guesses import LoopGuesses
from whet.refine.guesses.relations import Relations, Residues
from whet.refine.guesses.states import observe

LOOP = "int main(void) { unsigned n = __VERIFIER_nondet_uint(); BEFORE while (__VERIFIER_nondet_bool()) { BODY } AFTER }"


def program_of(before: str, body: str, after: str, folder: Path) -> Program:
    return read(LOOP.replace("BEFORE", before).replace("BODY", body).replace("AFTER", after), folder)


def guesses(program: Program) -> LoopGuesses:
    (observed,) = observe(program, runs=40, seconds_left=lambda: 10.0)
    return LoopGuesses(observed, {*constants_of(program), *float_constants_of(program)}, program.machine)


def texts(program: Program) -> list[str]:
    return [to_c(claim) for claim in guesses(program).claims()]


@pytest.mark.parametrize(
    ("before", "body", "use", "expected"),
    [
        ("unsigned i = 0, j = 0;", "i++; j += 2;", "i + j", "j == 2U * i"),
        ("unsigned i = 0, s = 0;", "s += 2 * i + 1; i++;", "i + s", "i * i == s"),
        ("unsigned a = 0, x = 0;", "a += n; x++;", "a + x + n", "n * x == a"),
        ("unsigned x = 1;", "x += 4;", "x", "(x + 3U) % 4U == 0U"),
        ("unsigned x = 6;", "x += 6;", "x", "x % 6U == 0U"),
        ("int x = 5, y = 9;", "x++; y += 2;", "x + y", "x <= y"),
        ("unsigned x = 1;", "x *= 2;", "x", "(x & x - 1U) == 0U"),
        ("float x = 0;", "x = x / 2 + 1;", "x >= 2.0f", "x <= 2.0f"),
        ("if (n > 9) n = 9; unsigned hi = n;", "if (hi) hi--;", "hi", "hi <= n"),
        ("unsigned i = 0, s = 0;", "i++; if (i % 2) s = i;", "i + s", "!(i % 2U) | s == i"),
    ],
)
def test_what_holds_in_all_runs_is_guessed(before: str, body: str, use: str, expected: str, tmp_path: Path) -> None:
    assert expected in texts(program_of(before, body, f"return (int)({use});", tmp_path))


def test_what_does_not_hold_in_some_run_is_not_guessed(tmp_path: Path) -> None:
    program = program_of("unsigned i = 0, j = 0;", "i++; j += 2; if (i == 3) j = 0;", "return i + j;", tmp_path)
    assert "j == 2U * i" not in texts(program)


def test_a_state_weakens_equations_and_drops_comparisons(tmp_path: Path) -> None:
    found = guesses(program_of("unsigned i = 0, j = 0;", "i++; j += 2;", "return i + j;", tmp_path))
    names = {variable.name: variable for variable in found.variables}
    found.learn({variable: {"i": 5, "j": 8}.get(name, 0) for name, variable in names.items()})
    left = [to_c(claim) for claim in found.claims()]
    assert "j == 2U * i" not in left
    assert "j % 2U == 0U" in left


def test_what_is_forgotten_is_not_told_again(tmp_path: Path) -> None:
    found = guesses(program_of("unsigned i = 0, j = 0;", "i++; j += 2;", "return i + j;", tmp_path))
    told: set[Expr] = set()
    while claims := found.claims():  # what followed from one that is forgotten may be told then
        assert told.isdisjoint(claims)
        told.update(claims)
        for claim in claims:
            found.forget(claim)


def test_equations_hold_in_states_that_wrapped_around() -> None:
    states = [(i, i * i % 2**32) for i in (0, 1, 2, 3, 4, 5, 6, 7, 2**31 + 3, 2**32 - 1)]
    (equation,) = Relations([0, 1], 2, 32, states).equations()
    assert equation.coefficients == {(0, 0): 1, (1,): 2**32 - 1}


def test_a_large_state_excludes_what_holds_for_small_ones() -> None:
    states = [(i, 2 * i) for i in range(9)]
    assert Relations([0, 1], 1, 32, states).equations()
    assert not Relations([0, 1], 1, 32, [*states, (2**30, 0)]).equations()


def test_residues_are_told_modulo_the_smaller_power() -> None:
    (residue,) = Residues([0], 32, [(3,), (7,), (11,), (31,)]).equations()
    assert (residue.width, residue.coefficients) == (2, {(0,): 1, (): 1})


def test_runs_repeat(tmp_path: Path) -> None:
    program = program_of("unsigned i = 0;", "i += n;", "return i;", tmp_path)
    one, other = (observe(program, runs=10, seconds_left=lambda: 10.0) for _ in range(2))
    assert [each.states for each in one] == [each.states for each in other]


def test_inputs_that_others_found_are_used(tmp_path: Path) -> None:
    program = read(
        "int main(void) { int n = __VERIFIER_nondet_int(); int i = 0; if (n == 123456) while (i < n) i += 7; return i; }",
        tmp_path,
    )
    (found,) = observe(program, runs=4, seconds_left=lambda: 10.0, shared=[[123456]])
    assert max(state[0] for state in found.states) > 1000
