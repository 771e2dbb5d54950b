"""Data-flow analysis with precisions that grow (Beyer, Chien, Lee: CPA-DF, ASE 2023, Algorithm 1).

The program is explored with a coarse precision, to the end and whether there are alarms or not; then what widening gave away is
won back (``narrowing``).  If no target state is left, the program is safe.  Otherwise the precision becomes sharper, until there
is no sharper one.  Any analysis with such precisions will do (``core.interfaces.Sharpening``).

Each exploration is a *round*.  A round that came to its end leaves invariants, which hold as long as a run has violated nothing,
whatever became of the alarms.  ``rounds`` gives one after the other, so that others can use them while they appear:

    for each in rounds(exploration_of(problem, context), most_states=10000):
        ... each.invariants ...

An alarm is no FALSE.  Those of the last round are replayed, a few of them, and else the answer is UNKNOWN.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Final

from whet.algorithms.exploring import Exploration, Explored, FoundTargets, exploration_of
from whet.algorithms.invariants import proof_of
from whet.algorithms.narrowing import narrow
from whet.core.algorithm import Problem
from whet.core.arg import Path, path_to
from whet.core.composite import Composite, Precisions
from whet.core.context import Context, Level
from whet.core.evidence import Proof
from whet.core.interfaces import Sharpening
from whet.core.mailbox import MessageKind
from whet.core.operators import MergeJoin
from whet.core.reached import ReachedSet
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.task.options import Whole, option
from whet.task.records import dataclass

_MOST_REPLAYS: Final = 3


@dataclass(frozen=True, slots=True)
class Round:
    """What an exploration with one precision found."""

    precision: Precisions
    alarms: int
    """How many target states it reached."""
    invariants: Proof | None
    """None if it did not come to its end, or left something out."""

    @property
    def is_safe(self) -> bool:
        return self.invariants is not None and not self.alarms


@dataclass(slots=True)
class EndOfRound:
    """A round that takes too many states is given up."""

    most: int
    states: int = 0

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        self.states += 1
        return FoundTargets(list(exploration.reached.targets)) if self.states > self.most else None


def rounds(exploration: Exploration, *, most_states: int) -> Iterator[Round]:
    """Algorithm 1: explore with one precision after the other, until the program is safe or no precision is left."""
    precision: Precisions | None = exploration.analysis.initial_precision()
    exploration.wanted = sys.maxsize
    while precision is not None:
        exploration.restart(precision)
        exploration.criteria = [EndOfRound(most_states)]
        exploration.explore(precision)
        reached = exploration.reached
        is_complete = not reached.waitlist and not reached.gaps
        if is_complete and reached.targets:
            _narrow(exploration.analysis, reached, precision)
        proof = proof_of(exploration.analysis, reached, explored=len(reached)) if is_complete else None
        found = Round(precision, len(reached.targets), proof)
        yield found
        precision = None if found.is_safe else refine_precision(exploration.analysis, precision)


def _narrow(analysis: Composite, reached: ReachedSet, precision: Precisions) -> None:
    """Where widening may have raised alarms."""
    for i, component in enumerate(analysis.components):
        if isinstance(component, Sharpening) and isinstance(component.merge, MergeJoin) and component.merge.widens(precision[i]):
            narrow(analysis, reached, i)


def refine_precision(analysis: Composite, precision: Precisions) -> Precisions | None:
    """That of the first component with a sharper one is replaced; None if there is no such component."""
    for i, component in enumerate(analysis.components):
        if isinstance(component, Sharpening) and (sharper := component.sharper(precision[i])) is not None:
            return (*precision[:i], sharper, *precision[i + 1 :])
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFlowOptions:
    states: int = option(
        50_000, Whole(1), "How many states are explored with one precision; if they are not enough, the next one is tried."
    )


@register_algorithm("df", options=DataFlowOptions)
class DataFlow:
    """Explore with precisions that grow, until nothing is left to prove."""

    def __init__(self, options: DataFlowOptions | None = None) -> None:
        self.options = options or DataFlowOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        if problem.task.precision:
            context.log(Level.WARNING, "the given precision is not used: this configuration has no refinement")
        exploration = exploration_of(problem, context)
        with exploration.recorded():
            for number, each in enumerate(rounds(exploration, most_states=self.options.states), 1):
                context.statistics.set("rounds", number)
                context.log(Level.ALGORITHM, f"round {number}: {each.alarms} alarms")
                if each.invariants is not None:
                    context.mailbox.publish(MessageKind.INVARIANTS, each.invariants)
            replay_some(exploration)
        result = exploration.result()
        if exploration.confirmed is None and not exploration.unconfirmed and exploration.reached.waitlist:
            unfinished = Unknown(Reason.INCOMPLETE, "the exploration with the highest precision needs more states than df.states")
            return Result(unfinished, result.assumptions)
        return result


def replay_some(exploration: Exploration) -> None:
    """Until one of the first alarms is confirmed."""
    targets = list(exploration.reached.targets)
    for target in islice(targets, _MOST_REPLAYS):
        if exploration.replayed(target, path_to(target).edges):
            return
    for target in targets[_MOST_REPLAYS:]:
        exploration.give_up_on(target, "others were not confirmed either")
