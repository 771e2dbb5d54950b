"""Lowering of assignments and of ``++`` and ``--`` (C11 6.5.2.4, 6.5.3.1, 6.5.16).

The value of an assignment is the value stored, after conversion to the type of the object (and, for a bit-field,
after it lost the bits that do not fit).  Each form comes twice: for its value, and for its effect alone, which needs
no temporary.
"""

from __future__ import annotations

from whet.cfa.expressions import BinaryOp, Const, Expr, FloatConst, Lvalue, Var, is_bit_field
from whet.cfa.operations import Assign
from whet.cfa.sequencing import LONG, Order
from whet.cfa.types import ArrayType, FloatType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.bit_fields import promoted
from whet.frontend.calls import call_into, called_for
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers, lowers_effect
from whet.frontend.tree import Tree, bare

_OPERATORS = {
    BinaryKind.MUL_ASSIGN: BinaryKind.MUL,
    BinaryKind.DIV_ASSIGN: BinaryKind.DIV,
    BinaryKind.REM_ASSIGN: BinaryKind.REM,
    BinaryKind.ADD_ASSIGN: BinaryKind.ADD,
    BinaryKind.SUB_ASSIGN: BinaryKind.SUB,
    BinaryKind.SHL_ASSIGN: BinaryKind.SHL,
    BinaryKind.SHR_ASSIGN: BinaryKind.SHR,
    BinaryKind.AND_ASSIGN: BinaryKind.AND,
    BinaryKind.XOR_ASSIGN: BinaryKind.XOR,
    BinaryKind.OR_ASSIGN: BinaryKind.OR,
}
_SHIFTS = frozenset({BinaryKind.SHL, BinaryKind.SHR})
_POSTFIX = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC})
STEPS = {UnaryKind.POST_INC: 1, UnaryKind.POST_DEC: -1, UnaryKind.PRE_INC: 1, UnaryKind.PRE_DEC: -1}


# lvalue = value


def assignment(expressions: ExpressionLowering, tree: Tree) -> Expr:
    return _stored(expressions, *_operands(expressions, tree), tree)


def assignment_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    left, right = tree.children
    call = called_for(expressions, right)
    if call is not None and bare(left).kind == CursorKind.DECL_REF_EXPR:
        lvalue = expressions.lvalue(left)
        if isinstance(lvalue, Var) and lvalue.type == expressions.types.of(call.cursor):
            call_into(expressions, call, lvalue)
            return
    lvalue, value = _operands(expressions, tree)
    expressions.builder.emit(Assign(lvalue, value, expressions.context.origin(tree)))


def _operands(expressions: ExpressionLowering, tree: Tree) -> tuple[Lvalue, Expr]:
    left, right = tree.children
    sequencing = expressions.sequencing
    mark, operands = sequencing.mark(), sequencing.operands(tree)
    lvalue = expressions.lvalue(left)
    if right.has_effects:
        lvalue = expressions.stable_lvalue(lvalue, left)
    operands.add_object(left, lvalue)
    if isinstance(lvalue.type, ArrayType):
        raise ConstructNotSupported("assignment to an array")
    value = expressions.converted(right, lvalue.type)
    operands.add(right, value)
    sequencing.stored(lvalue, tree, since=mark, copies=_assignments(right))
    return lvalue, value


def _assignments(tree: Tree) -> int:
    """How many assignments one after the other an expression consists of."""
    count, tree = 0, bare(tree)
    while count < LONG and tree.kind == CursorKind.BINARY_OPERATOR and tree.operator == BinaryKind.ASSIGN:
        count, tree = count + 1, bare(tree.children[1])
    return count


def _stored(expressions: ExpressionLowering, lvalue: Lvalue, value: Expr, tree: Tree) -> Expr:
    """Store, and give the value that is then in the object."""
    context, builder, origin = expressions.context, expressions.builder, expressions.context.origin(tree)
    if isinstance(lvalue, Var):
        builder.emit(Assign(lvalue, value, origin))
        return lvalue
    lvalue = expressions.stable_lvalue(lvalue, tree)
    if is_bit_field(lvalue):
        builder.emit(Assign(lvalue, value, origin))
        return context.saved(lvalue, tree)
    kept = value if isinstance(value, (Const, FloatConst)) else context.saved(value, tree)
    builder.emit(Assign(lvalue, kept, origin))
    return kept


