"""Formulas of blocks in two halves: what variables are, and what is assumed.

Along a path every change makes a new instance, defined by an equation.  Where paths were joined, the plain formula is a
disjunction with such equations inside; solvers are bad at these, above all at those between arrays.  Here no instance is
defined twice in a block, whichever branch defines it, so that all definitions can stand outside: an equation that defines
something nobody else constrains may hold on all paths.  Only assumptions remain in the disjunction.  After a join an
instance is defined by a conditional, whose condition says which path was taken: an assumption that one path makes and the
other denies, or a new truth value if there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from whet.core.path import PathStep
from whet.encoding.encode import Encoder, Note, PathFormula, SsaMap
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Op, Term, is_false
from whet.solvers.terms.walks import Substitution, conjuncts, ordered, symbols
from whet.task.records import dataclass


class Numbering:
    """Gives out instances, each once."""

    def __init__(self) -> None:
        self._last: dict[Term, int] = {}
        self._choices = 0

    def next(self, base: Term, least: int) -> int:
        """A number for an instance that nobody has yet."""
        self._last[base] = max(least, self._last.get(base, 0) + 1)
        return self._last[base]

    def choice(self, terms: Terms) -> Term:
        """A new truth value."""
        self._choices += 1
        return terms.symbol(f"join#{self._choices}", BOOL)


@dataclass(frozen=True, slots=True, eq=False)
class Coding:
    """The executions along a trace; neither inputs nor notes are kept."""

    path: PathFormula
    """Its formula is the conjunction of the other two."""
    definitions: Term
    assumptions: Term
    choices: tuple[Term, ...] = ()
    """Of a join: ``choices[i]`` says that one of the parts up to ``i`` was taken, not the next."""


class Coder:
    """Makes codings."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self._terms = encoder.terms

    def begun(self, path: PathFormula) -> Coding:
        """A path as it is, to be gone on with."""
        plain = PathFormula(path.formula, path.ssa, without_ended_calls(path.activations), is_linear=path.is_linear)
        return Coding(plain, path.formula, self._terms.true)

    def extended(self, coding: Coding, step: PathStep, numbering: Numbering) -> Coding:
        """With one more step."""
        before = coding.path
        after = self.encoder.extended(PathFormula(self._terms.true, before.ssa, before.activations), step)
        indices, names = self._renumbered(self.encoder.written(before, step), after.ssa, numbering)
        formula = after.formula if not names else Substitution(self._terms, names)(after.formula)
        new = [self._instance(base, index) for base, index in indices.items()]
        defined, assumed = self._split(formula, {*new})
        ssa = after.ssa if not names else SsaMap({**after.ssa.indices, **indices})
        return self._made(
            [coding.definitions, *defined], [coding.assumptions, *assumed], ssa, after.activations, is_linear=before.is_linear
        )

    def losing(self, coding: Coding, step: PathStep) -> tuple[Coding, Note] | None:
        """What one more step may lose, with one of the reasons."""
        conditions = {note: self.encoder.when(note) for note in self.encoder.losses(coding.path, step)}
        possible = {note: condition for note, condition in conditions.items() if not is_false(condition)}
        if not possible:
            return None
        lost = replace(coding.path, formula=self._terms.or_(*possible.values()))
        return Coding(lost, coding.definitions, lost.formula), next(iter(possible))

    def joined(self, parts: Sequence[Coding], numbering: Numbering) -> Coding:
        """Any of several, which end at the same place with the same calls active; only the first may be a join itself."""
        first, *others = parts
        for other in others:
            first = self._either(first, other, numbering)
        return first

    def _made(
        self, definitions: list[Term], assumptions: list[Term], ssa: SsaMap, activations: Mapping[str, int], *, is_linear: bool
    ) -> Coding:
        t = self._terms
        defined, assumed = t.and_(*definitions), t.and_(*assumptions)
        path = PathFormula(t.and_(defined, assumed), ssa, without_ended_calls(activations), is_linear=is_linear)
        return Coding(path, defined, assumed)

    def _instance(self, base: Term, index: int) -> Term:
        return self.encoder.vocabulary.instance(base, index)

    def _renumbered(
        self, written: Sequence[Term], after: SsaMap, numbering: Numbering
    ) -> tuple[dict[Term, int], dict[Term, Term]]:
        """The numbers of what a step changes, and the instances in its formula that have another number."""
        indices: dict[Term, int] = {}
        names: dict[Term, Term] = {}
        for base in written:
            last = after[base]
            index = indices[base] = numbering.next(base, last)
            if index != last:
                names[self._instance(base, last)] = self._instance(base, index)
        return indices, names

    def _split(self, formula: Term, new: set[Term]) -> tuple[list[Term], list[Term]]:
        """Equations that define new instances by what was there before, and the rest."""
        undefined = {symbol for symbol in new if not self._is_loose(symbol)}
        defined: list[Term] = []
        assumed: list[Term] = []
        for part in conjuncts(formula):
            symbol = _defines(part, undefined)
            if symbol is None:
                assumed.append(part)
            else:
                defined.append(part)
                undefined.discard(symbol)
        return defined, assumed

    def _is_loose(self, symbol: Term) -> bool:
        base = self.encoder.vocabulary.base_of(symbol)
        return base is not None and self.encoder.vocabulary.is_loose(base)

    def _either(self, one: Coding, other: Coding, numbering: Numbering) -> Coding:
        t = self._terms
        ours, theirs = (list(conjuncts(each.assumptions)) for each in (one, other))
        shared = {*ours} & {*theirs}
        ours, theirs = ([part for part in parts if part not in shared] for parts in (ours, theirs))
        opposed = _opposed(t, ours, {*theirs})
        choice = numbering.choice(t) if opposed is None else opposed
        assumed = [
            *(part for part in conjuncts(one.assumptions) if part in shared),
            t.or_(t.and_(choice, *ours), t.and_(t.not_(choice), *theirs)),
        ]
        ssa, chosen = self._phi(one.path.ssa, other.path.ssa, choice, numbering)
        made = self._made([one.definitions, other.definitions, *chosen], assumed, ssa, one.path.activations, is_linear=False)
        return replace(made, choices=(*one.choices, choice))

    def _phi(self, one: SsaMap, other: SsaMap, choice: Term, numbering: Numbering) -> tuple[SsaMap, list[Term]]:
        """The instances after a join, and their definitions."""
        indices = {**other.indices, **one.indices}
        theirs = other.indices.get
        apart = [base for base, index in one.indices.items() if theirs(base, 0) != index]
        chosen: list[Term] = []
        for base in ordered((*apart, *(other.indices.keys() - one.indices.keys()))):
            a, b = one[base], other[base]
            indices[base] = max(a, b)
            if not self.encoder.vocabulary.is_loose(base):
                indices[base] = numbering.next(base, max(a, b) + 1)
                value = self._terms.ite(choice, self._instance(base, a), self._instance(base, b))
                chosen.append(self._terms.eq(self._instance(base, indices[base]), value))
        return SsaMap(indices), chosen


def _defines(part: Term, undefined: set[Term]) -> Term | None:
    """The new instance an equation defines, if it does."""
    if part.op is not Op.EQ:
        return None
    for symbol, value in (part.args, part.args[::-1]):
        if symbol in undefined and undefined.isdisjoint(symbols(value)):
            return symbol
    return None


def _opposed(terms: Terms, ours: Sequence[Term], theirs: set[Term]) -> Term | None:
    """An assumption of one side that the other side denies."""
    return next((part for part in ours if terms.not_(part) in theirs), None)


def without_ended_calls(activations: Mapping[str, int]) -> Mapping[str, int]:
    """So that paths can be joined whether or not they called something."""
    if 0 not in activations.values():
        return activations
    return MappingProxyType({name: count for name, count in activations.items() if count})
