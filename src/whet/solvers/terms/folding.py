"""Substitution staged: terms put together again with other terms in the place of some symbols.

Unlike a ``Stencil``, which only renames, this simplifies on the way: where constants are put in, constants come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from whet.solvers.terms.staged import Staged, Step
from whet.solvers.terms.term import Term

Constructor: TypeAlias = Callable[[Term], Callable[..., Term]]
"""What makes a term like the given one from other arguments, such as ``Terms.constructor``."""


class Folding(Staged):
    """Some terms, ready for terms in the place of ``symbols``."""

    __slots__ = ()

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], constructor: Constructor) -> None:
        super().__init__(roots, symbols, lambda term, args: _step(constructor(term), args))


def _step(make: Callable[..., Term], args: tuple[int, ...]) -> Step:
    match args:
        case (only,):
            return lambda values: make(values[only])
        case (left, right):
            return lambda values: make(values[left], values[right])
        case _:
            return lambda values: make(*[values[arg] for arg in args])
