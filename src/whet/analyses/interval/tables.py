"""The values of tables: constants of long initialisers, read from the bytes that a variable begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whet.analyses.interval import operators, ranges
from whet.analyses.interval.floats import constant
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.pointees import Pointee
from whet.cfa.expressions import Variable
from whet.cfa.types import CType, FloatType, IntType

_MOST_VALUES: Final = 8
"""Of different values of elements; more are described by the least and the greatest one."""


def constant_at(variable: Variable, type: CType, offset: int) -> AbstractValue:
    """The value of a scalar in a variable that has just been declared."""
    data = (variable.contents or b"")[offset : offset + type.size].ljust(type.size, b"\0")
    number = int.from_bytes(data, "little")
    if not number:
        return operators.zero(type)
    if isinstance(type, IntType) and not (type.is_bool and number > 1):
        value = type.wrap(number)
        return ranges.single(value) if type.min <= value <= type.max else operators.everything(type)
    return constant(number, type) if isinstance(type, FloatType) and type.size <= 8 else operators.everything(type)


class Tables:
    """Those of one program; what was looked up is kept."""

    def __init__(self) -> None:
        self._values: dict[tuple[Variable, IntType], Sequence[int]] = {}
        self._found: dict[tuple[Pointee, IntType], AbstractValue] = {}

    def read(self, members: Sequence[Pointee], type: CType) -> AbstractValue | None:
        """The values of integers in tables at some offsets; None if there may be others."""
        if not isinstance(type, IntType) or type.is_bool or not members or not all(each.variable.is_table for each in members):
            return None
        places = [each.accessed(type.size) for each in members]
        if not all(each.fits(type.size) for each in places):
            return None
        found = self._at(places[0], type)
        for place in places[1:]:
            found = operators.union(found, self._at(place, type))
        return found

    def _at(self, place: Pointee, type: IntType) -> AbstractValue:
        if (place, type) not in self._found:
            self._found[place, type] = self._described(place, type)
        return self._found[place, type]

    def _described(self, place: Pointee, type: IntType) -> AbstractValue:
        offsets = place.offsets()
        if place.low % type.size or offsets.step % type.size:
            return operators.everything(type)
        chosen = slice(place.low // type.size, place.high // type.size + 1, offsets.step // type.size)
        values = set(self._of(place.variable, type)[chosen])
        few = values if len(values) <= _MOST_VALUES else ()
        return ranges.normal((each, each) for each in few) if few else ((min(values), max(values)),)

    def _of(self, variable: Variable, type: IntType) -> Sequence[int]:
        """All elements of a table that is read as an array of integers."""
        if (variable, type) not in self._values:
            count = variable.type.size // type.size
            data = (variable.contents or b"").ljust(count * type.size, b"\0")
            pieces = (data[at : at + type.size] for at in range(0, count * type.size, type.size))
            self._values[variable, type] = [int.from_bytes(each, "little", signed=type.signed) for each in pieces]
        return self._values[variable, type]
