"""k-induction from C text to a verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.cfa.expressions import Binary, BinaryOp, Const, Var
from whet.cfa.facts import Facts
from whet.cfa.model import Program
from whet.cfa.trees import Trees
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, Spot, to_json
from whet.core.mailbox import Message, MessageKind
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.task.errors import TaskError
from whet.task.task import Task

TOGETHER = """
int main(void) {
    unsigned a = 0, b = 0;
    while (__VERIFIER_nondet_int()) { a++; b++; if (a != b) reach_error(); if (a > 100) { a = 0; b = 0; } }
}
"""
"""Provable with one turn before the one shown: then the two are equal."""
BELOW = """
int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int()) { if (i < 10) i++; if (__VERIFIER_nondet_int() && i > 10) reach_error(); }
}
"""
"""Any number of turns may go by without a look at i, so it must be told that i is at most 10."""
LOST = "int main(void) { int n = 5; while (__VERIFIER_nondet_int()) { if (n != 5) reach_error(); CHANGE } }"
BY_CALL = """
int n = 5;
void f(int *p) { *p = 6; }
int main(void) { while (__VERIFIER_nondet_int()) { if (n != 5) reach_error(); f(&n); } }
"""
"""The loop writes nothing by itself."""


class Told:
    """A mailbox with invariants in it."""

    def __init__(self, proof: Proof) -> None:
        self._messages = [Message("other", MessageKind.INVARIANTS, proof)]

    def publish(self, kind: MessageKind, data: object) -> None:
        pass

    def read(self, *kinds: MessageKind) -> list[Message]:
        messages, self._messages = self._messages, []
        return messages


def verified(program: Program, *overrides: str, context: Context | None = None) -> Result:
    configuration = load_configuration("ki", [*overrides, "kinduction.deepest=4"])
    return engine.run(program, Task(files=("program.c",)), configuration, context or Context())


def proof_that(program: Program, name: str, op: BinaryOp, number: int) -> Proof:
    """A comparison that is said to hold at the head of the only loop of main."""
    assert program.main is not None
    (head,) = Facts.of(program).loops(program.main).heads
    variable = next(each for each in program.main.variables if each.name == name)
    condition = Binary(op, Var(variable), Const(number, program.machine.int), program.machine.int)
    tree = Trees(program).tree(condition)
    return Proof((Invariant(function="main", node=head.number, spot=Spot.LOOP_HEAD, place=None, text="told", tree=tree),))


def test_what_the_loop_does_not_change_is_known_in_every_turn(tmp_path: Path) -> None:
    result = verified(read(LOST.replace("CHANGE", ""), tmp_path))
    assert result.verdict == TrueVerdict()
    assert result.evidence == Proof((), k=1)


@pytest.mark.parametrize(
    "text", [LOST.replace("CHANGE", "n = 6;"), LOST.replace("CHANGE", "n += __VERIFIER_nondet_int();"), BY_CALL]
)
def test_what_the_loop_changes_is_not_taken_for_what_it_was(text: str, tmp_path: Path) -> None:
    assert isinstance(verified(read(text, tmp_path)).verdict, FalseVerdict)


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { int n = 5; while (__VERIFIER_nondet_int()) { if (n != 5) reach_error(); } n = 6; }",
        "int main(void) { unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n; i++)"
        " while (__VERIFIER_nondet_int()) if (i >= n) reach_error(); }",
    ],
    ids=["changed after the loop", "condition of the loop around"],
)
def test_what_leaves_a_loop_does_not_change_it(text: str, tmp_path: Path) -> None:
    """What follows a loop is on one edge with its exit; and a condition of a loop holds in the loops in it."""
    result = verified(read(f"unsigned __VERIFIER_nondet_uint(void); {text}", tmp_path), "kinduction.deepest=1")
    assert isinstance(result.verdict, TrueVerdict)


def test_turns_without_an_error_prove_the_next_one(tmp_path: Path) -> None:
    result = verified(read(TOGETHER, tmp_path))
    assert result.verdict == TrueVerdict()
    assert isinstance(result.evidence, Proof)
    assert result.evidence.k == 2


def test_invariant_that_is_told_makes_the_step_possible(tmp_path: Path) -> None:
    program = read(BELOW, tmp_path)
    context = Context(mailbox=Told(proof_that(program, "i", BinaryOp.LE, 10)))
    result = verified(program, context=context)
    assert result.verdict == TrueVerdict()
    assert isinstance(result.evidence, Proof)
    assert (result.evidence.k, len(result.evidence.invariants)) == (1, 1)


def test_without_it_the_step_fails(tmp_path: Path) -> None:
    assert not isinstance(verified(read(BELOW, tmp_path)).verdict, TrueVerdict)


@pytest.mark.parametrize(("op", "number", "holds"), [(BinaryOp.LE, 10, True), (BinaryOp.LE, 9, False), (BinaryOp.GE, 0, False)])
def test_invariant_in_a_file_is_used_only_if_induction_shows_it(op: BinaryOp, number: int, holds: bool, tmp_path: Path) -> None:
    """That i is at most 9 is wrong; that it is not negative is true, and says too little."""
    program = read(BELOW, tmp_path)
    file = tmp_path / "result.json"
    file.write_text(json.dumps({"evidence": to_json(proof_that(program, "i", op, number))}))
    verdict = verified(program, f"kinduction.invariants={file}").verdict
    assert isinstance(verdict, TrueVerdict) is holds


def test_file_without_invariants_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("{}")
    with pytest.raises(TaskError, match=r"kinduction.invariants: .*result.json"):
        verified(read(BELOW, tmp_path), f"kinduction.invariants={file}")


def test_recursion_and_loops_entered_in_the_middle_are_left_to_the_base_case(tmp_path: Path) -> None:
    text = "int main(void) { int n = 5; if (__VERIFIER_nondet_int()) goto in; "
    text += "while (__VERIFIER_nondet_int()) { n = 5; in: n = n; if (n == 7) reach_error(); } }"
    assert not isinstance(verified(read(text, tmp_path)).verdict, TrueVerdict)
    text = "int f(int n) { return __VERIFIER_nondet_int() ? f(n) : n; } int main(void) { if (f(5) == 6) reach_error(); }"
    assert not isinstance(verified(read(text, tmp_path)).verdict, TrueVerdict)
