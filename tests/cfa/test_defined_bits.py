"""Sets of bits of objects of any size, at any distance."""

from __future__ import annotations

from whet.cfa.defined_bits import ALL, FARTHEST, has_bits, near_ones, ones, shifted

FAR = 1 << 60
"""A number of bytes that no set can have bits for."""


def test_sets_do_not_grow_with_offsets_and_sizes() -> None:
    assert shifted(ones(4), FAR) is None
    assert shifted(ones(4), -4) is None
    assert shifted(ones(4), 8) == ones(4, 8)
    assert near_ones(FAR) == near_ones(FAR, -1) == ones(FARTHEST)
    assert near_ones(4, FAR) == near_ones(4, -9) == 0
    assert near_ones(8, -4) == ones(4)


def test_what_lies_far_away_is_written_only_with_all_of_the_object() -> None:
    assert has_bits(ALL, ones(4), FAR)
    assert has_bits(ALL, None)
    assert not has_bits(ones(FARTHEST), ones(4), FAR)
    assert not has_bits(ones(8), None)
    assert not has_bits(ones(8), ALL)
    assert not has_bits(ones(8), ones(4), -4)


def test_a_set_that_lacks_few_bits_has_those_behind_them() -> None:
    most = ALL & ~ones(4, 8)
    assert has_bits(most, ones(4), FAR)
    assert has_bits(most, ones(4), 12)
    assert not has_bits(most, ones(4), 10)
    assert not has_bits(most, ALL)
