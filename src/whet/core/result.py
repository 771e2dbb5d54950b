"""What a run found out, in a form that crosses processes and becomes text, JSON and an exit code in one way each.

Everything here is plain data: no part of a program or an analysis hangs on a result.  Places are those of the original file,
the one the user wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from typing import TypeAlias

from whet import __version__
from whet.cfa.immutable import immutable
from whet.cfa.semantics import Value
from whet.cfa.source import Place, is_in_harness
from whet.core.concrete import CompiledReplay, ConcreteRun, RunEvent
from whet.core.evidence import Counterexample, Evidence, Proof, to_json
from whet.core.executed import ExecutedCode, ProvedChecks
from whet.core.explanation import Refinements
from whet.core.graph_record import GraphRecord
from whet.core.readable_steps import readable
from whet.task.checks import named_checks
from whet.task.dangers import Fault
from whet.task.messages.message import code_of, find_message
from whet.task.precision_file import Entry
from whet.task.properties import ASSERTION
from whet.task.records import dataclass

Number: TypeAlias = int | float


class Reason(StrEnum):
    """Why there is no verdict; the word in ``UNKNOWN(...)``."""

    TIME_OUT = "time-out"
    OUT_OF_MEMORY = "out of memory"
    STATES = "state limit"
    NOT_SUPPORTED = "unsupported"
    """The property, or something a run of the program can get to, is not supported."""
    RECURSION = "recursion"
    """Calls are nested deeper than they are followed."""
    BOUND = "bound"
    """Loops run more often than they are unrolled."""
    BOUNDED = "bounded"
    """No call of a function fails whose arguments are up to some size; nothing is known of larger ones."""
    VACUOUS = "no call"
    """No call of a function was found that satisfies what its callers are required to."""
    ASSUMPTION = "assumption"
    """The verdict would rest on something that was only assumed."""
    NOT_REPLAYED = "alarm not confirmed"
    """An error path was found that no concrete run was found for."""
    NOT_PROVED = "proof not confirmed"
    """The independent check did not come to a decision about the proof, and that is not enough."""
    REJECTED = "proof rejected"
    """The independent check found that the proof is none: a defect of the analysis, or of the check."""
    INCOMPLETE = "incomplete"
    """The analysis gave up; the detail gives the reason."""
    CONTRADICTION = "contradiction"
    """Two configurations came to opposite verdicts: one of them is wrong."""

    @property
    def is_limit(self) -> bool:
        return self in (Reason.TIME_OUT, Reason.OUT_OF_MEMORY, Reason.STATES)


@immutable
class Input:
    """A value the program was given on the way to a violation: ``source`` is what the program says there, in C."""

    source: str
    value: Number | str
    place: Place | None = None
    is_named: bool = field(default=False, compare=False, repr=False)
    """Is it given by its name: a parameter of the entry function, a string of ``main``?  All others are given in their order."""

    def __str__(self) -> str:
        return _at(self.place, f"{self.source} = {self.value}")


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumption of the verdict."""

    what: str
    place: Place | None = None

    def __str__(self) -> str:
        return _at(self.place, self.what)


