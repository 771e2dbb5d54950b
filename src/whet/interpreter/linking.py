"""One run of a program: the generated code of its units, linked to the memory and inputs of this run. A unit is generated when it
is first reached: until then its name means a stub that links it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import repeat
from operator import length_hint
from types import FunctionType
from typing import Any, Protocol, TypeAlias

from whet.cfa.accesses import object_size
from whet.cfa.aliasing import declared_kind
from whet.cfa.alignment import object_alignment
from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.library import ERRNO, is_stream
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Leave, Operation, flatten
from whet.cfa.semantics import NotSequenced, NotWritten, Undefined, Value, conversion, unchanged
from whet.cfa.source import Origin, is_generated
from whet.cfa.types import ArrayType, CType, FloatType, IntType, PointerType, StructType, element_size, is_scalar
from whet.cfa.within_library import LibraryCall
from whet.interpreter.comparing import Comparing
from whet.interpreter.inputs import NoMoreInputs, zero_of
from whet.interpreter.leaks import LeftBlock, check_freed, check_lost
from whet.interpreter.library import LIBRARY
from whet.interpreter.library.contracts import guard
from whet.interpreter.library.registry import Implementation
from whet.interpreter.library.streams import entering
from whet.interpreter.memory import (
    Chunk,
    MemoryFault,
    MemoryObject,
    NotPositive,
    ObjectKind,
    WrongFunction,
    put,
    put_inside,
    take,
    take_inside,
)
from whet.interpreter.outcomes import (
    Aborted,
    AssumptionViolated,
    EndOfRun,
    ErrorReached,
    Execution,
    Exited,
    FaultyAccess,
    InputsExhausted,
    NotInterpreted,
    RunOutcome,
    StepLimit,
    UndefinedBehaviour,
    UnsupportedReached,
    without_definition,
)
from whet.interpreter.passing import check_call, needs_conversion
from whet.interpreter.process import SHARED_VARIABLES, Environment, Process, RunBounds
from whet.interpreter.run_places import RunPlaces
from whet.interpreter.symbols import (
    AddressOfFunction,
    AddressOfObject,
    BlockAt,
    Code,
    EntryOf,
    ModelOf,
    ObjectOf,
    PointerCall,
    ReaderOf,
    Reference,
    ResumeAt,
    Unit,
    WriterOf,
    fixed_value,
)
from whet.interpreter.units import UnitScope, entry_code
from whet.interpreter.view import StaticStore, View
from whet.task.dangers import Danger
from whet.task.messages import violations

FrameSlots: TypeAlias = list[Any]
UnitStep: TypeAlias = Callable[[FrameSlots], "UnitStep | None"]
PointerStep: TypeAlias = Callable[[int, FrameSlots, UnitStep, tuple[Any, ...]], "UnitStep | None"]
"""Performs a call: the address, the caller's frame, the unit after the call, and the arguments."""
CallTarget: TypeAlias = Callable[[FrameSlots, UnitStep, tuple[Any, ...]], "UnitStep | None"]
"""Performs a call of a known function: the caller's frame, the unit after the call, and the arguments."""
EdgeWatcher: TypeAlias = Callable[[Edge, View], None]
"""Called with every edge before its operations are executed, and with the values of the variables."""


class Follower(Protocol):
    """Called before and after every operation of a run, with the values of the variables; a call of a function with a body is
    also reported as its ``Enter`` and ``Leave``. There is no ``after`` for the operation that ends the run."""

    def before(self, operation: Operation, view: View, /) -> None: ...

    def after(self, operation: Operation, view: View, /) -> None: ...


_BYTE = IntType("unsigned char", 8, False, 1, 1)


