"""Right proofs are accepted, and what is wrong with a proof is found."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.verdicts.programs import Expectation, KnownProgram, known_programs
from tests.verdicts.running import Word
from whet.algorithms.targets import targets_of
from whet.cfa.facts import Facts
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call, Operation
from whet.cfa.trees import ExpressionTree
from whet.checks.insertion import put_checks
from whet.core.configuration import load_configuration
from whet.core.evidence import Invariant, Proof, Spot, Unrolled
from whet.frontend.parse import parse_file
from whet.proofs.check import CheckAccepted, CheckAnswer, CheckRejected, CheckUndecided, check_proof
from whet.session.program import read_program
from whet.session.session import verify
from whet.task.properties import DEFAULT_PROPERTY, read_property
from whet.task.task import Task

DECLARED = """
extern void reach_error(void);
extern int nondet(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
"""
TRUE = Proof(())
COUNTS = """int main(void) { int i = -(__VERIFIER_nondet_int() & 7); while (i < 10) i++;
            if (i != 10) reach_error(); return 0; }"""
UNWOUND = "int main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }"


def check(program: Program, evidence: Proof | Unrolled, seconds: float = 20) -> CheckAnswer:
    until = time.monotonic() + seconds
    return check_proof(program, evidence, lambda: until - time.monotonic())


def word(found: CheckAnswer) -> str:
    match found:
        case CheckAccepted():
            return "accepted"
        case CheckUndecided():
            return "undecided"
        case CheckRejected():
            return "rejected"


def number(value: int, type: str = "int") -> ExpressionTree:
    return ("const", value, type)


def var(name: str) -> ExpressionTree:
    return ("var", name if "::" in name or name.isupper() else f"main::{name}")


class Read:
    """A program with its property, and invariants for its locations."""

    def __init__(self, folder: Path, text: str, property: str = "unreach-call") -> None:
        path = folder / "program.c"
        path.write_text(DECLARED + text, encoding="utf-8")
        self.program: Program = parse_file(str(path))
        put_checks(self.program, targets_of(read_property(property)))

    def at_loop(self, tree: ExpressionTree, *, function: str = "main", loop: int = 0) -> Proof:
        heads = sorted(Facts.of(self.program).loops(self.program.functions[function]).heads)
        return self._proof(function, heads[loop].number, tree)

    def at_entry(self, function: str, tree: ExpressionTree) -> Proof:
        entry = self.program.functions[function].entry
        assert entry is not None
        return self._proof(function, entry.number, tree)

    def _proof(self, function: str, node: int, tree: ExpressionTree) -> Proof:
        return Proof((Invariant(function=function, node=node, spot=Spot.LOOP_HEAD, place=None, text="", tree=tree),))

    def check(self, *proofs: Proof, left_out: int = 0, k: int = 1) -> str:
        return word(self.found(*proofs, left_out=left_out, k=k))

    def found(self, *proofs: Proof, left_out: int = 0, k: int = 1) -> CheckAnswer:
        return check(self.program, Proof(tuple(each for proof in proofs for each in proof.invariants), left_out, k))


def at_most(name: str, bound: int) -> ExpressionTree:
    return ("<=", var(name), number(bound))


# ----------------------------------------------------------------------------------------------------- obligations


def test_an_inductive_invariant_that_excludes_the_error_is_accepted(tmp_path: Path) -> None:
    read = Read(tmp_path, COUNTS)
    assert read.check(read.at_loop(at_most("i", 10))) == "accepted"


@pytest.mark.parametrize(
    ("tree", "what"),
    [
        (at_most("i", -1), "the invariant holds when the loop begins"),
        (at_most("i", 9), "the invariant holds after each turn"),
        (("!=", var("i"), number(5)), ""),
        (at_most("i", 11), "reach_error() is called does not happen"),
        (number(0), "the invariant holds when the loop begins"),
    ],
)
def test_the_obligation_that_fails_is_named(tmp_path: Path, tree: ExpressionTree, what: str) -> None:
    read = Read(tmp_path, COUNTS.replace("& 7", "& 3"))
    found = read.found(read.at_loop(tree))
    assert isinstance(found, CheckRejected), found
    assert found.what.startswith(what)


def test_without_the_invariant_the_error_can_be_reached_from_any_values(tmp_path: Path) -> None:
    assert Read(tmp_path, COUNTS).check() == "rejected"


def test_a_loop_that_constants_end_needs_no_invariant_but_a_wrong_one_is_found(tmp_path: Path) -> None:
    read = Read(tmp_path, UNWOUND)
    assert read.check() == "accepted"
    assert read.check(read.at_loop(at_most("i", 10))) == "accepted"
    assert read.check(read.at_loop(at_most("i", 9))) == "rejected"


def test_a_proof_that_leaves_something_out_is_not_rejected_for_that(tmp_path: Path) -> None:
    read = Read(tmp_path, COUNTS)
    assert read.check(left_out=1) == "undecided"
    assert read.check(read.at_loop(at_most("i", -8)), left_out=1) == "rejected", "a run shows that it is wrong"


def test_an_invariant_that_is_not_defined_everywhere_does_not_hold_there(tmp_path: Path) -> None:
    text = "int main(void) { int i = 1; while (__VERIFIER_nondet_int()) i = 0; return 0; }"
    read = Read(tmp_path, text)
    assert read.check(read.at_loop(("==", ("/", number(1), var("i")), number(1)))) == "rejected"


def test_a_proof_by_k_induction_needs_its_k(tmp_path: Path) -> None:
    text = """int main(void) { int a = 0, b = 0, c = 0;
              while (__VERIFIER_nondet_int()) { if (c) reach_error(); c = b; b = a; a = 0; } return 0; }"""
    read = Read(tmp_path, text)
    assert [read.check(k=k) for k in (1, 2, 3, 4)] == ["rejected", "rejected", "rejected", "accepted"]
    assert Read(tmp_path, text.replace("a = 0, b", "a = 1, b")).check(k=4) == "rejected", "the first turns count, too"


def test_what_was_unrolled_is_unrolled_again(tmp_path: Path) -> None:
    text = """int main(void) { int n = __VERIFIER_nondet_int() & 15, i = 0; while (i < n) i++;
              if (i > X) reach_error(); return 0; }"""
    right = Read(tmp_path, text.replace("X", "15")).program
    assert word(check(right, Unrolled(16, 1))) == "accepted"
    assert word(check(right, Unrolled(4, 1))) == "accepted", "constants may ask for more turns there"
    assert word(check(right, Unrolled(1, 1))) == "rejected", "some runs go on"
    assert word(check(Read(tmp_path, text.replace("X", "14")).program, Unrolled(16, 1))) == "rejected"


def test_nobody_gets_where_the_invariant_is_zero(tmp_path: Path) -> None:
    text = "void f(void) { reach_error(); } int main(void) { if (X) f(); return 0; }"
    for condition, expected in (("0", "accepted"), ("__VERIFIER_nondet_int()", "rejected")):
        read = Read(tmp_path, text.replace("X", condition))
        assert read.check(read.at_entry("f", number(0))) == expected


def test_each_of_two_nested_loops_has_its_invariant(tmp_path: Path) -> None:
    text = """int main(void) { int i, j, n = __VERIFIER_nondet_int();
              for (i = 0; i < 30; i++) for (j = 0; j < n; j++) if (i > 29) reach_error();
              if (i != 30) reach_error(); return 0; }"""
    read = Read(tmp_path, text.replace("i = 0", "i = -(n & 63)"))
    outer, inner = read.at_loop(at_most("i", 30)), read.at_loop(at_most("i", 29), loop=1)
    assert read.check(outer, inner) == "accepted"
    assert read.check(outer) == "accepted", "the inner loop does not change i"
    assert read.check(inner) == "rejected"


@pytest.mark.parametrize(("most", "is_right"), [(39, True), (38, False)])
def test_nested_loops_that_constants_end_are_taken_by_what_is_claimed(tmp_path: Path, most: int, is_right: bool) -> None:
    loops = "".join(f"for ({x} = 0; {x} < 20; {x}++) " for x in "bcd")
    text = f"int main(void) {{ int a, b, c, d; for (a = 0; a < 40; a++) {loops} if (a > {most}) reach_error(); return 0; }}"
    read = Read(tmp_path, text)
    claims = tuple(each for loop in range(4) for each in read.at_loop(at_most("a", 40), loop=loop).invariants)
    assert (word(check(read.program, Proof(claims), seconds=20 if is_right else 2)) == "accepted") is is_right


def test_a_loop_that_is_entered_beside_its_head_keeps_nothing(tmp_path: Path) -> None:
    text = """int main(void) { int x = 0; if (__VERIFIER_nondet_int()) { x = 1; goto inside; }
              head: if (x == 1) reach_error(); inside: if (__VERIFIER_nondet_int()) goto head; return 0; }"""
    assert Read(tmp_path, text).check() != "accepted"


# --------------------------------------------------------------------------------------------------------- operators

RUNS = [
    ("unsigned x = 0; x--; if (x != 4294967295u) reach_error();", "accepted"),
    ("signed char c = 200; if (c != -56) reach_error();", "accepted"),
    ("unsigned char c = 200; if (c != 200) reach_error();", "accepted"),
    ("unsigned char c = 200; if (c != -56) reach_error();", "rejected"),
    ("int x = -7; if (x / 2 != -3 || x % 2 != -1) reach_error();", "accepted"),
    ("int x = -7; if (x >> 1 != -4 || (unsigned)x >> 31 != 1) reach_error();", "accepted"),
    ("int x = -7; if (x >> 1 != -3) reach_error();", "rejected"),
    ("int x = __VERIFIER_nondet_int(); if (x == 2147483647 && x + 1 > 0) reach_error();", "accepted"),
    ("_Bool b = 256; if (!b || ~b != -2) reach_error();", "accepted"),
    ("long long x = -1; if (x > 1u) reach_error();", "accepted"),
    ("int x = -1; if (x > 1u) reach_error();", "rejected"),
    ("double x = 0.1; if (x + 0.2 == 0.3) reach_error();", "accepted"),
    ("float x = 0.1f; if (x == 0.1) reach_error();", "accepted"),
    ("double x = 2.9; if ((int)x != 2 || (int)-x != -2) reach_error();", "accepted"),
    ("double x = 2.9; if ((int)x != 3) reach_error();", "rejected"),
    ("double x = __VERIFIER_nondet_int(); if (x != x) reach_error();", "accepted"),
    ("int y = __VERIFIER_nondet_int() & 15; if (1 << y == 0) reach_error();", "accepted"),
    ("int y = __VERIFIER_nondet_int(); if (1 << y == 0) reach_error();", "rejected"),
    ("int y = __VERIFIER_nondet_int(); int z = 6 / y; if (y == 0) reach_error();", "rejected"),
    (
        "int y = __VERIFIER_nondet_int(), z = -2147483647 - 1; if (y != 0 && y != -1 && z / y == z && y != 1) reach_error();",
        "accepted",
    ),
    ("int y = __VERIFIER_nondet_int(), z = -2147483647 - 1; if (y != 0 && z / y == z && y != 1) reach_error();", "rejected"),
    ("double d = 1e10; int i = (int)d; reach_error();", "rejected"),
    ("long double x = 1; if (x != 1) reach_error();", "undecided"),
    ("int x; if (x == 5) reach_error();", "rejected"),
    ("volatile int x = 1; if (x != 1) reach_error();", "accepted"),
    ("int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x < 4) reach_error();", "accepted"),
    ("int x = __VERIFIER_nondet_int(); if (x < 4) abort(); if (x < 4) reach_error();", "accepted"),
    ("int x = __VERIFIER_nondet_int(); if (x < 3) abort(); if (x < 4) reach_error();", "rejected"),
    (
        "int x = __VERIFIER_nondet_int(), y; switch (x) { case 1: y = 1; break; default: y = 2; } if (y == x) reach_error();",
        "rejected",
    ),
    ("int x = __VERIFIER_nondet_int(), y = x ? x > 0 ? 1 : 2 : 3; if (y < 1 || y > 3) reach_error();", "accepted"),
]


@pytest.mark.parametrize(("body", "expected"), RUNS)
def test_operators_are_those_of_c(tmp_path: Path, body: str, expected: str) -> None:
    assert Read(tmp_path, f"int main(void) {{ {body} return 0; }}").check() == expected


@pytest.mark.parametrize(("divisor", "expected"), [("i + 1", "accepted"), ("i", "rejected")])
def test_a_check_of_an_operation_is_an_obligation(tmp_path: Path, divisor: str, expected: str) -> None:
    text = f"int main(void) {{ int i = 0; while (i < 10) {{ int q = 6 / ({divisor}); i++; }} return 0; }}"
    read = Read(tmp_path, text, property="division-by-zero")
    assert read.check(read.at_loop((">=", var("i"), number(0)))) == expected


# ------------------------------------------------------------------------------------------------------------- calls


@pytest.mark.parametrize(("number", "expected"), [("44", "rejected"), ("300", "accepted")])
def test_an_old_style_definition_narrows_what_it_is_given(tmp_path: Path, number: str, expected: str) -> None:
    text = f"int f(c) unsigned char c; {{ if (c == {number}) reach_error(); return 0; }} int main(void) {{ return f(300); }}"
    assert Read(tmp_path, text).check() == expected


@pytest.mark.parametrize(("kept", "expected"), [("x == 1", "accepted"), ("x == 2", "rejected")])
def test_a_loop_in_a_callee_does_not_change_what_the_caller_keeps(tmp_path: Path, kept: str, expected: str) -> None:
    text = f"""int G; void f(int n) {{ while (n) {{ n--; G = n; }} }}
               int main(void) {{ int x = 1; f(__VERIFIER_nondet_int()); if (!({kept})) reach_error(); return 0; }}"""
    assert Read(tmp_path, text).check() == expected


def test_a_loop_changes_what_its_callees_change(tmp_path: Path) -> None:
    text = """int G; void f(void) { G = 1; } int main(void) { G = 0; while (__VERIFIER_nondet_int()) f();
              if (G == 1) reach_error(); return 0; }"""
    assert Read(tmp_path, text).check() == "rejected"


TWICE = """int f(int n) { int i = 0; while (i < n) i++; return i; }
           int main(void) { int x = __VERIFIER_nondet_int() & 63;
                            if (f(20 + x) != 20 + x || f(40 + x) != 40 + x) reach_error(); return 0; }"""


def test_calls_of_one_function_are_told_apart(tmp_path: Path) -> None:
    read = Read(tmp_path, TWICE)
    bound = read.at_loop(("<=", var("f::i"), var("f::n")), function="f")
    assert read.check(bound) == "accepted", "what the caller gave is kept"
    assert read.check() == "rejected"
    calls = sorted(edge.source.number for edge in read.program.edges() if _calls(edge.operation, "f"))
    start = next(edge.source.number for edge in read.program.start.edges() if _calls(edge.operation, "main"))
    each = [replace(bound.invariants[0], calls=(start, site)) for site in calls]
    assert read.check(Proof(tuple(each))) == "accepted"
    assert read.check(Proof((each[0],))) == "rejected", "nothing is known of the other call"


def _calls(operation: Operation, name: str) -> bool:
    return isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.name == name


@pytest.mark.parametrize(("least", "expected"), [(1, "accepted"), (2, "rejected")])
def test_the_invariant_of_an_entry_holds_at_each_call(tmp_path: Path, least: int, expected: str) -> None:
    text = "int f(int n) { return n + 1; } int main(void) { if (f(1) + f(2) != 5) reach_error(); return 0; }"
    read = Read(tmp_path, text)
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(least)))) == expected


RECURSIVE = """int f(int n) { if (n < 0) reach_error(); return n ? f(n - 1) : 0; }
               int main(void) { return f(5); }"""


def test_a_recursion_that_constants_end_is_followed(tmp_path: Path) -> None:
    read = Read(tmp_path, RECURSIVE)
    assert read.check() == "accepted"
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(0)))) == "accepted"
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(1)))) == "rejected"


def test_a_recursion_without_end_is_undecided(tmp_path: Path) -> None:
    assert Read(tmp_path, RECURSIVE.replace("f(5)", "f(__VERIFIER_nondet_int() & 1023)")).check() == "undecided"


@pytest.mark.parametrize(("error", "expected"), [("G == 3", "accepted"), ("G == 2", "rejected")])
def test_a_call_through_a_pointer_goes_to_every_function_it_may(tmp_path: Path, error: str, expected: str) -> None:
    text = f"""int G; void one(void) {{ G = 1; }} void two(void) {{ G = 2; }}
               int main(void) {{ void (*p)(void) = __VERIFIER_nondet_int() ? one : two; p(); if ({error}) reach_error();
               return 0; }}"""
    assert Read(tmp_path, text).check() == expected


def test_calls_may_be_deep(tmp_path: Path) -> None:
    functions = "".join(f"int f{i}(int x) {{ return f{i - 1}(x) + 1; }} " for i in range(1, 260))
    text = f"int f0(int x) {{ return x; }} {functions} int main(void) {{ if (f259(1) != 260) reach_error(); return 0; }}"
    assert Read(tmp_path, text).check() == "accepted"
    assert Read(tmp_path, text.replace("!= 260", "== 260")).check() == "rejected"


# ------------------------------------------------------------------------------------------------------------ memory

MEMORY = [
    ("int x = 1; struct { int a, b; } s = {1, 2}, t; t = s; if (t.b != 2) reach_error();", "accepted"),
    ("struct { int a, b; } s = {1, 2}; if (s.a == 1) reach_error();", "rejected"),
    ("int a[2] = {1, 2}; if (a[0] != 1) reach_error();", "accepted"),
    ("int a[2] = {1, 2}, i = __VERIFIER_nondet_int(); a[i] = 3; if (a[0] == 3) reach_error();", "rejected"),
    ("int a[2] = {1, 2}, b = 0, i = __VERIFIER_nondet_int(); a[i] = 3; if (b) reach_error();", "accepted"),
    ("union { int a; char c; } u; u.a = 1; u.c = 2; if (u.a == 2) reach_error();", "rejected"),
    ("int x = 1, y = 1, *p = &x; *p = 2; if (y != 1) reach_error();", "accepted"),
    ("int x = 1, y = 1, *p = &x; *p = 2; if (x == 2) reach_error();", "rejected"),
    ("struct { int a : 3, b : 5; } s; s.a = 1; s.b = -7; if (s.a != 1 || s.b != -7) reach_error();", "accepted"),
    ("char s[] = \"ab\"; if (s[1] != 'b' || s[2]) reach_error();", "accepted"),
    ("int x = 1, *p = &x, **q = &p; **q = 3; if (x != 3) reach_error();", "accepted"),
    ("int x = 1, y = 2, *p = __VERIFIER_nondet_int() ? &x : &y; *p = 3; if (x == 1 && y == 2) reach_error();", "accepted"),
    # a pointer stays in the object that it was computed from
    ("int a[4] = {0}, b = 1, *p = &a[__VERIFIER_nondet_int()]; *p = 3; if (b != 1) reach_error();", "accepted"),
    ("int a[4] = {0}, b = 1, *p = &a[__VERIFIER_nondet_int()]; *p = 3; if (a[2] == 3) reach_error();", "rejected"),
    ("int a[4] = {0}, *p = a + __VERIFIER_nondet_int(); p++; *p = 3; if (a[3] == 3) reach_error();", "rejected"),
    (
        "int a[4] = {0}, b[2] = {0}, n = __VERIFIER_nondet_int(), *p = n < 4 ? &a[n] : n < 6 ? &b[n - 4] : 0;"
        "if (p) { *p = 3; if (a[0] + a[1] + a[2] + a[3] + b[0] + b[1] != 3) reach_error(); }",
        "accepted",
    ),
    (
        "int a[4] = {0}, b[2] = {0}, n = __VERIFIER_nondet_int(), *p = n < 4 ? &a[n] : n < 6 ? &b[n - 4] : 0;"
        "if (p) { *p = 3; if (b[1]) reach_error(); }",
        "rejected",
    ),
    (
        "struct { int a, b; } s[3] = {0}, *p = &s[__VERIFIER_nondet_int()]; p->b = 3;"
        "if (s[0].a || s[1].a || s[2].a || *(int *)p) reach_error();",
        "accepted",
    ),
    (
        "int *p = malloc(8), *q = malloc(8), i = __VERIFIER_nondet_int(); q[0] = q[1] = 5; p[i] = 3;"
        "if (q[0] != 5 || q[1] != 5) reach_error();",
        "accepted",
    ),
    ("int *p = malloc(8), i = __VERIFIER_nondet_int(); p[0] = 5; p[i] = 3; if (p[0] == 3) reach_error();", "rejected"),
    (
        "int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), *p = malloc(n ? 8 : 16); p[3] = 0; p[i] = 3;"
        "if (p[3] == 3) reach_error();",
        "undecided",
    ),
    ("long a = (long)&a; if (a == 7) reach_error();", "undecided"),
    ("int a[300]; for (int i = 0; i < 300; i++) a[i] = i; if (a[299] != 299) reach_error();", "accepted"),
    ("int x = 1; nondet(); if (x != 1) reach_error();", "accepted"),
]


@pytest.mark.parametrize(("body", "expected"), MEMORY)
def test_memory_is_that_of_c(tmp_path: Path, body: str, expected: str) -> None:
    assert Read(tmp_path, f"int main(void) {{ {body} return 0; }}").check() == expected


# ------------------------------------------------------------------------------------------------------ truth values

TRUTHS = [
    # a member, an element, a global that a pointer leads to
    (
        "struct { _Bool b; int n; } s = {0, 0}; while (any()) { s.b = !s.b; } if (s.b > 1) reach_error();",
        "accepted",
    ),
    (
        "_Bool b[4] = {0, 1, 0, 1}; unsigned i; while (any()) { i = any(); b[i & 3] = b[(i + 1) & 3]; }"
        "if (b[0] + b[1] > 2) reach_error();",
        "accepted",
    ),
    ("_Bool b = 0, *p = &b; while (any()) *p = !b; if (*p > 1) reach_error();", "accepted"),
    ("_Bool b = 0, *p = &b; while (any()) *p = !b; if (*p) reach_error();", "rejected"),
    # other bytes get there before the loop, or in it
    (
        "union { _Bool b; unsigned char c; } u; u.c = any(); while (any()) u.c = u.c;if (u.b > 1) reach_error();",
        "undecided",
    ),
    (
        "union { _Bool b; unsigned char c; } u; u.b = 0; while (any()) u.c = u.c + 1; if (u.b > 1) reach_error();",
        "undecided",
    ),
    (
        "_Bool b = 0; unsigned char *p = (unsigned char *)&b; while (any()) *p = 2; if (b > 1) reach_error();",
        "undecided",
    ),
    (
        "_Bool a[2] = {0, 0}; unsigned char *p = (unsigned char *)a; while (any()) { a[0] = a[1]; p[1] = 2; }"
        "if (a[0] > 1) reach_error();",
        "undecided",
    ),
]


def with_truths(folder: Path, text: str) -> Read:
    return Read(folder, text.replace("any()", "__VERIFIER_nondet_int()"))


@pytest.mark.parametrize(("body", "expected"), TRUTHS)
def test_a_truth_value_that_a_loop_changes_stays_one_if_that_is_inductive(tmp_path: Path, body: str, expected: str) -> None:
    assert with_truths(tmp_path, f"int main(void) {{ {body} return 0; }}").check() == expected


def test_a_truth_value_that_is_none_after_a_loop_does_not_count_as_one_in_the_next(tmp_path: Path) -> None:
    text = """int main(void) { _Bool b = 0; unsigned char *p = (unsigned char *)&b;
      while (any()) { b = !b; while (any()) *p = *p ^ 2; } if (b > 1) reach_error(); return 0; }"""
    assert with_truths(tmp_path, text).check() == "undecided"
    assert with_truths(tmp_path, text.replace("^ 2", "^ 1")).check() == "accepted"


def test_a_claim_about_a_truth_value_that_a_loop_changes_has_a_meaning(tmp_path: Path) -> None:
    text = """int main(void) { struct { _Bool b; unsigned char c; } s = {0, 0}; while (any()) { CHANGE; }
              if (s.b) reach_error(); return 0; }"""
    tree = ("==", ("part", var("s"), 0), number(0, "_Bool"))
    for change, expected in (("s.b = s.b & any()", "accepted"), ("s.b = any()", "rejected"), ("(&s.c)[-1] = 2", "undecided")):
        read = with_truths(tmp_path, text.replace("CHANGE", change))
        assert read.check(read.at_loop(tree)) == expected


def test_truth_values_and_k_induction(tmp_path: Path) -> None:
    text = """int main(void) { struct { _Bool a, b; } s = {1, 0}; int n = 1; while (any()) {
      if (s.a + s.b != n) reach_error(); _Bool t = s.a; s.a = s.b; s.b = t; } return 0; }"""
    assert with_truths(tmp_path, text).check() == "rejected"
    assert with_truths(tmp_path, text).check(k=2) == "accepted"
    assert with_truths(tmp_path, text.replace("s.b = t", "s.b = !t")).check(k=2) == "rejected"


def test_no_run_comes_to_what_is_not_modelled(tmp_path: Path) -> None:
    text = "extern int fork(void); int main(void) { if (X) fork(); return 0; }"
    assert Read(tmp_path, text.replace("X", "0")).check() == "accepted"
    found = Read(tmp_path, text.replace("X", "1")).found()
    assert isinstance(found, CheckRejected)
    assert "fork" in found.what


ONCE_ACCEPTED = {
    "what is not modelled does nothing if a pointer calls it": (
        "calls/atexit_through_a_pointer_false",
        "calls/qsort_through_a_pointer_false",
        "calls/rounding_set_through_a_pointer_false",
    ),
    "no run goes on after a call of a function that is none of the program's": ("calls/pointer_to_a_function_of_nobody_false",),
    "memory that the program did not make is zero": (
        "environment/first_argument_false",
        "environment/getenv_has_any_value_false",
        "environment/number_behind_a_pointer_of_another_file_false@LP64",
        "library/gmtime_has_one_buffer_false",
        "library/sqrt_sets_errno_false",
    ),
    "a pointer from an earlier life of a variable is good": (
        "memory/alloca_of_an_earlier_call_false",
        "memory/parameter_of_an_earlier_call_false",
        "scopes/array_of_variable_length_false",
        "scopes/entered_by_goto_false",
        "scopes/function_keeps_it_false",
        "scopes/previous_turn_of_a_loop_false",
    ),
    "the end of an object is not where another begins": (
        "pointers/adjacent_arrays_false",
        "pointers/end_of_global_is_the_next_global_false",
        "pointers/end_of_local_is_the_previous_local_false",
    ),
    "an index does not wrap around": ("pointers/index_that_wraps_around_to_the_element_before_false@ILP32",),
}
"""Programs of which the empty proof was accepted, by what the check took for granted."""


def _violating() -> list[KnownProgram]:
    """Some of the programs that violate their property, whatever is assumed."""
    known = [each for each in known_programs() if each.expectation == Expectation(Word.FALSE) and each.options is None]
    some = [program for program in known if program.turn(30) == 0 and program.group not in ("parsing", "inline_assembler")]
    named = {name for names in ONCE_ACCEPTED.values() for name in names}
    return [*some, *(program for program in known if program.name in named and program not in some)]


TWO_BLOCKS = "int *x = malloc(4), *y = malloc(4), *p = y, a[4] = {1, 1, 1, 1}, i = 0; *x = 1; *y = 2; keep(&i, a);"


@pytest.mark.parametrize(
    ("turn", "error", "expected"),
    [
        ("*y = any();", "*x != 1", "accepted"),
        ("*y = any();", "*y != 2", "rejected"),
        ("*(p + 0) = any(); a[i] = 3;", "*x != 1", "accepted"),
        ("*p = any(); p = x;", "*x != 1", "rejected"),
        ("p = x; *p = any();", "*x != 1", "rejected"),
        ("int *q = x; *q = any();", "*x != 1", "rejected"),
        ("put(x);", "*x != 1", "rejected"),
        ("a[3] = any();", "a[2] != 1", "accepted"),
        ("a[3] = any();", "a[3] != 1", "rejected"),
        ("a[i] = any();", "a[2] != 1", "rejected"),
        ("i = 2; a[i] = any();", "a[2] != 1", "rejected"),
        ("a[i] = any();", "*x != 1", "accepted"),
        ("*(a + i) = any();", "a[2] != 1", "rejected"),
        ("i = any();", "i != 0", "rejected"),
        ("*(any() ? x : y) = 5;", "*x != 1", "rejected"),
        ("*((p = x), p) = any();", "*x != 1", "rejected"),
        ("for (int j = 0; j < 9; j++) *(j == 3 ? x : y) = any();", "*x != 1", "rejected"),
    ],
)
def test_a_loop_changes_the_objects_that_it_writes_to(tmp_path: Path, turn: str, error: str, expected: str) -> None:
    functions = "void *malloc(unsigned long); void keep(int *i, int *a) {} void put(int *to) { *to = any(); }"
    text = (
        f"{functions} int main(void) {{ {TWO_BLOCKS} while (any()) {{ {turn} }} if (i >= 0 && i < 4 && {error}) reach_error(); }}"
    )
    found = Read(tmp_path, text.replace("any()", "__VERIFIER_nondet_int()"))
    assert found.check() == expected


def test_loop_that_calls_a_function_of_nobody_changes_memory(tmp_path: Path) -> None:
    text = """extern void (*get(void))(int *);
        int main(void) { int x = 0; void (*p)(int *) = get(); while (__VERIFIER_nondet_int()) { p(&x); }
                         if (x != 0) reach_error(); return 0; }"""
    assert Read(tmp_path, text).check() != "accepted"


def test_programs_that_were_accepted_once_are_there() -> None:
    assert {name for names in ONCE_ACCEPTED.values() for name in names} <= {program.name for program in _violating()}


@pytest.mark.parametrize("known", [pytest.param(known, id=known.name) for known in _violating()])
def test_no_proof_is_accepted_of_a_program_that_violates_its_property(known: KnownProgram) -> None:
    task = Task(files=(str(known.path),), machine=known.machine, property=known.specification, entry=known.specification.entry)
    program = read_program(task)
    put_checks(program, targets_of(known.specification))
    assert word(check(program, TRUE, seconds=5)) != "accepted"


NEVER_WRITTEN = {
    "variable of the environment": 'int main(void) { char *p = getenv("X"); if (p && p[0] == 113) reach_error(); return 0; }',
    "in another function": """static char *f(void) { return getenv("X"); }
      int main(void) { char *p = f(); if (p && p[1] == 113) reach_error(); return 0; }""",
    "string of main": "int main(int n, char **v) { char *p = v[0]; if (p[0] == 113) reach_error(); return 0; }",
    "array of variable length": """char *kept; int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 9) return 0;
      char a[n + 1]; a[n] = 0; kept = a; if (kept[0] == 113) reach_error(); return 0; }""",
    "beside a large object": """char large[5000], *kept;
      int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 9) return 0;
      char a[n + 1]; a[n] = 0; kept = a; if (kept[0] == 113) reach_error(); return large[n]; }""",
}


@pytest.mark.parametrize("text", NEVER_WRITTEN.values(), ids=NEVER_WRITTEN)
def test_bytes_of_an_object_of_unknown_length_are_any_until_they_are_written(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.c"
    path.write_text(f"#include <stdlib.h>\nextern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n{text}")
    program = read_program(Task(files=(str(path),)))
    put_checks(program, targets_of(DEFAULT_PROPERTY))
    assert word(check(program, TRUE, seconds=5)) != "accepted"


def test_static_objects_are_zero_beside_an_array_of_variable_length(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    text = """int zero[3]; char *kept; int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 9) return 0;
      char a[n + 1]; a[n] = 1; kept = a; if (zero[1] || kept[n] != 1) reach_error(); return 0; }"""
    path.write_text(f"extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n{text}")
    program = read_program(Task(files=(str(path),)))
    put_checks(program, targets_of(DEFAULT_PROPERTY))
    assert word(check(program, TRUE, seconds=10)) == "accepted"


# ------------------------------------------------------------------------------------------------- proofs that were found

BOUNDED = "int main(void) { int i = 0; while (__VERIFIER_nondet_int()) if (i < 9) i++; if (i > 9) reach_error(); return 0; }"
MEMORY_OF_LOOPS = """struct S { int a; int c[3]; } s; static const int table[4] = {1, 2, 4, 8};
int pick(const int *t, int i) { return t[i & 3]; }
int main(void) { struct S *p = &s; p->a = 1; s.c[2] = 7;
  while (__VERIFIER_nondet_int()) { if (p->a == 1) p->a = 2; else p->a = 1; if (pick(table, p->a) < 1) reach_error(); }
  if (s.a < 1 || s.a > 2 || s.c[2] != 7) reach_error(); return 0; }"""
LOCK = """int main(void) { int locked = 0, n = 0; while (__VERIFIER_nondet_int()) { if (locked) reach_error(); locked = 1; n = 3;
          if (n != 3) reach_error(); locked = 0; } return 0; }"""


def found_proof(path: Path, preset: str) -> Proof:
    settings = ["limits.cpu_time=20s", "proofs.check=no"]
    result = verify(Task(files=(str(path),), property=DEFAULT_PROPERTY), load_configuration(preset, settings))
    assert isinstance(result.evidence, Proof), result.verdict
    return result.evidence


@pytest.mark.parametrize("preset", ["value", "value-cegar", "refsel"])
@pytest.mark.parametrize("text", [BOUNDED, LOCK, MEMORY_OF_LOOPS], ids=["bounded", "lock", "memory"])
def test_proofs_of_the_presets_are_accepted_and_not_with_an_invariant_less(tmp_path: Path, text: str, preset: str) -> None:
    read = Read(tmp_path, text)
    proof = found_proof(tmp_path / "program.c", preset)
    assert word(check(read.program, proof)) == "accepted"
    loops = [each for each in proof.invariants if each.spot is Spot.LOOP_HEAD]
    less = replace(proof, invariants=tuple(each for each in proof.invariants if each not in loops))
    assert word(check(read.program, less)) != "accepted"


def test_a_constant_that_was_changed_is_found(tmp_path: Path) -> None:
    read = Read(tmp_path, LOCK)
    proof = found_proof(tmp_path / "program.c", "value")
    wrong = [replace(each, tree=_changed(each.tree)) for each in proof.invariants]
    assert word(check(read.program, replace(proof, invariants=tuple(wrong)))) == "rejected"


def _changed(tree: ExpressionTree) -> ExpressionTree:
    """With one more in every constant."""
    match tree:
        case ("const", int(value), str(type)):
            return number(value + 1, type)
        case tuple():
            return tuple(map(_changed, tree))
        case _:
            return tree


# ---------------------------------------------------------------------------------------------------- all elements

FILLED = """int a[1000], b[1000]; int main(void) { unsigned i, n = __VERIFIER_nondet_int(); if (n > 1000) return 0;
  for (i = 0; i < n; i++) { FILL }
  for (i = 0; i < n; i++) if (a[i] != 42) reach_error();
  return 0; }"""
K = ("number", 0)
SIZE = 1000


def element(index: ExpressionTree, array: str = "a") -> ExpressionTree:
    return ("element", ("var", array), ("cast", index, "unsigned long"), "int")


def every(condition: ExpressionTree, *guards: ExpressionTree) -> ExpressionTree:
    for guard in guards:
        condition = ("|", ("!", guard), condition)
    return ("every", ("unsigned int",), condition)


def is_42(index: ExpressionTree = K, *, value: int = 42, array: str = "a") -> ExpressionTree:
    return ("==", element(index, array), number(value))


def counted() -> ExpressionTree:
    return ("&", ("<=", var("i"), var("n")), ("<=", var("n"), number(SIZE, "unsigned int")))


def filled(folder: Path, first: ExpressionTree, second: ExpressionTree, fill: str = "a[i] = 42;") -> str:
    read = Read(folder, FILLED.replace("FILL", fill))
    return read.check(*(read.at_loop(tree, loop=loop) for loop, own in enumerate((first, second)) for tree in (counted(), own)))


UP_TO_I, UP_TO_N = ("<", K, var("i")), ("<", K, var("n"))


def test_a_claim_about_all_elements_is_shown_and_used(tmp_path: Path) -> None:
    assert filled(tmp_path, every(is_42(), UP_TO_I), every(is_42(), UP_TO_N)) == "accepted"
    two = "if (i & 1) a[i] = 42; else { b[i] = 42; a[i] = b[i]; }"
    assert filled(tmp_path, every(is_42(), UP_TO_I), every(is_42(), UP_TO_N), two) == "accepted"


WRONG = {
    "another value": (every(is_42(value=43), UP_TO_I), every(is_42(value=43), UP_TO_N)),
    "one element more": (every(is_42(), ("<=", K, var("i"))), every(is_42(), UP_TO_N)),
    "all elements": (every(is_42()), every(is_42())),
    "another array": (every(is_42(array="b"), UP_TO_I), every(is_42(), UP_TO_N)),
    "nothing of the first loop": (every(number(1)), every(is_42(), UP_TO_N)),
    "never": (every(number(0)), every(number(0))),
    "what the loop does not change": (every(("==", var("n"), number(0, "unsigned int"))),) * 2,
    "elements that do not exist": (every(is_42(("+", K, number(SIZE, "unsigned int")))),) * 2,
    "a number as an object": (every(("==", ("element", K, K, "int"), number(42))),) * 2,
    "a number that is none": (every(("==", ("number", 1), number(42))),) * 2,
}


@pytest.mark.parametrize("claims", [pytest.param(claims, id=name) for name, claims in WRONG.items()])
def test_a_wrong_claim_about_all_elements_is_never_accepted(
    tmp_path: Path, claims: tuple[ExpressionTree, ExpressionTree]
) -> None:
    assert filled(tmp_path, *claims) != "accepted"


@pytest.mark.parametrize(
    "fill",
    [
        "if (i != 7) a[i] = 42;",
        "a[i] = 42; a[n - 1 - i] = 41;",
        "a[i] = 42; if (i) a[i - 1] = b[i];",
        "a[i] = 42; n++;",
        "b[i] = 42;",
    ],
)
def test_a_right_claim_of_another_program_is_never_accepted(tmp_path: Path, fill: str) -> None:
    assert filled(tmp_path, every(is_42(), UP_TO_I), every(is_42(), UP_TO_N), fill) != "accepted"


def test_what_holds_in_a_loop_is_not_known_before_it(tmp_path: Path) -> None:
    text = """int a[9]; int main(void) { int n = __VERIFIER_nondet_int(), i = 0; a[n & 7] = n;
              while (__VERIFIER_nondet_int()) i++; if (n == 5) reach_error(); return 0; }"""
    read = Read(tmp_path, text)
    for claim in (every(("!=", var("n"), number(5))), every(("!=", element(K), number(5)))):
        assert read.check(read.at_loop(claim)) != "accepted"
    assert (
        Read(tmp_path, text.replace("= n;", "= 4;").replace("n == 5", "a[n & 7] == 5")).check(read.at_loop(claim)) == "accepted"
    )


def test_a_proof_about_arrays_that_chc_found_is_accepted_of_its_program_only(tmp_path: Path) -> None:
    read = Read(tmp_path, FILLED.replace("FILL", "a[i] = 42;"))
    proof = found_proof(tmp_path / "program.c", "chc")
    assert any(each.text.startswith("for all k: ") for each in proof.invariants)
    assert word(check(read.program, proof)) == "accepted"
    assert word(check(Read(tmp_path, FILLED.replace("FILL", "a[i] = i;")).program, proof)) != "accepted"
