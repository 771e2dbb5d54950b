"""The places whose numbers are known: scalar variables and scalar parts of variables.

A place has a number, which is its key in a state.  One that holds a pointer has a second number, that of what it points to
(``pointees``).  A variable is *exposed* if somebody takes its address: it may change where it is not named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from whet.analyses.interval.operators import ANY_TRUTH_BYTE, AbstractValue, everything
from whet.analyses.interval.pointees import MOST_PLACES, Pointees
from whet.analyses.interval.ranges import Ranges
from whet.cfa.expressions import Const, Deref, Index, Lvalue, Member, Var, Variable, VariableKind, root_variable
from whet.cfa.facts import Facts
from whet.cfa.model import Program
from whet.cfa.operations import Declare, flatten
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType, is_scalar
from whet.pointers.regions import Regions
from whet.task.records import dataclass

ANYWHERE: Final[Ranges] = ((0, 1 << 64),)
"""Of a pointer that may point to anything."""
_STRETCH: Final = 32
"""Bytes."""
_MOST_STRETCHES: Final = 16
MOST_PARTS: Final = 256
"""Of a variable with more scalar parts it is not said at its declaration that they are all zero."""


@dataclass(frozen=True, slots=True)
class ScalarPlace:
    """A scalar of this type so many bytes into a variable."""

    variable: Variable
    offset: int
    type: CType
    is_pointee: bool = False
    """Is it about what the pointer there points to?"""

    @property
    def end(self) -> int:
        return self.offset + self.type.size

    @property
    def is_whole(self) -> bool:
        """Is it a scalar variable?"""
        return is_scalar(self.variable.type)


class ScalarPlaces:
    """The places of a program, numbered when they are first asked for."""

    def __init__(self, program: Program) -> None:
        self._taken = program.address_taken
        self._untracked = _untracked(program)
        self.pointees = Pointees(8 * program.machine.pointer_size)
        self._found: dict[tuple[Ranges, CType, bool], tuple[int, ...] | None] = {}
        truth_values = Facts.of(program).truth_values
        lvalues = (expr for expr in program.expressions() if isinstance(expr, (Var, Deref, Member, Index)))
        self._doubtful = any(truth_values.doubts(lvalue) for lvalue in lvalues)
        self._numbers: dict[ScalarPlace, int] = {}
        self._of: dict[Variable, list[int]] = {}
        self._near: dict[tuple[Variable, int], list[int]] = {}
        """The places in each stretch of a variable: a table has thousands."""
        self._frames: dict[str | None, list[int]] = {}
        self.table: list[ScalarPlace] = []
        self.anything: list[AbstractValue] = []
        """For each place all values of its type; a state leaves it out then."""

    def is_tracked(self, variable: Variable) -> bool:
        return variable.kind is not VariableKind.STRING and variable not in self._untracked

    def is_exposed(self, variable: Variable) -> bool:
        return variable in self._taken

    def exposed(self) -> list[Variable]:
        """The tracked variables that somebody takes the address of."""
        return sorted((each for each in self._taken if self.is_tracked(each)), key=lambda each: each.number)

    def number(self, place: ScalarPlace) -> int:
        found = self._numbers.get(place)
        return self._added(place) if found is None else found

    def _added(self, place: ScalarPlace) -> int:
        number = self._numbers[place] = len(self.table)
        self.table.append(place)
        self.anything.append(ANYWHERE if place.is_pointee else self.everything(place.type))
        self._of.setdefault(place.variable, []).append(number)
        for stretch in _stretches(place.offset, place.end):
            self._near.setdefault((place.variable, stretch), []).append(number)
        self._frames.setdefault(place.variable.function, []).append(number)
        return number

    def everything(self, type: CType) -> AbstractValue:
        """All values that may be read as a scalar of this type."""
        return ANY_TRUTH_BYTE if self.doubts(type) else everything(type)

    def doubts(self, type: CType) -> bool:
        """May a ``_Bool`` hold another byte than 0 and 1?  Nothing is learnt of one then."""
        return self._doubtful and isinstance(type, IntType) and type.is_bool

    def of(self, variable: Variable) -> list[int]:
        """The places in a variable so far; the list grows with them."""
        return self._of.setdefault(variable, [])

    def of_frame(self, function: str | None) -> list[int]:
        """The places of a function's variables so far, or those of globals; the list grows with them."""
        return self._frames.setdefault(function, [])

    def of_variable(self, variable: Variable) -> int:
        return self.number(ScalarPlace(variable, 0, variable.type))

    def pointee_of(self, number: int) -> int | None:
        """The second number of a place that holds a pointer."""
        place = self.table[number]
        if not isinstance(place.type, PointerType):
            return None
        return self.number(ScalarPlace(place.variable, place.offset, place.type, is_pointee=True))

    def at(self, some: Ranges, type: CType, *, is_pointee: bool = False) -> tuple[int, ...] | None:
        """The places of this type that pointees mean; None if there may be others."""
        key = (some, type, is_pointee)
        if key not in self._found:
            self._found[key] = self._at(some, type, is_pointee)
        return self._found[key]

    def _at(self, some: Ranges, type: CType, is_pointee: bool) -> tuple[int, ...] | None:
        members = [each.accessed(type.size) for each in self.pointees.members(some)]
        if not all(each.fits(type.size) and len(each.offsets()) <= MOST_PLACES for each in members):
            return None
        each = (ScalarPlace(p.variable, offset, type, is_pointee) for p in members for offset in p.offsets())
        return tuple(map(self.number, each)) or None

    def overlapping(self, variable: Variable, begin: int, end: int) -> list[int]:
        stretches = _stretches(begin, end)
        if len(stretches) > _MOST_STRETCHES:
            return self._among(self.of(variable), begin, end)
        near = [each for stretch in stretches for each in self._near.get((variable, stretch), ())]
        return self._among(sorted(set(near)) if len(stretches) > 1 else near, begin, end)

    def _among(self, numbers: Sequence[int], begin: int, end: int) -> list[int]:
        return [number for number in numbers if self.table[number].offset < end and begin < self.table[number].end]

    def fixed(self, lvalue: Lvalue) -> int | None:
        """The place that a scalar lvalue always means; None if it is not known or not tracked."""
        # The variable that an lvalue is a part of, if its parts are known.
        root = root_variable(lvalue)
        variable, offset = root if root is not None and self.is_tracked(root) else None, offset_of(lvalue)
        if variable is None or offset is None or not is_scalar(lvalue.type):
            return None
        is_inside = offset >= 0 and offset + lvalue.type.size <= variable.type.size
        return self.number(ScalarPlace(variable, offset, lvalue.type)) if is_inside else None

    def parts(self, variable: Variable) -> list[int]:
        """The scalar parts of a variable, and their pointees, if they are not too many."""
        found: list[int] = []
        for offset, type in _scalars(variable.type, 0):
            if len(found) >= MOST_PARTS:
                return []
            found.append(self.number(ScalarPlace(variable, offset, type)))
            if isinstance(type, PointerType):
                found.append(self.number(ScalarPlace(variable, offset, type, is_pointee=True)))
        return found


