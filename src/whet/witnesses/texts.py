"""Conditions of the program model as C that any tool can read where they stand.

The program model lets signed numbers wrap around, C gives that no meaning: what may overflow is computed in the unsigned type and
converted back, which gcc and clang define to be the same.  Variables have their names of the source, and what is made of
comparisons is joined by ``&&`` and ``||``.

A text is given only if reading it back at that place finds the same variables.  A part of a conjunction for which there is none
is left out: saying less is right.
"""

from __future__ import annotations

from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Var, Variable, variables_of
from whet.cfa.folds import Rebuilding
from whet.cfa.show import to_c
from whet.cfa.types import IntType, MachineModel
from whet.witnesses.conditions import Lookup, NotC, NotRead, read_condition
from whet.witnesses.scopes import source_name

_MOST = 2000
"""The most characters of a readable text."""
_ARITHMETIC = (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL)


def condition_text(condition: Expr, machine: MachineModel, lookup: Lookup) -> str | None:
    """None if there is nothing to say."""
    found = [text for part in _parts(BinaryOp.AND, condition) if (text := _told(part, machine, lookup)) is not None]
    kept = [text for text in dict.fromkeys(found) if text != "1"]
    if "0" in kept:
        return "0"
    while len(text := " && ".join(f"({text})" if "||" in text and len(kept) > 1 else text for text in kept)) > _MOST:
        kept.remove(max(kept, key=len))
    return text or None


def _parts(op: BinaryOp, condition: Expr) -> list[Expr]:
    """What is combined by an operator that stands between truth values."""
    if isinstance(condition, Binary) and condition.op is op and is_truth(condition.left) and is_truth(condition.right):
        return [*_parts(op, condition.left), *_parts(op, condition.right)]
    return [condition]


def is_truth(expr: Expr) -> bool:
    """Is it 0 or 1, because it is made of comparisons?"""
    match expr:
        case Binary(op=BinaryOp.AND | BinaryOp.OR, left=left, right=right):
            return is_truth(left) and is_truth(right)
        case Binary(op=op):
            return op.is_comparison
        case Unary(op=op):
            return op is UnaryOp.NOT
        case Const(value=value):
            return value in (0, 1)
        case _:
            return False


def _told(condition: Expr, machine: MachineModel, lookup: Lookup) -> str | None:
    text = _text(condition)
    try:
        again = read_condition(text, machine, lookup)
    except (NotC, NotRead):
        return None
    return text if {*variables_of(again)} == {*variables_of(condition)} else None


def _text(condition: Expr) -> str:
    for op, operator, other in ((BinaryOp.OR, " || ", "&&"), (BinaryOp.AND, " && ", "||")):
        parts = _parts(op, condition)
        if len(parts) > 1:
            texts = [_text(part) for part in parts]
            return operator.join(f"({text})" if other in text else text for text in texts)
    return to_c(_SourceNames().fold(without_overflow(condition)))


def without_overflow(expr: Expr) -> Expr:
    """The same, where signed numbers cannot overflow: by their types, or because they are computed as unsigned ones."""
    return _WithoutOverflow().fold(expr)


class _WithoutOverflow(Rebuilding):
    def binary(self, expr: Binary) -> Expr:
        op, left, right, type = expr.op, self.fold(expr.left), self.fold(expr.right), expr.type
        rebuilt = Binary(op, left, right, type)
        if not isinstance(type, IntType) or not type.signed:
            return rebuilt
        unsigned = _unsigned(type)
        if op in _ARITHMETIC and not _fits(rebuilt):
            return Cast(Binary(op, Cast(left, unsigned), Cast(right, unsigned), unsigned), type)
        return Cast(Binary(op, Cast(left, unsigned), right, unsigned), type) if op is BinaryOp.SHL else rebuilt

    def unary(self, expr: Unary) -> Expr:
        rebuilt, type = Unary(expr.op, self.fold(expr.operand), expr.type), expr.type
        if expr.op is not UnaryOp.NEG or not isinstance(type, IntType) or not type.signed or _fits(rebuilt):
            return rebuilt
        return Cast(Unary(UnaryOp.NEG, Cast(rebuilt.operand, _unsigned(type)), _unsigned(type)), type)


def _unsigned(type: IntType) -> IntType:
    name = "unsigned char" if type.name == "signed char" else f"unsigned {type.name}"
    return IntType(name, type.width, False, type.size, type.align)


def _fits(expr: Binary | Unary) -> bool:
    found = _range(expr)
    return isinstance(expr.type, IntType) and expr.type.min <= found[0] and found[1] <= expr.type.max


def _range(expr: Expr) -> tuple[int, int]:
    """Which values an integer can have by its type, computed without wrapping around."""
    match expr:
        case Const(value=value):
            return value, value
        case Cast(operand=operand, type=IntType() as type) if isinstance(operand.type, IntType) and not type.is_bool:
            low, high = _range(operand)
            return (low, high) if type.min <= low and high <= type.max else (type.min, type.max)
        case Unary(op=UnaryOp.NEG, operand=operand):
            low, high = _range(operand)
            return -high, -low
        case Binary(op=op, left=left, right=right) if op in _ARITHMETIC:
            return _combined(op, _range(left), _range(right))
        case Binary(op=op) if op.is_comparison:
            return 0, 1
        case _ if isinstance(expr.type, IntType):
            return expr.type.min, expr.type.max
        case _:
            return 0, 0


def _combined(op: BinaryOp, left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    match op:
        case BinaryOp.ADD:
            return left[0] + right[0], left[1] + right[1]
        case BinaryOp.SUB:
            return left[0] - right[1], left[1] - right[0]
        case _:
            corners = [a * b for a in left for b in right]
            return min(corners), max(corners)


class _SourceNames(Rebuilding):
    """With the names of the source, for showing it."""

    def var(self, expr: Var) -> Expr:
        variable, name = expr.variable, source_name(expr.variable)
        if name == variable.name:
            return expr
        return Var(
            Variable(number=variable.number, name=name, type=variable.type, kind=variable.kind, function=variable.function)
        )
