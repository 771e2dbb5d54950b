"""Paths and operations per second of symbolic execution, against the time its solver needs by itself.

    python tools/symbolic_speed.py BENCH TASK... [--time-limit 10] [--set KEY=VALUE]

A task is explored with the preset ``symex`` until everything is explored or the time is up; no error path is replayed.  In a
second run, what the solver is asked is recorded, and then asked of the engine alone in a process of its own (as ``time_shares``
does).  A *path* ends where the program ends, where an error is reached, or where the state is covered by another one; an
*operation* is one operation of the program model on one path.  CPU seconds are those of the exploration, without the front end
and the imports; *alone* is what the engine needs for the checks of the replay, and *ratio* the first over the second.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from time_shares import Replay, questions_recorded, replayed  # type: ignore[import-not-found]  # the tool beside this one

from whet.algorithms.cpa import cpa
from whet.algorithms.exploring import exploration_of
from whet.algorithms.targets import targets_of
from whet.campaign.records import BenchTask
from whet.campaign.sets import load_set
from whet.cfa.operations import flatten
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.reached import ReachedSet
from whet.session.program import read_program
from whet.task.properties import DEFAULT_PROPERTY
from whet.task.task import Machine, Task


@dataclass(frozen=True, slots=True)
class Explored:
    is_complete: bool
    seconds: float
    paths: int
    operations: int


def explore(bench_task: BenchTask, seconds: float, options: list[str]) -> Explored:
    task = Task(files=(bench_task.file,), property=DEFAULT_PROPERTY, machine=Machine(bench_task.machine))
    program = read_program(task)
    put_checks(program, targets_of(task.property))
    configuration = load_configuration("symex", options)
    context = Context(limits=SoftLimits(seconds=seconds))
    started = time.process_time()
    exploration = exploration_of(Problem(program, task, configuration), context)
    is_complete = True
    try:
        while cpa(exploration.analysis, exploration.reached, lambda: not _goes_on(context)):
            exploration.reached.targets.clear()  # and on, as if it were no error
    except LimitReached:
        is_complete = False
    spent = time.process_time() - started
    paths, operations = _counted(exploration.reached)
    return Explored(is_complete, spent, paths, operations)


def _goes_on(context: Context) -> bool:
    context.check()
    return True


def _counted(reached: ReachedSet) -> tuple[int, int]:
    """Paths that came to an end, and operations on all edges of the graph."""
    paths = operations = 0
    assert reached.arg.root is not None
    waiting: list[ArgNode] = [reached.arg.root]
    while waiting:
        node = waiting.pop()
        paths += not node.children and node not in reached.waitlist
        for edge, child in node.children:
            operations += len(flatten(edge.operation))
            waiting.append(child)
    return paths, operations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench")
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    given = parser.parse_args()
    print(f"{'task':44} {'explored':>8} {'CPU':>6} {'paths':>7} {'/s':>7} {'operations':>10} {'/s':>8}", end=" ")
    print(f"{'checks':>7} {'alone':>6} {'ratio':>6}")
    for task in load_set(given.bench):
        if task.name in given.tasks:
            found = explore(task, given.time_limit, given.set)
            with tempfile.TemporaryDirectory() as scripts, questions_recorded(Path(scripts)):
                explore(task, given.time_limit, given.set)
                alone = replayed(Path(scripts))
            print(row(task.name, found, alone), flush=True)


def row(name: str, found: Explored, alone: Replay) -> str:
    ratio = f"{found.seconds / alone.checks:6.1f}" if alone.checks > 0.005 else "     -"
    paths = f"{found.paths:7} {found.paths / found.seconds:7.0f}"
    operations = f"{found.operations:10} {found.operations / found.seconds:8.0f}"
    explored = "all" if found.is_complete else "part"
    return (
        f"{name[-44:]:44} {explored:>8} {found.seconds:6.2f} {paths} {operations} {alone.queries:7} {alone.checks:6.2f} {ratio}"
    )


if __name__ == "__main__":
    main()
