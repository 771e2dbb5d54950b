"""Checks that intervals show to hold are left out, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms import discharging
from whet.algorithms.targets import targets_of
from whet.analyses.heap.analysis import HeapAnalysis
from whet.cfa.export import to_dot
from whet.cfa.sites import hold, put_back, put_in, sites_of
from whet.checks.insertion import put_checks
from whet.core.configuration import load_configuration
from whet.core.evidence import Proof
from whet.core.result import FalseVerdict, ProofAccepted, Reason, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.proofs import heaps
from whet.session.session import verify
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

HOLDS = "int a[8]; int main(void) { int s = 0; for (int i = 0; i < 8; i++) { s = i * 3; a[i] = s; } return s; }"
FAILS = "int a[8]; int main(void) { int s = 0; for (int i = 0; i <= 8; i++) { s = i * 3; a[i] = s; } return s; }"
GAP = """extern int __VERIFIER_nondet_int(void); int f(int n) { return n ? f(n - 1) : 0; }
int main(void) { int x = __VERIFIER_nondet_int(); return 7 / (f(x) + 2); }"""


IN_RANGE = """#include <assert.h>
extern int __VERIFIER_nondet_int(void); int main(void) { int i = 0;
while (__VERIFIER_nondet_int()) { if (i < 3) i++; int j = i; if (__VERIFIER_nondet_int()) assert(i == j && i <= LIMIT); } }"""
"""Any number of iterations may pass without a look at i, and intervals do not show that i and j are equal."""


def result_of(folder: Path, text: str, *options: str) -> Result:
    (folder / "p.c").write_text(text)
    wanted = read_property(property_name(["overflow", "memory", "division"]))
    configuration = load_configuration("refsel", ["limits.cpu_time=20s", *options])
    return verify(Task(files=(str(folder / "p.c"),), property=wanted), configuration)


def test_all_checks_of_a_bounded_loop_are_left_out(tmp_path: Path) -> None:
    result = result_of(tmp_path, HOLDS)
    assert isinstance(result.verdict, TrueVerdict)
    assert result.statistics["checks"] == result.statistics["discharged_checks"] != 0
    assert isinstance(result.evidence, Proof)
    assert any("i" in each.text for each in result.evidence.invariants)
    assert result.checked is not None
    assert result.checked.sites == ()


def test_proof_is_checked_with_what_was_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody takes checks out that do not hold: the proof of what remains says nothing of them."""
    text = "extern int __VERIFIER_nondet_int(void); int main(void) { return 100 / __VERIFIER_nondet_int(); }"
    assert isinstance(result_of(tmp_path, text).verdict, FalseVerdict)
    monkeypatch.setattr(discharging, "reached_errors", lambda exploration: frozenset())
    result = result_of(tmp_path, text)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.REJECTED


def test_what_is_put_back_is_gone_again_afterwards(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HOLDS)
    program = parse_file(str(tmp_path / "p.c"))
    put_checks(program, targets_of(read_property("no-overflow")))
    whole = to_dot(program)
    sites = sites_of(program)
    left = hold(program, put_in(program))
    without = to_dot(program)
    assert sites_of(program) == {}
    with put_back(program, left):
        assert sites_of(program).keys() == sites.keys()
        assert sorted(to_dot(program).splitlines()) == sorted(whole.splitlines())
    assert to_dot(program) == without != whole


def test_check_that_fails_is_kept(tmp_path: Path) -> None:
    result = result_of(tmp_path, FAILS)
    assert isinstance(result.verdict, FalseVerdict)
    assert result.verdict.check == "memory"
    assert result.statistics["discharged_checks"] != result.statistics["checks"]


@pytest.mark.parametrize("option", ["checks.discharge=no", "checks.discharge_states=3"])
def test_nothing_is_left_out_if_nobody_may_look_or_not_long_enough(tmp_path: Path, option: str) -> None:
    result = result_of(tmp_path, HOLDS, option)
    assert result.statistics.get("discharged_checks", 0) == 0
    assert isinstance(result.verdict, TrueVerdict)


def test_more_checks_may_take_more_states(tmp_path: Path) -> None:
    """The bound is for 20 checks: with 60 checks, three times as many states are explored."""
    many = "int f(int n) { return n + 1; } int main(void) { int s = 0;" + "s = f(s) + 1;" * 60 + "return s; }"
    assert result_of(tmp_path, many, "checks.discharge_states=150").statistics["discharged_checks"] != 0
    few = many.replace("s = f(s) + 1;" * 60, "s = f(s);" * 60)
    assert result_of(tmp_path, few, "checks.discharge_states=150").statistics["discharged_checks"] == 0


