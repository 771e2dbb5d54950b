"""Pieces of a function as Python functions.

A unit begins at a node, after a call, or at the start of a function, and contains the tree of paths from there: it ends at a
join, at a call of a defined function, or at the function's exit. A path back to its first node is a Python loop. A unit takes the
frame and returns the next unit for the same frame, or None: then unit and frame are popped from the stack. Code counts steps by
taking an element of ``budget`` per iteration. It calls ``see`` with every edge if the run is observed, and ``before`` and
``after`` with every operation if it is followed. Each line knows the origin of its operation (``Unit.origins``), so that errors
are located without bookkeeping at run time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import CodeType
from typing import Literal

from whet.cfa import operations as ops
from whet.cfa.aliasing import Aliasing, declared_kind
from whet.cfa.alignment import object_alignment
from whet.cfa.copies import is_byte_copy, is_byte_taken, is_in_memory
from whet.cfa.expressions import Expr, Lvalue, Var, Variable, VariableKind
from whet.cfa.library import is_stream
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.semantics import conversion, float_from_bits
from whet.cfa.source import Origin
from whet.cfa.texts import GivenStrings
from whet.cfa.types import FloatType, IntType, PointerType, element_size, is_scalar
from whet.interpreter.frames import ALLOCATING, FramePlan
from whet.interpreter.inputs import zero_of
from whet.interpreter.library.streams import tells
from whet.interpreter.passing import can_pass, needs_conversion, wrong_count
from whet.interpreter.symbols import (
    BlockAt,
    CallSite,
    Code,
    Computed,
    EntryOf,
    ModelOf,
    ObjectOf,
    PointerCall,
    ProgramConstant,
    Reference,
    ReferenceNames,
    ResumeAt,
    Unit,
    WriterOf,
    fixed_value,
    is_fixed,
)
from whet.interpreter.translate import CodeTranslator, Statics
from whet.library.contracts import contract_of
from whet.task.dangers import Danger
from whet.task.records import dataclass

_MAX_INDENT = 16
_MAX_LINES = 400
_MAX_SPELLED_OUT = 8


@dataclass(frozen=True, slots=True)
class WatchedValues:
    """The largest values of some variables when edges were taken, in all runs."""

    by_edge: Mapping[Edge, tuple[tuple[Variable, int], ...]]
    """With the index in ``largest``."""
    largest: list[int]


@dataclass(frozen=True, slots=True)
class Options:
    error_functions: frozenset[str]
    error_labels: frozenset[str]
    observed: bool
    followed: bool = False
    """Are ``before`` and ``after`` called for each operation?"""
    counted: Mapping[Edge, int] | None = None
    """Edges whose number is marked in ``hits`` when they are taken."""
    watched: WatchedValues | None = None


@dataclass(frozen=True, slots=True)
class UnitScope:
    """What the units of a program have in common."""

    program: Program
    statics: Statics
    symbols: ReferenceNames
    options: Options
    plan_of: Callable[[Function], FramePlan]

    @property
    def main_code(self) -> Code:
        """Where ``main`` begins."""
        return entry_code(self.plan_of(self.program.main))


def entry_code(plan: FramePlan) -> Code:
    """Where a call of the function begins."""
    function = plan.function
    if any(parameter in plan.objects for parameter in function.parameters):
        return EntryOf(function)
    assert function.entry is not None
    return BlockAt(function.entry)


class UnitWriter:
    def __init__(self, scope: UnitScope, code: Code, function: Function) -> None:
        self._scope = scope
        self._code = code
        self._function = function
        self._plan = scope.plan_of(function)
        self._options = scope.options
        self._references: dict[str, Reference] = {}
        self._lines: list[str] = []
        self._origins: list[Origin | None] = []
        self._origin: Origin | None = None
        self._indent = 0
        self._loops = False
        mask = (1 << 8 * scope.program.machine.pointer_size) - 1
        dangers = scope.program.targets.dangers - ({Danger("alignment")} if scope.program.has_weak_alignment else frozenset())
        wraps = scope.program.wraps or Danger("overflow") not in dangers
        steps = Danger("pointer") in dangers and not function.is_of_library
        self._translator = CodeTranslator(self._plan, scope.statics, self._refer, self._emit, mask, wraps, dangers, steps)
        if Danger("aliasing") in dangers and not function.is_of_library:
            self._translator.aliasing = scope.program.fact(Aliasing)

    def unit(self) -> Unit:
        match self._code:
            case BlockAt(node=node):
                self._from(node)
            case ResumeAt(edge=edge, index=index):
                self._resume(edge, index)
            case EntryOf():
                self._enter()
        name = self._scope.symbols.name(self._code)
        head = [f"def {name}(f):"] + ([" for _ in budget:"] if self._loops else [])
        tail = [f" return {name}"] if self._loops else []
        text = "\n".join([*head, *(" " * len(head) + line for line in self._lines), *tail])
        origins = (None, *(None for _ in head), *self._origins, *(None for _ in tail))
        (code,) = (each for each in compile(text, f"<{name}>", "exec").co_consts if isinstance(each, CodeType))
        fixed = {word: fixed_value(each) for word, each in self._references.items() if is_fixed(each)}
        bound = {word: each for word, each in self._references.items() if word not in fixed}
        return Unit(name, text, code, fixed, bound, origins)

    def _emit(self, text: str) -> None:
        self._lines.append(" " * self._indent + text)
        self._origins.append(self._origin)

    def _refer(self, reference: Reference) -> str:
        name = self._scope.symbols.name(reference)
        self._references[name] = reference
        return name

    def _see(self, edge: Edge) -> None:
        if self._options.observed:
            self._emit(f"see({self._refer(ProgramConstant(edge))}, f)")

    def _count(self, edge: Edge) -> None:
        if self._options.counted is not None and edge in self._options.counted:
            self._emit(f"hits[{self._options.counted[edge]}] = 1")
        for variable, index in () if self._options.watched is None else self._options.watched.by_edge.get(edge, ()):
            if (slot := self._slot_of(variable)) is not None:
                self._emit(f"if ({slot} or 0) > largest[{index}]: largest[{index}] = {slot} or 0")

    def _slot_of(self, variable: Variable) -> str | None:
        """Where its value is, if it is not in memory."""
        if variable in self._plan.slots:
            return None if variable in self._plan.objects else f"f[{self._plan.slots[variable]}]"
        slot = self._scope.statics.slots.get(variable)
        return None if slot is None else f"g[{slot}]"

    def _tell(self, moment: Literal["before", "after"], edge: Edge, index: int) -> None:
        if self._options.followed:
            self._emit(f"{moment}({self._refer(ProgramConstant(edge))}, {index}, f)")

    def _from(self, node: Node | None) -> None:
        """The tree of paths from a node on."""
        while node is not None:
            if node is self._function.exit:
                # Release the frame's objects, except the strings of ``main``; the result goes to ``R[0]``.
                dying = self._plan.objects - self._strings.objects
                objects = "".join(f"f[{slot}], " for variable, slot in self._plan.slots.items() if variable in dying)
                if objects:
                    self._emit(f"for each in ({objects}):")
                    self._emit(" if each is not None: release(each)")
                if self._plan.blocks_slot is not None:
                    self._emit(f"for each in f[{self._plan.blocks_slot}] or (): release(each)")
                if self._options.observed:
                    self._emit(f"R[1] = {self._refer(ProgramConstant(self._function))}")
                # The start function returns nothing; after it, the value that main returned is asked for.
                if self._function.return_variable is not None or self._function is not self._scope.program.start:
                    self._emit(f"R[0] = {self._return_slot('None')}")
                self._emit("return")
                return
            chosen = self._choose(node)
            node = None if chosen is None else self._take(*chosen)

    def _choose(self, node: Node) -> tuple[Edge, int] | None:
        """Write the paths of the edges that need a test; returns the remaining edge and how many of its operations are tested.
        Every path ends in a jump, so the tests need no ``else``."""
        if _are_opposite(node.leaving):
            first, second = node.leaving
            self._test(first, 1)
            return second, 1
        for edge in node.leaving:
            operations = ops.flatten(edge.operation)
            count = next((number for number, part in enumerate(operations) if not isinstance(part, ops.Assume)), len(operations))
            if count == 0 or len(node.leaving) == 1:
                return edge, 0
            self._test(edge, count)
        self._emit("violated()" if node.leaving else "unsupported('a location without successor')")
        return None

    def _test(self, edge: Edge, count: int) -> None:
        """The path that begins with an edge, if its first assumptions hold."""
        self._origin = edge.origin
        for assumption in ops.flatten(edge.operation)[:count]:
            assert isinstance(assumption, ops.Assume)
            self._emit(f"if {self._holds(assumption)}:")
            self._indent += 1
        self._from(self._take(edge, count))
        self._indent -= count

    def _holds(self, assume: ops.Assume) -> str:
        checking = self._translator
        if assume.danger is not None:  # the operation has the tests of the interpreter, not the condition before it
            checking = replace(self._translator, dangers=(), checks_steps=False, aliasing=None)
        truth = checking.truth(assume.condition)
        return truth if assume.truth else f"not {truth}"

    def _take(self, edge: Edge, done: int) -> Node | None:
        """Write an edge without its first operations; returns the next node, or None if the path ends here."""
        if not _calls_a_body(edge):
            self._see(edge)
        self._count(edge)
        for index in range(done):
            self._tell("before", edge, index)
        return self._finish(edge, done)

    def _finish(self, edge: Edge, done: int) -> Node | None:
        count = len(ops.flatten(edge.operation))
        goes_on = all(self._perform(edge, index) for index in range(done, count))
        return edge.target if goes_on and self._is_inside(edge.target) else None

    def _is_inside(self, node: Node) -> bool:
        """Does the unit contain this node? If not, write the jump to it."""
        if node is self._function.exit:
            return True
        if self._code == BlockAt(node):
            self._loops = True
            self._emit("continue")
            return False
        if node in self._plan.joins or self._indent > _MAX_INDENT or len(self._lines) > _MAX_LINES:
            self._emit(f"return {self._refer(BlockAt(node))}")
            return False
        return True

    def _enter(self) -> None:
        """Make the objects of parameters that live in memory."""
        for parameter in self._function.parameters:
            if parameter in self._plan.objects:
                slot = self._plan.slots[parameter]
                size, declared = parameter.type.size, declared_kind(parameter.type)
                self._emit(f"p = declare(None, {size}, {parameter.name!r}, False, 0, {declared}, {object_alignment(parameter)})")
                self._emit(self._store_parameter(parameter, f"f[{slot}]"))
                if parameter.is_constant:
                    self._emit("p.writable = 0")
                self._emit(f"f[{slot}] = p")
        assert self._function.entry is not None
        self._emit(f"return {self._refer(BlockAt(self._function.entry))}")

    def _store_parameter(self, parameter: Variable, value: str) -> str:
        match parameter.type:
            case IntType() | FloatType() | PointerType() as type:
                return f"{self._refer(WriterOf(type, None, by_address=False))}(p, 0, {value})"
            case _:
                return f"put_inside(p, 0, {value})"

    def _return_slot(self, default: str) -> str:
        variable = self._function.return_variable
        return default if variable is None else f"f[{self._plan.slots[variable]}]"

    def _resume(self, edge: Edge, index: int) -> None:
        """After a call: store its result and continue."""
        call = ops.flatten(edge.operation)[index]
        assert isinstance(call, ops.Call)
        self._origin = call.origin
        if isinstance(call.callee, Function):
            if self._options.observed:
                self._see(self._scope.program.call_edges(edge, call.callee)[1])
        elif self._options.observed:
            self._emit(f"see_return({self._refer(ProgramConstant(edge))}, f)")
        if call.result is not None:
            type = call.result.type
            result = f"(t if (t := R[0]) is not None else missing_result({self._refer(ProgramConstant(type))}))"
            if not isinstance(call.callee, Function):
                result = self._translator.reinterpreted(result, type)
            self._emit(self._translator.write_any(call.result, result))
        self._tell("after", edge, index)
        self._from(self._finish(edge, index + 1))

    def _perform(self, edge: Edge, index: int) -> bool:
        """Write an operation and its callbacks; False if nothing can follow it."""
        operation = ops.flatten(edge.operation)[index]
        self._origin = operation.origin
        self._tell("before", edge, index)
        goes_on = self._write(operation, edge, index)
        if goes_on:
            self._tell("after", edge, index)
        return goes_on

    def _write(self, operation: ops.Operation, edge: Edge, index: int) -> bool:
        match operation:
            case ops.Assume():
                self._emit(f"if not ({self._holds(operation)}): violated()")
            case ops.Assign(lvalue=lvalue, value=value):
                self._emit(self._assignment(operation, lvalue, value))
            case ops.Havoc(may_keep=True):
                pass
            case ops.Havoc(approximates=str(construct)):
                # What the real program stores there is not known; a run must not continue with just any value.
                self._emit(f"unsupported({construct!r})")
                return False
            case ops.Havoc():
                self._havoc(operation)
            case ops.Declare():
                self._declare(operation)
            case ops.End(variable=variable):
                slot = self._plan.slots[variable]
                self._emit(f"f[{slot}] = end(f[{slot}])")
            case ops.Call():
                return self._call(operation, edge, index)
            case ops.Return(value=value):
                if value is not None:
                    self._emit(f"{self._return_slot('_')} = {self._translator.any_value(value)}")
            case ops.Skip():
                return self._skip(operation)
            case ops.Unsupported(construct=construct):
                self._emit(f"unsupported({construct!r})")
                return False
            case ops.Enter() | ops.Leave() | ops.Block():
                raise AssertionError("these stand on no edge of a function")
        return True

    def _assignment(self, assign: ops.Assign, lvalue: Lvalue, value: Expr) -> str:
        """Bytes are copied as they are, written or not, if it is checked what was written (C11 6.2.6.1p5)."""
        translator, program = self._translator, self._scope.program
        if Danger("uninitialised") in program.targets.dangers:
            if is_byte_copy(assign, lambda each: is_in_memory(program, each)):
                return translator.write_chunk(lvalue, translator.chunk(value))
            if is_byte_taken(assign, lambda each: is_in_memory(program, each)):
                return translator.write(lvalue, translator.read(value, is_copy=True))  # type: ignore[arg-type] # an lvalue
        return translator.write_any(lvalue, translator.any_value(value))

    def _skip(self, skip: ops.Skip) -> bool:
        if skip.unsequenced is not None and Danger("sequence") in self._translator.dangers:
            apart = "False" if skip.apart is None else self._translator.truth(skip.apart)
            self._emit(f"if not ({apart}): unsequenced({skip.unsequenced!r})")
        label = skip.label
        if label is None or label not in self._options.error_labels:
            return True
        self._emit(f"error({label!r})")
        return False

    def _havoc(self, havoc: ops.Havoc) -> None:
        lvalue = havoc.lvalue
        if isinstance(lvalue, Var) and is_stream(lvalue.variable):
            return
        type, name = self._refer(ProgramConstant(lvalue.type)), self._argument_of_main(lvalue)
        if isinstance(lvalue, Var) and (text := self._strings.of_length(lvalue.variable)) is not None:
            self._emit(self._translator.write(lvalue, f"length_of_text({type}, {text.name!r}, {text.variable!r})"))
        elif is_scalar(lvalue.type):
            value = f"nondet({type})" if name is None else f"{self._argument_source()}({type}, {name!r})"
            self._emit(self._translator.write(lvalue, value))
        else:
            self._emit(self._translator.initialised(lvalue, f"havoc({self._translator.address(lvalue)}, {type}, {name!r})"))

    @property
    def _strings(self) -> GivenStrings:
        return self._scope.program.strings

    def _giving(self, variable: Variable, size: str) -> str | None:
        """The object of given strings."""
        if variable in self._strings.vectors:
            return f"give_vector({size}, {variable.name!r})"
        text = self._strings.of_object(variable)
        return None if text is None else f"give_text({size}, {text.name!r}, {text.variable!r})"

    def _argument_source(self) -> str:
        return "argument_of_main" if self._scope.program.main.name == "main" else "argument"

    def _argument_of_main(self, lvalue: Lvalue) -> str | None:
        """The name of the parameter, if the variable is for one: the start function keeps them in temporaries of that name."""
        in_start = self._function is self._scope.program.start
        is_argument = in_start and isinstance(lvalue, Var) and lvalue.variable.kind is VariableKind.TEMPORARY
        return lvalue.variable.name if is_argument and isinstance(lvalue, Var) else None

    def _declare(self, declare: ops.Declare) -> None:
        variable = declare.variable
        slot = self._plan.slots.get(variable)
        if Danger("memory") in self._scope.program.targets.dangers:
            for count in declare.counts:
                self._emit(f"positive({self._translator.value(count)}, {variable.name!r})")
        if slot is None:
            self._declare_static(declare)
        elif variable in self._plan.objects:
            size = str(variable.type.size) if declare.length is None else self._translator.value(declare.length)
            if (giving := self._giving(variable, size)) is not None:
                self._emit(f"f[{slot}] = {giving}")
                return
            make, element = "renew" if declare.keeps else "declare", element_size(variable.type)
            what = f"{variable.name!r}, {declare.zeroed}, {element}, {declared_kind(variable.type)}, {object_alignment(variable)}"
            self._emit(f"f[{slot}] = {make}(f[{slot}], {size}, {what})")
            self._begin_with(f"f[{slot}]", declare)
            if variable.is_constant:
                self._emit(f"f[{slot}].writable = 0")
        elif declare.zeroed:
            self._emit(f"f[{slot}] = {self._zero(variable)}")
        elif variable in self._plan.unsure:
            self._emit(f"f[{slot}] = None")

    def _declare_static(self, declare: ops.Declare) -> None:
        variable = declare.variable
        if variable.kind is VariableKind.STRING or is_stream(variable):
            return
        slot = self._scope.statics.slots.get(variable)
        if slot is not None:
            self._emit(f"g[{slot}] = {self._zero(variable) if declare.zeroed else None}")
        else:
            object = self._refer(ObjectOf(variable))
            self._emit(f"{object}.{'clear' if declare.zeroed else 'forget'}()")
            self._begin_with(object, declare)

    def _begin_with(self, object: str, declare: ops.Declare) -> None:
        """Copy the constants of an initialiser to an object of zeros."""
        contents = declare.variable.contents
        if declare.zeroed and contents:
            self._emit(f"{object}.data[:{len(contents)}] = {self._refer(Computed(bytes, (contents,)))}")

    def _zero(self, variable: Variable) -> str:
        type = variable.type
        assert isinstance(type, (IntType, FloatType, PointerType))
        value = zero_of(type)
        return repr(value) if isinstance(value, (int, float)) else self._refer(Computed(float_from_bits, (0, type)))

    def _call(self, call: ops.Call, edge: Edge, index: int) -> bool:
        callee = call.callee
        if not isinstance(callee, Function):
            self._call_pointer(call, edge, index)
            return False
        if callee.name in self._options.error_functions:
            for argument in call.arguments:  # a run that ends there does not come to the call
                self._emit(self._translator.any_value(argument))
            if callee.is_defined:
                self._see(edge)
            self._emit(f"error({callee.name!r})")
            return False
        danger = None if callee.error is None else callee.error.danger
        if danger is not None and not danger.has_own_test:
            self._see(edge)
            self._emit(f"condition_fails({danger.check!r})")
            return False
        if callee.is_defined:
            self._call_defined(call, callee, edge, index)
            return False
        arguments = [self._translator.any_value(argument) for argument in call.arguments]
        if callee.name in ALLOCATING and arguments:
            result = f"allocate_here(f, {self._plan.blocks_slot}, {arguments[0]})"
        else:
            result = f"{self._refer(ModelOf(callee, _site(call)))}({', '.join(arguments)})"
        self._emit(result if call.result is None else self._translator.write_any(call.result, result))
        return True

    def _call_defined(self, call: ops.Call, callee: Function, edge: Edge, index: int) -> None:
        dangers = self._scope.program.targets.dangers
        if (mistake := wrong_count(len(call.arguments), callee, exactly=Danger("memory") in dangers)) is not None:
            self._emit(f"called_wrongly({mistake!r})")
            return
        values = [self._argument(call, callee, number) for number in range(len(call.arguments))]
        for extra in values[len(callee.parameters) :]:
            self._emit(extra)
        if callee.is_of_library and (contract_of(callee.name, len(values)) is not None or tells(callee)):
            self._emit(f"{self._refer(ModelOf(callee, _site(call)))}({', '.join(values)})")
        frame = self._new_frame(values[: len(callee.parameters)], callee)
        entry = self._refer(entry_code(self._scope.plan_of(callee)))
        if self._options.observed:
            self._see(self._scope.program.call_edges(edge, callee)[0])
        self._emit("if len(stack) > deepest: too_deep()")
        self._emit(f"stack.extend((f, {self._refer(ResumeAt(edge, index))}, {frame}, {entry})); return")

    def _argument(self, call: ops.Call, callee: Function, number: int) -> str:
        argument = call.arguments[number]
        text = self._translator.any_value(argument)
        if number >= len(callee.parameters):
            return text
        target = callee.parameters[number].type
        if not can_pass(argument.type, target):
            return f"called_wrongly('argument {number + 1} of {callee.name} has another type than the parameter')"
        if needs_conversion(argument.type, target):
            return f"{self._refer(Computed(conversion, (argument.type, target)))}({text})"
        return text

    def _new_frame(self, values: list[str], callee: Function) -> str:
        """A list with the arguments, and None in all other slots."""
        empty = self._scope.plan_of(callee).size - len(values)
        if empty <= _MAX_SPELLED_OUT:
            return f"[{', '.join(values + ['None'] * empty)}]"
        return f"[{''.join(value + ', ' for value in values)}*{self._refer(ProgramConstant((None,) * empty))}]"

    def _call_pointer(self, call: ops.Call, edge: Edge, index: int) -> None:
        assert not isinstance(call.callee, Function)
        arguments = "".join(f"{self._translator.any_value(argument)}, " for argument in call.arguments)
        address = self._translator.value(call.callee)
        target = self._refer(PointerCall(edge, index, _site(call)))
        resume = self._refer(ResumeAt(edge, index))
        self._emit(f"return {target}({address}, f, {resume}, ({arguments}))")


def _site(call: ops.Call) -> CallSite:
    return CallSite(
        arguments=tuple(argument.type for argument in call.arguments), result=None if call.result is None else call.result.type
    )


def _are_opposite(edges: list[Edge]) -> bool:
    """Do two edges begin with the same condition, once positive and once negated?"""
    if len(edges) != 2:
        return False
    match [ops.flatten(edge.operation)[0] for edge in edges]:
        case [ops.Assume(condition=one, truth=truth), ops.Assume(condition=other, truth=falsity)]:
            return one == other and truth != falsity
        case _:
            return False


def _calls_a_body(edge: Edge) -> bool:
    """Does the edge call a function with a body?"""
    return any(
        isinstance(part, ops.Call) and (not isinstance(part.callee, Function) or part.callee.is_defined)
        for part in ops.flatten(edge.operation)
    )
