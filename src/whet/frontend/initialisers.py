"""Lowering of initialisers: brace elision, designators, ranges, strings (C11 6.7.9).

libclang gives initialiser lists as they are written.  An aggregate with a list starts as zeros (its ``Declare`` says
so) and each listed value is one assignment, so a member that is not mentioned is zero, as C wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr, Index, Lvalue, Member, Var, VariableKind
from whet.cfa.operations import Assign, Declare
from whet.cfa.types import ArrayType, CType, Field, IntType, StructType
from whet.frontend.clang import Kind, evaluate_integer, library, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


@dataclass(frozen=True, slots=True)
class ByMember:
    """``.name``"""

    declaration: Tree


@dataclass(frozen=True, slots=True)
class ByIndex:
    """``[low]`` or ``[low ... high]``"""

    low: int
    high: int


Designator = ByMember | ByIndex


class Initialisers:
    """Lowers the initialisers of one function, or of the objects with static storage."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def needs_zeros(self, ctype: CType, initialiser: Tree) -> bool:
        """Does the object start as zeros, because the initialiser need not mention all of it?"""
        return isinstance(ctype, (ArrayType, StructType)) and _bare(initialiser).kind in (
            Kind.INIT_LIST_EXPR,
            Kind.STRING_LITERAL,
        )

    def initialise(self, lvalue: Lvalue, tree: Tree) -> None:
        """Append the assignments of an initialiser to an object that already holds zeros if it needs them."""
        ctype = lvalue.type
        bare = _bare(tree)
        if bare.kind == Kind.INIT_LIST_EXPR:
            self._braced(lvalue, ctype, bare)
        elif bare.kind == Kind.STRING_LITERAL and isinstance(ctype, ArrayType):
            self._string(lvalue, ctype, bare)
        else:
            self._single(lvalue, tree)

    def _single(self, lvalue: Lvalue, tree: Tree) -> None:
        call = self.expressions.calls.called_for(tree)
        if call is not None and isinstance(lvalue, Var) and lvalue.type == self.expressions.types.of(call.cursor):
            self.expressions.calls.into(call, lvalue)
            return
        if isinstance(lvalue.type, ArrayType):
            self._copied_array(lvalue, tree)
            return
        value = self.expressions.converted(tree, lvalue.type)
        self.builder.emit(Assign(lvalue, value, self.context.origin(tree)))

    def _copied_array(self, lvalue: Lvalue, tree: Tree) -> None:
        """GNU C: an array initialised by a compound literal of array type."""
        literal = _bare(tree)
        if literal.kind != Kind.COMPOUND_LITERAL_EXPR:
            raise ConstructNotSupported("initialisation of an array by an expression")
        self.initialise(lvalue, literal.children[-1])

    def _string(self, lvalue: Lvalue, ctype: ArrayType, tree: Tree) -> None:
        """One assignment per character that is not zero."""
        element = ctype.element
        assert isinstance(element, IntType)
        units = self.expressions.string_units(tree)
        origin = self.context.origin(tree)
        for position, unit in enumerate(units[: ctype.count]):
            if unit:
                value = Const(element.wrap(unit), element)
                self.builder.emit(Assign(Index(lvalue, Const(position, self.expressions.int)), value, origin))

    # Lists

    def _braced(self, lvalue: Lvalue, ctype: CType, tree: Tree) -> None:
        if not isinstance(ctype, (ArrayType, StructType)):
            if tree.children:
                self.initialise(lvalue, tree.children[0])
            return
        only = _bare(tree.children[0]) if len(tree.children) == 1 else None
        if only is not None and only.kind == Kind.STRING_LITERAL and _is_character_array(ctype):
            self.initialise(lvalue, only)
            return
        self._consume(lvalue, ctype, tree.children, 0, braced=True)

    def _consume(self, lvalue: Lvalue, ctype: CType, entries: list[Tree], position: int, *, braced: bool) -> int:
        """Initialise the parts of an aggregate from ``entries[position:]``; returns the position behind the last one
        used."""
        part = 0
        while position < len(entries):
            designators = self._designators(entries[position])
            if designators and not braced:
                return position
            if designators:
                part, position = self._designated(lvalue, ctype, designators, entries, position)
                continue
            target = self._part(lvalue, ctype, part)
            if target is None:
                return position
            position = self._element(target, entries, position)
            part += 1
        return position

    def _element(self, lvalue: Lvalue, entries: list[Tree], position: int) -> int:
        """Initialise one part from the entries: by itself, or by elided braces part by part."""
        entry, ctype = entries[position], lvalue.type
        bare = _bare(entry)
        takes_all = bare.kind == Kind.INIT_LIST_EXPR or (bare.kind == Kind.STRING_LITERAL and _is_character_array(ctype))
        if takes_all or not isinstance(ctype, (ArrayType, StructType)) or self._is_whole(entry, ctype):
            self.initialise(lvalue, entry)
            return position + 1
        return self._consume(lvalue, ctype, entries, position, braced=False)

    def _is_whole(self, entry: Tree, ctype: CType) -> bool:
        return isinstance(ctype, StructType) and self.expressions.types.of(entry.cursor) == ctype

    def _part(self, lvalue: Lvalue, ctype: CType, part: int) -> Lvalue | None:
        """The part with this number, counting elements or members that take part in initialisation."""
        match ctype:
            case ArrayType(count=count):
                return Index(lvalue, Const(part, self.expressions.int)) if count is None or part < count else None
            case StructType(is_union=is_union):
                members = _initialised_members(ctype)
                limit = 1 if is_union else len(members)
                return Member(lvalue, members[part]) if part < min(limit, len(members)) else None
            case _:
                return None

    # Designators

    def _designators(self, entry: Tree) -> list[Designator]:
        """The designators of an entry: libclang shows it as an unexposed expression of type void."""
        if entry.kind != Kind.UNEXPOSED_EXPR or len(entry.children) < 2:
            return []
        if library().clang_getCursorType(entry.cursor).kind != _VOID:
            return []
        found: list[Designator] = []
        leading = entry.children[:-1]
        while leading:
            first = leading.pop(0)
            if first.kind == Kind.MEMBER_REF:
                found.append(ByMember(first))
            else:
                low = _index(first)
                has_range = bool(leading) and self._is_range(first, leading[0])
                found.append(ByIndex(low, _index(leading.pop(0)) if has_range else low))
        return found

    def _is_range(self, first: Tree, second: Tree) -> bool:
        """Do dots, rather than brackets, stand between two indices?"""
        if second.kind == Kind.MEMBER_REF:
            return False
        begin = self.context.unit.span(first.cursor)
        end = self.context.unit.span(second.cursor)
        return b"..." in begin.file.text[begin.end : end.begin]

    def _designated(
        self, lvalue: Lvalue, ctype: CType, designators: list[Designator], entries: list[Tree], position: int
    ) -> tuple[int, int]:
        """Initialise the designated part; returns (number of the part behind it, position behind the entries
        used)."""
        first, *rest = designators
        match first:
            case ByIndex(low=low, high=high):
                after = position
                for number in range(low, high + 1):
                    target = Index(lvalue, Const(number, self.expressions.int))
                    after = self._designated_rest(target, rest, entries, position)
                return high + 1, after
            case ByMember(declaration=declaration):
                return self._designated_member(lvalue, ctype, declaration, rest, entries, position)

    def _designated_member(
        self, lvalue: Lvalue, ctype: CType, declaration: Tree, rest: list[Designator], entries: list[Tree], position: int
    ) -> tuple[int, int]:
        if not isinstance(ctype, StructType):
            raise ConstructNotSupported("designator of a member outside of a structure")
        cursor = library().clang_getCursorReferenced(declaration.cursor)
        path = self.expressions.types.member_path(ctype, cursor)
        target = lvalue
        for member in path:
            target = Member(target, member)
        after = self._designated_rest(target, rest, entries, position)
        number = 1 if ctype.is_union else _initialised_members(ctype).index(path[0]) + 1
        return number, after

    def _designated_rest(self, target: Lvalue, rest: list[Designator], entries: list[Tree], position: int) -> int:
        """Initialise what the remaining designators lead to, and what follows it inside the same part."""
        if not rest:
            self.initialise_designated(target, entries[position].children[-1])
            return position + 1
        ctype = target.type
        part, position = self._designated(target, ctype, rest, entries, position)
        while position < len(entries) and not self._designators(entries[position]):
            following = self._part(target, ctype, part)
            if following is None:
                break
            position = self._element(following, entries, position)
            part += 1
        return position

    def initialise_designated(self, lvalue: Lvalue, tree: Tree) -> None:
        """The value behind a designator: like an entry, but a scalar may start an aggregate with elided braces."""
        ctype = lvalue.type
        if isinstance(ctype, (ArrayType, StructType)):
            self._element(lvalue, [tree], 0)
        else:
            self.initialise(lvalue, tree)

    # Compound literals

    def compound_literal(self, tree: Tree) -> Expr:
        """The unnamed object of ``(type){...}``; inside a function it lives in the function's frame."""
        ctype = self.expressions.types.of(tree.cursor)
        initialiser = tree.children[-1]
        if self.context.is_static:
            return Var(self.context.linker.static_object("__literal", ctype, initialiser))
        variable = self.context.variable("__literal", ctype, VariableKind.LOCAL)
        zeroed = self.needs_zeros(ctype, initialiser)
        self.builder.emit(Declare(variable, zeroed, None, self.context.origin(tree)))
        self.initialise(Var(variable), initialiser)
        return Var(variable)


_VOID = 2


def _bare(tree: Tree) -> Tree:
    """The expression inside parentheses and conversions that keep a string or a list what it is."""
    while tree.kind in (Kind.PAREN_EXPR, Kind.UNEXPOSED_EXPR) and len(tree.children) == 1:
        inner = tree.children[0]
        if inner.kind not in (
            Kind.PAREN_EXPR,
            Kind.STRING_LITERAL,
            Kind.INIT_LIST_EXPR,
            Kind.COMPOUND_LITERAL_EXPR,
            Kind.UNEXPOSED_EXPR,
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
