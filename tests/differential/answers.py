"""What Whet says about a program with known truth, and whether that is right."""

from __future__ import annotations

import importlib
import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from tests.differential.generator import Program
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Reason, Result, TrueVerdict, Unknown
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.configuration import Configuration
from whet.task.task import Machine, Task

MEMORY_BYTES = 2_000_000_000
_ENGINE = ("z3", "bitwuzla", "whet.frontend.parse", "whet.algorithms.engine")


class Kind(StrEnum):
    TRUE = "right TRUE"
    FALSE = "right FALSE"
    ASSUMED = "other than gcc, but under a printed assumption"
    UNKNOWN = "UNKNOWN"
    TIME_OUT = "time-out"
    REJECTED = "proof rejected"
    WRONG = "wrong"
    CRASHED = "crashed"


FINDINGS = frozenset({Kind.REJECTED, Kind.WRONG, Kind.CRASHED})


@dataclass(frozen=True, slots=True)
class Answer:
    """One program under one preset."""

    seed: int
    preset: str
    kind: Kind
    verdict: str
    truth: bool
    machine: str
    features: tuple[str, ...]
    seconds: float
    proof: str = ""
    """What the check of the proof said to a TRUE."""

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@cache
def configuration(preset: str) -> Configuration:
    """A preset, with everything it needs imported: a run then costs a fork."""
    for module in _ENGINE:
        importlib.import_module(module)
    return load_configuration(preset)


def result_of(path: Path, machine: str, preset: str, seconds: float, include_folders: tuple[str, ...] = ()) -> Result:
    limits = Limits(cpu_seconds=seconds, wall_seconds=10 * seconds, memory_bytes=MEMORY_BYTES)
    task = Task(files=(str(path),), machine=Machine(machine), include_folders=include_folders)
    return verify(task, configuration(preset), limits=limits)


def answer_of(program: Program, preset: str, folder: Path, seconds: float) -> Answer:
    path = folder / f"program{program.seed}.c"
    path.write_text(program.text)
    result = result_of(path, program.machine.name, preset, seconds)
    spent = float(result.statistics.get("cpu_seconds", 0.0))
    text = "; ".join([str(result.verdict), *(f"assumed {item.what}" for item in result.assumptions)])
    assumed = None if program.peculiarity is None else program.peculiarity.assumed
    kind = kind_of(result, truth=program.truth, assumed=assumed)
    proof = "" if result.proof_check is None else str(result.proof_check)
    return Answer(program.seed, preset, kind, text, program.truth, program.machine.name, program.features, spent, proof)


def kind_of(result: Result, *, truth: bool, assumed: re.Pattern[str] | None = None) -> Kind:
    """Is a verdict right?  One that prints an assumption with the words ``assumed`` may differ from gcc."""
    match result.verdict:
        case TrueVerdict() if truth:
            return Kind.TRUE
        case FalseVerdict() if not truth:
            return Kind.FALSE
        case TrueVerdict() | FalseVerdict():
            excused = assumed is not None and any(assumed.search(item.what) for item in result.assumptions)
            return Kind.ASSUMED if excused else Kind.WRONG
        case Unknown(reason=Reason.REJECTED):
            return Kind.REJECTED
        case Unknown(reason=reason):
            return Kind.TIME_OUT if reason is Reason.TIME_OUT else Kind.UNKNOWN
        case _:
            return Kind.CRASHED
