"""What a program expects around it when it is compiled: functions that hand out inputs, error functions, variables of others."""

from __future__ import annotations

from collections.abc import Iterator

from whet.algorithms.testing import asks
from whet.cfa.expressions import Variable
from whet.cfa.library import is_stream
from whet.cfa.model import Program
from whet.cfa.operations import Declare, flatten
from whet.cfa.types import BINARY32, BINARY64, X87, CType, FloatType, IntType, PointerType
from whet.task.records import dataclass

_OF_LIBRARY = frozenset(
    ("environ", "__environ", "optarg", "optind", "opterr", "optopt", "timezone", "daylight", "tzname", "errno", "signgam")
)
"""Variables that the C library has; one of the same name in a harness would take their place."""


@dataclass(frozen=True, slots=True)
class AskingFunction:
    """A function without a body that hands out inputs; ``type`` is C that means the same in every file."""

    name: str
    type: str

    @property
    def is_pointer(self) -> bool:
        return self.type.endswith("*")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Plain data, made from a program before a property is put into it."""

    asking: tuple[AskingFunction, ...]
    refused: tuple[str, ...]
    """Functions that ask for something of which there are no inputs, with their types."""
    error_functions: tuple[str, ...]
    own_errors: tuple[str, ...]
    """Error functions that the program defines itself."""
    variables: tuple[tuple[str, int], ...]
    """Variables that are declared and defined nowhere, with their sizes."""

    @property
    def flags(self) -> tuple[str, ...]:
        """How to compile the program: a harness is told of calls of functions that it cannot replace."""
        return ("-finstrument-functions",) if self.own_errors else ()


def surroundings_of(program: Program, error_functions: frozenset[str]) -> Surroundings:
    missing = [function for function in program.functions.values() if not function.is_defined and asks(function.name)]
    types = {function: c_type(function.type.result) for function in missing if not function.type.parameters}
    return Surroundings(
        asking=tuple(AskingFunction(function.name, known) for function, known in types.items() if known is not None),
        refused=tuple(f"{function.name} of type {function.type}" for function in missing if types.get(function) is None),
        error_functions=tuple(sorted(name for name in error_functions if "assert" not in name and "builtin" not in name)),
        own_errors=tuple(function.name for function in program.defined_functions if function.name in error_functions),
        variables=tuple((variable.name, max(variable.type.size, 1)) for variable in _undefined(program)),
    )


def _undefined(program: Program) -> Iterator[Variable]:
    for edge in program.start.edges():
        for part in flatten(edge.operation):
            match part:
                case Declare(variable=variable, zeroed=False) if variable.is_static and not _is_of_library(variable):
                    yield variable
                case _:
                    pass


def _is_of_library(variable: Variable) -> bool:
    return is_stream(variable) or variable.name in _OF_LIBRARY


_INTEGERS = {1: "char", 2: "short", 4: "int", 8: "long long", 16: "__int128"}
_FLOATS = {BINARY32: "float", BINARY64: "double", X87: "long double"}


def c_type(type: CType) -> str | None:
    """C for a scalar type that needs no declaration and is returned in the same way; None if there is none."""
    match type:
        case IntType(is_bool=True):
            return "_Bool"
        case IntType(size=size, signed=signed) if size in _INTEGERS:
            return f"{'signed' if signed else 'unsigned'} {_INTEGERS[size]}"
        case FloatType(format=format):
            return _FLOATS.get(format)
        case PointerType():
            return "void *"
        case _:
            return None


__all__ = ["AskingFunction", "Surroundings", "c_type", "surroundings_of"]
