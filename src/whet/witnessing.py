"""Witnesses as commands ask for them: made from a result, validated, and written back into the source.

What needs the program runs in a child process, like every verification (``api``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar

from whet import api
from whet.cfa.model import Program
from whet.core.configuration import MemoryOptions
from whet.core.context import ProgressObserver
from whet.core.evidence import Counterexample, Evidence, Proof
from whet.core.result import FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.runtime.isolation import Finished, run_isolated
from whet.task.configuration import Configuration
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.properties import format_property
from whet.task.records import dataclass
from whet.task.task import Task, program_file, program_files
from whet.witnesses.from_proofs import ToldInvariant, correctness, told_invariants
from whet.witnesses.from_runs import NoTarget, violation
from whet.witnesses.witness import Content, Correctness, InvariantType, TaskDescription, Witness, WitnessInvariant
from whet.witnesses.writing import Provenance, format_witness

T = TypeVar("T")


# ------------------------------------------------------------------------------------------------------------- making


def witness_text(task: Task, configuration: Configuration, result: Result) -> str | None:
    """The witness for a verdict; None if there is no verdict.  Raises ``TaskError`` if none can be made."""
    verdict, evidence = result.verdict, result.evidence
    if not isinstance(verdict, (TrueVerdict, FalseVerdict)):
        return None
    content = _on_program(task, configuration, lambda program: _content(program, verdict, evidence))
    if isinstance(content, NoTarget):
        raise TaskError(f"there is no witness: {content}")
    winner = None if result.portfolio is None else result.portfolio.winner
    return format_witness(content, Provenance(description_of(task), winner or configuration.name))


def _content(program: Program, verdict: TrueVerdict | FalseVerdict, evidence: Evidence | None) -> Content | NoTarget:
    match verdict, evidence:
        case FalseVerdict(), Counterexample():
            try:
                return violation(program, verdict, evidence)
            except NoTarget as problem:
                return problem
        case TrueVerdict(), Proof():
            return correctness(program, evidence)
        case TrueVerdict(), _:
            return correctness(program, Proof(()))
        case _:
            return NoTarget("the violation comes without its run")


def description_of(task: Task) -> TaskDescription:
    """The task as a witness describes it."""
    return TaskDescription(
        input_files=task.files,
        input_file_hashes=tuple((file, hash_of(file)) for file in task.files),
        specification=format_property(task.property),
        data_model=task.machine.value,
    )


def hash_of(file: str) -> str:
    return hashlib.sha256(read_bytes(file, most=LARGEST_PROGRAM)).hexdigest()


def _on_program(task: Task, configuration: Configuration, work: Callable[[Program], T]) -> T:
    """The program is read again, as it was read for the verdict but without blocks; its locations have the same numbers."""
    memory = configuration.section(MemoryOptions)
    outcome = run_isolated(lambda: work(api.read_program(task, blocks=False, memory=memory)), limits=api.limits_of(configuration))
    if not isinstance(outcome, Finished):
        raise TaskError(f"the program could not be read again: {outcome}", place=program_files(task.files)[0])
    return outcome.value


# ---------------------------------------------------------------------------------------------------------- validating


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The witness is right; ``how`` that was found out."""

    how: str
    result: Result


