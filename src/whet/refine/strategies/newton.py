"""Newton refinement: strongest postconditions along an infeasible path (Gerlach 2018, chapters 3 and 4; Dietsch et al. 2017).

The state assertion before the first statement of a trace is *true*.  Each next one is the strongest postcondition of a statement,
``SP(p, st) = exists old. p and F(st)``, where ``old`` are the instances that the statement makes past.  The quantifiers are
eliminated by best effort (``newton_elimination``).  Two abstractions make the assertions more general:

* *infeasible core*: formulas that the contradiction does not need are left out (equations 3.9 and 3.10);
* *live variables*: what no later statement reads, in the core if there is one, is quantified too (equation 3.15).

**Invariants.**  Each assertion is made from the one at the cut before it, so each follows from that and the block between, even
if one was weakened on the way.  The last one contradicts the last block: a solver was asked, and otherwise there is no result.
So no result is given for a path that has an execution.  An instance that cannot be eliminated where it becomes past is carried
on, still quantified, until the next cut.

Without live variables an assertion may speak of variables that are not read any more, which is not within the vocabulary of
interpolants: such results are checked by ``newton_trace.checked_assertions``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.newton_elimination import EliminationOptions, Eliminator, SolverElimination
from whet.refine.interpolants.newton_trace import (
    NewtonLevel,
    TraceStatement,
    checked_assertions,
    infeasible_core,
    last_reads,
    trace_of,
    without_joins,
)
from whet.runtime.deadline import Deadline
from whet.solvers.port import Capability, Failure, InterpolantTerms
from whet.solvers.routing import Engines
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts, ordered, symbols
from whet.task.options import Choice, option, words
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NewtonOptions:
    level: str = option(
        "edge", Choice(words(NewtonLevel)), "Whether postconditions are computed step by step, or block by block."
    )
    core: str = option("yes", Choice(("yes", "no")), "Whether only the steps of an infeasible core keep their effect.")
    live: str = option("yes", Choice(("yes", "no")), "Whether only variables that are read later are kept.")
    equalities: str = option(
        "yes", Choice(("yes", "no")), "Whether equations are solved for old values (destructive equality resolution, DER)."
    )
    unconnected: str = option(
        "yes", Choice(("yes", "no")), "Whether parts that only old values connect are dropped (unconnected parameter drop, UPD)."
    )
    solver: str = option(
        SolverElimination.LIGHT.value,
        Choice(words(SolverElimination)),
        "How much effort the solver spends on old values.",
    )
    weaken: str = option("no", Choice(("yes", "no")), "Whether what cannot be eliminated is left out of a postcondition.")
    fallback: str = option(
        "no", Choice(("yes", "no")), "Whether a path that comes a second time is left to the strategies named after this one."
    )


@register_strategy("newton", options=NewtonOptions)
class Newton(Strategy):
    """Strongest postconditions of what contradicts itself.

    At edge level one path through joined blocks is refined.  A joined block is one statement if that path was refined before,
    or no assertions are found for it.  If there are none again, the strategies named after this one are asked; with ``fallback``
    also if a path comes a second time (section 4.3).  ``elimination`` is how old values are eliminated that equations do not
    determine; without it, the options say how."""

    def __init__(
        self,
        encoder: Encoder,
        engines: Engines,
        options: NewtonOptions | None = None,
        *,
        elimination: EliminationOptions | None = None,
    ) -> None:
        self._encoder = encoder
        self._engine = engines.able(Capability.QUANTIFIER_ELIMINATION)
        self._terms = self._engine.terms
        options = options or NewtonOptions()
        self._level = NewtonLevel(options.level)
        self._has_core = options.core == "yes"
        self._has_live = options.live == "yes"
        self._leaves_repeated = options.fallback == "yes"
        self._elimination = elimination or _elimination(options)
        self._eliminator = Eliminator(self._engine, self._elimination)
        if not self._has_live:  # then an assertion speaks of the state, not only of what is read later
            self.laws = partial(checked_assertions, vocabulary=encoder.vocabulary)
        self._refined: set[tuple[Term, ...]] = set()

    def views(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> Iterator[Sequence[PathBlock]]:
        if self._level is NewtonLevel.EDGE and any(block.steps is None for block in blocks):
            linear = without_joins(self._encoder, self._engine.solver(), blocks, Deadline(limit))
            if linear is not None and self._is_new(linear):
                yield linear
        if self._is_new(blocks) or not self._leaves_repeated:
            yield blocks

    def _is_new(self, blocks: Sequence[PathBlock]) -> bool:
        path = tuple(block.formula for block in blocks)
        is_new = path not in self._refined
        self._refined.add(path)
        return is_new

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        return self.assertions(trace_of(self._encoder, blocks, self._level), Deadline(limit))

    def assertions(self, trace: Sequence[TraceStatement], deadline: Deadline) -> InterpolantTerms | Failure:
        """The assertions at the ends of all blocks but the last."""
        if not trace:
            return Failure("a path needs a block")
        if not self._has_core:
            return self.postconditions(trace, deadline)
        core = infeasible_core(self._engine, trace, deadline)
        return core if isinstance(core, Failure) else self.postconditions(trace, deadline, core=core)

    def postconditions(
        self, trace: Sequence[TraceStatement], deadline: Deadline, *, core: frozenset[Term] | None = None
    ) -> InterpolantTerms | Failure:
        """The assertions at the ends of blocks, from the formulas in ``core``, or all."""
        trace = [TraceStatement(_within(each.formulas, core), each.ssa, each.ends_block) for each in trace]
        cuts = [position for position, statement in enumerate(trace[:-1]) if statement.ends_block]
        last_cut = cuts[-1] if cuts else -1
        found = self._found(trace, last_cut, deadline)
        if isinstance(found, Failure):
            return found
        rest = [part for statement in trace[last_cut + 1 :] for part in statement.formulas]
        return self._contradicting(found, rest, deadline)

    def _found(self, trace: Sequence[TraceStatement], last_cut: int, deadline: Deadline) -> list[Term] | Failure:
        found: list[Term] = []
        reads = last_reads(trace)
        known, quantified = self._terms.true, frozenset[Term]()
        for position, statement in enumerate(trace[: last_cut + 1]):
            known = self._terms.and_(known, *statement.formulas)
            unwanted = quantified | self._unwanted(known, statement, reads, position)
            if statement.ends_block:
                assertion = self._assertion(known, unwanted, deadline)
                if isinstance(assertion, Failure):
                    return assertion
                found.append(assertion)
                known, quantified = assertion, frozenset()
            else:
                after = self._eliminator.resolved(known, unwanted)
                known, quantified = after.formula, after.left
        return found

    def _unwanted(self, known: Term, statement: TraceStatement, reads: Mapping[Term, int], position: int) -> frozenset[Term]:
        """What the assertion after a statement must not mention: it is not read, and it is past (or nothing shall stay)."""
        unread = {symbol for part in conjuncts(known) for symbol in symbols(part) if reads.get(symbol, -1) <= position}
        if self._has_live:
            return frozenset(unread)
        return frozenset(symbol for symbol in unread if not statement.has_present(symbol, self._encoder.vocabulary))

    def _assertion(self, known: Term, unwanted: frozenset[Term], deadline: Deadline) -> Term | Failure:
        """What is known at the end of a block, without quantifiers; *false* if that is a contradiction."""
        if deadline.is_over:
            return Failure("time limit")
        after = self._eliminator.projected(known, unwanted, deadline)
        if after.left:
            return Failure(f"{ordered(after.left)[0].name} could not be eliminated")
        seconds = self._elimination.query_seconds
        contradicts = self._eliminator.is_satisfiable([after.formula], deadline, most=seconds) is False
        return self._terms.false if contradicts else after.formula

    def _contradicting(self, found: list[Term], rest: Sequence[Term], deadline: Deadline) -> InterpolantTerms | Failure:
        """The assertions, if the last of them contradicts what is left of the trace."""
        last = found[-1] if found else self._terms.true
        match self._eliminator.is_satisfiable([last, *rest], deadline):
            case False:
                return InterpolantTerms(tuple(found))
            case True:
                return Failure("the assertions do not exclude the path")
            case None:
                return Failure("it is not known whether the assertions exclude the path")


def _elimination(options: NewtonOptions) -> EliminationOptions:
    return EliminationOptions(
        solver=SolverElimination(options.solver),
        over_approximation=options.weaken == "yes",
        equality_resolution=options.equalities == "yes",
        parameter_drop=options.unconnected == "yes",
    )


def _within(formulas: tuple[Term, ...], core: frozenset[Term] | None) -> tuple[Term, ...]:
    return formulas if core is None else tuple(part for part in formulas if part in core)
