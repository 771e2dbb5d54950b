"""Horn clauses (Bjørner, Gurfinkel, McMillan, Rybalchenko: Horn clause solvers for program verification, 2015).

The program becomes clauses over bit-vectors (``algorithms.horn.program``).  Spacer is asked for a solution of what they say over
integers, in one kind of arithmetic after another, and over the bit-vectors themselves; each time with more patience.  A
solution is a suggestion: its conjuncts are candidates for invariants, and there is a proof if those of them that are inductive
bit by bit exclude every error (``algorithms.horn.checking``).

A refutation is a suggestion, too.  Errors are looked for by unrolling the true program (``base_case``), further with every
round: an error counts if a run shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from whet.algorithms.base_case import BaseCase, Decided, SolverUndecided, unroll
from whet.algorithms.guessing import guesses_of
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Program
from whet.core.algorithm import Problem
from whet.core.context import Context, Level
from whet.core.evidence import Proof
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, TrueVerdict, Unknown
from whet.encoding.memory import OutOfAddresses
from whet.encoding.unrolling.induction import NotUnwound
from whet.solvers.clauses import HornSystem, Relation, Solution, sliced
from whet.solvers.port import UnsupportedTerm
from whet.solvers.routing import make_engine
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols
from whet.task.options import Choice, Duration, Whole, option
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.algorithms.horn.program import ProgramClauses
    from whet.algorithms.horn.solving import ClauseSystem

_SHORT_LOOP = 8
"""Turns up to which a loop that constants unroll is unrolled in the clauses, too."""
_FIRST_BOUND = 1
_FIRST_LOOK = 3000
"""Edges that are unrolled before there are clauses, to know which loops end soon."""
_PATIENCE = 1.0
"""Seconds for each arithmetic before the first bound, by default."""
_GROWTH = 1.5
_HEAD_START = 2.0
"""Times the patience, for unrolling before there are clauses, where functions call themselves: many end by constants."""
_FOR_ERRORS = 3.0
"""Times the patience, for unrolling: as long as all arithmetics together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChcOptions:
    arithmetic: str = option(
        "both",
        Choice(("integers", "bits", "both")),
        "What the clauses are solved over; a solution is checked over bits in any case.",
    )
    abduction: str = option(
        "yes", Choice(("yes", "no")), "Whether it is asked first what errors need of the elements of arrays, without Spacer."
    )
    patience: float | None = option(1.0, Duration(), "How long each arithmetic is tried before the first bound of the unrolling.")
    deepest: int = option(0, Whole(), "The last bound of the unrolling that looks for errors; 0 is no limit.")


@register_algorithm("chc", options=ChcOptions)
class HornClauses:
    """Solve the clauses of the program, and unroll it."""

    def __init__(self, options: ChcOptions | None = None) -> None:
        self._options = options or ChcOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        try:
            return horn_clauses(BaseCase(problem, context), problem.program, context, self._options)
        except (SolverUndecided, UnsupportedTerm, OutOfAddresses) as error:
            return Result(Unknown(Reason.INCOMPLETE, str(error)))


def horn_clauses(base: BaseCase, program: Program, context: Context, options: ChcOptions) -> Result:
    """Until the clauses are solved, an error is found, or everything is unrolled."""
    unroll(base.unrolling, context, _FIRST_BOUND, _FIRST_LOOK)
    solving: ClauseSystem | NoClauses | None = None
    patience = options.patience or _PATIENCE
    bounds = base.bounds(options.deepest)
    first = _ahead(base, bounds, context, _HEAD_START * patience) if Facts.of(program).recursive else next(bounds)
    if isinstance(first, Decided):
        return first.result
    for bound in chain((first,), bounds):
        if not base.unrolling.is_finished:  # then the base case alone is a proof
            solving = solving or _solving(base, program, context, options)
        if solving is not None and (solution := solving.solved(patience)) is not None:
            return Result(TrueVerdict(), base.assumptions(), evidence=_proof(program, base, solution))
        answer = base.within(bound, _FOR_ERRORS * patience)
        if isinstance(answer, Decided):
            return answer.result
        patience *= _GROWTH
    why = f"there are no clauses: {solving.reason}" if isinstance(solving, NoClauses) else "the clauses were not solved"
    return Result(Unknown(Reason.BOUND, f"{why}, and no error was found within {options.deepest} iterations of a loop"))


