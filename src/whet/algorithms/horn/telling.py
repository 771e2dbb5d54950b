"""Candidates of clauses said in C, with those that speak of all elements of an array (``elements``, ``checking``).

An element is a word of a region at an address.  The object whose address is in it by a constant, or the pointer that it is
computed from, is what the element is one of.  Saying something else than was meant costs a proof and makes none: the check of
proofs shows what is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whet.algorithms.horn.elements import numbers
from whet.cfa.expressions import AddressOf, Cast, Deref, Expr, Index, PointerAdd, Var, Variable
from whet.cfa.trees import Every, number_of_any
from whet.cfa.types import ArrayType, IntType, MachineModel, PointerType
from whet.encoding.decoding import Decoding, NotDecoded
from whet.encoding.encode import Encoder
from whet.pointers.regions import Region
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.integer_polynomials import IntegerPolynomial
from whet.solvers.terms.rings import ring_polynomial, ring_term
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import ordered, symbols


class Telling(Decoding):
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
            raise NotDecoded(f"nobody knows what {address} leads to")
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
    return Every(tuple(bound.values()), Telling(encoder, machine, bound).truth(term))


def numbers_of(term: Term) -> list[Term]:
    """Those of ``elements``, and those of ``cells``."""
    return [*numbers(term), *_cells(term)]


def _cells(term: Term) -> Iterator[Term]:
    return (each for each in ordered(symbols(term)) if each.name.startswith("all#"))
