"""A server that prepares once and answers in forks: what it keeps, and what ends only one answer."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from whet.runtime.fork_server import ForkServer
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, WallTimeOut
from whet.runtime.limits import Limits
from whet.runtime.processes import read_member


@dataclass
class State:
    numbers: list[int]


@dataclass
class Count:
    """Counts in the server, and again in the fork."""

    def prepare(self, state: State, /) -> None:
        state.numbers.append(os.getpid())

    def answer(self, state: State, /) -> tuple[int, int]:
        state.numbers.append(0)
        return len(state.numbers), state.numbers[0]


@dataclass
class Do:
    work: Callable[[], object]
    before: Callable[[], object] = int

    def prepare(self, state: State, /) -> None:
        self.before()

    def answer(self, state: State, /) -> object:
        return self.work()


def crash() -> None:
    os.kill(os.getpid(), signal.SIGUSR1)


def fail() -> None:
    raise ValueError("impossible")


def compute() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(60)


def test_state_of_the_server_is_kept_and_that_of_a_fork_is_not() -> None:
    with ForkServer(State([])) as server:
        first, second = server.ask(Count()), server.ask(Count())
    assert isinstance(first, Finished)
    assert isinstance(second, Finished)
    assert (first.value[0], second.value[0]) == (2, 3)
    assert first.value[1] == second.value[1], "both were answered by forks of one server"


@pytest.mark.parametrize(
    ("work", "limits", "outcome"),
    [
        (crash, Limits(), Crashed),
        (fail, Limits(), Failed),
        (compute, Limits(cpu_seconds=0.2), CpuTimeOut),
        (sleep, Limits(wall_seconds=0.2), WallTimeOut),
    ],
)
def test_answer_that_is_ended_ends_alone(work: Callable[[], object], limits: Limits, outcome: type) -> None:
    with ForkServer(State([])) as server:
        server.ask(Count())
        assert isinstance(server.ask(Do(work), limits=limits), outcome)
        after = server.ask(Count())
    assert isinstance(after, Finished)
    assert after.value[0] == 3, "the server is the same"


@pytest.mark.parametrize(
    ("work", "limits", "outcome"),
    [(crash, Limits(), Crashed), (fail, Limits(), Failed), (sleep, Limits(wall_seconds=0.2), WallTimeOut)],
)
def test_preparation_that_is_ended_ends_the_server_and_the_next_request_starts_another(
    work: Callable[[], object], limits: Limits, outcome: type
) -> None:
    with ForkServer(State([])) as server:
        server.ask(Count())
        assert isinstance(server.ask(Do(int, before=work), limits=limits), outcome)
        after = server.ask(Count())
    assert isinstance(after, Finished)
    assert after.value[0] == 2


def test_each_request_has_the_whole_time() -> None:
    with ForkServer(State([])) as server:
        limits = Limits(cpu_seconds=1.0)
        outcomes = [server.ask(Do(busy), limits=limits) for _ in range(4)]
    assert all(isinstance(each, Finished) for each in outcomes)


def busy() -> None:
    until = time.process_time() + 0.4
    while time.process_time() < until:
        pass


def test_nothing_is_left_at_the_end() -> None:
    with ForkServer(State([])) as server:
        outcome = server.ask(Count())
    assert isinstance(outcome, Finished)
    assert read_member(outcome.value[1]) is None
