"""The extensional relations of one C file, on which the rules in ``rules/*.lp`` are evaluated (dissertation on variable roles,
section 3.2).

Facts are kept as the text that the engine reads, because building terms one by one costs several times as much. Relations of
the dissertation with the same key are merged into one: ``bin(E,Op,L,R)`` stands for ``bop_expr``, ``opcode``, ``lhs_expr`` and
``rhs_expr``. ``docs/roles.md`` has the list.

Types are integral, floating, pointer or structure (table 1.4), without qualifiers.  Members of a structure are recorded only if
a variable points to it: a driver mentions thousands of structures and uses a few.

Invariants: nodes are numbered from 1 in the order they are met.  All occurrences of a variable, of a member or of a literal
share one node.  A node without a cursor has no place.  Numbers fit into the engine's 32 bits; larger values are strings.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from whet.cfa.source import Place
from whet.frontend.clang import Cursor, Type, TypeKind, fields, library, spelling
from whet.frontend.unit import RENAMED, TranslationUnit
from whet.task.records import dataclass

INTEGRAL, FLOATING = 1, 2
_FLOATING_KINDS = frozenset({TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONG_DOUBLE, 30, 31, 32, 39})
_FUNCTIONS = frozenset({TypeKind.FUNCTION_PROTO, TypeKind.FUNCTION_NO_PROTO})


class TypeFacts:
    """Numbers the types of one translation unit and records what the rules need of them."""

    def __init__(self, emit: Callable[[str], None], node_of: Callable[[Cursor], int]) -> None:
        self._emit = emit
        self._node_of = node_of
        self._lib = library()
        self._numbers: dict[int, int] = {}
        """By the identity of the type as written."""
        self._by_key: dict[tuple[str, int], int] = {("integral", 0): INTEGRAL, ("floating", 0): FLOATING}
        self._pointees: dict[int, int] = {}
        self._functions: set[int] = set()
        self._untold: dict[int, Type] = {}
        """Structures whose members are not recorded yet."""
        emit(f"integral({INTEGRAL}). floating({FLOATING}).")

    def number(self, clang_type: Type) -> int:
        known = self._numbers.get(clang_type.data0)
        if known is None:
            known = self._numbers[clang_type.data0] = self._translate(self._lib.clang_getCanonicalType(clang_type))
        return known

    def of_parameter(self, clang_type: Type) -> int:
        """An array or a function as a parameter is a pointer (C11 6.7.6.3)."""
        canonical: Type = self._lib.clang_getCanonicalType(clang_type)
        if canonical.kind in TypeKind.ARRAYS:
            return self._pointer(self.number(self._lib.clang_getArrayElementType(canonical)))
        return self._pointer(self.number(canonical)) if canonical.kind in _FUNCTIONS else self.number(clang_type)

    def has_roles(self, number: int) -> bool:
        """Is it a scalar or a pointer?"""
        return number in (INTEGRAL, FLOATING) or number in self._pointees

    def is_pointer(self, clang_type: Type) -> bool:
        """Does a value of this type take part in arithmetic as a pointer?"""
        return self.number(clang_type) in self._pointees or self._lib.clang_getCanonicalType(clang_type).kind in TypeKind.ARRAYS

    def is_function_pointer(self, clang_type: Type) -> bool:
        return self._pointees.get(self.number(clang_type), 0) in self._functions or self.number(clang_type) in self._functions

    def tell_members(self, number: int) -> None:
        """Members of the structure that a pointer type points to."""
        structure = self._pointees.get(number, 0)
        record = self._untold.pop(structure, None)
        for member in fields(record) if record is not None else ():
            self._emit(f"field({structure},{self._node_of(member)},{self.number(self._lib.clang_getCursorType(member))}).")

    def _translate(self, canonical: Type) -> int:
        kind, lib = canonical.kind, self._lib
        if kind in TypeKind.INTEGERS or kind == TypeKind.ENUM:
            return INTEGRAL
        if kind in _FLOATING_KINDS:
            return FLOATING
        if kind == TypeKind.POINTER:
            return self._pointer(self.number(lib.clang_getPointeeType(canonical)))
        if kind == TypeKind.RECORD:
            declaration: Cursor = self._lib.clang_getTypeDeclaration(canonical)
            number = self._keyed("structure", declaration.data0)
            if number not in self._untold:
                self._untold[number] = canonical
                self._emit(f"structure({number}).")
            return number
        if kind == TypeKind.ATOMIC:
            return self.number(lib.clang_Type_getValueType(canonical))
        other = self._keyed("other", len(self._by_key))
        if kind in _FUNCTIONS:
            self._functions.add(other)
        return other

    def _keyed(self, kind: str, key: int) -> int:
        return self._by_key.setdefault((kind, key), len(self._by_key) + 1)

    def _pointer(self, target: int) -> int:
        number = self._keyed("pointer", target)
        if number not in self._pointees:
            self._pointees[number] = target
            self._emit(f"pointer({number},{target}).")
        return number


_LIMIT = 2**31
_FIRST_REFERENCE = 40
"""Kinds of cursors below are declarations."""


class VariableOrigin(StrEnum):
    """What kind of declaration a variable has."""

    GLOBAL = "global"
    LOCAL = "local"
    PARAMETER = "parameter"
    MEMBER = "member"
    RESULT = "result"
    """The pseudo-variable that stands for what a function returns."""


@dataclass(frozen=True, slots=True)
class VariableNode:
    """A variable, a member of a structure or the result of a function."""

    node: int
    name: str
    scope: str
    """The function or structure it belongs to; empty for a global one."""
    origin: VariableOrigin

    @property
    def qualified_name(self) -> str:
        if self.origin is VariableOrigin.RESULT:
            return f"{self.name}()"
        separator = "." if self.origin is VariableOrigin.MEMBER else "::"
        return f"{self.scope}{separator}{self.name}" if self.scope else self.name


@dataclass(slots=True)
class CallCounts:
    """What the metrics of function pointers count."""

    calls: int = 0
    with_function_pointer: int = 0
    arguments: int = 0
    function_pointers: int = 0


class FactBase:
    """Facts of one translation unit, which must stay open as long as places are asked for."""

    def __init__(self, unit: TranslationUnit) -> None:
        self.unit = unit
        self.lines: list[str] = []
        self.variables: dict[int, VariableNode] = {}
        """Scalars and pointers by their nodes; nothing else has roles."""
        self.type_numbers: dict[int, int] = {}
        """The types of the variables."""
        self.counts = CallCounts()
        self.emit = self.lines.append
        self.types = TypeFacts(self.emit, self.member_node)
        self._lib = library()
        self._cursors: list[Cursor | None] = [None]
        self._declared: dict[int, int] = {}
        """Nodes of declarations, by their identity."""
        self._literals: dict[tuple[str, int | str], int] = {}
        self._functions: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._results: dict[int, int] = {}
        self._called: dict[int, None] = {}

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def node(self, cursor: Cursor | None) -> int:
        self._cursors.append(cursor)
        return len(self._cursors) - 1

    def place(self, node: int) -> Place | None:
        """Where a node begins, in the file that was given."""
        cursor = self._cursors[node]
        if cursor is None:
            return None
        return self.unit.name_place(cursor) if cursor.kind < _FIRST_REFERENCE else self.unit.span(cursor).start_place

    def declared_at(self, node: int) -> frozenset[int]:
        """Where in the main file a variable is declared: where it is met first, and where it is defined."""
        cursor = self._cursors[node]
        if cursor is None:
            return frozenset()
        definition: Cursor = self._lib.clang_getCursorDefinition(cursor)
        found = [self.unit.main_offset(each) for each in (cursor, definition) if each.data0]
        return frozenset(offset for offset in found if offset is not None)

    def source(self, node: int) -> str:
        """The text of a node as it was written."""
        cursor = self._cursors[node]
        return "" if cursor is None else " ".join(self.unit.span(cursor).text.split())

    def literal(self, relation: str, value: int | str) -> int:
        """The node of a literal; equal ones share it."""
        known = self._literals.get((relation, value))
        if known is None:
            known = self._literals[relation, value] = self.node(None)
            shown = str(value) if isinstance(value, int) and -_LIMIT < value < _LIMIT else quoted(str(value))
            self.emit(f"{relation}({known},{shown}).")
        return known

    def known(self, declaration: Cursor) -> int | None:
        return self._declared.get(declaration.data0)

    def variable(self, declaration: Cursor, scope: str, origin: VariableOrigin) -> int:
        """The node of a variable, made where it is met first."""
        canonical: Cursor = self._lib.clang_getCanonicalCursor(declaration)
        known = self._declared.get(canonical.data0)
        if known is None:
            known = self._declared[canonical.data0] = self.node(declaration)
            clang_type: Type = self._lib.clang_getCursorType(declaration)
            is_parameter = origin is VariableOrigin.PARAMETER
            number = self.types.of_parameter(clang_type) if is_parameter else self.types.number(clang_type)
            self._make_known(VariableNode(known, spelling(declaration), scope, origin), number)
        self._declared[declaration.data0] = known
        return known

    def member(self, declaration: Cursor) -> int:
        """The node of a member that the program names."""
        node = self.member_node(declaration)
        if node not in self.variables:
            structure = spelling(self._lib.clang_getCursorLexicalParent(declaration))
            named = VariableNode(node, spelling(declaration), structure, VariableOrigin.MEMBER)
            self._make_known(named, self.types.number(self._lib.clang_getCursorType(declaration)))
        return node

    def member_node(self, declaration: Cursor) -> int:
        known = self._declared.get(declaration.data0)
        if known is None:
            known = self._declared[declaration.data0] = self.node(declaration)
        return known

    def _make_known(self, variable: VariableNode, number: int) -> None:
        if self.types.has_roles(number):
            self.variables[variable.node] = variable
            self.type_numbers[variable.node] = number
            self.emit(f"var({variable.node}). type({variable.node},{number}).")
            self.types.tell_members(number)

    def function(self, declaration: Cursor) -> int:
        """The node of a function; all its declarations share one."""
        known = self._declared.get(declaration.data0)
        if known is None:
            name = spelling(declaration).removeprefix(RENAMED)
            known = self._functions.get(name)
            if known is None:
                known = self._functions[name] = self.node(declaration)
                self._names[known] = name
                self.emit(f"function({known},{quoted(name)}).")
            self._declared[declaration.data0] = known
        return known

    def name_of(self, function: int) -> str:
        return self._names.get(function, "")

    def result(self, function: int, definition: Cursor) -> int:
        """The pseudo-variable that stands for what a function returns."""
        node = self.node(definition)
        name = spelling(definition).removeprefix(RENAMED)
        returned: Type = self._lib.clang_getResultType(self._lib.clang_getCursorType(definition))
        self._make_known(VariableNode(node, name, "", VariableOrigin.RESULT), self.types.number(returned))
        self.emit(f"result({function},{node}).")
        self._results[function] = node
        return node

    def called(self, function: int) -> None:
        self._called[function] = None

    def tell_called(self) -> None:
        """Which results a call may stand for: many programs have none, and are spared the rules for it."""
        for function in self._called:
            if self._results.get(function) in self.variables:
                self.emit(f"called({function},{self._results[function]}).")


def quoted(text: str) -> str:
    """A string as the engine reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
