"""``whet.scan`` (docs/python.md): every function of a project, as ``whet scan`` judges it.

Invariants: those of ``session.functions``; results are kept only in the folder that the caller names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from whet.core.result import InvalidProgram
from whet.projects.callers import Judged
from whet.projects.causes import Cause, causes
from whet.projects.entry_points import project_entry_points
from whet.projects.functions import project_task, read_project
from whet.projects.judging import DEEPER, Judgement, ScanTerms
from whet.projects.scanning import Scan, counts, judged_document
from whet.projects.source_contracts import scan_requirements
from whet.projects.stated_invariants import project_invariants
from whet.projects.store import open_store
from whet.projects.telling import scan_lines, scan_verdict
from whet.runtime.limits import Limits
from whet.session.functions import Names, Path, VerifyOptions, check_known, scan_terms
from whet.task.errors import TaskError, suggestion
from whet.task.messages import usage
from whet.task.records import dataclass


class ScanOptions(VerifyOptions, total=False):
    """What to scan, and how; ``time_limit`` and ``memory_limit`` are those of a function."""

    functions: Names
    """Only these."""
    depth: int
    """Pointers that are followed from an argument on (2)."""
    elements: int
    """The most elements of an array or string; no bound unless given."""
    workers: int
    """Functions at a time (1)."""
    budget: float
    """Seconds that may pass in all; what did not begin by then is unknown."""
    cache: Path
    """A folder or an address in which results are kept for the next scan."""
    project: Path
    """A file ``whet.toml`` with what callers keep to."""


@dataclass(frozen=True, slots=True)
class ScanResult:
    functions: tuple[Judged, ...]
    """In the order of the project."""
    unreadable: tuple[InvalidProgram, ...] = ()
    """Files that were left out."""

    @property
    def verdict(self) -> str:
        """Of all functions together, in the words of a verification."""
        return scan_verdict(self.functions)

    @property
    def counts(self) -> Mapping[str, int]:
        return counts(self.functions)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Of what is not proved, each with its functions."""
        return tuple(causes(self.functions))

    def of(self, name: str) -> Judgement:
        """The first function of this name; raises ``KeyError``."""
        for each in self.functions:
            if each.function.signature.name == name:
                return each.judgement
        raise KeyError(name)

    def to_json(self) -> dict[str, object]:
        """What ``result.json`` has of the functions."""
        found = [each.to_json() for each in self.causes]
        functions = [judged_document(each) for each in self.functions]
        return {"verdict": self.verdict, "counts": dict(self.counts), "causes": found, "functions": functions}

    def __str__(self) -> str:
        return "\n".join(scan_lines(self.functions))


def scan(*paths: Path, **options: Unpack[ScanOptions]) -> ScanResult:
    """Which functions of a folder, a compile_commands.json or some C files are proved, fail, or need a precondition?"""
    check_known("scan", options, ScanOptions)
    named = [os.fspath(path) for path in paths]
    if not named:
        raise TaskError("nothing is named; name a folder, a compile_commands.json or C files")
    about, configuration = scan_terms(options)
    database = options.get("compile_commands")
    task = project_task(
        named,
        about,
        machine=about.machine if "machine" in options else None,
        database=None if database is None else os.fspath(database),
        ignored=options.get("ignore_options", ()),
    )
    depth, project = options.get("depth", 2), options.get("project")
    named_project = None if project is None else os.fspath(project)
    found = read_project(task, depth=depth + DEEPER, entry_points=project_entry_points(named_project))
    limits = Limits(cpu_seconds=configuration.limits.cpu_time, memory_bytes=configuration.limits.memory)
    terms = ScanTerms(
        task=found.task,
        configuration=configuration,
        limits=limits,
        elements=options.get("elements"),
        depth=depth,
        stated=project_invariants(named_project),
    )
    wanted = _wanted(options, [each.signature.name for each in found.functions])
    cache = options.get("cache")
    work = Scan(
        terms=terms,
        functions=[
            each if wanted is None else replace(each, is_public=True)
            for each in found.functions
            if wanted is None or each.signature.name in wanted
        ],
        requirements=scan_requirements(named_project, found.task, found.functions)[0],
        store=None if cache is None else open_store(os.fspath(cache)),
        workers=options.get("workers", 1),
        budget=options.get("budget"),
    )
    order = {each.name: number for number, each in enumerate(work.functions)}
    results = sorted(work.run(lambda _: None), key=lambda each: order[each.function.name])
    return ScanResult(tuple(results), found.unreadable)


def _wanted(options: ScanOptions, known: Sequence[str]) -> Sequence[str] | None:
    if "functions" not in options:
        return None
    names = options["functions"]
    wanted = names.split(",") if isinstance(names, str) else names
    for name in wanted:
        if name not in known:
            raise TaskError(usage.NO_FUNCTION.format(name=name, suggested=suggestion(name, known)))
    return wanted
