"""Proofs that were made up for programs that violate their property, and accepted once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.test_proof_contracts import old, told, v
from tests.proofs.test_proofs import Read, check, number, word
from whet.cfa.trees import ExpressionTree
from whet.core.evidence import Contract, Proof

COUNTS_DOWN = "int f(int x) { if (x <= 0) return 0; return f(x - 1); }"
TWO_ARRAYS = """char a[4], b[4]; int main(void) { char *p = a, *q = b; *q = 5;
  while (__VERIFIER_nondet_int()) { TURN a[1] = 0; } if (READ) reach_error(); return 0; }"""
K = ("number", 0)
YES = number(1)


def at_head(folder: Path, text: str, claim: ExpressionTree, *contracts: Contract) -> str:
    read = Read(folder, text)
    return word(check(read.program, Proof(read.at_loop(claim).invariants, contracts=contracts)))


@pytest.mark.parametrize(
    ("turn", "read", "is_right"), [("p = a;", "*q == 5", False), ("", "p[3] == 5", True), ("", "p[3] == 0", False)]
)
def test_elements_behind_a_pointer_that_a_loop_changes_are_those_of_one_object(
    tmp_path: Path, turn: str, read: str, is_right: bool
) -> None:
    """Shown of ``a`` before the loop, and of all memory in it."""
    claim = ("every", ("long",), ("==", ("element", v("main::p"), K, "char"), number(0, "char")))
    text = TWO_ARRAYS.replace("TURN", turn).replace("READ", read)
    assert (at_head(tmp_path, text, claim) == "accepted") is is_right


def test_what_an_earlier_call_began_with_is_not_known_in_a_loop_around_calls(tmp_path: Path) -> None:
    text = COUNTS_DOWN + "int main(void) { int y = 0; f(y); while (__VERIFIER_nondet_int()) f(++y); if (y == 5) reach_error(); }"
    assert at_head(tmp_path, text, ("==", old("x"), v("main::y")), told(YES)) != "accepted"


def test_a_parameter_in_memory_is_changed_by_each_call(tmp_path: Path) -> None:
    text = """int g(int p) { int *q = &p; return *q; }
              int main(void) { int y = 0; g(y); while (__VERIFIER_nondet_int()) g(++y); if (y == 5) reach_error(); }"""
    assert at_head(tmp_path, text, ("==", v("g::p"), v("main::y"))) != "accepted"


def test_a_contract_says_nothing_of_memory(tmp_path: Path) -> None:
    """That an element exists was not shown where nobody knew where the pointer leads, and then taken for granted where it was."""
    text = f"int *P, A; {COUNTS_DOWN} int main(void) {{ P = &A; f(__VERIFIER_nondet_int()); reach_error(); }}"
    looks = ("==", ("element", v("P"), number(100), "int"), number(0))
    assert word(check(Read(tmp_path, text).program, Proof((), contracts=(told(("|", looks, YES)),)))) != "accepted"
