"""Programs, results and schemas for the tests of reports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema

from whet.cfa.source import Place
from whet.core.evidence import Assigned, Branched, Called, Counterexample, EvidenceStep, Received, Returned
from whet.core.result import Assumption, Checked, FalseVerdict, Result
from whet.task.checks import bugs_property
from whet.task.task import Task

SCHEMAS = Path(__file__).parent / "schemas"
SOURCE = """\
#include <limits.h>
int input(void);

int twice(int number)
{
    return number + number;
}

int main(void)
{
    int x = input();
    if (x > 7)
        return twice(x);
    return 1 / x;
}
"""


def check_sarif(text: str) -> dict[str, Any]:
    """The document, which is what the standard's schema allows."""
    document: dict[str, Any] = json.loads(text)
    jsonschema.validate(document, json.loads((SCHEMAS / "sarif-2.1.0.json").read_text(encoding="utf-8")))
    return document


def task_of(file: Path) -> Task:
    return Task(files=(str(file),), property=bugs_property())


def place_in(file: Path, text: str) -> Place:
    """Of the first line that has this text, and where in it."""
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if text.encode() in line:
            return Place(str(file), number, line.index(text.encode()) + 1)
    raise AssertionError(f"no line says {text}")


def overflow_in(file: Path) -> Result:
    def at(text: str) -> Place:
        return place_in(file, text)

    steps: tuple[EvidenceStep, ...] = (
        Called(function="__start", place=at("int main"), callee="main", arguments=()),
        Called(function="main", place=at("input();"), callee="input", arguments=()),
        Received(function="main", place=at("input();"), source="input()", value=2147483647),
        Assigned(function="main", place=at("x = input"), target="x", before=None, after=2147483647),
        Branched(function="main", place=at("x > 7"), condition="x > 7", truth=True, values=(("x", 2147483647),)),
        Called(function="main", place=at("twice(x)"), callee="twice", arguments=(2147483647,)),
        Branched(function="twice", place=at("number + number"), condition="1", truth=True),
        Returned(function="twice", place=at("return number"), result=None),
    )
    verdict = FalseVerdict(property="no-overflow", violation="overflow of int", check="overflow", place=at("number + number"))
    checked = Checked(("overflow", "division"), asked=("overflow", "division"))
    return Result(verdict, (Assumption("no run is too long"),), checked=checked, evidence=Counterexample(steps))


def division_in(file: Path) -> Result:
    verdict = FalseVerdict(
        property="division-by-zero", violation="division by zero", check="division", place=place_in(file, "1 / x")
    )
    return Result(verdict, checked=Checked(("overflow", "division"), asked=("overflow", "division")))
