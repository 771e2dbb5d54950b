"""The clauses of a program said over integers, with what each number there stands for here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from whet.algorithms.horn.cells import ArrayCell, with_cells
from whet.algorithms.horn.checking import BitCell
from whet.algorithms.horn.generalising import generalised
from whet.algorithms.horn.products import without_products
from whet.encoding.integers import Integers, IntegerTranslation, Reading, Wrapping, element_reading
from whet.encoding.lifting import Lifting, SymbolOrigin, origin_of
from whet.encoding.vocabulary import Vocabulary
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import Substitution, symbols
from whet.task.records import dataclass


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


class Saying:
    """Says the clauses of one program."""

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
