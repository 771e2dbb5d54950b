"""Deadlines of queries, with clocks that the test sets."""

from __future__ import annotations

import pytest

from whet.runtime.deadline import Deadline


class Clocks:
    elapsed = 100.0
    used = 10.0

    def pass_by(self, elapsed: float, used: float) -> None:
        self.elapsed += elapsed
        self.used += used


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    found = Clocks()
    monkeypatch.setattr("time.monotonic", lambda: found.elapsed)
    monkeypatch.setattr("time.process_time", lambda: found.used)
    return found


def test_no_limit_is_never_over(clocks: Clocks) -> None:
    deadline = Deadline(None)
    clocks.pass_by(1e6, 1e6)
    assert not deadline.is_over
    assert deadline.left() is None
    assert deadline.left(3.0) == 3.0


def test_elapsed_time_ends_it_where_the_process_runs(clocks: Clocks) -> None:
    deadline = Deadline(2.0)
    clocks.pass_by(1.5, 1.0)
    assert (deadline.is_over, deadline.left()) == (False, 0.5)
    clocks.pass_by(0.5, 0.3)
    assert (deadline.is_over, deadline.left()) == (True, 0.001)


def test_query_that_was_suspended_has_its_time_left(clocks: Clocks) -> None:
    """A member of a schedule is stopped for seconds; its query ended at once when it went on."""
    deadline = Deadline(2.0)
    clocks.pass_by(20.0, 0.4)
    assert (deadline.is_over, round(deadline.left() or 0, 6)) == (False, 1.6)
    clocks.pass_by(1.6, 1.6)
    assert (deadline.is_over, deadline.left()) == (True, 0.001)
