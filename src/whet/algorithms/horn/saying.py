"""The clauses of a program over integers, and what each number there stands for.

Large constants become numbers of which only the order is known.  If the bound of a loop is a constant, Spacer counts to it:
with 10 elements it finds what holds for all of them, with 100,000 it does not.  If the bound is any positive number, short runs
show all there is to see.  So constants in comparisons become arguments of every relation, which no clause changes; constants
that differ by little share one.  What holds for all such numbers holds for those of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from whet.algorithms.horn.cells import ArrayCell, with_cells
from whet.algorithms.horn.checking import BitCell
from whet.algorithms.horn.products import without_products
from whet.encoding.integers import Integers, IntegerTranslation, Reading, Wrapping, element_reading
from whet.encoding.lifting import Lifting, SymbolOrigin, origin_of
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import INT, Array, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, symbols
from whet.task.records import dataclass

_LARGE = 64
_NEAR = 4
"""Constants that differ by so little have something to do with each other."""
_MOST = 4
_SIZES = frozenset(
    size + by for bits in (7, 8, 15, 16, 31, 32, 63, 64) for size in (1 << bits, -(1 << bits)) for by in (-1, 0, 1)
)
"""What belongs to types and not to loops."""


@dataclass(frozen=True, slots=True)
class GeneralSystem:
    system: HornSystem
    origins: Mapping[Relation, Relation]
    constants: Mapping[Term, Term]
    """What the last parameters of every relation are in the program."""


def generalised(terms: Terms, system: HornSystem) -> GeneralSystem | None:
    """None if there is no large constant, or too many."""
    values = sorted({value for clause in system.clauses for value in _compared(clause)})
    found: list[list[int]] = []
    for value in values:
        if found and value - found[-1][-1] <= _NEAR:
            found[-1].append(value)
        else:
            found.append([value])
    groups = found
    return _Generalising(terms, system, groups).result() if 0 < len(groups) <= _MOST else None


def _compared(clause: Clause) -> Iterator[int]:
    for term in reachable((clause.constraint,)):
        if term.op in (Op.INT_LE, Op.INT_LT, Op.EQ):
            for arg in term.args:
                if arg.sort == INT and arg.value is not None and arg.value >= _LARGE and arg.value not in _SIZES:
                    yield arg.value


class _Generalising:
    def __init__(self, terms: Terms, system: HornSystem, groups: list[list[int]]) -> None:
        self._t = terms
        self._system = system
        self._symbols = {terms.symbol(f"bound~{group[0]}", INT): group for group in groups}
        self._put_in = Substitution(
            terms,
            {
                terms.integer(value): terms.int_add(symbol, terms.integer(value - group[0]))
                for symbol, group in self._symbols.items()
                for value in group
            },
        )

    def result(self) -> GeneralSystem:
        made = {each: replace(each, parameters=(*each.parameters, *self._symbols)) for each in self._system.relations}
        clauses = [self._clause(clause, made) for clause in self._system.clauses]
        constants = {symbol: self._t.integer(group[0]) for symbol, group in self._symbols.items()}
        origins = {new: old for old, new in made.items()}
        return GeneralSystem(HornSystem(tuple(made.values()), tuple(clauses)), origins, constants)

    def _clause(self, clause: Clause, made: Mapping[Relation, Relation]) -> Clause:
        def apply(applied: Applied) -> Applied:
            return Applied(made[applied.relation], (*map(self._put_in, applied.arguments), *self._symbols))

        order = () if clause.body else self._order()
        constraint = self._t.and_(self._put_in(clause.constraint), *order)
        head = None if clause.head is None else apply(clause.head)
        return Clause(tuple(map(apply, clause.body)), constraint, head, clause.gap)

    def _order(self) -> Iterator[Term]:
        """The smallest is positive, and the others are larger."""
        t, known = self._t, list(self._symbols)
        yield t.int_lt(t.integer(0), known[0])
        for small, large in pairwise(known):
            last = self._symbols[small][-1] - self._symbols[small][0]
            yield t.int_lt(t.int_add(small, t.integer(last)), large)


@dataclass(frozen=True, slots=True)
class Lifted:
    """Candidates for the relations over bit-vectors."""

    candidates: Mapping[Relation, Sequence[Term]]
    lost: int = 0
    """Conjuncts over integers that none of them says."""


@dataclass(frozen=True, slots=True)
class SpokenSystem:
    system: HornSystem
    origins: Mapping[Relation, tuple[Relation, Sequence[SymbolOrigin]]]
    """The relation that each stands for, and what each parameter does."""
    cells: Mapping[Relation, Sequence[BitCell]]
    """By the relation over bit-vectors."""
    constants: Mapping[Term, Term]
    """What the parameters are that stand for constants of the program; they come last."""

    def lifted(self, terms: Terms, formulas: Mapping[Relation, Term]) -> Lifted:
        found: dict[Relation, list[Term]] = {}
        lost = 0
        for relation, formula in formulas.items():
            relation_over_bits, origins = self.origins[relation]
            lifting = Lifting(terms, dict(zip(relation.parameters, origins, strict=False)))
            plain = list(lifting.candidates(Substitution(terms, self.constants)(formula)))
            found[relation_over_bits] = [*plain, *self._inside(terms, relation_over_bits, plain)]
            lost += lifting.lost
        return Lifted(found, lost)

    def _inside(self, terms: Terms, relation: Relation, candidates: Sequence[Term]) -> Iterator[Term]:
        """What candidates say of elements, of those only that have an address of their own."""
        for candidate in candidates:
            bound = [cell for cell in self.cells.get(relation, ()) if cell.number in symbols(candidate)]
            if bound:
                yield terms.implies(terms.and_(*(cell.in_memory(terms) for cell in bound)), candidate)


class IntegerClauses:
    """The clauses of one program over integers."""

    def __init__(self, terms: Terms, vocabulary: Vocabulary, system: HornSystem) -> None:
        self._terms = terms
        self._vocabulary = vocabulary
        self._system = system

    def over_integers(self, wrapping: Wrapping, *, with_cells: bool, is_general: bool) -> SpokenSystem | None:
        """None if there are no arrays to speak of by cells, or too many; or no constants to forget."""
        integers = Integers(self._terms, self._vocabulary, wrapping)
        whole = {relation: _relation(integers, relation) for relation in self._system.relations}
        origins = {whole[bits]: (bits, [origin_of(integers, each) for each in bits.parameters]) for bits in whole}
        cells: dict[Relation, Sequence[BitCell]] = {}
        clauses = tuple([_clause(integers, clause, whole) for clause in self._system.clauses])
        system = HornSystem(tuple(whole.values()), clauses)
        if with_cells:
            found = self._by_cells(system, origins)
            if found is None:
                return None
            system, origins, cells = found
        linear = without_products(self._terms, system)
        products = {
            each: (origins[before][0], [*origins[before][1], *(_product(origins[before][1], places) for places in more)])
            for each, (before, more) in linear.origins.items()
        }
        general = generalised(self._terms, linear.system) if is_general else None
        if general is not None:
            return SpokenSystem(
                general.system, {each: products[old] for each, old in general.origins.items()}, cells, general.constants
            )
        return None if is_general and not with_cells else SpokenSystem(linear.system, products, cells, {})

    def _by_cells(
        self, system: HornSystem, origins: Mapping[Relation, tuple[Relation, list[SymbolOrigin]]]
    ) -> tuple[HornSystem, dict[Relation, tuple[Relation, list[SymbolOrigin]]], dict[Relation, Sequence[BitCell]]] | None:
        morphed = with_cells(self._terms, system)
        if morphed is None:
            return None
        made: dict[Relation, tuple[Relation, list[SymbolOrigin]]] = {}
        cells: dict[Relation, Sequence[BitCell]] = {}
        for relation, (before, spoken) in morphed.origins.items():
            bits, known = origins[before]
            plain = [each for each in known if not isinstance(each.factors[0].sort, Array)]
            cells[bits] = [self._bit_cell(bits, cell) for cell in spoken]
            pairs = [(SymbolOrigin((cell.number,), (Reading.SIGNED,)), self._word(bits, cell)) for cell in cells[bits]]
            made[relation] = (bits, [*plain, *(each for pair in pairs for each in pair)])
        return morphed.system, made, cells

    def _bit_cell(self, relation: Relation, cell: ArrayCell) -> BitCell:
        array = relation.parameters[cell.place]
        return BitCell(self._terms.symbol(f"all#{array.name}", array.array.index), cell.place, cell.step)

    def _word(self, relation: Relation, cell: BitCell) -> SymbolOrigin:
        word = self._terms.select(relation.parameters[cell.place], cell.address(self._terms, cell.number))
        return SymbolOrigin((word,), (element_reading(word.width),))


def _relation(integers: Integers, relation: Relation) -> Relation:
    parameters = tuple(map(integers.symbol, relation.parameters))
    return Relation(relation.name, parameters, relation.location, relation.calls, relation.is_head)


def _clause(integers: Integers, clause: Clause, relations: Mapping[Relation, Relation]) -> Clause:
    pairs = () if clause.head is None else tuple(zip(clause.head.arguments, clause.head.relation.parameters, strict=True))
    inputs = [(arg, integers.reading(like)) for arg, like in pairs if arg.op is Op.SYMBOL and integers.reading(arg) is None]
    given = {argument for applied in clause.body for argument in applied.arguments}
    passed_on = {arg: reading for arg, reading in inputs if reading is not None}
    translation = IntegerTranslation(integers, (clause.constraint, *(arg for arg, _ in pairs)), given, passed_on)
    body = tuple([Applied(relations[each.relation], tuple(map(integers.symbol, each.arguments))) for each in clause.body])
    arguments = tuple([_argument(integers, translation, arg, like) for arg, like in pairs])
    head = None if clause.head is None else Applied(relations[clause.head.relation], arguments)
    return Clause(body, integers.terms.and_(translation.of(clause.constraint), *translation.side), head, clause.gap)


def _argument(integers: Integers, translation: IntegerTranslation, term: Term, parameter: Term) -> Term:
    """An argument of a relation; a number is read as the parameter is."""
    if not isinstance(parameter.sort, BitVec):
        return translation.of(term)
    reading = integers.reading(parameter) or element_reading(parameter.width)
    value = translation.number(term, reading)
    if integers.wrapping is Wrapping.RANGED:
        translation.limit(value, reading, parameter.width)
    return value


def _product(origins: Sequence[SymbolOrigin], places: Sequence[int]) -> SymbolOrigin:
    """What a product of parameters stands for."""
    factors = tuple([factor for place in places for factor in origins[place].factors])
    return SymbolOrigin(factors, tuple([reading for place in places for reading in origins[place].readings]))
