"""What can go wrong in an operation, by the name of the check that finds it.

A check is one file of ``whet.checks``, or comes from another package by an entry point ``whet.checks``; it has the words, the
property and the condition.  Here it is only a name: the program model, its semantics and the interpreter refer to a danger
without importing any check.  The interpreter finds it by itself (``cfa.semantics.Undefined``).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, ClassVar, Final, Protocol

from whet.task.records import dataclass
from whet.task.registry import RegistryKind

CHECK: Final = RegistryKind("check", ("whet.checks",), "whet.checks")
register_check = CHECK.register


class FaultKind(Enum):
    """What is wrong with the pointer that an operation is given."""

    NULL = "null pointer"
    NO_OBJECT = "address of no object"
    FREED = "freed block"
    NOT_ALLOCATED = "no block to free"
    CODE = "no code"


@dataclass(frozen=True, slots=True)
class Fault:
    kind: FaultKind
    address: int = 0
    """Where no object is, or no block or code."""


class CheckClass(Protocol):
    """What a check says of itself (``whet.checks.check.Check``)."""

    rank: int
    words: str
    property_name: str
    formula: str
    example: str
    is_at_end: bool
    is_default: bool
    is_in_library: bool
    has_own_test: bool
    is_seen_natively: bool

    def __call__(self, scope: Any, /) -> Any:
        """A check of what the scope says.  ``Any``: programs are unknown here."""


class Danger:
    """What a check finds, by the name of the check; ``whet.checks.check.Check`` says what the properties mean.

    There is one object for each name, also after a fork or in a pickle."""

    __slots__ = ("check",)
    check: str
    _known: ClassVar[dict[str, Danger]] = {}

    def __new__(cls, check: str) -> Danger:
        if (known := cls._known.get(check)) is None:
            known = cls._known[check] = super().__new__(cls)
            known.check = check
        return known

    def __reduce__(self) -> tuple[type[Danger], tuple[str]]:
        return Danger, (self.check,)

    def __repr__(self) -> str:
        return f"Danger({self.check!r})"

    def __hash__(self) -> int:
        return hash(self.check)

    @property
    def words(self) -> str:
        return check_class(self.check).words

    @property
    def property_name(self) -> str:
        return check_class(self.check).property_name

    @property
    def formula(self) -> str:
        return check_class(self.check).formula

    @property
    def example(self) -> str:
        return check_class(self.check).example

    @property
    def is_at_end(self) -> bool:
        return check_class(self.check).is_at_end

    @property
    def is_default(self) -> bool:
        return check_class(self.check).is_default

    @property
    def is_in_library(self) -> bool:
        return check_class(self.check).is_in_library

    @property
    def has_own_test(self) -> bool:
        return check_class(self.check).has_own_test

    @property
    def is_seen_natively(self) -> bool:
        return check_class(self.check).is_seen_natively


@cache
def check_class(name: str) -> CheckClass:
    """The check of this name; raises ``TaskError`` if there is none."""
    found: CheckClass = CHECK.named(name).make  # type: ignore[assignment] # a class, which the registry only calls
    return found


@cache
def dangers() -> tuple[Danger, ...]:
    """Of all checks, as users see them: by rank, those of other packages last."""
    classes = {name: check_class(name) for name in CHECK.all()}
    return tuple(Danger(name) for name in sorted(classes, key=lambda name: (classes[name].rank, name)))


def forget_checks() -> None:
    """Look for the checks of other packages again, for tests that add one."""
    for found in (check_class, dangers):
        found.cache_clear()
