"""``whet verify`` with engines that answer, fail, crash, hang and eat memory: each ends in its own word and exit code."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import time
from pathlib import Path
from typing import NoReturn

import pytest

from whet.cfa.model import Program
from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.context import Context, Level, LimitReached
from whet.core.result import Assumption, FalseVerdict, Input, Reason, Result, TrueVerdict, Unknown
from whet.session import program as session_program
from whet.session.program import ProgramEngine
from whet.task.configuration import Configuration
from whet.task.task import Task

MORE_TIME = "Next: allow more time with --time-limit, or try --config value-predicate"
PROGRAM = "int main(void) { return 0; }\n"
Capture = pytest.CaptureFixture[str]


def answer_true(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
    context.statistics.count("states", len(list(program.nodes())))
    return Result(TrueVerdict(), (Assumption("f() has no body and returns anything", Place("p.c", 1, 2)),))


def _part(task: Task) -> str:
    return task.property.name.partition("+")[0]


def answer_false(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
    inputs = (Input("__VERIFIER_nondet_int()", 3, Place("p.c", 1, 4)), Input("argc", 1))
    place = Place("p.c", 9, 1)
    return Result(FalseVerdict(property=_part(task), violation="reach_error() is called", place=place, inputs=inputs))


def give_up(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
    return Result(Unknown(Reason.RECURSION, "calls are nested\nVerdict: TRUE", Place("p.c", 2, 2)))


def explore_forever(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    while True:
        context.check()
        context.progress("exploring", states=context.steps)


def hang(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    context.progress("solving")
    time.sleep(60)
    raise AssertionError("should have been ended")


def eat_memory(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    eaten = []
    while True:
        eaten.append(b"x" * (1 << 20))


def crash(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(60)
    raise AssertionError("should have crashed")


def fail(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    raise ZeroDivisionError("so small")


def talk(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
    context.log(Level.WARNING, "something is odd")
    context.log(Level.DATA, "nobody hears this")
    return Result(TrueVerdict())


def reach_limit(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    raise LimitReached(Reason.TIME_OUT, "its share is used up")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.c").write_text(PROGRAM)
    return "p.c"


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    return Use(monkeypatch)


class Use:
    """Puts an engine in the place of the real one; the child process inherits it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, engine: ProgramEngine) -> None:
        self._monkeypatch.setattr(session_program, "default_engine", lambda: engine)


@pytest.mark.parametrize(
    ("engine", "arguments", "code", "lines"),
    [
        (
            answer_true,
            [],
            ExitCode.TRUE,
            ["Assumed: p.c:1:2: f() has no body and returns anything", "Verdict: TRUE"],
        ),
        (
            answer_false,
            [],
            ExitCode.FALSE,
            [
                "Input: p.c:1:4: __VERIFIER_nondet_int() = 3",
                "Input: argc = 1",
                "Violation: p.c:9:1: reach_error() is called",
                "Verdict: FALSE(unreach-call)",
            ],
        ),
        (
            give_up,
            [],
            ExitCode.UNKNOWN,
            [
                "Reason: p.c:2:2: calls are nested Verdict: TRUE",
                "Next: with --config ki alone, follow deeper calls with --set callstack.depth=200, "
                "or replace the recursion by a loop",
                "Verdict: UNKNOWN(recursion)",
            ],
        ),
        (
            explore_forever,
            ["--time-limit", "300ms"],
            ExitCode.LIMIT,
            ["Reason: 0.3s of CPU time was used while exploring [W220]", MORE_TIME, "Verdict: UNKNOWN(time-out)"],
        ),
        (
            explore_forever,
            ["--set", "limits.states=100"],
            ExitCode.LIMIT,
            [
                "Reason: 100 abstract states were explored [W223]",
                "Next: allow more with --set limits.states=N; 0 is no limit",
                "Verdict: UNKNOWN(state limit)",
            ],
        ),
        (
            hang,
            ["--set", "limits.wall_time=1s"],
            ExitCode.LIMIT,
            ["Reason: 1s passed while solving [W221]", MORE_TIME, "Verdict: UNKNOWN(time-out)"],
        ),
        (reach_limit, [], ExitCode.LIMIT, ["Reason: its share is used up", MORE_TIME, "Verdict: UNKNOWN(time-out)"]),
        (
            eat_memory,
            ["--memory-limit", "2GB"],
            ExitCode.LIMIT,
            [
                "Reason: the limit of 2GB of memory was reached while preparing [W222]",
                "Next: allow more with --memory-limit, or try --config value-predicate",
                "Verdict: UNKNOWN(out of memory)",
            ],
        ),
        (
            crash,
            [],
            ExitCode.INTERNAL,
            ["Reason: Segmentation fault while preparing", "Verdict: ERROR(crash: SIGSEGV)"],
        ),
        (fail, [], ExitCode.INTERNAL, ["Reason: ZeroDivisionError: so small", "Verdict: ERROR(internal)"]),
    ],
    ids=["true", "false", "unknown", "cpu", "states", "wall", "soft", "memory", "crash", "exception"],
)
def test_each_ending_has_its_words_and_code(
    engine: ProgramEngine, arguments: list[str], code: ExitCode, lines: list[str], program: str, use: Use, capsys: Capture
) -> None:
    use(engine)
    assert main(["verify", program, "--quiet", *arguments]) == code
    printed = capsys.readouterr()
    assert printed.out.splitlines() == lines
    assert "Traceback" not in printed.err


