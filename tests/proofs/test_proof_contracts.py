"""Contracts of functions in the check of proofs: right ones are accepted, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proofs.test_proofs import Read, check, number, word
from whet.cfa.trees import ExpressionTree
from whet.core.evidence import Contract, Proof
from whet.proofs.check import CheckRejected

YES = number(1)
IDENTITY = """
int f(int x) { if (x == 0) return 0; return f(x - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) != n) reach_error(); }
"""
COUNTS = """
int G; void set(int v) { G = v; } void f(int n) { if (n <= 0) { set(3); return; } f(n - 1); }
int main(void) { G = 0; f(__VERIFIER_nondet_int()); if (G WANTED) reach_error(); }
"""
NOT_NEGATIVE = """
int f(int x) { if (x < 0) reach_error(); if (x == 0) return 0; return f(x - STEP); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n >= FIRST) f(n); }
"""


def v(name: str) -> ExpressionTree:
    return ("var", name)


def result(function: str = "f") -> ExpressionTree:
    return v(f"{function}::__return")


def old(name: str, function: str = "f") -> ExpressionTree:
    return v(f"{function}::\\old({name})")


def told(ensures: ExpressionTree, requires: ExpressionTree = YES, function: str = "f") -> Contract:
    return Contract(function=function, requires="", requires_tree=requires, ensures="", ensures_tree=ensures)


def answer(folder: Path, text: str, *contracts: Contract, left_out: int = 0) -> str:
    return word(check(Read(folder, text).program, Proof((), left_out, contracts=contracts)))


def test_a_contract_of_a_function_that_calls_itself_is_shown_once(tmp_path: Path) -> None:
    assert answer(tmp_path, IDENTITY, told(("==", result(), old("x")))) == "accepted"


@pytest.mark.parametrize(
    ("ensures", "what"),
    [
        (("==", result(), number(0)), "f returns what its contract ensures"),
        (YES, "reach_error"),
        (number(0), "f returns what its contract ensures"),
        (("<=", result(), old("x")), "f returns what its contract ensures"),
    ],
)
def test_what_fails_is_named(tmp_path: Path, ensures: ExpressionTree, what: str) -> None:
    text = IDENTITY.replace("f(n) != n", "f(n) == 5 && n == 4")
    found = check(Read(tmp_path, text).program, Proof((), contracts=(told(ensures),)))
    assert isinstance(found, CheckRejected)
    assert what in found.what


def test_a_contract_that_leaves_something_out_is_not_rejected_for_that(tmp_path: Path) -> None:
    assert answer(tmp_path, IDENTITY, told(YES), left_out=1) == "undecided"


@pytest.mark.parametrize(("first", "step", "expected"), [("0", "1", "accepted"), ("-1", "1", "rejected"), ("0", "2", "rejected")])
def test_what_is_required_is_shown_at_every_call(tmp_path: Path, first: str, step: str, expected: str) -> None:
    text = NOT_NEGATIVE.replace("FIRST", first).replace("STEP", step)
    assert answer(tmp_path, text, told(YES, ("<=", number(0), v("f::x")))) == expected


@pytest.mark.parametrize(
    ("wanted", "ensures", "expected"),
    [
        ("!= 3", ("==", v("G"), number(3)), "accepted"),
        ("!= 3", YES, "rejected"),
        ("== 3", YES, "rejected"),
        ("== 3", ("==", v("G"), old("G")), "rejected"),
        ("== 3", ("==", v("G"), number(0)), "rejected"),
    ],
)
def test_what_callees_of_callees_change_is_forgotten(tmp_path: Path, wanted: str, ensures: ExpressionTree, expected: str) -> None:
    assert answer(tmp_path, COUNTS.replace("WANTED", wanted), told(ensures)) == expected


def test_a_global_that_nobody_changes_keeps_its_value(tmp_path: Path) -> None:
    text = "int G; int f(int n) { return n <= 0 ? G : f(n - 1); } int main(void) { G = 7; int r = f(__VERIFIER_nondet_int());"
    ends = " if (r != G || G != 7) reach_error(); }"
    assert answer(tmp_path, text + ends, told(("==", result(), v("G")))) == "accepted"


def test_a_loop_changes_what_contracts_leave_open(tmp_path: Path) -> None:
    text = """
    int G; void f(int n) { if (n <= 0) { G = 4; return; } f(n - 1); }
    int main(void) { G = 0; while (__VERIFIER_nondet_int()) f(__VERIFIER_nondet_int()); if (G == 4) reach_error(); }
    """
    assert answer(tmp_path, text, told(YES)) == "rejected"
    assert answer(tmp_path, text.replace("G == 4", "0"), told(YES)) == "accepted"


def test_two_functions_that_call_each_other(tmp_path: Path) -> None:
    text = """
    int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }
    int odd(int n) { if (n == 0) return 0; return even(n - 1); }
    int main(void) { if (even(__VERIFIER_nondet_int()) > 1) reach_error(); }
    """
    even, odd = (told(("<=", result(each), number(1)), function=each) for each in ("even", "odd"))
    assert answer(tmp_path, text, even, odd) == "accepted"
    wrong = told(("<=", result("odd"), number(0)), function="odd")
    assert answer(tmp_path, text, even, wrong) == "rejected"


@pytest.mark.parametrize(
    "text",
    [
        "int A[2]; int f(int n) { if (n > 0) f(n - 1); A[1] = 3; return 0; } int main(void) { f(5); if (A[1]) reach_error(); }",
        "int f(int *p, int n) { if (n > 0) f(p, n - 1); *p = 3; return 0; }"
        " int main(void) { int x = 0; f(&x, 2); if (x) reach_error(); }",
        "int f(int n) { int x = n, *p = &x; if (n > 0) f(n - 1); *p = 3; return x; }"
        " int main(void) { if (f(2) == 3) reach_error(); }",
        "int G; int h(int n) { G = 1; return 0; } int (*P)(int) = h; int f(int n) { if (n > 0) f(n - 1); return P(n); }"
        " int main(void) { f(2); if (G) reach_error(); }",
    ],
    ids=["array", "pointer", "local", "call through a pointer"],
)
def test_a_function_that_does_more_than_a_contract_says_has_none(tmp_path: Path, text: str) -> None:
    assert answer(tmp_path, text, told(YES)) == "undecided"


@pytest.mark.parametrize(
    "contract",
    [
        told(("==", v("f::x"), v("f::x"))),
        told(YES, ("==", result(), number(0))),
        told(("==", v("main::n"), number(0))),
        told(YES, function="g"),
        told(YES, ("==", old("x"), number(0))),
        told(("==", old("x", "g"), number(0))),
    ],
    ids=["a parameter at the end", "the result at the beginning", "another function", "no function", "before", "of another"],
)
def test_a_contract_about_something_else_is_no_contract(tmp_path: Path, contract: Contract) -> None:
    assert answer(tmp_path, IDENTITY, contract) == "undecided"
