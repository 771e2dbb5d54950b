"""Branches and lines that a run took, as gcov counts them (``gcov --json-format --branch-probabilities``)."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from whet.native.programs import NotCompiled
from whet.task.records import dataclass

K = TypeVar("K")
_SECONDS = 60


@dataclass(frozen=True, slots=True, order=True)
class GcovBranch:
    """A branch: the line, the function, and its number there."""

    line: int
    function: str
    number: int


@dataclass(frozen=True)
class Covered:
    """Coverage of one run, or of several together."""

    lines: dict[int, int]
    """How often each line with code was executed."""
    branches: dict[GcovBranch, int]
    """How often each branch was taken."""

    @cached_property
    def taken(self) -> frozenset[GcovBranch]:
        return frozenset(branch for branch, count in self.branches.items() if count)

    def __add__(self, other: Covered) -> Covered:
        return Covered(_sum(self.lines, other.lines), _sum(self.branches, other.branches))


def _sum(one: dict[K, int], other: dict[K, int]) -> dict[K, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in {**one, **other}}


class Gcov:
    """Reads the coverage files of programs in one folder (``program.gcda``)."""

    def __init__(self, folder: Path) -> None:
        found = shutil.which("gcov")
        if found is None:
            raise NotCompiled("gcov is not installed")
        self._gcov = found
        self._folder = folder

    def forget(self) -> None:
        """Runs add up otherwise."""
        (self._folder / "program.gcda").unlink(missing_ok=True)

    def read(self) -> Covered:
        """Coverage since ``forget``; without a run, everything that can be covered."""
        done = subprocess.run(
            [self._gcov, "--json-format", "--branch-probabilities", "--stdout", "program.o"],
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        try:
            document = json.loads(done.stdout)
        except ValueError:
            raise NotCompiled(f"gcov cannot be read: {done.stderr.decode('utf-8', 'replace').strip()[:200]}") from None
        return covered_in(document)


def covered_in(document: dict[str, Any]) -> Covered:  # what JSON holds has no better type
    """Of the program itself, without headers."""
    lines: dict[int, int] = {}
    branches: dict[GcovBranch, int] = {}
    for file in document["files"]:
        for line in file["lines"] if Path(file["file"]).name == "program.c" else ():
            number, function = line["line_number"], line.get("function_name", "")
            lines[number] = max(lines.get(number, 0), line["count"])
            for position, branch in enumerate(line["branches"]):
                branches[GcovBranch(number, function, position)] = branch["count"]
    return Covered(lines, branches)
