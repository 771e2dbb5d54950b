"""The options of every part of a run, each declared once.

A *section* is a frozen dataclass whose fields are made by ``option``: the default, one sentence for users and, by the
``Kind``, what values are allowed.  From this one declaration come the checks of TOML files and of ``--set``, the list that
``whet options`` prints, and the values the parts of a run are given.  The name of an option is ``section.field``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar, Protocol, TypeAlias

from whet.task.errors import suggestion
from whet.task.quantities import parse_duration, parse_size, show_duration, show_size


class Kind(Protocol):
    """What values an option may have."""

    @property
    def name(self) -> str:
        """For users, such as ``integer >= 1``."""
        ...

    def value(self, raw: object) -> object:
        """From what a TOML file or a command line says; raises ``ValueError`` with a reason for the user."""
        ...

    def text(self, value: object) -> str:
        """As a user would write it."""
        ...


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer that is not below ``minimum``."""

    minimum: int = 0

    @property
    def name(self) -> str:
        return f"integer >= {self.minimum}"

    def value(self, raw: object) -> int:
        number = _integer(raw)
        if number < self.minimum:
            raise ValueError(f"{number} is below {self.minimum}")
        return number

    def text(self, value: object) -> str:
        return str(value)


def _integer(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        try:
            return int(raw)
        except ValueError:
            pass
    raise ValueError(f"{raw!r} is not an integer")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def name(self) -> str:
        return "|".join(self.words)

    def value(self, raw: object) -> str:
        if raw not in self.words:
            raise ValueError(f"{raw!r} is none of {', '.join(self.words)}{suggestion(str(raw), self.words)}")
        return str(raw)

    def text(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Names:
    """A list of different words out of a vocabulary; on a command line with commas between them."""

    known: tuple[str, ...]
    what: str
    """What such a word names, as in ``unknown analysis``."""
    name: ClassVar[str] = "list of names"

    def value(self, raw: object) -> tuple[str, ...]:
        words = raw if not isinstance(raw, str) else [word.strip() for word in raw.split(",")] if raw else []
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise ValueError(f"{raw!r} is not a list of names")
        for word in words:
            if word not in self.known:
                raise ValueError(f"unknown {self.what} '{word}'{suggestion(word, self.known)}; known are {', '.join(self.known)}")
        if repeated := [word for word in self.known if words.count(word) > 1]:
            raise ValueError(f"the {self.what} '{repeated[0]}' is listed twice")
        return tuple(words)

    def text(self, value: object) -> str:
        return ",".join(value) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds, or no limit."""

    name: ClassVar[str] = "duration or none"

    def value(self, raw: object) -> float | None:
        return None if raw == "none" else parse_duration(_quantity(raw))

    def text(self, value: object) -> str:
        return show_duration(value) if isinstance(value, (int, float)) else "none"


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes, or no limit."""

    name: ClassVar[str] = "size or none"

    def value(self, raw: object) -> int | None:
        return None if raw == "none" else parse_size(_quantity(raw))

    def text(self, value: object) -> str:
        return show_size(value) if isinstance(value, int) else "none"


def _quantity(raw: object) -> str:
    if isinstance(raw, (str, int, float)) and not isinstance(raw, bool):
        return str(raw)
    raise ValueError(f"{raw!r} is not a number with a unit")


@dataclass(frozen=True, slots=True)
class Option:
    """The declaration of one option."""

    name: str
    kind: Kind
    default: object
    description: str

    @property
    def default_text(self) -> str:
        return self.kind.text(self.default)


def option(default: object, kind: Kind, description: str) -> Any:
    """A field of a section.  ``Any`` as in ``dataclasses.field``: the annotation of the field says its type."""
    return field(default=default, metadata={"kind": kind, "description": description})


class Section(Protocol):
    """A frozen dataclass all of whose fields are made by ``option``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Schema: TypeAlias = Mapping[str, type[Section]]
"""Sections by name; the options of the section called ``""`` stand at the top of a file."""


def options_of(section: str, declared: type[Section]) -> Iterator[Option]:
    prefix = f"{section}." if section else ""
    for item in fields(declared):
        yield Option(prefix + item.name, item.metadata["kind"], item.default, item.metadata["description"])


def all_options(schema: Schema) -> dict[str, Option]:
    """By full name, in the order of declaration."""
    return {found.name: found for name, declared in schema.items() for found in options_of(name, declared)}


# ------------------------------------------------------------------------------------------------------ the sections

ANALYSES = ("location", "callstack", "funcpointer", "loopbound", "value", "predicate", "specification")
"""The names of the built-in analyses; each has a section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class General:
    algorithm: str = option(
        "cpa",
        Choice(("cpa", "cegar")),
        "The algorithm that explores the program: once with a fixed precision (cpa), or with abstraction refinement (cegar).",
    )
    analyses: tuple[str, ...] = option(
        ("location", "callstack", "funcpointer", "specification"),
        Names(ANALYSES, "analysis"),
        "The analyses that run together, in this order.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploration:
    order: str = option(
        "callstack",
        Choice(("dfs", "bfs", "rpo", "callstack", "random")),
        "Which abstract state is next: newest (dfs), oldest (bfs), by reverse postorder (rpo), deepest calls first and then by "
        "reverse postorder (callstack), or any (random).",
    )
    seed: int = option(0, Whole(), "The seed of every random choice; a run with the same seed repeats exactly.")


def default_memory(installed: int) -> int:
    """Bytes that a run may use on a machine with so many, if nobody says otherwise: others live there, too."""
    return min(installed // 2, 8 * 10**9)


DEFAULT_MEMORY = default_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitOptions:
    cpu_time: float | None = option(900.0, Duration(), "CPU time of the whole run.")
    wall_time: float | None = option(
        None, Duration(), "Elapsed time of the whole run; none stands for twice cpu_time and a minute, so that no run only waits."
    )
    memory: int | None = option(DEFAULT_MEMORY, Size(), "Memory of the whole run; by default half of the machine's, at most 8GB.")
    states: int = option(0, Whole(), "How many abstract states are explored at most; 0 is no limit.")


_MEASURES = ("length", "width", "depth", "score", "variety")
SELECTIONS = (*(f"{measure}-{end}" for measure in _MEASURES for end in ("min", "max")), "random", "none")


STRATEGIES = ("wp", "integers", "spacer", "bitwuzla", "newton")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefinementOptions:
    method: str = option(
        "interpolation",
        Choice(("interpolation", "static")),
        "How a precision comes from a path: by interpolation, or from the use-def chains of its assumptions.",
    )
    shortcuts: tuple[str, ...] = option(
        ("suffix", "equality", "equivalence"),
        Names(("suffix", "equality", "equivalence"), "shortcut"),
        "What saves interpolation queries: skip what is before the deepest infeasible suffix, keep an interpolant that does not "
        "change, rename it at calls and returns.",
    )
    selection: tuple[str, ...] = option(
        ("score-min",),
        Names(SELECTIONS, "selection"),
        "Which of several refinements is used: heuristics, each deciding between those the one before likes equally.",
    )
    prefixes: int = option(32, Whole(1), "How many sliced prefixes of a path are considered at most.")
    go_on: str = option(
        "root",
        Choice(("root", "pivot", "strengthened")),
        "Where exploration continues: from the beginning, from the first state that becomes more precise, or (Impact) with "
        "strengthened states and a final exploration from the beginning.",
    )
    targets: int = option(1, Whole(1), "How many error paths are refined together.")
    more_states: int = option(0, Whole(), "How many states are explored to find those paths, once there is one; 0 is no limit.")
    nondeterminism: int = option(
        0,
        Whole(),
        "Track everything until this percentage of branchings could go both ways; 0 is to abstract from the beginning.",
    )
    turns: int = option(
        0, Whole(), "Track everything until a path goes through one location more often than this; 0 is no limit."
    )
    strategies: tuple[str, ...] = option(
        ("wp", "integers", "spacer", "bitwuzla"),
        Names(STRATEGIES, "strategy"),
        "Where predicates come from, in this order: weakest preconditions (wp), interpolants over integers, Horn clauses "
        "(spacer), interpolants of bitwuzla, strongest postconditions (newton).",
    )
    ask: str = option(
        "enough",
        Choice(("enough", "all")),
        "Whether strategies are asked until one says the same in each turn of a loop, or all of them; the selection decides.",
    )
    between: str = option(
        "values",
        Choice(("values", "counters", "selection")),
        "Which domain refutes a path that values and predicates can refute: values, values unless they would track a loop "
        "counter, or the one the selection prefers.",
    )
    strategy_time: float | None = option(5.0, Duration(), "How long one strategy may take for one path.")
    values: int = option(0, Whole(), "A variable with more values than this on one path is no longer tracked; 0 is no limit.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOptions:
    malloc_may_fail: str = option(
        "no",
        Choice(("yes", "no")),
        "Whether malloc and its relatives may also return a null pointer; if not, it is assumed that there is enough memory.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOptions:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallstackOptions:
    depth: int = option(100, Whole(1), "How deep calls are followed; deeper ones make the verdict UNKNOWN.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopboundOptions:
    bound: int = option(0, Whole(), "How often a loop is unrolled; more makes the verdict UNKNOWN, and 0 is no bound.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOptions:
    transfer: str = option(
        "compiled",
        Choice(("compiled", "interpreted")),
        "Whether an edge is compiled to Python code or interpreted; same results.",
    )
    forget: str = option("dead", Choice(("dead", "nothing")), "What is forgotten: values of dead variables, or nothing.")
    precision: str = option(
        "full",
        Choice(("full", "scoped", "localised")),
        "What is tracked: everything, or what refinements ask for, in the whole scope of a variable or only where they ask.",
    )
    object_bytes: int = option(16384, Whole(1), "Nothing is known of the contents of memory objects larger than this.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PredicateOptions:
    blocks: str = option(
        "joins",
        Choice(("edge", "loops", "joins")),
        "Where abstractions are computed: after every edge, at loop heads, or at loop heads and where control flow joins.",
    )
    abstraction: str = option(
        "boolean",
        Choice(("boolean", "cartesian")),
        "What is known after a block: any combination of the predicates, or each predicate by itself.",
    )
    precision: str = option(
        "scoped",
        Choice(("scoped", "localised")),
        "Where a predicate is tracked: in the whole scope of its variables, or only where a refinement asked for it.",
    )
    wakes: str = option(
        "at once",
        Choice(("at once", "when needed")),
        "Whether formulas are written down from the beginning, or not before there is a predicate to track.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewtonOptions:
    level: str = option("edge", Choice(("edge", "block")), "Whether postconditions are computed step by step, or block by block.")
    core: str = option("yes", Choice(("yes", "no")), "Whether only the steps of an infeasible core keep their effect.")
    live: str = option("yes", Choice(("yes", "no")), "Whether only variables that are read later are kept.")
    weaken: str = option("yes", Choice(("yes", "no")), "Whether what cannot be eliminated is left out of a postcondition.")
    elimination: str = option(
        "light",
        Choice(("none", "light", "full")),
        "What the solver may do to eliminate old values that equations do not determine.",
    )


SCHEMA: Schema = {
    "": General,
    "exploration": Exploration,
    "limits": LimitOptions,
    "memory": MemoryOptions,
    "refinement": RefinementOptions,
    "location": NoOptions,
    "callstack": CallstackOptions,
    "funcpointer": NoOptions,
    "loopbound": LoopboundOptions,
    "value": ValueOptions,
    "predicate": PredicateOptions,
    "newton": NewtonOptions,
    "specification": NoOptions,
}
