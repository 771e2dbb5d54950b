"""From a model to the run it describes: the edges that are taken, and what the environment answers on the way."""

from __future__ import annotations

from dataclasses import dataclass

from whet.cfa.model import Edge
from whet.cfa.semantics import Value
from whet.smt.encoding.encode import c_value
from whet.smt.engines.port import Model
from whet.smt.terms.term import Term
from whet.smt.unrolling.unrolling import Arrival


@dataclass(frozen=True, slots=True)
class UnrolledRun:
    """A run from the beginning of the unrolling."""

    edges: tuple[Edge, ...]
    inputs: tuple[Value, ...]
    """In the order in which the interpreter asks for them."""


def run_to(arrival: Arrival, model: Model) -> UnrolledRun:
    """The run along which a model comes to an arrival."""
    ways = _ways(arrival, model)
    edges: list[Edge] = []
    inputs: list[Value] = []
    unread: frozenset[Term] = frozenset()
    for way in ways:
        assert way.edge is not None and way.transformation is not None
        edges.append(way.edge)
        for asked in way.asked:
            if asked.unread is None or asked.unread in unread:
                inputs.append(c_value(_bits(model, asked.term), asked.input.type))
        unread = way.transformation.unread_after(unread)
    return UnrolledRun(tuple(edges), tuple(inputs))


def _ways(arrival: Arrival, model: Model) -> list[Arrival]:
    """The arrivals of the run, from the first edge on."""
    ways: list[Arrival] = []
    while arrival.before is not None:
        ways.append(arrival)
        arrival = next(way for way in arrival.before.arrivals if all(map(model.holds, way.guard)))
    return ways[::-1]


def _bits(model: Model, term: Term) -> int:
    value = model.value(term)
    assert isinstance(value, int), "inputs are bit-vectors"
    return value


__all__ = ["UnrolledRun", "run_to"]
