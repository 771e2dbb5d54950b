"""How values get from a call to a function that may have been declared otherwise.

The front end converts arguments to the types of the prototype in view.  Where that is not the function's own type (a
declaration without prototype, a cast function pointer), a call still has a meaning on x86 if each value is found where
it is looked for; otherwise it is undefined (C11 6.5.2.2p9).
"""

from __future__ import annotations

from whet.cfa.types import BINARY32, BINARY64, CType, FloatType, IntType, PointerType, is_scalar

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


__all__ = ["can_pass", "needs_conversion"]
