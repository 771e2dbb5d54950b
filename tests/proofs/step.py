"""What one operation of the program model does to the values of variables, for the check of proofs.

A place is a scalar variable, or a scalar in a structure or array by a constant path: (variable, offset in bytes).  What is stored
elsewhere is not followed: such a read gives any value, such a write forgets whatever it may change.  Any value is a symbol whose
name begins with the reason, so that a proof is not rejected for what is only not followed (``PRECISE``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import TypeAlias

from tests.proofs.values import UNDEFINED, NotSpoken, Values, sort_of
from whet.cfa.expressions import Const, Expr, Index, Lvalue, Member, Var, Variable, is_bit_field, root_variable
from whet.cfa.library import NONDET_PREFIX, Arbitrary, Assumes, Frees, Library, Nothing, NotModelled, Stops
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Havoc, Operation, Return, Skip, Unsupported, flatten
from whet.cfa.types import (
    X87,
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    holds_pointers,
    is_scalar,
)
from whet.cfa.uses import uses_of_edge
from whet.smt.terms.factory import Terms
from whet.smt.terms.sorts import BitVec, Float
from whet.smt.terms.term import Term

Place: TypeAlias = tuple[Variable, int]
INPUT, INDETERMINATE, CHOICE, LOOP = "input", "indeterminate", "choice", "a loop in "
PRECISE = frozenset({INPUT, INDETERMINATE, CHOICE, UNDEFINED})
"""Any value is what the program has there."""
_MOST_SCALARS = 64
"""Of an object whose parts are set or copied one by one."""


@dataclass(slots=True)
class State:
    """Runs that come here satisfy ``guard`` and have these values."""

    guard: Term
    store: dict[Place, Term] = field(default_factory=dict)

    def copy(self) -> State:
        return State(self.guard, dict(self.store))


def place_of(lvalue: Lvalue) -> Place | None:
    """None if it is not followed."""
    match lvalue:
        case Var(variable=variable):
            return variable, 0
        case Member(base=base, field=member) if isinstance(base.type, StructType) and not base.type.is_union:
            inside = None if is_bit_field(lvalue) else place_of(base)
            return None if inside is None else (inside[0], inside[1] + member.offset)
        case Index(base=base, index=Const(value=index)) if isinstance(base.type, ArrayType) and 0 <= index < (
            base.type.count or 0
        ):
            inside = place_of(base)
            return None if inside is None else (inside[0], inside[1] + index * base.type.element.size)
        case _:
            return None


def scalars(type: CType, offset: int = 0) -> Iterator[tuple[int, ScalarType]]:
    """The places in an object, by offset."""
    match type:
        case StructType(is_union=False, fields=fields):
            for member in fields:
                if member.bit_width is None:
                    yield from scalars(member.type, offset + member.offset)
        case ArrayType(element=element, count=number):
            for i in range(number or 0):
                yield from scalars(element, offset + i * element.size)
        case IntType() | FloatType() | PointerType():
            yield offset, type
        case _:
            pass


class Step:
    """The operations that are not calls of functions with a body."""

    def __init__(self, program: Program, terms: Terms, unmodelled: Callable[[State, str], None]) -> None:
        self.program, self.terms = program, terms
        self._unmodelled = unmodelled
        self._numbers = count()
        self._library = Library()

    def fresh(self, type: CType, why: str) -> Term:
        """Any value of the type."""
        return self.terms.symbol(f"{why}#{next(self._numbers)}", sort_of(type))

    def choices(self, number: int, why: str) -> list[Term]:
        """Conditions of which any one may hold, and no two."""
        choice = self.terms.symbol(f"{why}#{next(self._numbers)}", BitVec(16))
        return [self.terms.eq(choice, self.terms.bv(i, 16)) for i in range(number)]

    # ------------------------------------------------------------------------------------------------- values

    def value(self, state: State, expr: Expr) -> Term:
        return self._values(state).value(expr)

    def holds(self, state: State, condition: Expr) -> Term:
        """Is it different from zero?"""
        return self._values(state).truth(self.value(state, condition))

    def _values(self, state: State) -> Values:
        return Values(self.terms, self.fresh, lambda lvalue: self._read(state, lvalue))

    def _read(self, state: State, lvalue: Lvalue) -> Term:
        place = place_of(lvalue)
        if place is not None and place in state.store:
            return state.store[place]
        if isinstance(lvalue.type, IntType) and lvalue.type.is_bool:
            raise NotSpoken("a _Bool in memory, which may hold a byte that is no truth value,")
        value = self.fresh(lvalue.type, "memory")
        return value if place is None else state.store.setdefault(place, value)

    # ------------------------------------------------------------------------------------------------- stores

    def write(self, state: State, lvalue: Lvalue, value: Term) -> None:
        place = place_of(lvalue)
        if place is not None and value.sort == sort_of(lvalue.type):
            state.store[place] = value
        else:
            self._forget_object(state, lvalue)

    def _forget_object(self, state: State, lvalue: Lvalue) -> None:
        root = root_variable(lvalue)
        self.forget(state, self.program.address_taken if root is None else (root,), "memory")

    def forget(self, state: State, variables: Iterable[Variable], why: str) -> None:
        forgotten = frozenset(variables)
        state.store = {place: value for place, value in state.store.items() if place[0] not in forgotten}
        for variable in sorted(forgotten, key=hash):
            if is_scalar(variable.type) and not self._is_lost(variable):
                is_untold = why.startswith(LOOP) and isinstance(variable.type, PointerType)  # no invariant tells of addresses
                state.store[variable, 0] = self.fresh(variable.type, "memory" if is_untold else why)

    def _is_lost(self, variable: Variable) -> bool:
        """Is its value not spoken of once it is forgotten?"""
        type = variable.type
        is_any_byte = isinstance(type, IntType) and type.is_bool and variable in self.program.address_taken
        return is_any_byte or (isinstance(type, FloatType) and type.format == X87)

    def _copy(self, state: State, lvalue: Lvalue, value: Expr) -> None:
        """An assignment of a structure."""
        target, source = place_of(lvalue), place_of(value) if isinstance(value, Var | Member | Index) else None
        before = dict(state.store)
        self._forget_object(state, lvalue)
        if target is not None and source is not None:
            for offset, _ in islice(scalars(lvalue.type), _MOST_SCALARS):
                if (source[0], source[1] + offset) in before:
                    state.store[target[0], target[1] + offset] = before[source[0], source[1] + offset]

    # --------------------------------------------------------------------------------------------- operations

    def perform(self, state: State, operation: Operation, function: Function) -> None:
        match operation:
            case Assume(condition=condition, truth=truth):
                holds = self.holds(state, condition)
                state.guard = self.terms.and_(state.guard, holds if truth else self.terms.not_(holds))
            case Assign(lvalue=lvalue, value=value):
                if is_scalar(lvalue.type):
                    self.write(state, lvalue, self.value(state, value))
                else:
                    self._copy(state, lvalue, value)
            case Havoc(lvalue=lvalue, approximates=construct):
                self._any(state, lvalue, construct or INPUT)
            case Declare(variable=variable, zeroed=zeroed):
                self._declare(state, variable, zeroed=zeroed)
            case End(variable=variable):
                self.forget(state, (variable,), INDETERMINATE)
            case Return(value=returned):
                if returned is not None and function.return_variable is not None:
                    self.perform(state, Assign(Var(function.return_variable), returned, operation.origin), function)
            case Call(callee=Function() as callee):
                self._library_call(state, operation, callee)
            case Skip():
                pass
            case Unsupported(construct=construct):
                self._unmodelled(state, construct)
            case _:
                self._unmodelled(state, "a call through a pointer that leads nowhere")

    def _any(self, state: State, lvalue: Lvalue, why: str) -> None:
        if is_scalar(lvalue.type):
            self.write(state, lvalue, self.fresh(lvalue.type, why))
        else:
            self._forget_object(state, lvalue)

    def _declare(self, state: State, variable: Variable, *, zeroed: bool) -> None:
        self.forget(state, (variable,), INDETERMINATE)
        if zeroed:
            for offset, type in islice(scalars(variable.type), _MOST_SCALARS):
                state.store[variable, offset] = self._zero(type)

    def _zero(self, type: ScalarType) -> Term:
        sort = sort_of(type)
        assert isinstance(sort, Float | BitVec)
        return self.terms.fp(0, sort) if isinstance(sort, Float) else self.terms.bv(0, sort.width)

    def _library_call(self, state: State, call: Call, callee: Function) -> None:
        match self._library.effect(callee, call.arguments):
            case Stops():
                state.guard = self.terms.false
            case Assumes():
                self.perform(state, Assume(call.arguments[0], True, call.origin), callee)
            case NotModelled(construct=construct):
                self._unmodelled(state, construct)
            case Arbitrary() | Nothing() | Frees():
                pass
            case _:
                self.forget(state, self.program.address_taken if self._may_write(call) else (), "memory")
        if call.result is not None:
            self._any(state, call.result, INPUT if callee.name.startswith(NONDET_PREFIX) else "library")

    def _may_write(self, call: Call) -> bool:
        return any(holds_pointers(argument.type) for argument in call.arguments)

    # -------------------------------------------------------------------------------------------------- calls

    def enter(self, state: State, call: Call, callee: Function) -> State:
        """The state at the entry of a function.  No function but a recursive one is in two frames, so variables need no frame."""
        values = [self.value(state, argument) if is_scalar(argument.type) else argument for argument in call.arguments]
        inside = state.copy()
        self.forget(inside, callee.variables, INDETERMINATE)
        for parameter, value in zip(callee.parameters, values, strict=False):
            if isinstance(value, Term):
                self.write(inside, Var(parameter), value)
            else:
                self._copy(inside, Var(parameter), value)
        return inside

    def leave(self, state: State, call: Call, callee: Function | None) -> State:
        """Back after a call, of a function whose body was followed or of which nothing is known."""
        if call.result is not None and callee is not None and callee.return_variable is not None:
            self.perform(state, Assign(call.result, Var(callee.return_variable), call.origin), callee)
        elif call.result is not None:
            self._any(state, call.result, "recursion")
        inner = frozenset(() if callee is None else callee.variables)
        state.store = {place: value for place, value in state.store.items() if place[0] not in inner}
        return state

    # ------------------------------------------------------------------------------------------------- writes

    def written(self, edges: Iterable[Edge], called_by: Callable[[Call], tuple[Function, ...]]) -> set[Variable]:
        """The variables that may change on these edges and in what is called there."""
        found: set[Variable] = set()
        waiting, seen = list(edges), set[Function]()
        while waiting:
            edge = waiting.pop()
            uses = uses_of_edge(edge)
            found |= uses.writes | (self.program.address_taken if uses.stores else frozenset())
            for call in (part for part in flatten(edge.operation) if isinstance(part, Call)):
                callees = called_by(call)
                if self._may_write(call) and not all(callee.is_defined for callee in callees):
                    found |= self.program.address_taken
                for callee in callees:
                    if callee.is_defined and callee not in seen:
                        seen.add(callee)
                        found |= {*callee.variables}
                        waiting += callee.edges()
        return found
