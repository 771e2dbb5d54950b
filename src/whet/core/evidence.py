"""Why a verdict can be believed, as plain data: a counterexample for FALSE, a proof for TRUE.

A counterexample is the run that violates the property, step by step, with the values that variables had in it.  A proof is a set
of invariants, conditions that hold whenever a run is at a location, and of contracts of functions that call themselves.  They may
say less than the analysis knew, never more.

Nothing of a program or an analysis hangs on evidence.  ``to_json`` writes it, ``from_json`` reads back the same; a version, a
kind or a key that is not known is an error.  Names in texts are those of the program model (``whet cfa``): a second ``x`` of a
function is ``x__2``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from math import isfinite
from typing import Any, Final, TypeAlias, TypeVar

from whet.cfa.source import Place
from whet.cfa.trees import ExpressionTree
from whet.task.records import dataclass

FORMAT: Final = 4
"""The version of what ``to_json`` writes."""

PlainValue: TypeAlias = int | float | str
"""Of a scalar; a text for what JSON has no number for: an infinity, a NaN, a ``long double``."""

T = TypeVar("T")


class EvidenceError(ValueError):
    """The document is no evidence of this version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The program was given a value from outside; ``source`` is what it says there."""

    function: str
    place: Place | None
    source: str
    value: PlainValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Branched:
    """A condition decided a branch."""

    function: str
    place: Place | None
    condition: str
    truth: bool
    values: tuple[tuple[str, PlainValue], ...] = ()
    """The numbers that it was decided by, by what the program calls them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A scalar got a value; None is a value that is indeterminate."""

    function: str
    place: Place | None
    target: str
    before: PlainValue | None
    after: PlainValue | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A function was called; the arguments that are not scalars are None."""

    function: str
    """The one that calls."""
    place: Place | None
    callee: str
    arguments: tuple[PlainValue | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    """A function with a body was left; None if it returns no scalar."""

    function: str
    """The one that is left."""
    place: Place | None
    result: PlainValue | None


@dataclass(frozen=True, slots=True)
class Omitted:
    """So many executed operations of the program are left out here."""

    count: int


EvidenceStep: TypeAlias = Received | Branched | Assigned | Called | Returned | Omitted


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A run that ends in the violation, from its beginning."""

    steps: tuple[EvidenceStep, ...]


class Spot(StrEnum):
    """The locations with invariants; those between them can be computed."""

    LOOP_HEAD = "loop head"
    FUNCTION_ENTRY = "function entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invariant:
    """A condition on the variables in scope that holds whenever a run is at a location."""

    function: str
    node: int
    """The number of the location; the same for the same program, property and machine."""
    spot: Spot
    place: Place | None
    """Of what happens next there."""
    text: str
    """The condition in C; ``0`` where no run gets to."""
    tree: ExpressionTree
    """The same, to be read back with ``cfa.trees``."""
    calls: tuple[int, ...] | None = None
    """The calls that lead there, outermost first, by the numbers of their locations; None: whichever they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """Of a function: what holds whenever it is called, and then whenever it returns.

    ``\\old(x)`` is what a parameter or a global was when the call began (``cfa.earlier``)."""

    function: str
    requires: str
    """In C; ``0`` if no run calls it."""
    requires_tree: ExpressionTree
    ensures: str
    ensures_tree: ExpressionTree


@dataclass(frozen=True, slots=True, kw_only=True)
class HeapInvariant:
    """Whenever a run is at a location after these calls, one of the symbolic heaps describes its blocks and pointers.

    A heap is ``(pointers, regions, written, lost, numbers)``; ``proofs.heap_state`` says what it means:

    * pointers in variables: ``(name, offset, address)``, where an address is ``("null",)`` or
      ``(variable or number of a region, offset or "any", "first" or "last")``;
    * regions: ``(size or "any", written bits, shape, ((offset, address), ...), numbers)``, where a shape is ``("block",)``,
      ``("list", next, head)``, ``("list", next, head, prev, back)`` or ``("tree", head, may be empty, has a hole, field, ...)``,
      and numbers are ``((offset, bytes, least, greatest), ...)``;
    * written bits of variables: ``(name, bits)``;
    * 1 if there may be other live blocks, else 0;
    * numbers in variables: ``(name, offset, bytes, least, greatest)``.

    Numbers are left out where there are none."""

    function: str
    node: int
    calls: tuple[int, ...]
    """The calls that lead there, outermost first, by the numbers of their locations."""
    heaps: tuple[ExpressionTree, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Why no run violates the property.  Where no invariant is given, none is claimed."""

    invariants: tuple[Invariant, ...]
    left_out: int = 0
    """Locations where more was known than is claimed, to keep the proof small."""
    k: int = 1
    """1 if the invariants alone exclude every error; otherwise the property follows by k-induction with them: from ``k - 1``
    iterations of a loop without an error, that the next one has none."""
    contracts: tuple[Contract, ...] = ()
    """Calls of these functions are replaced by their contracts.  An invariant inside of one may speak of what was when its
    call began, and its call stack begins in that function."""
    with_summaries: bool = False
    """Is it one of the program in which library functions have their summaries for bodies?"""
    heaps: tuple[HeapInvariant, ...] = ()
    """At heads of loops; some checks hold because of these, and the others because of the rest of the proof."""


@dataclass(frozen=True, slots=True)
class Unrolled:
    """No run continues after so many iterations of a loop, unless each further one repeats the last one exactly; all that runs do
    before was unrolled and violates nothing."""

    turns: int
    """Not counted are turns that constants of the program ask for."""
    edges: int
    """The size of what was unrolled."""


Evidence: TypeAlias = Counterexample | Proof | Unrolled


_STEPS: Mapping[str, type[EvidenceStep]] = {
    kind.__name__.lower(): kind for kind in (Received, Branched, Assigned, Called, Returned, Omitted)
}


def to_json(evidence: Evidence) -> dict[str, object]:
    match evidence:
        case Counterexample(steps=steps):
            told = [{"step": type(step).__name__.lower(), **_written(step)} for step in steps]
            return {"format": FORMAT, "kind": "counterexample", "steps": told}
        case Proof(
            invariants=invariants, left_out=left_out, k=k, contracts=contracts, with_summaries=with_summaries, heaps=heaps
        ):
            conditions = {"invariants": list(map(_written, invariants)), "contracts": list(map(_written, contracts))}
            model: dict[str, object] = {"with_summaries": True} if with_summaries else {}
            model |= {"heaps": list(map(_written, heaps))} if heaps else {}
            return {"format": FORMAT, "kind": "proof", **conditions, "left_out": left_out, "k": k, **model}
        case Unrolled(turns=turns, edges=edges):
            return {"format": FORMAT, "kind": "unrolled", "turns": turns, "edges": edges}


def _written(record: EvidenceStep | Invariant | Contract | HeapInvariant) -> dict[str, object]:
    return {field.name: _plain(getattr(record, field.name)) for field in fields(record)}


def _plain(value: object) -> object:
    match value:
        case Place() | Spot():
            return str(value)
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def from_json(document: object) -> Evidence:
    """Raises ``EvidenceError``."""
    match document:
        case {"format": int(number), **_rest} if number != FORMAT:
            raise EvidenceError(f"the evidence has version {number}; version {FORMAT} can be read")
        case {"format": int(), "kind": "counterexample", "steps": list(steps), **rest} if not rest:
            return Counterexample(tuple(map(_step, steps)))
        case {"format": int(), "kind": "proof", "invariants": list(found), "contracts": list(contracts), **rest}:
            return _proof(
                tuple(_read(Invariant, each) for each in found), tuple(_read(Contract, each) for each in contracts), rest
            )
        case {"format": int(), "kind": "unrolled", "turns": int(turns), "edges": int(edges), **rest} if not rest:
            return Unrolled(turns, edges)
        case _:
            raise _unknown()


def _proof(invariants: tuple[Invariant, ...], contracts: tuple[Contract, ...], rest: Mapping[object, object]) -> Proof:
    match rest:
        case {"heaps": list(heaps), **others} if heaps:
            return replace(_proof(invariants, contracts, others), heaps=tuple(_read(HeapInvariant, each) for each in heaps))
        case {"left_out": int(left_out), "k": int(k), **more} if not more:
            return Proof(invariants, left_out, k, contracts)
        case {"left_out": int(left_out), "k": int(k), "with_summaries": True, **more} if not more:
            return Proof(invariants, left_out, k, contracts, with_summaries=True)
        case _:
            raise _unknown()


def _unknown() -> EvidenceError:
    return EvidenceError("the document is neither a counterexample nor a proof")


def _step(document: object) -> EvidenceStep:
    match document:
        case {"step": str(word), **rest} if word in _STEPS:
            return _read(_STEPS[word], rest)
        case _:
            raise EvidenceError(f"{document!r} is no step")


def _read(kind: type[T], document: object) -> T:
    """A record whose fields have these names, all of them and no others."""
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # called for dataclasses only
    if not isinstance(document, dict) or sorted(document) != sorted(names):
        raise EvidenceError(f"{document!r} should have the keys {', '.join(names)}")
    return kind(**{name: _field(name, document[name]) for name in names})


def _field(name: str, value: object) -> Any:  # of the type that the field of this name has in every record
    try:
        return _FIELDS[name](value)
    except (TypeError, ValueError):
        raise EvidenceError(f"'{name}' cannot be {value!r}") from None


def _exactly(kind: type[T]) -> Callable[[object], T]:
    def read(value: object) -> T:
        if type(value) is not kind:
            raise TypeError
        return value

    return read


def _place(value: object) -> Place | None:
    if value is None:
        return None
    file, line, column = _exactly(str)(value).rsplit(":", 2)
    return Place(file, int(line), int(column))


def _value(value: object) -> PlainValue:
    if type(value) not in (int, float, str):
        raise TypeError
    return value  # type: ignore[return-value]  # as was just looked at


def _value_or_none(value: object) -> PlainValue | None:
    return None if value is None else _value(value)


def _tree(value: object) -> ExpressionTree:
    match value:
        case list():
            return tuple(map(_tree, value))
        case int() | str() if not isinstance(value, bool):
            return value
        case _:
            raise TypeError


def _values(value: object) -> tuple[PlainValue | None, ...]:
    return tuple(map(_value_or_none, _exactly(list)(value)))


def _pairs(value: object) -> tuple[tuple[str, PlainValue], ...]:
    pairs = [_exactly(list)(each) for each in _exactly(list)(value)]
    return tuple((_exactly(str)(name), _value(number)) for name, number in pairs)


def _trees(value: object) -> tuple[ExpressionTree, ...]:
    return tuple(_tree(each) for each in _exactly(list)(value))


def _calls(value: object) -> tuple[int, ...] | None:
    return None if value is None else tuple(_exactly(int)(each) for each in _exactly(list)(value))


_FIELDS: Mapping[str, Callable[[object], object]] = {
    "after": _value_or_none,
    "arguments": _values,
    "before": _value_or_none,
    "calls": _calls,
    "callee": _exactly(str),
    "condition": _exactly(str),
    "count": _exactly(int),
    "ensures": _exactly(str),
    "ensures_tree": _tree,
    "function": _exactly(str),
    "heaps": _trees,
    "node": _exactly(int),
    "place": _place,
    "requires": _exactly(str),
    "requires_tree": _tree,
    "result": _value_or_none,
    "source": _exactly(str),
    "spot": lambda value: Spot(_exactly(str)(value)),
    "target": _exactly(str),
    "text": _exactly(str),
    "tree": _tree,
    "truth": _exactly(bool),
    "value": _value,
    "values": _pairs,
}


def plain_number(value: object) -> PlainValue:
    """The value of a scalar as evidence holds it."""
    return value if isinstance(value, int) or (isinstance(value, float) and isfinite(value)) else str(value)
