"""What a person sees at the end of a run: the line with a caret, the way to it, what to type next; colours on a terminal only."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Golden
from whet.cfa.source import Place
from whet.cli.console import Console
from whet.cli.excerpts import Excerpts, shown_path
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.cli.replay_words import run_command
from whet.cli.screen import ScreenContext, screen_lines
from whet.cli.styled import plain_text
from whet.core.concrete import ConcreteRun, ReachedError
from whet.core.evidence import Invariant, Proof, Spot
from whet.core.result import Assumption, FalseVerdict, Input, Reason, Result, TrueVerdict, Unknown
from whet.report.next_steps import Advice, commands

Capture = pytest.CaptureFixture[str]
PROGRAM = """extern int __VERIFIER_nondet_int(void);
#include <assert.h>
static int limit(int x)
{
\tif (x > 8)
\t\treturn 9;
\treturn x;
}
int main(void)
{
\tint sum = 0;
\tfor (int i = 0; i < 3; i++) {
\t\tint x = __VERIFIER_nondet_int();
\t\tif (x < 0 || x > 9)
\t\t\treturn 0;
\t\tsum += limit(x);
\t}
\tassert(sum != 27);
\treturn 0;
}
"""


class Terminal(io.StringIO):
    """A stream that is one."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    (tmp_path / "p.c").write_text(PROGRAM)
    return tmp_path


def shown(result: Result, around: ScreenContext | None = None) -> list[str]:
    return [plain_text(line) for line in screen_lines(result, around or ScreenContext())]


def on_terminal(*words: str) -> str:
    out = Terminal()
    main(list(words), console=Console(out=out))
    return out.getvalue()


# -------------------------------------------------------------------------------------------------------- a violation


def test_violation_is_shown_with_its_line_its_way_and_its_inputs(folder: Path, golden: Golden, capsys: Capture) -> None:
    code = main(["verify", "--quiet", "--format", "screen", "--config", "bmc", "p.c"])
    shown = capsys.readouterr().out
    golden("screen/violation.txt", shown)
    again = next(line for line in shown.splitlines() if "run it: " in line).partition("run it: ")[2]
    main(again.split()[1:])
    assert "assertion failed: sum != 27 at p.c:18:2" in capsys.readouterr().out  # the command that is told shows it
    assert code == ExitCode.FALSE
    assert "\x1b" not in shown


def test_terminal_gets_the_screen_in_colours_and_a_pipe_the_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("verify", "--quiet", "--config", "bmc", "p.c")
    coloured = on_terminal(*words)
    assert "\x1b[1;31mVerdict: FALSE(unreach-call)" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    plain = on_terminal(*words)
    assert "\x1b" not in plain
    assert plain.splitlines()[0] == "error[assertion]: an assertion fails"
    pipe = io.StringIO()
    main(list(words), console=Console(out=pipe))
    assert pipe.getvalue().startswith("Checked: ")
    assert plain.splitlines()[-1] == pipe.getvalue().splitlines()[-1] == "Verdict: FALSE(unreach-call)"


def test_file_that_is_gone_costs_its_excerpt_only() -> None:
    result = Result(FalseVerdict(property="unreach-call", violation="it fails", place=Place("gone.c", 3, 1)))
    assert shown(result) == ["error[assertion]: it fails", " --> gone.c:3:1", "  |", "Verdict: FALSE(unreach-call)"]


