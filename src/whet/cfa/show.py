"""Expressions, lvalues and operations as C text with as few parentheses as C allows.

The text of an expression is C (with the extensions of gcc) that means the same: every conversion is written, constants
carry the suffix of their type, arithmetic in a type narrower than ``int`` is converted back to it, and memory that is reached
through a pointer of another type is reached through a cast.  Only what the program model itself invents has no C: an
operation is shown as C where there is such a statement, and otherwise in words (``havoc x``) or brackets (``[x < 10]``).

A piece of text travels with the level of its outermost operator (C11 6.5), and the code that puts it into a greater
one says which level it needs there.
"""

from __future__ import annotations

from decimal import Decimal

from whet.cfa import operations as ops
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
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Valid,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.folds import ExpressionFold
from whet.cfa.immutable import immutable
from whet.cfa.model import Function
from whet.cfa.softfloat import SoftFloat, format_scientific, parse
from whet.cfa.types import BINARY32, X87, ArrayType, CType, IntType, PointerType, declare, is_scalar

_POSTFIX, _UNARY, _MULTIPLICATIVE, _ADDITIVE = 12, 11, 10, 9
_LEVELS = {
    "*": _MULTIPLICATIVE,
    "/": _MULTIPLICATIVE,
    "%": _MULTIPLICATIVE,
    "+": _ADDITIVE,
    "-": _ADDITIVE,
    "<<": 8,
    ">>": 8,
    "<": 7,
    "<=": 7,
    ">": 7,
    ">=": 7,
    "==": 6,
    "!=": 6,
    "&": 5,
    "^": 4,
    "|": 3,
}
_SUFFIXES = {"unsigned int": "U", "long": "L", "unsigned long": "UL", "long long": "LL", "unsigned long long": "ULL"}
_INT_WIDTH = 32
"""The width of ``int`` in all machine models; narrower operands are promoted to it."""


@immutable
class _Text:
    text: str
    level: int

    def at(self, level: int) -> str:
        """The text where an operand of at least this level must stand."""
        return self.text if self.level >= level else f"({self.text})"


def to_c(expr: Expr) -> str:
    """The C text of an expression or lvalue."""
    return _show(expr).text


def _first_value(variable: Variable) -> str:
    """What a declaration stores."""
    if variable.contents is not None:
        return f" = {{/* {len(variable.contents)} bytes */}}"
    return " = 0" if is_scalar(variable.type) else " = {0}"


def describe(operation: ops.Operation) -> str:
    """One line that says what an operation does."""
    match operation:
        case ops.Assume(condition=condition, truth=truth):
            return f"[{to_c(condition) if truth else _not(condition).text}]"
        case ops.Assign(lvalue=lvalue, value=value):
            return f"{to_c(lvalue)} = {_show_or_zero(value).text}"
        case ops.Havoc(lvalue=lvalue):
            return f"havoc {to_c(lvalue)}"
        case ops.Declare(variable=variable, length=length, zeroed=zeroed):
            size = "" if length is None else f" /* {to_c(length)} bytes */"
            return f"{declare(variable.type, variable.name)}{size}{_first_value(variable) if zeroed else ''}"
        case ops.End(variable=variable):
            return f"end of {variable.name}"
        case ops.Call(callee=callee, result=result) as call:
            name = callee.name if isinstance(callee, Function) else _show(callee).at(_POSTFIX)
            return f"{'' if result is None else f'{to_c(result)} = '}{name}({_arguments(call)})"
        case ops.Return(value=returned):
            return "return" if returned is None else f"return {to_c(returned)}"
        case ops.Enter(call=call, function=function):
            return f"enter {function.name}({_arguments(call)})"
        case ops.Leave(call=ops.Call(result=result), function=function):
            if result is None or function.return_variable is None:
                return f"leave {function.name}"
            return f"leave {function.name}, {to_c(result)} = {function.return_variable.name}"
        case ops.Skip(unsequenced=str(name)):
            return f"unsequenced accesses of {name}"
        case ops.Skip(label=label):
            return "skip" if label is None else f"{label}:"
        case ops.Unsupported(construct=construct):
            return f"unsupported: {construct}"
        case ops.Block(operations=operations):
            return "; ".join(describe(part) for part in operations)


def _arguments(call: ops.Call) -> str:
    return ", ".join(to_c(argument) for argument in call.arguments)


