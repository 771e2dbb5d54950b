"""Solvers of bitwuzla are made anew for their first check with assumptions; nobody notices but the clock."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import bitwuzla  # type: ignore[import-not-found]  # the module has no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term

WIDTH = 8
SOURCES = Path(__file__).parents[2] / "src"


def bounds(terms: Terms, x: Term, low: int, high: int) -> tuple[Term, Term]:
    return terms.bv_ule(terms.bv(low, WIDTH), x), terms.bv_ule(x, terms.bv(high, WIDTH))


def test_only_who_assumes_pays_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    tells: list[bool] = []
    native = bitwuzla.Bitwuzla

    def noted(manager: object, options: object) -> object:
        tells.append(bool(options.get(bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS)))  # type: ignore[attr-defined]  # no types
        return native(manager, options)

    monkeypatch.setattr(bitwuzla, "Bitwuzla", noted)
    terms = Terms()
    x = terms.symbol("x", BitVec(WIDTH))
    solver = engine_named("bitwuzla", terms).solver()
    solver.add(terms.bv_ult(x, terms.bv(4, WIDTH)))
    assert tells == []
    assert isinstance(solver.check(), Sat)
    assert tells == [False]
    assert isinstance(solver.check(terms.bv_ult(x, terms.bv(2, WIDTH))), Sat)
    assert isinstance(solver.check(terms.eq(x, terms.bv(9, WIDTH))), Unsat)
    assert tells == [False, True]


def test_a_solver_that_begins_with_assumptions_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    native = bitwuzla.Bitwuzla

    def make(*args: object) -> object:
        made.append(args)
        return native(*args)

    monkeypatch.setattr(bitwuzla, "Bitwuzla", make)
    terms = Terms()
    x = terms.symbol("x", BitVec(WIDTH))
    solver = engine_named("bitwuzla", terms).solver()
    solver.push()
    solver.add(terms.bv_ult(x, terms.bv(4, WIDTH)))
    solver.check(terms.eq(x, terms.bv(9, WIDTH)))
    solver.pop()
    solver.check()
    assert len(made) == 1


def test_assertions_and_levels_are_kept() -> None:
    terms = Terms()
    x = terms.symbol("x", BitVec(WIDTH))
    low, high = bounds(terms, x, 3, 5)
    solver = engine_named("bitwuzla", terms).solver()
    solver.add(low)
    solver.push()
    solver.add(high)
    answer = solver.check(terms.eq(x, terms.bv(6, WIDTH)), terms.bv_ult(terms.bv(0, WIDTH), x))
    assert answer == Unsat((terms.eq(x, terms.bv(6, WIDTH)),))
    solver.pop()
    assert isinstance(solver.check(terms.eq(x, terms.bv(6, WIDTH))), Sat)
    assert isinstance(solver.check(terms.eq(x, terms.bv(2, WIDTH))), Unsat)


def test_a_model_survives_the_new_solver() -> None:
    terms = Terms()
    x = terms.symbol("x", BitVec(WIDTH))
    solver = engine_named("bitwuzla", terms).solver()
    solver.add(terms.eq(x, terms.bv(7, WIDTH)))
    before = solver.check()
    assert isinstance(solver.check(terms.eq(x, terms.bv(8, WIDTH))), Unsat)
    assert isinstance(before, Sat)
    assert before.model.value(x) == 7


@given(
    asserted=st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), st.booleans()), max_size=5),
    assumed=st.lists(st.integers(0, 255), max_size=3),
)
def test_the_answer_is_that_of_a_new_solver(asserted: list[tuple[int, int, bool]], assumed: list[int]) -> None:
    terms = Terms()
    x = terms.symbol("x", BitVec(WIDTH))
    engine = engine_named("bitwuzla", terms)
    used, new = engine.solver(), engine.solver()
    for low, high, pushes in asserted:
        for solver in (used, new) if pushes else ():
            solver.push()
        for solver in (used, new):
            solver.add(*bounds(terms, x, low, high))
        used.check()
    assumptions = [terms.bv_ule(terms.bv(least, WIDTH), x) for least in assumed]
    answer = used.check(*assumptions)
    assert type(answer) is type(new.check(*assumptions))
    if isinstance(answer, Unsat):
        assert set(answer.core) <= set(assumptions)
        assert isinstance(new.check(*answer.core), Unsat)


_LEFT_BEHIND = """
import gc
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec

def left_behind():
    terms = Terms()
    x = terms.symbol("x", BitVec(32))
    engine_named("bitwuzla", terms).solver().check(terms.eq(terms.bv_mul(x, x), terms.bv(49, 32)))

left_behind()
gc.collect()
"""


def test_a_solver_in_a_cycle_is_collected_without_a_crash() -> None:
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    done = subprocess.run([sys.executable, "-c", _LEFT_BEHIND], env=environment, timeout=60, check=False)
    assert done.returncode == 0
