"""The data of a run: memory, inputs, output, and assumptions. Models of C library functions work on it. ``where`` is the present
place in the source, ``within`` the program's call if the run is in a library body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from whet.cfa.expressions import Use
from whet.cfa.semantics import NotWritten, Value
from whet.cfa.source import Origin
from whet.cfa.texts import NOT_SET, longest_value
from whet.cfa.types import MachineModel, PointerType, ScalarType
from whet.cfa.within_library import LibraryCall
from whet.interpreter.access import MemoryAccess
from whet.interpreter.file_streams import Streams
from whet.interpreter.given_texts import GivenBytes, TextRead
from whet.interpreter.inputs import Inputs, fitted
from whet.interpreter.memory import Memory, MemoryObject, ObjectKind
from whet.interpreter.outcomes import InputRead, NotInterpreted, RunAssumption, without_definition
from whet.task.messages.assumptions import NO_OBJECT_GIVEN, UNASSIGNED
from whet.task.messages.violations import NOT_WRITTEN
from whet.task.records import dataclass

Whereabouts: TypeAlias = Callable[[], Origin | None]
Within: TypeAlias = Callable[[], LibraryCall | None]

_FILE_SIZE = 216


@dataclass(frozen=True, slots=True)
class RunBounds:
    """Limits of a run. A step is one pass through a straight piece of code, of at least one edge."""

    steps: int = 1_000_000_000
    depth: int = 1_000_000
    """Functions that are active at the same time."""
    memory: int = 1 << 30
    """Bytes in all objects that are alive."""
    output: int = 1 << 24
    """Bytes of standard output that are kept."""


_MOST_ARGUMENTS = 1000


class Convention(Enum):
    """The result of a library function of which C defines only the sign, or whether it is zero: it depends on the machine, and on
    whether the compiler inlines the function."""

    GLIBC = "what glibc computes on a machine of 64 bits: the difference of two bytes, a bit of a table"
    UNIT = "1 or -1, as glibc does on other machines, and gcc for what it knows when it compiles"


@dataclass(frozen=True, slots=True)
class Environment:
    """The inputs of a run."""

    inputs: Inputs
    arguments: Mapping[str, Value] = field(default_factory=dict)
    """Arguments of the entry function by parameter; ``inputs`` is asked for the others."""
    convention: Convention = Convention.GLIBC
    texts: Mapping[str, bytes | None] = field(default_factory=dict)
    """Strings by the program's expression (``argv[1]``, ``getenv("HOME")``), None for a variable that is not set; ``inputs`` is
    asked for the lengths and bytes of others."""


class RandomNumbers:
    """Results of ``rand`` by seed: arbitrary, but the same sequence after the same seed (C11 7.22.2.2); the first seed is 1."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._drawn: dict[int, list[int]] = {}
        self._seed = 1
        self._count = 0
        """Numbers since the last seed."""

    def seed(self, seed: int) -> None:
        self._seed = seed or 1  # as glibc does
        self._count = 0

    def draw(self, number: int) -> int:
        """The number, if it may be the next one; otherwise the run is none of the program."""
        drawn = self._drawn.setdefault(self._seed, [])
        if self._count == len(drawn):
            drawn.append(number)
        elif drawn[self._count] != number:
            raise NotInterpreted("random number that differs from the one after the same seed before")
        self._count += 1
        return number


@dataclass(slots=True)
class OptionScan:
    """The progress of ``getopt``, in the words of glibc."""

    is_begun: bool = False
    next_character: int = 0
    """Where the scan of a group of options continues; 0 if the next argument is to be looked at."""
    first: int = 1
    last: int = 1
    """The arguments from ``first`` up to ``last`` are no options."""
    order: int = 0
    letter: int = 0
    """The last option that was not known, or had no argument."""


class SharedVariable:
    """A variable that the library and the program have in common. ``bind`` says where the program keeps it."""

    def __init__(self, value: int) -> None:
        self._value = value
        self.read: Callable[[], int] = lambda: self._value
        self.write: Callable[[int], None] = self._keep

    def _keep(self, value: int) -> None:
        self._value = value

    def bind(self, read: Callable[[], Value], write: Callable[[Value], None]) -> None:
        def number() -> int:
            value = read()
            assert isinstance(value, int)
            return value

        self.read, self.write = number, write


