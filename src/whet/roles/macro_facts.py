"""Uses of macros with the names of library functions: ``isdigit(c)`` counts as a call whatever it expands to.

libclang shows what a macro expands to.  That the first token of an expression comes from a macro's body is told by
its location, and the name of the macro stands there; an argument is the largest expression whose text lies between
the parentheses.

Only files that are not preprocessed have macros, and only those that mention such a name are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from whet.cfa.source import Span
from whet.frontend.clang import CursorKind
from whet.frontend.tree import EXPRESSIONS, Tree
from whet.roles.fact_base import FactBase, quoted
from whet.roles.library_tables import names_in_tables

_USE = re.compile(rb"(\w+)\s*\(")
_MACRO = re.compile(rb"^[ \t]*#[ \t]*(?:define|include)\b", re.MULTILINE)


class MacroFacts:
    """Finds the uses of macros in one translation unit."""

    def __init__(self, base: FactBase) -> None:
        self._base = base
        self._names = {name.encode() for name in names_in_tables()}
        self._seen: set[int] = set()

    @classmethod
    def of(cls, base: FactBase) -> MacroFacts | None:
        """None if the file has none to find."""
        unit, text = base.unit, base.unit.source.text
        if unit.is_preprocessed or _MACRO.search(text) is None:
            return None
        found = cls(base)
        return found if any(name in text for name in found._names) else None

    def look(self, tree: Tree, read: Callable[[Tree], int]) -> None:
        """Emit the facts of a macro that an expression begins with."""
        if tree.kind in (CursorKind.DECL_REF_EXPR, CursorKind.INTEGER_LITERAL) or not self._base.unit.is_in_macro(tree.cursor):
            return
        span = self._base.unit.span(tree.cursor)
        use = _USE.match(span.file.text, span.begin)
        if use is None or use[1] not in self._names or span.begin in self._seen:
            return
        self._seen.add(span.begin)
        node = self._base.node(tree.cursor)
        self._base.emit(f"macro({node},{quoted(use[1].decode())}).")
        for position, (begin, end) in enumerate(_arguments(span.file.text, use.end())):
            argument = self._inside(tree, span, begin, end)
            if argument is not None:
                self._base.emit(f"arg({node},{position},{read(argument)}).")

    def _inside(self, tree: Tree, around: Span, begin: int, end: int) -> Tree | None:
        """The first largest expression whose text lies in a range."""
        span = self._base.unit.span(tree.cursor)
        if tree.kind in EXPRESSIONS and span.file is around.file and begin <= span.begin < span.end <= end:
            return tree
        found = (self._inside(child, around, begin, end) for child in tree.children)
        return next((each for each in found if each is not None), None)


def _arguments(text: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Where the arguments of a macro begin and end; ``start`` is behind the opening parenthesis."""
    depth, begin = 0, start
    for position in range(start, len(text)):
        character = text[position : position + 1]
        if character in (b"(", b"[", b"{"):
            depth += 1
        elif character in (b")", b"]", b"}"):
            if depth == 0:
                yield begin, position
                return
            depth -= 1
        elif character == b"," and depth == 0:
            yield begin, position
            begin = position + 1
