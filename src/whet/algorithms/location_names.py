"""Names of locations that edits leave alone: the second loop of a function, the first call of ``f`` in a function.

Evidence speaks of locations by their numbers, which edits change.  ``moved`` carries it over to another program by such names;
what has no name there is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from whet.cfa.facts import Facts
from whet.cfa.model import Function, Program
from whet.cfa.operations import Call
from whet.cfa.trees import BadTree, Trees
from whet.core.evidence import Invariant, Proof
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class LocationNames:
    """Names of locations, by their numbers; those of a program as it was read, before a property is put into it."""

    spots: Mapping[int, str]
    """Entries of functions and heads of loops."""
    calls: Mapping[int, str]

    def to_json(self) -> dict[str, object]:
        return {"spots": [list(each) for each in self.spots.items()], "calls": [list(each) for each in self.calls.items()]}

    @staticmethod
    def from_json(document: object) -> LocationNames:
        """Raises ``ValueError``."""
        match document:
            case {"spots": list(spots), "calls": list(calls)}:
                return LocationNames(dict(map(_pair, spots)), dict(map(_pair, calls)))
            case _:
                raise ValueError("this is no layout")


def _pair(document: object) -> tuple[int, str]:
    match document:
        case [int(number), str(name)]:
            return number, name
        case _:
            raise ValueError(f"{document!r} is no location")


def layout_of(program: Program) -> LocationNames:
    spots: dict[int, str] = {}
    calls: dict[int, str] = {}
    for function in program.defined_functions:
        spots |= dict(_spots(program, function))
        calls |= dict(_calls(function))
    return LocationNames(spots, calls)


def _spots(program: Program, function: Function) -> Iterator[tuple[int, str]]:
    if function.entry is not None:
        yield function.entry.number, f"{function.name}: entry"
    for number, head in enumerate(sorted(Facts.of(program).loops(function).heads)):
        yield head.number, f"{function.name}: loop {number}"


def _calls(function: Function) -> Iterator[tuple[int, str]]:
    met: Counter[str] = Counter()
    for edge in function.edges():
        if isinstance(edge.operation, Call):
            callee = edge.operation.callee
            name = callee.name if isinstance(callee, Function) else "a pointer"
            yield edge.source.number, f"{function.name}: call {met[name]} of {name}"
            met[name] += 1


def moved(proof: Proof, old: LocationNames, program: Program) -> Proof:
    """A proof of an earlier program, said of this one."""
    new = layout_of(program)
    spots = {name: number for number, name in new.spots.items()}
    calls = {name: number for number, name in new.calls.items()}
    trees, kept = Trees(program), list[Invariant]()
    for each in proof.invariants:
        node = spots.get(old.spots.get(each.node, ""))
        way = [old.calls.get(number, "") for number in each.calls or ()]
        if node is not None and all(name in calls for name in way) and _can_be_read(each, trees):
            there = None if each.calls is None else tuple(calls[name] for name in way)
            kept.append(replace(each, node=node, place=None, calls=there))
    return replace(proof, invariants=tuple(kept), left_out=proof.left_out + len(proof.invariants) - len(kept))


def _can_be_read(invariant: Invariant, trees: Trees) -> bool:
    try:
        trees.claim(invariant.tree)
    except BadTree:
        return False
    return True
