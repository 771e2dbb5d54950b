"""The call of a function that is verified by its name, with what the project shows about its parameters."""

from __future__ import annotations

from dataclasses import replace

from whet.harness.contracts import FunctionContract
from whet.harness.lengths import needs_objects
from whet.harness.options import HarnessOptions
from whet.projects.checked_contracts import checked_contract
from whet.projects.entries import checks_leaks
from whet.projects.entry_search import EntryCall
from whet.projects.functions import read_project
from whet.projects.judging import used_members
from whet.task.task import Task, program_files


def entry_call(task: Task, contract: FunctionContract, options: HarnessOptions) -> EntryCall | None:
    """How the entry of a task is called, if that needs a harness: it has pointers among its parameters, or a contract."""
    project = read_project(replace(task, files=program_files(task.files)), depth=options.depth)
    if not project.is_readable():
        return None
    for function in project.functions:
        signature = function.signature
        is_kept = signature.returns_pointers and checks_leaks(task.property)
        if signature.name == task.entry and (needs_objects(signature) or contract.requires or contract.promises or is_kept):
            members = used_members(function, contract.requires) if options.members is None else options.members
            return EntryCall(
                task=task,
                file=function.file,
                signature=signature,
                options=replace(options, members=members),
                requirements=contract.requires,
                contract=checked_contract(task, function, contract) if contract.promises else None,
            )
    return None
