"""Traces: the edges that were taken since a block began, and the formula of the executions along them.

A trace begins at a location with some calls active, goes on edge by edge, and may be one of several where paths came together: a
graph without cycles, whose paths are the program paths the block stands for.  Traces are hash-consed (equal ones are the same
object), and the instances of variables are numbered from 0 in each block.  So the same block has the same formula whenever it is
explored again, and whatever was computed for it is found again.

The formula of a trace is that of its block alone; what held when the block began is not part of it.  A trace may also end in a
*loss*: then it describes the executions that its last edge may take otherwise than its formula says (``encoding.notes``).

Invariant: a trace has a greater number than those it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.analyses.predicate.coding import Coder, Coding, Numbering
from whet.cfa.model import Edge, Node, Program
from whet.cfa.source import Origin
from whet.core.interfaces import Gap
from whet.core.path import PathStep
from whet.encoding.encode import Encoder, Note, PathFormula, SsaMap
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.task.records import dataclass

_DEEPEST = 200
"""Nested joins to which traces are compared; beyond that they count as different, because the comparison is recursive."""
NOTHING_CHANGED: Final = SsaMap({})


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A block begins."""

    location: Node


@dataclass(frozen=True, slots=True, eq=False)
class After:
    """One more step was taken."""

    before: Trace
    step: PathStep


@dataclass(frozen=True, slots=True, eq=False)
class Loss:
    """One more step was begun, and it may go on otherwise than the encoding says."""

    before: Trace
    step: PathStep
    gap: Gap


@dataclass(frozen=True, slots=True, eq=False)
class Either:
    """One of several, which are no joins themselves, in the order in which they came together."""

    parts: tuple[Trace, ...]


How: TypeAlias = Start | After | Loss | Either


class Trace:
    """One trace of a block; only ``Traces`` makes them."""

    __slots__ = ("_coding", "_make", "following", "how", "number", "start")

    def __init__(self, number: int, how: How, start: Trace | None, make: Callable[[], Coding]) -> None:
        self.number = number
        self.how = how
        self.start = self if start is None else start
        self.following: dict[Edge, tuple[Trace, Trace | None]] = {}
        self._make = make
        self._coding: Coding | None = None

    @property
    def coding(self) -> Coding:
        """Made when first asked for."""
        if self._coding is None:
            self._coding = self._make()
        return self._coding

    @property
    def path(self) -> PathFormula:
        """The formula, without inputs and notes."""
        return self.coding.path

    @property
    def is_start(self) -> bool:
        return self.start is self

    @property
    def before(self) -> tuple[Trace, ...]:
        """What it is made of."""
        match self.how:
            case Start():
                return ()
            case After(before=before) | Loss(before=before):
                return (before,)
            case Either(parts=parts):
                return parts

    @property
    def location(self) -> Node:
        """Where it ends."""
        match self.how:
            case Start(location=location):
                return location
            case After(step=step) | Loss(step=step):
                return step.location
            case Either(parts=parts):
                return parts[0].location

    def meets(self, other: Trace) -> bool:
        """Do both begin at the same place, and end at the same place?"""
        is_same = self.start is other.start and self.location is other.location and self.is_start is other.is_start
        return is_same and dict(self.path.activations) == dict(other.path.activations)

    @property
    def last(self) -> PathStep | None:
        """The step it ends with, if it is not several."""
        match self.how:
            case After(step=step) | Loss(step=step):
                return step
            case Start() | Either():
                return None

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"T{self.number}"


