"""Every command of every page is executed by some test, or it is said here why not.

What other tests execute (``test_tutorial``, ``test_commands``, ``test_documentation``) is not executed again.  All other commands
of ``whet`` are, page by page, in a folder that has the examples and small programs under the names that pages use for the
reader's own: what one command writes, a later one on the page may read.  Every table in TOML is read by what it is for.
"""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from tests import test_documentation
from tests.documentation.pages import ROOT, SHELL, blocks, every_page, sessions
from tests.documentation.test_commands import RECIPES
from whet.campaign.experiment import load_experiment
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.projects.entry_points import project_entry_points
from whet.projects.preconditions import read_requirements
from whet.projects.project_file import read_project
from whet.projects.stated_invariants import read_invariants
from whet.task.errors import TaskError

NOT_EXECUTED = {
    r"^(pip|npm|python3 -m venv)\b": "changes the environment; tools/release.py installs the package in a new one",
    r"^whet (mcp|lsp)\b": "goes on until its client ends; tests/server speaks with it",
    r"\b(BENCH|SAFETY|BENCH-SAFETY|VERDICTS|EVERYDAY|CHECKOUT|TASK|FILE|FOLDER|MODULE|HEAD|COPY)\b": "needs what the reader has",
    r"\bresults/|^whet bench (train|run functions)": "needs a campaign, which takes hours",
    r"^(python|pytest|\.ci/run)\b": "is about the checkout and takes minutes; test_commands looks whether it exists",
    r"\bpackages/|^whet scan (cJSON|zlib|libyaml|libcsv|libb64|liblzf|expat|jansson|utf8proc)": "needs source packages of others",
    r"# .*\bminutes?\b": "takes long",
    r"--set auto\.model=": "needs a trained model",
    r"^whet precision ": "is the first line of a file",
    r"^whet bench run \.\.\.": "is a part of a command",
    r"^(gcc|frama-c) ": "is about the program of the reader",
}
"""Why a command that matches is not executed."""
ELSEWHERE = ("docs/tutorial.md", "docs/first-domain.md", "docs/first-check.md", "docs/first-engine.md")
"""Pages with tests of their own."""
COMMAND = re.compile(r"(whet|python3?|pytest|pip|npm|gcc|frama-c|\.ci/run)(?= |$)")

SPEC = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int on = 0;
    while (__VERIFIER_nondet_int())
        on = !on;
    if (on > 1)
        reach_error();
    return 0;
}
"""
DRIVER = """\
extern void *malloc(unsigned long);
extern void free(void *);
int status(int register_number);
int main(void)
{
    int *state = malloc(sizeof(int));
    if (!state)
        return 1;
    *state = status(3);
    free(state);
    return 0;
}
"""
STUBS = "extern int __VERIFIER_nondet_int(void);\nint status(int register_number) { return __VERIFIER_nondet_int(); }\n"
OWN = ("program.c", "prog.c", "firmware.c", "controller.c", "machine.c", "driver-1.c", "driver-2.c", "ten.c", "queue.c")
BUILD = '[{"directory": ".", "file": "program.c", "arguments": ["cc", "-c", "program.c"]}]\n'


def commands(page: str) -> list[str]:
    """Each once, with its comment."""
    found: dict[str, None] = {}
    for kind, text in blocks(page):
        for line in text.replace("\\\n", " ").splitlines() if kind in SHELL else ():
            if (kind != "console" or line.startswith("$ ")) and COMMAND.match(line.removeprefix("$ ")):
                found[line.removeprefix("$ ")] = None
    return list(found)


def reason(command: str) -> str | None:
    return next((why for pattern, why in NOT_EXECUTED.items() if re.search(pattern, command)), None)


def _is_executed_elsewhere(page: str, command: str) -> bool:
    plain = command.partition("#")[0].strip()
    known = {*test_documentation.commands(), *(each for each, _ in test_documentation.sessions())}
    known |= {each.command for each in sessions("docs/tutorial.md") if not each.is_slow}
    return page in ELSEWHERE or plain in known or shlex.split(command, comments=True) in RECIPES


def executed_here(page: str) -> list[str]:
    return [each for each in commands(page) if reason(each) is None and not _is_executed_elsewhere(page, each)]


PAGES = [page for page in every_page() if executed_here(page)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "tests/programs/loops", tmp_path / "tests/programs/loops")
    for name in OWN:
        (tmp_path / name).write_text(PROGRAM)
    (tmp_path / "include").mkdir()
    (tmp_path / "build").mkdir()
    (tmp_path / "build/compile_commands.json").write_text(BUILD.replace('"."', f'"{tmp_path}"'))
    (tmp_path / "driver.c").write_text(DRIVER)
    (tmp_path / "stubs.c").write_text(STUBS)
    (tmp_path / "unreach-call.prp").write_text(SPEC)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_a_page_work(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in executed_here(page):
        name, *words = shlex.split(command.replace("/tmp/", f"{folder}/"), comments=True)
        assert name == "whet", f"{command}: nobody executes it, and nobody says why"
        code = main(words)
        said = capsys.readouterr()
        assert code in (ExitCode.TRUE, ExitCode.FALSE, ExitCode.UNKNOWN), f"{command}: {said.err}"
        assert "error:" not in said.err, command


def test_every_reason_is_needed() -> None:
    every = [command for page in every_page() for command in commands(page)]
    assert [pattern for pattern in NOT_EXECUTED if not any(re.search(pattern, command) for command in every)] == []
    assert reason("whet verify program.c") is None
    assert sum(len(executed_here(page)) for page in PAGES) > 40
    assert sessions("docs/tutorial.md")


TABLES = [(page, number) for page in every_page() for number, (kind, _) in enumerate(blocks(page)) if kind == "toml"]


FOREIGN = ("project", "mcp_servers", "language-server")
"""Tables of files that other programs read; ``test_generated`` compares entry points with those of a package that is tested."""
PLUGIN = ("hasty", "cubes")
"""What needs a package beside Whet; ``tests/test_plugin.py`` reads the same with it."""


def load(path: Path) -> object:
    """As whoever it is for would; raises ``TaskError``."""
    document = tomllib.loads(path.read_text())
    match next(iter(document)):
        case "ci":
            return read_project(str(path))
        case "entry":
            return read_requirements(str(path))
        case "type":
            return read_invariants(str(path))
        case "scan":
            return project_entry_points(str(path))
        case "configurations":
            beginning = 'title = "Mine"\nquestion = "Which?"\n[sizes.small]\ncpu = "15s"\nmemory = "2GB"\n\n'
            path.write_text(beginning + path.read_text())
            return load_experiment(str(path))
        case key if key in FOREIGN or any(name in path.read_text() for name in PLUGIN):
            return document
        case _:
            return load_configuration(str(path))


@pytest.mark.parametrize(("page", "number"), TABLES)
def test_toml_of_a_page_is_read_by_what_it_is_for(page: str, number: int, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path, dirs_exist_ok=True)
    (tmp_path / "table.toml").write_text(list(blocks(page))[number][1])
    assert load(tmp_path / "table.toml")


def test_a_mistake_in_toml_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('algorithm = "rase"\n')
    with pytest.raises(TaskError):
        load(tmp_path / "table.toml")
