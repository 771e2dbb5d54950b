"""Contracts that stand beside functions in the source: the clauses of CBMC and of ACSL, as they were written.

``__CPROVER_requires(e)``, ``__CPROVER_ensures(e)`` and ``__CPROVER_assigns(places)`` stand between the parameters of a function
and its body, and ``/*@ requires e; ensures e; assigns places; */`` stands before it.  For clang there is nothing
(``cbmc_words``); the clauses are found in the text around the definitions that clang found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from whet.cfa.source import Place
from whet.frontend.clang import Cursor, CursorKind, children, spelling
from whet.frontend.unit import LONGEST_USE, TranslationUnit
from whet.task.records import dataclass

_OPAQUE = re.compile(rb"//(?:\\\r?\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
"""Comments and literals."""
_MAY_HAVE = re.compile(rb"__CPROVER_(?:requires|ensures|assigns|frees)|/[/*]@")
_CBMC = re.compile(rb"\b__CPROVER_(\w+)\s*\(")
_OF_CBMC = re.compile(rb"__CPROVER_(?:requires|ensures|assigns|frees)")
_CONDITIONAL = re.compile(rb"(?m)^[ \t]*(?:#|%:)[ \t]*((?:el)?if|ifn?def|else|endif)\b")
"""A directive by which clang may see other text than stands there."""
_WORD = re.compile(rb"[A-Za-z_]\w*")
_ACSL = re.compile(
    rb"\s*(?:requires|ensures|assigns|behaviors?|terminates|decreases|frees|allocates|assumes|exits|check|admit|complete|disjoint)\b"
)


_OF_COMMENT = re.compile(rb"(?m)^[ \t]*@|@\s*\Z|//[^\n]*")
"""What is no part of the clauses in a comment."""


class Dialect(Enum):
    CBMC = "CBMC"
    ACSL = "ACSL"


@dataclass(frozen=True, slots=True)
class WrittenClause:
    dialect: Dialect
    keyword: str
    """Such as ``requires``; any other word if the clause is none of those that are known."""
    text: str
    """Without comments."""
    place: Place


@dataclass(frozen=True, slots=True)
class WrittenContract:
    function: str
    clauses: tuple[WrittenClause, ...]
    is_of_definition: bool
    """Does it stand at the body of the function?"""


def may_have_contracts(text: bytes) -> bool:
    return _MAY_HAVE.search(text) is not None


def written_contracts(unit: TranslationUnit) -> tuple[WrittenContract, ...]:
    """Of the functions that the file itself declares or defines, not those of its headers."""
    return (*_Reader(unit).contracts(),)


class _Reader:
    def __init__(self, unit: TranslationUnit) -> None:
        self.unit = unit
        self.text: bytes = unit.source.text
        self.opaque = [(found.start(), found.end()) for found in _OPAQUE.finditer(self.text)]
        self.code = self._blanked(literals=True)
        self.without_comments = self._blanked(literals=False)

    def _blanked(self, *, literals: bool) -> bytes:
        """The text with blanks in the place of comments, and of literals if wanted; lines stay where they are."""
        found = bytearray(self.text)
        for begin, end in self.opaque:
            if literals or self.text[begin : begin + 1] == b"/":
                found[begin:end] = _blank(self.text[begin:end])
        return bytes(found)

    def contracts(self) -> Iterator[WrittenContract]:
        for cursor in self.unit.declarations():
            span = self.unit.span(cursor)
            if cursor.kind != CursorKind.FUNCTION_DECL or span.file is not self.unit.source:
                continue
            bodies = [each for each in children(cursor) if each.kind == CursorKind.COMPOUND_STMT]
            begin = self.unit.written_at(cursor)[1]
            head = self.unit.span(bodies[-1]).begin if bodies else _end_of_declaration(self.code, span.end)
            clauses = (*self._of_acsl(begin), *self._of_cbmc(cursor, begin, head))
            if clauses:
                yield WrittenContract(spelling(cursor), clauses, is_of_definition=bool(bodies))

    def _of_cbmc(self, cursor: Cursor, begin: int, head: int) -> Iterator[WrittenClause]:
        position = begin
        if _OF_CBMC.search(self.code, begin, head) and (directive := _CONDITIONAL.search(self.code, begin, head)):
            yield self._clause(Dialect.CBMC, f"#{directive[1].decode()}", directive.start(), directive.end())
        while position < head and (word := _WORD.search(self.code, position, head)) is not None:
            position = word.end()
            if (found := _CBMC.match(self.code, word.start())) is not None:
                position = _closing(self.code, found.end())
                yield self._clause(Dialect.CBMC, found[1].decode(), found.end(), position)
            elif self.unit.has_macro(word[0].decode()):
                use = self.text[word.start() : word.start() + LONGEST_USE]
                if self.unit.may_be_made(_OF_CBMC, use):
                    yield self._clause(Dialect.CBMC, word[0].decode(), word.start(), word.end())

    def _of_acsl(self, begin: int) -> Iterator[WrittenClause]:
        """Of the comments between the end of what stands before and the function."""
        boundary = max(self.code.rfind(each, 0, begin) for each in (b";", b"}"))
        for first, last in self.opaque:
            if boundary < first and last <= begin and self.text[first + 2 : first + 3] == b"@":
                end = last - 2 if self.text[first + 1 : first + 2] == b"*" else last
                body = _OF_COMMENT.sub(lambda found: _blank(found[0]), self.text[first + 3 : end])
                if _ACSL.match(body):
                    if (directive := _CONDITIONAL.search(self.code, last, begin)) is not None:
                        yield self._clause(Dialect.ACSL, f"#{directive[1].decode()}", directive.start(), directive.end())
                    yield from self._clauses_of_comment(body, first + 3)

    def _clauses_of_comment(self, body: bytes, offset: int) -> Iterator[WrittenClause]:
        position = 0
        for part in body.split(b";"):
            word = _WORD.search(part)
            if part.strip():
                keyword, length = (word[0].decode(), word.end()) if word is not None else ("", 0)
                inner = part[length:]
                begin = offset + position + length + len(inner) - len(inner.lstrip())
                text = inner.decode("utf-8", "replace").strip()
                yield WrittenClause(Dialect.ACSL, keyword, text, self.unit.source.place(begin))
            position += len(part) + 1

    def _clause(self, dialect: Dialect, keyword: str, begin: int, end: int) -> WrittenClause:
        """From an opened parenthesis to behind the one that closes it."""
        inner = self.without_comments[begin : end - 1]
        first = begin + len(inner) - len(inner.lstrip())
        return WrittenClause(dialect, keyword, inner.decode("utf-8", "replace").strip(), self.unit.source.place(first))


def _blank(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def _closing(code: bytes, begin: int) -> int:
    """Behind the parenthesis that closes the one before ``begin``."""
    depth = 1
    for found in re.compile(rb"[()]").finditer(code, begin):
        depth += 1 if found[0] == b"(" else -1
        if depth == 0:
            return found.end()
    return len(code)


def _end_of_declaration(code: bytes, begin: int) -> int:
    found = re.compile(rb"[;{]").search(code, begin)
    return len(code) if found is None else found.start()
