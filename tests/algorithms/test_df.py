"""Data-flow analysis with growing precision: what each round proves, and what it leaves for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.df import Round, refine_precision, rounds
from whet.algorithms.exploring import exploration_of
from whet.algorithms.targets import targets_of
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.session.session import verify
from whet.task.task import Task

PRELUDE = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
COUNTS = PRELUDE + "int main(void) { int i = 0; while (i < 100) i = i + 1; if (i != 100) reach_error(); return 0; }"
LOCK = (
    PRELUDE
    + """int main(void) {
    int lock = 0, old = 0;
    if (__VERIFIER_nondet_int()) { lock = 1; old = 1; }
    if (old) { if (!lock) reach_error(); }
    return 0;
}"""
)
UNROLLED = (
    PRELUDE + "int main(void) { int i = 0, s = 0; while (i < 4) { s = s + 2; i = i + 1; } if (s != 8) reach_error(); return 0; }"
)
FALSE = PRELUDE + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) reach_error(); return 0; }"
BEYOND = PRELUDE + "int main(void) { int x = __VERIFIER_nondet_int(), y = x; if (x * x == 7 && y) reach_error(); return 0; }"


def verified(text: str, folder: Path, preset: str = "df", *overrides: str) -> Result:
    path = folder / "program.c"
    path.write_text(text)
    return verify(Task(files=(str(path),)), load_configuration(preset, overrides))


def rounds_of(text: str, folder: Path) -> list[Round]:
    path = folder / "program.c"
    path.write_text(text)
    program, task = parse_file(str(path)), Task(files=(str(path),))
    put_checks(program, targets_of(task.property))
    return list(rounds(exploration_of(Problem(program, task, load_configuration("df")), Context()), most_states=1000))


@pytest.mark.parametrize(("text", "number"), [(COUNTS, 1), (LOCK, 2)])
def test_safe_in_the_round_that_is_sharp_enough(text: str, number: int, tmp_path: Path) -> None:
    found = rounds_of(text, tmp_path)
    assert len(found) == number
    assert [each.is_safe for each in found] == [False] * (number - 1) + [True]


def test_without_widening_a_short_loop_is_unrolled(tmp_path: Path) -> None:
    assert isinstance(verified(UNROLLED, tmp_path).verdict, TrueVerdict)
    assert isinstance(verified(UNROLLED, tmp_path, "interval").verdict, Unknown)


def test_each_round_that_ends_has_invariants_also_with_alarms(tmp_path: Path) -> None:
    text = (
        PRELUDE + "int main(void) { int i = 0; while (i < 9) i = i + 1; if (__VERIFIER_nondet_int()) reach_error(); return 0; }"
    )
    first, *_ = rounds_of(text, tmp_path)
    assert first.alarms
    assert isinstance(first.invariants, Proof)
    assert "i <= 9" in " ".join(each.text for each in first.invariants.invariants)


def test_an_alarm_of_the_last_round_is_replayed(tmp_path: Path) -> None:
    assert isinstance(verified(FALSE, tmp_path).verdict, FalseVerdict)


def test_an_alarm_that_nobody_confirms_is_unknown(tmp_path: Path) -> None:
    assert not isinstance(verified(BEYOND, tmp_path).verdict, FalseVerdict | TrueVerdict)


def test_a_round_with_too_many_states_is_given_up(tmp_path: Path) -> None:
    endless = PRELUDE + "int main(void) { unsigned i = 0; while (1) { i = i + 3; if (i == 1) reach_error(); } return 0; }"
    result = verified(endless, tmp_path, "df", "df.states=200")
    assert isinstance(result.verdict, Unknown)


def test_precisions_come_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(LOCK)
    program = parse_file(str(path))
    exploration = exploration_of(Problem(program, Task(files=(str(path),)), load_configuration("df")), Context())
    precision = exploration.analysis.initial_precision()
    chain = [precision]
    while (following := refine_precision(exploration.analysis, chain[-1])) is not None:
        chain.append(following)
        assert len(chain) < 20
    assert len(set(chain)) == len(chain) > 2


def test_a_product_without_an_ordered_precision_has_one_round(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(FALSE)
    program = parse_file(str(path))
    exploration = exploration_of(Problem(program, Task(files=(str(path),)), load_configuration("value")), Context())
    assert refine_precision(exploration.analysis, exploration.analysis.initial_precision()) is None


BOUND_THAT_NO_CONSTANT_NAMES = (
    PRELUDE
    + """int main(void) {
    float x = 0.0f;
    while (x < 10.0f) { if (__VERIFIER_nondet_int()) x = x + 0.25f; }
    if (x > 10.5f) reach_error();
    return 0;
}"""
)


def test_narrowing_wins_back_what_widening_gave_away(tmp_path: Path) -> None:
    """A float is widened to infinity: there are no thresholds."""
    found = rounds_of(BOUND_THAT_NO_CONSTANT_NAMES, tmp_path)
    assert [each.is_safe for each in found] == [True]
    assert found[0].invariants is not None
    assert any("x <= 10.25" in each.text for each in found[0].invariants.invariants)


def test_narrowing_leaves_an_alarm_that_is_real(tmp_path: Path) -> None:
    text = BOUND_THAT_NO_CONSTANT_NAMES.replace("x > 10.5f", "x >= 10.0f")
    assert not any(each.is_safe for each in rounds_of(text, tmp_path))
