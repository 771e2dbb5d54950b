"""The clauses of a program, solved in one arithmetic after another; what is found is checked bit by bit.

Candidates are kept: those that one arithmetic suggests may need those of another to be inductive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from whet.algorithms.horn.checking import BitCell, CandidateCheck, Candidates, NotProved, Proved
from whet.algorithms.horn.elementwise import of_elements, of_numbers
from whet.algorithms.horn.saying import IntegerClauses, Lifted, SpokenSystem
from whet.core.context import Context
from whet.encoding.integers import Wrapping
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.clauses import HornSystem, Relation, Solution
from whet.solvers.engines.spacer import Refuted, Solved, SpacerAnswer, Unsolved, solve
from whet.solvers.port import Engine
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term, reachable
from whet.solvers.terms.walks import conjuncts

_FOR_CHECKS = 2.0
"""How much longer than Spacer the check of what it found may take."""
_FOR_CELLS = 3.0
"""How much longer than any other arithmetic cells may take: nothing else speaks of all elements."""
_FOR_ABDUCED = 4.0
"""How much longer than anything else the check of what errors need may take: it is asked once, and first."""


class HornArithmetic(Enum):
    """In the order in which they are tried: what numbers do; are arrays spoken of by cells; are constants forgotten?"""

    PLAIN = (Wrapping.PLAIN, False, False)
    CELLS = (Wrapping.PLAIN, True, True)
    GENERAL = (Wrapping.PLAIN, False, True)
    RANGED = (Wrapping.RANGED, False, False)
    WRAPPING = (Wrapping.WRAPPING, False, False)
    BITS = (None, False, False)

    @property
    def is_integers(self) -> bool:
        return self.value[0] is not None


_FOR_ARRAYS = (HornArithmetic.PLAIN, HornArithmetic.CELLS, HornArithmetic.BITS)
"""What is tried where relations have arrays: numbers that leave their type are the smaller worry then."""


def _has_arrays(system: HornSystem) -> bool:
    return any(isinstance(each.sort, Array) for relation in system.relations for each in relation.parameters)


class ClauseSystem:
    """One system of clauses, asked about again and again."""

    def __init__(
        self,
        terms: Terms,
        vocabulary: Vocabulary,
        system: HornSystem,
        arithmetics: Sequence[HornArithmetic],
        engine: Engine,
        context: Context,
        *,
        abduces: bool = True,
        guessed: Callable[[], Candidates] = dict,
    ) -> None:
        """``engine`` checks solutions; ``guessed``: what runs suggest, for relations."""
        self._terms = terms
        self._system = system
        self._context = context
        self._open = [each for each in arithmetics if each in _FOR_ARRAYS] if _has_arrays(system) else list(arithmetics)
        """Those that have not said all they can say."""
        self._saying = IntegerClauses(terms, vocabulary, system)
        self._asked: dict[HornArithmetic, int] = {}
        """How often: integers with guidance first, bits without, and then in turn."""
        self._spoken: dict[HornArithmetic, SpokenSystem] = {}
        self._checking = CandidateCheck(engine, terms, system)
        self._candidates: dict[Relation, dict[Term, None]] = {relation: {} for relation in system.relations}
        self._cells: dict[Relation, dict[BitCell, None]] = {}
        self._guessed = guessed
        self._abduces = abduces and _has_arrays(system)
        self._knows_numbers = self._abduces

    def solved(self, patience: float) -> Solution | None:
        """A solution, over bit-vectors and checked; None if there is none within so many seconds for each arithmetic."""
        if self._abduces and (solution := self._by_abduction(patience)) is not None:
            return solution
        for arithmetic in list(self._open):
            self._context.check()
            self._context.progress("solving clauses", clauses=len(self._system.clauses))
            suggested = self._suggested(arithmetic, patience)
            if suggested is None:
                continue
            found = self._checked(suggested.candidates, patience)
            if isinstance(found, NotProved) and not self._knows_numbers:
                self._look_at_numbers(patience)
                found = self._checked({}, patience)
            if arithmetic.is_integers:
                self._count(suggested, found)
            if isinstance(found, Proved):
                self._context.statistics.set(f"solved_over_{arithmetic.name.lower()}", 1)
                return found.solution
        return None

    def _look_at_numbers(self, patience: float) -> None:
        """Over integers, whether a number is within bounds never matters; over bits much depends on it."""
        self._knows_numbers = True
        simple, t = of_numbers(self._terms, self._system), self._terms
        numbers = {relation: [each for each in relation.parameters if isinstance(each.sort, BitVec)] for relation in simple}
        signs = {relation: [t.bv_sle(t.bv(0, each.width), each) for each in numbers[relation]] for relation in simple}
        match self._inductive({relation: [*simple[relation], *signs[relation]] for relation in simple}, patience):
            case Proved(solution=known) | NotProved(inductive=known):
                for relation, terms in known.items():
                    self._candidates[relation] |= dict.fromkeys(terms)

    def _count(self, suggested: Lifted, found: Proved | NotProved) -> None:
        """What becomes of solutions over integers."""
        self._context.statistics.count("chc.solutions.integers")
        self._context.statistics.count(f"chc.solutions.{_outcome(suggested, found)}")

    def _by_abduction(self, patience: float) -> Solution | None:
        """From what errors need of elements, once: there is nothing that more patience would find."""
        self._abduces = False
        self._context.progress("going back from errors", clauses=len(self._system.clauses))
        found = self._checked(of_numbers(self._terms, self._system), patience)
        for suggested in self._of_elements(found.inductive) if isinstance(found, NotProved) else ():
            self._context.statistics.count("abduced_candidates", sum(map(len, suggested.values())))
            self._candidates = {relation: {} for relation in self._system.relations}
            found = self._checked(suggested, _FOR_ABDUCED * patience)
            if isinstance(found, Proved):
                break
        match found:
            case Proved(solution=solution):
                self._context.statistics.set("solved_by_abduction", 1)
                return solution
            case NotProved(inductive=inductive):  # the others are many, and what is found later mostly does not need them
                self._candidates = {relation: dict.fromkeys(terms) for relation, terms in inductive.items()}
                return None

    def _of_elements(self, known: Solution) -> Iterator[Candidates]:
        """Few; many, if there are more; and few with what runs suggest."""
        few, many = of_elements(self._terms, self._system, known)
        yield few
        if many != few:
            yield many
        guessed = self._guessed()
        if any(guessed.values()):
            yield {relation: [*few[relation], *guessed.get(relation, ())] for relation in self._system.relations}

    def _suggested(self, arithmetic: HornArithmetic, limit: float) -> Lifted | None:
        with self._context.statistics.time("spacer_seconds"):
            match self._answer(arithmetic, limit):
                case Solved(formulas=formulas):
                    self._open.remove(arithmetic)
                    return self._lifted(arithmetic, formulas)
                case Refuted():
                    self._context.statistics.count("refutations")
                    self._open.remove(arithmetic)
                case Unsolved():
                    pass
        return None

    def _answer(self, arithmetic: HornArithmetic, limit: float) -> SpacerAnswer:
        system = self._said(arithmetic)
        if system is None:
            return Refuted()
        self._asked[arithmetic] = count = self._asked.get(arithmetic, 0) + 1
        guided = (count % 2 == 1) == arithmetic.is_integers
        memory = self._context.hard_limits.memory_bytes
        limit = limit * _FOR_CELLS if arithmetic is HornArithmetic.CELLS else limit
        return solve(self._terms, system, limit, None if memory is None else memory // 2, guided=guided)

    def _said(self, arithmetic: HornArithmetic) -> HornSystem | None:
        """The clauses in an arithmetic; None if it does not apply to them."""
        wrapping, with_cells, is_general = arithmetic.value
        if wrapping is None:
            return self._system
        if arithmetic not in self._spoken:
            spoken = self._saying.over_integers(wrapping, with_cells=with_cells, is_general=is_general)
            if spoken is None:
                return None
            self._spoken[arithmetic] = spoken
        return self._spoken[arithmetic].system

    def _lifted(self, arithmetic: HornArithmetic, formulas: Mapping[Relation, Term]) -> Lifted:
        if not arithmetic.is_integers:
            return Lifted({relation: list(conjuncts(formula)) for relation, formula in formulas.items()})
        spoken = self._spoken[arithmetic]
        for relation, cells in spoken.cells.items():
            self._cells.setdefault(relation, {}).update(dict.fromkeys(cells))
        return spoken.lifted(self._terms, formulas)

    def _checked(self, suggested: Mapping[Relation, Sequence[Term]], patience: float) -> Proved | NotProved:
        for relation, terms in suggested.items():
            self._candidates[relation] |= dict.fromkeys(terms)
        with self._context.statistics.time("checking_clauses_seconds"):
            candidates = {relation: list(terms) for relation, terms in self._candidates.items()}
            found = self._inductive(candidates, patience)
            easy = {relation: _without_wide(relation, terms) for relation, terms in candidates.items()}
            if isinstance(found, NotProved) and found.is_unanswered and easy != candidates:
                found = again if isinstance(again := self._inductive(easy, patience), Proved) else found
            return found

    def _inductive(self, candidates: Candidates, patience: float) -> Proved | NotProved:
        until = self._context.seconds + _FOR_CHECKS * patience
        cells = {relation: list(found) for relation, found in self._cells.items()}
        return self._checking.check(candidates, lambda: self._left(until), cells)

    def _left(self, until: float) -> float:
        """Seconds that may pass until so much CPU time is used, where others use the machine, too."""
        slow = max(1.0, self._context.wall_seconds / max(self._context.seconds, 0.01))
        return slow * (until - self._context.seconds)


def _without_wide(relation: Relation, candidates: Sequence[Term]) -> list[Term]:
    """Without those that compute in more bits than variables have: questions about sums of both kinds are hard."""
    widest = max((each.width for each in relation.parameters if isinstance(each.sort, BitVec)), default=0)
    return [each for each in candidates if _width(each) <= widest]


def _width(term: Term) -> int:
    return max((each.width for each in reachable((term,)) if isinstance(each.sort, BitVec)), default=0)


def _outcome(suggested: Lifted, found: Proved | NotProved) -> str:
    """A solution over integers that is said completely, and checked in time, fails only where numbers leave their types."""
    match found:
        case Proved():
            return "kept"
        case NotProved() if suggested.lost:
            return "not_lifted"
        case NotProved(is_unanswered=True):
            return "no_time"
        case NotProved():
            return "wrap_around"
