"""Evidence as JSON: what was written is read back, and nothing else is."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.cfa.source import Place
from whet.core.evidence import (
    FORMAT,
    Assigned,
    Branched,
    Called,
    Contract,
    Counterexample,
    Evidence,
    EvidenceError,
    HeapInvariant,
    Invariant,
    Omitted,
    Proof,
    Received,
    Returned,
    Spot,
    Unrolled,
    from_json,
    plain_number,
    to_json,
)

texts = st.text(max_size=8)
values = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False), texts)
maybe = st.none() | values
where: dict[str, st.SearchStrategy[Any]] = {
    "function": texts,
    "place": st.none() | st.builds(Place, texts, st.integers(1), st.integers(1)),
}
steps = st.one_of(
    st.builds(Received, source=texts, value=values, **where),
    st.builds(Branched, condition=texts, truth=st.booleans(), **where),
    st.builds(Assigned, target=texts, before=maybe, after=maybe, **where),
    st.builds(Called, callee=texts, arguments=st.lists(maybe, max_size=3).map(tuple), **where),
    st.builds(Returned, result=maybe, **where),
    st.builds(Omitted, st.integers(1)),
)
trees: st.SearchStrategy[Any] = st.recursive(
    st.integers() | texts, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)
invariants = st.builds(Invariant, node=st.integers(0), spot=st.sampled_from(Spot), text=texts, tree=trees, **where)
contracts = st.builds(Contract, function=texts, requires=texts, requires_tree=trees, ensures=texts, ensures_tree=trees)
numbers = st.lists(st.integers(0), max_size=2).map(tuple)
heaps = st.builds(HeapInvariant, function=texts, node=st.integers(0), calls=numbers, heaps=st.lists(trees, max_size=2).map(tuple))
evidence = st.one_of(
    st.builds(Counterexample, st.lists(steps, max_size=4).map(tuple)),
    st.builds(
        Proof,
        st.lists(invariants, max_size=3).map(tuple),
        st.integers(0),
        contracts=st.lists(contracts, max_size=2).map(tuple),
        heaps=st.lists(heaps, max_size=2).map(tuple),
    ),
    st.builds(Unrolled, turns=st.integers(0), edges=st.integers(0)),
)

PLACE = Place("a:b.c", 3, 5)
BRANCH = Branched(function="main", place=PLACE, condition="x < 3", truth=True, values=(("x", 2),))
ASSIGNED = Assigned(function="main", place=None, target="x", before=None, after=3)
CALLED = Called(function="main", place=None, callee="f", arguments=(3, None))
INVARIANT = Invariant(
    function="main",
    node=7,
    spot=Spot.LOOP_HEAD,
    place=PLACE,
    text="x == 3",
    tree=("==", ("var", "main::x"), ("const", 3, "int")),
)


def written(what: Evidence) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(to_json(what), allow_nan=False))
    return read


@given(evidence)
def test_what_was_written_is_read_back(what: Evidence) -> None:
    assert from_json(written(what)) == what


def test_evidence_in_json() -> None:
    assert written(Counterexample((BRANCH, Omitted(4)))) == {
        "format": FORMAT,
        "kind": "counterexample",
        "steps": [
            {
                "step": "branched",
                "function": "main",
                "place": "a:b.c:3:5",
                "condition": "x < 3",
                "truth": True,
                "values": [["x", 2]],
            },
            {"step": "omitted", "count": 4},
        ],
    }
    assert written(Proof((INVARIANT,), 2)) == {
        "format": FORMAT,
        "kind": "proof",
        "invariants": [
            {
                "function": "main",
                "node": 7,
                "spot": "loop head",
                "place": "a:b.c:3:5",
                "text": "x == 3",
                "tree": ["==", ["var", "main::x"], ["const", 3, "int"]],
                "calls": None,
            }
        ],
        "contracts": [],
        "left_out": 2,
        "k": 1,
    }


COUNTEREXAMPLE = written(Counterexample((BRANCH, ASSIGNED, CALLED)))
PROOF = written(Proof((INVARIANT,)))


def changed(document: dict[str, Any], *path: str | int, to: object) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(document))
    inner: Any = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return made


@pytest.mark.parametrize(
    ("document", "about"),
    [
        ([], "neither"),
        (changed(PROOF, "format", to=FORMAT + 1), "version"),
        (changed(PROOF, "kind", to="guess"), "neither"),
        (changed(PROOF, "depth", to=3), "neither"),
        (changed(COUNTEREXAMPLE, "inputs", to=[]), "neither"),
        ({"format": FORMAT, "kind": "unrolled", "turns": 3}, "neither"),
        ({"format": FORMAT, "kind": "unrolled", "turns": 3, "edges": 7, "depth": 1}, "neither"),
        ({key: value for key, value in PROOF.items() if key != "left_out"}, "neither"),
        (changed(COUNTEREXAMPLE, "steps", 0, "step", to="jumped"), "no step"),
        (changed(COUNTEREXAMPLE, "steps", 0, to="jumped"), "no step"),
        (changed(COUNTEREXAMPLE, "steps", 0, "value", to=3), "keys"),
        (changed(COUNTEREXAMPLE, "steps", 0, "truth", to=1), "truth"),
        (changed(COUNTEREXAMPLE, "steps", 0, "place", to="3:5"), "place"),
        (changed(COUNTEREXAMPLE, "steps", 1, "after", to=[3]), "after"),
        (changed(COUNTEREXAMPLE, "steps", 2, "arguments", to=[True]), "arguments"),
        (changed(PROOF, "invariants", 0, "spot", to="somewhere"), "spot"),
        (changed(PROOF, "invariants", 0, "tree", to=["==", None]), "tree"),
        (changed(PROOF, "invariants", 0, to=[]), "keys"),
    ],
)
def test_what_is_not_known_is_an_error(document: object, about: str) -> None:
    with pytest.raises(EvidenceError, match=about):
        from_json(document)


def test_every_key_and_step_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    kinds = (Received, Branched, Assigned, Called, Returned, Omitted)
    words = {kind.__name__.lower() for kind in kinds} | {
        each.name for kind in (*kinds, Invariant, Contract, Proof, Unrolled) for each in fields(kind)
    }
    missing = {word for word in (words | set(Spot)) if f"`{word}`" not in page}
    assert not missing


def test_what_json_has_no_number_for_is_a_text() -> None:
    assert [plain_number(value) for value in (3, -0.5, float("inf"), float("nan"))] == [3, -0.5, "inf", "nan"]
