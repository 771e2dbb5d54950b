"""Guessed invariants from C text to a verdict: proofs that are checked, and none where there is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Proof
from whet.core.result import FalseVerdict, ProofAccepted, Result, TrueVerdict
from whet.task.task import Task

LOOPS = Path(__file__).parents[1] / "programs" / "loops"
REACHED_LATE = """
int main(void) {
    unsigned i = 0, j = 0;
    while (i < 2000000000) { i++; j += 2; if (i == 1900000000 && __VERIFIER_nondet_int() == 123456) j = 0; }
    if (j != 2 * i) reach_error();
}
"""
"""No run that is tried comes there, and all of them suggest that j == 2 * i."""
SQUARE = """
int main(void) {
    unsigned s = 0, i = 0;
    while (__VERIFIER_nondet_bool()) { s += 2 * i + 1; i++; BREAK }
    if (s != i * i) reach_error();
}
"""

HALVING = """
static int found(int n) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (middle BEYOND n) reach_error();
        if (__VERIFIER_nondet_bool()) lo = middle + 1; else hi = middle;
    }
    return lo;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0) found(n);
}
"""
"""Nothing in the loop but the error reads n."""


def verified(text: str, folder: Path, *overrides: str, config: str = "guess") -> Result | None:
    """None if there is no verdict in time."""
    try:
        configuration = load_configuration(config, [*overrides, "kinduction.deepest=2"])
        return engine.run(read(text, folder), Task(files=("program.c",)), configuration, Context(limits=SoftLimits(seconds=4)))
    except LimitReached:
        return None


@pytest.mark.parametrize("name", ["twoi", "square", "mulacc"])
def test_loops_that_no_error_path_explains_are_proved_and_checked(name: str, tmp_path: Path) -> None:
    text = "\n".join(line for line in (LOOPS / f"{name}.c").read_text().splitlines() if not line.startswith("extern"))
    result = verified(text, tmp_path)
    assert result is not None
    assert result.verdict == TrueVerdict()
    assert isinstance(result.proof_check, ProofAccepted)
    assert isinstance(result.evidence, Proof)
    assert result.evidence.invariants


def test_without_guesses_there_is_no_proof(tmp_path: Path) -> None:
    result = verified(SQUARE.replace("BREAK", ""), tmp_path, config="ki")
    assert result is None or result.verdict != TrueVerdict()


def test_k_induction_takes_guesses_by_an_option(tmp_path: Path) -> None:
    result = verified(SQUARE.replace("BREAK", ""), tmp_path, "kinduction.guesses=yes", config="ki")
    assert result is not None
    assert isinstance(result.evidence, Proof)
    assert [each.text for each in result.evidence.invariants] == ["i * i == s"]


def test_what_a_variable_begins_with_bounds_it(tmp_path: Path) -> None:
    result = verified(HALVING.replace("BEYOND", ">="), tmp_path)
    assert result is not None
    assert result.verdict == TrueVerdict()
    result = verified(HALVING.replace("BEYOND", "> 5 && middle >="), tmp_path)
    assert result is not None
    assert result.verdict == TrueVerdict()
    result = verified(HALVING.replace("BEYOND", "+ 1 >="), tmp_path)
    assert result is None or result.verdict != TrueVerdict()


def test_what_all_runs_suggest_is_no_proof(tmp_path: Path) -> None:
    result = verified(REACHED_LATE, tmp_path)
    assert result is None or result.verdict != TrueVerdict()


def test_an_error_near_the_beginning_is_found_before_anything_is_guessed(tmp_path: Path) -> None:
    result = verified(SQUARE.replace("BREAK", "if (i == 1) s++;"), tmp_path)
    assert result is not None
    assert isinstance(result.verdict, FalseVerdict)


def test_guesses_are_seeds_of_predicates(tmp_path: Path) -> None:
    text = "\n".join(line for line in (LOOPS / "twoi.c").read_text().splitlines() if not line.startswith("extern"))
    configuration = load_configuration("predicate", ["seeds.predicates=guesses"])
    limits = SoftLimits(seconds=10)
    result = engine.run(read(text, tmp_path), Task(files=("program.c",)), configuration, Context(limits=limits))
    assert result.verdict == TrueVerdict()
