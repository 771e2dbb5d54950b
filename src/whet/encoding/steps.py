"""What each operation of the program model does to a translation.

Indeterminate memory: an array of a region begins as anything, so a new object needs to be made indeterminate only if its place
may have been written before.  Writing a fresh value to every word of a large object would be too much; a region that is all
its own gets a fresh array, and otherwise the whole region is forgotten, with a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from whet.cfa import operations as ops
from whet.cfa.accesses import scalar_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.expressions import Const, Expr, Var, Variable, VariableKind, variables_of
from whet.cfa.facts import Facts
from whet.cfa.library import is_stream
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.source import is_generated
from whet.cfa.types import (
    BINARY32,
    BINARY64,
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    is_scalar,
)
from whet.encoding.arithmetic import width_of
from whet.encoding.effects import MANY_WORDS, EncodedEffects
from whet.encoding.lives import BlockLives
from whet.encoding.memory import joined, split
from whet.encoding.notes import NoteKind
from whet.encoding.parts import InputKind, TermPart
from whet.encoding.translation import Translation
from whet.pointers.regions import LONGEST_CONTENTS, Region, is_slot, starts_zeroed
from whet.solvers.terms.term import Term
from whet.task.dangers import Danger
from whet.task.records import dataclass

FEW_WORDS = 64
"""Indeterminate objects of up to so many words get a fresh value in each."""
_BYTE = IntType("unsigned char", 8, False, 1, 1)


class Occurrences:
    """How often, and with what in them, the places of a program are used; shared by all translations."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._facts = Facts.of(program)
        self._jumped: dict[Function, tuple[Variable, ...]] = {}
        self._falls_off: dict[Function, bool] = {}

    def runs_once(self, edge: Edge) -> bool:
        """Is an edge taken at most once in a run?"""
        function = edge.source.function
        if function is not self._program.start and (function is not self._program.main or self._main_is_called_again):
            return False
        return not self.is_repeated(edge)

    def is_repeated(self, edge: Edge) -> bool:
        """Can an edge be taken again in the same call of its function?"""
        function = edge.source.function
        return self._facts.loops(function).depth(edge.source) > 0

    def is_live(self, variable: Variable, node: Node) -> bool:
        """May the value a variable has at a node of its function be read?"""
        return self._facts.liveness(node.function).is_live(variable, node)

    @cached_property
    def _main_is_called_again(self) -> bool:
        main = self._program.main
        elsewhere = [edge for edge in self._program.edges() if edge.source.function is not self._program.start]
        calls = (part for edge in elsewhere for part in ops.flatten(edge.operation) if isinstance(part, ops.Call))
        return any(call.callee is main or not isinstance(call.callee, Function) for call in calls)

    def may_return_nothing(self, function: Function) -> bool:
        """Can the exit be reached without a ``Return`` of a value?"""
        if function not in self._falls_off:
            assert function.exit is not None
            last = [ops.flatten(edge.operation)[-1] for edge in function.exit.entering]
            self._falls_off[function] = any(not isinstance(part, ops.Return) or part.value is None for part in last)
        return self._falls_off[function]

    def jumped_over(self, function: Function) -> tuple[Variable, ...]:
        """Local objects in memory that may be used without their declaration having been executed."""
        if function not in self._jumped:
            self._jumped[function] = tuple(_undeclared(self._program, function))
        return self._jumped[function]


def _undeclared(program: Program, function: Function) -> Iterator[Variable]:
    """Those some node names that can be reached around their declaration."""
    for variable in function.variables:
        declared = [edge for edge in function.edges() if _declares(edge, variable)]
        if not declared or is_slot(program, variable) or function.entry is None:
            continue
        reached, waiting = {function.entry}, [function.entry]
        while waiting:
            for edge in waiting.pop().leaving:
                if not _declares(edge, variable) and edge.target not in reached:
                    reached.add(edge.target)
                    waiting.append(edge.target)
        if any(_names(edge, variable) for node in reached for edge in node.leaving):
            yield variable


def _declares(edge: Edge, variable: Variable) -> bool:
    return any(isinstance(part, ops.Declare) and part.variable is variable for part in ops.flatten(edge.operation))


def _names(edge: Edge, variable: Variable) -> bool:
    if _declares(edge, variable):
        return False
    return any(variable in variables_of(expr) for expr in ops.expressions_of(edge.operation))


