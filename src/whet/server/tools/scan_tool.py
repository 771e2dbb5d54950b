"""The tool ``scan``: which functions of some files are proved, which fail, which need a precondition?

The limits of a call are those of the whole scan; each function has a share of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from whet.core.context import Progress, ProgressObserver
from whet.projects.callers import Judged
from whet.projects.functions import ProjectFunction, ProjectFunctions, read_project
from whet.projects.judging import DEEPER, ScanTerms
from whet.projects.scanning import Scan, counts, judged_document
from whet.projects.telling import scan_lines, scan_verdict
from whet.runtime.limits import Limits
from whet.server.answers import few, with_notes
from whet.server.tool import FILES, READING, WANTED, Answer, ServerTool, ToolCall, ToolParameter
from whet.session.functions import prepare
from whet.task.errors import TaskError, suggestion
from whet.task.messages import usage

_OF_A_FUNCTION: Final = 10.0
"""Seconds."""
_DEPTH: Final = 2
"""Of what arguments lead to, as on the command line."""


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options = dict(call.options)
    files, wanted = options.pop("files"), options.pop("functions", None)
    seconds = min(float(options.pop("function_seconds", _OF_A_FUNCTION)), options["time_limit"])
    call.roots.check_headers(files, options.get("include", ()))
    with prepare(files, options) as session:  # type: ignore[arg-type]  # as Tool.checked left them
        project = read_project(session.task, depth=_DEPTH + DEEPER)
    limits = Limits(cpu_seconds=seconds, memory_bytes=options["memory_limit"])
    scan = Scan(
        terms=ScanTerms(task=project.task, configuration=session.configuration, limits=limits, depth=_DEPTH),
        functions=_chosen(project, wanted),
        requirements={},
        workers=1,
        budget=options["time_limit"],
    )
    results = _results(scan, observer)
    left_out = [f"left out: {each.place}: {each.message}" for each in project.unreadable]
    return Answer("\n".join(scan_lines(results)), with_notes(_document(results), [*call.notes, *left_out]))


def _chosen(project: ProjectFunctions, wanted: Sequence[str] | None) -> list[ProjectFunction]:
    known = {each.signature.name for each in project.functions}
    for name in wanted or ():
        if name not in known:
            raise TaskError(usage.NO_FUNCTION.format(name=name, suggested=suggestion(name, known)))
    if wanted is None:
        return list(project.functions)
    return [replace(each, is_public=True) for each in project.functions if each.signature.name in wanted]


def _results(scan: Scan, observer: ProgressObserver) -> list[Judged]:
    results: list[Judged] = []
    for each in scan.run(lambda _: None):
        results.append(each)
        numbers = {"functions": len(results), "of": len(scan.functions)}
        observer.progress(Progress(f"{each.function.signature.name}: {each.judgement.status}", numbers))
    return results


def _document(results: Sequence[Judged]) -> dict[str, object]:
    functions = [judged_document(each) for each in few(results)]
    return {"verdict": scan_verdict(results), "counts": counts(results), "functions": functions}


TOOL = ServerTool(
    name="scan",
    title="Verify every function",
    description=(
        "Every function of C files as an entry with any arguments: which are proved, which fail, and which need a "
        "precondition (told in C, such as 'p != 0'). Needs no main. time_limit is for all functions together."
    ),
    parameters={
        "files": FILES,
        "functions": ToolParameter(
            schema={"type": "array", "items": {"type": "string"}, "minItems": 1, "description": "Only these functions."}
        ),
        "function_seconds": ToolParameter(
            schema={"type": "number", "minimum": 1, "description": "CPU time for one function in seconds (default: 10)."}
        ),
        **WANTED,
        **{name: each for name, each in READING.items() if name != "entry"},
    },
    required=("files",),
    work=work,
    seconds=120.0,
)
