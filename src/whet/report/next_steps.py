"""What a user may try after a run without a verdict: the one place that says so.

An advice is a sentence, and options with which the same command does it; ``commands`` makes these commands, to be copied.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from whet.core.result import InvalidProgram, Reason, Unknown, Verdict
from whet.library.notation import record_of
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration
from whet.task.messages.message import ERRORS, code_of, find_message
from whet.task.quantities import show_duration, show_size
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES, Task

_STUB: Final = "replace it by plain C, such as a function whose body models what matters"
_FOLLOWED: Final = re.compile(r"pointers (?:are )?followed (\d+) deep")
_BODY: Final = re.compile(r"function (\w+) without a body")
_DEFINITION: Final = re.compile(r"variable (\w+) without a definition")
_ALTERNATIVES: Final = {DEFAULT_CONFIGURATION: "value-predicate"}
"""What to try after a preset; after all others it is the default."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to try."""

    text: str
    """One sentence without a full stop."""
    ways: tuple[tuple[str, ...], ...] = ()
    """Options with their values; each of them makes a command that is worth trying."""


def advice(verdict: Verdict, task: Task, configuration: Configuration) -> Advice | None:
    """None if there is nothing to advise, or the reason says it already."""
    match verdict:
        case InvalidProgram(message=text):
            message = find_message(code_of(text, ("programs",)) or "")
            return None if message is None else Advice(message.next_step)
        case Unknown():
            return _for_unknown(verdict, task, configuration)
        case _:
            return None


def _for_unknown(verdict: Unknown, task: Task, configuration: Configuration) -> Advice | None:
    if configuration.members and verdict.reason in (Reason.RECURSION, Reason.BOUND):
        return _for_portfolio(verdict, task, configuration)
    other = ("--config", _ALTERNATIVES.get(configuration.name, DEFAULT_CONFIGURATION))
    match verdict.reason:
        case Reason.TIME_OUT:
            more = _twice_the_time(configuration)
            return Advice(f"allow more time with --time-limit, or try {' '.join(other)}", (*more, other))
        case Reason.OUT_OF_MEMORY:
            more = _twice_the_memory(configuration)
            return Advice(f"allow more with --memory-limit, or try {' '.join(other)}", (*more, other))
        case Reason.STATES:
            return Advice("allow more with --set limits.states=N; 0 is no limit", (("--set", "limits.states=0"),))
        case Reason.RECURSION:
            from whet.analyses.callstack import CallstackOptions

            setting = f"callstack.depth={2 * configuration.section(CallstackOptions).depth}"
            return Advice(f"follow deeper calls with --set {setting}, or replace the recursion by a loop", (("--set", setting),))
        case Reason.BOUND:
            return _for_bound(configuration)
        case Reason.BOUNDED | Reason.VACUOUS:
            return _for_calls(verdict, configuration)
        case Reason.NOT_SUPPORTED:
            if (message := find_message(code_of(verdict.detail, ERRORS) or "")) is not None:
                return Advice(message.next_step)
            if task.property.not_supported:
                return Advice("name a property of calls, labels or assertions with --spec", (("--spec", "unreach-call"),))
            is_program = all(Path(file).suffix in C_SUFFIXES for file in task.files)
            return Advice(_in_its_place(verdict.detail)) if is_program else None
        case Reason.NOT_REPLAYED if "not modelled" in verdict.detail:
            return Advice(_in_its_place(verdict.detail))
        case Reason.NOT_REPLAYED if "undefined behaviour" in verdict.detail:
            return Advice(_for_undefined(task))
        case Reason.CONTRADICTION | Reason.REJECTED:
            return Advice(
                "please report it: this is a bug of Whet; with --output DIR, attach DIR/report.zip",
                (("--output", "whet-report"),),
            )
        case Reason.NOT_REPLAYED | Reason.NOT_PROVED | Reason.INCOMPLETE | Reason.ASSUMPTION:
            return Advice(f"try {' '.join(other)}; --explain shows each refinement", (other,))


def next_step(verdict: Verdict, task: Task, configuration: Configuration) -> str | None:
    """The sentence alone."""
    found = advice(verdict, task, configuration)
    return None if found is None else found.text


def _twice_the_time(configuration: Configuration) -> Iterator[tuple[str, str]]:
    seconds = configuration.limits.cpu_time
    if seconds is not None:
        yield "--time-limit", show_duration(round(2 * seconds) if seconds > 1 else 2 * seconds)


def _twice_the_memory(configuration: Configuration) -> Iterator[tuple[str, str]]:
    size = configuration.limits.memory
    if size is not None:
        yield "--memory-limit", show_size(2 * size)


