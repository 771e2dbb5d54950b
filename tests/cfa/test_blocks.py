"""Fusing straight-line chains."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cfa.build import (
    FunctionBuilder,
    ProgramBuilder,
    add,
    assign,
    assume,
    call,
    const,
    function_of,
    less,
    returns,
    skip,
    unsupported,
)
from whet.cfa.blocks import fuse_blocks, fuse_function
from whet.cfa.expressions import Var
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Function, Node
from whet.cfa.operations import Block, Operation, Return, Skip, flatten
from whet.cfa.show import describe
from whet.cfa.types import LP64


def shown(function: Function) -> list[tuple[int, str, int]]:
    return [(edge.source.number, describe(edge.operation), edge.target.number) for edge in function.edges()]


def fused(builder: FunctionBuilder) -> list[tuple[int, str, int]]:
    function = builder.done()
    fuse_function(function)
    check_lists(function)
    return shown(function)


def check_lists(function: Function) -> None:
    """Nodes and edges agree with each other, and blocks are well formed."""
    for node in function.nodes:
        assert all(edge.source is node and edge in edge.target.entering for edge in node.leaving)
        assert all(edge.target is node and edge in edge.source.leaving for edge in node.entering)
    for edge in function.edges():
        assert edge.target in function.nodes
        if isinstance(edge.operation, Block):
            assert len(edge.operation.operations) > 1
            assert not any(isinstance(part, Block) for part in edge.operation.operations)


def test_chain_becomes_a_block() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    main.path(0, assign(x, 1), assign(x, 2), returns(Var(x)))
    assert fused(main) == [(0, "x = 1; x = 2; return x", 3)]
    assert len(main.function.nodes) == 2


def test_single_edge_is_left_alone() -> None:
    main = ProgramBuilder().function()
    edge = main.edge(0, 1, returns(const(0)))
    fuse_function(main.done())
    assert main.node(0).leaving == [edge]
    assert main.node(1).entering == [edge]


def test_branches_begin_with_their_assumption() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    condition = less(Var(x), const(10))
    main.edge(0, 1, assume(condition))
    main.edge(0, 2, assume(condition, truth=False))
    main.edge(1, 3, assign(x, 1))
    main.edge(2, 3, assign(x, 2))
    main.edge(3, 4, returns(Var(x)))
    assert fused(main) == [
        (0, "[x < 10]; x = 1", 3),
        (0, "[!(x < 10)]; x = 2", 3),
        (3, "return x", 4),
    ]


def test_order_of_branches_and_joins_is_kept() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    for number in (1, 2, 3):
        main.edge(0, number, assume(Var(x)))
    main.edge(3, 4, assign(x, 3))
    main.edge(1, 4, assign(x, 1))
    main.edge(2, 4, assign(x, 2))
    fuse_function(main.done())
    assert [describe(edge.operation) for edge in main.node(0).leaving] == ["[x]; x = 1", "[x]; x = 2", "[x]; x = 3"]
    assert [describe(edge.operation) for edge in main.node(4).entering] == ["[x]; x = 3", "[x]; x = 1", "[x]; x = 2"]


def test_loop_head_stays() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    main.path(0, assign(x, 0), assume(Var(x)), assign(x, add(Var(x), const(1))), skip())
    main.edge(4, 1, skip())
    main.edge(1, 5, assume(Var(x), truth=False))
    main.edge(5, 6, returns())
    assert fused(main) == [(0, "x = 0", 1), (1, "[x]; x = x + 1", 1), (1, "[!x]; return", 6)]


def test_head_of_an_endless_loop_from_the_entry_stays() -> None:
    main = ProgramBuilder().function()
    main.edges([(0, 1), (1, 2), (2, 1)])
    main.node(3)
    assert [(source, target) for source, _, target in fused(main)] == [(0, 1), (1, 1)]


def test_calls_that_run_a_body_stay_alone() -> None:
    program = ProgramBuilder()
    callee = program.function("callee")
    callee.edge(0, 1, returns(const(1)))
    callee.done()
    main = program.function()
    x, f = main.variable("x"), main.variable("f", LP64.pointer(callee.function.type))
    site = call(callee.function, result=Var(x))
    main.path(0, assign(x, 1), assign(x, 2), site, assign(x, 3), call(Var(f)), assign(x, 4), returns(Var(x)))
    function = main.done()
    call_edge = main.node(2).leaving[0]
    fuse_blocks(program.done())
    first = main.node(0).number
    assert shown(function) == [
        (first, "x = 1; x = 2", first + 2),
        (first + 2, "x = callee()", first + 3),
        (first + 3, "x = 3", first + 4),
        (first + 4, "f()", first + 5),
        (first + 5, "x = 4; return x", first + 7),
    ]
    assert main.node(2).leaving == [call_edge]


def test_calls_without_a_body_are_fused() -> None:
    program = ProgramBuilder()
    nondet = program.function("nondet").function
    main = program.function()
    x = main.variable("x")
    main.path(0, call(nondet, result=Var(x)), assume(Var(x)), returns(Var(x)))
    assert fused(main) == [(0, "x = nondet(); [x]; return x", 3)]


def test_empty_statements_vanish_and_labels_stay() -> None:
    main = ProgramBuilder().function()
    main.path(0, skip(), skip("again"), skip(), unsupported("asm"), skip())
    assert fused(main) == [(0, "again:; unsupported: asm", 4), (4, "skip", 5)]


def test_single_operation_is_no_block() -> None:
    main = ProgramBuilder().function()
    x = main.variable("x")
    main.path(0, skip(), assign(x, 1), skip())
    assert fused(main) == [(0, "x = 1", 3)]
    assert main.node(0).leaving[0].operation == assign(x, 1)


def test_nothing_but_empty_statements() -> None:
    main = ProgramBuilder().function()
    main.path(0, skip(), skip(), skip())
    assert fused(main) == [(0, "skip", 3)]


def test_nothing_follows_a_return() -> None:
    """A return leads to the exit; should one ever not, it still ends its block."""
    main = ProgramBuilder().function()
    main.path(0, skip("a"), returns(), skip("b"), skip("c"))
    assert fused(main) == [(0, "a:; return", 2), (2, "b:; c:", 4)]


def test_unreachable_code_is_left_alone() -> None:
    main = ProgramBuilder().function()
    main.edge(0, 1, returns())
    main.edge(2, 3)
    main.edge(3, 2)
    function = main.done(exit=1)
    fuse_function(function)
    assert len(function.nodes) == 4


def test_functions_without_a_body_are_passed_over() -> None:
    program = ProgramBuilder()
    main = program.function()
    main.path(0, skip("a"), skip("b"))
    main.done()
    program.function("extern")
    fuse_blocks(program.done())
    assert len(main.function.nodes) == 2


# -------------------------------------------------------------------------------------------------- properties


@st.composite
def labelled(draw: st.DrawFn) -> Function:
    """A random graph whose edges tell each other apart."""
    size = draw(st.integers(1, 8))
    node = st.integers(0, size)
    pairs = [(number, number + 1) for number in range(size) if draw(st.integers(0, 6))]
    pairs += draw(st.lists(st.tuples(node, node), max_size=6))
    main = ProgramBuilder().function()
    main.node(0)
    for index, (source, target) in enumerate(pairs):
        choices: list[Operation] = [skip(f"l{index}"), skip(f"l{index}"), skip(), returns()]
        main.edge(source, target, draw(st.sampled_from(choices)))
    return main.done()


def words(entry: Node, length: int) -> set[tuple[str, ...]]:
    """The operations along all ways from the entry, empty statements left out, up to a length."""
    found: set[tuple[str, ...]] = set()
    pending: list[tuple[Node, tuple[str, ...]]] = [(entry, ())]
    seen = set()
    while pending:
        node, word = pending.pop()
        if (node, word) in seen:
            continue
        seen.add((node, word))
        for edge in node.leaving:
            longer = word + tuple(describe(part) for part in flatten(edge.operation) if part != skip())
            found.add(longer[:length])
            if len(longer) < length:
                pending.append((edge.target, longer))
    return {word for word in found if len(word) == length}


@given(labelled())
@settings(max_examples=300)
def test_runs_are_the_same(function: Function) -> None:
    assert function.entry is not None
    before = [words(function.entry, length) for length in (1, 2, 5)]
    fuse_function(function)
    check_lists(function)
    assert [words(function.entry, length) for length in (1, 2, 5)] == before


@given(labelled())
@settings(max_examples=200)
def test_fusing_again_changes_nothing(function: Function) -> None:
    fuse_function(function)
    once = shown(function)
    fuse_function(function)
    assert shown(function) == once


@given(labelled())
@settings(max_examples=200)
def test_what_could_be_fused_is_fused(function: Function) -> None:
    fuse_function(function)
    for node in function.nodes:
        if len(node.entering) == len(node.leaving) == 1 and node not in (function.entry, function.exit):
            assert node.entering[0].source is node or ends(node.entering[0].operation) or is_special(function, node)


def ends(operation: Operation) -> bool:
    return isinstance(flatten(operation)[-1], Return)


def is_special(function: Function, node: Node) -> bool:
    """Unreachable, or the head of a loop."""
    loops = analyse_loops(function)
    return node not in loops.position or node in loops.heads


def test_skip_keeps_its_place() -> None:
    function = function_of([(0, 1), (1, 2)])
    fuse_function(function)
    (edge,) = function.edges()
    assert isinstance(edge.operation, Skip)
