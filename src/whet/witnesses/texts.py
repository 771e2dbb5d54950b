"""Conditions of the program model as C that any tool can read where they stand.

The program model lets signed numbers wrap around, C gives that no meaning: what may overflow is computed in the unsigned type and
converted back, which gcc and clang define to be the same.  Variables have their names of the source, and what is made of
comparisons is joined by ``&&`` and ``||``.

A text is given only if reading it back at that place finds the same variables.  A part of a conjunction for which there is none
is left out: saying less is right.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Index,
    Member,
    Unary,
    UnaryOp,
    Var,
    Variable,
    variables_of,
)
from whet.cfa.show import to_c
from whet.cfa.types import IntType, MachineModel
from whet.witnesses.conditions import Lookup, NotC, NotRead, read_condition
from whet.witnesses.scopes import source_name

_MOST = 2000
"""Characters of a text that somebody may want to read."""
_ARITHMETIC = (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL)


def condition_text(condition: Expr, machine: MachineModel, lookup: Lookup) -> str | None:
    """None if there is nothing to say."""
    found = [text for part in _parts(BinaryOp.AND, condition) if (text := _told(part, machine, lookup)) is not None]
    kept = [text for text in dict.fromkeys(found) if text != "1"]
    if "0" in kept:
        return "0"
    while len(text := _joined(kept, " && ")) > _MOST:
        kept.remove(max(kept, key=len))
    return text or None


def _joined(texts: list[str], operator: str) -> str:
    return operator.join(f"({text})" if "||" in text and len(texts) > 1 else text for text in texts)


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
    return to_c(_renamed(without_overflow(condition)))


# ---------------------------------------------------------------------------------------------------------- overflow


def without_overflow(expr: Expr) -> Expr:
    """The same, where signed numbers cannot overflow: by their types, or because they are computed as unsigned ones."""
    expr = _rebuilt(expr, without_overflow)
    match expr:
        case Binary(op=op, left=left, right=right, type=IntType(signed=True) as type) if op in _ARITHMETIC and not _fits(expr):
            unsigned = _unsigned(type)
            return Cast(Binary(op, Cast(left, unsigned), Cast(right, unsigned), unsigned), type)
        case Binary(op=BinaryOp.SHL, left=left, right=right, type=IntType(signed=True) as type):
            return Cast(Binary(BinaryOp.SHL, Cast(left, _unsigned(type)), right, _unsigned(type)), type)
        case Unary(op=UnaryOp.NEG, operand=operand, type=IntType(signed=True) as type) if not _fits(expr):
            return Cast(Unary(UnaryOp.NEG, Cast(operand, _unsigned(type)), _unsigned(type)), type)
        case _:
            return expr


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


# -------------------------------------------------------------------------------------------------------------- names


def _renamed(expr: Expr) -> Expr:
    """With the names of the source, for showing it."""
    match expr:
        case Var(variable=variable) if source_name(variable) != variable.name:
            named = Variable(
                number=variable.number,
                name=source_name(variable),
                type=variable.type,
                kind=variable.kind,
                function=variable.function,
            )
            return Var(named)
        case _:
            return _rebuilt(expr, _renamed)


def _rebuilt(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """With changed parts; what witnesses do not speak of stays."""
    match expr:
        case Binary(op=op, left=left, right=right, type=type):
            return Binary(op, change(left), change(right), type)
        case Unary(op=unary, operand=operand, type=type):
            return Unary(unary, change(operand), type)
        case Cast(operand=operand, type=target):
            return Cast(change(operand), target)
        case Member(base=base, field=field):
            inner = change(base)
            return Member(inner, field) if isinstance(inner, (Var, Member, Index)) else expr
        case Index(base=base, index=index):
            inner = change(base)
            return Index(inner, change(index)) if isinstance(inner, (Var, Member, Index)) else expr
        case _:
            return expr


__all__ = ["condition_text", "is_truth", "without_overflow"]