def test_caret_stands_below_its_column_after_tabs_and_letters_of_two_bytes(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text('\t/* ä */ f();\n"\x1b[31m";\n')
    lines = [plain_text(line) for line in Excerpts().pointed(Place(str(file), 1, 11), "here", 1)]
    assert lines == ["  |", "1 | \t/* ä */ f();", "  | \t        ^ here"]
    assert Excerpts().text(str(file), 2) == '"\N{REPLACEMENT CHARACTER}[31m";'  # a program must not paint the terminal
    assert list(Excerpts().pointed(Place(str(file), 9, 1), "", 1)) == []


def test_paths_are_told_from_where_the_user_stands(folder: Path) -> None:
    assert shown_path(str(folder / "p.c")) == "p.c"
    assert shown_path("/usr/include/stdio.h") == "/usr/include/stdio.h"
    assert shown_path("../p.c") == "../p.c"


# ----------------------------------------------------------------------------------------------------------- the rest


def test_assumption_is_told_once_with_its_places() -> None:
    needed = [Assumption("malloc succeeds", Place("p.c", line, 2)) for line in (3, 4, 5)]
    lines = shown(Result(TrueVerdict(), (*needed, Assumption("it ends"))))
    assert lines == ["Assumed: malloc succeeds [p.c:3:2 and 2 more]", "Assumed: it ends", "Verdict: TRUE"]


def test_proof_shows_short_invariants_of_loops() -> None:
    loop = Invariant(function="main", node=4, spot=Spot.LOOP_HEAD, place=Place("p.c", 4, 2), text="i <= n", tree=0)
    entry = replace(loop, spot=Spot.FUNCTION_ENTRY)
    lines = shown(Result(TrueVerdict(), evidence=Proof((loop, entry, replace(loop, text="x" * 200), replace(loop, text="1")))))
    assert lines == ["Holds: p.c:4:2: in every round i <= n", "Verdict: TRUE"]


def test_unknown_says_what_to_type_next(folder: Path) -> None:
    verdict = Unknown(Reason.NOT_SUPPORTED, "asm is not supported", Place("p.c", 5, 2))
    around = ScreenContext(advice=Advice("try again"), commands=("whet verify --config ki p.c",))
    assert shown(Result(verdict), around) == [
        "unknown: asm is not supported [W240]",
        " --> p.c:5:2",
        "  |",
        "5 | \tif (x > 8)",
        "  | \t^",
        "Next: try again",
        "    whet verify --config ki p.c",
        "Verdict: UNKNOWN(unsupported)",
    ]


@pytest.mark.parametrize(
    ("words", "way", "command"),
    [
        (["verify", "p.c"], ("--config", "ki"), "whet verify p.c --config ki"),
        (["verify", "--config", "race", "a b.c"], ("--config", "ki"), "whet verify 'a b.c' --config ki"),
        (["verify", "--config=race", "p.c"], ("--config", "ki"), "whet verify p.c --config ki"),
        (["verify", "--time-limit", "9s", "p.c"], ("--config", "ki"), "whet verify --time-limit 9s p.c --config ki"),
        (["verify", "--set", "a.b=1", "--set", "a.c=2"], ("--set", "a.b=3"), "whet verify --set a.c=2 --set a.b=3"),
        (["verify", "--check", "leak", "p.c"], ("--spec", "x"), "whet verify p.c --spec x"),
    ],
)
def test_command_to_try_is_that_of_the_user_with_the_change(words: list[str], way: tuple[str, ...], command: str) -> None:
    assert commands(words, Advice("", (way,))) == (command,)


def test_time_out_is_answered_with_commands_that_work(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    Path("p.c").write_text("int main(void) { unsigned x = 0; while (x != 4000000000u) x++; return 1 / (int)(x - 3u); }")
    lines = on_terminal("verify", "p.c", "--quiet", "--config", "value", "--time-limit", "300ms").splitlines()
    assert lines[-3:-1] == [
        "    whet verify p.c --quiet --config value --time-limit 0.6s",
        "    whet verify p.c --quiet --time-limit 300ms --config schedule",
    ]


def test_run_is_offered_only_if_it_can_be_given_the_inputs() -> None:
    words, named = ["--32", "-DN=1"], Input("x", 7, is_named=True)
    verdict = FalseVerdict(property="unreach-call", violation="", inputs=(named, Input("input()", -1)))
    assert run_command(words, ["p.c"], verdict) == "whet run --32 -DN=1 --input x=7,-1 p.c"
    assert run_command([], ["-p.c", "q r.c"], verdict) == "whet run --input x=7,-1 ./-p.c 'q r.c'"
    assert run_command([], ["p.c"], replace(verdict, inputs=(Input("x", "0.1"),))) is None  # a long double
    assert run_command([], ["p.c"], replace(verdict, inputs=(Input("x", 1),) * 200)) is None  # nobody would copy it
    unwritten = ConcreteRun(error=ReachedError("", ""), chooses=True)
    assert run_command([], ["p.c"], replace(verdict, run=unwritten)) is None
    assert run_command([], ["p.c"], TrueVerdict()) is None
