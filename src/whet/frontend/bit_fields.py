"""Bit-fields wider than ``int``, about whose type compilers disagree (C11 6.7.2.1 leaves it open).

gcc computes with one of 33 bits in 33 bits, clang in the type it was declared with.  Their values are the same, and so are
the results of operators that cannot carry beyond the width; the others are rejected rather than guessed.
"""

from __future__ import annotations

from whet.cfa.expressions import Expr, Member
from whet.cfa.types import IntType
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree
from whet.frontend.type_reader import TypeReader

CARRYING = frozenset({BinaryKind.ADD, BinaryKind.SUB, BinaryKind.MUL, BinaryKind.SHL})
CARRYING_UNARY = frozenset({UnaryKind.MINUS, UnaryKind.NOT})


def reject_if_ambiguous(tree: Tree, expr: Expr, other: Tree | None, types: TypeReader) -> None:
    """Raise ``ConstructNotSupported`` if an operand of an operator that carries is such a bit-field.

    ``other`` is the operand that takes part in the usual conversions: one that is as wide as the declared type settles
    the question."""
    if not isinstance(expr, Member) or expr.field.bit_width is None or not isinstance(expr.type, IntType):
        return
    is_odd = types.machine.int.width < expr.field.bit_width < expr.type.width
    if is_odd and _as_written(tree).kind == CursorKind.MEMBER_REF_EXPR and not (other and _is_as_wide(other, expr.type, types)):
        raise ConstructNotSupported("arithmetic on a bit-field wider than int")


def _as_written(tree: Tree) -> Tree:
    """An operand without the conversions nobody wrote."""
    while tree.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(tree.children) == 1:
        tree = tree.children[0]
    return tree


def _is_as_wide(tree: Tree, declared: IntType, types: TypeReader) -> bool:
    written = _as_written(tree)
    ctype = types.of_value(written.cursor)
    return written.kind != CursorKind.MEMBER_REF_EXPR and (not isinstance(ctype, IntType) or ctype.width >= declared.width)


__all__ = ["CARRYING", "CARRYING_UNARY", "reject_if_ambiguous"]
