"""The product: combinations of successors, strengthening, queries, covering."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from whet.algorithms.cpa import cpa
from whet.analyses.callstack import CallstackAnalysis
from whet.analyses.location import LocationAnalysis
from whet.analyses.sign import SignAnalysis
from whet.cfa.model import Edge, Node, Program
from whet.core.composite import Composite
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Adjust, Adjusted, Ask, Finding, Gap, Post, Query, Strengthen, Violation
from whet.core.operators import NoPrecision
from whet.core.reached import ReachedSet
from whet.core.waitlist import BreadthFirst
from whet.frontend.parse import parse_file

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Favourite(Query[int]):
    """A question for these tests."""


class Splits(EdgeAnalysis[int]):
    """Two successors for every edge, up to 3; answers ``Favourite``."""

    name = "splits"

    def initial(self, node: Node) -> int:
        return 0

    def post(self, edge: Edge) -> Post[int, NoPrecision]:
        return lambda state, _precision: (state, min(state + 1, 3))

    def ask(self, state: int, query: Query[A]) -> A | None:
        return state if isinstance(query, Favourite) else None  # type: ignore[return-value]


class Listens(EdgeAnalysis[str]):
    """Takes over what others answer; does not believe in 2."""

    name = "listens"

    def initial(self, node: Node) -> str:
        return "nothing"

    def strengthen(self, edge: Edge) -> Strengthen[str]:
        def listen(state: str, ask: Ask) -> str | None:
            answer = ask(Favourite())
            return None if answer == 2 else f"heard {answer}"

        return listen


class Fails(EdgeAnalysis[int]):
    """Finds something at the third step."""

    name = "fails"

    def __init__(self, program: Program, finding: Finding) -> None:
        super().__init__(program)
        self._finding = finding

    def initial(self, node: Node) -> int:
        return 0

    def post(self, edge: Edge) -> Post[int, NoPrecision]:
        return lambda state, _precision: (state + 1,)

    def finding(self, state: int) -> Finding | None:
        return self._finding if state == 3 else None


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = Path(tmp_path_factory.mktemp("program")) / "program.c"
    path.write_text("int x; int main(void) { x = 1; if (x) x = 2; else x = 3; return x; }")
    return parse_file(str(path), blocks=False)


def explore(program: Program, *more: EdgeAnalysis[object]) -> tuple[ReachedSet, Composite, list[object]]:
    product = Composite(program, [LocationAnalysis(program), CallstackAnalysis(program), *more])
    reached = ReachedSet(product, BreadthFirst())
    assert program.start.entry is not None
    reached.start(product.initial(program.start.entry), product.initial_precision())
    cpa(product, reached, lambda: False)
    return reached, product, list(reached.targets)


def test_product_takes_every_combination_of_successors(program: Program) -> None:
    reached, _, _ = explore(program, Splits(program))  # type: ignore[arg-type]
    assert {node.state[2] for node in reached} == {0, 1, 2, 3}


def test_strengthen_uses_answers_and_drops_contradictions(program: Program) -> None:
    reached, _, _ = explore(program, Splits(program), Listens(program))  # type: ignore[arg-type]
    heard = {node.state[3] for node in reached}
    assert heard == {"nothing", "heard 0", "heard 1"}


def test_query_nobody_knows_has_no_answer(program: Program) -> None:
    reached, product, _ = explore(program)
    assert all(product.ask(node.state, Favourite()) is None for node in reached)


def test_violation_ends_the_exploration(program: Program) -> None:
    reached, _, targets = explore(program, Fails(program, Violation("p", "d")))  # type: ignore[arg-type]
    assert len(targets) == 1
    assert not reached.gaps


def test_gap_is_noted_and_not_explored(program: Program) -> None:
    reached, _, targets = explore(program, Fails(program, Gap("unsupported", "d")))  # type: ignore[arg-type]
    assert not targets
    assert list(reached.gaps.values()) == [Gap("unsupported", "d")]
    assert all(node.state[2] < 3 for node in reached)


def test_merge_joins_states_of_one_location(program: Program) -> None:
    reached, _, _ = explore(program, SignAnalysis(program))  # type: ignore[arg-type]
    assert len({(node.state[0], node.state[1]) for node in reached}) == len(reached)


class Remembers(EdgeAnalysis["Node | None"]):
    """Adjusts a state to the place where this is done."""

    name = "remembers"

    def initial(self, node: Node) -> Node | None:
        return node

    @property
    def adjust(self) -> Adjust[Node | None, NoPrecision]:
        def to_location(
            state: Node | None, precision: NoPrecision, location: Node, reached: Iterable[Node | None]
        ) -> Adjusted[Node | None, NoPrecision]:
            return Adjusted(location, precision)

        return to_location


def test_precision_is_adjusted_at_the_location_of_the_state(program: Program) -> None:
    reached, _, _ = explore(program, Remembers(program))  # type: ignore[arg-type]
    assert len(reached) > 5
    assert all(node.state[2] is node.state[0] for node in reached)


class Sleeper(Splits):
    """Sleeps until it is told not to."""

    name = "sleeper"
    is_asleep = True
    calls = 0

    def sleeps(self, precision: NoPrecision) -> bool:
        return self.is_asleep

    def post(self, edge: Edge) -> Post[int, NoPrecision]:
        self.calls += 1
        return super().post(edge)

    def finding(self, state: int) -> Finding | None:
        return Gap("test", "three") if state == 3 else None


def test_nobody_calls_a_component_that_sleeps(program: Program) -> None:
    sleeper = Sleeper(program)
    reached, product, _ = explore(program, sleeper)  # type: ignore[arg-type]
    assert sleeper.calls == 0
    assert {node.state[2] for node in reached} == {None}
    assert product.ask(next(iter(reached)).state, Favourite()) is None


def test_a_component_wakes_when_an_exploration_begins(program: Program) -> None:
    sleeper = Sleeper(program)
    reached, product, _ = explore(program, sleeper)  # type: ignore[arg-type]
    before = next(iter(reached)).state
    sleeper.is_asleep = False
    product.arrange(product.initial_precision())
    assert product.finding(before) is None, "it has nothing to say about states from before"
    assert program.start.entry is not None
    reached.restart(product.initial(program.start.entry), product.initial_precision())
    cpa(product, reached, lambda: False)
    assert sleeper.calls > 0
    assert {0, 1, 2} <= {node.state[2] for node in reached}
