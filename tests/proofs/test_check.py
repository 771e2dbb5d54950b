"""Right proofs are accepted, and what is wrong with a proof is found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proofs.check import Finding, check, main, targets_of
from tests.verdicts.programs import Expectation, KnownProgram, known_programs
from tests.verdicts.running import Word
from whet.api import verify
from whet.cfa.checks import put_checks
from whet.cfa.facts import Facts
from whet.cfa.model import Program
from whet.cfa.trees import ExpressionTree
from whet.cfa.types import MACHINE_MODELS
from whet.cli.main import main as whet
from whet.core.configuration import load_configuration
from whet.core.evidence import Invariant, Proof, Spot
from whet.frontend.parse import parse_file
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
COUNTS = "int main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }"


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

    def check(self, *proofs: Proof, left_out: int = 0) -> Finding:
        return check(self.program, Proof(tuple(each for proof in proofs for each in proof.invariants), left_out))


def at_most(name: str, bound: int) -> ExpressionTree:
    return ("<=", var(name), number(bound))


# ----------------------------------------------------------------------------------------------------- obligations


def test_an_inductive_invariant_that_excludes_the_error_is_accepted(tmp_path: Path) -> None:
    read = Read(tmp_path, COUNTS)
    assert read.check(read.at_loop(at_most("i", 10))).text == "accepted"


@pytest.mark.parametrize(
    ("tree", "obligation"),
    [
        (at_most("i", -1), "initiation"),
        (at_most("i", 9), "step"),
        (("!=", var("i"), number(5)), "step"),
        (at_most("i", 11), "safety"),
        (number(0), "initiation"),
    ],
)
def test_the_obligation_that_fails_is_named(tmp_path: Path, tree: ExpressionTree, obligation: str) -> None:
    read = Read(tmp_path, COUNTS)
    found = read.check(read.at_loop(tree))
    assert found.code == 1
    assert found.text.startswith(f"rejected: {obligation}")


def test_without_the_invariant_the_error_can_be_reached_from_any_values(tmp_path: Path) -> None:
    found = Read(tmp_path, COUNTS).check()
    assert found.code == 1
    assert "any values that satisfy the invariants: main::i = " in found.text


def test_what_fails_without_a_loop_is_a_run(tmp_path: Path) -> None:
    read = Read(tmp_path, COUNTS)
    assert "a run: main::i = 0" in read.check(read.at_loop(at_most("i", -1))).text


def test_a_proof_that_leaves_something_out_is_not_rejected_for_that(tmp_path: Path) -> None:
    read = Read(tmp_path, COUNTS)
    assert read.check(left_out=1).code == 2
    assert read.check(read.at_loop(at_most("i", -1)), left_out=1).code == 1


def test_nobody_gets_where_the_invariant_is_zero(tmp_path: Path) -> None:
    text = "void f(void) { reach_error(); } int main(void) { if (X) f(); return 0; }"
    for condition, code in (("0", 0), ("__VERIFIER_nondet_int()", 1)):
        read = Read(tmp_path, text.replace("X", condition))
        assert read.check(read.at_entry("f", number(0))).code == code


def test_each_of_two_nested_loops_has_its_invariant(tmp_path: Path) -> None:
    text = """int main(void) { int i, j; for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) if (i > 2) reach_error();
              if (i != 3) reach_error(); return 0; }"""
    read = Read(tmp_path, text)
    outer, inner = read.at_loop(at_most("i", 3)), read.at_loop(at_most("i", 2), loop=1)
    assert read.check(outer, inner).code == 0
    assert read.check(outer).code == 0, "the inner loop does not change i"
    assert read.check(inner).code == 1


def test_a_loop_that_is_entered_beside_its_head_keeps_nothing(tmp_path: Path) -> None:
    text = """int main(void) { int x = 0; if (__VERIFIER_nondet_int()) { x = 1; goto inside; }
              head: if (x == 1) reach_error(); inside: if (__VERIFIER_nondet_int()) goto head; return 0; }"""
    assert Read(tmp_path, text).check().code != 0
    assert Read(tmp_path, text.replace("x = 1;", "x = 2;")).check().code == 2, "undecided, because nothing is kept"


# --------------------------------------------------------------------------------------------------------- operators

RUNS = [
    ("unsigned x = 0; x--; if (x != 4294967295u) reach_error();", 0),
    ("signed char c = 200; if (c != -56) reach_error();", 0),
    ("unsigned char c = 200; if (c != 200) reach_error();", 0),
    ("unsigned char c = 200; if (c != -56) reach_error();", 1),
    ("int x = -7; if (x / 2 != -3 || x % 2 != -1) reach_error();", 0),
    ("int x = -7; if (x >> 1 != -4 || (unsigned)x >> 31 != 1) reach_error();", 0),
    ("int x = -7; if (x >> 1 != -3) reach_error();", 1),
    ("int x = __VERIFIER_nondet_int(); if (x == 2147483647 && x + 1 > 0) reach_error();", 0),
    ("_Bool b = 256; if (!b || ~b != -2) reach_error();", 0),
    ("long long x = -1; if (x > 1u) reach_error();", 0),
    ("int x = -1; if (x > 1u) reach_error();", 1),
    ("double x = 0.1; if (x + 0.2 == 0.3) reach_error();", 0),
    ("float x = 0.1f; if (x == 0.1) reach_error();", 0),
    ("double x = 2.9; if ((int)x != 2 || (int)-x != -2) reach_error();", 0),
    ("double x = 2.9; if ((int)x != 3) reach_error();", 1),
    ("double x = __VERIFIER_nondet_int(); if (x != x) reach_error();", 0),
    ("int y = __VERIFIER_nondet_int() & 15; if (1 << y == 0) reach_error();", 0),
    ("int y = __VERIFIER_nondet_int(); if (1 << y == 0) reach_error();", 1),
    ("int y = __VERIFIER_nondet_int(); int z = 6 / y; if (y == 0) reach_error();", 1),
    ("int y = __VERIFIER_nondet_int(), z = -2147483647 - 1; if (y != 0 && y != -1 && z / y == z && y != 1) reach_error();", 0),
    ("int y = __VERIFIER_nondet_int(), z = -2147483647 - 1; if (y != 0 && z / y == z && y != 1) reach_error();", 1),
    ("double d = 1e10; int i = (int)d; reach_error();", 1),
    ("long double x = 1; if (x != 1) reach_error();", 2),
    ("int x; if (x == 5) reach_error();", 1),
    ("volatile int x = 1; if (x != 1) reach_error();", 0),
    ("int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x < 4) reach_error();", 0),
    ("int x = __VERIFIER_nondet_int(); if (x < 4) abort(); if (x < 4) reach_error();", 0),
    ("int x = __VERIFIER_nondet_int(); if (x < 3) abort(); if (x < 4) reach_error();", 1),
    ("int x = __VERIFIER_nondet_int(), y; switch (x) { case 1: y = 1; break; default: y = 2; } if (y == x) reach_error();", 1),
    ("int x = __VERIFIER_nondet_int(), y = x ? x > 0 ? 1 : 2 : 3; if (y < 1 || y > 3) reach_error();", 0),
]


@pytest.mark.parametrize(("body", "code"), RUNS)
def test_operators_are_those_of_c(tmp_path: Path, body: str, code: int) -> None:
    assert Read(tmp_path, f"int main(void) {{ {body} return 0; }}").check().code == code


@pytest.mark.parametrize(("divisor", "code"), [("i + 1", 0), ("i", 1)])
def test_a_check_of_an_operation_is_an_obligation(tmp_path: Path, divisor: str, code: int) -> None:
    text = f"int main(void) {{ int i = 0; while (i < 10) {{ int q = 6 / ({divisor}); i++; }} return 0; }}"
    read = Read(tmp_path, text, property="division-by-zero")
    assert read.check(read.at_loop((">=", var("i"), number(0)))).code == code


# ------------------------------------------------------------------------------------------------------------- calls


@pytest.mark.parametrize(("kept", "code"), [("x == 1", 0), ("x == 2", 1)])
def test_a_loop_in_a_callee_does_not_change_what_the_caller_keeps(tmp_path: Path, kept: str, code: int) -> None:
    text = f"""int G; void f(int n) {{ while (n) {{ n--; G = n; }} }}
               int main(void) {{ int x = 1; f(__VERIFIER_nondet_int()); if (!({kept})) reach_error(); return 0; }}"""
    assert Read(tmp_path, text).check().code == code


def test_a_loop_changes_what_its_callees_change(tmp_path: Path) -> None:
    text = """int G; void f(void) { G = 1; } int main(void) { G = 0; while (__VERIFIER_nondet_int()) f();
              if (G == 1) reach_error(); return 0; }"""
    assert Read(tmp_path, text).check().code == 1


@pytest.mark.parametrize(("calls", "code"), [("f(1) != 1", 1), ("f(1) != 1 || f(2) != 2", 2)])
def test_a_loop_with_several_calls_is_undecided_because_invariants_do_not_tell_them_apart(
    tmp_path: Path, calls: str, code: int
) -> None:
    text = f"""int f(int n) {{ int i = 0; while (i < n) i++; return i; }}
               int main(void) {{ if ({calls}) reach_error(); return 0; }}"""
    read = Read(tmp_path, text)
    assert read.check().code == code
    assert read.check(read.at_loop(("<=", var("f::i"), var("f::n")), function="f")).code == 0


@pytest.mark.parametrize(("least", "code"), [(1, 0), (2, 1)])
def test_the_invariant_of_an_entry_holds_at_each_call(tmp_path: Path, least: int, code: int) -> None:
    text = "int f(int n) { return n + 1; } int main(void) { if (f(1) + f(2) != 5) reach_error(); return 0; }"
    read = Read(tmp_path, text)
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(least)))).code == code


RECURSIVE = """int f(int n) { if (n < 0) reach_error(); return n ? f(n - 1) : 0; }
               int main(void) { return f(5); }"""


def test_a_recursive_function_is_checked_for_any_arguments_with_its_invariant(tmp_path: Path) -> None:
    read = Read(tmp_path, RECURSIVE)
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(0)))).code == 0
    assert read.check().text.endswith("it may depend on: recursion")
    assert read.check(read.at_entry("f", (">=", var("f::n"), number(6)))).code == 1


@pytest.mark.parametrize(("error", "code"), [("G == 3", 0), ("G == 2", 2)])
def test_a_call_through_a_pointer_goes_to_every_function_it_may(tmp_path: Path, error: str, code: int) -> None:
    text = f"""int G; void one(void) {{ G = 1; }} void two(void) {{ G = 2; }}
               int main(void) {{ void (*p)(void) = __VERIFIER_nondet_int() ? one : two; p(); if ({error}) reach_error();
               return 0; }}"""
    assert Read(tmp_path, text).check().code == code


def test_calls_may_be_deep(tmp_path: Path) -> None:
    functions = "".join(f"int f{i}(int x) {{ return f{i - 1}(x) + 1; }} " for i in range(1, 260))
    text = f"int f0(int x) {{ return x; }} {functions} int main(void) {{ if (f259(1) != 260) reach_error(); return 0; }}"
    assert Read(tmp_path, text).check().code == 0
    assert Read(tmp_path, text.replace("!= 260", "== 260")).check().code == 1


# ------------------------------------------------------------------------------------------------------------ memory

MEMORY = [
    ("int x = 1; struct { int a, b; } s = {1, 2}, t; t = s; if (t.b != 2) reach_error();", 0),
    ("struct { int a, b; } s = {1, 2}; if (s.a == 1) reach_error();", 1),
    ("int a[2] = {1, 2}; if (a[0] != 1) reach_error();", 0),
    ("int a[2] = {1, 2}, i = __VERIFIER_nondet_int(); a[i] = 3; if (a[0] == 3) reach_error();", 2),
    ("union { int a; char c; } u; u.a = 1; u.c = 2; if (u.a == 2) reach_error();", 2),
    ("int x = 1, y = 1, *p = &x; *p = 2; if (y != 1) reach_error();", 0),
    ("int x = 1, y = 1, *p = &x; *p = 2; if (x == 2) reach_error();", 2),
    ("_Bool b = 0; *(char *)&b = 2; int x = b; if (x != 0 && x != 1) reach_error();", 2),
    ("int x = 1; nondet(); if (x != 1) reach_error();", 0),
]


@pytest.mark.parametrize(("body", "code"), MEMORY)
def test_memory_that_is_not_followed_is_forgotten_and_no_reason_to_reject(tmp_path: Path, body: str, code: int) -> None:
    assert Read(tmp_path, f"int main(void) {{ {body} return 0; }}").check().code == code


def test_what_is_not_modelled_leaves_the_proof_undecided_where_it_can_be_reached(tmp_path: Path) -> None:
    text = "extern int fork(void); int main(void) { if (X) fork(); return 0; }"
    assert Read(tmp_path, text.replace("X", "0")).check().code == 0
    found = Read(tmp_path, text.replace("X", "1")).check()
    assert found.code == 2
    assert "fork" in found.text


def _violating() -> list[KnownProgram]:
    """Some of the programs that violate their property, whatever is assumed."""
    known = [program for program in known_programs() if program.expectation == Expectation(Word.FALSE)]
    return [program for program in known if program.turn(30) == 0 and program.group not in ("parsing", "inline_assembler")]


@pytest.mark.parametrize("known", [pytest.param(known, id=known.name) for known in _violating()])
def test_no_proof_is_accepted_of_a_program_that_violates_its_property(known: KnownProgram) -> None:
    program = parse_file(str(known.path), machine=MACHINE_MODELS[known.machine], entry=known.specification.entry)
    put_checks(program, targets_of(known.specification))
    assert check(program, TRUE, seconds=5).code != 0


# ------------------------------------------------------------------------------------------------- proofs that were found

LOCK = """int main(void) { int locked = 0, n = 0; while (__VERIFIER_nondet_int()) { if (locked) reach_error(); locked = 1; n = 3;
          if (n != 3) reach_error(); locked = 0; } return 0; }"""


def found_proof(path: Path, preset: str) -> Proof:
    result = verify(Task(files=(str(path),), property=DEFAULT_PROPERTY), load_configuration(preset, ["limits.cpu_time=20s"]))
    assert isinstance(result.evidence, Proof), result.verdict
    return result.evidence


@pytest.mark.parametrize("preset", ["value", "value-cegar", "refsel"])
@pytest.mark.parametrize("text", [COUNTS, LOCK], ids=["counts", "lock"])
def test_proofs_of_the_presets_are_accepted_and_not_with_an_invariant_less(tmp_path: Path, text: str, preset: str) -> None:
    read = Read(tmp_path, text)
    proof = found_proof(tmp_path / "program.c", preset)
    assert check(read.program, proof).text == "accepted"
    loops = [each for each in proof.invariants if each.spot is Spot.LOOP_HEAD]
    assert check(read.program, replace(proof, invariants=tuple(each for each in proof.invariants if each not in loops))).code == 1


def test_a_constant_that_was_changed_is_found(tmp_path: Path) -> None:
    read = Read(tmp_path, LOCK)
    proof = found_proof(tmp_path / "program.c", "value")
    wrong = [replace(each, tree=_changed(each.tree)) for each in proof.invariants]
    assert check(read.program, replace(proof, invariants=tuple(wrong))).code == 1


def _changed(tree: ExpressionTree) -> ExpressionTree:
    """With one more in every constant."""
    match tree:
        case ("const", int(value), str(type)):
            return number(value + 1, type)
        case tuple():
            return tuple(map(_changed, tree))
        case _:
            return tree


def test_the_script_reads_what_verify_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, result = tmp_path / "program.c", tmp_path / "out" / "result.json"
    path.write_text(DECLARED + LOCK, encoding="utf-8")
    assert whet(["verify", "--quiet", "--config", "value", "--output", str(tmp_path / "out"), str(path)]) == 0
    assert main([str(path), str(result)]) == 0
    document = json.loads(result.read_text(encoding="utf-8"))
    document["evidence"]["k"] = 2
    result.write_text(json.dumps(document), encoding="utf-8")
    assert main([str(path), str(result)]) == 2
    assert capsys.readouterr().out.endswith("accepted\nundecided: TRUE with k = 2 is not spoken of\n")
