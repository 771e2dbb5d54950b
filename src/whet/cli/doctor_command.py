"""``whet doctor``: what is installed, what is missing, what each part is for and how to get it.

Each part is tried, not only looked for: a library is loaded, a compiler compiles, the sandbox is entered by a child.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

from whet import __version__
from whet.cli.exit_codes import ExitCode
from whet.task.records import dataclass

HELP = "print what is installed and what is missing, and how to get it"

_OLDEST_PYTHON: Final = (3, 11)


class PartMissing(Exception):
    """A part cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that Whet uses."""

    name: str
    purpose: str
    remedy: str
    probe: Callable[[], str]
    """Returns the version, or what there is; raises ``PartMissing``."""
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Diagnosis:
    part: Part
    found: str
    """Empty if the part cannot be used."""
    problem: str = ""

    def document(self) -> dict[str, object]:
        part = self.part
        return {
            "name": part.name,
            "required": part.is_required,
            "usable": bool(self.found),
            "found": self.found or None,
            "problem": self.problem or None,
            "purpose": part.purpose,
            "remedy": None if self.found else part.remedy,
        }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print as JSON")
    parser.epilog = "exit codes: 0 all required parts are usable, 3 one is missing"


def run(args: argparse.Namespace) -> ExitCode:
    found = [*map(diagnosis, parts())]
    if args.json:
        document = {"version": __version__, "machine": platform.machine(), "parts": [each.document() for each in found]}
        args.console.result(json.dumps(document, indent=1))
    else:
        args.console.result("\n".join(_lines(found)))
    return ExitCode.NOT_SUPPORTED if any(each.part.is_required and not each.found for each in found) else ExitCode.TRUE


def diagnosis(part: Part) -> Diagnosis:
    try:
        return Diagnosis(part, part.probe())
    except Exception as problem:  # a library that does not load raises whatever it likes
        return Diagnosis(part, "", str(problem).strip().partition("\n")[0] or type(problem).__name__)


def _lines(found: list[Diagnosis]) -> Iterator[str]:
    yield f"whet {__version__} on {platform.system()} {platform.machine()}"
    for heading, is_required in (("Required", True), ("Optional", False)):
        yield f"\n{heading}:"
        for each in found:
            if each.part.is_required is is_required:
                yield from _part_lines(each)
    lacking = [each.part for each in found if not each.found]
    required, optional = (", ".join(part.name for part in lacking if part.is_required is kind) for kind in (True, False))
    yield f"\nResult: not ready, missing: {required}" if required else "\nResult: ready"
    if optional:
        yield f"Missing, optional: {optional}"


def _part_lines(each: Diagnosis) -> Iterator[str]:
    part = each.part
    if each.found:
        yield f"  ok       {part.name} ({each.found}): {part.purpose}"
        return
    yield f"  missing  {part.name}: {part.purpose}"
    yield f"           why: {each.problem}"
    yield f"           get it: {part.remedy}"


def parts() -> Iterator[Part]:
    yield Part("Python", "runs Whet", "install Python 3.11 or newer", _python, is_required=True)
    for package, module, purpose in _REQUIRED:
        yield Part(package, purpose, "pip install --force-reinstall whet", _library(package, module), is_required=True)
    for engine in sorted(_engines()):
        yield Part(engine, "decides formulas", "pip install --force-reinstall whet", _engine(engine), is_required=True)
    yield Part("C headers", "#include <stdio.h> and other system headers", "apt-get install libc6-dev", _headers)
    yield Part("gcc", "--execute, --replay compiled and 'whet test'", "apt-get install gcc libc6-dev", lambda: _gcc("LP64"))
    yield Part("gcc -m32", "the same for --32", "apt-get install gcc-multilib", lambda: _gcc("ILP32"))
    yield Part("gcov", "the coverage that 'whet test' prints", "apt-get install gcc", lambda: _program("gcov", "--version"))
    yield Part("sandbox", "confines compiled programs", _SANDBOX_REMEDY, _sandbox)
    yield Part("dot", "'whet cfa --format svg'", "apt-get install graphviz", lambda: _program("dot", "-V"))
    for extra, packages, purpose in _EXTRAS:
        yield Part(f"whet[{extra}]", purpose, f"pip install 'whet[{extra}]'", _extra(packages))


_REQUIRED: Final = (
    ("libclang", "clang", "parses C"),
    ("PyYAML", "yaml", "reads task definitions and witnesses"),
    ("rich", "rich", "prints on terminals"),
)
_EXTRAS: Final = (
    ("roles", ("clingo",), "'whet roles' and 'whet features'"),
    ("mcp", ("mcp",), "'whet mcp', the server for agents"),
    ("lsp", ("pygls",), "'whet lsp', the server for editors"),
    ("campaign", ("ray", "matplotlib", "pyarrow"), "'whet bench', with tables and plots"),
    ("learning", ("scikit-learn",), "'whet bench train'"),
    ("remote", ("fsspec",), "results of 'whet scan' at an address such as s3://bucket/results"),
)
"""Extras of the package, with the distributions that each brings."""
_ENGINE: Final = "_engine"
_SANDBOX_REMEDY: Final = "allow user namespaces, landlock and seccomp (in a container: by its security options)"


def _python() -> str:
    if sys.version_info < _OLDEST_PYTHON:
        raise PartMissing(f"this is Python {platform.python_version()}")
    return f"{platform.python_version()}, {sys.executable}"


def _library(distribution: str, module: str) -> Callable[[], str]:
    """Its version, after it was loaded; libclang as the front end loads it."""

    def probe() -> str:
        found = _version(distribution)
        if distribution == "libclang":
            from whet.frontend.clang import library

            library()
        importlib.import_module(module)
        return found

    return probe


def _engines() -> list[str]:
    from whet.solvers import engines

    modules = [each.name for each in pkgutil.iter_modules(engines.__path__)]
    return [name.removesuffix(_ENGINE) for name in modules if name.endswith(_ENGINE)]


def _engine(name: str) -> Callable[[], str]:
    """The module of an engine imports the engine, whose package may have another name."""

    def probe() -> str:
        importlib.import_module(f"whet.solvers.engines.{name}{_ENGINE}")
        return _version(metadata.packages_distributions().get(name, [name])[0])

    return probe


def _extra(distributions: tuple[str, ...]) -> Callable[[], str]:
    """Not imported: some take seconds to load."""
    return lambda: ", ".join(f"{each} {_version(each)}" for each in distributions)


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        raise PartMissing(f"the package {distribution} is not installed") from None


def _headers() -> str:
    path = Path("/usr/include/stdio.h")
    if not path.is_file():
        raise PartMissing(f"there is no {path}")
    return str(path.parent)


def _gcc(machine: str) -> str:
    from whet.native.programs import find_compiler
    from whet.task.task import Machine

    return _program(find_compiler(Machine[machine]).path, "-dumpfullversion")


def _program(name: str, option: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise PartMissing(f"{name} is not installed")
    done = subprocess.run([path, option], capture_output=True, text=True, check=True, timeout=20)
    found: list[str] = re.findall(r"\d+\.[\d.]+\d", done.stdout + done.stderr)
    return found[-1]


def _sandbox() -> str:
    """The measures that a child of this process can take."""
    from whet.native.sandbox import MEASURES, Sandbox

    sandbox = Sandbox(writable=(), cpu_seconds=10, memory_bytes=None)
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="ascii") as report:
        try:
            subprocess.run(
                ["/bin/true"],
                preexec_fn=lambda: sandbox.enter(writing),  # which takes no lock
                pass_fds=(writing,),
                check=False,
                timeout=20,
            )
        finally:
            os.close(writing)
        taken = report.read().splitlines()
    if lacking := [measure for measure in MEASURES if measure not in taken]:
        raise PartMissing(f"not in force here: {'; '.join(lacking)}")
    return f"{len(taken)} measures"
