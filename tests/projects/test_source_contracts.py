"""Contracts in the source: the clauses of CBMC and of ACSL are those of ``whet.toml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.harness.contracts import FunctionContract
from whet.projects.source_contracts import source_contracts
from whet.task.errors import TaskError
from whet.task.task import Task

CBMC = """\
int calls;
static int clamp(int x, int low, int high) /* between */
__CPROVER_requires(low <= high && calls < 1000)
__CPROVER_ensures(__CPROVER_return_value >= low)
__CPROVER_ensures(calls == __CPROVER_old(calls) + 1)
__CPROVER_assigns(calls)
{ calls++; return x < low ? low : x > high ? high : x; }
"""
ACSL = """\
int calls;
/*@ requires low <= high && calls < 1000; // callers
  @ assigns calls;
  @ ensures \\result >= low;
  @ ensures calls == \\old(calls) + 1;
  @*/
static int clamp(int x, int low, int high) { calls++; return x < low ? low : x > high ? high : x; }
"""
MAIN = "#include <assert.h>\nint main(void) { int r = clamp(5, 0, 3); assert(r >= 0 && calls == 1); return 0; }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def contract_of(text: str, function: str = "clamp") -> FunctionContract | TaskError:
    Path("p.c").write_text(text)
    return source_contracts(Task(files=("p.c",)), ["p.c"])[function]


def run(capsys: pytest.CaptureFixture[str], text: str, *words: str) -> tuple[int, str]:
    Path("p.c").write_text(text)
    code = main([words[0], "p.c", "--quiet", "--time-limit", "60s", *words[1:]])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


@pytest.mark.parametrize("text", [CBMC, ACSL], ids=["CBMC", "ACSL"])
def test_clauses_are_those_of_the_project_file(text: str) -> None:
    found = contract_of(text)
    assert isinstance(found, FunctionContract), found
    assert [each.expression for each in found.requires] == ["low <= high && calls < 1000"]
    assert [each.expression for each in found.ensures] == ["result >= low", "calls == old(calls) + 1"]
    assert [each.expression for each in found.assigns or ()] == ["calls"]


def test_a_clause_stands_where_it_was_written() -> None:
    found = contract_of(CBMC)
    assert isinstance(found, FunctionContract)
    assert [each.place for each in (*found.requires, *found.ensures)] == ["p.c:3:20", "p.c:4:19", "p.c:5:19"]
    found = contract_of(ACSL)
    assert isinstance(found, FunctionContract)
    assert [each.place for each in (*found.requires, *found.ensures)] == ["p.c:2:14", "p.c:4:13", "p.c:5:13"]


@pytest.mark.parametrize(
    ("clauses", "expressions"),
    [
        ("/*@ requires \\valid(p) && \\valid_read(q); */ void f(int *p, int *q) {}", ["(p != 0) && (q != 0)"]),
        ("//@ requires p != \\null;\nvoid f(int *p) {}", ["p != 0"]),
        ("void f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p))) {}", ["(p != 0)"]),
        ("void f(char c) __CPROVER_requires(c != ')' && \")\"[0]) {}", ["c != ')' && \")\"[0]"]),
        ("/*@ requires a\n  @   < b; */\nvoid f(int a, int b) {}", ["a < b"]),
        ("/* requires nothing; */ /*@ requires a > 0; */ /* then */ void f(int a) {}", ["a > 0"]),
        ("/*@ requires (a < b) && (b < 9 || a << 2 > b >> 1); */ void f(int a, int b) {}", None),
    ],
)
def test_what_is_required_of_callers(clauses: str, expressions: list[str] | None) -> None:
    found = contract_of(clauses, "f")
    assert isinstance(found, FunctionContract), found
    assert expressions is None or [each.expression for each in found.requires] == expressions


@pytest.mark.parametrize(
    ("clauses", "places"),
    [
        ("/*@ assigns \\nothing; */ void f(int *p) {}", []),
        ("void f(int *p) __CPROVER_assigns() {}", []),
        ("/*@ assigns *p, t[g(0, 1)]; assigns x; */ void f(int *p) {}", None),
        ("int t[2], x; void f(int *p) __CPROVER_assigns(*p, t[0]) __CPROVER_assigns(x) {}", ["*p", "t[0]", "x"]),
        ("/*@ ensures 1; */ void f(int *p) {}", None),
    ],
)
def test_places_that_are_assigned(clauses: str, places: list[str] | None) -> None:
    found = contract_of(clauses, "f")
    if places is None:
        assert isinstance(found, TaskError) or found.assigns is None
    else:
        assert isinstance(found, FunctionContract), found
        assert [each.expression for each in found.assigns or ()] == places
        assert found.assigns is not None


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("/*@ requires 0 <= a < 9; */ void f(int a) {}", "a chain of comparisons", 14),
        ("/*@ requires a > 0 ==> b; */ void f(int a, int b) {}", "==>", 14),
        ("/*@ requires \\valid(a + (0 .. 9)); */ void f(int *a) {}", "\\valid", 14),
        ("/*@ requires !\\valid(a); */ void f(int *a) {}", "\\valid", 14),
        ("/*@ ensures \\valid(a); */ void f(int *a) {}", "\\valid", 13),
        ("/*@ requires \\forall integer i; i > 0; */ void f(int *a) {}", "\\forall", 14),
        ("/*@ requires name: a > 0; */ void f(int a) {}", "a colon", 14),
        ("/*@ assigns a[0 .. 3]; */ void f(int *a) {}", "..", 13),
        ("/*@ behavior one: assumes a > 0; */ void f(int a) {}", "behavior", 14),
        ("/*@ requires a > 0; decreases a; */ void f(int a) {}", "decreases", 31),
        ("int result; /*@ ensures result == 1; */ void f(int a) {}", "the name result of the program", 25),
        ("void f(int *a) __CPROVER_requires(__CPROVER_is_fresh(a, 8)) {}", "__CPROVER_is_fresh", 35),
        ("void f(int *a) __CPROVER_assigns(a != 0: *a) {}", "a colon", 34),
        ("void f(int *a) __CPROVER_frees(a) {}", "frees", 32),
        ("void f(int a) __CPROVER_requires((a, 1), a) {}", "a comma", 34),
        ("#define NEEDS(c) __CPROVER_requires(c)\nvoid f(int a) NEEDS(a > 0) {}", "NEEDS", 15),
        ("void f(int a)\n#if 1\n__CPROVER_requires(a > 0)\n#else\n__CPROVER_requires(a < 0)\n#endif\n{}", "#if", 1),
        ("#if 0\n/*@ requires a > 0; */\n#endif\nvoid f(int a) {}", "#endif", 1),
    ],
)
def test_what_is_not_supported_is_refused_with_its_place(text: str, problem: str, column: int) -> None:
    found = contract_of(text, "f")
    assert isinstance(found, TaskError), found
    assert found.message.startswith(f"the contract of f has {problem}, which is not supported; write the contract in [entry.f]")
    assert found.place is not None
    assert found.place.endswith(f":{column}"), found.place


def test_a_contract_at_a_declaration_is_refused() -> None:
    found = contract_of("int f(int a) __CPROVER_requires(a > 0);\nint f(int a) { return a; }", "f")
    assert isinstance(found, TaskError)
    assert "stands at a declaration" in found.message


@pytest.mark.parametrize(
    "text",
    [
        "/*@null@*/ int *f(void) { return 0; }",
        "/*@ requires a > 0; */ int g(int a);\nint f(int a) { return a; }",
        "/* __CPROVER_requires(0) */ int f(void) { return 0; }",
        "int f(int a) // \\\n__CPROVER_requires(0)\n{ return a; }",
        'int f(void) { return sizeof "/*@ requires 0; */"; }',
        "#if 0\n/*@ requires 0; */ int f(int a) { return a; }\n#else\nint h; int f(int a) { return a; }\n#endif",
    ],
)
def test_what_is_no_contract_is_none(text: str) -> None:
    Path("p.c").write_text(text)
    assert "f" not in source_contracts(Task(files=("p.c",)), ["p.c"])


@pytest.mark.parametrize("text", [CBMC, ACSL], ids=["CBMC", "ACSL"])
def test_a_function_is_checked_against_its_contract(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, out = run(capsys, text, "verify", "--entry", "clamp")
    assert code == ExitCode.TRUE, out
    code, out = run(capsys, text.replace("+ 1", "+ 2"), "verify", "--entry", "clamp")
    assert code == ExitCode.FALSE, out
    assert "Violation: p.c:5:" in out, out
    assert "clamp breaks its contract: it does not ensure calls == old(calls) + 2 [assertion, W327]" in out, out


@pytest.mark.parametrize("text", [CBMC, ACSL], ids=["CBMC", "ACSL"])
def test_calls_are_replaced_by_a_contract_of_the_source(capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, out = run(capsys, text + MAIN, "verify", "--replace", "clamp")
    assert code == ExitCode.TRUE, out
    assert "Contract: clamp keeps its contract" in out, out
    code, out = run(capsys, text.replace(">= low", "> low") + MAIN.replace("5, 0", "-5, 0"), "verify", "--replace", "clamp")
    assert code == ExitCode.TRUE, out
    assert "keeps its contract" not in out, out


def test_a_program_with_clauses_is_verified_as_without(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, CBMC + MAIN.replace("r >= 0", "r == 4"), "verify")
    assert code == ExitCode.FALSE, out


def test_the_project_file_stands_in_the_place_of_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    text = "/*@ requires 0 <= a < 9; */ int f(int a) { return a + 1; }\n"
    code, out = run(capsys, text, "verify", "--entry", "f")
    assert code == ExitCode.USAGE, out
    assert "a chain of comparisons" in out, out
    Path("whet.toml").write_text('[entry.f]\nrequires = ["a < 9"]\n')
    code, out = run(capsys, text, "verify", "--entry", "f")
    assert code == ExitCode.TRUE, out
    assert "callers of f satisfy a < 9 (whet.toml:2)" in out, out


def test_a_mistake_in_a_clause_stands_where_it_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, CBMC.replace("low <= high", "low <= hihg"), "verify", "--entry", "clamp")
    assert code in (ExitCode.USAGE, ExitCode.NOT_SUPPORTED), out
    assert "p.c:3:" in out, out
    assert "use of undeclared identifier 'hihg'" in out, out


def test_a_scan_reads_what_callers_satisfy(capsys: pytest.CaptureFixture[str]) -> None:
    text = "/*@ requires d != 0; */ int f(int d) { return 8 / d; }\n/*@ requires 0 < d < 9; */ int g(int d) { return d / 2; }\n"
    code, out = run(capsys, text, "scan")
    assert code == ExitCode.TRUE, out
    assert "a contract is not used: the contract of g has a chain of comparisons" in out, out
    code, out = run(capsys, text.replace("d != 0", "d != 1"), "scan")
    assert code != ExitCode.TRUE, out


def test_a_contract_that_no_call_satisfies_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text = "int g = 1;\n/*@ requires g == 2 && g == 3; ensures \\result == 1; */\nint f(int x) { return x + g; }\n"
    code, out = run(capsys, text, "verify", "--entry", "f")
    assert code == ExitCode.UNKNOWN, out
    assert "variables other than g have their initial values there" in out, out
