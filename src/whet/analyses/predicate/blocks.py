"""Error paths as formulas, block by block, with one numbering of instances from the beginning of the program to the end.

A path through the reachability graph is cut at its abstraction states.  What lies between two cuts is in the trace of the
last state before the cut, whichever parts of the graph contributed to it; so the formulas here describe the executions the
abstraction was computed from, joins included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whet.analyses.predicate.coding import Coding, Numbering
from whet.analyses.predicate.refined import RefinedPredicates
from whet.analyses.predicate.state import PredicateState
from whet.analyses.predicate.traces import After, Either, Loss, Start, Trace, within
from whet.cfa.model import Edge, Node
from whet.core.arg import ArgNode, Path
from whet.core.path import PathStep
from whet.encoding.encode import PathFormula
from whet.solvers.port import Model
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class BlockFormula:
    """A part of a path between two cuts."""

    before: PathFormula
    """The state at its beginning: only its instances and active calls matter."""
    after: PathFormula
    """Its formula is that of this block alone; in the first block of a path with what holds when the program begins."""
    steps: tuple[PathStep, ...] | None
    """None if several sequences of steps were joined."""
    end: ArgNode
    trace: Trace
    codings: Mapping[Trace, Coding]
    """Of the trace and all it is made of, with the numbering of the path."""

    @property
    def location(self) -> Node:
        """Where it ends."""
        return self.trace.location

    def taken(self, model: Model) -> tuple[PathStep, ...]:
        """The steps that a model of its formula takes."""
        steps: list[PathStep] = []
        trace = self.trace
        while True:
            match trace.how:
                case Start():
                    return tuple(reversed(steps))
                case After(before=before, step=step) | Loss(before=before, step=step):
                    steps.append(step)
                    trace = before
                case Either(parts=parts):
                    trace = parts[_taken(self.codings[trace], model)]

    def at(self, state: PredicateState) -> PathFormula | None:
        """What leads to a state inside this block."""
        coding = self.codings.get(state.trace)
        return None if coding is None else coding.path


def block_formulas(analysis: RefinedPredicates, target: ArgNode, index: int) -> tuple[BlockFormula, ...]:
    """The blocks of the path to a node of the graph; ``index`` is the place of the analysis in the product."""
    # The nodes at which blocks end, with what led to them since the block began; from the root on.
    cuts: list[tuple[ArgNode, Trace]] = []
    node = target
    while node.parents:
        state: PredicateState = node.state[index]
        parent, edge = node.parents[0]
        before: PredicateState = parent.state[index]
        if state.gap is None and state.is_abstraction:
            cuts.append((node, analysis.traces.extended(before.trace, PathStep(edge))[0]))
        elif not state.is_abstraction:
            cuts.append((node, state.trace))
        node = parent
        while node.parents and not node.state[index].is_abstraction:
            node = node.parents[0][0]
    if not node.state[index].is_abstraction:
        raise ValueError(f"the path to {target} does not begin at the root of the graph but at {node}")
    return _numbered(analysis, cuts[::-1])


def blocks_along(analysis: RefinedPredicates, path: Path) -> tuple[BlockFormula, ...]:
    """The blocks of just this path, whose states the analysis has slept through."""
    cuts: list[tuple[ArgNode, Trace]] = []
    entry = analysis.program.start.entry
    assert entry is not None
    trace = analysis.traces.first(entry)
    for node, edge in zip(path.nodes[1:], path.edges, strict=True):
        trace = analysis.traces.extended(trace, PathStep(edge))[0]
        if analysis.block_ends(edge) or node is path.target:
            cuts.append((node, trace))
            trace = analysis.traces.begun(edge.target, trace.path.activations)
    return _numbered(analysis, cuts)


def _numbered(analysis: RefinedPredicates, cuts: Sequence[tuple[ArgNode, Trace]]) -> tuple[BlockFormula, ...]:
    blocks: list[BlockFormula] = []
    path = analysis.encoder.initial()
    numbering = Numbering()
    for end, trace in cuts:
        before = path if not blocks else analysis.encoder.cleared(path)
        codings = analysis.traces.encoded(trace, before, numbering)
        path = codings[trace].path
        blocks.append(BlockFormula(analysis.encoder.cleared(before), path, _linear(trace), end, trace, codings))
    return tuple(blocks)


def _linear(trace: Trace) -> tuple[PathStep, ...] | None:
    parts = list(within(trace))
    if any(isinstance(part.how, Either) for part in parts):
        return None
    return tuple(part.last for part in parts if part.last is not None)


def concrete_path(blocks: Sequence[BlockFormula], model: Model) -> tuple[Edge, ...]:
    """The edges of the path that a model of all blocks' formulas describes."""
    return tuple(step.edge for block in blocks for step in block.taken(model))


def _taken(join: Coding, model: Model) -> int:
    """The number of the part of a join that a model of it takes."""
    number = len(join.choices)
    while number and model.holds(join.choices[number - 1]):
        number -= 1
    return number
