"""The places a precision speaks of: what may be tracked, or not, one by one (Löwe, section 4.4).

A place is a scalar variable, a member of a structure (of a structure in it, and so on; an array or a union counts as one), or
one of two that stand for the heap: that blocks exist, so that pointers may point to them, and what they contain.
Names are those of the program, so that a precision outlives an edit of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from whet.analyses.value.layout import Layout
from whet.cfa.expressions import Variable
from whet.cfa.types import CType, Field, StructType
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class TrackedPlace:
    """Where a value may be tracked; ``scope`` is the function whose frame holds it, empty for what lives for ever."""

    scope: str
    name: str
    """Such as ``flag`` or ``device.state.open``."""
    variable: Variable | None = field(compare=False, default=None, repr=False)
    """None for the heap."""
    begin: int = field(compare=False, default=0, repr=False)
    end: int | None = field(compare=False, default=None, repr=False)
    """The bytes of the variable; up to its end if None."""

    @property
    def variables(self) -> frozenset[Variable] | None:
        return None if self.variable is None else frozenset((self.variable,))

    def __str__(self) -> str:
        return f"{self.scope}::{self.name}" if self.scope else self.name


HEAP = TrackedPlace("", "*heap*")
"""Which heap blocks there are."""
HEAP_CONTENTS = TrackedPlace("", "*heap contents*")


class TrackedPlaces:
    """The places of a program's variables."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._known: dict[Variable, tuple[TrackedPlace, ...]] = {}

    def of(self, variable: Variable) -> tuple[TrackedPlace, ...]:
        """The places of a variable, in the order of their addresses; they do not overlap."""
        if variable not in self._known:
            self._known[variable] = tuple(self._made(variable))
        return self._known[variable]

    def _made(self, variable: Variable) -> Iterator[TrackedPlace]:
        scope = variable.function or ""
        cuts = [(variable.name, 0)] if self._layout.is_slot(variable) else _cuts(variable)
        for (name, begin), (_, end) in zip(cuts, [*cuts[1:], ("", None)], strict=True):
            yield TrackedPlace(scope, name, variable, begin, end)

    def all(self) -> Iterator[TrackedPlace]:
        for variable in self._layout.program.variables():
            yield from self.of(variable)
        yield HEAP
        yield HEAP_CONTENTS


def _cuts(variable: Variable) -> list[tuple[str, int]]:
    """Names and first bytes of the places of an object, ascending; members that share a byte are one place."""
    cuts: list[tuple[str, int]] = []
    for name, offset in _members(variable.type, variable.name, 0):
        if not cuts:
            cuts.append((name, 0))
        elif offset > cuts[-1][1]:
            cuts.append((name, offset))
    return cuts or [(variable.name, 0)]


def _members(type: CType, name: str, offset: int) -> Iterator[tuple[str, int]]:
    if isinstance(type, StructType) and not type.is_union and type.fields:
        for member in type.fields:
            outer = _name(member, name)
            if outer is not None:
                yield from _members(member.type, outer, offset + member.offset)
    else:
        yield name, offset


def _name(member: Field, outer: str) -> str | None:
    """Unique in the object: members of an unnamed structure count as the outer one's, an unnamed union has its first member's
    name; None for a bit-field nobody can name."""
    match member:
        case Field(name="", type=StructType(is_union=True)):
            return _first_name(member, outer)
        case Field(name="", type=StructType()):
            return outer
        case Field(name=""):
            return None
        case _:
            return f"{outer}.{member.name}"


def _first_name(member: Field, outer: str) -> str | None:
    if member.name:
        return f"{outer}.{member.name}"
    fields = member.type.fields if isinstance(member.type, StructType) else ()
    return next((found for inner in fields if (found := _first_name(inner, outer)) is not None), None)
