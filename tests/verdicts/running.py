"""What Whet answers, many times in one process.

``verdict_of`` imports everything once; after that a run costs a fork.  It uses only what every revision of Whet has
(``whet.session``, ``whet.task``), so that ``PYTHONPATH`` may point it at another one.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import io
import os
import pkgutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile

from whet.cfa.types import ILP32, LP64
from whet.core.configuration import load_configuration
from whet.frontend.parse import parse_file
from whet.runtime.isolation import die_with
from whet.session.session import verify
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration, preset_names
from whet.task.properties import DEFAULT_PROPERTY, Property
from whet.task.task import Machine, Task

__all__ = ["DEFAULT_CONFIGURATION", "Answer", "Machine", "Word", "preset_names", "verdict_of", "verdict_of_command"]

MEMORY = "6GB"
_HUGE_PAGE = 2 << 20
_MADV_COLLAPSE = 25
"""The number of this advice of madvise(2)."""
_LIBRARIES = ("z3", "bitwuzla")
_ROOMS = (
    *("frontend", "cfa", "checks", "encoding", "solvers", "core", "analyses", "refine", "algorithms", "interpreter", "proofs"),
    *("portfolio", "witnesses", "report", "harness"),
)


class Word(StrEnum):
    """What a run came to."""

    TRUE = "TRUE"
    FALSE = "FALSE"
    UNKNOWN = "UNKNOWN"
    INVALID = "INVALID"
    """The front end rejected the program."""
    CRASHED = "CRASHED"
    """An internal error, or the process was ended by a signal."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict, what it rests on, and the CPU seconds it took."""

    word: Word
    detail: str = ""
    """What the verdict says about itself: the reason of an UNKNOWN, the message of an error, the inputs of a FALSE."""
    assumed: tuple[str, ...] = ()
    seconds: float = 0.0
    part: str = ""
    """What a FALSE says is violated, such as ``valid-free``."""

    @property
    def decided(self) -> bool:
        return self.word in (Word.TRUE, Word.FALSE)

    def __str__(self) -> str:
        assumed = f"; assumed: {'; '.join(self.assumed)}" if self.assumed else ""
        part = f"({self.part})" if self.part else ""
        return f"{self.word}{part}{f' ({self.detail})' if self.detail else ''}{assumed}"


def verdict_of(
    path: str | Path,
    machine: str = "LP64",
    preset: str = DEFAULT_CONFIGURATION,
    seconds: float = 10,
    *,
    property: Property = DEFAULT_PROPERTY,
) -> Answer:
    """The answer about a program within so many seconds of CPU time."""
    import_engine()
    task = Task(files=(str(path),), machine=Machine(machine), property=property, entry=property.entry)
    result = verify(task, _configuration(preset, seconds))
    used = result.statistics.get("cpu_seconds", 0.0)
    word, detail = _taken_apart(str(result.verdict), result.verdict)
    part = str(result.verdict)[6:-1] if word is Word.FALSE else ""
    return Answer(word, detail, tuple(item.what for item in result.assumptions), float(used), part)


def verdict_of_command(
    path: str | Path,
    machine: str = "LP64",
    preset: str = DEFAULT_CONFIGURATION,
    seconds: float = 10,
    *,
    options: Sequence[str] = (),
) -> Answer:
    """What ``whet verify`` prints about a program.  Options come last, so that they may name another preset."""
    from whet.cli.console import Console
    from whet.cli.main import main

    import_engine()
    out, err = io.StringIO(), io.StringIO()
    limits = ("--time-limit", f"{seconds}s", "--set", f"limits.memory={MEMORY}")
    bits = "--32" if machine == "ILP32" else "--64"
    used = os.times()
    main(
        ["verify", "--quiet", bits, "--config", preset, *limits, *options, str(path)],
        console=Console(out=out, err=err),
    )
    spent = sum(os.times()[:4]) - sum(used[:4])
    lines = [line.partition(": ") for line in out.getvalue().splitlines()]
    verdict = next((text for name, _, text in lines if name == "Verdict"), "")
    word, detail = _taken_apart(verdict.removesuffix(" (unchecked)"), None)
    part = verdict[6:-1] if word is Word.FALSE else ""
    assumed = tuple(text for name, _, text in lines if name == "Assumed")
    return Answer(word, detail or err.getvalue()[-300:], assumed, spent, part)


@cache
def _configuration(preset: str, seconds: float) -> Configuration:
    return load_configuration(preset, [f"limits.cpu_time={seconds}s", f"limits.memory={MEMORY}"])


@cache
def import_engine() -> None:
    """Everything a child would import by itself, some 50 ms each time; modules whose library is missing are left out."""
    for room in (importlib.import_module(f"whet.{name}") for name in _ROOMS if find_spec(f"whet.{name}")):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            with suppress(ImportError):
                importlib.import_module(module.name)
    for library in _LIBRARIES:
        importlib.import_module(library)
    importlib.import_module("whet.core.registry").ANALYSIS.all()
    _read_something()


def _read_something() -> None:
    """The tables of the front end and what libclang makes at its first use take 8 ms, which no child has to do again."""
    with NamedTemporaryFile(suffix=".c") as file:
        file.write(b"int main(void) { return 0; }\n")
        file.flush()
        for machine in (ILP32, LP64):
            parse_file(file.name, machine=machine)


def get_ready_to_fork() -> None:
    """A process that runs the engine many times forks thousands of children: what these would import is imported here, once, and
    what there is already is nothing for their collectors, which would copy it."""
    import_engine()
    gc.collect()
    gc.freeze()
    use_huge_pages()


def use_huge_pages() -> None:
    """Collapse memory into pages of 2 MB, so that a fork copies 512 times fewer entries of page tables.  With 600 MB, a
    run of a small program with its three forks takes 170 ms of CPU time instead of 240.  Before Linux 6.1 nothing happens."""
    try:
        mappings = [line.split() for line in Path("/proc/self/maps").read_text(errors="replace").splitlines()]
    except OSError:
        return
    collapse = ctypes.CDLL(None).madvise
    for range_, rights, *_, inode in (mapping[:5] for mapping in mappings):
        begin, end = (int(bound, 16) for bound in range_.split("-"))
        begin, end = -(-begin // _HUGE_PAGE) * _HUGE_PAGE, end // _HUGE_PAGE * _HUGE_PAGE
        if rights == "rw-p" and inode == "0" and begin < end:
            collapse(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), _MADV_COLLAPSE)


def begin_under(parent: int) -> None:
    """In a process that runs the engine as long as its parent lives."""
    die_with(parent)
    get_ready_to_fork()


def _taken_apart(text: str, verdict: object) -> tuple[Word, str]:
    """From the word behind ``Verdict:``, which does not change between revisions."""
    if text == "TRUE":
        return Word.TRUE, ""
    if text.startswith("FALSE"):
        return Word.FALSE, ", ".join(str(item.value) for item in getattr(verdict, "inputs", ()))
    if text.startswith("UNKNOWN"):
        return Word.UNKNOWN, f"{text[8:-1]}: {getattr(verdict, 'detail', '')}"
    message = str(getattr(verdict, "message", ""))
    return (Word.INVALID, message) if text == "ERROR(parsing failed)" else (Word.CRASHED, f"{text}: {message}")
