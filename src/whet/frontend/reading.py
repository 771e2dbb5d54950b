"""The program of a task."""

from __future__ import annotations

from whet.cfa.model import Program
from whet.cfa.types import MACHINE_MODELS
from whet.frontend.parse import CFile, parse_files
from whet.task.dangers import Danger
from whet.task.properties import Never
from whet.task.task import Task, program_files


def read_task(task: Task, *, blocks: bool = True, allocation_may_fail: bool = False, with_summaries: bool = False) -> Program:
    """Lowered as the property of the task needs it; see ``parse_files``."""
    checks_accesses = Never(Danger("memory")) in task.property.conditions
    return parse_files(
        [
            CFile(file, task.preprocessing(file), task.appended_to(file), task.replaced_in(file))
            for file in program_files(task.files)
        ],
        machine=MACHINE_MODELS[task.machine],
        entry=task.entry,
        blocks=blocks,
        allocation_may_fail=allocation_may_fail,
        ends_blocks=checks_accesses,
        checks_arguments=checks_accesses or Never(Danger("uninitialised")) in task.property.conditions,
        with_summaries=with_summaries,
    )
