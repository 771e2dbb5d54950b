"""The questions analyses ask each other, and the algorithms ask all of them."""

from __future__ import annotations

from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function, Node
from whet.cfa.semantics import Value
from whet.core.interfaces import Query
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class LocationOf(Query[Node]):
    """At which program location is the state?"""


@dataclass(frozen=True, slots=True)
class CallSiteOf(Query[Edge]):
    """From which call was the current function entered?  No answer for the start function."""


@dataclass(frozen=True, slots=True)
class CallSitesOf(Query[tuple[Edge, ...]]):
    """The call stack of the current function, the innermost call first."""


@dataclass(frozen=True, slots=True)
class CallTargets(Query[tuple[Function, ...]]):
    """Which functions can a pointer expression point to?  No answer means: any whose address is taken."""

    pointer: Expr


@dataclass(frozen=True, slots=True)
class CallDepthOf(Query[int]):
    """The depth of the call stack."""


@dataclass(frozen=True, slots=True)
class ValueOf(Query[Value]):
    """Which number is the only value a scalar expression can have?  No answer for addresses of objects."""

    expr: Expr
