"""The extensional relations of one C file: what the rules in ``rules/*.lp`` are evaluated on (dissertation on
variable roles, section 3.2).

Facts are kept as the text that the engine reads, because building terms one by one costs several times as much.
Relations of the dissertation with the same key are merged into one: ``bin(E,Op,L,R)`` stands for ``bop_expr``,
``opcode``, ``lhs_expr`` and ``rhs_expr``. ``docs/roles.md`` has the list.

Invariants: nodes are numbered from 1 in the order they are met.  All occurrences of a variable, of a member or of a
literal share one node.  A node without a cursor has no place.  Numbers fit into the engine's 32 bits; larger values
are strings.
"""

from __future__ import annotations

from enum import StrEnum

from whet.cfa.source import Place
from whet.frontend.clang import Cursor, Type, library, spelling
from whet.frontend.unit import RENAMED, TranslationUnit
from whet.roles.type_facts import TypeFacts
from whet.task.records import dataclass

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