def _stretches(begin: int, end: int) -> range:
    return range(begin // _STRETCH, (max(begin, end - 1)) // _STRETCH + 1)


def offset_of(lvalue: Lvalue) -> int | None:
    """Bytes from the beginning of the variable; None if they are not constant, or where bits are not whole bytes."""
    base, offset = base_of(lvalue) or (None, 0)
    return offset if isinstance(base, Var) else None


def base_of(lvalue: Lvalue) -> tuple[Var | Deref, int] | None:
    """The variable or pointee that it is a part of, and the bytes from there on; None as for ``offset_of``."""
    match lvalue:
        case Var() | Deref():
            return lvalue, 0
        case Member(base=inner, field=field) if field.bit_width is None:
            steps = field.offset
        case Index(base=inner, index=Const(value=number)):
            steps = number * lvalue.type.size
        case _:
            return None
    found = base_of(inner)
    return None if found is None else (found[0], found[1] + steps)


def _scalars(type: CType, offset: int) -> Iterator[tuple[int, CType]]:
    """The scalars in an object; not those of unions, and no bit-fields."""
    match type:
        case StructType(is_union=False, fields=fields):
            for field in fields:
                if field.bit_width is None:
                    yield from _scalars(field.type, offset + field.offset)
        case ArrayType(element=element, count=count):
            for index in range(count or 0):
                yield from _scalars(element, offset + index * element.size)
        case _ if is_scalar(type):
            yield offset, type
        case _:
            return


def _untracked(program: Program) -> frozenset[Variable]:
    """Of exposed variables: those with several objects at a time, or whose size is not known, or that others may change."""
    recursive = {function.name for function in Facts.of(program).recursive}
    operations = (part for edge in program.edges() for part in flatten(edge.operation))
    elsewhere = {
        part.variable for part in operations if isinstance(part, Declare) and not part.zeroed and part.variable.is_static
    }
    regions = program.fact(Regions) if program.address_taken else None

    def is_left_out(variable: Variable) -> bool:
        if variable.function in recursive or variable in elsewhere or variable.is_volatile or _has_open_end(variable.type):
            return True
        return regions is None or regions.of_variable(variable).is_foreign

    return frozenset(variable for variable in program.address_taken if is_left_out(variable))


def _has_open_end(type: CType) -> bool:
    match type:
        case ArrayType(count=count):
            return not count
        case StructType(is_union=False, fields=(*_, last)):
            return _has_open_end(last.type)
        case _:
            return False
