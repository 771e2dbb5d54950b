"""Analyses that merge by join come to an end in every loop, soon, in whatever order states are explored."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf
from pathlib import Path

import pytest

from tests.contracts.contracts import CONTRACTS, FLOW, Contract, Subject, widening_ends
from tests.contracts.executions import entry_of, program_of
from tests.contracts.merging import Counting, CountingWithoutEnd, Parity
from tests.contracts.samples import SAMPLES
from whet.algorithms.cpa import cpa
from whet.cfa.types import LP64
from whet.core.composite import Composite
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.reached import ReachedSet
from whet.core.registry import ANALYSIS, make_waitlist
from whet.frontend.parse import parse_file

Made = type[EdgeAnalysis[float]] | type[Parity]
PRELUDE = "extern int __VERIFIER_nondet_int(void);"
ORDERS = ("auto", "bfs", "callstack", "dfs", "random", "rpo", "wto")


def in_sequence(loops: int) -> str:
    return f"int main(void) {{ int x = 0; {'while (__VERIFIER_nondet_int()) x = x + 1;' * loops} return x; }}"


def nested(loops: int) -> str:
    ends = "x = x - 1; }" * loops
    return f"int main(void) {{ int x = 0; {'while (__VERIFIER_nondet_int()) { x = x + 1;' * loops} {ends} return x; }}"


def with_branches(branches: int) -> str:
    body = "if (__VERIFIER_nondet_int()) x = x + 1; else x = x - 1;" * branches
    return f"int main(void) {{ int x = 0; while (__VERIFIER_nondet_int()) {{ {body} }} return x; }}"


def left_in_the_middle(loops: int) -> str:
    loop = "for (;;) { if (__VERIFIER_nondet_int()) break; if (__VERIFIER_nondet_int()) x = x + 1; else x = x - 1; }"
    return f"int main(void) {{ int x = 0; {loop * loops} return x; }}"


def with_calls(calls: int) -> str:
    callee = "int x; static void f(void) { while (__VERIFIER_nondet_int()) x = x + 1; }"
    return f"{callee} int main(void) {{ while (__VERIFIER_nondet_int()) {{ {'f();' * calls} }} return x; }}"


PROGRAMS: tuple[Callable[[int], str], ...] = (in_sequence, nested, with_branches, left_in_the_middle, with_calls)
RECURSION = "int x; static void f(int n) { x = x + 1; if (n) f(n - 1); } int main(void) { f(3); return x; }"


@dataclass(frozen=True, slots=True)
class Explored:
    steps: int
    """How many states were taken from the frontier."""
    reached: ReachedSet

    @property
    def is_complete(self) -> bool:
        return not self.reached.waitlist

    @property
    def edges(self) -> list[Hashable]:
        return [(node, edge, child) for node in self.reached.arg.nodes() for edge, child in node.children]

    @property
    def states(self) -> list[object]:
        """Of the analysis that merges."""
        return [node.state[-1] for node in self.reached]


def explored(
    text: str,
    folder: Path,
    made: Made,
    *,
    order: str = "auto",
    most: int = 5000,
    flow: tuple[str, ...] = FLOW,
) -> Explored:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    program = parse_file(str(path), machine=LP64)
    product = Composite(program, [*(ANALYSIS.named(name).make(program) for name in flow), made(program)])
    reached = ReachedSet(product, make_waitlist(order, product))
    reached.start(product.initial(entry_of(program)), product.initial_precision())
    steps = 0

    def stops() -> bool:
        nonlocal steps
        steps += 1
        return steps > most

    cpa(product, reached, stops)
    return Explored(steps, reached)


# ------------------------------------------------------------------------------------------------------------ in the end


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("made", [Counting, Parity])
def test_steps_grow_with_the_program_and_no_faster(made: Made, program: Callable[[int], str], order: str, tmp_path: Path) -> None:
    small, large = (explored(program(size), tmp_path, made, order=order) for size in (10, 20))
    assert small.is_complete
    assert large.steps < 2.5 * small.steps
    assert len(large.edges) < 2.5 * len(small.edges)


def test_loop_that_counts_is_left_with_any_number(tmp_path: Path) -> None:
    assert inf in explored(in_sequence(1), tmp_path, Counting).states


def test_what_is_before_the_first_loop_is_not_widened(tmp_path: Path) -> None:
    text = "int main(void) { int x = 0; if (__VERIFIER_nondet_int()) x = 1; else { x = 2; x = 3; } return x; }"
    assert max(state for state in explored(text, tmp_path, Counting).states if isinstance(state, (int, float))) < inf


def test_loop_would_have_no_end_without_widening(tmp_path: Path) -> None:
    assert not explored(in_sequence(1), tmp_path, CountingWithoutEnd).is_complete


@pytest.mark.parametrize(("made", "ends"), [(Counting, True), (CountingWithoutEnd, False)])
def test_recursion_is_widened_where_functions_are_entered(made: Made, ends: bool, tmp_path: Path) -> None:
    """Without the call stack, a call within a call leads to the same place."""
    assert explored(RECURSION, tmp_path, made, flow=("location",)).is_complete == ends


def test_inner_loops_are_finished_before_what_follows_them(tmp_path: Path) -> None:
    steps = {order: explored(left_in_the_middle(20), tmp_path, Counting, order=order).steps for order in ORDERS}
    assert steps["auto"] == steps["wto"] < min(steps["callstack"], steps["bfs"])


def test_values_and_predicates_wish_for_no_order() -> None:
    """So the presets are explored in the order they name, or else by call stack."""
    program = program_of("loop", blocks=True)
    wishes = {name: ANALYSIS.named(name).make(program).wished_order for name in ANALYSIS.all()}
    assert {name for name, wish in wishes.items() if wish is not None} == {"interval", "sign"}


# -------------------------------------------------------------------------------------------------------------- the graph


def test_exploring_a_loop_again_does_not_make_the_graph_larger(tmp_path: Path) -> None:
    few, many = (explored(in_sequence(1), tmp_path, CountingWithoutEnd, most=most) for most in (100, 1000))
    assert len(many.edges) == len(few.edges)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_no_edge_is_in_the_graph_twice(program: Callable[[int], str], order: str, tmp_path: Path) -> None:
    found = explored(program(5), tmp_path, Counting, order=order)
    nodes = list(found.reached.arg.nodes())
    assert len(found.edges) == len(set(found.edges)) == sum(len(node.parents) for node in nodes)


def test_everything_that_was_reached_hangs_on_the_root(tmp_path: Path) -> None:
    """Also what is found behind a state that is merged with its own successor."""
    text = "int main(void) { int x = 0; again: if (__VERIFIER_nondet_int()) { x = x + 1; goto again; } x = 7; return x; }"
    for order in ORDERS:
        reached = explored(text, tmp_path, Counting, order=order).reached
        assert set(reached) <= set(reached.arg.nodes())


# -------------------------------------------------------------------------------------------------------------- contracts


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("made", [Counting, Parity])
def test_contract(made: Made, sample: str, contract: Contract) -> None:
    contract(Subject(made.name, made), sample)


def test_widening_that_is_a_join_breaks_the_contract() -> None:
    with pytest.raises(AssertionError, match="does not end"):
        widening_ends(Subject("counting without end", CountingWithoutEnd), "loop")
