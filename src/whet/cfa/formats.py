"""Formats of the ``printf`` and ``scanf`` families, as far as a caller's memory is concerned (C11 7.21.6).

Most directives only read what they print, or store numbers and characters.  Three kinds do more: ``%n`` of ``printf`` stores
through a pointer, ``%p`` makes text of a pointer or a pointer of text, and the modifier ``m`` of ``scanf`` stores a new pointer.
A format that is no string literal may have any of them.
"""

from __future__ import annotations

import re

from whet.cfa.expressions import AddressOf, Cast, Const, Expr, Index, Var

_PRINTED = re.compile(
    rb"%(?:\d+\$)?[-+ #0'I]*(?:\*(?:\d+\$)?|\d*)(?:\.(?:\*(?:\d+\$)?|-?\d*))?(?:hh|h|ll|l|q|L|j|z|Z|t)*(.)", re.DOTALL
)
_SCANNED = re.compile(rb"%(?:\d+\$)?[*'I]*\d*(?:hh|h|ll|l|q|L|j|z|Z|t)*(.)", re.DOTALL)


def printed_directives(format: Expr) -> frozenset[str] | None:
    """The conversions in a format of ``printf``, each by its letter; None if the format is not known."""
    return _letters(_PRINTED, literal_text(format))


def scanned_directives(format: Expr) -> frozenset[str] | None:
    """The conversions in a format of ``scanf``; a modifier ``m`` counts as one."""
    return _letters(_SCANNED, literal_text(format))


def _letters(directive: re.Pattern[bytes], text: bytes | None) -> frozenset[str] | None:
    return None if text is None else frozenset(found.decode("latin-1") for found in directive.findall(text))


def literal_text(expr: Expr) -> bytes | None:
    """The text of a string literal up to its first null character; None for any other expression."""
    match expr:
        case Cast(operand=operand):
            return literal_text(operand)
        case AddressOf(lvalue=Index(base=Var() as array, index=Const(value=0))) | AddressOf(lvalue=Var() as array):
            image = array.variable.image
            return None if image is None else image.split(b"\0")[0]
        case _:
            return None


__all__ = ["literal_text", "printed_directives", "scanned_directives"]
