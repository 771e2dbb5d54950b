"""The contract of a function as C that checks it, for what the function may touch."""

from __future__ import annotations

from whet.core.result import InvalidProgram
from whet.frontend.signatures import ParameterShape, Scalar, Signature
from whet.harness.appended import appended_harness
from whet.harness.contracts import ContractText, ElementCount, FunctionContract, Touched, checking_text
from whet.harness.lengths import lengths_of_parameters
from whet.harness.options import HarnessOptions
from whet.projects.footprint import footprint
from whet.projects.functions import ProjectFunction
from whet.task.errors import TaskError
from whet.task.messages.assumptions import GENERATED
from whet.task.task import Task


def checked_contract(task: Task, function: ProjectFunction, contract: FunctionContract) -> ContractText:
    """Raises ``TaskError``."""
    signature = function.signature
    if signature.is_variadic:
        raise TaskError(f"the contract of {signature.name} cannot be checked: it has a variable number of arguments")
    found = footprint(task, function.file, signature.name)
    if isinstance(found, InvalidProgram):
        raise TaskError(found.message, place=None if found.place is None else str(found.place))
    variables = [(each.name, each.shape) for each in found.variables]
    rooms = [room_of(each, signature) for each in signature.parameters]
    return checking_text(signature, contract, Touched(found.parameters, rooms, variables, found.hidden))


def room_of(parameter: ParameterShape, signature: Signature) -> ElementCount:
    """What the harness makes for a pointer; it says so in its assumptions."""
    made = appended_harness(signature, options=HarnessOptions())
    one_object = GENERATED.format(function=signature.name, how=f"{parameter.name} points to a fresh object")
    length = lengths_of_parameters(signature.parameters).get(parameter.name)
    count = None if length is None or not isinstance(length.shape, Scalar) else length.name
    return ElementCount(any(each.startswith(one_object) for each in made.assumptions), count)
