"""k-induction with auxiliary invariants (Beyer, Dangl, Wendler: Boosting k-induction with continuously-refined invariants, CAV
2015).

The base case is bounded model checking: no error within ``k`` iterations of every loop.  The step shows that an error cannot
follow ``k`` turns without one (``encoding.unrolling.induction``).  Both together are a proof; an error within the bound is a
counterexample; and a base case that was unrolled to the end (the *forward condition*) is a proof by itself.  Otherwise ``k``
grows.

Invariants make the step stronger.  They come from an algorithm that runs beside this and publishes them; or from the
evidence of another run, in a file.  Candidates come from that file and from the seeds of the program; they count only if
induction shows them.

In a program that calls library functions with summaries, the step is also tried with those in place of the bodies
(``summarised``): the loops of the bodies are gone then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from whet.algorithms.base_case import BaseCase, Decided, SolverUndecided, unroll
from whet.algorithms.houdini import CandidateConditions, Candidates, Houdini
from whet.algorithms.invariants import invariant_at
from whet.algorithms.seeding import candidates, enclosing_guards, seeds_of
from whet.algorithms.summarised import has_summaries, summarised, with_bodies
from whet.cfa.expressions import Expr
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Node, Program
from whet.cfa.show import to_c
from whet.cfa.trees import BadTree, Trees
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, Spot, from_json
from whet.core.mailbox import MessageKind
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, TrueVerdict, Unknown
from whet.encoding.memory import OutOfAddresses
from whet.encoding.unrolling.induction import InductionStep, Invariants, NotUnwound
from whet.runtime.limits import Limits
from whet.solvers.deciding import AnswerBudget, Decider, at_first_doubt
from whet.solvers.port import UnsupportedTerm
from whet.solvers.terms.term import Term
from whet.task.errors import TaskError, read_text
from whet.task.messages.unknown import K_INDUCTION
from whet.task.options import Choice, File, Whole, option
from whet.task.records import dataclass

_SHORT_LOOP = 40
"""Turns up to which a loop that constants unroll is unrolled in the step, too."""
_DEEPEST_STEP = 16
_DEEPEST_SUMMARISED = 3
_LEAST_DISCHARGING = 2.0
"""Seconds of which intervals may use a part in the program with summaries, and what was used before."""
_SUMMARISED = 512
"""Bytes of an object that summaries look at one by one."""
_SHARE = 0.4
"""The part of the time that the step may take."""
_LEAST_SECONDS = 0.5
"""What it may take in any case: in a short run, loading a solver is most of the time."""
_LEAST_ROOM = 1.5
"""Seconds for the search among candidates, and for leaving out what a proof does not need, however short the run was."""
_PATIENCE = 0.5
"""Seconds for a candidate that is hard to decide."""
_NOTHING = Proof(())


def _proof_in(file: str) -> Proof:
    """That of a ``result.json``; raises ``TaskError``."""
    text = read_text(file)
    try:
        document = json.loads(text)
        evidence = from_json(document.get("evidence", document) if isinstance(document, dict) else document)
    except (ValueError, RecursionError) as error:
        raise TaskError(f"has no invariants: {error}", place=file) from error
    if not isinstance(evidence, Proof):
        raise TaskError("has no invariants", place=file)
    return evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class KinductionOptions:
    invariants: str | None = option(
        None, File(_proof_in), "The result.json of another run; those of its invariants that can be shown by induction are used."
    )
    guesses: str = option(
        "no",
        Choice(("no", "yes")),
        "Whether candidates for invariants are guessed from runs of the program; those count that induction shows.",
    )
    deepest: int = option(0, Whole(), "The last bound of the base case; 0 is no limit.")


@register_algorithm("kinduction", options=KinductionOptions)
class KInduction:
    """Unroll the program, and show that no error follows from what was unrolled."""

    def __init__(self, options: KinductionOptions | None = None) -> None:
        self._options = options or KinductionOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        try:
            base, invariants = BaseCase(problem, context), KnownInvariants(problem.program, context, problem.known)
            step = StepCase(problem.program, context, invariants, guesses=self._options.guesses == "yes")
            if self._options.invariants is not None:
                _suggest_from(self._options.invariants, invariants)
            invariants.suggest(enclosing_guards(problem.program))
            if seeds := seeds_of(problem, context):
                invariants.suggest(candidates(problem.program, seeds))
            steps = [step.proof, *([SummarisedStep(problem, context).proof] if has_summaries(problem.program) else ())]
            return (self._guessed(base, step) if step.guesses else None) or kinduction(base, steps, self._options.deepest)
        except (SolverUndecided, UnsupportedTerm, OutOfAddresses) as error:
            return Result(Unknown(Reason.INCOMPLETE, str(error)))

    @staticmethod
    def _guessed(base: BaseCase, step: StepCase) -> Result | None:
        """Before loops that constants unroll are unrolled to their ends, which may be far."""
        answer = base.look()
        if isinstance(answer, Decided):
            return answer.result
        proof = step.proof(0, base)
        return None if proof is None else Result(TrueVerdict(), base.assumptions(), evidence=proof)


def _suggest_from(file: str, invariants: KnownInvariants) -> None:
    try:
        invariants.suggest(_proof_in(file))
    except BadTree as error:
        raise TaskError(f"option kinduction.invariants: {file}: is the result for another program: {error}") from error


def kinduction(base: BaseCase, steps: Sequence[Callable[[int, BaseCase], Proof | None]], deepest: int = 0) -> Result:
    """Until the base case finds an error or the end, or a step succeeds, which looks at the first ``k`` turns, too."""
    for k, bound in enumerate(base.bounds(deepest)):
        answer = base.within(bound)
        if isinstance(answer, Decided):
            return answer.result
        for step in steps:
            proof = step(k, base)
            if proof is not None:
                return Result(TrueVerdict(), base.assumptions(), evidence=proof)
    return Result(Unknown(Reason.BOUND, K_INDUCTION.format(k=deepest)))


class KnownInvariants:
    """What others have found out about locations; it grows."""

    def __init__(self, program: Program, context: Context, known: Proof = _NOTHING) -> None:
        self._trees = Trees(program)
        self._nodes = {node.number: node for node in program.nodes()}
        self._context = context
        self._found = self.read(known)
        self.suggested: dict[tuple[Node, Expr], Invariant] = {}
        """Candidates that are not proved yet."""

    def suggest(self, proof: Proof) -> None:
        """Raises ``BadTree`` if it speaks of another program."""
        self.suggested |= self.read(proof)

    def told_as(self, head: Node, condition: Expr) -> Invariant:
        """A condition at the head of a loop, as evidence has it."""
        known = self.suggested.get((head, condition))
        return known or invariant_at(head, Spot.LOOP_HEAD, to_c(condition), self._trees.tree(condition))

    def accept(self, shown: Mapping[tuple[Node, Expr], Invariant]) -> None:
        """What was suggested and is shown; the rest is forgotten."""
        self.suggested = {}
        self._found |= shown

    def read(self, proof: Proof) -> dict[tuple[Node, Expr], Invariant]:
        """Raises ``BadTree`` if it speaks of another program."""
        anywhere = [each for each in proof.invariants if each.calls is None]
        return {(self._node(each), self._trees.expression(each.tree)): each for each in anywhere}

    def _node(self, invariant: Invariant) -> Node:
        found = self._nodes.get(invariant.node)
        if found is None or found.function.name != invariant.function:
            raise BadTree(f"{invariant.function} has no node {invariant.node}")
        return found

    def look(self) -> int:
        """Take what was published; how many are known now."""
        for message in self._context.mailbox.read(MessageKind.INVARIANTS):
            if isinstance(message.data, Proof):
                self._found |= self.read(message.data)
        return len(self._found)

    @property
    def known(self) -> Invariants:
        return by_location(self._found)

    @property
    def told(self) -> tuple[Invariant, ...]:
        return tuple(self._found.values())


def by_location(invariants: Iterable[tuple[Node, Expr]]) -> Invariants:
    found: dict[Node, list[Expr]] = {}
    for node, expr in invariants:
        found.setdefault(node, []).append(expr)
    return found


class StepCase:
    """The induction step, for one ``k`` after the other."""

    def __init__(self, program: Program, context: Context, invariants: KnownInvariants, *, guesses: bool = False) -> None:
        self._program = program
        self._context = context
        self._invariants = invariants
        self.guesses = guesses
        """Is there something to be guessed yet?"""
        self._open: set[Loop] = set()
        """Loops that constants do not unroll in the step."""
        self._known = -1
        self._seconds = 0.0
        self._decider: Decider | None = None
        # Loops are entered at their heads only, and no function calls itself.
        facts = Facts.of(program)
        functions = [function for function in program.defined_functions if function.entry is not None]
        self._is_possible = not facts.recursive and all(
            loop.is_reducible for each in functions for loop in facts.loops(each).loops
        )

    def proof(self, k: int, base: BaseCase) -> Proof | None:
        """By this ``k``, or by the invariants alone if there are new ones."""
        if not self._is_possible or k > _DEEPEST_STEP or self._seconds > max(_LEAST_SECONDS, _SHARE * self._context.seconds):
            return None
        begin = self._context.seconds
        try:
            if self._invariants.suggested:
                self._invariants.accept(self._shown(base, self._suggested()))
            found = self._proof_by_known(k, base)
            if found is None and self.guesses:
                self.guesses = False
                found = self._proof_by_guesses(k, base)
            return found
        finally:
            self._seconds += self._context.seconds - begin

    def _proof_by_known(self, k: int, base: BaseCase) -> Proof | None:
        known = self._invariants.look()
        for turns in dict.fromkeys((0, k)) if known > self._known else (k,):
            if self._holds(turns, base, self._invariants.known):
                return Proof(self._invariants.told, k=turns + 1)
        self._known = known
        return None

    def _proof_by_guesses(self, k: int, base: BaseCase) -> Proof | None:
        from whet.algorithms.guessing import guesses_of

        self._invariants.accept(self._shown(base, guesses_of(self._program, self._context)))
        found = self._proof_by_known(k, base)
        return None if found is None else self._without_rest(found, base)

    def _without_rest(self, proof: Proof, base: BaseCase) -> Proof:
        """With as few invariants as can be found in some time: each is one more that the check must show."""
        until = self._context.seconds + max(_LEAST_ROOM, _SHARE * self._context.seconds)
        kept = list(self._invariants.read(proof).items())
        size = len(kept) // 2
        while size and self._context.seconds < until:
            for start in range(0, len(kept), size):
                fewer = kept[:start] + kept[start + size :]
                if (
                    len(fewer) < len(kept)
                    and self._context.seconds < until
                    and self._suffices([key for key, _ in fewer], proof.k, base)
                ):
                    kept = fewer
                    break
            else:
                size //= 2
        return Proof(tuple([each for _, each in kept]), k=proof.k)

    def _suffices(self, invariants: Sequence[tuple[Node, Expr]], k: int, base: BaseCase) -> bool:
        """Are they inductive, and does the property follow?"""
        known = by_location(invariants)
        step = self._unrolled(0, base, known)
        return self._are_impossible([each.condition for each in step.broken], base) and self._holds(k - 1, base, known)

    def _holds(self, k: int, base: BaseCase, invariants: Invariants) -> bool:
        """Is there no error after ``k`` turns without one?"""
        unrolling = self._unrolled(k, base, invariants)
        conditions = [*(error.condition for error in unrolling.errors), *(each.condition for each in unrolling.missing)]
        return self._are_impossible(conditions, base)

    def _are_impossible(self, conditions: Sequence[Term], base: BaseCase) -> bool:
        if all(condition is base.terms.false for condition in conditions):
            return True
        self._context.progress("proving by induction", conditions=len(conditions))
        with self._context.statistics.time("solving_step_seconds"):
            limit = self._on_the_wall(max(1.0, _SHARE * self._context.seconds))
            return self._deciding(base).decide(conditions, AnswerBudget(limit, limit, stop=at_first_doubt)).is_unsat

    def _on_the_wall(self, seconds: float) -> float:
        """How long that takes if as many others use the machine as until now: solvers look at the clock on the wall."""
        return seconds * max(1.0, self._context.wall_seconds / max(self._context.seconds, 0.01))

    def _deciding(self, base: BaseCase) -> Decider:
        self._decider = self._decider or Decider(base.engine)
        return self._decider

    def _suggested(self) -> list[Candidates]:
        suggested = by_location(self._invariants.suggested)
        return [CandidateConditions(head, conditions) for head, conditions in suggested.items()]

    def _shown(self, base: BaseCase, candidates: Sequence[Candidates]) -> dict[tuple[Node, Expr], Invariant]:
        """Those that hold whenever a loop begins and after each of its turns."""
        begin, room = self._context.seconds, max(_LEAST_ROOM, _SHARE * (self._context.hard_limits.cpu_seconds or 0.0))
        known = self._invariants.known

        def unrolled(claims: Invariants) -> InductionStep:
            self._context.progress("proving by induction", candidates=sum(map(len, claims.values())))
            together = {head: [*known.get(head, ()), *claims.get(head, ())] for head in {**known, **claims}}
            return self._unrolled(0, base, together)

        patience = AnswerBudget(self._on_the_wall(max(1.0, _SHARE * begin)), self._on_the_wall(_PATIENCE))
        houdini = Houdini(unrolled, self._deciding(base), patience, lambda: self._context.seconds - begin > room)
        with self._context.statistics.time("houdini_seconds"):
            found = houdini.inductive(candidates)
        self._context.statistics.set("shown_candidates", sum(map(len, found.values())))
        return {(head, claim): self._invariants.told_as(head, claim) for head in found for claim in found[head]}

    def _unrolled(self, k: int, base: BaseCase, invariants: Invariants) -> InductionStep:
        """Loops that constants unroll in the base case do so in the step as a rule; if not, they are taken like any other."""
        while True:
            short = (loop for loop, turns in base.unrolling.turned.items() if turns <= _SHORT_LOOP)
            unwound = frozenset(loop for loop in short if loop not in base.unrolling.undecided and loop not in self._open)
            step = InductionStep(base.scope, k, invariants, unwound)
            step.begin()
            try:
                with self._context.statistics.time("step_seconds"):
                    unroll(step, self._context, k)
            except NotUnwound as error:
                self._open.add(error.loop)
                continue
            return step


class SummarisedStep:
    """The induction step for the program with summaries, with what intervals find there."""

    def __init__(self, problem: Problem, context: Context) -> None:
        self._problem = problem
        self._context = context
        self._step: StepCase | None = None
        self._base: BaseCase | None = None

    def proof(self, k: int, base: BaseCase) -> Proof | None:
        """Said of the program with bodies."""
        if k > _DEEPEST_SUMMARISED:
            return None
        if self._step is None or self._base is None:
            from whet.algorithms.discharging import discharge

            problem = summarised(self._problem)
            alone = Context(hard_limits=Limits(cpu_seconds=_LEAST_DISCHARGING + self._context.seconds))
            intervals = discharge(problem, alone).proof
            invariants = KnownInvariants(problem.program, alone)
            invariants.accept(invariants.read(intervals))
            base = BaseCase(problem, self._context, unfolds_known=_SUMMARISED)
            base.begin()
            self._step, self._base = StepCase(problem.program, self._context, invariants), base
        found = self._step.proof(k, self._base)
        return None if found is None else with_bodies(found, of=self._base.program, bodies=self._problem.program)
