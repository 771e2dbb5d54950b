"""Existential quantifiers that a model helps to remove (model-based projection; Komuravelli, Gurfinkel, Chaki, CAV 2014).

``exists s. F(s)`` follows from ``F(t)`` for every term ``t``.  So a term is looked for that keeps the formula true in a given
model, first among the terms ``s`` is compared with, then the value itself.  An array that is only read becomes a value for each
place it is read at, once the model has told which of these places are the same.

The result is stronger than the quantified formula but holds in the model: who wants the whole asks again with another model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from whet.refine.interpolants.linear import difference
from whet.solvers.port import Model
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Array, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, ordered, symbols

_COMPARISONS = frozenset({Op.EQ, Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE})
_MOST = 12
"""Terms that are tried for a symbol before its value is."""


def projected(terms: Terms, parts: Sequence[Term], unwanted: Collection[Term], model: Model) -> list[Term] | None:
    """Conjuncts without these symbols that hold in the model, as the given ones must; None if none are found."""
    found = list(parts)
    arrays = [symbol for symbol in _present(found, unwanted) if isinstance(symbol.sort, Array)]
    for symbol in arrays:
        read = _without_reads(terms, found, symbol, model)
        if read is None:
            return None
        found = read
    for symbol in _present(found, unwanted):
        about = [part for part in found if symbol in symbols(part)]
        changed = _replaced(terms, about, symbol, model)
        if changed is None:
            return None
        found = [*(part for part in found if symbol not in symbols(part)), *changed]
    return found


def _present(parts: Sequence[Term], unwanted: Collection[Term]) -> list[Term]:
    return ordered(frozenset[Term]().union(*map(symbols, parts)) & frozenset(unwanted))


def _replaced(terms: Terms, parts: list[Term], symbol: Term, model: Model) -> list[Term] | None:
    for candidate in _candidates(terms, parts, symbol, model):
        changed = [*map(Substitution(terms, {symbol: candidate}), parts)]
        if all(map(model.holds, changed)):
            return changed
    return None


def _candidates(terms: Terms, parts: list[Term], symbol: Term, model: Model) -> Iterator[Term]:
    yield from list(dict.fromkeys(_compared(terms, parts, symbol)))[:_MOST]
    value = model.value(symbol)
    if isinstance(value, int) and isinstance(symbol.sort, BitVec):
        yield terms.bv(value, symbol.sort.width)
    elif symbol.sort == BOOL:
        yield terms.truth(bool(value))


def _compared(terms: Terms, parts: list[Term], symbol: Term) -> Iterator[Term]:
    """What the symbol would be if it equalled what it is compared with; and the values beside that."""
    for atom in reachable(parts):
        if atom.op not in _COMPARISONS or symbol not in symbols(atom) or not isinstance(symbol.sort, BitVec):
            continue
        total = difference(terms, *atom.args)
        value = total.solved(symbol) if total is not None and symbol in total.factors else None
        if value is not None and not any(symbol in symbols(other) for other in value.factors):
            found = value.term(terms)
            yield from (terms.bv_add(found, terms.bv(offset, symbol.sort.width)) for offset in (0, -1, 1))


def _without_reads(terms: Terms, parts: list[Term], array: Term, model: Model) -> list[Term] | None:
    """With a value of the model's in the place of each read of the array; None if it is not only read."""
    while reads := _reads(parts, array):
        places = {model.value(read.args[1]): read.args[1] for read in reads}
        same = [terms.eq(read.args[1], places[model.value(read.args[1])]) for read in reads]
        values = {read: _constant(terms, read, model) for read in reads}
        known = {read: value for read, value in values.items() if value is not None}
        if len(known) < len(values):
            return None
        different = _all_different(terms, list(places.values()))
        parts = [*map(Substitution(terms, known), parts), *same, *different]
    return None if any(array in symbols(part) for part in parts) else parts


def _reads(parts: list[Term], array: Term) -> list[Term]:
    """The reads of the array at places that do not depend on it."""
    selects = [term for term in reachable(parts) if term.op is Op.SELECT and term.args[0] is array]
    return [term for term in selects if array not in symbols(term.args[1])]


def _constant(terms: Terms, read: Term, model: Model) -> Term | None:
    value = model.value(read)
    return terms.bv(value, read.width) if isinstance(value, int) and isinstance(read.sort, BitVec) else None


def _all_different(terms: Terms, places: list[Term]) -> list[Term]:
    return [terms.distinct(a, b) for number, a in enumerate(places) for b in places[:number]]
