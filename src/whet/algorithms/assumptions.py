"""The assumptions of a verdict about functions without a body, in the user's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from whet.cfa.facts import Facts
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.source import Origin, place_of
from whet.cfa.types import PointerType
from whet.core.result import Assumption
from whet.library.effects import Arbitrary
from whet.library.notation import is_standard
from whet.task.messages.assumptions import NO_BODY, NOT_MODELLED, POINTER_CALL

_OF_LOCALES: Final = frozenset({"setlocale", "uselocale"})
"""What is known of characters (``frontend.known_results``) is known in the "C" locale."""


def assumptions_of(assumed: Iterable[tuple[str, Origin]], guessed: Iterable[Edge]) -> Iterator[Assumption]:
    """Of functions without a body by their names, and of calls through pointers of which nothing is known."""
    found: dict[str, Assumption] = {}
    for name, origin in assumed:
        what = (NOT_MODELLED if is_standard(name) else NO_BODY).format(function=name)
        locale = '; the locale stays "C"' if name in _OF_LOCALES else ""
        found.setdefault(name, Assumption(what + locale, place_of(origin)))
    yield from found.values()
    for place in dict.fromkeys(place_of(edge.origin) for edge in guessed):
        yield Assumption(POINTER_CALL, place)


def assumptions_in(program: Program) -> Iterator[Assumption]:
    """What a proof of this program may assume about functions, if the algorithm does not report it."""
    library = Library()
    parts = (part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call))
    through = [
        edge for edge in program.edges() if isinstance(edge.operation, Call) and not isinstance(edge.operation.callee, Function)
    ]
    return assumptions_of(((name, part.origin) for part in parts for name in _unknown_to(part, program, library)), through)


def _unknown_to(call: Call, program: Program, library: Library) -> Iterator[str]:
    """The functions that a call may run of which nothing is known."""
    called = Facts.of(program).called_by(call)
    if not called:
        yield "a function called through a pointer"
    for function in called:
        if not function.is_defined and function.error is None:
            effect = library.effect(function, call.arguments)
            gives_pointer = isinstance(effect, Arbitrary) and isinstance(function.type.result, PointerType)
            if effect is None or gives_pointer:
                yield function.name
