"""A time limit that several queries share."""

from __future__ import annotations

import time


class Deadline:
    """Begins when it is made; None means that there is no hurry."""

    __slots__ = ("_end",)

    def __init__(self, limit: float | None) -> None:
        self._end = None if limit is None else time.monotonic() + limit

    def left(self, most: float | None = None) -> float | None:
        """The seconds left, but not more than ``most``; not less than a moment, lest 0 mean something else to an engine."""
        if self._end is None:
            return most
        left = max(self._end - time.monotonic(), 0.001)
        return left if most is None else min(left, most)

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end
