"""Calls of a server: each is work in a process of its own, with news while it goes on.

A call that is cancelled ends its process, and with it everything that this one started (``server.worker``).
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import whet
from whet.core.context import Progress, ProgressObserver
from whet.core.news import Logged
from whet.server.worker import LENGTH_BYTES, Ending, Message, WorkerDefect, WorkRequest

T = TypeVar("T")
News = Callable[[Progress | Logged], Awaitable[None]]
"""Hears of a call while it goes on."""

_GRACE = 2.0
"""Seconds that a process has to end what it started."""


class Calls:
    """Those of one server, of which only some go on at the same time."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._ending: set[asyncio.Task[None]] = set()

    async def run(self, work: Callable[[Any, ProgressObserver], T], argument: object, news: News) -> Ending[T]:
        """``work`` must be a function that can be imported by its name."""
        async with self._free:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "whet.server.worker"),  # -P: nothing is imported from where the programs are
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
                env=_environment(),
            )
            try:
                return await _conversation(process, WorkRequest(work, argument, os.getpid()), news)
            finally:
                self._end(process)

    def _end(self, process: asyncio.subprocess.Process) -> None:
        """At once, also where nothing may be awaited any more; a task of its own sees to the rest."""
        with suppress(ProcessLookupError):
            process.terminate()
        task = asyncio.get_running_loop().create_task(_ended(process))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """Wait until every process that was ended is gone."""
        await asyncio.gather(*self._ending, return_exceptions=True)


def _environment() -> dict[str, str]:
    """That of the server, in which the same Whet is found."""
    paths = [str(Path(whet.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


async def _ended(process: asyncio.subprocess.Process) -> None:
    try:
        await asyncio.wait_for(process.wait(), _GRACE)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _conversation(process: asyncio.subprocess.Process, request: WorkRequest[T], news: News) -> Ending[T]:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):  # whoever does not listen does not answer either
        process.stdin.write(pickle.dumps(request))
        await process.stdin.drain()
        process.stdin.close()
    while (message := await _received(process.stdout)) is not None:
        if not isinstance(message, Progress | Logged):
            return message  # type: ignore[return-value]  # of the work that was asked for
        await news(message)
    return WorkerDefect(f"the process of this call ended without an answer (status {await process.wait()})")


async def _received(stream: asyncio.StreamReader) -> Message | None:
    try:
        length = int.from_bytes(await stream.readexactly(LENGTH_BYTES), "big")
        message: Message = pickle.loads(await stream.readexactly(length))
    except asyncio.IncompleteReadError:
        return None
    return message
