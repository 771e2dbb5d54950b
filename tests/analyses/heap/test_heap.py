"""The analysis of the heap: what it proves, and that each fault in it would prove a program that is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.analyses.heap.faults import FAULTS, PRELUDE, Fault, is_noticed
from tests.analyses.heap.proving import unproved
from tests.analyses.heap.random_programs import Generator, bad_run, is_proved
from tests.verdicts.programs import FOLDER
from whet.analyses.heap.graph import NULL, Chain, HeapBlock, HeapGraph, Pointer
from whet.analyses.heap.segments import fold, unfold
from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.types import LP64, VOID

LISTS = ("build_list", "traverse_list", "free_list", "sorted_insert", "doubly_linked_list")
SAFE = {
    "queue": "struct node *first = 0, *last = 0; MANY { struct node *n = make(0); if (last) last->next = n; else"
    " first = n; last = n; }"
    " while (first) { struct node *n = first->next; free(first); first = n; }",
    "reversed": "struct node *l = 0, *r = 0; MANY l = make(l); while (l) { struct node *n = l->next; l->next = r; r"
    " = l; l = n; } clear(r);",
    "removed in the middle": "struct node *l = 0, **at = &l; MANY l = make(l); while (*at && ANY) at = &(*at)->next;"
    " if (*at) { struct node *n = *at; *at = n->next; free(n); } clear(l);",
    "list in a structure": "struct { struct node *list; int length; } s = {0, 0}; MANY s.list = make(s.list); clear(s.list);",
    "two lists": "struct node *a = 0, *b = 0; MANY { if (ANY) a = make(a); else b = make(b); } clear(a); clear(b);",
    "circular": "struct node *l = make(0); l->next = l; MANY { struct node *n = make(l->next); l->next = n; }"
    " struct node *p = l->next; while (p != l) { struct node *n = p->next; free(p); p = n; } free(l);",
}


@pytest.mark.parametrize("name", SAFE)
def test_proves(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{ {SAFE[name]} return 0; }}\n")
    assert unproved(path) == 0


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_any_length(name: str) -> None:
    assert unproved(FOLDER / "ladder" / f"{name}_true.c") == 0
    assert unproved(FOLDER / "ladder" / f"{name}_false.c") != 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.words)
def test_a_fault_would_be_noticed(fault: Fault, tmp_path: Path) -> None:
    right, faulty = is_noticed(fault, tmp_path)
    assert right != 0
    assert faulty == 0


@pytest.mark.gcc
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_proved_of_random_programs_is_true(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "generated.c"
    path.write_text(Generator(seed).program())
    assert not is_proved(path) or bad_run(path, tmp_path) is None


def variable(number: int, *, is_static: bool = False) -> Variable:
    name = f"v{number}"
    return Variable(
        number=number, name=name, type=LP64.pointer(VOID), kind=VariableKind.LOCAL, function=None if is_static else "main"
    )


def chained(count: int, *, prev: int | None = 8) -> HeapGraph:
    """A list that a variable points to."""
    graph = HeapGraph(8)
    graph.cells[variable(0), 0] = Pointer(0)
    for number in range(count):
        graph.blocks[number] = HeapBlock(24, 3 << number)
        graph.cells[number, 0] = Pointer(number + 1) if number < count - 1 else NULL
        if prev is not None:
            graph.cells[number, prev] = Pointer(number - 1) if number else NULL
    return graph


@pytest.mark.parametrize("prev", [None, 8])
def test_a_list_becomes_one_node(prev: int | None) -> None:
    graph = chained(4, prev=prev)
    fold(graph)
    graph.collect()
    assert graph.blocks == {0: HeapBlock(24, 0, Chain(0, 0, prev, 0))}
    assert {value for (base, _), value in graph.cells.items() if base == 0} == {NULL}


@pytest.mark.parametrize("last", [False, True])
def test_a_block_is_taken_out_and_put_back(last: bool) -> None:
    folded = chained(3)
    fold(folded)
    folded.collect()
    single, more = unfold(folded, Pointer(0, 0, last=last))
    assert [block.chain for block in single.blocks.values()] == [None]
    assert sorted(block.chain is None for block in more.blocks.values()) == [False, True]
    fold(more)
    more.collect()
    assert more == folded or _renamed_root(more) == _renamed_root(folded)


def _renamed_root(graph: HeapGraph) -> list[tuple[object, int, Pointer]]:
    """Cells without the identity of the variable."""
    return [
        (base if isinstance(base, int) else "variable", offset, value)
        for (base, offset), value in sorted(graph.cells.items(), key=str)
    ]


def test_a_graph_covers_those_that_know_no_less() -> None:
    lost, kept = HeapGraph(8), HeapGraph(8)
    lost.others = True
    assert kept.leq(lost)
    assert not lost.leq(kept)
    block, written = HeapGraph(8), HeapGraph(8)
    block.blocks[0], written.blocks[0] = HeapBlock(8), HeapBlock(8, 255)
    assert written.leq(block)
    assert not block.leq(written)
    static, local = variable(1, is_static=True), variable(2)
    spoiled, filled = HeapGraph(8), HeapGraph(8)
    spoiled.set_bits(static, 0)
    assert HeapGraph(8).leq(spoiled)
    assert not spoiled.leq(HeapGraph(8))
    filled.set_bits(local, 255)
    assert filled.leq(HeapGraph(8))
    assert not HeapGraph(8).leq(filled)
    top = HeapGraph(8, is_top=True)
    assert filled.leq(top)
    assert not top.leq(filled)
