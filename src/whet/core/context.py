"""What an algorithm is given besides its problem: clock, soft limits, statistics, explanation, progress and a log.

One ``Context`` belongs to one run; nothing is global.  Algorithms call ``check`` once per step and ``progress`` as often as
they like: both are cheap, because the clock is read only every so many calls and observers hear at most a few messages a
second.  Hard limits are enforced from outside (``whet.runtime.isolation``); the soft ones here let a run end by itself and keep
what it found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from typing import Protocol

from whet.core.execution import Execution
from whet.core.explanation import Explanation
from whet.core.mailbox import Alone, Mailbox
from whet.core.result import Number, Reason
from whet.runtime.limits import NO_LIMITS, Limits
from whet.task.messages.unknown import STATES
from whet.task.records import dataclass

_STRIDE = 64
"""Steps between two looks at the clock."""
_INTERVAL = 0.2
"""Seconds between two messages about progress in the same phase."""


class Level(IntEnum):
    """How much a log message matters; each names who wants it."""

    WARNING = 0
    INFO = 1
    """What happens, in a few lines a run."""
    ALGORITHM = 2
    ANALYSIS = 3
    DATA = 4
    """States, formulas, paths."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is.  Its resources are known only to its observer from outside."""

    phase: str
    numbers: Mapping[str, Number]
    seconds: float = 0.0
    """Elapsed time."""
    memory_bytes: int = 0


class ProgressObserver(Protocol):
    """Observes a run."""

    def progress(self, now: Progress, /) -> None: ...

    def log(self, level: Level, text: str, /) -> None: ...


class Silent:
    """An observer that does not listen."""

    def progress(self, now: Progress, /) -> None:
        pass

    def log(self, level: Level, text: str, /) -> None:
        pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftLimits:
    """When a run should end by itself; None is no limit."""

    seconds: float | None = None
    steps: int | None = None


class LimitReached(Exception):
    """A soft limit was reached."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Statistics:
    """Counters and timers by name."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._numbers: dict[str, Number] = {}

    def count(self, name: str, amount: int = 1) -> None:
        self._numbers[name] = self._numbers.get(name, 0) + amount

    def set(self, name: str, value: Number) -> None:
        self._numbers[name] = value

    @contextmanager
    def time(self, name: str) -> Iterator[None]:
        """Add the seconds the block takes, also if it raises.  Not for the innermost loop: it costs a microsecond."""
        started = self._clock()
        try:
            yield
        finally:
            self._numbers[name] = self._numbers.get(name, 0.0) + self._clock() - started

    def to_dict(self) -> dict[str, Number]:
        """In the order the names were first used."""
        return dict(self._numbers)

    def dotted(self) -> dict[str, Number]:
        """Those with a dot in their name, such as ``chc.solutions.kept``: also reported by a run stopped from outside."""
        return {name: value for name, value in self._numbers.items() if "." in name}


class Context:
    """What a run is given from outside, and where it reports."""

    def __init__(
        self,
        *,
        limits: SoftLimits | None = None,
        observer: ProgressObserver | None = None,
        level: Level = Level.INFO,
        explanation: Explanation | None = None,
        mailbox: Mailbox | None = None,
        hard_limits: Limits = NO_LIMITS,
        clock: Callable[[], float] = time.process_time,
        wall_clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits or SoftLimits()
        self.clock = clock
        self.statistics = Statistics()
        self.explanation = explanation or Explanation()
        self.mailbox = mailbox or Alone()
        self.hard_limits = hard_limits
        self.given_limits = hard_limits
        """Of the whole request, for messages."""
        """Those enforced from outside; for algorithms that divide them."""
        self.execution: Execution | None = None
        """Set if the user allows that the program is executed."""
        self.level = level
        self._observer = observer or Silent()
        self._wall_clock = wall_clock
        self._started = clock()
        self._wall_started = wall_clock()
        self._steps = 0
        self._phase = ""
        self._next_message = 0.0

    @property
    def seconds(self) -> float:
        """CPU time since the context was made."""
        return self.clock() - self._started

    @property
    def wall_seconds(self) -> float:
        """Elapsed time since the context was made."""
        return self._wall_clock() - self._wall_started

    @property
    def steps(self) -> int:
        """How often ``check`` was called."""
        return self._steps

    def check(self) -> None:
        """Count a step; raise ``LimitReached`` if a soft limit is reached."""
        self._steps += 1
        limits = self.limits
        if limits.steps is not None and self._steps > limits.steps:
            raise LimitReached(Reason.STATES, STATES.format(states=limits.steps))
        if limits.seconds is not None and self._steps % _STRIDE == 0 and self.seconds > limits.seconds:
            raise LimitReached(Reason.TIME_OUT, f"{limits.seconds:g}s of CPU time was used")

    def progress(self, phase: str, **numbers: Number) -> None:
        """Report to observers where the run is; at once if the phase is new, otherwise a few times a second."""
        now = self._wall_clock()
        if phase != self._phase or now >= self._next_message:
            self._phase = phase
            self._next_message = now + _INTERVAL
            self._observer.progress(Progress(phase, {**numbers, **self.statistics.dotted()}))

    def log(self, level: Level, text: str | Callable[[], str]) -> None:
        """A message for the log; pass a function if the text is expensive to make."""
        if level <= self.level:
            self._observer.log(level, text if isinstance(text, str) else text())
