"""Proofs about lists and trees: those of the analysis are accepted, and forged ones are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.analyses.heap.faults import PRELUDE
from tests.analyses.heap.proving import ExploredProgram, explored
from tests.proofs.test_proofs import word
from tests.verdicts.programs import FOLDER
from whet.cfa.sites import put_in
from whet.cfa.trees import ExpressionTree
from whet.core.evidence import from_json, to_json
from whet.proofs.heaps import violations

CHECKS = ("memory", "free", "leak")
SAFE = {
    "stack": "struct node *l = 0; MANY l = make(l); clear(l);",
    "cursor": "struct node *l = 0, *m; MANY l = make(l); m = l; while (m && ANY) m = m->next; if (m) m->value = 1; clear(l);",
    "circular": "struct node *l = make(0); l->next = l; MANY { struct node *n = make(l->next); l->next = n; }"
    " struct node *p = l->next; while (p != l) { struct node *n = p->next; free(p); p = n; } free(l);",
    "tree": "struct node *t = 0, **at; MANY { at = &t; while (*at) if (ANY) at = &(*at)->next; else at = &(*at)->other;"
    " *at = calloc(1, sizeof **at); } while (t) drop(&t);",
    "phases": "struct node *l = make(0), *p = l; MANY { p->value = 1; p = p->next = make(0); } p->value = 3; p = l;"
    " while (p->value == 1) p = p->next; if (p->value != 3) p = 0; p->value = 1; clear(l);",
    "numbered tree": "struct node *t = 0, **at; MANY { at = &t; while (*at) if (ANY) at = &(*at)->next; else at = &(*at)->other;"
    " *at = calloc(1, sizeof **at); (*at)->value = 1; } if (t) { at = &t; if (t->value != 1) at = 0; (*at)->value = 1; }"
    " while (t) drop(&t);",
    "counted": "struct node *l = 0; int n = 5 / 2; while (n > 0) { l = make(l); n--; } l->value = 1; clear(l);",
    "flag": "struct node *l = 0; int some = 0; MANY { l = make(l); some = 1; } if (some) l->value = 1; clear(l);",
}
BROKEN = {
    "freed block": "struct node *l = make(0), *m = l; MANY ; free(m); MANY ; l->value = 1;",
    "leak": "struct node *l = 0; MANY l = make(l); l = 0; MANY ;",
    "null": "struct node *l = 0; MANY l = make(l); MANY ; l->value = 1; clear(l);",
    "freed twice": "struct node *l = make(0); struct node *m = ANY ? l : 0; MANY ; free(m); MANY ; free(l);",
    "shared child": "struct node *t = make(make(0)); t->other = t->next; MANY ; free(t->next); free(t->other); free(t);",
}


def read(folder: Path, body: str, checks: tuple[str, ...] = CHECKS) -> ExploredProgram:
    path = folder / "program.c"
    path.write_text(f"{PRELUDE}int main(void) {{ {body} return 0; }}\n")
    return explored(path, checks=checks)


@pytest.mark.parametrize("name", SAFE)
def test_proof_is_accepted(name: str, tmp_path: Path) -> None:
    found = read(tmp_path, SAFE[name])
    assert found.alarms == 0
    assert found.proof.heaps
    assert word(found.answer()) == "accepted"
    assert from_json(to_json(found.proof)) == found.proof


@pytest.mark.parametrize("name", ["traverse_list", "sorted_insert", "doubly_linked_list", "free_list"])
def test_proofs_of_the_ladder_are_accepted(name: str) -> None:
    assert word(explored(FOLDER / "ladder" / f"{name}_true.c", checks=CHECKS).answer()) == "accepted"


def forged(found: ExploredProgram, number: int, heaps: tuple[ExpressionTree, ...]) -> str:
    """What the checker says if one location has other heaps."""
    claims = [*found.proof.heaps]
    claims[number] = replace(claims[number], heaps=heaps)
    return word(replace(found, proof=replace(found.proof, heaps=tuple(claims))).answer())


def changed(tree: ExpressionTree, change: Callable[[ExpressionTree], ExpressionTree | None]) -> Iterator[ExpressionTree]:
    """The tree with one change, at each place in turn."""
    if (other := change(tree)) is not None and other != tree:
        yield other
    if isinstance(tree, tuple):
        for place, part in enumerate(tree):
            yield from ((*tree[:place], each, *tree[place + 1 :]) for each in changed(part, change))


Change: TypeAlias = Callable[[ExpressionTree], "ExpressionTree | None"]


def as_null(tree: ExpressionTree) -> ExpressionTree | None:
    match tree:
        case (int(), _, "first" | "last"):
            return ("null",)
        case _:
            return None


def turned(tree: ExpressionTree) -> ExpressionTree | None:
    match tree:
        case ("list", next, head, prev, back):
            return ("list", prev, back, next, head)
        case ("list", int(next), head):
            return ("list", next + 8, head)
        case ("tree", int(head), *rest):
            return ("tree", head + 8, *rest)
        case _:
            return None


def as_block(tree: ExpressionTree) -> ExpressionTree | None:
    return ("block",) if isinstance(tree, tuple) and tree[:1] in (("list",), ("tree",)) else None


def larger(tree: ExpressionTree) -> ExpressionTree | None:
    match tree:
        case (int(size), written, (str(), *_) as shape, *rest):
            return (size + 8, written, shape, *rest)
        case _:
            return None


@pytest.mark.parametrize("change", [as_null, turned, as_block, larger])
@pytest.mark.parametrize("name", ["stack", "cursor", "tree"])
def test_wrong_heaps_are_rejected(name: str, change: Change, tmp_path: Path) -> None:
    """One wrong heap may be harmless, because a list of one or more blocks stands for one block, too."""
    found = read(tmp_path, SAFE[name])
    answers = []
    for number, claim in enumerate(found.proof.heaps):
        heaps = tuple(next(changed(heap, change), heap) for heap in claim.heaps)
        if heaps != claim.heaps:
            answers.append(forged(found, number, heaps))
    assert answers
    assert "accepted" not in answers
    assert "rejected" in answers


def with_greater_numbers(tree: ExpressionTree) -> ExpressionTree:
    match tree:
        case (*owner, int(offset), int(size), int(low), int(high)) if len(owner) <= 1:
            return (*owner, offset, size, low + 1, high + 1)
        case tuple():
            return tuple(map(with_greater_numbers, tree))
        case _:
            return tree


@pytest.mark.parametrize("name", ["phases", "numbered tree"])
def test_wrong_numbers_are_rejected(name: str, tmp_path: Path) -> None:
    found = read(tmp_path, SAFE[name])
    answers = []
    for number, claim in enumerate(found.proof.heaps):
        heaps = tuple(map(with_greater_numbers, claim.heaps))
        if heaps != claim.heaps:
            answers.append(forged(found, number, heaps))
    assert "rejected" in answers
    assert "accepted" not in answers


@pytest.mark.parametrize("name", ["stack", "cursor", "tree"])
def test_dropped_heaps_are_rejected(name: str, tmp_path: Path) -> None:
    found = read(tmp_path, SAFE[name])
    for number, claim in enumerate(found.proof.heaps):
        if len(claim.heaps) > 1:
            assert forged(found, number, claim.heaps[:1]) == "rejected"


def without_lost(tree: ExpressionTree) -> ExpressionTree | None:
    match tree:
        case (tuple() as cells, tuple() as regions, tuple() as written, 1, *numbers):
            return (cells, regions, written, 0, *numbers)
        case _:
            return None


@pytest.mark.parametrize("name", BROKEN)
def test_no_proof_of_a_broken_program_is_accepted(name: str, tmp_path: Path) -> None:
    """Not that of the analysis, which has alarms, and none in which a pointer or a block is another one."""
    found = read(tmp_path, BROKEN[name])
    assert found.alarms
    assert word(found.answer()) != "accepted"
    assert word(replace(found, proof=replace(found.proof, heaps=())).answer()) != "accepted"
    for number, claim in enumerate(found.proof.heaps):
        for change in (as_null, turned, as_block, without_lost):
            for place, heap in enumerate(claim.heaps):
                for other in changed(heap, change):
                    assert forged(found, number, (*claim.heaps[:place], other, *claim.heaps[place + 1 :])) != "accepted"


def test_a_freed_block_is_not_claimed_to_live(tmp_path: Path) -> None:
    found = read(tmp_path, BROKEN["freed block"])
    block: ExpressionTree = (32, 0, ("block",), ())
    live: ExpressionTree = ((("main::l", 0, (0, 0, "first")),), (block,), (), 0)
    for number in range(len(found.proof.heaps)):
        assert forged(found, number, (live,)) != "accepted"


def test_a_hidden_leak_is_rejected(tmp_path: Path) -> None:
    found = read(tmp_path, BROKEN["leak"])
    last = len(found.proof.heaps) - 1
    assert forged(found, last, (((("main::l", 0, ("null",)),), (), (), 0),)) == "rejected"


@pytest.mark.parametrize(
    "tree",
    [
        (),
        ((("main::nothing", 0, ("null",)),), (), (), 0),
        ((("main::l", 0, (3, 0, "first")),), (), (), 0),
        ((("main::l", 0, (0, 0, "last")),), ((32, 0, ("block",), ()),), (), 0),
        ((("main::l", 0, (0, 0, "first")),), ((32, 0, ("list", 0, 0), ((4, ("null",)),)),), (), 0),
        ((("main::l", 0, (0, 0, "first")),), ((32, 0, ("tree", 0, 0, 0, 0, 24), ((0, ("null",)),)),), (), 0),
    ],
)
def test_a_heap_without_a_meaning_is_refused(tree: ExpressionTree, tmp_path: Path) -> None:
    assert forged(read(tmp_path, SAFE["stack"]), 0, (tree,)) == "undecided"


def test_errors_after_a_step_that_is_not_described_are_met(tmp_path: Path) -> None:
    """A store through an unknown pointer: what is before it is excluded, what is after it is not."""
    unknown = "**(int **) (unsigned long) ANY = 1; struct node a, *p = ANY ? &a : 0; p->value = 1;"
    found = read(tmp_path, f"struct node *l = 0; MANY l = make(l); clear(l); {unknown}")
    met, reasons = violations(found.program, found.proof.heaps, lambda: 20.0)
    assert reasons == ("a pointer that is not known is written through",)
    checks = {name: {edge for edge in put_in(found.program) if edge.source.function.name == name} for name in ("main", "clear")}
    assert len(checks["main"]) > 2
    assert checks["main"] <= met
    assert checks["clear"]
    assert checks["clear"].isdisjoint(met)
