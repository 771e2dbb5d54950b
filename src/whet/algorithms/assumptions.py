"""What a verdict takes for granted of functions whose body nobody has seen, in the user's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from whet.cfa.model import Edge
from whet.cfa.source import Origin, place_of
from whet.cfa.standard_functions import STANDARD_FUNCTIONS
from whet.core.result import Assumption

_TAKEN_OF_FUNCTIONS: Final = (
    "changes only what its arguments lead to, keeps no pointer, calls nothing back and returns any value, "
    "but no pointer to what it was not given"
)


def assumptions_of(assumed: Iterable[tuple[str, Origin]], guessed: Iterable[Edge]) -> Iterator[Assumption]:
    """Of functions without a body by their names, and of calls through pointers of which nothing is known."""
    found: dict[str, Assumption] = {}
    for name, origin in assumed:
        lacks = "is not modelled" if name in STANDARD_FUNCTIONS else "has no body"
        found.setdefault(name, Assumption(f"{name} {lacks}: it {_TAKEN_OF_FUNCTIONS}", place_of(origin)))
    yield from found.values()
    fits = "if one takes as many arguments as it is given"
    what = f"a pointer of which nothing is known calls a function whose address this program takes, {fits}"
    for place in dict.fromkeys(place_of(edge.origin) for edge in guessed):
        yield Assumption(what, place)
