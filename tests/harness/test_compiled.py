"""The violation of a FALSE in the compiled program: confirmed, or why not; and the harness as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.semantics import Value
from whet.cfa.source import Place
from whet.cfa.surroundings import surroundings_of
from whet.cfa.types import LP64, ScalarType
from whet.core.concrete import AskedInput, CompiledReplay, ConcreteRun, ReachedError, ReplayOutcome
from whet.core.result import FalseVerdict
from whet.frontend.parse import parse_file
from whet.harness.compiled import harness_of, replay_compiled
from whet.native import sandbox
from whet.native.sandbox import LIMITED, NO_NETWORK
from whet.task.task import Task

ERRORS = frozenset({"reach_error", "__VERIFIER_error"})
INT = "extern int __VERIFIER_nondet_int(void);\n"
GOLDEN = Path(__file__).parent.parent / "golden" / "harness.c"


def asked(value: Value, type: ScalarType = LP64.int, name: str = "int", line: int = 3) -> AskedInput:
    return AskedInput(f"__VERIFIER_nondet_{name}", type, value, Place("p.c", line, 9))


def false(
    path: Path, text: str, *inputs: AskedInput, check: str = "assertion", line: int = 3, arguments: int = 1
) -> FalseVerdict:
    """As if an analysis had found that the check fails in the third line."""
    line = 3
    path.write_text(text)
    program = parse_file(str(path), machine=LP64, entry="main", blocks=False)
    labels = frozenset({"ERROR"}) if "ERROR:" in text else frozenset[str]()
    run = ConcreteRun(
        error=ReachedError("it fails", f"p.c:{line}:1", is_call=check == "assertion", lines=(line, line)),
        inputs=inputs,
        arguments=arguments,
        surroundings=surroundings_of(program, ERRORS, labels),
    )
    return FalseVerdict(property="p", violation="it fails", check=check, place=Place("p.c", line, 1), run=run)


def replayed(path: Path, verdict: FalseVerdict, seconds: float = 30.0) -> CompiledReplay:
    return replay_compiled(Task(files=(str(path),)), verdict, seconds=seconds)


CONFIRMED = {
    "own function": (
        f"{INT}void reach_error(void) {{}}\nint main(void) {{ if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }}",
        "assertion",
    ),
    "assert": (f"{INT}#include <assert.h>\nint main(void) {{ assert(__VERIFIER_nondet_int() != 7); return 0; }}", "assertion"),
    "label": (
        f"{INT}\nint main(void) {{ if (__VERIFIER_nondet_int() == 7) goto ERROR; return 0; ERROR: return 1; }}",
        "assertion",
    ),
    "overflow": (f"{INT}\nint main(void) {{ return 2147483641 + __VERIFIER_nondet_int(); }}", "overflow"),
    "bounds": (f"{INT}#include <stdlib.h>\nint main(void) {{ char *p = malloc(7); p[__VERIFIER_nondet_int()] = 1; }}", "memory"),
    "conversion": (f"{INT}\nint main(void) {{ return (signed char)(int)(1e9 * __VERIFIER_nondet_int()); }}", "conversion"),
    "leak": (
        f"{INT}#include <stdlib.h>\nint main(void) {{ char *p = malloc(__VERIFIER_nondet_int()); p = 0; return 0; }}",
        "leak",
    ),
}


@pytest.mark.gcc
@pytest.mark.parametrize(("text", "check"), CONFIRMED.values(), ids=CONFIRMED)
def test_violation_is_confirmed(tmp_path: Path, text: str, check: str) -> None:
    replay = replayed(tmp_path / "p.c", false(tmp_path / "p.c", text, asked(7), check=check))
    assert replay.outcome is ReplayOutcome.CONFIRMED, replay
    assert LIMITED in replay.confinement


@pytest.mark.gcc
@pytest.mark.parametrize(
    ("text", "check", "outcome", "detail"),
    [
        (CONFIRMED["own function"][0], "assertion", ReplayOutcome.DIFFERENT, "it exits with status 0"),
        (CONFIRMED["overflow"][0], "overflow", ReplayOutcome.DIFFERENT, "it exits with status"),
        (f"{INT}\nint main(void) {{ int x; return x; }}", "uninitialised", ReplayOutcome.NOT_SHOWN, "nobody looks for it"),
        (f"{INT}\nint main(void) {{ while (1); }}", "assertion", ReplayOutcome.TIME_OUT, "does not end within"),
        (f"{INT}\nint main(void) {{ int a[-__COUNTER__ - 5]; return 0; }}", "assertion", ReplayOutcome.NOT_COMPILED, "negative"),
    ],
)
def test_what_is_not_confirmed_is_told(tmp_path: Path, text: str, check: str, outcome: ReplayOutcome, detail: str) -> None:
    path = tmp_path / "p.c"
    verdict = false(path, INT + "int main(void) { return __VERIFIER_nondet_int(); }", asked(1), check=check)
    path.write_text(text)
    replay = replayed(path, verdict, seconds=1.0 if outcome is ReplayOutcome.TIME_OUT else 30.0)
    assert replay.outcome is outcome, replay
    assert detail in replay.detail
    assert bool(replay.confinement) == (outcome is not ReplayOutcome.NOT_COMPILED)


@pytest.mark.gcc
def test_arguments_of_main_are_given(tmp_path: Path) -> None:
    text = "#include <assert.h>\nint main(int n, char **v) { assert(n != 3 || *v[2] || v[3]); return 0; }"
    assert replayed(tmp_path / "p.c", false(tmp_path / "p.c", text, arguments=3)).outcome is ReplayOutcome.CONFIRMED
    assert replayed(tmp_path / "p.c", false(tmp_path / "p.c", text, arguments=2)).outcome is ReplayOutcome.DIFFERENT


def test_no_program_is_started_elsewhere_or_without_a_name(tmp_path: Path) -> None:
    verdict = false(tmp_path / "p.c", "int f(void) { return 0; } int main(void) { return f(); }")
    elsewhere = Task(files=(str(tmp_path / "p.c"),), entry="f")
    assert replay_compiled(elsewhere, verdict).detail == "a compiled program starts with main, and not with f"
    assert harness_of(elsewhere, verdict) == {}
    unnamed = false(tmp_path / "p.c", "int main(int n, char **v) { return n; }", arguments=0)
    assert replayed(tmp_path / "p.c", unnamed).outcome is ReplayOutcome.NOT_RUN


def test_harness_is_as_written_down(tmp_path: Path) -> None:
    """Literals of every kind, with their places; to change it on purpose, write the new text to the file."""
    text = INT + "int main(void) { __VERIFIER_nondet_int(); return 0; }"
    inputs = [
        asked(-(1 << 31)),
        asked(3, LP64.integer("unsigned long"), "ulong"),
        asked(0.1, LP64.double, "double", 4),
        asked(float("nan"), LP64.double, "double", 5),
        asked(1, LP64.integer("_Bool"), "bool", 6),
    ]
    verdict = false(tmp_path / "p.c", text, *inputs)
    written = harness_of(Task(files=(str(tmp_path / "p.c"),)), verdict)["harness.c"]
    assert written.replace(str(tmp_path), "FOLDER") == GOLDEN.read_text()


def test_end_of_a_comment_in_a_name_ends_no_comment(tmp_path: Path) -> None:
    folder = tmp_path / "a*"
    folder.mkdir()
    verdict = false(folder / "p.c", "int main(void) { return 0; }")
    written = harness_of(Task(files=(str(folder / "p.c"),)), verdict)["harness.c"]
    assert written.index("*/") > written.index("status 99")


def test_what_the_machine_does_not_allow_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_leave_network", lambda kernel: False)
    path = tmp_path / "p.c"
    replay = replayed(path, false(path, CONFIRMED["overflow"][0], asked(7), check="overflow"))
    assert NO_NETWORK not in replay.confinement
    assert NO_NETWORK in replay.not_in_force
    assert f"NOT in force on this machine: {NO_NETWORK}" in str(replay)
    assert replay.to_json()["not_in_force"] == list(replay.not_in_force)
