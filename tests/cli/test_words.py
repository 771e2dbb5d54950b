"""What ``whet verify`` says beside the verdict: what was checked, why there is none, and what to try next."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.result import Checked, Reason, TrueVerdict, Unknown
from whet.report.next_steps import next_step
from whet.task.checks import named_checks
from whet.task.properties import ASSERTION, parse_property
from whet.task.task import Task

Capture = pytest.CaptureFixture[str]
DECLARED = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void f(void);\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines_of(capsys: Capture, source: str, *arguments: str) -> list[str]:
    """What is printed of a program."""
    Path("p.c").write_text(DECLARED + source)
    main(["verify", "p.c", "--quiet", "--time-limit", "60s", *arguments])
    return capsys.readouterr().out.splitlines()


def starting(lines: list[str], word: str) -> list[str]:
    return [line for line in lines if line.startswith(f"{word}: ")]


# ------------------------------------------------------------------------------------------------ what was checked


@pytest.mark.parametrize(
    ("source", "formula", "checked"),
    [
        ("int main(void) { reach_error(); }", "G ! call(reach_error())", "reach_error"),
        ("#include <assert.h>\nint main(int c, char **v) { assert(c != 7); return 0; }", "G assert", "assert"),
        ("int main(void) { return 0; }", "G assert", "assert (none occurs in the program)"),
        ("int main(void) { ERROR: return 0; }", "G ! label(ERROR)", "label ERROR"),
        ("int main(void) { reach_error(); return 0; }", "G ! label(ERROR)", "label ERROR (none occurs in the program)"),
        ("int main(void) { f(); reach_error(); return 0; }", "G ! call(f())", "f"),
        ("int main(int c, char **v) { return 7 / c; }", "G ! division-by-zero", "division"),
        ("int main(int c, char **v) { return c / 7; }", "G ! division-by-zero", "division (none occurs in the program)"),
    ],
)
def test_first_line_tells_what_was_checked(source: str, formula: str, checked: str, folder: Path, capsys: Capture) -> None:
    (folder / "x.prp").write_text(f"CHECK( init(main()), LTL({formula}) )")
    lines = lines_of(capsys, source, "--spec", "x.prp")
    first = "overflow, division" if "division" not in formula else "assertion, overflow"
    assert lines[0].startswith(f"Checked: {checked}. Not checked: {first}, shift, ")
    assert lines[0].endswith(" (see 'whet checks').")
    assert lines[-1].startswith("Verdict: ")


def test_result_file_tells_what_was_checked(folder: Path, capsys: Capture) -> None:
    lines_of(capsys, "int main(void) { return 0; }", "--check", "assertion", "--output", "out")
    document = json.loads((folder / "out" / "result.json").read_text())
    assert (document["checked"], document["checked_occur"]) == (["reach_error", "__VERIFIER_error", "assert"], False)
    assert document["not_checked"] == [name for name in named_checks() if name != "assertion"]


def test_every_bug_is_checked_where_nothing_is_named_and_only_what_a_property_file_names(folder: Path, capsys: Capture) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); if (x + 1 < x) reach_error(); return 0; }"
    lines = lines_of(capsys, source)
    assert lines[0] == "Checked: reach_error, overflow. Not checked: leak, cleanup (see 'whet checks')."
    assert lines[-1] == "Verdict: FALSE(no-overflow)"
    (folder / "unreach-call.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )")
    lines = lines_of(capsys, source, "--spec", "unreach-call.prp")
    assert lines[0].startswith("Checked: reach_error. Not checked: overflow, ")
    assert "no-overflow" not in lines[-1]


def test_line_says_where_nothing_can_fail(folder: Path, capsys: Capture) -> None:
    source = "int main(void) { int s = 0; for (int i = 0; i < 9; i++) s = i; return 7 / (s + __VERIFIER_nondet_int() % 2); }"
    assert "(1 of " in lines_of(capsys, source)[0] or "(2 of " in lines_of(capsys, source)[0]


def test_what_is_checked_is_not_said_to_be_unchecked(folder: Path, capsys: Capture) -> None:
    source = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) reach_error(); return 9 % x; }"
    lines = lines_of(capsys, source.replace("== 3", "== x + 1"), "--property", "unreach-call+division-by-zero", "--output", "out")
    unchecked = [name for name in named_checks() if name not in (ASSERTION, "division")]
    assert [line for line in lines if not line.startswith("By: ")] == [
        f"Checked: reach_error, division. Not checked: {', '.join(unchecked)} (see 'whet checks').",
        "Input: p.c:2:26: __VERIFIER_nondet_int() = 0",
        "Step: p.c:2:55: x == x + 1 is false (x = 0)",
        "Violation: p.c:2:82: division by zero: 9 % 0 (x = 0) [division, W351, CWE-369]",
        "Verdict: FALSE(division-by-zero)",
    ]
    document = json.loads((folder / "out" / "result.json").read_text())
    assert document["not_checked"] == unchecked
    assert lines_of(capsys, source.replace("9 % x", "0"), "--property", "division-by-zero")[-1] == "Verdict: TRUE"


def test_line_ends_where_nothing_is_left_to_be_checked() -> None:
    assert str(Checked(("overflow",), asked=tuple(named_checks()))) == "overflow."


def test_nothing_is_said_to_be_checked_without_a_verdict(folder: Path, capsys: Capture) -> None:
    assert not starting(lines_of(capsys, "int main(void) { f(); return }"), "Checked")


@pytest.mark.parametrize(
    ("statement", "is_reported"),
    [
        ("return 1 / x;", True),
        ("return a[x + 2];", True),
        ("int *p = 0; return *p;", True),
        ("int *p = malloc(4); free(p); return *p;", True),
        ("return 2147483647 + a[x] + 1;", True),
        ("malloc(4); return 0;", False),
    ],
    ids=["division", "bounds", "null", "freed", "overflow", "leak"],
)
def test_run_reports_some_of_what_can_be_checked(statement: str, is_reported: bool, folder: Path, capsys: Capture) -> None:
    """Everything that is checked by default: leaks are not."""
    Path("p.c").write_text(f"#include <stdlib.h>\nint a[2];\nint main(void) {{ int x = 0; {statement} }}")
    code = main(["run", "p.c"])
    assert ("undefined behaviour" in capsys.readouterr().out) is is_reported
    assert code == (ExitCode.UNKNOWN if is_reported else ExitCode.TRUE)


# ------------------------------------------------------------------------------------------------ why, and what next


def test_reason_speaks_of_the_program_and_not_of_classes(folder: Path, capsys: Capture) -> None:
    lines = lines_of(
        capsys, 'int main(void) { int x;\n  __asm__("nop" : "=r"(x)); if (x == 3) reach_error(); return 0; }', "--config", "ki"
    )
    assert starting(lines, "Reason") == [
        "Reason: p.c:3:41: possible call of reach_error(), not confirmed: "
        "the replay reaches inline assembler at p.c:3:3, which is not modelled [W212]"
    ]
    assert starting(lines, "Next") == ["Next: replace it by plain C, such as a function whose body models what matters"]


def test_function_without_a_body_is_named_in_the_advice(folder: Path, capsys: Capture) -> None:
    lines = lines_of(capsys, "int sensor(void); int main(void) { if (sensor() == 3) reach_error(); return 0; }", "--config", "ki")
    (next_line,) = starting(lines, "Next")
    assert "name the file that defines sensor as well, or write a body for it" in next_line


def test_threads_are_advised_about(folder: Path, capsys: Capture) -> None:
    source = "typedef unsigned long pthread_t; int pthread_create(pthread_t *, void *, void *(*)(void *), void *);\n"
    work = "static void *work(void *p) { return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return 0; }"
    (next_line,) = starting(lines_of(capsys, source + work, "--config", "value"), "Next")
    assert "Whet analyses one thread" in next_line


def test_folder_in_place_of_a_file_is_told_with_what_to_do(folder: Path, capsys: Capture) -> None:
    Path("src").mkdir()
    assert main(["verify", "src"]) == ExitCode.USAGE
    assert "src: error: Is a directory [W502]\nNext: name the C files of one program, or" in capsys.readouterr().err


def test_witness_before_its_program_is_noticed(folder: Path, capsys: Capture) -> None:
    Path("p.c").write_text("int main(void) { return 0; }")
    Path("w.yml").write_text("[]")
    assert main(["validate", "w.yml", "p.c"]) == ExitCode.USAGE
    assert "the program comes first: whet validate p.c w.yml" in capsys.readouterr().err


def test_entry_that_there_is_not_is_not_told_to_name_the_entry(folder: Path, capsys: Capture) -> None:
    lines = lines_of(capsys, "int one(void) { return 0; }", "--entry", "two")
    (reason,) = starting(lines, "Reason")
    assert "the program has no function 'two' (is it spelled so" in reason


def test_advice_is_also_in_the_document(folder: Path, capsys: Capture) -> None:
    Path("p.c").write_text("int main(void) { return 0; }")
    Path("o.prp").write_text("CHECK( init(main()), LTL(F end) )")
    main(["verify", "p.c", "--json", "--spec", "o.prp"])
    document = json.loads(capsys.readouterr().out)
    assert document["detail"] == "the property termination cannot be checked"
    assert document["next"] == "name a property of calls, labels or assertions with --spec"


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_advice_that_can_be_followed(reason: Reason) -> None:
    """Options and presets that are named exist."""
    task = Task(files=("p.c",))
    for preset in ("refsel", "predicate", "value", "value-cegar", "value-predicate"):
        advice = next_step(Unknown(reason), task, load_configuration(preset))
        assert advice is not None
        words = advice.replace(";", " ").replace(",", " ").split()
        for option, value in itertools.pairwise(words):
            if option == "--config":
                assert value != preset
                load_configuration(value)
            if option == "--set":
                load_configuration("refsel", [value.replace("=N", "=1")])


def test_verdict_needs_no_advice_and_tasks_say_theirs_themselves() -> None:
    configuration = load_configuration()
    assert next_step(TrueVerdict(), Task(files=("p.c",)), configuration) is None
    unsupported = Unknown(Reason.NOT_SUPPORTED, "none of the files is a C program")
    assert next_step(unsupported, Task(files=("p.h", "q.txt")), configuration) is None
    property = parse_property("CHECK( init(main()), LTL(F end) )", path="t.prp")
    advice = next_step(unsupported, Task(files=("p.c",), property=property), configuration)
    assert advice is not None
    assert "--spec" in advice


@pytest.mark.parametrize(("entry", "part"), [("main", "fix that first"), ("g", "write a main that calls g")])
def test_undefined_behaviour_is_to_be_mended(entry: str, part: str) -> None:
    verdict = Unknown(Reason.NOT_REPLAYED, "the replay has undefined behaviour at p.c:1:1: division by zero")
    advice = next_step(verdict, Task(files=("p.c",), entry=entry), load_configuration())
    assert advice is not None
    assert advice.startswith(part)


# ------------------------------------------------------------------------------------------------ what was assumed


def test_function_of_the_c_library_is_not_modelled_and_one_of_the_program_has_no_body(folder: Path, capsys: Capture) -> None:
    declared = "long double strtold(const char *, char **); int own(void);"
    lines = lines_of(capsys, f'{declared} int main(void) {{ if (strtold("1", 0) < own()) return 1; return 0; }}')
    assumed = [line.split(": ")[2:4] for line in starting(lines, "Assumed") if "no body" in line or "modelled" in line]
    does = "it changes only what its arguments point to, keeps no pointer, calls no function of the program"
    assert [(what, effect.startswith(does)) for what, effect in assumed] == [
        ("strtold is not modelled", True),
        ("own has no body", True),
    ]


# ------------------------------------------------------------------------------------------------ where the time went

FACTORS = """int main(void) {
  unsigned long x = (unsigned)__VERIFIER_nondet_int(), y = (unsigned)__VERIFIER_nondet_int();
  if (x > 1 && y > 1 && x * y == 13372101884243077687ul) reach_error();
  return 0; }"""
COUNTS = "int main(void) { unsigned x = 0; while (x < 4000000000u) x++; if (x == 7) reach_error(); return 0; }"


@pytest.mark.parametrize(
    ("source", "preset", "phase"),
    [(FACTORS, "refsel", "refining"), (COUNTS, "value", "exploring")],
)
def test_time_out_names_the_phase_that_took_the_time(source: str, preset: str, phase: str, folder: Path, capsys: Capture) -> None:
    """A few states are explored before each refinement; the long time is the solver's."""
    lines = lines_of(capsys, source, "--check", "assertion", "--config", preset, "--time-limit", "3s")
    assert starting(lines, "Reason") == [f"Reason: 3s of CPU time was used while {phase} [W220]"]


