"""Lowering of what the compiler chooses one expression of: ``_Generic`` (C11 6.5.1.1) and ``__builtin_choose_expr``.

libclang does not tell which expression of a ``_Generic`` was chosen, nor the types in it.  But the whole has the type of the
chosen one, and its value if that is constant.  Where several have this type and the value is not constant, it is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr
from whet.cfa.types import IntType
from whet.frontend.bit_fields import reject_if_chosen_by_type
from whet.frontend.clang import Cursor, Type, evaluate_integer, library
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import EXPRESSIONS, Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


class Selections:
    """Lowers the selections of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def generic(self, tree: Tree) -> Expr:
        """The expression that was chosen; the controlling one, which comes first, is not evaluated."""
        reject_if_chosen_by_type(tree.children[0], self.expressions.types)
        wanted = _canonical(tree.cursor)
        others = [child for child in tree.children[1:] if child.kind in EXPRESSIONS]
        fitting = [child for child in others if _canonical(child.cursor) == wanted]
        if len(fitting) == 1:
            return self.expressions.itself(fitting[0])
        value, ctype = evaluate_integer(tree.cursor), self.expressions.types.of(tree.cursor)
        if value is None or not isinstance(ctype, IntType):
            raise ConstructNotSupported("_Generic with several expressions of one type")
        return Const(ctype.wrap(value), ctype)


def chosen(tree: Tree) -> Tree | None:
    """The expression that ``__builtin_choose_expr`` gives, for which libclang has no kind; None if this is something else.

    No other expression without a kind is made of three, the first of which is an integer constant."""
    if len(tree.children) != 3 or any(child.kind not in EXPRESSIONS for child in tree.children):
        return None
    condition = evaluate_integer(tree.children[0].cursor)
    if condition is None:
        return None
    found = tree.children[1 if condition else 2]
    return found if _canonical(found.cursor) == _canonical(tree.cursor) else None


def _canonical(cursor: Cursor) -> tuple[int, int]:
    """What a type is, qualifiers included."""
    lib = library()
    canonical: Type = lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))
    return canonical.kind, canonical.data0


__all__ = ["Selections", "chosen"]
