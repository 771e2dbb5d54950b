"""The predicate analysis, as its refiner sees it."""

from __future__ import annotations

from typing import Protocol

from whet.analyses.predicate.predicates import Predicate
from whet.analyses.predicate.traces import Traces
from whet.cfa.model import Edge, Node, Program
from whet.encoding.encode import Encoder
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term


class RefinedPredicates(Protocol):
    @property
    def program(self) -> Program: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def encoder(self) -> Encoder: ...

    @property
    def traces(self) -> Traces: ...

    @property
    def engines(self) -> Engines:
        """Those for the terms of the analysis."""

    def block_ends(self, edge: Edge) -> bool:
        """Does a block end after this edge?"""

    def tracked(self, term: Term, location: Node) -> tuple[Predicate, ...]:
        """The predicates that must be tracked at a location so that what a term over bases says can be known there."""
