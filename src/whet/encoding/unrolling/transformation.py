"""What an edge makes of values, as a function: values before it in, values after it out.

A path formula names every value and says by equations how they hang together.  Here values are terms themselves, and an edge
puts terms together from those that were there before: nothing is named, constants are folded, and what nobody asks for never
gets to a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function
from whet.core.path import PathStep
from whet.encoding.encode import Encoder, FrameNames
from whet.encoding.notes import NoteKind, Remark
from whet.encoding.parts import InputKind, InputSymbol
from whet.encoding.translation import Translation
from whet.encoding.unrolling.words import MemoryWords
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.terms.folding import Constructor, Folding
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass

Fresh = Callable[[Term], Term]
"""A new symbol for a base whose value is not determined."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A value that the interpreter may ask for on an edge."""

    input: InputSymbol
    term: Term
    """What stands for it here."""
    is_certain: bool
    """Is it asked for?  Otherwise only if it is indeterminate."""


@dataclass(frozen=True, slots=True, eq=False)
class Transformation:
    """One edge, in one activation of its function."""

    read: tuple[Term, ...]
    """Bases whose value before the edge matters."""
    loose: tuple[Term, ...]
    """Bases of values that are not determined: each time the edge is taken they are new."""
    zeros: tuple[Term, ...]
    """What stands for symbols of arrays of zeros."""
    condition: Folding
    """When the edge can be taken."""
    written: tuple[Term, ...]
    values: Folding
    """Of what is written."""
    losses: tuple[Remark, ...]
    losing: Folding
    """When each of these remarks matters."""
    inputs: tuple[InputSymbol, ...]
    """With what is read from memory or from variables, which is an input if it is indeterminate."""
    given: Folding
    """What the inputs are."""
    undefined: tuple[Remark, ...]
    """Remarks about steps to which C certainly gives no meaning."""
    doubtful: Folding
    """All terms of these remarks."""

    @staticmethod
    def of(vocabulary: Vocabulary, translation: Translation, constructor: Constructor) -> Transformation:
        t = vocabulary.terms
        changed = {base: value for base, value in translation.values.items() if value is not base}
        losses = tuple([remark for remark in translation.remarks if remark.kind.loses])
        condition = t.and_(*translation.conditions)
        lost_when = [t.and_(*remark.terms) for remark in losses]
        undefined = tuple([each for each in translation.remarks if each.kind is NoteKind.ACCESS and each.is_certain])
        doubtful = [term for remark in undefined for term in remark.terms]
        inputs = (*translation.inputs, *translation.loads)
        given = [each.symbol for each in inputs]
        primed = {vocabulary.primed(base): base for base in translation.bases()}
        found = ordered(
            {symbol for root in (condition, *changed.values(), *lost_when, *given, *doubtful) for symbol in symbols(root)}
        )
        loose = [symbol for symbol in found if symbol in primed]
        zeros = [symbol for symbol in found if vocabulary.is_fixed(symbol)]
        read = [symbol for symbol in found if symbol not in primed and not vocabulary.is_fixed(symbol)]
        names = [*read, *loose, *zeros]
        return Transformation(
            read=tuple(read),
            loose=tuple([primed[symbol] for symbol in loose]),
            zeros=tuple([vocabulary.constant_zeros(symbol.sort) for symbol in zeros]),
            condition=Folding([condition], names, constructor),
            written=tuple(changed),
            values=Folding(list(changed.values()), names, constructor),
            losses=losses,
            losing=Folding(lost_when, names, constructor),
            inputs=inputs,
            given=Folding(given, names, constructor),
            undefined=undefined,
            doubtful=Folding(doubtful, names, constructor),
        )

    def given_values(self, values: Mapping[Term, Term], fresh: Fresh) -> list[Term]:
        """What its foldings are to be called with."""
        get = values.get
        return [*[get(base, base) for base in self.read], *map(fresh, self.loose), *self.zeros]

    def asked(self, given: Sequence[Term]) -> tuple[Asked, ...]:
        """What the interpreter may ask for, in its order: first what is certain."""
        found = zip(self.inputs, self.given(given), strict=True)
        return tuple([Asked(each, term, is_certain=each.kind is InputKind.NONDET) for each, term in found])

    def doubts(self, given: Sequence[Term]) -> Iterator[tuple[Remark, tuple[Term, ...]]]:
        """Remarks about steps without a meaning, with what their terms are here."""
        terms = iter(self.doubtful(given))
        for remark in self.undefined:
            yield remark, tuple(islice(terms, len(remark.terms)))


@dataclass(frozen=True, slots=True, eq=False)
class ValueReading:
    """The value of an expression, as a function of the values of bases."""

    read: tuple[Term, ...]
    zeros: tuple[Term, ...]
    value: Folding

    @staticmethod
    def of(vocabulary: Vocabulary, value: Term, constructor: Constructor) -> ValueReading:
        found = ordered(symbols(value))
        zeros = [symbol for symbol in found if vocabulary.is_fixed(symbol)]
        read = [symbol for symbol in found if not vocabulary.is_fixed(symbol)]
        constants = tuple([vocabulary.constant_zeros(symbol.sort) for symbol in zeros])
        return ValueReading(tuple(read), constants, Folding([value], [*read, *zeros], constructor))

    def __call__(self, values: Mapping[Term, Term]) -> Term:
        return self.value([*[values.get(base, base) for base in self.read], *self.zeros])[0]


class Transformations:
    """Those of a program; each is made once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._constructor = MemoryWords(encoder.program, encoder.vocabulary, encoder.layout, encoder.unfolds_known).constructor
        self._edges: dict[tuple[Edge | PathStep, FrameNames], Transformation] = {}
        self._readings: dict[tuple[Expr, str, int], ValueReading | None] = {}

    def of(self, step: Edge | PathStep, activations: Mapping[str, int]) -> tuple[Transformation, Mapping[str, int]]:
        """What an edge makes of values, given the active calls; and the calls that are active after it."""
        frames, after = self._encoder.frames(step if isinstance(step, Edge) else step.edge, activations)
        known = self._edges.get((step, frames))
        if known is None:
            translation = self._encoder.translation(step, frames)
            known = self._edges[step, frames] = Transformation.of(self._encoder.vocabulary, translation, self._constructor)
        return known, after

    def reading(self, expr: Expr, function: Function, activations: Mapping[str, int]) -> ValueReading | None:
        """What a scalar expression of a function is, given the active calls; None if values do not determine it."""
        key = (expr, function.name, activations.get(function.name) or 1)
        if key not in self._readings:
            value = self._encoder.bits(expr, function, key[2])
            vocabulary = self._encoder.vocabulary
            self._readings[key] = None if value is None else ValueReading.of(vocabulary, value, self._constructor)
        return self._readings[key]
