"""What a refinement tracks has a score, and may have a loop counter in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.refine.running import read
from whet.analyses.value.places import HEAP, HEAP_CONTENTS
from whet.cfa.expressions import Variable
from whet.cfa.model import Program
from whet.core.context import Statistics
from whet.refine.domain_score import DomainTypeScore
from whet.roles.domain_types import LOOP_COUNTER_SCORE, DomainType

TEXT = """
int main(void) {
  int flag = 0;
  for (int i = 0; i < 100; i++) if (__VERIFIER_nondet_bool()) flag = 1;
  if (flag) return 1;
  return 0;
}"""


@dataclass(frozen=True)
class About:
    """Something that can be tracked."""

    variables: frozenset[Variable] | None


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return read(TEXT, tmp_path)


def about(program: Program, *names: str) -> About:
    return About(frozenset(variable for variable in program.variables() if variable.name in names))


def test_score_is_a_product_over_variables(program: Program) -> None:
    score = DomainTypeScore(program, Statistics())
    flag, counter = about(program, "flag"), about(program, "i")
    assert score(frozenset((flag,))) == DomainType.BOOLEAN.score
    assert score(frozenset((flag, counter))) == score(frozenset((about(program, "flag", "i"),)))
    assert score(frozenset((flag, counter))) == DomainType.BOOLEAN.score * LOOP_COUNTER_SCORE


def test_what_is_about_nothing_costs_nothing(program: Program) -> None:
    score = DomainTypeScore(program, Statistics())
    assert score(frozenset()) == score(frozenset((About(frozenset()),))) == 1


def test_heap_costs_less_than_a_counter(program: Program) -> None:
    score = DomainTypeScore(program, Statistics())
    assert score(frozenset((HEAP, HEAP_CONTENTS))) == DomainType.OTHER.score**2 < LOOP_COUNTER_SCORE


def test_only_counters_are_counters(program: Program) -> None:
    score = DomainTypeScore(program, Statistics())
    assert score.has_counter(frozenset((about(program, "flag"), about(program, "i"))))
    assert not score.has_counter(frozenset((about(program, "flag"), HEAP, About(frozenset()))))


def test_types_are_found_out_when_first_asked_for(program: Program) -> None:
    statistics = Statistics()
    score = DomainTypeScore(program, statistics)
    assert "domain_types_seconds" not in statistics.to_dict()
    score(frozenset((about(program, "flag"),)))
    assert "domain_types_seconds" in statistics.to_dict()
