"""The effect of an edge on values as a function: values before it in, values after it out.

A path formula names every value and relates the names by equations.  Here values are terms, and an edge builds terms from
earlier ones: nothing is named, constants are folded, and a term that no query contains never reaches a solver.

``MemoryWords`` turns reads and writes at one of a few places into choices between the words there.  A solver is slow where it
must find out which write a read belongs to.  Often few places are possible: an address is a choice between constants, or an
index that must stay inside a small object, because C gives no meaning to accesses elsewhere.  Then no array is left for the
solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from whet.cfa.expressions import Expr, Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Program
from whet.core.path import PathStep
from whet.encoding.encode import Encoder, FrameNames
from whet.encoding.memory import AddressLayout
from whet.encoding.notes import NoteKind, Remark
from whet.encoding.parts import InputKind, InputSymbol
from whet.encoding.translation import Translation
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import Region, Regions
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.staged import Constructor, Folding
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import ordered, symbols
from whet.task.records import dataclass

Places: TypeAlias = frozenset[int]

_MOST_PLACES: Final = 32
"""Places of which an address may be any, if that is known from its term."""
_MOST_WORDS: Final = 64
"""Words of all objects that a pointer may point to, if nothing is known of the address."""


class MemoryWords:
    """Constructors of terms that look at the words of memory one by one."""

    def __init__(self, program: Program, vocabulary: Vocabulary, layout: AddressLayout, most_words: int = 0) -> None:
        self._terms: Terms = vocabulary.terms
        self._layout = layout
        self._most_words = max(_MOST_WORDS, most_words)
        regions = program.fact(Regions).all()
        self._regions = {array: each for each in regions for array in (vocabulary.region(each), vocabulary.written(each))}
        self._recursive = frozenset([function.name for function in Facts.of(program).recursive])
        self._words: dict[Region, Places | None] = {}
        self._possible: dict[Term, Places | None] = {}
        self._concatenated: dict[tuple[Term, Term], Term] = {}

    def constructor(self, term: Term) -> Callable[..., Term]:
        """As ``Terms.constructor``."""
        match term.op:
            case Op.SELECT:
                return partial(self.select, self._region(term.args[0]))
            case Op.STORE if term.args[2].op is Op.ITE:
                return partial(self.store_some, self._region(term.args[0]))
            case Op.STORE:
                return partial(self.store, self._region(term.args[0]))
            case Op.CONCAT:
                return self.concat
            case _:
                return self._terms.constructor(term)

    def _region(self, array: Term) -> Region | None:
        while array.op is Op.STORE:
            array = array.args[0]
        return self._regions.get(array)

    def select(self, region: Region | None, array: Term, index: Term) -> Term:
        t, places = self._terms, self._places(region, index)
        if places is None:
            return t.select(array, index)
        found: Term | None = None
        for place in places:
            at = t.bv(place, index.width)
            word = t.select(array, at)
            found = word if found is None else t.ite(t.eq(index, at), word, found)
        return t.select(array, index) if found is None else found

    def store(self, region: Region | None, array: Term, index: Term, word: Term) -> Term:
        t, places = self._terms, self._places(region, index)
        if not places:
            return t.store(array, index, word)
        for place in places:
            at = t.bv(place, index.width)
            array = t.store(array, at, t.ite(t.eq(index, at), word, t.select(array, at)))
        return array

    def store_some(self, region: Region | None, array: Term, index: Term, word: Term) -> Term:
        """The same of a word that may be the one that is there."""
        return array if self.select(region, array, index) is word else self.store(region, array, index, word)

    def concat(self, high: Term, low: Term) -> Term:
        """A choice between the bytes of numbers is a choice between numbers."""
        known = self._concatenated.get((high, low))
        if known is None:
            known = self._concatenated[high, low] = self._concat(high, low)
        return known

    def _concat(self, high: Term, low: Term) -> Term:
        t = self._terms
        match high, low:
            case Term(op=Op.ITE, args=(one, a, b)), Term(op=Op.ITE, args=(other, x, y)) if one is other:
                return t.ite(one, self.concat(a, x), self.concat(b, y))
            case Term(value=int()), Term(op=Op.ITE, args=(condition, x, y)) if _is_choice(x) and _is_choice(y):
                return t.ite(condition, self.concat(high, x), self.concat(high, y))
            case Term(op=Op.ITE, args=(condition, a, b)), Term(value=int()) if _is_choice(a) and _is_choice(b):
                return t.ite(condition, self.concat(a, low), self.concat(b, low))
            case _:
                return t.concat(high, low)

    def _places(self, region: Region | None, index: Term) -> list[int] | None:
        """In ascending order; None if there are too many, or if there is nothing to choose."""
        if index.value is not None:
            return None
        possible, words = self.possible(index), None if region is None else self._words_of(region)
        if possible is None:
            return None if words is None else sorted(words)
        return sorted(possible if words is None else possible & words)

    def _words_of(self, region: Region) -> Places | None:
        """The addresses of all words of a region of few words; None of one with blocks of the heap or recursive activations."""
        if region not in self._words:
            self._words[region] = self._found_words(region)
        return self._words[region]

    def _found_words(self, region: Region) -> Places | None:
        if region.sites or region.is_lent or region.is_open or any(map(self._has_several_places, region.variables)):
            return None
        found: set[int] = set()
        for variable in region.variables:
            size = self._layout.size(variable)
            if size is None or len(found) * region.granule + size > self._most_words * region.granule:
                return None
            begin = self._layout.address(variable, 1)
            found.update(range(begin, begin + size, region.granule))
        return frozenset(found)

    def _has_several_places(self, variable: Variable) -> bool:
        """Is it an array of variable length, or has each of several active calls one of its own?"""
        return variable in self._layout.dynamic or (not variable.is_static and variable.function in self._recursive)

    def possible(self, term: Term) -> Places | None:
        """All values that a term can have, if its form shows that they are few."""
        known = self._possible
        waiting = [term]
        while waiting:
            part = waiting[-1]
            missing = [arg for arg in _parts(part) if arg not in known]
            if missing:
                waiting += missing
                continue
            if part not in known:
                known[part] = self._possible_of(part)
            waiting.pop()
        return known[term]

    def _possible_of(self, term: Term) -> Places | None:
        match term:
            case Term(value=int(value)):
                return frozenset((value,))
            case Term(op=Op.ITE, args=(_, yes, no)):
                return self._few(self._possible[yes], self._possible[no])
            case Term(op=Op.BV_UREM, args=(_, Term(value=int(divisor)))) if 0 < divisor <= _MOST_PLACES:
                return frozenset(range(divisor))
            case Term(op=Op.BV_AND, args=(_, Term(value=int(mask)))) if mask.bit_count() <= _MOST_PLACES.bit_length() - 1:
                found, part = [0], mask
                while part:
                    found.append(part)
                    part = (part - 1) & mask
                return frozenset(found)
            case Term(op=op, args=(arg,)) if op in _UNARY:
                values = self._possible[arg]
                return None if values is None else frozenset(self._value(term, (value,)) for value in values)
            case Term(op=op, args=(left, right)) if op in _BINARY:
                ones, others = self._possible[left], self._possible[right]
                if ones is None or others is None or len(ones) * len(others) > _MOST_PLACES * 4:
                    return None
                return self._few(frozenset(self._value(term, (a, b)) for a in ones for b in others))
            case _:
                return None

    def _few(self, *parts: Places | None) -> Places | None:
        found: set[int] = set()
        for part in parts:
            if part is None:
                return None
            found |= part
        return frozenset(found) if len(found) <= _MOST_PLACES else None

    def _value(self, term: Term, values: tuple[int, ...]) -> int:
        args = tuple([self._terms.bv(value, arg.width) for value, arg in zip(values, term.args, strict=True)])
        found = self._terms.rebuild(term, args).value
        assert found is not None, "constants make constants"
        return found


_UNARY: Final = frozenset({Op.ZERO_EXTEND, Op.SIGN_EXTEND, Op.EXTRACT, Op.BV_NEG, Op.BV_NOT})
_BINARY: Final = frozenset({Op.BV_ADD, Op.BV_SUB, Op.BV_MUL, Op.BV_SHL, Op.BV_OR, Op.BV_XOR, Op.BV_LSHR, Op.CONCAT})


def _parts(term: Term) -> tuple[Term, ...]:
    """The arguments that determine the value of the term."""
    if term.op is Op.ITE:
        return term.args[1:]
    return term.args if term.op in _UNARY or term.op in _BINARY else ()


def _is_choice(term: Term) -> bool:
    """Between constants, or another choice."""
    return term.value is not None or term.op is Op.ITE


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