@dataclass(frozen=True, slots=True)
class TrueVerdict:
    """The property holds in every run."""

    def __str__(self) -> str:
        return "TRUE"


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseVerdict:
    """The run on ``inputs`` violates the property."""

    property: str
    violation: str
    """What happens, in the user's terms, such as ``reach_error() is called``."""
    check: str = ASSERTION
    """The name of the check that found it."""
    place: Place | None = None
    site: str | None = None
    """The site of the check that failed (``cfa.sites``), if that is not the place: in a function of the library."""
    inputs: tuple[Input, ...] = ()
    fault: Fault | None = field(default=None, compare=False, repr=False)
    """Of the pointer that the failing operation is given."""
    width: int = field(default=1, compare=False, repr=False)
    """Of the expression at the place."""
    events: tuple[RunEvent, ...] = field(default=(), compare=False)
    """What the violation follows from, in the order of the run."""
    picture: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Of the object and the bytes that are accessed, where some are outside."""
    arguments: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Generated arguments of the function, such as ``p->count = 4``; the inputs are what they were made of."""
    run: ConcreteRun | None = field(default=None, compare=False, repr=False)
    """The same run as data, to repeat it compiled."""
    given: tuple[Value, ...] = field(default=(), compare=False, repr=False)
    """All values that the run asked for, in their order, what it read without having written it included."""

    def inputs_of_program(self) -> tuple[Input, ...]:
        """Those that the user's text asks for; of the others ``arguments`` are made."""
        return tuple(each for each in self.inputs if not is_in_harness(each.place))

    def __str__(self) -> str:
        return f"FALSE({self.property})"


@dataclass(frozen=True, slots=True)
class Unknown:
    """No verdict; ``detail`` is a sentence for the user."""

    reason: Reason
    detail: str = ""
    place: Place | None = None

    def __str__(self) -> str:
        return f"UNKNOWN({self.reason})"


@dataclass(frozen=True, slots=True)
class InvalidProgram:
    """The front end cannot read the program."""

    message: str
    place: Place | None = None
    is_defect: bool = False
    """Did the front end itself fail?"""

    def __str__(self) -> str:
        return "ERROR(parsing failed)"


