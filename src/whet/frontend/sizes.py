"""Lowering of ``sizeof`` and ``_Alignof`` (C11 6.5.3.4): constants, except for arrays of variable length.

libclang does not give the type that ``sizeof(int[n])`` names, but the lengths in it.  So the type is read from the text where
that is plain: a basic type or a name of a type, asterisks and lengths.
"""

from __future__ import annotations

import re

from whet.cfa.expressions import BinaryOp, Const, Expr
from whet.cfa.types import ArrayType, CType, FloatType, IntType, MachineModel
from whet.frontend import folding
from whet.frontend.clang import CursorKind, children, evaluate_integer, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers
from whet.frontend.tree import EXPRESSIONS, Tree

_TYPE_NAME = re.compile(rb"sizeof\s*\(\s*([A-Za-z_][\w\s]*?)\s*((?:\*\s*)*)((?:\[[^][]*\]\s*)*)\)")
_LONGEST = 300
"""Bytes of a type name that are looked at."""
_QUALIFIERS = frozenset({"const", "volatile"})


@lowers(CursorKind.UNARY_EXPR)
def _size(expressions: ExpressionLowering, tree: Tree) -> Expr:
    types, context = expressions.types, expressions.context
    ctype = types.of(tree.cursor)
    assert isinstance(ctype, IntType)
    value = evaluate_integer(tree.cursor)
    if value is not None:
        return Const(value, ctype)
    operand = types.of(tree.children[0].cursor) if tree.children else None
    if isinstance(operand, ArrayType) and operand.variable in context.lengths:
        if tree.children[0].has_effects or tree.children[0].divides:
            raise ConstructNotSupported("sizeof of something of variable length that has to be evaluated")
        return folding.convert(context.size(operand), ctype)
    # Of an array type that is written out: its lengths are evaluated.
    context = expressions.context
    written = _TYPE_NAME.match(context.unit.spelled_text(tree.cursor, _LONGEST))
    base = None if written is None else _named_type(expressions, written[1].decode(), tree)
    if written is None or base is None:
        raise ConstructNotSupported("sizeof of a variable-length array type")
    # clang visits the lengths from the innermost to the outermost, and then those that are evaluated once more.
    dimensions = [child for child in tree.children if child.kind in EXPRESSIONS][: written[3].count(b"[")]
    element = context.machine.pointer(base) if written[2] else base
    size = folding.convert(context.size(element), ctype)
    for dimension in reversed(dimensions):
        size = folding.binary(BinaryOp.MUL, size, _length(expressions, dimension, ctype), ctype)
    return context.saved(size, tree)


def _named_type(expressions: ExpressionLowering, name: str, tree: Tree) -> CType | None:
    """The type of this name: a basic one, or one that is declared."""
    words = [word for word in name.split() if word not in _QUALIFIERS]
    basic = basic_type(words, expressions.context.machine)
    if basic is not None:
        return basic
    named = [child for child in children(tree.cursor) if child.kind == CursorKind.TYPE_REF]
    is_named = len(named) == 1 and spelling(named[0]).split()[-1:] == words[-1:]
    return expressions.types.of(named[0]) if is_named else None


def _length(expressions: ExpressionLowering, dimension: Tree, ctype: IntType) -> Expr:
    """The value of a length, which is greater than zero (C11 6.7.6.2p5)."""
    builder, context, int_type = expressions.builder, expressions.context, expressions.int
    value = expressions.rvalue(dimension)
    if not isinstance(value.type, IntType):
        raise ConstructNotSupported("sizeof of a variable-length array type")
    promoted = int_type if value.type.width < int_type.width else value.type
    length = folding.convert(value, promoted)
    if not isinstance(length, Const):
        length = context.saved(length, dimension)
    positive, other = builder.node(), builder.node()
    is_positive = folding.binary(BinaryOp.GT, length, Const(0, promoted), int_type)
    builder.branch(is_positive, positive, other, context.origin(dimension))
    builder.start(other)
    builder.give_up("sizeof of an array type whose length is not greater than zero", context.origin(dimension))
    builder.start(positive)
    return folding.convert(length, ctype)


def basic_type(words: list[str], machine: MachineModel) -> IntType | FloatType | None:
    """The type that these words of C name, in any order (C11 6.7.2p2)."""
    floating = {"float": machine.float, "double": machine.double, "double long": machine.long_double}
    sorted_words = " ".join(sorted(words))
    if sorted_words in floating:
        return floating[sorted_words]
    for type in machine.integers():
        if sorted_words in _spellings(type.name):
            return type
    return None


def _spellings(name: str) -> set[str]:
    """The words of a name of an integer type, sorted, with those that may be added."""
    words = name.split()
    if name in ("_Bool", "char", "signed char", "unsigned char", "__int128", "unsigned __int128"):
        return {" ".join(sorted(words))}
    plain = [word for word in words if word not in ("int", "unsigned")]
    sign = [["unsigned"]] if "unsigned" in words else [[], ["signed"]]
    found = (sorted([*plain, *signed, *also]) for signed in sign for also in ([], ["int"]))
    return {" ".join(each) for each in found if each}
