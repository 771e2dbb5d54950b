"""From the run of a counterexample to a violation witness.

Told are the values that calls of ``__VERIFIER_nondet_*`` return, the branches of ``if``, ``while`` and ``for`` whose whole
condition was decided at once, and the target.  Of a run that is too long, only all the values and the target.  The
values determine the run, unless it reads uninitialised memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.library import NONDET_PREFIXES
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, Operation, flatten
from whet.cfa.show import to_c
from whet.cfa.source import Origin, Place
from whet.cfa.types import IntType
from whet.core.evidence import Branched, Counterexample, Omitted, PlainValue, Received
from whet.core.result import FalseVerdict
from whet.task.properties import ASSERTION
from whet.witnesses.scopes import Scopes
from whet.witnesses.witness import Location, Segment, ViolationSequence, Waypoint, WaypointType

_BRANCHES = ("if", "while", "for")


class NoTarget(Exception):
    """The place of the violation is not in a file that was given."""


def violation(program: Program, verdict: FalseVerdict, run: Counterexample) -> ViolationSequence:
    """Raises ``NoTarget``."""
    teller = _Teller(program)
    is_whole = not any(isinstance(step, Omitted) for step in run.steps)
    waypoints = teller.steps(run) if is_whole else teller.inputs(verdict)
    return ViolationSequence((*map(Segment, waypoints), Segment(teller.target(verdict))))


class _Teller:
    def __init__(self, program: Program) -> None:
        self._scopes = {source: Scopes(program, source) for source in program.sources}
        self._operations: dict[Place, list[tuple[Operation, Edge]]] = {}
        for edge in program.edges():
            for part in flatten(edge.operation):
                if part.origin.expression.file in self._scopes and edge.source.function is not program.start:
                    self._operations.setdefault(part.origin.original_place, []).append((part, edge))

    def steps(self, run: Counterexample) -> list[Waypoint]:
        found: list[Waypoint] = []
        for step in run.steps:
            match step:
                case Received(place=Place() as place, value=value):
                    found += self._returned(place, value)
                case Branched(place=Place() as place, condition=condition, truth=truth):
                    found += self._branched(place, condition, truth)
                case _:
                    pass
        return found

    def inputs(self, verdict: FalseVerdict) -> list[Waypoint]:
        given = ((each.place, each.value) for each in verdict.inputs)
        return [point for place, value in given if place is not None for point in self._returned(place, value)]

    def _at(self, place: Place) -> Iterable[tuple[Operation, Edge]]:
        return self._operations.get(place, ())

    def _waypoint(self, type: WaypointType, origin: Origin, offset: int, edge: Edge, value: str | None) -> Waypoint:
        place = origin.expression.file.place(offset)
        name = edge.source.function.written_name
        location = Location(file_name=place.file, line=place.line, column=place.column, function=name)
        return Waypoint(type=type, location=location, value=value)

    def _text(self, operation: Operation) -> bytes:
        return operation.origin.expression.file.text

    def _returned(self, place: Place, value: PlainValue) -> Iterator[Waypoint]:
        for operation, edge in self._at(place):
            closing = operation.origin.closing_parenthesis
            if _is_input(operation) and isinstance(value, int) and self._text(operation)[closing : closing + 1] == b")":
                yield self._waypoint(WaypointType.FUNCTION_RETURN, operation.origin, closing, edge, f"\\result == {value}")
                return

    def _branched(self, place: Place, condition: str, truth: bool) -> Iterator[Waypoint]:
        for operation, edge in self._at(place):
            if isinstance(operation, Assume) and operation.danger is None and to_c(operation.condition) == condition:
                origin = operation.origin
                if origin.keyword is not None and self._decides_alone(origin, origin.keyword):
                    yield self._waypoint(WaypointType.BRANCHING, origin, origin.keyword, edge, "true" if truth else "false")
                    return

    def _decides_alone(self, origin: Origin, keyword: int) -> bool:
        """Is its condition all that is decided there?"""
        scopes, expression = self._scopes[origin.expression.file], origin.expression
        text, word = scopes.text, scopes.word(keyword)
        before, behind = text[: expression.begin].rstrip(), text[expression.end :].lstrip()
        if word == "for":
            return before.endswith(b";") and behind.startswith(b";")
        closing = scopes.end_of_header(keyword)
        is_first = before.endswith(b"(") and text[keyword : len(before) - 1].strip() == word.encode()
        return word in _BRANCHES and is_first and not text[expression.end : closing].strip()

    def target(self, verdict: FalseVerdict) -> Waypoint:
        found = list(self._at(verdict.place)) if verdict.place is not None else []
        if not found:
            raise NoTarget("the violation does not stand in the file that was given")
        _, edge = found[0]
        origin = found[0][0].origin
        offset = origin.statement.begin if verdict.check == ASSERTION else self._full_expression(origin)
        return self._waypoint(WaypointType.TARGET, origin, offset, edge, None)

    def _full_expression(self, origin: Origin) -> int:
        """The beginning of the expression that is no part of another one (C11 6.8p4)."""
        statement, scopes = origin.statement.begin, self._scopes[origin.expression.file]
        word = scopes.word(statement)
        if word == "return":
            return scopes.skip_blanks(statement + len(word))
        if word in ("if", "while", "switch"):
            opening = scopes.text.find(b"(", statement)
            return scopes.skip_blanks(opening + 1)
        return origin.expression.begin if word in ("for", "do", "case") else statement


def _is_input(operation: Operation) -> bool:
    match operation:
        case Call(callee=Function(name=name, is_defined=False) as function):
            return name.startswith(NONDET_PREFIXES) and isinstance(function.type.result, IntType)
        case _:
            return False
