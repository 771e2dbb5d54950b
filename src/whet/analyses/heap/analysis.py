"""The analysis of abstract heaps: each state is one graph, and states of a location are kept apart.

At loop heads, blocks that form lists are folded into chains (``segments``): lists of any length have finitely many graphs.
Where that is not enough for a loop to come to an end, graphs are made weaker there: first, numbers are forgotten, then offsets of
pointers, then everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whet.analyses.heap.evidence import heap_tree
from whet.analyses.heap.graph import HeapGraph, HeapTree, Pointer
from whet.analyses.heap.segments import fold
from whet.analyses.heap.transfer import HeapTransfer
from whet.cfa.expressions import Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import flatten
from whet.cfa.source import Origin
from whet.cfa.trees import ExpressionTree
from whet.checks.heap_blocks import counter_of
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Adjust, Adjusted, Post
from whet.core.operators import NoPrecision
from whet.core.registry import register_analysis
from whet.task.options import Whole, option
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapOptions:
    graphs: int = option(
        400, Whole(2), "How many graphs are kept apart at the head of a loop; more are replaced by one that says nothing."
    )
    blocks: int = option(30, Whole(1), "How many blocks and lists a graph has at the head of a loop; one with more says nothing.")


@register_analysis("heap", options=HeapOptions)
class HeapAnalysis(EdgeAnalysis[HeapGraph]):
    """Tracks which blocks of the heap live and how they are linked, lists of any length among them."""

    def __init__(self, program: Program, options: HeapOptions | None = None) -> None:
        super().__init__(program)
        self._options = options or HeapOptions()
        self._facts = Facts.of(program)
        self._count = counter_of(program)
        self._transfer = HeapTransfer(program, self._count)
        self._width = program.machine.pointer_size
        self._trees: dict[int, HeapTree] = {}
        """The kinds of trees that were found, by the sizes of their blocks: their parts are folded alike wherever they are."""

    def initial(self, node: Node) -> HeapGraph:
        return HeapGraph(self._width)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that were gone through."""
        return list(self._transfer.assumed)

    def leq(self, *, lhs: HeapGraph, rhs: HeapGraph) -> bool:
        return lhs.leq(rhs)

    def join(self, a: HeapGraph, b: HeapGraph) -> HeapGraph:
        if a.leq(b):
            return b
        return a if b.leq(a) else self._transfer.top()

    def post(self, edge: Edge) -> Post[HeapGraph, NoPrecision] | None:
        operations = [each for each in flatten(edge.operation) if self._transfer.concerns(each)]
        function, folds = edge.source.function, self._facts.cuts_cycles(edge.target)
        live = self._facts.liveness(edge.target.function).at(edge.target)
        dead = [each for each in edge.target.function.variables if each not in live]
        if not operations and not folds:
            return None

        def run(state: HeapGraph, _precision: NoPrecision) -> Sequence[HeapGraph]:
            if state.is_top:
                return (state,)
            graphs = [state.copy()]
            for operation in operations:
                graphs = [after for graph in graphs for after in self._transfer.perform(graph, operation, function)]
            for graph in graphs:
                self._tidy(graph, dead, folds=folds)
            return list(dict.fromkeys(graphs))

        return run

    def _tidy(self, graph: HeapGraph, dead: Iterable[Variable], *, folds: bool) -> None:
        """Forget what nobody reads any more, fold, and name the nodes in order."""
        if graph.is_top:
            return
        for variable in dead:
            graph.cells.pop((variable, 0), None)
            graph.numbers.pop((variable, 0), None)
        graph.collect()
        if folds:
            fold(graph, self._trees)
            graph.collect()
        if self._count is None:
            graph.others = False  # nobody asks

    def symbolic_heap(self, state: HeapGraph) -> ExpressionTree | None:
        """The state as evidence has it; None if it says nothing."""
        return None if state.is_top else heap_tree(state, counts=self._count is not None)

    @property
    def adjust(self) -> Adjust[HeapGraph, NoPrecision]:
        return self._weakened

    def _weakened(
        self, state: HeapGraph, precision: NoPrecision, location: Node, reached: Iterable[HeapGraph]
    ) -> Adjusted[HeapGraph, NoPrecision]:
        """Where loops would not come to an end."""
        if state.is_top or not self._facts.cuts_cycles(location):
            return Adjusted(state, precision)
        count = sum(1 for _ in reached)
        if count >= self._options.graphs or len(state.blocks) > self._options.blocks:
            state = self._transfer.top()
        elif count >= self._options.graphs // 2:
            state = state.copy()
            state.numbers = {}
            if count >= self._options.graphs * 3 // 4:
                state.redirect(_somewhere)
        return Adjusted(state, precision)


def _somewhere(pointer: Pointer) -> Pointer:
    """A pointer that is not to the beginning of its object may be one of many."""
    return pointer if pointer.offset == 0 else Pointer(pointer.base, None, pointer.last)
