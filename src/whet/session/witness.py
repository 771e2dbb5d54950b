"""Witnesses of a verdict, and invariants as comments in the source."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from whet.cfa.model import Program
from whet.core.evidence import Counterexample, Proof
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.messages import files
from whet.task.properties import format_property
from whet.task.task import Task
from whet.witnesses.from_proofs import ToldInvariant, correctness, told_invariants
from whet.witnesses.from_runs import NoTarget, violation
from whet.witnesses.witness import Content, InvariantType, TaskDescription
from whet.witnesses.writing import Provenance, format_witness


def witness_content(result: Result, program: Program) -> Content | NoTarget:
    """For a TRUE or FALSE, or for invariants without a verdict; the program as it was read, without blocks."""
    match result.verdict, result.evidence:
        case FalseVerdict() as verdict, Counterexample() as run:
            try:
                return violation(program, verdict, run)
            except NoTarget as problem:
                return problem
        case TrueVerdict(), evidence:
            return correctness(program, evidence if isinstance(evidence, Proof) else Proof(()))
        case Unknown(), _ if result.invariants is not None:
            return correctness(program, result.invariants)
        case _:
            return NoTarget("the violation comes without its run")


def witness_text(content: Content | NoTarget, task: Task, producer: str) -> str:
    """Raises ``TaskError`` if there is none; ``producer`` is the configuration that found the verdict."""
    if isinstance(content, NoTarget):
        raise TaskError(files.NO_WITNESS.format(content=content))
    return format_witness(content, Provenance(description_of(task), producer))


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


def annotated_source(proof: Proof, program: Program) -> tuple[bytes, int]:
    """The program with proved invariants as comments, ACSL where there is a form for it; and how many there are."""
    text, told = program.source.text, told_invariants(program, proof)
    found: dict[int, list[ToldInvariant]] = {}
    for each in told:
        found.setdefault(each.offset, []).append(each)
    for offset, here in reversed(list(found.items())):
        begin = text.rfind(b"\n", 0, offset) + 1
        indent = text[begin:offset]
        separator = b"\n" + indent if not indent.strip() else b" "
        comments = b"".join(comment.encode() + separator for comment in acsl_comments(here))
        text = text[:offset] + comments + text[offset:]
    return text, len(told)


def acsl_comments(told: Sequence[ToldInvariant]) -> list[str]:
    """What holds at one place. ACSL wants all invariants of a loop in one comment, and nothing between it and the loop."""
    asserted = [f"/*@ assert {each.text}; */" for each in told if each.type is not InvariantType.LOOP]
    of_loop = " ".join(f"loop invariant {each.text};" for each in told if each.type is InvariantType.LOOP)
    return [*asserted, f"/*@ {of_loop} */"] if of_loop else asserted
