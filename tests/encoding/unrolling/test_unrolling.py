"""Points come in an order in which every path to a point was seen before it, and nothing is lost when a bound is raised."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.refine.running import read
from whet.cfa.model import Node, Program
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.positions import CallFrame, Exit, Position, Turn, Turns, joined_turns
from whet.encoding.unrolling.unrolling import Arrival, Unrolling, UnrollingScope
from whet.solvers.terms.factory import Terms

PROGRAMS = {
    "nested loops": """
        int main(void) { int s = 0; for (int i = 0; i < __VERIFIER_nondet_int(); i++) { if (s == 9) continue;
            for (int j = 0; j < __VERIFIER_nondet_int(); j++) { if (s == 7) goto out; if (s == 8) break; s += j; } }
            out: return s; }
    """,
    "a loop entered in the middle": """
        int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) goto middle;
            first: x++; if (x == 3) goto end; middle: x += 2; if (x < 9) goto first; if (x == 11) goto middle; end: return x; }
    """,
    "two loops inside each other, entered everywhere": """
        int main(void) { int x = __VERIFIER_nondet_int(); switch (x) { case 1: goto b; case 2: goto c; case 3: goto d; }
            a: x++; b: if (x & 1) goto d; c: x += 3; if (x & 2) goto b; d: if (x & 4) goto a; if (x & 8) goto c; return x; }
    """,
    "calls in loops": """
        int f(int n) { int s = 0; while (n > s) s += __VERIFIER_nondet_int(); return s; }
        int main(void) { int x = 0; while (__VERIFIER_nondet_int()) x = f(x + 1); while (x) { f(x); x--; } return f(x); }
    """,
    "recursion": """
        int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); while (even(n)) n += odd(n); return n; }
    """,
    "calls through pointers": """
        int one(void) { return 1; } int two(void) { int i = 0; while (__VERIFIER_nondet_int()) i++; return i; }
        int main(void) { int (*f)(void) = __VERIFIER_nondet_int() ? one : two; do f(); while (f() < 3); return f(); }
    """,
}


class Watched(Unrolling):
    """Checks that no point is arrived at after it was left."""

    def __init__(self, program: Program) -> None:
        super().__init__(UnrollingScope(program, Encoder(program, Terms())))
        self.here: Position = ()
        self.left: list[tuple[int, Position]] = []
        self.begin()

    def step(self, bound: int) -> bool:
        self.here = self._queue[0] if self._queue else ()
        self.left.append((bound, self.here))
        return super().step(bound)

    def _arrive(
        self, node: Node, frame: CallFrame | None, turns: Turns, activations: Mapping[str, int], arrival: Arrival, bound: int
    ) -> None:
        assert self._positions.position(frame, turns, node) > self.here
        super()._arrive(node, frame, turns, activations, arrival, bound)

    def unroll(self, bound: int) -> None:
        self.here = ()
        self.raise_to(bound)
        while self.step(bound):
            assert self.taken < 20000


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_paths_to_a_point_are_seen_before_it_is_left(name: str, tmp_path: Path) -> None:
    unrolling = Watched(read(PROGRAMS[name], tmp_path))
    for bound in (1, 2, 3):
        unrolling.unroll(bound)
        assert unrolling.waiting
    for bound in (1, 2, 3):
        positions = [position for at, position in unrolling.left if at == bound and position]
        assert positions == sorted(set(positions))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_bound_that_is_raised_leads_to_all_places_within_it(name: str, tmp_path: Path) -> None:
    program = read(PROGRAMS[name], tmp_path)
    slowly, at_once = Watched(program), Watched(program)
    for bound in (1, 2, 3):
        slowly.unroll(bound)
    at_once.unroll(3)
    assert {position for _, position in slowly.left} >= {position for _, position in at_once.left}


def test_only_turns_that_constants_do_not_ask_for_are_counted() -> None:
    assert Turn(3, 1, Exit.CLOSED).next() == Turn(4, 1)
    assert Turn(3, 1, Exit.OPEN).next() == Turn(4, 2)
    assert Turn(3, 1).next() == Turn(4, 2)


def test_of_joined_turns_the_one_that_counts_more_is_kept() -> None:
    one, other = (Turn(3, 1, Exit.CLOSED),), (Turn(3, 2, Exit.NONE),)
    assert joined_turns(one, other) == joined_turns(other, one) == (Turn(3, 2, Exit.CLOSED),)
    assert joined_turns(one, one) is one


def test_a_point_that_was_discarded_is_not_unrolled(tmp_path: Path) -> None:
    unrolling = Watched(read(PROGRAMS["nested loops"], tmp_path))
    unrolling.unroll(1)
    unrolling.discard(list(unrolling.waiting.values()))
    before = unrolling.taken
    unrolling.unroll(5)
    assert unrolling.taken == before
    assert not unrolling.waiting
