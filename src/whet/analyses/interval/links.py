"""Where a value came from: as long as ``t = x + 1`` holds, what is learnt of ``t`` is learnt of ``x``, and the other way round.

C programs ask about values that were computed before: ``while (n-- > 0)`` keeps the old ``n`` in a temporary, and
``assume_abort_if_not(x > 0)`` hands a truth value to a function.  A *link* of a place says that it holds what an expression over
other places gives.  Assigning any of these places cuts it.

In an ``Env`` the link of the place ``n`` stands at the key ``~n``, as the number of its definition; so it is copied, compared and
joined with everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from whet.analyses.interval import operators
from whet.analyses.interval.expressions import IntervalEvaluation
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import ScalarPlaces
from whet.analyses.interval.ranges import single
from whet.analyses.interval.state import Env
from whet.cfa.expressions import Binary, Cast, Const, Expr, Index, Member, Unary, Var, children
from whet.cfa.types import IntType
from whet.task.records import dataclass

Narrowing: TypeAlias = Callable[[Env, AbstractValue], bool]
"""Given the values that an expression must have, learns of places; False if it cannot have them."""


@dataclass(frozen=True, slots=True)
class LinkDefinition:
    """An expression: its values, and how to go back from them."""

    value: IntervalEvaluation
    narrow: Narrowing


class Links:
    """The definitions of a program, numbered in the order they are met."""

    def __init__(self, places: ScalarPlaces) -> None:
        self._places = places
        self._definitions: list[LinkDefinition] = []
        self._readers: dict[int, list[int]] = {}
        """The keys of links that may read a place."""

    def reads(self, number: int, value: Expr) -> tuple[int, ...] | None:
        """The places of an expression that can define another one; None if there is something else in it, or what it changes."""
        found, place = list(self._places_in(value)), self._places.table[number]
        changed = self._places.overlapping(place.variable, place.offset, place.end)
        usable = [each for each in found if each is not None and each not in changed]
        return tuple(usable) if usable and len(usable) == len(found) else None

    def _places_in(self, expr: Expr) -> Iterator[int | None]:
        match expr:
            case Const():
                pass
            case Var() | Member() | Index() if isinstance(expr.type, IntType):
                yield self._places.fixed(expr)
            case Unary() | Binary() | Cast() if isinstance(expr.type, IntType):
                for child in children(expr):
                    yield from self._places_in(child)
            case _:
                yield None

    def linking(self, number: int, reads: Iterable[int], definition: LinkDefinition) -> Callable[[Env], None]:
        """Sets the link of a place that was just assigned."""
        key, token = ~number, single(len(self._definitions))
        self._definitions.append(definition)
        for read in reads:
            readers = self._readers.setdefault(read, [])
            if key not in readers:
                readers.append(key)

        def link(env: Env) -> None:
            env[key] = token

        return link

    def forget(self, env: Env, number: int) -> None:
        """A place gets another value, of which nothing is known yet."""
        env.pop(number, None)
        env.pop(~number, None)
        for key in self._readers.get(number, ()):
            env.pop(key, None)

    def narrowed(self, env: Env, number: int, kept: AbstractValue) -> bool:
        """More was learnt of a place: what does that say of the places it is linked with?"""
        token = env.get(~number)
        if token is not None and not self._definition(token).narrow(env, kept):
            return False
        return all(self._follow(env, key) for key in self._readers.get(number, ()) if key in env)

    def _follow(self, env: Env, key: int) -> bool:
        number, found = ~key, self._definition(env[key]).value(env)
        before = env.get(number, self._places.anything[number])
        kept = operators.meet(before, found)
        if kept != before:
            env[number] = kept
        return not operators.is_empty(kept)

    def _definition(self, token: AbstractValue) -> LinkDefinition:
        return self._definitions[token[0][0]]  # type: ignore[index]  # a set of one integer
