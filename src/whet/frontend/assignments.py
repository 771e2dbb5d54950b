"""Lowering of assignments and of ``++`` and ``--`` (C11 6.5.2.4, 6.5.3.1, 6.5.16).

The value of an assignment is the value stored, after conversion to the type of the object (and, for a bit-field,
after it lost the bits that do not fit).  Each form comes twice: for its value, and for its effect alone, which needs
no temporary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.cfa.expressions import BinaryOp, Const, Expr, FloatConst, Lvalue, Member, Var, is_bit_field
from whet.cfa.operations import Assign
from whet.cfa.sequencing import LONG, Order
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.clang import BinaryKind, CursorKind
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree, bare

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

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


class Assignments:
    """Lowers the assignments of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder
        self.sequencing = expressions.sequencing

    # lvalue = value

    def plain(self, tree: Tree) -> Expr:
        mark = self.sequencing.mark()
        lvalue, value = self._operands(tree)
        self.sequencing.stored(lvalue, tree, since=mark, copies=_assignments(tree.children[1]))
        return self._stored(lvalue, value, tree)

    def plain_effect(self, tree: Tree) -> None:
        left, right = tree.children
        call = self.expressions.calls.called_for(right)
        if call is not None and bare(left).kind == CursorKind.DECL_REF_EXPR:
            lvalue = self.expressions.lvalue(left)
            if isinstance(lvalue, Var) and lvalue.type == self.expressions.types.of(call.cursor):
                self.expressions.calls.into(call, lvalue)
                return
        mark = self.sequencing.mark()
        lvalue, value = self._operands(tree)
        self.sequencing.stored(lvalue, tree, since=mark, copies=_assignments(right))
        self.builder.emit(Assign(lvalue, value, self.context.origin(tree)))

    def _operands(self, tree: Tree) -> tuple[Lvalue, Expr]:
        left, right = tree.children
        operands = self.sequencing.operands(tree)
        lvalue = self.expressions.lvalue(left)
        if right.has_effects:
            lvalue = self.expressions.stable_lvalue(lvalue, left)
        operands.add_object(left, lvalue)
        value = self._value_for(lvalue, right)
        operands.add(right, value)
        return lvalue, value

    def _value_for(self, lvalue: Lvalue, tree: Tree) -> Expr:
        return self.expressions.converted(tree, _assignable(lvalue.type))

    def _stored(self, lvalue: Lvalue, value: Expr, tree: Tree) -> Expr:
        """Store, and give the value that is then in the object."""
        origin = self.context.origin(tree)
        if isinstance(lvalue, Var):
            self.builder.emit(Assign(lvalue, value, origin))
            return lvalue
        lvalue = self.expressions.stable_lvalue(lvalue, tree)
        if is_bit_field(lvalue):
            self.builder.emit(Assign(lvalue, value, origin))
            return self.context.saved(lvalue, tree)
        kept = value if isinstance(value, (Const, FloatConst)) else self.context.saved(value, tree)
        self.builder.emit(Assign(lvalue, kept, origin))
        return kept

    # lvalue op= value

    def compound(self, tree: Tree) -> Expr:
        mark = self.sequencing.mark()
        lvalue, value = self._compound_operands(tree)
        self.sequencing.stored(lvalue, tree, since=mark)
        return self._stored(lvalue, value, tree)

    def compound_effect(self, tree: Tree) -> None:
        mark = self.sequencing.mark()
        lvalue, value = self._compound_operands(tree)
        self.sequencing.stored(lvalue, tree, since=mark)
        self.builder.emit(Assign(lvalue, value, self.context.origin(tree)))

    def _compound_operands(self, tree: Tree) -> tuple[Lvalue, Expr]:
        left, right = tree.children
        operator = _OPERATORS[tree.operator]
        operands = self.sequencing.operands(tree, Order.OBJECT_LAST)
        operand = self.expressions.decayed(self.expressions.rvalue(right))
        operand = self.expressions.stable(operand, right, before=left)
        operands.add(right, operand)
        lvalue = self.expressions.lvalue(left)
        if left.has_effects:
            lvalue = self.expressions.stable_lvalue(lvalue, left)
        operands.add(left, lvalue)
        return lvalue, self._combined(lvalue, operator, operand)

    def _combined(self, lvalue: Lvalue, operator: int, operand: Expr) -> Expr:
        """``lvalue op operand`` in the type of the computation, converted back to the type of the object."""
        ctype = lvalue.type
        if isinstance(ctype, PointerType):
            return self.expressions.operation(operator, lvalue, operand)
        computed = self._promoted(lvalue) if operator in _SHIFTS else operand.type
        left = folding.convert(lvalue, computed)
        return folding.convert(self.expressions.operation(operator, left, operand), ctype)

    # ++ and --

    def step(self, tree: Tree, by: int, *, postfix: bool) -> Expr:
        mark = self.sequencing.mark()
        lvalue = self.expressions.lvalue(tree.children[0])
        self.sequencing.stored(lvalue, tree, since=mark)
        if not postfix:
            return self._stored(lvalue, self._stepped(lvalue, lvalue, by), tree)
        if not isinstance(lvalue, Var):
            lvalue = self.expressions.stable_lvalue(lvalue, tree)
        before = self.context.saved(lvalue, tree)
        self.builder.emit(Assign(lvalue, self._stepped(lvalue, before, by), self.context.origin(tree)))
        return before

    def step_effect(self, tree: Tree, by: int) -> None:
        mark = self.sequencing.mark()
        lvalue = self.expressions.lvalue(tree.children[0])
        self.sequencing.stored(lvalue, tree, since=mark)
        if tree.children[0].has_effects:
            lvalue = self.expressions.stable_lvalue(lvalue, tree)
        self.builder.emit(Assign(lvalue, self._stepped(lvalue, lvalue, by), self.context.origin(tree)))

    def _stepped(self, lvalue: Lvalue, value: Expr, by: int) -> Expr:
        """``value + by``, where ``value`` is what ``lvalue`` holds: in the promoted type, converted back."""
        ctype = lvalue.type
        operator = BinaryOp.ADD if by > 0 else BinaryOp.SUB
        match ctype:
            case PointerType():
                return self.expressions.pointer_sum(value, Const(abs(by), self.expressions.int), negative=by < 0)
            case FloatType():
                one = folding.convert(Const(1, self.expressions.int), ctype)
                return folding.binary(operator, value, one, ctype)
            case IntType():
                computed = self._promoted(lvalue)
                assert isinstance(computed, IntType)
                left = folding.convert(value, computed)
                return folding.convert(folding.binary(operator, left, Const(1, computed), computed), ctype)
            case _:
                raise ConstructNotSupported(f"++ or -- on {ctype}")

    def _promoted(self, lvalue: Lvalue) -> CType:
        """The type after the integer promotions (C11 6.3.1.1), which ask how many bits a bit-field has."""
        ctype = lvalue.type
        if not isinstance(ctype, IntType):
            return ctype
        bits = lvalue.field.bit_width if isinstance(lvalue, Member) else None
        width = ctype.width if bits is None else bits
        if width > self.expressions.int.width:
            return ctype
        is_unsigned = width == self.expressions.int.width and not ctype.signed
        return self.context.machine.integer("unsigned int") if is_unsigned else self.expressions.int


def _assignments(tree: Tree) -> int:
    """How many assignments one after the other an expression consists of."""
    count, tree = 0, bare(tree)
    while count < LONG and tree.kind == CursorKind.BINARY_OPERATOR and tree.operator == BinaryKind.ASSIGN:
        count, tree = count + 1, bare(tree.children[1])
    return count


def _assignable(ctype: CType) -> CType:
    if isinstance(ctype, ArrayType):
        raise ConstructNotSupported("assignment to an array")
    return ctype
