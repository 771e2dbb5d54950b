"""A time limit that several queries share.

It is one of elapsed time, but does not pass while the process is suspended: a schedule stops a member in the middle of a query,
and resumes it seconds later.
"""

from __future__ import annotations

import time

_LEAST_USED = 0.5
"""The part of the elapsed time that a process uses of a processor if it runs."""


class Deadline:
    """Begins when it is made; None means that there is no hurry."""

    __slots__ = ("_began", "_end", "_limit")

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        if limit is not None:
            self._began, self._end = time.process_time(), time.monotonic() + limit

    def left(self, most: float | None = None) -> float | None:
        """The seconds left, but not more than ``most``; not less than a moment, lest 0 mean something else to an engine."""
        if self._limit is None:
            return most
        left = 0.001 if self.is_over else max(self._end - time.monotonic(), 0.001)
        return left if most is None else min(left, most)

    @property
    def is_over(self) -> bool:
        """Asked a hundred thousand times a second by some engines."""
        if self._limit is None or (now := time.monotonic()) < self._end:
            return False
        used = time.process_time() - self._began
        if used >= _LEAST_USED * self._limit:
            return True
        self._end = now + self._limit - used
        return False
