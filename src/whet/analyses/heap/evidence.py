"""Graphs of the heap as plain data (``core.evidence.HeapInvariant``)."""

from __future__ import annotations

from whet.analyses.heap.graph import Base, Chain, HeapBlock, HeapGraph, HeapTree, Number, Pointer
from whet.cfa.expressions import Variable
from whet.cfa.trees import ExpressionTree


def heap_tree(graph: HeapGraph, *, counts: bool) -> ExpressionTree:
    """``counts``: does the graph say whether blocks were lost?"""
    variables = sorted({owner for owner, _ in graph.cells if isinstance(owner, Variable)}, key=lambda each: each.number)
    pointers = tuple((owner.qualified_name, *cell) for owner in variables for cell in _cells(graph, owner))
    regions = tuple(_region(graph, number, graph.blocks[number]) for number in sorted(graph.blocks))
    written = tuple((each.qualified_name, bits) for each, bits in sorted(graph.written.items(), key=lambda e: e[0].number))
    numbers = tuple(
        (owner.qualified_name, *_number(cell)) for owner in _counted(graph) for cell in graph.numbers_of(owner).items()
    )
    return (pointers, regions, written, int(graph.others or not counts), *([numbers] if numbers else []))


def _counted(graph: HeapGraph) -> list[Variable]:
    owners = {owner for owner, _ in graph.numbers if isinstance(owner, Variable)}
    return sorted(owners, key=lambda each: each.number)


def _number(cell: tuple[int, Number]) -> tuple[int, int, int, int]:
    offset, number = cell
    return offset, number.size, number.low, number.high


def _region(graph: HeapGraph, number: int, block: HeapBlock) -> ExpressionTree:
    numbers = tuple(map(_number, sorted(graph.numbers_of(number).items())))
    size = "any" if block.size is None else block.size
    return (size, block.written, _shape(block.chain), tuple(_cells(graph, number)), *([numbers] if numbers else []))


def _cells(graph: HeapGraph, owner: Base) -> list[tuple[int, ExpressionTree]]:
    return [(offset, _address(value)) for offset, value in graph.cells_of(owner)]


def _address(pointer: Pointer) -> ExpressionTree:
    if pointer.base is None:
        return ("null",)
    owner = pointer.base.qualified_name if isinstance(pointer.base, Variable) else pointer.base
    return (owner, "any" if pointer.offset is None else pointer.offset, "last" if pointer.last else "first")


def _shape(chain: Chain | HeapTree | None) -> ExpressionTree:
    match chain:
        case None:
            return ("block",)
        case HeapTree(fields=fields, head=head, may_be_empty=may_be_empty, has_hole=has_hole):
            return ("tree", head, int(may_be_empty), int(has_hole), *fields)
        case Chain(next=next, head=head, prev=prev, back=back):
            return ("list", next, head) if prev is None else ("list", next, head, prev, back)


__all__ = ["heap_tree"]
