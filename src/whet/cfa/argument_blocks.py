"""How the arguments for ``...`` lie in memory while a function looks at them (``frontend.argument_lists``)."""

from __future__ import annotations

from whet.cfa.types import CType

STRIDE = 16
"""Bytes from one argument to the next, if it is not larger."""
LIST_MEMBER, LIST_OFFSET = "overflow_arg_area", 8
"""What a list is on LP64: the member of the compiler's structure that leads to the next argument, and where it stands."""


def slot(type: CType) -> int:
    """The bytes that an argument of this type takes."""
    return max(-(-type.size // STRIDE), 1) * STRIDE


__all__ = ["LIST_MEMBER", "LIST_OFFSET", "STRIDE", "slot"]
