"""How CPU time is divided."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whet.portfolio.shares import ShareClaim, allotments


def test_weights_divide_the_time() -> None:
    assert allotments(12, [ShareClaim(2), ShareClaim(1), ShareClaim(1)]) == [6, 3, 3]


def test_what_a_member_leaves_is_divided_between_the_others() -> None:
    assert allotments(12, [ShareClaim(2), ShareClaim(1, used=0.5), ShareClaim(1, used=0, has_ended=True)]) == [8, 4, 0]


def test_last_one_has_all_that_is_left() -> None:
    assert allotments(12, [ShareClaim(1, used=2, has_ended=True), ShareClaim(5)]) == [2, 10]


def test_more_was_used_than_there_is() -> None:
    assert allotments(1, [ShareClaim(1, used=2, has_ended=True), ShareClaim(5)]) == [2, 0]


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5), st.floats(1, 1000))
def test_who_uses_its_share_takes_nothing_from_the_others(weights: list[int], seconds: float) -> None:
    claims = [ShareClaim(weight) for weight in weights]
    before = allotments(seconds, claims)
    after = allotments(seconds, [ShareClaim(weights[0], used=before[0], has_ended=True), *claims[1:]])
    assert all(abs(new - old) < 1e-6 for new, old in zip(after, before, strict=True))
