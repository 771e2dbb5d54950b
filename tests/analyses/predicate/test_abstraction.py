"""Abstractions of blocks: what follows, what is strongest, what needs no solver, and what happens when a solver gives up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analyses.predicate.running import INDEX, Explored, condition, explore, program_of
from whet.analyses.predicate import abstraction as abstraction_module
from whet.analyses.predicate.abstraction import combination
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.predicate.predicates import Predicate
from whet.analyses.predicate.questions import Questions
from whet.analyses.predicate.state import Abstraction, PredicateState, started
from whet.analyses.predicate.traces import Trace
from whet.core.path import PathStep
from whet.solvers.port import FailureReason, NoAnswer, Solver, SolverAnswer
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Float
from whet.solvers.terms.term import Term

# ----------------------------------------------------------------------------------------------------------- combinations


@given(st.sets(st.tuples(*[st.booleans()] * 4), min_size=1))
def test_a_combination_is_the_disjunction_of_its_cubes(cubes: set[tuple[bool, ...]]) -> None:
    terms = Terms()
    symbols = [terms.symbol(name, BOOL) for name in "pqrs"]
    found = combination(terms, symbols, sorted(cubes))
    for cube in product((False, True), repeat=4):
        assert _value(terms.and_(*found), dict(zip(symbols, cube, strict=True))) is (cube in cubes)
    again = combination(terms, symbols, sorted(cubes, reverse=True))
    assert terms.and_(*found) is terms.and_(*again)


def _value(term: Term, values: dict[Term, bool]) -> bool:
    from whet.solvers.terms.evaluate import evaluate

    return bool(evaluate(term, values))


# ----------------------------------------------------------------------------------------------------------- random programs

STATEMENTS = (
    "x = y;",
    "x++;",
    "y = x + 1;",
    "z = x & 3;",
    "y = __VERIFIER_nondet_uint();",
    "if (x == y) z = 0; else z = 2;",
    "if (z <= 1) x = 5;",
    "if (y > x) { y = x; z++; }",
    "__VERIFIER_assume(x <= 3);",
    "if (x == 3) abort();",
    "a[x & 1] = z;",
    "z = a[0];",
    "f = f * 2; if (f > 3) x = 1;",
)
PREDICATES = ("x == y", "x <= 3", "y <= 3", "z == 0", "z <= 1", "x == 5", "y == z", "x == 1")
statements = st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=4)


def text(before: list[str], body: list[str]) -> str:
    return f"""int main(void) {{
      unsigned x = 0, y = 1, z = 2, a[2] = {{0, 1}}; float f = 1;
      {" ".join(before)}
      while (__VERIFIER_nondet_bool()) {{ {" ".join(body)} }}
      return 0;
    }}"""


def cuts(explored: Explored) -> Iterator[tuple[PredicateState, Trace, PredicateState]]:
    """Where blocks end: the state before, the block, and the abstraction after it."""
    for node in explored.reached.arg.nodes():
        for edge, child in node.children:
            before, after = node.state[INDEX], child.state[INDEX]
            if after.is_abstraction:
                yield before, explored.analysis.traces.extended(before.trace, PathStep(edge))[0], after


def holds_at_end(explored: Explored, formula: Term, trace: Trace) -> Term:
    return explored.analysis.encoder.instantiate(formula, trace.path.ssa)


@settings(max_examples=15)
@given(
    before=statements,
    body=statements,
    chosen=st.lists(st.sampled_from(PREDICATES), min_size=1, max_size=4, unique=True),
    blocks=st.sampled_from(["edge", "loops", "joins"]),
)
def test_an_abstraction_is_the_strongest_combination_that_follows(
    before: list[str], body: list[str], chosen: list[str], blocks: str
) -> None:
    with TemporaryDirectory() as folder:
        program = program_of(text(before, body), Path(folder))
    explored = explore(program, chosen, blocks=blocks, limit=40)
    analysis, t = explored.analysis, explored.analysis.terms
    cartesian = PredicateAnalysis(program, PredicateOptions(blocks="loops", abstraction="cartesian"))
    may_hold = Questions(t).may_hold
    predicates = [condition(analysis, each) for each in chosen]
    for state, trace, after in list(cuts(explored))[:12]:
        facts = [*started(analysis.traces, state.block), trace.path.formula]
        formula = after.block.formula
        assert not may_hold(*facts, t.not_(holds_at_end(explored, formula, trace))), "the block implies its abstraction"
        for cube in product((False, True), repeat=len(predicates)):
            literals = t.and_(*(p if holds else t.not_(p) for p, holds in zip(predicates, cube, strict=True)))
            if may_hold(formula, literals):
                assert may_hold(*facts, holds_at_end(explored, literals, trace)), "nothing stronger follows"
    _compare(explored, cartesian)


def _compare(explored: Explored, other: PredicateAnalysis) -> None:
    """Each abstraction again, each predicate by itself: it is no stronger, and it is what follows."""
    analysis = explored.analysis
    t = analysis.terms
    weaker = type(analysis._abstractor)(analysis.traces, analysis._abstractions, analysis._questions, is_boolean=False)
    for state, trace, after in list(cuts(explored))[:12]:
        predicates = explored.reached.arg.root.precision[INDEX].predicates if explored.reached.arg.root else ()
        found = weaker.abstracted(state.block, trace, predicates)
        assert found is not None
        assert analysis._abstractions.implies(after.block, found)
        hits = analysis.statistics()["abstraction_cache_hits"]
        assert weaker.abstracted(state.block, trace, predicates) is found
        assert analysis.statistics()["abstraction_cache_hits"] == hits + 1
        for predicate in predicates:
            for literal in (predicate.term, t.not_(predicate.term)):
                facts = [*started(analysis.traces, state.block), trace.path.formula]
                follows = not analysis._questions.may_hold(*facts, t.not_(holds_at_end(explored, literal, trace)))
                known = not analysis._questions.may_hold(found.formula, t.not_(literal))
                assert follows is known


# ----------------------------------------------------------------------------------------------------------- details


class Fixed:
    """A block from the beginning of main to its loop."""

    def __init__(self, body: str, folder: Path, abstraction: str = "boolean") -> None:
        declarations = "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = 2;"
        program = program_of(f"int main(void) {{ {declarations} {body} while (x) x--; return 0; }}", folder)
        self.analysis = PredicateAnalysis(program, PredicateOptions(blocks="loops", abstraction=abstraction))
        assert program.main.entry is not None
        trace = self.analysis.traces.begun(program.main.entry, {"main": 1})
        while not trace.is_start or trace.location is program.main.entry:
            (edge, *_) = trace.location.leaving
            trace = self.analysis.traces.extended(trace, PathStep(edge))[0]
            if self.analysis.block_ends(edge):
                break
        self.trace = trace

    def predicates(self, *texts: str) -> list[Predicate]:
        terms = [self.analysis.terms.false if each == "false" else condition(self.analysis, each) for each in texts]
        return [each for term in terms for each in self.analysis.tracked(term, self.trace.location)]

    def __call__(self, *texts: str, begin: tuple[str, ...] = ()) -> Abstraction | None:
        block = self.analysis._abstractions.conjunction([condition(self.analysis, each) for each in begin])
        return self.analysis._abstractor.abstracted(block, self.trace, self.predicates(*texts))

    def known(self, *texts: str, begin: tuple[str, ...] = ()) -> set[Term]:
        found = self(*texts, begin=begin)
        assert found is not None
        return {*found.parts}

    def terms(self, *texts: str) -> set[Term]:
        return {condition(self.analysis, each) for each in texts}


def test_a_block_that_cannot_be_executed_has_no_abstraction(tmp_path: Path) -> None:
    fixed = Fixed("__VERIFIER_assume(x == 1); __VERIFIER_assume(x == 2);", tmp_path)
    assert fixed("z == 2") is None
    assert fixed("x == 1") is None
    assert fixed("false") is None
    assert fixed() is not None, "without a predicate nobody asks"
    possible = Fixed("__VERIFIER_assume(x == 1);", tmp_path)
    assert possible("false") is possible.analysis._abstractions.true


def test_the_abstraction_before_counts(tmp_path: Path) -> None:
    fixed = Fixed("__VERIFIER_assume(x == 1);", tmp_path)
    assert fixed.known("z == 2", "x == 1") == fixed.terms("z == 2", "x == 1")
    assert fixed.known("y == 7", begin=("y == 7",)) == set(), "y is given a new value"


def test_correlated_predicates_need_a_boolean_abstraction(tmp_path: Path) -> None:
    body = "if (__VERIFIER_nondet_bool()) { x = 1; y = 1; } else { x = 2; y = 2; }"
    programs = {}
    for abstraction in ("boolean", "cartesian"):
        program = program_of(LOOP.format(body=body), tmp_path)
        explored = explore(program, ["x == 1", "y == 1"], blocks="loops", abstraction=abstraction)
        states = [state.block for state in explored.states() if state.is_abstraction]
        programs[abstraction] = any(str(condition(explored.analysis, "x == 1")) in str(each.formula) for each in states)
    assert programs == {"boolean": True, "cartesian": False}


LOOP = "int main(void) {{ unsigned x, y; {body} y = y + 0; while (__VERIFIER_nondet_bool()) ; return 0; }}"


def test_what_the_block_does_not_touch_is_taken_over(tmp_path: Path) -> None:
    fixed = Fixed("while (z == 7) z = 3;", tmp_path)
    # the block that goes around the second loop does not speak of y and z
    traces = fixed.analysis.traces
    head = fixed.trace.location
    start = traces.begun(head, {"main": 1})
    leaving = next(edge for edge in head.leaving if edge.target is not head)
    trace = traces.extended(start, PathStep(leaving))[0]
    predicates = fixed.predicates("y == 3", "y <= 5")
    block = fixed.analysis._abstractions.conjunction([condition(fixed.analysis, "y == 3")])
    found = fixed.analysis._abstractor.abstracted(block, trace, predicates)
    assert found is block
    assert fixed.analysis.statistics()["abstractions_taken_over"] == 1
    assert fixed.analysis.statistics()["all_sat_models"] == 0
    (other,) = fixed.predicates("y <= 5")
    weaker = fixed.analysis._abstractor.abstracted(block, trace, [other])
    assert weaker is not None
    assert {*weaker.parts} == fixed.terms("y <= 5"), "what is not tracked any more is forgotten"
    assert fixed.analysis.statistics()["abstractions_taken_over"] == 1


def test_independent_predicates_are_not_combined(tmp_path: Path) -> None:
    fixed = Fixed("__VERIFIER_assume(x <= 1); __VERIFIER_assume(y <= 1);", tmp_path)
    assert fixed.known("x == 0", "x == 1", "y == 0", "y == 1")
    assert fixed.analysis.statistics()["all_sat_models"] == 4, "two and two, not two times two"


def test_too_many_combinations_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = Fixed("__VERIFIER_assume(x <= 2); __VERIFIER_assume(y == x);", tmp_path)
    wanted = ("x == 0", "x == 1", "y == 1", "y <= 5")
    precise = fixed.known(*wanted)
    assert precise > fixed.terms("y <= 5")
    assert fixed.analysis.statistics()["cartesian_fallbacks"] == 0
    for constant in ("MOST_CUBES", "MOST_PREDICATES"):
        monkeypatch.setattr(abstraction_module, constant, 2)
        again = Fixed("__VERIFIER_assume(x <= 2); __VERIFIER_assume(y == x);", tmp_path)
        assert again.known(*wanted) == again.terms("y <= 5")
        assert again.analysis.statistics()["cartesian_fallbacks"] == 1
        monkeypatch.undo()


class GivesUp:
    """A solver that never decides."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.terms = solver.terms
        self.add, self.push, self.pop, self.interrupt = solver.add, solver.push, solver.pop, solver.interrupt

    def check(self, *assumptions: Term, limit: float | None = None) -> SolverAnswer:
        return NoAnswer(FailureReason.GAVE_UP)


