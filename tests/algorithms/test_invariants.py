"""The invariants of a proof hold whenever a run is at their location."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contracts.executions import RepeatedInputs
from tests.verdicts.programs import FOLDER
from whet.algorithms import engine
from whet.algorithms.targets import targets_of
from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.state import ValueState
from whet.cfa.expressions import Binary, BinaryOp, Const, Deref, Expr, Var
from whet.cfa.model import Edge, Node, Program
from whet.cfa.trees import ExpressionTree, Trees
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Counterexample, Evidence, Invariant, Proof, Spot, from_json, to_json
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached
from whet.interpreter.process import RunBounds
from whet.interpreter.view import View
from whet.task.task import Task

DECLARED = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
TASK = Task(files=("program.c",))
RANDOM = random.Random(7)
INPUTS = [(0,), (1,), (-1,), (3, 2, 1), *(tuple(RANDOM.randint(-20, 20) for _ in range(9)) for _ in range(8))]


def program_of(path: Path) -> Program:
    program = parse_file(str(path), machine=LP64)
    put_checks(program, targets_of(TASK.property))
    return program


def evidence_of(path: Path, preset: str, *overrides: str) -> Evidence | None:
    context = Context(limits=SoftLimits(steps=2000))
    try:
        return engine.run(program_of(path), TASK, load_configuration(preset, overrides), context).evidence
    except LimitReached:
        return None


def written(folder: Path, source: str) -> Path:
    path = folder / "program.c"
    path.write_text(DECLARED + source)
    return path


def proof(path: Path, preset: str, *overrides: str) -> Proof:
    found = evidence_of(path, preset, *overrides)
    assert isinstance(found, Proof)
    return found


def texts(found: Proof) -> dict[tuple[str, str], str]:
    return {(each.function, each.spot): each.text for each in found.invariants}


# ------------------------------------------------------------------------------------------------ on executions


def visits(path: Path, found: Proof) -> int:
    """How often a run was at a location with an invariant, which held; the program is read anew, and so is the proof."""
    program = program_of(path)
    trees = Trees(program)
    read = from_json(to_json(found))
    assert isinstance(read, Proof)
    told = [each for each in read.invariants if each.calls is None]
    conditions = {each.node: (each, trees.expression(each.tree)) for each in told}
    seen = 0

    def watch(edge: Edge, view: View) -> None:
        nonlocal seen
        if edge.source.number in conditions and view.plan.function is edge.source.function:
            invariant, condition = conditions[edge.source.number]
            assert may_hold(condition, view), f"{invariant.place}: {invariant.text} is wrong"
            seen += 1

    interpreter = Interpreter(program, limits=RunBounds(steps=1000))
    for inputs in INPUTS:
        execution = interpreter.watch(watch, RepeatedInputs(inputs))
        assert not isinstance(execution.outcome, ErrorReached)
    return seen


def may_hold(condition: Expr, view: View) -> bool:
    """False only if it is wrong for every value of what is indeterminate."""
    match condition:
        case Binary(op=BinaryOp.AND, left=left, right=right):
            return may_hold(left, view) and may_hold(right, view)
        case Binary(op=BinaryOp.OR, left=left, right=right):
            return may_hold(left, view) or may_hold(right, view)
        case _:
            return view.value(condition) != 0


RUNS = [
    *(("value", group) for group in ("state_machines", "calls", "recursion", "static_state", "control_flow")),
    *(("refsel", group) for group in ("state_machines", "calls", "control_flow")),
]


def safe(group: str) -> list[Path]:
    return [path for path in sorted((FOLDER / group).glob("*.c")) if "// EXPECT: TRUE" in path.read_text()]


@pytest.mark.parametrize(("preset", "group"), RUNS)
def test_invariants_hold_in_runs(preset: str, group: str) -> None:
    seen = 0
    for path in safe(group)[:6]:
        found = evidence_of(path, preset)
        if isinstance(found, Proof):
            seen += visits(path, found)
    assert seen > 0


COUNTING = """int steps;
static int next(int state) { steps = 1; return state == 2 ? 0 : state + 1; }
int main(void) { int state = 0, k = 5; while (__VERIFIER_nondet_int()) { state = next(state); }
  if (state > 2 || k != 5) reach_error(); return 0; }"""


def test_invariants_of_a_state_machine(tmp_path: Path) -> None:
    found = proof(written(tmp_path, COUNTING), "value")
    assert found.left_out == 0
    states = "state == 0 && steps == 0 || state == 1 && steps == 1 || state == 2 && steps == 1 || state == 0 && steps == 1"
    assert texts(found)["main", Spot.LOOP_HEAD] == f"k == 5 && ({states})"
    assert texts(found)["main", Spot.FUNCTION_ENTRY] == "steps == 0"


def changed(tree: ExpressionTree, old: ExpressionTree, new: ExpressionTree) -> ExpressionTree:
    if tree == old:
        return new
    return tuple(changed(part, old, new) for part in tree) if isinstance(tree, tuple) else tree


def wrong(invariant: Invariant) -> Iterator[Invariant]:
    """The same with one constant too large, in turn."""
    for number in range(6):
        tree = changed(invariant.tree, ("const", number, "int"), ("const", number + 1, "int"))
        if tree != invariant.tree:
            yield replace(invariant, tree=tree)


def test_wrong_invariants_are_found_out(tmp_path: Path) -> None:
    path = written(tmp_path, COUNTING)
    found = proof(path, "value")
    assert visits(path, found) > 50
    mutants = [mutant for each in found.invariants for mutant in wrong(each)]
    assert len(mutants) > 5
    for mutant in mutants:
        with pytest.raises(AssertionError, match="is wrong"):
            visits(path, Proof((mutant,)))


def test_wrong_claims_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, COUNTING)
    honest = ValueAnalysis.claim

    def claim(self: ValueAnalysis, state: ValueState, location: Node) -> Expr | None:
        said = honest(self, state, location)
        return None if said is None else _with_one_for_two(said)

    monkeypatch.setattr(ValueAnalysis, "claim", claim)
    found = proof(path, "value")
    with pytest.raises(AssertionError, match="is wrong"):
        visits(path, found)


def _with_one_for_two(claim: Expr) -> Expr:
    match claim:
        case Binary(op=BinaryOp.AND as op, left=left, right=right, type=type):
            return Binary(op, _with_one_for_two(left), _with_one_for_two(right), type)
        case Binary(op=op, left=left, right=Const(value=2, type=number), type=type):
            return Binary(op, left, Const(1, number), type)
        case _:
            return claim


# --------------------------------------------------------------------------------------------------- what is told


def test_where_no_run_gets_to_the_invariant_is_false(tmp_path: Path) -> None:
    source = "static void never(void) { } int main(void) { int k = 1; if (k == 2) { never(); } return 0; }"
    found = proof(written(tmp_path, source), "value")
    (dead,) = (each for each in found.invariants if each.function == "never")
    assert (dead.text, dead.tree) == ("0", ("const", 0, "int"))


def test_state_that_says_nothing_leaves_no_invariant(tmp_path: Path) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); while (x > 0) { x = x - 1; } return 0; }"
    found = proof(written(tmp_path, source), "value")
    assert not found.invariants
    assert found.left_out == 0


MANY = "int main(void) { int k = 3; for (int i = 0; i < 40; i++) { if (k != 3) reach_error(); } return 0; }"


def test_many_states_have_in_common_what_people_are_told_and_the_check_is_told_all(tmp_path: Path) -> None:
    found = proof(written(tmp_path, MANY), "value")
    short, long = [each for each in found.invariants if each.spot is Spot.LOOP_HEAD]
    assert (short.text, short.calls) == ("k == 3", None)
    assert long.text.startswith("k == 3 && (i == 0 || i == 1")
    assert long.calls is not None
    assert found.left_out == 0


def test_little_budget_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.algorithms.invariants._FREE_FACTS", 0)
    monkeypatch.setattr("whet.algorithms.invariants._FACTS_PER_STATE", 0)
    found = proof(written(tmp_path, MANY), "value")
    assert not found.invariants
    assert found.left_out == 1


def test_large_invariant_says_less(tmp_path: Path) -> None:
    variables = "".join(f"int g{number} = {number};" for number in range(80))
    sum_of_all = "+".join(f"g{number}" for number in range(80))
    source = f"{variables} int main(void) {{ if ({sum_of_all} != 3160) reach_error(); return 0; }}"
    found = proof(written(tmp_path, source), "value")
    assert texts(found)["main", Spot.FUNCTION_ENTRY].count("==") == 60


def test_claims_without_a_tree_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def claim(self: ValueAnalysis, state: ValueState, location: Node) -> Expr | None:
        pointer = next(variable for variable in self.program.globals if variable.name == "p")
        return Binary(BinaryOp.EQ, Deref(Var(pointer), LP64.int), Const(0, LP64.int), LP64.int)

    monkeypatch.setattr(ValueAnalysis, "claim", claim)
    found = proof(written(tmp_path, "int x, *p = &x; int main(void) { return *p; }"), "value")
    assert (found.invariants, found.left_out) == ((), 1)


def test_alternative_that_says_more_than_another_is_dropped(tmp_path: Path) -> None:
    source = """int main(void) { int a = 1, b = 2, c = 3; if (__VERIFIER_nondet_int()) b = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) { c = 3; } return a + b + c; }"""
    found = proof(written(tmp_path, source), "value")
    assert "b" not in texts(found)["main", Spot.LOOP_HEAD]


def test_violation_has_the_steps_of_its_run(tmp_path: Path) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 7) { reach_error(); } return 0; }"
    found = evidence_of(written(tmp_path, source), "value")
    assert isinstance(found, Counterexample)
    assert [getattr(step, "value", getattr(step, "after", None)) for step in found.steps] == [None, None, 7, 7, None, None]
