"""Tasks that begin with a function that is given made arguments: the harness of ``whet harness``, read behind the file.

A ``Promise`` of callers that a run breaks is told by the inputs of that run, because each choice of the harness is an input.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from whet.cfa.source import Place
from whet.cfa.types import MACHINE_MODELS
from whet.core.result import Input, InvalidProgram
from whet.frontend.errors import FrontendError
from whet.frontend.parse import with_unit
from whet.frontend.signatures import Signature
from whet.frontend.unit import TranslationUnit
from whet.harness.appended import appended_harness
from whet.harness.contracts import ContractText
from whet.harness.options import Harness, HarnessOptions, Requirement, options_text
from whet.runtime.isolation import Failed, Finished, run_isolated
from whet.runtime.limits import Limits
from whet.task.dangers import Fault, FaultKind
from whet.task.preprocessing import Preprocessing
from whet.task.properties import Property, UnreachableCall
from whet.task.task import Appended, Machine, Task

READING = Limits.of_cpu(60.0)
"""For a file that is only read."""
T = TypeVar("T")


def read_unit(
    file: str, use: Callable[[TranslationUnit], T], preprocessing: Preprocessing, machine: Machine
) -> T | InvalidProgram:
    """Parse a file and use its tree, in a child process."""

    def read() -> T | InvalidProgram:
        try:
            return with_unit(file, use, machine=MACHINE_MODELS[machine], preprocessing=preprocessing)
        except FrontendError as error:
            return InvalidProgram(error.text, error.place or Place(file, 1, 1))

    match run_isolated(read, limits=READING):
        case Finished(value=found):
            return found
        case Failed(message=message):
            return InvalidProgram(f"it cannot be read: {message}", Place(file, 1, 1), is_defect=True)
        case ended:
            return InvalidProgram(f"it cannot be read: {ended}", Place(file, 1, 1))


def entry_harness(
    signature: Signature,
    options: HarnessOptions,
    requirements: Sequence[Requirement] = (),
    ending: Sequence[str] = (),
    contract: ContractText | None = None,
) -> Harness:
    return appended_harness(signature, options=options, requirements=requirements, ending=ending, contract=contract)


def with_harness(task: Task, file: str, harness: Harness) -> Task:
    """The task that begins with the harness of a function that ``file`` defines."""
    clauses = tuple(name for name, _ in harness.clauses)
    checked = task.property
    if clauses:
        checked = replace(checked, conditions=(*checked.conditions, UnreachableCall(clauses)))
    return replace(
        task,
        property=checked,
        entry=harness.entry,
        appended=Appended(
            file,
            harness.text,
            made_with=options_text(harness.options, HarnessOptions()),
            bound=harness.bound,
            names=harness.names,
            others=harness.others,
            clauses=harness.clauses,
        ),
        assumptions=(*task.assumptions, *harness.assumptions),
    )


def checks_leaks(property: Property) -> bool:
    return "leak" in property.checks


def frees_generated(fault: Fault | None) -> bool:
    """Does a function free an object of its harness that ``malloc`` did not return?  Objects are to come from it, then."""
    return fault is not None and fault.kind is FaultKind.NOT_ALLOCATED


def broken_promises(harness: Harness, inputs: Sequence[Input]) -> tuple[str, ...]:
    """What callers would have to keep to for this run not to happen; empty if it happens anyhow.  A choice that the inputs do
    not tell counts as made."""
    told = {each.place.line: each.value for each in inputs if each.place is not None and each.place.file == harness.file}
    return tuple(dict.fromkeys(choice.promise for choice in harness.choices if told.get(choice.line, True)))