def test_looking_takes_a_part_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = "int f(int n) { return n + 1; } int main(void) { int s = 0;" + "s = f(s);" * 60 + "return s; }"
    assert result_of(tmp_path, many).statistics["discharged_checks"] != 0
    monkeypatch.setitem(discharging._SHARES, "interval", 1e-9)
    assert result_of(tmp_path, many).statistics["discharged_checks"] == 0


def test_nothing_is_left_out_where_the_exploration_has_a_gap(tmp_path: Path) -> None:
    assert result_of(tmp_path, GAP).statistics["discharged_checks"] == 0


def test_nothing_is_done_where_no_operation_is_checked(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HOLDS)
    result = verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration("refsel"))
    assert "discharging_seconds" not in result.statistics


LIST = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
    while (list) { struct node *next = list->next; free(list); list = next; }
    return 0;
}"""


def test_checks_of_a_list_are_left_out(tmp_path: Path) -> None:
    result = result_of(tmp_path, LIST)
    assert isinstance(result.verdict, TrueVerdict)
    assert result.statistics["checks"] == result.statistics["discharged_checks"] != 0
    assert result.checked is not None
    assert "checks proved by intervals and graphs of the heap" in str(result.checked)


def test_checks_of_a_list_are_left_out_where_one_is_not_proved(tmp_path: Path) -> None:
    result = result_of(tmp_path, LIST.replace("return 0", "return list->next != 0"))
    assert isinstance(result.verdict, FalseVerdict)
    assert result.statistics["discharged_checks"] not in (0, result.statistics["checks"])


@pytest.mark.parametrize(("limit", "is_safe"), [("n < 9", True), ("n < 11", False)])
def test_others_prove_the_checks_that_heaps_do_not(limit: str, is_safe: bool, tmp_path: Path) -> None:
    other = f"int n = __VERIFIER_nondet_int(), a[8]; if (n > 0 && {limit} && n % 2 == 0) a[n / 2 + n / 2 - 1] = n; return 0;"
    result = result_of(tmp_path, LIST.replace("return 0;", other), "proofs.check=strict")
    assert isinstance(result.verdict, TrueVerdict) is is_safe
    assert result.statistics["discharged_checks"] not in (0, result.statistics["checks"])
    assert not is_safe or isinstance(result.proof_check, ProofAccepted)


def test_no_check_is_left_out_that_the_checker_of_heaps_does_not_exclude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heaps, "violations", lambda program, evidence, seconds: (frozenset(put_in(program)), ()))
    result = result_of(tmp_path, LIST.replace("return 0", "return list->next != 0"))
    assert isinstance(result.verdict, FalseVerdict)
    assert result.statistics["discharged_checks"] == 0


ONES = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) { struct node *n = malloc(sizeof *n); n->next = list; n->value = 1; list = n; }
    while (list) { if (list->value != 1) reach_error(); list = list->next; }
    return 0;
}"""


@pytest.mark.parametrize("value", [1, 2])
def test_heaps_prove_that_no_error_function_is_called(value: int, tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(ONES.replace("n->value = 1", f"n->value = {value}"))
    options = ["limits.cpu_time=20s", "proofs.check=strict"]
    result = verify(Task(files=(str(tmp_path / "p.c"),)), load_configuration("ki", options))
    assert isinstance(result.verdict, TrueVerdict if value == 1 else FalseVerdict)
    if value == 1:
        assert isinstance(result.proof_check, ProofAccepted)
        assert "1 of 1 checks proved by intervals and graphs of the heap" in str(result.checked)


def test_the_proof_that_checks_of_a_list_hold_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = result_of(tmp_path, LIST, "proofs.check=strict", "limits.cpu_time=10s")
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.proof_check, ProofAccepted)
    monkeypatch.setattr(HeapAnalysis, "symbolic_heap", lambda self, state: None)
    result = result_of(tmp_path, LIST, "proofs.check=strict", "limits.cpu_time=10s")
    assert not isinstance(result.verdict, TrueVerdict)


@pytest.mark.parametrize(("limit", "verdict"), [(3, TrueVerdict), (2, FalseVerdict)])
def test_k_induction_uses_what_intervals_found(limit: int, verdict: type, tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(IN_RANGE.replace("LIMIT", str(limit)))
    wanted = read_property(property_name(["assertion", "overflow"]))
    configuration = load_configuration("ki", ["limits.cpu_time=20s", "kinduction.deepest=4"])
    result = verify(Task(files=(str(tmp_path / "p.c"),), property=wanted), configuration)
    assert isinstance(result.verdict, verdict)
