"""``whet scan`` as a user calls it: what is said of each function, what is kept, and what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from whet.campaign.records import Run, RunLimits, ToolConfiguration
from whet.campaign.sets import load_set
from whet.campaign.tools import perform
from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Input, Reason, Result, TrueVerdict, Unknown
from whet.projects.fingerprint import Fingerprint
from whet.projects.functions import project_task, read_project, sample
from whet.projects.judging import FunctionStatus, Judgement, ScanTerms, judge
from whet.projects.scanning import keep, known
from whet.projects.store import FolderStore
from whet.runtime.limits import Limits
from whet.task.task import Task

ROOT = Path(__file__).parent.parent.parent
LIBRARY = """\
#include "library.h"
static int first(struct node *list) { return list->value; }
unsigned same(unsigned n) { return n; }
int quotient(int n) { return 100 / n; }
int twice(int n) { return other(n) * 2; }
int main(void) { return first(0); }
"""
OTHER = """\
#include "library.h"
int other(int n) { return n > 1000 || n < -1000 ? 0 : n; }
"""
HEADER = """\
struct node { int value; struct node *next; };
int other(int n);
static inline int three(void) { return 3; }
"""
LIMITS = ["--config", "ki", "--time-limit", "20s", "--quiet"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    for name, text in (("library.c", LIBRARY), ("other.c", OTHER), ("library.h", HEADER)):
        (folder / name).write_text(text)
    return folder


def document(folder: Path) -> Any:
    return json.loads((folder / "result.json").read_text())


def statuses(folder: Path) -> dict[str, str]:
    return {each["function"]: each["status"] for each in document(folder)["functions"]}


def scan(*arguments: str) -> int:
    return main(["scan", *arguments, *LIMITS])


def test_every_function_of_a_folder_is_judged(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("src", "--output", "out") == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "Failing: src/library.c:4:23: quotient: division by zero: 100 / 0 (n = 0) [division]" in out
    assert "Precondition: src/library.c:2:12: first: list != 0; otherwise access through a null pointer" in out
    assert out.splitlines()[-6:] == [
        "proved                     4   67%",
        "failing                    1   17%",
        "needs a precondition       1   17%",
        "holds up to a bound        0    0%",
        "unknown                    0    0%",
        "functions                  6",
    ]
    found = document(Path("out"))
    assert found["complete"] is True
    assert found["verdict"] == "FALSE(failing)"
    assert [each["function"] for each in found["functions"]] == ["three", "first", "same", "quotient", "twice", "other"]
    # What is known is not verified again, wherever it stands now.
    (project / "library.c").write_text("/* moved */\n\n" + LIBRARY.replace("return n; }", "return n ^ 1; }"))
    assert scan("src", "--output", "out") == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "Failing: src/library.c:6:23: quotient: division by zero" in out
    assert "(5 known before)" in out
    # A damaged entry is none.
    for entry in Path("out/cache").rglob("*.json"):
        entry.write_bytes(entry.read_bytes()[:40])
    assert scan("src", "--output", "out", "--function", "same") == ExitCode.TRUE
    assert document(Path("out"))["reused"] == 0


def test_a_function_is_judged_with_the_files_it_needs(project: Path) -> None:
    found = read_project(project_task(["src"], Task(files=())))
    files = {each.signature.name: each.files for each in found.functions}
    assert files["twice"] == ("src/library.c", "src/other.c")
    assert files["same"] == ("src/library.c",)
    (project / "copy.c").write_text(OTHER)
    found = read_project(project_task(["src"], Task(files=())))
    files = {each.signature.name: each.files for each in found.functions}
    assert files["twice"] == ("src/library.c",)  # nobody knows which one is meant


def test_a_compilation_database_says_which_files_there_are(project: Path) -> None:
    entry = {"directory": str(project), "file": "library.c", "arguments": ["cc", "-DX=1", "library.c"]}
    Path("compile_commands.json").write_text(json.dumps([entry]))
    found = read_project(project_task(["compile_commands.json"], Task(files=())))
    assert "quotient" in {each.signature.name for each in found.functions}
    assert found.task.options[0].flags == (("-D", "X=1"),)


def test_what_callers_promise_is_believed(project: Path) -> None:
    Path("whet.toml").write_text('[entry.quotient]\nrequires = ["n > 0"]\n')
    assert scan("src", "--output", "out", "--function", "quotient") == ExitCode.TRUE
    (found,) = document(Path("out"))["functions"]
    assert "callers of quotient satisfy n > 0 (whet.toml:2)" in found["assumptions"]


def test_a_file_that_cannot_be_read_is_told_and_left_out(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "broken.c").write_text("int f(\n")
    assert scan("src", "--function", "same", "--json") == ExitCode.TRUE
    captured = capsys.readouterr()
    assert "src/broken.c:1:7: warning: left out: expected" in captured.err
    assert json.loads(captured.out)["unreadable"][0]["place"].startswith("src/broken.c:1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["empty"], "there is no C file (*.c) in this folder"),
        (["nowhere"], "nowhere"),
        (["src", "--function", "quotiemt"], "no file defines a function 'quotiemt' (did you mean 'quotient'?)"),
        (["src", "--config", "nobody"], "unknown configuration 'nobody'"),
        (["only.c"], "there is nothing to verify: the files define no function but main"),
        (["bad.c"], "there is nothing to verify: none of the files can be read"),
        (["src", "a.json"], "a compilation database stands alone"),
    ],
)
def test_mistakes_are_told(project: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    Path("only.c").write_text("int main(void) { return 0; }\n")
    Path("bad.c").write_text("int f(")
    assert main(["scan", *arguments, "--quiet"]) in (ExitCode.USAGE, ExitCode.NOT_SUPPORTED)
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_a_promise_about_nobody_is_a_mistake(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text('[entry.quotent]\nrequires = ["n > 0"]\n')
    assert scan("src") == ExitCode.USAGE
    assert "whet.toml: error: no file defines a function 'quotent' (did you mean 'quotient'?)" in capsys.readouterr().err


def test_a_budget_ends_a_scan_and_the_next_goes_on(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("src", "--output", "out", "--budget", "0.01s", "--workers", "1") == ExitCode.UNKNOWN
    assert document(Path("out"))["counts"]["unknown: budget"] >= 5
    capsys.readouterr()
    scan("src", "--output", "out", "--function", "same", "--function", "three")
    assert "budget" not in capsys.readouterr().out


def test_inputs_of_a_reused_result_stand_where_the_lines_are_now(project: Path) -> None:
    text = "int __VERIFIER_nondet_int(void);\nint chosen(void) { return 1 / __VERIFIER_nondet_int(); }\n"
    for before in ("", "// a comment\n\n"):
        (project / "chosen.c").write_text(before + text)
        scan("src/chosen.c", "--output", "out")
    [found] = document(Path("out"))["functions"]
    assert found["reused"]
    assert found["place"].startswith("src/chosen.c:4:")
    assert found["inputs"] == ["src/chosen.c:4:31: __VERIFIER_nondet_int() = 0"]


@pytest.mark.parametrize(
    ("judgement", "limits", "is_reused"),
    [
        (Judgement(status=FunctionStatus.UNKNOWN, reason="out of memory"), Limits(cpu_seconds=5.0, memory_bytes=200), False),
        (Judgement(status=FunctionStatus.UNKNOWN, reason="out of memory"), Limits(cpu_seconds=5.0), False),
        (Judgement(status=FunctionStatus.UNKNOWN, reason="timeout"), Limits(cpu_seconds=6.0, memory_bytes=100), False),
        (Judgement(status=FunctionStatus.UNKNOWN, reason="timeout"), Limits(cpu_seconds=5.0, memory_bytes=100), True),
        (
            Judgement(status=FunctionStatus.PRECONDITION, detail="whether these are enough is unknown"),
            Limits(cpu_seconds=6.0),
            False,
        ),
        (Judgement(status=FunctionStatus.PRECONDITION), Limits(cpu_seconds=6.0), True),
    ],
)
def test_what_was_left_open_for_want_of_time_or_memory_is_asked_again_with_more(
    tmp_path: Path, judgement: Judgement, limits: Limits, is_reused: bool
) -> None:
    first = Limits(cpu_seconds=5.0, memory_bytes=100)
    store, print_of = FolderStore(tmp_path), Fingerprint("0123")
    task, configuration = Task(files=("a.c",)), load_configuration("value")
    keep(store, print_of, judgement, ScanTerms(task=task, configuration=configuration, limits=first))
    assert (known(store, print_of, ScanTerms(task=task, configuration=configuration, limits=limits)) is not None) == is_reused


def test_an_interrupted_scan_goes_on_where_it_was(project: Path) -> None:
    factors = "a > 1 && b > 1 && (unsigned long)a * b == 8339155905853550021ul"  # of two primes: no solver is so quick
    slow = f"int slow(unsigned a, unsigned b) {{ return {factors} ? 1 / (int)(a - a) : 0; }}\n"
    (project / "zslow.c").write_text(slow)
    listening = ["env", "--default-signal=INT"]  # also where the tests run in the background of a shell
    command = [sys.executable, "-m", "whet", "scan", "src/other.c", "src/zslow.c", "--workers", "1", "--output", "out", *LIMITS]
    process = subprocess.Popen([*listening, *command], cwd=project.parent, stderr=subprocess.PIPE, text=True)
    kept = project.parent / "out" / "cache"
    deadline = time.monotonic() + 120
    while not len(list(kept.rglob("*.json"))) >= 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "of 3 functions; the same command goes on from here" in err
    assert document(Path("out"))["complete"] is False
    scan("src/other.c", "--output", "out")
    assert document(Path("out"))["reused"] == 2


def test_a_sample_is_the_same_for_the_next_version(project: Path) -> None:
    functions = read_project(project_task(["src"], Task(files=()))).functions
    moved = project.rename(project.parent / "src-2")
    again = read_project(project_task([str(moved)], Task(files=()))).functions
    assert [each.signature.name for each in sample(functions, 3, seed=1)] == [
        each.signature.name for each in sample(again, 3, seed=1)
    ]
    assert len(sample(functions, 99, seed=1)) == len(functions)
    assert [each.name for each in sample(functions, 3, seed=1)] != [each.name for each in sample(functions, 3, seed=2)]


def test_the_example_can_be_followed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "whet", "scan", "examples/library", *LIMITS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == ExitCode.UNKNOWN
    assert "sum: values has count elements, values != 0; otherwise" in done.stdout


def test_functions_are_tasks_of_a_campaign(project: Path) -> None:
    Path("whet.toml").write_text('[entry.same]\nrequires = ["n < 9"]\n')
    assert main(["scan", "src", "--tasks", "set", "--quiet"]) == ExitCode.TRUE
    tasks = {each.name: each for each in load_set("set")}
    twice = tasks["src/library.c:twice"]
    assert "--function library.c:twice" in twice.function
    assert str(project / "other.c") in twice.function
    assert f"--project {project.parent / 'whet.toml'}" in twice.function
    limits = RunLimits(cpu_seconds=30.0, wall_seconds=300.0, memory_bytes=2 << 30)
    configuration = ToolConfiguration(name="ki", options=("--config", "ki"))
    run = Run(task=tasks["src/library.c:quotient"], configuration=configuration, limits=limits)
    assert perform(run, node="here").answer.word == "FALSE(failing)"
    (project / "library.c").write_text(LIBRARY + "\n")
    assert main(["scan", "src", "--tasks", "set", "--quiet"]) == ExitCode.TRUE
    changed = {each.name: each for each in load_set("set")}["src/library.c:quotient"]
    assert Run(task=changed, configuration=configuration, limits=limits).key != run.key


# ------------------------------------------------------------------------------------------------- judging, without runs


def test_verdicts_that_contradict_each_other_are_unknown(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All calls with valid pointers are proved, and one of them is said to fail: somebody is wrong."""
    found = read_project(project_task(["src/library.c"], Task(files=())))
    (first,) = [replace(each, members=frozenset({"next"})) for each in found.functions if each.signature.name == "first"]

    def verify(task: Task, *_: object, **__: object) -> Result:
        assert task.appended is not None
        lines = task.appended.text.partition('#line 1 "harness of first"\n')[2].splitlines()
        chosen = [number for number, line in enumerate(lines, 1) if "if (__VERIFIER_nondet_bool" in line]
        is_permissive = not chosen
        breaks = chosen[-1:] if len(chosen) > 1 else []
        inputs = tuple(Input("nondet", int(number in breaks), Place("harness of first", number, 9)) for number in chosen)
        return Result(TrueVerdict() if is_permissive else FalseVerdict(property="p", violation="v", inputs=inputs))

    monkeypatch.setattr("whet.projects.judging.verify", verify)
    terms = ScanTerms(task=found.task, configuration=load_configuration("value"), limits=Limits(cpu_seconds=10.0))
    judgement = judge(first, (), terms)
    assert judgement.status is FunctionStatus.UNKNOWN
    assert judgement.reason == "contradiction"


