"""Conditions that contradict themselves by addition and multiplication alone.

Solvers turn a multiplication of 32 bits into thousands of gates, and then ``s == i * i`` does not give ``s + 2 * i + 1 == (i + 1)
* (i + 1)`` in any time one would wait.  For polynomials it takes a few rewritings: bit-vectors of width ``w`` are numbers modulo
``2**w``, so the equations of a condition span an ideal, and an inequation whose difference is in it cannot hold.

``refuted`` takes a condition apart into literals, and looks at each case of the choices (``ite``) in the inequations.  What is no
polynomial is an atom.  An answer of False means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.polynomials import Ideal, Polynomial, TooLarge
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import conjuncts, substitute

_MOST_CASES = 48
_LARGEST = 4000
"""Nodes of a condition that is looked at."""


def refuted(terms: Terms, condition: Term, memory: AlgebraMemory | None = None) -> bool:
    """Is it unsatisfiable?  False if that is not known.  Frequent callers pass a cache."""
    memory = memory or AlgebraMemory()
    if not is_smaller(condition, _LARGEST):
        return False
    waiting, count = [condition], 0
    while waiting:
        case = waiting.pop()
        count += 1
        if count > _MOST_CASES:
            return False
        found = _Case(terms, case, memory)
        if case is terms.false or found.is_refuted():
            continue
        choice = found.choice()
        if choice is None:
            choice = found.alternative()
        if choice is None:
            return False
        waiting += _told_apart(terms, case, choice)
    return True


def _told_apart(terms: Terms, condition: Term, choice: Term) -> list[Term]:
    return [
        terms.and_(choice, substitute(terms, condition, {choice: terms.true})),
        terms.and_(terms.not_(choice), substitute(terms, condition, {choice: terms.false})),
    ]


def is_smaller(term: Term, most: int) -> bool:
    """Has it fewer nodes?  No more of them are looked at."""
    seen: set[int] = set()
    waiting = [term]
    while waiting and len(seen) < most:
        part = waiting.pop()
        if part.number not in seen:
            seen.add(part.number)
            waiting += part.args
    return len(seen) < most


class AlgebraMemory:
    """Polynomials of terms, and ideals of equations: conditions about the same place have most of them in common."""

    def __init__(self) -> None:
        self.polynomials = Polynomials()
        self._ideals: dict[tuple[int, frozenset[Polynomial]], Ideal] = {}

    def ideal(self, width: int, equations: Sequence[Polynomial]) -> Ideal:
        key = (width, frozenset(equations))
        if key not in self._ideals:
            self._ideals[key] = Ideal.of(width, dict.fromkeys(equations))
        return self._ideals[key]


class _Case:
    """A conjunction of literals."""

    def __init__(self, terms: Terms, condition: Term, memory: AlgebraMemory) -> None:
        self._equations: dict[int, list[Polynomial]] = {}
        self._inequations: dict[int, list[Polynomial]] = {}
        self._memory = memory
        self._polynomials = memory.polynomials
        self._clauses: list[Term] = []
        self._compared: list[Term] = []
        for literal in literals(terms, condition):
            self._read(literal)

    def _read(self, literal: Term) -> None:
        match literal:
            case Term(op=Op.EQ, args=(left, right)) if isinstance(left.sort, BitVec):
                self._note(self._equations, left, right)
            case Term(op=Op.NOT, args=(Term(op=Op.EQ, args=(left, right)),)) if isinstance(left.sort, BitVec):
                self._compared += [left, right]
                self._note(self._inequations, left, right)
            case Term(op=Op.OR):
                self._clauses.append(literal)
            case _:
                pass

    def _note(self, kept: dict[int, list[Polynomial]], left: Term, right: Term) -> None:
        try:
            difference = self._polynomials.of(left, left.width) - self._polynomials.of(right, right.width)
        except TooLarge:
            return
        kept.setdefault(left.width, []).append(difference)

    def is_refuted(self) -> bool:
        return any(map(self._is_refuted_at, sorted({*self._equations, *self._inequations})))

    def _is_refuted_at(self, width: int) -> bool:
        """Equations of more bits hold for fewer, too."""
        equations = [each.cut(width) for w, found in self._equations.items() if w >= width for each in found]
        ideal = self._memory.ideal(width, equations)
        return ideal.is_contradictory or any(map(_Vanishes(ideal), self._inequations.get(width, ())))

    def choice(self) -> Term | None:
        """A condition to distinguish cases by: one that values in an inequation depend on."""
        choices = (part.args[0] for part in reversed(list(reachable(self._compared))) if part.op is Op.ITE)
        return next(choices, None)

    def alternative(self) -> Term | None:
        """Else a part of a disjunction."""
        return next((clause.args[0] for clause in self._clauses), None)


class _Vanishes:
    def __init__(self, ideal: Ideal) -> None:
        self._ideal = ideal

    def __call__(self, polynomial: Polynomial) -> bool:
        try:
            return self._ideal.reduced(polynomial).is_zero
        except TooLarge:
            return False


class Polynomials:
    """Bit-vectors as polynomials; an atom is the number of a term and stands for its value without a sign."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Polynomial] = {}

    def of(self, term: Term, width: int) -> Polynomial:
        """Its lowest bits.  Raises ``TooLarge``."""
        waiting = [(term, width)]
        while waiting:
            part, w = waiting[-1]
            missing = [each for each in _parts(part, w) if (each[0].number, each[1]) not in self._known]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if (part.number, w) not in self._known:
                self._known[part.number, w] = self._made(part, w)
        return self._known[term.number, width]

    def _made(self, term: Term, width: int) -> Polynomial:
        parts = [self._known[part.number, w] for part, w in _parts(term, width)]
        match term:
            case Term(value=int(value)):
                return Polynomial.constant(width, value)
            case Term(op=Op.BV_ADD):
                return parts[0] + parts[1]
            case Term(op=Op.BV_SUB):
                return parts[0] - parts[1]
            case Term(op=Op.BV_MUL):
                return parts[0] * parts[1]
            case Term(op=Op.BV_NEG):
                return parts[0].times(-1)
            case Term(op=Op.BV_NOT):
                return parts[0].times(-1) - Polynomial.constant(width, 1)
            case Term(op=Op.BV_SHL, args=(_, Term(value=int(by)))):
                return parts[0].times(1 << by)
            case _ if parts:
                return parts[0]
            case Term(op=Op.ZERO_EXTEND, args=(inner,)):
                return Polynomial.atom(width, inner.number)
            case _:
                return Polynomial.atom(width, term.number)


