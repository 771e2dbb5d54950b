"""What seeds change: proofs that refinement alone does not find, and never a verdict that is wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.refine.running import word
from tests.roles import seeded_programs as programs
from whet.algorithms import engine
from whet.cfa.expressions import Binary, BinaryOp, Const, Var
from whet.cfa.model import Program
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.frontend.parse import parse_file
from whet.roles import seeds as module
from whet.roles.seed import Seed, Seeds
from whet.roles.suggestions import Heuristic
from whet.task.errors import TaskError
from whet.task.task import Task

pytest.importorskip("clingo")
ROLES = "seeds.predicates=roles"
PATIENT = "refinement.strategy_time=120s"
"""Lest it depend on the load of the machine who is heard."""


class Verify:
    """Runs an engine on a text; within a number of states, and of seconds."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "program.c"
        self.statistics: dict[str, float] = {}

    def program(self, text: str) -> Program:
        self._path.write_text(programs.PRELUDE + text, encoding="utf-8")
        return parse_file(os.fspath(self._path))

    def __call__(self, text: str, *overrides: str, config: str = "predicate", states: int = 400, seconds: float = 60) -> str:
        context = Context(limits=SoftLimits(steps=states, seconds=seconds))
        task = Task(files=(os.fspath(self._path),))
        try:
            found = engine.run(self.program(text), task, load_configuration(config, overrides), context)
            return word(found.verdict)
        except LimitReached as limit:
            return f"UNKNOWN: {limit.detail}"
        finally:
            self.statistics = dict(context.statistics.to_dict())


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    return Verify(tmp_path)


DIVERGING = [programs.TWO_LOOPS, programs.STEP_TWO, programs.BUFFER]
NAMES = ["two loops", "step of two", "buffer"]


@pytest.mark.parametrize(("text", "most"), [*zip(DIVERGING, (4, 4, 0), strict=True)], ids=NAMES)
def test_roles_prove_what_diverges_without_them(text: str, most: int, verify: Verify) -> None:
    assert verify(text, ROLES, PATIENT) == "TRUE"
    assert verify.statistics.get("refinements", 0) <= most


@pytest.mark.parametrize("text", DIVERGING, ids=NAMES)
def test_without_roles_refinement_diverges(text: str, verify: Verify) -> None:
    assert verify(text, states=40).startswith("UNKNOWN")


def test_roles_save_refinements(verify: Verify) -> None:
    """Of three numbers and their maxima most of what must be tracked is known from the beginning."""
    assert verify(programs.MAXIMUM, ROLES, "predicate.blocks=joins") == "TRUE"
    with_roles = verify.statistics["refinements"]
    assert verify(programs.MAXIMUM, "predicate.blocks=joins", states=150).startswith("UNKNOWN")
    assert with_roles <= 3 < verify.statistics["refinements"]
    assert verify(programs.MAXIMUM_WRONG, ROLES, "predicate.blocks=joins") == "FALSE"


@pytest.mark.parametrize("text", [programs.TWO_LOOPS, programs.BUFFER], ids=["two loops", "buffer"])
def test_roles_prove_by_induction(text: str, verify: Verify) -> None:
    assert verify(text, ROLES, "kinduction.deepest=2", config="ki") == "TRUE"
    assert verify(text, "kinduction.deepest=2", config="ki").startswith("UNKNOWN")


@pytest.mark.parametrize("config", ["predicate", "ki"])
@pytest.mark.parametrize("text", [programs.TWO_LOOPS_WRONG, programs.STEP_TWO_WRONG, programs.BUFFER_WRONG], ids=NAMES)
def test_a_program_that_fails_is_not_proved(text: str, config: str, verify: Verify) -> None:
    assert verify(text, ROLES, config=config, states=60, seconds=6) != "TRUE"


@pytest.mark.parametrize("config", ["predicate", "ki"])
def test_a_seed_that_is_wrong_assumes_nothing(config: str, verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody suggests that x is positive, which would make the error unreachable."""

    def wrong(path: str, program: Program, **options: object) -> Seeds:
        x = next(each for each in program.variables() if each.name == "x")
        int_type = program.machine.int
        positive = Binary(BinaryOp.GT, Var(x), Const(0, int_type), int_type)
        return Seeds((Seed(Heuristic.ASSERTION, positive, "main"),))

    monkeypatch.setattr(module, "find_seeds", wrong)
    text = "int main(void) { int x = __VERIFIER_nondet_int(); while (1) { if (x <= 0) reach_error(); if (x > 9) x--; } }"
    assert verify(text, ROLES, config=config) == "FALSE"


def test_nothing_is_looked_for_unless_asked(verify: Verify, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(path: str, program: Program, **options: object) -> Seeds:
        raise AssertionError("nobody asked for seeds")

    monkeypatch.setattr(module, "find_seeds", never)
    assert verify("int main(void) { int x = 1; if (x != 1) reach_error(); }") == "TRUE"
    assert "seed_predicates" not in verify.statistics


def test_an_unknown_source_of_seeds_is_refused() -> None:
    with pytest.raises(TaskError, match="roles"):
        load_configuration("predicate", ["seeds.predicates=rolls"])
