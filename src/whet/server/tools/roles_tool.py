"""The tool ``roles``: what the variables of a program are used for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.core.context import ProgressObserver
from whet.core.result import Defect, InvalidProgram, Result, Unknown
from whet.server.answers import few, result_document, summary, with_notes
from whet.server.tool import FILE, READING, Answer, ServerTool, ToolCall
from whet.session.functions import variable_roles

if TYPE_CHECKING:
    from whet.roles.infer import VariableRoles


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options = dict(call.options)
    file = options.pop("file")
    call.roots.check_headers([file], options.get("include", ()))
    match variable_roles(file, **options):
        case InvalidProgram() | Unknown() | Defect() as problem:
            result = Result(problem)
            return Answer("\n".join(summary(result)), result_document(result), is_mistake=True)
        case roles:
            shown = few(roles.variables)
            document = {"variables": [_document(each) for each in shown], "left_out": len(roles.variables) - len(shown)}
            return Answer("\n".join(map(_line, shown)), with_notes(document, call.notes))


def _line(variable: VariableRoles) -> str:
    return f"{variable.name}: {', '.join(map(str, variable.held))}"


def _document(variable: VariableRoles) -> dict[str, object]:
    roles = [{"role": str(held), "certain": held.must, "why": held.why, "place": str(held.place)} for held in variable.held]
    return {"variable": variable.name, "place": str(variable.place), "roles": roles}


TOOL = ServerTool(
    name="roles",
    title="Roles of variables",
    description=(
        "What each variable of a C file is used for (counter, array index, loop bound, input, ...), and the place that "
        "is the reason. Quick, and useful before writing invariants or tests."
    ),
    parameters={"file": FILE, **READING},
    required=("file",),
    work=work,
)
