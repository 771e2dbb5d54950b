"""Where clang and gcc make different things of the same macro.

``__LINE__`` in the text of a macro is the line of the macro's name for gcc, and that of the last parenthesis for clang.
An argument of a call gets gcc's number, which is certain if no other number in the macro is the same; where the number is
used otherwise, the program is refused.  ``__PRETTY_FUNCTION__`` is the plain name of the function in gcc's C, so it is a macro
for ``__FUNCTION__`` here (``unit``); programs in which it makes a difference that it is a macro are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from whet.cfa.source import Span
from whet.frontend.clang import CONTINUE, RECURSE, Cursor, CursorKind, Visitor, evaluate_integer, library, spelling
from whet.frontend.literals import integer_value
from whet.frontend.macros import newlines_in_use, unsplice
from whet.frontend.tree import identity_of
from whet.frontend.unit import LONGEST_USE, TranslationUnit
from whet.task.records import dataclass

_IN_DEFINITION = re.compile(rb"\bdefine\b[^\n]*\b__LINE__\b")
_ASKED = re.compile(rb"\b__builtin_LINE\b")
_LINE = re.compile(rb"\b__LINE__\b")
_NUMBER = re.compile(rb"\b\d\w*")
_PRETTY = re.compile(rb"__PRETTY_FUNCTION__")
_PRETTY_IN_DIRECTIVE = re.compile(
    rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?:ifn?def|if|el\w+|undef)\b[^\n]*__PRETTY_FUNCTION__", re.MULTILINE
)
_LONGEST_USE = 20_000
_SEVERAL_LINES = "__LINE__ in a macro over several lines"
_LITERALS = (CursorKind.INTEGER_LITERAL, CursorKind.STRING_LITERAL)
_AROUND = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR)


@dataclass(slots=True)
class Expansions:
    """What gcc makes of macros in a file that clang makes something else of."""

    lines: dict[int, int] = field(default_factory=dict)
    """By the identity of a literal, the number that it has for gcc."""
    refused: list[tuple[str, Span]] = field(default_factory=list)


def read_expansions(unit: TranslationUnit) -> Expansions:
    found = Expansions()
    whole = Span(unit.source, 0, 0)
    if unit.mentions(_ASKED):
        found.refused.append(("__builtin_LINE", whole))
    if unit.mentions(_PRETTY_IN_DIRECTIVE):
        found.refused.append(("question to the compiler (__PRETTY_FUNCTION__)", whole))
    if unit.mentions(_IN_DEFINITION):
        for literal, is_argument in _literals(unit):
            line = _line_for_gcc(literal, unit) if unit.is_in_macro(literal) else None
            if line is None:
                continue
            if line > 0 and is_argument:
                found.lines[identity_of(literal)] = line
            else:
                found.refused.append((_SEVERAL_LINES, unit.span(literal)))
    if unit.mentions(_PRETTY):
        found.refused += [("__PRETTY_FUNCTION__ in a string", unit.span(each)) for each in _named_in_strings(unit)]
    return found


def _named_in_strings(unit: TranslationUnit) -> Iterator[Cursor]:
    """Strings that a macro made of ``__PRETTY_FUNCTION__`` after it was replaced."""
    for literal, _ in _literals(unit):
        if literal.kind == CursorKind.STRING_LITERAL and unit.is_in_macro(literal) and "__FUNCTION__" in spelling(literal):
            file, begin = unit.written_at(literal)
            if _PRETTY.search(unsplice(file.text[begin : begin + LONGEST_USE])):
                yield literal


def _literals(unit: TranslationUnit) -> list[tuple[Cursor, bool]]:
    """All numbers and strings; is it an argument of a call, at most converted?"""
    found: list[tuple[Cursor, bool]] = []
    arguments: set[int] = set()

    def visit(cursor: Cursor, parent: Cursor, _data: int) -> int:
        is_argument = parent.kind == CursorKind.CALL_EXPR or identity_of(parent) in arguments
        if cursor.kind in _LITERALS:
            found.append((cursor, is_argument))
        elif cursor.kind in _AROUND and is_argument:
            arguments.add(identity_of(cursor))
        return CONTINUE if cursor.kind >= CursorKind.FIRST_ATTRIBUTE else RECURSE

    library().clang_visitChildren(unit.root, Visitor(visit), None)
    return found


def _line_for_gcc(literal: Cursor, unit: TranslationUnit) -> int | None:
    """The line that a literal of a macro is for gcc, 0 if that is not certain; None if it is no line, or the same for clang."""
    file, begin = unit.written_at(literal)
    use = file.text[begin : begin + _LONGEST_USE]
    line = file.original_place(begin).line
    others = range(line + 1, line + newlines_in_use(use) + 1)
    if _LINE.match(use) is not None or not any(_shows(literal, other) for other in others):
        return None
    texts = unit.texts_of_macro(use)
    if texts is not None and not any(map(_LINE.search, texts)):
        return None
    numbers = [integer_value(number) for text in texts or () for number in _NUMBER.findall(text)]
    is_certain = texts is not None and literal.kind == CursorKind.INTEGER_LITERAL and evaluate_integer(literal) not in numbers
    return line if is_certain else 0


def _shows(literal: Cursor, line: int) -> bool:
    if literal.kind == CursorKind.INTEGER_LITERAL:
        return evaluate_integer(literal) == line
    return str(line) in spelling(literal)