@pytest.mark.parametrize("abstraction", ["boolean", "cartesian"])
def test_where_nothing_is_decided_nothing_is_known(abstraction: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = Fixed("__VERIFIER_assume(x == 1); __VERIFIER_assume(x == 2);", tmp_path, abstraction)
    real = Questions._solver
    monkeypatch.setattr(Questions, "_solver", lambda self, engine, facts: GivesUp(real(self, engine, facts)))
    assert fixed("x == 1", "y == 2") is fixed.analysis._abstractions.true
    assert fixed.analysis._abstractor.is_feasible(fixed.analysis._abstractions.true, fixed.trace)
    weak, strong = (fixed.analysis._abstractions.conjunction([*fixed.terms(each)]) for each in ("x <= 5", "x == 3"))
    assert not fixed.analysis._abstractions.implies(strong, weak)


def test_floats_of_unusual_formats_are_left_to_another_engine() -> None:
    terms = Terms()
    questions = Questions(terms)
    x, y = (terms.symbol(name, Float(15, 64)) for name in "xy")
    assert questions.may_hold(terms.fp_lt(x, y))
    assert not questions.may_hold(terms.fp_lt(x, y), terms.fp_lt(y, x))
    assert not questions.may_hold(terms.false)
    assert questions.counts.solver_checks == 2


def test_what_holds_in_every_state_is_not_said(tmp_path: Path) -> None:
    fixed = Fixed("", tmp_path)
    assert fixed.known("x == 2", "x == 3") == set()
    assert fixed.analysis.statistics()["all_sat_models"] == 3
    excluding = Fixed("__VERIFIER_assume(x <= 3); __VERIFIER_assume(x >= 2);", tmp_path)
    assert len(excluding.known("x == 2", "x == 3")) == 1
