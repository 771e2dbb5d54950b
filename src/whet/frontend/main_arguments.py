"""The strings that ``main`` is given (C11 5.1.2.2.1): up to three are made in the start function, as objects with any contents.

They are made only if the program looks at ``argv``.  Each is an object of its own (``given_texts``).

``argv`` leads to a vector of pointers to them that ends with a null pointer.  If there are more strings, the vector is longer,
and nobody wrote the pointers behind the first three: a proof holds for all, and in a run these strings are empty.

A run is told which bytes it looked at (``whet.interpreter.given_texts``).
"""

from __future__ import annotations

from whet.cfa.expressions import AddressOf, BinaryOp, Const, Expr, Index, Var, Variable, VariableKind, variables_of
from whet.cfa.model import Function, Node
from whet.cfa.operations import Assign, Assume, Declare, Havoc, expressions_of
from whet.cfa.source import Origin
from whet.cfa.texts import LONGEST, GivenStrings, GivenText
from whet.cfa.types import ArrayType, IntType, MachineModel, PointerType
from whet.frontend import folding
from whet.frontend.context import FunctionContext
from whet.frontend.given_texts import any_length, make_text

MOST_STRINGS = 3
MOST_FOLLOWED = (1 << 20) - 1
"""More than Linux gives a program, which has less than this many pointers for them."""
ASSUMED = f"main is given at least one string, and none of more than {LONGEST} characters, as on Linux"


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
        """Let the vector lead to as many strings as ``count`` says."""
        self._count = count.variable
        after = self._builder.node()
        self._builder.emit(Assume(self._compared(BinaryOp.GE, count, 1), True, self._origin))
        self._make_text()
        for number in range(1, MOST_STRINGS):
            last = self._builder.node()
            more = self._leave(self._compared(BinaryOp.EQ, count, number), last)
            self._builder.start(last)
            self._make_vector(after)
            self._builder.start(more)
            self._make_text()
        few = self._builder.node()
        self._leave(self._compared(BinaryOp.LE, count, MOST_FOLLOWED), few)
        self._make_beginning(after)
        self._builder.start(few)
        self._make_long_vector(count, after)
        self._builder.start(after)

    @property
    def made(self) -> GivenStrings:
        return GivenStrings(tuple(self._texts), (), tuple(self._vectors), self._long_vector, self._beginning, self._count)

    def _leave(self, condition: Expr, target: Node) -> Node:
        """Go to ``target`` under a condition; otherwise go on at the node that is returned."""
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

    def _make_text(self) -> None:
        number = len(self._texts)
        name = f"{self._vector.variable.name}[{number}]"
        length = any_length(self._context, name, self._origin)
        self._builder.emit(Assume(self._compared(BinaryOp.LE, length, LONGEST), True, self._origin))
        text = make_text(self._context, name, ArrayType(self._char, None, -1 - number), length, self._origin)
        self._texts.append(GivenText(name, length.variable, text))

    def _make_vector(self, after: Node) -> None:
        """Of the strings made so far, and no others."""
        count = len(self._texts)
        made = self._vector_of(f"of {count}", ArrayType(self._pointer, count + 1), None)
        self._builder.emit(Assign(self._element(made, count), Const(0, self._pointer), self._origin))
        self._lead_to(made, after)

    def _make_long_vector(self, count: Var, after: Node) -> None:
        """It begins with the strings made so far; of others nobody knows where they are."""
        size = self._machine.size_t
        number = folding.binary(BinaryOp.ADD, folding.convert(count, size), Const(1, size), size)
        length = folding.binary(BinaryOp.MUL, number, Const(self._pointer.size, size), size)
        made = self._vector_of("of more", ArrayType(self._pointer, None, -1 - MOST_STRINGS), length)
        self._builder.emit(Assign(Index(Var(made), count), Const(0, self._pointer), self._origin))
        self._long_vector = made
        self._lead_to(made, after)

    def _make_beginning(self, after: Node) -> None:
        """Of a vector that is longer than those that are followed: an access behind it is an alarm that nobody confirms."""
        given_up = Var(self._context.variable("__tmp", self._machine.int, VariableKind.TEMPORARY))
        self._builder.emit(Havoc(given_up, self._origin, f"more than {MOST_FOLLOWED} arguments of main"))
        self._beginning = self._vector_of("of many", ArrayType(self._pointer, MOST_STRINGS), None)
        self._lead_to(self._beginning, after)

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


__all__ = ["ASSUMED", "MainStrings", "looks_at_strings"]