@dataclass(frozen=True, slots=True)
class Defect:
    """Whet itself failed: ``kind`` is ``internal`` or ``crash: SIGNAL``."""

    kind: str
    message: str
    traceback: str = ""

    def __str__(self) -> str:
        return f"ERROR({self.kind})"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a verdict is about: functions and labels by the program's own words, everything else by the name of its check."""

    words: tuple[str, ...]
    occur: bool = True
    """Does the program have any of it?"""
    asked: tuple[str, ...] = ()
    """The names of the checks that were asked for, also of those that found nothing to check."""
    sites: tuple[str, ...] = ()
    """Where something can go wrong, such as ``ring.c:41:9 [memory]``."""
    discharged: tuple[str, ...] = ()
    """Where nothing can, as a quick look has shown."""
    discharged_by: str = "intervals"
    """The analyses that have shown it."""

    def __str__(self) -> str:
        absent = self._numbers() if self.occur else " (none occurs in the program)"
        missing = f" Not checked: {', '.join(self.not_checked)} (see 'whet checks')." if self.not_checked else ""
        return f"{', '.join(self.words)}{absent}.{missing}"

    def _numbers(self) -> str:
        """How much was found out before anything was explored."""
        every = len(self.sites) + len(self.discharged)
        return f" ({len(self.discharged)} of {every} checks proved by {self.discharged_by})" if self.discharged else ""

    @property
    def not_checked(self) -> tuple[str, ...]:
        """What programs do wrong that the verdict says nothing about."""
        return tuple(name for name in named_checks() if name not in self.asked)

    @property
    def is_of_several(self) -> bool:
        return len(self.asked) > 1

    def to_json(self) -> dict[str, object]:
        return {
            "checked": list(self.words),
            "checked_occur": self.occur,
            "not_checked": list(self.not_checked),
            "checked_places": list(self.sites),
            "discharged_places": list(self.discharged),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofAccepted:
    """Other code than found the proof went through it (``proofs``), and two solvers agreed."""

    obligations: int
    """What was left for the solvers to show."""
    seconds: float

    def __str__(self) -> str:
        return "checked"

    def to_json(self) -> dict[str, object]:
        return {"check": "accepted", "obligations": self.obligations, "seconds": round(self.seconds, 3)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofUnchecked:
    """It is not known whether the proof is right."""

    reason: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"not checked: {self.reason}"

    def to_json(self) -> dict[str, object]:
        return {"check": "unchecked", "reason": self.reason, "seconds": round(self.seconds, 3)}


ProofCheck: TypeAlias = ProofAccepted | ProofUnchecked

Verdict: TypeAlias = TrueVerdict | FalseVerdict | Unknown | InvalidProgram | Defect
"""Prints as the word after ``Verdict:``."""


class MemberEnd(StrEnum):
    """What became of a configuration in a portfolio."""

    DECIDED = "decided"
    UNKNOWN = "unknown"
    STOPPED = "stopped"
    """Another one was faster, or the contest was over."""
    SHARE_USED = "share used up"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"
    NOT_STARTED = "not started"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberReport:
    """One configuration of a portfolio, as it ended."""

    name: str
    end: MemberEnd
    verdict: str = ""
    """The word after ``Verdict:``, if there is a verdict."""
    detail: str = ""
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0

    def __str__(self) -> str:
        """Such as ``value stopped after 1.2s`` or ``value UNKNOWN(bound) after 1.2s``."""
        if self.end is MemberEnd.NOT_STARTED:
            return f"{self.name} not started"
        says_itself = self.end in (MemberEnd.DECIDED, MemberEnd.UNKNOWN)
        return f"{self.name} {self.verdict if says_itself else self.end} after {self.cpu_seconds:.1f}s"

    def to_json(self) -> dict[str, object]:
        seconds = {"cpu_seconds": round(self.cpu_seconds, 3), "wall_seconds": round(self.wall_seconds, 3)}
        return {"name": self.name, "end": self.end.value, "verdict": self.verdict, "detail": self.detail, **seconds}


@dataclass(frozen=True, slots=True)
class PortfolioReport:
    """Who of several configurations found the verdict, and what became of the others."""

    winner: str | None
    members: tuple[MemberReport, ...]
    """In the order of the portfolio, the winner among them."""
    choice: str = ""
    """Which configurations were chosen to be run, and why; empty without a choice."""

    def __str__(self) -> str:
        """Such as ``ki after 0.8s; also tried: runs 0.2s, df 0.6s``; the seconds are CPU time."""
        if self.winner is None:
            return f"no member decided: {'; '.join(map(str, self.members))}"
        seconds = {
            member.name: f"{member.cpu_seconds:.1f}s" for member in self.members if member.end is not MemberEnd.NOT_STARTED
        }
        decided = f"{self.winner} after {seconds.pop(self.winner)}"
        others = ", ".join(f"{name} {time}" for name, time in seconds.items())
        return f"{decided}; also tried: {others}" if others else decided

    def to_json(self) -> dict[str, object]:
        chosen = {"choice": self.choice} if self.choice else {}
        return {"winner": self.winner, **chosen, "members": [member.to_json() for member in self.members]}


@dataclass(frozen=True, slots=True)
class Result:
    """All results of a run."""

    verdict: Verdict
    assumptions: tuple[Assumption, ...] = ()
    statistics: Mapping[str, Number | str] = field(default_factory=dict)
    precision: tuple[Entry, ...] = ()
    """What was tracked in the end, for the next revision of the program."""
    refinements: Refinements = field(default_factory=Refinements)
    """Why it was tracked."""
    checked: Checked | None = None
    """What a verdict that is TRUE or FALSE is about."""
    evidence: Evidence | None = None
    """Why a verdict that is TRUE or FALSE can be believed."""
    proof_check: ProofCheck | None = None
    """Of a verdict that is TRUE; None if the check was not wanted."""
    compiled_replay: CompiledReplay | None = None
    """Of a verdict that is FALSE; None if it was not requested."""
    contracts: tuple[str, ...] = ()
    """If calls were to be replaced by contracts: the proofs that the verdict rests on, or why it does not rest on them."""
    portfolio: PortfolioReport | None = None
    """If several configurations were run."""
    executed: ExecutedCode | None = None
    """By runs, if there were any."""
    proved: ProvedChecks | None = None
    """Of a result without a verdict."""
    invariants: Proof | None = field(default=None, compare=False, repr=False)
    """Of a result without a verdict: what holds until the first violation, whether or not it suffices."""
    graph: GraphRecord | None = field(default=None, compare=False, repr=False)
    """The explored graph, if it was requested and the algorithm has one; not a part of the JSON."""
    version: str = __version__

    @property
    def verdict_words(self) -> str:
        """The verdict, and whether its proof is unchecked."""
        return f"{self.verdict}{' (unchecked)' if isinstance(self.proof_check, ProofUnchecked) else ''}"

    def with_assumptions(self, *more: Assumption) -> Result:
        """Those given come first."""
        return replace(self, assumptions=(*more, *self.assumptions))

    def with_statistics(self, more: Mapping[str, Number | str]) -> Result:
        return replace(self, statistics={**self.statistics, **more})

    def with_checked(self, checked: Checked) -> Result:
        """Unless there is nothing that was found out."""
        return replace(self, checked=checked) if isinstance(self.verdict, (TrueVerdict, FalseVerdict)) else self

    def with_refinements(self, refinements: Refinements) -> Result:
        return replace(self, refinements=refinements)

    def with_graph(self, graph: GraphRecord | None) -> Result:
        return replace(self, graph=graph)

    def to_json(self) -> dict[str, object]:
        """What may be long comes before the statistics, so that a text that was cut in the middle still has these."""
        return {
            "tool": "whet",
            "version": self.version,
            "verdict": str(self.verdict),
            **_details(self.verdict),
            **({} if self.checked is None else self.checked.to_json()),
            "evidence": None if self.evidence is None else to_json(_readable(self.evidence)),
            **({"contracts": list(self.contracts)} if self.contracts else {}),
            **({} if self.proof_check is None else {"proof_check": self.proof_check.to_json()}),
            **({} if self.compiled_replay is None else {"compiled_replay": self.compiled_replay.to_json()}),
            **self.refinements.to_json(),
            "assumptions": [{"what": item.what, "place": _text(item.place), **_code(item.what)} for item in self.assumptions],
            **({} if self.portfolio is None else {"portfolio": self.portfolio.to_json()}),
            **({} if self.executed is None else {"executed": self.executed.to_json()}),
            **({} if self.proved is None else {"proved_checks": self.proved.to_json()}),
            "statistics": dict(self.statistics),
        }


def _details(verdict: Verdict) -> dict[str, object]:
    match verdict:
        case TrueVerdict():
            return {}
        case FalseVerdict():
            events = [{"what": each.what, "place": str(each.place)} for each in verdict.events]
            inputs = [{"source": item.source, "value": item.value, "place": _text(item.place)} for item in verdict.inputs]
            return {
                "property": verdict.property,
                "violation": verdict.violation,
                **_code(verdict.violation),
                "check": verdict.check,
                "place": _text(verdict.place),
                "inputs": inputs,
                **({"arguments": list(verdict.arguments)} if verdict.arguments else {}),
                **({"events": events} if events else {}),
            }
        case Unknown(reason=reason, detail=detail, place=place):
            return {"reason": reason.value, "detail": detail, **_code(detail), "place": _text(place)}
        case InvalidProgram(message=message, place=place):
            return {"detail": message, **_code(message), "place": _text(place)}
        case Defect(message=message):
            return {"detail": message}


def _readable(evidence: Evidence) -> Evidence:
    return readable(evidence) if isinstance(evidence, Counterexample) else evidence


def _code(text: str) -> dict[str, object]:
    """Of the message, and the weakness that it is about."""
    message = find_message(code_of(text) or "")
    if message is None:
        return {}
    return {"code": message.code, **({} if message.cwe is None else {"cwe": message.cwe})}


def _text(place: Place | None) -> str | None:
    return None if place is None else str(place)


def _at(place: Place | None, text: str) -> str:
    return text if place is None else f"{place}: {text}"
