"""The effect of operations on a state, with functions without a body (``cfa.library``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from whet.cfa.accesses import object_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.expressions import Const, Expr, Lvalue, Use, Valid, Var, Variable, VariableKind
from whet.cfa.library import AUTOMATIC, NONDET_PREFIXES
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Assume, Block, Call, Declare, End, Havoc, Operation
from whet.cfa.source import is_generated
from whet.cfa.types import CType, FloatType, IntType, holds_pointers, is_scalar
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Fills,
    Formats,
    Frees,
    Measures,
    Nothing,
    NotModelled,
    Question,
    Stops,
    Tells,
    Writes,
)
from whet.library.summaries import SUMMARISING
from whet.proofs.accesses import MOST_BYTES
from whet.proofs.state import GAP, INPUT, LARGE, Marks, ObjectPlace, width_of, zero
from whet.proofs.summaries import perform_summary
from whet.proofs.validity import is_good
from whet.proofs.values import ExpressionEncoding
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term

_ELSEWHERE = "where a pointer leads that comes from elsewhere"
"""Not to half of an object of this program, for example, but the check does not know that."""
_NOT_NEGATIVE = frozenset({"rand", "random"})


class OperationEncoding(ExpressionEncoding):
    def perform(self, operation: Operation) -> None:
        """Everything but calls of functions with a body, and what is not supported."""
        match operation:
            case Assume(condition=condition, truth=truth):
                holds = self.truth(condition)
                self.assume(holds if truth else self._t.not_(holds))
            case Assign(lvalue=lvalue, value=value):
                self.assign(lvalue, value, self._marks_of_byte(operation))
            case Havoc(lvalue=lvalue):
                self.make_any(lvalue, _why_any(lvalue.type))
            case Declare():
                self._declare(operation)
                self._live(operation.variable, 1)
            case End(variable=variable):
                self._live(variable, 0)
            case Call(callee=Function() as callee):
                self._call(operation, callee)
            case Call():
                self.unknown_call(operation)
            case Block(operations=operations):
                for part in operations:
                    self.perform(part)
            case _:
                pass

    def _marks_of_byte(self, assign: Assign) -> Term | None:
        """Which bits of a copied byte are initialised; None if it is not a copy."""
        if not self.bits.marks or not is_byte_copy(assign, lambda each: is_in_memory(self.bits.program, each)):
            return None
        return self.marks_at(self.place(assign.value), 1)  # type: ignore[arg-type] # an lvalue

    def assign(self, lvalue: Lvalue, value: Expr, marks: Term | None = None) -> None:
        if is_scalar(lvalue.type):
            self.store(lvalue, self.value(value), marks)
        else:
            self.copy(lvalue, value, self)

    def make_any(self, lvalue: Lvalue, why: str = INPUT) -> None:
        if is_scalar(lvalue.type):
            self.store(lvalue, self.bits.any_of(lvalue.type, why))
        else:
            self.make_any_object(lvalue, why)

    def _declare(self, declare: Declare) -> None:
        t, variable = self._t, declare.variable
        cell = self.bits.cell(variable, self._calls)
        if variable in self.bits.dynamic:
            assert declare.length is not None
            size = t.resize(self.value(declare.length), self.bits.width, signed=False)
            self.state.cells[cell] = self._block(size, is_automatic=variable not in self.bits.steady)
            if declare.zeroed or variable in self.bits.program.strings.objects or is_generated(declare.origin):
                self.forget_marks(None)
            return
        if not declare.zeroed:
            if variable.kind is not VariableKind.STRING:
                self.make_any(Var(variable), _why_any(variable.type))
        elif self.is_cell(variable):
            self.state.cells[cell] = zero(t, variable.type)
        elif self.bits.is_private(variable):
            self.state.spaces[cell] = self.bits.zeros()
            self._begin_with(variable)
        elif not variable.is_static:  # static objects have their contents from the beginning
            self.fill(None, self.place(Var(variable)).address, object_size(variable), t.bv(0, 8))
            self._begin_with(variable)
        if not self.is_cell(variable):
            self.mark_variable(variable, written=declare.zeroed or variable.is_static or is_generated(declare.origin))

    def _begin_with(self, variable: Variable) -> None:
        """The constants of an initialiser, in an object of zeros."""
        contents = variable.contents or b""
        place = self.place(Var(variable))
        if len(contents) > MOST_BYTES:
            self._forget(place.space, LARGE)
        elif contents:
            self.write(place.space, place.address, self._t.bv(int.from_bytes(contents, "little"), 8 * len(contents)))

    def mark_variable(self, variable: Variable, *, written: bool) -> None:
        """Mark a variable in memory as initialised or not."""
        if self.bits.marks and self.bits.is_private(variable):
            marks = self.bits.ones() if written else self.bits.zeros()
            self.state.spaces[Marks(self.bits.cell(variable, self._calls))] = marks
        elif self.bits.marks and not variable.is_static:
            self.mark_all(self.place(Var(variable)), object_size(variable), written=written)

    def _live(self, variable: Variable, truth: int) -> None:
        """The lifetime of an object begins or ends."""
        if self.bits.program.ends_blocks and variable.blocks and not self.bits.is_private(variable):
            named, activation = self.bits.cell(variable, self._calls)
            self.state.cells[named, -activation] = self._t.bv(truth, 1)

    def _block(self, size: Term, *, is_automatic: bool) -> Term:
        """A new heap block; allocation succeeds. The end of automatic blocks is not tracked."""
        t, address, width = self._t, self.state.heap, self.bits.width
        room = t.bv((1 << (width - 2)), width)
        end = t.bv_add(t.bv_add(address, size), t.bv(GAP, width))
        self.assume(t.bv_ult(size, room))
        self.assume(t.bv_ult(t.bv_sub(end, t.bv(1 << (width - 2), width)), room))
        self.state.heap = t.bv_and(end, t.bv(-16, width))
        if isinstance(address.value, int):
            lives = self.bits.symbol(BOOL, "whether a block of alloca or an array of variable length lives")
            self.state.blocks[address.value] = (size, lives if is_automatic else t.true)
        return address

    def _call(self, call: Call, callee: Function) -> None:
        """A function without a body."""
        arguments, result = call.arguments, call.result
        if callee.name in SUMMARISING:
            perform_summary(self, callee.name, arguments, result)
            return
        match self.bits.library.effect(callee, arguments):
            case None | Formats():
                self.unknown_call(call)
            case Stops():
                self.assume(self._t.false)
            case Assumes():
                self.assume(self.truth(arguments[0]))
            case Measures():
                self._measure(arguments[0], result)
            case Nothing():
                self._give_any(result)
            case Frees():
                # A run ends at ``free`` of something that is no block.
                pointer = arguments[0]
                t, address, number = self._t, self.value(pointer), self.bits.program.machine.int
                self.assume(is_good(self, Valid(pointer, Const(0, number), Use.FREE, number)))
                for place, (size, alive) in self.state.blocks.items():
                    still = t.and_(alive, t.not_(t.eq(address, t.bv(place, address.width))))
                    self.state.blocks[place] = (size, still)
            case Allocates(size=factors, zeroed=zeroed):
                self._allocate(call, [arguments[index] for index in factors], zeroed=zeroed)
            case Copies() | Fills() as effect:
                self._fill_or_copy(call, fills=isinstance(effect, Fills))
            case Writes():
                self.forget_memory(callee.name)
                self._give_any(result)
            case Tells(question=question) if result is not None and isinstance(result.type, IntType):
                self._tell(result, question, arguments, callee)
            case Arbitrary() | NotModelled():
                self._give_any(result, INPUT if callee.name.startswith(NONDET_PREFIXES) else f"what {callee.name} returns")
                if callee.name in _NOT_NEGATIVE and result is not None and isinstance(result.type, IntType):
                    self.assume(self._t.bv_sle(self._t.bv(0, result.type.width), self.load(result)))

    def _measure(self, pointer: Expr, result: Lvalue | None) -> None:
        """The size of a known block, or any."""
        if result is None or not isinstance(result.type, IntType):
            return
        t, address, size = self._t, self.value(pointer), self.bits.any_of(result.type, "the size of a block that is not known")
        for place, (known, _) in self.state.blocks.items():
            is_there = t.eq(address, t.bv(place, address.width))
            size = t.ite(is_there, t.resize(known, result.type.width, signed=False), size)
        self.store(result, size)

    def _tell(self, result: Lvalue, question: Question, arguments: Sequence[Expr], callee: Function) -> None:
        """The answer to a predicate about an object, if known."""
        from whet.proofs.answers import answer  # which evaluates

        found = answer(self, question, arguments)
        if found is None:
            self._give_any(result, f"what {callee.name} returns")
        else:
            self.store(result, self._t.resize(found, width_of(result.type), signed=False))

    def _give_any(self, result: Lvalue | None, why: str = INPUT) -> None:
        if result is not None:
            self.make_any(result, why)

    def unknown_call(self, call: Call) -> None:
        """May change what it can reach, and return anything."""
        if any(not isinstance(argument.type, (IntType, FloatType)) for argument in call.arguments):
            self.forget_memory("a function without a body")
        leads_somewhere = call.result is not None and not isinstance(call.result.type, (IntType, FloatType))
        self._give_any(call.result, _ELSEWHERE if leads_somewhere else INPUT)

    def _allocate(self, call: Call, factors: Iterable[Expr], *, zeroed: bool) -> None:
        t, width, size = self._t, self.bits.width, self._t.bv(1, 2 * self.bits.width)
        for factor in factors:
            size = t.bv_mul(size, self._t.resize(self.scaled(factor, 1, width), 2 * width, signed=False))
        self.assume(t.eq(t.extract(size, high=2 * width - 1, low=width), t.bv(0, width)))
        size = t.extract(size, high=width - 1, low=0)
        address = self._block(size, is_automatic=isinstance(call.callee, Function) and call.callee.name in AUTOMATIC)
        known = size.value if isinstance(size.value, int) else None
        self.fill(None, address, known, t.bv(0, 8) if zeroed else None)
        zeroed = zeroed or is_generated(call.origin)
        if known is not None or zeroed:
            self.mark_all(ObjectPlace(None, address), known, written=zeroed)
        if call.result is not None:
            self.store(call.result, t.resize(address, width_of(call.result.type), signed=False))

    def _fill_or_copy(self, call: Call, *, fills: bool) -> None:
        to, source, size = (self.value(argument) for argument in call.arguments[:3])
        if not isinstance(size.value, int) or size.value > MOST_BYTES:
            self.forget_memory("a library function that writes much")
            if not fills:
                self.forget_marks(None)
        elif fills:
            self.fill(None, to, size.value, self._t.extract(source, high=7, low=0))
            self.mark_all(ObjectPlace(None, to), size.value, written=True)
        elif size.value:
            if self.bits.marks:
                self.mark(ObjectPlace(None, to), self.marks_at(ObjectPlace(None, source), size.value))
            self.write(None, to, self.read_anywhere(source, size.value))
        if call.result is not None:
            self.store(call.result, to)


def _why_any(type: CType) -> str:
    return _ELSEWHERE if holds_pointers(type) else INPUT
