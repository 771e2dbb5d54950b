"""The configurable interval analysis (Beyer, Chien, Lee: CPA-DF, ASE 2023, section III) as an analysis of Whet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

from whet.analyses.interval.claims import comparisons, lvalue_of
from whet.analyses.interval.constants import thresholds_of
from whet.analyses.interval.importance import Importance
from whet.analyses.interval.links import Links
from whet.analyses.interval.places import ScalarPlaces
from whet.analyses.interval.precision import SIZES, IntervalPrecision, MergeAgreeing, PrecisionSequence
from whet.analyses.interval.state import NO_THRESHOLDS, Env, IntervalDomain, IntervalState
from whet.analyses.interval.stores import TransferStep
from whet.analyses.interval.transfer import IntervalTransfer
from whet.cfa.expressions import Expr, conjunction
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Enter, Leave
from whet.cfa.source import Origin
from whet.cfa.types import IntType
from whet.cfa.uses import uses_of_edge
from whet.core.interfaces import Finding, Post, Query, Strengthen
from whet.core.operators import StopSep
from whet.core.registry import register_analysis
from whet.task.options import Choice, option
from whet.task.records import dataclass

A = TypeVar("A")

_MOST_PARTS: Final = 32
"""Of structures and arrays that an invariant tells of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalOptions:
    important: str = option(
        "0",
        Choice((*map(str, SIZES), "all")),
        "How many variables keep states apart: only states that agree on them are merged.",
    )
    widening: str = option(
        "yes",
        Choice(("yes", "plain", "no")),
        "Whether intervals that grow in a loop are widened: to the next number that the program's text names, at once to the end "
        "of the type (plain), or not at all: then a loop may be gone through very often.",
    )


@register_analysis("interval", options=IntervalOptions)
class IntervalAnalysis:
    """Tracks in which intervals numbers lie, and merges states as its precision says."""

    name: str
    wished_order = "wto"
    adjust = None

    def __init__(self, program: Program, options: IntervalOptions | None = None) -> None:
        options = options or IntervalOptions()
        self.program = program
        self.places = ScalarPlaces(program)
        importance = self._importance = Importance(program, self.places)
        self._precisions = PrecisionSequence(importance)
        count = len(importance.order) if options.important == "all" else int(options.important)
        self._precision = self._precisions.of(count, widening=options.widening != "no")
        self._facts = Facts.of(program)
        self._steps = IntervalTransfer(program, self.places)
        self._posts: dict[Edge, Post[IntervalState, IntervalPrecision] | None] = {}
        self.domain = IntervalDomain(self.places, NO_THRESHOLDS if options.widening == "plain" else thresholds_of(program))
        self.transfer = self
        self.merge = MergeAgreeing(self.domain)
        self.stop = StopSep(self.domain)

    def initial(self, node: Node) -> IntervalState:
        return IntervalState({})

    def initial_precision(self) -> IntervalPrecision:
        return self._precision

    def sharper(self, precision: IntervalPrecision) -> IntervalPrecision | None:
        return self._precisions.sharper(precision)

    def sleeps(self, precision: IntervalPrecision) -> bool:
        return False

    def partition(self, state: IntervalState) -> Hashable:
        return state.apart

    def may_merge(self, state: IntervalState) -> bool:
        return True

    def ask(self, state: IntervalState, query: Query[A]) -> A | None:
        return None

    def finding(self, state: IntervalState) -> Finding | None:
        return None

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that were gone through."""
        return self._steps.assumed()

    def claim(self, state: IntervalState, location: Node) -> Expr | None:
        """The ends of the intervals of variables, and numbers they leave out; then those of their parts."""
        return self._claim_of(state, (None, location.function.name))

    def claim_below(self, state: IntervalState, callers: Sequence[Function]) -> Expr | None:
        """The same for variables of the callers."""
        return self._claim_of(state, tuple(function.name for function in callers))

    def _claim_of(self, state: IntervalState, here: tuple[str | None, ...]) -> Expr | None:
        machine_int = self.program.machine.int
        known = [(self.places.table[number], state.values[number]) for number in sorted(state.values) if number >= 0]
        inside = [(place, held) for place, held in known if place.variable.function in here and not place.is_pointee]
        whole = [each for each in inside if each[0].is_whole]
        parts = [each for each in inside if not each[0].is_whole][:_MOST_PARTS]
        told = [(lvalue, held) for place, held in whole + parts if (lvalue := lvalue_of(place, machine_int)) is not None]
        facts = [fact for lvalue, held in told for fact in comparisons(lvalue, held, machine_int)]
        return conjunction(facts, machine_int)

    def withholds(self, state: IntervalState, location: Node) -> bool:
        """Does a state know more than it claims: of parts, pointers and callers, or that places are equal?"""
        return not all(number >= 0 and self._is_told(number, location) for number in state.values)

    def _is_told(self, number: int, location: Node) -> bool:
        place = self.places.table[number]
        is_near = place.is_whole and not place.is_pointee and place.variable.function in (None, location.function.name)
        return is_near and isinstance(place.type, IntType)

    def post(self, edge: Edge) -> Post[IntervalState, IntervalPrecision] | None:
        if edge not in self._posts:
            steps = self._steps.steps(edge)
            # The places of variables that are dead behind an edge and may be known: nobody will read them
            function = edge.target.function
            live = self._facts.liveness(function).at(edge.target)
            dead = [each for each in function.variables if each not in live and self.places.is_tracked(each)]
            if not isinstance(edge.operation, Enter | Leave):
                uses = uses_of_edge(edge)
                before, touched = self._facts.liveness(function).at(edge.source), uses.writes | uses.reads | uses.kills
                dead = [each for each in dead if each in before or each in touched]
            dying = [self.places.of(each) for each in dead]
            if dying:
                steps.append(_clearing(dying, self._steps.links))
            self._posts[edge] = _running(steps, self._importance.always_in(edge.target.function))
        return self._posts[edge]

    def strengthen(self, edge: Edge) -> Strengthen[IntervalState] | None:
        return None


def _clearing(dying: list[list[int]], links: Links) -> TransferStep:
    def clear(env: Env) -> bool:
        for numbers in dying:
            for number in numbers:
                links.forget(env, number)
        return True

    return clear


def _running(steps: list[TransferStep], always: tuple[int, ...]) -> Post[IntervalState, IntervalPrecision]:
    def run(state: IntervalState, precision: IntervalPrecision) -> Sequence[IntervalState]:
        env = state.values.copy()
        for step in steps:
            if not step(env):
                return ()
        return (IntervalState(env, tuple([env.get(number) for number in (*always, *precision.important)])),)

    return run
