"""A domain brings its refiner: what is asked of each component of a product that can be refined.

A component is *refinable* if it can say of an error path whether it could exclude it, and how (``examine``).  What it says is a
suggestion: the product refiner (``refine.product``) chooses among the components, adds the increment to the precision, and says
where the exploration resumes.  So a domain needs no knowledge of other domains, of the reached set or of the order of things.

The rest of ``Refinable`` has a default that means: this domain does nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from whet.cfa.model import Edge, Node
from whet.core.arg import Path
from whet.core.context import Statistics
from whet.refine.domain import Tracked
from whet.refine.domain_score import DomainTypeScore
from whet.refine.selection import Refinement, Selection
from whet.roles.seed import NO_SEEDS, Seeds
from whet.task.configuration import Configuration
from whet.task.precision_file import Entry
from whet.task.records import dataclass


class GrowingPrecision(Protocol):
    """A precision that refinements make finer; never changed itself."""

    def joined(self, increment: Mapping[Node, frozenset[Any]]) -> Self: ...

    def includes(self, increment: Mapping[Node, frozenset[Any]]) -> bool: ...

    def __len__(self) -> int:
        """How much is tracked anywhere."""


P = TypeVar("P", bound=GrowingPrecision)


@dataclass(frozen=True, slots=True)
class RefinementCandidate:
    """A refinement, and which strategy it comes from."""

    strategy: str
    refinement: Refinement
    settles: bool = False
    """Is it to be used, whatever others might find?"""


@dataclass(frozen=True, slots=True)
class Feasible:
    """The domain cannot exclude the path, however much it tracks."""

    why: str
    edges: tuple[Edge, ...] | None = None
    """The way to the same target that is feasible, if the domain knows one."""


@dataclass(frozen=True, slots=True)
class Spurious:
    """The path is infeasible, and there are refinements that exclude it."""

    ranked: tuple[RefinementCandidate, ...]
    """Those to be used, the best first; the next one only if the one before brings nothing new."""
    candidates: tuple[RefinementCandidate, ...]
    """All that could be chosen from."""

    @property
    def best(self) -> Refinement:
        return self.ranked[0].refinement


@dataclass(frozen=True, slots=True)
class UndecidedPath:
    """It is not known whether the path is feasible, or there is no refinement that may be used."""

    reason: str


PathAnswer: TypeAlias = Feasible | Spurious | UndecidedPath


@dataclass(frozen=True, slots=True)
class InitialPrecision(Generic[P]):
    """A precision with what could be used of given entries, and notes about the rest."""

    precision: P
    notes: tuple[str, ...] = ()


class Economy(Protocol[P]):
    """What a domain stops tracking because it is not worth it; both give the same precision if there is nothing of the kind."""

    def on_error_path(self, path: Path, precision: P) -> P: ...

    def on_the_way(self, path: Path, precision: P) -> P:
        """As the states on a path to the frontier show; another precision makes the exploration begin again."""


class Refinable(Protocol[P]):
    """Subclass it: what is not overridden is not done."""

    name: str
    """Of the component, also in precision files."""
    tracks: str
    """What its precision has, in the plural, as in ``tracked_places``."""
    economy: Economy[P] | None = None
    everything: object | None = None
    """The precision that tracks everything, if an exploration may begin with that."""

    def examine(self, path: Path, precision: P) -> PathAnswer:
        """Can this domain exclude a path that was found with this precision?"""

    def examine_together(self, paths: Sequence[Path]) -> Path | Sequence[tuple[Path, RefinementCandidate]] | None:
        """Refinements that exclude several paths together, or one of them that is feasible (Löwe, section 5.6.2).

        None if the domain looks at one path after the other."""
        return None

    def strengthening(self, refinement: Refinement) -> Sequence[Callable[[Any], Any]] | None:
        """For the first steps of a path, what makes the state after each of them know its interpolant (Löwe, 5.6.3); after the
        next step nothing is left.  None if the domain cannot do that."""
        return None

    def used(self, suggested: RefinementCandidate) -> None:
        """This refinement was used, and tracks something new."""
        return

    def entries(self, precision: P) -> Iterable[Entry]:
        """What can be written of a precision."""

    def seeded(self, precision: P) -> P:
        """Also track what the seeds of the program suggest; the same precision if that is nothing."""
        return precision

    def begin_with(self, given: Sequence[Entry], precision: P) -> InitialPrecision[P]:
        """Also track what another run wrote; the entries are those of this domain."""

    def text(self, tracked: Tracked) -> str:
        """What is tracked, as people read it."""
        return str(tracked)


@dataclass(frozen=True, slots=True)
class RefinerContext:
    """What a domain makes its refiner with."""

    configuration: Configuration
    position: int
    """Of the component in the states of the product."""
    selection: Selection
    score: DomainTypeScore
    statistics: Statistics
    seeds: Seeds = NO_SEEDS


@runtime_checkable
class CanBeRefined(Protocol):
    """An analysis that brings a refiner."""

    def refinable(self, context: RefinerContext) -> Refinable[Any]: ...
