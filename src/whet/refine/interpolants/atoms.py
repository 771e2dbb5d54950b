"""Normal forms of literals, so that the same fact is the same term wherever it was found.

Equations lose what both sides have in common, and odd factors; negated comparisons become comparisons the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from whet.refine.interpolants.linear import difference
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term, reachable

_OPPOSITES: Final[Mapping[Op, Callable[[Terms, Term, Term], Term]]] = MappingProxyType(
    {
        Op.BV_ULT: lambda t, a, b: t.bv_ule(b, a),
        Op.BV_ULE: lambda t, a, b: t.bv_ult(b, a),
        Op.BV_SLT: lambda t, a, b: t.bv_sle(b, a),
        Op.BV_SLE: lambda t, a, b: t.bv_slt(b, a),
        Op.INT_LT: lambda t, a, b: t.int_le(b, a),
        Op.INT_LE: lambda t, a, b: t.int_lt(b, a),
    }
)

_LOOSE: Final[Mapping[Op, Op]] = MappingProxyType({Op.BV_ULT: Op.BV_ULE, Op.BV_SLT: Op.BV_SLE, Op.INT_LT: Op.INT_LE})


def normalised(terms: Terms, formula: Term) -> Term:
    """An equivalent formula whose literals are in normal form, with negations only in front of equations and symbols."""
    made: dict[tuple[Term, bool], Term] = {}
    formula = narrowed(terms, formula)
    for sub in reachable((formula,)):
        if sub.sort is terms.bool_sort:
            for positive in (True, False):
                made[sub, positive] = _normal(terms, sub, positive, made)
    return made[formula, True]


_BY_BITS: Final = frozenset({Op.BV_ADD, Op.BV_SUB, Op.BV_MUL, Op.BV_NEG, Op.BV_NOT, Op.BV_AND, Op.BV_OR, Op.BV_XOR})
"""The low bits of the result depend on the low bits of the arguments only."""


def narrowed(terms: Terms, formula: Term) -> Term:
    """With low bits taken of arguments instead of results: what C computes in ``int`` for its smaller types."""
    made: dict[Term, Term] = {}
    for sub in reachable((formula,)):
        args = tuple([made[arg] for arg in sub.args])
        if sub.op is Op.EXTRACT and sub.indices[1] == 0:
            made[sub] = _low_bits(terms, args[0], sub.width)
        else:
            made[sub] = sub if args == sub.args else terms.rebuild(sub, args)
    return made[formula]


def _low_bits(terms: Terms, term: Term, width: int) -> Term:
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        sub = stack[-1]
        opened = [arg for arg in sub.args if arg not in done] if sub.op in _BY_BITS else []
        if opened:
            stack.extend(opened)
            continue
        stack.pop()
        if sub.op in _BY_BITS:
            args = tuple([done[arg] for arg in sub.args])
            done[sub] = terms.build(sub.op, args, sort=args[0].sort)
        else:
            done[sub] = terms.extract(sub, high=width - 1, low=0)
    return done[term]


def _normal(terms: Terms, term: Term, positive: bool, made: Mapping[tuple[Term, bool], Term]) -> Term:
    match term:
        case Term(op=Op.NOT, args=(inner,)):
            return made[inner, not positive]
        case Term(op=Op.AND | Op.OR, args=args):
            is_and = (term.op is Op.AND) == positive
            # A conjunction or disjunction; two comparisons of the same two terms become one if that says the same
            parts = [made[arg, positive] for arg in args]
            found = dict.fromkeys(parts)
            for part in parts:
                other, both = _partner(terms, part, is_and=is_and)
                if part in found and other in found and other is not part:
                    del found[part]
                    found[both] = found.pop(other)
            return (terms.and_ if is_and else terms.or_)(*found)
        case Term(op=Op.ITE, args=(condition, yes, no)):
            return terms.ite(made[condition, True], made[yes, positive], made[no, positive])
        case Term(op=Op.EQ, args=(a, b)):
            equation = terms.eq(made[a, True], made[b, True]) if a.sort is terms.bool_sort else equated(terms, a, b)
            return equation if positive else terms.not_(equation)
        case Term(args=(a, b)) if term.op in _OPPOSITES:
            return _comparison(terms, term if positive else _OPPOSITES[term.op](terms, a, b))
        case _:
            return term if positive else terms.not_(term)


def _comparison(terms: Terms, term: Term) -> Term:
    """A comparison that is an equation in disguise as such."""
    match term:
        case Term(op=Op.BV_ULE, args=(a, Term(value=0) as zero)):
            return equated(terms, a, zero)
        case Term(op=Op.BV_ULT, args=(Term(value=0) as zero, a)):
            return terms.not_(equated(terms, a, zero))
        case Term(op=Op.BV_ULT, args=(a, Term(value=1) as one)):
            return equated(terms, a, terms.bv(0, one.width))
        case _:
            return term


def _partner(terms: Terms, part: Term, *, is_and: bool) -> tuple[Term | None, Term]:
    """The term that makes a comparison complete, and what they are together."""
    match part:
        case Term(op=Op.BV_ULE | Op.BV_SLE | Op.INT_LE as op, args=(a, b)) if is_and:
            return terms.build(op, (b, a), sort=part.sort), equated(terms, a, b)
        case Term(op=Op.BV_ULT | Op.BV_SLT | Op.INT_LT as op, args=(a, b)) if not is_and:
            return equated(terms, a, b), terms.build(_LOOSE[op], (a, b), sort=part.sort)
        case _:
            return None, part


def equated(terms: Terms, a: Term, b: Term) -> Term:
    """``a = b`` in normal form."""
    total = difference(terms, a, b)
    return terms.eq(a, b) if total is None else total.is_zero(terms)
