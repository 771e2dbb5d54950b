"""Sequence interpolants of linear inequalities over integers, by Farkas' lemma.

Inequalities that contradict each other have non-negative factors such that their weighted sum is ``c <= 0`` for some positive
``c``.  The weighted sum of those before a cut is the interpolant there (McMillan, TACAS 2004).  Disjunctions, and disequalities
among them, are decided only where a model of the rest violates them; the results of the cases are put together: by conjunction at
the cuts before the block of the disjunction, by disjunction at those after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TypeAlias

from whet.refine.interpolants.cores import SATISFIABLE, Cores
from whet.refine.interpolants.linear import Sum, difference
from whet.refine.interpolants.resolution import disjuncts_of
from whet.runtime.deadline import Deadline
from whet.solvers.port import Engine, Failure, InterpolantTerms, Model, NoAnswer, Sat, Unsat
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Op, Term, is_false, reachable
from whet.solvers.terms.walks import conjuncts, substitute
from whet.task.records import dataclass


class FarkasInterpolation:
    """Finds sequences; ``cases`` is the greatest number of cases that are looked at."""

    def __init__(self, engine: Engine, *, cases: int = 64) -> None:
        self._engine = engine
        self._cases = cases

    def sequence(self, blocks: Sequence[Term], *, limit: float | None = None) -> InterpolantTerms | Failure:
        deadline, case = Deadline(limit), _Case(((),) * len(blocks), ())
        needed = Cores(self._engine, deadline).of_blocks([tuple(conjuncts(block)) for block in blocks])
        if isinstance(needed, Failure):
            return needed
        for number, parts in enumerate(needed):
            case = case.assuming(self._engine.terms, number, self._engine.terms.and_(*parts))
        try:
            return InterpolantTerms(tuple(_Cases(self._engine, self._cases, deadline).interpolants(case)))
        except _NoCertificate as reason:
            return Failure(str(reason))


class _NoCertificate(Exception):
    """There will be no result; the message says why."""


_Choice: TypeAlias = tuple[Term, ...]
"""Formulas one of which holds."""


@dataclass(frozen=True, slots=True)
class _Case:
    """What holds in each block: literals, and choices that are still open."""

    literals: tuple[tuple[Term, ...], ...]
    choices: tuple[tuple[int, _Choice], ...]
    """With the block they are in."""

    def assuming(self, terms: Terms, block: int, formula: Term) -> _Case:
        """The case in which a formula holds in a block."""
        literals, choices = list(self.literals[block]), list(self.choices)
        for part in conjuncts(formula):
            choice = _choice(terms, part)
            if choice is None:
                literals.append(part)
            else:
                choices.append((block, choice))
        return _Case((*self.literals[:block], tuple(literals), *self.literals[block + 1 :]), tuple(choices))

    def without(self, choice: tuple[int, _Choice]) -> _Case:
        return _Case(self.literals, tuple(each for each in self.choices if each is not choice))


def _choice(terms: Terms, part: Term) -> _Choice | None:
    """The cases of a formula that is no linear literal."""
    disjuncts = disjuncts_of(terms, part)
    if disjuncts is not None:
        return disjuncts
    if part.op is Op.NOT and part.args[0].op is Op.OR:
        return (terms.and_(*map(terms.not_, part.args[0].args)),)
    conditional = next((term for term in reachable((part,)) if term.op is Op.ITE), None)
    if conditional is not None:
        # A literal with a conditional inside, decided
        condition, yes, no = conditional.args
        chosen = (
            (condition, substitute(terms, part, {conditional: yes})),
            (terms.not_(condition), substitute(terms, part, {conditional: no})),
        )
        return tuple(terms.and_(*each) for each in chosen)
    if part.op is Op.NOT and part.args[0].op is Op.EQ and part.args[0].args[0].sort == INT:
        a, b = part.args[0].args
        return terms.int_lt(a, b), terms.int_lt(b, a)
    return None


class _Cases:
    """Goes through the cases, depth first."""

    def __init__(self, engine: Engine, most: int, deadline: Deadline) -> None:
        self._engine = engine
        self._terms = engine.terms
        self._left = most
        self._deadline = deadline

    def interpolants(self, case: _Case) -> list[Term]:
        if not self._left or self._deadline.is_over:
            raise _NoCertificate("too many cases" if not self._left else "time limit")
        self._left -= 1
        solver = self._engine.solver()
        match solver.check(*dict.fromkeys(part for block in case.literals for part in block), limit=self._deadline.left()):
            case Unsat():
                # Of each block the literals that contradict each other.
                found = Cores(self._engine, self._deadline).of_blocks(case.literals)
                if isinstance(found, Failure):
                    raise _NoCertificate(found.reason)
                return self._certified(found)
            case Sat(model=model):
                return self._decided(case, model)
            case NoAnswer() as undecided:
                raise _NoCertificate(str(undecided))

    def _decided(self, case: _Case, model: Model) -> list[Term]:
        """Look at the cases of a choice that the model violates; the last of these is nearest to the error."""
        t = self._terms
        violated = [choice for choice in case.choices if not any(map(model.holds, choice[1]))]
        if not violated:
            raise _NoCertificate(SATISFIABLE)
        block, alternatives = violated[-1]
        rest = case.without(violated[-1])
        results = [self.interpolants(rest.assuming(t, block, alternative)) for alternative in alternatives]
        return [(t.and_ if cut < block else t.or_)(*terms) for cut, terms in enumerate(zip(*results, strict=True))]

    def _certified(self, blocks: list[tuple[Term, ...]]) -> list[Term]:
        """Interpolants of literals that contradict each other; one that several blocks have counts as one of the last."""
        last = {part: number for number, block in enumerate(blocks) for part in block}
        rows = [_row(self._terms, part) for part in last]
        factors = self._factors(rows)
        weighted = [(number, row.sum.times(factor)) for number, row, factor in zip(last.values(), rows, factors, strict=True)]
        cuts = range(len(blocks) - 1)
        return [_at_most_zero(self._terms, [each for number, each in weighted if number <= cut]) for cut in cuts]

    def _factors(self, rows: list[_Row]) -> list[int]:
        """Such that the weighted sum of the rows is a positive constant."""
        t, zero = self._terms, self._terms.integer(0)
        factors = [t.symbol(f"factor~{position}", INT) for position in range(len(rows))]
        solver = self._engine.solver()
        solver.add(*(t.int_le(zero, factor) for factor, row in zip(factors, rows, strict=True) if not row.is_equation))
        for atom in dict.fromkeys(atom for row in rows for atom in row.sum.factors):
            total = _weighted(t, factors, [row.sum.factors.get(atom, 0) for row in rows])
            solver.add(t.eq(total, zero))
        solver.add(t.int_lt(zero, _weighted(t, factors, [row.sum.constant for row in rows])))
        match solver.check(limit=self._deadline.left()):
            case Sat(model=model):
                values = [model.value(factor) for factor in factors]
                return [value for value in values if isinstance(value, int)]
            case Unsat():
                raise _NoCertificate("only integrality contradicts")
            case NoAnswer() as undecided:
                raise _NoCertificate(str(undecided))


@dataclass(frozen=True, slots=True)
class _Row:
    """A sum that is at most zero, or zero."""

    sum: Sum
    is_equation: bool


def _row(terms: Terms, literal: Term) -> _Row:
    if is_false(literal):
        return _Row(Sum({}, 1, None), is_equation=False)
    positive = literal.op is not Op.NOT
    atom = literal if positive else literal.args[0]
    if atom.op not in (Op.INT_LE, Op.INT_LT, Op.EQ) or atom.args[0].sort != INT:
        raise _NoCertificate(f"{literal} is not linear")
    a, b = atom.args if positive else (atom.args[1], atom.args[0])
    total = difference(terms, a, b)
    if total is None or any(each.op is not Op.SYMBOL for each in total.factors):
        raise _NoCertificate(f"{literal} is not linear")
    is_strict = (atom.op is Op.INT_LT) == positive and atom.op is not Op.EQ
    return _Row(Sum(total.factors, total.constant + int(is_strict), None), is_equation=atom.op is Op.EQ)


def _weighted(terms: Terms, factors: Sequence[Term], numbers: Sequence[int]) -> Term:
    return Sum({factor: number for factor, number in zip(factors, numbers, strict=True) if number}, 0, None).term(terms)


def _at_most_zero(terms: Terms, sums: Sequence[Sum]) -> Term:
    """``a sum of sums <= 0``, divided by what the factors have in common."""
    factors: dict[Term, int] = {}
    for each in sums:
        for atom, factor in each.factors.items():
            factors[atom] = factors.get(atom, 0) + factor
    factors = {atom: factor for atom, factor in factors.items() if factor}
    constant = sum(each.constant for each in sums)
    if not factors:
        return terms.truth(constant <= 0)
    common = gcd(*factors.values())
    divided = {atom: factor // common for atom, factor in factors.items()}
    greatest = -constant // common  # what the sum of the symbols is at most, rounded down
    positive = {atom: factor for atom, factor in divided.items() if factor > 0}
    negative = {atom: -factor for atom, factor in divided.items() if factor < 0}
    return terms.int_le(Sum(positive, 0, None).term(terms), Sum(negative, greatest, None).term(terms))
