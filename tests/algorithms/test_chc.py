"""Horn clauses from C text to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.result import FalseVerdict, ProofAccepted, Result, TrueVerdict, Unknown
from whet.task.errors import TaskError
from whet.task.task import Task

LOOPS = Path("tests/programs/loops")
ARRAYS = Path("tests/programs/arrays")
SUM = """
int main(void) {
    unsigned a = 0, b = 0, n = 0;
    while (n < 1000000) { if (__VERIFIER_nondet_int()) a++; else b++; n++; }
    if (a + b != BOUND) reach_error();
}
"""
WRAPS = """
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) x++;
    if (x + 1 == 0) reach_error();
}
"""
"""Over integers there is no error; with bits there is one after 2 ** 32 - 1 turns."""
ARRAY = """
int main(void) {
    int a[100000];
    for (int i = 0; i < FILLED; i++) a[i] = 42;
    for (int x = 0; x < 100000; x++) if (a[x] != WANTED) reach_error();
}
"""
CALLED = """
unsigned a = 0, b = 0;
void count(void) { while (__VERIFIER_nondet_int()) { a++; b++; } }
int main(void) { count(); count(); if (a != b) reach_error(); }
"""
RECURSIVE = (
    "int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { if (f(__VERIFIER_nondet_int()) == VALUE) reach_error(); }"
)


INTEGERS = "chc.arithmetic=integers"
NOT_LONG = ("chc.patience=0.3s", "chc.deepest=1")
"""For what has no proof."""


def verified(folder: Path, text: str, *overrides: str) -> Result:
    configuration = load_configuration("chc", ["chc.deepest=3", *overrides])
    return engine.run(read(text, folder), Task(files=("program.c",)), configuration, Context())


def test_a_relation_between_counters_is_found_and_the_proof_is_checked(tmp_path: Path) -> None:
    result = verified(tmp_path, SUM.replace("BOUND", "1000000"), INTEGERS)
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.proof_check, ProofAccepted)
    assert isinstance(result.evidence, Proof)
    assert result.evidence.invariants


def test_another_bound_is_not_proved(tmp_path: Path) -> None:
    assert isinstance(verified(tmp_path, SUM.replace("BOUND", "999999"), INTEGERS, *NOT_LONG).verdict, Unknown)


@pytest.mark.parametrize("name", ["twoi", "square", "mulacc"])
def test_loops_that_need_relations_of_higher_degree(tmp_path: Path, name: str) -> None:
    result = verified(tmp_path, (LOOPS / f"{name}.c").read_text(), "proofs.check=no")
    assert isinstance(result.verdict, TrueVerdict)


def test_what_holds_over_integers_only_is_no_proof(tmp_path: Path) -> None:
    assert isinstance(verified(tmp_path, WRAPS, INTEGERS, *NOT_LONG).verdict, Unknown)


def test_bits_alone_know_that_numbers_wrap_around(tmp_path: Path) -> None:
    result = verified(tmp_path, (LOOPS / "wrap.c").read_text(), "chc.arithmetic=bits")
    assert isinstance(result.verdict, TrueVerdict)


def test_an_error_within_the_bound_is_found_and_replayed(tmp_path: Path) -> None:
    text = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { i++; if (i == 3) reach_error(); } }"
    result = verified(tmp_path, text)
    assert isinstance(result.verdict, FalseVerdict)


def test_all_elements_of_an_array(tmp_path: Path) -> None:
    result = verified(tmp_path, ARRAY.replace("FILLED", "100000").replace("WANTED", "42"), "proofs.check=no")
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.evidence, Proof)
    assert any(each.text.startswith("for all k: ") for each in result.evidence.invariants)


@pytest.mark.parametrize(("filled", "wanted"), [("99999", "42"), ("100000", "41")])
def test_elements_that_are_not_filled_or_differ_are_not_proved(tmp_path: Path, filled: str, wanted: str) -> None:
    text = ARRAY.replace("FILLED", filled).replace("WANTED", wanted)
    assert not isinstance(verified(tmp_path, text, INTEGERS, *NOT_LONG).verdict, TrueVerdict)


@pytest.mark.parametrize("name", ["copy_of_a_copy", "greatest_element", "every_second_element", "rows_of_an_array"])
def test_what_errors_need_of_elements_is_found_without_spacer(tmp_path: Path, name: str) -> None:
    text = (ARRAYS / f"{name}_true.c").read_text()
    result = verified(tmp_path, text, "proofs.check=no", "chc.arithmetic=bits")
    assert isinstance(result.verdict, TrueVerdict)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("copy_of_a_copy", "i < 50000; i++)\n        b[i]", "i < 49999; i++)\n        b[i]"),
        ("greatest_element", "i = 1", "i = 2"),
        ("greatest_element", "a[i] > max)\n            max", "a[i] < max)\n            max"),
        ("every_second_element", "2 * i + 1", "2 * i"),
        ("rows_of_an_array", "j < 200; j++)\n            a", "j < 199; j++)\n            a"),
    ],
)
def test_what_does_not_hold_of_all_elements_is_not_proved(tmp_path: Path, name: str, old: str, new: str) -> None:
    text = (ARRAYS / f"{name}_true.c").read_text()
    assert old in text
    result = verified(tmp_path, text.replace(old, new, 1), "chc.arithmetic=bits", *NOT_LONG)
    assert not isinstance(result.verdict, TrueVerdict)


def test_without_going_back_from_errors_spacer_is_asked(tmp_path: Path) -> None:
    text = ARRAY.replace("FILLED", "100000").replace("WANTED", "42")
    result = verified(tmp_path, text, "proofs.check=no", "chc.abduction=no")
    assert isinstance(result.verdict, TrueVerdict)


def test_a_loop_of_a_function_has_a_relation_for_each_call(tmp_path: Path) -> None:
    result = verified(tmp_path, CALLED)
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.evidence, Proof)
    assert len({invariant.calls for invariant in result.evidence.invariants}) == 2


def test_errors_of_a_function_that_calls_itself_are_found(tmp_path: Path) -> None:
    assert isinstance(verified(tmp_path, RECURSIVE.replace("VALUE", "0")).verdict, FalseVerdict)


def test_an_unknown_arithmetic_is_refused() -> None:
    with pytest.raises(TaskError, match="integers"):
        load_configuration("chc", ["chc.arithmetic=reals"])