class ProgramRun:
    def __init__(
        self,
        scope: UnitScope,
        unit_of: Callable[[Code], Unit],
        environment: Environment,
        limits: RunBounds,
        watcher: EdgeWatcher | None,
        follower: Follower | None = None,
        *,
        hits: bytearray | None = None,
        earlier: ProgramRun | None = None,
    ) -> None:
        """``hits`` gets a mark for each counted edge that is taken. ``earlier`` executed the first steps; its state is taken
        over."""
        self._scope = scope
        self._unit_of = unit_of
        self._limits = limits
        self._watcher = watcher
        self._follower = follower
        self._earlier = earlier
        self._main_code = scope.main_code
        self._hits = hits
        self._steps: dict[Code, UnitStep] = {}
        self._next: tuple[Any, FrameSlots] | None = None
        """The next unit and its frame, when the steps are used up."""
        if earlier is not None:
            self._take_over(earlier)
        else:
            self._begin(environment)
        self._namespace: dict[str, Any] = self._helpers()

    def _begin(self, environment: Environment) -> None:
        scope, limits = self._scope, self._limits
        self._stack: list[Any] = []
        self._places = RunPlaces(self._stack)
        self.process = Process(scope.program.machine, environment, limits, self._places.origin, self._places.within)
        self.process.wraps = scope.program.wraps or Danger("overflow") not in scope.program.targets.dangers
        self.process.checks_contracts = Danger("contract") in scope.program.targets.dangers
        self.process.checks_unreachable = Danger("unreachable") in scope.program.targets.dangers
        self.process.checks_calls = Danger("memory") in scope.program.targets.dangers
        if any(is_generated(edge.origin) for edge in scope.program.main.edges()):
            self.process.memory.is_outside = lambda: is_generated(self._places.origin())
        self._budget = repeat(None, limits.steps)
        self._returned: list[Any] = [None, None]
        """The value the last function returned, and in an observed run the function."""
        self._objects: dict[Variable, MemoryObject] = {}
        self._globals: list[Value] = []
        self._statics = StaticStore(scope.statics.slots, self._globals, self._objects, self.process)
        self._has_begun = False
        """Was ``main`` called?"""

    def _take_over(self, before: ProgramRun) -> None:
        self._stack, self._places, self.process = before._stack, before._places, before.process
        self._returned, self._objects, self._globals = before._returned, before._objects, before._globals
        self._statics, self._has_begun = before._statics, before._has_begun
        self._budget = repeat(None, self._limits.steps)

    def restart(self, environment: Environment, *, steps: int, hits: bytearray) -> None:
        """Prepare for another run, with the code that is linked already."""
        self._limits = replace(self._limits, steps=steps)
        self.process.restart(environment)
        self._stack.clear()
        self._returned[:] = (None, None)
        self._globals.clear()
        self._has_begun = False
        self._budget = repeat(None, steps)
        begin = self._behind_initialisers(self._main_code)
        self._namespace.update({"budget": self._budget, "hits": hits, self._scope.symbols.name(self._main_code): begin})

    def advance(self) -> bool:
        """Run until the steps are used up; False if the run ends before."""
        self._prepare()
        try:
            self._drive()
        except (EndOfRun, Undefined, MemoryFault, NotInterpreted, NoMoreInputs):
            return False
        return True

    def _prepare(self) -> None:
        """Allocate functions and static objects."""
        for function in self._scope.program.functions.values():
            self.process.memory.address_of(function)
        for variable in self._scope.program.globals:
            slot = self._scope.statics.slots.get(variable)
            if slot is not None:
                self._globals.append(self._first_value(variable))
            else:
                made, earlier = self._make_static(variable), self._objects.get(variable)
                self._objects[variable] = made if earlier is None else self.process.memory.put_back(made, earlier)
            if variable.name == ERRNO:
                self.process.set_errno = self._statics.writer(variable)
            if variable.name in SHARED_VARIABLES and is_scalar(variable.type):
                self.process.shared[variable.name].bind(self._statics.reader(variable), self._statics.writer(variable))
            if is_stream(variable):
                self.process.streams.variables[variable.name] = self._statics.reader(variable)

    def _first_value(self, variable: Variable) -> Value:
        if is_stream(variable):
            return self.process.streams.standard(variable.name)
        assert isinstance(variable.type, (IntType, FloatType, PointerType))
        return zero_of(variable.type)

    def _make_static(self, variable: Variable) -> MemoryObject:
        is_string = variable.kind is VariableKind.STRING
        kind = ObjectKind.STRING if is_string else ObjectKind.GLOBAL
        if variable in self._scope.statics.unsure:
            kind = ObjectKind.EXTERNAL
        size = object_size(variable) or max(variable.type.size, len(variable.image or b""))
        made = self.process.memory.allocate(size, kind, variable.name, zeroed=True, align=object_alignment(variable))
        if (first := variable.image if variable.contents is None else variable.contents) is not None:
            made.data[: len(first)] = first
        elif is_scalar(variable.type):
            self.process.access.writer(variable.type)(made, 0, self._first_value(variable))  # type: ignore[arg-type]
        made.element = 0 if is_string else element_size(variable.type)
        made.declared = declared_kind(variable.type)
        made.is_open = object_size(variable) is None
        if is_string:
            made.writable = 0
        return made

    def execute(self) -> Execution:
        outcome, within = self._outcome()
        return Execution(
            outcome=outcome,
            output=bytes(self.process.output),
            inputs=tuple(self.process.trace),
            assumptions=self.process.assumptions,
            steps=self._limits.steps - length_hint(self._budget),
            used_convention=self.process.used_convention,
            chooses=self.process.chooses,
            within=within,
            texts=(*self.process.missing, *(each.read for each in self.process.given)),
        )

    def _outcome(self) -> tuple[RunOutcome, LibraryCall | None]:
        try:
            if self._earlier is None:
                self._prepare()
            self._drive()
        except (EndOfRun, Undefined, MemoryFault, NotInterpreted, NoMoreInputs) as ended:
            raised = self._places.raised_at(ended.__traceback__)
            return self._ending(ended, self._places.origin_at(raised)), self._places.library_call(raised)
        return StepLimit(self._limits.steps), None

    def _ending(self, ended: Exception, origin: Origin | None) -> RunOutcome:
        if not all(each.is_possible for each in self.process.given):
            return UnsupportedReached("an access behind the end of a string that main is given", origin)
        match ended:
            case EndOfRun(outcome=outcome):
                try:
                    if isinstance(outcome, (Exited, Aborted)) and Danger("cleanup") in self._scope.program.targets.dangers:
                        check_freed(self.process.memory)
                except Undefined as fault:
                    return UndefinedBehaviour(str(fault), None, fault.danger, self._about(fault))
                return outcome
            case Undefined(danger=danger, fault=fault) | MemoryFault(danger=danger, fault=fault):
                return UndefinedBehaviour(str(ended), origin, danger, self._about(ended), fault)
            case NotInterpreted(construct=construct):
                return UnsupportedReached(construct, origin)
            case _:
                return InputsExhausted(origin)

    def _about(self, fault: Exception) -> FaultyAccess | None:
        match fault:
            case MemoryFault(target=MemoryObject() as found, offset=offset, size=size):
                return FaultyAccess(found.base, str(found), found.size, offset, size)
            case LeftBlock(block=block):
                return FaultyAccess(block.base, str(block), block.size)
            case _:
                return None

    def _drive(self) -> None:
        """The main loop; it returns only when the steps are used up, everything else ends by an exception."""
        stack = self._stack
        pop = stack.pop
        step, frame = self._first() if self._earlier is None else self._resumed(self._earlier)
        for _ in self._budget:
            step = step(frame)
            if step is None:
                step, frame = pop(), pop()
        self._next = step, frame

    def _first(self) -> tuple[Any, FrameSlots]:
        plan = self._scope.plan_of(self._scope.program.start)
        self._stack.extend(([], self._finish))
        return self._stub(entry_code(plan)), [None] * plan.size

    def _resumed(self, before: ProgramRun) -> tuple[Any, FrameSlots]:
        """Where another run stopped, with its units replaced by those of this run."""
        assert before._next is not None
        step, frame = before._next
        for index in range(1, len(self._stack), 2):
            self._stack[index] = self._own(self._stack[index], before)
        return self._own(step, before), frame

    def _own(self, step: Any, before: ProgramRun) -> Any:
        return self._finish if step == before._finish else self._resolve(self._places.code_of(step))

    def _finish(self, frame: FrameSlots) -> UnitStep | None:
        """Follows the start function, whose last operation is the call of ``main``."""
        status, dangers = self._returned[0], self._scope.program.targets.dangers
        if Danger("leak") in dangers:
            check_lost(self.process.memory, self._globals, self._scope.program.machine.pointer_size)
        raise EndOfRun(Exited(status if isinstance(status, int) else 0))

    def _stub(self, code: Code) -> UnitStep:
        """Links the unit when it is reached."""

        def reach(frame: FrameSlots) -> UnitStep | None:
            return self._step(code)(frame)

        self._places.stands_for(reach, code)
        return reach

    def _step(self, code: Code) -> UnitStep:
        """The linked function of a unit."""
        known = self._steps.get(code)
        if known is not None:
            return known
        unit = self._unit_of(code)
        namespace = self._namespace
        namespace.update(unit.fixed)
        for name, reference in unit.references.items():
            if name not in namespace:
                namespace[name] = self._resolve(reference)
        made = namespace[unit.name] = FunctionType(unit.code, namespace)
        self._places.linked(made, code, unit)
        self._steps[code] = made
        return made

    def _resolve(self, reference: Reference) -> Any:
        match reference:
            case ReaderOf(type=type, bits=bits, by_address=by_address, is_copy=is_copy):
                checked = Danger("uninitialised") in self._scope.program.targets.dangers and not is_copy
                access = self.process.written_only if checked else self.process.access
                return (access.loader if by_address else access.reader)(type, bits)
            case WriterOf(type=type, bits=bits, by_address=by_address):
                return (self.process.access.storer if by_address else self.process.access.writer)(type, bits)
            case ObjectOf(variable=variable):
                return self._objects[variable]
            case AddressOfObject(variable=variable):
                return self._objects[variable].base
            case AddressOfFunction(function=function):
                return self.process.memory.address_of(function)
            case BlockAt() | ResumeAt() | EntryOf():
                return self._behind_initialisers(reference) if reference == self._main_code else self._stub(reference)
            case ModelOf(function=function, site=site) if function.is_defined:
                return self._entering(function, len(site.arguments))
            case ModelOf(function=function, site=site):
                return LIBRARY.bind(self.process, function, site.arguments)
            case PointerCall():
                return self._pointer_call(reference)
            case _:
                return fixed_value(reference)

    def _behind_initialisers(self, code: Code) -> UnitStep:
        """The unit of ``main``, before which constants become read-only."""
        step = self._stub(code)

        def begin(frame: FrameSlots) -> UnitStep | None:
            for variable, made in self._objects.items():
                if variable.is_constant:
                    made.writable = 0
            self._begin_texts()
            return step(frame)

        self._places.stands_for(begin, code)
        return begin

    def _begin_texts(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            for each in self.process.given:
                each.begin()

    def _helpers(self) -> dict[str, Any]:
        memory = self.process.memory
        comparing = Comparing(memory, self._objects, self.process.machine.pointer_size)
        process = self.process
        helpers: dict[str, Any] = {"choose": self._choose, "create": self._create, "declare": self._declare, "end": self._end}
        helpers |= {"renew": self._renew, "allocate_here": self._allocate_here, "havoc": self._havoc}
        helpers |= {"missing_result": self._missing_result, "see": self._see, "see_return": self._see_return}
        helpers |= {"before": self._before, "after": self._after, "error": self._error, "violated": self._violated}
        helpers |= {"unsupported": self._unsupported, "condition_fails": self._condition_fails, "unsequenced": self._unsequenced}
        helpers |= {"positive": self._positive, "called_wrongly": self._called_wrongly, "too_deep": self._too_deep}
        helpers |= {"R": self._returned, "budget": self._budget, "g": self._globals, "hits": self._hits, "stack": self._stack}
        watched = self._scope.options.watched
        helpers |= {"largest": None if watched is None else watched.largest}
        helpers |= {"pair": comparing.pair, "same": comparing.same, "step": comparing.step, "leads": comparing.leads}
        helpers |= {
            "put": partial(put, memory),
            "take": partial(take, memory),
            "put_inside": put_inside,
            "take_inside": take_inside,
        }
        helpers |= {"argument": process.argument, "argument_of_main": process.argument_of_main, "nondet": process.nondet}
        helpers |= {"give_text": process.give_text, "give_vector": process.give_vector, "length_of_text": process.length_of_text}
        helpers |= {
            "misaligned": memory.misaligned,
            "aligned": memory.aligned,
            "typed": memory.typed,
            "release": memory.release,
            "written": memory.is_defined,
        }
        return helpers | {"deepest": 2 * self._limits.depth, "valid": process.is_good_for}

    def _choose(self, slots: FrameSlots, index: int, variable: Variable) -> Value:
        """A scalar is read before it is assigned."""
        assert isinstance(variable.type, (IntType, FloatType, PointerType))
        if variable.kind is VariableKind.LOCAL and Danger("uninitialised") in self._scope.program.targets.dangers:
            raise NotWritten(violations.NOT_WRITTEN.format(what=variable.name))
        if variable.is_static and isinstance(variable.type, PointerType):
            raise without_definition(variable.name)
        slots[index] = value = self.process.choose(variable.type, variable.qualified_name)
        return value

    def _create(self, frame: FrameSlots, index: int, variable: Variable) -> MemoryObject:
        """An object is used whose declaration was jumped over."""
        type = variable.type
        element, declared, align = element_size(type), declared_kind(type), object_alignment(variable)
        frame[index] = made = self._declare(None, type.size, variable.name, False, element, declared, align)
        return made

    def _declare(
        self, old: MemoryObject | None, size: int, name: str, zeroed: bool, element: int, declared: int, align: int
    ) -> MemoryObject:
        if old is not None:
            self.process.memory.release(old)
        made = self.process.memory.allocate(size, ObjectKind.LOCAL, name, zeroed=zeroed, align=align)
        made.element, made.declared = element, declared
        return made

    def _end(self, old: MemoryObject | None) -> None:
        """The block of an object ends; the slot is empty then."""
        if old is not None:
            self.process.memory.release(old)

    def _renew(
        self, old: MemoryObject | None, size: int, name: str, zeroed: bool, element: int, declared: int, align: int
    ) -> MemoryObject:
        """The same object with a new value."""
        if old is None:
            return self._declare(None, size, name, zeroed, element, declared, align)
        if zeroed:
            old.clear()
        else:
            old.forget()
        return old

    def _allocate_here(self, frame: FrameSlots, index: int, size: int) -> int:
        """A block that dies with the frame."""
        wanted = size & self.process.machine.size_t.max
        made = self.process.memory.allocate(wanted, ObjectKind.AUTOMATIC, "", zeroed=False)
        if frame[index] is None:
            frame[index] = []
        frame[index].append(made)
        return made.base

    def _havoc(self, address: int, type: CType, name: str | None) -> None:
        """Every scalar in an object gets a nondeterministic value; unions do byte by byte. ``name`` is the parameter of the entry
        function that the object is for."""
        match type:
            case IntType() | FloatType() | PointerType():
                self.process.access.storer(type)(address, self.process.nondet(type, name))
            case ArrayType(element=element, count=count):
                for index in range(count or 0):
                    self._havoc(address + index * element.size, element, name and f"{name}[{index}]")
            case StructType(is_union=False, fields=fields) if all(field.bit_width is None for field in fields):
                for field in fields:
                    self._havoc(address + field.offset, field.type, name and f"{name}.{field.name}")
            case _:
                self._havoc(address, ArrayType(_BYTE, type.size), name and f"{name}.bytes")

    def _missing_result(self, type: CType) -> Value | Chunk:
        """The result of a function that did not return a value is used."""
        if Danger("uninitialised") in self._scope.program.targets.dangers:
            raise NotWritten(violations.NO_RESULT)
        if isinstance(type, (IntType, FloatType, PointerType)):
            return self.process.choose(type, "the result of a function that returned none")
        return bytes(type.size), bytes(type.size)

    def _pointer_call(self, call: PointerCall) -> PointerStep:
        """Calls the function at an address; what is derived from a callee is cached."""
        targets: dict[int, CallTarget] = {}

        def call_pointer(address: int, frame: FrameSlots, resume: UnitStep, values: tuple[Any, ...]) -> UnitStep | None:
            target = targets.get(address)
            if target is None:
                target = targets[address] = self._target(call, self.process.memory.function_at(address))
            return target(frame, resume, values)

        return call_pointer

    def _target(self, call: PointerCall, function: Function) -> CallTarget:
        if function.name in self._scope.options.error_functions:
            return self._error_target(call, function)
        check_call(call.site.arguments, call.site.result, function, exactly=self.process.checks_calls)
        if not function.is_defined:
            return self._library_target(call, LIBRARY.bind(self.process, function, call.site.arguments))
        plan, stack, deepest = self._scope.plan_of(function), self._stack, 2 * self._limits.depth
        entry = self._step(entry_code(plan))
        count = len(function.parameters)
        empty = [None] * (plan.size - count)
        fits = [_fitting(given, wanted.type) for given, wanted in zip(call.site.arguments, function.parameters, strict=False)]
        enter = None if self._watcher is None else self._scope.program.call_edges(call.edge, function)[0]
        check = self._entering(function, len(call.site.arguments))

        def push(frame: FrameSlots, resume: UnitStep, values: tuple[Any, ...]) -> None:
            check(*values)
            if enter is not None:
                self._see(enter, frame)
            if len(stack) > deepest:
                self._too_deep()
            stack.extend((frame, resume, [fit(value) for fit, value in zip(fits, values, strict=False)] + empty, entry))

        return push

    def _error_target(self, call: PointerCall, function: Function) -> CallTarget:
        def fail(frame: FrameSlots, resume: UnitStep, values: tuple[Any, ...]) -> UnitStep | None:
            self._see(call.edge, frame)
            return self._error(function.name)

        return fail

    def _library_target(self, call: PointerCall, model: Implementation) -> CallTarget:
        def run(frame: FrameSlots, resume: UnitStep, values: tuple[Any, ...]) -> UnitStep:
            self._see(call.edge, frame)
            self._returned[:] = model(*values), None
            return resume

        return run

    def _entering(self, function: Function, arguments: int) -> Callable[..., object]:
        """The check before a call of a function with a body, if it is one of the library."""
        obeys = guard(function.name, arguments, checks=function.is_of_library and self.process.checks_contracts)
        if not function.is_of_library:
            return obeys
        reads = entering(function, self.process)

        def check(*values: Value) -> None:
            obeys(*values)
            reads(*values)

        return check

    def _see(self, edge: Edge, frame: FrameSlots) -> None:
        """An edge is taken in this frame; for a ``Leave`` it is already the frame of the caller."""
        if self._watcher is not None:
            function = edge.target.function if isinstance(edge.operation, Leave) else edge.source.function
            self._watcher(edge, View(self._statics, self._scope.plan_of(function), frame))

    def _before(self, edge: Edge, index: int, frame: FrameSlots) -> None:
        assert self._follower is not None
        view = View(self._statics, self._scope.plan_of(edge.source.function), frame)
        self._follower.before(flatten(edge.operation)[index], view)

    def _after(self, edge: Edge, index: int, frame: FrameSlots) -> None:
        assert self._follower is not None
        view = View(self._statics, self._scope.plan_of(edge.source.function), frame)
        self._follower.after(flatten(edge.operation)[index], view)

    def _see_return(self, edge: Edge, frame: FrameSlots) -> None:
        function = self._returned[1]
        if function is not None:
            self._see(self._scope.program.call_edges(edge, function)[1], frame)

    def _error(self, name: str) -> UnitStep | None:
        raise EndOfRun(ErrorReached(name, self._places.origin()))

    def _violated(self) -> None:
        raise EndOfRun(AssumptionViolated(self._places.origin()))

    def _unsupported(self, construct: str) -> None:
        raise NotInterpreted(construct)

    def _condition_fails(self, check: str) -> None:
        """The condition of a check for which there is no test here: its value in this state decides."""
        danger = Danger(check)
        raise EndOfRun(UndefinedBehaviour(danger.words, self._places.origin(), danger))

    def _unsequenced(self, name: str) -> None:
        raise NotSequenced(f"{name} is changed and accessed again in one expression, in no defined order")

    def _positive(self, count: int, name: str) -> None:
        """The length of an array must be positive; checked only with memory safety."""
        if count <= 0:
            raise NotPositive(violations.ARRAY_LENGTH.format(count=count, name=name))

    def _called_wrongly(self, what: str) -> None:
        raise WrongFunction(what)

    def _too_deep(self) -> None:
        raise NotInterpreted(f"more than {self._limits.depth} functions active at the same time")


def _fitting(given: CType, wanted: CType) -> Callable[[Any], Any]:
    return conversion(given, wanted) if needs_conversion(given, wanted) else unchanged
