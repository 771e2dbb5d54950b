"""Attributes of gcc that make a function run where no call is written: ``cleanup``, ``constructor``, ``destructor``.

They are not modelled, and a program that uses them must not be taken for one without.  libclang does not say which
attribute it sees, so the text decides; that of a macro is not known and counts as each of them, outside of headers.
"""

from __future__ import annotations

from whet.frontend.clang import Cursor, Kind, children
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.unit import TranslationUnit

_NAMES = ("cleanup", "constructor", "destructor")


def reject_hidden_calls(declaration: Cursor, unit: TranslationUnit) -> None:
    """Raise ``ConstructNotSupported`` if a declaration has such an attribute."""
    if not unit.may_hide_calls:
        return
    for child in children(declaration):
        if child.kind == Kind.FIRST_ATTRIBUTE:
            if unit.is_own_macro(child):
                raise ConstructNotSupported("attribute made by a macro")
            if name := next((name for name in _NAMES if name in unit.span(child).text), None):
                raise ConstructNotSupported(f"attribute {name}")


__all__ = ["reject_hidden_calls"]
