"""What was achieved without a verdict: the code that runs executed, and the checks that were proved."""

from __future__ import annotations

from whet.cfa.source import Place
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class LargestValue:
    """Of a variable, in all runs."""

    variable: str
    value: int

    def __str__(self) -> str:
        return f"{self.variable} = {self.value}"


@dataclass(frozen=True, slots=True)
class ExecutedLines:
    """The lines of a file that have code."""

    file: str
    executed: tuple[int, ...]
    others: tuple[int, ...]
    """No run executed them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutedCode:
    """All runs together; plain data."""

    runs: int
    taken: int
    branches: int
    checks: int
    """Places of inserted checks."""
    unreached: tuple[Place, ...] = ()
    """The checks that no run came to."""
    largest: tuple[LargestValue, ...] = ()
    """Of variables that decide whether a loop continues; those that no run made large enough first."""
    lines: tuple[ExecutedLines, ...] = ()
    """By file; empty if they were not requested."""
    is_partial: bool = False
    """Did compiled runs go further?  What they execute is counted as far as the interpreter follows them."""

    def told(self) -> tuple[str, ...]:
        """One line or two, without a heading."""
        largest = f" (largest values: {', '.join(map(str, self.largest))})" if self.largest else ""
        said = f"{self.runs} runs took {self.taken} of {self.branches} branches and showed no error{largest}"
        if not self.checks:
            return (said,)
        reached = self.checks - len(self.unreached)
        return (
            said,
            f"{self.kind}s came to {'all' if not self.unreached else f'{reached} of'} {self.checks} places of unproved checks",
        )

    @property
    def kind(self) -> str:
        """Of the runs that are counted."""
        return "interpreted run" if self.is_partial else "run"

    def to_json(self) -> dict[str, object]:
        return {
            "runs": self.runs,
            "branches_taken": self.taken,
            "branches": self.branches,
            "checks": self.checks,
            "checks_not_reached": list(map(str, self.unreached)),
            "largest_values": {each.variable: each.value for each in self.largest},
            **({"is_partial": True} if self.is_partial else {}),
        }


@dataclass(frozen=True, slots=True)
class ProvedChecks:
    """How many checks were proved, and which were not."""

    checks: int
    undecided: tuple[str, ...]
    """The sites that are left (``cfa.sites``), in the order of the program."""
    by: tuple[str, ...] = ()
    """The analyses that proved the others."""

    def without(self, others: ProvedChecks) -> ProvedChecks:
        """A check is proved if one analysis proves it."""
        left = tuple(site for site in self.undecided if site in others.undecided)
        return self if left == self.undecided else ProvedChecks(self.checks, left, tuple(dict.fromkeys((*self.by, *others.by))))

    def __str__(self) -> str:
        proved = self.checks - len(self.undecided)
        by = f", by {' and '.join(self.by)}" if proved and self.by else ""
        return f"{proved} of {self.checks} checks{by}"

    def to_json(self) -> dict[str, object]:
        return {
            "checks": self.checks,
            "proved": self.checks - len(self.undecided),
            "by": list(self.by),
            "undecided": list(self.undecided),
        }
