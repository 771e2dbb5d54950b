"""Who answers whether constraints can be met: slices, earlier answers, models, and in the end the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whet.analyses.symbolic.feasibility import Answers, Feasibility, FeasibilityShortcut, connected, sliced
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term

ALL = tuple(FeasibilityShortcut)
T = Terms()
X, Y, Z, W = (T.symbol(name, BitVec(8)) for name in "xyzw")


def number(value: int) -> Term:
    return T.bv(value, 8)


def below(left: Term, right: Term | int) -> Term:
    return T.bv_ult(left, number(right) if isinstance(right, int) else right)


def equal(left: Term, right: Term | int) -> Term:
    return T.eq(left, number(right) if isinstance(right, int) else right)


def feasibility(*shortcuts: FeasibilityShortcut) -> Feasibility:
    return Feasibility(T, shortcuts, 10.0)


def answered(asked: Feasibility) -> dict[str, int]:
    return {name: int(count) for name, count in asdict(asked.counts).items() if name.startswith("answered") and count}


# ---------------------------------------------------------------------------------------------------- slices


def test_slice_has_what_shares_symbols_directly_or_through_others_and_nothing_else() -> None:
    chain, apart = [below(X, Y), below(Y, Z)], equal(W, 3)
    assert set(sliced([equal(X, 1)], [apart, *chain])) == {equal(X, 1), *chain}
    assert set(sliced([equal(W, 1)], [apart, *chain])) == {equal(W, 1), apart}


def test_what_is_connected_keeps_its_order() -> None:
    constraints = [below(Y, Z), equal(W, 3), below(X, Y)]
    assert connected(frozenset({X}), constraints) == [below(Y, Z), below(X, Y)]
    assert connected(frozenset(), constraints) == []


def test_slice_is_asked_without_the_rest() -> None:
    asked = feasibility(FeasibilityShortcut.SLICE, FeasibilityShortcut.KNOWN)
    assert not asked.may_hold(equal(X, 2), [equal(X, 1), equal(W, 1)])
    assert not asked.may_hold(equal(X, 2), [equal(X, 1), equal(W, 2)])
    assert answered(asked) == {"answered_by_solver": 1, "answered_as_known": 1}


# ---------------------------------------------------------------------------------------------------- earlier answers


def test_same_question_is_known_and_another_one_is_not() -> None:
    answers = Answers()
    answers.is_met(frozenset({equal(X, 1)}))
    answers.contradicts(frozenset({equal(X, 1), equal(X, 2)}), frozenset({equal(X, 1), equal(X, 2)}))
    assert answers.known(frozenset({equal(X, 1)})) is True
    assert answers.known(frozenset({equal(X, 2), equal(X, 1)})) is False
    assert answers.known(frozenset({equal(X, 2)})) is None


def test_subset_of_what_was_met_is_met_and_a_superset_need_not_be() -> None:
    answers = Answers()
    answers.is_met(frozenset({below(X, Y), below(Y, Z), equal(W, 1)}))
    assert answers.is_part_of_met(frozenset({below(X, Y), equal(W, 1)}))
    assert not answers.is_part_of_met(frozenset({below(X, Y), equal(W, 2)}))
    assert not answers.is_part_of_met(frozenset({below(X, Y), below(Y, Z), equal(W, 1), equal(X, 0)}))


def test_superset_of_a_contradiction_is_one_and_a_subset_need_not_be() -> None:
    answers = Answers()
    core = frozenset({below(X, Y), below(Y, X)})
    answers.contradicts(core | {equal(W, 1)}, core)
    assert answers.has_contradiction(core | {equal(W, 2)})
    assert not answers.has_contradiction(frozenset({below(X, Y), equal(W, 1)}))


def test_answers_are_forgotten_when_there_are_too_many() -> None:
    answers = Answers(most_terms=4)
    answers.is_met(frozenset({equal(X, 1), below(X, 9)}))
    answers.contradicts(frozenset({equal(X, 1), equal(X, 2)}), frozenset({equal(X, 1), equal(X, 2)}))
    assert answers.known(frozenset({equal(X, 1), below(X, 9)})) is True
    answers.is_met(frozenset({equal(Y, 1)}))
    assert answers.known(frozenset({equal(X, 1), below(X, 9)})) is None
    assert not answers.has_contradiction(frozenset({equal(X, 1), equal(X, 2)}))
    assert answers.known(frozenset({equal(Y, 1)})) is True


@pytest.mark.parametrize(
    ("shortcut", "asked_before", "then", "who"),
    [
        (FeasibilityShortcut.KNOWN, [below(X, 9)], [below(X, 9)], "answered_as_known"),
        (FeasibilityShortcut.SUBSET, [below(X, 9), below(Y, X)], [below(Y, X)], "answered_by_subset"),
        (FeasibilityShortcut.SUPERSET, [below(X, 2), below(number(5), X)], None, "answered_by_superset"),
        (FeasibilityShortcut.MODEL, [equal(X, 7)], [below(X, 9)], "answered_by_model"),
    ],
    ids=lambda value: str(value) if isinstance(value, FeasibilityShortcut) else "",
)
def test_shortcut_answers_before_the_solver_and_not_if_it_is_switched_off(
    shortcut: FeasibilityShortcut, asked_before: Sequence[Term], then: Sequence[Term] | None, who: str
) -> None:
    later = [*asked_before, equal(Y, 3)] if then is None else then
    on, off = feasibility(shortcut), feasibility()
    for asked in (on, off):
        asked.may_hold(T.and_(*asked_before), [])
        asked.may_hold(T.and_(*later), [])
    assert answered(on) == {"answered_by_solver": 1, who: 1}
    assert answered(off) == {"answered_by_solver": 2}


def test_what_needs_no_thought_is_not_asked() -> None:
    asked = feasibility(*ALL)
    assert asked.may_hold(equal(X, 1), [equal(X, 1)])
    assert not asked.may_hold(T.not_(equal(X, 1)), [equal(X, 1)])
    assert not asked.may_hold(T.false, [])
    assert answered(asked) == {"answered_by_folding": 3}


def test_question_without_an_answer_counts_as_a_yes() -> None:
    a, b = (T.symbol(name, BitVec(64)) for name in "ab")
    hard = T.and_(
        T.eq(T.bv_mul(a, b), T.bv(0xFFFFFFFFFFFFFFC5, 64)),
        T.bv_ult(T.bv(1, 64), a),
        T.bv_ult(a, b),
        T.bv_ult(b, T.bv(1 << 32, 64)),
    )
    asked = Feasibility(T, ALL, 0.01)
    assert asked.may_hold(hard, [])
    assert asked.counts.unanswered == 1


# ---------------------------------------------------------------------------------------------------- all together

PARTS = [
    make(left, right) for make in (below, equal) for left in (X, Y, Z) for right in (X, Y, Z, 0, 1, 200) if left is not right
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(PARTS + [T.not_(part) for part in PARTS]), max_size=6), max_size=5))
def test_shortcuts_answer_as_the_solver_does(paths: list[list[Term]]) -> None:
    quick, plain = feasibility(*ALL), feasibility()
    for path in paths:
        held: list[Term] = []
        for part in path:
            answer = plain.may_hold(part, held)
            assert quick.may_hold(part, held) == answer
            if not answer:
                break
            held.append(part)


def test_every_shortcut_alone_answers_rightly() -> None:
    path = [below(X, Y), below(Y, Z), below(Z, X)]
    for shortcut in ALL:
        assert _answers(feasibility(shortcut), path) == [True, True, False]


def _answers(asked: Feasibility, path: Iterable[Term]) -> list[bool]:
    held: list[Term] = []
    found = []
    for part in path:
        found.append(asked.may_hold(part, held))
        held.append(part)
    return found