@dataclass(frozen=True, slots=True)
class Frames:
    """Which activations variables belong to, in the caller and in the callee of an edge that is a step of a call.

    On any other edge both are the same."""

    caller: dict[str, int]
    callee: dict[str, int]


class Steps:
    """Performs the operations of one edge on a translation."""

    def __init__(self, translation: Translation, uses: Occurrences, edge: Edge, frames: Frames, *, pointer: Expr | None) -> None:
        self._to = translation
        self._frames = frames
        self._uses = uses
        self._edge = edge
        self._pointer = pointer
        self._scope = translation.scope
        self._terms = translation.terms
        self._effects = EncodedEffects(translation)
        self._lives = translation.scope.program.fact(BlockLives)

    def perform(self, operation: ops.Operation) -> None:
        self._to.origin = operation.origin
        match operation:
            case ops.Assume(condition=condition, truth=truth):
                holds = self._to.truth(condition)
                self._to.assume(holds if truth else self._terms.not_(holds))
            case ops.Assign():
                self._assign(operation)
            case ops.Havoc():
                self._havoc(operation)
            case ops.Declare():
                self._declare(operation)
            case ops.End():
                self._leave_block(operation.variable)
            case ops.Call(callee=callee):
                self._leads_to(callee)
                self._effects.call(operation)
            case ops.Return(value=value):
                variable = self._edge.source.function.return_variable
                if value is not None and variable is not None:
                    self._assign(ops.Assign(Var(variable), value, operation.origin))
            case ops.Enter(call=call, function=function):
                self._leads_to(function)
                self._enter(call, function)
            case ops.Leave(call=call, function=function):
                self._leave(call, function)
            case ops.Skip():
                pass
            case ops.Unsupported(construct=construct):
                self._to.remark(NoteKind.UNSUPPORTED, construct, self._terms.true)
            case ops.Block(operations=operations):
                for part in operations:
                    self.perform(part)

    def _leads_to(self, callee: Function | Expr) -> None:
        """A call through a pointer assumes that the pointer points to the function."""
        if self._pointer is not None and isinstance(callee, Function):
            address = self._to.value(self._pointer)
            self._to.assume(self._terms.eq(address, self._terms.bv(self._scope.layout.function(callee), address.width)))

    def _assign(self, operation: ops.Assign) -> None:
        lvalue, value = operation.lvalue, operation.value
        if is_scalar(lvalue.type):
            place = self._to.place(lvalue)
            self._to.store_at(place, lvalue, self._to.bits(value), self._written(operation))
        else:
            assert not isinstance(value, Const)
            self._copy(self._to.part(lvalue), self._to.part(value), lvalue.type.size)  # type: ignore[arg-type] # an lvalue

    def _written(self, assign: ops.Assign) -> list[Term] | None:
        """Which bits of a byte that is copied were written; None if it is none."""
        if not self._scope.shadows.regions or not is_byte_copy(assign, lambda each: is_in_memory(self._scope.program, each)):
            return None
        assert not isinstance(assign.value, Const)
        return self._to.written(self._to.part(assign.value), 1)  # type: ignore[arg-type] # an lvalue

    def _copy(self, target: TermPart, source: TermPart, size: int) -> None:
        if size <= MANY_WORDS * min(target.region.granule, source.region.granule):
            self._to.copy(target, source, size)
        else:
            self._to.check(source, size, writes=False)
            self._to.check(target, size, writes=True)
            self._to.overwrite(target)
            self._to.remark(NoteKind.ROUGH, f"copy of {size} bytes", self._terms.true)

    def _declare(self, declare: ops.Declare) -> None:
        variable = declare.variable
        if not is_slot(self._scope.program, variable) and not declare.keeps and not self._uses.runs_once(self._edge):
            self._end_before(variable)
        self._is_alive(variable, True)
        if is_stream(variable):
            self._to.remark(NoteKind.ROUGH, variable.name, self._terms.true)
        elif is_slot(self._scope.program, variable):
            base = self._to.base(variable)
            self._to.assign(base, self._terms.bv(0, width_of(variable.type)) if declare.zeroed else self._to.fresh(base.sort))
            if not declare.zeroed:
                self._to.unread[base] = None
        elif variable in self._scope.layout.dynamic and not declare.keeps:
            self._make(declare)
        elif declare.zeroed:
            self._clear(variable)
        elif self._starts_zeroed(self._scope.regions.of_variable(variable)) or not self._uses.runs_once(self._edge):
            self.forget(variable)
        if is_generated(declare.origin) and not is_slot(self._scope.program, variable):
            self._to.forget_written(self._scope.regions.of_variable(variable))

    def _make(self, declare: ops.Declare) -> None:
        """An object begins to live at a new address."""
        variable, width = declare.variable, self._scope.layout.width
        if declare.length is None:
            size = self._terms.bv(variable.type.size, width)
        else:
            size = self._terms.resize(self._to.value(declare.length), width, signed=False)
        address = self._effects.allocate(self._scope.regions.of_variable(variable), size)
        self._to.assign(self._scope.vocabulary.address(variable, self._to.activation(variable)), address)
        if declare.zeroed:
            self._clear(variable)

    def _leave_block(self, variable: Variable) -> None:
        """The life of an object ends, and pointers to it may be left."""
        self._is_alive(variable, False)
        if variable in self._lives.renewed:
            self._effects.release(self._scope.regions.of_variable(variable), self._to.part(Var(variable)).address)

    def _is_alive(self, variable: Variable, truth: bool) -> None:
        if variable in self._lives.followed:
            self._to.assign(self._scope.vocabulary.alive(variable), self._terms.bv(int(truth), 1))

    def _end_before(self, variable: Variable) -> None:
        """The object of an earlier turn of a loop is gone, if nothing said so before."""
        if self._scope.program.ends_blocks and variable.blocks:
            return
        holders = self._scope.regions.holders(variable)
        if self._uses.is_repeated(self._edge):
            self._end(variable, [*holders.lasting, *(holder for holder in holders.own if self._is_in_use(holder))])

    def _is_in_use(self, variable: Variable) -> bool:
        """May the present value of a local scalar still be read?"""
        base = self._to.base(variable)
        if base in self._to.values:
            return base not in self._to.unread
        return self._uses.is_live(variable, self._edge.source)

    def _starts_zeroed(self, region: Region) -> bool:
        return starts_zeroed(region, self._scope.layout.dynamic)

    def _clear(self, variable: Variable) -> None:
        region = self._scope.regions.of_variable(variable)
        if region.table is not None:
            return
        in_start = self._edge.source.function is self._scope.program.start
        if in_start and self._starts_zeroed(region):
            return
        if variable.contents is not None:
            self._begin_with(variable, variable.contents, region)
            return
        size = self._scope.layout.size(variable) or 0
        zero = self._terms.bv(0, 8 * region.granule)
        if self._has_region_for_itself(variable, region):
            self._to.clear_region(region)
            if size <= MANY_WORDS * region.granule:
                ones = self._terms.bv(-1, 8 * region.granule)
                self._to.set_written(self._to.part(Var(variable)), [ones] * _words(size, region))
        elif size <= MANY_WORDS * region.granule:
            self._to.write_words(self._to.part(Var(variable)), [zero] * _words(size, region))
        else:
            self._forget_large(variable, region)

    def _begin_with(self, variable: Variable, contents: bytes, region: Region) -> None:
        """Write the constants of an initialiser, followed by zeros."""
        granule = region.granule
        many = _words(self._scope.layout.size(variable) or 0, region)
        if many > LONGEST_CONTENTS:
            self._forget_large(variable, region)
            return
        data = contents.ljust(many * granule, b"\0")
        pieces = (data[at : at + granule] for at in range(0, many * granule, granule))
        words = [self._terms.bv(int.from_bytes(each, "little"), 8 * granule) for each in pieces]
        self._to.write_words(self._to.part(Var(variable)), words)

    def forget(self, variable: Variable) -> None:
        """Make an object in memory indeterminate."""
        region = self._scope.regions.of_variable(variable)
        size = self._scope.layout.size(variable) or 0
        if self._has_region_for_itself(variable, region):
            self._to.forget_region(region)
            self._to.unwrite_region(region)
        elif size <= FEW_WORDS * region.granule:
            words = [self._to.fresh_bits(8 * region.granule) for _ in range(_words(size, region))]
            self._to.write_words(self._to.part(Var(variable)), words, [self._terms.bv(0, word.width) for word in words])
        else:
            self._forget_large(variable, region)

    def _forget_large(self, variable: Variable, region: Region) -> None:
        self._to.forget_region(region)
        self._to.remark(NoteKind.ROUGH, f"everything near {variable.name}, which is large, is forgotten", self._terms.true)

    def _has_region_for_itself(self, variable: Variable, region: Region) -> bool:
        return region.only is variable and self._to.activation(variable) == 1

    def _havoc(self, havoc: ops.Havoc) -> None:
        lvalue = havoc.lvalue
        if havoc.approximates is not None:
            self._to.remark(NoteKind.ROUGH, havoc.approximates, self._terms.true)
        if is_scalar(lvalue.type):
            place = self._to.place(lvalue)
            self._to.store_at(place, lvalue, self._any(havoc, _scalar(lvalue.type)))
        else:
            self._havoc_object(havoc, self._to.part(lvalue))

    def _any(self, havoc: ops.Havoc, type: ScalarType) -> Term:
        lvalue = havoc.lvalue
        if havoc.approximates is not None or (isinstance(lvalue, Var) and is_stream(lvalue.variable)):
            return self._to.fresh_bits(width_of(type))
        in_start = self._edge.source.function is self._scope.program.start
        is_argument = in_start and isinstance(lvalue, Var) and lvalue.variable.kind is VariableKind.TEMPORARY
        return self._to.input(InputKind.ARGUMENT if is_argument else InputKind.NONDET, type)

    def _havoc_object(self, havoc: ops.Havoc, part: TermPart) -> None:
        size = havoc.lvalue.type.size
        self._to.check(part, size, writes=True)
        if size > FEW_WORDS * part.region.granule:
            self._to.overwrite(part)
            self._to.remark(NoteKind.ROUGH, f"any value in {size} bytes", self._terms.true)
            return
        data = [self._to.fresh_bits(8) for _ in range(size)]
        for offset, type in _scalars(havoc.lvalue.type, 0):
            value = self._terms.resize(self._any(havoc, type), 8 * scalar_size(type), signed=False)
            data[offset : offset + scalar_size(type)] = split(self._terms, value, 1)
        if size:
            self._to.write(part, joined(self._terms, data))

    def _enter(self, call: ops.Call, function: Function) -> None:
        values = [self._argument(argument) for argument in call.arguments[: len(function.parameters)]]
        self._to.activations = self._frames.callee
        self._count_calls(function, self._to.activations[function.name])
        for variable in function.variables:
            self._begin(variable, function)
        for parameter, argument, value in zip(function.parameters, call.arguments, values, strict=False):
            self._pass(parameter, argument, value)
        for parameter in function.parameters[len(values) :]:
            self._to.remark(NoteKind.UNDEFINED, f"call of {function.name} with too few arguments", self._terms.true)
            self._indeterminate(parameter)

    def _count_calls(self, function: Function, count: int) -> None:
        """Only checks of memory ask for it, and programs that ask about objects."""
        program = self._scope.program
        if program.ends_blocks or not program.targets.dangers.isdisjoint({Danger("memory"), Danger("pointer")}):
            active = self._scope.vocabulary.active(function.name)
            self._to.assign(active, self._terms.bv(count, active.width))

    def _argument(self, argument: Expr) -> Term | TermPart:
        if is_scalar(argument.type):
            return self._to.bits(argument)
        return self._to.part(argument)  # type: ignore[arg-type] # only an lvalue is a structure

    def _begin(self, variable: Variable, function: Function) -> None:
        """A local variable begins to live, indeterminate."""
        if variable in function.parameters:
            return
        self._is_alive(variable, False)
        if variable in self._lives.renewed:
            address = self._scope.vocabulary.address(variable, self._to.activation(variable))
            self._to.assign(address, self._terms.bv(0, address.width))
        if variable is function.return_variable:
            if self._uses.may_return_nothing(function):
                self._indeterminate(variable)
        elif variable.kind is not VariableKind.TEMPORARY and is_slot(self._scope.program, variable):
            self._indeterminate(variable)
        elif variable in self._uses.jumped_over(function) and variable not in self._scope.layout.dynamic:
            self.forget(variable)

    def _indeterminate(self, variable: Variable) -> None:
        if not is_slot(self._scope.program, variable):
            self.forget(variable)
            return
        base = self._to.base(variable)
        self._to.assign(base, self._to.fresh(base.sort))
        self._to.unread[base] = None

    def _pass(self, parameter: Variable, argument: Expr, value: Term | TermPart) -> None:
        if isinstance(value, TermPart):
            if not is_scalar(parameter.type) and parameter.type.size == argument.type.size:
                self._copy(self._to.part(Var(parameter)), value, parameter.type.size)
                return
        elif is_scalar(parameter.type) and can_pass(argument.type, parameter.type):
            converted = self._to.arithmetic.convert(argument.type, _scalar(parameter.type), value)
            self._to.store(Var(parameter), self._to.arithmetic.bits(converted))
            return
        self._to.remark(NoteKind.UNDEFINED, f"parameter {parameter.name} has another type than its argument", self._terms.true)
        self._indeterminate(parameter)

    def _leave(self, call: ops.Call, function: Function) -> None:
        self._to.activations = self._frames.callee
        for variable in function.variables:
            if not is_slot(self._scope.program, variable):
                self._end(variable, self._scope.regions.holders(variable).lasting)
        self._count_calls(function, self._to.activations[function.name] - 1)
        result, variable_ = call.result, function.return_variable
        if result is None:
            return
        if variable_ is None or not self._fits(variable_.type, result.type):
            self._to.activations = self._frames.caller
            self._to.remark(NoteKind.UNDEFINED, f"{function.name} returns another type", self._terms.true)
            self._effects.anything(result)
        elif is_scalar(result.type):
            value = self._to.load(Var(variable_))
            self._to.activations = self._frames.caller
            converted = self._to.arithmetic.convert(variable_.type, _scalar(result.type), value)
            self._to.store(result, self._to.arithmetic.bits(converted))
        else:
            source = self._to.part(Var(variable_))
            self._to.activations = self._frames.caller
            self._copy(self._to.part(result), source, result.type.size)

    def _end(self, variable: Variable, holders: Iterable[Variable]) -> None:
        """The life of an object ends; take note if one of these variables, or memory elsewhere, may hold its address."""
        t, part, holders = self._terms, self._to.part(Var(variable)), list(holders)
        size = self._scope.layout.size(variable)
        if self._scope.regions.holders(variable).memory:
            held = t.true
        elif variable in self._scope.layout.dynamic or size is None:
            held = t.truth(bool(holders))
        else:
            distances = (t.bv_sub(self._to.current(self._to.base(holder)), part.address) for holder in holders)
            held = t.or_(*(t.bv_ule(distance, t.bv(size, distance.width)) for distance in distances))
        self._to.remark(NoteKind.LIFETIME, f"the life of {variable.qualified_name} ends", held)

    def _fits(self, source: CType, target: CType) -> bool:
        return can_pass(source, target) if is_scalar(target) else source.size == target.size and not is_scalar(source)


