"""What a user may try after a run without a verdict: the one place that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from whet.core.result import Reason, Unknown, Verdict
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration
from whet.task.task import C_SUFFIXES, Task

_STUB: Final = "put plain C in its place, such as a function whose body does what matters here"
_ALTERNATIVES: Final = {DEFAULT_CONFIGURATION: "value-predicate"}
"""What to try after a preset; after all others it is the default."""


def next_step(verdict: Verdict, task: Task, configuration: Configuration) -> str | None:
    """One sentence without a full stop; None if there is nothing to advise, or the reason says it already."""
    if not isinstance(verdict, Unknown):
        return None
    if configuration.members and verdict.reason in (Reason.RECURSION, Reason.BOUND):
        return _for_portfolio(verdict, task, configuration)
    other = f"--config {_ALTERNATIVES.get(configuration.name, DEFAULT_CONFIGURATION)}"
    match verdict.reason:
        case Reason.TIME_OUT:
            return f"give it more time with --time-limit, or try {other}"
        case Reason.OUT_OF_MEMORY:
            return f"allow more with --memory-limit, or try {other}"
        case Reason.STATES:
            return "allow more with --set limits.states=N; 0 is no limit"
        case Reason.RECURSION:
            from whet.analyses.callstack import CallstackOptions

            depth = configuration.section(CallstackOptions).depth
            return f"follow deeper calls with --set callstack.depth={2 * depth}, or replace the recursion by a loop"
        case Reason.BOUND if configuration.algorithm == "bmc":
            return "unroll more with --set bmc.bound=0; 0 is no bound"
        case Reason.BOUND if configuration.algorithm == "kinduction":
            return "go further with --set kinduction.deepest=0; 0 is no limit"
        case Reason.BOUND:
            from whet.analyses.loopbound import LoopboundOptions

            bound = configuration.section(LoopboundOptions).bound
            return f"unroll more with --set loopbound.bound={2 * bound}; 0 is no bound"
        case Reason.NOT_SUPPORTED:
            return _for_unsupported(task)
        case Reason.NOT_REPLAYED if "not modelled" in verdict.detail:
            return _STUB
        case Reason.NOT_REPLAYED if "undefined behaviour" in verdict.detail:
            return _for_undefined(task)
        case Reason.CONTRADICTION | Reason.REJECTED:
            return "report it, because Whet is wrong here: with --output DIR, DIR/report.zip holds all that is needed"
        case Reason.NOT_REPLAYED | Reason.NOT_PROVED | Reason.INCOMPLETE | Reason.ASSUMPTION:
            return f"try {other}; --explain shows what was learnt of each path"


def _for_portfolio(verdict: Unknown, task: Task, configuration: Configuration) -> str:
    """Options of an analysis can be set where the analysis is."""
    analysis = "callstack" if verdict.reason is Reason.RECURSION else "loopbound"
    member = next((each for each in configuration.members if analysis in each.analyses), configuration.members[0])
    return f"with --config {member.name} alone, {next_step(verdict, task, member)}"


def _for_undefined(task: Task) -> str:
    if task.entry != "main":
        return f"write a main that calls {task.entry} with pointers to objects: those it is given here point to none"
    return "mend that first: what a program does after it has no meaning"


def _for_unsupported(task: Task) -> str | None:
    if task.property.not_supported:
        return "name a property of calls, labels or assertions with --spec"
    is_program = all(Path(file).suffix in C_SUFFIXES for file in task.files)
    return _STUB if is_program else None


__all__ = ["next_step"]
