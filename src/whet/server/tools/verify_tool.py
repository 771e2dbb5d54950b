"""The tool ``verify``: does a program do what it must not?"""

from __future__ import annotations

from whet.core.context import ProgressObserver
from whet.facade import Job, prepare, witness
from whet.findings import Findings
from whet.server.answers import Listening, few, notes_text, result_document, summary, with_notes
from whet.server.tool import FILES, READING, WANTED, Answer, Call, Parameter, Tool


def work(call: Call, observer: ProgressObserver) -> Answer:
    options, listening = dict(call.options), Listening(observer, call)
    files, every, wants_witness = options.pop("files"), options.pop("all", False), options.pop("witness", False)
    call.roots.check_headers(files, options.get("include", ()))
    job = prepare(files, {**options, "observer": listening})  # type: ignore[typeddict-item]  # as Tool.checked left them
    found = job.find_all() if every else Findings(job.verify())
    document = _document(job, found, every=every)
    if wants_witness:
        document["witness"] = witness(found.result, *files, **options)
    return Answer("\n".join(_lines(job, found, every=every, notes=listening.notes)), with_notes(document, listening.notes))


def _document(job: Job, found: Findings, *, every: bool) -> dict[str, object]:
    document = result_document(found.result)
    if every:
        document["findings"] = few([result_document(each) for each in found.violations])
        document["proved_places"], document["undecided_places"] = found.proved, found.undecided
    advice = job.advice(found.result)
    return document if advice is None else {**document, "next": advice}


def _lines(job: Job, found: Findings, *, every: bool, notes: list[str]) -> list[str]:
    verdict, *others = summary(found.result)
    told = list(found.lines()) if every else []
    advice = job.advice(found.result)
    return [verdict, *others, *told, *([] if advice is None else [f"Next: {advice}"]), *notes_text(notes)]


TOOL = Tool(
    name="verify",
    title="Verify a C program",
    description=(
        "Does a C program do what it must not (failed assertions, reach_error, memory errors, overflows, ...)? Answers "
        "TRUE (proved for all inputs), FALSE (with the failing line, inputs and steps of a real run) or UNKNOWN with "
        "the reason and what to try next. Inputs of a program are calls of __VERIFIER_nondet_int() and its like, or "
        "parameters of the entry function. The program is not executed. The advice in 'next' names options of the "
        "command line; arguments here have the same names."
    ),
    parameters={
        "files": FILES,
        **WANTED,
        **READING,
        "all": Parameter(
            schema={"type": "boolean", "description": "One finding for each place that fails, and which places are proved."}
        ),
        "witness": Parameter(schema={"type": "boolean", "description": "Answer also with a witness of format 2.0, as YAML."}),
    },
    required=("files",),
    work=work,
)
