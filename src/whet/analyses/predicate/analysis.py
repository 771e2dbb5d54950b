"""The predicate analysis as a configurable program analysis (Beyer, Keremoglu, Wendler: adjustable-block encoding, FMCAD
2010).

The transfer relation only writes down formulas.  Solvers are asked in precision adjustment, when all other components of the
product have taken the edge: at the end of a block the abstraction is computed over the predicates the precision has there,
and a state that describes nothing is dropped.  Where a location has no predicates nothing is asked and nothing is known,
except where the property may be violated: whether that is possible is always decided.

A precision can be *asleep*: then nothing is written down or asked.  Whoever tracks the first predicate must explore from the
beginning.

Where the encoding of an edge may lose executions, there is a second successor for just these; if a solver cannot exclude them
it is a gap, so that no proof rests on what the encoding left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import TypeVar

from whet.analyses.predicate.abstraction import Abstractor, is_contradiction
from whet.analyses.predicate.boundaries import BlockEnds, Boundaries
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.predicates import Predicate, Predicates
from whet.analyses.predicate.questions import Questions
from whet.analyses.predicate.state import Abstractions, PredicateDomain, PredicateState, partition_of
from whet.analyses.predicate.traces import After, Loss, Traces
from whet.cfa.expressions import Expr, Var, conjunction, subexpressions
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Unsupported
from whet.cfa.source import Origin
from whet.core.configuration import EngineChoice
from whet.core.interfaces import Adjusted, Finding, Gap, Merge, Post, Query, Strengthen
from whet.core.operators import merge_sep
from whet.core.path import PathStep
from whet.core.registry import register_analysis
from whet.encoding.decoding import Decoding, NotDecoded
from whet.encoding.encode import Encoder
from whet.encoding.memory import OutOfAddresses
from whet.refine.domain import Sharing
from whet.refine.refinable import Refinable, RefinerContext
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term, is_true
from whet.task.options import Choice, option, words
from whet.task.records import dataclass

A = TypeVar("A")
Result = Adjusted[PredicateState, PredicatePrecision]


@dataclass(frozen=True, slots=True, kw_only=True)
class PredicateOptions:
    blocks: str = option(
        BlockEnds.JOINS.value,
        Choice(words(BlockEnds)),
        "Where abstractions are computed: after every edge, at loop heads, at loop heads and where functions are entered and "
        "left (lf), or at loop heads and where control flow joins.",
    )
    abstraction: str = option(
        "boolean",
        Choice(("boolean", "cartesian")),
        "What is known after a block: any combination of the predicates, or each predicate by itself.",
    )
    precision: str = option(
        Sharing.SCOPED.value,
        Choice(words(Sharing)),
        "Where a predicate is tracked: in the whole scope of its variables, or only where a refinement asked for it.",
    )
    wakes: str = option(
        "at once",
        Choice(("at once", "when needed")),
        "Whether formulas are written down from the beginning, or not before there is a predicate to track.",
    )


@register_analysis("predicate", options=PredicateOptions)
class PredicateAnalysis:
    """Tracks which combinations of predicates hold, bit-precisely, by blocks of adjustable size."""

    name: str
    wished_order = None

    def __init__(self, program: Program, options: PredicateOptions | None = None) -> None:
        options = options or PredicateOptions()
        is_boolean = options.abstraction == "boolean"
        self.program = program
        self.terms = Terms()
        self.traces = Traces(program, self.terms)
        self._questions = Questions(self.terms)
        self._abstractions = Abstractions(self.terms, self._questions)
        self._abstractor = Abstractor(self.traces, self._abstractions, self._questions, is_boolean=is_boolean)
        self._predicates = Predicates(self.terms, atoms=is_boolean)
        self._precision = PredicatePrecision.empty(Sharing(options.precision), is_asleep=options.wakes == "when needed")
        where = BlockEnds(options.blocks)
        self._boundaries = Boundaries(program, where)
        self._claims: dict[Term, Expr | None] = {}
        self.domain = PredicateDomain(self._abstractions, self.traces)
        self.transfer = self
        self.merge: Merge[PredicateState, PredicatePrecision] = merge_sep if where is BlockEnds.EDGE else self.domain.merge
        self.stop = self.domain

    @property
    def encoder(self) -> Encoder:
        return self.traces.encoder

    def choose_engine(self, choice: EngineChoice) -> None:
        self._questions.choose_engine(choice)

    @property
    def engines(self) -> Engines:
        """Those for the terms of this analysis; their checks are counted with the others."""
        return self._questions.engines

    def block_ends(self, edge: Edge) -> bool:
        """Does a block end after this edge?"""
        return self._boundaries.block_ends(edge)

    def tracked(self, term: Term, location: Node) -> tuple[Predicate, ...]:
        """The predicates that must be tracked at a location so that what a term over bases says can be known there."""
        return self._predicates.split(term, self.encoder.vocabulary)

    def refinable(self, context: RefinerContext) -> Refinable[PredicatePrecision]:
        from whet.analyses.predicate.refiner import PredicateRefiner

        return PredicateRefiner(self, context)

    def statistics(self) -> dict[str, int | float]:
        """What was computed so far."""
        return asdict(self._questions.counts)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that were gone through."""
        return self.traces.assumed()

    def initial(self, node: Node) -> PredicateState:
        return PredicateState(self._abstractions.true, self.traces.first(node))

    def initial_precision(self) -> PredicatePrecision:
        return self._precision

    def sleeps(self, precision: PredicatePrecision) -> bool:
        return precision.is_asleep

    def partition(self, state: PredicateState) -> Hashable:
        return partition_of(state)

    def may_merge(self, state: PredicateState) -> bool:
        return not state.is_abstraction and state.gap is None

    def claim(self, state: PredicateState, location: Node) -> Expr | None:
        """What the abstraction says, where a block begins; parts that speak of memory are left out."""
        return self._said_of(state, lambda variables: variables <= {None, location.function.name})

    def claim_below(self, state: PredicateState, callers: Sequence[Function]) -> Expr | None:
        """The same of what has to do with variables of the callers, too."""
        below = {function.name for function in callers}
        return self._said_of(state, lambda variables: not variables.isdisjoint(below))

    def _said_of(self, state: PredicateState, is_wanted: Callable[[frozenset[str | None]], bool]) -> Expr | None:
        """Those parts that speak of variables of the functions that are wanted."""
        parts = state.block.parts if state.is_abstraction else ()
        said = [each for part in parts if (each := self._said(part)) is not None]
        wanted = [each for each in said if is_wanted(_functions_in(each))]
        return conjunction(wanted, self.program.machine.int)

    def withholds(self, state: PredicateState, location: Node) -> bool:
        """Does a state know more than it claims?"""
        return not state.is_abstraction or any(self._said(part) is None for part in state.block.parts)

    @cached_property
    def _decoding(self) -> Decoding:
        return Decoding(self.program.machine, self.encoder.vocabulary.described)

    def _said(self, part: Term) -> Expr | None:
        if part not in self._claims:
            try:
                self._claims[part] = None if is_true(part) else self._decoding.truth(part)
            except NotDecoded:
                self._claims[part] = None
        return self._claims[part]

    def finding(self, state: PredicateState) -> Finding | None:
        return state.gap

    def ask(self, state: PredicateState, query: Query[A]) -> A | None:
        return None

    def post(self, edge: Edge) -> Post[PredicateState, PredicatePrecision]:
        step = PathStep(edge)
        goes_on = not any(isinstance(operation, Unsupported) for operation in step.operations)

        def run(state: PredicateState, precision: PredicatePrecision) -> Sequence[PredicateState]:
            try:
                after, loss = self.traces.extended(state.trace, step)
            except OutOfAddresses as error:
                gap = Gap("addresses", f"{edge.origin.original_place}: the address space is used up: {error}")
                return (state.followed_by(state.trace, gap),)
            found = [after] if goes_on and not is_contradiction(after) else []
            return [state.followed_by(trace) for trace in (found if loss is None else [*found, loss])]

        return run

    def strengthen(self, edge: Edge) -> Strengthen[PredicateState] | None:
        return None

    def adjust(
        self, state: PredicateState, precision: PredicatePrecision, location: Node, reached: Iterable[PredicateState]
    ) -> Result | None:
        """Abstract at the end of a block; drop what describes nothing."""
        if state.gap is not None:
            return Adjusted(state, precision)
        match state.trace.how:
            case Loss(gap=gap):
                if not self._abstractor.is_feasible(state.block, state.trace):
                    return None
                return Adjusted(state.followed_by(state.trace, gap), precision)
            case After(step=step) if self.block_ends(step.edge):
                adjusted = self._abstracted(state, step.edge, precision)
                return None if adjusted is None else Adjusted(adjusted, precision)
            case _:
                return Adjusted(state, precision)

    def _abstracted(self, state: PredicateState, edge: Edge, precision: PredicatePrecision) -> PredicateState | None:
        block = self._abstractions.true
        if self._boundaries.may_violate(edge):  # nobody goes on from here, so nothing but this matters
            if not self._abstractor.is_feasible(state.block, state.trace):
                return None
        else:
            found = self._abstractor.abstracted(state.block, state.trace, precision.predicates_at(edge.target))
            if found is None:
                return None
            block = found
        return PredicateState(block, self.traces.begun(edge.target, state.path.activations))


def _functions_in(expr: Expr) -> frozenset[str | None]:
    """The functions whose variables an expression has; None stands for what is static."""
    return frozenset(part.variable.function for part in subexpressions(expr) if isinstance(part, Var))
