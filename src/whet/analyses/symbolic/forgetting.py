"""What a state need not know: values nobody will read, and constraints on symbolic values that nobody has.

Between its last use and its next assignment the value of a variable does not matter.  Without it, a symbolic value may occur in
constraints only.  These can be met whatever the others are, and say nothing about the store, so they are dropped: the state
describes the same without them.  That is what makes turns of a loop equal that ask for a new input each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from whet.analyses.symbolic.feasibility import connected
from whet.analyses.symbolic.state import Constraints, SymbolicState
from whet.cfa.facts import Facts
from whet.cfa.model import Node, Program
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.joining import Values
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols


class SymbolicForgetting:
    """Forgets what is dead in a program."""

    def __init__(self, program: Program, encoder: Encoder) -> None:
        self._facts = Facts.of(program)
        self._encoder = encoder
        self._dead: dict[tuple[Node, int], tuple[Term, ...]] = {}

    def applied(self, state: SymbolicState, location: Node) -> SymbolicState:
        """The state without what is dead at a location."""
        values = without(state.values, self._dead_at(location, state.activations))
        return state.knowing(values, related(state.constraints, values))

    def _dead_at(self, node: Node, activations: Mapping[str, int]) -> tuple[Term, ...]:
        key = (node, activations.get(node.function.name) or 1)
        if key not in self._dead:
            live = self._facts.liveness(node.function).at(node)
            described = self._encoder.vocabulary.described
            bases = self._encoder.locals(node.function, key[1])
            self._dead[key] = tuple([base for base in bases if described(base) not in live])
        return self._dead[key]


def without(values: Values, bases: Iterable[Term]) -> Values:
    """The same values if none of the bases has one."""
    gone = [base for base in bases if base in values]
    if not gone:
        return values
    kept = dict(values)
    for base in gone:
        del kept[base]
    return kept


def related(constraints: Constraints, values: Values) -> Constraints:
    """The constraints on symbolic values that the values have, directly or through others; the same ones if these are all."""
    if not constraints:
        return constraints
    kept = connected(frozenset().union(*map(symbols, values.values())), constraints)
    if len(kept) == len(constraints):
        return constraints
    return {term: constraints[term] for term in kept}