def _ahead(base: BaseCase, bounds: Iterator[int], context: Context, seconds: float) -> Decided | int:
    """What unrolling finds at once, or the bound that it came to."""
    reached, until = 1, context.seconds + seconds
    for reached in bounds:
        answer = base.within(reached, until - context.seconds, ends_by_constants=True)
        if isinstance(answer, Decided):
            return answer
        if context.seconds > until:
            break
    return reached


@dataclass(frozen=True, slots=True)
class NoClauses:
    """A program that is not said in clauses; errors are looked for all the same."""

    reason: str

    def solved(self, _patience: float) -> None:
        return None


def _solving(base: BaseCase, program: Program, context: Context, options: ChcOptions) -> ClauseSystem | NoClauses:
    from whet.algorithms.horn.solving import ClauseSystem, HornArithmetic  # which needs z3
    from whet.algorithms.horn.summaries import NotSummarised

    if (reason := _not_said(program)) is not None:
        context.log(Level.INFO, f"there are no clauses: {reason}")
        return NoClauses(reason)
    context.progress("making clauses")
    with context.statistics.time("clauses_seconds"):
        try:
            clauses = _clauses(base, context)
        except NotSummarised as error:
            context.log(Level.INFO, f"there are no clauses: {error}")
            return NoClauses(str(error))
        system = sliced(clauses.system)
    context.statistics.set("clauses", len(system.clauses))
    context.statistics.set("relations", len(system.relations))
    over = options.arithmetic
    chosen = [each for each in HornArithmetic if over == "both" or each.is_integers == (over == "integers")]
    vocabulary, abduces = base.encoder.vocabulary, options.abduction == "yes"
    guessed = partial(_guessed, program, context, clauses, system)
    engine = make_engine(base.choice, base.terms)
    return ClauseSystem(base.terms, vocabulary, system, chosen, engine, context, abduces=abduces, guessed=guessed)


def _guessed(program: Program, context: Context, clauses: ProgramClauses, system: HornSystem) -> dict[Relation, list[Term]]:
    """What runs of the program have in common at the heads of loops."""
    claims = {each.head: each.claims() for each in guesses_of(program, context)}
    found: dict[Relation, list[Term]] = {}
    for relation in system.relations:
        said = [clauses.said(relation, claim) for claim in claims.get(relation.location, ())]
        found[relation] = [each for each in said if each is not None and symbols(each)]
    return found


def _not_said(program: Program) -> str | None:
    """Why there are no clauses."""
    facts = Facts.of(program)
    if not all(loop.is_reducible for each in program.defined_functions for loop in facts.loops(each).loops):
        return "a loop is entered in the middle"
    return None


def _clauses(base: BaseCase, context: Context) -> ProgramClauses:
    """Loops that constants soon end in the base case do so in the clauses as a rule; if not, they are taken like any other."""
    from whet.algorithms.horn.program import ProgramClauses
    from whet.algorithms.horn.summaries import summaries_of

    summaries = summaries_of(base.scope)
    open_: set[Loop] = set()
    while True:
        short = (loop for loop, turns in base.unrolling.turned.items() if turns <= _SHORT_LOOP)
        unwound = frozenset(loop for loop in short if loop not in base.unrolling.undecided and loop not in open_)
        clauses = ProgramClauses(base.scope, summaries, unwound)
        clauses.begin()
        try:
            unroll(clauses, context, 0)
        except NotUnwound as error:
            open_.add(error.loop)
            continue
        return clauses


def _proof(program: Program, base: BaseCase, solution: Solution) -> Proof:
    from whet.algorithms.horn.evidence import HornEvidence
    from whet.algorithms.horn.summaries import summaries_of

    return HornEvidence(program, base.encoder, summaries_of(base.scope)).proof(solution)
