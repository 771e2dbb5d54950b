"""Conjunctions of long guards that begin alike."""

from __future__ import annotations

import pytest

from whet.encoding.unrolling.unrolling import Conjunctions
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL


@pytest.mark.parametrize("length", [0, 1, 128, 129, 191, 192, 300])
def test_a_conjunction_says_what_its_guard_says(length: int) -> None:
    t = Terms()
    conditions = tuple(t.symbol(f"c{number}", BOOL) for number in range(length))
    conjunctions = Conjunctions(t)
    conjunctions.of((*conditions[: length // 2], t.not_(t.symbol("other", BOOL)), *conditions))  # pieces that are others
    found = conjunctions.of(conditions)
    holds = dict.fromkeys(conditions, True)
    assert evaluate(found, holds)
    for each in conditions:
        assert not evaluate(found, {**holds, each: False})


def test_guards_share_the_conjunction_of_what_they_begin_with() -> None:
    t = Terms()
    conditions = tuple(t.symbol(f"c{number}", BOOL) for number in range(1000))
    conjunctions = Conjunctions(t)
    parts = {id(arg) for end in range(900, 1000) for arg in conjunctions.of(conditions[:end]).args}
    assert len(parts) < 200
