"""A child process that prepares something once and answers requests about it, each in a fork of its own.

A request is plain data with two methods.  ``prepare`` runs in the server and may change the state that later requests see.
``answer`` runs in a fork of the server: it starts with the state as it is, changes only its own copy, and cannot harm the server.
The limits of a request are enforced by the process that asks, for preparation and answer together.

Invariants: an answer that crashes, hangs or reaches a limit ends alone, and the server answers the next request.  A server that
does so while it prepares is gone, and the next request starts another one from the initial state.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Generic, Protocol, TypeVar, cast

from whet.runtime.isolation import (
    AT_LIMIT,
    FIRST_LOOK,
    LENGTH_BYTES,
    Child,
    Crashed,
    Inbox,
    Outcome,
    OutOfMemory,
    Watcher,
    lift_resource_limits,
    set_resource_limits,
    start_isolated,
    write_message,
)
from whet.runtime.limits import NO_LIMITS, Limits, Looks, Usage, reached
from whet.runtime.processes import read_member

State = TypeVar("State")
AskedState_contra = TypeVar("AskedState_contra", contravariant=True)
Answer = TypeVar("Answer")
GivenAnswer_co = TypeVar("GivenAnswer_co", covariant=True)


class Request(Protocol[AskedState_contra, GivenAnswer_co]):
    """Picklable, and so is its answer."""

    def prepare(self, state: AskedState_contra, /) -> None:
        """In the server, before the fork.  An exception ends the server and is the outcome."""

    def answer(self, state: AskedState_contra, /) -> GivenAnswer_co:
        """In the fork."""


class ForkServer(Generic[State]):
    """Starts with the first request.  Used as a context, no process of it is left at the end."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._server: _Server | None = None

    def ask(
        self, request: Request[State, Answer], *, limits: Limits = NO_LIMITS, watcher: Watcher | None = None
    ) -> Outcome[Answer]:
        if self._server is None:
            self._server = _Server(self._state)
        outcome = cast(Outcome[Answer], self._server.ask(request, limits, watcher))
        if self._server.is_over:
            self.stop()
        return outcome

    def stop(self) -> None:
        """The next request starts a new server."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    def __enter__(self) -> ForkServer[State]:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


class _Server:
    """One process of a server, as the asking process sees it."""

    def __init__(self, state: object) -> None:
        asked, self._requests = os.pipe()
        self._replies, answers = os.pipe()
        self._child: Child[object] = start_isolated(lambda: _serve(state, asked, answers))
        os.close(asked)
        os.close(answers)
        self._inbox = Inbox(self._replies)
        self.is_over = False

    def stop(self) -> None:
        self._child.stop()
        os.close(self._requests)
        os.close(self._replies)

    def ask(self, request: object, limits: Limits, watcher: Watcher | None) -> Outcome[object]:
        before, began, looks, pause = self._child.usage.cpu_seconds, time.monotonic(), Looks(limits), FIRST_LOOK
        with suppress(BrokenPipeError):  # a server that is gone is noticed below
            write_message(self._requests, pickle.dumps((request, limits), protocol=pickle.HIGHEST_PROTOCOL))
        is_answering = False
        while True:
            self._inbox.receive(pause)
            while self._inbox.is_complete:
                message = self._inbox.take()
                if not isinstance(message, int):
                    self._child.poll()  # for what the request used
                    return cast(Outcome[object], message)
                is_answering = True
                self._child.include(message)
            if (ended := self._child.poll()) is not None:
                self.is_over = True
                # Native code rarely survives a failed allocation.
                is_large = limits.memory_bytes is not None and self._child.peak_bytes > limits.memory_bytes
                return OutOfMemory() if isinstance(ended, Crashed) and is_large else ended
            usage = self._usage(before, began)
            if (limit := reached(usage, limits)) is not None:
                self._end_request(is_answering=is_answering)
                return AT_LIMIT[limit]
            if watcher is not None:
                watcher(usage)
            pause = looks.pause(usage)

    def _usage(self, before: float, began: float) -> Usage:
        """Of this request.  What the server has is part of what its fork has, and is not counted twice."""
        usage, own = self._child.usage, read_member(self._child.pid)
        others = 0 if own is None else usage.memory_bytes - own.memory_bytes
        return replace(
            usage,
            wall_seconds=time.monotonic() - began,
            cpu_seconds=usage.cpu_seconds - before,
            memory_bytes=others if others > 0 else usage.memory_bytes,
        )

    def _end_request(self, *, is_answering: bool) -> None:
        """End the fork that answers, and wait until the server has noticed; end the server if there is no fork."""
        deadline = time.monotonic() + _PATIENCE
        while is_answering and time.monotonic() < deadline:
            self._child.end_others()
            if self._inbox.receive(FIRST_LOOK) and self._inbox.is_complete:
                self._inbox.take()
                return
        self.is_over = True


_PATIENCE = 2.0
"""Seconds in which a server notices that its fork was ended."""


def _serve(state: object, asked: int, answers: int) -> None:
    for request, limits in _messages(asked):
        lift_resource_limits()
        set_resource_limits(limits)
        request.prepare(state)
        with start_isolated(partial(request.answer, state), limits=limits, own_group=False) as fork:
            write_message(answers, pickle.dumps(fork.pid))
            write_message(answers, pickle.dumps(fork.result(), protocol=pickle.HIGHEST_PROTOCOL))


def _messages(asked: int) -> Iterator[tuple[Request[object, object], Limits]]:
    with open(asked, "rb") as pipe:
        while length := pipe.read(LENGTH_BYTES):
            yield pickle.loads(pipe.read(int.from_bytes(length, "big")))
