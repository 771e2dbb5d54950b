"""Unsatisfiable cores, made small by leaving out one part after the other.

Parts are assumptions of a solver at first, which reports the ones it needed.  Assumptions keep an engine from simplifying, so
a query that takes long that way is put again, with all symbols that equalities define eliminated: then products of equal factors
are the same term.  All parts count as needed then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whet.refine.interpolants.atoms import normalised
from whet.refine.interpolants.resolution import resolved
from whet.runtime.deadline import Deadline
from whet.solvers.port import Engine, Failure, FailureReason, NoAnswer, Sat, Solver, Unsat
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term, is_false, reachable
from whet.solvers.terms.walks import symbols

SATISFIABLE = "the blocks are satisfiable"
_ASSUMING = 0.5
"""Seconds for a query with assumptions."""
_TRIAL = 1.0
"""Seconds for finding out whether a part can be left out: a small core is worth something, but not everything."""
_VAIN = 3
"""Trials without an answer, after which no more are made."""


class Cores:
    """Finds cores of terms that contradict each other and what has been asserted."""

    def __init__(self, engine: Engine, deadline: Deadline) -> None:
        self._new_solver = engine.solver
        self._solver = engine.solver()
        self._deadline = deadline
        self._asserted: list[tuple[Term, ...]] = []
        self._assuming = True
        """Do assumptions do?"""

    def push(self, *terms: Term) -> None:
        """Assert some terms, until ``pop``."""
        self._solver.push()
        self._solver.add(*terms)
        self._asserted.append(terms)

    def pop(self) -> None:
        self._solver.pop()
        self._asserted.pop()

    def core(self, parts: Sequence[Term], *, most: float | None = None) -> tuple[Term, ...] | Failure:
        """Parts that contradict each other and what was asserted; not necessarily few.  ``most`` is a limit in seconds."""
        different = tuple(dict.fromkeys(parts))
        if is_nonlinear(different) and is_false(self._simplified(different)):
            return different
        answer = self._assumed(different, most) if self._assuming else NoAnswer(FailureReason.GAVE_UP)
        if isinstance(answer, NoAnswer) and answer.reason is not FailureReason.INTERRUPTED and not self._deadline.is_over:
            answer = self._all_asserted(different, most)
            self._assuming = self._assuming and isinstance(answer, NoAnswer)
        match answer:
            case Unsat(core=needed):
                return needed
            case Sat():
                return Failure(SATISFIABLE)
            case NoAnswer():
                return Failure(str(answer))

    def _assumed(self, parts: tuple[Term, ...], most: float | None) -> Sat | Unsat | NoAnswer:
        return self._solver.check(*parts, limit=self._deadline.left(_ASSUMING if most is None else min(most, _ASSUMING)))

    def _simplified(self, parts: tuple[Term, ...]) -> Term:
        return without_definitions(self._solver.terms, [*(term for terms in self._asserted for term in terms), *parts])

    def _all_asserted(self, parts: tuple[Term, ...], most: float | None) -> Sat | Unsat | NoAnswer:
        solver = self._new_solver()
        solver.add(self._simplified(parts))
        answer = solver.check(limit=self._deadline.left(most))
        return Unsat(parts) if isinstance(answer, Unsat) else answer

    def minimised(self, parts: Sequence[Term]) -> tuple[Term, ...] | Failure:
        """A core none of whose parts can be left out, as far as time allows.

        Of the core that the engine gives, the parts that come first are left out first."""
        kept, vain = self.core(parts), 0
        if isinstance(kept, Failure):
            return kept
        for part in parts:
            if self._deadline.is_over or vain == _VAIN:
                break
            if part in kept:
                found = self.core([other for other in kept if other is not part], most=_TRIAL)
                vain += isinstance(found, Failure) and found.reason != SATISFIABLE
                kept = kept if isinstance(found, Failure) else found
        return kept

    def of_blocks(self, blocks: Sequence[Sequence[Term]]) -> list[tuple[Term, ...]] | Failure:
        """Of each block the parts that are needed, chosen for what they may teach about other paths.

        If definitions contradict the last condition, which says that the property is violated, the guards of loops are not
        used.  Otherwise the beginning of the path is not used as far as that is possible."""
        directed = essentials(blocks)
        if isinstance(self.core([part for block in directed for part in block], most=_TRIAL), Failure):
            directed = [tuple(block) for block in blocks]
        first = self.last_contradiction(directed)
        if isinstance(first, Failure):
            return first
        found = self.minimised([part for block in directed[first:] for part in block])
        if isinstance(found, Failure):
            return found
        needed = frozenset(found)
        return [()] * first + [tuple(part for part in block if part in needed) for block in directed[first:]]

    def last_contradiction(self, blocks: Sequence[Sequence[Term]]) -> int | Failure:
        """The greatest number such that the blocks from there on contradict each other.

        What contradicts itself late on a path, without its beginning, often does so on every path: the bound of a loop
        follows from its last iteration.  A block more can only help to contradict, so the number is found by bisection."""

        def contradict(first: int) -> bool | Failure:
            found = self.core([part for block in blocks[first:] for part in block], most=_TRIAL if first else None)
            return (False if found.reason == SATISFIABLE else found) if isinstance(found, Failure) else True

        first, after, step = len(blocks), len(blocks), 1
        while first:
            first, step = max(first - step, 0), 2 * step
            answer = contradict(first)
            if answer is True:
                return _bisected(contradict, first, after)
            if isinstance(answer, Failure) and not first:
                return answer
            after = first
        return Failure(SATISFIABLE)


def essentials(blocks: Sequence[Sequence[Term]]) -> list[tuple[Term, ...]]:
    """Of each block the definitions of symbols; of the last also the last condition."""
    seen: set[Term] = set()
    kept: list[tuple[Term, ...]] = []
    for block in blocks:
        own: list[Term] = []
        for part in block:
            if part.op is Op.OR or (part.op is Op.EQ and any(arg.op is Op.SYMBOL and arg not in seen for arg in part.args)):
                own.append(part)
            seen |= symbols(part)
        kept.append(tuple(own))
    conditions = [part for part in blocks[-1] if part not in kept[-1]] if blocks else []
    return [*kept[:-1], (*kept[-1], *conditions[-1:])] if blocks else []


def without_definitions(terms: Terms, parts: Sequence[Term]) -> Term:
    """A formula that is satisfiable if and only if all parts are together: what equalities define is eliminated."""
    everything = terms.and_(*parts)
    return normalised(terms, resolved(terms, everything, symbols(everything))[0])


def resolved_check(solver: Solver, parts: Sequence[Term], *, limit: float | None) -> Sat | Unsat | NoAnswer:
    """Are these terms satisfiable?  Asked ``without_definitions``, so a model is one of the rest.

    The solver must have no assertions."""
    rest = without_definitions(solver.terms, parts)
    if is_false(rest):
        return Unsat(())
    solver.push()
    solver.add(rest)
    answer = solver.check(limit=limit)
    solver.pop()
    return answer


def is_nonlinear(parts: Sequence[Term]) -> bool:
    """Is there a product of two terms, neither of them a constant?  Engines know little algebra."""
    return any(term.op is Op.BV_MUL and term.args[1].value is None for term in reachable(parts))


def minimised(engine: Engine, parts: Sequence[Term], deadline: Deadline) -> tuple[Term, ...] | Failure:
    """See ``Cores.minimised``."""
    return Cores(engine, deadline).minimised(parts)


def _bisected(contradict: Callable[[int], bool | Failure], low: int, high: int) -> int:
    """``low`` is known to contradict, ``high`` not to; what is not known counts as not."""
    while high - low > 1:
        middle = (low + high) // 2
        if contradict(middle) is True:
            low = middle
        else:
            high = middle
    return low
