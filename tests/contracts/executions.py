"""Concrete executions of the samples, with facts that hold on the way.

A *fact* is an assumption that is true at that moment, such as ``x == 3`` or ``p == &y``.  A state that describes an execution
does not contradict any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.contracts.samples import SAMPLES
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    Var,
    Variable,
    VariableKind,
    promoted,
)
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, Block, Call, Enter, Leave, Skip
from whet.cfa.semantics import Value, float_bits, is_true
from whet.cfa.source import Origin
from whet.cfa.types import LP64, ArrayType, FloatType, FunctionType, IntType, PointerType, ScalarType, StructType, VoidType
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.process import RunBounds
from whet.interpreter.view import View

INPUTS: tuple[tuple[int, ...], ...] = ((1,), (0,), (-1,), (97, 98, 99), (2**31 - 1, 2), (-(2**31), 3, -1))
"""Each is repeated for as long as the program asks."""
STEPS = 200
ELEMENTS = 3
"""Of an array that are looked at."""

Context = tuple[Node, tuple[tuple[int, int], ...]]
"""A location, and where the calls stand that lead there, the innermost last."""


@cache
def program_of(sample: str, *, blocks: bool) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{sample}.c"
        path.write_text(SAMPLES[sample])
        return parse_file(str(path), machine=LP64, blocks=blocks)


def entry_of(program: Program) -> Node:
    assert program.start.entry is not None
    return program.start.entry


class RepeatedInputs:
    """Inputs from a list, again and again."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = values
        self._next = 0

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        value = self._values[self._next % len(self._values)]
        self._next += 1
        return float(value) if isinstance(type, FloatType) else value

    uninitialised = nondet


@dataclass(frozen=True)
class Moment:
    """An execution is about to take an edge."""

    edge: Edge
    stack: tuple[tuple[int, int], ...]
    facts: tuple[Assume, ...]
    values: tuple[tuple[Expr, Value], ...]
    """What scalars hold that are not pointers."""
    targets: tuple[tuple[Expr, Function], ...]
    """The functions that pointers point to."""

    @property
    def location(self) -> Node:
        return self.edge.source

    @property
    def context(self) -> Context:
        return self.location, self.stack

    @cached_property
    def learning(self) -> Edge:
        """An edge of no program: all facts are assumed, where the execution is."""
        return self._assuming(self.location)

    @cached_property
    def accusing(self) -> tuple[Edge, Edge]:
        """Two such edges: the facts are assumed, then the property is violated, so that nobody puts off the question whether
        that is possible.  They lead to the exit, where no block of a path ends and no variable is needed."""
        last = self.location.function.exit
        assert last is not None
        call = Call(Function("reach_error", FunctionType(VoidType(), (), False)), (), None, self.edge.origin)
        return self._assuming(last), Edge(last, call, last)

    def equality(self, variable: Variable, value: int) -> Assume:
        """That a variable has a value."""
        number = promoted(Var(variable), LP64.int)
        assert isinstance(number.type, IntType)
        return Assume(Binary(BinaryOp.EQ, number, Const(value, number.type), LP64.int), True, self.edge.origin)

    def _assuming(self, target: Node) -> Edge:
        return Edge(self.location, Block(self.facts) if self.facts else Skip(self.edge.origin), target)

    def __str__(self) -> str:
        return f"before {self.edge!r} ({self.edge.origin.place})"


def moments(program: Program, inputs: tuple[int, ...]) -> list[Moment]:
    """The execution with these inputs, step by step."""
    found: list[Moment] = []
    stack: list[tuple[int, int]] = []

    def watch(edge: Edge, view: View) -> None:
        found.append(_Looking(program, edge, view).moment(tuple(stack)))
        match edge.operation:
            case Enter():
                site = program.site_of(edge)
                stack.append((site.source.number, site.target.number))
            case Leave():
                stack.pop()
            case _:
                pass

    Interpreter(program, limits=RunBounds(steps=STEPS)).watch(watch, RepeatedInputs(inputs))
    return found


@cache
def executions(sample: str, *, blocks: bool) -> tuple[tuple[Moment, ...], ...]:
    program = program_of(sample, blocks=blocks)
    return tuple(dict.fromkeys(tuple(moments(program, inputs)) for inputs in (INPUTS[::3] if blocks else INPUTS)))


