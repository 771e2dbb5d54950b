"""What a run must not do: functions it must not call, labels it must not come to, operations that must not go wrong.

``checks.put_checks`` puts the targets into a program.  From then on every violation has one form, an edge that enters an
*error function*, and ``violation_by`` is the one place that says which operation violates the property.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from whet.cfa.operations import Enter, Operation
from whet.task.dangers import Danger
from whet.task.records import dataclass

CONDITIONAL_ASSERTIONS = frozenset({"__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition", "__ESBMC_assert"})
"""What harnesses for CBMC and ESBMC call with a condition; in the program model it is called only if that is false."""
ASSERTION_FUNCTIONS = frozenset({"__assert_fail", "__assert", "__assert_rtn", "_assert"}) | CONDITIONAL_ASSERTIONS
"""What a failed ``assert`` calls, in one C library or another."""
_ALSO_OF_USERS = ASSERTION_FUNCTIONS - {"__assert_fail"}
"""Names that programs give to functions of their own, whatever C says about who may."""


@dataclass(frozen=True, slots=True)
class Targets:
    """A property: functions and labels by name, whichever function they stand in, and what must not go wrong in operations."""

    property: str
    """Its name, as in the verdict."""
    functions: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    dangers: frozenset[Danger] = frozenset()

    def part(self, name: str) -> str:
        """Which part of the property it is that has this name; assertions may be meant by ``unreach-call``."""
        parts = self.property.split("+")
        return next((part for part in (name, "unreach-call") if part in parts), self.property)

    def without(self, defined: Iterable[str]) -> Targets:
        """Leave out functions that only have the name of one that fails, if the program itself defines them."""
        return replace(self, functions=self.functions - (_ALSO_OF_USERS & frozenset(defined)))

    def with_files(self, names: Iterable[str]) -> Targets:
        """Among the names of a program, also those of static functions that have their file in their name."""
        static = {name for name in names if "@" in name and name.partition("@")[0] in self.functions - _ALSO_OF_USERS}
        return replace(self, functions=self.functions | static) if static else self


NO_TARGETS = Targets("no property")


@dataclass(frozen=True, slots=True)
class Error:
    """What has happened when an error function is entered."""

    what: str
    """In the user's terms."""
    property: str = ""
    """Which part of the property is violated, by its usual name."""
    danger: Danger | None = None
    """What the operation after a check would do; None if entering the function is all there is to it."""


def violation_by(operation: Operation) -> Error | None:
    """The violation of the property that an operation is, if it is one."""
    return operation.function.error if isinstance(operation, Enter) else None
