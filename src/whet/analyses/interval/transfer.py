"""What operations do to a state, compiled once per edge into a list of steps; each changes what is known in place.

Functions without a body change nothing that is tracked, as no pointer leads there; that they run nothing of the program is an
assumption of the run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TypeAlias

from whet.analyses.interval import operators
from whet.analyses.interval.backwards import Backwards
from whet.analyses.interval.expressions import Evaluation, Expressions, only
from whet.analyses.interval.links import Definition, Links
from whet.analyses.interval.operators import AbstractValue
from whet.analyses.interval.places import Place, Places, extent, offset_of
from whet.analyses.interval.state import Env
from whet.cfa.expressions import Deref, Expr, Index, Lvalue, Member, Var, Variable, subexpressions
from whet.cfa.library import Assumes, Formats, Library, NotModelled, Stops, is_stream
from whet.cfa.model import Edge, Function
from whet.cfa.operations import (
    Assign,
    Assume,
    Block,
    Call,
    Declare,
    Enter,
    Havoc,
    Leave,
    Operation,
    Return,
    Skip,
    Unsupported,
    flatten,
)
from whet.cfa.source import Origin
from whet.cfa.types import CType, FloatType, IntType, is_scalar

Step: TypeAlias = Callable[[Env], bool]
"""Changes what is known; False if the operation cannot be executed."""
Store: TypeAlias = Callable[[Env, AbstractValue], None]


class IntervalTransfer:
    """Compiles the operations of a program."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._expressions = Expressions(places)
        self.links = Links(places)
        self._backwards = Backwards(self._expressions, self.links)
        self._library = Library()
        self._assumed: dict[tuple[str, Origin], None] = {}

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of unknown functions that some state went through."""
        return list(self._assumed)

    def steps(self, edge: Edge) -> list[Step]:
        function = edge.source.function
        return [step for operation in flatten(edge.operation) for step in self._steps(operation, function)]

    def _steps(self, operation: Operation, function: Function) -> Iterator[Step]:
        match operation:
            case Assume(condition=condition, truth=truth):
                yield self._backwards.assumed(condition, truth)
            case Assign(lvalue=lvalue, value=value):
                yield from self._assign(lvalue, value)
            case Havoc(lvalue=lvalue):
                yield from self._forget(lvalue)
            case Declare():
                yield from self._declare(operation)
            case Call():
                yield from self._call(operation)
            case Return(value=value):
                if value is not None and function.return_variable is not None:
                    yield from self._assign(Var(function.return_variable), value)
            case Enter():
                yield self._enter(operation)
            case Leave():
                yield self._leave(operation)
            case Skip() | Unsupported():
                pass
            case Block():
                raise AssertionError("blocks are taken apart")

    # ------------------------------------------------------------------------------------------ storing

    def _assign(self, lvalue: Lvalue, value: Expr) -> Iterator[Step]:
        if is_scalar(lvalue.type):
            store = self._store(lvalue)
            if store is not None:
                yield _storing(store, self._expressions.value(value), self._link(self._places.fixed(lvalue), value))
        elif (variable := self._places.tracked_root(lvalue)) is not None:
            yield self._copy(lvalue, variable, value)

    def _link(self, number: int | None, value: Expr) -> Callable[[Env], None] | None:
        """Remembers where the value of a place came from, if something can be learnt of that."""
        reads = None if number is None else self.links.reads(number, value)
        narrow = None if reads is None else self._backwards.narrowing(value)
        if number is None or reads is None or narrow is None or not isinstance(self._places.table[number].type, IntType):
            return None
        return self.links.linking(number, reads, Definition(self._expressions.value(value), narrow))

    def _store(self, lvalue: Lvalue) -> Store | None:
        """How a scalar is stored; None if nothing is known there anyway."""
        variable = self._places.tracked_root(lvalue)
        if variable is None:
            return None
        number = self._places.fixed(lvalue)
        if number is None:
            return self._store_somewhere(lvalue, variable)
        return self._store_at(number, is_alone=is_scalar(variable.type))

    def _store_at(self, number: int, *, is_alone: bool) -> Store:
        anything, places, place, forget = (
            self._places.anything[number],
            self._places,
            self._places.table[number],
            self.links.forget,
        )

        def put(env: Env, value: AbstractValue) -> None:
            forget(env, number)
            if value != anything:
                env[number] = value

        def put_among_others(env: Env, value: AbstractValue) -> None:
            for other in places.overlapping(place.variable, place.offset, place.end):
                forget(env, other)
            put(env, value)

        return put if is_alone else put_among_others

    def _store_somewhere(self, lvalue: Lvalue, variable: Variable) -> Store:
        """An element whose index is not constant, or a bit-field: what may lie there is forgotten."""
        places, position, forget = self._places, self._position(lvalue), self.links.forget
        begin, end = extent(lvalue)
        last = sys.maxsize if end is None else end
        type = lvalue.type

        def put(env: Env, value: AbstractValue) -> None:
            offset = None if position is None else position(env)
            if offset is not None:
                self._store_at(places.number(Place(variable, offset, type)), is_alone=False)(env, value)
                return
            for number in places.overlapping(variable, begin, last):
                forget(env, number)

        return put

    def _position(self, lvalue: Lvalue) -> Callable[[Env], int | None] | None:
        match lvalue:
            case Index(base=base, index=index) if (begin := offset_of(base)) is not None:
                number, size = self._expressions.value(index), lvalue.type.size

                def find(env: Env) -> int | None:
                    at = only(number(env))
                    return None if at is None else begin + at * size

                return find
            case _:
                return None

    def _forget(self, lvalue: Lvalue) -> Iterator[Step]:
        if is_scalar(lvalue.type):
            store = self._store(lvalue)
            if store is not None:
                yield _storing(store, _constantly(self._places.everything(lvalue.type)))
        elif (variable := self._places.tracked_root(lvalue)) is not None:
            yield self._clearing(variable, *extent(lvalue))

    def _clearing(self, variable: Variable, begin: int, end: int | None) -> Step:
        places, forget = self._places, self.links.forget

        def clear(env: Env) -> bool:
            for number in places.overlapping(variable, begin, end) if end is not None else places.of(variable):
                forget(env, number)
            return True

        return clear

    def _copy(self, target: Lvalue, variable: Variable, source: Expr) -> Step:
        """Of a structure: what is known of the parts of one is known of those of the other."""
        clear, copied = self._clearing(variable, *extent(target)), self._copied(source)
        begin = offset_of(target)
        if copied is None or begin is None:
            return clear
        places = self._places

        def copy(env: Env) -> bool:
            found = copied(env)
            clear(env)
            for offset, type, value in found:
                env[places.number(Place(variable, begin + offset, type))] = value
            return True

        return copy

    def _copied(self, source: Expr) -> Callable[[Env], list[tuple[int, CType, AbstractValue]]] | None:
        """What is known of the parts of a structure, each with its offset and type."""
        if not isinstance(source, (Var, Member, Index, Deref)):
            return None
        variable, begin, places = self._places.tracked_root(source), offset_of(source), self._places
        if variable is None or begin is None:
            return None
        end = begin + source.type.size

        def find(env: Env) -> list[tuple[int, CType, AbstractValue]]:
            parts = [(places.table[number], env[number]) for number in places.of(variable) if number in env]
            return [(p.offset - begin, p.type, value) for p, value in parts if begin <= p.offset and p.end <= end]

        return find

    def _declare(self, declare: Declare) -> Iterator[Step]:
        variable = declare.variable
        if not self._places.is_tracked(variable):
            return
        yield self._clearing(variable, 0, None)
        if declare.zeroed and not is_stream(variable):
            zeros = {number: _zero(self._places.table[number].type) for number in self._places.parts(variable)}
            yield lambda env: env.update(zeros) is None

    # ------------------------------------------------------------------------------------------ calls

    def _call(self, call: Call) -> Iterator[Step]:
        """A call that is not entered."""
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            yield self._clearing_frame(None)
        else:
            effect = self._library.effect(call.callee, call.arguments)
            match effect:
                case Stops():
                    yield lambda env: False
                case Assumes():
                    yield self._backwards.assumed(call.arguments[0], True)
                case Formats() | NotModelled() | None:
                    yield self._noted(call.callee.name, call.origin)
                case _:
                    pass
        if call.result is not None:
            yield from self._forget(call.result)

    def _noted(self, name: str, origin: Origin) -> Step:
        def note(env: Env) -> bool:
            self._assumed[name, origin] = None
            return True

        return note

    def _clearing_frame(self, function: str | None) -> Step:
        """Nothing is known any more of the variables of a function, or of globals."""
        numbers, forget = self._places.of_frame(function), self.links.forget

        def clear(env: Env) -> bool:
            for number in numbers:
                forget(env, number)
            return True

        return clear

    def _enter(self, enter: Enter) -> Step:
        """Arguments are found before anything is known of the parameters: a function may call itself."""
        clear = self._clearing_frame(enter.function.name)
        pairs = zip(enter.function.parameters, enter.call.arguments, strict=False)
        tracked = [(parameter, argument) for parameter, argument in pairs if self._places.is_tracked(parameter)]
        passed = [self._passing(parameter, argument) for parameter, argument in tracked]
        links = [link for link in (self._link_parameter(enter.function, *pair) for pair in tracked) if link is not None]

        def run(env: Env) -> bool:
            found = [part for find in passed for part in find(env)]
            clear(env)
            env.update(found)
            for link in links:
                link(env)
            return True

        return run

    def _link_parameter(self, function: Function, parameter: Variable, argument: Expr) -> Callable[[Env], None] | None:
        """To what the caller knows, unless it is another call of the same function."""
        inside = any(isinstance(part, Var) and part.variable.function == function.name for part in subexpressions(argument))
        if inside or argument.type != parameter.type or not is_scalar(parameter.type):
            return None
        return self._link(self._places.of_variable(parameter), argument)

    def _passing(self, parameter: Variable, argument: Expr) -> Callable[[Env], list[tuple[int, AbstractValue]]]:
        """What is known of a parameter when a function begins.  Without a prototype, types may disagree."""
        if argument.type != parameter.type:
            return lambda env: []
        places = self._places
        if is_scalar(parameter.type):
            number, value = places.of_variable(parameter), self._expressions.value(argument)
            return lambda env: [(number, found)] if (found := value(env)) != places.anything[number] else []
        copied = self._copied(argument)
        if copied is None:
            return lambda env: []
        return lambda env: [(places.number(Place(parameter, offset, type)), found) for offset, type, found in copied(env)]

    def _leave(self, leave: Leave) -> Step:
        """The value that is returned is found before the frame is forgotten."""
        clear, result, returned = self._clearing_frame(leave.function.name), leave.call.result, leave.function.return_variable
        if result is None:
            return clear
        forget = [*self._forget(result)]
        if returned is None or returned.type != result.type or not is_scalar(result.type):
            return _sequence([clear, *forget])
        store, value = self._store(result), self._expressions.value(Var(returned))

        def run(env: Env) -> bool:
            found = value(env)
            clear(env)
            if store is not None:
                store(env, found)
            return True

        return run


def _storing(store: Store, value: Evaluation, link: Callable[[Env], None] | None = None) -> Step:
    def run(env: Env) -> bool:
        store(env, value(env))
        return True

    def run_and_link(env: Env) -> bool:
        store(env, value(env))
        link(env)  # type: ignore[misc]  # there is one
        return True

    return run if link is None else run_and_link


def _constantly(value: AbstractValue) -> Evaluation:
    return lambda env: value


def _sequence(steps: list[Step]) -> Step:
    return lambda env: all(step(env) for step in steps)


def _zero(type: CType) -> AbstractValue:
    return operators.ZERO_FLOAT if isinstance(type, FloatType) else operators.ZERO
