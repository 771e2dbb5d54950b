"""Facts of the statements and declarations of one C file (dissertation on variable roles, section 3.2).

``for`` and ``do`` become loops; ``case c`` becomes a branch on ``selector == c``.  Nesting is given by the innermost
loop (``at``) and the innermost branch (``under``, ``within``); the rules climb from there only where they need to.  A
``goto`` to a label outside of a loop leaves it like ``break``.

Read are the functions that are defined outside of the system's headers and those they name.  Variables are the
globals defined there, those that are named, all locals and parameters, and the members of structures that the code
names.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field

from whet.frontend.clang import Cursor, CursorKind, StorageClass, library, spelling
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.for_header import ForParts, split_for
from whet.frontend.tree import EXPRESSIONS, Tree, identity_of, read_tree
from whet.frontend.unit import RENAMED, TranslationUnit
from whet.roles.expression_facts import ExpressionContext, ExpressionFacts
from whet.roles.fact_base import FactBase, VariableOrigin
from whet.task.records import dataclass


def read_facts(unit: TranslationUnit, entry: str | None = None) -> FactBase:
    """The facts of an open translation unit; only of what can be called from ``entry`` if there is such a function."""
    reader = UnitFacts(unit)
    start = reader.definition(entry) if entry is not None else None
    if start is None:
        reader.take_file()
    else:
        reader.take(start)
    reader.read()
    return reader.base


@dataclass(slots=True)
class _Jumps:
    """The jumps of one function whose target may stand further down."""

    labels: dict[int, frozenset[int]] = field(default_factory=dict)
    """The loops around each label."""
    gotos: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    """(node of the jump, label, loops around the jump from the outermost)"""


class UnitFacts:
    """Reads one translation unit."""

    def __init__(self, unit: TranslationUnit) -> None:
        self.base = FactBase(unit)
        self._lib = library()
        self._emit = self.base.emit
        self._expressions = ExpressionFacts(self.base, self._block_value, self._found)
        self._waiting: deque[Cursor] = deque()
        self._taken: set[int] = set()
        self._loops: list[int] = []
        self._breakable: list[int] = []
        """What ``break`` leaves: a loop, or 0 for a ``switch``."""
        self._selectors: list[int] = []
        self._jumps = _Jumps()
        self._handlers: dict[int, Callable[[Tree], None]] = {
            CursorKind.DECL_STMT: self._declarations,
            CursorKind.IF_STMT: self._if,
            CursorKind.WHILE_STMT: self._while,
            CursorKind.DO_STMT: self._do,
            CursorKind.FOR_STMT: self._for,
            CursorKind.SWITCH_STMT: self._switch,
            CursorKind.CASE_STMT: self._case,
            CursorKind.RETURN_STMT: self._return,
            CursorKind.BREAK_STMT: self._break,
            CursorKind.GOTO_STMT: self._goto,
            CursorKind.LABEL_STMT: self._label,
        }

    def definition(self, name: str) -> Cursor | None:
        for cursor in self.base.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL and spelling(cursor).removeprefix(RENAMED) == name:
                definition: Cursor = self._lib.clang_getCursorDefinition(cursor)
                return definition if definition.data0 else None
        return None

    def take_file(self) -> None:
        """Read everything that the file defines itself."""
        for cursor in self.base.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL:
                definition: Cursor = self._lib.clang_getCursorDefinition(cursor)
                if definition.data0 == cursor.data0 and not self.base.unit.is_in_system_header(cursor):
                    self.take(definition)
            elif cursor.kind == CursorKind.VAR_DECL:
                is_extern = self._lib.clang_Cursor_getStorageClass(cursor) == StorageClass.EXTERN
                if not is_extern and not self.base.unit.is_in_system_header(cursor):
                    self.base.variable(cursor, "", VariableOrigin.GLOBAL)
                    self._found(cursor)

    def take(self, definition: Cursor) -> None:
        """Read a function or the initialiser of a global variable, once."""
        if definition.data0 not in self._taken:
            self._taken.add(definition.data0)
            self._waiting.append(definition)

    def read(self) -> None:
        while self._waiting:
            definition = self._waiting.popleft()
            if definition.kind == CursorKind.FUNCTION_DECL:
                self._function(definition)
            else:
                self._initialise(definition)
        self.base.tell_called()

    def _found(self, declaration: Cursor) -> None:
        """What is named belongs to the program, wherever it is defined."""
        definition: Cursor = self._lib.clang_getCursorDefinition(declaration)
        if definition.data0:
            self.take(definition)

    def _initialise(self, definition: Cursor) -> None:
        initialiser: Cursor = self._lib.clang_Cursor_getVarDeclInitializer(definition)
        if initialiser.data1:
            self._expressions.around = ExpressionContext()
            node = self.base.variable(definition, "", VariableOrigin.GLOBAL)
            tree = Tree(definition, definition.kind, identity_of(definition))
            self._expressions.initialise(tree, node, read_tree(initialiser))

    def _function(self, definition: Cursor) -> None:
        function = self.base.function(definition)
        name = self.base.name_of(function)
        self._expressions.around = ExpressionContext(function, name)
        self._emit(f"defined({function}).")
        self._expressions.around.returns = self.base.result(function, definition)
        for position in range(self._lib.clang_Cursor_getNumArguments(definition)):
            parameter: Cursor = self._lib.clang_Cursor_getArgument(definition, position)
            node = self.base.variable(parameter, name, VariableOrigin.PARAMETER)
            self._emit(f"formal({function},{position},{node}).")
        self._jumps = _Jumps()
        for child in read_tree(definition).children:
            if child.kind == CursorKind.COMPOUND_STMT:
                self._statement(child)
        for node, label, loops in self._jumps.gotos:
            around = self._jumps.labels.get(label, frozenset())
            for loop in loops:
                if loop not in around:
                    self._emit(f"leaves({node},{loop}).")

    def _statement(self, tree: Tree) -> None:
        handler = self._handlers.get(tree.kind)
        if handler is not None:
            handler(tree)
        elif tree.kind in EXPRESSIONS:
            node = self._expressions.read(tree)
            if tree.kind == CursorKind.CALL_EXPR:
                self._emit(f"stands_alone({node}).")
        else:
            for child in tree.children:
                self._statement(child)

    def _block_value(self, tree: Tree) -> int:
        """Read a block; the value of a statement expression is that of its last statement."""
        for child in tree.children[:-1]:
            self._statement(child)
        last = tree.children[-1] if tree.children else tree
        if last.kind in EXPRESSIONS:
            return self._expressions.read(last)
        if last is not tree:
            self._statement(last)
        node = self.base.node(tree.cursor)
        self._emit(f"opaque({node}).")
        return node

    def _declarations(self, tree: Tree) -> None:
        for child in tree.children:
            if child.kind == CursorKind.VAR_DECL:
                self._declaration(child)

    def _declaration(self, tree: Tree) -> None:
        node = self.base.variable(tree.cursor, self._expressions.around.name, VariableOrigin.LOCAL)
        initialiser: Cursor = self._lib.clang_Cursor_getVarDeclInitializer(tree.cursor)
        for child in tree.children:
            if initialiser.data1 and child.identity == initialiser.data1:
                self._expressions.initialise(tree, node, child)
            elif child.kind in EXPRESSIONS:
                self._expressions.read(child)

    def _return(self, tree: Tree) -> None:
        around = self._expressions.around
        for child in tree.children:
            value = self._expressions.read(child)
            for _, arm in self._expressions.arms(value):
                self._emit(f"return({self.base.node(tree.cursor)},{around.function},{arm}).")

    def _if(self, tree: Tree) -> None:
        condition, *arms = tree.children
        with self._branch(tree, self._expressions.condition(condition)):
            for arm in arms:
                self._statement(arm)

    @contextmanager
    def _branch(self, tree: Tree, condition: int) -> Iterator[None]:
        around = self._expressions.around
        outer, around.branch = around.branch, self._expressions.branch(tree, condition)
        yield
        around.branch = outer

    def _switch(self, tree: Tree) -> None:
        self._selectors.append(self._expressions.read(tree.children[0]))
        self._breakable.append(0)
        self._statement(tree.children[-1])
        self._breakable.pop()
        self._selectors.pop()

    def _case(self, tree: Tree) -> None:
        *values, body = tree.children
        bounds = [self._expressions.read(value) for value in values]
        for operator, bound in zip(("eq",) if len(bounds) == 1 else ("ge", "le"), bounds, strict=False):
            self._expressions.branch(tree, self._expressions.operation(tree, operator, self._selectors[-1], bound))
        self._statement(body)

    def _while(self, tree: Tree) -> None:
        with self._loop(tree, tree.children[0]):
            self._statement(tree.children[-1])

    def _do(self, tree: Tree) -> None:
        with self._loop(tree, tree.children[-1]):
            self._statement(tree.children[0])

    def _for(self, tree: Tree) -> None:
        try:
            parts = split_for(tree, self.base.unit)
        except ConstructNotSupported:  # a header made by a macro: its parts cannot be separated
            parts = ForParts(None, None, None, tree)
        if parts.first is not None:
            self._statement(parts.first)
        with self._loop(tree, parts.condition):
            for part in tree.children if parts.body is tree else (parts.body, parts.step):
                if part is not None:
                    self._statement(part)

    @contextmanager
    def _loop(self, tree: Tree, condition: Tree | None) -> Iterator[None]:
        around, node = self._expressions.around, self.base.node(tree.cursor)
        self._emit(f"loop({node}).")
        if around.loop:
            self._emit(f"nested({node},{around.loop}).")
        outer, around.loop = around.loop, node
        self._loops.append(node)
        self._breakable.append(node)
        if condition is not None:
            self._emit(f"cond({node},{self._expressions.condition(condition)}).")
        yield
        self._breakable.pop()
        self._loops.pop()
        around.loop = outer

    def _break(self, tree: Tree) -> None:
        if self._breakable and self._breakable[-1]:
            self._leave(tree, self._breakable[-1])

    def _leave(self, tree: Tree, loop: int) -> None:
        node = self.base.node(tree.cursor)
        self._emit(f"leaves({node},{loop}).")
        if self._expressions.around.branch:
            self._emit(f"under({node},{self._expressions.around.branch}).")

    def _goto(self, tree: Tree) -> None:
        if not self._loops or not tree.children:
            return
        node = self.base.node(tree.cursor)
        target: Cursor = self._lib.clang_getCursorReferenced(tree.children[0].cursor)
        self._jumps.gotos.append((node, identity_of(target), tuple(self._loops)))
        if self._expressions.around.branch:
            self._emit(f"under({node},{self._expressions.around.branch}).")

    def _label(self, tree: Tree) -> None:
        self._jumps.labels[tree.identity] = frozenset(self._loops)
        for child in tree.children:
            self._statement(child)
