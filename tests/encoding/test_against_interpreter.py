"""The encoding against the interpreter on paths of random programs; ``random_paths`` compares as many as wanted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.encoding.random_paths import Comparison, Mismatch, RandomInputs, compare
from tests.interpreter.running import program_of
from whet.cfa.types import LP64
from whet.encoding.arithmetic import Arithmetic
from whet.encoding.encode import Encoder
from whet.encoding.steps import Steps
from whet.interpreter.interpreter import Interpreter
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms

PROGRAMS = 24
PER_TEST = 6


@pytest.mark.parametrize("first", range(0, PROGRAMS, PER_TEST))
def test_random_paths(first: int, tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed in range(first, first + PER_TEST):
        compare(seed, tmp_path, counts)
    assert counts["paths"] > 4 * PER_TEST
    assert counts["feasible"]
    assert counts["infeasible"]
    assert counts["models replayed"] == counts["feasible"]


def test_the_other_engine(tmp_path: Path) -> None:
    counts: Counter[str] = Counter()
    for seed in range(3):
        compare(seed, tmp_path, counts, runs=2, engine="z3")
    assert counts["programs"] == 3


WRONG = 'int printf(const char *, ...); int __VERIFIER_nondet_int(void); int main(void) { long long out_f = 0, out0 = 3;' \
    ' out0 += __VERIFIER_nondet_int() < 3 ? 1 : 4; printf("%lld\\n", out_f); printf("%lld\\n", out0); return 0; }'  # fmt: skip


def compare_text(text: str, folder: Path, runs: int = 4) -> Counter[str]:
    program, terms = program_of(text, folder), Terms()
    encoder, counts = Encoder(program, terms), Counter[str]()
    comparison = Comparison(program, engine_named("bitwuzla", terms), encoder, Interpreter(program), counts)
    for seed in range(runs):
        comparison.run(seed)
    return counts


def test_a_right_encoding_passes(tmp_path: Path) -> None:
    assert compare_text(WRONG, tmp_path)["models replayed"]


def test_lost_assignments_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Steps, "_assign", lambda self, operation: None)
    with pytest.raises(Mismatch):
        compare_text(WRONG, tmp_path)


def test_a_formula_that_says_too_much_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No model where there is a run."""
    monkeypatch.setattr(Arithmetic, "compare", lambda self, op, *rest: self._terms.false)
    with pytest.raises(Mismatch):
        compare_text(WRONG, tmp_path)


def test_a_formula_that_says_too_little_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model where there is no run."""
    monkeypatch.setattr(Arithmetic, "compare", lambda self, op, *rest: self._terms.true)
    with pytest.raises(Mismatch):
        compare_text(WRONG, tmp_path)


def test_random_inputs_repeat() -> None:
    one, other = (RandomInputs(Random(3)) for _ in range(2))
    assert [one.nondet(LP64.int, None) for _ in range(5)] == [other.nondet(LP64.int, None) for _ in range(5)]
