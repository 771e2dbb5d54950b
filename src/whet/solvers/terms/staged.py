"""Making terms again, staged: they are taken apart once and put together often, with other terms in the place of symbols.

Only the parts that contain such symbols are made again.  How a part is made is up to who stages it: ``stencil`` renames,
``folding`` simplifies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from whet.solvers.terms.term import Term, reachable

Step: TypeAlias = Callable[[list[Term]], Term]
"""Makes one term from those that were made before it."""


class Staged:
    """Some terms, ready for other terms in the place of ``symbols``."""

    __slots__ = ("_blank", "_count", "_roots", "_steps", "symbols")

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], step: Callable[[Term, tuple[int, ...]], Step]) -> None:
        """``step`` tells how to make a term like the given one, from arguments at these places of the list."""
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
        self._steps = [step(term, tuple([position[arg] for arg in term.args])) for term in moving]
        self._roots = [position[root] for root in roots]

    def __call__(self, given: Sequence[Term]) -> list[Term]:
        """The terms with these instead of the symbols, in the order of ``symbols``."""
        values = [*given, *self._blank]
        for number, step in enumerate(self._steps, self._count):
            values[number] = step(values)
        return [values[root] for root in self._roots]
