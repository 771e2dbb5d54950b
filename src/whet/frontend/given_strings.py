"""Strings that the program is given, made in the start function (``whet.cfa.texts``): those of ``main`` and of its environment.

A string is an array whose length is an input, with bytes that are not written, so that they are any bytes to an analysis, and a
zero after them.  A zero before the last byte ends the string earlier; as every length is possible, there is always a run in which
the object ends where the string does.  A run records which bytes it looked at (``whet.interpreter.given_texts``).

The strings of ``main`` (C11 5.1.2.2.1) are made only if the program looks at ``argv``, which points to a vector of pointers to up
to three of them that ends with a null pointer.  If there are more, the vector is longer, and the pointers after the first three
are not written: a proof holds for all, and in a run these strings are empty.

A call ``getenv("HOME")`` (C11 7.22.4.6) gives a pointer that the start function has set: to an object with any contents, or null.
So the same name gives the same object, as in a program that leaves its environment alone.  Calls give any pointer if the program
may change its environment, if it asks for a name that is no literal or no usual name, or for more than ``MOST_NAMES``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from whet.cfa.expressions import AddressOf, BinaryOp, Const, Expr, Index, Var, Variable, VariableKind, variables_of
from whet.cfa.formats import literal_text
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, expressions_of
from whet.cfa.source import Origin
from whet.cfa.texts import LONGEST, GivenStrings, GivenText, longest_value
from whet.cfa.types import ArrayType, IntType, MachineModel, PointerType
from whet.frontend import folding
from whet.frontend.context import FunctionContext
from whet.frontend.library_variables import pointed_to
from whet.frontend.unit import TranslationUnit
from whet.library.notation import record_of
from whet.task.messages.assumptions import ENVIRONMENT, MAIN_STRINGS

MOST_STRINGS: Final = 3
MOST_FOLLOWED: Final = (1 << 20) - 1
"""More than Linux gives a program, which has less than this many pointers for them."""
ASSUMED_OF_MAIN: Final = MAIN_STRINGS.format(most=LONGEST)
MOST_NAMES: Final = 4
"""Each doubles the ways on which a program begins."""
ASSUMED_OF_ENVIRONMENT: Final = ENVIRONMENT.format(most=LONGEST)
_NAME: Final = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
GETENV: Final = "getenv"
_VECTORS: Final = re.compile(rb"\b_*environ\b|__asm|\basm\b")
"""In the text: the variable has several names, and a label of the assembler may give it another."""
_FIRST_TYPE: Final = -100
"""The number of the type of the first one; those of the strings of ``main`` are greater."""


def _any_length(context: FunctionContext, name: str, origin: Origin) -> Var:
    """How many bytes there are before the zero."""
    size = context.unit.machine.size_t
    length = Var(context.variable(f"length of {name}", size, VariableKind.TEMPORARY))
    context.builder.emit(Havoc(length, origin))
    return length


def _make_string(context: FunctionContext, name: str, type: ArrayType, length: Var, origin: Origin) -> Variable:
    """The object; no other one has its type."""
    size, emit = context.unit.machine.size_t, context.builder.emit
    assert isinstance(type.element, IntType)
    text = context.variable(name, type, VariableKind.LOCAL)
    emit(Declare(text, False, folding.binary(BinaryOp.ADD, length, Const(1, size), size), origin))
    emit(Assign(Index(Var(text), length), Const(0, type.element), origin))
    return text


def looks_at_strings(main: Function) -> bool:
    """Is it a ``main`` with a vector of strings that it uses?"""
    match main.type.parameters[:2]:
        case IntType(), PointerType(target=PointerType(target=IntType(size=1))):
            vector = main.parameters[1]
            used = (
                variable for edge in main.edges() for expr in expressions_of(edge.operation) for variable in variables_of(expr)
            )
            return main.name == "main" and vector in used
        case _:
            return False


class MainStrings:
    """Makes the strings in the start function."""

    def __init__(self, context: FunctionContext, vector: Var, origin: Origin) -> None:
        assert isinstance(vector.type, PointerType) and isinstance(vector.type.target, PointerType)
        self._context = context
        self._builder = context.builder
        self._vector = vector
        self._origin = origin
        self._pointer = vector.type.target
        self._texts: list[GivenText] = []
        self._vectors: list[Variable] = []
        self._long_vector: Variable | None = None
        self._beginning: Variable | None = None
        self._count: Variable | None = None

    def make(self, count: Var) -> None:
        """Let the vector hold ``count`` strings."""
        self._count = count.variable
        after = self._builder.node()
        self._builder.emit(Assume(self._compared(BinaryOp.GE, count, 1), True, self._origin))
        self._add_text()
        for number in range(1, MOST_STRINGS):
            last = self._builder.node()
            more = self._leave(self._compared(BinaryOp.EQ, count, number), last)
            self._builder.start(last)
            self._make_vector(after)
            self._builder.start(more)
            self._add_text()
        few = self._builder.node()
        self._leave(self._compared(BinaryOp.LE, count, MOST_FOLLOWED), few)
        # Of a vector that is longer than the model: an access beyond it is an alarm that no replay confirms.
        given_up = Var(self._context.variable("__tmp", self._machine.int, VariableKind.TEMPORARY))
        self._builder.emit(Havoc(given_up, self._origin, f"more than {MOST_FOLLOWED} arguments of main"))
        self._beginning = self._vector_of("of many", ArrayType(self._pointer, MOST_STRINGS), None)
        self._lead_to(self._beginning, after)
        self._builder.start(few)
        self._make_long_vector(count, after)
        self._builder.start(after)

    @property
    def made(self) -> GivenStrings:
        return GivenStrings(tuple(self._texts), (), tuple(self._vectors), self._long_vector, self._beginning, self._count)

    def _leave(self, condition: Expr, target: Node) -> Node:
        """Jump to ``target`` under a condition; otherwise continue at the returned node."""
        otherwise = self._builder.node()
        self._builder.branch(condition, target, otherwise, self._origin)
        self._builder.start(otherwise)
        return otherwise

    def _compared(self, op: BinaryOp, left: Expr, right: int) -> Expr:
        assert isinstance(left.type, IntType)
        return folding.binary(op, left, Const(right, left.type), self._machine.int)

    @property
    def _machine(self) -> MachineModel:
        return self._context.unit.machine

    @property
    def _char(self) -> IntType:
        assert isinstance(self._pointer.target, IntType)
        return self._pointer.target

    def _add_text(self) -> None:
        number = len(self._texts)
        name = f"{self._vector.variable.name}[{number}]"
        length = _any_length(self._context, name, self._origin)
        self._builder.emit(Assume(self._compared(BinaryOp.LE, length, LONGEST), True, self._origin))
        text = _make_string(self._context, name, ArrayType(self._char, None, -1 - number), length, self._origin)
        self._texts.append(GivenText(name, length.variable, text))

    def _make_vector(self, after: Node) -> None:
        """Of the strings made so far, and no others."""
        count = len(self._texts)
        made = self._vector_of(f"of {count}", ArrayType(self._pointer, count + 1), None)
        self._builder.emit(Assign(self._element(made, count), Const(0, self._pointer), self._origin))
        self._lead_to(made, after)

    def _make_long_vector(self, count: Var, after: Node) -> None:
        """It begins with the strings made so far; the places of others are unknown."""
        size = self._machine.size_t
        number = folding.binary(BinaryOp.ADD, folding.convert(count, size), Const(1, size), size)
        length = folding.binary(BinaryOp.MUL, number, Const(self._pointer.size, size), size)
        made = self._vector_of("of more", ArrayType(self._pointer, None, -1 - MOST_STRINGS), length)
        self._builder.emit(Assign(Index(Var(made), count), Const(0, self._pointer), self._origin))
        self._long_vector = made
        self._lead_to(made, after)

    def _vector_of(self, name: str, type: ArrayType, length: Expr | None) -> Variable:
        made = self._context.variable(f"{self._vector.variable.name} {name}", type, VariableKind.LOCAL)
        self._vectors.append(made)
        self._builder.emit(Declare(made, False, length, self._origin))
        for number, each in enumerate(self._texts):
            begin = AddressOf(self._element(each.text, 0), self._pointer)
            self._builder.emit(Assign(self._element(made, number), begin, self._origin))
        return made

    def _lead_to(self, made: Variable, after: Node) -> None:
        begin = AddressOf(self._element(made, 0), self._machine.pointer(self._pointer))
        self._builder.emit(Assign(self._vector, begin, self._origin))
        self._builder.jump(after, self._origin)

    def _element(self, array: Variable, number: int) -> Index:
        return Index(Var(array), Const(number, self._machine.size_t))


def is_left_alone(
    functions: Iterable[Function], variables: Iterable[str], units: Iterable[TranslationUnit], main: Function
) -> bool:
    """Is the start function the only writer of what ``getenv`` reads, and ``getenv`` its only reader?"""
    others = (record_of(each.name) for each in functions if not each.is_defined)
    is_used = any(each is not None and each.uses_environment for each in others)
    if is_used or len(main.parameters) >= 3 or any(_VECTORS.search(each.encode()) for each in variables):
        return False
    return not any(unit.mentions(_VECTORS) for unit in units)


def asking_by_name(edges: Sequence[Edge]) -> Mapping[str, Sequence[Edge]]:
    """The calls with a string literal, by the name that they ask for, of the first names.  None if another call may give the same
    string: one with an unknown name, or with a sign in it (of ``A=B=c``, ``A`` is ``B=c`` and ``A=B`` is ``c``)."""
    if any(function.name == GETENV for function in pointed_to(edges)):
        return {}
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        match edge.operation:
            case Call(callee=Function(is_defined=False) as callee, arguments=[asked], result=result) if callee.name == GETENV:
                name = literal_text(asked)
                if name is None or not _NAME.fullmatch(name) or not callee.is_of_system:
                    return {}
                if result is not None:
                    found.setdefault(name.decode(), []).append(edge)
            case _:
                pass
    return dict(list(found.items())[:MOST_NAMES])


class NamedVariables:
    """Makes them in the start function."""

    def __init__(self, context: FunctionContext) -> None:
        self._context = context
        self._builder = context.builder
        self.made: list[GivenText] = []

    def give(self, name: str, calls: Sequence[Edge]) -> None:
        """Let the calls give what is made for the name."""
        call = calls[0].operation
        assert isinstance(call, Call) and isinstance(call.callee, Function)
        type = call.callee.type.result
        assert isinstance(type, PointerType) and isinstance(type.target, IntType)
        leading = self._context.linker.static_object(f"__environment_{name}", type)
        self._make(name, Var(leading), type, calls[0].origin)
        for edge in calls:
            call = edge.operation
            assert isinstance(call, Call) and call.result is not None
            edge.operation = Assign(call.result, folding.convert(Var(leading), call.result.type), call.origin)

    def _make(self, name: str, leading: Var, type: PointerType, origin: Origin) -> None:
        """The place is that of the first call."""
        machine, told = self._context.unit.machine, f'getenv("{name}")'
        there, after = self._builder.node(), self._builder.node()
        length = _any_length(self._context, told, origin)
        is_there = folding.binary(BinaryOp.LE, length, Const(longest_value(name), machine.size_t), machine.int)
        self._builder.branch(is_there, there, after, origin)
        self._builder.start(there)
        own = ArrayType(type.target, None, _FIRST_TYPE - len(self.made))
        text = _make_string(self._context, told, own, length, origin)
        first = Index(Var(text), Const(0, machine.size_t))
        self._builder.emit(Assign(leading, AddressOf(first, type), origin))
        self._builder.jump(after, origin)
        self._builder.start(after)
        self.made.append(GivenText(told, length.variable, text, name))
