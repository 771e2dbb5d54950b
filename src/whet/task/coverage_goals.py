"""What the tests of a suite are to cover: all branches, or the call of an error function (Test-Comp's property files).

A file holds one line ``COVER( init(main()), FQL(COVER EDGES(...)) )``.  Without a file a goal is asked for by its name.
"""

from __future__ import annotations

import os
import re
from typing import TypeAlias

from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import usage
from whet.task.properties import DEFAULT_PROPERTY, Property, UnreachableCall
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class CoverBranches:
    """Every branch of the program is taken by some test."""

    name = "coverage-branches"

    @property
    def text(self) -> str:
        return "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"

    @property
    def errors(self) -> Property:
        """What counts as an error of the program on the way."""
        return DEFAULT_PROPERTY


@dataclass(frozen=True, slots=True)
class CoverErrorCall:
    """Some test calls this function."""

    function: str = "reach_error"
    name = "coverage-error-call"

    @property
    def text(self) -> str:
        return f"COVER( init(main()), FQL(COVER EDGES(@CALL({self.function}))) )"

    @property
    def errors(self) -> Property:
        return Property("unreach-call", (UnreachableCall((self.function,)),))


CoverageGoal: TypeAlias = CoverBranches | CoverErrorCall

_BY_NAME: dict[str, CoverageGoal] = {goal.name: goal for goal in (CoverBranches(), CoverErrorCall())}
GOAL_NAMES = tuple(_BY_NAME)
_COVER = re.compile(r"COVER\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER\s+EDGES\s*\((.*)\)\s*\)\s*\)")
_CALL = re.compile(r"@CALL\(\s*([A-Za-z_]\w*)\s*\)")


def read_goal(path: str) -> CoverageGoal:
    """The goal that a file describes, or that has this name; raises ``TaskError``."""
    if path in _BY_NAME:
        return _BY_NAME[path]
    if not os.path.exists(path) and not os.path.splitext(path)[1]:
        hint = suggestion(path, _BY_NAME)
        raise TaskError(usage.GOAL.format(path=path, known=", ".join(_BY_NAME), suggested=hint))
    return parse_goal(read_text(path), path=path)


def parse_goal(text: str, *, path: str) -> CoverageGoal:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != 1:
        raise TaskError(f"expected one line, not {len(lines)}; {_possible()}", place=path)
    match = _COVER.fullmatch(lines[0])
    edges = "" if match is None else match[1].strip()
    if edges == "@DECISIONEDGE":
        return CoverBranches()
    if called := _CALL.fullmatch(edges):
        return CoverErrorCall(called[1])
    raise TaskError(f"'{lines[0]}' is nothing that tests can cover; {_possible()}", place=path)


def _possible() -> str:
    return "possible are " + " and ".join(f"'{goal.text}'" for goal in _BY_NAME.values())
