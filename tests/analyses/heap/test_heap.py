"""The analysis of the heap: what it proves, and that each fault in it would prove a program that is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.analyses.heap.faults import FAULTS, PRELUDE, Fault, is_noticed
from tests.analyses.heap.proving import explored, unproved
from tests.analyses.heap.random_programs import Generator, bad_run, proved
from tests.verdicts.programs import FOLDER
from whet.analyses.heap.graph import NULL, Chain, HeapBlock, HeapGraph, HeapTree, Pointer
from whet.analyses.heap.segments import fold, unfold
from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.types import LP64, VOID
from whet.proofs.check import CheckAccepted

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


_WALK = " while (p->value == 1) p = p->next; while (p->value == 2) p = p->next;"
_PHASES = (
    "struct node *a = make(0), *p = a; MANY { p->value = 1; p = p->next = make(0); }"
    " MANY { p->value = %d; p = p->next = make(0); } p->value = 3; p = a;" + _WALK + " if (p->value != 3) p = 0;"
    " p->value = 3; p = a;"
    " while (p->value != 3) { struct node *n = p->next; free(p); p = n; } free(p);"
)
_ROUND = (
    "struct node *head = make(0), *x = head; int state = 1; head->next = head;"
    " MANY { x->next = make(head); x = x->next; if (ANY) { if (state == 1) state = %d; else break; } x->value = state; }"
    " x->value = state; x = head->next;"
    " while (x->value != 0) { struct node *n = x; x = x->next; if (n != head) free(n); } free(x);"
)
NUMBERS = {
    "phases": _PHASES % 2,
    "phases with another number": _PHASES % 4,
    "sentinel": "struct node *l = make(0); MANY { l = make(l); l->value = 1; }"
    " struct node *p = l; while (p->value) p = p->next; p->value = 2; clear(l);",
    "sentinel that is changed": "struct node *l = make(0); l->value = ANY; MANY { l = make(l); l->value = 1; }"
    " struct node *p = l; while (p->value) p = p->next; p->value = 2; clear(l);",
    "circular list with one zero": _ROUND % 2,
    "circular list with more zeros": _ROUND % 0,
}
WRONG_NUMBERS = (
    "phases with another number",
    "sentinel that is changed",
    "kind that is changed",
    "circular list with more zeros",
)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_in_blocks_of_lists(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{ {NUMBERS[name]} return 0; }}\n")
    found = explored(path)
    assert (found.alarms == 0) is (name not in WRONG_NUMBERS)
    assert isinstance(found.answer(), CheckAccepted) is (name not in WRONG_NUMBERS)


@pytest.mark.parametrize("name", SAFE)
def test_proves(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{ {SAFE[name]} return 0; }}\n")
    assert unproved(path) == 0


TREES = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define ANY __VERIFIER_nondet_int()
struct node { struct node *left, *right; int value; };
static void insert(struct node **at) {
    while (*at) if (ANY) at = &(*at)->left; else at = &(*at)->right;
    *at = calloc(1, sizeof **at);
}
static struct node *build(void) { struct node *root = 0; while (ANY) insert(&root); return root; }
static struct node *walk(struct node *t) { while (t && ANY) if (ANY) t = t->left; else t = t->right; return t; }
static void drop(struct node **at) {
    while ((*at)->left || (*at)->right) if ((*at)->left) at = &(*at)->left; else at = &(*at)->right;
    free(*at);
    *at = 0;
}
static void clear(struct node *t) { while (t) drop(&t); }
"""
SAFE_TREES = {
    "insert, search and free": "struct node *t = build(), *found = walk(t); if (found) found->value = 1; clear(t);",
    "free by rotations": "struct node *t = build(); while (t) { struct node *l = t->left; if (l) { t->left = l->right;"
    " l->right = t; t = l; } else { struct node *r = t->right; free(t); t = r; } }",
    "remove a leaf": "struct node *t = build(); if (t) drop(&t); clear(t);",
    "two trees": "struct node *a = build(), *b = build(); clear(b); clear(a);",
}
BROKEN_TREES = {
    "freed twice through a shared child": "struct node *t = build(); if (t) { t->left = t->right; clear(t); }",
    "dangling child": "struct node *t = build(), *at = walk(t); if (at && at->left) free(at->left); clear(t);",
    "lost subtree": "struct node *t = build(), *at = walk(t); if (at) at->left = 0; clear(t);",
    "not freed": "build();",
    "used after free": "struct node *t = build(), *at = walk(t); clear(t); if (at) at->value = 1;",
    "null child": "struct node *t = build(), *at = walk(t); if (at) at->left->value = 1; clear(t);",
    "cycle": "struct node *t = build(), *at = walk(t); if (at) at->left = t; clear(t);",
}


