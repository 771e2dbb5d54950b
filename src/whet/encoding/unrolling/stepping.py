"""One edge, taken from given values: what an unrolled program and a path that is executed symbolically have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whet.cfa.model import Edge
from whet.cfa.operations import Leave
from whet.encoding.encode import Encoder
from whet.encoding.notes import Remark
from whet.encoding.unrolling.joining import Values
from whet.encoding.unrolling.transformation import Fresh, Transformation
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import conjuncts
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """An edge in one activation of its function, with the values it was given."""

    transformation: Transformation
    given: list[Term]
    condition: Term
    """When it can be taken."""

    @staticmethod
    def of(terms: Terms, transformation: Transformation, values: Values, fresh: Fresh) -> Taken:
        given = transformation.given_values(values, fresh)
        (condition,) = transformation.condition(given)
        if transformation.loose and _bind(terms, given, condition):
            (condition,) = transformation.condition(given)
        return Taken(transformation, given, condition)

    def values_after(self, before: Values, edge: Edge, encoder: Encoder, activations: Mapping[str, int]) -> Values:
        """``activations`` are those before the edge."""
        written = self.transformation.written
        if not written and not isinstance(edge.operation, Leave):
            return before
        values = {**before, **dict(zip(written, self.transformation.values(self.given), strict=True))}
        if isinstance(edge.operation, Leave):  # the frame of a finished call is no longer used
            function = edge.source.function
            for base in encoder.locals(function, activations.get(function.name, 1)):
                values.pop(base, None)
        return values

    def losses(self, terms: Terms) -> Iterator[tuple[Remark, Term]]:
        """What the encoding of the edge may leave out, and when, unless that is never."""
        losses = self.transformation.losses
        if losses:
            for remark, condition in zip(losses, self.transformation.losing(self.given), strict=True):
                if condition is not terms.false:
                    yield remark, condition


def constants_of(term: Term) -> set[int] | None:
    """All values of a term that chooses between constants; None if it is another one."""
    found: set[int] = set()
    seen: set[Term] = set()
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if part.value is not None:
            found.add(part.value)
        elif part.op is not Op.ITE:
            return None
        elif part not in seen:
            seen.add(part)
            waiting += part.args[1:]
    return found


def _bind(terms: Terms, given: list[Term], condition: Term) -> bool:
    """Put constants in the place of new symbols that must be the bits of constant floats; was there one?"""
    constants = dict(_constant_bits(terms, condition))
    bound = [number for number, term in enumerate(given) if term in constants]
    for number in bound:
        given[number] = constants[given[number]]
    return bool(bound)


def _constant_bits(terms: Terms, condition: Term) -> Iterator[tuple[Term, Term]]:
    """The symbols that a condition says to be the bits of a float that is a constant and no NaN, which has many."""
    for part in conjuncts(condition):
        match part:
            case (
                Term(op=Op.EQ, args=(Term(op=Op.FP_FROM_BITS, args=(symbol,)), Term(value=int(bits)) as number))
                | Term(op=Op.EQ, args=(Term(value=int(bits)) as number, Term(op=Op.FP_FROM_BITS, args=(symbol,))))
            ):
                if symbol.op is Op.SYMBOL and terms.fp_is_nan(number) is terms.false:
                    yield symbol, terms.bv(bits, symbol.width)
            case _:
                pass
