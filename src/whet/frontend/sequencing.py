"""Finds what is unsequenced while expressions are lowered (C11 6.5p2-3); ``whet.cfa.sequencing`` says what becomes of it.

The operands of most operators are unsequenced with each other: whatever was appended to the automaton for one of them could
have come after what was appended for another.  The side effect of an assignment is *pending* until the next sequence point:
its value may be used before it happens.  A call ends what is pending in its arguments, and nothing in the body of the
callee is pending after it.

Undefined for certain is what the text says of scalar variables (``NamedAccesses``): of ``a && b`` and ``a ? b : c`` only ``a``
counts.  Nothing is known of statement expressions, of builtins, and of objects behind pointers, members or indices.  The
addresses of other pairs are compared at run time where possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from whet.cfa.expressions import (
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
    Var,
    Variable,
    VariableKind,
    address_operands,
    children,
    is_bit_field,
)
from whet.cfa.immutable import immutable
from whet.cfa.operations import Assign, Call, Havoc, Operation, Skip
from whet.cfa.sequencing import LONG, Evaluation, Hazard, Order, Unsequenced
from whet.cfa.types import ArrayType, MachineModel, is_scalar
from whet.frontend import folding
from whet.frontend.clang import BinaryKind, CursorKind, UnaryKind, library, spelling
from whet.frontend.context import FunctionContext
from whet.frontend.tree import Tree, bare

_NOTHING: frozenset[Variable] = frozenset()
_STEPS = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC})
_PASSING = frozenset(
    {CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR, CursorKind.MEMBER_REF_EXPR}
)
"""Expressions whose operands are all evaluated, and which change nothing."""
_BRANCHING = frozenset({BinaryKind.LAND, BinaryKind.LOR})
_BRANCHING_EXPRESSIONS = frozenset({CursorKind.CONDITIONAL_OPERATOR, CursorKind.STMT_EXPR})


class Sequencing:
    """What is unsequenced in one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self.found: list[Unsequenced] = []
        self.log = context.builder.log
        self.exits = 0
        """Statements so far that jump to elsewhere in the function."""
        self.named = NamedAccesses(context)
        self._pending: list[tuple[Lvalue, int]] = []
        """Objects, with the length of the log before the operation that changes each."""

    def operands(self, tree: Tree, order: Order = Order.LEFT_TO_RIGHT, hazard: Hazard = Hazard.POSSIBLE) -> Operands:
        """The operands of an expression, of which nothing is lowered yet.

        They are indeterminately sequenced, at least, if ``hazard`` is NONE."""
        return Operands(self, tree, order, hazard)

    def mark(self) -> int:
        """Now, as what ``end`` and ``stored`` ask for."""
        return len(self._pending)

    def end(self, mark: int) -> None:
        """A sequence point: the side effects since then are complete."""
        del self._pending[mark:]

    def stored(self, lvalue: Lvalue, tree: Tree, *, since: int, copies: int = 0) -> None:
        """An assignment whose operands were evaluated since then changes an object.

        It stores the same value as the last ``copies`` side effects, which are those of ``b`` and ``c`` in ``a = b = c = d``."""
        if len(self._pending) > since and self.context.builder.current is not None:
            hazard = self.marked(self.named.pending_before_store(tree), tree)
            self._compare(lvalue, tree, self._without_copies(lvalue, since, copies), hazard)
        self._pending.append((lvalue, len(self.log)))

    def _without_copies(self, lvalue: Lvalue, since: int, copies: int) -> list[tuple[Lvalue, int]]:
        end = len(self._pending)
        while copies and end > since and is_scalar(lvalue.type) and self._pending[end - 1][0].type == lvalue.type:
            copies, end = copies - 1, end - 1
        return self._pending[since : min(end, since + LONG + 1)]

    def _compare(self, lvalue: Lvalue, tree: Tree, pending: list[tuple[Lvalue, int]], hazard: Hazard) -> None:
        """Check by their addresses that a store and side effects before it change different objects, or note that it is open."""
        now, unchecked = Evaluation(writes=(lvalue,)), list[Lvalue]()
        is_straight = hazard is Hazard.POSSIBLE and not any(map(_may_branch, tree.children))
        for other, begin in pending[:LONG]:
            apart = (
                _comparison(other, lvalue, self.context.machine) if is_straight and _is_steady(other, self.log[begin:]) else None
            )
            if apart is None:
                unchecked.append(other)
                continue
            self.context.builder.emit(Skip(self.context.origin(tree), unsequenced=self._text(tree.children[0]), apart=apart))
            self._add(Evaluation(writes=(other,)), now, Order.STORE_LAST, tree, Hazard.CHECKED)
        unchecked += [other for other, _ in pending[LONG:]]
        if unchecked:
            self._add(Evaluation(writes=tuple(unchecked)), now, Order.STORE_LAST, tree, hazard)

    def _text(self, tree: Tree) -> str:
        span = self.context.unit.span(tree.cursor)
        return span.file.text[span.begin : span.end].decode(errors="replace")

    def marked(self, variables: frozenset[Variable], tree: Tree) -> Hazard:
        """Mark what is undefined for certain, if there are such variables: all of it was lowered."""
        if not variables or self.context.builder.current is None:
            return Hazard.POSSIBLE
        name = min(variable.name for variable in variables)
        self.context.builder.emit(Skip(self.context.origin(tree), unsequenced=name))
        return Hazard.CHECKED

    def pair(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree, hazard: Hazard) -> None:
        """Two operands; nothing is noted where none has an effect, or one has nothing to do with the program's objects."""
        if _is_private(first) or _is_private(second):
            return
        if any(part.is_long or any(map(_has_effect, part.operations)) for part in (first, second)):
            self._add(first, second, order, tree, hazard)

    def _add(self, first: Evaluation, second: Evaluation, order: Order, tree: Tree, hazard: Hazard) -> None:
        self.found.append(Unsequenced(first, second, order, self.context.builder.function, self.context.origin(tree), hazard))