@dataclass(frozen=True, slots=True)
class Rejected:
    """The witness is wrong, and ``why``."""

    why: str
    result: Result


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody knows; the verdict of the result is UNKNOWN or an error."""

    why: str
    result: Result


Validation: TypeAlias = Confirmed | Rejected | Undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationRequest:
    """A task, and a witness for it."""

    task: Task
    witness: Witness
    path: str
    """Of the witness."""
    alone: bool = False
    """Must the invariants be a proof by themselves?"""


def validate(request: ValidationRequest, configuration: Configuration, *, observer: ProgressObserver | None = None) -> Validation:
    """Raises ``TaskError`` for a witness that is none of this program."""
    from whet.algorithms.validating import CorrectnessEngine
    from whet.algorithms.violating import ViolationEngine

    program_file(request.task.files)  # of one file
    content = request.witness.content
    if isinstance(content, Correctness):
        engine: api.Engine = CorrectnessEngine(content, request.path, request.alone)
        task = replace(request.task, suggestions=request.path)
        result = api.verify(task, configuration, observer=observer, engine=engine, blocks=False)
        return _of_correctness(content, result)
    engine = ViolationEngine(content)
    return _of_violation(api.verify(request.task, configuration, observer=observer, engine=engine, blocks=False))


def _of_correctness(content: Correctness, result: Result) -> Validation:
    from whet.algorithms.validating import broken_invariant

    match result.verdict:
        case TrueVerdict():
            return Confirmed("every invariant was shown, and the property with them", result)
        case FalseVerdict(violation=what) if (number := broken_invariant(what)) is not None:
            return Rejected(f"{_told(content.invariants[number])} does not hold", result)
        case FalseVerdict(violation=what, place=place):
            return Rejected(f"the property is violated: {place}: {what}", result)
        case Unknown(reason=Reason.REJECTED, detail=detail, place=place):
            return Rejected(detail if place is None else f"{place}: {detail}", result)
        case other:
            undecided = _undecided(other, result)
            return replace(undecided, why=_in_words(undecided.why, content))


def _in_words(text: str, content: Correctness) -> str:
    """With the invariants themselves for the names of their error functions."""
    from whet.algorithms.validating import error_function

    for number in reversed(range(len(content.invariants))):
        text = text.replace(f"{error_function(number)}() is called", f"{_told(content.invariants[number])} is broken")
    return text


def _told(invariant: WitnessInvariant) -> str:
    kind = "loop invariant" if invariant.type is InvariantType.LOOP else "location invariant"
    return f"the {kind} '{invariant.value}' at {invariant.location} (line {invariant.entry} of the witness)"


def _of_violation(result: Result) -> Validation:
    match result.verdict:
        case FalseVerdict(violation=what, place=place):
            return Confirmed(f"a run passes all waypoints and ends in the violation: {place}: {what}", result)
        case TrueVerdict():
            return Rejected("the property holds, so there is no run of the witness", result)
        case other:
            return _undecided(other, result)


def _undecided(verdict: object, result: Result) -> Undecided:
    match verdict:
        case Unknown(detail=detail) if detail:
            return Undecided(detail, result)
        case InvalidProgram(message=message, place=place):
            return Undecided(f"{place}: {message}", result)
        case _:
            return Undecided(str(verdict), result)


# ---------------------------------------------------------------------------------------------------------- annotating


def annotated_source(task: Task, configuration: Configuration, proof: Proof) -> tuple[bytes, int]:
    """The program with proved invariants as comments, ACSL where there is a form for it; and how many there are.

    Raises ``TaskNotSupported`` for a program of several files."""
    program_file(task.files)
    found = _on_program(task, configuration, lambda program: (program.source.text, told_invariants(program, proof)))
    text, told = found
    for offset, here in reversed(list(_by_place(told).items())):
        begin = text.rfind(b"\n", 0, offset) + 1
        indent = text[begin:offset]
        separator = b"\n" + indent if not indent.strip() else b" "
        comments = b"".join(comment.encode() + separator for comment in acsl_comments(here))
        text = text[:offset] + comments + text[offset:]
    return text, len(told)


def _by_place(told: Sequence[ToldInvariant]) -> dict[int, list[ToldInvariant]]:
    found: dict[int, list[ToldInvariant]] = {}
    for each in told:
        found.setdefault(each.offset, []).append(each)
    return found


def acsl_comments(told: Sequence[ToldInvariant]) -> list[str]:
    """What holds at one place. ACSL wants all invariants of a loop in one comment, and nothing between it and the loop."""
    asserted = [f"/*@ assert {each.text}; */" for each in told if each.type is not InvariantType.LOOP]
    of_loop = " ".join(f"loop invariant {each.text};" for each in told if each.type is InvariantType.LOOP)
    return [*asserted, f"/*@ {of_loop} */"] if of_loop else asserted


__all__ = [
    "Confirmed",
    "Rejected",
    "Undecided",
    "Validation",
    "ValidationRequest",
    "acsl_comments",
    "annotated_source",
    "description_of",
    "hash_of",
    "validate",
    "witness_text",
]
