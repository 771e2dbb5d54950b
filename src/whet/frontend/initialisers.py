"""Lowering of initialisers: brace elision, designators, ranges, strings (C11 6.7.9).

libclang gives initialiser lists as they are written.  An aggregate with a list starts as zeros (its ``Declare`` says
so), and the list is first made into a plan of what is stored where: a member that is not mentioned stays zero, and a part
that is mentioned again forgets what it was given before, as C wants.
"""

from __future__ import annotations

from typing import TypeAlias

from whet.cfa.expressions import Const, Expr, Index, Lvalue, Member, Var, Variable
from whet.cfa.operations import Assign
from whet.cfa.sequencing import Hazard
from whet.cfa.types import ArrayType, CType, Field, IntType, StructType, is_scalar
from whet.frontend import folding
from whet.frontend.calls import call_into, called_for
from whet.frontend.clang import CursorKind, TypeKind, evaluate_integer, library, spelling
from whet.frontend.constant_tables import LoweredValue, PlannedValue, constants_among, image_of, offset_of
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, lowers
from whet.frontend.primary_expressions import string_literal
from whet.frontend.tree import Tree
from whet.task.records import dataclass


class InitialiserPlan:
    """The stores of one initialiser, in the order they are made."""

    def __init__(self) -> None:
        self.stores: dict[Lvalue, PlannedValue] = {}
        self._touched: set[Lvalue] = set()
        """Everything that is stored to or contains such a part."""

    def put(self, lvalue: Lvalue, value: PlannedValue) -> None:
        """Store to a part; a structure around it that was stored as a whole is forgotten, like gcc does."""
        self.stores.pop(lvalue, None)
        self.stores[lvalue] = value
        part: Lvalue | None = lvalue
        while part is not None:
            self._touched.add(part)
            part = _whole(part)
            if part in self._touched:
                self._forget_around(part)
                break

    def _forget_around(self, part: Lvalue | None) -> None:
        while part is not None:
            self.stores.pop(part, None)
            part = _whole(part)

    def replace(self, lvalue: Lvalue, value: PlannedValue) -> None:
        self.forget(lvalue)
        self.put(lvalue, value)

    def forget(self, lvalue: Lvalue) -> None:
        """Drop what is stored to the part, or to parts of it."""
        if lvalue in self._touched:
            self.stores = {target: value for target, value in self.stores.items() if not _is_inside(target, lvalue)}

    def keep_only(self, union: Lvalue, member: Lvalue) -> None:
        """One member of a union is initialised: drop what is stored to the others."""
        if union in self._touched and member not in self._touched:
            self.forget(union)

    def end(self) -> int:
        """Bytes that a flexible array member needs for its elements, counted from the start of the object."""
        return max((offset_of(target) + target.type.size for target in self.stores if _is_flexible(target)), default=0)


def _whole(part: Lvalue) -> Lvalue | None:
    return part.base if isinstance(part, (Member, Index)) else None


def _is_inside(part: Lvalue, whole: Lvalue) -> bool:
    current: Lvalue | None = part
    while current is not None and current != whole:
        current = _whole(current)
    return current is not None


def _is_flexible(part: Lvalue) -> bool:
    current: Lvalue | None = part
    while current is not None:
        if isinstance(current, Member) and isinstance(current.type, ArrayType) and current.type.count is None:
            return True
        current = _whole(current)
    return False


@dataclass(frozen=True, slots=True)
class ByMember:
    """``.name``: the member, with the unnamed structures it is found in."""

    path: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ByIndex:
    """``[low]`` or ``[low ... high]``"""

    low: int
    high: int


Designator: TypeAlias = ByMember | ByIndex
Designators: TypeAlias = tuple[Designator, ...]


@dataclass(frozen=True, slots=True)
class InitialiserEntry:
    """One element of an initialiser list."""

    designators: Designators
    value: Tree


@dataclass(slots=True)
class Entries:
    """An initialiser list that is being read."""

    entries: list[InitialiserEntry]
    position: int = 0

    @property
    def has_more(self) -> bool:
        return self.position < len(self.entries)

    @property
    def designators(self) -> Designators:
        return self.entries[self.position].designators

    @property
    def value(self) -> Tree:
        return self.entries[self.position].value


