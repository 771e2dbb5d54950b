"""Lists and trees of any size: blocks of a graph are folded into chains at loop heads, and taken out again where accessed.

Both keep what is described: a graph describes no more than the graphs into which ``unfold`` splits it, and no more than the one
into which ``fold`` changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whet.analyses.heap.graph import Cell, Chain, HeapBlock, HeapGraph, HeapTree, Pointer
from whet.analyses.heap.trees import fold_trees, unfold_tree, watched_fields
from whet.cfa.expressions import Variable

_MOST_PARTS = 2
"""Nodes with the same numbers that are kept apart in a list because of other numbers between them."""


def unfold(graph: HeapGraph, at: Pointer) -> Sequence[HeapGraph]:
    """A pointer leads into the first or last block of a chain: that is its only block, or there are more; or into a tree."""
    assert isinstance(at.base, int)
    block = graph.blocks[at.base]
    if isinstance(block.chain, HeapTree):
        return unfold_tree(graph, at.base, block.chain)
    assert block.chain is not None
    return _single(graph, at.base, block), _split(graph, at.base, block, block.chain, last=at.last)


def _single(graph: HeapGraph, node: int, block: HeapBlock) -> HeapGraph:
    alone = graph.copy()
    alone.blocks[node] = HeapBlock(block.size, block.written)
    alone.redirect(lambda pointer: Pointer(node, pointer.offset) if pointer.base == node else pointer)
    return alone


def _split(graph: HeapGraph, node: int, block: HeapBlock, chain: Chain, *, last: bool) -> HeapGraph:
    """The block at one end becomes a node of its own; one or more remain."""
    more, end = graph.copy(), graph.fresh()
    more.blocks[end] = HeapBlock(block.size, block.written)
    more.redirect(lambda pointer: Pointer(end, pointer.offset) if (pointer.base, pointer.last) == (node, last) else pointer)
    for offset, value in more.cells_of(node):
        if offset not in (chain.next, chain.prev) or offset == (chain.next if last else chain.prev):
            more.cells[end, offset] = value
    more.numbers |= {(end, offset): number for offset, number in more.numbers_of(node).items()}
    outer, inner = (chain.next, chain.prev) if last else (chain.prev, chain.next)
    if inner is not None:
        more.cells[end, inner] = Pointer(node, chain.back, last=True) if last else Pointer(node, chain.head)
    if outer is not None:
        more.cells[node, outer] = Pointer(end, chain.head if last else chain.back)
    return more


def fold(graph: HeapGraph, trees: dict[int, HeapTree] | None = None) -> None:
    """Make trees, and one chain of blocks that follow each other, as long as there are some.

    ``trees`` are the kinds of trees that are known, and those that are found."""
    fold_trees(graph, {} if trees is None else trees)
    while True:
        found = list(_neighbours(graph))
        equal = (each for each in found if graph.numbers_of(each[0]) == graph.numbers_of(each[1]))
        joined = next(equal, None) or next((each for each in found if _recurs(graph, *each[:2])), None)
        if joined is None:
            break
        _join(graph, *joined)


def _recurs(graph: HeapGraph, first: int, second: int) -> bool:
    """Have other nodes the numbers of one of the two?  A list is folded to few parts with different numbers."""
    kinds = [(block.size, graph.numbers_of(node)) for node, block in graph.blocks.items()]
    return any(kinds.count((graph.blocks[node].size, graph.numbers_of(node))) > _MOST_PARTS for node in (first, second))


def _neighbours(graph: HeapGraph) -> Iterator[tuple[int, int, Chain]]:
    """Two nodes, the second of which follows the first in a list, and nothing but the ends of the two is pointed to."""
    watched = watched_fields(graph)
    for first in graph.blocks:
        for offset, value in graph.cells_of(first):
            if offset in watched.get(first, ()):
                continue
            second = value.base
            if not isinstance(second, int) or second == first or value.last or value.offset is None:
                continue
            if any(isinstance(graph.blocks[each].chain, HeapTree) for each in (first, second)):
                continue
            if graph.blocks[first].size is None or graph.blocks[first].size != graph.blocks[second].size:
                continue
            chain = _chain(graph, first, second, Chain(offset, value.offset))
            if chain is not None and _only_ends_are_pointed_to(graph, first, second, chain):
                yield first, second, chain


def _chain(graph: HeapGraph, first: int, second: int, link: Chain) -> Chain | None:
    """How the nodes form a list by a field of the first that points to the second."""
    known = {chain for node in (first, second) if isinstance(chain := graph.blocks[node].chain, Chain)}
    is_list = graph.blocks[first].chain is not None
    if known:
        chain = known.pop()
        if known or (chain.next, chain.head) != (link.next, link.head):
            return None
        is_back = chain.prev is None or graph.cells.get((second, chain.prev)) == Pointer(first, chain.back, last=is_list)
        return chain if is_back else None
    for offset, value in graph.cells_of(second):
        if value.base == first and value.offset is not None and offset != link.next:
            return Chain(link.next, link.head, offset, value.offset) if link.next < offset else None
    return link


def _only_ends_are_pointed_to(graph: HeapGraph, first: int, second: int, chain: Chain) -> bool:
    return all(_is_at_end(graph, cell, value, first, second, chain) for cell, value in graph.cells.items())


def _is_at_end(graph: HeapGraph, cell: Cell, value: Pointer, first: int, second: int, chain: Chain) -> bool:
    """Is a pointer a link between the two, or does it point to the first block of the first or the last block of the second?"""
    if value.base == first:
        return cell == (second, chain.prev) or graph.blocks[first].chain is None or not value.last
    if value.base == second and cell != (first, chain.next):
        is_last = value.last or graph.blocks[second].chain is None
        return is_last and not isinstance(cell[0], Variable)  # what a variable points to remains a node of its own
    return True


def _join(graph: HeapGraph, first: int, second: int, chain: Chain) -> None:
    node, (one, other) = graph.fresh(), (graph.blocks[first], graph.blocks[second])
    kept = {
        offset: value
        for offset, value in graph.cells_of(first)
        if offset not in (chain.next, chain.prev)
        and graph.cells.get((second, offset)) == value
        and value.base not in (first, second)
    }
    others = graph.numbers_of(second)
    joined = {offset: number.join(others.get(offset)) for offset, number in graph.numbers_of(first).items()}
    rest, front = graph.cells.get((second, chain.next)), None if chain.prev is None else graph.cells.get((first, chain.prev))
    for old in (first, second):
        graph.forget_cells(old)
        del graph.blocks[old]
    graph.blocks[node] = HeapBlock(one.size, one.written & other.written, chain)
    graph.cells |= {(node, offset): value for offset, value in kept.items()}
    graph.numbers |= {(node, offset): number for offset, number in joined.items() if number is not None}
    if rest is not None:
        graph.cells[node, chain.next] = rest
    if front is not None and chain.prev is not None:
        graph.cells[node, chain.prev] = front

    def redirected(pointer: Pointer) -> Pointer:
        if pointer.base in (first, second):
            return Pointer(node, pointer.offset, last=pointer.base == second)
        return pointer

    graph.redirect(redirected)


__all__ = ["fold", "unfold"]
