"""The call of an entry function with generated arguments: apart, because its imports take long and few programs need them."""

from __future__ import annotations

import argparse

from whet.cli.console import CommandError
from whet.cli.entry_arguments import harness_options, makes_arguments
from whet.projects import entry_calls
from whet.projects.entry_search import EntryCall, EntrySearch, Search
from whet.projects.preconditions import project_contracts
from whet.projects.replacing import ReplacedSearch, replaced_functions
from whet.projects.source_contracts import known_contract, of_source, source_contracts
from whet.task.task import Task, program_files

__all__ = ["EntrySearch", "entry_call", "replacing_search", "with_made_arguments"]


def entry_call(args: argparse.Namespace, task: Task) -> EntryCall | None:
    contract = known_contract(args.project, task, program_files(task.files), task.entry)
    return entry_calls.entry_call(task, contract, harness_options(args))


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