@pytest.mark.parametrize(("name", "is_safe"), [(name, name in SAFE_TREES) for name in SAFE_TREES | BROKEN_TREES])
def test_trees_of_any_size(name: str, is_safe: bool, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"{TREES}int main(void) {{ {(SAFE_TREES | BROKEN_TREES)[name]} return 0; }}\n")
    assert (unproved(path, states=60_000) == 0) is is_safe


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_any_length(name: str) -> None:
    assert unproved(FOLDER / "ladder" / f"{name}_true.c") == 0
    assert unproved(FOLDER / "ladder" / f"{name}_false.c") != 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.words)
def test_a_fault_would_be_noticed(fault: Fault, tmp_path: Path) -> None:
    right, faulty = is_noticed(fault, tmp_path)
    assert right != 0
    assert faulty.alarms == 0
    assert not isinstance(faulty.answer(), CheckAccepted)


@pytest.mark.gcc
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize(("seed", "trees"), [*((seed, False) for seed in range(6)), *((seed, True) for seed in range(4))])
def test_what_is_proved_of_random_programs_is_true(seed: int, trees: bool, tmp_path: Path) -> None:
    path = tmp_path / "generated.c"
    path.write_text(Generator(seed, trees=trees).program())
    found = proved(path)
    if found is not None:
        assert bad_run(path, tmp_path) is None
        assert isinstance(found.answer(), CheckAccepted)


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


def tree_of(*chain: Chain | None, other: Pointer = NULL) -> HeapGraph:
    """A block with two others below it, which have nothing below them but what is given for the first."""
    graph = HeapGraph(8)
    graph.cells |= {(variable(0), 0): Pointer(0), (0, 0): Pointer(1), (0, 8): Pointer(2)}
    graph.blocks = {node: HeapBlock(24, 0, shape) for node, shape in enumerate((None, *chain))}
    graph.cells |= {(node, offset): NULL for node in (1, 2) for offset in (0, 8)}
    graph.cells[1, 8] = other
    return graph


def test_a_tree_becomes_one_node() -> None:
    graph = tree_of(None, Chain(8, 0))
    fold(graph)
    assert graph.blocks == {0: HeapBlock(24, 0, HeapTree((0, 8), 0))}
    assert list(graph.cells.values()) == [Pointer(0)]
    (root,) = unfold(graph, Pointer(0))
    below = HeapTree((0, 8), 0, may_be_empty=True)
    assert [block.chain for block in root.blocks.values()] == [None, below, below]
    fold(root)
    assert root == graph


def test_a_list_whose_blocks_point_to_something_becomes_no_tree() -> None:
    graph = tree_of(Chain(0, 0), None, other=Pointer(variable(1)))
    fold(graph)
    assert graph.blocks[1].chain == Chain(0, 0)
    graph = tree_of(Chain(0, 0, 8, 0), None)
    fold(graph)
    assert graph.blocks[1].chain == Chain(0, 0, 8, 0)
    graph = tree_of(Chain(0, 0), None)
    graph.cells[variable(1), 0] = Pointer(1, 0, last=True)
    fold(graph)
    assert graph.blocks[1].chain == Chain(0, 0)


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
