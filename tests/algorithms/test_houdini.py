"""Houdini keeps the largest set of candidates that is inductive, whatever is suggested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms.base_case import unroll
from whet.algorithms.houdini import CandidateConditions, Houdini
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Var
from whet.cfa.facts import Facts
from whet.cfa.model import Node, Program
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.core.context import Context
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.induction import InductionStep, Invariants
from whet.encoding.unrolling.unrolling import UnrollingScope
from whet.solvers.deciding import AnswerBudget, Decider
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms

COUNTS = """
int main(void) {
    int x = 0, y = 0, z = 0;
    while (__VERIFIER_nondet_int()) { if (x < 10) { x++; y++; } z = x - y; if (z) y = 77; }
    return x + y + z;
}
"""
"""x is at most 10 by itself; that z is 0 needs that x and y are equal; that y is at most 10 needs both."""


class Loop:
    """The only loop of a program, and questions about it."""

    def __init__(self, text: str, folder: Path) -> None:
        self.program: Program = read(text, folder)
        put_checks(self.program, Targets("unreach-call", frozenset({"reach_error"}), frozenset(), frozenset()))
        (self.head,) = Facts.of(self.program).loops(self.program.main).heads
        terms = Terms()
        self._scope = UnrollingScope(self.program, Encoder(self.program, terms))
        self._decider = Decider(engine_named("bitwuzla", terms))

    def unrolled(self, claims: Invariants) -> InductionStep:
        step = InductionStep(self._scope, 0, claims)
        step.begin()
        unroll(step, Context(), 0)
        return step

    def is_inductive(self, claims: Sequence[Expr]) -> bool:
        broken = [each.condition for each in self.unrolled({self.head: claims}).broken]
        return self._decider.decide(broken, AnswerBudget(10, 10)).is_unsat

    def kept(self, *candidates: Sequence[Expr], late: bool = False) -> Mapping[Node, Sequence[Expr]]:
        houdini = Houdini(self.unrolled, self._decider, AnswerBudget(10, 10), lambda: late)
        return houdini.inductive([CandidateConditions(self.head, chain(*candidates))])

    def compared(self, left: str, op: BinaryOp, right: str | int) -> Expr:
        names, int_ = {each.name: each for each in self.program.main.variables}, self.program.machine.int
        return Binary(op, Var(names[left]), Const(right, int_) if isinstance(right, int) else Var(names[right]), int_)


def test_what_is_left_is_the_largest_inductive_subset(tmp_path: Path) -> None:
    loop = Loop(COUNTS, tmp_path)
    right = [
        loop.compared("x", BinaryOp.LE, 10),
        loop.compared("x", BinaryOp.EQ, "y"),
        loop.compared("y", BinaryOp.LE, 10),
        loop.compared("z", BinaryOp.EQ, 0),
    ]
    wrong = [loop.compared("x", BinaryOp.LE, 3), loop.compared("y", BinaryOp.NE, 7)]
    kept = set(loop.kept([*right, *wrong])[loop.head])
    assert kept == set(right)
    every = [*right, *wrong]
    subsets = chain.from_iterable(combinations(every, size) for size in range(1, len(every) + 1))
    assert all(set(subset) <= kept for subset in subsets if loop.is_inductive(subset))
    assert loop.is_inductive(list(kept))


def test_candidates_of_several_sources_help_each_other(tmp_path: Path) -> None:
    loop = Loop(COUNTS, tmp_path)
    equal, bounded = loop.compared("x", BinaryOp.EQ, "y"), loop.compared("x", BinaryOp.LE, 10)
    goal = loop.compared("y", BinaryOp.LE, 10)
    assert set(loop.kept([goal], [equal, bounded])[loop.head]) == {goal, equal, bounded}
    assert loop.kept([goal], [bounded]).get(loop.head, []) == [bounded]


def test_nothing_is_kept_if_it_is_late(tmp_path: Path) -> None:
    loop = Loop(COUNTS, tmp_path)
    assert loop.kept([loop.compared("x", BinaryOp.LE, 10)], late=True) == {}


@pytest.mark.parametrize("op", [BinaryOp.GT, BinaryOp.NE])
def test_what_does_not_hold_when_the_loop_begins_is_dropped(op: BinaryOp, tmp_path: Path) -> None:
    loop = Loop(COUNTS, tmp_path)
    assert not loop.kept([loop.compared("x", op, 0)]).get(loop.head)
