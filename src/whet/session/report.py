"""The report of a verification, as a page.  Whatever happens while it is made, the result stays what it is: the report shows
less, and says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from whet.report.verification.making import Material, OfProgram, of_program, report_of
from whet.report.verification.model import SourceText
from whet.report.verification.page import report_page
from whet.runtime.isolation import Finished, Outcome
from whet.runtime.limits import Limits
from whet.session.findings import Findings
from whet.session.program import HeldProgram
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.records import dataclass
from whet.task.task import Task

REPORT_LIMITS: Final = Limits(cpu_seconds=120, wall_seconds=240, memory_bytes=4_000_000_000)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """For the parts of a report that need the program."""

    material: Material

    def prepare(self, held: HeldProgram, /) -> None:
        held.read(REPORT_LIMITS)

    def answer(self, held: HeldProgram, /) -> OfProgram:
        return of_program(held.unchanged(blocks=True), self.material)


def material_of(task: Task, findings: Findings, document: Mapping[str, Any]) -> Material:
    """``document`` is what ``result.json`` has."""
    return Material(result=findings.result, document=document, property=task.property, violations=tuple(findings.violations))


def report_text(task: Task, material: Material, outcome: Outcome[OfProgram]) -> str:
    """The page."""
    return report_page(report_of(material, outcome.value if isinstance(outcome, Finished) else _without_program(task, outcome)))


def _without_program(task: Task, outcome: Outcome[OfProgram]) -> OfProgram:
    why = getattr(outcome, "message", None) or str(outcome)
    found = []
    for file in task.files:
        try:
            found.append(SourceText(file, read_bytes(file, most=LARGEST_PROGRAM).decode("utf-8", "replace")))
        except TaskError:
            continue
    return OfProgram(files=tuple(found), notes=(f"the program could not be read again, so only its text is shown: {why}",))
