"""Rebuilding terms, staged: they are taken apart once and rebuilt often, with other terms in place of some symbols.

Only the parts that contain such symbols are rebuilt.  A ``Stencil`` renames, and tries no simplification, because renaming to
different symbols makes none possible.  A ``Folding`` simplifies: where constants are put in, constants come out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term, reachable

Step: TypeAlias = Callable[[list[Term]], Term]
"""Makes one term from those that were made before it."""


class Staged:
    """Some terms, ready for other terms in the place of ``symbols``."""

    __slots__ = ("_blank", "_count", "_roots", "_steps", "symbols")

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], step: Callable[[Term, tuple[int, ...]], Step]) -> None:
        """``step`` builds a term like the given one, from arguments at these places of the list."""
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


Constructor: TypeAlias = Callable[[Term], Callable[..., Term]]
"""What makes a term like the given one from other arguments, such as ``Terms.constructor``."""


class Folding(Staged):
    """Some terms, ready for terms in the place of ``symbols``."""

    __slots__ = ()

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], constructor: Constructor) -> None:
        super().__init__(roots, symbols, lambda term, args: _fold(constructor(term), args))


def _fold(make: Callable[..., Term], args: tuple[int, ...]) -> Step:
    match args:
        case (only,):
            return lambda values: make(values[only])
        case (left, right):
            return lambda values: make(values[left], values[right])
        case _:
            return lambda values: make(*[values[arg] for arg in args])


_COMMUTATIVE = frozenset({Op.EQ, Op.BV_ADD, Op.BV_MUL, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.FP_EQ, Op.AND, Op.OR})


class Stencil(Staged):
    """Some terms, ready for renaming ``symbols``."""

    __slots__ = ()

    def __init__(self, terms: Terms, roots: Sequence[Term], symbols: Sequence[Term]) -> None:
        super().__init__(roots, symbols, partial(_rename, terms))


def _rename(terms: Terms, term: Term, args: tuple[int, ...]) -> Step:
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
