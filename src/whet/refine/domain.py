"""What refinement may ask of an abstract domain: strongest post along a path, contradiction, and ways to weaken a state.

Nothing here knows values, predicates or symbolic states; a domain that offers this much is refined by interpolation, sliced
prefixes and selection as it is (Löwe, sections 4.6, 5.5.1 and 7.4).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from enum import Enum
from typing import Protocol, TypeAlias, TypeVar

from whet.cfa.expressions import Variable
from whet.cfa.model import Node
from whet.core.path import PathStep

V = TypeVar("V")
"""Abstract states (of a path), with ``==``."""
X = TypeVar("X")
"""Elements of the definition range of a state."""


class Tracked(Hashable, Protocol):
    """Something a precision can track."""

    @property
    def variables(self) -> frozenset[Variable] | None:
        """What it is about; None if that is no variable, such as the contents of the heap."""


class TrackedAssumption:
    """Base of what is tracked that is an assumption of the program, not a variable."""

    __slots__ = ()


Increment: TypeAlias = Mapping[Node, frozenset[Tracked]]
"""What a refinement wants to be tracked, by location."""


class Sharing(Enum):
    """Where something is tracked once a refinement asked for it."""

    LOCALISED = "localised"
    """At the locations for which the refinement asked."""
    SCOPED = "scoped"
    """Wherever its variables live."""


class PathDomain(Protocol[V, X]):
    def initial(self) -> V:
        """The state at the beginning of the program."""

    def post(self, step: PathStep) -> Callable[[V], V | None] | None:
        """The strongest post of a step: None for a contradiction.  No function at all if the step does nothing.

        Monotone: a weaker state has a weaker successor."""

    def elements(self, state: V) -> Sequence[X]:
        """What the state knows: def(v), in a fixed order."""

    def without(self, state: V, element: X) -> V:
        """The state weakened by one of its elements; it may lose others that mean nothing without it."""

    def top(self, state: V) -> V:
        """The state that knows nothing, at the same location."""

    def renames(self, *, before: V, after: V) -> bool:
        """Do two states know the same, if perhaps under other names?"""

    def precision(self, state: V, location: Node) -> frozenset[Tracked]:
        """What must be tracked at a location so that the exploration knows there what the state knows."""