class Initialisers:
    """Lowers the initialisers of one function, or of the objects with static storage."""

    def __init__(self, expressions: ExpressionLowering) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def needs_zeros(self, ctype: CType, initialiser: Tree) -> bool:
        """Does the object start as zeros, because the initialiser need not mention all of it?"""
        return isinstance(ctype, ArrayType) or (
            isinstance(ctype, StructType) and _bare(initialiser).kind == CursorKind.INIT_LIST_EXPR
        )

    def plan(self, variable: Variable, tree: Tree) -> InitialiserPlan:
        """Find out what an initialiser stores where.  Many constants become the contents that the object begins with."""
        plan = InitialiserPlan()
        self._plan(plan, Var(variable), tree)
        if self.needs_zeros(variable.type, tree) and not variable.is_volatile and not plan.end():
            constants = constants_among(self.expressions, plan.stores)
            variable.contents = image_of(constants, variable)
            if variable.contents is not None:
                plan.stores = {target: value for target, value in plan.stores.items() if target not in constants}
                variable.is_table = not plan.stores and variable.is_constant and variable.is_static
        return plan

    def store(self, plan: InitialiserPlan, tree: Tree) -> None:
        """Append the assignments of an initialiser to an object that already holds its contents, or zeros, if it needs them."""
        operands = self.expressions.sequencing.operands(tree, hazard=Hazard.NONE)
        for target, value in plan.stores.items():
            match value:
                case Tree():
                    self._store(target, value)
                    operands.add(value)
                case LoweredValue(source=source, place=place):
                    self.builder.emit(Assign(target, source, self.context.origin(place)))
                case Const():
                    self.builder.emit(Assign(target, value, self.context.origin(tree)))

    def _store(self, lvalue: Lvalue, tree: Tree) -> None:
        call = called_for(self.expressions, tree)
        if call is not None and isinstance(lvalue, Var) and lvalue.type == self.expressions.types.of(call.cursor):
            call_into(self.expressions, call, lvalue)
            return
        value = self.expressions.converted(tree, lvalue.type)
        self.builder.emit(Assign(lvalue, value, self.context.origin(tree)))

    def _plan(self, plan: InitialiserPlan, lvalue: Lvalue, tree: Tree) -> None:
        ctype = lvalue.type
        bare = _bare(tree)
        if bare.kind == CursorKind.INIT_LIST_EXPR:
            ctype = lvalue.type
            only = _bare(bare.children[0]) if len(bare.children) == 1 else None
            if only is not None and only.kind == CursorKind.STRING_LITERAL and _is_character_array(ctype):
                self._plan(plan, lvalue, only)
            elif isinstance(ctype, (ArrayType, StructType)):
                entries = Entries([self._entry(child, ctype) for child in bare.children])
                self._consume(plan, lvalue, entries, braced=True)
            elif bare.children:
                self._plan(plan, lvalue, bare.children[0])
            else:
                zero = folding.convert(Const(0, self.expressions.int), ctype)
                plan.put(lvalue, LoweredValue(zero, bare))
        elif isinstance(ctype, ArrayType):
            self._array(plan, lvalue, ctype, bare)
        else:
            plan.put(lvalue, tree)

    def _array(self, plan: InitialiserPlan, lvalue: Lvalue, ctype: ArrayType, tree: Tree) -> None:
        """An array initialised by a string or, in GNU C, by a compound literal of array type."""
        if tree.kind == CursorKind.STRING_LITERAL:
            # One store per character that is not zero; but a flexible array is as long as what is stored in it.
            element = ctype.element
            assert isinstance(element, IntType)
            units = [*string_literal(self.expressions, tree), 0]
            for position, unit in enumerate(units[: ctype.count]):
                if unit or ctype.count is None:
                    plan.put(self._at(lvalue, position), Const(element.wrap(unit), element))
        elif tree.kind == CursorKind.COMPOUND_LITERAL_EXPR:
            self._plan(plan, lvalue, tree.children[-1])
        else:
            raise ConstructNotSupported("initialisation of an array by an expression")

    def _at(self, lvalue: Lvalue, index: int) -> Index:
        return Index(lvalue, Const(index, self.expressions.int))

    def _consume(self, plan: InitialiserPlan, lvalue: Lvalue, entries: Entries, *, braced: bool) -> None:
        """Initialise the parts of an aggregate from the next entries.

        Without braces of its own the aggregate takes no designators: those of its first entry led here."""
        first, part = entries.position, 0
        while entries.has_more:
            designators = entries.designators
            if designators and braced:
                part = self._designated(plan, lvalue, designators, entries)
                continue
            target = None if designators and entries.position > first else self._part(lvalue, part)
            if target is None:
                return
            self._element(plan, target, entries)
            part += 1

    def _element(self, plan: InitialiserPlan, lvalue: Lvalue, entries: Entries) -> None:
        """Initialise one part from the next entries: by one, or by elided braces part by part."""
        value, ctype = entries.value, lvalue.type
        bare = _bare(value)
        takes_all = bare.kind == CursorKind.INIT_LIST_EXPR or (
            bare.kind == CursorKind.STRING_LITERAL and _is_character_array(ctype)
        )
        if takes_all or not isinstance(ctype, (ArrayType, StructType)) or self._is_whole(value, ctype):
            self._plan(plan, lvalue, value)
            entries.position += 1
            return
        before = entries.position
        self._consume(plan, lvalue, entries, braced=False)
        if entries.position == before:
            raise ConstructNotSupported(f"initialiser for {ctype}, which has no members")

    def _is_whole(self, value: Tree, ctype: CType) -> bool:
        return isinstance(ctype, StructType) and self.expressions.types.of(value.cursor) == ctype

    def _part(self, lvalue: Lvalue, part: int) -> Lvalue | None:
        """The part with this number, counting elements or members that take part in initialisation."""
        match lvalue.type:
            case ArrayType(count=count):
                return self._at(lvalue, part) if count is None or part < count else None
            case StructType(is_union=is_union) as struct:
                members = _initialised_members(struct)[: 1 if is_union else None]
                return Member(lvalue, members[part]) if part < len(members) else None
            case _:
                return None

    def _entry(self, tree: Tree, ctype: CType) -> InitialiserEntry:
        """An entry of a list for this type; libclang shows designators as an unexposed expression of type void."""
        if tree.kind != CursorKind.UNEXPOSED_EXPR or len(tree.children) < 2:
            return InitialiserEntry((), tree)
        if library().clang_getCursorType(tree.cursor).kind != TypeKind.VOID:
            return InitialiserEntry((), tree)
        *leading, value = tree.children
        found: list[Designator] = []
        while leading:
            first = leading.pop(0)
            if first.kind == CursorKind.MEMBER_REF:
                path = self._path(ctype, first)
                found.append(ByMember(path))
                ctype = path[-1].type
                continue
            if not isinstance(ctype, ArrayType):
                raise ConstructNotSupported("designator of an element outside of an array")
            ctype = ctype.element
            has_range = bool(leading) and self._is_range(first, leading[0], ctype)
            found.append(ByIndex(_index(first), _index(leading.pop(0) if has_range else first)))
        return InitialiserEntry(tuple(found), value)

    def _is_range(self, first: Tree, second: Tree, element: CType) -> bool:
        """Do dots, rather than brackets, stand between two indices?"""
        if second.kind == CursorKind.MEMBER_REF or not isinstance(element, ArrayType):
            return second.kind != CursorKind.MEMBER_REF
        begin = self.context.unit.span(first.cursor)
        end = self.context.unit.span(second.cursor)
        between = begin.file.text[begin.end : end.begin]
        if b"..." not in between and b"[" not in between:
            raise ConstructNotSupported("designator made by a macro")
        return b"..." in between

    def _path(self, ctype: CType, declaration: Tree) -> tuple[Field, ...]:
        if not isinstance(ctype, StructType):
            raise ConstructNotSupported("designator of a member outside of a structure")
        return self.expressions.types.member_path(ctype, library().clang_getCursorReferenced(declaration.cursor))

    def _designated(self, plan: InitialiserPlan, lvalue: Lvalue, designators: Designators, entries: Entries) -> int:
        """Initialise the designated part from the next entries; returns the number of the part after it."""
        first, rest = designators[0], designators[1:]
        match first:
            case ByIndex(low=low, high=high) if low < high:
                self._range(plan, lvalue, first, rest, entries)
                return high + 1
            case ByIndex(low=low):
                self._behind(plan, self._at(lvalue, low), rest, entries)
                return low + 1
            case ByMember(path=path):
                return self._member(plan, lvalue, path, rest, entries)

    def _range(self, plan: InitialiserPlan, lvalue: Lvalue, bounds: ByIndex, rest: Designators, entries: Entries) -> None:
        """The same value for a range of elements; what has effects is evaluated once, for the first of them."""
        value, start = entries.value, entries.position
        self._behind(plan, self._at(lvalue, bounds.low), rest, entries)
        for number in range(bounds.low + 1, bounds.high + 1):
            target = self._at(lvalue, number)
            if not value.has_effects:
                entries.position = start
                self._behind(plan, target, rest, entries)
            elif rest or not (is_scalar(target.type) or isinstance(target.type, StructType)):
                raise ConstructNotSupported("range of array elements initialised with a side effect")
            else:
                plan.replace(target, LoweredValue(self._at(lvalue, bounds.low), value))

    def _member(self, plan: InitialiserPlan, lvalue: Lvalue, path: tuple[Field, ...], rest: Designators, entries: Entries) -> int:
        """Entries without designator continue after the member, first inside the unnamed structures it was found in."""
        inside: list[tuple[Lvalue, Field]] = []
        target = lvalue
        for member in path:
            inside.append((target, member))
            if isinstance(target.type, StructType) and target.type.is_union:
                plan.keep_only(target, Member(target, member))
            target = Member(target, member)
        self._behind(plan, target, rest, entries)
        for unnamed, member in inside[:0:-1]:
            self._go_on(plan, unnamed, _number_behind(unnamed.type, member), entries)
        return _number_behind(lvalue.type, path[0])

    def _behind(self, plan: InitialiserPlan, target: Lvalue, rest: Designators, entries: Entries) -> None:
        """Initialise the part that the remaining designators select, and those after it inside the same part."""
        if rest:
            part = self._designated(plan, target, rest, entries)
            self._go_on(plan, target, part, entries)
        else:
            plan.forget(target)
            self._element(plan, target, entries)

    def _go_on(self, plan: InitialiserPlan, lvalue: Lvalue, part: int, entries: Entries) -> None:
        """Initialise further parts, from the one with this number on, with entries that have no designator."""
        while entries.has_more and not entries.designators and (following := self._part(lvalue, part)) is not None:
            self._element(plan, following, entries)
            part += 1


