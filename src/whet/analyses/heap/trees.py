"""Trees of any size: blocks of a graph are folded into tree nodes at loop heads, and taken out again where they are accessed.

As in ``segments``, a graph describes no more than the graphs into which it is split, and no more than the one into which it is
folded.  A block becomes a part of a tree only if a single cell of the graph points to it, the field of its parent: what is shared
stays a node of its own.  One field of a tree may lead out of it, to what a variable points to, say (the *hole*).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from whet.analyses.heap.graph import NULL, Chain, HeapBlock, HeapGraph, HeapTree, Number, Pointer
from whet.cfa.expressions import Variable
from whet.cfa.types import PointerType
from whet.task.records import dataclass


def unfold_tree(graph: HeapGraph, node: int, tree: HeapTree) -> list[HeapGraph]:
    """Take the root out of a tree; or tell the tree without blocks from those with some."""
    if tree.may_be_empty:
        return [_without(graph, node), _not_empty(graph, node, tree)]
    if not tree.has_hole:
        return [_with_root(graph, node, tree)]
    return [_with_root(graph, node, tree, at, inside=inside) for at in tree.fields for inside in (False, True)]


def _without(graph: HeapGraph, node: int) -> HeapGraph:
    left = graph.copy()
    left.forget_cells(node)
    del left.blocks[node]
    left.redirect(lambda pointer: NULL if pointer.base == node else pointer)
    return left


def _not_empty(graph: HeapGraph, node: int, tree: HeapTree) -> HeapGraph:
    some = graph.copy()
    some.blocks[node] = replace(some.blocks[node], chain=replace(tree, may_be_empty=False))
    return some


def _with_root(graph: HeapGraph, node: int, tree: HeapTree, hole: int | None = None, *, inside: bool = False) -> HeapGraph:
    """The root is a block by itself, under each field a tree; the hole is in a field of the root, or in (``inside``) its tree."""
    more, block, numbers = graph.copy(), graph.blocks[node], graph.numbers_of(node)
    rest = more.cells.pop((node, tree.fields[0]), None) if tree.has_hole else None
    common = [(offset, value) for offset, value in more.cells_of(node) if _is_beside(more, tree, offset)]
    more.blocks[node] = HeapBlock(block.size, block.written)
    for at in tree.fields:
        if at == hole and not inside:
            if rest is not None:
                more.cells[node, at] = rest
            continue
        below = more.fresh()
        is_open = at == hole
        more.blocks[below] = HeapBlock(block.size, block.written, replace(tree, may_be_empty=not is_open, has_hole=is_open))
        more.cells |= {(below, offset): value for offset, value in common}
        more.numbers |= {(below, offset): number for offset, number in numbers.items()}
        if is_open and rest is not None:
            more.cells[below, tree.fields[0]] = rest
        more.cells[node, at] = Pointer(below, tree.head)
    return more


# -------------------------------------------------------------------------------------------------- folding


@dataclass(frozen=True, slots=True)
class _Part:
    """A tree in the graph: the nodes below its root that belong to it, and the pointers that lead out of it."""

    below: tuple[int, ...]
    holes: tuple[Pointer | None, ...]


def fold_trees(graph: HeapGraph, known: dict[int, HeapTree]) -> None:
    """Make trees of blocks that are linked by two fields or more.

    ``known`` has the kinds of trees that were found earlier, by the sizes of their blocks: a part of such a tree may be linked by
    one field only."""
    for size, tree in _kinds(graph).items():
        known.setdefault(size, tree)
    for size, tree in known.items():
        while (found := next(_Folding(graph, size, tree).roots(), None)) is not None:
            _merge(graph, tree, *found)
        for node, kept in watched_fields(graph).items():
            if graph.blocks[node].size == size and not kept.isdisjoint(tree.fields):
                _simplify(graph, tree, node, kept)


def _kinds(graph: HeapGraph) -> Mapping[int, HeapTree]:
    """How blocks of a size form trees: as those in the graph, or by fields in which they point to each other, but not back."""
    found: dict[int, HeapTree] = {}
    links: dict[tuple[int, int], set[int]] = {}
    for block in graph.blocks.values():
        if isinstance(block.chain, HeapTree) and block.size is not None:
            found[block.size] = HeapTree(block.chain.fields, block.chain.head)
        elif isinstance(block.chain, Chain) and block.size is not None and block.chain.prev is None:
            links.setdefault((block.size, block.chain.head), set()).add(block.chain.next)
    for (base, offset), value in graph.cells.items():
        if not isinstance(base, int) or not isinstance(value.base, int) or base == value.base or value.offset is None:
            continue
        size = graph.blocks[base].size
        is_back = any(other.base == base for _, other in graph.cells_of(value.base))
        if size is not None and size == graph.blocks[value.base].size and not is_back:
            links.setdefault((size, value.offset), set()).add(offset)
    for (size, head), fields in links.items():
        if len(fields) > 1 and size not in found and _are_apart(fields, graph.width):
            found[size] = HeapTree(tuple(sorted(fields)), head)
    return found


def _are_apart(fields: set[int], width: int) -> bool:
    return all(a == b or abs(a - b) >= width for a in fields for b in fields)


def watched_fields(graph: HeapGraph) -> dict[int, set[int]]:
    """Pointers in blocks that a variable points to, as where an algorithm inserts or removes: these are not folded."""
    found: dict[int, set[int]] = {}
    for (base, _), value in graph.cells.items():
        if not isinstance(base, Variable) or not isinstance(value.base, int) or value.offset is None:
            continue
        points_to_pointer = isinstance(base.type, PointerType) and isinstance(base.type.target, PointerType)
        if points_to_pointer and graph.blocks[value.base].chain is None:
            found.setdefault(value.base, set()).add(value.offset)
    return found


def _simplify(graph: HeapGraph, tree: HeapTree, node: int, kept: set[int]) -> None:
    """Under the fields of a block there are trees of any size; whether they are empty is kept for some of the fields."""
    for field in tree.fields:
        value, size = graph.cells.get((node, field)), graph.blocks[node].size
        if value == NULL and field not in kept:
            below = graph.fresh()
            graph.blocks[below] = HeapBlock(size, graph.blocks[node].written, replace(tree, may_be_empty=True))
            graph.cells |= {(below, offset): value for offset, value in graph.cells_of(node) if _is_beside(graph, tree, offset)}
            graph.numbers |= {(below, offset): number for offset, number in graph.numbers_of(node).items()}
            graph.cells[node, field] = Pointer(below, tree.head)
        if value is None or not isinstance(value.base, int) or size is None:
            continue
        part = _Folding(graph, size, tree).own_tree(node, value)
        if part is not None and not part.holes:
            old = graph.blocks[value.base].chain
            may_be_empty = field not in kept or (isinstance(old, HeapTree) and old.may_be_empty)
            _merge(graph, replace(tree, may_be_empty=may_be_empty), value.base, part)


def _is_beside(graph: HeapGraph, tree: HeapTree, offset: int) -> bool:
    """Is a cell none of the fields, nor overlaps one?"""
    return all(abs(offset - field) >= graph.width for field in tree.fields)


class _Folding:
    """Which nodes of a graph form trees of one kind."""

    def __init__(self, graph: HeapGraph, size: int, tree: HeapTree) -> None:
        self._graph = graph
        self._size = size
        self._tree = tree
        self._pointers: dict[int, int] = {}
        for value in graph.cells.values():
            if isinstance(value.base, int):
                self._pointers[value.base] = self._pointers.get(value.base, 0) + 1

    def roots(self) -> Iterator[tuple[int, _Part]]:
        watched = watched_fields(self._graph)
        for node in self._graph.blocks:
            part = self._part(node, (node,)) if watched.get(node, set()).isdisjoint(self._tree.fields) else None
            if part is not None and (part.below or isinstance(self._graph.blocks[node].chain, Chain)):
                yield node, part

    def own_tree(self, node: int, pointer: Pointer) -> _Part | None:
        """The tree that a field of a node points to and nothing else does."""
        return self._own_part(pointer, (node,))

    def _part(self, node: int, above: tuple[int, ...]) -> _Part | None:
        """The largest tree with this root that has one hole at most."""
        leaving = self._leaving(node)
        if leaving is None:
            return None
        below: list[int] = []
        holes: list[Pointer | None] = []
        for pointer in leaving:
            if pointer is not None and pointer.base in above:
                return None  # a cycle
            part = None if pointer is None else self._own_part(pointer, above)
            if part is None or pointer is None or not isinstance(pointer.base, int):
                holes.append(pointer)
            else:
                below += [pointer.base, *part.below]
                holes += part.holes
        return _Part(tuple(below), tuple(holes)) if len(holes) <= 1 else None

    def _own_part(self, pointer: Pointer, above: tuple[int, ...]) -> _Part | None:
        child, is_link = pointer.base, pointer.offset == self._tree.head and not pointer.last
        if not isinstance(child, int) or not is_link or self._pointers[child] != 1:
            return None
        return self._part(child, (*above, child))

    def _leaving(self, node: int) -> list[Pointer | None] | None:
        """The pointers in the fields of a node that are not null, but for those inside of it; None if it forms no such tree."""
        graph, block, cells = self._graph, self._graph.blocks[node], self._graph.cells
        if block.size != self._size:
            return None
        match block.chain:
            case HeapTree(fields=fields, head=head, has_hole=has_hole):
                is_same = (fields, head) == (self._tree.fields, self._tree.head)
                return ([cells.get((node, fields[0]))] if has_hole else []) if is_same else None
            case Chain(next=next, head=head, prev=prev):
                if prev is not None or next not in self._tree.fields or head != self._tree.head:
                    return None
                if any(value.base == node and value.last for value in graph.cells.values()):
                    return None
            case None:
                pass
        found = [cells.get((node, field)) for field in self._tree.fields]
        if None in found:
            return None
        if block.chain is not None and any(cells[node, at] != NULL for at in self._tree.fields if at != block.chain.next):
            return None
        return [each for each in found if each != NULL]


def _merge(graph: HeapGraph, tree: HeapTree, root: int, part: _Part) -> None:
    """A root and the nodes below it become one tree.  What is true of all their blocks is true of the tree."""
    nodes = (root, *part.below)
    cells = [dict(graph.cells_of(node)) for node in nodes]
    common = {
        offset: value
        for offset, value in cells[0].items()
        if _is_beside(graph, tree, offset) and all(others.get(offset) == value for others in cells) and value.base not in nodes
    }
    written, size = graph.blocks[root].written, graph.blocks[root].size
    numbers: dict[int, Number | None] = {**graph.numbers_of(root)}
    for node in nodes:
        others = graph.numbers_of(node)
        numbers = {offset: None if number is None else number.join(others.get(offset)) for offset, number in numbers.items()}
        written &= graph.blocks[node].written
        graph.forget_cells(node)
        del graph.blocks[node]
    graph.blocks[root] = HeapBlock(size, written, replace(tree, has_hole=bool(part.holes)))
    graph.cells |= {(root, offset): value for offset, value in common.items()}
    graph.numbers |= {(root, offset): number for offset, number in numbers.items() if number is not None}
    if part.holes and part.holes[0] is not None:
        graph.cells[root, tree.fields[0]] = part.holes[0]


__all__ = ["fold_trees", "unfold_tree", "watched_fields"]
