"""Steps of paths: what slicing leaves of them."""

from __future__ import annotations

from tests.cfa.build import INT, FunctionBuilder, ProgramBuilder, assign, assume, call, less
from whet.cfa.callees import Callees
from whet.cfa.expressions import Var
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Block, Operation
from whet.cfa.types import LP64, FunctionType
from whet.core.flow import Flow
from whet.core.path import PathStep, steps_of


def main() -> FunctionBuilder:
    return ProgramBuilder().function()


def block(function: FunctionBuilder) -> tuple[Edge, tuple[Operation, ...]]:
    """x = 1; [x < 2]; y = x; [y < 1]."""
    x, y = function.variable("x"), function.variable("y")
    operations = (assign(x, 1), assume(less(Var(x), Var(y))), assign(y, Var(x)), assume(less(Var(y), Var(x))))
    return function.edge(0, 1, Block(operations)), operations


def test_step_has_the_operations_of_its_edge() -> None:
    edge, operations = block(main())
    (step,) = steps_of([edge])
    assert step.operations == operations
    assert step.location is edge.target
    assert step.as_edge is edge


def test_positions_count_among_what_is_kept() -> None:
    edge, (first, _, third, fourth) = block(main())
    without_second = PathStep(edge).without(1)
    assert without_second.operations == (first, third, fourth)
    assert without_second.without(2).operations == (first, third)
    assert without_second.up_to(1).operations == (first, third)
    assert without_second.up_to(2) == without_second, "nothing is left out"


def test_sliced_step_is_an_edge_between_the_same_locations() -> None:
    edge, (first, second, *_) = block(main())
    several, single = PathStep(edge).up_to(1).as_edge, PathStep(edge).up_to(0).as_edge
    assert several is not None
    assert single is not None
    assert several.operation == Block((first, second))
    assert single.operation is first
    assert (single.source, single.target) == (edge.source, edge.target)


def test_step_without_operations_does_nothing() -> None:
    function = main()
    edge = function.edge(0, 1, assume(less(Var(function.variable("x")), Var(function.variable("y")))))
    assert PathStep(edge).without(0).as_edge is None


def test_equal_steps_have_equal_hashes() -> None:
    edge, _ = block(main())
    assert len({PathStep(edge), PathStep(edge), PathStep(edge).without(1), PathStep(edge).without(1)}) == 2


def test_call_through_a_pointer_loses_only_what_it_assumes() -> None:
    program = ProgramBuilder()
    caller = program.function()
    pointer = Var(caller.variable("f", LP64.pointer(FunctionType(INT, (), False))))
    callee = program.function("callee").edges([(0, 1)]).done()
    outside = Function("outside", FunctionType(INT, (), False))
    caller.edge(0, 1, call(pointer))
    caller.done()
    for function in (callee, outside):
        done = program.done()
        (edge,) = Flow(done, Callees(done)).leaving(caller.node(0), lambda _, function=function: (function,))  # type: ignore[arg-type]
        step = PathStep(edge)
        assert step.pointer == pointer
        assert step.without(0).pointer is None
        assert step.without(0).operations == step.operations
        assert step.without(0).as_edge is edge


def test_direct_call_assumes_nothing() -> None:
    program = ProgramBuilder()
    caller = program.function()
    callee = program.function("callee").edges([(0, 1)]).done()
    entering, leaving = program.done().call_edges(caller.edge(0, 1, call(callee)), callee)
    assert [step.pointer for step in steps_of([entering, leaving])] == [None, None]
