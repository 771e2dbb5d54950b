"""The contracts of ``whet.core.interfaces``, over every registered analysis, found by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contracts.samples import SAMPLES
from whet.algorithms.cpa import cpa
from whet.cfa.model import Edge, Program
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import LP64, FloatType, ScalarType
from whet.core.composite import Composite
from whet.core.interfaces import Analysis
from whet.core.reached import ReachedSet
from whet.core.registry import registered_analyses
from whet.core.waitlist import BreadthFirst
from whet.frontend.parse import parse_file
from whet.trust.interpreter import Interpreter

ANALYSES = sorted(registered_analyses())
MAX_STATES = 400
FLOW = ("location", "callstack")


@cache
def program_of(sample: str) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{sample}.c"
        path.write_text(SAMPLES[sample])
        return parse_file(str(path), machine=LP64)


class _Enough(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Explored:
    """An analysis on a sample, with states and edges of a (cut-off) exploration."""

    analysis: Analysis[Any, Any]
    precision: Any
    states: tuple[Hashable, ...]
    steps: tuple[tuple[Hashable, Edge], ...]


@cache
def explored(name: str, sample: str) -> Explored:
    program = program_of(sample)
    made = {other: registered_analyses()[other].make(program) for other in dict.fromkeys((*FLOW, name))}
    composite = Composite(program, list(made.values()))
    index = list(made).index(name)
    reached = ReachedSet(composite, BreadthFirst())
    root = reached.start(composite.initial(_entry(program)), composite.initial_precision())

    def check() -> None:
        if len(reached) > MAX_STATES:
            raise _Enough

    with suppress(_Enough):
        cpa(composite, reached, check)
    nodes = list(reached.arg.nodes())
    states = tuple(dict.fromkeys(node.state[index] for node in nodes))
    steps = tuple((node.state[index], edge) for node in nodes for edge, _ in node.children)
    return Explored(made[name], root.precision[index], states, steps)


def _entry(program: Program) -> Any:
    assert program.start.entry is not None
    return program.start.entry


CASES = pytest.mark.parametrize(("name", "sample"), list(product(ANALYSES, SAMPLES)))


def pairs(case: Explored) -> Iterator[tuple[Any, Any]]:
    step = max(1, len(case.states) // 12)
    some = case.states[::step]
    return islice(product(some, some), 300)


@CASES
def test_leq_is_reflexive_and_transitive(name: str, sample: str) -> None:
    case = explored(name, sample)
    leq = case.analysis.domain.leq
    assert all(leq(lhs=state, rhs=state) for state in case.states)
    ordered = [(a, b) for a, b in pairs(case) if leq(lhs=a, rhs=b)]
    assert all(leq(lhs=a, rhs=d) for a, b in ordered for c, d in ordered if b == c)


@CASES
def test_join_and_widen_are_upper_bounds(name: str, sample: str) -> None:
    case = explored(name, sample)
    domain = case.analysis.domain
    for a, b in pairs(case):
        try:
            bounds = [domain.join(a, b), domain.widen(old=a, new=b)]
        except NotImplementedError:
            continue
        assert all(domain.leq(lhs=part, rhs=bound) for part in (a, b) for bound in bounds)


@CASES
def test_merge_keeps_what_was_reached(name: str, sample: str) -> None:
    case = explored(name, sample)
    for new, old in pairs(case):
        try:
            merged = case.analysis.merge(new=new, old=old, precision=case.precision)
        except NotImplementedError:
            continue
        assert case.analysis.domain.leq(lhs=old, rhs=merged)


@CASES
def test_stop_covers_the_same_state_and_nothing_when_empty(name: str, sample: str) -> None:
    case = explored(name, sample)
    for state in case.states[:50]:
        index = case.analysis.stop.index()
        assert index.covering(state) is None
        index.add(state)
        assert index.covering(state) == state
        index.remove(state)
        assert index.covering(state) is None


@CASES
def test_stop_finds_a_covering_state_only_where_the_order_says_so(name: str, sample: str) -> None:
    case = explored(name, sample)
    leq = case.analysis.domain.leq
    index = case.analysis.stop.index()
    added: list[Hashable] = []
    for state in case.states[:80]:
        covering = index.covering(state)
        assert (covering is not None) == any(leq(lhs=state, rhs=other) for other in added)
        assert covering is None or leq(lhs=state, rhs=covering)
        index.add(state)
        added.append(state)


@CASES
def test_post_repeats_itself_and_is_monotone(name: str, sample: str) -> None:
    case = explored(name, sample)
    leq = case.analysis.domain.leq
    for state, edge in case.steps[:150]:
        successors = successors_of(case, state, edge)
        assert list(successors) == list(successors_of(case, state, edge))
        for weaker in case.states[:30]:
            if leq(lhs=state, rhs=weaker) and weaker != state:
                found = successors_of(case, weaker, edge)
                assert all(any(leq(lhs=one, rhs=other) for other in found) for one in successors)


def successors_of(case: Explored, state: Any, edge: Edge) -> Sequence[Any]:
    post = case.analysis.transfer.post(edge)
    return (state,) if post is None else post(state, case.precision)


class _Inputs:
    """Inputs from a list, repeated."""

    def __init__(self, values: list[int]) -> None:
        self._values = values
        self._next = 0

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        self._next += 1
        value = self._values[self._next % len(self._values)]
        return float(value) if isinstance(type, FloatType) else value

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self.nondet(type, origin)


@CASES
@settings(max_examples=8, deadline=None)
@given(values=st.lists(st.sampled_from([0, 1, -1, 2, 3, 97, 98, 99, 2**31 - 1, -(2**31)]), min_size=1, max_size=6))
def test_transfer_never_cuts_off_a_concrete_execution(name: str, sample: str, values: list[int]) -> None:
    """Along the edges a real execution takes there is an abstract successor; an edge without one is its last."""
    program = program_of(sample)
    analysis = registered_analyses()[name].make(program)
    precision = analysis.initial_precision()
    states: list[Any] = [analysis.initial(_entry(program))]

    def follow(edge: Edge) -> None:
        assert states, f"{name} had no successor before {edge}"
        post = analysis.transfer.post(edge)
        if post is not None:
            states[:] = list(dict.fromkeys(successor for state in states for successor in post(state, precision)))

    Interpreter(program).run(_Inputs(values), observer=follow)