def _parts(term: Term, width: int) -> list[tuple[Term, int]]:
    """What a polynomial is made of, with as many bits as matter."""
    match term:
        case Term(value=int()):
            return []
        case Term(op=Op.BV_ADD | Op.BV_SUB | Op.BV_MUL | Op.BV_NEG | Op.BV_NOT):
            return [(each, width) for each in term.args]
        case Term(op=Op.BV_SHL, args=(shifted, Term(value=int(by)))) if by < term.width:
            return [(shifted, width)]
        case Term(op=Op.EXTRACT, args=(inner,), indices=(_, 0)):
            return [(inner, width)]
        case Term(op=Op.ZERO_EXTEND | Op.SIGN_EXTEND, args=(inner,)) if width <= inner.width:
            return [(inner, width)]
        case _:
            return []


def literals(terms: Terms, condition: Term) -> Iterator[Term]:
    """What holds if a condition does, as far as can be seen without cases."""
    waiting = [condition]
    while waiting:
        for part in conjuncts(waiting.pop()):
            if part.op is Op.NOT and part.args[0].op is Op.OR:
                waiting += [terms.not_(each) for each in part.args[0].args]
            elif part.op is Op.NOT and part.args[0].op is Op.AND:
                yield terms.or_(*(terms.not_(each) for each in part.args[0].args))
            else:
                yield part
