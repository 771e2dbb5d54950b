"""Bounded model checking from C text to a verdict."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.algorithms.base_case import BaseCase, Open
from whet.algorithms.targets import targets_of
from whet.checks.insertion import put_checks
from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Counterexample, Unrolled
from whet.core.result import FalseVerdict, Reason, Result, TrueVerdict, Unknown
from whet.solvers.port import FailureReason, NoAnswer, SolverAnswer
from whet.solvers.stacked import StackedSolver
from whet.solvers.terms.term import Term
from whet.task.task import Task

COUNTER = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (n > MOST) return 0;
    while (i < n) i++;
    if (i == 20) reach_error();
}
"""
ENDLESS = "int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { x = (x + 2) & 1023; if (x == 77) reach_error(); } }"


def verified(text: str, folder: Path, *overrides: str, context: Context | None = None) -> Result:
    task = Task(files=("program.c",))
    return engine.run(read(text, folder), task, load_configuration("bmc", overrides), context or Context())


def test_a_loop_that_is_unrolled_to_its_end_is_proved(tmp_path: Path) -> None:
    context = Context()
    result = verified(COUNTER.replace("MOST", "19"), tmp_path, context=context)
    assert result.verdict == TrueVerdict()
    evidence = result.evidence
    assert isinstance(evidence, Unrolled)
    assert evidence.turns >= 19
    assert evidence.edges == context.statistics.to_dict()["unrolled_edges"] > 40


def test_an_error_after_twenty_turns_is_found(tmp_path: Path) -> None:
    result = verified(COUNTER.replace("MOST", "1000"), tmp_path)
    assert isinstance(result.verdict, FalseVerdict)
    assert [given.value for given in result.verdict.inputs] == [20]
    assert isinstance(result.evidence, Counterexample)


@pytest.mark.parametrize("bound", [1, 5, 6])
def test_loops_are_not_unrolled_beyond_the_bound(bound: int, tmp_path: Path) -> None:
    context = Context()
    result = verified(ENDLESS, tmp_path, f"bmc.bound={bound}", context=context)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.BOUND
    assert context.statistics.to_dict()["bound"] == bound
    assert result.evidence is None


def test_an_error_within_the_bound_is_found(tmp_path: Path) -> None:
    text = COUNTER.replace("MOST", "1000")
    assert isinstance(verified(text, tmp_path, "bmc.bound=20").verdict, FalseVerdict)
    assert isinstance(verified(text, tmp_path, "bmc.bound=18").verdict, Unknown)


def test_bounds_grow_up_to_the_last_one(tmp_path: Path) -> None:
    base = BaseCase(Problem(read(ENDLESS, tmp_path), Task(files=("program.c",)), load_configuration("bmc")), Context())
    assert list(islice(base.bounds(), 7)) == [1, 2, 3, 4, 6, 9, 13]
    assert list(base.bounds(5)) == [1, 2, 3, 4, 5]
    assert list(base.bounds(1)) == [1]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question that may be put off takes too long."""
    check = StackedSolver.check

    def checked(self: StackedSolver, *assumptions: Term, limit: float | None = None) -> SolverAnswer:
        return check(self, *assumptions) if limit is None else NoAnswer(FailureReason.TIME_LIMIT)

    monkeypatch.setattr(StackedSolver, "check", checked)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("error", "verdict"), [("s == 7", FalseVerdict), ("s == 11", TrueVerdict)])
def test_questions_that_were_put_off_are_asked_in_the_end(error: str, verdict: type, tmp_path: Path) -> None:
    text = f"""
    int main(void) {{
        unsigned s = 0;
        for (int i = 0; i < 5; i++) {{ unsigned x = __VERIFIER_nondet_uint(); if (x < 3) s += x; if ({error}) reach_error(); }}
    }}"""
    assert isinstance(verified(text, tmp_path).verdict, verdict)


@pytest.mark.usefixtures("impatient")
def test_bounds_double_while_questions_are_put_off(tmp_path: Path) -> None:
    program = read(ENDLESS.replace("x + 2", "x + __VERIFIER_nondet_int()"), tmp_path)
    put_checks(program, targets_of(Task(files=()).property))
    base = BaseCase(Problem(program, Task(files=("program.c",)), load_configuration("bmc")), Context())
    seen = []
    for bound in base.bounds(9):
        seen.append(bound)
        assert base.within(bound) == Open()
    assert seen == [1, 2, 4, 8, 9]


def test_turns_that_constants_ask_for_are_no_matter_of_the_bound(tmp_path: Path) -> None:
    text = "int main(void) { int s = 0; for (int i = 0; i < 40; i++) s += 2; if (s != 80) reach_error(); }"
    result = verified(text, tmp_path, "bmc.bound=1")
    assert result.verdict == TrueVerdict()
    assert isinstance(result.evidence, Unrolled)
    assert result.evidence.turns == 1


@pytest.mark.parametrize("calls", [5, 40])
def test_recursion_is_unrolled_like_a_loop(calls: int, tmp_path: Path) -> None:
    text = f"""
    int f(int n) {{ return n > 0 ? f(n - 1) + 1 : 0; }}
    int main(void) {{ int n = __VERIFIER_nondet_int(); if (n < 0 || n > {calls}) return 0; if (f(n) != n) reach_error(); }}
    """
    assert verified(text, tmp_path).verdict == TrueVerdict()


UNSUPPORTED = """
int main(void) {
    int x = __VERIFIER_nondet_int(), buffer[64];
    if (x > 3 WAY) setjmp(buffer);
    if (x == 3 && x == 4) reach_error();
}
"""


def test_what_is_not_supported_proves_nothing(tmp_path: Path) -> None:
    result = verified(UNSUPPORTED.replace("WAY", ""), tmp_path)
    assert isinstance(result.verdict, Unknown)
    assert result.verdict.reason is Reason.NOT_SUPPORTED
    assert "setjmp" in result.verdict.detail


def test_what_is_not_supported_does_no_harm_where_no_run_comes(tmp_path: Path) -> None:
    assert verified(UNSUPPORTED.replace("WAY", "&& x < 3"), tmp_path).verdict == TrueVerdict()


def test_a_second_run_does_the_same(tmp_path: Path) -> None:
    text = """
    int f(int n) { return n > 0 ? f(n - 1) + 1 : 0; }
    int main(void) {
        int a[4] = {0}, n = __VERIFIER_nondet_int(); unsigned i = __VERIFIER_nondet_uint();
        for (int k = 0; k < n && k < 6; k++) if (i < 4) a[i] += f(k);
        if (a[1] == 3) reach_error();
    }
    """
    contexts = Context(), Context()
    one, other = (verified(text, tmp_path, context=context) for context in contexts)
    assert one.verdict == other.verdict
    assert one.evidence == other.evidence
    counts = [_counts(context) for context in contexts]
    assert counts[0] == counts[1]
    assert counts[0]["unrolled_edges"]


def _counts(context: Context) -> dict[str, float]:
    return {name: value for name, value in context.statistics.to_dict().items() if "seconds" not in name}
