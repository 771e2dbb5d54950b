"""Arrays under existential quantifiers, at the price of words under them: destructive resolution for memory.

* ``n = store(m, i, v)`` says that ``v`` is in ``n`` at ``i`` and that ``m`` is ``n`` with some word there, so ``m`` can be
  replaced.  ``v`` may speak of ``m`` (an element is incremented), ``i`` may not.
* An array of which only some elements are read can be replaced by as many words, of which those at equal places are equal.

Both keep the meaning.  The words are new symbols, to be eliminated in their turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, ordered, symbols
from whet.task.records import dataclass

_MOST_READS = 4
"""Of an array that is replaced by words: each two of them make another part."""
_Write: TypeAlias = tuple[Term, Term]
"""An index of an array and the element that is written there."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """A conjunction without some symbol, but with others that are quantified instead."""

    formula: Term
    symbol: Term
    words: tuple[Term, ...]


class ArrayResolution:
    """Replaces arrays; ``fresh`` makes a symbol of the same sort as a term."""

    def __init__(self, terms: Terms, fresh: Callable[[Term], Term]) -> None:
        self._terms = terms
        self._fresh = fresh

    def replaced(self, parts: Sequence[Term], unwanted: frozenset[Term]) -> Replaced | None:
        """One array less; None if no rule fits."""
        arrays = [symbol for symbol in ordered(unwanted) if isinstance(symbol.sort, Array)]
        if not arrays:
            return None
        return self._before_a_write(parts, unwanted) or self._only_read(parts, arrays)

    def _before_a_write(self, parts: Sequence[Term], unwanted: frozenset[Term]) -> Replaced | None:
        for part in parts:
            if part.op is Op.EQ:
                for after, stores in (part.args, part.args[::-1]):
                    before, written = _chain(stores)
                    if written and before in unwanted and _can_invert(before, after, written):
                        rest = [other for other in parts if other is not part]
                        return self._inverted(rest, before, after, written)
        return None

    def _inverted(self, rest: Sequence[Term], before: Term, after: Term, written: Sequence[_Write]) -> Replaced:
        t, array, facts, words = self._terms, after, list[Term](), list[Term]()
        for index, element in written:
            facts.append(t.eq(t.select(array, index), element))
            words.append(self._fresh(element))
            array = t.store(array, index, words[-1])
        substitution = Substitution(t, {before: array})
        return Replaced(t.and_(*map(substitution, [*facts, *rest])), before, tuple(words))

    def _only_read(self, parts: Sequence[Term], arrays: Sequence[Term]) -> Replaced | None:
        for array in arrays:
            reads = _reads(parts, array)
            if reads is not None and len(reads) <= _MOST_READS:
                words = [self._fresh(read) for read in reads]
                substitution = Substitution(self._terms, dict(zip(reads, words, strict=True)))
                pairs = combinations(zip(reads, words, strict=True), 2)
                equal = [self._equal_if(one, other) for one, other in pairs]
                return Replaced(self._terms.and_(*map(substitution, parts), *equal), array, tuple(words))
        return None

    def _equal_if(self, one: tuple[Term, Term], other: tuple[Term, Term]) -> Term:
        """Two words at the same place are the same."""
        t = self._terms
        return t.implies(t.eq(one[0].args[1], other[0].args[1]), t.eq(one[1], other[1]))


def _chain(array: Term) -> tuple[Term, list[_Write]]:
    """What an array was before some writes, and these, the last one first."""
    written: list[_Write] = []
    while array.op is Op.STORE:
        array, index, element = array.args
        written.append((index, element))
    return array, written


def _can_invert(before: Term, after: Term, written: Sequence[_Write]) -> bool:
    """Elements may speak of the array as it was, because they are said to be in the new one; places may not."""
    return before not in symbols(after) and not any(before in symbols(index) for index, _ in written)


def _reads(parts: Sequence[Term], array: Term) -> list[Term] | None:
    """The elements that are read; None if anything else is done with the array, or a place depends on it."""
    found: list[Term] = []
    for term in reachable(parts):
        if array in term.args:
            if term.op is not Op.SELECT or array in symbols(term.args[1]):
                return None
            found.append(term)
    return found