class Operands:
    """The operands of one expression, noted as they are lowered; each is unsequenced with those before it."""

    __slots__ = (
        "_begin",
        "_effects",
        "_exits",
        "_hazard",
        "_last",
        "_leaves",
        "_named",
        "_order",
        "_reads",
        "_sequencing",
        "_tree",
    )

    def __init__(self, sequencing: Sequencing, tree: Tree, order: Order, hazard: Hazard) -> None:
        self._sequencing = sequencing
        self._tree = tree
        self._order = order
        self._hazard = hazard
        self._named = Named()
        self._begin = self._last = len(sequencing.log)
        self._reads: list[Expr] = []
        self._effects = False
        self._leaves = False
        self._exits = sequencing.exits

    def add(self, tree: Tree, *values: Expr, is_object: bool = False) -> None:
        """An operand was lowered to ``values``, which are read later."""
        hazard = self._hazard_of(tree, is_object)
        log, end, leaves = self._sequencing.log, len(self._sequencing.log), self._sequencing.exits > self._exits
        if (self._effects or tree.has_effects) and (self._reads or self._last > self._begin):
            before = Evaluation(log, self._begin, self._last, tuple(self._reads), leaves=self._leaves)
            now = Evaluation(log, self._last, end, values, leaves=leaves)
            self._sequencing.pair(before, now, self._order, self._tree, hazard)
        self._effects |= tree.has_effects
        self._leaves |= leaves
        self._exits = self._sequencing.exits
        self._last = end
        self._reads += values

    def add_object(self, tree: Tree, lvalue: Lvalue) -> None:
        """An operand was lowered to an object that is not read: only how it is found counts."""
        self.add(tree, AddressOf(lvalue, self._sequencing.context.machine.pointer(lvalue.type)), is_object=True)

    def _hazard_of(self, tree: Tree, is_object: bool) -> Hazard:
        """Of this operand with those before it; marks what is undefined for certain."""
        if self._hazard is Hazard.NONE or not self._tree.has_effects:
            return self._hazard
        named = self._sequencing.named
        now = named.of_object(bare(tree)) if is_object else named.of(tree)
        hazard = self._sequencing.marked(self._named.conflicts(now), self._tree)
        self._named = self._named | now
        return hazard

    def add_value(self, tree: Tree, value: Expr) -> None:
        """An operand may be an array, of which only the address is used."""
        if isinstance(value.type, ArrayType):
            self.add_object(tree, value)
        else:
            self.add(tree, value)