# lvalue op= value


@lowers(CursorKind.COMPOUND_ASSIGN_OPERATOR)
def _compound(expressions: ExpressionLowering, tree: Tree) -> Expr:
    return _stored(expressions, *_compound_operands(expressions, tree), tree)


@lowers_effect(CursorKind.COMPOUND_ASSIGN_OPERATOR)
def _compound_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    lvalue, value = _compound_operands(expressions, tree)
    expressions.builder.emit(Assign(lvalue, value, expressions.context.origin(tree)))


def _compound_operands(expressions: ExpressionLowering, tree: Tree) -> tuple[Lvalue, Expr]:
    left, right = tree.children
    sequencing = expressions.sequencing
    mark, operands = sequencing.mark(), sequencing.operands(tree, Order.OBJECT_LAST)
    operand = expressions.stable(expressions.value(right), right, before=left)
    operands.add(right, operand)
    lvalue = expressions.lvalue(left)
    if left.has_effects:
        lvalue = expressions.stable_lvalue(lvalue, left)
    operands.add(left, lvalue)
    combined = _combined(expressions, lvalue, _OPERATORS[tree.operator], operand)
    sequencing.stored(lvalue, tree, since=mark)
    return lvalue, combined


def _combined(expressions: ExpressionLowering, lvalue: Lvalue, operator: int, operand: Expr) -> Expr:
    """``lvalue op operand`` in the type of the computation, converted back to the type of the object."""
    if isinstance(lvalue.type, PointerType):
        return expressions.operation(operator, lvalue, operand)
    computed = promoted(lvalue, expressions.context.machine) if operator in _SHIFTS else operand.type
    return folding.convert(expressions.operation(operator, folding.convert(lvalue, computed), operand), lvalue.type)


# ++ and --


def step(expressions: ExpressionLowering, tree: Tree) -> Expr:
    lvalue = _stepped_object(expressions, tree)
    if tree.operator not in _POSTFIX:
        return _stored(expressions, lvalue, _stepped(expressions, lvalue, lvalue, STEPS[tree.operator]), tree)
    if not isinstance(lvalue, Var):
        lvalue = expressions.stable_lvalue(lvalue, tree)
    before = expressions.context.saved(lvalue, tree)
    after = _stepped(expressions, lvalue, before, STEPS[tree.operator])
    expressions.builder.emit(Assign(lvalue, after, expressions.context.origin(tree)))
    return before


def step_effect(expressions: ExpressionLowering, tree: Tree) -> None:
    lvalue = _stepped_object(expressions, tree)
    if tree.children[0].has_effects:
        lvalue = expressions.stable_lvalue(lvalue, tree)
    after = _stepped(expressions, lvalue, lvalue, STEPS[tree.operator])
    expressions.builder.emit(Assign(lvalue, after, expressions.context.origin(tree)))


def _stepped_object(expressions: ExpressionLowering, tree: Tree) -> Lvalue:
    mark = expressions.sequencing.mark()
    lvalue = expressions.lvalue(tree.children[0])
    expressions.sequencing.stored(lvalue, tree, since=mark)
    return lvalue


def _stepped(expressions: ExpressionLowering, lvalue: Lvalue, value: Expr, by: int) -> Expr:
    """``value + by``, where ``value`` is what ``lvalue`` holds: in the promoted type, converted back."""
    ctype = lvalue.type
    operator = BinaryOp.ADD if by > 0 else BinaryOp.SUB
    match ctype:
        case PointerType():
            return expressions.pointer_sum(value, Const(abs(by), expressions.int), negative=by < 0)
        case FloatType():
            one = folding.convert(Const(1, expressions.int), ctype)
            return folding.binary(operator, value, one, ctype)
        case IntType():
            computed = promoted(lvalue, expressions.context.machine)
            assert isinstance(computed, IntType)
            left = folding.convert(value, computed)
            return folding.convert(folding.binary(operator, left, Const(1, computed), computed), ctype)
        case _:
            raise ConstructNotSupported(f"++ or -- on {ctype}")
