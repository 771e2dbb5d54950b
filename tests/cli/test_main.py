"""The entry point: commands found and loaded, mistakes answered, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

import whet
from whet.cli import reading
from whet.cli.console import CommandError, Console
from whet.cli.exit_codes import ExitCode
from whet.cli.main import COMMANDS, Commands, main, parser_of
from whet.cli.output_folder import RESULT_FILE, OutputFolder
from whet.runtime.isolation import Crashed
from whet.runtime.limits import Limits

GREET = """
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode

HELP = "Greet somebody."

def add_arguments(parser):
    parser.add_argument("name")
    parser.add_argument("--machine", choices=["ILP32", "LP64"], default="LP64")

def run(args):
    match args.name:
        case "nobody":
            raise CommandError("expected a name", place="hello.c:3:7", code=ExitCode.NOT_SUPPORTED)
        case "file":
            open("/does/not/exist.c")
        case "defect":
            raise ZeroDivisionError("so small")
        case "impatient":
            raise KeyboardInterrupt
    args.console.result(f"hello {args.name}, {args.machine}, {args.debug}")
    return ExitCode.UNKNOWN
"""

BROKEN = """
import does_not_exist

HELP: str = "Cannot even be imported."
"""


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A package with a command that works and one that must not be imported; its name is new in every test."""
    package = f"commands_{abs(hash(tmp_path))}"
    directory = tmp_path / package
    directory.mkdir()
    (directory / "__init__.py").touch()
    (directory / "greet_command.py").write_text(GREET)
    (directory / "broken_command.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    return Commands(package, ("greet", "broken"))


def test_command_runs_with_its_arguments(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greet", "world", "--machine", "ILP32"], commands=commands) == ExitCode.UNKNOWN
    assert capsys.readouterr() == ("hello world, ILP32, False\n", "")


@pytest.mark.parametrize("arguments", [["--debug", "greet", "you"], ["greet", "--debug", "you"], ["greet", "you", "--debug"]])
def test_debug_may_stand_anywhere(arguments: list[str], commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    main(arguments, commands=commands)
    assert capsys.readouterr().out == "hello you, LP64, True\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gret", "x"], "whet: error: there is no command 'gret' (did you mean 'greet'?) [W401]\nNext: whet greet x"),
        (["zzz"], "whet: error: there is no command 'zzz' [W401]\nNext: whet --help lists all commands"),
        (["--versoin"], "whet: error: unknown argument '--versoin' (did you mean '--version'?) [W403]\nNext: whet --version"),
        (
            ["greet", "x", "--mashine=LP64"],
            "unknown argument '--mashine=LP64' (did you mean '--machine'?) [W403]\nNext: whet greet x --machine=LP64",
        ),
        (
            ["greet", "x", "--mach", "LP64"],
            "unknown argument '--mach' (did you mean '--machine'?) [W403]\nNext: whet greet x --machine LP64",
        ),
        (["greet", "x", "--machine", "VAX"], "argument --machine: invalid choice: 'VAX'"),
        (["greet"], "the following arguments are required: name [W405]\nNext: whet greet --help lists all options"),
        (["greet", "file"], "/does/not/exist.c: error: No such file or directory"),
    ],
)
def test_mistakes_of_the_user(arguments: list[str], message: str, commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments, commands=commands) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 2
    assert printed.out == ""


def test_command_error_has_its_place_and_code(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greet", "nobody"], commands=commands) == ExitCode.NOT_SUPPORTED
    assert (
        capsys.readouterr().err
        == "hello.c:3:7: error: expected a name [W604]\nNext: fix the syntax, or define the macro with -D NAME=VALUE\n"
    )


def test_defect_is_an_internal_error(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greet", "defect"], commands=commands) == ExitCode.INTERNAL
    assert capsys.readouterr().err == "whet: error: internal error: ZeroDivisionError: so small; '--debug' shows where\n"


@pytest.mark.parametrize("name", ["defect", "nobody"])
def test_debug_shows_the_traceback(name: str, commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    main(["greet", name, "--debug"], commands=commands)
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_interrupt_ends_like_in_a_shell(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greet", "impatient"], commands=commands) == 130
    assert capsys.readouterr().err == "whet: error: interrupted\n"


def test_help_lists_commands_without_importing_them(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"], commands=commands) == ExitCode.TRUE
    printed = capsys.readouterr().out
    assert "  greet   Greet somebody.\n" in printed
    assert "  broken  Cannot even be imported.\n" in printed
    assert "3 not supported" in printed


def test_help_of_a_command(commands: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["greet", "--help"], commands=commands) == ExitCode.TRUE
    assert "Greet somebody." in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS.names)
def test_registered_commands_are_complete(name: str) -> None:
    command = COMMANDS.load(name)
    assert COMMANDS.help(name) == command.HELP
    assert callable(command.add_arguments)
    assert callable(command.run)


def start_python(program: str) -> subprocess.Popen[str]:
    """A new interpreter that finds the package these tests found."""
    source = str(Path(whet.__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": source}
    return subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=PIPE, stderr=PIPE, text=True)


def test_version_starts_without_heavy_modules() -> None:
    program = (
        "import sys; from whet.cli.main import main; main(['--version']);"
        "print(sorted({'clang', 'ctypes', 'rich', 'difflib', 'whet.cfa', 'whet.frontend'} & set(sys.modules)))"
    )
    with start_python(program) as process:
        assert process.communicate() == (f"whet {whet.__version__}\n[]\n", "")


ENDLESS = """
import sys
from whet.cli.main import Commands, main

class Endless(Commands):
    HELP = ""
    def load(self, name):
        return self
    def add_arguments(self, parser):
        pass
    def run(self, args):
        while True:
            args.console.result("line")

sys.exit(main(["endless"], commands=Endless("", ())))
"""


def test_reader_that_leaves_is_no_error() -> None:
    with start_python(ENDLESS) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "line\n"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


def test_colours_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    Console().warning("an [odd] one", place="a.c:1:2")
    assert "\x1b[" in capsys.readouterr().err
    monkeypatch.setenv("NO_COLOR", "1")
    Console().warning("an [odd] one", place="a.c:1:2")
    assert capsys.readouterr().err == "a.c:1:2: warning: an [odd] one\n"


def test_command_error_is_a_usage_error_by_default() -> None:
    assert CommandError("wrong").code is ExitCode.USAGE


def test_earlier_result_that_is_nested_too_deeply_is_none(tmp_path: Path) -> None:
    (tmp_path / RESULT_FILE).write_text("[" * 100_000)
    with pytest.raises(CommandError, match=r"holds no result\.json of an earlier run"):
        OutputFolder(tmp_path).prepare()


def test_reading_a_program_ends_though_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that only the preprocessor puts together may be that of a pipe: no CPU time is used then."""
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    seen: list[Limits] = []

    def run(work: object, *, limits: Limits) -> Crashed:
        seen.append(limits)
        return Crashed(6)

    monkeypatch.setattr(reading, "run_isolated", run)
    main(["cfa", str(tmp_path / "a.c")])
    main(["cfa", str(tmp_path / "a.c"), "--time-limit", "20s"])
    assert [limits.wall_seconds for limits in seen] == [27060, 660]


def test_arguments_of_a_command_are_not_hidden_by_what_every_command_is_given() -> None:
    """``whet configs`` once took the words of the command line for its own."""
    taken = {"console", "debug", "command_line"}
    for name in COMMANDS.names:
        assert {action.dest for action in parser_of(name)._actions} & taken <= {"debug"}
