"""The state of a run that is not control: memory, inputs, output, and what was taken for granted.

This is what the models of C library functions work on.  The interpreter owns the control state (frames, call stack, which
block runs next) and hands in ``where``, which tells the place in the source the run is at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import MachineModel, ScalarType
from whet.trust.access import Access
from whet.trust.inputs import Inputs, fitted
from whet.trust.memory import Memory, MemoryObject, ObjectKind
from whet.trust.outcomes import Assumption, InputRead

Where: TypeAlias = Callable[[], Origin | None]

_FILE_SIZE = 216


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a run may go.  A step is one pass through a straight piece of code, of at least one edge."""

    steps: int = 1_000_000_000
    depth: int = 1_000_000
    """Functions that are active at the same time."""
    memory: int = 1 << 30
    """Bytes in all objects that are alive."""
    output: int = 1 << 24
    """Bytes of standard output that are kept."""


class Convention(Enum):
    """What a library function returns if C fixes only the sign of its result, or whether it is zero.

    It depends on the machine, and on whether the compiler calls the function or puts its own code in its place."""

    GLIBC = "what glibc computes on a machine of 64 bits: the difference of two bytes, a bit of a table"
    UNIT = "1 or -1, as glibc does on other machines, and gcc for what it knows when it compiles"


class Process:
    """Memory, environment and output of one run."""

    def __init__(
        self,
        machine: MachineModel,
        inputs: Inputs,
        limits: Limits,
        where: Where,
        convention: Convention = Convention.GLIBC,
    ) -> None:
        self.machine = machine
        self.memory = Memory(machine, limits.memory)
        self.access = Access(self.memory, self.choose)
        self.where = where
        self.trace: list[InputRead] = []
        self.output = bytearray()
        self._inputs = inputs
        self._limits = limits
        self._assumptions: dict[Assumption, None] = {}
        self._streams: dict[str, MemoryObject] = {}
        self._made: dict[str, int] = {}
        self._convention = convention
        self.used_convention = False
        """Was there a result that another convention would make another one?"""

    # ------------------------------------------------------------------------------------------ environment

    def nondet(self, type: ScalarType) -> Value:
        """The next value of the environment."""
        origin = self.where()
        value = fitted(self._inputs.nondet(type, origin), type)
        self.trace.append(InputRead(type, value, origin))
        return value

    def argument(self, type: ScalarType) -> Value:
        """An argument of ``main``: given by whoever starts the program, so not one of its inputs."""
        value = fitted(self._inputs.uninitialised(type, None), type)
        self._assumptions[Assumption(f"an argument of main ({type}) is {value}", None)] = None
        return value

    def choose(self, type: ScalarType, what: str) -> Value:
        """A value for something indeterminate that is read."""
        origin = self.where()
        value = fitted(self._inputs.uninitialised(type, origin), type)
        self._assumptions[Assumption(f"{what} is read without having been assigned", origin)] = None
        return value

    def rough_result(self, usual: int, other: int) -> int:
        """The result of a library function of which C fixes only the sign: by the one convention or by the other."""
        if usual != other:
            self.used_convention = True
        return usual if self._convention is Convention.GLIBC else other

    def assume(self, what: str) -> None:
        """Note something the run takes for granted."""
        self._assumptions[Assumption(what, self.where())] = None

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        return tuple(self._assumptions)

    # ------------------------------------------------------------------------------------------ output

    def write_output(self, text: bytes) -> None:
        free = self._limits.output - len(self.output)
        self.output += text[: max(free, 0)]

    def stream(self, name: str) -> MemoryObject:
        """The ``FILE`` object of a standard stream; nothing in it can be looked at."""
        if name not in self._streams:
            made = self.memory.allocate(_FILE_SIZE, ObjectKind.OPAQUE, name, zeroed=True)
            made.readable = made.writable = 0
            self._streams[name] = made
        return self._streams[name]

    def stream_at(self, address: int) -> str | None:
        """The name of the standard stream that lies there."""
        return next((name for name, made in self._streams.items() if made.base == address), None)

    def once(self, name: str, make: Callable[[], int]) -> int:
        """The address of an object of the C library that is made when it is first asked for."""
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]


__all__ = ["Convention", "Limits", "Process", "Where"]
