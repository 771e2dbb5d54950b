"""The steps of a run that ends in a violation, as lines for people: calls and branches with the values they were decided by.

A long run is told from its end, because that is where the reason mostly lies; ``result.json`` has more of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from whet.cfa.source import Place
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.core.evidence import Assigned, Branched, Called, Counterexample, Omitted, PlainValue, Received

_MOST = 12
"""Lines."""
_START = "__start"
_TEMPORARY = "__tmp"
"""Variables of the front end, for what a call returns."""
_ADDRESSES = 1 << 40
_NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->)\w+|\[\d+\])*")


def step_lines(run: Counterexample, violation: Place | None) -> list[str]:
    """The last of them; the first line then says how many there are before.  The violation itself is told elsewhere."""
    told = list(_told(run, violation))
    left_out = len(told) - _MOST
    return told if left_out <= 1 else [f"{left_out + 1} calls and branches before", *told[1 - _MOST :]]


def _told(run: Counterexample, violation: Place | None) -> Iterator[str]:
    values: dict[str, PlainValue | None] = {}
    silent = {violation, *(step.place for step in run.steps if isinstance(step, Received))}
    for step in run.steps:
        match step:
            case Assigned(target=target, after=after):
                values[target] = after
            case Branched():
                yield _branch(step, values)
            case Called(function=function, callee=callee) if function != _START and callee not in ASSERTION_FUNCTIONS:
                yield from () if step.place in silent else [_call(step)]
            case Omitted():
                values.clear()
            case _:
                pass


def _branch(step: Branched, values: Mapping[str, PlainValue | None]) -> str:
    truth = str(step.truth).lower()
    if _TEMPORARY in step.condition:
        return f"{step.place}: the condition is {truth}"
    return f"{step.place}: {step.condition} is {truth}{_with(step.condition, values)}"


def _call(step: Called) -> str:
    return f"{step.place}: {step.callee}({', '.join(map(_shown, step.arguments))})"


def _with(condition: str, values: Mapping[str, PlainValue | None]) -> str:
    """Such as `` (head = 16)``."""
    known = {name: values[name] for name in _NAME.findall(condition) if values.get(name) is not None}
    return f" ({', '.join(f'{name} = {_shown(value)}' for name, value in known.items())})" if known else ""


def _shown(value: PlainValue | None) -> str:
    """Addresses are easier to tell from numbers if they are not decimal."""
    if value is None:
        return "..."
    return f"{value:#x}" if isinstance(value, int) and value >= _ADDRESSES else str(value)


__all__ = ["step_lines"]
