"""The contract of a function as C that checks it, for what the function may touch."""

from __future__ import annotations

from dataclasses import replace

from whet.core.result import InvalidProgram
from whet.frontend.signatures import ParameterShape, Scalar, Signature
from whet.harness.appended import appended_harness
from whet.harness.contracts import RESULT, ContractText, ElementCount, FunctionContract, Touched, checking_text, sketched_text
from whet.harness.lengths import lengths_of_parameters
from whet.harness.options import HarnessOptions
from whet.harness.replacements import ASKING, parts_text
from whet.projects.footprint import Footprint, footprint
from whet.projects.functions import ProjectFunction
from whet.task.errors import TaskError
from whet.task.messages.assumptions import GENERATED
from whet.task.task import Task


def checked_contract(task: Task, function: ProjectFunction, contract: FunctionContract) -> ContractText:
    """Raises ``TaskError``."""
    signature = function.signature
    if signature.is_variadic:
        raise TaskError(f"the contract of {signature.name} cannot be checked: it has a variable number of arguments")
    found = contract_footprint(task, function, contract)
    variables = [(each.name, each.shape) for each in found.variables]
    rooms = [room_of(each, signature) for each in signature.parameters]
    checker = checking_text(signature, contract, Touched(found.parameters, rooms, variables, found.changes))
    initial = [*(each.name for each in found.variables if not each.is_any), *found.initial]
    return replace(
        checker,
        lines=(*ASKING, *checker.lines),
        initial=(*initial,),
        setting=(*(line for each in found.variables for line in each.statements),),
        set=(*(each.name for each in found.variables if each.is_any),),
    )


def contract_footprint(task: Task, function: ProjectFunction, contract: FunctionContract) -> Footprint:
    """What a function and its contract touch; raises ``TaskError``."""
    signature = function.signature
    parts = parts_text(signature, contract, sketched_text(signature, contract))
    taken = frozenset({*(each.name for each in signature.parameters), *(() if signature.result == "void" else (RESULT,))})
    found = footprint(task, function.file, signature.name, parts, taken)
    if isinstance(found, InvalidProgram):
        raise TaskError(found.message, place=None if found.place is None else str(found.place))
    return found


def room_of(parameter: ParameterShape, signature: Signature) -> ElementCount:
    """What the harness makes for a pointer; it says so in its assumptions."""
    made = appended_harness(signature, options=HarnessOptions())
    one_object = GENERATED.format(function=signature.name, how=f"{parameter.name} points to a fresh object")
    length = lengths_of_parameters(signature.parameters).get(parameter.name)
    count = None if length is None or not isinstance(length.shape, Scalar) else length.name
    return ElementCount(any(each.startswith(one_object) for each in made.assumptions), count)
