"""What can go wrong in an operation, and can be asked for by a property.

Each is named once, here.  ``cfa.checks`` says when it happens, as a condition of the program; the interpreter finds it by itself
(``cfa.semantics.Undefined``); properties, verdicts and the line that tells what was checked take their words from here.
"""

from __future__ import annotations

from enum import Enum


class Danger(Enum):
    """The value is in the user's words."""

    DIVISION_BY_ZERO = "division by zero"

    @property
    def property_name(self) -> str:
        """The name of the property that nothing of the kind happens."""
        return self.value.replace(" ", "-")

    @property
    def formula(self) -> str:
        """That property in a file."""
        return f"G ! {self.property_name}"