def _has_effect(operation: Operation) -> bool:
    match operation:
        case Call():
            return True
        case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
            return not _is_temporary(lvalue)
        case _:
            return False


def _is_private(evaluation: Evaluation) -> bool:
    """Does it read and change nothing but constants and temporaries?"""
    return evaluation.begin == evaluation.end and not evaluation.leaves and _are_private(evaluation.reads)


def _are_private(values: Iterable[Expr]) -> bool:
    return all(_is_constant(value) or _is_temporary(value) for value in values)


def _is_constant(expr: Expr) -> bool:
    return isinstance(expr, (Const, FloatConst, FunctionAddress)) or (
        isinstance(expr, AddressOf) and isinstance(expr.lvalue, Var)
    )


def _is_temporary(expr: Expr) -> bool:
    return isinstance(expr, Var) and expr.variable.kind is VariableKind.TEMPORARY


@immutable
class Named:
    """What is read is read for its value: not in order to compute what is then stored there."""

    changed: frozenset[Variable] = _NOTHING
    read: frozenset[Variable] = _NOTHING
    pending: frozenset[Variable] = _NOTHING
    """Changed, and no sequence point comes after it inside of the expression."""

    def __or__(self, other: Named) -> Named:
        return Named(self.changed | other.changed, self.read | other.read, self.pending | other.pending)

    def conflicts(self, other: Named) -> frozenset[Variable]:
        """What is undefined if the two are unsequenced."""
        return self.changed & (other.changed | other.read) | other.changed & self.read


class NamedAccesses:
    """Finds them in the expressions of one function, after these were lowered."""

    def __init__(self, context: FunctionContext) -> None:
        self._context = context
        self._known: dict[int, tuple[Tree, Named]] = {}

    def of(self, tree: Tree) -> Named:
        """Of an expression whose value is used."""
        known = self._known.get(id(tree))
        if known is None:
            known = self._known[id(tree)] = tree, self._of(tree)
        return known[1]

    def of_object(self, tree: Tree) -> Named:
        """Of an expression that is only evaluated to find an object."""
        tree = bare(tree)
        return Named() if tree.kind == CursorKind.DECL_REF_EXPR else self.of(tree)

    def pending_before_store(self, tree: Tree) -> frozenset[Variable]:
        """The variable that an assignment or a step changes, if its operands change it and no sequence point is between."""
        variable = self._variable(tree.children[0])
        pending = frozenset[Variable]().union(*(self.of_object(child).pending for child in tree.children))
        return pending & {variable} if variable is not None else _NOTHING

    def _of(self, tree: Tree) -> Named:
        match tree.kind:
            case CursorKind.DECL_REF_EXPR:
                variable = self._variable(tree)
                return Named() if variable is None else Named(read=frozenset({variable}))
            case CursorKind.UNARY_OPERATOR:
                if tree.operator in _STEPS:
                    return self._of_store(tree)
                operand = tree.children[0]
                return self.of_object(operand) if tree.operator == UnaryKind.ADDRESS else self.of(operand)
            case CursorKind.BINARY_OPERATOR:
                left, right = tree.children
                if tree.operator == BinaryKind.ASSIGN:
                    return self._of_store(tree)
                if tree.operator in _BRANCHING:
                    return self._before_point(left)
                if tree.operator == BinaryKind.COMMA:
                    return self._before_point(left) | self.of(right)
                return self._of_all(tree)
            case CursorKind.COMPOUND_ASSIGN_OPERATOR:
                return self._of_store(tree)
            case CursorKind.CONDITIONAL_OPERATOR:
                return self._before_point(tree.children[0])
            case CursorKind.CALL_EXPR:
                found = Named() if self._is_builtin(tree) else self._of_all(tree)
                return Named(found.changed, found.read)
            case kind if kind in _PASSING or (kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) == 1):
                return self._of_all(tree)
            case _:
                return Named()

    def _of_store(self, tree: Tree) -> Named:
        """What is stored is not read: it was, before, or it is the value that was stored."""
        found = Named()
        for number, child in enumerate(tree.children):
            found |= self.of_object(child) if number == 0 else self.of(child)
        variable = self._variable(tree.children[0])
        stored = _NOTHING if variable is None else frozenset({variable})
        return found | Named(changed=stored, pending=stored)

    def _before_point(self, tree: Tree) -> Named:
        found = self.of(tree)
        return Named(found.changed, found.read)

    def _of_all(self, tree: Tree) -> Named:
        found = Named()
        for child in tree.children:
            found |= self.of(child)
        return found

    def _is_builtin(self, call: Tree) -> bool:
        """Not all of them evaluate their arguments."""
        callee = call.children[0]
        while callee.kind == CursorKind.UNEXPOSED_EXPR and len(callee.children) == 1:
            callee = callee.children[0]
        return callee.kind == CursorKind.DECL_REF_EXPR and spelling(callee.cursor).startswith("__")

    def _variable(self, tree: Tree) -> Variable | None:
        """The scalar variable that an expression names."""
        tree = bare(tree)
        if tree.kind != CursorKind.DECL_REF_EXPR:
            return None
        known = self._context.names.get(library().clang_getCursorReferenced(tree.cursor).data0)
        return known.variable if isinstance(known, Var) and is_scalar(known.type) else None


