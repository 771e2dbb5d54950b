"""A report of a verification, as a page: made after the result is known, from the program read again.

What needs the program runs in a child process, like every verification (``api``), with limits of its own.  Whatever happens
there, the result stays what it is: the report shows less, and says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from whet import api
from whet.core.configuration import MemoryOptions
from whet.findings import Findings
from whet.report.verification.making import Material, OfProgram, of_program, report_of
from whet.report.verification.model import Report, SourceText
from whet.report.verification.page import report_page
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import Limits
from whet.task.configuration import Configuration
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.task import Task

_LIMITS: Final = Limits(cpu_seconds=120, wall_seconds=240, memory_bytes=4_000_000_000)


def make_report(task: Task, configuration: Configuration, findings: Findings, document: Mapping[str, Any]) -> Report:
    """``document`` is what ``result.json`` has."""
    material = Material(result=findings.result, document=document, property=task.property, violations=tuple(findings.violations))
    return report_of(material, _parts(task, configuration, material))


def report_text(task: Task, configuration: Configuration, findings: Findings, document: Mapping[str, Any]) -> str:
    """The page."""
    return report_page(make_report(task, configuration, findings, document))


def _parts(task: Task, configuration: Configuration, material: Material) -> OfProgram:
    memory = configuration.section(MemoryOptions)
    outcome = run_isolated(lambda: of_program(api.read_program(task, memory=memory), material), limits=_LIMITS)
    if isinstance(outcome, Finished):
        return outcome.value
    why = getattr(outcome, "message", None) or str(outcome)
    return OfProgram(files=_texts(task), notes=(f"the program could not be read again, so only its text is shown: {why}",))


def _texts(task: Task) -> tuple[SourceText, ...]:
    found = []
    for file in task.files:
        try:
            found.append(SourceText(file, read_bytes(file, most=LARGEST_PROGRAM).decode("utf-8", "replace")))
        except TaskError:
            continue
    return tuple(found)


__all__ = ["make_report", "report_text"]