def test_null_parameters_are_asked_about_where_strict_calls_are_too_many(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_project(project_task(["src/library.c"], Task(files=())))
    (first,) = [replace(each, members=frozenset({"next"})) for each in found.functions if each.signature.name == "first"]

    def verify(task: Task, *_: object, **__: object) -> Result:
        assert task.appended is not None
        lines = task.appended.text.partition('#line 1 "harness of first"\n')[2].splitlines()
        chosen = [number for number, line in enumerate(lines, 1) if "if (__VERIFIER_nondet_bool" in line]
        if len(chosen) > 1:
            return Result(Unknown(Reason.TIME_OUT))
        inputs = tuple(Input("nondet", 1, Place("harness of first", number, 9)) for number in chosen)
        return Result(FalseVerdict(property="p", violation="v", inputs=inputs) if chosen else TrueVerdict())

    monkeypatch.setattr("whet.projects.judging.verify", verify)
    terms = ScanTerms(task=found.task, configuration=load_configuration("value"), limits=Limits(cpu_seconds=10.0))
    judgement = judge(first, (), terms)
    assert (judgement.status, judgement.preconditions) == (FunctionStatus.PRECONDITION, ("list != 0",))
    assert "whether these are enough is unknown" in judgement.detail
    assert not judgement.is_final


FREEING = """\
#include <stdlib.h>
struct node { struct node *next; char *name; int value; };
void drop(struct node *n) { if (!n) return; free(n->name); free(n); }
void drop_twice(struct node *n) { if (!n) return; free(n->name); free(n->name); }
void drop_part(struct node *n) { if (n) free(&n->value); }
void drop_array(int *values, unsigned n) { if (values && n > 1) values[n - 1] = 0; free(values); }
"""


def test_what_a_function_frees_comes_from_malloc(project: Path) -> None:
    (project / "freeing.c").write_text(FREEING)
    scan("src/freeing.c", "--output", "out")
    assert statuses(Path("out")) == {
        "drop": "proved",
        "drop_twice": "failing",
        "drop_part": "failing",
        "drop_array": "needs a precondition",
    }
    found = {each["function"]: each for each in document(Path("out"))["functions"]}
    assert found["drop_array"]["preconditions"] == ["values has n elements"]
    assert any("n->name points to a string" in each and "malloc" in each for each in found["drop"]["assumptions"])


DEEP = """\
struct buffer { char *bytes; unsigned length; };
struct state { struct buffer *out; int pending; };
struct stream { struct state *state; };
unsigned length(struct stream *s) { return s && s->state && s->state->out ? s->state->out->length : 0; }
unsigned unchecked(struct stream *s) { return s->state->out->length; }
char too_deep(struct stream *s) { return s && s->state ? s->state->out->bytes[0] : 0; }
"""


def test_what_lies_deeper_is_made_where_it_matters(project: Path) -> None:
    (project / "deep.c").write_text(DEEP)
    scan("src/deep.c", "--output", "out")
    assert statuses(Path("out")) == {"length": "proved", "unchecked": "needs a precondition", "too_deep": "unknown"}
    found = {each["function"]: each for each in document(Path("out"))["functions"]}
    assert found["unchecked"]["preconditions"] == ["s != 0", "s->state != 0", "s->state->out != 0"]
    assert found["too_deep"]["reason"] == "depth"


CONTENTS = """\
#include <stdlib.h>
struct ring { unsigned head, size; char data[16]; };
int get(struct ring *r) { return r ? r->data[r->head] : 0; }
int beyond(struct ring *r) { return r ? r->data[16 + r->size] : 0; }
void drop(struct ring *r) { free(r); if (r && r->size > 3) r->head = 0; }
"""


def test_numbers_that_no_caller_keeps_are_a_precondition(project: Path) -> None:
    (project / "contents.c").write_text(CONTENTS)
    scan("src/contents.c", "--output", "out")
    assert statuses(Path("out")) == {"get": "needs a precondition", "beyond": "failing", "drop": "failing"}
    found = {each["function"]: each for each in document(Path("out"))["functions"]}
    assert found["get"]["preconditions"] == ["r->head < 16"]