def _comparison(one: Lvalue, other: Lvalue, machine: MachineModel) -> Expr | None:
    """For two pointees of one scalar size, or two elements of an array; None if they cannot be compared so."""
    if one == other and is_scalar(one.type):
        return Const(0, machine.int)
    if not (is_scalar(one.type) and one.type.size == other.type.size) or is_bit_field(one) or is_bit_field(other):
        return None
    match one, other:
        case Index(base=Var() as array, index=first), Index(base=Var() as same, index=second) if array == same:
            return folding.binary(BinaryOp.NE, _wide(first, machine), _wide(second, machine), machine.int)
        case _ if _is_behind_pointer(one) and _is_behind_pointer(other):
            type = machine.pointer(one.type)
            addresses = AddressOf(one, type), folding.convert(AddressOf(other, machine.pointer(other.type)), type)
            return folding.binary(BinaryOp.NE, *addresses, machine.int)
        case _:
            return None


def _is_steady(lvalue: Lvalue, since: Sequence[Operation]) -> bool:
    """Does an lvalue name the same object before and after some operations, for certain?"""
    variables = list(_places_read(lvalue))
    if not all(isinstance(each, Var) for each in variables):
        return False
    for operation in since:
        match operation:
            case Call():
                return False
            case Assign(lvalue=changed) | Havoc(lvalue=changed) if changed in variables:
                return False
            case _:
                pass
    return True


def _may_branch(tree: Tree) -> bool:
    """Is there a part of an expression that is not always evaluated?"""
    if tree.kind in _BRANCHING_EXPRESSIONS or (tree.kind == CursorKind.UNEXPOSED_EXPR and len(tree.children) > 1):
        return True
    if tree.kind == CursorKind.BINARY_OPERATOR and tree.operator in (BinaryKind.LAND, BinaryKind.LOR):
        return True
    return any(map(_may_branch, tree.children))


def _wide(index: Expr, machine: MachineModel) -> Expr:
    return folding.convert(index, machine.ptrdiff_t)


def _is_behind_pointer(lvalue: Lvalue) -> bool:
    while isinstance(lvalue, (Member, Index)):
        lvalue = lvalue.base
    return isinstance(lvalue, Deref)


def _places_read(lvalue: Lvalue) -> Iterator[Lvalue]:
    """What is read to find an object, outermost only."""
    for operand in address_operands(lvalue):
        yield from _read(operand)


def _read(expr: Expr) -> Iterator[Lvalue]:
    match expr:
        case Var() | Deref() | Member() | Index():
            yield expr
        case AddressOf(lvalue=lvalue):
            yield from _places_read(lvalue)
        case _:
            for child in children(expr):
                yield from _read(child)
