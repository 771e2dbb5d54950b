"""How long the arrays and strings of a harness are: any length, or up to a bound that is reported.

An array of any length is as large as an object can be: nothing but the memory of a machine bounds it.  No element is stored,
because what was never written holds any value.  The function is given the first n elements in one half of the harness, and the
last n in the other: the failing access is one, so that it does not matter how other arrays are placed, and where a pointer leads
is known in each half.

That covers every call.  Take a call with an array of exactly n elements that fails.  Until it fails, it accesses these elements
only, so the same run exists for the first n and for the last n elements of the large array.  If it fails by an access before the
first element, the run on the first n elements fails, too, because nothing of the large array is there; if by one after the last
element, the run on the last n elements does; and if by anything else, both do.  A string of n characters is the same with n + 1
elements, of which the last is 0.  A caller who passes more elements than n adds nothing: the run fails without them already.

A pointer without a length leads to one object, or to ``least`` bytes.  That is an assumption about callers (they pass no less),
and not a bound: with more objects after the first there are fewer failures, and no others.

What has to be stored element by element stays bounded: pointers, each of which needs an object, and ``_Bool``, of whose bytes not
all are values.  ``Lengths.bounded`` tells.
"""

from __future__ import annotations

from whet.frontend.signatures import Elements, Enumerated, RecordShape, Scalar, TypeShape
from whet.harness.options import FIRST_BOUND
from whet.harness.statements import SUFFIXES

_ROOM = 1 << 18
"""Bytes."""
SIZE = "__typeof__(sizeof 0)"


class Lengths:
    """Of one harness."""

    def __init__(self, elements: int | None, largest: int) -> None:
        self._elements = elements
        self._largest = largest
        self.least = elements or FIRST_BOUND
        self.has_any = False
        """Is there an array of any length?"""
        self.bounded: int | None = None
        """The bound, as soon as a length is bounded."""

    def is_any(self, element: TypeShape) -> bool:
        """May there be any number of these?"""
        is_any = self._elements is None and holds_any_value(element)
        self.has_any |= is_any
        return is_any

    def most(self, type: str) -> str:
        """As many as fit into the largest object, in C."""
        return f"({SIZE}){self._largest} / sizeof({type})"

    def room(self, type: str) -> str:
        """As many as no function uses whose other arrays are bounded, in C: they are to fit into a run."""
        return self.most(type) if self._elements is None else f"{_ROOM} / sizeof({type})"

    def bound(self) -> int:
        """Of an array that callers may pass longer."""
        self.bounded = self._elements or FIRST_BOUND
        return self.bounded


def holds_any_value(shape: TypeShape) -> bool:
    """Is every pattern of bits a value of the type?  An enumeration holds all numbers of the type behind it."""
    match shape:
        case Scalar(name=name):
            return name in SUFFIXES and name != "_Bool"
        case Enumerated():
            return True
        case RecordShape(members=members, may_misread=may_misread):
            return not may_misread and all(holds_any_value(member.shape) for member in members)
        case Elements(element=element):
            return holds_any_value(element)
        case _:
            return False
