"""Traces: equal ones are the same object, joins contain their parts, formulas can be numbered on from another path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.predicate.running import program_of
from whet.analyses.predicate.coding import Numbering
from whet.analyses.predicate.traces import After, Either, Loss, Trace, Traces, within
from whet.cfa.model import Edge, Node, Program
from whet.core.path import PathStep
from whet.solvers.port import Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term

DIAMOND = "int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x > 3) y = 1; else x = 7; x = x + y; return x; }"


def fork(program: Program) -> tuple[Node, list[Edge]]:
    """The node of main with two edges, and these."""
    node = next(node for node in program.main.nodes if len(node.leaving) == 2)
    return node, node.leaving


def traces_of(text: str, folder: Path) -> tuple[Traces, Trace, list[Edge]]:
    program = program_of(text, folder)
    traces = Traces(program, Terms())
    node, edges = fork(program)
    return traces, traces.begun(node, {"main": 1}), edges


def may_hold(traces: Traces, *terms: Term) -> bool:
    solver = engine_named("bitwuzla", traces.terms).solver()
    solver.add(*terms)
    answer = solver.check()
    assert isinstance(answer, Sat | Unsat)
    return isinstance(answer, Sat)


def branches(traces: Traces, start: Trace, edges: list[Edge]) -> list[Trace]:
    return [traces.extended(start, PathStep(edge))[0] for edge in edges]


def test_the_same_steps_are_the_same_trace(tmp_path: Path) -> None:
    traces, start, edges = traces_of(DIAMOND, tmp_path)
    one, other = branches(traces, start, edges)
    assert traces.extended(start, PathStep(edges[0]))[0] is one
    assert one is not other
    assert traces.begun(edges[0].source, {"main": 1}) is start
    assert traces.begun(edges[0].source, {"main": 2}) is not start


def test_a_join_contains_its_parts_and_nothing_else(tmp_path: Path) -> None:
    traces, start, edges = traces_of(DIAMOND, tmp_path)
    one, other = branches(traces, start, edges)
    both = traces.joined(one, other)
    assert isinstance(both.how, Either)
    assert both is traces.joined(other, one)
    assert both is traces.joined(both, one) is traces.joined(one, both)
    assert traces.leq(lhs=one, rhs=both)
    assert traces.leq(lhs=other, rhs=both)
    assert not traces.leq(lhs=both, rhs=one)
    assert not traces.leq(lhs=one, rhs=other)


def test_what_follows_a_part_is_contained_in_what_follows_the_join(tmp_path: Path) -> None:
    traces, start, edges = traces_of(DIAMOND, tmp_path)
    one, other = branches(traces, start, edges)
    (edge,) = one.location.leaving
    both = traces.extended(traces.joined(one, other), PathStep(edge))[0]
    only = traces.extended(one, PathStep(edge))[0]
    assert traces.leq(lhs=only, rhs=both)
    assert not traces.leq(lhs=both, rhs=only)
    assert traces.joined(only, both) is both


def test_the_formula_of_a_join_is_the_disjunction(tmp_path: Path) -> None:
    traces, start, edges = traces_of(DIAMOND, tmp_path)
    one, other = branches(traces, start, edges)
    both = traces.joined(one, other).path
    t, encoder = traces.terms, traces.encoder
    x, y = (encoder.symbol(both, each) for each in traces.program.main.variables if each.name in "xy")
    assert not may_hold(traces, both.formula, t.not_(t.eq(y, t.bv(1, 32))), t.not_(t.eq(x, t.bv(7, 32))))
    assert may_hold(traces, both.formula, t.eq(x, t.bv(7, 32)))
    assert may_hold(traces, both.formula, t.eq(x, t.bv(8, 32)))
    assert not may_hold(traces, both.formula, t.eq(x, t.bv(2, 32)))


def test_a_trace_can_be_numbered_on_from_another_path(tmp_path: Path) -> None:
    traces, start, edges = traces_of(DIAMOND, tmp_path)
    both = traces.joined(*branches(traces, start, edges))
    first = traces.first(program_entry(traces.program)).path
    before = traces.encoder.cleared(both.path)
    encoded = traces.encoded(both, before, Numbering())
    assert list(encoded) == list(within(both))
    assert encoded[start].path.ssa == before.ssa
    assert may_hold(traces, encoded[both].path.formula)
    assert first.formula is not traces.terms.true, "a program begins with something"
    again = traces.encoded(both, start.path, Numbering())[both].path
    assert again.formula is both.path.formula
    assert again.ssa == both.path.ssa


def program_entry(program: Program) -> Node:
    assert program.start.entry is not None
    return program.start.entry


def test_an_ended_call_does_not_keep_paths_apart(tmp_path: Path) -> None:
    text = "int f(int a) { return a; } int main(void) { int x = __VERIFIER_nondet_int(); if (x) x = f(x); return x; }"
    program = program_of(text, tmp_path)
    traces = Traces(program, Terms())
    node, (taken, skipped) = fork(program)
    start = traces.begun(node, {"main": 1})
    assert program.functions["f"].entry is not None
    trace = traces.extended(start, PathStep(taken))[0]
    (call,) = trace.location.leaving
    entering, leaving = program.call_edges(call, program.functions["f"])
    for edge in (entering, *program.functions["f"].entry.leaving, leaving, *call.target.leaving[:0]):
        trace = traces.extended(trace, PathStep(edge))[0]
    assert dict(trace.path.activations) == {"main": 1}
    other = traces.extended(start, PathStep(skipped))[0]
    while trace.location is not other.location:
        trace = traces.extended(trace, PathStep(trace.location.leaving[0]))[0]
    assert traces.joined(trace, other).path.formula is not None


@pytest.mark.parametrize(
    ("statement", "loses"), [("x = x + 1;", False), ("x = (long)&x == 4096 ? 1 : 2;", True), ("x = &x != 0;", False)]
)
def test_a_step_whose_encoding_depends_on_addresses_has_a_loss(statement: str, loses: bool, tmp_path: Path) -> None:
    program = program_of(f"int main(void) {{ long x = 0; {statement} return (int)x; }}", tmp_path)
    traces = Traces(program, Terms())
    found: list[Trace] = []
    assert program.main.entry is not None
    waiting = [traces.begun(program.main.entry, {"main": 1})]
    while waiting:
        trace = waiting.pop()
        for edge in trace.location.leaving:
            after, loss = traces.extended(trace, PathStep(edge))
            assert isinstance(after.how, After)
            waiting.append(after)
            found += [] if loss is None else [loss]
    assert bool(found) is loses
    assert all(isinstance(loss.how, Loss) and loss.how.gap.reason == "address" for loss in found)
    assert all(may_hold(traces, loss.path.formula) for loss in found)
