"""The tool that tells where time goes: it counts for the innermost layer, and its recordings run in the engines alone."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tools.recording import recorded
from tools.time_shares import BOUNDARIES, LAYERS, Meter, Part, _place, answers, measure, parts, replayed
from whet.campaign.records import BenchTask
from whet.core.configuration import load_configuration
from whet.runtime.limits import Limits
from whet.solvers.port import EngineEffort, HornSolving, Interpolating, QuantifierElimination, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  while (i < n && i < 1000) i++;
  if (i > 1000) reach_error();
  return 0;
}
"""


def test_seconds_count_for_the_innermost_layer() -> None:
    ticks = count()
    meter = Meter(clock=lambda: float(next(ticks)))

    def inner() -> str:
        return "found"

    def outer() -> str:
        return meter.wrapped("engine", inner)()

    assert meter.wrapped("transl", outer)() == "found"
    assert (meter.seconds["engine"], meter.seconds["transl"]) == (1.0, 2.0)
    assert meter.seconds["explore"] == 1.0  # what passed before


def test_a_layer_that_raises_is_left() -> None:
    ticks = count()
    meter = Meter(clock=lambda: float(next(ticks)))

    def fails() -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - it has no message
        meter.wrapped("terms", fails)()
    assert meter.enter("refine") == "explore"


@pytest.mark.parametrize("name", [name for names in BOUNDARIES.values() for name in names])
def test_every_boundary_is_there(name: str) -> None:
    assert callable(getattr(*_place(name)))


def test_a_boundary_that_is_gone_is_noticed() -> None:
    with pytest.raises(AttributeError):
        getattr(*_place("whet.solvers.stacked:StackedSolver.nothing"))


def test_parts_of_a_script() -> None:
    script = "(assert a)\n(set-info :limit 0.500)\n(check-sat)\n; sat\n(pop 1)\n(check-sat-assuming (b))\n; unsat\n(pop 1)\n"
    script += "(check-sat)\n; spent 0.250\n"
    assert [*parts(script)] == [
        Part("(assert a)\n", is_question=False),
        Part("(check-sat)\n", is_question=True, limit=0.5),
        Part("(pop 1)\n", is_question=False),
        Part("(check-sat-assuming (b))\n", is_question=True, limit=0.5),
        Part("(pop 1)\n", is_question=False),
        Part("(check-sat)\n", is_question=True, limit=0.5, spent=0.25),
    ]


def test_what_is_not_asked_again_counts(tmp_path: Path) -> None:
    for engine in ("bitwuzla", "z3"):
        script = "(set-logic ALL)\n(check-sat)\n; sat\n(check-sat)\n; spent 7.500\n"
        (tmp_path / f"00000-{engine}.smt2").write_text(script)
    again = replayed(tmp_path)
    assert answers(tmp_path) == list(again.answers) == ["sat", "sat"]
    assert again.queries == 4
    assert 15 <= again.checks < 16
    assert again.reading < 1


@pytest.mark.parametrize("name", ["z3", "bitwuzla"])
def test_a_recording_is_replayed_with_the_same_answers(name: str, tmp_path: Path) -> None:
    terms = Terms()
    x, y = terms.symbol("x", BitVec(8)), terms.symbol("y", BitVec(8))
    engine = recorded(engine_named(name, terms), tmp_path)
    solver = engine.solver(limit=10)
    solver.push()
    solver.add(terms.bv_ult(x, y))
    solver.check(limit=5)
    solver.check(terms.eq(y, terms.bv(0, 8)), terms.bv_ult(y, x))
    solver.pop()
    engine.solver().check(terms.eq(x, y))
    again = replayed(tmp_path)
    assert answers(tmp_path) == list(again.answers) == ["sat", "unsat", "sat"]
    assert again.queries == 3
    assert 0 <= again.checks < 5  # of CPU time, which may be less than can be measured


def test_a_wrong_recording_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "00000-bitwuzla.smt2").write_text("(set-logic ALL)\n(check-sat)\n; unsat\n")
    assert answers(tmp_path) != list(replayed(tmp_path).answers)


def test_other_questions_are_recorded(tmp_path: Path) -> None:
    terms = Terms()
    x, y, z = (terms.symbol(name, BitVec(8)) for name in ("x", "y", "z"))
    blocks = [terms.eq(x, terms.bv(1, 8)), terms.eq(y, x), terms.eq(z, y), terms.eq(z, terms.bv(2, 8))]
    z3, bitwuzla = (recorded(engine_named(name, terms), tmp_path) for name in ("z3", "bitwuzla"))
    assert isinstance(z3, HornSolving)
    assert isinstance(z3, QuantifierElimination)
    assert not isinstance(z3, Interpolating)
    assert isinstance(bitwuzla, Interpolating)
    assert not isinstance(bitwuzla, HornSolving)
    z3.horn_sequence(blocks, limit=20)
    z3.eliminate([y], terms.and_(blocks[1], blocks[2]), effort=EngineEffort.LIGHT)
    bitwuzla.sequence(blocks, limit=20)
    again = replayed(tmp_path)
    assert again.queries == 4
    assert answers(tmp_path) == list(again.answers) == ["unsat"]  # to bitwuzla's blocks; Spacer is not asked again


def test_a_task_is_measured(tmp_path: Path) -> None:
    program = tmp_path / "loop.c"
    program.write_text(PROGRAM)
    limits = Limits(cpu_seconds=60, wall_seconds=600, memory_bytes=2 << 30)
    task = BenchTask(name="loop", category="loops", file=str(program), machine="LP64")
    found = measure(task, load_configuration("predicate"), limits, tmp_path / "scripts")
    assert str(found.plain.verdict) == str(found.metered.verdict) == str(found.recorded.verdict) == "TRUE"
    assert sum(found.share(layer) for layer in LAYERS if layer != "start") == pytest.approx(1.0)
    assert found.share("engine") > 0
    assert found.start > 0
    assert not found.contradictions
