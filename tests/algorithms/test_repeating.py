"""A run of another program is repeated first; what it does not show is searched for."""

from __future__ import annotations

from pathlib import Path

from tests.refine.running import read
from whet.algorithms.repeating import RepeatingEngine
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.evidence import Counterexample
from whet.core.result import FalseVerdict, Result
from whet.task.task import Task

TEXT = """
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), s = 0;
    for (unsigned i = 0; i < n; i++) s = s * 31 + i;
    if (s == 1878822257U) reach_error();
}
"""
"""100003 is such an n, and no search comes there in seconds."""


def verified(given: int, folder: Path) -> Result | None:
    """None if there is no verdict in time."""
    program, task, configuration = read(TEXT, folder), Task(files=("program.c",)), load_configuration("ki", [])
    engine, context = RepeatingEngine((given,)), Context(limits=SoftLimits(seconds=2))
    engine.prepare(program, task, configuration, context)
    try:
        return engine(program, task, configuration, context)
    except LimitReached:
        return None


def test_a_run_is_repeated_without_a_search(tmp_path: Path) -> None:
    result = verified(100003, tmp_path)
    assert result is not None
    assert isinstance(result.verdict, FalseVerdict)
    assert isinstance(result.evidence, Counterexample)
    assert [each.value for each in result.verdict.inputs] == [100003]


def test_a_run_that_violates_nothing_decides_nothing(tmp_path: Path) -> None:
    assert verified(100002, tmp_path) is None
