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
        self._integers: dict[Arithmetic, IntegerSystem] = {}
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
        engine = Z3Engine(self._terms)
        return solve(engine, self._said(arithmetic), limit)

    def _said(self, arithmetic: Arithmetic) -> HornSystem:
        wrapping = arithmetic.value
        if wrapping is None:
            return self._system
        if arithmetic not in self._integers:
            self._integers[arithmetic] = Integers(self._terms, self._vocabulary, wrapping).system(self._system)
        return self._integers[arithmetic].system

    def _lifted(self, arithmetic: Arithmetic, formulas: Mapping[Relation, Term]) -> Mapping[Relation, Iterable[Term]]:
        if not arithmetic.is_integers:
            return {relation: list(conjuncts(formula)) for relation, formula in formulas.items()}
        said = self._integers[arithmetic]
        found: dict[Relation, Iterable[Term]] = {}
        for relation, formula in formulas.items():
            origin = said.origins[relation]
            pairs = zip(relation.parameters, origin.parameters, strict=True)
            lifting = Lifting(self._terms, {symbol: self._origin(parameter) for symbol, parameter in pairs})
            found[origin] = list(lifting.candidates(formula))
        return found

    def _origin(self, parameter: Term) -> Origin:
        return Origin((parameter,), (self._reading(parameter),))

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
        until = self._context.wall_seconds + _FOR_CHECKS * patience
        with self._context.statistics.time("checking_clauses_seconds"):
            candidates = {relation: list(terms) for relation, terms in self._candidates.items()}
            found = self._checking.check(candidates, lambda: until - self._context.wall_seconds)
        return found.solution if isinstance(found, Proved) else None


__all__ = ["Arithmetic", "Solving"]