def _for_calls(verdict: Unknown, configuration: Configuration) -> Advice:
    """Of a function without a main."""
    if verdict.reason is Reason.VACUOUS:
        return Advice("correct what is required of callers, or set the variables in a harness of your own: see whet harness")
    if (found := _FOLLOWED.search(verdict.detail)) is not None:
        depth = f"{int(found[1]) + 1}"
        return Advice(f"follow more pointers with --depth {depth}", (("--depth", depth),))
    more = tuple(_twice_the_time(configuration))
    return Advice("allow more time with --time-limit: Whet then tries larger arguments and longer proofs", more)


def _for_bound(configuration: Configuration) -> Advice:
    match configuration.algorithm:
        case "bmc":
            return Advice("unroll more with --set bmc.bound=0; 0 is no bound", (("--set", "bmc.bound=0"),))
        case "kinduction":
            return Advice("go further with --set kinduction.deepest=0; 0 is no limit", (("--set", "kinduction.deepest=0"),))
        case _:
            from whet.analyses.loopbound import LoopboundOptions

            setting = f"loopbound.bound={2 * configuration.section(LoopboundOptions).bound}"
            return Advice(f"unroll more with --set {setting}; 0 is no bound", (("--set", setting),))


def _for_portfolio(verdict: Unknown, task: Task, configuration: Configuration) -> Advice | None:
    """Options of an analysis can be set where the analysis is."""
    analysis = "callstack" if verdict.reason is Reason.RECURSION else "loopbound"
    provers = [each for each in configuration.members if each.algorithm != "runs"] or configuration.members
    member = next((each for each in provers if analysis in each.analyses), provers[0])
    inner = advice(verdict, task, member)
    if inner is None:
        return None
    ways = tuple(("--config", member.name, *way) for way in inner.ways)
    return Advice(f"with --config {member.name} alone, {inner.text}", ways)


def _for_undefined(task: Task) -> str:
    if task.entry != "main":
        return f"write a main that calls {task.entry} with pointers to objects: those it is given here point to none"
    return "fix that first: after undefined behaviour a program has no meaning"


def _in_its_place(detail: str) -> str:
    """What to write where something is not modelled."""
    if (found := _BODY.search(detail)) is not None:
        return f"name the file that defines {found[1]} as well, or write a body for it: {_stub_of(found[1])}"
    if (found := _DEFINITION.search(detail)) is not None:
        return f"name the file that defines {found[1]} as well, or define it in a file of your own"
    if "threads (call of" in detail:
        return "call the functions of the threads one after the other, if that answers your question: Whet analyses one thread"
    return _STUB


def _stub_of(name: str) -> str:
    """A body in C, with the types of the record if the function has one."""
    record = record_of(name)
    if record is None:
        return "one that returns __VERIFIER_nondet_int() stands for any result of the type int"
    if record.result == "void":
        return f"{record.prototype} {{ }}"
    if not record.result.endswith("*"):
        asked = f"__VERIFIER_nondet_{name.strip('_')}"
        return f"{record.result} {asked}(void); {record.prototype} {{ return {asked}(); }}"
    if record.returns.startswith("library string"):
        return f'{record.prototype} {{ return ""; }} stands for an empty string'
    pointee = record.result.removesuffix("*").strip().removeprefix("const ")
    if not pointee.startswith("struct "):
        return f"{record.prototype} {{ return 0; }} stands for a failure"
    return f"{record.prototype} {{ static {pointee} object; return &object; }} stands for a result with zeros"


def commands(arguments: Sequence[str], advised: Advice) -> tuple[str, ...]:
    """The command of the user (its words behind ``whet``), changed as advised: to be copied."""
    return tuple(shlex.join(["whet", *_changed(arguments, way)]) for way in advised.ways)


def _changed(arguments: Sequence[str], way: Sequence[str]) -> Iterator[str]:
    """What is given anew replaces what was given; a ``--set`` replaces one of the same option only."""
    given = {_subject(option, value) for option, value in zip(way[::2], way[1::2], strict=True)}
    words = iter(arguments)
    for word in words:
        option, equals, value = word.partition("=")
        if option not in _WITH_VALUE:
            yield word
        elif _subject(option, value := value if equals else next(words, "")) not in given:
            yield from (word,) if equals else (word, value)
    yield from way


_LIMITS: Final = ("--depth", "--time-limit", "--memory-limit")
_WITH_VALUE: Final = (*_LIMITS, "--config", "--output", "--spec", "--property", "--check", "--set")


def _subject(option: str, value: str) -> str:
    """What an option is about."""
    if option == "--set":
        return value.partition("=")[0]
    return "property" if option in ("--spec", "--property", "--check") else option
