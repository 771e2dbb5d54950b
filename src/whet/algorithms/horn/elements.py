"""Elements of arrays in clauses: which ones a clause looks at, what is there after writes, and numbers that stand for all.

A *number* is a symbol that stands for every value of its type: a formula with numbers is meant for all of them.  Where a formula
has an element at ``base + 4 * k`` with a number ``k``, and a clause one at ``base + 4 * i``, the formula says something of that
element if ``k`` is ``i``: ``matched`` finds ``i``.  Whatever it answers, what holds for all numbers holds for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from whet.solvers.clauses import Applied, Clause
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.matching import matched
from whet.solvers.terms.rings import ring_polynomial
from whet.solvers.terms.sorts import Array, BitVec, Sort
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, ordered, symbols
from whet.task.records import dataclass

_PREFIX = "every#"
_MOST_READ = 12
"""Writes beyond which an element is searched."""

Binding: TypeAlias = Mapping[Term, Term]
"""What numbers are."""


@dataclass(frozen=True, slots=True)
class ElementAccess:
    """An element that a clause looks at."""

    array: Term
    """The argument or parameter that has it."""
    address: Term


def number(t: Terms, place: int, sort: Sort) -> Term:
    assert isinstance(sort, BitVec)
    return t.symbol(f"{number_name(place)}{sort.width}", sort)


def number_name(place: int) -> str:
    """How the names of numbers at a place begin."""
    return f"{_PREFIX}{place}."


def numbers(term: Term) -> list[Term]:
    """Those that a formula is meant for all values of."""
    return [each for each in ordered(symbols(term)) if each.name.startswith(_PREFIX)]


def any_value(t: Terms, each: Term) -> Term:
    """Of a number: a symbol of which nothing is known."""
    return t.symbol(f"any'{each.name}", each.sort)


def accesses(*roots: Term) -> Iterator[ElementAccess]:
    """Each once."""
    found: dict[ElementAccess, None] = {}
    for term in reachable(roots):
        if term.op in (Op.SELECT, Op.STORE):
            for array in ordered(_arrays(term.args[0])):
                found[ElementAccess(array, term.args[1])] = None
    yield from found


def _arrays(term: Term) -> list[Term]:
    """The symbols below the writes of an array; not those that addresses and values come from."""
    found: list[Term] = []
    stack = [term]
    while stack:
        part = stack.pop()
        match part.op:
            case Op.STORE:
                stack.append(part.args[0])
            case Op.ITE:
                stack += part.args[1:]
            case Op.SYMBOL if part not in found:
                found.append(part)
    return found


def of_clause(clause: Clause) -> Iterator[ElementAccess]:
    yield from accesses(clause.constraint, *(() if clause.head is None else clause.head.arguments))


class ElementReading:
    """Terms without reads over writes."""

    def __init__(self, terms: Terms) -> None:
        self._t = terms
        self._done: dict[Term, Term] = {}

    def __call__(self, term: Term) -> Term:
        for sub in reachable((term,)):
            if sub not in self._done:
                args = tuple([self._done[arg] for arg in sub.args])
                self._done[sub] = self._read(args[0], args[1]) if sub.op is Op.SELECT else self._t.rebuild(sub, args)
        return self._done[term]

    def _read(self, array: Term, index: Term, most: int = _MOST_READ) -> Term:
        t = self._t
        match array.op, array.args:
            case Op.STORE, (before, written, value) if most > 0:
                apart = _apart(index, written)
                if apart is not None:
                    return self._read(before, index, most - 1) if apart else value
                return t.ite(t.eq(index, written), value, self._read(before, index, most - 1))
            case Op.ITE, (condition, yes, no) if most > 0:
                return t.ite(condition, self._read(yes, index, most - 1), self._read(no, index, most - 1))
            case _:
                return t.select(array, index)


def _apart(one: Term, other: Term) -> bool | None:
    """Do two addresses differ?  None if it depends."""
    a, b = ring_polynomial(one), ring_polynomial(other)
    if a is None or b is None:
        return None
    size = 1 << one.width
    difference = {each: factor % size for each, factor in a.plus(b.times(-1)).factors.items()}
    left = {each: factor for each, factor in difference.items() if factor}
    return bool(left) if set(left) <= {()} else None


def instances(t: Terms, term: Term, applied: Applied, clause: Clause, most: int) -> Iterator[Binding]:
    """For which numbers a formula of a relation says something that matters to a clause: those of elements that it looks at,
    and those of which something is to be shown."""
    bound = numbers(term)
    own = dict(zip(applied.relation.parameters, applied.arguments, strict=True))
    found: dict[tuple[Term, ...], None] = {}
    if clause.head is not None:
        found[tuple([any_value(t, each) for each in bound])] = None
    looked = list(of_clause(clause))
    for pattern in accesses(term):
        for each in looked:
            if own.get(pattern.array) is each.array:
                binding = matched(t, _renamed(t, pattern.address, own), each.address, bound)
                if binding is not None and len(binding) == len(bound):
                    found[tuple([binding[one] for one in bound])] = None
    for values in islice(found, most):
        yield dict(zip(bound, values, strict=True))


def written(t: Terms, clause: Clause, formula: Term) -> Iterator[Binding]:
    """The numbers of elements that a clause writes, in a formula over parameters of its head."""
    assert clause.head is not None
    head = dict(zip(clause.head.relation.parameters, clause.head.arguments, strict=True))
    bound, seen = numbers(formula), set[tuple[Term, ...]]()
    for pattern in accesses(formula) if bound else ():
        like = _renamed(t, pattern.address, head)
        for address in _writes(head[pattern.array]) if pattern.array in head else ():
            binding = matched(t, like, address, bound)
            if binding is not None and tuple(binding.values()) not in seen:
                seen.add(tuple(binding.values()))
                yield binding


def _writes(array: Term) -> Iterator[Term]:
    """The addresses at which an array is written."""
    stack = [array]
    while stack:
        part = stack.pop()
        match part.op:
            case Op.STORE:
                yield part.args[1]
                stack.append(part.args[0])
            case Op.ITE:
                stack += part.args[1:]
            case _:
                pass


def _renamed(t: Terms, term: Term, own: Binding) -> Term:
    plain = {old: new for old, new in own.items() if not isinstance(old.sort, Array)}
    return Substitution(t, plain)(term)


__all__ = [
    "Binding",
    "ElementAccess",
    "ElementReading",
    "accesses",
    "any_value",
    "instances",
    "matched",
    "number",
    "number_name",
    "numbers",
    "of_clause",
    "written",
]
