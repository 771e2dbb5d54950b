"""The locations of a program that a witness speaks of.

An invariant is *placed* at the nodes of the program where it is said to hold; at none if the program never comes there.  What
is not found, although the source may well have it, is left open with a reason.  A place that the source does not
have is a mistake of the witness.

Programs are read without blocks for this: a block has no locations inside.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from whet.cfa.expressions import Expr
from whet.cfa.model import Function, LoopStatement, Node, Program
from whet.cfa.source import SourceFile, Span
from whet.task.errors import TaskError
from whet.task.records import dataclass
from whet.witnesses.conditions import NotC, NotRead, read_condition
from whet.witnesses.scopes import Scopes
from whet.witnesses.witness import InvariantType, Location, WitnessInvariant

_LOOPS = ("while", "for", "do")


class NotPlaced(Exception):
    """It is unclear which location of the program is meant; the message says why."""


class NoSuchPlace(Exception):
    """The source has no such place."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An invariant as a condition at locations of the program."""

    invariant: WitnessInvariant
    nodes: tuple[Node, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """An invariant that nothing can be said about."""

    invariant: WitnessInvariant
    reason: str

    def __str__(self) -> str:
        return f"{self.invariant.location}: {self.invariant.value}: {self.reason}"


class Places:
    """The places of one main file of a program."""

    def __init__(self, program: Program, source: SourceFile | None = None) -> None:
        self._program = program
        self._source = source or program.source
        self.scopes = Scopes(program, self._source)

    def placed(self, invariant: WitnessInvariant, *, witness: str) -> Placed | LeftOpen:
        """Raises ``TaskError`` with the line of the witness for what is no C, or for a place that is none."""
        try:
            nodes, offset, function = self._nodes(invariant)
            if function is None:
                return Placed(invariant, (), read_condition("1", self._program.machine, lambda _: None))
            condition = self.condition(invariant.value, offset, function)
            return Placed(invariant, nodes, condition)
        except (NotPlaced, NotRead) as error:
            return LeftOpen(invariant, str(error))
        except NotC as error:
            raise TaskError(f"'{invariant.value}' is no C expression: {error}", place=f"{witness}:{invariant.entry}") from error
        except NoSuchPlace as error:
            raise TaskError(str(error), place=f"{witness}:{invariant.entry}") from error

    def condition(self, text: str, offset: int, function: Function) -> Expr:
        """Raises ``NotC`` and ``NotRead``."""
        scopes = self.scopes
        return read_condition(text, self._program.machine, lambda name: scopes.variable(name, offset, function))

    def _nodes(self, invariant: WitnessInvariant) -> tuple[tuple[Node, ...], int, Function | None]:
        """With the offset at which names are looked up; no function if the program never comes there."""
        line = self.line(invariant.location)
        if invariant.type is InvariantType.LOOP:
            return self._loop(invariant.location, line)
        location = invariant.location
        begins = [offset for offset in self._statements if self._is_at(offset, location, line) and self._may_begin(offset)]
        if not begins:
            if not self._source.text[line.begin : line.end].strip():
                raise NoSuchPlace(f"no statement begins at {location}")
            raise NotPlaced("no statement that the program comes to begins there")
        offset = min(begins)
        if any(loop.statement.begin == offset for loop, _ in self.loops):
            raise NotPlaced("it is an invariant of the place before a loop")
        nodes = self._statements[offset]
        return tuple(nodes), offset, nodes[0].function

    def _loop(self, location: Location, line: Span) -> tuple[tuple[Node, ...], int, Function | None]:
        for loop, function in self.loops:
            if self._is_at(loop.statement.begin, location, line):
                nodes = function.nodes
                if loop.test not in nodes and loop.head in nodes:
                    raise NotPlaced("the condition of the loop is constant")
                return tuple({loop.test} & {*nodes}), self.scope_of(loop), function
        column = None if location.column is None else location.column - 1
        offsets = range(line.begin, line.end) if column is None else (line.begin + column,)
        if not any(self.scopes.word(offset) in _LOOPS for offset in offsets):
            raise NoSuchPlace(f"no loop begins at {location}")
        return (), line.begin, None

    def scope_of(self, loop: LoopStatement) -> int:
        """Where names of its invariants are looked up: what the header of a ``for`` declares is seen."""
        begin = loop.statement.begin
        return self.scopes.end_of_header(begin) if loop.tests_first else begin

    def _may_begin(self, offset: int) -> bool:
        """Functions and blocks have operations of their own where they end; these are not where they begin."""
        return self.scopes.is_in_body(offset) and self.scopes.text[offset : offset + 1] != b"{"

    @cached_property
    def loops(self) -> list[tuple[LoopStatement, Function]]:
        """Those of the main file, in the order of their text."""
        functions = self._program.defined_functions
        found = [(loop, function) for function in functions for loop in function.loops]
        own = [each for each in found if each[0].statement.file is self._source]
        return sorted(own, key=lambda each: each[0].statement.begin)

    @cached_property
    def _statements(self) -> dict[int, list[Node]]:
        """The locations at which statements begin, by their offsets."""
        found: dict[int, list[Node]] = {}
        for node in self._program.nodes():
            for begin in {_begin(edge.operation.origin.statement, self._source) for edge in node.leaving}:
                before = {_begin(edge.operation.origin.statement, self._source) for edge in node.entering}
                if begin is not None and (not before or before != {begin}) and node.function is not self._program.start:
                    found.setdefault(begin, []).append(node)
        return found

    def line(self, location: Location) -> Span:
        """Raises ``NotPlaced`` for another file, and ``NoSuchPlace`` if the file has fewer lines."""
        if Path(location.file_name).name != Path(self._source.path).name:
            raise NotPlaced(f"{location.file_name} is not {self._source.path}")
        lines = self._line_starts
        if location.line >= len(lines):
            raise NoSuchPlace(f"{self._source.path} has no line {location.line}")
        return Span(self._source, lines[location.line - 1], lines[location.line])

    @cached_property
    def _line_starts(self) -> list[int]:
        """As ``cfa.source`` counts lines: only a line feed ends one.  The last is where the text ends."""
        starts = [0]
        for line in self._source.text.split(b"\n"):
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def _is_at(self, offset: int, location: Location, line: Span) -> bool:
        column = None if location.column is None else line.begin + location.column - 1
        return line.begin <= offset < line.end and column in (None, offset)


def _begin(statement: Span, source: object) -> int | None:
    return statement.begin if statement.file is source else None
