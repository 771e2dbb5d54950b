"""Test inputs by symbolic execution (King: Symbolic Execution and Program Testing, CACM 1976).

``symbolic_inputs`` explores a program with the preset ``symex``, nearest first to branches that were not taken yet.  Whenever a
path comes to its end (the program exits, aborts or violates the property) or takes an edge for the first time where control
flow branches, it gives what the environment must answer so that an execution takes this path::

    for found in symbolic_inputs(program, task, context):
        interpreter.run(ListedInputs([*found.inputs, 0, 0, ...]))

Inputs are in the order in which the interpreter asks for them (``interpreter.inputs``).  A path that goes on behind a new branch
may ask for more; any value does for these.  Each list of inputs is given once.  It is a guess like any other: only a run with it
shows that it takes the path.  The iterator ends when everything was explored, or when a soft limit of the context is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from whet.algorithms.cpa import cpa
from whet.algorithms.exploring import Exploration, exploration_of, guide_along
from whet.cfa.model import Edge, Program
from whet.cfa.semantics import Value
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode, path_to
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached
from whet.core.waitlist import Waitlist
from whet.task.configuration import Configuration
from whet.task.records import dataclass
from whet.task.task import Task

_OVERRIDES: Final = ("exploration.order=coverage",)


@dataclass(frozen=True, slots=True)
class GeneratedInputs:
    """What the environment answers on a path."""

    inputs: tuple[Value, ...]
    edges: tuple[Edge, ...]
    """The path from the beginning of the program that an execution with them takes."""
    is_new: bool
    """Does it end with an edge that no path before it took?  Otherwise the program ends after it."""


def symbolic_configuration(overrides: Sequence[str]) -> Configuration:
    """That of the exploration; raises ``TaskError`` for an option that does not exist."""
    return load_configuration("symex", [*_OVERRIDES, *overrides])


@dataclass(frozen=True, slots=True)
class PathEnd:
    """Where a path of the exploration has come to, for whoever decides whether inputs for it are wanted."""

    node: ArgNode
    edge: Edge | None
    """The last one, where the path goes on or violates the property."""
    is_new: bool
    """Does control flow branch at the edge, and is it the first path to take it?"""
    is_target: bool = False
    is_last: bool = False
    """Does nothing follow?"""


def symbolic_inputs(program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> Iterator[GeneratedInputs]:
    """For a program that has its checks; ``overrides`` are options ``key=value`` of the configuration."""
    search = SymbolicSearch(Problem(program, task, symbolic_configuration(overrides)), context)
    return (inputs for inputs in search.inputs() if inputs is not None)


def _is_any(end: PathEnd) -> bool:
    return end.is_new or end.is_target or end.is_last


class SymbolicSearch:
    """One exploration, for whoever wants inputs for some ends of paths only, and has other things to do in between."""

    def __init__(self, problem: Problem, context: Context, *, is_wanted: Callable[[PathEnd], bool] = _is_any) -> None:
        self._problem = problem
        self._context = context
        self._is_wanted = is_wanted
        self.is_complete = False
        """Was every path explored to its end?"""

    def inputs(self) -> Iterator[GeneratedInputs | None]:
        """With None after every state that was explored."""
        exploration = exploration_of(self._problem, self._context)
        given: set[tuple[Value, ...]] = set()
        try:
            for end in _ends(exploration):
                found = None if end is None or not self._is_wanted(end) else _inputs_for(end, exploration)
                if found is None or found.inputs in given:
                    yield None
                else:
                    given.add(found.inputs)
                    yield found
        except LimitReached:
            return
        self.is_complete = not exploration.reached.gaps


def _inputs_for(end: PathEnd, exploration: Exploration) -> GeneratedInputs | None:
    edges = path_to(end.node).edges
    guide = guide_along(exploration.analysis, edges)
    return None if guide is None else GeneratedInputs(tuple(guide.inputs), edges, end.is_new)


def _ends(exploration: Exploration) -> Iterator[PathEnd | None]:
    """The states that are reached, and None after each that was explored."""
    reached = exploration.reached
    watched = reached.waitlist = _Watched(reached.waitlist)
    taken: set[Edge] = set()
    while reached.waitlist:
        one_state = iter((False, True))
        exploration.context.check()
        cpa(exploration.analysis, reached, lambda once=one_state: next(once))  # type: ignore[misc]  # bound for this turn
        yield from _after(exploration, watched.newest, taken)
        reached.targets.clear()
        yield None


def _after(exploration: Exploration, node: ArgNode, taken: set[Edge]) -> Iterator[PathEnd]:
    """Of a state that was just explored: itself if nothing follows, and what follows by a new edge."""
    reached = exploration.reached
    children = [(edge, child) for edge, child in node.children if child not in reached.gaps]
    if not node.children:
        yield PathEnd(node, None, False, is_last=True)
    for edge, child in children:
        is_new = edge not in taken and len(edge.source.leaving) > 1
        taken.add(edge)
        yield PathEnd(child, edge, is_new, is_target=child in reached.targets)


class _Watched:
    """A waitlist that remembers what was taken from it."""

    def __init__(self, waitlist: Waitlist) -> None:
        self._waitlist = waitlist
        self.push = waitlist.push
        self.discard = waitlist.discard
        self._newest: ArgNode | None = None

    @property
    def newest(self) -> ArgNode:
        assert self._newest is not None, "something was taken"
        return self._newest

    def pop(self) -> ArgNode:
        self._newest = self._waitlist.pop()
        return self._newest

    def __iter__(self) -> Iterator[ArgNode]:
        return iter(self._waitlist)

    def __contains__(self, node: object) -> bool:
        return node in self._waitlist

    def __len__(self) -> int:
        return len(self._waitlist)
