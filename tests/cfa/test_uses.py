"""What operations read and write."""

from __future__ import annotations

import pytest

from tests.cfa.build import (
    INT,
    ProgramBuilder,
    add,
    address_of,
    assign,
    assume,
    call,
    const,
    decay,
    declares,
    havoc,
    less,
    returns,
    skip,
    unsupported,
)
from whet.cfa.expressions import Cast, Deref, Expr, FunctionAddress, Index, Lvalue, Member, Var, Variable, VariableKind
from whet.cfa.operations import Block, Enter, Leave, Operation
from whet.cfa.types import LP64, VOID, ArrayType, Field, StructType
from whet.cfa.uses import Uses, address_taken, uses_of, uses_of_edge

POINT = StructType("point", is_union=False)
POINT.complete(size=8, align=4, fields=(Field("x", INT, 0), Field("y", INT, 32)))


class Names:
    """A few variables of one function."""

    def __init__(self) -> None:
        self.program = ProgramBuilder()
        self.main = self.program.function()
        self.x = self.main.variable("x")
        self.y = self.main.variable("y")
        self.i = self.main.variable("i")
        self.a = self.main.variable("a", ArrayType(INT, 4))
        self.s = self.main.variable("s", POINT)
        self.p = self.main.variable("p", LP64.pointer(INT))
        self.g = self.program.global_variable("g")

    @property
    def element(self) -> Lvalue:
        return Index(Var(self.a), Var(self.i))

    @property
    def member(self) -> Lvalue:
        return Member(Var(self.s), POINT.field("y"))

    @property
    def target(self) -> Lvalue:
        return Deref(Var(self.p), INT)

    def uses(self, operation: Operation) -> Uses:
        return uses_of(operation, self.main.function.return_variable)


@pytest.fixture
def names() -> Names:
    return Names()


def read(names: Names, expr: Expr) -> set[str]:
    return {variable.name for variable in names.uses(assume(expr)).reads}


def shown(variables: frozenset[Variable]) -> set[str]:
    return {variable.name for variable in variables}


def test_values_are_read(names: Names) -> None:
    assert read(names, less(add(Var(names.x), const(1)), Var(names.y))) == {"x", "y"}
    assert read(names, Cast(Var(names.x), LP64.double)) == {"x"}
    assert read(names, const(1)) == set()


def test_parts_are_read_from_their_variable(names: Names) -> None:
    assert read(names, names.element) == {"a", "i"}
    assert read(names, names.member) == {"s"}
    assert read(names, names.target) == {"p"}


def test_an_address_reads_only_what_locates_the_object(names: Names) -> None:
    assert read(names, address_of(Var(names.x))) == set()
    assert read(names, address_of(names.element)) == {"i"}
    assert read(names, decay(Var(names.a))) == set()
    assert read(names, address_of(names.target)) == {"p"}
    assert read(names, FunctionAddress(names.main.function, LP64.pointer(names.main.function.type))) == set()


def test_loads(names: Names) -> None:
    assert names.uses(assume(names.target)).loads
    assert not names.uses(assume(names.element)).loads
    assert not names.uses(assume(address_of(names.target))).loads


def test_assignment_kills_a_whole_variable(names: Names) -> None:
    uses = names.uses(assign(names.x, add(Var(names.x), Var(names.y))))
    assert shown(uses.reads) == {"x", "y"}
    assert shown(uses.kills) == shown(uses.writes) == {"x"}
    assert not uses.stores


@pytest.mark.parametrize(("part", "written", "reads"), [("element", "a", {"i"}), ("member", "s", set())])
def test_writing_a_part_kills_nothing(names: Names, part: str, written: str, reads: set[str]) -> None:
    uses = names.uses(assign(getattr(names, part), 1))
    assert shown(uses.reads) == reads
    assert uses.kills == frozenset()
    assert shown(uses.writes) == {written}


def test_store_through_a_pointer(names: Names) -> None:
    uses = names.uses(assign(names.target, 1))
    assert shown(uses.reads) == {"p"}
    assert uses.writes == frozenset()
    assert uses.stores
    assert not uses.loads


def test_other_writers(names: Names) -> None:
    assert shown(names.uses(havoc(Var(names.x))).kills) == {"x"}
    assert shown(names.uses(declares(names.x)).kills) == {"x"}
    assert shown(names.uses(declares(names.a, Var(names.x))).reads) == {"x"}
    assert shown(names.uses(returns(Var(names.x))).kills) == {"result"}
    assert names.uses(returns()).kills == frozenset()


def test_nothing(names: Names) -> None:
    for operation in (skip(), skip("out"), unsupported("asm")):
        assert names.uses(operation) == Uses(frozenset(), frozenset(), frozenset(), False, False, False)


def test_call(names: Names) -> None:
    callee = names.program.function("callee").function
    uses = names.uses(call(callee, Var(names.y), result=Var(names.x)))
    assert shown(uses.reads) == {"y"}
    assert shown(uses.kills) == {"x"}
    assert uses.calls
    pointer = names.main.variable("f", LP64.pointer(callee.type))
    assert shown(names.uses(call(Var(pointer), result=names.element)).reads) == {"f", "i"}


def test_enter_and_leave(names: Names) -> None:
    callee = names.program.function("callee")
    callee.variable("n", kind=VariableKind.PARAMETER)
    site = call(callee.function, Var(names.y), result=Var(names.x))
    entering = names.uses(Enter(site, callee.function))
    assert shown(entering.reads) == {"y"}
    assert shown(entering.kills) == {"n"}
    leaving = names.uses(Leave(site, callee.function))
    assert leaving.reads == frozenset({callee.function.return_variable})
    assert shown(leaving.kills) == {"x"}
    without = names.uses(Leave(call(callee.function, Var(names.y)), callee.function))
    assert without.reads == without.writes == frozenset()


def test_block_reads_only_what_it_did_not_write(names: Names) -> None:
    uses = names.uses(Block((assign(names.x, Var(names.y)), assume(Var(names.x)), assign(names.y, Var(names.i)))))
    assert shown(uses.reads) == {"y", "i"}
    assert shown(uses.kills) == {"x", "y"}


def test_partial_write_in_a_block_hides_no_read(names: Names) -> None:
    assert shown(names.uses(Block((assign(names.member, 1), assume(names.member)))).reads) == {"s"}


def test_edge_knows_the_return_variable(names: Names) -> None:
    edge = names.main.edge(0, 1, returns(const(1)))
    assert shown(uses_of_edge(edge).kills) == {"result"}
    without = names.program.function("nothing", VOID).edge(0, 1, returns())
    assert uses_of_edge(without).kills == frozenset()


def test_address_taken(names: Names) -> None:
    main = names.main
    main.edge(0, 1, assign(names.p, address_of(Var(names.x))))
    main.edge(1, 2, assign(names.p, decay(Var(names.a))))
    main.edge(2, 3, Block((assume(address_of(names.member)),)))
    main.edge(3, 4, assign(names.element, Var(names.y)))
    main.edge(4, 5, call(main.function, address_of(names.target), result=Var(names.i)))
    assert shown(address_taken(main.done().edges())) == {"x", "a", "s"}


def test_indexing_takes_no_address(names: Names) -> None:
    names.main.edge(0, 1, assign(names.element, names.element))
    assert address_taken(names.main.done().edges()) == frozenset()


def test_address_in_an_index(names: Names) -> None:
    deep = Index(Var(names.a), Cast(address_of(Var(names.x)), LP64.integer("long")))
    names.main.edge(0, 1, assign(deep, 1))
    assert shown(address_taken(names.main.done().edges())) == {"x"}
