"""From a property to a result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.result import Result, TrueVerdict, Unknown
from whet.task.properties import read_property
from whet.task.task import Task

ENDLESS = "int f(unsigned n) { return n ? f(n + 1) : 0; } int main(void) { return f(1) BODY; }"


def verified(text: str, property: str, folder: Path) -> Result:
    task = Task(files=("program.c",), property=read_property(property))
    return engine.run(read(text, folder), task, load_configuration("value", ["callstack.depth=3"]), Context())


@pytest.mark.parametrize("property", ["no-overflow", "division-by-zero"])
def test_program_that_has_nothing_to_check_is_proved_without_looking(property: str, tmp_path: Path) -> None:
    result = verified(ENDLESS.replace("BODY", ""), property, tmp_path)
    assert (result.verdict, result.evidence) == (TrueVerdict(), Proof(()))


def test_program_that_has_something_to_check_is_looked_at(tmp_path: Path) -> None:
    assert isinstance(verified(ENDLESS.replace("BODY", "/ f(2)"), "division-by-zero", tmp_path).verdict, Unknown)
