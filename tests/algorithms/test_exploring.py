"""When an exploration stops: a target, the end, or a criterion that objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path as FilePath

import pytest

from tests.refine.running import explored, read
from whet.algorithms.exploring import BeginAgain, EnoughStates, Exploration, Explored, FoundTargets
from whet.core.arg import Path
from whet.core.composite import Precisions
from whet.core.configuration import load_configuration
from whet.core.result import TrueVerdict, Unknown

LONG = "int main(void) { int i = 0; while (i < 2000) i++; if (i < 0) reach_error(); return 0; }"
TWO = "int main(void) { if (__VERIFIER_nondet_int()) reach_error(); if (__VERIFIER_nondet_int()) reach_error(); return 0; }"


@dataclass(slots=True)
class Listens:
    """Objects when it is shown a path that is long enough."""

    longest: int
    looks: list[int] = field(default_factory=list)
    asked: int = 0

    def objection(self, exploration: Exploration, precision: Precisions, newest: Path | None) -> Explored | None:
        self.asked += 1
        if newest is None:
            return None
        self.looks.append(len(newest))
        return BeginAgain(precision) if len(newest) > self.longest else None


def exploring(text: str, folder: FilePath) -> Exploration:
    return explored(read(text, folder), load_configuration("value"))


def test_objection_ends_the_exploration_with_nothing_lost(tmp_path: FilePath) -> None:
    exploration = exploring(LONG, tmp_path)
    precision = exploration.analysis.initial_precision()
    exploration.criteria.append(Listens(500))
    assert exploration.explore(precision) == BeginAgain(precision)
    exploration.criteria.clear()
    assert exploration.explore(precision) == FoundTargets([])
    assert isinstance(exploration.result().verdict, TrueVerdict)


def test_all_criteria_see_the_same_few_paths(tmp_path: FilePath) -> None:
    """Looking at a path takes time for each of its edges, so the looks become rare as the paths grow."""
    exploration = exploring(LONG, tmp_path)
    first, second = Listens(10**6), Listens(10**6)
    exploration.criteria += [first, second]
    exploration.explore(exploration.analysis.initial_precision())
    assert first.looks == second.looks
    assert first.asked > 2000
    assert 2 <= len(first.looks) <= 8
    assert sum(first.looks) <= 2 * first.asked


@pytest.mark.parametrize(("most", "targets"), [(10**6, 2), (0, 1)])
def test_enough_states_after_the_first_target(most: int, targets: int, tmp_path: FilePath) -> None:
    exploration = exploring(TWO, tmp_path)
    exploration.wanted = 5
    exploration.criteria.append(EnoughStates(most))
    found = exploration.explore(exploration.analysis.initial_precision())
    assert isinstance(found, FoundTargets)
    assert len(found.targets) == targets


def test_alarm_that_is_given_up_leaves_no_proof(tmp_path: FilePath) -> None:
    exploration = exploring(TWO, tmp_path)
    precision = exploration.analysis.initial_precision()
    while isinstance(found := exploration.explore(precision), FoundTargets) and found.targets:
        exploration.give_up_on(found.targets[0], "nobody looked")
    verdict = exploration.result().verdict
    assert isinstance(verdict, Unknown)
    assert "nobody looked" in verdict.detail