def test_debug_shows_the_traceback(program: str, use: Use, capsys: Capture) -> None:
    use(fail)
    assert main(["verify", program, "--debug"]) == ExitCode.INTERNAL
    assert "test_verify.py" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "arguments", "lines"),
    [
        (
            "int main(void) { return }\n",
            [],
            [
                "Reason: p.c:1:25: expected expression (is a macro undefined?) [W604]",
                "Next: fix the syntax, or define the macro with -D NAME=VALUE",
                "Verdict: ERROR(parsing failed)",
            ],
        ),
        (PROGRAM, ["--entry", "f"], ["Verdict: ERROR(parsing failed)"]),
        (PROGRAM, ["q.c"], ["Verdict: ERROR(parsing failed)"]),  # two programs
        (PROGRAM, ["--spec", "termination.prp"], ["Verdict: UNKNOWN(unsupported)"]),
    ],
)
def test_what_is_not_supported(
    text: str, arguments: list[str], lines: list[str], program: str, use: Use, capsys: Capture
) -> None:
    use(answer_true)
    Path("p.c").write_text(text)
    Path("q.c").write_text(text)
    Path("termination.prp").write_text("CHECK( init(main()), LTL(F end) )")
    assert main(["verify", program, *arguments]) == ExitCode.NOT_SUPPORTED
    assert capsys.readouterr().out.splitlines()[-len(lines) :] == lines


