"""From a path to the inputs with which the program takes it.

The path is executed once more, this time without forgetting anything and with a name of its own for every symbolic value, so that
a model of its constraints tells what the environment must answer at each step, and what is in memory that nobody wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from whet.analyses.symbolic.feasibility import Feasibility
from whet.cfa.model import Edge, Program
from whet.encoding.encode import Encoder, c_value
from whet.encoding.memory import OutOfAddresses
from whet.encoding.unrolling.joining import Values
from whet.encoding.unrolling.runs import UnrolledRead
from whet.encoding.unrolling.stepping import Taken
from whet.encoding.unrolling.transformation import Asked, Transformations
from whet.interpreter.replay import Guide
from whet.solvers.port import Model, UnsupportedTerm
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class _Continuation:
    """A path with all that holds on it."""

    constraints: tuple[Term, ...]
    asked: tuple[tuple[Asked, ...], ...]
    """By edge."""


class Guiding:
    """Finds inputs for paths of one program."""

    def __init__(self, program: Program, encoder: Encoder, transformations: Transformations, feasibility: Feasibility) -> None:
        self._program = program
        self._encoder = encoder
        self._transformations = transformations
        self._feasibility = feasibility

    def guide(self, edges: Sequence[Edge]) -> Guide | None:
        """None if no inputs were found."""
        try:
            followed = self._followed(edges)
            model = None if followed is None else self._feasibility.model(followed.constraints)
        except (OutOfAddresses, UnsupportedTerm):
            return None
        return None if followed is None or model is None else _guide(followed, model)

    def _followed(self, edges: Iterable[Edge]) -> _Continuation | None:
        terms, fresh = self._encoder.terms, _Numbering(self._encoder)
        values: Values = self._encoder.beginning()
        activations: Mapping[str, int] = self._encoder.unconstrained(self._program.start).activations
        constraints: dict[Term, None] = {}
        asked: list[tuple[Asked, ...]] = []
        for edge in edges:
            transformation, after = self._transformations.of(edge, activations)
            missing = [base for base in transformation.read if base not in values]
            values = {**values, **{base: fresh(base) for base in missing}} if missing else values
            taken = Taken.of(terms, transformation, values, fresh)
            if taken.condition is terms.false:
                return None
            constraints |= dict.fromkeys(conjuncts(taken.condition))
            asked.append(transformation.asked(taken.given))
            values, activations = taken.values_after(values, edge, self._encoder, activations), after
        return _Continuation(tuple(constraints), tuple(asked))


class _Numbering:
    """Gives out every name once."""

    def __init__(self, encoder: Encoder) -> None:
        self._vocabulary = encoder.vocabulary
        self._numbers: dict[Term, Iterator[int]] = {}

    def __call__(self, base: Term) -> Term:
        return self._vocabulary.instance(base, next(self._numbers.setdefault(base, count())))


def _guide(followed: _Continuation, model: Model) -> Guide:
    inputs = []
    reads = []
    for asked in followed.asked:
        found = [(each, c_value(model.bits(each.term), each.input.type)) for each in asked]
        inputs += [value for each, value in found if each.is_certain]
        open_ = [(each.input, value) for each, value in found if not each.is_certain]
        reads.append(tuple([UnrolledRead(each.origin, each.type, value) for each, value in open_]))
    return Guide(tuple(inputs), tuple(reads))
