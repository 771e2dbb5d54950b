"""The process that does the work of one call of a server: ``python -m whet.server.worker``.

It reads a ``WorkRequest`` and writes messages, each a pickle after its length: ``Progress`` and ``Logged`` meanwhile,
then one ``Ending``.  It has no other threads, so that the verification may fork (``runtime.isolation``).

Invariants: what libraries print does not get between the messages; SIGTERM ends the work and everything that it started; the
process does not outlive the server that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO, Generic, NoReturn, TypeAlias, TypeVar

from whet.core.context import Level, Progress, ProgressObserver
from whet.core.news import Logged
from whet.runtime.isolation import die_with
from whet.task.errors import TaskError
from whet.task.records import dataclass

T = TypeVar("T")
LENGTH_BYTES = 8


@dataclass(frozen=True, slots=True)
class WorkRequest(Generic[T]):
    """A function of a module, which a pickle names and does not contain, and what to call it with, besides an observer."""

    work: Callable[[Any, ProgressObserver], T]
    argument: object
    parent: int
    """The process that waits for the answer."""


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """The work is done."""

    value: T


@dataclass(frozen=True, slots=True)
class Refused:
    """The caller can mend it."""

    message: str


@dataclass(frozen=True, slots=True)
class WorkerDefect:
    """A defect of Whet."""

    message: str
    traceback: str = ""


Ending: TypeAlias = Answered[T] | Refused | WorkerDefect
Message: TypeAlias = Progress | Logged | Ending[object]


@dataclass(frozen=True, slots=True)
class _Teller:
    """Sends what an observer hears."""

    pipe: BinaryIO

    def progress(self, now: Progress, /) -> None:
        _send(self.pipe, now)

    def log(self, level: Level, text: str, /) -> None:
        _send(self.pipe, Logged(level, text))


def main() -> None:
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGTERM, _end)
    request = pickle.load(sys.stdin.buffer)
    die_with(request.parent)
    _send(pipe, _ending(request, _Teller(pipe)))


def _end(number: int, frame: object) -> NoReturn:
    sys.exit(128 + number)


def _ending(request: WorkRequest[T], observer: ProgressObserver) -> Ending[T]:
    try:
        return Answered(request.work(request.argument, observer))
    except TaskError as mistake:
        return Refused(str(mistake))
    except Exception as error:
        return WorkerDefect("".join(traceback.format_exception_only(error)).strip(), traceback.format_exc())


def _send(pipe: BinaryIO, message: Message) -> None:
    data = pickle.dumps(message)
    pipe.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
    pipe.flush()


if __name__ == "__main__":
    from whet.server.worker import main as of_the_module  # whose classes are those that the server knows

    of_the_module()
