"""Values of terms: what a symbol may be assigned, and what evaluation gives.

A truth value is a ``bool``, an integer an ``int``, a bit-vector an ``int`` from 0 on, a float its bits (an ``int``), an array an
``ArrayValue``, a function a ``FunctionValue``.  All are immutable and equal exactly if they mean the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec, Bool, Float, Int, Sort
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array that has ``default`` wherever ``entries`` (sorted by index) does not say otherwise.

    Made by ``array_value`` only, which chooses one of the many ways to write an array."""

    default: TermValue
    entries: tuple[tuple[TermValue, TermValue], ...]

    def __getitem__(self, index: TermValue) -> TermValue:
        return next((element for key, element in self.entries if key == index), self.default)


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function that is ``default`` except at the arguments in ``entries``."""

    default: TermValue
    entries: tuple[tuple[tuple[TermValue, ...], TermValue], ...]

    def __call__(self, args: tuple[TermValue, ...]) -> TermValue:
        return next((value for key, value in self.entries if key == args), self.default)


TermValue: TypeAlias = bool | int | ArrayValue


def array_value(sort: Array, default: TermValue, entries: Mapping[TermValue, TermValue]) -> ArrayValue:
    """The array with these entries, and the default elsewhere."""
    kept = {index: element for index, element in entries.items() if element != default}
    domain = _domain_size(sort.index)
    if domain is not None and 2 * len(kept) >= domain:  # so few are left over that they need not be the default
        default, kept = _by_majority(default, kept, domain)
    return ArrayValue(default, tuple(sorted(kept.items(), key=_sort_key)))


def _by_majority(
    default: TermValue, entries: Mapping[TermValue, TermValue], domain: int
) -> tuple[TermValue, dict[TermValue, TermValue]]:
    elements = {index: entries.get(index, default) for index in range(domain)}
    counts: dict[TermValue, int] = {}
    for element in elements.values():
        counts[element] = counts.get(element, 0) + 1
    common = min(counts, key=lambda element: (-counts[element], repr(element)))
    return common, {index: element for index, element in elements.items() if element != common}


def _domain_size(sort: Sort) -> int | None:
    """The number of values of a sort with few; None for the others, whose arrays have one default that matters."""
    match sort:
        case Bool():
            return 2
        case BitVec(width=width):
            return 1 << width
        case _:
            return None


def _sort_key(entry: tuple[TermValue, TermValue]) -> tuple[int, str]:
    index = entry[0]
    return (index, "") if isinstance(index, int) else (0, repr(index))


def default_value(sort: Sort) -> TermValue:
    """What a symbol is that no constraint speaks of: false, zero, or an array of those."""
    match sort:
        case Bool():
            return False
        case Int() | BitVec() | Float():
            return 0
        case Array(element=element):
            return ArrayValue(default_value(element), ())


def literal(terms: Terms, value: TermValue, sort: Sort) -> Term:
    """The term for a value of a sort."""
    match sort, value:
        case Bool(), int():
            return terms.truth(bool(value))
        case Int(), int():
            return terms.integer(value)
        case BitVec(width=width), int():
            return terms.bv(value, width)
        case Float(), int():
            return terms.fp(value, sort)
        case Array(index=index, element=element), ArrayValue(default=default, entries=entries):
            array = terms.const_array(sort, literal(terms, default, element))
            for key, entry in entries:
                array = terms.store(array, literal(terms, key, index), literal(terms, entry, element))
            return array
        case _:
            raise TypeError(f"{value!r} is no value of sort {sort}")
