"""Random numbers of a run: arbitrary, but the same sequence after the same seed (C11 7.22.2.2)."""

from __future__ import annotations

from whet.interpreter.outcomes import NotInterpreted


class RandomNumbers:
    """Results of ``rand`` by seed; the first seed is 1."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._drawn: dict[int, list[int]] = {}
        self._seed = 1
        self._count = 0
        """Numbers since the last seed."""

    def seed(self, seed: int) -> None:
        self._seed = seed or 1  # as glibc does
        self._count = 0

    def draw(self, number: int) -> int:
        """The number, if it may be the next one; otherwise the run is none of the program."""
        drawn = self._drawn.setdefault(self._seed, [])
        if self._count == len(drawn):
            drawn.append(number)
        elif drawn[self._count] != number:
            raise NotInterpreted("random number that differs from the one after the same seed before")
        self._count += 1
        return number
