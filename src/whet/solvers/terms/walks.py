"""Walks over terms: their symbols and size, substitution, the parts of a conjunction.  None is recursive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import FUNCTIONS
from whet.solvers.terms.term import Op, Term, reachable

_AND, _TRUE, _SYMBOL = Op.AND, Op.TRUE, Op.SYMBOL
"""See ``terms``: names are looked up faster than members."""


def symbols(term: Term) -> frozenset[Term]:
    """The free symbols of a term; kept with it."""
    if term._symbols is None:
        term._symbols = frozenset([sub for sub in reachable((term,)) if sub.op is _SYMBOL])
    return term._symbols


def functions(term: Term) -> dict[str, Term]:
    """The uninterpreted functions of a term, by name, each with one of its applications."""
    if not term.theories & FUNCTIONS:
        return {}
    return {sub.name: sub for sub in reachable((term,)) if sub.op is Op.APPLY}


def ordered(terms: Iterable[Term]) -> list[Term]:
    """In the order in which they were made: the same in every run."""
    return sorted(terms, key=lambda term: term.number)


def size(*terms: Term) -> int:
    """The number of different nodes."""
    return sum(1 for _ in reachable(terms))


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a conjunction, however deep, each once; from left to right."""
    seen: set[int] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if part.number in seen:
            continue
        seen.add(part.number)
        if part.op is _AND:
            stack.extend(reversed(part.args))
        elif part.op is not _TRUE:
            yield part


class Substitution:
    """Replaces terms by others of the same sort, all at once; what was computed is kept for the next term.

    Inside a term that is replaced nothing else is."""

    def __init__(self, terms: Terms, mapping: Mapping[Term, Term]) -> None:
        self._terms = terms
        self._done = {old.number: new for old, new in mapping.items()}
        for old, new in mapping.items():
            if old.sort is not new.sort and old.sort != new.sort:
                raise TypeError(f"{old} of sort {old.sort} cannot become {new} of sort {new.sort}")

    def __call__(self, term: Term) -> Term:
        done = self._done
        for sub in self._unknown(term):
            args = tuple([done[arg.number] for arg in sub.args])
            # terms have no order and no equality but their identity, which is what tuples compare first
            done[sub.number] = sub if args == sub.args else self._terms.rebuild(sub, args)
        return done[term.number]

    def _unknown(self, term: Term) -> Iterator[Term]:
        """What has to be computed for a term, bottom-up."""
        found: dict[int, Term] = {}
        stack = [term]
        while stack:
            sub = stack.pop()
            if sub.number not in self._done and sub.number not in found:
                found[sub.number] = sub
                stack.extend(sub.args)
        return (found[number] for number in sorted(found))


def substitute(terms: Terms, term: Term, mapping: Mapping[Term, Term]) -> Term:
    """The term with others in the place of some; see ``Substitution``, which serves many terms."""
    return Substitution(terms, mapping)(term)
