"""The tool ``verify``: does a program do what it must not?"""

from __future__ import annotations

from whet.core.context import ProgressObserver
from whet.server.answers import Listening, few, notes_text, result_document, summary, with_notes
from whet.server.tool import FILES, READING, WANTED, Answer, ServerTool, ToolCall, ToolParameter
from whet.session.findings import Findings
from whet.session.functions import prepare
from whet.session.session import Session


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options, listening = dict(call.options), Listening(observer, call)
    files, every, wants_witness = options.pop("files"), options.pop("all", False), options.pop("witness", False)
    call.roots.check_headers(files, options.get("include", ()))
    with prepare(files, {**options, "observer": listening}) as session:  # type: ignore[typeddict-item]  # as Tool.checked left them
        found = session.findings() if every else Findings(session.verify())
        document = _document(session, found, every=every)
        if wants_witness:
            document["witness"] = session.witness(found.result)
    text = "\n".join(_lines(session, found, every=every, notes=listening.notes))
    return Answer(text, with_notes(document, listening.notes))


def _document(session: Session, found: Findings, *, every: bool) -> dict[str, object]:
    document = result_document(found.result)
    if every:
        document["findings"] = few([result_document(each) for each in found.violations])
        document["proved_places"], document["undecided_places"] = found.proved, found.undecided
    advice = session.advice(found.result)
    return document if advice is None else {**document, "next": advice}


def _lines(session: Session, found: Findings, *, every: bool, notes: list[str]) -> list[str]:
    verdict, *others = summary(found.result)
    told = list(found.lines()) if every else []
    advice = session.advice(found.result)
    return [verdict, *others, *told, *([] if advice is None else [f"Next: {advice}"]), *notes_text(notes)]


TOOL = ServerTool(
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
        "all": ToolParameter(
            schema={"type": "boolean", "description": "One finding for each place that fails, and which places are proved."}
        ),
        "witness": ToolParameter(schema={"type": "boolean", "description": "Answer also with a witness of format 2.0, as YAML."}),
    },
    required=("files",),
    work=work,
)
