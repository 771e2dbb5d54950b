"""k-induction with auxiliary invariants (Beyer, Dangl, Wendler: Boosting k-induction with continuously-refined invariants, CAV
2015).

The base case is bounded model checking: no error within ``k`` turns of every loop.  The step shows that an error cannot follow
``k`` turns without one (``smt.unrolling.induction``).  Both together are a proof; an error within the bound is a counterexample;
and a base case that was unrolled to the end (the *forward condition*) is a proof by itself.  Otherwise ``k`` grows.

Invariants make the step stronger.  They come from whoever runs beside this and publishes them, while both run; or from the
evidence of another run, in a file.  Candidates come from that file and from the seeds of the program; they count only if
induction shows them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from whet.algorithms.base_case import BaseCase, Decided, Undecided, unroll
from whet.algorithms.seeding import candidates, seeds_of
from whet.cfa.expressions import Expr
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Node, Program
from whet.cfa.trees import BadTree, Trees
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, from_json
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, TrueVerdict, Unknown
from whet.smt.encoding.memory import OutOfAddresses
from whet.smt.engines.port import Sat, SolverAnswer, Unsat, UnsupportedTerm, Use
from whet.smt.terms.term import Term
from whet.smt.unrolling.induction import InductionStep, Invariants, NotUnwound
from whet.task.errors import TaskError, read_text
from whet.task.options import File, Whole, option
from whet.task.records import dataclass

_SHORT_LOOP = 40
"""Turns up to which a loop that constants unroll is unrolled in the step, too."""
_DEEPEST_STEP = 16
_SHARE = 0.4
"""The part of the time that the step may take."""


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
    deepest: int = option(0, Whole(), "The last bound of the base case; 0 is no limit.")


@register_algorithm("kinduction", options=KinductionOptions)
class KInduction:
    """Unroll the program, and show that no error follows from what was unrolled."""

    def __init__(self, options: KinductionOptions | None = None) -> None:
        self._options = options or KinductionOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        try:
            base, invariants = BaseCase(problem, context), KnownInvariants(problem.program, context)
            step = Step(problem.program, context, invariants)
            if self._options.invariants is not None:
                _suggest_from(self._options.invariants, invariants)
            if seeds := seeds_of(problem, context):
                invariants.suggest(candidates(problem.program, seeds))
            return kinduction(base, step, self._options.deepest)
        except (Undecided, UnsupportedTerm, OutOfAddresses) as error:
            return Result(Unknown(Reason.INCOMPLETE, str(error)))


def _suggest_from(file: str, invariants: KnownInvariants) -> None:
    try:
        invariants.suggest(_proof_in(file))
    except BadTree as error:
        raise TaskError(f"option kinduction.invariants: {file}: is the result for another program: {error}") from error


def kinduction(base: BaseCase, step: Step, deepest: int = 0) -> Result:
    """Until the base case finds an error or the end, or the step succeeds, which looks at the first ``k`` turns, too."""
    for k, bound in enumerate(base.bounds(deepest)):
        answer = base.within(bound)
        if isinstance(answer, Decided):
            return answer.result
        proof = step.proof(k, base)
        if proof is not None:
            return Result(TrueVerdict(), base.assumptions(), evidence=proof)
    return Result(Unknown(Reason.BOUND, f"no induction up to {deepest} turns of a loop proves the property"))


class KnownInvariants:
    """What others have found out about locations; it grows."""

    def __init__(self, program: Program, context: Context) -> None:
        self._trees = Trees(program)
        self._nodes = {node.number: node for node in program.nodes()}
        self._context = context
        self._found: dict[tuple[Node, Expr], Invariant] = {}
        self.suggested: dict[tuple[Node, Expr], Invariant] = {}
        """What nobody has shown yet."""

    def suggest(self, proof: Proof) -> None:
        """Raises ``BadTree`` if it speaks of another program."""
        self.suggested |= self._read(proof)

    def accept(self, shown: Mapping[tuple[Node, Expr], Invariant]) -> None:
        """What was suggested and is shown; the rest is forgotten."""
        self.suggested = {}
        self._found |= shown

    def _read(self, proof: Proof) -> dict[tuple[Node, Expr], Invariant]:
        anywhere = [each for each in proof.invariants if each.calls is None]
        return {(self._node(each), self._trees.expression(each.tree)): each for each in anywhere}

    def _node(self, invariant: Invariant) -> Node:
        found = self._nodes.get(invariant.node)
        if found is None or found.function.name != invariant.function:
            raise BadTree(f"{invariant.function} has no node {invariant.node}")
        return found

    def look(self) -> int:
        """Take what was published; how many are known now."""
        for message in self._context.mailbox.read():
            if isinstance(message.data, Proof):
                self._found |= self._read(message.data)
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


class Step:
    """The induction step, for one ``k`` after the other."""

    def __init__(self, program: Program, context: Context, invariants: KnownInvariants) -> None:
        self._program = program
        self._context = context
        self._invariants = invariants
        self._open: set[Loop] = set()
        """Loops that constants do not unroll in the step."""
        self._known = -1
        self._seconds = 0.0
        self._is_possible = _is_inductive(program)

    def proof(self, k: int, base: BaseCase) -> Proof | None:
        """By this ``k``, or by the invariants alone if there are new ones."""
        if not self._is_possible or k > _DEEPEST_STEP or self._seconds > _SHARE * self._context.seconds:
            return None
        begin = self._context.seconds
        try:
            return self._proof(k, base)
        finally:
            self._seconds += self._context.seconds - begin

    def _proof(self, k: int, base: BaseCase) -> Proof | None:
        if self._invariants.suggested:
            self._invariants.accept(self._shown(base, self._invariants.suggested))
        known = self._invariants.look()
        for turns in dict.fromkeys((0, k)) if known > self._known else (k,):
            if self._holds(turns, base):
                return Proof(self._invariants.told, k=turns + 1)
        self._known = known
        return None

    def _holds(self, k: int, base: BaseCase) -> bool:
        """Is there no error after ``k`` turns without one?"""
        unrolling = self._unrolled(k, base, self._invariants.known)
        conditions = [*(error.condition for error in unrolling.errors), *(each.condition for each in unrolling.missing)]
        return isinstance(self._asked(base, conditions), Unsat)

    def _shown(self, base: BaseCase, suggested: Mapping[tuple[Node, Expr], Invariant]) -> dict[tuple[Node, Expr], Invariant]:
        """Those that hold whenever a loop begins and after each of its turns (Flanagan, Leino: Houdini, FME 2001)."""
        left = dict(suggested)
        while left:
            unrolling = self._unrolled(0, base, by_location(left))
            answer = self._asked(base, [each.condition for each in unrolling.broken])
            if isinstance(answer, Unsat):
                return {key: left[key] for key in left if key[0] in unrolling.heads}
            if not isinstance(answer, Sat):
                return {}
            for each in unrolling.broken:
                if answer.model.holds(each.condition):
                    left.pop((each.location, each.invariant), None)
        return {}

    def _asked(self, base: BaseCase, conditions: Sequence[Term]) -> SolverAnswer:
        condition = base.terms.or_(*conditions)
        if condition is base.terms.false:
            return Unsat(())
        self._context.progress("induction", conditions=len(conditions))
        with self._context.statistics.time("solving_step_seconds"):
            limit = max(1.0, _SHARE * self._context.seconds)
            return base.engine.solver(use=Use.HEAVY).check(condition, limit=limit)

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


def _is_inductive(program: Program) -> bool:
    """Loops are entered at their heads only, and no function calls itself."""
    facts = Facts.of(program)
    functions = [function for function in program.defined_functions if function.entry is not None]
    return not facts.recursive and all(loop.is_reducible for each in functions for loop in facts.loops(each).loops)


__all__ = ["KInduction", "KinductionOptions", "kinduction"]