SHARED_VARIABLES = {"optarg": 0, "optind": 1, "opterr": 1, "optopt": ord("?")}
"""Those of ``getopt``, with their first values."""


class Process:
    def __init__(
        self,
        machine: MachineModel,
        environment: Environment,
        limits: RunBounds,
        where: Whereabouts,
        within: Within = lambda: None,
    ) -> None:
        self.machine = machine
        self.memory = Memory(machine, limits.memory)
        self.access = MemoryAccess(self.memory, self._choose_part)
        self.written_only = MemoryAccess(self.memory, self._refuse_part)
        """For reads that must be initialised."""
        self.where = where
        self._within = within
        self.set_errno: Callable[[int], None] = lambda number: None
        """Stores an error number, if the program uses ``errno``."""
        self.wraps = True
        """Does signed arithmetic wrap around?"""
        self.checks_calls = False
        """Must a call through a pointer have as many arguments as the function has parameters?"""
        self.checks_contracts = False
        """Are contracts of library functions checked?"""
        self.checks_unreachable = False
        """Is a return from a noreturn function an error?"""
        self._limits = limits
        self.streams = Streams(self._opaque)
        self.random = RandomNumbers()
        self.is_recorded = True
        """Are inputs recorded?"""
        self._begin(environment)

    def restart(self, environment: Environment) -> None:
        self.memory.restart()
        self._begin(environment)

    def _begin(self, environment: Environment) -> None:
        self.trace: list[InputRead] = []
        self.streams.restart()
        self.random.restart()
        self.option_scan = OptionScan()
        self.shared = {name: SharedVariable(value) for name, value in SHARED_VARIABLES.items()}
        self.output = bytearray()
        self._inputs = environment.inputs
        self._arguments = environment.arguments
        self._texts = environment.texts
        self.given: list[GivenBytes] = []
        """The strings whose bytes are inputs."""
        self.missing: list[TextRead] = []
        """Environment variables that are not set."""
        self._count = 0
        """The last number among the arguments of ``main``."""
        self._assumptions: dict[RunAssumption, None] = {}
        self._made: dict[str, int] = {}
        self._convention = environment.convention
        self.chooses = False
        """Did uninitialised memory hold another value than zero?"""
        self.used_convention = False
        """Was there a result that differs in another convention?"""

    def nondet(self, type: ScalarType, name: str | None = None) -> Value:
        """The next value of the environment; ``name`` is the part of an argument that it is for."""
        return self._read(type, name, self._inputs.nondet)

    def argument(self, type: ScalarType, name: str) -> Value:
        """An argument of the entry function, by parameter."""
        return self._read(type, name, self._inputs.uninitialised)

    def argument_of_main(self, type: ScalarType, name: str) -> Value:
        """The same for ``main``: its pointers point to vectors of strings (C11 5.1.2.2.1), which are empty here. The first vector
        has as many as the number before it, the second one (the environment) has none."""
        if not isinstance(type, PointerType):
            value = self.argument(type, name)
            self._count = value if isinstance(value, int) else 0
            return value
        self._inputs.uninitialised(type, None)  # whatever number it may be
        count, self._count = self._count, 0
        return self._vector(count).base

    def give_vector(self, size: int, name: str) -> MemoryObject:
        """A vector of so many bytes, of empty strings except for those that are made later."""
        return self._vector(size // self.machine.pointer_size - 1)

    def _vector(self, count: int) -> MemoryObject:
        """A vector of so many empty strings and a null pointer."""
        if not 0 <= count <= _MOST_ARGUMENTS:
            raise NotInterpreted(f"{count} arguments of main")
        size = self.machine.pointer_size
        strings = [self.memory.allocate(1, ObjectKind.OPAQUE, "argument of main", zeroed=True).base for _ in range(count)]
        vector = self.memory.allocate((count + 1) * size, ObjectKind.OPAQUE, "arguments of main", zeroed=True)
        vector.data[: count * size] = b"".join(address.to_bytes(size, "little") for address in strings)
        return vector

    def _read(self, type: ScalarType, name: str | None, ask: Callable[[ScalarType, Origin | None], Value]) -> Value:
        given = None if name is None else self._arguments.get(name)
        if not self.is_recorded:
            return fitted(ask(type, None) if given is None else given, type)
        origin = self.where()
        value = fitted(ask(type, origin) if given is None else given, type)
        self.trace.append(InputRead(type, value, origin, name, self._within()))
        if name is not None and isinstance(type, PointerType):
            self._assumptions[RunAssumption(NO_OBJECT_GIVEN.format(name=name, value=value), origin)] = None
        return value

    def length_of_text(self, type: ScalarType, name: str, variable: str | None) -> Value:
        """The length of a given string; NOT_SET for a variable that is not set."""
        self._count = 0
        length = self._length(type, name)
        if variable is not None and isinstance(length, int) and length > longest_value(variable):
            self.missing.append(TextRead(name, None, True, self.where(), variable))
        return length

    def _length(self, type: ScalarType, name: str) -> Value:
        if name not in self._texts:
            return fitted(self._inputs.uninitialised(type, self.where()), type)
        given = self._texts[name]
        return NOT_SET if given is None else len(given)

    def give_text(self, size: int, name: str, variable: str | None) -> MemoryObject:
        """The object of a given string, whose bytes are inputs."""
        made = self.memory.allocate(size, ObjectKind.GIVEN, name, zeroed=False)
        made.element = 1
        made.given = GivenBytes(name, variable, made, self.where(), self.access.settle_bytes)
        if (text := self._texts.get(name)) is not None:
            made.given.choose(0, bytearray(text), b"\xff" * len(text))
            made.data[: len(text)] = text
            made.define(0, len(text))
        self.given.append(made.given)
        return made

    def _choose_part(self, type: ScalarType, source: MemoryObject, is_outside: bool = False) -> Value:
        if source.given is not None:
            return fitted(self._inputs.uninitialised(type, self.where()), type)
        if source.kind is ObjectKind.EXTERNAL and isinstance(type, PointerType):
            raise without_definition(source.name)
        return self.choose(type, f"a part of the {source}")

    def _refuse_part(self, type: ScalarType, source: MemoryObject, is_outside: bool = False) -> Value:
        if is_outside or not source.must_be_written:
            return self._choose_part(type, source, is_outside)
        raise NotWritten(NOT_WRITTEN.format(what=f"a part of the {source}"))

    def choose(self, type: ScalarType, what: str) -> Value:
        """A value for something indeterminate that is read."""
        origin = self.where()
        value = fitted(self._inputs.uninitialised(type, origin), type)
        self.chooses = self.chooses or str(value) not in ("0", "0.0")
        self._assumptions[RunAssumption(UNASSIGNED.format(what=what), self.program_place())] = None
        return value

    def rough_result(self, usual: int, other: int) -> int:
        """A result of which C defines only the sign, by the convention of the run."""
        if usual != other:
            self.used_convention = True
        return usual if self._convention is Convention.GLIBC else other

    def assume(self, what: str) -> None:
        self._assumptions[RunAssumption(what, self.program_place())] = None

    def program_place(self) -> Origin | None:
        """The place for reports: the program's call if the run is in the library."""
        within = self._within()
        return self.where() if within is None else within.origin

    @property
    def assumptions(self) -> tuple[RunAssumption, ...]:
        return tuple(self._assumptions)

    def write_output(self, text: bytes) -> None:
        free = self._limits.output - len(self.output)
        self.output += text[: max(free, 0)]

    def is_good_for(self, address: int, size: int, use: str) -> bool:
        """Is a pointer valid for the access, or for ``free``? A byte of a stream can be read while it is open."""
        return self.memory.is_good_for(address, size, use) or (
            use == Use.READ.value and size == 1 and self.streams.is_open(address)
        )

    def _opaque(self, name: str) -> int:
        """The address of a new opaque ``FILE`` object."""
        made = self.memory.allocate(_FILE_SIZE, ObjectKind.OPAQUE, name, zeroed=True)
        made.readable = made.writable = 0
        return made.base

    def once(self, name: str, make: Callable[[], int]) -> int:
        """The address of an object of the C library that is made at its first use."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]
