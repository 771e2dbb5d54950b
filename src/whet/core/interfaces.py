"""The operators of a configurable program analysis, with their contracts (Löwe, dissertation, section 2.2).

A CPA is D = (domain, precisions, transfer, merge, stop, prec).  Each operator is a small object; algorithms know only
these.  Abstract states are immutable and hashable; equality may be imprecise (equal things may compare as different)
but never unsound.  ``tests/contracts`` runs the contracts below over every registered analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Node
from whet.cfa.source import Place
from whet.task.messages.unknown import POSSIBLE
from whet.task.records import dataclass

S = TypeVar("S", bound=Hashable)
P = TypeVar("P")
P_contra = TypeVar("P_contra", contravariant=True)
"""A precision that is only read."""
A = TypeVar("A")

Post: TypeAlias = Callable[[S, P], Sequence[S]]
"""The abstract successors of a state along one edge; none if the edge cannot be taken."""


class Query(Generic[A]):
    """A question one analysis asks the others about a state; ``A`` is the type of an answer.

    Subclass it with the data of the question.  An analysis that knows the answer gives it from ``ask``."""

    __slots__ = ()


class Ask(Protocol):
    """Puts a query to all analyses of a state."""

    def __call__(self, query: Query[A], /) -> A | None: ...


Strengthen: TypeAlias = Callable[[S, Ask], "S | None"]
"""A state that describes no less than state and others together; None if they contradict each other."""


class Domain(Protocol[S]):
    """The semi-lattice of abstract states."""

    def leq(self, *, lhs: S, rhs: S) -> bool:
        """Does ``rhs`` describe everything ``lhs`` describes?  Reflexive and transitive; equal states are covered."""

    def join(self, a: S, b: S) -> S:
        """A state that describes what either does: ``leq(a, join(a, b))`` and ``leq(b, join(a, b))``."""

    def widen(self, *, old: S, new: S) -> S:
        """An upper bound of both; every chain old, widen(old, new1), ... becomes stationary."""


class Transfer(Protocol[S, P_contra]):
    """The transfer relation, staged: ``post`` is called once per edge, its result for every state."""

    def post(self, edge: Edge) -> Post[S, P_contra] | None:
        """The function from a state to its successors along this edge; None if every state is its own only successor.

        Every concrete successor of a concrete state that ``state`` describes is described by some successor."""

    def strengthen(self, edge: Edge) -> Strengthen[S] | None:
        """How a state uses what the other components know after the same edge; None if it does not."""


class Merge(Protocol[S, P_contra]):
    """Combines a new state with one reached before.

    An analysis that merges by ``MergeJoin`` is widened at loop heads by the product; one with a merge of its own sees to it
    itself that a loop comes to an end."""

    def __call__(self, *, new: S, old: S, precision: P_contra) -> S:
        """``leq(old, result)``; the result is ``old`` itself if nothing is to be combined."""


class CoverIndex(Protocol[S]):
    """The reached states of one partition, organised for the question the stop operator asks."""

    def add(self, state: S) -> None: ...

    def remove(self, state: S) -> None:
        """Forget one occurrence of a state that was added."""

    def covering(self, state: S) -> S | None:
        """A state that was added, is not removed, and covers this one; None if there is none."""


class Stop(Protocol[S]):
    """Decides whether a state is covered by reached ones; stop is sound if each answer ``covering`` is."""

    def index(self) -> CoverIndex[S]:
        """An empty index for one partition of the reached set."""


@dataclass(frozen=True, slots=True)
class Adjusted(Generic[S, P]):
    """A state and the precision to continue with; ``leq(state before, state)``."""

    state: S
    precision: P


class Adjust(Protocol[S, P]):
    """Precision adjustment: may weaken the state; None drops it (only for a state that describes nothing)."""

    def __call__(self, state: S, precision: P, location: Node, reached: Iterable[S]) -> Adjusted[S, P] | None: ...


class Analysis(Protocol[S, P]):
    """What the papers call a CPA."""

    name: str

    @property
    def wished_order(self) -> str | None:
        """The order of exploration that suits this analysis best; None if it does not mind."""

    @property
    def domain(self) -> Domain[S]: ...
    @property
    def transfer(self) -> Transfer[S, P]: ...
    @property
    def merge(self) -> Merge[S, P]: ...
    @property
    def stop(self) -> Stop[S]: ...
    @property
    def adjust(self) -> Adjust[S, P] | None:
        """None if states and precisions are left as they are."""

    def initial(self, node: Node) -> S: ...

    def initial_precision(self) -> P: ...

    def sleeps(self, precision: P) -> bool:
        """Does an exploration that begins with this precision learn nothing from this analysis?  Then it is skipped."""

    def partition(self, state: S) -> Hashable:
        """States with different partitions are never merged and never cover each other."""

    def may_merge(self, state: S) -> bool:
        """Could ``merge`` combine this state with another one?  No saves the question; merge-sep is never asked."""

    def ask(self, state: S, query: Query[A]) -> A | None:
        """The answer to a query about this state; None if this analysis does not know."""

    def claim(self, state: S, location: Node) -> Expr | None:
        """What a state at this location says about variables that are in scope there: a condition that holds in every
        concrete state it describes; None if it says nothing.  It may say less than the state knows."""

    def finding(self, state: S) -> Finding | None:
        """Is this a target state, or one after which nothing is known?  Such a state is not explored further."""


@runtime_checkable
class Sharpening(Protocol[P]):
    """An analysis whose precisions are ordered from coarse to sharp, without an error path to learn from."""

    def sharper(self, precision: P) -> P | None:
        """The next precision; None if this is the sharpest one.  Every chain of them comes to its end."""


@dataclass(frozen=True, slots=True)
class Violation:
    """What a target state violates: the property, what happens in words a user understands, and where."""

    property: str
    description: str
    place: Place | None = None

    def doubted(self, reason: str) -> str:
        """For the user: what may happen, and why it is not certain."""
        what = self.description.removeprefix("an ").removesuffix(" fails")
        noun = {" is called": "call of ", " is reached": "jump to "}
        for verb, words in noun.items():
            if what.endswith(verb):
                what = words + what.removesuffix(verb)
        failing = "failing " if self.description.endswith(" fails") else ""
        return f"{self.place}: {POSSIBLE.format(error=failing + what, reason=reason)}"


@dataclass(frozen=True, slots=True)
class Gap:
    """The exploration cannot continue here, so it proves nothing: ``reason`` in a word, ``detail`` with the place."""

    reason: str
    detail: str


Finding: TypeAlias = Violation | Gap
