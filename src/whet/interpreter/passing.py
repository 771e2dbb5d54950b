"""How values get from a call to a function that may have been declared otherwise.

The front end converts arguments to the types of the prototype in view.  Where that is not the function's own type (a
declaration without prototype, a cast function pointer), a call still has a meaning on x86 if each value is found where
it is looked for; otherwise it is undefined (C11 6.5.2.2p9).
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.model import Function
from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType, PointerType, is_scalar
from whet.interpreter.memory import WrongFunction

_INT_SIZE = 4


def can_pass(source: CType, target: CType) -> bool:
    """Does a value passed as ``source`` arrive at something declared as ``target`` (after a conversion)?"""
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
    """Does a call through a pointer, by such arguments and for such a result, work for this function?"""
    if (mistake := wrong_count(len(given), function, exactly=exactly)) is not None:
        raise WrongFunction(mistake)
    if not all(map(can_pass, given, _wanted(function))):
        raise WrongFunction(f"call of {function.name} through a pointer to a function with other parameters")
    if result is not None and not can_pass(function.type.result, result):
        raise WrongFunction(f"call of {function.name} through a pointer to a function with another result")


def wrong_count(given: int, function: Function, *, exactly: bool) -> str | None:
    """What is wrong with a call by so many arguments; too many, which a function ignores on x86, are wrong if ``exactly``."""
    wanted, is_open = len(_wanted(function)), function.type.variadic and (function.type.parameters or not function.is_defined)
    if given < wanted:
        return f"call of {function.name} with too few arguments: {given} in place of {wanted}"
    if exactly and given > wanted and not is_open:
        return f"call of {function.name} with too many arguments: {given} in place of {wanted}"
    return None


def _wanted(function: Function) -> Sequence[CType]:
    return [each.type for each in function.parameters] if function.is_defined else function.type.parameters
