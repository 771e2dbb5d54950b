"""The tool ``validate``: is a witness right?"""

from __future__ import annotations

from whet.core.context import ProgressObserver
from whet.server.answers import Listening, notes_text, result_document, with_notes
from whet.server.tool import FILE, READING, WANTED, Answer, ServerTool, ToolCall, ToolParameter
from whet.session.functions import Confirmed, Rejected, Undecided, Validation, validate


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options, listening = dict(call.options), Listening(observer, call)
    file, path = options.pop("file"), options.pop("witness")
    call.roots.check_headers([file], options.get("include", ()))
    answer = validate(file, path, **{**options, "observer": listening})
    word, reason = _told(answer)
    text = "\n".join([word.upper(), reason, *notes_text(listening.notes)])
    return Answer(
        text, with_notes({"witness": word, "reason": reason, "result": result_document(answer.result)}, listening.notes)
    )


def _told(answer: Validation) -> tuple[str, str]:
    match answer:
        case Confirmed(how=how):
            return "confirmed", how
        case Rejected(why=why):
            return "rejected", why
        case Undecided(why=why):
            return "undecided", why


TOOL = ServerTool(
    name="validate",
    title="Validate a witness",
    description=(
        "Is a verification witness (format 2.0, YAML, of whichever tool) right for a C program? Answers confirmed, "
        "rejected with the reason, or undecided. Property and machine model are those of the witness unless others are "
        "given."
    ),
    parameters={
        "file": FILE,
        "witness": ToolParameter(
            schema={"type": "string", "description": "The witness, a file FILE.yml below the roots."}, is_path=True
        ),
        "alone": ToolParameter(
            schema={"type": "boolean", "description": "Confirm invariants only if they are a proof without any help."}
        ),
        **WANTED,
        **READING,
    },
    required=("file", "witness"),
    work=work,
)
