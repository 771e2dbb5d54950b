"""Null spaces annihilate every row, and nothing that does is missing."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from whet.refine.guesses.relations import dot, null_space, rational_null_space

rows = st.lists(st.tuples(*[st.integers(-20, 20)] * 4), min_size=1, max_size=6)
small_rows = st.lists(st.tuples(*[st.integers(0, 7)] * 2), max_size=4)


@given(rows)
def test_the_rational_null_space_annihilates_every_row(found: list[tuple[int, ...]]) -> None:
    basis = rational_null_space(found, 4)
    assert all(dot(vector, row) == 0 for vector in basis for row in found)
    assert len(basis) >= 4 - len(found)
    assert all(any(vector) for vector in basis)


@given(small_rows)
def test_modulo_a_power_of_two_the_null_space_is_all_that_annihilates(found: list[tuple[int, ...]]) -> None:
    generators = null_space(found, 2, 3)
    spanned = {
        tuple(sum(c * vector[i] for c, vector in zip(factors, generators, strict=True)) % 8 for i in range(2))
        for factors in product(range(8), repeat=len(generators))
    }
    meant = {vector for vector in product(range(8), repeat=2) if all(dot(vector, row) % 8 == 0 for row in found)}
    assert spanned == meant


def test_fractions_become_whole_numbers() -> None:
    """3 * x == 2 * y, from states in which x is even."""
    assert rational_null_space([(1, 2, 3), (1, 4, 6), (1, -8, -12)], 3) == [(0, -3, 2)]


def test_rows_that_have_nothing_in_common_leave_nothing() -> None:
    assert rational_null_space([(1, 0), (0, 1)], 2) == []
    assert null_space([(1, 0), (0, 1)], 2, 32) == []
