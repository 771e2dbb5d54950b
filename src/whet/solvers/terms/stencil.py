"""Renaming staged: terms put together again with other symbols in the place of some.

No simplification is tried, because a renaming that gives different symbols different names makes none possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.staged import Staged, Step
from whet.solvers.terms.term import Op, Term

_COMMUTATIVE = frozenset({Op.EQ, Op.BV_ADD, Op.BV_MUL, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.FP_EQ, Op.AND, Op.OR})


class Stencil(Staged):
    """Some terms, ready for renaming ``symbols``."""

    __slots__ = ()

    def __init__(self, terms: Terms, roots: Sequence[Term], symbols: Sequence[Term]) -> None:
        super().__init__(roots, symbols, partial(_step, terms))


def _step(terms: Terms, term: Term, args: tuple[int, ...]) -> Step:
    op, sort = term.op, term.sort
    if term.name or term.indices or op is Op.CONST_ARRAY or len(args) not in (1, 2):
        return _general(terms, term, args)
    if len(args) == 1:
        make_unary, only = terms.make_unary, args[0]
        return lambda values: make_unary(op, values[only], sort)
    make = terms.make_commutative if op in _COMMUTATIVE else terms.make_binary
    left, right = args
    return lambda values: make(op, values[left], values[right], sort)


def _general(terms: Terms, term: Term, args: tuple[int, ...]) -> Step:
    make, op, sort, name, indices = terms.make, term.op, term.sort, term.name, term.indices
    return lambda values: make(op, tuple([values[arg] for arg in args]), sort=sort, name=name, indices=indices)
