"""Small C programs under symbolic execution."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from whet.algorithms.engine import run
from whet.cfa.model import Program
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import Result
from whet.frontend.parse import parse_file
from whet.task.precision_file import Entry
from whet.task.task import Task

PRELUDE = """
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void);
double __VERIFIER_nondet_double(void); void __VERIFIER_assume(int); void abort(void); void reach_error(void);
void *malloc(unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long);
"""
REACH_ERROR = Targets("unreach-call", frozenset({"reach_error"}))


def program_of(text: str, folder: Path, *, checked: bool = True) -> Program:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    program = parse_file(str(path))
    if checked:
        put_checks(program, REACH_ERROR)
    return program


@dataclass(frozen=True, slots=True)
class Ran:
    """A result, and what the run counted."""

    result: Result
    numbers: dict[str, int | float]

    @property
    def word(self) -> str:
        return str(self.result.verdict).split("(", maxsplit=1)[0]


def ran(
    text: str,
    folder: Path,
    *overrides: str,
    preset: str = "symex",
    steps: int = 20_000,
    precision: tuple[Entry, ...] = (),
) -> Ran:
    """What the engine says of a program; a run that comes to its limit of steps fails."""
    program = program_of(text, folder, checked=False)
    context = Context(limits=SoftLimits(seconds=120, steps=steps))
    result = run(program, Task(files=("program.c",), precision=precision), load_configuration(preset, overrides), context)
    return Ran(result, context.statistics.to_dict())
