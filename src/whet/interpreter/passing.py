"""Passing of arguments where the declaration at the call differs from the function (no prototype, or a cast function pointer). A
call has a meaning on x86 if each value is where the callee expects it; otherwise it is undefined (C11 6.5.2.2p9)."""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.model import Function
from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType, PointerType, is_scalar
from whet.interpreter.memory import WrongFunction
from whet.task.messages import violations

_INT_SIZE = 4


def can_pass(source: CType, target: CType) -> bool:
    """Does a value passed as ``source`` arrive at a parameter of type ``target`` (after a conversion)?"""
    match source, target:
        case IntType() | PointerType(), IntType() | PointerType():
            # An old-style definition narrows the promoted argument itself.
            return source.size == target.size or target.size < source.size == _INT_SIZE
        case FloatType(), FloatType():
            return source.format == target.format or (source.format == BINARY64 and target.format == BINARY32)
        case _:
            return not is_scalar(source) and not is_scalar(target) and source.size == target.size


def needs_conversion(source: CType, target: CType) -> bool:
    return is_scalar(source) and source != target and not (isinstance(source, PointerType) and isinstance(target, PointerType))


def check_call(given: Sequence[CType], result: CType | None, function: Function, *, exactly: bool) -> None:
    """Raises ``WrongFunction`` if a call through a pointer does not fit the function."""
    if (mistake := wrong_count(len(given), function, exactly=exactly)) is not None:
        raise WrongFunction(mistake)
    if not all(map(can_pass, given, _wanted(function))):
        raise WrongFunction(violations.OTHER_PARAMETERS.format(function=function.name))
    if result is not None and not can_pass(function.type.result, result):
        raise WrongFunction(violations.OTHER_RESULT.format(function=function.name))


def wrong_count(given: int, function: Function, *, exactly: bool) -> str | None:
    """What is wrong with the number of arguments; surplus ones, which x86 ignores, are wrong if ``exactly``."""
    wanted, is_open = len(_wanted(function)), function.type.variadic and (function.type.parameters or not function.is_defined)
    if given < wanted:
        return violations.TOO_FEW.format(function=function.name, given=given, wanted=wanted)
    if exactly and given > wanted and not is_open:
        return violations.TOO_MANY.format(function=function.name, given=given, wanted=wanted)
    return None


def _wanted(function: Function) -> Sequence[CType]:
    return [each.type for each in function.parameters] if function.is_defined else function.type.parameters
