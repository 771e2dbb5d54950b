"""Live variables, against the equations solved by brute force."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cfa.build import (
    FunctionBuilder,
    ProgramBuilder,
    add,
    address_of,
    assign,
    assume,
    call,
    const,
    declares,
    havoc,
    less,
    returns,
)
from whet.cfa import liveness as module
from whet.cfa.blocks import fuse_function
from whet.cfa.expressions import Index, Var, Variable
from whet.cfa.liveness import STRIDE, Liveness, live_variables
from whet.cfa.model import Function, Node
from whet.cfa.operations import Operation
from whet.cfa.types import LP64, ArrayType, FunctionType
from whet.cfa.uses import address_taken, uses_of_edge

NONE: frozenset[Variable] = frozenset()


def names_at(live: Liveness, node: Node) -> set[str]:
    return {variable.name for variable in live.at(node)}


def test_use_and_definition() -> None:
    main = ProgramBuilder().function()
    x, y = main.variable("x"), main.variable("y")
    main.path(0, assign(x, 1), assign(y, Var(x)), returns(Var(y)))
    live = live_variables(main.done(), NONE)
    assert [names_at(live, main.node(number)) for number in range(4)] == [set(), {"x"}, {"y"}, {"result"}]
    assert live.is_live(x, main.node(1))
    assert not live.is_live(x, main.node(2))


def test_loop_carries_a_variable() -> None:
    main = ProgramBuilder().function()
    x, n, dead = main.variable("x"), main.variable("n"), main.variable("dead")
    condition = less(Var(x), Var(n))
    main.path(0, assign(x, 0), assume(condition), assign(x, add(Var(x), const(1))))
    main.edge(3, 1, assign(dead, Var(x)))
    main.edge(1, 4, assume(condition, truth=False))
    main.edge(4, 5, returns(Var(x)))
    live = live_variables(main.done(), NONE)
    assert names_at(live, main.node(0)) == {"n"}
    assert names_at(live, main.node(3)) == {"n", "x"}
    assert not any(live.is_live(dead, node) for node in live.function.nodes)


def test_only_one_branch_reads() -> None:
    main = ProgramBuilder().function()
    x, y, z = (main.variable(name) for name in "xyz")
    main.edge(0, 1, assume(Var(x)))
    main.edge(0, 2, assume(Var(x), truth=False))
    main.edge(1, 3, returns(Var(y)))
    main.edge(2, 3, returns(Var(z)))
    assert names_at(live_variables(main.done(), NONE), main.node(0)) == {"x", "y", "z"}


def test_shared_variables_are_always_live() -> None:
    program = ProgramBuilder()
    main = program.function()
    shared, private, g = main.variable("shared"), main.variable("private"), program.global_variable("g")
    main.path(0, declares(shared), assign(private, 1), assign(g, 2), returns(const(0)))
    live = live_variables(main.done(), frozenset({shared}))
    for node in live.function.nodes:
        assert live.is_live(shared, node)
        assert live.is_live(g, node)
        assert not live.is_live(private, node)
        assert shared in live.at(node)


def test_variables_of_other_frames_are_left_alone() -> None:
    program = ProgramBuilder()
    other = program.function("other").variable("x")
    main = program.function()
    main.edge(0, 1)
    assert live_variables(main.done(), NONE).is_live(other, main.node(0))


def test_return_variable_is_live_at_the_exit() -> None:
    main = ProgramBuilder().function()
    main.path(0, returns(const(1)))
    live = live_variables(main.done(), NONE)
    assert names_at(live, main.node(0)) == set()
    assert names_at(live, main.node(1)) == {"result"}


def test_falling_off_the_end_leaves_the_return_variable_live() -> None:
    main = ProgramBuilder().function()
    main.edges([(0, 1)])
    assert names_at(live_variables(main.done(), NONE), main.node(0)) == {"result"}


def test_array_stays_live_when_an_element_is_written() -> None:
    main = ProgramBuilder().function()
    a = main.variable("a", ArrayType(LP64.int, 3))
    element = Index(Var(a), const(0))
    main.path(0, assign(element, 1), returns(element))
    assert names_at(live_variables(main.done(), NONE), main.node(0)) == {"a"}


def test_endless_loop() -> None:
    """The exit is not reachable; what the loop reads is live all the same."""
    main = ProgramBuilder().function()
    x = main.variable("x")
    main.edge(0, 1)
    main.edge(1, 1, havoc(Index(Var(main.variable("a", ArrayType(LP64.int, 3))), Var(x))))
    main.node(2)
    live = live_variables(main.done(), NONE)
    assert live.is_live(x, main.node(0))
    assert names_at(live, main.node(2)) == {"result"}


def test_function_without_body() -> None:
    with pytest.raises(ValueError, match="no body"):
        live_variables(Function("f", FunctionType(LP64.int, (), False)), NONE)


def test_long_chain_of_temporaries() -> None:
    """Longer than several strides; every temporary lives for one node only, and x from end to end."""
    main = ProgramBuilder().function()
    x = main.variable("x")
    temporaries = [main.variable(f"t{number}") for number in range(5 * STRIDE)]
    operations: list[Operation] = [assign(temporaries[0], Var(x))]
    operations += [assign(new, Var(old)) for old, new in pairwise(temporaries)]
    main.path(0, *operations, returns(add(Var(x), Var(temporaries[-1]))))
    live = live_variables(main.done(), NONE)
    assert names_at(live, main.node(0)) == {"x"}
    for number, temporary in enumerate(temporaries):
        node = main.node(number + 1)
        assert live.at(node) == {x, temporary}
        assert live.is_live(temporary, node)
        assert not live.is_live(temporary, main.node(number))


def test_unreachable_circle_without_junction() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    main.edge(0, 1, returns(const(0)))
    main.edge(2, 3, assume(Var(x)))
    main.edge(3, 2, assign(x, 1))
    live = live_variables(main.done(exit=1), NONE)
    assert names_at(live, main.node(2)) == {"x"}
    assert names_at(live, main.node(3)) == set()


# -------------------------------------------------------------------------------------------------- against brute force

VARIABLES = 4


@st.composite
def functions(draw: st.DrawFn) -> Function:
    main = ProgramBuilder().function()
    variables = [main.variable(f"v{number}") for number in range(VARIABLES)]
    size = draw(st.integers(1, 8))
    for number in range(size + 1):
        main.node(number)
    node = st.integers(0, size)
    chain = [(number, number + 1) for number in range(size) if draw(st.integers(0, 5))]
    for source, target in chain + draw(st.lists(st.tuples(node, node), max_size=8)):
        main.edge(source, target, draw(operations(main, variables)))
    return main.done()


@st.composite
def operations(draw: st.DrawFn, main: FunctionBuilder, variables: list[Variable]) -> Operation:
    written, first, second = (variables[draw(st.integers(0, VARIABLES - 1))] for _ in range(3))
    value = add(Var(first), Var(second))
    choices: list[Operation] = [
        assign(written, value),
        assign(written, 1),
        assume(value),
        call(main.function, value, result=Var(written)),
        returns(Var(first)),
        declares(written),
        assume(address_of(Var(first))),
    ]
    return draw(st.sampled_from(choices))


def brute_force(function: Function, taken: frozenset[Variable]) -> dict[Node, set[Variable]]:
    always = {variable for variable in function.variables if variable in taken}
    live = {node: set(always) for node in function.nodes}
    assert function.exit is not None
    assert function.return_variable is not None
    live[function.exit].add(function.return_variable)
    changed = True
    while changed:
        changed = False
        for edge in function.edges():
            uses = uses_of_edge(edge)
            before = live[edge.source] | set(uses.reads) | (live[edge.target] - uses.kills)
            changed = changed or before != live[edge.source]
            live[edge.source] = before
    return live


def check(function: Function) -> None:
    taken = address_taken(function.edges())
    found = live_variables(function, taken)
    for node, expected in brute_force(function, taken).items():
        assert found.at(node) == expected
        assert {variable for variable in function.variables if found.is_live(variable, node)} == expected


@given(functions())
@settings(max_examples=300)
def test_is_the_least_solution(function: Function) -> None:
    check(function)


@given(functions(), st.integers(1, 3))
@settings(max_examples=200)
def test_stride_does_not_matter(function: Function, stride: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "STRIDE", stride)
        check(function)


@given(functions())
@settings(max_examples=200)
def test_fusing_does_not_change_what_is_live(function: Function) -> None:
    taken = address_taken(function.edges())
    before = live_variables(function, taken)
    expected = {node: before.at(node) for node in function.nodes}
    fuse_function(function)
    after = live_variables(function, taken)
    assert all(after.at(node) == expected[node] for node in function.nodes)
