"""Renaming staged: terms are taken apart once and put together often, with other symbols in the place of some.

Only the parts of the terms that contain such symbols are made again.  No simplification is tried, because a renaming that gives
different symbols different names makes none possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whet.smt.terms.factory import Terms
from whet.smt.terms.term import Op, Term, reachable

_COMMUTATIVE = frozenset({Op.EQ, Op.BV_ADD, Op.BV_MUL, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.FP_EQ, Op.AND, Op.OR})


class Stencil:
    """Some terms, ready for renaming ``symbols``."""

    __slots__ = ("_fixed", "_roots", "_steps", "symbols")

    def __init__(self, terms: Terms, roots: Sequence[Term], symbols: Sequence[Term]) -> None:
        self.symbols = tuple(symbols)
        position: dict[Term, int] = {symbol: number for number, symbol in enumerate(self.symbols)}
        fixed: list[Term] = []
        steps: list[Callable[[list[Term]], Term]] = []
        moving: list[Term] = []
        for term in reachable(roots):
            if term not in position and any(arg in position for arg in term.args):
                position[term] = len(position)
                moving.append(term)
        for term in reachable(roots):
            if term not in position:
                position[term] = len(self.symbols) + len(moving) + len(fixed)
                fixed.append(term)
        for term in moving:
            steps.append(_step(terms, term, tuple([position[arg] for arg in term.args])))
        self._fixed = fixed
        self._steps = steps
        self._roots = [position[root] for root in roots]

    def __call__(self, names: Sequence[Term]) -> list[Term]:
        """The terms with these symbols instead, in the order of ``symbols``."""
        made = [*names]
        count = len(made) + len(self._steps)
        values = made + [made[0]] * (count - len(made)) + self._fixed if made else self._fixed
        for number, step in enumerate(self._steps, len(made)):
            values[number] = step(values)
        return [values[root] for root in self._roots]


def _step(terms: Terms, term: Term, args: tuple[int, ...]) -> Callable[[list[Term]], Term]:
    op, sort = term.op, term.sort
    if term.name or term.indices or op is Op.CONST_ARRAY or len(args) not in (1, 2):
        return _general(terms, term, args)
    if len(args) == 1:
        make_unary, only = terms.make_unary, args[0]
        return lambda values: make_unary(op, values[only], sort)
    make = terms.make_commutative if op in _COMMUTATIVE else terms.make_binary
    left, right = args
    return lambda values: make(op, values[left], values[right], sort)


def _general(terms: Terms, term: Term, args: tuple[int, ...]) -> Callable[[list[Term]], Term]:
    make, op, sort, name, indices = terms.make, term.op, term.sort, term.name, term.indices
    return lambda values: make(op, tuple([values[arg] for arg in args]), sort=sort, name=name, indices=indices)


__all__ = ["Stencil"]
