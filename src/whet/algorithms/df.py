"""Data-flow analysis with precisions that grow (Beyer, Chien, Lee: CPA-DF, ASE 2023, Algorithm 1).

The program is explored to the end with a coarse precision; then ``narrow`` recovers part of what widening lost.  If no target
state is left, the program is safe.  Otherwise the precision becomes sharper, until there is no sharper one.  Any analysis with
such precisions will do (``core.interfaces.Sharpening``).

Each exploration is a *round*.  A round that was completed leaves invariants, which hold until the first violation, whatever
became of the alarms.  ``rounds`` yields them one by one, so that other algorithms can use them as they appear:

    for each in rounds(exploration_of(problem, context), most_states=10000):
        ... each.invariants ...

An alarm is no FALSE.  A few alarms of the last round are replayed, and otherwise the answer is UNKNOWN.

Narrowing is one descending pass (Cousot and Cousot, PLILP 1992, with one iteration).  After a completed exploration every run
can be followed along the graph of states.  So the state of a node may become the join of what its incoming edges bring.  Nodes
are visited in the order in which their states were last found, so a gain at a loop head reaches the nodes after it.  A target
state without an incoming edge is no alarm any more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from whet.algorithms.discharging import reached_errors
from whet.algorithms.exploring import Exploration, Explored, FoundTargets, exploration_of
from whet.algorithms.invariants import proof_of
from whet.cfa.model import Edge
from whet.cfa.sites import sites_of
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode, Path, path_to
from whet.core.composite import Composite, Precisions
from whet.core.context import Context, Level
from whet.core.evidence import Proof
from whet.core.executed import ProvedChecks
from whet.core.interfaces import Sharpening
from whet.core.mailbox import MessageKind
from whet.core.operators import MergeJoin
from whet.core.reached import ReachedSet
from whet.core.registry import register_algorithm
from whet.core.result import Reason, Result, Unknown
from whet.task.options import Whole, option
from whet.task.records import dataclass


def narrow(analysis: Composite, reached: ReachedSet, position: int) -> None:
    """The states of one component, by its position in the product, in a reached set without frontier and gaps."""
    descent = _Descent(analysis.components[position], position, reached)
    for node in sorted(descent.incoming, key=lambda node: node.number):
        if node is not reached.arg.root:
            descent.visit(node)


class _Descent:
    def __init__(self, component: Any, position: int, reached: ReachedSet) -> None:
        self._component = component
        self._position = position
        self._reached = reached
        self._gone: set[ArgNode] = set()
        """No run gets there."""
        # By which edges a node is entered; what a node covers continues as that node.
        found: dict[ArgNode, list[tuple[ArgNode, Edge]]] = {}
        for parent in reached.arg.nodes():
            for edge, child in parent.children:
                node = child
                while node.covered_by is not None:
                    node = node.covered_by
                found.setdefault(node, []).append((parent, edge))
        self.incoming = found

    def visit(self, node: ArgNode) -> None:
        brought = [state for parent, edge in self.incoming[node] for state in self._after(parent, edge)]
        if not brought:
            self._gone.add(node)
            self._reached.targets.pop(node, None)
            self._reached.remove(node)
        elif node not in self._reached.targets:
            joined = brought[0]
            for state in brought[1:]:
                joined = self._component.domain.join(state, joined)
            # Unless it is no narrower: an edge of an older state may lead there, too.
            old = node.state[self._position]
            if joined != old and self._component.domain.leq(lhs=joined, rhs=old):
                state = (*node.state[: self._position], joined, *node.state[self._position + 1 :])
                self._reached.strengthen(node, state)

    def _after(self, parent: ArgNode, edge: Edge) -> Iterable[Any]:
        if parent in self._gone:
            return ()
        before, post = parent.state[self._position], self._component.transfer.post(edge)
        return (before,) if post is None else post(before, parent.precision[self._position])


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
        completed: list[Proof] = []
        with exploration.recorded():
            for number, each in enumerate(rounds(exploration, most_states=self.options.states), 1):
                context.statistics.set("rounds", number)
                context.log(Level.ALGORITHM, f"round {number}: {each.alarms} alarms")
                if each.invariants is not None:
                    completed.append(each.invariants)
                    context.explanation.proved(proved_checks(exploration))
                    context.mailbox.publish(MessageKind.INVARIANTS, each.invariants)
            replay_some(exploration)
        result = exploration.result()
        if exploration.confirmed is None and not exploration.unconfirmed and exploration.reached.waitlist:
            unfinished = Unknown(Reason.INCOMPLETE, "the exploration with the highest precision needs more states than df.states")
            result = Result(unfinished, result.assumptions)
        if completed and isinstance(result.verdict, Unknown):
            return replace(result, invariants=_invariants(completed[0], completed[-1]))
        return result


def _invariants(merged: Proof, sharpest: Proof) -> Proof:
    """Of the first round, in which each variable has one interval, and of the last, which may list states."""
    return Proof((*merged.invariants, *sharpest.invariants), sharpest.left_out)


def proved_checks(exploration: Exploration) -> ProvedChecks:
    """Those whose errors a completed exploration did not reach."""
    errors, sites = reached_errors(exploration), sites_of(exploration.program)
    left = tuple(name for name, edges in sites.items() if not errors.isdisjoint(edges))
    return ProvedChecks(len(sites), left, ("data-flow analysis",))


def replay_some(exploration: Exploration) -> None:
    """Until one of the first alarms is confirmed."""
    targets = list(exploration.reached.targets)
    for target in islice(targets, _MOST_REPLAYS):
        if exploration.replayed(target, path_to(target).edges):
            return
    for target in targets[_MOST_REPLAYS:]:
        exploration.give_up_on(target, "others were not confirmed either")
