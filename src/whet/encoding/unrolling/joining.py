"""Where paths join: one value instead of two, chosen by a condition that distinguishes the paths.

A *guard* is the list of conditions under which a run comes to a point, in the order in which they were met.  Paths that part
at a branch and come together after it have guards with the same beginning, and then a condition and its negation: this is
the condition that chooses, and after the join both are gone.

Arrays are joined word by word where it is known which words differ: a solver is good at chains of writes, and bad at
choosing between whole arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array
from whet.solvers.terms.term import Op, Term

Guard: TypeAlias = tuple[Term, ...]
Values: TypeAlias = Mapping[Term, Term]

_MOST_WRITES = 400
"""Writes since two arrays were the same; beyond that the whole arrays are chosen from."""


def common(one: Guard, other: Guard) -> int:
    """How many conditions two guards begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a is not b), min(len(one), len(other)))


class Joining:
    """Joins guards and values."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def guards(self, one: Guard, other: Guard) -> tuple[Guard, Term]:
        """The guard of either, and the condition under which it is the first."""
        t, shared = self._terms, common(one, other)
        ours, theirs = one[shared:], other[shared:]
        if ours and theirs and t.not_(ours[0]) is theirs[0]:
            choice = ours[0]
            rest = t.ite(choice, t.and_(*ours[1:]), t.and_(*theirs[1:]))
        else:
            choice = t.and_(*ours)
            rest = t.or_(choice, t.and_(*theirs))
        return one[:shared] if rest is t.true else (*one[:shared], rest), choice

    def values(self, choice: Term, one: Values, other: Values) -> Values:
        """What each base is after the join; a base that is missing has the value it began with."""
        if one is other:
            return one
        joined = dict(one)
        get = other.get
        for base, value in one.items():
            known = get(base, base)
            if known is not value:
                joined[base] = self._value(choice, value, known)
        for base in other.keys() - one.keys():
            joined[base] = self._value(choice, base, other[base])
        return joined

    def _value(self, choice: Term, one: Term, other: Term) -> Term:
        return self._array(choice, one, other) if isinstance(one.sort, Array) else self._terms.ite(choice, one, other)

    def _array(self, choice: Term, one: Term, other: Term) -> Term:
        parted = _parted(one, other)
        if parted is None:
            return self._terms.ite(choice, one, other)
        shared, ours, theirs = parted
        if all(index.value is not None for index, _ in (*ours, *theirs)):
            return self._by_word(choice, shared, dict(ours), dict(theirs))
        array = self._if(choice, shared, ours)
        return self._if(self._terms.not_(choice), array, theirs)

    def _by_word(self, choice: Term, shared: Term, ours: dict[Term, Term], theirs: dict[Term, Term]) -> Term:
        t, array = self._terms, shared
        for index in ours | theirs:
            one, other = (words[index] if index in words else t.select(shared, index) for words in (ours, theirs))
            array = t.store(array, index, t.ite(choice, one, other))
        return array

    def _if(self, choice: Term, array: Term, writes: Sequence[tuple[Term, Term]]) -> Term:
        """The array after these writes if the choice is made, and else as it was."""
        t = self._terms
        for index, value in writes:
            array = t.store(array, index, t.ite(choice, value, t.select(array, index)))
        return array


def _parted(one: Term, other: Term) -> tuple[Term, list[tuple[Term, Term]], list[tuple[Term, Term]]] | None:
    """The last array that both come from, and what was written to each since then, the oldest first."""
    ours: dict[Term, int] = {one: 0}
    theirs: dict[Term, int] = {other: 0}
    a, b = one, other
    for count in range(1, _MOST_WRITES):
        if a in theirs:
            return a, _writes(one, a), _writes(other, a)
        if b in ours:
            return b, _writes(one, b), _writes(other, b)
        if a.op is not Op.STORE and b.op is not Op.STORE:
            return None
        if a.op is Op.STORE:
            a = a.args[0]
            ours[a] = count
        if b.op is Op.STORE:
            b = b.args[0]
            theirs[b] = count
    return None


def _writes(array: Term, earlier: Term) -> list[tuple[Term, Term]]:
    writes: list[tuple[Term, Term]] = []
    while array is not earlier:
        array, index, value = array.args
        writes.append((index, value))
    return writes[::-1]
