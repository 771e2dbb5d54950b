"""The graph of an exploration, as a record of bounded size (``core.graph_record``).

Kept are the nodes that are nearest to the root, and the paths to target states and to gaps, whatever their length.  What a state
says is asked for as long as there is time: it is recorded after a verdict was found, and must not cost that verdict.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from whet.cfa.model import Node
from whet.cfa.show import describe, to_c
from whet.core.arg import Arg, ArgNode, path_to
from whet.core.composite import Composite
from whet.core.graph_record import GraphEdge, GraphNode, GraphRecord, NodeKind
from whet.core.interfaces import Gap, Violation
from whet.core.reached import ReachedSet

MOST_NODES: Final = 5000
_LONGEST: Final = 400
"""Characters of a text."""
_SECONDS: Final = 1.0
"""For what states say."""


def graph_of(analysis: Composite, reached: ReachedSet, *, most: int = MOST_NODES, seconds: float = _SECONDS) -> GraphRecord:
    every = list(reached.arg.nodes())
    kept = _kept(reached.arg, every, most, lambda node: analysis.finding(node.state) is not None)
    texts = _Texts(analysis, seconds)
    waiting = set(reached.waitlist)
    nodes = tuple(_told(node, analysis, texts, waiting) for node in every if node in kept)
    return GraphRecord(nodes, tuple(_edges(every, kept)), len(every) - len(kept), texts.untold)


def _kept(arg: Arg, every: list[ArgNode], most: int, is_found: Callable[[ArgNode], bool]) -> set[ArgNode]:
    if arg.root is None or len(every) <= most:
        return set(every)
    kept: set[ArgNode] = set()
    for node in every:
        if len(kept) < most and is_found(node):
            kept.update(path_to(node).nodes)
    queue = deque([arg.root])
    seen = {arg.root}
    while queue and len(kept) < most:
        node = queue.popleft()
        kept.add(node)
        for _, child in node.children:
            if child not in seen:
                seen.add(child)
                queue.append(child)
    return kept


def _told(node: ArgNode, analysis: Composite, texts: _Texts, waiting: set[ArgNode]) -> GraphNode:
    location = analysis.location(node.state)
    return GraphNode(
        number=node.number,
        location=location.number,
        function=location.function.written_name,
        line=location.leaving[0].origin.place.line if location.leaving else None,
        kind=_kind(node, analysis, waiting),
        text=texts.of(node, location),
        covered_by=None if node.covered_by is None else node.covered_by.number,
    )


def _kind(node: ArgNode, analysis: Composite, waiting: set[ArgNode]) -> NodeKind:
    match analysis.finding(node.state):
        case Violation():
            return NodeKind.TARGET
        case Gap():
            return NodeKind.GAP
        case _ if node.covered_by is not None:
            return NodeKind.COVERED
        case _:
            return NodeKind.WAITING if node in waiting else NodeKind.PLAIN


def _edges(every: list[ArgNode], kept: set[ArgNode]) -> Iterator[GraphEdge]:
    known: dict[object, str] = {}
    for node in every:
        for edge, child in node.children if node in kept else ():
            if child in kept:
                if edge not in known:
                    known[edge] = _cut(describe(edge.operation))
                yield GraphEdge(node.number, child.number, known[edge])


class _Texts:
    """What states say, until the time is up."""

    def __init__(self, analysis: Composite, seconds: float) -> None:
        self._analysis = analysis
        self._deadline = time.process_time() + seconds
        self.untold = 0

    def of(self, node: ArgNode, location: Node) -> str:
        if time.process_time() > self._deadline:
            self.untold += 1
            return ""
        said = [
            component.claim(part, location)
            for component, part in zip(self._analysis.components, node.state, strict=True)
            if part is not None
        ]
        return _cut(" && ".join(to_c(claim) for claim in said if claim is not None))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
