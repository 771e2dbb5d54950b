"""Does a run pass the waypoints of a violation witness, in their order?

A follower of the concrete interpreter sees every operation.  For each segment it waits until the waypoint to follow is passed;
if one that is to be avoided is passed before, the run is none of the witness.  The first passing counts.  That is one way to
divide the run into the parts that the format speaks of, so a run that is matched is a run of the witness; one that is not may
be one all the same.

What is matched: assumptions at the beginning of statements, branches of ``if``, ``while``, ``do`` and ``for``, calls, and results
that are compared with a constant.  The target is compared with where the run ends.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from whet.cfa.expressions import Expr
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assume, Call, Leave, Operation, Return, flatten
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import ScalarType
from whet.interpreter.inputs import zero_of
from whet.interpreter.view import View
from whet.witnesses.conditions import NotC, NotRead
from whet.witnesses.places import NoSuchPlace, NotPlaced, Places
from whet.witnesses.witness import Location, Segment, ViolationSequence, Waypoint, WaypointType

_RESULT = re.compile(r"\s*\\result\s*(==|!=|<=|>=|<|>)\s*\(?(-?\d{1,40})[uUlL]*\)?\s*")
_GIVEN = re.compile(r"\b([A-Za-z_]\w*)\s*==\s*\(?\s*(-?\d{1,40})(?!\d)")
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


class NotFollowed(Exception):
    """A waypoint of a kind, or with a constraint, that cannot be followed; the message says which and why."""


class Waypoints:
    """The waypoints of a witness as things that operations of a program pass."""

    def __init__(self, program: Program, sequence: ViolationSequence) -> None:
        """Raises ``NotFollowed``."""
        self._program = program
        self._places = Places(program)
        # The operations that statements begin with, by identity.
        found = set()
        for edge in program.edges():
            before = {each.origin.statement.begin for each in edge.source.entering}
            if not before or before != {edge.origin.statement.begin}:
                found.add(id(flatten(edge.operation)[0]))
        self._firsts = frozenset(found)
        self.segments = sequence.segments
        self._passing = {id(point): self._passes(point) for each in self.segments for point in (*each.avoid, each.follow)}

    def passes(self, waypoint: Waypoint, moment: Moment) -> bool:
        return self._passing[id(waypoint)](moment)

    def is_at(self, location: Location, offset: int) -> bool:
        place = self._program.source.place(offset)
        return place.line == location.line and location.column in (None, place.column)

    def _passes(self, point: Waypoint) -> Callable[[Moment], bool]:
        try:
            self._places.line(point.location)
        except (NotPlaced, NoSuchPlace) as error:
            raise NotFollowed(f"waypoint of line {point.entry}: {error}") from error
        match point.type:
            case WaypointType.ASSUMPTION:
                return self._assumption(point)
            case WaypointType.BRANCHING:
                return self._branching(point)
            case WaypointType.FUNCTION_ENTER:
                return lambda moment: moment.calls and self._closes(point, moment.operation)
            case WaypointType.FUNCTION_RETURN:
                return self._returned(point)
            case WaypointType.TARGET:
                return lambda moment: False  # the end of the run is compared with it

    def _closes(self, point: Waypoint, operation: Operation) -> bool:
        call = operation.call if isinstance(operation, Leave) else operation
        return self._is_own(call.origin) and self.is_at(point.location, call.origin.closing_parenthesis)

    def _is_own(self, origin: Origin) -> bool:
        return origin.expression.file is self._program.source

    def _assumption(self, point: Waypoint) -> Callable[[Moment], bool]:
        conditions: dict[tuple[int, Function], Expr] = {}

        def passes(moment: Moment) -> bool:
            statement = moment.operation.origin.statement
            if not moment.is_before or id(moment.operation) not in self._firsts or statement.file is not self._program.source:
                return False
            if not self.is_at(point.location, statement.begin):
                return False
            key = statement.begin, moment.view.plan.function
            if key not in conditions:
                conditions[key] = self._condition(point, *key)
            return bool(moment.view.value(conditions[key]))

        return passes

    def _condition(self, point: Waypoint, offset: int, function: Function) -> Expr:
        try:
            return self._places.condition(point.value or "1", offset, function)
        except (NotC, NotRead) as error:
            raise NotFollowed(f"waypoint of line {point.entry}: '{point.value}': {error}") from error

    def _branching(self, point: Waypoint) -> Callable[[Moment], bool]:
        if point.value not in ("true", "false"):
            raise NotFollowed(f"waypoint of line {point.entry}: branches of a switch are not followed")
        wanted = point.value == "true"

        def passes(moment: Moment) -> bool:
            match moment.operation:
                case Assume(origin=origin, danger=None) as assume if moment.is_before and origin.keyword is not None:
                    if not self._is_own(origin) or not self.is_at(point.location, origin.keyword):
                        return False
                    return self._outcome(assume, origin.keyword, moment.view) is wanted
                case _:
                    return False

        return passes

    def _outcome(self, assume: Assume, keyword: int, view: View) -> bool | None:
        """What the whole condition is found to be; None while its first part is not decided."""
        scopes = self._places.scopes
        begin, end = _condition_span(scopes.text, scopes.word(keyword), keyword, scopes.end_of_header(keyword))
        expression = assume.origin.expression
        if scopes.text[begin:end].strip() == scopes.text[expression.begin : expression.end].strip():
            return assume.truth
        if scopes.text[begin : expression.begin].strip(b" \t\r\n(!"):
            return None  # a later part of it
        text = scopes.text[begin:end].decode("utf-8", "replace")
        try:
            condition = self._places.condition(text, keyword, view.plan.function)
        except (NotC, NotRead) as error:
            raise NotFollowed(f"the condition '{text.strip()}': {error}") from error
        return bool(view.value(condition))

    def _returned(self, point: Waypoint) -> Callable[[Moment], bool]:
        match = _RESULT.fullmatch(point.value or "")
        if match is None:
            raise NotFollowed(f"waypoint of line {point.entry}: '{point.value}' is no comparison of \\result with a number")
        compare, number = _COMPARE[match[1]], int(match[2])

        def passes(moment: Moment) -> bool:
            if not self._closes(point, moment.operation):
                return False
            result = moment.result
            return isinstance(result, int) and compare(result, number)

        return passes


def _condition_span(text: bytes, word: str, keyword: int, closing: int) -> tuple[int, int]:
    opening = text.find(b"(", keyword)
    if word == "for":
        first = text.find(b";", opening)
        return first + 1, text.find(b";", first + 1)
    return opening + 1, closing


class Moment:
    """An operation of a run, before or after it."""

    def __init__(self, operation: Operation, view: View, *, is_before: bool, returned: Value | None = None) -> None:
        self.operation = operation
        self.view = view
        self.is_before = is_before
        self._returned = returned
        """By the last ``return``."""

    @property
    def calls(self) -> bool:
        return self.is_before and isinstance(self.operation, Call)

    @property
    def result(self) -> Value | None:
        """What a call has returned, if that is known now."""
        match self.operation:
            case Call(callee=Function(is_defined=False), origin=origin) if not self.is_before:
                trace = self.view.statics.process.trace
                return trace[-1].value if trace and trace[-1].origin == origin else None
            case Leave() if self.is_before:
                return self._returned
            case _:
                return None


class WaypointMatching:
    """Follows one run; ``passed`` segments so far."""

    def __init__(self, waypoints: Waypoints) -> None:
        self._waypoints = waypoints
        self.passed = 0
        self.avoided: Waypoint | None = None
        """A waypoint that was passed and should not have been."""
        self._returned: Value | None = None

    @property
    def segment(self) -> Segment:
        return self._waypoints.segments[self.passed]

    @property
    def is_at_target(self) -> bool:
        return self.avoided is None and self.segment.follow.type is WaypointType.TARGET

    def before(self, operation: Operation, view: View) -> None:
        if isinstance(operation, Return):
            self._returned = None if operation.value is None else view.value(operation.value)
        moment = Moment(operation, view, is_before=True, returned=self._returned)
        was = self.segment.follow.type
        self._look(moment)
        if was is WaypointType.ASSUMPTION and self.segment.follow.type is not was:
            self._look(moment)  # what is assumed of a statement, and then what it does

    def after(self, operation: Operation, view: View) -> None:
        self._look(Moment(operation, view, is_before=False))

    def _look(self, moment: Moment) -> None:
        if self.avoided is not None:
            return
        segment = self.segment
        if self._waypoints.passes(segment.follow, moment):
            self.passed += 1
            return
        self.avoided = next((each for each in segment.avoid if self._waypoints.passes(each, moment)), None)

    def ends_at(self, origin: Origin | None) -> bool:
        """Is the target where the run ended?"""
        if origin is None or origin.statement.file is not origin.expression.file:
            return False
        location = self.segment.follow.location
        offsets = (origin.statement.begin, origin.expression.begin)
        return any(self._waypoints.is_at(location, offset) for offset in offsets) or self._is_inside(origin, location)

    def _is_inside(self, origin: Origin, location: Location) -> bool:
        """Full expressions begin between the statement and the part of it that goes wrong."""
        begin, end = origin.statement.begin, origin.expression.begin
        return any(self._waypoints.is_at(location, offset) for offset in range(begin, min(end, begin + 2000)))


class WitnessInputs:
    """Gives a run the values that the next waypoint speaks of; where it speaks of none, zero."""

    def __init__(self, waypoints: Waypoints, matching: WaypointMatching) -> None:
        self._waypoints = waypoints
        self._matching = matching

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        value = None if origin is None else self._value(origin)
        return zero_of(type) if value is None else value

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return zero_of(type)

    def _value(self, origin: Origin) -> int | None:
        point = self._matching.segment.follow
        if point.type is WaypointType.FUNCTION_RETURN:
            found = _RESULT.fullmatch(point.value or "")
            is_here = self._waypoints.is_at(point.location, origin.closing_parenthesis)
            return int(found[2]) + _DISTANCE.get(found[1], 0) if found is not None and is_here else None
        if point.type is WaypointType.ASSUMPTION:
            # The value that an assumption gives to a variable to which a statement assigns something.
            assumption = point.value or ""
            statement = origin.statement.text
            for name, number in _GIVEN.findall(assumption):
                if re.search(rf"\b{name}\s*=[^=]", statement):
                    return int(number)
            return None
        return None


_DISTANCE = {"!=": 1, "<": -1, ">": 1}
