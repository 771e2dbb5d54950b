"""Symbolic execution as a configurable program analysis (Beyer, Lemberger: Symbolic Execution with CEGAR, ISoLA 2016): merge-sep.

The transfer relation is the strongest post (``execution``) and asks solvers whether a branch can be taken.  Precision adjustment
forgets what is dead, and what the precision does not track: with full precision this is eager symbolic execution (SymEx);
otherwise nothing is tracked until a refinement asks for it (SymEx+).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

from whet.analyses.symbolic.execution import SymbolicExecution
from whet.analyses.symbolic.feasibility import Feasibility, FeasibilityShortcut
from whet.analyses.symbolic.forgetting import SymbolicForgetting
from whet.analyses.symbolic.precision import FULL, Precision, SymbolicPrecision, Tracking
from whet.analyses.symbolic.state import SymbolicDomain, SymbolicState
from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.source import Origin
from whet.core.configuration import EngineChoice
from whet.core.interfaces import Adjusted, Finding, Post, Query, Strengthen
from whet.core.operators import merge_sep
from whet.core.queries import CallTargets
from whet.core.registry import register_analysis
from whet.encoding.encode import Encoder
from whet.encoding.memory import OutOfAddresses
from whet.encoding.unrolling.stepping import constants_of
from whet.encoding.unrolling.transformation import Transformations
from whet.refine.domain import Sharing
from whet.refine.refinable import Refinable, RefinerContext
from whet.solvers.terms.factory import Terms
from whet.task.options import Choice, Duration, Names, option, words
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.interpreter.replay import Guide

A = TypeVar("A")
_UNFOLDED = 64
"""Words that library functions go through one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolicOptions:
    forget: str = option("dead", Choice(("dead", "nothing")), "What is forgotten: values of dead variables, or nothing.")
    precision: str = option(
        "full",
        Choice(("full", *words(Sharing))),
        "What is tracked: everything, or variables and constraints that refinements ask for, everywhere or only where they ask.",
    )
    shortcuts: tuple[str, ...] = option(
        words(FeasibilityShortcut),
        Names(words(FeasibilityShortcut), "shortcut"),
        "What may answer before a solver whether constraints can be met: only those that share symbolic values count, the same "
        "was asked before, more was met, less contradicted, recent numbers meet them. An empty list asks about everything.",
    )
    query_time: float | None = option(
        5.0, Duration(), "How long the solver may think about one question; without an answer the path is followed."
    )


@register_analysis("symbolic", options=SymbolicOptions)
class SymbolicAnalysis:
    """Tracks variables and memory as terms over inputs, and the conditions that inputs must meet on a path."""

    name: str
    wished_order = None

    def __init__(self, program: Program, options: SymbolicOptions | None = None) -> None:
        options = options or SymbolicOptions()
        terms = Terms()
        self.program = program
        self.encoder = Encoder(program, terms, unfolds=_UNFOLDED)
        self._transformations = Transformations(self.encoder)
        shortcuts = map(FeasibilityShortcut, options.shortcuts)
        self._feasibility = Feasibility(terms, shortcuts, options.query_time)
        self.execution = SymbolicExecution(program, self.encoder, self._transformations, self._feasibility)
        self._forgetting = SymbolicForgetting(program, self.encoder) if options.forget == "dead" else None
        self._precision = FULL if options.precision == "full" else SymbolicPrecision.empty(Sharing(options.precision))
        self.tracking = Tracking(program, self.encoder)
        self.domain = SymbolicDomain()
        self.transfer = self
        self.merge = merge_sep
        self.stop = self.domain

    def choose_engine(self, choice: EngineChoice) -> None:
        self._feasibility.choose_engine(choice)

    def initial(self, node: Node) -> SymbolicState:
        return self.execution.initial()

    def initial_precision(self) -> Precision:
        return self._precision

    def sleeps(self, precision: Precision) -> bool:
        return False

    def partition(self, state: SymbolicState) -> Hashable:
        return None

    def may_merge(self, state: SymbolicState) -> bool:
        return False

    def claim(self, state: SymbolicState, location: Node) -> Expr | None:
        """Nothing: terms over inputs are no expressions of C."""
        return None

    def finding(self, state: SymbolicState) -> Finding | None:
        return state.gap

    def post(self, edge: Edge) -> Post[SymbolicState, Precision]:
        post = self.execution.post(edge)

        def run(state: SymbolicState, precision: Precision) -> Sequence[SymbolicState]:
            return post(state)

        return run

    def strengthen(self, edge: Edge) -> Strengthen[SymbolicState] | None:
        return None

    def adjust(
        self, state: SymbolicState, precision: Precision, location: Node, reached: Iterable[SymbolicState]
    ) -> Adjusted[SymbolicState, Precision]:
        state = self.forgotten(state, location)
        return Adjusted(state if precision is FULL else self.tracking.restricted(state, precision.at(location)), precision)

    def forgotten(self, state: SymbolicState, location: Node) -> SymbolicState:
        """The state without what is dead at a location."""
        if self._forgetting is None or state.gap is not None:
            return state
        return self._forgetting.applied(state, location)

    def refinable(self, context: RefinerContext) -> Refinable[SymbolicPrecision]:
        from whet.analyses.symbolic.refiner import SymbolicRefiner

        return SymbolicRefiner(self, context)

    def ask(self, state: SymbolicState, query: Query[A]) -> A | None:
        if isinstance(query, CallTargets):
            return self._targets(state, query.pointer)  # type: ignore[return-value]  # A is what the query asks for
        return None

    def _targets(self, state: SymbolicState, pointer: Expr) -> tuple[Function, ...] | None:
        """The functions a pointer may lead to, if constants tell."""
        try:
            reading = self._transformations.reading(pointer, state.function, state.activations)
        except OutOfAddresses:
            return None
        addresses = None if reading is None else constants_of(reading(state.values))
        if addresses is None:
            return None
        address = self.encoder.layout.function
        return tuple([function for function in self.program.functions.values() if address(function) in addresses])

    def guide(self, edges: Sequence[Edge]) -> Guide | None:
        """Inputs with which the program takes a path from its beginning, if they are found."""
        from whet.analyses.symbolic.guiding import Guiding

        guiding = Guiding(self.program, self.encoder, self._transformations, self._feasibility)
        return guiding.guide(edges)

    def statistics(self) -> dict[str, int | float]:
        """What was asked so far."""
        return asdict(self._feasibility.counts)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that were gone through."""
        return self.encoder.assumed()
