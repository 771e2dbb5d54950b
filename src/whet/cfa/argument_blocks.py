"""How the arguments for ``...`` lie in memory while a function looks at them (``frontend.argument_lists``)."""

from __future__ import annotations

from whet.cfa.expressions import Variable
from whet.cfa.types import CType, FloatType, PointerType, StructType

STRIDE = 16
"""Bytes from one argument to the next, if it is not larger."""
HEAD = 16
"""Bytes before each argument; a number in the first of them says what kind it is of."""
SAME_KIND = "__whet_same_kind"
"""What ``va_arg`` calls with the kind of the argument and the kind that is asked for."""
ARGUMENTS = "__arguments"
"""The names of what holds arguments or points to them begin like this; none of them is declared in a file."""
LIST_MEMBER, LIST_OFFSET = "overflow_arg_area", 8
"""What a list is on LP64: the member of the compiler's structure that points to the next argument, and where it stands."""


def slot(type: CType) -> int:
    """The bytes that an argument of this type takes, with those before it."""
    return HEAD + max(-(-type.size // STRIDE), 1) * STRIDE


def kind_of(type: CType) -> int:
    """A number that types have in common of which one may be passed and another one asked for (C11 7.16.1.1p2).

    That is so for a signed type and its unsigned one, and for pointers to ``void`` and to characters.  Here it is also so for
    other pointers, and for integers of the same size."""
    families = {PointerType: 1, FloatType: 2, StructType: 3}
    family = next((number for kind, number in families.items() if isinstance(type, kind)), 0)
    return type.size * STRIDE + family


def holds_arguments(variable: Variable) -> bool:
    """Is it written before a call, for the call only?"""
    return variable.declared_at is None and variable.declared_in is None and variable.name.startswith(ARGUMENTS)
