"""What can go wrong in an operation, and can be asked for by a property.

Each is named once, here.  ``cfa.conditions`` says when it happens, as a condition of the program; the interpreter finds it by
itself (``cfa.semantics.Undefined``); properties, verdicts and the line that tells what was checked take their words from here.
"""

from __future__ import annotations

from enum import Enum


class Danger(Enum):
    """The check's name, what happens in the user's words; the name of the property that it never does, and its formula."""

    OVERFLOW = "overflow", "signed integer overflow", "no-overflow", "G ! overflow"
    DIVISION_BY_ZERO = "division", "division by zero", "division-by-zero", "G ! division-by-zero"
    SHIFT = "shift", "shift out of range", "shift-range", "G ! shift-range"
    CONVERSION = "conversion", "conversion out of range", "conversion-range", "G ! conversion-range"

    ACCESS = "memory", "invalid memory access", "valid-deref", "G valid-deref"
    FREE = "free", "invalid free", "valid-free", "G valid-free"
    LEAK = "leak", "memory leak", "valid-memtrack", "G valid-memtrack"
    CLEANUP = "cleanup", "memory not freed at the end", "valid-memcleanup", "G valid-memcleanup"

    def __init__(self, check: str, words: str, property_name: str, formula: str) -> None:
        self.check = check
        self.words = words
        """Never the name of a function in C: in the program it is that of the error function (``cfa.checks``)."""
        self.property_name = property_name
        self.formula = formula