def can_pass(source: CType, target: CType) -> bool:
    """Does a scalar passed as one type arrive at something declared as another (after a conversion)?"""
    match source, target:
        case IntType() | PointerType(), IntType() | PointerType():
            return source.size == target.size or target.size < source.size == 4
        case FloatType(), FloatType():
            return source.format == target.format or (source.format == BINARY64 and target.format == BINARY32)
        case _:
            return False


def _words(size: int, region: Region) -> int:
    return -(-size // region.granule)


def _scalars(type: CType, offset: int) -> Iterator[tuple[int, ScalarType]]:
    """The scalars in an object, in the order the interpreter asks for their values; unions by bytes."""
    match type:
        case IntType() | FloatType() | PointerType():
            yield offset, type
        case ArrayType(element=element, count=count):
            for number in range(count or 0):
                yield from _scalars(element, offset + number * element.size)
        case StructType(is_union=False, fields=fields) if all(member.bit_width is None for member in fields):
            for member in fields:
                yield from _scalars(member.type, offset + member.offset)
        case _:
            for number in range(type.size):
                yield offset + number, _BYTE


def _scalar(type: CType) -> ScalarType:
    assert isinstance(type, (IntType, FloatType, PointerType))
    return type


__all__ = ["FEW_WORDS", "MANY_WORDS", "Frames", "Occurrences", "Steps", "can_pass"]