@lowers(CursorKind.COMPOUND_LITERAL_EXPR)
def _compound_literal(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """The unnamed object of ``(type){...}``; inside a function it lives in the innermost block."""
    context, initialisers = expressions.context, Initialisers(expressions)
    ctype = expressions.types.of(tree.cursor)
    initialiser = tree.children[-1]
    if context.is_static:
        variable = context.linker.static_object("__literal", ctype)
        variable.is_constant = expressions.types.is_const(tree.cursor)
        plan = initialisers.plan(variable, initialiser)
    else:
        variable = context.object("__literal", ctype)
        variable.is_constant = expressions.types.is_const(tree.cursor)
        plan = initialisers.plan(variable, initialiser)
        context.declare(variable, initialisers.needs_zeros(ctype, initialiser), None, tree)
    initialisers.store(plan, initialiser)
    return Var(variable)


def _bare(tree: Tree) -> Tree:
    """The expression inside parentheses and conversions that keep a string or a list what it is."""
    while tree.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(tree.children) == 1:
        inner = tree.children[0]
        if inner.kind not in (
            CursorKind.PAREN_EXPR,
            CursorKind.STRING_LITERAL,
            CursorKind.INIT_LIST_EXPR,
            CursorKind.COMPOUND_LITERAL_EXPR,
            CursorKind.UNEXPOSED_EXPR,
        ):
            return tree
        tree = inner
    return tree


def _index(tree: Tree) -> int:
    value = evaluate_integer(tree.cursor)
    if value is None:
        raise ConstructNotSupported(f"designator {spelling(tree.cursor)}")
    return value


def _is_character_array(ctype: CType) -> bool:
    return isinstance(ctype, ArrayType) and isinstance(ctype.element, IntType)


def _initialised_members(struct: StructType) -> list[Field]:
    """Members that take part in initialisation: all but unnamed bit-fields."""
    return [member for member in struct.fields if member.name or isinstance(member.type, StructType)]


def _number_behind(struct: CType, member: Field) -> int:
    """The number of the part after a member; there is none in a union, where only one member counts."""
    assert isinstance(struct, StructType)
    return len(struct.fields) if struct.is_union else _initialised_members(struct).index(member) + 1
