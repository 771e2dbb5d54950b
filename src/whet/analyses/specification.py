"""The property as an analysis: which states violate it, and where the program does something that is not modelled.

The property is part of the program (``whet.checks.insertion``): an edge violates it or not.  A state is the violation that has
happened, or None.  After an ``Unsupported`` operation, or the call of a function that is not modelled, nothing is known: a gap.
Both are the last thing that happens on an edge, so no other analysis can make them disappear.
"""

from __future__ import annotations

from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Operation, Unsupported, flatten
from whet.cfa.source import Origin
from whet.cfa.targets import violation_by
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Finding, Gap, Post, Violation
from whet.core.operators import NoPrecision
from whet.core.registry import register_analysis
from whet.library.effects import NotModelled
from whet.task.messages.unknown import UNSUPPORTED

State = Violation | Gap | None


@register_analysis("specification")
class SpecificationAnalysis(EdgeAnalysis[State]):
    """Watches for violations of the property."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._library = Library()

    def withholds(self, state: State, location: Node) -> bool:
        """It knows nothing of variables."""
        return False

    def initial(self, node: Node) -> State:
        return None

    def post(self, edge: Edge) -> Post[State, NoPrecision] | None:
        for operation in flatten(edge.operation):
            finding = self._finding_by(operation)
            if finding is not None:
                successors = (finding,)
                return lambda _state, _precision: successors
        return None

    def finding(self, state: State) -> Finding | None:
        return state

    def _finding_by(self, operation: Operation) -> Finding | None:
        error = violation_by(operation)
        if error is not None:
            return Violation(error.property, error.what, operation.origin.original_place)
        match operation:
            case Unsupported(construct=construct):
                return _gap(construct, operation.origin)
            case Call(callee=Function() as callee, arguments=arguments) if not callee.is_defined:
                effect = self._library.effect(callee, arguments)
                return _gap(effect.construct, operation.origin) if isinstance(effect, NotModelled) else None
            case _:
                return None


def _gap(construct: str, origin: Origin) -> Gap:
    return Gap("unsupported", f"{origin.original_place}: {UNSUPPORTED.format(construct=construct)}")
