"""The property of a task, as what a run of the program must not do."""

from __future__ import annotations

from whet.cfa.targets import ASSERTION_FUNCTIONS, Targets
from whet.task.dangers import Danger
from whet.task.properties import Never, NoAssertionFailure, Property, UnreachableCall, UnreachableLabel


def targets_of(wanted: Property) -> Targets:
    """The property, as what a run must not do."""
    functions: list[str] = []
    labels: list[str] = []
    dangers: list[Danger] = []
    for condition in wanted.conditions:
        match condition:
            case UnreachableCall(functions=names):
                functions += [*names, *(f"__builtin_{name}" for name in names)]  # gcc's other name for the same function
            case UnreachableLabel(label=label):
                labels.append(label)
            case NoAssertionFailure():
                functions += ASSERTION_FUNCTIONS
            case Never(danger=danger):
                dangers.append(danger)
            case _:
                raise ValueError(f"{condition} should have been refused before")
    return Targets(wanted.name, frozenset(functions), frozenset(labels), frozenset(dangers))
