"""References of generated code.

Code is generated once per program, but each run has its own memory, stack and inputs: the code uses names, a ``Reference`` says
what a name means, and ``linking`` resolves it for a run. Invariant: equal references have the same name while their
``ReferenceNames`` live.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import CodeType
from typing import Any, TypeAlias

from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Node
from whet.cfa.source import Origin
from whet.cfa.types import CType, ScalarType
from whet.interpreter.access import BitPlace
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ReaderOf:
    """Reads a scalar from an object and an offset; ``by_address``: from an address."""

    type: ScalarType
    bits: BitPlace | None
    by_address: bool
    is_copy: bool = False
    """Is it a byte that is only copied, so that it may be uninitialised?"""


@dataclass(frozen=True, slots=True)
class WriterOf:
    type: ScalarType
    bits: BitPlace | None
    by_address: bool


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that is the same in every run and made once: ``make`` is a function of ``semantics``, such as ``conversion``."""

    make: Callable[..., Any]
    arguments: tuple[Hashable, ...]
    wraps: bool | None = None
    """For operators: does signed arithmetic wrap around?"""


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """The memory object of a variable that lives as long as the program."""

    variable: Variable


@dataclass(frozen=True, slots=True)
class AddressOfObject:
    variable: Variable


@dataclass(frozen=True, slots=True)
class AddressOfFunction:
    function: Function


@dataclass(frozen=True, slots=True)
class BlockAt:
    """The code from a node on."""

    node: Node


@dataclass(frozen=True, slots=True)
class ResumeAt:
    """The code after a call, which is the operation of this index on an edge."""

    edge: Edge
    index: int


@dataclass(frozen=True, slots=True)
class EntryOf:
    """The code of a function from its very beginning: parameters that live in memory get their objects."""

    function: Function


Code: TypeAlias = BlockAt | ResumeAt | EntryOf


def function_of(code: Code) -> Function:
    match code:
        case BlockAt(node=node):
            return node.function
        case ResumeAt(edge=edge):
            return edge.source.function
        case EntryOf(function=function):
            return function


@dataclass(frozen=True, slots=True)
class CallSite:
    """How a function is called: with arguments of these types, for a result of this type (None: not used)."""

    arguments: tuple[CType, ...]
    result: CType | None


@dataclass(frozen=True, slots=True)
class ModelOf:
    """The model of a function without a body; for a function with a body, the check of its arguments."""

    function: Function
    site: CallSite


@dataclass(frozen=True, slots=True)
class PointerCall:
    """A call of whatever a pointer points to."""

    edge: Edge
    index: int
    site: CallSite


@dataclass(frozen=True, slots=True)
class ProgramConstant:
    """Something of the program model that is the same in every run."""

    value: Variable | Edge | Function | CType | tuple[None, ...]


Reference: TypeAlias = (
    ReaderOf
    | WriterOf
    | Computed
    | ObjectOf
    | AddressOfObject
    | AddressOfFunction
    | Code
    | ModelOf
    | PointerCall
    | ProgramConstant
)


class ReferenceNames:
    def __init__(self) -> None:
        self._names: dict[Reference, str] = {}
        self._count = 0

    def name(self, reference: Reference) -> str:
        known = self._names.get(reference)
        if known is None:
            self._count += 1
            known = self._names[reference] = f"{_prefix(reference)}_{self._count}"
        return known


def _prefix(reference: Reference) -> str:
    match reference:
        case ReaderOf(by_address=by_address):
            return "load" if by_address else "read"
        case WriterOf(by_address=by_address):
            return "store" if by_address else "write"
        case ObjectOf(variable=variable) | AddressOfObject(variable=variable):
            return ("object_" if isinstance(reference, ObjectOf) else "address_") + _identifier(variable.name)
        case AddressOfFunction(function=function) | EntryOf(function=function) | ModelOf(function=function):
            return _identifier(function.name)
        case BlockAt(node=node):
            return f"{_identifier(node.function.name)}_at_{node.number}"
        case ResumeAt(edge=edge):
            return f"{_identifier(edge.source.function.name)}_back_at_{edge.target.number}"
        case Computed(make=make):
            return make.__name__
        case _:
            return type(reference).__name__


def _identifier(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


def is_fixed(reference: Reference) -> bool:
    return isinstance(reference, (ProgramConstant, Computed))


def fixed_value(reference: Reference) -> Any:
    """A constant, or the function of ``semantics`` for an operator."""
    match reference:
        case ProgramConstant(value=value):
            return value
        case Computed(make=make, arguments=arguments, wraps=None):
            return make(*arguments)
        case Computed(make=make, arguments=arguments, wraps=wraps):
            return make(*arguments, wraps=wraps)
        case _:
            raise AssertionError(f"{reference} belongs to a run")


@dataclass(frozen=True, slots=True)
class Unit:
    """A compiled piece of a function: a Python function of the frame that returns the next one, or None to pop the stack."""

    name: str
    text: str
    """Python source, for reading it."""
    code: CodeType
    """Of the function itself."""
    fixed: dict[str, Any]
    """Names that mean the same in every run."""
    references: dict[str, Reference]
    """Names that each run gives a meaning."""
    origins: tuple[Origin | None, ...]
    """By line number of the code, counted from 1 (index 0 is unused)."""
