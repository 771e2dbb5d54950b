"""The transfer relation by interpretation: every operation is taken apart again for every state (Löwe, 3.4.3).

Simple, slow, and the reference for ``compiled``, which falls back on it for what is rare.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from whet.analyses.value.effects import ValueEffects
from whet.analyses.value.evaluator import Evaluator, ValuePart, ValueSlot
from whet.analyses.value.layout import Layout
from whet.analyses.value.learning import NoSolution, solve
from whet.analyses.value.memory import AbstractMemory
from whet.analyses.value.precision import Precision
from whet.analyses.value.state import Callers, ValueState, changed
from whet.analyses.value.store import Store, bits_of_lvalue
from whet.analyses.value.values import AbstractValue, Address, passing
from whet.cfa import operations as ops
from whet.cfa.equations import equation_of, unknown_of
from whet.cfa.expressions import Expr, Lvalue, Var, Variable, VariableKind
from whet.cfa.library import is_stream
from whet.cfa.model import Edge, Function
from whet.cfa.types import CType, is_scalar
from whet.core.interfaces import Post
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes


class InterpretedTransfer:
    """Walks the operations of an edge for each state."""

    def __init__(self, layout: Layout, store: Store, evaluator: Evaluator, effects: ValueEffects) -> None:
        self._layout = layout
        self._store = store
        self._evaluator = evaluator
        self._effects = effects

    def post(self, edge: Edge) -> Post[ValueState, Precision]:
        operations, function = ops.flatten(edge.operation), edge.source.function

        def run(state: ValueState, _precision: Precision) -> Sequence[ValueState]:
            for operation in operations:
                following = self._step(state, operation, function)
                if following is None:
                    return ()
                state = following
            return (state,)

        return run

    def _step(self, state: ValueState, operation: ops.Operation, function: Function) -> ValueState | None:
        """The state after an operation; None if it cannot be executed."""
        match operation:
            case ops.Assume(condition=condition, truth=truth):
                return self._assume(state, condition, truth)
            case ops.Assign(lvalue=lvalue, value=value):
                return self._assign(state, lvalue, value)
            case ops.Havoc(lvalue=lvalue):
                return self._havoc(state, lvalue)
            case ops.Declare():
                return self._declare(state, operation)
            case ops.End(variable=variable):
                return state.scrubbed(partial(int.__eq__, self._layout.object_of(variable, state.depth)))
            case ops.Call():
                return self._call(state, operation)
            case ops.Return(value=value):
                returned = function.return_variable
                return state if value is None or returned is None else self._assign(state, Var(returned), value)
            case ops.Enter():
                return self._enter(state, operation)
            case ops.Leave():
                return self._leave(state, operation)
            case ops.Skip() | ops.Unsupported():
                return state
            case ops.Block():
                raise AssertionError("blocks are taken apart")

    def _assign(self, state: ValueState, lvalue: Lvalue, value: Expr) -> ValueState:
        if is_scalar(lvalue.type):
            return self._write(state, lvalue, self._evaluator.value(state, value))
        return self._copy(state, lvalue, self._part(state, value))

    def _copy(self, state: ValueState, target: Lvalue, source: ValuePart) -> ValueState:
        to = self._part(state, target)
        size = target.type.size
        memory = self._store.copy(state.memory, (to.object, to.offset), (source.object, source.offset), size)
        return state.with_memory(memory)

    def _part(self, state: ValueState, lvalue: Expr) -> ValuePart:
        place = self._evaluator.place(state, lvalue)  # type: ignore[arg-type]  # a structure is an lvalue
        assert isinstance(place, ValuePart)
        return place

    def _write(self, state: ValueState, lvalue: Lvalue, value: AbstractValue | None) -> ValueState:
        match self._evaluator.place(state, lvalue):
            case ValueSlot(variable=variable):
                return self._set_slot(state, variable, value)
            case ValuePart(object=object, offset=offset):
                save = self._store.saver(lvalue.type, bits_of_lvalue(lvalue))
                return state.with_memory(save(state.memory, object, offset, value))

    def _set_slot(self, state: ValueState, variable: Variable, value: AbstractValue | None) -> ValueState:
        if variable.is_static:
            return state.with_globals(changed(state.globals, self._layout.global_slots[variable], value))
        function = self._layout.program.functions[variable.function or ""]
        return state.with_frame(changed(state.frame, self._layout.frame_slots[function][variable], value))

    def _havoc(self, state: ValueState, lvalue: Lvalue) -> ValueState:
        if is_scalar(lvalue.type):
            return self._write(state, lvalue, None)
        part = self._part(state, lvalue)
        return state.with_memory(self._store.forget(state.memory, part.object, part.offset, lvalue.type.size))

    def _declare(self, state: ValueState, declare: ops.Declare) -> ValueState:
        variable = declare.variable
        if variable.kind is VariableKind.STRING or variable.is_table:
            return state
        zeroed = declare.zeroed and not is_stream(variable)
        if self._layout.is_slot(variable):
            return self._set_slot(state, variable, 0 if zeroed else None)
        size = self._layout.size_of(variable)
        if declare.length is not None:
            length = self._evaluator.value(state, declare.length)
            size = length if isinstance(length, int) and length >= 0 else None
        object = self._layout.object_of(variable, state.depth)
        if object in state.memory.objects and not variable.is_static and not declare.keeps:
            state = state.scrubbed(partial(int.__eq__, object))
        first = (variable.contents or b"") if zeroed else None
        return state.with_memory(self._store.declare(state.memory, object, size, first))

    def _assume(self, state: ValueState, condition: Expr, truth: bool) -> ValueState | None:
        holds = self._evaluator.truth(state, condition)
        if holds is not None:
            return state if bool(holds) == truth else None
        equation = equation_of(condition, truth)
        if equation is None:
            return state
        left, right = self._evaluator.value(state, equation.left), self._evaluator.value(state, equation.right)
        if left is None and right is not None:
            return self._learn(state, equation.left, right)
        if right is None and left is not None:
            return self._learn(state, equation.right, left)
        return state

    def _learn(self, state: ValueState, expr: Expr, value: AbstractValue) -> ValueState | None:
        """Knowing that an expression has a value."""
        unknown = unknown_of(expr, truth_values_are_sound=self._layout.truth_values_are_sound)
        if unknown is None:
            return state
        solution = solve(unknown, value)
        if isinstance(solution, NoSolution):
            return None if solution is NoSolution.CONTRADICTION else state
        place = self._evaluator.place(state, unknown.lvalue)
        if isinstance(place, ValuePart) and not self._store.can_save(
            state.memory, place.object, place.offset, unknown.lvalue.type.size
        ):
            return state
        return self._write(state, unknown.lvalue, self._fitting(solution, unknown.lvalue.type))

    def _fitting(self, value: AbstractValue | None, type: CType) -> AbstractValue | None:
        """Without an address where the type never holds one."""
        return value if isinstance(value, int) or self._layout.may_hold_address(type) else None

    def _call(self, state: ValueState, call: ops.Call) -> ValueState | None:
        """A call that is not entered."""
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            return self._anything(state, call.result)
        match self._effects.effect(call):
            case Stops():
                return None
            case Assumes():
                assumed = self._assume(state, call.arguments[0], True)
                return assumed if assumed is None or call.result is None else self._havoc(assumed, call.result)
            case Frees():
                return self._free(state, call)
            case Arbitrary() | Nothing() | Allocates() | Copies() | Fills() | Writes() | Formats() | NotModelled() | None:
                values = [self._evaluator.value(state, each) if is_scalar(each.type) else None for each in call.arguments]
                memory, result = self._effects.model(call)(state.memory, values)
                after = state.with_memory(memory)
                if call.result is None:
                    return after
                return self._write(after, call.result, result) if is_scalar(call.result.type) else self._havoc(after, call.result)

    def _free(self, state: ValueState, call: ops.Call) -> ValueState:
        pointer = self._evaluator.value(state, call.arguments[0])
        if isinstance(pointer, Address) and pointer.object < 0:
            state = state.freed(pointer.object)
        return state if call.result is None else self._havoc(state, call.result)

    def _anything(self, state: ValueState, result: Lvalue | None) -> ValueState:
        """A function of the program runs that nobody looks into."""
        memory = self._store.forget_exposed(state.memory)
        kept = {number: held for number, held in memory.objects.items() if number < 0 or not self._is_static(number)}
        after = ValueState((None,) * len(state.globals), state.frame, state.callers, AbstractMemory(kept, memory.is_open))
        return after if result is None else self._havoc(after, result)

    def _is_static(self, object: int) -> bool:
        entity = self._layout.entity(object)
        return isinstance(entity, Variable) and entity.is_static

    def _enter(self, state: ValueState, enter: ops.Enter) -> ValueState:
        function, arguments = enter.function, enter.call.arguments
        slots = self._layout.frame_slots[function]
        frame: list[AbstractValue | None] = [None] * len(slots)
        inside = ValueState(state.globals, (), Callers(state.frame, state.callers), state.memory)
        memory = state.memory
        for index, parameter in enumerate(function.parameters):
            argument = arguments[index] if index < len(arguments) else None
            if parameter in slots:
                frame[slots[parameter]] = self._argument(state, argument, parameter.type)
            else:
                object = self._layout.object_of(parameter, inside.depth)
                memory = self._store.declare(memory, object, self._layout.size_of(parameter), None)
                memory = self._pass_in_memory(state, memory, argument, parameter, object)
        return ValueState(inside.globals, tuple(frame), inside.callers, memory)

    def _argument(self, state: ValueState, argument: Expr | None, type: CType) -> AbstractValue | None:
        if argument is None or not is_scalar(argument.type):
            return None
        return self._fitting(passing(argument.type, type)(self._evaluator.value(state, argument)), type)

    def _pass_in_memory(
        self, state: ValueState, memory: AbstractMemory, argument: Expr | None, parameter: Variable, object: int
    ) -> AbstractMemory:
        """With the argument in the parameter's object; ``state`` is that of the caller."""
        if argument is None:
            return memory
        if is_scalar(parameter.type):
            value = self._argument(state, argument, parameter.type)
            return self._store.saver(parameter.type, None)(memory, object, 0, value)
        if is_scalar(argument.type) or argument.type.size != parameter.type.size:
            return memory
        source = self._part(state, argument)
        return self._store.copy(memory, (object, 0), (source.object, source.offset), parameter.type.size)

    def _leave(self, state: ValueState, leave: ops.Leave) -> ValueState:
        """The value that is returned is taken, the callee's objects die, then it is stored in the caller."""
        result, function = leave.call.result, leave.function
        callers = state.callers
        assert callers.below is not None, "the start function is never left"
        caller = ValueState(state.globals, state.callers.frame, callers.below, state.memory)
        if result is None or is_scalar(result.type):
            value = None if result is None else self._returned(state, function, result.type)
            after = self._buried(caller, function, state.depth)
            return after if result is None else self._write(after, result, self._surviving(value, state.depth))
        returned = function.return_variable
        if returned is None or is_scalar(returned.type) or returned.type.size != result.type.size:
            return self._buried(self._havoc(caller, result), function, state.depth)
        source = ValuePart(self._layout.object_of(returned, state.depth), 0)
        return self._buried(self._copy(caller, result, source), function, state.depth)

    def _returned(self, state: ValueState, function: Function, type: CType) -> AbstractValue | None:
        variable = function.return_variable
        if variable is None or not is_scalar(variable.type):
            return None
        return self._fitting(passing(variable.type, type)(self._evaluator.slot_value(state, variable)), type)

    def _surviving(self, value: AbstractValue | None, depth: int) -> AbstractValue | None:
        """Without an address of an object that dies when a function that ran at this depth is left."""
        return None if isinstance(value, Address) and value.object >= depth * self._layout.count else value

    def _buried(self, state: ValueState, function: Function, depth: int) -> ValueState:
        """After the death of the objects of a function that ran at this depth."""
        if not self._layout.memory_locals(function):
            return state
        return state.scrubbed(partial(int.__le__, depth * self._layout.count))
