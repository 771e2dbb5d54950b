"""What a verdict depends on, as one number: runs with the same fingerprint come to verdicts that do not contradict each other.

It is made of the program as it was lowered, which is only what the entry function reaches: functions, objects with their initial
values, types, constants, names.  Where these stand is no part of it, so text that moves, comments and functions that are not
reached change nothing.  The property, the machine, the options and the version of Whet with its own source text belong to it.
Limits of time and memory do not: they decide whether there is a verdict, never which one.

Invariants: whatever an operation of the program model has but its place goes into the fingerprint (fields are gone through, not
listed), and nothing of it depends on addresses, on the order of a hash or on numbers that other functions have moved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path

import whet
from whet.cfa.expressions import Const, Variable
from whet.cfa.model import Function, Node, Program
from whet.cfa.operations import Call
from whet.cfa.sequencing import Evaluation
from whet.cfa.source import Origin, Place, SourceFile, Span, place_of
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import StructType
from whet.core.configuration import MemoryOptions
from whet.frontend.errors import FrontendError
from whet.runtime.deep_stack import on_deep_stack
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import NO_LIMITS, Limits
from whet.session.program import read_program
from whet.task.configuration import Configuration
from whet.task.dangers import Danger
from whet.task.errors import TaskError, read_bytes
from whet.task.records import dataclass
from whet.task.task import Task

_LIMITS = frozenset({"limits.cpu_time", "limits.wall_time", "limits.memory"})
OWN_FILES = (".py", ".toml", ".lp", ".h", ".c", ".json", ".txt")
_NOT_TOLD = (Origin, Span, SourceFile, Place)
_OF_VARIABLE = ("name", "type", "kind", "function", "blocks", "image", "contents", "is_volatile", "is_constant", "is_table")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    digest: str
    """In hexadecimal digits."""
    places: tuple[Place, ...] = ()
    """Of the operations, in an order that is the same for all programs of this digest: so a place that was found in one of them
    is known in the others by its number."""

    def number(self, place: Place | None) -> int | None:
        return self.places.index(place) if place in self.places else None

    def place(self, number: int | None) -> Place | None:
        return self.places[number] if number is not None and 0 <= number < len(self.places) else None


def fingerprint(program: Program, task: Task, configuration: Configuration) -> Fingerprint:
    """Of a verdict about the program, as it was read, before a property is put into it."""
    walk = _Walk()
    on_deep_stack(lambda: walk.tell([_program(program), _task(task), settings_of(configuration), version()]))
    return Fingerprint(walk.digest(), tuple(walk.places))


def fingerprint_of(task: Task, configuration: Configuration, *, limits: Limits = NO_LIMITS) -> Fingerprint | None:
    """Of a task that nobody has read yet, which a child process does; None if it cannot be read (a verification says why)."""

    def read() -> Fingerprint | None:
        try:
            return fingerprint(read_program(task, memory=configuration.section(MemoryOptions)), task, configuration)
        except (FrontendError, TaskError):
            return None

    outcome = run_isolated(read, limits=limits)
    return outcome.value if isinstance(outcome, Finished) else None


@cache
def version() -> str:
    """Of Whet: its number, and its source text, because what is being worked on keeps its number."""
    folder = Path(whet.__file__).parent
    digest = hashlib.sha256(whet.__version__.encode())
    for file in sorted(each for each in folder.rglob("*") if each.suffix in OWN_FILES):
        digest.update(f"\0{file.relative_to(folder)}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def settings_of(configuration: Configuration) -> list[object]:
    """The values of its options, and of those of its members; not who set them."""
    settings = [
        (name, each.value if isinstance(each.value, (int, str, tuple)) else repr(each.value))
        for name, each in configuration.settings.items()
        if name not in _LIMITS
    ]
    return [settings, [settings_of(member) for member in configuration.members]]


def _task(task: Task) -> list[object]:
    """Without the files: what they say is in the program.  A witness is what its text is."""
    suggested = b"" if task.suggestions is None else read_bytes(task.suggestions)
    about = (task.property.name, task.property.conditions, task.machine, task.granted, task.assumptions, task.precision)
    return [*about, hashlib.sha256(suggested).digest()]


def _program(program: Program) -> Iterator[object]:
    yield from (program.machine, program.start.name, program.main.name, program.allocation_may_fail, program.ends_blocks)
    for function in program.functions.values():
        yield from _function(function)
    yield from program.globals
    yield [variable in program.address_taken for variable in program.variables()]
    yield [each.construct for each in program.unsupported]
    yield program.unsequenced
    yield (program.wraps, program.steps_wrap, program.may_alias, program.has_weak_alignment)


def _function(function: Function) -> Iterator[object]:
    yield from (
        "function",
        function.name,
        function.is_of_library,
        function.is_of_system,
        function.is_requirement,
        function.type,
        function.parameters,
        function.return_variable,
        function.variables,
    )
    yield from (function.entry, function.exit)
    for edge in function.edges():
        yield from (edge.source, edge.target, edge.operation)
    yield [(loop.head, loop.test) for loop in function.loops]


class _Walk:
    """Tells values to a hash, each with its kind and its end, so that no two lists of values read the same."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._known: dict[int, int] = {}
        """What has an identity, by number in the order in which it was met."""
        self._kept: list[object] = []
        self.places: list[Place] = []

    def digest(self) -> str:
        return self._hash.hexdigest()

    def tell(self, value: object) -> None:
        match value:
            case None | bool() | int() | str() | bytes() | float():
                self._word(f"{type(value).__name__} {value!r}")
            case Enum():
                self._word(f"{type(value).__name__}.{value.name}")
            case Danger():
                self._word(f"danger {value.check}")
            case Variable() | StructType() | Node():
                self._met(value)
            case Function():
                self._word(f"function {value.name}")
            case Call(callee=Function(name=name, is_defined=False), arguments=arguments) if name in ASSERTION_FUNCTIONS:
                # that fails in line 12 is where it stands, and no run goes on to look at it
                self._all("assertion", (name, [each for each in arguments if not isinstance(each, Const)], value.origin))
            case Evaluation():
                self._all("evaluation", (value.operations, value.reads, value.writes, value.leaves))
            case Origin():
                if (place := place_of(value)) is not None:
                    self.places.append(place)
            case _ if isinstance(value, _NOT_TOLD):
                pass
            case Mapping():
                self._all("mapping", value.items())
            case _ if is_dataclass(value):
                self._all(type(value).__name__, (getattr(value, each.name) for each in fields(value)))
            case Iterable():
                self._all("list", value)
            case _:
                raise TypeError(f"a fingerprint has no word for {type(value)}")

    def _word(self, text: str) -> None:
        self._hash.update(f"{len(text)}:{text}".encode("utf-8", "surrogatepass"))

    def _all(self, kind: str, values: Iterable[object]) -> None:
        self._word(f"{kind}(")
        for value in values:
            self.tell(value)
        self._word(")")

    def _met(self, value: Variable | StructType | Node) -> None:
        """The first time it says what it is; it may be a part of itself."""
        is_new = id(value) not in self._known
        self._word(f"#{self._known.setdefault(id(value), len(self._known))}")
        if is_new:
            self._kept.append(value)  # so that nothing else is given its address
            self._all(type(value).__name__, _parts(value))


def _parts(value: Variable | StructType | Node) -> Iterable[object]:
    match value:
        case Variable():
            return [getattr(value, name) for name in _OF_VARIABLE]
        case StructType(tag=tag):
            named = None if tag.startswith("anonymous__") else tag
            return [named, value.is_union, value.size, value.align, value.fields, value.is_complete]
        case Node():
            return [value.function]
