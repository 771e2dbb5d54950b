"""Expressions and lvalues as Python source.

It computes exactly what ``cfa.semantics`` defines. Integer and binary64 arithmetic and comparisons are written out, because a
call would cost more; everything else calls the function of ``semantics``. Tests compare each written-out form with its function.
In generated code ``f`` is the frame, ``g`` the list of global scalars, ``t1``, ``t2``, ... are temporaries. Every returned text
is a name, a literal, a call or in parentheses.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping
from dataclasses import field
from typing import TypeAlias

from whet.cfa.accesses import access_size, greatest_index, is_own_step
from whet.cfa.aliasing import Aliasing
from whet.cfa.alignment import COMMON
from whet.cfa.argument_blocks import kind_of
from whet.cfa.defined_bits import bits_of_lvalue
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
    root_variable,
)
from whet.cfa.semantics import binary, conversion, float_from_bits, pointer_diff, unary, unchanged
from whet.cfa.show import to_c
from whet.cfa.types import BINARY64, ArrayType, CType, FloatType, IntType, PointerType, ScalarType, is_scalar
from whet.checks.array import has_own_index_check
from whet.interpreter.access import BitPlace, index_of
from whet.interpreter.frames import FramePlan
from whet.interpreter.symbols import (
    AddressOfFunction,
    AddressOfObject,
    Computed,
    ObjectOf,
    ProgramConstant,
    ReaderOf,
    Reference,
    WriterOf,
)
from whet.task.dangers import Danger
from whet.task.records import dataclass

_SPILL_DEPTH = 20
"""Nesting at which a subexpression is assigned to a temporary: Python accepts at most 200 nested parentheses."""


@dataclass(frozen=True, slots=True)
class Statics:
    """The places of static variables."""

    slots: Mapping[Variable, int]
    """Scalars whose address is not taken: index in the list ``g``. All others are memory objects."""
    unsure: frozenset[Variable]
    """Those that may be read before they are assigned."""


@dataclass(frozen=True, slots=True)
class CodeSlot:
    text: str
    variable: Variable


@dataclass(frozen=True, slots=True)
class CodePart:
    """Bytes at an offset of a known object, or at an address (``object`` is None); the distance is a sum."""

    object: str | None
    static: Variable | None = None
    constant: int = 0
    terms: tuple[str, ...] = ()

    def moved(self, constant: int, *terms: str) -> CodePart:
        return CodePart(self.object, self.static, self.constant + constant, self.terms + terms)

    @property
    def distance(self) -> str:
        return _sum(*self.terms, self.constant)


CodeTarget: TypeAlias = CodeSlot | CodePart


def _sum(*parts: str | int) -> str:
    texts = [part for part in parts if isinstance(part, str)]
    constant = sum(part for part in parts if isinstance(part, int))
    if constant or not texts:
        texts.append(str(constant))
    return texts[0] if len(texts) == 1 else f"({' + '.join(texts)})"


@dataclass(slots=True)
class CodeTranslator:
    plan: FramePlan
    statics: Statics
    refer: Callable[[Reference], str]
    """Gives the name of something the code refers to."""
    emit: Callable[[str], None]
    """Adds a statement in front of the one that is being translated."""
    pointer_mask: int
    wraps: bool = True
    """Does signed arithmetic wrap around? Otherwise overflow ends the run."""
    dangers: Container[Danger] = ()
    """The checks; with ``Danger("array")`` an index must stay inside its array, otherwise inside the object."""
    checks_steps: bool = False
    """Must a computed pointer stay in its object or just past it?"""
    aliasing: Aliasing | None = None
    """Which accesses must use declared types, if that is checked."""
    _is_accessed: bool = field(default=False, init=False)
    """Is the place being translated read or written?"""
    _temporaries: int = field(default=0, init=False)
    _depth: int = field(default=0, init=False)

    def temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    def value(self, expr: Expr) -> str:
        self._depth += 1
        text = self._value(expr)
        if self._depth % _SPILL_DEPTH == 0:
            name = self.temporary()
            self.emit(f"{name} = {text}")
            text = name
        self._depth -= 1
        return text

    def _value(self, expr: Expr) -> str:
        match expr:
            case Const(value=value):
                return str(value) if value >= 0 else f"({value})"
            case FloatConst(bits=bits, type=type):
                return self._floating(bits, type)
            case Var() | Deref() | Member() | Index():
                return self.read(expr)
            case AddressOf(lvalue=lvalue):
                return self._kept_address(lvalue)
            case FunctionAddress(function=function):
                return self.refer(AddressOfFunction(function))
            case Unary():
                return self._unary(expr)
            case Binary():
                return self._binary(expr)
            case Cast(operand=operand, type=type):
                if isinstance(type, IntType) and type.is_bool:
                    return f"(1 if {self.truth(operand)} else 0)"
                return self.converted(self.value(operand), operand.type, type)
            case PointerAdd():
                if not self.checks_steps or is_own_step(expr):
                    return self._used(expr)
                return f"step({self.value(expr.pointer)}, {self._scaled(expr.index, expr.stride)})"
            case PointerDiff():
                if expr.is_of_any:
                    return f"({self._used(expr.left)} - {self._used(expr.right)})"
                distance = self.refer(Computed(pointer_diff, (expr.stride, expr.type)))
                return f"{distance}(*pair({self.value(expr.left)}, {self.value(expr.right)}))"
            case Valid():
                return f"(1 if {self._validity(expr)} else 0)"

    def _validity(self, valid: Valid) -> str:
        address = self._used(valid.pointer)
        match valid:
            case Valid(pointer=AddressOf(lvalue=lvalue), use=Use.DEFINED):
                return f"written({address}, {access_size(lvalue)}, {bits_of_lvalue(lvalue)})"
            case Valid(use=Use.POINT):
                return f"leads({self._used(_origin(valid.pointer))}, {address})"
            case _:
                return f"valid({address}, {self.value(valid.size)}, {valid.use.value!r})"

    def _used(self, pointer: Expr) -> str:
        """A pointer used only for an access: its steps are not checked here."""
        match pointer:
            case PointerAdd(pointer=base, index=index, stride=stride):
                return f"({self._used(base)} + {self._scaled(index, stride)} & {self.pointer_mask})"
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return self._used(operand)
            case AddressOf(lvalue=lvalue):
                return self.address(lvalue)
            case _:
                return self.value(pointer)

    def _kept_address(self, lvalue: Lvalue) -> str:
        address = self.address(lvalue)
        if not self.checks_steps or not _is_computed(lvalue):
            return address
        origin, t = _origin_of(lvalue), self.temporary()
        return f"(step({t}, {address} - {t}) if ({t} := {self._used(origin)}) else {address})"

    def truth(self, expr: Expr) -> str:
        """A Python condition that holds if the scalar differs from zero."""
        match expr:
            case Binary(op=op, left=left, right=right) if op.is_comparison:
                return self._comparison(op, left, right)
            case Unary(op=UnaryOp.NOT, operand=operand):
                return f"(not {self.truth(operand)})"
            case Cast(operand=operand, type=IntType() as target) if _keeps_truth(operand.type, target):
                return self.truth(operand)
            case _:
                return self.value(expr)

    def _comparison(self, op: BinaryOp, left: Expr, right: Expr) -> str:
        a, b = self.value(left), self.value(right)
        if not isinstance(left.type, PointerType) or isinstance(left, Const) or isinstance(right, Const):
            return f"({a} {op.value} {b})"
        if op in (BinaryOp.EQ, BinaryOp.NE):
            return f"({'not ' if op is BinaryOp.NE else ''}same({a}, {b}))"
        t = self.temporary()
        return f"(({t} := pair({a}, {b}))[0] {op.value} {t}[1])"

    def _floating(self, bits: int, type: FloatType) -> str:
        value = float_from_bits(bits, type)
        if isinstance(value, float) and math.isfinite(value):
            return f"({value!r})"
        return self.refer(Computed(float_from_bits, (bits, type)))

    def _unary(self, expr: Unary) -> str:
        match expr.op, expr.operand.type:
            case UnaryOp.NOT, _:
                return f"(0 if {self.truth(expr.operand)} else 1)"
            case UnaryOp.NEG, IntType() as type if self.wraps or not type.signed:
                return self.wrapped(f"-{self.value(expr.operand)}", type)
            case UnaryOp.NEG, FloatType():
                return f"(-{self.value(expr.operand)})"
            case UnaryOp.COMPLEMENT, IntType() as type:
                operand = self.value(expr.operand)
                return f"(~{operand})" if type.signed else f"({operand} ^ {type.max})"
            case _, type:
                return f"{self.refer(Computed(unary, (expr.op, type), self.wraps))}({self.value(expr.operand)})"

    def wrapped(self, text: str, type: IntType) -> str:
        """The value of the type congruent to that of a Python expression."""
        if not type.signed:
            return f"({text} & {type.max})"
        t, least, greatest = self.temporary(), type.min, type.max
        return f"({t} if {least} <= ({t} := {text}) <= {greatest} else ({t} + {-least} & {greatest - least}) - {-least})"

    def _binary(self, expr: Binary) -> str:
        if expr.op.is_comparison:
            return f"(1 if {self.truth(expr)} else 0)"
        match expr.left.type:
            case IntType() as type:
                written_out = self._integer_binary(expr, type)
            case FloatType(format=format) if format == BINARY64 and expr.op in _PLAIN_FLOAT:
                written_out = f"({self.value(expr.left)} {expr.op.value} {self.value(expr.right)})"
            case _:
                written_out = None
        if written_out is not None:
            return written_out
        function = self.refer(Computed(binary, (expr.op, expr.left.type), self.wraps))
        return f"{function}({self.value(expr.left)}, {self.value(expr.right)})"

    def _integer_binary(self, expr: Binary, type: IntType) -> str | None:
        match expr.op:
            case BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL | BinaryOp.SHL if type.signed and not self.wraps:
                return None
            case BinaryOp.ADD | BinaryOp.SUB | BinaryOp.MUL:
                return self.wrapped(f"{self.value(expr.left)} {expr.op.value} {self.value(expr.right)}", type)
            case BinaryOp.AND | BinaryOp.OR | BinaryOp.XOR:
                return f"({self.value(expr.left)} {expr.op.value} {self.value(expr.right)})"
            case _ if isinstance(expr.right, Const):
                return self._by_constant(expr, expr.right.value, type)
            case _:
                return None

    def _by_constant(self, expr: Binary, right: int, type: IntType) -> str | None:
        """Shifts and divisions where nothing can be undefined."""
        match expr.op:
            case BinaryOp.SHL if 0 <= right < type.width:
                return self.wrapped(f"({self.value(expr.left)} << {right})", type)
            case BinaryOp.SHR if 0 <= right < type.width:
                return f"({self.value(expr.left)} >> {right})"
            case BinaryOp.DIV | BinaryOp.REM if right > 0:
                sign = "//" if expr.op is BinaryOp.DIV else "%"
                if not type.signed:
                    return f"({self.value(expr.left)} {sign} {right})"
                t = self.temporary()
                return f"({t} {sign} {right} if ({t} := {self.value(expr.left)}) >= 0 else -(-{t} {sign} {right}))"
            case _:
                return None

    def converted(self, text: str, source: CType, target: ScalarType) -> str:
        """A value of one scalar type as one of another."""
        match source, target:
            case IntType(), IntType(is_bool=False) if not (target.min <= source.min and source.max <= target.max):
                return self.wrapped(text, target)
            case IntType(), PointerType() if not (source.max < 1 << target.width and source.min == 0):
                return f"({text} & {self.pointer_mask})"
            case IntType(), FloatType(format=format) if format == BINARY64:
                return f"float({text})"
            case _ if conversion(source, target) is unchanged:
                return text
            case _:
                return f"{self.refer(Computed(conversion, (source, target)))}({text})"

    def reinterpreted(self, text: str, target: CType) -> str:
        """A value of an unknown type of the same size as one of this type."""
        match target:
            case IntType():
                return self.wrapped(text, target)
            case PointerType():
                return f"({text} & {self.pointer_mask})"
            case _:
                return text

    def _scaled(self, index: Expr, stride: int) -> str:
        if isinstance(index, Const):
            return f"({index.value * stride})"
        return self.value(index) if stride == 1 else f"{self.value(index)} * {stride}"

    def place(self, lvalue: Lvalue) -> CodeTarget:
        match lvalue:
            case Var(variable=variable):
                slot = self.plan.slots.get(variable)
                if slot is not None:
                    text = f"f[{slot}]"
                    return CodePart(self._object(variable, text)) if variable in self.plan.objects else CodeSlot(text, variable)
                if variable in self.statics.slots:
                    return CodeSlot(f"g[{self.statics.slots[variable]}]", variable)
                return CodePart(self.refer(ObjectOf(variable)), static=variable)
            case Deref(pointer=pointer, type=type):
                is_accessed, self._is_accessed = self._is_accessed, False
                address = self._used(pointer)
                if is_accessed and self.aliasing is not None and self.aliasing.is_doubtful(lvalue):
                    address = f"typed({address}, {kind_of(type)})"
                return CodePart(None, terms=(self._aligned(address, type) if is_accessed else address,))
            case Member(base=base, field=field):
                return self._part(base).moved(field.offset)
            case Index():
                return self._element(lvalue, 0)

    def _aligned(self, address: str, type: CType) -> str:
        align = type.align if Danger("alignment") in self.dangers else 1
        if align == 1:
            return address
        if align > COMMON:
            return f"aligned({address}, {align})"
        t = self.temporary()
        return f"({t} if not ({t} := {address}) & {align - 1} else misaligned({t}, {align}))"

    def accessed(self, lvalue: Lvalue) -> CodeTarget:
        """A place that is read or written."""
        self._is_accessed = True
        place = self.place(lvalue)
        self._is_accessed = False
        return place

    def _accessed_part(self, lvalue: Lvalue) -> CodePart:
        place = self.accessed(lvalue)
        assert isinstance(place, CodePart), "only objects in memory have parts"
        return place

    def _element(self, element: Index, beyond: int) -> CodePart:
        base, index, size = element.base, element.index, element.type.size
        if Danger("array") in self.dangers and has_own_index_check(element, beyond, self.dangers):
            assert isinstance(base.type, ArrayType)
            last = greatest_index(element)
            inside = self.refer(Computed(index_of, (to_c(base), base.type.count, None if last is None else last + beyond)))
            return self._part(base).moved(0, f"{inside}({self.value(index)}) * {size}")
        if isinstance(index, Const):
            return self._part(base).moved(index.value * size)
        return self._part(base).moved(0, self._scaled(index, size))

    def _part(self, lvalue: Lvalue) -> CodePart:
        place = self.place(lvalue)
        assert isinstance(place, CodePart), "only objects in memory have parts"
        return place

    def _object(self, variable: Variable, text: str) -> str:
        """The object of a local variable, which is made now if its declaration was jumped over."""
        if variable not in self.plan.unsure:
            return text
        t = self.temporary()
        return f"({t} if ({t} := {text}) is not None else create(f, {text[2:-1]}, {self.refer(ProgramConstant(variable))}))"

    def read(self, lvalue: Lvalue, *, is_copy: bool = False) -> str:
        place = self.accessed(lvalue)
        match place:
            case CodeSlot(text=text, variable=variable):
                return self._checked(text, variable)
            case CodePart():
                reads = ReaderOf(_scalar(lvalue.type), bits_of(lvalue), by_address=place.object is None, is_copy=is_copy)
                return f"{self.refer(reads)}({_operands(place)})"

    def _checked(self, text: str, variable: Variable) -> str:
        if variable not in self.plan.unsure and variable not in self.statics.unsure:
            return text
        t, slots = self.temporary(), text[0]
        return f"({t} if ({t} := {text}) is not None else choose({slots}, {text[2:-1]}, {self.refer(ProgramConstant(variable))}))"

    def write(self, lvalue: Lvalue, value: str) -> str:
        place = self.accessed(lvalue)
        match place:
            case CodeSlot(text=text):
                return f"{text} = {value}"
            case CodePart():
                writes = WriterOf(_scalar(lvalue.type), bits_of(lvalue), by_address=place.object is None)
                return self.initialised(lvalue, f"{self.refer(writes)}({_operands(place)}, {value})")

    def address(self, lvalue: Lvalue) -> str:
        place = self._element(lvalue, 1) if isinstance(lvalue, Index) else self._part(lvalue)
        if place.object is None:
            exact = not place.constant and len(place.terms) == 1
            return place.distance if exact else f"({place.distance} & {self.pointer_mask})"
        base = f"{place.object}.base" if place.static is None else self.refer(AddressOfObject(place.static))
        if not place.constant and not place.terms:
            return base
        return f"({_sum(base, *place.terms, place.constant)} & {self.pointer_mask})"

    def chunk(self, expr: Expr) -> str:
        assert isinstance(expr, (Var, Deref, Member, Index)), "only an lvalue can be a structure"
        place = self._accessed_part(expr)
        function = "take" if place.object is None else "take_inside"
        return f"{function}({_operands(place)}, {expr.type.size})"

    def write_chunk(self, lvalue: Lvalue, chunk: str) -> str:
        place = self._accessed_part(lvalue)
        function = "put" if place.object is None else "put_inside"
        return self.initialised(lvalue, f"{function}({_operands(place)}, {chunk})")

    def initialised(self, lvalue: Lvalue, store: str) -> str:
        """A local constant is writable in its initialiser."""
        root = root_variable(lvalue)
        if root is None or root.is_static or not root.is_constant:
            return store
        made = self._part(Var(root)).object
        return f"{made}.writable = {made}.size; {store}; {made}.writable = 0"

    def any_value(self, expr: Expr) -> str:
        return self.value(expr) if is_scalar(expr.type) else self.chunk(expr)

    def write_any(self, lvalue: Lvalue, text: str) -> str:
        return self.write(lvalue, text) if is_scalar(lvalue.type) else self.write_chunk(lvalue, text)


_PLAIN_FLOAT = frozenset({BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL})
"""Operators that do in Python what they do in C (division raises an exception for zero)."""


def _origin(pointer: Expr) -> Expr:
    """The pointer that another one is computed from."""
    match pointer:
        case PointerAdd(pointer=base):
            return _origin(base)
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _origin(operand)
        case AddressOf(lvalue=lvalue):
            return _origin_of(lvalue)
        case _:
            return pointer


def _is_computed(lvalue: Lvalue) -> bool:
    """Is its address computed by more than a pointer and members?"""
    match lvalue:
        case Member(base=base):
            return _is_computed(base)
        case Deref(pointer=pointer):
            return _origin(pointer) != pointer
        case _:
            return isinstance(lvalue, Index)


def _origin_of(lvalue: Lvalue) -> Expr:
    while isinstance(lvalue, (Member, Index)):
        lvalue = lvalue.base
    if isinstance(lvalue, Deref):
        return _origin(lvalue.pointer)
    return AddressOf(lvalue, PointerType(lvalue.type, 0, 0))


def _operands(place: CodePart) -> str:
    return place.distance if place.object is None else f"{place.object}, {place.distance}"


def bits_of(lvalue: Lvalue) -> BitPlace | None:
    """Where a bit-field lies; None for any other lvalue."""
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None:
        return BitPlace(lvalue.field.bit_offset % 8, lvalue.field.bit_width)
    return None


def _scalar(type: CType) -> ScalarType:
    assert isinstance(type, (IntType, FloatType, PointerType)), f"{type} is no scalar type"
    return type


def _keeps_truth(source: CType, target: IntType) -> bool:
    """Does the conversion keep nonzero values nonzero?"""
    if target.is_bool:
        return True
    return isinstance(source, IntType) and target.width >= source.width