def test_language_that_is_not_supported(program: str, capsys: Capture) -> None:
    Path("t.yml").write_text("format_version: '2.0'\ninput_files: P.java\noptions:\n  language: Java\n")
    assert main(["verify", "t.yml", "--output", "out"]) == ExitCode.NOT_SUPPORTED
    assert capsys.readouterr().out.splitlines()[-1] == "Verdict: UNKNOWN(unsupported)"
    assert json.loads(Path("out/result.json").read_text())["verdict"] == "UNKNOWN(unsupported)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope.c"], "nope.c: error: No such file or directory"),
        (["p.c", "--spec", "no.prp"], "no.prp: error: No such file or directory"),
        (["p.c", "--config", "valeu"], "whet: error: unknown configuration 'valeu' (did you mean 'value'?)"),
        (["p.c", "--set", "value.object_byte=1"], "unknown option 'value.object_byte' (did you mean 'value.object_bytes'?)"),
        (["p.c", "--time-limit", "soon"], "'soon' is not a duration"),
        (["p.c", "--output", "p.c"], "p.c: error: is not a directory"),
        ([], "no file is given [W408]\nNext: name the C files of the program"),
    ],
)
def test_mistake_is_one_message_without_a_verdict(
    arguments: list[str], message: str, program: str, use: Use, capsys: Capture
) -> None:
    use(answer_true)
    assert main(["verify", *arguments]) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    ("engine", "expected", "line"),
    [
        (answer_true, "true", "Expected: true (as expected)"),
        (answer_true, "false", "Expected: false (NOT as expected)"),
        (answer_false, "false", "Expected: false (as expected)"),
        (answer_false, "true", "Expected: true (NOT as expected)"),
        (give_up, "true", "Expected: true (not decided)"),
    ],
)
def test_expected_verdict_is_compared(
    engine: ProgramEngine, expected: str, line: str, program: str, use: Use, capsys: Capture
) -> None:
    use(engine)
    Path("unreach.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    definition = "format_version: '2.0'\ninput_files: p.c\nproperties:\n- property_file: unreach.prp\n  expected_verdict: "
    Path("t.yml").write_text(definition + expected + "\n")
    main(["verify", "t.yml"])
    assert capsys.readouterr().out.splitlines()[-2] == line


def test_violation_is_named_by_the_property_and_not_by_its_file(program: str, use: Use, capsys: Capture) -> None:
    use(answer_false)
    Path("my-errors.prp").write_text("CHECK( init(main()), LTL(G ! label(ERROR)) )\n")
    assert main(["verify", program, "--spec", "my-errors.prp"]) == ExitCode.FALSE
    assert capsys.readouterr().out.splitlines()[-1] == "Verdict: FALSE(unreach-label)"


def test_task_reaches_the_engine(program: str, use: Use, capsys: Capture) -> None:
    def report(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
        seen = (program.machine.name, task.entry, configuration.settings["exploration.seed"].value, configuration.name)
        return Result(Unknown(Reason.INCOMPLETE, repr(seen)))

    use(report)
    Path("p.c").write_text("#if N == 2\nint f(void) { return sizeof(long); }\n#endif\n")
    main(["verify", program, "--32", "--entry", "f", "-D", "N=2", "--set", "exploration.seed=5"])
    assert "('ILP32', 'f', 5, 'schedule')" in capsys.readouterr().out


def test_json_is_the_whole_output(program: str, use: Use, capsys: Capture) -> None:
    use(answer_true)
    assert main(["verify", program, "--json"]) == ExitCode.TRUE
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"] == "TRUE"
    assert document["assumptions"][0]["place"] == "p.c:1:2"
    assert document["task"]["machine"] == "LP64"
    assert document["configuration"]["settings"]["limits.cpu_time"] == {"value": "900s", "source": "default"}
    assert document["statistics"]["cpu_seconds"] >= 0
    assert document["statistics"]["states"] > 0


def test_result_of_a_run_that_was_ended_tells_how_far_it_came(program: str, use: Use, capsys: Capture) -> None:
    use(explore_forever)
    main(["verify", program, "--json", "--time-limit", "500ms"])
    statistics = json.loads(capsys.readouterr().out)["statistics"]
    assert statistics["phase"] == "exploring"
    assert statistics["memory_bytes"] > 0


def test_nothing_is_written_unless_asked(program: str, use: Use) -> None:
    use(answer_true)
    main(["verify", program])
    assert os.listdir() == ["p.c"]


def test_output_directory_is_made_and_used_again(program: str, use: Use) -> None:
    for engine, verdict in ((answer_true, "TRUE"), (answer_false, "FALSE(unreach-call)")):
        use(engine)
        main(["verify", program, "--output", "new/out"])
        assert os.listdir("new/out") == ["result.json"]
        assert json.loads(Path("new/out/result.json").read_text())["verdict"] == verdict


@pytest.mark.parametrize(("name", "text"), [("thesis.tex", "mine"), ("result.json", '{"tool": "other"}'), ("result.json", "[")])
def test_directory_of_others_is_refused(name: str, text: str, program: str, use: Use, capsys: Capture) -> None:
    use(answer_true)
    Path("mine").mkdir()
    (Path("mine") / name).write_text(text)
    assert main(["verify", program, "--output", "mine"]) == ExitCode.USAGE
    assert "mine: error: the directory is not empty" in capsys.readouterr().err
    assert [path.read_text() for path in Path("mine").iterdir()] == [text]


def test_log_reaches_the_user_unless_quiet(program: str, use: Use, capsys: Capture) -> None:
    use(talk)
    main(["verify", program])
    printed = capsys.readouterr().err
    assert "whet: warning: something is odd" in printed
    assert "nobody hears this" not in printed
    main(["verify", program, "--quiet"])
    assert capsys.readouterr().err == ""
