"""What a program expects around it when it is compiled: functions that hand out inputs, error functions, variables of others.

Everything here is plain data, so that a run of a program can be repeated without the program's model.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from whet.cfa.expressions import Variable
from whet.cfa.library import NONDET_PREFIXES, is_stream
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, Declare, flatten
from whet.cfa.source import Origin
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.cfa.types import BINARY32, BINARY64, X87, CType, FloatType, IntType, PointerType
from whet.library.effects import question_of
from whet.task.records import dataclass

_RANDOM_FUNCTIONS = ("rand", "random")
_ERRORS = frozenset({"reach_error", "__VERIFIER_error"})
"""Functions that are defined nowhere, whether or not they are called."""
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
    labels: tuple[str, ...] = ()
    """Labels that no run must come to."""
    reading: tuple[str, ...] = ()
    """The C files of bodies of the library that ask for inputs, by name: what a compiled program is to use, too."""
    untold: tuple[str, ...] = ()
    """Functions that answer questions about objects, which only the interpreter can do."""
    environment: tuple[str, ...] = ()
    """The names of the variables that the program asks for, which are not there but for those that a run has."""

    @property
    def flags(self) -> tuple[str, ...]:
        """How to compile the program, so that a harness hears of calls of functions that it cannot replace."""
        return ("-finstrument-functions",) if self.own_errors else ()


def asks(name: str) -> bool:
    """Does the function of this name return an input?"""
    return name.startswith(NONDET_PREFIXES) or name in _RANDOM_FUNCTIONS


def asking_calls(program: Program) -> Iterator[tuple[Origin, str]]:
    """Where inputs are asked for, and the function that is called there."""
    for edge in program.edges():
        for part in flatten(edge.operation):
            if isinstance(part, Call) and isinstance(part.callee, Function) and asks(part.callee.name):
                yield part.origin, part.callee.name


def surroundings_of(program: Program, error_functions: frozenset[str], labels: frozenset[str] = frozenset()) -> Surroundings:
    missing = [function for function in program.functions.values() if not function.is_defined and asks(function.name)]
    types = {function: c_type(function.type.result) for function in missing if not function.type.parameters}
    return Surroundings(
        asking=tuple(AskingFunction(function.name, known) for function, known in types.items() if known is not None),
        refused=tuple(f"{function.name} of type {function.type}" for function in missing if types.get(function) is None),
        error_functions=tuple(sorted(filter(_is_plain, error_functions | _ERRORS))),
        own_errors=tuple(
            dict.fromkeys(each.written_name for each in program.defined_functions if each.written_name in error_functions)
        ),
        variables=tuple((variable.name, max(variable.type.size, 1)) for variable in _undefined(program)),
        labels=tuple(sorted(labels)),
        reading=tuple(dict.fromkeys(_bodies_that_ask(program))),
        untold=tuple(each.name for each in program.functions.values() if question_of(each.name) and not each.is_defined),
        environment=tuple(each.variable for each in program.strings.variables if each.variable is not None),
    )


def _bodies_that_ask(program: Program) -> Iterator[str]:
    for function in program.defined_functions:
        for part in (part for edge in function.edges() for part in flatten(edge.operation)):
            if function.is_of_library and isinstance(part, Call) and isinstance(part.callee, Function) and asks(part.callee.name):
                yield Path(part.origin.expression.file.path).name


def _is_plain(name: str) -> bool:
    """Can it be defined without arguments, by who is not the compiler?"""
    return "assert" not in name and "builtin" not in name and name not in CONDITIONAL_ASSERTIONS


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
