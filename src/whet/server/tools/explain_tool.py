"""The tool ``explain``: a verdict with everything that led to it."""

from __future__ import annotations

from whet.core.context import ProgressObserver
from whet.server.answers import Listening, notes_text, result_document, with_notes
from whet.server.tool import FILES, READING, WANTED, Answer, ServerTool, ToolCall
from whet.session.functions import prepare


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options, listening = dict(call.options), Listening(observer, call)
    files = options.pop("files")
    call.roots.check_headers(files, options.get("include", ()))
    with prepare(files, {**options, "observer": listening}) as session:  # type: ignore[typeddict-item]  # as Tool.checked left them
        result = session.verify()
    explained = session.explain(result)
    text = "\n".join([explained, *notes_text(listening.notes)])
    return Answer(text, with_notes({**result_document(result), "explanation": explained}, listening.notes))


TOOL = ServerTool(
    name="explain",
    title="Explain a verdict",
    description=(
        "Verify a C program and tell everything that led to the verdict: each refinement with its candidates and what "
        "was learnt, the invariants of a proof, or inputs and steps of the run that fails. Longer than verify; call it "
        "when the answer of verify is not enough."
    ),
    parameters={"files": FILES, **WANTED, **READING},
    required=("files",),
    work=work,
)
