"""Recordings run in both engines alone, and give the answers of the run."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import MOST, random_term
from tools.recording import RecordingSolver, ScriptAnswers, replay
from whet.solvers.port import Failure, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.smtlib_reader import s_expressions
from whet.solvers.terms.sorts import BOOL, BitVec

ENGINES = ("z3", "bitwuzla")


def record_a_run(path: Path, terms: Terms) -> list[str]:
    x, y = terms.symbol("main::x@1", BitVec(32)), terms.symbol("y", BitVec(32))
    less = terms.bv_ult(terms.bv_add(x, y), terms.bv(10, 32))
    with path.open("w") as file:
        solver = RecordingSolver(engine_named("z3", terms).solver(), file.write)
        solver.add(less)
        answers = [solver.check()]
        solver.push()
        solver.add(terms.eq(x, terms.bv(20, 32)))
        answers.append(solver.check(terms.bv_ult(y, terms.bv(5, 32)), terms.not_(terms.bv_ult(y, x))))
        solver.pop()
        answers += [solver.check(terms.not_(less)), solver.check(less), solver.check(terms.false)]
    return [type(answer).__name__.lower() for answer in answers]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_recording_gives_the_same_answers(engine: str, tmp_path: Path) -> None:
    expected = record_a_run(tmp_path / "run.smt2", Terms())
    assert expected == ["sat", "unsat", "unsat", "sat", "unsat"]
    match replay(tmp_path / "run.smt2", engine, limit=60):
        case ScriptAnswers(answers=answers, seconds=seconds):
            assert list(answers) == expected
            assert 0 < seconds < 60
        case Failure() as failure:
            pytest.fail(failure.reason)


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_recordings(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    path, terms = tmp_path_factory.mktemp("recording") / "run.smt2", Terms()
    expected = []
    with path.open("w") as file:
        solver = RecordingSolver(engine_named("z3", terms).solver(), file.write)
        for _ in range(10):
            solver.push()
            solver.add(data.draw(random_term(terms, BOOL, kinds=MOST, depth=2)))
            answer = solver.check(data.draw(random_term(terms, BOOL, kinds=MOST, depth=2)))
            expected.append(type(answer).__name__.lower())
            solver.pop()
    assert len(list(s_expressions(path.read_text()))) >= 42
    for engine in ENGINES:
        replayed = replay(path, engine, limit=100)
        assert isinstance(replayed, ScriptAnswers)
        assert list(replayed.answers) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_a_broken_recording_fails(engine: str, tmp_path: Path) -> None:
    (tmp_path / "bad.smt2").write_text("(assert undeclared)\n(check-sat)\n")
    assert isinstance(replay(tmp_path / "bad.smt2", engine, limit=60), Failure)


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(ValueError, match="mathsat"):
        replay(Path("any.smt2"), "mathsat", limit=1)
