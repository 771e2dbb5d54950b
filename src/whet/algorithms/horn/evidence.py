"""A solution of Horn clauses as evidence: invariants of loops, and contracts of functions that have a summary.

Formulas of clauses become C expressions, with those about all elements of an array (``elements``, ``checking``).  An element is
a word of a region at an address; its object is the one whose address occurs in that as a constant, or the pointer from which
the address is computed.  A wrong translation costs a proof and never makes a wrong one: the proof check decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from whet.algorithms.horn.elements import numbers
from whet.algorithms.horn.summaries import CallSummary, Summaries
from whet.algorithms.invariants import invariant_at
from whet.cfa.earlier import Earlier
from whet.cfa.expressions import AddressOf, Cast, Const, Deref, Expr, Index, PointerAdd, Var, Variable, conjunction
from whet.cfa.model import Function, Program
from whet.cfa.show import to_c
from whet.cfa.trees import Every, ExpressionTree, NoTree, Trees, number_of_any
from whet.cfa.types import ArrayType, IntType, MachineModel, PointerType
from whet.core.evidence import Contract, Invariant, Proof, Spot
from whet.encoding.decoding import Decoding, NotDecoded
from whet.encoding.encode import Encoder
from whet.pointers.regions import Region
from whet.solvers.clauses import Relation, Solution
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial
from whet.solvers.terms.rings import ring_polynomial, ring_term
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import ordered, symbols


class FormulaDecoding(Decoding):
    """Of the conditions of one program, in which these symbols are numbers."""

    def __init__(self, encoder: Encoder, machine: MachineModel, bound: Mapping[Term, Variable]) -> None:
        super().__init__(machine, encoder.vocabulary.described)
        self._terms: Terms = encoder.terms
        self._encoder = encoder
        self._bound = bound
        self._regions = {encoder.vocabulary.region(region): region for region in encoder.regions.all()}

    def _symbol(self, term: Term) -> Expr:
        return Var(self._bound[term]) if term in self._bound else super()._symbol(term)

    def _decoded(self, term: Term) -> tuple[Expr, int]:
        if term.op is not Op.SELECT:
            return super()._decoded(term)
        array, address = term.args
        if array not in self._regions:
            raise NotDecoded(f"{array} is no region")
        value = ring_polynomial(address)
        if value is None:
            raise NotDecoded(f"{address} is no sum")
        found = self._of_object(self._regions[array], value, term.width) or self._of_pointer(value, term.width)
        if found is None:
            raise NotDecoded(f"what {address} points to is unknown")
        begin, steps, type = found
        index, depth = self._decoded(ring_term(self._terms, steps, address.width))
        return self._element(begin, index, type), depth + 2

    def _of_object(
        self, region: Region, address: IntegerPolynomial, width: int
    ) -> tuple[Expr, IntegerPolynomial, IntType] | None:
        layout = self._encoder.layout
        for variable in region.variables:
            if variable not in layout.dynamic:
                begin, size = layout.address(variable, 1), layout.size(variable)
                if size is not None and begin <= address.constant + width // 8 and address.constant < begin + size:
                    type = self._word(variable, width)
                    steps = _divided(address.plus(IntegerPolynomial({(): -begin})), type.size, layout.width)
                    return None if steps is None else (Var(variable), steps, type)
        return None

    def _of_pointer(self, address: IntegerPolynomial, width: int) -> tuple[Expr, IntegerPolynomial, IntType] | None:
        for (atom, *more), factor in ((each, factor) for each, factor in address.factors.items() if each):
            variable = self._encoder.vocabulary.described(atom)
            if not more and factor == 1 and variable is not None and isinstance(variable.type, PointerType):
                type, rest = self.unsigned(width), address.plus(IntegerPolynomial({(atom,): -1}))
                steps = _divided(rest, type.size, self._encoder.layout.width)
                return None if steps is None else (self._symbol(atom), steps, type)
        return None

    def _word(self, variable: Variable, width: int) -> IntType:
        match variable.type:
            case ArrayType(element=IntType(width=own) as element) if own == width and not element.is_bool:
                return element
            case _:
                return self.unsigned(width)

    def _element(self, begin: Expr, index: Expr, type: IntType) -> Expr:
        assert isinstance(begin, Var)
        pointer = self._machine.pointer(type)
        match begin.type:
            case ArrayType(element=element) if element == type:
                return Index(begin, index)
            case PointerType():
                moved = PointerAdd(Cast(begin, pointer), index, type.size, pointer)
            case _:
                address = AddressOf(begin, self._machine.pointer(begin.type))
                moved = PointerAdd(Cast(address, pointer), index, type.size, pointer)
        return Deref(moved, type)


def _divided(value: IntegerPolynomial, by: int, width: int) -> IntegerPolynomial | None:
    """Signed factors, so that one before the beginning is -1."""
    half, size = 1 << (width - 1), 1 << width
    signed = {each: (factor + half) % size - half for each, factor in value.factors.items()}
    if any(factor % by for factor in signed.values()):
        return None
    return IntegerPolynomial({each: factor // by for each, factor in signed.items()})


def told(encoder: Encoder, machine: MachineModel, term: Term) -> Every:
    """A candidate about all numbers; raises ``NotDecoded``."""
    types = Decoding(machine, encoder.vocabulary.described)
    bound = {each: number_of_any(place, types.unsigned(each.width)) for place, each in enumerate(numbers_of(term))}
    return Every(tuple(bound.values()), FormulaDecoding(encoder, machine, bound).truth(term))


def numbers_of(term: Term) -> list[Term]:
    """Those of ``elements``, and those of ``cells``."""
    return [*numbers(term), *_cells(term)]


def _cells(term: Term) -> Iterator[Term]:
    return (each for each in ordered(symbols(term)) if each.name.startswith("all#"))


def _strongest(terms: Sequence[Term]) -> list[Term]:
    """Without those that another one implies because it has fewer cases."""
    cases = {each: _cases(each) for each in terms}
    return [each for each in cases if not any(other < cases[each] for other in cases.values())]


def _cases(term: Term) -> frozenset[tuple[Term, bool]]:
    """The parts of a disjunction, and whether they are to be true."""
    found, stack = set(), [(term, True)]
    while stack:
        part, truth = stack.pop()
        if part.op is Op.NOT:
            stack.append((part.args[0], not truth))
        elif part.op is (Op.OR if truth else Op.AND):
            stack += [(each, truth) for each in part.args]
        else:
            found.add((part, truth))
    return frozenset(found)


class HornEvidence:
    """Says in C what relations are, as far as possible."""

    def __init__(self, program: Program, encoder: Encoder, summaries: Summaries) -> None:
        self._program = program
        self._encoder = encoder
        self._vocabulary = encoder.vocabulary
        self._summaries = summaries
        self._functions = {node.number: node.function for node in program.nodes()}
        self._decodings: dict[Function, Decoding] = {}
        self._trees: dict[Function, Trees] = {}

    def proof(self, solution: Solution) -> Proof:
        said = {relation: self._said(relation, terms) for relation, terms in solution.items()}
        every = {relation: [*self._about_all(relation, terms)] for relation, terms in solution.items() if relation.is_head}
        left_out = sum(len(said[each]) + len(every.get(each, ())) < len(terms) for each, terms in solution.items())
        heads = [found for each in every for found in (*self._invariant(each, said[each]), *every[each])]
        by_location = {relation.location: relation for relation in said if not relation.is_head}
        contracts = [
            self._contract(each, [*map(by_location.get, (each.entering.location, each.leaving.location))], said)
            for each in self._summaries.values()
        ]
        return Proof(tuple(heads), left_out, contracts=tuple(contracts))

    def _root(self, relation: Relation) -> Function:
        """The function in which the call stack of a relation begins."""
        return self._functions[relation.calls[0]] if relation.calls else relation.location.function

    def _said(self, relation: Relation, terms: Sequence[Term]) -> list[Expr]:
        found, decoding = [], self._decoding(self._root(relation))
        for term in terms:
            if not numbers_of(term):
                with suppress(NotDecoded):
                    found.append(decoding.truth(term))
        return found

    def _decoding(self, root: Function) -> Decoding:
        if root not in self._decodings:
            more = {} if root not in self._summaries else dict(self._earlier(root, self._summaries[root]))
            self._decodings[root] = Decoding(self._program.machine, self._vocabulary.described, more)
            self._trees[root] = Trees(self._program, more.values())
        return self._decodings[root]

    def _earlier(self, root: Function, summary: CallSummary) -> Iterator[tuple[Term, Variable]]:
        known = self._program.fact(Earlier).of(root)
        for base in summary.before:
            variable = self._vocabulary.described(base)
            assert variable is not None
            yield base, known[variable]

    def _invariant(self, relation: Relation, said: Sequence[Expr]) -> Iterator[Invariant]:
        """With the calls that lead there, because it may speak of the variables of callers."""
        if said:
            with suppress(NoTree):
                text, tree = self._told(self._root(relation), said)
                yield invariant_at(relation.location, Spot.LOOP_HEAD, text, tree, relation.calls)

    def _about_all(self, relation: Relation, terms: Sequence[Term]) -> Iterator[Invariant]:
        """What is known of all elements of arrays."""
        for term in _strongest([*filter(numbers_of, terms)]):
            with suppress(NotDecoded, NoTree):
                every = told(self._encoder, self._program.machine, term)
                text = f"for all {', '.join(each.name for each in every.numbers)}: {to_c(every.condition)}"
                yield invariant_at(relation.location, Spot.LOOP_HEAD, text, Trees(self._program).every(every), relation.calls)

    def _contract(self, summary: CallSummary, relations: Sequence[Relation | None], said: dict[Relation, list[Expr]]) -> Contract:
        """What no error depends on is not said."""
        function = summary.function
        before, after = ([] if each is None else said[each] for each in relations)
        (requires, requires_tree), (ensures, ensures_tree) = self._told(function, before), self._told(function, after)
        return Contract(
            function=function.name, requires=requires, requires_tree=requires_tree, ensures=ensures, ensures_tree=ensures_tree
        )

    def _told(self, root: Function, said: Sequence[Expr]) -> tuple[str, ExpressionTree]:
        condition = conjunction([*said], self._program.machine.int)
        if condition is None:
            return self._told(root, [Const(1, self._program.machine.int)])
        self._decoding(root)
        return " && ".join(map(to_c, said)), self._trees[root].tree(condition)
