"""Small C programs under abstraction refinement: running them, and walking along their paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whet.algorithms.cegar import begin, cegar, make_refiner
from whet.algorithms.exploring import Exploration, exploration_of
from whet.algorithms.nondeterminism import MeteredComposite
from whet.algorithms.targets import targets_of
from whet.analyses.value.analysis import ValueAnalysis
from whet.analyses.value.paths import ValuePaths
from whet.analyses.value.state import ValueState
from whet.cfa.model import Edge, Program
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.composite import Composite, Precisions
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.interfaces import Analysis
from whet.core.path import PathStep, steps_of
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis
from whet.core.result import FalseVerdict, TrueVerdict, Unknown, Verdict
from whet.frontend.parse import parse_file
from whet.task.configuration import Configuration
from whet.task.precision_file import Entry
from whet.task.task import Task

PRELUDE = """
void reach_error(void); int __VERIFIER_nondet_int(void); char __VERIFIER_nondet_char(void); _Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void); double __VERIFIER_nondet_double(void); float __VERIFIER_nondet_float(void);
long __VERIFIER_nondet_long(void); void *__VERIFIER_nondet_pointer(void); void __VERIFIER_assume(int);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *); void abort(void);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long); int setjmp(void *);
"""
PRESET = "value-cegar"
TASK = Task(files=("program.c",))


def read(text: str, folder: Path, *, blocks: bool = True) -> Program:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    return parse_file(os.fspath(path), machine=LP64, blocks=blocks)


def word(verdict: Verdict) -> str:
    match verdict:
        case TrueVerdict():
            return "TRUE"
        case FalseVerdict():
            return "FALSE"
        case Unknown(detail=detail):
            return f"UNKNOWN: {detail}"
        case _:
            raise AssertionError(verdict)


def verdict(program: Program, *overrides: str, states: int = 20_000) -> str:
    """TRUE, FALSE, or UNKNOWN with a reason."""
    try:
        return run(program, *overrides, states=states).verdict
    except LimitReached as limit:
        return f"UNKNOWN: {limit.detail}"


@dataclass(frozen=True, slots=True)
class Done:
    """A run that came to its end, open for questions."""

    verdict: str
    exploration: Exploration
    precision: Precisions
    entries: tuple[Entry, ...]

    @property
    def tracked(self) -> set[str]:
        return {entry.text for entry in self.entries}

    @property
    def reached(self) -> ReachedSet:
        return self.exploration.reached

    def statistic(self, name: str) -> float:
        return self.exploration.context.statistics.to_dict().get(name, 0)


def run(program: Program, *overrides: str, states: int = 20_000) -> Done:
    """Like ``engine.run`` with abstraction refinement from the beginning; raises ``LimitReached``."""
    configuration = load_configuration(PRESET, ("refinement.nondeterminism=0", *overrides))
    exploration = explored(program, configuration, states)
    refiner = make_refiner(configuration, exploration)
    precision = cegar(exploration, refiner, begin(configuration, exploration, refiner))
    entries = refiner.entries(precision)
    return Done(word(exploration.result(entries).verdict), exploration, precision, entries)


def explored(
    program: Program, configuration: Configuration, states: int = 20_000, more: Sequence[Analysis[Any, Any]] = ()
) -> Exploration:
    """Ready to begin, with more analyses than those of the configuration."""
    put_checks(program, targets_of(TASK.property))
    problem = Problem(program, TASK, configuration)
    return exploration_of(problem, Context(limits=SoftLimits(steps=states)), MeteredComposite, more)


# ---------------------------------------------------------------------------------------------------------- paths


def walk(program: Program, choices: Iterable[int]) -> tuple[Edge, ...]:
    """A path that only control flow allows: at each branching the next choice decides."""
    product = Composite(program, [make_analysis(name, program) for name in ("location", "callstack")])
    assert program.start.entry is not None
    state, precision = product.initial(program.start.entry), product.initial_precision()
    edges: list[Edge] = []
    choosing = iter(choices)
    while successors := list(product.successors(state, precision)):
        choice = 0 if len(successors) == 1 else next(choosing, None)
        if choice is None or len(edges) > 150:
            break
        edge, state = successors[choice % len(successors)]
        edges.append(edge)
    return tuple(edges)


def feasible_length(paths: ValuePaths, steps: Sequence[PathStep]) -> int:
    """How many steps can be made before a contradiction."""
    return len(strongest_posts(paths, steps))


def strongest_posts(paths: ValuePaths, steps: Sequence[PathStep], start: ValueState | None = None) -> list[ValueState]:
    """The states behind the steps, up to the contradiction."""
    state, found = paths.initial() if start is None else start, []
    for step in steps:
        post = paths.post(step)
        successor = state if post is None else post(state)
        if successor is None:
            break
        state = successor
        found.append(state)
    return found


def infeasible(paths: ValuePaths, edges: Sequence[Edge], beyond: int = 4) -> tuple[PathStep, ...] | None:
    """The steps up to the contradiction, and a few more; None if there is none."""
    steps = steps_of(edges)
    length = feasible_length(paths, steps)
    return None if length == len(steps) else steps[: length + 1 + beyond]


def paths_of(program: Program) -> ValuePaths:
    return ValuePaths(ValueAnalysis(program))
