"""The interval analysis on small programs: what it proves, what it must not, and that one which claims too much is caught."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.contracts.contracts import Contract, Subject, claims_are_true, states_describe_executions
from whet.analyses.interval.analysis import IntervalAnalysis
from whet.analyses.interval.precision import IntervalPrecision
from whet.analyses.interval.state import Env, IntervalDomain, IntervalState
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Var
from whet.cfa.model import Edge, Node
from whet.cfa.operations import Assume
from whet.core.configuration import load_configuration
from whet.core.evidence import Proof
from whet.core.interfaces import Post
from whet.core.result import FalseVerdict, ProofUnchecked, Reason, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.session.session import verify
from whet.task.task import Task

PRELUDE = """extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int); extern void reach_error(void); extern void abort(void);
static void assume_abort_if_not(int cond) { if (!cond) abort(); }
struct pair { int first; int second; };
"""
SAFE = {
    "bounds of a loop": "int i; for (i = 0; i < 10; i++) { if (i > 9) reach_error(); } if (i != 10) reach_error();",
    "loop that counts down": "int n = ANY; __VERIFIER_assume(n < 50); while (n-- > 0) if (n < 0) reach_error();",
    "condition handed to a function": "int x = ANY; assume_abort_if_not(x > 3); if (x < 4) reach_error();",
    "conjunction handed to a function": ("int x = ANY; assume_abort_if_not(x > 3 && x < 9); if (x < 4 || x > 8) reach_error();"),
    "values between which there is nothing": (
        "int s = 1; if (ANY) s = 7; while (ANY) s = s == 1 ? 7 : 1; if (s == 4) reach_error();"
    ),
    "wrap-around": "unsigned char c = 250; c = c + 10; if (c != 4) reach_error();",
    "unsigned comparison": "unsigned u = __VERIFIER_nondet_uint(); if (u - 1 < 5u) { if (u == 0 || u > 5) reach_error(); }",
    "mask": "int x = ANY; if ((x & 7) > 7) reach_error();",
    "bits that are set": (
        "unsigned x = 0; while (ANY) { int b = ANY; if (b >= 0 && b < 4) x |= 1u << b; } if (x > 15) reach_error();"
    ),
    "remainder": "unsigned x = __VERIFIER_nondet_uint(); if (x % 10 > 9) reach_error();",
    "members of structures": "struct pair p, q; p.first = 1; p.second = 2; q = p; if (q.second != 2) reach_error();",
    "elements of arrays": "int a[3] = {1, 2, 3}; if (a[1] != 2) reach_error();",
    "null pointer": "int *p = 0; int x = 0; if (p) reach_error(); p = &x; if (!p) reach_error();",
    "floats": "double d = __VERIFIER_nondet_double(); if (d >= 0 && d <= 1) { d = d * 2; if (d < 0 || d > 2) reach_error(); }",
}
UNSAFE = {
    "overflow that wraps around": "unsigned u = __VERIFIER_nondet_uint(); if (u + 1 < 1) reach_error();",
    "bits that are set": (
        "unsigned x = 0; while (ANY) { int b = ANY; if (b >= 0 && b < 4) x |= 1u << b; } if (x > 14) reach_error();"
    ),
    "address that is taken": "int x = 0; int *p = &x; *p = 1; if (x) reach_error();",
    "element whose index is not known": (
        "int a[2] = {0, 0}; int i = ANY; __VERIFIER_assume(i >= 0 && i < 2); a[i] = 1; if (a[1]) reach_error();"
    ),
    "condition whose variable was changed since": ("int x = ANY; int c = x > 3; x = ANY; if (c) { if (x < 4) reach_error(); }"),
    "NaN": "double d = __VERIFIER_nondet_double(); if (!(d <= 1)) { if (!(d > 1)) reach_error(); }",
    "union": "union { int i; unsigned char b[4]; } u; u.i = 0; u.b[0] = 1; if (u.i) reach_error();",
    "recursion": "extern int deep(int); if (deep(2) != 2) reach_error();",
}
DEEP = "int deep(int n) { int kept = n; if (n > 0) deep(n - 1); return kept + (n == 2 ? 1 : 0); }"


def verified(body: str, folder: Path, preset: str = "interval", *overrides: str) -> Result:
    path = folder / "program.c"
    path.write_text(
        PRELUDE
        + (DEEP if "deep(" in body else "")
        + f"int main(void) {{ {body} return 0; }}".replace("ANY", "__VERIFIER_nondet_int()")
    )
    return verify(Task(files=(str(path),)), load_configuration(preset, overrides))


@pytest.mark.parametrize("name", SAFE)
def test_proves(name: str, tmp_path: Path) -> None:
    assert isinstance(verified(SAFE[name], tmp_path).verdict, TrueVerdict)


@pytest.mark.parametrize("preset", ["interval", "df"])
@pytest.mark.parametrize("name", UNSAFE)
def test_proves_nothing_that_is_wrong(name: str, preset: str, tmp_path: Path) -> None:
    assert isinstance(verified(UNSAFE[name], tmp_path, preset).verdict, FalseVerdict | Unknown)


LOCK = "int lock = 0, old = 0; if (ANY) { lock = 1; old = 1; } if (old) { if (!lock) reach_error(); }"


@pytest.mark.parametrize(("important", "is_proved"), [("0", False), ("1", True), ("all", True)])
def test_important_variables_keep_states_apart(important: str, is_proved: bool, tmp_path: Path) -> None:
    result = verified(LOCK, tmp_path, "interval", f"interval.important={important}")
    assert isinstance(result.verdict, TrueVerdict) == is_proved


@pytest.mark.parametrize(("widening", "is_proved"), [("yes", False), ("no", True)])
def test_without_widening_intervals_grow_step_by_step(widening: str, is_proved: bool, tmp_path: Path) -> None:
    body = "int i = 0; while (i < 6) i = i + 4; if (i != 8) reach_error();"
    result = verified(body, tmp_path, "interval", f"interval.widening={widening}")
    assert isinstance(result.verdict, TrueVerdict) == is_proved


@pytest.mark.parametrize(("widening", "is_proved"), [("plain", False), ("yes", True)])
def test_plain_widening_goes_to_the_end_of_the_type_and_not_to_the_number_in_a_condition(
    widening: str, is_proved: bool, tmp_path: Path
) -> None:
    body = "int i = 0; while (ANY) { if (i < 9) i = i + 1; } if (i > 9) reach_error();"
    result = verified(body, tmp_path, "interval", f"interval.widening={widening}")
    assert isinstance(result.verdict, TrueVerdict) == is_proved


def test_a_proof_tells_the_ends_of_intervals(tmp_path: Path) -> None:
    evidence = verified(SAFE["bounds of a loop"], tmp_path).evidence
    assert isinstance(evidence, Proof)
    assert any("i >= 0 && i <= 10" in each.text for each in evidence.invariants)


def test_flags_near_an_error_come_first(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    body = "int n = 0, far = 0, near = 0; if (far) n = 1; while (n < 9) n++; if (near) reach_error(); return 0;"
    path.write_text(PRELUDE + f"int main(void) {{ {body} }}")
    analysis = IntervalAnalysis(parse_file(str(path)))
    precision, order = analysis.initial_precision(), []
    while (following := analysis.sharper(precision)) is not None:
        order = [analysis.places.table[number].variable.name for number in following.important]
        precision = following
    assert order.index("far") < order.index("n")
    assert order.index("near") < order.index("n")
    assert precision == IntervalPrecision(precision.important, widening=False)


# ------------------------------------------------------------------------------------------------------------ faults

STOPS_TOO_EARLY = {
    "all is told": ("int n = ANY, i = 0; while (i < n) i++; if (i > 3) reach_error();", Reason.REJECTED),
    "parts are told of by others": ("int a[2] = {ANY, 0}; while (a[1] < a[0]) a[1]++; if (a[1] > 3) reach_error();", None),
}


@pytest.mark.parametrize("name", STOPS_TOO_EARLY)
def test_wrong_proof_is_rejected_where_states_tell_all_they_know(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, reason = STOPS_TOO_EARLY[name]
    monkeypatch.setattr(IntervalDomain, "leq", lambda self, *, lhs, rhs: True)
    monkeypatch.setattr(IntervalDomain, "join", lambda self, a, b: b)
    result = verified(body, tmp_path)
    if reason is None:
        assert isinstance(result.proof_check, ProofUnchecked)
    else:
        assert isinstance(result.verdict, Unknown)
        assert result.verdict.reason is reason


class ClaimsTooMuch(IntervalAnalysis):
    """Says of each number that it is below the greatest one it may be."""

    def claim(self, state: IntervalState, location: Node) -> Expr | None:
        values: Env = {
            number: ((low, high - 1),)
            for number, known in state.values.items()
            if number >= 0 and len(known) == 1 and (low := known[0][0]) < (high := known[0][1])
        }
        return super().claim(IntervalState(values), location)


class LearnsTooMuch(IntervalAnalysis):
    """Believes after every assumption that what is compared with a constant equals it."""

    def post(self, edge: Edge) -> Post[IntervalState, IntervalPrecision] | None:
        post = super().post(edge)
        match edge.operation:
            case Assume(condition=Binary(op=BinaryOp.GT | BinaryOp.LT, left=Var() as left, right=Const(value=value)), truth=True):
                number = self.places.fixed(left)

                def run(state: IntervalState, precision: IntervalPrecision) -> Sequence[IntervalState]:
                    found = () if post is None else post(state, precision)
                    return [IntervalState({**each.values, number: ((value, value),)}) for each in found if number is not None]

                return run
            case _:
                return post


@pytest.mark.parametrize(
    ("made", "contract"), [(ClaimsTooMuch, claims_are_true), (LearnsTooMuch, states_describe_executions)], ids=["claim", "state"]
)
def test_an_analysis_that_claims_too_much_is_caught(made: type[IntervalAnalysis], contract: Contract) -> None:
    with pytest.raises(AssertionError):
        _on_some_samples(contract, Subject(made.__name__, made))


def _on_some_samples(contract: Contract, subject: Subject) -> None:
    for sample in ("loop", "branches", "calls"):
        contract(subject, sample)
