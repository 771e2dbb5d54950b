"""What operations and functions may read and change, as far as others can see it.

Every object that may be accessed in two ways has one *place*: a variable that only its name leads to, or the region of memory
that a pointer may lead to.  Places are made by whoever asks: the finer they are, the more it costs to know them.  Inside of a
place, parts are told apart by the members and constant indices that lead to them, also where a pointer came first: two
objects of one structure type are the same or do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Protocol, TypeAlias

from whet.cfa.expressions import AddressOf, Const, Deref, Expr, Index, Lvalue, Member, Var, Variable, VariableKind, children
from whet.cfa.immutable import immutable
from whet.cfa.types import Field, StructType
from whet.pointers.regions import Region
from whet.task.records import dataclass


class AllMemory:
    """All memory that pointers may lead to, as one place."""


ALL_MEMORY = AllMemory()
Storage: TypeAlias = Variable | Region | AllMemory


class StorageNames(Protocol):
    def of_variable(self, variable: Variable) -> Storage | None:
        """None if nothing else leads to it."""

    def of_pointer(self, pointer: Expr) -> Storage: ...

    def reachable(self, values: Iterable[Expr]) -> Iterable[Storage]:
        """All that a function can reach from its arguments."""


AccessStep: TypeAlias = tuple[StructType, Field] | int | None
AccessWay: TypeAlias = tuple[AccessStep, ...]


@immutable
class StoragePart:
    """A part of what is at a place: the variable whose name it was found by, if one, and the way from there."""

    root: Variable | None
    way: AccessWay
    """Members, and indices as far as they are constants."""

    def may_overlap(self, other: StoragePart) -> bool:
        if self.root is not None and other.root is not None:
            return self.root is other.root and not any(_are_apart(one, two) for one, two in _until_union(self.way, other.way))
        members = {step[0]: step[1] for step in self.way if isinstance(step, tuple)}
        return not any(
            isinstance(step, tuple) and step[0] in members and _are_apart((step[0], members[step[0]]), step) for step in other.way
        )


WHOLE = StoragePart(None, ())


def _are_apart(one: AccessStep, other: AccessStep) -> bool:
    match one, other:
        case int(), int():
            return one != other
        case (StructType() as struct, Field() as first), (StructType() as same, Field() as second):
            return struct is same and not struct.is_union and first != second
        case _:
            return False


def _until_union(first: AccessWay, second: AccessWay) -> Iterator[tuple[AccessStep, AccessStep]]:
    """The steps of two ways from one variable, as far as they go through the same structures: two members of a union have
    nothing in common but their beginning."""
    for one, two in zip(first, second, strict=False):
        if isinstance(one, tuple) and one != two and one[0].is_union:
            return
        yield one, two


Parts: TypeAlias = dict[Storage, set[StoragePart]]


@dataclass(slots=True)
class Accesses:
    """What may be read and changed; ``halts``: may what follows never be reached; ``errs``: may the property be violated."""

    reads: Parts = field(default_factory=dict)
    writes: Parts = field(default_factory=dict)
    halts: bool = False
    errs: bool = False

    def add(self, other: Accesses) -> bool:
        """Is this news?"""
        news = _merge(self.reads, other.reads) | _merge(self.writes, other.writes)
        news |= (other.halts and not self.halts) or (other.errs and not self.errs)
        self.halts |= other.halts
        self.errs |= other.errs
        return news

    def conflicts(self, other: Accesses) -> bool:
        """May the order make a difference?"""
        if (self.halts and other.errs) or (self.errs and other.halts):
            return True
        pairs = ((self.writes, other.writes), (self.writes, other.reads), (self.reads, other.writes))
        return any(_meet(one, two) for one, two in pairs)


def _merge(target: Parts, more: Parts) -> bool:
    news = False
    for place, parts in more.items():
        known = target.setdefault(place, set())
        before = len(known)
        known |= parts
        news |= len(known) > before
    return news


def _meet(one: Parts, two: Parts) -> bool:
    return any(a.may_overlap(b) for place in one.keys() & two.keys() for a in one[place] for b in two[place])


class AccessReader:
    """Adds what expressions read and change to some accesses."""

    def __init__(self, places: StorageNames, accesses: Accesses) -> None:
        self._places = places
        self.accesses = accesses

    def read(self, expr: Expr) -> None:
        """The value of an expression is used."""
        match expr:
            case AddressOf(lvalue=lvalue):
                self.locate(lvalue)
            case Var() | Deref() | Member() | Index():
                self._note(self.accesses.reads, expr)
                self.locate(expr)
            case _:
                for child in children(expr):
                    self.read(child)

    def locate(self, lvalue: Lvalue) -> None:
        """The address of an object is computed."""
        match lvalue:
            case Var():
                pass
            case Deref(pointer=pointer):
                self.read(pointer)
            case Member(base=base):
                self.locate(base)
            case Index(base=base, index=index):
                self.locate(base)
                self.read(index)

    def write(self, lvalue: Lvalue) -> None:
        self.locate(lvalue)
        self.change(lvalue)

    def change(self, lvalue: Lvalue) -> None:
        """An object is written that was found before."""
        self._note(self.accesses.writes, lvalue)

    def reach(self, values: Iterable[Expr], *, writes: bool) -> None:
        """All that values lead to is read, and changed."""
        for place in self._places.reachable(values):
            self.accesses.reads.setdefault(place, set()).add(WHOLE)
            if writes:
                self.accesses.writes.setdefault(place, set()).add(WHOLE)

    def change_at(self, pointer: Expr) -> None:
        self.accesses.writes.setdefault(self._places.of_pointer(pointer), set()).add(WHOLE)

    def read_at(self, pointer: Expr) -> None:
        self.accesses.reads.setdefault(self._places.of_pointer(pointer), set()).add(WHOLE)

    def _note(self, parts: Parts, lvalue: Lvalue) -> None:
        place, part = self._part(lvalue)
        if place is not None:
            parts.setdefault(place, set()).add(part)

    def _part(self, lvalue: Lvalue) -> tuple[Storage | None, StoragePart]:
        """Place and part of an object; a temporary has no place, because nothing else leads to it."""
        way: list[AccessStep] = []
        while True:
            match lvalue:
                case Var(variable=variable):
                    place = None if variable.kind is VariableKind.TEMPORARY else self._places.of_variable(variable)
                    return place, StoragePart(variable, tuple(reversed(way)))
                case Deref(pointer=pointer):
                    return self._places.of_pointer(pointer), StoragePart(None, tuple(reversed(way)))
                case Member(base=base, field=member):
                    assert isinstance(base.type, StructType)
                    way.append((base.type, member))
                    lvalue = base
                case Index(base=base, index=index):
                    way.append(index.value if isinstance(index, Const) else None)
                    lvalue = base
