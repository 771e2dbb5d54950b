"""A package installed beside Whet adds to it: ``tests/plugin`` as a wheel, in an environment of its own."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

import whet
from whet.cli.exit_codes import ExitCode

PROJECT = Path(__file__).parent / "plugin"
PROGRAM = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int())
        x = x + 2;
    if (x == 7)
        reach_error();
    return 0;
}
"""
TOGETHER = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
"""
ASSERTIONS = ("verify", "--quiet", "--check", "assertion")
CONFIGURATION = """description = "Even or odd."
analyses = ["location", "callstack", "funcpointer", "parity", "specification"]
exploration.order = "alternating"
limits.cpu_time = "60s"
"""
CUBES = """description = "Predicates from a strategy of another package."
extends = "predicate"
refinement.strategies = ["cubes"]
limits.cpu_time = "60s"
"""


def build_wheel(project: Path, folder: Path) -> Path:
    """The wheel a build backend would make of a project that is nothing but Python files and entry points."""
    about = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    name = f"{about['name'].replace('-', '_')}-{about['version']}"
    source = project / "src"
    contents = {str(path.relative_to(source)): path.read_text() for path in sorted(source.rglob("*.py"))}
    contents[f"{name}.dist-info/METADATA"] = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    contents[f"{name}.dist-info/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    contents[f"{name}.dist-info/entry_points.txt"] = _entry_points(about["entry-points"])
    wheel = folder / f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
        archive.writestr(f"{name}.dist-info/RECORD", "".join(_record(path, text) for path, text in contents.items()))
    return wheel


def _entry_points(groups: Mapping[str, Mapping[str, str]]) -> str:
    return "\n".join(line for group, names in groups.items() for line in (f"[{group}]", *map(" = ".join, names.items())))


def _record(path: str, text: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(text.encode())}\n"


@dataclass(frozen=True, slots=True)
class Environment:
    """A fresh environment in which the packages of this one can be imported."""

    folder: Path

    @property
    def python(self) -> str:
        return str(self.folder / "bin" / "python")

    @property
    def packages(self) -> Path:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        return self.folder / "lib" / version / "site-packages"

    def whet(self, *arguments: str, path: str = os.defpath) -> subprocess.CompletedProcess[str]:
        command, environment = [self.python, "-m", "whet", *arguments], {"PATH": path}
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300, check=False)


def fresh_environment(folder: Path) -> Environment:
    venv.EnvBuilder(symlinks=True).create(folder)
    environment = Environment(folder)
    visible = [Path(whet.__file__).parent.parent, sysconfig.get_paths()["purelib"]]
    (environment.packages / "visible.pth").write_text("".join(f"{path}\n" for path in visible))
    (folder / "p.c").write_text(PROGRAM)
    (folder / "together.c").write_text(TOGETHER)
    (folder / "parity.toml").write_text(CONFIGURATION)
    (folder / "cubes.toml").write_text(CUBES)
    return environment


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = fresh_environment(tmp_path_factory.mktemp("environment"))
    wheel = build_wheel(PROJECT, tmp_path_factory.mktemp("wheel"))
    options = ["--no-index", "--no-deps", "--no-cache-dir", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "--python", environment.python, "install", *options, str(wheel)]
    subprocess.run(command, capture_output=True, timeout=300, check=True)
    return environment


UNCHECKED = "Verdict: TRUE (unchecked)"
"""The analysis claims nothing of what it knows, so nobody can check its proofs."""


def test_configuration_names_what_is_not_installed(tmp_path: Path) -> None:
    done = fresh_environment(tmp_path).whet(*ASSERTIONS, "--config", "parity.toml", "p.c")
    assert done.returncode == ExitCode.USAGE
    assert "parity.toml:2: error: option analyses: unknown analysis 'parity'" in done.stderr


def test_analysis_and_order_of_another_package_are_used(installed: Environment) -> None:
    done = installed.whet(*ASSERTIONS, "--config", "parity.toml", "p.c")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (ExitCode.TRUE, UNCHECKED), done


def test_option_of_another_package_matters(installed: Environment) -> None:
    done = installed.whet(*ASSERTIONS, "--config", "parity.toml", "--set", "parity.sums=no", "p.c")
    assert done.returncode == ExitCode.UNKNOWN, done
    done = installed.whet(*ASSERTIONS, "--config", "parity.toml", "--set", "parity.sum=no", "p.c")
    assert "unknown option 'parity.sum' (did you mean 'parity.sums'?)" in done.stderr


def test_algorithm_of_another_package_is_used(installed: Environment) -> None:
    hasty = (*ASSERTIONS, "--config", "parity.toml", "--set", "algorithm=hasty")
    done = installed.whet(*hasty, "p.c")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (ExitCode.TRUE, UNCHECKED), done
    done = installed.whet(*hasty, "--set", "hasty.states=2", "p.c")
    assert done.returncode == ExitCode.UNKNOWN, done
    assert "more than 2 states" in done.stdout


def test_strategy_of_another_package_is_used(installed: Environment) -> None:
    done = installed.whet(*ASSERTIONS, "--config", "cubes.toml", "together.c")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (ExitCode.TRUE, "Verdict: TRUE"), done
    done = installed.whet(*ASSERTIONS, "--config", "cubes.toml", "--set", "cubes.most=0", "together.c")
    assert done.returncode == ExitCode.UNKNOWN, done


def test_check_of_another_package_is_used_as_its_page_shows(installed: Environment) -> None:
    page = (PROJECT.parents[1] / "docs" / "first-check.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
    (command, printed) = re.findall(r"```console\n\$ whet (.*?)\n(.*?)```", page, re.DOTALL)[0]
    (installed.folder / "colour.c").write_text(program)
    done = installed.whet(*command.split())
    assert (done.returncode, done.stdout) == (ExitCode.FALSE, printed), done
    (installed.folder / "colour.c").write_text(program.replace("red > 256", "red > 255"))
    done = installed.whet(*command.split())
    assert (done.returncode, done.stdout.splitlines()[-1]) == (ExitCode.TRUE, "Verdict: TRUE"), done


def test_engine_of_another_package_is_used_as_its_page_shows(installed: Environment) -> None:
    page = (PROJECT.parents[1] / "docs" / "first-engine.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
    (command, printed) = re.findall(r"```console\n\$ whet (.*?)\n(.*?)```", page, re.DOTALL)[0]
    (installed.folder / "together.c").write_text(program)
    done = installed.whet(*command.split(), path=sysconfig.get_path("scripts"))
    assert (done.returncode, done.stdout) == (ExitCode.TRUE, printed), done
    done = installed.whet(*command.split(), "--set", "smtlib.program=cvc5", path="")
    assert done.returncode == ExitCode.USAGE, done
    assert "error: the program cvc5 is not installed; --set solver.engine chooses another engine" in done.stderr


def test_check_of_another_package_is_listed_but_has_to_be_asked_for(installed: Environment) -> None:
    lines = installed.whet("checks").stdout.splitlines()
    listed = lines.index("truncation")
    assert lines[listed + 1] == "    integer is truncated (property no-truncation)"
    assert "truncation" not in lines[-1].partition("the default is ")[2]


def test_options_list_what_another_package_adds(installed: Environment) -> None:
    done = installed.whet("options")
    assert "      parity: Tracks whether integer variables are even or odd.\n" in done.stdout
    assert "      alternating: The oldest state and the newest in turns.\n" in done.stdout
    assert "      hasty: Explores so many states and no more.\n" in done.stdout
    assert "      cubes: Weakest preconditions of few cubes.\n" in done.stdout
    assert "      smtlib: A program that reads SMT-LIB 2; each question is a process of its own.\n" in done.stdout
    assert "cubes.most = 10   (integer >= 0)\n    How many cubes there are at a cut at most.\n" in done.stdout
    assert "parity.sums = yes   (yes|no)\n    Whether anything is known of a sum.\n" in done.stdout
