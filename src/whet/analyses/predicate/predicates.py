"""Predicates: what a precision tracks, and how a formula becomes some.

A predicate is a term over bases, and its negation is as good as itself.  So negations are taken away and ``a < b`` becomes
``b <= a``.  From a formula, such as an interpolant, the conjuncts are taken.  An abstraction that knows any combination of
predicates wants their atoms; one that knows each predicate by itself must be given a disjunction as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from whet.cfa.expressions import Variable
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Op, Term, is_false
from whet.solvers.terms.walks import symbols
from whet.task.records import dataclass

MOST_ATOMS: Final = 8
"""A conjunct with more stays whole: the number of combinations of its atoms would cost more than they tell."""
_CONNECTIVES: Final = frozenset({Op.NOT, Op.AND, Op.OR})


@dataclass(frozen=True, slots=True, eq=False)
class Predicate:
    """Something a precision can track; equal terms are equal predicates."""

    term: Term
    variables: frozenset[Variable] | None
    """Those it names; None if it speaks of memory only."""

    def __hash__(self) -> int:
        return self.term.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Predicate) and self.term is other.term

    @property
    def is_false(self) -> bool:
        """The predicate that asks only whether a state is reachable at all."""
        return is_false(self.term)

    @property
    def scopes(self) -> frozenset[str]:
        """The functions whose local variables it names."""
        return frozenset(variable.function for variable in self.variables or () if variable.function and not variable.is_static)

    def __str__(self) -> str:
        return str(self.term)


class Predicates:
    """Makes predicates of terms."""

    def __init__(self, terms: Terms, *, atoms: bool) -> None:
        self._terms = terms
        self._atoms = atoms

    def of(self, term: Term, vocabulary: Vocabulary) -> Predicate:
        """A term as it is."""
        if term.sort is not self._terms.bool_sort:
            raise TypeError(f"{term} is no truth value")
        named = [vocabulary.described(symbol) for symbol in symbols(term)]
        variables = frozenset(variable for variable in named if variable is not None)
        return Predicate(term, variables if variables or not named else None)

    def split(self, term: Term, vocabulary: Vocabulary) -> tuple[Predicate, ...]:
        """The predicates a formula over bases is a combination of; none for ``true``."""
        if is_false(term):
            return (self.of(term, vocabulary),)
        found: dict[Term, None] = {}
        for conjunct in _conjuncts(term):
            atoms = tuple(_atoms(conjunct)) if self._atoms else (conjunct,)
            for part in atoms if len(atoms) <= MOST_ATOMS else (conjunct,):
                found.update(dict.fromkeys(_normalised(self._terms, part)))
        return tuple(self.of(part, vocabulary) for part in found)


def _conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a conjunction, without their negations."""
    stack = [(term, True)]
    seen: set[tuple[Term, bool]] = set()
    while stack:
        part, holds = stack.pop()
        if (part, holds) in seen:
            continue
        seen.add((part, holds))
        match part.op:
            case Op.NOT:
                stack.append((part.args[0], not holds))
            case Op.AND if holds:
                stack.extend((arg, True) for arg in reversed(part.args))
            case Op.OR if not holds:
                stack.extend((arg, False) for arg in reversed(part.args))
            case Op.TRUE | Op.FALSE:
                pass
            case _:
                yield part


def _atoms(term: Term) -> Iterator[Term]:
    """Each once, also where several parts of the formula share it."""
    stack = [term]
    seen: set[Term] = set()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if is_connective(part):
            stack.extend(reversed(part.args))
        elif part.value is None:
            yield part


def is_connective(term: Term) -> bool:
    """Is it made of truth values only?"""
    if term.op in _CONNECTIVES:
        return True
    return term.op in (Op.EQ, Op.ITE) and all(arg.sort == BOOL for arg in term.args)


def _normalised(terms: Terms, atom: Term) -> Iterator[Term]:
    """The one of an atom and its negation that is tracked; nothing if it is constant."""
    match atom:
        case Term(op=Op.BV_ULT, args=(a, b)):
            atom = terms.bv_ule(b, a)
        case Term(op=Op.BV_SLT, args=(a, b)):
            atom = terms.bv_sle(b, a)
        case Term(op=Op.INT_LT, args=(a, b)):
            atom = terms.int_le(b, a)
        case _:
            pass
    if atom.op is Op.NOT:
        atom = atom.args[0]
    if atom.value is None:
        yield atom
