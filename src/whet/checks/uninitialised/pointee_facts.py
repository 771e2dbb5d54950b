"""What is certainly written at one location of a function: the state of the data-flow analysis of ``definedness``.

Three kinds of facts, all by variable:

* ``known`` of a variable in memory: bits of it that are written; of a local pointer outside of memory: bits from where it leads;
* ``same``: pointers that have the same value, so that a write through one is one through all of them;
* ``leads``: the variable in memory, and the byte of it, that a pointer leads to;
* ``sizes``: of a pointer to the beginning of a fresh block, how many bytes the block has, as an expression.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.accesses import object_size
from whet.cfa.defined_bits import ALL, LARGEST, covers, has_bits, ones, shifted, value_bits
from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    Variable,
    variables_of,
)
from whet.cfa.types import PointerType

Spot = tuple[Variable, int]
"""A variable and a number of bytes: from the beginning of its object, or from where it leads."""


class PointeeFacts:
    """Changed in place."""

    __slots__ = ("known", "leads", "same", "sizes")

    def __init__(
        self,
        known: dict[Variable, int],
        same: dict[Variable, Variable] | None = None,
        leads: dict[Variable, Spot] | None = None,
        sizes: dict[Variable, Expr] | None = None,
    ) -> None:
        self.known = known
        self.same = {} if same is None else same
        self.leads = {} if leads is None else leads
        self.sizes = {} if sizes is None else sizes

    def copy(self) -> PointeeFacts:
        return PointeeFacts(dict(self.known), dict(self.same), dict(self.leads), dict(self.sizes))

    def joined(self, other: PointeeFacts) -> PointeeFacts:
        """What holds on both ways."""
        known = {each: bits & other.known.get(each, 0) for each, bits in self.known.items()}
        return PointeeFacts(
            {each: bits for each, bits in known.items() if bits},
            {each: of for each, of in self.same.items() if other.same.get(each) is of},
            {each: spot for each, spot in self.leads.items() if other.leads.get(each) == spot},
            {each: size for each, size in self.sizes.items() if other.sizes.get(each) == size},
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PointeeFacts):
            return NotImplemented
        mine, theirs = ((each.known, each.same, each.leads, each.sizes) for each in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment] # it changes

    def is_changed(self, variable: Variable) -> None:
        """A variable outside of memory gets another value."""
        for each in [each for each, size in self.sizes.items() if variable in variables_of(size)]:
            del self.sizes[each]
        self.known.pop(variable, None)
        self.leads.pop(variable, None)
        self.sizes.pop(variable, None)
        self.same.pop(variable, None)
        left = sorted((each for each, of in self.same.items() if of is variable), key=lambda each: each.number)
        for each in left:
            self.same[each] = left[0]
        if left:
            del self.same[left[0]]

    def is_copied(self, target: Variable, source: Variable) -> None:
        """A pointer becomes the same as another one."""
        of = self.same.get(source, source)
        facts = self.known.get(source, 0), self.leads.get(source), self.sizes.get(source)
        self.is_changed(target)
        if of is not target:
            self.same[target] = of
        bits, spot, size = facts
        if bits:
            self.known[target] = bits
        if spot is not None:
            self.leads[target] = spot
        if size is not None and target not in variables_of(size):
            self.sizes[target] = size

    def equal_to(self, pointer: Variable) -> list[Variable]:
        of = self.same.get(pointer, pointer)
        return [of, *(each for each, other in self.same.items() if other is of)]

    def writes(self, spot: Spot, bits: int, *, is_pointer: bool) -> None:
        """These bits, counted from a spot, are written."""
        variable, distance = spot
        for each in self.equal_to(variable) if is_pointer else (variable,):
            self._add(each, bits, distance, is_pointer=is_pointer)
        if is_pointer and (target := self.leads.get(variable)) is not None:
            self._add(target[0], bits, target[1] + distance, is_pointer=False)

    def _add(self, variable: Variable, bits: int, distance: int, *, is_pointer: bool) -> None:
        before = self.known.get(variable, 0)
        if before == ALL:
            return
        if bits == ALL:
            self.known[variable] = ALL
        elif bits and (moved := shifted(bits, distance)) is not None:
            found = before | moved
            whole = self._is_block(variable, found) if is_pointer else _is_object(variable, found)
            self.known[variable] = ALL if whole else found

    def fills_block(self, pointer: Variable) -> None:
        """All of the block that a pointer leads to is written."""
        self.writes((pointer, 0), ALL, is_pointer=True)

    def _is_block(self, pointer: Variable, bits: int) -> bool:
        """Are these all bits of a fresh block?"""
        size, type = self.sizes.get(pointer), pointer.type
        if not isinstance(size, Const) or not 0 < size.value <= LARGEST:
            return False
        element = value_bits(type.target) if isinstance(type, PointerType) else None
        if element is None or not isinstance(type, PointerType) or size.value % type.target.size:
            return has_bits(bits, ones(size.value))
        width = type.target.size
        return all(has_bits(bits, element, at) for at in range(0, size.value, width))


def _is_object(variable: Variable, bits: int) -> bool:
    return object_size(variable) is not None and covers(bits, variable.type)


def distance_of(lvalue: Lvalue) -> tuple[Var | Deref, int | None]:
    """The root of an lvalue, and how many bytes it is away; None if an index decides that."""
    distance: int | None = 0
    while True:
        match lvalue:
            case Var() | Deref():
                return lvalue, distance
            case Member(base=base, field=field):
                distance = None if distance is None else distance + field.offset
            case Index(base=base, index=Const(value=index)):
                distance = None if distance is None else distance + index * lvalue.type.size
            case Index(base=base):
                distance = None
        lvalue = base


def spot_of(pointer: Expr, is_pointer: Callable[[Variable], bool]) -> Spot | None:
    """The variable in memory that a pointer leads to by its text, or the local pointer that it is computed from by constants."""
    match pointer:
        case Var(variable=variable):
            return (variable, 0) if is_pointer(variable) else None
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return spot_of(operand, is_pointer)
        case PointerAdd(pointer=inner, index=Const(value=index), stride=stride):
            found = spot_of(inner, is_pointer)
            return None if found is None else (found[0], found[1] + index * stride)
        case AddressOf(lvalue=lvalue):
            root, distance = distance_of(lvalue)
            if distance is None:
                return None
            if isinstance(root, Var):
                return root.variable, distance
            found = spot_of(root.pointer, is_pointer)
            return None if found is None else (found[0], found[1] + distance)
        case _:
            return None
