"""The call of an entry function with generated arguments: apart, because its imports take long and few programs need them."""

from __future__ import annotations

import argparse
from dataclasses import replace

from whet.cli.console import CommandError
from whet.cli.entry_arguments import harness_options, makes_arguments
from whet.harness.lengths import needs_objects
from whet.projects.checked_contracts import checked_contract
from whet.projects.entry_search import EntryCall, EntrySearch, Search
from whet.projects.functions import read_project
from whet.projects.judging import used_members
from whet.projects.preconditions import project_contracts
from whet.projects.replacing import ReplacedSearch, replaced_functions
from whet.projects.source_contracts import known_contract, of_source, source_contracts
from whet.task.task import Task, program_files

__all__ = ["EntrySearch", "entry_call", "replacing_search", "with_made_arguments"]


def entry_call(args: argparse.Namespace, task: Task) -> EntryCall | None:
    """How the entry of a task is called, if that needs a harness: it has pointers among its parameters, or requirements."""
    paths = program_files(task.files)
    contract = known_contract(args.project, task, paths, task.entry)
    requirements = contract.requires
    project = read_project(replace(task, files=paths), depth=args.depth)
    if not project.is_readable():
        return None
    for function in project.functions:
        signature = function.signature
        if signature.name == task.entry and (needs_objects(signature) or requirements or contract.promises):
            options = harness_options(args)
            options = options if options.members is not None else replace(options, members=used_members(function, requirements))
            checked = checked_contract(task, function, contract) if contract.promises else None
            file = function.file
            return EntryCall(
                task=task, file=file, signature=signature, options=options, requirements=requirements, contract=checked
            )
    return None


def replacing_search(args: argparse.Namespace, task: Task, search: Search) -> Search:
    """Verifies with the contracts of ``--replace``."""
    for option, value in {"--all": args.all, "--witness": args.witness, "--report": args.report, "--watch": args.watch}.items():
        if value:
            raise CommandError(f"{option} is about a program as it stands; leave out --replace")
    known, written = project_contracts(args.project), source_contracts(task, program_files(task.files))
    contracts = {name: known[name] if name in known else of_source(written, name) for name in args.replace}
    replaced = replaced_functions(task, args.replace, contracts)
    if not replaced:
        return search
    replacing = ReplacedSearch(search, replaced)
    return lambda each, limits: replacing(each, limits)[0]


def with_made_arguments(args: argparse.Namespace, task: Task) -> Task:
    """The task with the first harness for its entry, if that needs one."""
    call = entry_call(args, task) if makes_arguments(args, task) else None
    return task if call is None else call.task_of(call.first())
