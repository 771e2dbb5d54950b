"""Lowering of C expressions: a pure ``Expr`` for the value, operations appended for the effects (C11 6.5).

Evaluation is left to right.  An operand that is already lowered but not yet used is copied to a temporary when a
later operand has effects.  ``&&``, ``||`` and ``?:`` become control flow.  Implicit conversions are nodes of clang's
tree and become ``Cast``. An array or function name yields its lvalue or ``FunctionAddress``; the conversion above it
makes the pointer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from whet.cfa import semantics
from whet.cfa.expressions import (
    MAX_DEPTH,
    AddressOf,
    BinaryOp,
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
    UnaryOp,
    Var,
    VariableKind,
    is_lvalue,
    root_variable,
)
from whet.cfa.operations import Assign, Declare
from whet.cfa.types import ArrayType, CType, FloatType, FunctionType, IntType, PointerType, StructType, VoidType, is_scalar
from whet.checks.conditions import Conditions
from whet.frontend import folding
from whet.frontend.argument_lists import is_read
from whet.frontend.assignments import Assignments
from whet.frontend.atomics import Atomics
from whet.frontend.bit_fields import reject_if_ambiguous
from whet.frontend.branching import Branching
from whet.frontend.calls import Calls
from whet.frontend.clang import BinaryKind, Cursor, CursorKind, UnaryKind, evaluate_double, evaluate_integer, library, spelling
from whet.frontend.context import FunctionContext
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.literals import integer_value, is_plain_decimal, leading_number, string_image, string_units
from whet.frontend.selections import Selections, chosen
from whet.frontend.sequencing import Sequencing
from whet.frontend.sizes import Sizes
from whet.frontend.tree import EXPRESSIONS, Tree
from whet.frontend.type_reader import array_types
from whet.task.dangers import dangers

if TYPE_CHECKING:
    from whet.frontend.statements import Statements

_SPILL_EVERY = MAX_DEPTH // 2
_SPILL_FROM = _SPILL_EVERY - 4
"""Not every level of the tree may spill (an object must stay itself), but one of four in a row can."""

ARITHMETIC = {
    BinaryKind.MUL: BinaryOp.MUL,
    BinaryKind.DIV: BinaryOp.DIV,
    BinaryKind.REM: BinaryOp.REM,
    BinaryKind.ADD: BinaryOp.ADD,
    BinaryKind.SUB: BinaryOp.SUB,
    BinaryKind.SHL: BinaryOp.SHL,
    BinaryKind.SHR: BinaryOp.SHR,
    BinaryKind.AND: BinaryOp.AND,
    BinaryKind.XOR: BinaryOp.XOR,
    BinaryKind.OR: BinaryOp.OR,
}
COMPARISONS = {
    BinaryKind.LT: BinaryOp.LT,
    BinaryKind.GT: BinaryOp.GT,
    BinaryKind.LE: BinaryOp.LE,
    BinaryKind.GE: BinaryOp.GE,
    BinaryKind.EQ: BinaryOp.EQ,
    BinaryKind.NE: BinaryOp.NE,
}
_UNARY = {UnaryKind.MINUS: UnaryOp.NEG, UnaryKind.NOT: UnaryOp.COMPLEMENT}
_STEPS = {UnaryKind.POST_INC: 1, UnaryKind.POST_DEC: -1, UnaryKind.PRE_INC: 1, UnaryKind.PRE_DEC: -1}
_POSTFIX = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC})
_UNSUPPORTED = {
    CursorKind.BLOCK_EXPR: "block expression",
    CursorKind.IMAGINARY_LITERAL: "complex number",
    CursorKind.ADDR_LABEL_EXPR: "address of a label",
}

_OWN_NAME = re.compile(rb"__(?:func|FUNCTION|PRETTY_FUNCTION)__\b")


class Expressions:
    """Lowers the expressions of one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self._lib = library()
        self.builder = context.builder
        self.types = context.types
        self.int = context.machine.int
        self._conditions = Conditions(context.machine, frozenset(dangers()))
        self.depth = 0
        self.statements: Statements
        """Set by whoever builds both; a statement expression needs it."""
        self.sequencing = Sequencing(context)
        self.assignments = Assignments(self)
        self.atomics = Atomics(self)
        self.branching = Branching(self)
        self.calls = Calls(self)
        self.selections = Selections(self)
        self.sizes = Sizes(self)
        self._literals: dict[bytes, Const] = {}
        self._handlers: dict[int, Callable[[Tree], Expr]] = {
            CursorKind.UNEXPOSED_EXPR: self._unexposed,
            CursorKind.DECL_REF_EXPR: self._name,
            CursorKind.MEMBER_REF_EXPR: self._member,
            CursorKind.CALL_EXPR: self.calls.value,
            CursorKind.INTEGER_LITERAL: self._integer,
            CursorKind.FLOATING_LITERAL: self._floating,
            CursorKind.STRING_LITERAL: self._string,
            CursorKind.CHARACTER_LITERAL: self._character,
            CursorKind.UNARY_OPERATOR: self._unary,
            CursorKind.ARRAY_SUBSCRIPT_EXPR: self._subscript,
            CursorKind.BINARY_OPERATOR: self._binary,
            CursorKind.COMPOUND_ASSIGN_OPERATOR: self.assignments.compound,
            CursorKind.CONDITIONAL_OPERATOR: self.branching.conditional,
            CursorKind.CSTYLE_CAST_EXPR: self._cast,
            CursorKind.COMPOUND_LITERAL_EXPR: self._compound_literal,
            CursorKind.STMT_EXPR: self._statement_expression,
            CursorKind.GNU_NULL_EXPR: self._null,
            CursorKind.UNARY_EXPR: self.sizes.value,
            CursorKind.GENERIC_SELECTION_EXPR: self.selections.generic,
        }

    # Entry points

    def rvalue(self, tree: Tree) -> Expr:
        """The value of an expression (of an array or function: the object itself, see the module)."""
        expr = self.itself(tree)
        if self.depth % _SPILL_EVERY < _SPILL_FROM or not is_scalar(expr.type) or isinstance(expr, (Const, Var)):
            return expr
        if isinstance(expr, AddressOf):
            # Not the pointer is kept but how the object is found, so that an array is still accessed by name.
            return AddressOf(self.stable_lvalue(expr.lvalue, tree), expr.type)
        return self.context.saved(expr, tree)

    def itself(self, tree: Tree) -> Expr:
        """An expression as it is: never a copy in a temporary, so an object stays that object."""
        while tree.kind == CursorKind.PAREN_EXPR:
            tree = tree.children[0]
        handler = self._handlers.get(tree.kind, self._unknown)
        self.depth += 1
        try:
            expr = handler(tree)
        except ConstructNotSupported as problem:
            problem.tree = problem.tree or tree
            raise
        self.depth -= 1
        return expr

    def _unknown(self, tree: Tree) -> Expr:
        raise ConstructNotSupported(_UNSUPPORTED.get(tree.kind, f"expression of kind {tree.kind}"))

    def lvalue(self, tree: Tree) -> Lvalue:
        """The object that is assigned to; a structure returned by a call lives in a temporary."""
        expr = self.itself(tree)
        if not is_lvalue(expr):
            raise ConstructNotSupported("assignment to something that is not an object")
        root = root_variable(expr)  # type: ignore[arg-type]
        if root is not None and root.is_constant:
            return self._through_pointer(expr)  # type: ignore[arg-type]
        return expr  # type: ignore[return-value]

    def _through_pointer(self, lvalue: Lvalue) -> Lvalue:
        """The same part of a variable, found by its address: a store by the name of a constant is its initialiser."""
        match lvalue:
            case Var(type=ctype):
                return Deref(AddressOf(lvalue, self.context.machine.pointer(ctype)), ctype)
            case Member(base=base, field=member):
                return Member(self._through_pointer(base), member)
            case Index(base=base, index=index):
                return Index(self._through_pointer(base), index)
            case Deref():
                return lvalue

    def converted(self, tree: Tree, target: CType) -> Expr:
        return folding.convert(self.decayed(self.rvalue(tree)), target)

    def effect(self, tree: Tree) -> None:
        """Evaluate an expression whose value nobody wants."""
        if not tree.has_effects and not tree.computes:
            return
        if self._truncates(tree):
            self.drop(self.rvalue(tree), tree)
        elif tree.kind in (CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR) or self._is_extension(tree):
            if tree.kind == CursorKind.CSTYLE_CAST_EXPR:
                self._reject_lengths(tree, self.types.of(tree.cursor))
            self.effect(tree.children[-1])
        elif tree.kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) == 1 and not is_read(tree, self.context.unit):
            self.effect(tree.children[0])
        elif tree.kind == CursorKind.CALL_EXPR:
            self.calls.effect(tree)
        elif tree.kind == CursorKind.COMPOUND_ASSIGN_OPERATOR:
            self.assignments.compound_effect(tree)
        elif tree.kind == CursorKind.UNARY_OPERATOR and tree.operator in _STEPS:
            self.assignments.step_effect(tree, _STEPS[tree.operator])
        elif tree.kind == CursorKind.BINARY_OPERATOR:
            self._binary_effect(tree)
        elif tree.kind == CursorKind.CONDITIONAL_OPERATOR:
            self.branching.conditional_effect(tree)
        elif tree.kind == CursorKind.STMT_EXPR:
            self.statements.lower(tree.children[0])
        else:
            self.drop(self.rvalue(tree), tree)

    def _truncates(self, tree: Tree) -> bool:
        """Is it a cast from a floating number to an integer?"""
        if tree.kind != CursorKind.CSTYLE_CAST_EXPR or not isinstance(self.types.of(tree.cursor), IntType):
            return False
        return isinstance(self.types.of(tree.children[-1].cursor), FloatType)

    def drop(self, value: Expr, tree: Tree) -> None:
        """Nobody wants a value; what it takes to find it may go wrong all the same."""
        if any(self._conditions.of_value(value)):
            self.context.saved(value, tree)

    def _binary_effect(self, tree: Tree) -> None:
        left, right = tree.children
        match tree.operator:
            case BinaryKind.ASSIGN:
                self.assignments.plain_effect(tree)
            case BinaryKind.LAND | BinaryKind.LOR:
                self.branching.logical_effect(tree)
            case BinaryKind.COMMA:
                self._completed(left)
                self.effect(right)
            case (
                BinaryKind.DIV
                | BinaryKind.REM
                | BinaryKind.ADD
                | BinaryKind.SUB
                | BinaryKind.MUL
                | BinaryKind.SHL
                | BinaryKind.SHR
            ):
                self.drop(self.rvalue(tree), tree)
            case _:
                operands = self.sequencing.operands(tree)
                self.effect(left)
                operands.add(left)
                self.effect(right)
                operands.add(right)

    def _completed(self, tree: Tree) -> None:
        """Evaluate an expression after which there is a sequence point."""
        mark = self.sequencing.mark()
        self.effect(tree)
        self.sequencing.end(mark)

    def stable(self, expr: Expr, tree: Tree, *, before: Tree) -> Expr:
        """``expr``, kept in a temporary if evaluating ``before`` might change it."""
        if not before.has_effects or isinstance(expr, (Const, FloatConst, FunctionAddress)):
            return expr
        if isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY:
            return expr
        if isinstance(expr.type, ArrayType):
            return self.stable_lvalue(expr, tree)
        if isinstance(expr, AddressOf):
            return AddressOf(self.stable_lvalue(expr.lvalue, tree), expr.type)
        return self.context.saved(expr, tree)

    def stable_lvalue(self, lvalue: Lvalue, tree: Tree) -> Lvalue:
        """The same object, whatever happens to the variables that were used to find it."""
        match lvalue:
            case Var():
                return lvalue
            case Deref(pointer=pointer, type=ctype):
                return Deref(self._kept(pointer, tree), ctype)
            case Member(base=base, field=member):
                return Member(self.stable_lvalue(base, tree), member)
            case Index(base=base, index=index):
                return Index(self.stable_lvalue(base, tree), self._kept(index, tree))

    def _kept(self, expr: Expr, tree: Tree) -> Expr:
        if isinstance(expr, Const) or (isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY):
            return expr
        return self.context.saved(expr, tree)

    # Names and literals

    def _name(self, tree: Tree) -> Expr:
        declaration: Cursor = self._lib.clang_getCursorReferenced(tree.cursor)
        known = self.context.names.get(declaration.data0)
        if known is None:
            known = self._resolve(declaration, tree)
            self.context.names[declaration.data0] = known
        return known

    def _resolve(self, declaration: Cursor, tree: Tree) -> Expr:
        match declaration.kind:
            case CursorKind.FUNCTION_DECL:
                self.context.linker.reject_symbol(declaration)
                function = self.context.linker.function(declaration)
                return FunctionAddress(function, self.context.machine.pointer(function.type))
            case CursorKind.ENUM_CONSTANT_DECL:
                return self._enumerator(declaration, tree)
            case CursorKind.VAR_DECL | CursorKind.PARM_DECL:
                self.context.linker.reject_symbol(declaration)
                return Var(self.context.linker.static_variable(declaration))
            case _:
                raise ConstructNotSupported(f"use of '{spelling(tree.cursor)}'")

    def _enumerator(self, declaration: Cursor, tree: Tree) -> Expr:
        ctype = self.types.of(tree.cursor)
        assert isinstance(ctype, IntType)
        return Const(ctype.wrap(self._lib.clang_getEnumConstantDeclValue(declaration)), ctype)

    def _integer(self, tree: Tree) -> Expr:
        text = self.context.unit.text(tree.cursor)
        if (line := self.context.linker.lines.get(tree.identity)) is not None:
            return Const(line, self.int)
        known = self._literals.get(text) if text else None
        if known is None:
            known = self._read_integer(tree, text)
            if text:
                self._literals[text] = known
        return known

    def _read_integer(self, tree: Tree, text: bytes) -> Const:
        ctype = self.int if is_plain_decimal(text) else self.types.of(tree.cursor)
        value = integer_value(text)
        if value is None:
            value = evaluate_integer(tree.cursor)
        if value is None or not isinstance(ctype, IntType):
            raise ConstructNotSupported("integer literal")
        return Const(ctype.wrap(value), ctype)

    def _floating(self, tree: Tree) -> Expr:
        ctype = self.types.of(tree.cursor)
        assert isinstance(ctype, FloatType)
        value = evaluate_double(tree.cursor) if ctype != self.context.machine.long_double else None
        if value is not None:
            return FloatConst(semantics.float_bits(value, ctype), ctype)
        text = self.context.unit.text(tree.cursor) or self.context.unit.spelled_text(tree.cursor, 200)
        try:
            return FloatConst(semantics.parse_float_literal(leading_number(text), ctype), ctype)
        except ValueError:
            raise ConstructNotSupported("long double literal made by a macro") from None

    def _character(self, tree: Tree) -> Expr:
        text = self.context.unit.text(tree.cursor)
        if len(text) == 3:
            return Const(text[1] if text[1] < 128 else text[1] - 256, self.int)
        value = evaluate_integer(tree.cursor)
        ctype = self.types.of(tree.cursor)
        if value is None or not isinstance(ctype, IntType):
            raise ConstructNotSupported("character literal")
        return Const(ctype.wrap(value), ctype)

    def string_units(self, tree: Tree) -> list[int]:
        """The characters of a string literal, without the terminating zero."""
        ctype = self.types.of(tree.cursor)
        assert isinstance(ctype, ArrayType)
        return string_units(spelling(tree.cursor).encode(), ctype.element.size)

    def _string(self, tree: Tree) -> Expr:
        ctype = self.types.of(tree.cursor)
        assert isinstance(ctype, ArrayType) and ctype.count is not None
        image = string_image(self.string_units(tree), unit_size=ctype.element.size, count=ctype.count)
        return Var(self.context.linker.string(image, ctype, self._own_name(tree)))

    def _own_name(self, tree: Tree) -> str | None:
        """What stands for an object of its function (C11 6.4.2.2), such as ``__func__``, whose type has a ``const``; empty if it
        is not known for which, None for a literal."""
        if not self.types.is_const(tree.cursor):
            return None
        name = _OWN_NAME.match(self.context.unit.spelled_text(tree.cursor, 20))
        return f"{self.builder.function.name}.{name[0].decode()}" if name else ""

    def _null(self, tree: Tree) -> Expr:
        ctype = self.types.of(tree.cursor)
        assert isinstance(ctype, (IntType, PointerType))
        return Const(0, ctype)

    # Objects

    def _member(self, tree: Tree) -> Expr:
        base = self.rvalue(tree.children[0])
        if isinstance(base.type, PointerType):
            base = self.dereferenced(base)
        struct = base.type
        if not isinstance(struct, StructType) or not is_lvalue(base):
            raise ConstructNotSupported("member of something that is not an object")
        for member in self.types.member_path(struct, self._lib.clang_getCursorReferenced(tree.cursor)):
            base = Member(base, member)  # type: ignore[arg-type]
        return base

    def dereferenced(self, pointer: Expr) -> Expr:
        """``*pointer``."""
        assert isinstance(pointer.type, PointerType)
        target = pointer.type.target
        if isinstance(target, FunctionType):
            return pointer
        if isinstance(target, StructType) and not target.is_complete:
            self.types.complete(target)
        if isinstance(pointer, AddressOf):
            if pointer.lvalue.type == target:
                return pointer.lvalue
            if self._is_element(pointer):
                return Index(pointer.lvalue, Const(0, self.int))
        return Deref(pointer, target)

    def decayed(self, expr: Expr) -> Expr:
        """The pointer an array becomes when its value is wanted."""
        if isinstance(expr.type, ArrayType):
            return self.address(expr, self.context.machine.pointer(expr.type.element))
        return expr

    def address(self, expr: Expr, ctype: PointerType) -> Expr:
        """The address of an object, as ``ctype``."""
        match expr:
            case Deref(pointer=pointer):
                return folding.convert(pointer, ctype)
            case Var() | Member() | Index():
                root = root_variable(expr)
                if root is not None and root.kind is VariableKind.TEMPORARY:
                    # A structure returned by a call, one of whose arrays is used: it lives until the full expression ends.
                    root.kind = VariableKind.LOCAL
                    self.context.addressed.append(root)
                return AddressOf(expr, ctype)
            case FunctionAddress(function=function):
                return FunctionAddress(function, ctype)
            case _:
                raise ConstructNotSupported("address of something that is not an object")

    def _subscript(self, tree: Tree) -> Expr:
        first, second = tree.children
        operands = self.sequencing.operands(tree)
        base = self.stable(self.rvalue(first), first, before=second)
        operands.add_value(first, base)
        index = self.rvalue(second)
        operands.add_value(second, index)
        if isinstance(index.type, (PointerType, ArrayType)):
            base, index = index, base
        base = self.decayed(base)
        if isinstance(base, AddressOf) and self._is_element(base):
            return Index(base.lvalue, index)
        return self.dereferenced(self.pointer_sum(base, index))

    def _is_element(self, decayed: AddressOf) -> bool:
        """Does it point to the first element of an array whose elements have a constant size?"""
        array, element = decayed.lvalue.type, decayed.type.target
        is_fixed = not isinstance(element, ArrayType) or element.count is not None
        return isinstance(array, ArrayType) and array.element == element and is_fixed

    def pointer_sum(self, pointer: Expr, index: Expr, *, negative: bool = False) -> Expr:
        """``pointer + index`` or ``pointer - index``."""
        assert isinstance(pointer.type, PointerType)
        if isinstance(index, Const) and index.value == 0:
            return pointer
        size = self.context.size(pointer.type.target)
        if isinstance(size, Const):
            return PointerAdd(pointer, index, -size.value if negative else size.value, pointer.type)
        distance = self.context.machine.ptrdiff_t
        steps = folding.binary(BinaryOp.MUL, folding.convert(index, distance), folding.convert(size, distance), distance)
        return PointerAdd(pointer, steps, -1 if negative else 1, pointer.type)

    # Operators

    def _is_extension(self, tree: Tree) -> bool:
        return tree.kind == CursorKind.UNARY_OPERATOR and tree.operator == UnaryKind.EXTENSION

    def _unary(self, tree: Tree) -> Expr:
        operator, inner = tree.operator, tree.children[0]
        if operator in _STEPS:
            return self.assignments.step(tree, _STEPS[operator], postfix=operator in _POSTFIX)
        if operator == UnaryKind.ADDRESS:
            ctype = self.types.of(tree.cursor)
            assert isinstance(ctype, PointerType)
            operand = self.itself(inner)
            # ``*f`` is ``f`` again for a function, so there is no object to take the address of.
            is_function = isinstance(ctype.target, FunctionType) and not isinstance(operand, FunctionAddress)
            return folding.convert(operand, ctype) if is_function else self.address(operand, ctype)
        if operator == UnaryKind.EXTENSION:
            return self.itself(inner)
        reject_if_ambiguous(tree, self.types)
        operand = self.rvalue(inner)
        match operator:
            case UnaryKind.DEREF:
                return self.dereferenced(self.decayed(operand))
            case UnaryKind.PLUS:
                return operand
            case UnaryKind.LNOT:
                return folding.unary(UnaryOp.NOT, self.decayed(operand), self.int)
            case UnaryKind.MINUS | UnaryKind.NOT:
                assert isinstance(operand.type, (IntType, FloatType))
                return folding.unary(_UNARY[operator], operand, operand.type)
            case _:
                raise ConstructNotSupported("complex number")

    def _binary(self, tree: Tree) -> Expr:
        operator = tree.operator
        left, right = tree.children
        if operator == BinaryKind.ASSIGN:
            return self.assignments.plain(tree)
        if operator == BinaryKind.COMMA:
            self._completed(left)
            return self.rvalue(right)
        if operator in (BinaryKind.LAND, BinaryKind.LOR):
            return self.branching.logical(tree)
        reject_if_ambiguous(tree, self.types)
        operands = self.sequencing.operands(tree)
        first = self.decayed(self.rvalue(left))
        if right.has_effects:
            first = self.stable(first, left, before=right)
        operands.add(left, first)
        second = self.decayed(self.rvalue(right))
        operands.add(right, second)
        return self.operation(operator, first, second)

    def operation(self, operator: int, left: Expr, right: Expr) -> Expr:
        """A binary operator on values whose types are already right."""
        comparison = COMPARISONS.get(operator)
        if comparison is not None:
            return folding.binary(comparison, left, right, self.int)
        if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
            return self._pointer_operation(operator, left, right)
        op = ARITHMETIC.get(operator)
        if op is None or not isinstance(left.type, (IntType, FloatType)):
            raise ConstructNotSupported(f"operator of kind {operator} on {left.type}")
        return folding.binary(op, left, right, left.type)

    def _pointer_operation(self, operator: int, left: Expr, right: Expr) -> Expr:
        if not isinstance(left.type, PointerType):
            left, right = right, left
        if isinstance(right.type, PointerType):
            return self._pointer_difference(left, right)
        return self.pointer_sum(left, right, negative=operator == BinaryKind.SUB)

    def _pointer_difference(self, left: Expr, right: Expr) -> Expr:
        assert isinstance(left.type, PointerType)
        distance = self.context.machine.ptrdiff_t
        size = self.context.size(left.type.target)
        if isinstance(size, Const):
            return PointerDiff(left, right, size.value, distance)
        steps = PointerDiff(left, right, 1, distance)
        return folding.binary(BinaryOp.DIV, steps, folding.convert(size, distance), distance)

    # Conversions and the rest

    def _cast(self, tree: Tree) -> Expr:
        target = self.types.of(tree.cursor)
        self._reject_lengths(tree, target)
        operand = tree.children[-1]
        if isinstance(target, VoidType):
            self.effect(operand)
            return Const(0, self.int)
        value = self.decayed(self.rvalue(operand))
        if isinstance(target, StructType) and value.type != target:
            return self._cast_to_union(value, target, tree)
        return folding.convert(value, target)

    def _reject_lengths(self, cast: Tree, target: CType) -> None:
        """Where a type with a length that is no constant is written down, the length would have to be evaluated."""
        arrays = [array for array in array_types(target) if array.variable]
        is_written = any(child.kind in EXPRESSIONS for child in cast.children[:-1])
        if any(is_written or array.variable not in self.context.lengths for array in arrays):
            raise ConstructNotSupported("conversion to a variable-length array type")

    def _cast_to_union(self, value: Expr, target: StructType, tree: Tree) -> Expr:
        """GNU C: a union object whose first member of the value's type holds the value."""
        member = next((member for member in target.fields if member.type == value.type), None)
        if member is None:
            raise ConstructNotSupported(f"cast from {value.type} to {target}")
        result = self.context.temporary(target)
        self.builder.emit(Declare(result.variable, True, None, self.context.origin(tree)))
        self.builder.emit(Assign(Member(result, member), value, self.context.origin(tree)))
        return result

    def _unexposed(self, tree: Tree) -> Expr:
        """An implicit conversion, or one of the expressions libclang has no kind for."""
        inner = tree.children
        if tree.builtin:
            return self.atomics.value(tree)
        if is_read(tree, self.context.unit):
            return self.calls.lists.read(tree)
        if len(inner) == 1 and self._is_conversion(tree, inner[0]):
            return self._implicitly_converted(tree, self.rvalue(inner[0]))
        if len(inner) == 4 and self.context.unit.covers_same(inner[0].cursor, inner[1].cursor):
            return self.branching.elvis(tree)
        if (selected := chosen(tree)) is not None:
            return self.itself(selected)
        name = self._builtin_name(tree)
        value_now = evaluate_integer(tree.cursor)
        ctype = self.types.of(tree.cursor)
        if value_now is not None and isinstance(ctype, IntType) and not any(child.has_effects for child in inner):
            return Const(ctype.wrap(value_now), ctype)
        if len(inner) == 1 or name == b"__builtin_va_arg":
            name = b"va_arg"
        raise ConstructNotSupported((name or b"an expression clang does not expose").decode())

    def _is_conversion(self, tree: Tree, operand: Tree) -> bool:
        """Is an expression with one operand a conversion?  One that nobody wrote has the text of its operand."""
        if not self.context.unit.has_builtin_syntax or operand.kind == CursorKind.STRING_LITERAL:
            return operand.kind != CursorKind.MEMBER_REF
        return self.context.unit.covers_same(tree.cursor, operand.cursor)

    def _implicitly_converted(self, tree: Tree, value: Expr) -> Expr:
        if isinstance(value.type, ArrayType) and value.type == self.types.of(tree.cursor):
            return value
        target = self.types.of_value(tree.cursor)
        if value.type == target:
            return value
        if isinstance(target, VoidType):
            return Const(0, self.int)
        if isinstance(value, FunctionAddress) and isinstance(target, PointerType):
            return FunctionAddress(value.function, target)
        if isinstance(target, StructType):
            return self._cast_to_union(value, target, tree)
        if isinstance(value.type, ArrayType):
            assert isinstance(target, PointerType)
            return self.address(value, target)
        return folding.convert(value, target)

    def _builtin_name(self, tree: Tree) -> bytes:
        """The builtin, or the macro for it, that an expression begins with."""
        text = self.context.unit.spelled_text(tree.cursor, 60)
        return text.split(b"(")[0].strip() if b"(" in text else b""

    def _compound_literal(self, tree: Tree) -> Expr:
        return self.statements.initialisers.compound_literal(tree)

    def _statement_expression(self, tree: Tree) -> Expr:
        return self.statements.value_of(tree.children[0], self.types.of(tree.cursor))
