"""Which variable a name means at a place of the source (C11 6.2.1): the innermost that is declared before it, in
a block around it.

The program model keeps where a variable is declared, not where its block ends.  That is read off the text: blocks are counted by
their brackets, outside of comments, literals and directives.  Where macros hide brackets or names, a name may be found to mean
nothing or the wrong variable; so a proof that uses a name is about the variable that was found.
"""

from __future__ import annotations

import re
from functools import cached_property

from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.model import Function, Program
from whet.cfa.source import SourceFile

_SKIPPED = re.compile(
    rb'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^[ \t]*#(?:[^\n\\]|\\.)*', re.DOTALL | re.MULTILINE
)
_SECOND = re.compile(r"__\d+$")
_NAMED = (VariableKind.GLOBAL, VariableKind.LOCAL, VariableKind.PARAMETER)
_OPENING, _CLOSING = b"({[", b")}]"
_OTHER_MEANINGS = re.compile(
    rb"(?P<bracket>[({\[\])}])|\benum\b[^;{}()]*\{(?P<enumerators>[^}]*)\}|\b(?:extern|typedef)\b(?P<declared>[^;{]*)"
)
_WORD = re.compile(rb"[A-Za-z_]\w*")


class Scopes:
    """The scopes of one main file of a program."""

    def __init__(self, program: Program, source: SourceFile | None = None) -> None:
        self._program = program
        self._source = source or program.source
        self.text = _SKIPPED.sub(lambda match: re.sub(rb"[^\n]", b" ", match[0]), self._source.text)
        """The source, with blanks for what is no code; offsets are the same."""
        self._ends: dict[Variable, int] = {}

    @cached_property
    def _globals(self) -> dict[str, list[Variable]]:
        return _by_name([each for each in self._program.globals if each.is_declared_in(self._source.path)])

    @cached_property
    def _ambiguous(self) -> frozenset[str]:
        """Names that mean something else in a block: an enumerator, a type, or again a hidden global."""
        depth, found = 0, set[str]()
        for match in _OTHER_MEANINGS.finditer(self.text):
            if match["bracket"]:
                depth += 1 if match["bracket"] in _OPENING else -1
            elif depth:
                found |= {word.decode() for word in _WORD.findall(match["enumerators"] or match["declared"] or b"")}
        return frozenset(found)

    def variable(self, name: str, offset: int, function: Function) -> Variable | None:
        """The variable that a name means there, if the program has it; None also if it may mean something else."""
        if name in self._ambiguous:
            return None
        own = _by_name(function.variables).get(name, [])
        parameters = [each for each in own if each.kind is VariableKind.PARAMETER]
        declared = [each for each in (*own, *self._globals.get(name, ())) if each not in parameters]
        seen = [each for each in declared if each.declared_at is not None and self._sees(each, offset)]
        inner = sorted((each for each in seen if self._end(each) < len(self.text)), key=lambda each: each.declared_at or 0)
        return inner[-1] if inner else next(iter((*parameters, *seen)), None)

    def _sees(self, variable: Variable, offset: int) -> bool:
        assert variable.declared_at is not None
        return variable.declared_at < offset < self._end(variable)

    def _end(self, variable: Variable) -> int:
        if variable not in self._ends:
            assert variable.declared_at is not None
            self._ends[variable] = self._end_of_scope(variable.declared_at)
        return self._ends[variable]

    def _end_of_scope(self, offset: int) -> int:
        """Of what is declared there: the end of the block, or of the ``for`` in whose header it stands."""
        closing = self._closing(offset)
        if closing is None:
            return len(self.text)
        if self.text[closing] == ord("}"):
            return closing
        return self._end_of_statement(closing + 1)

    def _closing(self, offset: int) -> int | None:
        """The first bracket after an offset that closes one before it."""
        depth = 0
        for position in range(offset, len(self.text)):
            character = self.text[position]
            if character in _OPENING:
                depth += 1
            elif character in _CLOSING:
                if depth == 0:
                    return position
                depth -= 1
        return None

    def _end_of_statement(self, offset: int) -> int:
        """Of a block or of a simple statement that begins there."""
        begin = self.skip_blanks(offset)
        if self.text[begin : begin + 1] == b"{":
            closing = self._closing(begin + 1)
            return len(self.text) if closing is None else closing
        depth = 0
        for position in range(begin, len(self.text)):
            character = self.text[position]
            depth += (character in _OPENING) - (character in _CLOSING)
            if (character == ord(";") and depth == 0) or depth < 0:
                return position
        return len(self.text)

    def skip_blanks(self, offset: int) -> int:
        while offset < len(self.text) and self.text[offset : offset + 1].isspace():
            offset += 1
        return offset

    def end_of_header(self, offset: int) -> int:
        """The closing bracket of the header of a ``while``, ``for``, ``if`` or ``switch`` that begins there."""
        opening = self.text.find(b"(", offset)
        closing = None if opening < 0 else self._closing(opening + 1)
        return offset if closing is None else closing

    def is_in_compound(self, offset: int) -> bool:
        """Does what begins there follow another statement, or the beginning of a block?"""
        before = self.text[:offset].rstrip()
        return self.is_in_body(offset) and before[-1:] in (b"{", b"}", b";")

    def is_in_body(self, offset: int) -> bool:
        """Is it inside of brackets, and not at the level of the file?"""
        return self._closing(offset) is not None

    def word(self, offset: int) -> str:
        """The identifier or keyword that stands there, perhaps none."""
        found = re.match(rb"[A-Za-z_]\w*", self.text[offset : offset + 100])
        return "" if found is None else found[0].decode()


def source_name(variable: Variable) -> str:
    """What the source calls it; the model has another name for a second variable of the same name."""
    return _SECOND.sub("", variable.name.partition("@")[0])


def _by_name(variables: list[Variable]) -> dict[str, list[Variable]]:
    found: dict[str, list[Variable]] = {}
    for variable in variables:
        if variable.kind in _NAMED:
            for name in dict.fromkeys((variable.name, source_name(variable))):
                found.setdefault(name, []).append(variable)
    return found
