"""Obligations with products of unknowns, decided twice in different ways.

Bit-vector solvers do not show in time that ``s == i * i`` is preserved by ``s += 2 * i + 1; i++``. In place of the first engine
the algebra of this package (``polynomials``) refutes such obligations, and the engine decides the others. The second one, z3,
rewrites products by itself; it decides one case at a time. The *linear part* of a conjunction omits the literals with products:
if it is unsatisfiable, so is the conjunction. *Implied equalities* follow from the linear part, such as ``i == n`` from
``i <= n`` and not ``i < n``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.proofs.polynomials import Combinations, Polynomial, PolynomialTooLarge, Ring
from whet.solvers.port import Engine, SolverAnswer, Unsat, Use
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import conjuncts, size, substitute, symbols

_SHORT = 0.5
"""Seconds for the linear part, and for each equality that it may imply."""
_MOST_CASES = 48
_MOST_EQUALITIES = 24
_LARGEST = 4000
"""Nodes of a condition that the algebra takes apart."""
_ORDERED = (Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE)
_MULTIPLYING = (Op.BV_MUL, Op.BV_UDIV, Op.BV_SDIV, Op.BV_UREM, Op.BV_SREM)


class Products:
    def __init__(self, engine: Engine, *, uses_algebra: bool) -> None:
        self.name = engine.name
        self._engine = engine
        self._terms: Terms = engine.terms
        self._uses_algebra = uses_algebra

    def answer(self, condition: Term, limit: float) -> SolverAnswer:
        """Can the condition hold?"""
        if not with_products([condition]):
            return self._asked(condition, limit)
        if self._is_refuted(condition) or self._is_impossible(linear_part(self._terms, condition)):
            return Unsat(())
        stronger = _replaced(self._terms, condition, self._equalities(condition))
        if self._is_refuted(stronger):
            return Unsat(())
        for case in [stronger] if self._uses_algebra else cases(self._terms, stronger):
            answer = self._asked(case, limit)
            if not isinstance(answer, Unsat):
                return answer
        return Unsat(())

    def _is_refuted(self, condition: Term) -> bool:
        return self._uses_algebra and refuted(self._terms, condition)

    def _equalities(self, condition: Term) -> list[Term]:
        part = linear_part(self._terms, condition)
        candidates = list(dict.fromkeys(_candidates(self._terms, condition, part)))[:_MOST_EQUALITIES]
        wanted = (each for each in candidates if each is not self._terms.true)
        return [each for each in wanted if self._is_impossible(self._terms.and_(part, self._terms.not_(each)))]

    def _is_impossible(self, condition: Term) -> bool:
        return isinstance(self._asked(condition, _SHORT), Unsat)

    def _asked(self, condition: Term, limit: float) -> SolverAnswer:
        if condition is self._terms.false:
            return Unsat(())
        return self._engine.solver(use=Use.HEAVY).check(condition, limit=limit)


def with_products(conditions: Sequence[Term]) -> list[Term]:
    """Conditions that multiply or divide by what is not constant."""
    found: set[int] = set()
    for part in reachable(conditions):
        multiplies = part.op in _MULTIPLYING and part.args[1].value is None
        if multiplies or any(arg.number in found for arg in part.args):
            found.add(part.number)
    return [condition for condition in conditions if condition.number in found]


def linear_part(terms: Terms, condition: Term) -> Term:
    literals = list(_literals(terms, condition))
    hard = set(with_products(literals))
    return terms.and_(*(literal for literal in literals if literal not in hard))


def _replaced(terms: Terms, condition: Term, equalities: Sequence[Term]) -> Term:
    """The condition with its equalities; a symbol that equals another term is replaced by it."""
    for equality in equalities:
        left, right = equality.args
        symbol, value = (left, right) if left.op is Op.SYMBOL else (right, left)
        if symbol.op is Op.SYMBOL and symbol not in symbols(value):
            condition = substitute(terms, condition, {symbol: value})
    return terms.and_(*equalities, condition)


def _candidates(terms: Terms, condition: Term, part: Term) -> Iterator[Term]:
    """Candidate equalities: a division without remainder, and neighbours of what is compared."""
    for each in reachable((condition,)):
        by = each.args[1].value if len(each.args) == 2 else None
        if each.op in (Op.BV_UDIV, Op.BV_SDIV) and isinstance(by, int):
            yield terms.eq(each.args[0], terms.bv_mul(each, each.args[1]))
        elif each.op in (Op.BV_LSHR, Op.BV_ASHR) and isinstance(by, int):
            yield terms.eq(each.args[0], terms.bv_mul(each, terms.bv(1 << by, each.width)))
    for literal in _literals(terms, part):
        compared = literal.args[0] if literal.op is Op.NOT else literal
        if compared.op in _ORDERED:
            left, right = compared.args
            one = terms.bv(1, left.width)
            yield terms.eq(left, right)
            yield terms.eq(left, terms.bv_add(right, one))
            yield terms.eq(terms.bv_add(left, one), right)


def refuted(terms: Terms, condition: Term) -> bool:
    """Does the algebra refute every case of the condition? It is incomplete."""
    if size(condition) > _LARGEST:
        return False
    waiting, count = [condition], 0
    while waiting:
        case = waiting.pop()
        count += 1
        if case is terms.false or _is_contradiction(terms, case):
            continue
        choice = _inner_choice(terms, case)
        choice = _alternative(terms, case) if choice is None else choice
        if choice is None or count > _MOST_CASES:
            return False
        waiting += _split(terms, case, choice)
    return True


def cases(terms: Terms, condition: Term) -> list[Term]:
    """Conditions of which one holds if this one does, without ``ite`` in comparisons; itself if there are too many."""
    waiting, found = [condition], list[Term]()
    while waiting:
        case = waiting.pop()
        choice = _inner_choice(terms, case)
        if choice is not None:
            waiting += _split(terms, case, choice)
        elif case is not terms.false:
            found.append(case)
        if len(waiting) + len(found) > _MOST_CASES:
            return [condition]
    return found


def _split(terms: Terms, case: Term, choice: Term) -> list[Term]:
    return [
        terms.and_(choice, substitute(terms, case, {choice: terms.true})),
        terms.and_(terms.not_(choice), substitute(terms, case, {choice: terms.false})),
    ]


def _inner_choice(terms: Terms, case: Term) -> Term | None:
    """The condition of the innermost ``ite`` inside an inequation."""
    compared = [side for literal in _literals(terms, case) for side in _sides(literal, equal=False)]
    return next((part.args[0] for part in reversed(list(reachable(compared))) if part.op is Op.ITE), None)


def _alternative(terms: Terms, case: Term) -> Term | None:
    """The first part of a disjunction."""
    return next((literal.args[0] for literal in _literals(terms, case) if literal.op is Op.OR), None)


def _is_contradiction(terms: Terms, case: Term) -> bool:
    """Of the equations and inequations of a conjunction, one width at a time: equations of more bits hold for fewer, too."""
    literals = list(_literals(terms, case))
    equations = [sides for literal in literals if (sides := _sides(literal, equal=True))]
    inequations = [sides for literal in literals if (sides := _sides(literal, equal=False))]
    for width in sorted({left.width for left, _ in (*equations, *inequations)}):
        ring = Ring(width)
        known = Combinations(ring, _differences(ring, [each for each in equations if each[0].width >= width]))
        wrong = _differences(ring, [each for each in inequations if each[0].width == width])
        if known.is_contradictory or any(map(known.vanishes, wrong)):
            return True
    return False


def _differences(ring: Ring, pairs: Sequence[tuple[Term, Term]]) -> list[Polynomial]:
    found: list[Polynomial] = []
    for left, right in pairs:
        try:
            found.append(ring.difference(left, right))
        except PolynomialTooLarge:
            continue
    return found


def _sides(literal: Term, *, equal: bool) -> tuple[Term, Term] | tuple[()]:
    """The bit-vectors that a literal equates or distinguishes."""
    if not equal:
        return _sides(literal.args[0], equal=True) if literal.op is Op.NOT else ()
    if literal.op is not Op.EQ or not isinstance(literal.args[0].sort, BitVec):
        return ()
    left, right = literal.args
    return left, right


def _literals(terms: Terms, condition: Term) -> Iterator[Term]:
    """The conjuncts of a condition."""
    waiting = [condition]
    while waiting:
        for part in conjuncts(waiting.pop()):
            negated = part.args[0] if part.op is Op.NOT else None
            if negated is not None and negated.op is Op.OR:
                waiting += [terms.not_(each) for each in negated.args]
            elif negated is not None and negated.op is Op.AND:
                yield terms.or_(*(terms.not_(each) for each in negated.args))
            else:
                yield part
