"""What runs of a program executed: for people who get no verdict."""

from __future__ import annotations

from whet.cfa.source import Place
from whet.task.records import dataclass

_MOST_PLACES = 3


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

    def lines(self) -> tuple[str, ...]:
        """One or two, without a heading."""
        said = f"{self.runs} runs took {self.taken} of {self.branches} branches and showed no error"
        if not self.checks:
            return (said,)
        if not self.unreached:
            return said, f"runs came to all {self.checks} checks"
        places = ", ".join(map(str, self.unreached[:_MOST_PLACES])) + (", ..." if len(self.unreached) > _MOST_PLACES else "")
        return said, f"no run came to {len(self.unreached)} of {self.checks} checks: {places}"

    def to_json(self) -> dict[str, object]:
        return {
            "runs": self.runs,
            "branches_taken": self.taken,
            "branches": self.branches,
            "checks": self.checks,
            "checks_not_reached": list(map(str, self.unreached)),
        }
