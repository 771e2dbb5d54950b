"""``whet checks`` and ``whet verify --check``: what users ask for, and what they read of what was found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.task.checks import default_checks, named_checks
from whet.task.dangers import Danger, dangers

Capture = pytest.CaptureFixture[str]
HEADERS = "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"


EVERY = "+".join(check.property_name for check in named_checks().values())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines_of(capsys: Capture, statements: str, *arguments: str) -> list[str]:
    """What is printed of a program whose ``main`` has these statements in line 5."""
    Path("p.c").write_text(f"{HEADERS}int main(void) {{\n{statements}\nreturn 0; }}\n")
    main(["verify", "p.c", "--quiet", "--time-limit", "30s", *arguments])
    return capsys.readouterr().out.splitlines()


# ------------------------------------------------------------------------------------------------ the list


def test_list_has_every_danger_and_assertions(capsys: Capture) -> None:
    assert main(["checks"]) == ExitCode.TRUE
    lines = capsys.readouterr().out.splitlines()
    assert lines[: 3 * len(named_checks()) : 3] == ["assertion", *(danger.check for danger in dangers())]
    begin = lines.index("overflow")
    assert lines[begin + 1 : begin + 3] == [
        "    signed integer overflow (property no-overflow)",
        f"    {Danger('overflow').example}",
    ]
    assert (
        "assertion,overflow,division,shift,conversion,memory,pointer,free,unreachable,uninitialised,contract,alignment,aliasing"
        in lines[3 * len(named_checks()) + 1]
    )


def test_list_as_json(capsys: Capture) -> None:
    assert main(["checks", "--json"]) == ExitCode.TRUE
    first, *others = json.loads(capsys.readouterr().out)
    assert set(first) == {"name", "finds", "property", "example"}
    assert [each["property"] for each in others] == [danger.property_name for danger in dangers()]


@pytest.mark.parametrize("name", named_checks())
def test_example_of_a_check_fails_by_it_and_by_nothing_else(name: str, folder: Path, capsys: Capture) -> None:
    lines = lines_of(capsys, named_checks()[name].example, "--check", name)
    assert lines[-1] == f"Verdict: FALSE({named_checks()[name].property_name})"
    others = ",".join(each for each in named_checks() if each != name)
    verdict = lines_of(capsys, named_checks()[name].example, "--check", others)[-1]
    assert verdict in ("Verdict: TRUE", "Verdict: UNKNOWN(alarm not confirmed)") or name == "leak"  # which is not freed, either


# ------------------------------------------------------------------------------------------------ asking for some


@pytest.mark.parametrize(
    ("arguments", "property"),
    [
        ([], "+".join(named_checks()[name].property_name for name in default_checks())),
        (["--check", "overflow"], "no-overflow"),
        (["--check", "assertion"], "unreach-call"),
        (["--check", "division, overflow"], "no-overflow+division-by-zero"),
        (["--check", "division", "--check", "overflow"], "no-overflow+division-by-zero"),
        (["--check", "all"], EVERY),
        (["--check", "all,shift"], EVERY),
    ],
)
def test_checks_make_a_property(arguments: list[str], property: str, folder: Path, capsys: Capture) -> None:
    (document,) = [json.loads("\n".join(lines_of(capsys, "", "--json", *arguments)))]
    assert document["task"]["property"] == property


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--check", "overflw"],
            "there is no check 'overflw' (did you mean 'overflow'?) [W410]\nNext: whet verify p.c --check overflow",
        ),
        (["--check", "overflow,"], "there is no check '' [W410]\nNext: whet checks lists all checks"),
        (
            ["--check", "no-overflow"],
            "there is no check 'no-overflow' (did you mean 'overflow'?) [W410]\nNext: whet verify p.c --check overflow",
        ),
        (["--check"], "argument --check: expected one argument [W404]\nNext: whet verify --help lists all options"),
        (
            ["--check", "all", "--property", "no-overflow"],
            "argument --spec/--property: not allowed with argument --check [W406]\nNext: leave out one of them",
        ),
        (
            ["--spec", "a.prp", "--check", "all"],
            "argument --check: not allowed with argument --spec/--property [W406]\nNext: leave out one of them",
        ),
    ],
)
def test_misuse_is_one_line_and_what_to_do(arguments: list[str], message: str, folder: Path, capsys: Capture) -> None:
    Path("p.c").write_text("int main(void) { return 0; }")
    assert main(["verify", "p.c", *arguments]) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"whet: error: {message}\n")


def test_check_is_compared_with_what_a_task_definition_expects_of_its_property(folder: Path, capsys: Capture) -> None:
    Path("no-overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )")
    Path("p.c").write_text("int main(void) { int x = 2147483647; return x + 1; }")
    Path("p.yml").write_text(
        "format_version: '2.0'\ninput_files: p.c\nproperties:\n"
        "  - property_file: no-overflow.prp\n    expected_verdict: false\noptions:\n  data_model: LP64\n"
    )
    assert main(["verify", "p.yml", "--quiet", "--check", "overflow"]) == ExitCode.FALSE
    assert "Expected: false (as expected)" in capsys.readouterr().out
    assert main(["verify", "p.yml", "--quiet", "--check", "division"]) == ExitCode.TRUE
    assert "Expected" not in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------ what is found


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (
            "int x = __VERIFIER_nondet_int(); return x + 1;",
            "5:34: overflow of int: 2147483647 + 1 (x = 2147483647) [overflow, W352, CWE-190]",
        ),
        (
            "int x = 0, a[2] = {3, 0}; x++; return 7 % a[x];",
            "5:32: division by zero: 7 % 0 (a[x] = 0, x = 1) [division, W351, CWE-369]",
        ),
        ("unsigned n = 40; return 1 << n;", "5:18: shift of int (32 bits) by 40 (n = 40) [shift, W353, CWE-1335]"),
        (
            "double d = 1e10; return d;",
            "5:18: conversion of 10000000000.0 to int, which cannot hold it (d = 10000000000.0) [conversion, W354, CWE-681]",
        ),
        ("return 7 / __VERIFIER_nondet_int();", "5:1: division by zero: 7 / 0 [division, W350, CWE-369]"),
        ("int x = 7; assert(x != 7);", "5:12: an assertion fails [assertion]"),
        ("reach_error();", "5:1: reach_error() is called [assertion]"),
    ],
)
def test_finding_tells_what_fails_with_values(statements: str, found: str, folder: Path, capsys: Capture) -> None:
    for preset in ("refsel", "bmc"):
        lines = lines_of(capsys, statements, "--check", "all", "--config", preset)
        assert [line for line in lines if line.startswith("Violation")] == [f"Violation: p.c:{found}"]


def test_single_check_of_assertions_is_not_named_and_of_anything_else_is(folder: Path, capsys: Capture) -> None:
    assert "Violation: p.c:5:1: reach_error() is called" in lines_of(capsys, "reach_error();", "--check", "assertion")
    division = lines_of(capsys, "int x = 0; return 1 / x;", "--check", "division")
    assert division[1:3] == [
        "Event: p.c:5:9: x becomes 0 here",
        "Violation: p.c:5:12: division by zero: 1 / 0 (x = 0) [division, W350, CWE-369]",
    ]


def test_result_file_names_the_check(folder: Path, capsys: Capture) -> None:
    document = json.loads("\n".join(lines_of(capsys, "int x = 0; return 1 / x;", "--check", "all", "--json")))
    assert (document["check"], document["property"]) == ("division", "division-by-zero")
    assert document["violation"] == "division by zero: 1 / 0 (x = 0)"


FORMULAS = ["G ! call(reach_error())", "G ! label(ERROR)", "G assert", "G ! overflow", "G ! division-by-zero"]


@pytest.mark.parametrize(
    ("statements", "violated"),
    [
        ("int x = __VERIFIER_nondet_int(); return x + 1;", "no-overflow"),
        ("int x = __VERIFIER_nondet_int(); return 1 / x;", "division-by-zero"),
        ("if (__VERIFIER_nondet_int()) reach_error();", "unreach-call"),
        ("assert(__VERIFIER_nondet_int());", "assertion"),
        ("if (__VERIFIER_nondet_int()) { ERROR: ; }", "unreach-label"),
    ],
)
def test_verdict_names_the_line_of_a_property_file_that_is_violated(
    statements: str, violated: str, folder: Path, capsys: Capture
) -> None:
    Path("several.prp").write_text("\n".join(f"CHECK( init(main()), LTL({formula}) )" for formula in FORMULAS))
    assert lines_of(capsys, statements, "--spec", "several.prp")[-1] == f"Verdict: FALSE({violated})"


def test_property_of_several_parts_holds_if_all_of_them_do(folder: Path, capsys: Capture) -> None:
    Path("several.prp").write_text("\n".join(f"CHECK( init(main()), LTL({formula}) )" for formula in FORMULAS))
    statements = "int x = __VERIFIER_nondet_int(); if (x > 0 && x < 9) { x = 9 / x + 1; assert(x > 1); }"
    assert lines_of(capsys, statements, "--spec", "several.prp")[-1] == "Verdict: TRUE"


@pytest.mark.parametrize("name", named_checks())
def test_page_shows_the_finding_of_every_example(name: str, folder: Path, capsys: Capture) -> None:
    (violation,) = [
        line for line in lines_of(capsys, named_checks()[name].example, "--check", name) if line.startswith("Violation")
    ]
    page = (Path(__file__).parents[2] / "docs" / "checks.md").read_text()
    assert f"| `{name}` | `{violation.split(': ', 2)[2]}` |" in page


@pytest.mark.parametrize(
    ("statements", "violated"),
    [
        ("x + 1;", "no-overflow"),
        ("(void)(1 << n);", "shift-range"),
        ("(int)d;", "conversion-range"),
        ("-(x + 1);", "no-overflow"),
        ("n ? x + 1 : 0;", "no-overflow"),
        ("!(x * n), 0;", "no-overflow"),
    ],
)
def test_value_that_nobody_wants_is_computed_all_the_same(statements: str, violated: str, folder: Path, capsys: Capture) -> None:
    """It was left out of the program, and the verdict was TRUE."""
    declared = "int x = 2147483647, n = 32; double d = 1e10;"
    assert lines_of(capsys, f"{declared} {statements}", "--check", "all")[-1] == f"Verdict: FALSE({violated})"


def test_value_that_nobody_wants_and_that_can_be_computed_is_no_finding(folder: Path, capsys: Capture) -> None:
    statements = "int x = 2147483646; double d = 1.5; x + 1; (int)d; x >> 31; (void)-x; (short)x; n && x + 2;"
    assert lines_of(capsys, f"int n = 0; {statements}", "--check", "all")[-1] == "Verdict: TRUE"


@pytest.mark.parametrize(
    ("access", "verdict"),
    [
        ("table.values[i] = 1", "FALSE(array-index)"),
        ("matrix[0][i] = 1", "FALSE(array-index)"),
        ("plain[i] = 1", "FALSE(valid-deref)"),  # the array is the object
    ],
)
def test_index_outside_a_part_of_an_object_is_found_by_default(access: str, verdict: str, folder: Path, capsys: Capture) -> None:
    objects = "struct { int values[4], sum; } table = {{0}, 0}; int matrix[2][4] = {0}, plain[4] = {0};"
    statements = f"{objects} int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 5) {access};"
    assert lines_of(capsys, statements, "--config", "bmc")[-1] == f"Verdict: {verdict}"
