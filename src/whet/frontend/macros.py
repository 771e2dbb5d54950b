"""What macros may expand to: which words can occur, judged by the text of all definitions that a file sees.

libclang says where a macro is used, and not which of its words a token comes from.  So a macro is followed by name, through
every definition of every macro that its text names, wherever it stands and whether or not it is in force; what is pasted
together may be any word.  The answer "it cannot make this word" is therefore certain, the other one is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

_SPLICE = re.compile(rb"(?:\\|\?\?/)[ \t]*\r?\n")
_BLANK = rb"(?:\s|/\*.*?\*/)"
_DEFINITION = re.compile(rb"(?:#|%%:|\?\?=)%b*define%b+([A-Za-z_]\w*)([^\n]*)" % (_BLANK, _BLANK), re.DOTALL)
"""Also in a comment, and where it is not in force."""
_PIECE = re.compile(rb"""(?P<quoted>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<comment>/\*.*?\*/|//[^\n]*)|[()]""", re.DOTALL)
"""What hides comments and parentheses, comments, and parentheses."""
_FLAG = re.compile(r"-D([A-Za-z_]\w*)(.*)", re.DOTALL)
_WORD = re.compile(rb"[A-Za-z_]\w*")
_GIVEN = re.compile(rb"\s*\(")
_PASTED = re.compile(rb"##|%:%:|\?\?=|/\*")
"""An unfinished comment continues in the next line, and the directive after it."""


def unsplice(text: bytes) -> bytes:
    """Without the line ends that are escaped (C11 5.1.1.2)."""
    return _SPLICE.sub(b"", text)


class Macros:
    """The definitions in some files, and those of the command line."""

    def __init__(self, texts: Iterable[bytes], flags: Iterable[str]) -> None:
        self._bodies: dict[bytes, list[bytes]] = {}
        for text in texts:
            for name, body in _DEFINITION.findall(unsplice(text)):
                self._bodies.setdefault(name, []).append(_without_comments(body))
        for name, body in _defined_by(tuple(flags)):
            self._bodies.setdefault(name, []).append(body)

    def may_paste(self, texts: list[bytes]) -> bool:
        """May words be made of others where these texts use macros?"""
        used = set[bytes]().union(*map(_WORD.findall, texts)) if self._bodies else set[bytes]()
        return any(_PASTED.search(body) is not None for body in self._reached([b" ".join(used)]))

    def names(self) -> frozenset[str]:
        return frozenset(each.decode() for each in self._bodies)

    def __contains__(self, name: bytes) -> bool:
        return name in self._bodies

    def may_make(self, words: re.Pattern[bytes], use: bytes) -> bool:
        """May one of these words come out of the macro whose name, with what it is given, stands at the beginning of a text?"""
        texts = self.texts(use)
        return texts is None or any(_is_suspect(each, words) for each in texts)

    def texts(self, use: bytes) -> Iterator[bytes] | None:
        """All that this macro may make something of; None if that is not known."""
        use = _without_comments(unsplice(use))
        name = _WORD.match(use)
        if name is None or name[0] not in self._bodies:
            return None
        given = _given(use[name.end() :])
        return None if given is None else self._reached([name[0], given])

    def _reached(self, texts: list[bytes]) -> Iterator[bytes]:
        """The texts, and the bodies of all macros that they name, directly or not."""
        seen: set[bytes] = set()
        waiting = list(texts)
        while waiting:
            text = waiting.pop()
            yield text
            for name in _WORD.findall(text):
                if name not in seen:
                    seen.add(name)
                    waiting += self._bodies.get(name, ())


@lru_cache(maxsize=32)
def _defined_by(flags: tuple[str, ...]) -> list[tuple[bytes, bytes]]:
    given = (_FLAG.fullmatch(f"-D{flag}" if before == "-D" else flag) for before, flag in pairwise(("", *flags)))
    return [(found[1].encode(), found[2].encode()) for found in given if found is not None]


def _is_suspect(text: bytes, words: re.Pattern[bytes]) -> bool:
    return words.search(text) is not None or _PASTED.search(text) is not None


def _given(behind: bytes) -> bytes | None:
    """The arguments in parentheses after a name, also in further ones after these; None if they do not end."""
    found, position = [], 0
    while (begin := _GIVEN.match(behind, position)) is not None:
        position = _end_of_parentheses(behind, begin.end())
        if position < 0:
            return None
        found.append(behind[begin.end() : position])
    return b" ".join(found)


def newlines_in_use(use: bytes) -> int:
    """In the name of a macro and what it is given, which a text begins with; all of the text if that does not end."""
    name = _WORD.match(use)
    position = name.end() if name else 0
    while name is not None and (begin := _GIVEN.match(use, position)) is not None:
        position = _end_of_parentheses(use, begin.end())
        if position < 0:
            return use.count(b"\n")
    return use.count(b"\n", 0, position)


def _end_of_parentheses(text: bytes, position: int) -> int:
    """The position after the closing parenthesis; -1 if there is none."""
    depth = 1
    for found in _PIECE.finditer(text, position):
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    return -1


def _without_comments(text: bytes) -> bytes:
    """One that does not end stays."""
    return _PIECE.sub(lambda found: b" " if found["comment"] is not None else found[0], text)
