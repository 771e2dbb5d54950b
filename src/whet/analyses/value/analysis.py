"""The value analysis as a configurable program analysis (Löwe, sections 3.4 and 4.3): merge-sep, stop-sep.

With full precision everything is tracked; otherwise nothing, until a refinement asks for it (``precision``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from whet.analyses.value.claims import ObjectClaim, equality
from whet.analyses.value.compiled import CompiledTransfer
from whet.analyses.value.cover import StopCovered
from whet.analyses.value.effects import ValueEffects
from whet.analyses.value.evaluator import Evaluator
from whet.analyses.value.forgetting import Forgetting
from whet.analyses.value.interpreted import InterpretedTransfer
from whet.analyses.value.layout import Layout
from whet.analyses.value.memory import AbstractMemory, Contents
from whet.analyses.value.precision import FULL, Adjusting, Precision, ValuePrecision
from whet.analyses.value.state import NO_CALLERS, Slots, ValueDomain, ValueState
from whet.analyses.value.store import Store
from whet.analyses.value.values import SOME_NAN, AbstractValue, Address, float_of
from whet.cfa import semantics
from whet.cfa.expressions import Expr, Var, Variable, conjunction
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.source import Origin
from whet.cfa.types import FloatType, is_scalar
from whet.core.interfaces import Finding, Post, Query, Strengthen
from whet.core.operators import merge_sep
from whet.core.queries import CallTargets, ValueOf
from whet.core.registry import register_analysis
from whet.refine.domain import Sharing
from whet.refine.refinable import Refinable, RefinerContext
from whet.task.options import Choice, Whole, option, words
from whet.task.records import dataclass

A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOptions:
    transfer: str = option(
        "compiled",
        Choice(("compiled", "interpreted")),
        "Whether an edge is compiled to Python code or interpreted; same results.",
    )
    forget: str = option("dead", Choice(("dead", "nothing")), "What is forgotten: values of dead variables, or nothing.")
    precision: str = option(
        "full",
        Choice(("full", *words(Sharing))),
        "What is tracked: everything, or what refinements ask for, in the whole scope of a variable or only where they ask.",
    )
    object_bytes: int = option(16384, Whole(1), "Nothing is known of the contents of memory objects larger than this.")


@register_analysis("value", options=ValueOptions)
class ValueAnalysis:
    """Tracks the values of variables and memory where they are known exactly."""

    name: str
    wished_order = None

    def __init__(self, program: Program, options: ValueOptions | None = None) -> None:
        options = options or ValueOptions()
        is_full = options.precision == "full"
        self.program = program
        self.layout = Layout(program, options.object_bytes)
        store = Store(self.layout)
        self._effects = ValueEffects(self.layout, store)
        self._evaluator = Evaluator(self.layout, store)
        interpreted = InterpretedTransfer(self.layout, store, self._evaluator, self._effects)
        self._compiled = CompiledTransfer(self.layout, store, self._effects, interpreted)
        self._transfer = self._compiled if options.transfer == "compiled" else interpreted
        self._forgetting = Forgetting(self.layout) if options.forget == "dead" else None
        self._precision = FULL if is_full else ValuePrecision.empty(Sharing(options.precision))
        self._adjusting = None if is_full else Adjusting(self.layout)
        self._posts: dict[Edge, Post[ValueState, Precision] | None] = {}
        self.domain = ValueDomain()
        self.transfer = self
        self.merge = merge_sep
        self.stop = StopCovered()
        self.adjust = None

    def initial(self, node: Node) -> ValueState:
        """Nothing is known; the start function declares the globals."""
        frame = self.layout.frame_slots[node.function]
        return ValueState((None,) * len(self.layout.global_slots), (None,) * len(frame), NO_CALLERS, AbstractMemory({}))

    def initial_precision(self) -> Precision:
        return self._precision

    def sleeps(self, precision: Precision) -> bool:
        return False

    def partition(self, state: ValueState) -> Hashable:
        return state.depth

    def may_merge(self, state: ValueState) -> bool:
        return False

    def claim(self, state: ValueState, location: Node) -> Expr | None:
        """The numbers in the slots and in memory objects with a name."""
        held = self._held(location.function, state.frame)
        held += [(variable, state.globals[slot]) for variable, slot in self.layout.global_slots.items()]
        facts = self._equalities(held)
        for told in self._objects(state, location):
            facts += told.facts
        return conjunction(facts, self.program.machine.int)

    def claim_below(self, state: ValueState, callers: Sequence[Function]) -> Expr | None:
        """The numbers in the slots of the callers, of which the innermost is the first."""
        frames = zip(callers, state.callers.frames(), strict=True)
        held = [each for function, frame in frames for each in self._held(function, frame)]
        return conjunction(self._equalities(held), self.program.machine.int)

    def withholds(self, state: ValueState, location: Node) -> bool:
        """Does a state know more than it claims?"""
        slots = (*state.globals, *state.frame, *(value for frame in state.callers.frames() for value in frame))
        if any(isinstance(value, Address) or value == SOME_NAN for value in slots):
            return True
        told = [*self._objects(state, location)]
        silent = sum(1 for number, contents in state.memory.objects.items() if not self._is_nothing(number, contents))
        return len(told) < silent or not all(each.is_all for each in told)

    def _objects(self, state: ValueState, location: Node) -> Iterator[ObjectClaim]:
        """Those that are static, or belong to the function that runs."""
        for number, contents in sorted(state.memory.objects.items()):
            variable = self.layout.entity(number)
            if self._is_nothing(number, contents) or not isinstance(variable, Variable):
                continue
            if variable.is_static or (variable.function, number // self.layout.count) == (location.function.name, state.depth):
                yield ObjectClaim(variable, contents, self.program.machine.int)

    def _is_nothing(self, number: int, contents: Contents) -> bool:
        """Is nothing known of an object, or nothing that is not always so?"""
        return contents.is_blank or number in self.layout.constants

    def _held(self, function: Function, frame: Slots) -> list[tuple[Variable, AbstractValue | None]]:
        return [(variable, frame[slot]) for variable, slot in self.layout.frame_slots[function].items()]

    def _equalities(self, held: Iterable[tuple[Variable, AbstractValue | None]]) -> list[Expr]:
        known = ((Var(variable), value) for variable, value in held if value is not None)
        said = (equality(lvalue, value, self.program.machine.int) for lvalue, value in known)
        return [each for each in said if each is not None]

    def finding(self, state: ValueState) -> Finding | None:
        return None

    def post(self, edge: Edge) -> Post[ValueState, Precision] | None:
        if edge not in self._posts:
            post = self.full_post(edge)
            self._posts[edge] = post if self._adjusting is None else self._adjusting.applied(edge, post)
        return self._posts[edge]

    def full_post(self, edge: Edge) -> Post[ValueState, Precision] | None:
        """The transfer with full precision."""
        post = self._transfer.post(edge)
        return post if self._forgetting is None else self._forgetting.applied(edge, post)

    def strengthen(self, edge: Edge) -> Strengthen[ValueState] | None:
        return None

    def source(self, edge: Edge) -> str:
        """The Python text of the compiled transfer of an edge."""
        return self._compiled.source(edge)

    def refinable(self, context: RefinerContext) -> Refinable[ValuePrecision]:
        from whet.analyses.value.refiner import ValueRefiner

        return ValueRefiner(self, context)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of functions without a body and without a model that were gone through."""
        return self._effects.assumed()

    def ask(self, state: ValueState, query: Query[A]) -> A | None:
        if isinstance(query, CallTargets):
            return self._targets(state, query.pointer)  # type: ignore[return-value]  # A is what the query asks for
        if isinstance(query, ValueOf):
            return self._number(state, query.expr)  # type: ignore[return-value]
        return None

    def _targets(self, state: ValueState, pointer: Expr) -> tuple[Function, ...] | None:
        value = self._evaluator.value(state, pointer)
        entity = self.layout.entity(value.object) if isinstance(value, Address) and value.offset == 0 else None
        return (entity,) if isinstance(entity, Function) else None

    def _number(self, state: ValueState, expr: Expr) -> semantics.Value | None:
        value = self._evaluator.value(state, expr) if is_scalar(expr.type) else None
        if not isinstance(value, int):
            return None
        return float_of(value, expr.type) if isinstance(expr.type, FloatType) else value
