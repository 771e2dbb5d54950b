"""What the analysis of written bits assumes of calls and of memory (``definedness``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from whet.cfa.defined_bits import ALL
from whet.cfa.expressions import Expr, Var, Variable
from whet.cfa.facts import Facts
from whet.cfa.library import Library
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function, Program
from whet.cfa.types import PointerType
from whet.checks.check import PointedRegion, PointsTo
from whet.checks.uninitialised.filling import Filled, filled_by_loops


class AssumedFacts:
    """What is assumed of calls and of memory while functions are analysed; it only becomes less."""

    def __init__(self, program: Program, points_to: Callable[[Program], PointsTo] | None) -> None:
        self.program = program
        self.facts = Facts.of(program)
        self.library = Library()
        self._make_points_to = points_to
        self._points_to: PointsTo | None = None
        self._indirect = tuple(each for each in self.facts.callees.all() if each.is_defined)
        """Functions that are not only called by name."""
        self._entries: dict[Function, dict[Variable, int]] = {each: {} for each in (program.start, *self._indirect)}
        self._exits: dict[Function, tuple[int, ...]] = {}
        self._returns: dict[Function, int] = {}
        self._published: dict[PointedRegion | None, int] = {}
        self._poisoned: set[PointedRegion | None] = set()
        self._overwritten: dict[Variable, set[Edge]] = {}
        self._callers: dict[Function, dict[Function, None]] = {}
        self._waiting = dict.fromkeys(self._entries)
        self._fills: dict[Function, Mapping[Edge, tuple[Filled, ...]]] = {}
        self._memory_changed = False
        self._is_all_poisoned = False
        self._nothing_is_known = False

    def next(self) -> Function | None:
        """A function of which less is assumed than when it was analysed."""
        if self._memory_changed and not self._waiting:
            self._memory_changed = False
            self._waiting |= dict.fromkeys(self._entries)
        function = next(iter(self._waiting), None)
        self._waiting.pop(function, None)  # type: ignore[arg-type] # None is not there
        return function

    def give_up(self) -> None:
        """Assume nothing any more."""
        self._nothing_is_known = True

    @property
    def reached(self) -> list[Function]:
        """The functions that are called."""
        return self.program.defined_functions if self._nothing_is_known else list(self._entries)

    def fills(self, function: Function) -> Mapping[Edge, tuple[Filled, ...]]:
        if function not in self._fills:
            self._fills[function] = filled_by_loops(self.program, function, self.facts.loops(function))
        return self._fills[function]

    def region(self, pointer: Expr) -> PointedRegion | None:
        return None if self._regions is None else self._regions.of_pointer(pointer)

    def region_of(self, variable: Variable) -> PointedRegion | None:
        return None if self._regions is None else self._regions.of_variable(variable)

    @property
    def _regions(self) -> PointsTo | None:
        if self._points_to is None and self._make_points_to is not None:
            self._points_to = self._make_points_to(self.program)
        return self._points_to

    def is_poisoned(self, region: PointedRegion | None) -> bool:
        return self._nothing_is_known or self._is_all_poisoned or region in self._poisoned

    def poison(self, region: PointedRegion | None) -> None:
        """Bits may become unwritten there; through a pointer that may lead anywhere, everywhere."""
        if region is not None and region.is_open:
            self._is_all_poisoned, self._memory_changed = True, self._memory_changed or not self._is_all_poisoned
        if region not in self._poisoned:
            self._poisoned.add(region)
            self._memory_changed = True

    def overwrite(self, function: Function, variable: Variable, edge: Edge) -> None:
        """An edge of a function may make bits unwritten of a variable that no pointer leads to."""
        edges = self._overwritten.setdefault(variable, set())
        if edge not in edges:
            edges.add(edge)
            self._waiting[function] = None

    def is_overwritten(self, variable: Variable, loop: Loop) -> bool:
        """May a loop make bits unwritten of a variable that no pointer leads to?"""
        return any(edge.source in loop and edge.target in loop for edge in self._overwritten.get(variable, ()))

    def publish(self, pointer: Expr, bits: int) -> None:
        """A pointer goes to where nobody follows it."""
        if bits != ALL:
            region = self.region(pointer)
            before = self._published.get(region, ALL)
            if before & ~bits:
                self._published[region] = before & bits
                self._memory_changed = True

    def loaded(self, pointer: Expr) -> int:
        """What is known of the object that a pointer leads to that comes from memory."""
        region = self.region(pointer)
        if self.is_poisoned(region) or (region is not None and region.is_open):
            return 0
        return self._published.get(region, ALL)

    def entry(self, function: Function) -> dict[Variable, int]:
        if self._nothing_is_known:
            return {}
        known = self._entries[function]
        if function not in self._indirect:
            return known
        found = dict(known)
        for parameter in function.parameters:
            if isinstance(parameter.type, PointerType):
                found[parameter] = known.get(parameter, ALL) & self.loaded(Var(parameter))
        return found

    def enter(self, function: Function, parameter: Variable, bits: int) -> None:
        known = self._entries.setdefault(function, {})
        before = known.get(parameter, ALL)
        if before & ~bits or parameter not in known:
            known[parameter] = before & bits
            self._waiting[function] = None

    def call(self, caller: Function, callee: Function) -> None:
        self._callers.setdefault(callee, {})[caller] = None
        if callee not in self._entries:
            self._entries[callee] = {}
            self._waiting[callee] = None

    def exit(self, function: Function, number: int) -> int:
        """What holds at the end of a function of the object that a parameter leads to."""
        known = self._exits.get(function)
        return 0 if self._nothing_is_known else ALL if known is None else known[number] if number < len(known) else 0

    def returned(self, function: Function) -> int:
        return 0 if self._nothing_is_known else self._returns.get(function, ALL)

    def leave(self, function: Function, parameters: tuple[int, ...], result: int) -> None:
        before = self._exits.get(function, (ALL,) * len(parameters))
        now = tuple(a & b for a, b in zip(before, parameters, strict=True))
        value = self._returns.get(function, ALL) & result
        if now != before or function not in self._exits or value != self._returns.get(function, ALL):
            self._exits[function], self._returns[function] = now, value
            self._waiting |= self._callers.get(function, {})
