"""Functions that are defined in the style of K&R, which gives no prototype (C11 6.9.1p7, 6.5.2.2p6).

Clang converts the arguments of their calls to the types of the parameters all the same.  C only promotes them, and gives no
meaning to a call whose promoted arguments are not what the function expects.
"""

from __future__ import annotations

import re

from whet.cfa.expressions import Expr
from whet.cfa.types import FloatType
from whet.frontend import folding
from whet.frontend.bit_fields import promoted
from whet.frontend.clang import Cursor, CursorKind, TypeKind, canonical_type, children, library, printed_head, spelling
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree, bare
from whet.frontend.unit import TranslationUnit

_MAY_BE = re.compile(rb";|\(\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*\)\s*$")
"""In the text of a definition before its body: declarations of parameters, or a list of nothing but names."""


def has_no_prototype(unit: TranslationUnit, declaration: Cursor) -> bool:
    """Is a function defined in the style of K&R, in this unit, and declared nowhere before with the types of its parameters?"""
    definition: Cursor = library().clang_getCursorDefinition(declaration)
    if not definition.data0 or (declaration.data0 != definition.data0 and _is_prototype(declaration)):
        return False
    known = unit.old_style.get(definition.data0)
    if known is None:
        known = unit.old_style[definition.data0] = _is_old_style(unit, definition)
    return known


def _is_old_style(unit: TranslationUnit, definition: Cursor) -> bool:
    names = [spelling(each) for each in children(definition) if each.kind == CursorKind.PARM_DECL]
    text = unit.text(definition)
    if not names or (text and not _MAY_BE.search(text.partition(b"{")[0])):
        return False
    # Clang prints no types of parameters if the definition has no prototype.
    listed = re.escape(", ".join(names))
    if re.search(rf"\b{re.escape(spelling(definition))}\({listed}\)", printed_head(definition)) is None:
        return False
    canonical = library().clang_getCanonicalCursor(definition).data0
    others = (each for each in unit.declarations() if each.kind == CursorKind.FUNCTION_DECL and each.data0 != definition.data0)
    return not any(_is_prototype(each) and library().clang_getCanonicalCursor(each).data0 == canonical for each in others)


def _is_prototype(declaration: Cursor) -> bool:
    return canonical_type(declaration).kind == TypeKind.FUNCTION_PROTO


def promoted_argument(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """An argument as it was written, after the default argument promotions."""
    tree = bare(tree)
    while tree.kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) == 1:
        inner = tree.children[0]
        if not expressions.context.unit.covers_same(tree.cursor, inner.cursor):
            break
        tree = bare(inner)
    value, machine = expressions.value(tree), expressions.context.machine
    if isinstance(value.type, FloatType) and value.type.size < machine.double.size:
        return folding.convert(value, machine.double)
    return folding.convert(value, promoted(value, machine))
