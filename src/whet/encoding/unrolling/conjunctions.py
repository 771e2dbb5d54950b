"""Conjunctions of guards, one after the other, most of which begin like the one before.

A guard has a condition for every check on the way, so conjunctions that are written out take time, and make formulas, that grow
with the square of their number.  The beginning of a long guard is therefore cut into pieces of the same length, and a piece that
the guard before had at the same place is not made again: what two guards share is one term.
"""

from __future__ import annotations

from whet.encoding.unrolling.joining import Guard
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term

_PIECE = 64
"""Conditions; more than what a conjunction takes out of those it is made of."""


class Conjunctions:
    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._pieces: list[tuple[Guard, Term]] = []
        """Of the guard before."""

    def of(self, guard: Guard) -> Term:
        if len(guard) <= 2 * _PIECE:
            return self._terms.and_(*guard)
        whole = len(guard) // _PIECE
        for number in range(whole):
            piece = guard[number * _PIECE : (number + 1) * _PIECE]
            if number >= len(self._pieces) or self._pieces[number][0] != piece:
                self._pieces[number:] = [(piece, self._terms.and_(*piece))]
        return self._terms.and_(*(made for _, made in self._pieces[:whole]), *guard[whole * _PIECE :])