class Traces:
    """The traces of a program."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.program = program
        self.terms = terms
        self._made = 0
        self._starts: dict[tuple[Node, tuple[tuple[str, int], ...]], Trace] = {}
        self._first: dict[Node, Trace] = {}
        self._joins: dict[tuple[Trace, ...], Trace] = {}
        self._numberings: dict[Trace, Numbering] = {}
        self._order: dict[tuple[Trace, Trace], bool] = {}

    @cached_property
    def coder(self) -> Coder:
        """Made when first needed: it cannot be made if the program does not fit into the address space."""
        return Coder(Encoder(self.program, self.terms))

    @property
    def encoder(self) -> Encoder:
        return self.coder.encoder

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that some trace went through."""
        return self.encoder.assumed() if "coder" in vars(self) else []

    def first(self, location: Node) -> Trace:
        """Of the block the program begins with."""
        if location not in self._first:
            self._first[location] = self._new(Start(location), None, lambda: self.coder.begun(self._beginning(location)))
        return self._first[location]

    def _beginning(self, location: Node) -> PathFormula:
        if location is self.program.start.entry:
            return self.encoder.initial()
        return self.encoder.unconstrained(location.function)

    def begun(self, location: Node, activations: Mapping[str, int]) -> Trace:
        """Of a block that begins here while these calls are active."""
        key = (location, tuple(sorted(activations.items())))
        if key not in self._starts:
            path = PathFormula(self.terms.true, NOTHING_CHANGED, MappingProxyType(dict(activations)))
            self._starts[key] = self._new(Start(location), None, lambda: self.coder.begun(path))
        return self._starts[key]

    def extended(self, trace: Trace, step: PathStep) -> tuple[Trace, Trace | None]:
        """With one more step; and the loss of this step, unless its encoding is certain to lose nothing.

        Each edge must always be given as the same step.  ``OutOfAddresses`` is raised if the step is not encodable."""
        known = trace.following.get(step.edge)
        if known is None:
            known = trace.following[step.edge] = self._extended(trace, step)
        return known

    def _extended(self, trace: Trace, step: PathStep) -> tuple[Trace, Trace | None]:
        coding = self.coder.extended(trace.coding, step, self._numbering(trace))
        after = self._new(After(trace, step), trace.start, lambda: coding)
        lost = self.coder.losing(trace.coding, step)
        if lost is None:
            return after, None
        return after, self._new(Loss(trace, step, _gap(lost[1])), trace.start, lambda: lost[0])

    def _numbering(self, trace: Trace) -> Numbering:
        """The one of the block."""
        return self._numberings.setdefault(trace.start, Numbering())

    def joined(self, old: Trace, new: Trace) -> Trace:
        """Either of two traces with the same beginning, which end at the same place; one of them if it contains the other."""
        if self.leq(lhs=new, rhs=old):
            return old
        kept = tuple(part for part in _parts(old) if not self.leq(lhs=part, rhs=new))
        if not kept:
            return new
        added = tuple(part for part in _parts(new) if part not in kept)
        key = tuple(sorted((*kept, *added), key=lambda trace: trace.number))
        if key not in self._joins:
            first = [old.coding] if kept == _parts(old) else [part.coding for part in kept]
            coding = self.coder.joined([*first, *(part.coding for part in added)], self._numbering(old))
            self._joins[key] = self._new(Either((*kept, *added)), old.start, lambda: coding)
        return self._joins[key]

    def _new(self, how: How, start: Trace | None, make: Callable[[], Coding]) -> Trace:
        self._made += 1
        return Trace(self._made, how, start, make)

    def leq(self, *, lhs: Trace, rhs: Trace) -> bool:
        """Are all paths of one trace paths of the other?"""
        return lhs.start is rhs.start and self._leq(lhs, rhs, 0)

    def _leq(self, lhs: Trace, rhs: Trace, depth: int) -> bool:
        key = (lhs, rhs)
        while True:
            if lhs is rhs:
                return True
            match lhs.how, rhs.how:
                case (After(before=a, step=s), After(before=b, step=t)) if s.edge is t.edge:
                    lhs, rhs = a, b
                case (Loss(before=a, step=s), Loss(before=b, step=t)) if s.edge is t.edge:
                    lhs, rhs = a, b
                case (Either(), _) | (_, Either()):
                    return self._parts_leq(key, lhs, rhs, depth + 1)
                case _:
                    return False

    def _parts_leq(self, key: tuple[Trace, Trace], lhs: Trace, rhs: Trace, depth: int) -> bool:
        known = self._order.get(key)
        if known is None:
            parts = _parts(rhs)
            known = depth <= _DEEPEST and all(any(self._leq(one, other, depth) for other in parts) for one in _parts(lhs))
            self._order[key] = known
        return known

    def encoded(self, trace: Trace, before: PathFormula, numbering: Numbering) -> dict[Trace, Coding]:
        """The codings of a trace and all it is made of, when its instances are numbered on from those of another path."""
        encoded: dict[Trace, Coding] = {}
        for part in within(trace):
            match part.how:
                case Start():
                    encoded[part] = self.coder.begun(before)
                case After(before=previous, step=step):
                    encoded[part] = self.coder.extended(encoded[previous], step, numbering)
                case Loss(before=previous, step=step):
                    lost = self.coder.losing(encoded[previous], step)
                    assert lost is not None, "what a step may lose does not depend on the numbering"
                    encoded[part] = lost[0]
                case Either(parts=parts):
                    encoded[part] = self.coder.joined([encoded[each] for each in parts], numbering)
        return encoded


def within(trace: Trace) -> Iterator[Trace]:
    """A trace and everything it is made of, each once; what something is made of comes before it."""
    seen, stack = {trace}, [trace]
    while stack:
        for part in stack.pop().before:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return iter(sorted(seen, key=lambda each: each.number))


def _parts(trace: Trace) -> tuple[Trace, ...]:
    return trace.how.parts if isinstance(trace.how, Either) else (trace,)


def _gap(note: Note) -> Gap:
    return Gap(note.kind.name.lower(), str(note))


def formula_at_start(encoder: Encoder, formula: Term) -> Term:
    """A formula over bases as one about the beginning of a block."""
    return encoder.instantiate(formula, NOTHING_CHANGED)