class _Shown(ExpressionFold[_Text]):
    def const(self, expr: Const) -> _Text:
        if isinstance(expr.type, IntType):
            return _integer(expr.value, expr.type)
        digits = "0" if expr.value == 0 else f"{expr.value:#x}{'U' if expr.type.width <= _INT_WIDTH else 'ULL'}"
        return _cast(expr.type, _Text(digits, _POSTFIX))

    def float_const(self, expr: FloatConst) -> _Text:
        value = SoftFloat.from_bits(expr.type.format, expr.bits)
        text = _magnitude(abs(value))
        return _Text(f"-{text}", _UNARY) if value.negative else _Text(text, _POSTFIX)

    def var(self, expr: Var) -> _Text:
        return _Text(_string_literal(expr.variable) or expr.variable.name, _POSTFIX)

    def deref(self, expr: Deref) -> _Text:
        pointer, ctype = expr.pointer, expr.type
        if isinstance(pointer, PointerAdd) and pointer.stride >= 0 and ctype == pointer.type.target and _is_element_step(pointer):
            return _Text(f"{_show(pointer.pointer).at(_POSTFIX)}[{to_c(pointer.index)}]", _POSTFIX)
        return _Text(f"*{_pointing_to(ctype, pointer).at(_UNARY)}", _UNARY)

    def member(self, expr: Member) -> _Text:
        base = expr.base
        while (
            isinstance(base, Member) and not base.field.name
        ):  # members of an unnamed structure are members of the one around it
            base = base.base
        if not expr.field.name:
            return _show(base)
        if isinstance(base, Deref) and not isinstance(base.pointer, PointerAdd):
            return _Text(f"{_pointing_to(base.type, base.pointer).at(_POSTFIX)}->{expr.field.name}", _POSTFIX)
        return _Text(f"{_show(base).at(_POSTFIX)}.{expr.field.name}", _POSTFIX)

    def index(self, expr: Index) -> _Text:
        return _Text(f"{_show(expr.base).at(_POSTFIX)}[{to_c(expr.index)}]", _POSTFIX)

    def address_of(self, expr: AddressOf) -> _Text:
        ctype = expr.lvalue.type
        if isinstance(ctype, ArrayType) and expr.type.target == ctype.element:
            return _show(expr.lvalue)
        address = _Text(f"&{_show(expr.lvalue).at(_UNARY)}", _UNARY)
        return address if expr.type.target == ctype else _cast(expr.type, address)

    def function_address(self, expr: FunctionAddress) -> _Text:
        name = _Text(expr.function.name, _POSTFIX)
        return name if expr.type.target == expr.function.type else _cast(expr.type, name)

    def unary(self, expr: Unary) -> _Text:
        if expr.op is UnaryOp.NOT:
            return _in_own_type(_not(expr.operand), expr)
        operand = _show(expr.operand).at(_UNARY)
        closed = f"({operand})" if operand.startswith("-") else operand  # "--" would be another token
        return _in_own_type(_Text(f"{expr.op.value}{closed}", _UNARY), expr)

    def binary(self, expr: Binary) -> _Text:
        show = _show_or_zero if expr.op in (BinaryOp.EQ, BinaryOp.NE) else _show
        return _in_own_type(_infix(show(expr.left), expr.op.value, show(expr.right)), expr)

    def cast(self, expr: Cast) -> _Text:
        return _cast(expr.type, _show(expr.operand))

    def pointer_add(self, expr: PointerAdd) -> _Text:
        step = abs(expr.stride)
        if _is_element_step(expr):
            return _moved(_show(expr.pointer), expr)
        if expr.type.target.size == step:
            return _moved(_cast(expr.type, _show(expr.pointer)), expr)
        target = _target(expr.pointer)
        fits = target is not None and target.size == step
        return _cast(expr.type, _moved(_show(expr.pointer) if fits else _in_steps_of(step, expr.pointer), expr))

    def pointer_diff(self, expr: PointerDiff) -> _Text:
        target = _target(expr.left)
        if target is not None and target == _target(expr.right) and target.size == expr.stride:
            return _infix(_show(expr.left), "-", _show(expr.right))
        return _infix(_in_steps_of(expr.stride, expr.left), "-", _in_steps_of(expr.stride, expr.right))

    def valid(self, expr: Valid) -> _Text:
        return _Text(f"__valid_to_{expr.use.value}({to_c(expr.pointer)}, {to_c(expr.size)})", _POSTFIX)


_show = _Shown().fold


def _show_or_zero(expr: Expr) -> _Text:
    """The same; but a null pointer needs no type where it is compared or assigned."""
    if isinstance(expr, Const) and isinstance(expr.type, PointerType) and expr.value == 0:
        return _Text("0", _POSTFIX)
    return _show(expr)


def _cast(ctype: CType, operand: _Text) -> _Text:
    return _Text(f"({ctype}){operand.at(_UNARY)}", _UNARY)


def _not(operand: Expr) -> _Text:
    return _Text(f"!{_show(operand).at(_UNARY)}", _UNARY)


def _infix(left: _Text, symbol: str, right: _Text) -> _Text:
    """All binary operators here associate to the left."""
    level = _LEVELS[symbol]
    return _Text(f"{left.at(level)} {symbol} {right.at(level + 1)}", level)


def _in_own_type(text: _Text, expr: Unary | Binary) -> _Text:
    """C computes in ``int`` what has a narrower type here."""
    is_narrow = isinstance(expr.type, IntType) and expr.type.width < _INT_WIDTH
    return _cast(expr.type, text) if is_narrow else text


