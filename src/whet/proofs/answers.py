"""Predicates about objects (``cfa.library.Tells``) in the check of proofs.

The object is the one of the base of the pointer, as in ``validity``. Objects do not overlap, and blocks at unknown addresses are
made after all others: a pointer into a known object points into no other. A pointer into none of them has any answer, except
null, which is valid for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.expressions import Expr, Variable
from whet.library.effects import Question
from whet.proofs.state import WIDE
from whet.proofs.validity import named_by, objects, traced
from whet.proofs.values import ExpressionEncoding
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

_NOT_KNOWN = "which object a pointer leads to"


@dataclass(frozen=True, slots=True)
class _Known:
    """An object that the pointer may lead to."""

    leads_there: Term
    alive: Term
    first: Term
    size: Term
    variable: Variable | None


def answer(of: ExpressionEncoding, question: Question, arguments: Sequence[Expr]) -> Term | None:
    """In ``WIDE`` bits; None if it may be anything."""
    match question, arguments:
        case ((Question.READABLE | Question.WRITABLE), (pointer, size)):
            length = of.bits.terms.resize(of.value(size), WIDE, signed=False)
            writes = question is Question.WRITABLE
            t = of.bits.terms
            base, begin = _computed(of, pointer)
            known = _known(of, pointer, base)
            end = t.bv_add(begin, length)
            good = [
                t.and_(each.leads_there, each.alive, t.bv_sle(each.first, begin), t.bv_sle(end, t.bv_add(each.first, each.size)))
                for each in known
                if not (writes and each.variable is not None and each.variable.is_read_only)
            ]
            elsewhere = t.and_(t.not_(t.or_(*(each.leads_there for each in known))), t.is_nonzero(base))
            if elsewhere is not t.false:
                good.append(t.and_(elsewhere, of.bits.symbol(BOOL, _NOT_KNOWN)))
            return t.as_bit(t.or_(*good), WIDE)
        case ((Question.SIZE | Question.OFFSET), (pointer,)):
            t = of.bits.terms
            base, begin = _computed(of, pointer)
            result = of.bits.fresh(WIDE, _NOT_KNOWN)
            for each in _known(of, pointer, base):
                measured = each.size if question is Question.SIZE else t.bv_sub(begin, each.first)
                result = t.ite(t.and_(each.leads_there, each.alive), measured, result)
            return result
        case _:
            return None


def _computed(of: ExpressionEncoding, pointer: Expr) -> tuple[Term, Term]:
    """The base of a pointer, and its address."""
    t = of.bits.terms
    base, offset = traced(of, pointer)
    base = t.resize(base, WIDE, signed=False)
    return base, t.bv_add(base, offset)


def _known(of: ExpressionEncoding, pointer: Expr, base: Term) -> list[_Known]:
    t, found = of.bits.terms, []
    for place, size, alive, variable in objects(of, named_by(pointer)):
        first = t.bv(place, WIDE)
        leads_there = t.and_(t.bv_ule(first, base), t.bv_ule(base, t.bv_add(first, size)))
        if leads_there is not t.false:
            found.append(_Known(leads_there, alive, first, size, variable))
    return found
