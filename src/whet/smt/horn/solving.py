"""The clauses of a program, solved in one arithmetic after another; what is found is checked bit by bit.

Candidates are kept: those that one arithmetic suggests may need those of another to be inductive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from whet.core.context import Context
from whet.smt.encoding.vocabulary import Vocabulary
from whet.smt.engines.port import engine_named
from whet.smt.engines.z3_engine import Z3Engine
from whet.smt.horn.checking import Checking, Proved
from whet.smt.horn.clauses import HornSystem, Relation, Solution
from whet.smt.horn.integers import Integers, IntegerSystem, Reading, Wrapping, element_reading
from whet.smt.horn.lifting import Lifting, Origin
from whet.smt.horn.products import LinearSystem, without_products
from whet.smt.horn.spacer import Refuted, Solved, Unsolved, solve
from whet.smt.terms.factory import Terms
from whet.smt.terms.sorts import Array, BitVec
from whet.smt.terms.term import Term
from whet.smt.terms.walks import conjuncts

_FOR_CHECKS = 2.0
"""How much longer than Spacer the check of what it found may take."""


class Arithmetic(Enum):
    """In the order in which they are tried."""

    PLAIN = Wrapping.PLAIN
    RANGED = Wrapping.RANGED
    WRAPPING = Wrapping.WRAPPING
    BITS = None

    @property
    def is_integers(self) -> bool:
        return self.value is not None


class Solving:
    """One system of clauses, asked about again and again."""

    def __init__(
        self, terms: Terms, vocabulary: Vocabulary, system: HornSystem, arithmetics: Sequence[Arithmetic], context: Context
    ) -> None:
        self._terms = terms
        self._vocabulary = vocabulary
        self._system = system
        self._context = context
        self._open = list(arithmetics)
        """Those that have not said all they can say."""
        self._asked: dict[Arithmetic, int] = {}
        """How often: integers with guidance first, bits without, and then in turn."""
        self._integers: dict[Arithmetic, IntegerSystem] = {}
        self._linear: dict[Arithmetic, LinearSystem] = {}
        self._checking = Checking(engine_named("bitwuzla", terms), terms, system)
        self._candidates: dict[Relation, dict[Term, None]] = {relation: {} for relation in system.relations}

    @property
    def is_exhausted(self) -> bool:
        """Has everybody said what there is to say?"""
        return not self._open

    def solved(self, patience: float) -> Solution | None:
        """A solution, over bit-vectors and checked; None if there is none within so many seconds for each arithmetic."""
        for arithmetic in list(self._open):
            self._context.check()
            self._context.progress("solving clauses", clauses=len(self._system.clauses))
            suggested = self._suggested(arithmetic, patience)
            if suggested is not None and (solution := self._checked(suggested, patience)) is not None:
                self._context.statistics.set(f"solved_over_{arithmetic.name.lower()}", 1)
                return solution
        return None

    def _suggested(self, arithmetic: Arithmetic, limit: float) -> Mapping[Relation, Iterable[Term]] | None:
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

    def _answer(self, arithmetic: Arithmetic, limit: float) -> Solved | Refuted | Unsolved:
        self._asked[arithmetic] = count = self._asked.get(arithmetic, 0) + 1
        guided = count % 2 == arithmetic.is_integers
        return solve(Z3Engine(self._terms), self._said(arithmetic), self._wall(limit), guided=guided)

    def _wall(self, seconds: float) -> float:
        """How long it takes to use so much CPU time, if as many others use the machine as until now."""
        context = self._context
        return seconds * max(1.0, context.wall_seconds / max(context.seconds, 0.01))

    def _said(self, arithmetic: Arithmetic) -> HornSystem:
        wrapping = arithmetic.value
        if wrapping is None:
            return self._system
        if arithmetic not in self._integers:
            self._integers[arithmetic] = Integers(self._terms, self._vocabulary, wrapping).system(self._system)
            self._linear[arithmetic] = without_products(self._terms, self._integers[arithmetic].system)
        return self._linear[arithmetic].system

    def _lifted(self, arithmetic: Arithmetic, formulas: Mapping[Relation, Term]) -> Mapping[Relation, Iterable[Term]]:
        if not arithmetic.is_integers:
            return {relation: list(conjuncts(formula)) for relation, formula in formulas.items()}
        said, linear = self._integers[arithmetic], self._linear[arithmetic]
        found: dict[Relation, Iterable[Term]] = {}
        for relation, formula in formulas.items():
            counterpart, products = linear.origins[relation]
            origin = said.origins[counterpart]
            bits = origin.parameters
            stands_for = [*((each,) for each in bits), *(tuple([bits[place] for place in each]) for each in products)]
            pairs = zip(relation.parameters, map(self._origin, stands_for), strict=True)
            found[origin] = list(Lifting(self._terms, dict(pairs)).candidates(formula))
        return found

    def _origin(self, factors: tuple[Term, ...]) -> Origin:
        return Origin(factors, tuple(map(self._reading, factors)))

    def _reading(self, parameter: Term) -> Reading:
        match parameter.sort:
            case Array(element=BitVec(width=width)):
                return element_reading(width)
            case BitVec(width=width):
                known = Integers(self._terms, self._vocabulary, Wrapping.PLAIN).reading(parameter)
                return known or element_reading(width)
            case _:
                return Reading.EITHER

    def _checked(self, suggested: Mapping[Relation, Iterable[Term]], patience: float) -> Solution | None:
        for relation, terms in suggested.items():
            self._candidates[relation] |= dict.fromkeys(terms)
        until = self._context.wall_seconds + self._wall(_FOR_CHECKS * patience)
        with self._context.statistics.time("checking_clauses_seconds"):
            candidates = {relation: list(terms) for relation, terms in self._candidates.items()}
            found = self._checking.check(candidates, lambda: until - self._context.wall_seconds)
        return found.solution if isinstance(found, Proved) else None


__all__ = ["Arithmetic", "Solving"]
