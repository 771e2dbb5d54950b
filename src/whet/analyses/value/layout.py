"""Where the variables of a program live in an abstract state, and the numbers of memory objects.

A scalar variable nobody takes the address of has a *slot*: an index in the tuple of the globals or in the tuple of its
function's frame.  Every other variable is a memory object.  Objects are numbers: variables and functions are counted
from 0 to ``count - 1``, the object of a local variable ``depth`` calls above the start is its number plus ``depth * count``,
heap blocks are negative.  The number of an object thus says how deep it lives.
"""

from __future__ import annotations

from whet.analyses.value.memory import Contents
from whet.cfa.expressions import Cast, Deref, Expr, Index, Member, Var, Variable, VariableKind
from whet.cfa.facts import Facts
from whet.cfa.library import AUTOMATIC
from whet.cfa.model import Function, Program
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType, is_scalar


class Layout:
    """The places of a program's variables; not changed after it was made."""

    def __init__(self, program: Program, object_bytes: int) -> None:
        self.program = program
        self.object_bytes = object_bytes
        """Nothing is known of the contents of larger objects, because every write to an object copies it."""
        self.pointer_size = program.machine.pointer_size
        statics = [variable for variable in program.globals if self.is_slot(variable)]
        self.global_slots = {variable: index for index, variable in enumerate(statics)}
        self.frame_slots = {function: self._slots_of(function) for function in program.functions.values()}
        entities: list[Variable | Function] = [*program.variables(), *program.functions.values()]
        self._entities = entities
        self._numbers = {entity: number for number, entity in enumerate(entities)}
        self.count = len(entities)
        constants = (each for each in program.globals if each.kind is VariableKind.STRING or each.is_table)
        self.constants = {self._numbers[each]: _image(each) for each in constants}
        """The contents of string literals and constant tables, which are no part of any state."""
        self.addresses_in_integers = any(_makes_number_of_pointer(expr) for expr in program.expressions())
        """May an integer as wide as a pointer hold an address?  If not, all arithmetic is on numbers."""
        self.has_automatic_blocks = not program.functions.keys().isdisjoint(AUTOMATIC)
        """May a block end with the function that asked for it?"""
        # Is a ``_Bool`` read that may hold another byte than 0 and 1?
        truth_values = Facts.of(program).truth_values
        lvalues = (expr for expr in program.expressions() if isinstance(expr, (Var, Deref, Member, Index)))
        self.truth_values_are_sound = not any(truth_values.doubts(lvalue) for lvalue in lvalues)
        """Is every ``_Bool`` 0 or 1?  Otherwise a copy may hold anything, also in a slot."""

    def is_slot(self, variable: Variable) -> bool:
        return is_scalar(variable.type) and variable not in self.program.address_taken

    def _slots_of(self, function: Function) -> dict[Variable, int]:
        scalars = [variable for variable in function.variables if self.is_slot(variable)]
        return {variable: index for index, variable in enumerate(scalars)}

    def slot(self, variable: Variable, function: Function) -> int:
        """The index in the tuple of the globals, or of the frame of this function."""
        return self.global_slots[variable] if variable.is_static else self.frame_slots[function][variable]

    def number(self, entity: Variable | Function) -> int:
        """The number of a static object or a function; of a local variable without the depth."""
        return self._numbers[entity]

    def object_of(self, variable: Variable, depth: int) -> int:
        number = self._numbers[variable]
        return number if variable.is_static else number + depth * self.count

    def entity(self, object: int) -> Variable | Function | None:
        """What an object belongs to; None for a heap block."""
        return None if object < 0 else self._entities[object % self.count]

    def is_table(self, object: int) -> bool:
        entity = self.entity(object)
        return isinstance(entity, Variable) and entity.is_table

    def memory_locals(self, function: Function) -> list[Variable]:
        return [variable for variable in function.variables if not self.is_slot(variable)]

    def size_of(self, variable: Variable) -> int | None:
        """None where the type does not say it."""
        return None if _has_open_end(variable.type) else variable.type.size

    def is_exposed(self, object: int) -> bool:
        """May some pointer point to it, so that a store through an unknown pointer may change it?"""
        return object < 0 or self.entity(object) in self.program.address_taken

    def may_hold_address(self, type: CType) -> bool:
        """May a scalar of this type be an address?"""
        if isinstance(type, IntType):
            return self.addresses_in_integers and type.size == self.pointer_size
        return isinstance(type, PointerType)


def _has_open_end(type: CType) -> bool:
    match type:
        case ArrayType(count=None):
            return True
        case StructType(is_union=False, fields=(*_, last)):
            return isinstance(last.type, ArrayType) and not last.type.count
        case _:
            return False


def _image(variable: Variable) -> Contents:
    image = variable.image or variable.contents or b""
    size = max(variable.type.size, len(image))
    return Contents(size, image.ljust(size, b"\0"), b"\xff" * size)


def _makes_number_of_pointer(expr: Expr) -> bool:
    match expr:
        case Cast(operand=operand, type=IntType(width=width)):
            return isinstance(operand.type, PointerType) and operand.type.width == width
        case _:
            return False
