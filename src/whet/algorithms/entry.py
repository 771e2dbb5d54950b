"""The assumptions of a proof about the arguments of the entry function.

Analyses take what a pointer argument points to for memory of its own.  So a proof excludes calls in which that is an object of
the program, or in which two pointers point to the same object.  The arguments of ``main`` come from the system.
"""

from __future__ import annotations

from whet.cfa.expressions import Variable
from whet.cfa.model import Program
from whet.cfa.operations import Havoc, flatten
from whet.cfa.source import Origin, place_of
from whet.cfa.types import holds_pointers
from whet.core.result import Assumption, Result, TrueVerdict
from whet.task.messages.assumptions import FRESH_ARGUMENT


def with_entry_assumptions(result: Result, program: Program) -> Result:
    """A proof with its assumptions; a violation was shown with arguments that exist."""
    if not isinstance(result.verdict, TrueVerdict) or program.main.name == "main":
        return result
    return result.with_assumptions(*(_assumption(program, each) for each in program.main.parameters if holds_pointers(each.type)))


def _assumption(program: Program, parameter: Variable) -> Assumption:
    what = FRESH_ARGUMENT.format(parameter=parameter.name, function=program.main.name)
    return Assumption(what, place_of(_origin(program, parameter)))


def _origin(program: Program, parameter: Variable) -> Origin | None:
    """Where the start function makes the argument."""
    operations = (part for edge in program.start.edges() for part in flatten(edge.operation))
    names = ((part, getattr(part.lvalue, "variable", None)) for part in operations if isinstance(part, Havoc))
    return next((part.origin for part, made in names if made is not None and made.name == parameter.name), None)