class _Looking:
    """Finds what holds at one moment."""

    def __init__(self, program: Program, edge: Edge, view: View) -> None:
        self._program = program
        self._edge = edge
        self._view = view
        self._int = program.machine.int
        self._facts: list[Assume] = []
        self._values: list[tuple[Expr, Value]] = []
        self._targets: list[tuple[Expr, Function]] = []
        self._addresses = dict(self._known_addresses())

    def moment(self, stack: tuple[tuple[int, int], ...]) -> Moment:
        match self._edge.operation:
            case Enter(call=Call(callee=callee), function=function) if not isinstance(callee, Function):
                self._targets.append((callee, function))
            case _:
                pass
        for variable in self._in_scope():
            for lvalue in _parts(Var(variable)):
                self._look_at(lvalue)
        return Moment(self._edge, stack, tuple(self._facts), tuple(self._values), tuple(self._targets))

    def _in_scope(self) -> Iterator[Variable]:
        """Without those of a function that is being left: its frame is gone already."""
        yield from (variable for variable in self._program.globals if variable.kind is not VariableKind.STRING)
        if not isinstance(self._edge.operation, Leave):
            kinds = (VariableKind.RETURN,)
            yield from (variable for variable in self._edge.source.function.variables if variable.kind not in kinds)

    def _known_addresses(self) -> Iterator[tuple[Value, Expr]]:
        for function in self._program.functions.values():
            pointer = FunctionAddress(function, self._program.machine.pointer(function.type))
            yield self._value(pointer), pointer
        for variable in self._in_scope():
            if variable in self._program.address_taken:
                address = AddressOf(Var(variable), self._program.machine.pointer(variable.type))
                value = self._view.value(address)
                if value is not None:
                    yield value, address

    def _value(self, expr: Expr) -> Value:
        value = self._view.value(expr)
        assert value is not None
        return value

    def _look_at(self, lvalue: Lvalue) -> None:
        value = self._view.value(lvalue)
        match lvalue.type, value:
            case _, None:
                pass
            case IntType() as type, int():
                number, wide = promoted(lvalue, self._int), max(type, self._int, key=lambda each: each.width)
                self._values.append((lvalue, value))
                self._add(BinaryOp.EQ, number, Const(value, wide))
                self._add(BinaryOp.LT, number, Const(0, wide))
                self._add(BinaryOp.GT, number, Const(0, wide))
            case FloatType() as type, _ if value == value:
                assert not isinstance(value, int)
                self._values.append((lvalue, value))
                self._add(BinaryOp.EQ, lvalue, FloatConst(float_bits(value, type), type))
            case PointerType() as type, int():
                self._look_at_pointer(lvalue, type, value)
            case _:
                pass

    def _look_at_pointer(self, lvalue: Lvalue, type: PointerType, value: int) -> None:
        self._add(BinaryOp.EQ, lvalue, Const(0, type))
        known = self._addresses.get(value)
        if known is not None:
            self._add(BinaryOp.EQ, lvalue, Cast(known, type))
        if isinstance(known, FunctionAddress):
            self._targets.append((lvalue, known.function))
        if isinstance(lvalue, Var) and not isinstance(type.target, (FunctionType, VoidType)) and type.target.size:
            for part in _parts(Deref(lvalue, type.target)):
                if not isinstance(part.type, PointerType):
                    self._look_at(part)

    def _add(self, op: BinaryOp, left: Expr, right: Expr) -> None:
        condition = Binary(op, left, right, self._int)
        value = self._view.value(condition)
        assert value is not None
        self._facts.append(Assume(condition, is_true(value), self._edge.origin))


def _parts(lvalue: Lvalue) -> Iterator[Lvalue]:
    """The scalars in an object, not all of an array's."""
    match lvalue.type:
        case StructType(fields=fields):
            for field in fields:
                if field.name or field.bit_width is None:
                    yield from _parts(Member(lvalue, field))
        case ArrayType(count=count):
            for index in range(min(count or 0, ELEMENTS)):
                yield from _parts(Index(lvalue, Const(index, LP64.int)))
        case IntType() | FloatType() | PointerType():
            yield lvalue
        case _:
            pass
