"""What a child process leaves behind."""

from __future__ import annotations

import os
import signal
import time

import pytest

from whet.runtime.isolation import CpuTimeOut, Crashed, run_isolated
from whet.runtime.journal import Journal
from whet.runtime.limits import Limits


def test_nothing_was_written() -> None:
    with Journal() as journal:
        assert (journal.number, journal.entries()) == (0, [])


def test_entries_and_the_last_number_are_read() -> None:
    with Journal() as journal:
        for number in range(1, 4):
            journal.mark(number)
            journal.write({"entry": number})
        journal.mark(9)
        assert journal.number == 9
        assert journal.entries() == [{"entry": 1}, {"entry": 2}, {"entry": 3}]
        assert journal.entries() == [{"entry": 1}, {"entry": 2}, {"entry": 3}]


def test_more_than_a_pipe_holds() -> None:
    with Journal() as journal:
        for _ in range(100):
            journal.write("x" * 100_000)
        assert journal.entries() == ["x" * 100_000] * 100


def test_child_that_is_killed_leaves_what_it_wrote() -> None:
    with Journal() as journal:

        def work() -> None:
            for number in range(50):
                journal.write(number)
            journal.mark(77)
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)

        assert run_isolated(work) == Crashed(signal.SIGKILL)
        assert (journal.number, journal.entries()) == (77, list(range(50)))


def test_child_that_is_ended_while_it_writes_leaves_whole_entries() -> None:
    with Journal() as journal:

        def work() -> None:
            while True:
                journal.write(b"x" * 1_000)

        assert run_isolated(work, limits=Limits(cpu_seconds=0.2)) == CpuTimeOut()
        entries = journal.entries()
        assert entries
        assert set(map(repr, entries)) == {repr(b"x" * 1_000)}


def test_entry_that_was_not_finished_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal() as journal:
        journal.write("first")
        whole = os.pwrite
        monkeypatch.setattr(os, "pwrite", lambda file, data, offset: whole(file, data[: len(data) // 2], offset))
        journal.write("this one was cut")
        monkeypatch.undo()
        assert journal.entries() == ["first"]
        journal.write("last")
        assert journal.entries() == ["first", "last"]


def test_work_does_not_fail_for_what_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(file: int, data: bytes, offset: int) -> int:
        raise OSError(28, "no space is left")

    with Journal() as journal:
        monkeypatch.setattr(os, "pwrite", refuse)
        journal.mark(1)
        journal.write("lost")
        assert (journal.number, journal.entries()) == (0, [])
