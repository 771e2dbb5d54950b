"""What operations do to a state, compiled once per edge into a list of steps; each changes what is known in place.

Functions without a body change what their arguments lead to and nothing else; that is an assumption of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from whet.analyses.interval.backwards import Backwards
from whet.analyses.interval.constants import constant_of
from whet.analyses.interval.expressions import IntervalEvaluation, IntervalEvaluator, Locating
from whet.analyses.interval.links import LinkDefinition, Links
from whet.analyses.interval.places import ScalarPlace, ScalarPlaces
from whet.analyses.interval.reach import Reach
from whet.analyses.interval.state import Env
from whet.analyses.interval.stores import Parts, Store, Stores, TransferStep
from whet.cfa import operations as ops
from whet.cfa.expressions import Expr, Lvalue, Var, Variable, variables_of
from whet.cfa.library import Library, is_stream
from whet.cfa.model import Edge, Function, Program
from whet.cfa.source import Origin
from whet.cfa.types import IntType, PointerType, is_scalar
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes


class IntervalTransfer:
    """Compiles the operations of a program."""

    def __init__(self, program: Program, places: ScalarPlaces) -> None:
        self._places = places
        self._reach = Reach(program, places)
        self._expressions = IntervalEvaluator(places)
        self.links = Links(places)
        self._stores = Stores(self._expressions, self.links, self._reach)
        self._backwards = Backwards(self._expressions, self.links)
        self._library = Library()
        self._assumed: dict[tuple[str, Origin], None] = {}

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of unknown functions that some state went through."""
        return list(self._assumed)

    def steps(self, edge: Edge) -> list[TransferStep]:
        function = edge.source.function
        return [step for operation in ops.flatten(edge.operation) for step in self._steps(operation, function)]

    def _steps(self, operation: ops.Operation, function: Function) -> Iterator[TransferStep]:
        match operation:
            case ops.Assume(condition=condition, truth=truth):
                yield self._backwards.assumed(condition, truth)
            case ops.Assign(lvalue=lvalue, value=value):
                yield from self._assign(lvalue, value)
            case ops.Havoc(lvalue=lvalue):
                yield from self._forget(lvalue)
            case ops.Declare() | ops.End():
                yield from self._lifetime(operation)
            case ops.Call():
                # A call that is not entered.
                if not isinstance(operation.callee, Function) or operation.callee.is_defined:
                    yield self._clearing_frame(None)
                    yield self._stores.forgetting_all(self._reach.exposed)
                else:
                    yield from self._perform(operation, operation.callee)
                if operation.result is not None:
                    yield from self._forget(operation.result)
            case ops.Return(value=value):
                if value is not None and function.return_variable is not None:
                    yield from self._assign(Var(function.return_variable), value)
            case ops.Enter():
                yield self._enter(operation)
            case ops.Leave():
                yield self._leave(operation)
            case ops.Skip() | ops.Unsupported():
                pass
            case ops.Block():
                raise AssertionError("blocks are taken apart")

    def _assign(self, lvalue: Lvalue, value: Expr) -> Iterator[TransferStep]:
        if is_scalar(lvalue.type):
            store = self._stores.scalar(lvalue)
            if store is not None:
                evaluated, link = self._expressions.value(value), self._link(self._places.fixed(lvalue), value)
                pointees = self._expressions.pointees(value) if isinstance(lvalue.type, PointerType) else None
                yield _storing(store, evaluated, pointees, link)
        elif (copy := self._stores.copying(lvalue, value)) is not None:
            yield copy

    def _link(self, number: int | None, value: Expr) -> Callable[[Env], None] | None:
        """Remembers where the value of a place came from, if something can be learnt of that."""
        reads = None if number is None else self.links.reads(number, value)
        narrow = None if reads is None else self._backwards.narrowing(value)
        if number is None or reads is None or narrow is None or not isinstance(self._places.table[number].type, IntType):
            return None
        return self.links.linking(number, reads, LinkDefinition(self._expressions.value(value), narrow))

    def _forget(self, lvalue: Lvalue) -> Iterator[TransferStep]:
        if (forget := self._stores.forgetting(lvalue)) is not None:
            yield forget

    def _lifetime(self, operation: ops.Declare | ops.End) -> Iterator[TransferStep]:
        """Nothing is known of pointers to an object that is no more."""
        variable = operation.variable
        if not self._places.is_tracked(variable) or variable.is_table:
            return
        if self._places.is_exposed(variable) and not (isinstance(operation, ops.Declare) and operation.keeps):
            yield self._stores.forgetting_pointers_to([variable])
        if isinstance(operation, ops.End):
            return
        yield self._stores.forgetting_all([variable])
        if operation.zeroed and not is_stream(variable):
            first = self._stores.first_values(self._places.parts(variable))
            yield lambda env: env.update(first) is None

    def _perform(self, call: ops.Call, callee: Function) -> Iterator[TransferStep]:
        """What a function without a body does."""
        match self._library.effect(callee, call.arguments):
            case Stops():
                yield lambda env: False
            case Assumes():
                yield self._backwards.assumed(call.arguments[0], True)
            case Fills() | Copies() as effect:
                yield self._writing(call.arguments, effect)
            case Writes(arguments=written):
                pointers = [call.arguments[index] for index in written if index < len(call.arguments)]
                for pointer in pointers:
                    yield self._stores.forgetting_behind(pointer, None)
            case Formats() | NotModelled() | None:
                yield self._noted(callee.name, call.origin)
                yield self._stores.forgetting_all(self._reach.by(call))
            case Arbitrary() | Nothing() | Allocates() | Frees():
                pass

    def _writing(self, arguments: Sequence[Expr], effect: Fills | Copies) -> TransferStep:
        target, filled, length = arguments[:3]
        size = constant_of(length)
        if isinstance(effect, Fills) and constant_of(filled) == 0 and size is not None:
            return self._stores.zeroing(target, size)
        return self._stores.forgetting_behind(target, size)

    def _noted(self, name: str, origin: Origin) -> TransferStep:
        def note(env: Env) -> bool:
            self._assumed[name, origin] = None
            return True

        return note

    def _clearing_frame(self, function: str | None) -> TransferStep:
        """Nothing is known any more of the variables of a function, or of globals."""
        numbers, forget = self._places.of_frame(function), self.links.forget

        def clear(env: Env) -> bool:
            for number in numbers:
                forget(env, number)
            return True

        return clear

    def _enter(self, enter: ops.Enter) -> TransferStep:
        """Arguments are found before anything is known of the parameters: a function may call itself."""
        clear, number = self._clearing_frame(enter.function.name), self._places.number
        pairs = zip(enter.function.parameters, enter.call.arguments, strict=False)
        tracked = [(parameter, argument) for parameter, argument in pairs if self._places.is_tracked(parameter)]
        passed = [(parameter, self._passing(parameter, argument)) for parameter, argument in tracked]
        links = [link for link in (self._link_parameter(enter.function, *pair) for pair in tracked) if link is not None]

        def run(env: Env) -> bool:
            found = [(parameter, part) for parameter, find in passed for part in find(env)]
            clear(env)
            for parameter, (offset, type, is_pointee, value) in found:
                env[number(ScalarPlace(parameter, offset, type, is_pointee))] = value
            for link in links:
                link(env)
            return True

        return run

    def _link_parameter(self, function: Function, parameter: Variable, argument: Expr) -> Callable[[Env], None] | None:
        """To what the caller knows, unless it is another call of the same function."""
        inside = any(variable.function == function.name for variable in variables_of(argument))
        if inside or argument.type != parameter.type or not is_scalar(parameter.type):
            return None
        return self._link(self._places.of_variable(parameter), argument)

    def _passing(self, parameter: Variable, argument: Expr) -> Callable[[Env], Parts]:
        """What is known of a parameter when a function begins.  Without a prototype, types may disagree."""
        if argument.type != parameter.type:
            return lambda env: []
        return self._passing_scalar(parameter, argument) if is_scalar(parameter.type) else self._stores.parts(argument)

    def _passing_scalar(self, parameter: Variable, argument: Expr) -> Callable[[Env], Parts]:
        type, anything = parameter.type, self._places.anything[self._places.of_variable(parameter)]
        value, pointees = self._expressions.value(argument), self._expressions.pointees(argument)

        def find(env: Env) -> Parts:
            found, some = value(env), None if pointees is None else pointees(env)
            known: Parts = [] if found == anything else [(0, type, False, found)]
            return known if some is None else [*known, (0, type, True, some)]

        return find

    def _leave(self, leave: ops.Leave) -> TransferStep:
        """The value that is returned is found before the frame is forgotten."""
        clear, result, returned = self._clearing_frame(leave.function.name), leave.call.result, leave.function.return_variable
        locals_ = [each for each in self._places.exposed() if each.function == leave.function.name and not each.is_static]
        last = [self._stores.forgetting_pointers_to(locals_)] if locals_ else []
        if result is None:
            return _sequence([clear, *last])
        if returned is None or returned.type != result.type or not is_scalar(result.type):
            return _sequence([clear, *self._forget(result), *last])
        store, value = self._stores.scalar(result), self._expressions.value(Var(returned))
        pointees = self._expressions.pointees(Var(returned))

        def run(env: Env) -> bool:
            found, some = value(env), None if pointees is None else pointees(env)
            clear(env)
            if store is not None:
                store(env, found, some)
            return True

        return _sequence([run, *last]) if last else run


def _storing(
    store: Store, value: IntervalEvaluation, pointees: Locating | None, link: Callable[[Env], None] | None
) -> TransferStep:
    def run(env: Env) -> bool:
        store(env, value(env), None)
        return True

    def run_and_link(env: Env) -> bool:
        store(env, value(env), None)
        link(env)  # type: ignore[misc]  # there is one
        return True

    def run_with_pointees(env: Env) -> bool:
        store(env, value(env), pointees(env))  # type: ignore[misc]  # there are some
        return True

    if pointees is not None:
        return run_with_pointees
    return run if link is None else run_and_link


def _sequence(steps: list[TransferStep]) -> TransferStep:
    return lambda env: all(step(env) for step in steps)
