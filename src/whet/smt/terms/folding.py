"""Substitution staged: terms are taken apart once and put together often, with other terms in the place of some symbols.

Unlike a ``Stencil``, which only renames, this simplifies on the way: where constants are put in, constants come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from whet.smt.terms.term import Term, reachable

Constructor: TypeAlias = Callable[[Term], Callable[..., Term]]
"""What makes a term like the given one from other arguments, such as ``Terms.constructor``."""


class Folding:
    """Some terms, ready for terms in the place of ``symbols``."""

    __slots__ = ("_blank", "_count", "_roots", "_steps", "symbols")

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], constructor: Constructor) -> None:
        self.symbols = tuple(symbols)
        position: dict[Term, int] = {symbol: number for number, symbol in enumerate(self.symbols)}
        moving: list[Term] = []
        fixed: list[Term] = []
        for term in reachable(roots):
            if term not in position and any(arg in position for arg in term.args):
                position[term] = len(position)
                moving.append(term)
        for term in reachable(roots):
            if term not in position:
                position[term] = len(self.symbols) + len(moving) + len(fixed)
                fixed.append(term)
        self._count = len(self.symbols)
        self._blank = [*moving, *fixed]
        self._steps = [_step(constructor(term), tuple([position[arg] for arg in term.args])) for term in moving]
        self._roots = [position[root] for root in roots]

    def __call__(self, given: Sequence[Term]) -> list[Term]:
        """The terms with these instead of the symbols, in the order of ``symbols``."""
        values = [*given, *self._blank]
        for number, step in enumerate(self._steps, self._count):
            values[number] = step(values)
        return [values[root] for root in self._roots]


def _step(make: Callable[..., Term], args: tuple[int, ...]) -> Callable[[list[Term]], Term]:
    match args:
        case (only,):
            return lambda values: make(values[only])
        case (left, right):
            return lambda values: make(values[left], values[right])
        case _:
            return lambda values: make(*[values[arg] for arg in args])


__all__ = ["Constructor", "Folding"]
