"""What a proof takes for granted of the arguments of the entry function.

Nobody says what the pointers lead to that a function is given.  Analyses take that for memory of its own, so a proof says nothing
about calls where it is an object of the program, or where two pointers meet.  ``main`` is given what the system made.
"""

from __future__ import annotations

from whet.cfa.expressions import Variable
from whet.cfa.model import Program
from whet.cfa.operations import Havoc, flatten
from whet.cfa.source import Origin, place_of
from whet.cfa.types import ArrayType, CType, PointerType, StructType
from whet.core.result import Assumption, Result, TrueVerdict


def with_entry_assumptions(result: Result, program: Program) -> Result:
    """A proof with what it takes for granted; a violation was shown with arguments that exist."""
    if not isinstance(result.verdict, TrueVerdict) or program.main.name == "main":
        return result
    return result.with_assumptions(*(_assumption(program, each) for each in program.main.parameters if _holds_pointer(each.type)))


def _assumption(program: Program, parameter: Variable) -> Assumption:
    what = f"what {parameter.name} of {program.main.name} points to is no object of the program and nothing that others point to"
    return Assumption(what, place_of(_origin(program, parameter)))


def _origin(program: Program, parameter: Variable) -> Origin | None:
    """Where the start function makes the argument."""
    operations = (part for edge in program.start.edges() for part in flatten(edge.operation))
    names = ((part, getattr(part.lvalue, "variable", None)) for part in operations if isinstance(part, Havoc))
    return next((part.origin for part, made in names if made is not None and made.name == parameter.name), None)


def _holds_pointer(type: CType) -> bool:
    match type:
        case PointerType():
            return True
        case ArrayType(element=element):
            return _holds_pointer(element)
        case StructType(fields=fields):
            return any(_holds_pointer(field.type) for field in fields)
        case _:
            return False