# ------------------------------------------------------------------------------------------------ programs that are no C


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("int main(void) { int x = 1\n return 0; }", "p.c:2:27: expected ';' at end of declaration [W604]"),
        (
            '#include "there.h"\nint main(void) { return 0; }',
            "p.c:2:10: 'there.h' file not found (install the header, or name its folder with -I) [W602]",
        ),
        ("foo_t x;\nint main(void) { return 0; }", "p.c:2:1: unknown type name 'foo_t' (is a header missing?) [W603]"),
        (
            "int g(void) { return h(; }\nint main(void) { return y; }",
            "p.c:2:24: expected expression (is a macro undefined?; 1 more error) [W604]",
        ),
    ],
    ids=["semicolon", "header", "type", "two"],
)
def test_first_error_of_the_compiler_is_shown_with_its_place(source: str, reason: str, folder: Path, capsys: Capture) -> None:
    lines = lines_of(capsys, source)
    reasons, next_step, verdict = lines
    assert (reasons, verdict) == (f"Reason: {reason}", "Verdict: ERROR(parsing failed)")
    assert main(["run", "p.c"]) == ExitCode.NOT_SUPPORTED
    place, _, message = reason.partition(": ")
    assert capsys.readouterr().err == f"{place}: error: {message}\n{next_step}\n"


def test_variable_without_a_definition_is_named_in_the_advice(folder: Path, capsys: Capture) -> None:
    lines = lines_of(capsys, "extern int *sensor; int main(void) { return *sensor; }", "--config", "ki")
    assert starting(lines, "Verdict") == ["Verdict: UNKNOWN(alarm not confirmed)"]
    (next_line,) = starting(lines, "Next")
    assert "name the file that defines sensor as well" in next_line
