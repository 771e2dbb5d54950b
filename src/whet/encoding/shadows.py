"""Which bits of memory were written, in regions where a check asks for it (``Use.DEFINED``).

Such a region has a second array, of the same words by the same addresses: a bit there is one if the bit of memory was written.
The array begins as zeros: nothing is written where a block of the heap or a local variable begins for the first time.  Writes
set bits, copies take them along, declarations clear them.  Where it is not known what was written the array is any, which
proves nothing.

Static objects are written from the beginning; their bits are not looked at unless a copy may have made them unwritten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.expressions import AddressOf, Deref, Expr, Index, Lvalue, Member, Use, Valid, Var
from whet.cfa.facts import Facts
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Return, flatten
from whet.cfa.types import PointerType, is_scalar
from whet.library.effects import Copies, Effect, Writes
from whet.pointers.regions import Region, Regions


class Shadows:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._regions = program.fact(Regions)
        asked = {self._of(lvalue) for expr in program.expressions() if (lvalue := _asked(expr)) is not None}
        copies = list(self._copies()) if asked else []
        while new := {source for target, source in copies if target in asked} - asked:
            asked |= new
        self.regions = frozenset(asked)
        self.copied_to = frozenset(target for target, source in copies if source in asked)
        """Where bits may become unwritten that were written."""

    def follows(self, region: Region) -> bool:
        return region in self.regions

    def tells(self, region: Region) -> bool:
        """Is every object of it followed?"""
        is_given = not self._program.strings.objects.isdisjoint(region.variables)
        return region in self.regions and not (region.is_open or region.is_foreign or region.is_lent or is_given)

    def is_written_from_the_start(self, region: Region) -> bool:
        """Has it only static objects and strings that the program is given, and is nothing copied there?"""
        if region in self.copied_to or region.sites or region.is_open or region.is_foreign or region.is_lent:
            return False
        return all(each.is_static or each in self._program.strings.objects for each in region.variables)

    def _of(self, lvalue: Lvalue) -> Region:
        while isinstance(lvalue, (Member, Index)):
            lvalue = lvalue.base
        return self._regions.of_variable(lvalue.variable) if isinstance(lvalue, Var) else self._regions.of_pointer(lvalue.pointer)

    def _copies(self) -> Iterator[tuple[Region, Region]]:
        """The region that something is copied to, and the one that it comes from."""
        library, facts = Library(), Facts.of(self._program)
        for edge in self._program.edges():
            for part in flatten(edge.operation):
                match part:
                    case Assign(lvalue=lvalue, value=(Var() | Deref() | Member() | Index()) as value):
                        if not is_scalar(value.type) or is_byte_copy(part, lambda each: is_in_memory(self._program, each)):
                            yield self._of(lvalue), self._of(value)
                    case Return(value=(Var() | Deref() | Member() | Index()) as value) if not is_scalar(value.type):
                        result = edge.source.function.return_variable
                        yield from () if result is None else ((self._of(Var(result)), self._of(value)),)
                    case Call():
                        for function in facts.called_by(part):
                            if function.is_defined:
                                yield from self._passed(part, function)
                            elif _copies(library.effect(function, part.arguments)):
                                yield from self._between(part.arguments)
                    case _:
                        pass

    def _passed(self, call: Call, function: Function) -> Iterator[tuple[Region, Region]]:
        """Structures as arguments and as results."""
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            if (
                isinstance(argument, (Var, Deref, Member, Index))
                and not is_scalar(argument.type)
                and not is_scalar(parameter.type)
            ):
                yield self._of(Var(parameter)), self._of(argument)
        if call.result is not None and function.return_variable is not None and not is_scalar(call.result.type):
            yield self._of(call.result), self._of(Var(function.return_variable))

    def _between(self, arguments: Sequence[Expr]) -> Iterator[tuple[Region, Region]]:
        """A library function may copy from the pointee of one argument to that of another."""
        found = [self._regions.of_pointer(each) for each in arguments if isinstance(each.type, PointerType)]
        return ((target, source) for target in found for source in found if target is not source)


def _copies(effect: Effect | None) -> bool:
    """May a library function take along bytes that nothing was written to?"""
    return isinstance(effect, Copies) or (isinstance(effect, Writes) and not effect.makes_text)


def _asked(expr: Expr) -> Lvalue | None:
    """What must have been written."""
    match expr:
        case Valid(pointer=AddressOf(lvalue=lvalue), use=Use.DEFINED):
            return lvalue
        case _:
            return None
