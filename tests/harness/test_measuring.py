"""Which tests of a suite are kept when it is known what they cover."""

from __future__ import annotations

from whet.algorithms.testing import GeneratedTest
from whet.core.concrete import ReachedError
from whet.harness.measuring import MeasuredTest, greedy_cover, worth_keeping
from whet.native.gcov import Covered, GcovBranch
from whet.native.programs import NativeRun, RanToEnd, RanTooLong


def measured(*taken: int, error: str | None = None, seen: tuple[int, ...] = (), hangs: bool = False) -> MeasuredTest:
    """A test that takes these branches natively, and those in ``seen`` in the interpreter."""
    found = None if error is None else ReachedError(error, "p.c:1:1")
    covered = Covered({1: 1}, {GcovBranch(1, "main", number): int(number in taken) for number in range(6)})
    run = NativeRun(RanTooLong(1.0) if hangs else RanToEnd(0))
    return MeasuredTest(GeneratedTest((), frozenset(seen), "ends", found), run, covered)


def test_test_that_adds_no_branch_natively_is_left_out() -> None:
    tests = [measured(0, 1), measured(1, seen=(5,)), measured(1, 2)]
    assert list(worth_keeping(tests)) == [tests[0], tests[2]]


def test_test_that_finds_a_new_error_or_hangs_is_kept() -> None:
    tests = [measured(0), measured(0, error="a"), measured(0, error="a"), measured(0, error="b"), measured(seen=(3,), hangs=True)]
    assert list(worth_keeping(tests)) == [tests[0], tests[1], tests[3], tests[4]]


def test_one_test_is_kept_of_a_program_without_branches() -> None:
    tests = [measured(), measured()]
    assert list(worth_keeping(tests)) == tests[:1]
    assert greedy_cover(tests) == tests[:1]


def test_greedy_cover_drops_tests_that_others_make_needless() -> None:
    tests = [measured(0), measured(1), measured(0, 1, 2), measured(3)]
    assert list(worth_keeping(tests)) == tests
    assert greedy_cover(tests) == [tests[2], tests[3]]


def test_greedy_cover_keeps_errors() -> None:
    tests = [measured(0, 1, 2), measured(0, error="a")]
    assert greedy_cover(tests) == tests


def test_without_gcov_the_branches_of_the_interpreter_count() -> None:
    tests = [MeasuredTest(GeneratedTest((), frozenset(seen), "ends")) for seen in ((1,), (1, 2))]
    assert greedy_cover(tests) == tests[1:]


def test_coverage_of_two_tests_adds_up() -> None:
    one, other = Covered({1: 2, 2: 0}, {GcovBranch(1, "f", 0): 1}), Covered({1: 1, 3: 4}, {GcovBranch(1, "f", 1): 0})
    both = one + other
    assert both.lines == {1: 3, 2: 0, 3: 4}
    assert both.taken == {GcovBranch(1, "f", 0)}
    assert len(both.branches) == 2
