"""The places whose numbers are known: scalar variables and scalar parts of variables, if nobody takes their address.

Only where they are named can these change.  A place has a number, which is its key in a state.  What is stored where addresses
are taken, and what a pointer leads to, is any value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from whet.analyses.interval.operators import ANY_TRUTH_BYTE, AbstractValue, everything
from whet.cfa.expressions import Const, Deref, Expr, Index, Lvalue, Member, Var, Variable, VariableKind, root_variable
from whet.cfa.facts import Facts
from whet.cfa.model import Program
from whet.cfa.types import ArrayType, CType, IntType, StructType, is_scalar

MOST_PARTS: Final = 256
"""Of a variable with more scalar parts it is not said at its declaration that they are all zero."""


@dataclass(frozen=True, slots=True)
class Place:
    """A scalar of this type so many bytes into a variable."""

    variable: Variable
    offset: int
    type: CType

    @property
    def end(self) -> int:
        return self.offset + self.type.size

    @property
    def is_whole(self) -> bool:
        """Is it a scalar variable?"""
        return is_scalar(self.variable.type)


class Places:
    """The places of a program, numbered when they are first asked for."""

    def __init__(self, program: Program) -> None:
        self._taken = program.address_taken
        self._doubtful = _reads_doubtful_truth_values(program)
        self._numbers: dict[Place, int] = {}
        self._of: dict[Variable, list[int]] = {}
        self._frames: dict[str | None, list[int]] = {}
        self.table: list[Place] = []
        self.anything: list[AbstractValue] = []
        """For each place all values of its type; a state leaves it out then."""

    def is_tracked(self, variable: Variable) -> bool:
        return variable not in self._taken and variable.kind is not VariableKind.STRING

    def number(self, place: Place) -> int:
        found = self._numbers.get(place)
        return self._added(place) if found is None else found

    def _added(self, place: Place) -> int:
        number = self._numbers[place] = len(self.table)
        self.table.append(place)
        self.anything.append(self.everything(place.type))
        self._of.setdefault(place.variable, []).append(number)
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
        return self.number(Place(variable, 0, variable.type))

    def overlapping(self, variable: Variable, begin: int, end: int) -> list[int]:
        return [number for number in self.of(variable) if self.table[number].offset < end and begin < self.table[number].end]

    # ------------------------------------------------------------------------------------------ of expressions

    def tracked_root(self, lvalue: Lvalue) -> Variable | None:
        """The variable that an lvalue is a part of, if its parts are known."""
        root = root_variable(lvalue)
        return root if root is not None and self.is_tracked(root) else None

    def fixed(self, lvalue: Lvalue) -> int | None:
        """The place that a scalar lvalue always means; None if it is not known or not tracked."""
        variable, offset = self.tracked_root(lvalue), offset_of(lvalue)
        if variable is None or offset is None or not is_scalar(lvalue.type):
            return None
        return self.number(Place(variable, offset, lvalue.type)) if offset >= 0 else None

    def parts(self, variable: Variable) -> list[int]:
        """The scalar parts of a variable, if they are not too many."""
        found: list[int] = []
        for offset, type in _scalars(variable.type, 0):
            if len(found) == MOST_PARTS:
                return []
            found.append(self.number(Place(variable, offset, type)))
        return found


def offset_of(lvalue: Lvalue) -> int | None:
    """Bytes from the beginning of the variable; None if they are not constant, or where bits are not whole bytes."""
    match lvalue:
        case Var():
            return 0
        case Deref():
            return None
        case Member(base=base, field=field):
            inner = offset_of(base)
            return None if inner is None or field.bit_width is not None else inner + field.offset
        case Index(base=base, index=index):
            inner, number = offset_of(base), _constant(index)
            return None if inner is None or number is None else inner + number * lvalue.type.size


def extent(lvalue: Lvalue) -> tuple[int, int | None]:
    """From which byte to which (None: its end) an lvalue may lie in its variable."""
    match lvalue:
        case Member(base=base, field=field) if (inner := offset_of(base)) is not None:
            return inner + field.offset, inner + field.offset + field.type.size
        case Var() | Index() if (offset := offset_of(lvalue)) is not None:
            return offset, offset + lvalue.type.size
        case Member(base=base) | Index(base=base):
            return extent(base)
        case _:
            return 0, None


def _constant(index: Expr) -> int | None:
    return index.value if isinstance(index, Const) else None


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


def _reads_doubtful_truth_values(program: Program) -> bool:
    truth_values = Facts.of(program).truth_values
    lvalues = (expr for expr in program.expressions() if isinstance(expr, (Var, Deref, Member, Index)))
    return any(truth_values.doubts(lvalue) for lvalue in lvalues)
