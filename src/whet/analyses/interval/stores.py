"""How memory changes: what is known of places when something is stored, copied or forgotten.

A store to one place replaces what was known there, and what overlaps it is forgotten.  If there are several places it may go to,
each of them may have the old value or the new one.  If it may go anywhere, everything is forgotten that the pointer may reach.
What is exposed is forgotten where a store leaves its variable, as C does not define what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from whet.analyses.interval import operators
from whet.analyses.interval.expressions import IntervalEvaluator, Locating
from whet.analyses.interval.links import Links
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import ScalarPlace
from whet.analyses.interval.pointees import Pointee
from whet.analyses.interval.ranges import Ranges
from whet.analyses.interval.reach import Reach
from whet.analyses.interval.state import Env
from whet.analyses.interval.tables import constant_at
from whet.cfa.expressions import Deref, Expr, Index, Lvalue, Member, Var, Variable, is_bit_field, root_variable
from whet.cfa.types import CType, PointerType, is_scalar

TransferStep: TypeAlias = Callable[[Env], bool]
"""Changes what is known; False if the operation cannot be executed."""
Store: TypeAlias = Callable[[Env, AbstractValue, "Ranges | None"], None]
"""Given the value, and what it points to if that is known."""
Parts: TypeAlias = list[tuple[int, CType, bool, AbstractValue]]
"""What is known of the parts of an object: offset, type, whether it is about a pointee, value."""


class Stores:
    """Compiles stores."""

    def __init__(self, expressions: IntervalEvaluator, links: Links, reach: Reach) -> None:
        self._expressions = expressions
        self._places = expressions.places
        self._links = links
        self._reach = reach

    def scalar(self, lvalue: Lvalue) -> Store | None:
        """How a scalar is stored; None if nothing is known there anyway."""
        if self._is_untracked(lvalue):
            return None
        number = self._places.fixed(lvalue)
        return self._somewhere(lvalue) if number is None else self._at(number)

    def _is_untracked(self, lvalue: Lvalue) -> bool:
        root = root_variable(lvalue)
        return root is not None and not self._places.is_tracked(root)

    def _at(self, number: int) -> Store:
        places, place, put = self._places, self._places.table[number], self._putting(number)
        is_alone = place.is_whole and not places.is_exposed(place.variable) and not isinstance(place.type, PointerType)
        if is_alone:
            return put
        forget = self._links.forget

        def put_among_others(env: Env, value: AbstractValue, pointees: Ranges | None) -> None:
            for other in places.overlapping(place.variable, place.offset, place.end):
                forget(env, other)
            put(env, value, pointees)

        return put_among_others

    def _putting(self, number: int) -> Store:
        anything, forget, pointee = self._places.anything[number], self._links.forget, self._places.pointee_of(number)

        def put(env: Env, value: AbstractValue, pointees: Ranges | None) -> None:
            forget(env, number)
            if value != anything:
                env[number] = value

        def put_pointer(env: Env, value: AbstractValue, pointees: Ranges | None) -> None:
            put(env, value, None)
            if pointees is not None:
                env[pointee] = pointees  # type: ignore[index]  # there is one

        return put if pointee is None else put_pointer

    def _somewhere(self, lvalue: Lvalue) -> Store:
        """Where it is depends on the state."""
        where, forget_all = self._expressions.where(lvalue), self._forgetting(self._reach.of(lvalue))
        known: dict[int, Store] = {}
        places, type, spread = self._places, lvalue.type, self._spreading(lvalue)

        def put(env: Env, value: AbstractValue, pointees: Ranges | None) -> None:
            some = None if where is None else where(env)
            numbers = None if some is None or spread.is_part_of_byte else places.at(some, type)
            if numbers is not None and len(numbers) == 1:
                if numbers[0] not in known:
                    known[numbers[0]] = self._at(numbers[0])
                known[numbers[0]](env, value, pointees)
            elif some is None or not spread(env, places.pointees.members(some), value, pointees):
                forget_all(env)

        return put

    def _spreading(self, lvalue: Lvalue) -> Spread:
        return Spread(self._expressions, self._links, self._forgetting(self._reach.exposed), lvalue.type, is_bit_field(lvalue))

    def forgetting(self, lvalue: Lvalue) -> TransferStep | None:
        """An object may be anything."""
        if is_scalar(lvalue.type):
            store, anything = self.scalar(lvalue), self._places.everything(lvalue.type)
            return None if store is None else lambda env: store(env, anything, None) is None
        if self._is_untracked(lvalue):
            return None
        return self._forgetting_bytes(self._expressions.where(lvalue), lvalue.type.size, self._reach.of(lvalue))

    def forgetting_behind(self, pointer: Expr, size: int | None) -> TransferStep:
        """So many bytes behind a pointer may be anything; None: from there on."""
        return self._forgetting_bytes(self._expressions.pointees(pointer), size, self._reach.through(pointer))

    def _forgetting_bytes(self, where: Locating | None, size: int | None, reach: Sequence[Variable]) -> TransferStep:
        forget_all, forget_exposed = self._forgetting(reach), self._forgetting(self._reach.exposed)
        members = self._places.pointees.members

        def forget(env: Env) -> bool:
            some = None if where is None else where(env)
            if some is None or not members(some):
                return forget_all(env)
            for each in [each.accessed(size or 0) for each in members(some)]:
                if not each.fits(size or 0) or not self._clear(env, each, size):
                    forget_exposed(env)
            return True

        return forget

    def _clear(self, env: Env, pointee: Pointee, size: int | None) -> bool:
        end = pointee.variable.type.size if size is None else pointee.high + size
        for number in self._places.overlapping(pointee.variable, pointee.low, end):
            self._links.forget(env, number)
        return True

    def forgetting_all(self, variables: Sequence[Variable]) -> TransferStep:
        return self._forgetting(variables)

    def _forgetting(self, variables: Sequence[Variable]) -> TransferStep:
        """Nothing is known any more of some variables."""
        lists, forget = [self._places.of(each) for each in variables], self._links.forget

        def clear(env: Env) -> bool:
            for numbers in lists:
                for number in numbers:
                    forget(env, number)
            return True

        return clear

    def forgetting_pointers_to(self, variables: Iterable[Variable]) -> TransferStep:
        """These variables are no more: nothing is known of pointers to them."""
        exposed = frozenset(variables)
        members, places = self._places.pointees.members, self._places

        def is_dead(pointees: AbstractValue) -> bool:
            return any(each.variable in exposed for each in members(pointees))  # type: ignore[arg-type]  # a set of pointees

        def clear(env: Env) -> bool:
            pointers = [(number, held) for number, held in env.items() if number >= 0 and places.table[number].is_pointee]
            for number in [number for number, held in pointers if is_dead(held)]:
                del env[number]
            return True

        return clear

    def copying(self, target: Lvalue, source: Expr) -> TransferStep | None:
        """Of a structure: what is known of the parts of one is known of those of the other."""
        forget, where, copied = self.forgetting(target), self._expressions.where(target), self.parts(source)
        if forget is None or where is None:
            return forget
        places, size = self._places, target.type.size

        def copy(env: Env) -> bool:
            some, found = where(env), copied(env)
            forget(env)
            pointee = None if some is None else self._only(some, size)
            if pointee is not None:
                for offset, type, is_pointee, value in found:
                    env[places.number(ScalarPlace(pointee.variable, pointee.low + offset, type, is_pointee))] = value
            return True

        return copy

    def _only(self, some: Ranges, size: int) -> Pointee | None:
        members = self._places.pointees.members(some)
        return members[0] if len(members) == 1 and members[0].is_exact and members[0].fits(size) else None

    def parts(self, source: Expr) -> Callable[[Env], Parts]:
        where = self._expressions.where(source) if isinstance(source, (Var, Member, Index, Deref)) else None
        places, size = self._places, source.type.size

        def find(env: Env) -> Parts:
            some = None if where is None else where(env)
            pointee = None if some is None else self._only(some, size)
            if pointee is None:
                return []
            begin, end = pointee.low, pointee.low + size
            parts = [(places.table[number], env[number]) for number in places.of(pointee.variable) if number in env]
            return [(p.offset - begin, p.type, p.is_pointee, held) for p, held in parts if begin <= p.offset and p.end <= end]

        return find

    def zeroing(self, pointer: Expr, size: int) -> TransferStep:
        """So many bytes behind a pointer become zero."""
        forget, where, places = self.forgetting_behind(pointer, size), self._expressions.pointees(pointer), self._places

        def zero(env: Env) -> bool:
            some = None if where is None else where(env)
            pointee = None if some is None else self._only(some, size)
            forget(env)
            if pointee is not None:
                inside = [n for n in places.parts(pointee.variable) if _lies_in(places.table[n], pointee.low, size)]
                env.update(self.zeros(inside))
            return True

        return zero

    def zeros(self, numbers: Iterable[int]) -> Env:
        table = self._places.table
        return {number: operators.zero(table[number].type) for number in numbers}

    def first_values(self, numbers: Iterable[int]) -> Env:
        """What is in places where their variables are declared: zeros, or constants of an initialiser."""
        places = ((number, self._places.table[number]) for number in numbers)
        return {
            number: operators.zero(place.type) if place.is_pointee else constant_at(place.variable, place.type, place.offset)
            for number, place in places
        }


class Spread:
    """A store that may go to several places."""

    def __init__(
        self, expressions: IntervalEvaluator, links: Links, forget_exposed: TransferStep, type: CType, is_part_of_byte: bool
    ) -> None:
        self._places = expressions.places
        self._links = links
        self._forget_exposed = forget_exposed
        self._type = type
        self._size = type.size + 1 if is_part_of_byte else type.size
        self.is_part_of_byte = is_part_of_byte

    def __call__(self, env: Env, members: Sequence[Pointee], value: AbstractValue, pointees: Ranges | None) -> bool:
        """False if there is no place it goes to."""
        for each in [each.accessed(self._type.size) for each in members]:
            if not each.fits(self._type.size):
                self._forget_exposed(env)
            for number in self._places.of(each.variable):  # others may be linked with one of which nothing is known
                self._touch(env, each, number, value, pointees)
        return bool(members)

    def _touch(self, env: Env, pointee: Pointee, number: int, value: AbstractValue, pointees: Ranges | None) -> None:
        place, before = self._places.table[number], env.get(number)
        if not pointee.is_hit(self._size, place.offset, place.end):
            return
        self._links.forget(env, number)
        is_same = place.type == self._type and not self.is_part_of_byte and pointee.is_among(place.offset, self._size)
        if is_same and before is not None:
            both = self._both(place, before, value, pointees)
            if both is not None and both != self._places.anything[number]:
                env[number] = both

    def _both(
        self, place: ScalarPlace, before: AbstractValue, value: AbstractValue, pointees: Ranges | None
    ) -> AbstractValue | None:
        if not place.is_pointee:
            return operators.union(before, value)
        return None if pointees is None else self._places.pointees.union(before, pointees)  # type: ignore[arg-type]


def _lies_in(place: ScalarPlace, begin: int, size: int) -> bool:
    return begin <= place.offset and place.end <= begin + size
