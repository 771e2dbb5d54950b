"""Abstract states of symbolic execution and their order (Beyer, Lemberger: Symbolic Execution with CEGAR, ISoLA 2016, section 3).

A state has a *store*, which gives each variable and each region of memory a term over symbolic values, and *constraints* over
symbolic values.  It describes the concrete states that some numbers for the symbolic values make of it, if these meet all
constraints.  What the store does not have may have any value.

Symbolic values are bound names: two states that differ in them only describe the same.  Nobody renames to find that out; instead
names are given out again as soon as nobody uses them (``execution``), so that two turns of a loop often choose the same.

One state describes no more than another if it has the same store and at least its constraints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from whet.cfa.model import Edge, Function
from whet.core.interfaces import CoverIndex, Gap
from whet.encoding.unrolling.joining import Values
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

Constraints: TypeAlias = Mapping[Term, frozenset[Edge]]
"""Each with the edges that assumed it: no two states differ only in these."""


class SymbolicState:
    """What is known after a path; never changed."""

    __slots__ = ("_hash", "_store", "_symbols", "activations", "constraints", "function", "gap", "values")

    def __init__(
        self,
        values: Values,
        constraints: Constraints,
        function: Function,
        activations: Mapping[str, int],
        gap: Gap | None = None,
    ) -> None:
        self.values = values
        self.constraints = constraints
        self.function = function
        """The one that is executed."""
        self.activations = activations
        """How many calls of each function are active."""
        self.gap = gap
        self._store: frozenset[tuple[Term, Term]] | None = None
        self._hash: int | None = None
        self._symbols: frozenset[Term] | None = None

    @property
    def store(self) -> frozenset[tuple[Term, Term]]:
        """The values, to be compared."""
        if self._store is None:
            self._store = frozenset(self.values.items())
        return self._store

    @property
    def symbols(self) -> frozenset[Term]:
        """The symbolic values that occur in it."""
        if self._symbols is None:
            self._symbols = frozenset().union(*map(symbols, self.values.values()), *map(symbols, self.constraints))
        return self._symbols

    def knowing(self, values: Values, constraints: Constraints) -> SymbolicState:
        """A state at the same place that knows something else; itself if that is what it knows."""
        if values is self.values and constraints is self.constraints:
            return self
        return SymbolicState(values, constraints, self.function, self.activations, self.gap)

    def is_like(self, other: SymbolicState) -> bool:
        """Are both at the same place, with the same store?"""
        return (
            self.function is other.function
            and self.gap == other.gap
            and self.store == other.store
            and self.activations == other.activations
        )

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.store, frozenset(self.constraints)))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SymbolicState):
            return NotImplemented
        return self is other or (self.constraints.keys() == other.constraints.keys() and self.is_like(other))

    def __repr__(self) -> str:
        values = ", ".join(f"{base} = {value}" for base, value in self.values.items())
        return f"<{values} if {' and '.join(map(str, self.constraints)) or 'true'}{'' if self.gap is None else f' {self.gap}'}>"


class SymbolicDomain:
    """The order of states, and the stop operator that goes with it."""

    def leq(self, *, lhs: SymbolicState, rhs: SymbolicState) -> bool:
        return rhs.constraints.keys() <= lhs.constraints.keys() and lhs.is_like(rhs)

    def join(self, a: SymbolicState, b: SymbolicState) -> SymbolicState:
        """With what both assume; stores that differ are not joined."""
        if not a.is_like(b):
            raise NotImplementedError("different stores are not joined")
        return a.knowing(a.values, {term: edges for term, edges in a.constraints.items() if term in b.constraints})

    def widen(self, *, old: SymbolicState, new: SymbolicState) -> SymbolicState:
        return self.join(old, new)

    def index(self) -> CoverIndex[SymbolicState]:
        return _Index()


class _Index:
    """States by their store; an equal one is found at once."""

    def __init__(self) -> None:
        self._stores: dict[frozenset[tuple[Term, Term]], dict[SymbolicState, int]] = {}

    def add(self, state: SymbolicState) -> None:
        states = self._stores.setdefault(state.store, {})
        states[state] = states.get(state, 0) + 1

    def remove(self, state: SymbolicState) -> None:
        states = self._stores[state.store]
        states[state] -= 1
        if not states[state]:
            del states[state]
        if not states:
            del self._stores[state.store]

    def covering(self, state: SymbolicState) -> SymbolicState | None:
        states = self._stores.get(state.store, {})
        if state in states:
            return state
        given = state.constraints.keys()
        return next((each for each in states if each.constraints.keys() <= given and each.is_like(state)), None)
