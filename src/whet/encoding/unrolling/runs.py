"""From a model to the run it describes: the edges that are taken, and what the environment answers on the way."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Var
from whet.cfa.model import Edge
from whet.cfa.operations import Havoc, flatten
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.types import ScalarType
from whet.encoding.encode import Encoder, c_value
from whet.encoding.unrolling.unrolling import Arrival
from whet.solvers.port import Model
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class UnrolledRead:
    """Something that was read on an edge, which the interpreter asks for if it is indeterminate."""

    origin: Origin
    type: ScalarType
    value: Value


@dataclass(frozen=True, slots=True)
class UnrolledRun:
    """A run from the beginning of the unrolling."""

    ways: tuple[Arrival, ...]
    edges: tuple[Edge, ...]
    inputs: tuple[Value, ...]
    """From the environment, in the order in which the interpreter asks for them."""
    reads: tuple[tuple[UnrolledRead, ...], ...]
    """Of each edge."""


def run_to(arrival: Arrival, model: Model) -> UnrolledRun:
    """The run along which a model comes to an arrival."""
    edges: list[Edge] = []
    inputs: list[Value] = []
    reads: list[tuple[UnrolledRead, ...]] = []
    ways = _ways(arrival, model)
    for way in ways:
        assert way.edge is not None and way.transformation is not None
        edges.append(way.edge)
        asked = [(each, c_value(model.bits(each.term), each.input.type)) for each in way.transformation.asked(way.given)]
        inputs += [value for each, value in asked if each.is_certain]
        open_ = [(each.input, value) for each, value in asked if not each.is_certain]
        reads.append(tuple([UnrolledRead(each.origin, each.type, value) for each, value in open_]))
    return UnrolledRun(tuple(ways), tuple(edges), tuple(inputs), tuple(reads))


def without_meaning(run: UnrolledRun, encoder: Encoder, model: Model) -> Iterator[Term]:
    """The conditions under which the run takes a step to which C gives no meaning: no execution meets one of them."""
    t = encoder.terms
    for way in run.ways:
        assert way.transformation is not None and way.before is not None
        for remark, (under, *terms) in way.transformation.doubts(way.given):
            condition = t.and_(under, encoder.condition_of(remark, terms, way.before.activations))
            if condition is not t.false and model.holds(condition):
                yield t.and_(*way.guard, condition)


def with_open_strings(run: UnrolledRun, encoder: Encoder) -> Iterator[Term]:
    """The conditions under which strings of ``main`` are at unknown places."""
    strings = encoder.program.strings
    for way in run.ways:
        if way.edge is not None and any(map(strings.leaves_open, flatten(way.edge.operation))):
            yield encoder.terms.and_(*way.guard)


def with_many_strings(run: UnrolledRun, encoder: Encoder, many: int) -> Iterator[Term]:
    """The conditions under which ``main`` is given so many strings, or more."""
    t, count = encoder.terms, encoder.program.strings.count
    if count is None:
        return
    for way in run.ways:
        assert way.edge is not None and way.transformation is not None
        havocs = [each for each in flatten(way.edge.operation) if isinstance(each, Havoc) and each.lvalue == Var(count)]
        for asked in way.transformation.asked(way.given):
            if any(asked.input.origin == each.origin and asked.input.type == each.lvalue.type for each in havocs):
                yield t.bv_sle(t.bv(many, 8 * count.type.size), asked.term)


def _ways(arrival: Arrival, model: Model) -> list[Arrival]:
    """The arrivals of the run, from the first edge on."""
    ways: list[Arrival] = []
    while arrival.before is not None:
        ways.append(arrival)
        arrival = next(way for way in arrival.before.arrivals if all(map(model.holds, way.guard)))
    return ways[::-1]
