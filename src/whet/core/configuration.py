"""The configurations of Whet: the sections that every one has, and with them the loader that ``whet.task`` offers.

An analysis and whatever else a configuration names has its section in its own file (``whet.core.registry``).

Invariant: the analyses without which an exploration would leave out behaviour, or notice no violation, are always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from whet.core.registry import ALGORITHM, ANALYSIS, ORDER
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration, load_with
from whet.task.errors import TaskError
from whet.task.options import Choice, LimitOptions, Names, NewtonOptions, RefinementOptions, Schema, Whole, option


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    analyses: tuple[str, ...] = option(
        ("location", "callstack", "funcpointer", "specification"),
        Names(ANALYSIS, "analysis"),
        "The analyses that run together, in this order.",
    )
    algorithm: str = option("cpa", Choice(ALGORITHM), "The algorithm that explores the program.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorationOptions:
    order: str = option("auto", Choice(ORDER), "Which abstract state is next.")
    seed: int = option(0, Whole(), "The seed of every random choice; a run with the same seed repeats exactly.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOptions:
    malloc_may_fail: str = option(
        "no",
        Choice(("yes", "no")),
        "Whether malloc and its relatives may also return a null pointer; if not, it is assumed that there is enough memory.",
    )


GENERAL: Final[Schema] = {
    "": General,
    "exploration": ExplorationOptions,
    "limits": LimitOptions,
    "memory": MemoryOptions,
    "refinement": RefinementOptions,
    "newton": NewtonOptions,
}
_REQUIRED: Final = {
    "location": "nothing would be explored",
    "callstack": "no function would return",
    "specification": "no violation would be noticed",
}


def schema() -> Schema:
    """Every section there is; imports whatever has one."""
    return load_with(GENERAL, complete=True).schema


def load_configuration(
    name: str = DEFAULT_CONFIGURATION, overrides: Sequence[str] = (), *, complete: bool = False
) -> Configuration:
    """A preset, or a file whose name ends in ``.toml``, with overrides ``key=value``; raises ``TaskError``.

    A complete one has also the options of the analyses it does not use."""
    configuration = load_with(GENERAL, name, overrides, complete=complete)
    for analysis, consequence in _REQUIRED.items():
        if analysis not in configuration.analyses:
            message = f"option analyses: '{analysis}' is missing, without it {consequence}"
            raise TaskError(message, place=configuration.settings["analyses"].place)
    return configuration
