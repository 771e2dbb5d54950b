"""The property as an analysis: which states violate it, and where the program does something that is not modelled.

Properties are automata with one step: a call of an error function, an error label, a failed assertion.  A state is
the violation that has happened, or None.  Behind an ``Unsupported`` operation, or the call of a function that is
not modelled, nothing is known: a gap.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.library import Library, NotModelled
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Enter, Operation, Skip, Unsupported, flatten
from whet.cfa.source import Origin
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import Finding, Gap, Post, Violation
from whet.core.operators import NoPrecision
from whet.core.registry import register_analysis

ASSERTION_FUNCTIONS = frozenset({"__assert_fail", "__assert", "__assert_rtn", "_assert"})
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
State = Violation | Gap | None


@register_analysis("specification")
class SpecificationAnalysis(EdgeAnalysis[State]):
    """Watches for violations of the property."""

    def __init__(
        self,
        program: Program,
        *,
        functions: Sequence[str] = ERROR_FUNCTIONS,
        labels: Sequence[str] = (),
        assertions: bool = False,
        violated: str = "unreach-call",
    ) -> None:
        super().__init__(program)
        self._functions = frozenset(functions) | (ASSERTION_FUNCTIONS if assertions else frozenset())
        self._labels = frozenset(labels)
        self._library = Library()
        self._property = violated

    def initial(self, node: Node) -> State:
        return None

    def post(self, edge: Edge) -> Post[State, NoPrecision] | None:
        for operation in flatten(edge.operation):
            finding = self._finding_by(operation)
            if finding is not None:
                return _always(finding)
        return None

    def finding(self, state: State) -> Finding | None:
        return state

    def _finding_by(self, operation: Operation) -> Finding | None:
        origin = operation.origin
        match operation:
            case Call(callee=Function(name=name)) | Enter(function=Function(name=name)) if name in self._functions:
                return Violation(self._property, f"{name}() is called", origin.original_place)
            case Skip(label=str(label)) if label in self._labels:
                return Violation(self._property, f"the label {label} is reached", origin.original_place)
            case Unsupported(construct=construct):
                return _gap(construct, origin)
            case Call(callee=Function() as callee, arguments=arguments) if not callee.is_defined:
                effect = self._library.effect(callee, arguments)
                return _gap(effect.construct, origin) if isinstance(effect, NotModelled) else None
            case _:
                return None


def _gap(construct: str, origin: Origin) -> Gap:
    return Gap("unsupported", f"{origin.original_place}: {construct} is not supported")


def _always(finding: Finding) -> Post[State, NoPrecision]:
    successors = (finding,)
    return lambda _state, _precision: successors
