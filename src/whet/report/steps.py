"""The steps of a run that ends in a violation, as lines for people: calls and branches with the values they were decided by.

A long run is told from its end, because that is where the reason mostly lies; ``result.json`` has more of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from whet.cfa.source import Place, is_in_harness
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.core.evidence import Branched, Called, Counterexample, Received
from whet.core.readable_steps import readable

_MOST = 12
"""Lines."""
_START = "__start"
_PROMOTED = re.compile(r"\(int\)(?=[\w*(&])")
"""What C does by itself with small numbers, for the most part."""


def step_lines(run: Counterexample, violation: Place | None) -> list[str]:
    """The last of them; the first line then says how many there are before.  The violation itself is told elsewhere."""
    told = [f"{place}: {text}" for place, text in told_steps(run, violation)]
    left_out = len(told) - _MOST
    return told if left_out <= 1 else [f"{left_out + 1} calls and branches before", *told[1 - _MOST :]]


def told_steps(run: Counterexample, violation: Place | None) -> Iterator[tuple[Place | None, str]]:
    """All calls and branches that tell a reader something, with their places; inputs are told elsewhere."""
    silent = {violation, *(step.place for step in run.steps if isinstance(step, Received))}
    for step in readable(run).steps:
        match step:
            case Branched() | Called() if is_in_harness(step.place):
                pass
            case Branched():
                yield step.place, _branch(step)
            case Called(function=function, callee=callee) if function != _START and callee not in ASSERTION_FUNCTIONS:
                if step.place not in silent:
                    yield step.place, _call(step)
            case _:
                pass


def _branch(step: Branched) -> str:
    truth = str(step.truth).lower()
    told = [f"{name} = {value}" for name, value in step.values if name != step.condition or not name.endswith(")")]
    values = f" ({', '.join(told)})" if told else ""
    return f"{_PROMOTED.sub('', step.condition)} is {truth}{values}"


def _call(step: Called) -> str:
    arguments = ("..." if each is None else str(each) for each in step.arguments)
    return f"{step.callee}({', '.join(arguments)})"
