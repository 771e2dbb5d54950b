"""The checks that users ask for by name: one for each danger, and one for what the program itself calls an error.

Some of them together are a property.  The names are those of ``--check``, of the list that ``whet checks`` prints, of the line
that tells what was checked, and of what stands in brackets behind a finding.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from whet.task.dangers import dangers
from whet.task.errors import TaskError, suggestion
from whet.task.messages import usage
from whet.task.properties import ASSERTION, DEFAULT_PROPERTY, Property, read_property
from whet.task.records import dataclass

ALL: Final = "all"
"""Stands for all names."""


@dataclass(frozen=True, slots=True)
class NamedCheck:
    """A check as users know it."""

    name: str
    words: str
    """What it finds."""
    property_name: str
    """Of the property that nothing is found."""
    example: str
    """Statements in which something is found."""


_ASSERTION = NamedCheck(ASSERTION, "failed assert, call of reach_error", DEFAULT_PROPERTY.name, "int x = 7; assert(x != 7);")


def named_checks() -> dict[str, NamedCheck]:
    """All checks by their names."""
    others = {each.check: NamedCheck(each.check, each.words, each.property_name, each.example) for each in dangers()}
    return {ASSERTION: _ASSERTION, **others}


def default_checks() -> tuple[str, ...]:
    """What is checked where a user names nothing."""
    return ASSERTION, *(each.check for each in dangers() if each.is_default)


def property_name(names: Iterable[str]) -> str:
    """Of the property that none of these checks finds anything; raises ``TaskError`` for a name that is not known."""
    wanted, known = [name.strip() for name in names], named_checks()
    for name in wanted:
        if name not in (*known, ALL):
            raise TaskError(usage.CHECK.format(name=name, suggested=suggestion(name, (*known, ALL))))
    return "+".join(check.property_name for name, check in known.items() if name in wanted or ALL in wanted)


def bugs_property() -> Property:
    """What is checked where a user names nothing."""
    return read_property(property_name(default_checks()))
