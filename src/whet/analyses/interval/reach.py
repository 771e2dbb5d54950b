"""Which variables may change where it is not known what a pointer points to: those in its region (``pointers.regions``).

In a program that makes integers of pointers, or pointers of integers, all that are exposed: regions leave it to others what
depends on the number of an address.
"""

from __future__ import annotations

from functools import cached_property

from whet.analyses.interval.places import ScalarPlaces
from whet.cfa.expressions import Cast, Const, Deref, Expr, Lvalue, Var, Variable
from whet.cfa.model import Program
from whet.cfa.operations import Call
from whet.cfa.types import IntType, PointerType
from whet.pointers.regions import Region, Regions


class Reach:
    """The tracked variables that may change through pointers."""

    def __init__(self, program: Program, places: ScalarPlaces) -> None:
        self._program = program
        self._places = places

    @cached_property
    def exposed(self) -> list[Variable]:
        found = dict.fromkeys(self._places.exposed())
        found |= dict.fromkeys(self._tracked(self._regions.exposed()))
        return list(found)

    @cached_property
    def _regions(self) -> Regions:
        return self._program.fact(Regions)

    @cached_property
    def _knows_regions(self) -> bool:
        return not any(_is_between_pointer_and_integer(expr) for expr in self._program.expressions())

    def of(self, lvalue: Lvalue) -> list[Variable]:
        """What may change when something is stored there."""
        while not isinstance(lvalue, (Var, Deref)):
            lvalue = lvalue.base
        return self.through(lvalue.pointer) if isinstance(lvalue, Deref) else self.exposed

    def through(self, pointer: Expr) -> list[Variable]:
        return self._in([self._regions.of_pointer(pointer)]) if self._knows_regions else self.exposed

    def by(self, call: Call) -> list[Variable]:
        """What may change when a function runs of which nothing is known."""
        return self._in(self._regions.reachable(call.arguments)) if self._knows_regions else self.exposed

    def _in(self, regions: list[Region]) -> list[Variable]:
        return self.exposed if any(region.is_open for region in regions) else self._tracked(regions)

    def _tracked(self, regions: list[Region] | tuple[Region, ...]) -> list[Variable]:
        return [each for region in regions for each in region.variables if self._places.is_tracked(each)]


def _is_between_pointer_and_integer(expr: Expr) -> bool:
    if not isinstance(expr, Cast) or isinstance(expr.operand, Const):
        return False
    source, target = expr.operand.type, expr.type
    is_number = isinstance(source, PointerType) and isinstance(target, IntType) and not target.is_bool
    return is_number or (isinstance(source, IntType) and isinstance(target, PointerType))