def _pointing_to(target: CType, pointer: Expr) -> _Text:
    """The pointer, converted if it does not point to this type."""
    if _target(pointer) == target:
        return _show(pointer)
    return _cast(PointerType(target, 0, 0), _show(pointer))


def _target(pointer: Expr) -> CType | None:
    return pointer.type.target if isinstance(pointer.type, PointerType) else None


def _is_element_step(expr: PointerAdd) -> bool:
    """Is it plain pointer arithmetic of C, in the type of the pointer?"""
    target = _target(expr.pointer)
    return target == expr.type.target and target.size == abs(expr.stride)


def _moved(pointer: _Text, expr: PointerAdd) -> _Text:
    """A negative stride is a subtraction, and so is a negative number of steps."""
    index = expr.index
    if expr.stride < 0:
        return _infix(pointer, "-", _show(index))
    if isinstance(index, Const) and isinstance(index.type, IntType) and index.type.min < index.value < 0:
        return _infix(pointer, "-", _integer(-index.value, index.type))
    return _infix(pointer, "+", _show(index))


def _in_steps_of(stride: int, pointer: Expr) -> _Text:
    """The address as a pointer to objects of ``stride`` bytes."""
    target = "char *" if stride == 1 else f"char (*)[{stride}]"
    return _Text(f"({target}){_show(pointer).at(_UNARY)}", _UNARY)


def _integer(value: int, ctype: IntType) -> _Text:
    if ctype.width > 64:
        # Beyond 64 bits there are no constants, so it is put together from two halves.
        bits = value & ((1 << ctype.width) - 1)
        low = _Text(f"{bits & (1 << 64) - 1}ULL", _POSTFIX)
        if bits >> 64 == 0:
            return _cast(ctype, low)
        high = _Text(f"(unsigned __int128){bits >> 64}ULL", _UNARY)
        return _cast(ctype, _infix(_infix(high, "<<", _Text("64", _POSTFIX)), "|", low))
    if value >= 0:
        return _Text(f"{value}{_suffix(ctype)}", _POSTFIX)
    if value == ctype.min and ctype.width >= _INT_WIDTH:
        # C has no negative constants, and the magnitude of the least value does not fit.
        return _infix(_integer(value + 1, ctype), "-", _integer(1, ctype))
    return _Text(f"-{-value}{_suffix(ctype)}", _UNARY)


def _suffix(ctype: IntType) -> str:
    """A constant of a narrow type is one of type ``int``: the value is the same, and it would be promoted anyhow."""
    if ctype.width < _INT_WIDTH:
        return ""
    if ctype.name in _SUFFIXES:
        return _SUFFIXES[ctype.name]
    return ("" if ctype.signed else "U") + ("LL" if ctype.width > _INT_WIDTH else "")


def _magnitude(value: SoftFloat) -> str:
    suffix = "f" if value.format == BINARY32 else "L" if value.format == X87 else ""
    if value.is_infinite:
        return f"__builtin_inf{suffix.lower()}()"
    if value.is_nan:
        quiet_bit = 1 << (value.format.precision - 2)
        payload = value.significand & ~quiet_bit
        kind = "nan" if value.significand & quiet_bit else "nans"
        return f'__builtin_{kind}{suffix.lower()}("{hex(payload) if payload else ""}")'
    return _shortest(value) + suffix


def _shortest(value: SoftFloat) -> str:
    """The fewest decimal digits that read back as the same value."""
    digits = 0
    while (found := _read_back(value, digits)) is None:
        digits += 1
    if not -5 <= found.adjusted() < 16:
        return f"{found:.{digits}e}"
    fixed = f"{found:f}"
    return fixed if "." in fixed else f"{fixed}.0"


def _read_back(value: SoftFloat, digits: int) -> Decimal | None:
    """A decimal with this many digits after the first that reads back as the value.

    It is the nearest one, or the next above: at a power of two the values above are farther apart than those below."""
    nearest = Decimal(format_scientific(value, digits))
    above = nearest + Decimal(1).scaleb(nearest.adjusted() - digits)
    for candidate in (nearest, above):
        if parse(f"{candidate:.{digits}e}", value.format).to_bits() == value.to_bits():
            return candidate
    return None


def _string_literal(variable: Variable) -> str | None:
    """The literal a constant object came from, if its elements are bytes."""
    ctype = variable.type
    if variable.kind is not VariableKind.STRING or variable.image is None:
        return None
    if not isinstance(ctype, ArrayType) or ctype.element.size != 1 or not variable.image.endswith(b"\0"):
        return None
    return '"' + "".join(_character(byte) for byte in variable.image[:-1]) + '"'


def _character(byte: int) -> str:
    # "?" is escaped because of trigraphs; octal escapes have three digits at most, so what follows cannot extend them.
    if byte in b'"\\?':
        return f"\\{byte:c}"
    return chr(byte) if 32 <= byte < 127 else _ESCAPES.get(byte, f"\\{byte:03o}")


_ESCAPES = {7: r"\a", 8: r"\b", 9: r"\t", 10: r"\n", 11: r"\v", 12: r"\f", 13: r"\r"}
