"""Expressions and lvalues as Python source text for the compiled transfer.

The text of an expression may be evaluated only where the names in ``Piece.unknown`` are not None; then it gives the value.
So an expression costs one test per unknown operand and no more.  Arithmetic on integers is written out, everything
else calls a function that takes and gives None.  In the generated code

====================  ================================================================
``s``                 the state; ``g``, ``f``, ``m`` its globals, frame and memory
``b``                 the number to add to that of a local object (``layout``)
``g3_x``, ``f0_y``    the value of a slot, read when it is first used
``t1``, ``o1``        temporaries
====================  ================================================================

Addresses in integers are rare: written-out arithmetic on one raises TypeError, and the transfer falls back on the interpreted
one.  Only equality and truth would go wrong silently; where an operand may be an address they call functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from whet.analyses.value import values
from whet.analyses.value.layout import Layout
from whet.analyses.value.store import Store, bits_of_lvalue
from whet.analyses.value.values import Address
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
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Use,
    Valid,
    Var,
    Variable,
    is_lvalue,
)
from whet.cfa.model import Function
from whet.cfa.types import CType, FloatType, IntType, PointerType

_SPILL_DEPTH = 16
"""Nesting at which a subexpression gets a temporary of its own: Python reads at most 200 nested parentheses."""


class Piece(NamedTuple):
    """The text of an expression, and the names that must not be None where it is evaluated."""

    text: str
    unknown: tuple[str, ...] = ()


class SummedAddress(NamedTuple):
    """An object, and an offset as a sum."""

    object: str
    constant: int = 0
    terms: tuple[Piece, ...] = ()

    def moved(self, constant: int, *terms: Piece) -> SummedAddress:
        return SummedAddress(self.object, self.constant + constant, self.terms + terms)

    @property
    def offset(self) -> Piece:
        texts = [term.text for term in self.terms]
        if self.constant or not texts:
            texts.append(str(self.constant))
        return Piece(" + ".join(texts), _together(*self.terms))


def _together(*pieces: Piece) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for piece in pieces for name in piece.unknown))


class ValueTranslator:
    """Translates what one edge evaluates; ``emit`` adds a statement in front of what is being translated."""

    def __init__(self, layout: Layout, store: Store, function: Function, emit: Callable[[str], None]) -> None:
        self._layout = layout
        self._store = store
        self._function = function
        self._emit = emit
        self._temporaries = 0
        self._depth = 0
        self.namespace: dict[str, Any] = {"Address": Address, "NOWHERE": (None, None), "equal": store.equal}
        self._names: dict[tuple[Any, ...], str] = {}
        self.slots: dict[Variable, str] = {}
        """The slots that are in a local variable of the code."""
        self.known: set[str] = set()
        """The names that are not None, whatever the state is."""
        self.uses: set[str] = set()
        """Which of ``g``, ``f``, ``m`` and ``b`` occur."""
        self.addressed: set[Variable] = set()
        """The local variables whose address was computed."""
        self.calculates = False
        """Is there arithmetic that an address must not get into?"""

    def temporary(self, prefix: str = "t") -> str:
        self._temporaries += 1
        return f"{prefix}{self._temporaries}"

    def refer(self, name: str, value: Any, *key: Any) -> str:
        """The name of something made elsewhere; equal keys have the same name."""
        known = self._names.get((name, *key)) if key else None
        if known is None:
            known = name if name not in self.namespace else f"{name}_{len(self.namespace)}"
            self.namespace[known] = value
            if key:
                self._names[name, *key] = known
        return known

    def memory(self) -> str:
        self.uses.add("m")
        return "m"

    def slot(self, variable: Variable) -> str:
        """The local variable that has the value of a slot."""
        name = self.slots.get(variable)
        if name is None:
            name = self.slot_name(variable)
            where = "g" if variable.is_static else "f"
            self.uses.add(where)
            self._emit(f"{name} = {where}[{self._layout.slot(variable, self._function)}]")
            self.slots[variable] = name
        return name

    def slot_name(self, variable: Variable) -> str:
        where, index = "g" if variable.is_static else "f", self._layout.slot(variable, self._function)
        return f"{where}{index}_{identifier(variable.name)}"

    def set_slot(self, variable: Variable, piece: Piece | None) -> None:
        """Emit the assignment; None means that the value is not known any more."""
        name = self.slot_name(variable)
        self._emit(f"{name} = {'None' if piece is None else self._guarded(piece)}")
        self.slots[variable] = name
        if piece is None or piece.unknown:
            self.known.discard(name)
        else:
            self.known.add(name)

    def _guarded(self, piece: Piece) -> str:
        """A text that gives None if the value is unknown."""
        if not piece.unknown or piece.text == piece.unknown[0]:
            return piece.text
        return f"None if {' or '.join(f'{name} is None' for name in piece.unknown)} else {piece.text}"

    def nullable(self, piece: Piece) -> str:
        """A name or constant that is None if the value is unknown."""
        if _is_simple(piece.text) and (not piece.unknown or piece.text == piece.unknown[0]):
            return piece.text
        name = self.temporary()
        self._emit(f"{name} = {self._guarded(piece)}")
        return name

    def named(self, piece: Piece) -> Piece:
        """The same in a name, for texts that need it twice."""
        name = self.nullable(piece)
        return Piece(name, (name,) if piece.unknown else ())

    def call(self, function: str, *arguments: str) -> Piece:
        """The result of a function, which may be None."""
        name = self.temporary()
        self._emit(f"{name} = {function}({', '.join(arguments)})")
        return Piece(name, (name,))

    def value(self, expr: Expr) -> Piece:
        self._depth += 1
        piece = self._value(expr)
        if self._depth % _SPILL_DEPTH == 0:
            piece = self.named(piece)
        self._depth -= 1
        return piece

    def _value(self, expr: Expr) -> Piece:
        match expr:
            case Const(value=number) | FloatConst(bits=number):
                return Piece(str(number) if number >= 0 else f"({number})")
            case Var() | Deref() | Member() | Index():
                if isinstance(expr, Var) and self._layout.is_slot(expr.variable):
                    name = self.slot(expr.variable)
                    return Piece(name, () if name in self.known else (name,))
                place = self.place(expr)
                bits = bits_of_lvalue(expr)
                load = self.refer(f"load_{type_name(expr.type)}", self._store.loader(expr.type, bits), expr.type, bits)
                return self.call(load, self.memory(), place.object, self.nullable(place.offset))
            case AddressOf(lvalue=lvalue):
                return self.address(lvalue)
            case FunctionAddress(function=function):
                return self._constant_address(function, 0)
            case Unary():
                return self._unary(expr)
            case Binary():
                return self._binary(expr)
            case Cast(operand=operand, type=IntType(is_bool=True)):
                truth = self.truth(operand)
                return Piece(f"(1 if {truth.text} else 0)", truth.unknown)
            case Cast(operand=operand, type=target):
                return self.converted(self.value(operand), operand, target)
            case PointerAdd(pointer=pointer, index=index, stride=stride):
                return self._moved(self.value(pointer), self.value(index), stride)
            case PointerDiff(left=left, right=right, stride=stride, type=type):
                distance = self.refer("distance", self._store.distance, "distance")
                both = self.nullable(self.value(left)), self.nullable(self.value(right))
                return self.call(distance, *both, str(stride), self.refer("ptrdiff_t", type, type))
            case Valid(pointer=AddressOf(lvalue=lvalue), use=Use.DEFINED):
                piece = self.named(self.value(lvalue))
                return Piece("1", piece.unknown)
            case Valid(pointer=pointer, size=size, use=use):
                valid = self.refer("valid", self._store.valid, "valid")
                both = self.nullable(self.value(pointer)), self.nullable(self.value(size))
                return self.call(valid, self.memory(), *both, self.refer("use", use, use))

    def truth(self, expr: Expr) -> Piece:
        """A Python condition."""
        match expr:
            case Unary(op=UnaryOp.NOT, operand=operand):
                piece = self.truth(operand)
                return Piece(f"(not {piece.text})", piece.unknown)
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return self._comparison(op, left, right)
            case Cast(operand=operand, type=IntType(is_bool=True)):
                return self.truth(operand)
            case _:
                if isinstance(expr.type, FloatType):
                    is_true = self.refer(
                        "is_true", lambda bits: None if bits is None else int(bool(values.float_of(bits, expr.type))), expr.type
                    )
                    return self.call(is_true, self.nullable(self.value(expr)))
                if self.may_be_address(expr):
                    truth = self.refer("truth", self._store.truth, "truth")
                    return self.call(truth, self.memory(), self.nullable(self.value(expr)))
                return self.value(expr)

    def may_be_address(self, expr: Expr) -> bool:
        """May the value be an address?  Arithmetic on integers never gives one."""
        if isinstance(expr.type, PointerType):
            return True
        if not self._layout.may_hold_address(expr.type):
            return False
        return is_lvalue(expr) or (isinstance(expr, Cast) and self.may_be_address(expr.operand))

    def _unary(self, expr: Unary) -> Piece:
        match expr.op, expr.operand.type:
            case UnaryOp.NOT, _:
                truth = self.truth(expr.operand)
                return Piece(f"(0 if {truth.text} else 1)", truth.unknown)
            case UnaryOp.NEG, IntType() as type:
                return self._wrapped("-", type, self.value(expr.operand))
            case UnaryOp.COMPLEMENT, IntType() as type:
                piece = self.value(expr.operand)
                self.calculates = True
                return Piece(f"(~{piece.text})" if type.signed else f"({piece.text} ^ {type.max})", piece.unknown)
            case op, type:
                function = self.refer("unary", values.unary(op, type), op, type)
                return self.call(function, self.nullable(self.value(expr.operand)))

    def _wrapped(self, op: str, type: IntType, *operands: Piece) -> Piece:
        """The value of the type congruent to the result of an operator of Python."""
        self.calculates = True
        texts = [piece.text for piece in operands]
        text = f"{op}{texts[0]}" if len(texts) == 1 else f"{texts[0]} {op} {texts[1]}"
        return Piece(_wrap(text, type), _together(*operands))

    def _binary(self, expr: Binary) -> Piece:
        if expr.op.is_comparison:
            truth = self._comparison(expr.op, expr.left, expr.right)
            return Piece(f"(1 if {truth.text} else 0)", truth.unknown)
        if isinstance(expr.left.type, IntType):
            written_out = self._integer_binary(expr, expr.left.type)
            if written_out is not None:
                return written_out
        function = self.refer(expr.op.name.lower(), values.binary(expr.op, expr.left.type), expr.op, expr.left.type)
        return self.call(function, self.nullable(self.value(expr.left)), self.nullable(self.value(expr.right)))

    def _integer_binary(self, expr: Binary, type: IntType) -> Piece | None:
        match expr.op:
            case BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL:
                return self._wrapped(expr.op.value, type, self.value(expr.left), self.value(expr.right))
            case BinaryOp.AND | BinaryOp.OR | BinaryOp.XOR:
                self.calculates = True
                left, right = self.value(expr.left), self.value(expr.right)
                return Piece(f"({left.text} {expr.op.value} {right.text})", _together(left, right))
            case _ if isinstance(expr.right, Const):
                return self._by_constant(expr, expr.right.value, type)
            case _:
                return None

    def _by_constant(self, expr: Binary, right: int, type: IntType) -> Piece | None:
        """Shifts and divisions where nothing can be undefined."""
        match expr.op:
            case BinaryOp.SHL if 0 <= right < type.width:
                left = self.value(expr.left)
                return self._wrapped("+", type, Piece("0"), Piece(f"({left.text} << {right})", left.unknown))
            case BinaryOp.SHR if 0 <= right < type.width:
                left, self.calculates = self.value(expr.left), True
                return Piece(f"({left.text} >> {right})", left.unknown)
            case BinaryOp.DIV | BinaryOp.REM if right > 0:
                return self._division("//" if expr.op is BinaryOp.DIV else "%", expr.left, right, type)
            case _:
                return None

    def _division(self, op: str, dividend: Expr, divisor: int, type: IntType) -> Piece:
        """Toward zero, where Python rounds down."""
        self.calculates = True
        left = self.value(dividend)
        if not type.signed:
            return Piece(f"({left.text} {op} {divisor})", left.unknown)
        left = self.named(left)
        return Piece(f"({left.text} {op} {divisor} if {left.text} >= 0 else -(-{left.text} {op} {divisor}))", left.unknown)

    def _comparison(self, op: BinaryOp, left: Expr, right: Expr) -> Piece:
        first, second = self.value(left), self.value(right)
        if isinstance(left.type, FloatType):
            function = self.refer(op.name.lower(), values.binary(op, left.type), op, left.type)
            return self.call(function, self.nullable(first), self.nullable(second))
        is_equality = op is BinaryOp.EQ or op is BinaryOp.NE
        may_be_address = self.may_be_address(left) or self.may_be_address(right)
        if isinstance(left.type, PointerType) or (is_equality and may_be_address):
            return self._pointer_comparison(op, self.nullable(first), self.nullable(second))
        self.calculates = self.calculates or not is_equality
        return Piece(f"({first.text} {op.value} {second.text})", _together(first, second))

    def _pointer_comparison(self, op: BinaryOp, left: str, right: str) -> Piece:
        if op is BinaryOp.EQ:
            return self.call("equal", self.memory(), left, right)
        if op is BinaryOp.NE:
            piece = self.call("equal", self.memory(), left, right)
            return Piece(f"(not {piece.text})", piece.unknown)
        compare = self.refer("compare", self._store.compare, "compare")
        return self.call(compare, self.memory(), self.refer(op.name, op, op), left, right)

    def converted(self, piece: Piece, operand: Expr, target: CType) -> Piece:
        """The value of an expression as one of another type (not ``_Bool``)."""
        source = operand.type
        match source, target:
            case PointerType(), PointerType():
                return piece
            case IntType(), IntType() if not self.may_be_address(operand) or source.width == target.width:
                self.calculates = True
                return piece if _includes(target, source) else Piece(_wrap(piece.text, target), piece.unknown)
            case _ if source == target:
                return piece
            case _:
                function = self.refer("convert", values.conversion(source, target), source, target)
                return self.call(function, self.nullable(piece))

    def object_of(self, variable: Variable) -> str:
        number = self._layout.number(variable)
        if variable.is_static:
            return str(number)
        self.uses.add("b")
        return f"{number} + b"

    def place(self, lvalue: Lvalue) -> SummedAddress:
        """Where an object in memory lies."""
        match lvalue:
            case Var(variable=variable):
                return SummedAddress(self.object_of(variable))
            case Deref(pointer=pointer):
                return self._pointed(self.nullable(self.value(pointer)))
            case Member(base=base, field=field):
                return self.place(base).moved(field.offset)
            case Index(base=base, index=index):
                place, size = self.place(base), lvalue.type.size
                if isinstance(index, Const):
                    return place.moved(index.value * size)
                count = self.value(index)
                self.calculates = True
                return place.moved(0, Piece(f"{count.text} * {size}", count.unknown))

    def _pointed(self, pointer: str) -> SummedAddress:
        object, offset = self.temporary("o"), self.temporary("d")
        self._emit(f"{object}, {offset} = {pointer} if type({pointer}) is Address else NOWHERE")
        return SummedAddress(object, 0, (Piece(offset, (offset,)),))

    def address(self, lvalue: Lvalue) -> Piece:
        match lvalue:
            case Var(variable=variable) if variable.is_static:
                return self._constant_address(variable, 0)
            case Var(variable=variable):
                self.addressed.add(variable)
                return Piece(f"Address({self.object_of(variable)}, 0)")
            case Deref(pointer=pointer):
                return self.value(pointer)
            case Member(base=base, field=field):
                return self._member_address(base, field.offset)
            case Index(base=base, index=index):
                return self._moved(self.address(base), self.value(index), lvalue.type.size)

    def _member_address(self, base: Lvalue, offset: int) -> Piece:
        match base:
            case Var(variable=variable) if variable.is_static:
                return self._constant_address(variable, offset)
            case _:
                address = self.address(base)
                return address if offset == 0 else self._moved(address, Piece(str(offset)), 1)

    def _moved(self, pointer: Piece, index: Piece, stride: int) -> Piece:
        move = self.refer("move", self._store.move, "move")
        return self.call(move, self.nullable(pointer), self.nullable(index), str(stride))

    def _constant_address(self, entity: Variable | Function, offset: int) -> Piece:
        address = Address(self._layout.number(entity), offset)
        return Piece(self.refer(f"at_{identifier(entity.name)}", address, address))


def _wrap(text: str, type: CType) -> str:
    assert isinstance(type, IntType)
    if not type.signed:
        return f"({text} & {type.max})"
    return f"(({text} + {-type.min} & {type.max - type.min}) - {-type.min})"


def _includes(target: IntType, source: IntType) -> bool:
    return target.min <= source.min and source.max <= target.max


def _is_simple(text: str) -> bool:
    """Is it a name or a number?"""
    return text.isidentifier() or text.isdecimal() or (text[0] == "(" and text[1:2] == "-" and text[2:-1].isdecimal())


def type_name(type: CType) -> str:
    """For the names of functions that depend on a type."""
    match type:
        case IntType():
            return f"{'i' if type.signed else 'u'}{type.width}"
        case FloatType():
            return f"f{8 * type.size}"
        case _:
            return "pointer"


def identifier(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
