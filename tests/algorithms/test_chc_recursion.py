"""Functions that call themselves, as Horn clauses: from C text to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.result import ProofAccepted, Result, TrueVerdict, Unknown
from whet.task.task import Task

PROVED = {
    "sum": """
        unsigned sum(unsigned n, unsigned m) { if (m == 0) return n; return sum(n + 1, m - 1); }
        int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = a / 3; if (sum(a, b) != a + b) reach_error(); }
    """,
    "fibonacci": """
        int fib(int n) { if (n < 2) return 1; int r = fib(n - 1) + fib(n - 2); return r > 1000 ? 1000 : r; }
        int main(void) { int r = fib(__VERIFIER_nondet_int()); if (r < 1 || r > 1000) reach_error(); }
    """,
    "ackermann": """
        int ack(int m, int n) { if (m == 0) return n == 100 ? n : n + 1; return ack(m - 1, n == 0 ? 1 : ack(m, n - 1)); }
        int main(void) {
            int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
            if (m >= 0 && n >= 0 && n <= 100 && ack(m, n) > 100) reach_error();
        }
    """,
    "even and odd": """
        int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }
        int odd(int n) { if (n == 0) return 0; return even(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && even(n) != (n % 2 == 0)) reach_error(); }
    """,
    "mccarthy": """
        int mc(int x) { if (x > 100) return x - 10; return mc(mc(x + 11)); }
        int main(void) { int x = __VERIFIER_nondet_int(), r = mc(x); if (r != 91 && (x <= 101 || r != x - 10)) reach_error(); }
    """,
    "a global": """
        unsigned g; void inc(unsigned n) { if (n == 0) return; g++; inc(n - 1); }
        int main(void) { unsigned n = __VERIFIER_nondet_uint(); g = 5; inc(n); if (g != n + 5) reach_error(); }
    """,
    "a loop around the call, and one around all": """
        int g; int f(int n) { int i = 0; while (i < n) { i++; if (__VERIFIER_nondet_int()) g = f(n - 1); } return i; }
        int main(void) { while (1) { int n = __VERIFIER_nondet_int(); if (n >= 0 && f(n) != n) reach_error(); } }
    """,
    "an error inside": """
        void f(int n) { if (n > 10) reach_error(); if (n < -1000000) return; f(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n <= 10) f(n); }
    """,
    "a function between": """
        int f(int n); int half(int n) { return f(n - 1); } int f(int n) { if (n <= 0) return 3; return half(n); }
        int main(void) { if (f(__VERIFIER_nondet_int()) != 3) reach_error(); }
    """,
    "main": "int n; int main(void) { if (n < 0) reach_error(); if (n < 1000000) { n++; main(); } return 0; }",
}

NOT_PROVED = {
    "a wrong bound": """
        int fib(int n) { if (n < 2) return 1; int r = fib(n - 1) + fib(n - 2); return r > 1000 ? 1000 : r; }
        int main(void) { if (fib(__VERIFIER_nondet_int()) > 999) reach_error(); }
    """,
    "the sum wraps around": """
        unsigned f(unsigned n) { if (n == 0) return 0; return f(n - 1) + 1000000; }
        int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (f(n) < n) reach_error(); }
    """,
    "the result is narrowed": """
        char f(int n) { if (n <= 0) return 100; return f(n - 1) + 1; }
        int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); }
    """,
    "the callee changes a global": """
        int g; void inc(int n) { if (n <= 0) return; inc(n - 1); g++; }
        int main(void) { g = 0; inc(__VERIFIER_nondet_int()); if (g > 2) reach_error(); }
    """,
    "a callee of the callee changes a global": """
        int g; void set(void) { g = 3; } void f(int n) { if (n <= 40) { set(); return; } f(n - 1); }
        int main(void) { g = 0; f(__VERIFIER_nondet_int()); if (g == 3) reach_error(); }
    """,
    "a global is changed by turns": """
        int g; void b(int n); void a(int n) { if (n > 0) b(n - 1); g = 1; } void b(int n) { if (n > 0) a(n - 1); g = 2; }
        int main(void) { int n = __VERIFIER_nondet_int(); a(n); b(n); if (g == 2) reach_error(); }
    """,
    "a variable of the function lives as long as the program": """
        int f(int n) { static int c; c++; if (n > 0) f(n - 1); return c; }
        int main(void) { int n = __VERIFIER_nondet_int(); f(n); if (f(0) > 3) reach_error(); }
    """,
    "in a loop": """
        int g; void f(int n) { if (n <= 0) { g = 4; return; } f(n - 1); }
        int main(void) { g = 0; for (int i = 0; __VERIFIER_nondet_int(); i++) f(i); if (g == 4) reach_error(); }
    """,
    "nothing is returned": """
        int f(int n) { if (n > 5) return f(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); int a = f(n), b = f(n); if (a != b) reach_error(); }
    """,
    "through a pointer": """
        int (*p)(int); int f(int n) { if (n <= 0) return 0; return p(n - 1); } int h(int n) { return 7; }
        int main(void) { p = f; int a = f(__VERIFIER_nondet_int()); p = h; if (f(__VERIFIER_nondet_int()) == 7) reach_error(); }
    """,
    "an address of each call": """
        int f(int *p, int n) { int x; if (p && p != &x) reach_error(); return n > 0 ? f(&x, n - 1) : 0; }
        int main(void) { f(0, __VERIFIER_nondet_int()); }
    """,
    "an array": """
        int a[4]; void f(int n) { if (n <= 0) { a[1] = 3; return; } f(n - 1); }
        int main(void) { f(__VERIFIER_nondet_int()); if (a[1] == 3) reach_error(); }
    """,
}
NOT_SAID = {
    "pointer": """
        int (*p)(int); int f(int n) { return n <= 0 ? 0 : p(n - 1); }
        int main(void) { p = f; if (f(__VERIFIER_nondet_int())) reach_error(); }
    """,
    "'x' in memory": """
        int f(int *p, int n) { int x = 0; return n > 0 ? f(&x, n - 1) : *p; }
        int main(void) { int x = 0; if (f(&x, __VERIFIER_nondet_int())) reach_error(); }
    """,
    "touches memory": """
        int a[4]; int f(int n) { return n <= 0 ? a[0] : f(n - 1); }
        int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); }
    """,
}
ORDER = """
int g; int f(int n) { g = g + 1; if (n <= 0) return g; return f(n - 1); }
int main(void) { g = 0; int n = __VERIFIER_nondet_int(), r = f(n) - g; if (r != 0) reach_error(); }
"""
"""No error if the call comes first."""
NARROW = """
int f(int n) { if (n <= 0) return 2147483600; return f(n - 1) + 1; }
int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); }
"""
"""Over integers there is no error."""


def verified(folder: Path, text: str, *overrides: str, context: Context | None = None) -> Result:
    configuration = load_configuration("chc", ["chc.deepest=3", *overrides])
    return engine.run(read(text, folder), Task(files=("program.c",)), configuration, context or Context())


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved_and_the_check_of_proofs_agrees(tmp_path: Path, name: str) -> None:
    result = verified(tmp_path, PROVED[name])
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.evidence, Proof)
    assert result.evidence.contracts
    assert isinstance(result.proof_check, ProofAccepted)


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_wrong_is_not_proved(tmp_path: Path, name: str) -> None:
    assert not isinstance(verified(tmp_path, NOT_PROVED[name], "chc.patience=0.2s", "chc.deepest=1").verdict, TrueVerdict)


@pytest.mark.parametrize("why", NOT_SAID)
def test_where_a_summary_says_too_little_there_is_none(tmp_path: Path, why: str) -> None:
    verdict = verified(tmp_path, NOT_SAID[why], "chc.deepest=1").verdict
    assert isinstance(verdict, Unknown)
    assert why in verdict.detail


def test_an_order_of_evaluation_that_matters_is_told_with_the_proof(tmp_path: Path) -> None:
    result = verified(tmp_path, ORDER)
    assert any("the operands are evaluated left to right" in each.what for each in result.assumptions)


def test_the_contract_says_what_the_call_makes_of_its_arguments(tmp_path: Path) -> None:
    evidence = verified(tmp_path, PROVED["a global"]).evidence
    assert isinstance(evidence, Proof)
    (contract,) = evidence.contracts
    assert contract.function == "inc"
    assert r"\old(n)" in contract.ensures
    assert r"\old(g)" in contract.ensures


def test_what_becomes_of_solutions_over_integers_is_counted(tmp_path: Path) -> None:
    context = Context()
    verified(tmp_path, PROVED["sum"], "chc.arithmetic=integers", context=context)
    assert context.statistics.dotted() == {"chc.solutions.integers": 1, "chc.solutions.kept": 1}


def test_a_solution_that_holds_over_integers_only_is_counted_with_the_reason(tmp_path: Path) -> None:
    context = Context()
    verified(tmp_path, NARROW, "chc.patience=0.5s", "chc.deepest=1", "chc.arithmetic=integers", context=context)
    counts = context.statistics.dotted()
    assert counts["chc.solutions.integers"] > 0
    assert "chc.solutions.kept" not in counts
    assert sum(counts.values()) == 2 * counts["chc.solutions.integers"], "each has one outcome"
