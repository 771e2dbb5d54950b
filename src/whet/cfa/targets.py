"""What a run must not get to: the property as functions that must not be called and labels that must not be reached.

``blocks.end_edges_at`` puts the targets into a program; from then on ``Targets.violation`` is the one place that says which
edge violates the property.
"""

from __future__ import annotations

from dataclasses import dataclass

from whet.cfa.operations import Enter, Operation, Skip

ASSERTION_FUNCTIONS = frozenset({"__assert_fail", "__assert", "__assert_rtn", "_assert"})
"""What a failed ``assert`` calls, in one C library or another."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The functions that must not be called and the labels that must not be reached, whichever function they stand in."""

    property: str
    """Its name, as in the verdict."""
    functions: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()

    def violation(self, operation: Operation) -> str | None:
        """What happens, in the user's terms, if the operation violates the property."""
        match operation:
            case Enter(function=function) if function.name in self.functions:
                return "an assertion fails" if function.name in ASSERTION_FUNCTIONS else f"{function.name}() is called"
            case Skip(label=str(label)) if label in self.labels:
                return f"the label {label} is reached"
            case _:
                return None


NO_TARGETS = Targets("no property")
