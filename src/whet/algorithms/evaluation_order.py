"""Where a verdict rests on the order of evaluation: the places where C leaves it open and it may make a difference.

Two unsequenced parts of an expression may be swapped unless one may change what the other reads or changes, or one may fail to
come back and the other may violate the property.  What a function may do is what its operations may do and what the functions
it calls may do.  Values that the environment gives (``__VERIFIER_nondet_*``, ``rand``, the results of functions without a body)
may be asked for in any order.  New blocks of memory may be made in any order.

A first look takes all memory for one place.  Where that is not enough, the regions of the solver encoding tell places apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import field
from graphlib import CycleError, TopologicalSorter

from whet.algorithms.accesses import ALL_MEMORY, Accesses, AccessReader, Storage, StorageNames
from whet.cfa.expressions import Const, Expr, Variable
from whet.cfa.facts import Facts
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, Return, Skip, flatten
from whet.cfa.sequencing import Evaluation, Hazard, Unsequenced
from whet.cfa.types import PointerType
from whet.checks.conditions import Conditions
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Effect,
    Fills,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Writes,
)
from whet.pointers.regions import Region, Regions
from whet.task.dangers import Danger
from whet.task.records import dataclass


def order_dependent(program: Program) -> list[Unsequenced]:
    """The unsequenced evaluations whose order may make a difference, in the order of the program.

    Where a check finds what is undefined, its order makes none."""
    return _refined(program, _not_checked(program), _Conflicts.between)


def possibly_undefined(program: Program) -> list[Unsequenced]:
    """The unsequenced evaluations that may be undefined, if that is checked: which objects they access decides (C11 6.5p2)."""
    if Danger("sequence") not in program.targets.dangers:
        return []
    pairs = [pair for pair in _not_checked(program) if pair.hazard is Hazard.POSSIBLE]
    return _refined(program, pairs, _Conflicts.directly_between)


def _not_checked(program: Program) -> list[Unsequenced]:
    is_checked = Danger("sequence") in program.targets.dangers
    return [pair for pair in program.unsequenced if not (is_checked and pair.hazard is Hazard.CHECKED)]


def _refined(
    program: Program, pairs: list[Unsequenced], is_conflict: Callable[[_Conflicts, Unsequenced], bool]
) -> list[Unsequenced]:
    """First with all memory as one place, which costs little."""
    if not pairs:
        return []
    rough = _Conflicts(program, _OnePlace(program))
    found = [pair for pair in pairs if is_conflict(rough, pair)]
    if not found:
        return []
    fine = _Conflicts(program, _RegionPlaces(program))
    return [pair for pair in found if is_conflict(fine, pair)]


@dataclass(frozen=True, slots=True)
class _OnePlace:
    """All memory is one place."""

    program: Program

    def of_variable(self, variable: Variable) -> Storage:
        return ALL_MEMORY if variable in self.program.address_taken else variable

    def of_pointer(self, pointer: Expr) -> Storage:
        return ALL_MEMORY

    def reachable(self, values: Iterable[Expr]) -> Iterable[Storage]:
        return [ALL_MEMORY]


class _RegionPlaces:
    """Memory by regions; if one of them may lead anywhere, all memory is one place."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._regions = program.fact(Regions)
        self._is_open = any(region.is_open for region in self._regions.all())

    def of_variable(self, variable: Variable) -> Storage:
        if variable not in self._program.address_taken:
            return variable
        return self._place(self._regions.of_variable(variable))

    def of_pointer(self, pointer: Expr) -> Storage:
        return self._place(self._regions.of_pointer(pointer))

    def reachable(self, values: Iterable[Expr]) -> Iterable[Storage]:
        return [self._place(region) for region in self._regions.reachable(values)]

    def _place(self, region: Region) -> Storage:
        return ALL_MEMORY if self._is_open else region


@dataclass(frozen=True, slots=True)
class _Outside:
    """Places as others see them than a function that runs: what only its own names lead to is none."""

    places: StorageNames
    function: Function

    def of_variable(self, variable: Variable) -> Storage | None:
        place = self.places.of_variable(variable)
        return None if place is variable and variable.function == self.function.name else place

    def of_pointer(self, pointer: Expr) -> Storage:
        return self.places.of_pointer(pointer)

    def reachable(self, values: Iterable[Expr]) -> Iterable[Storage]:
        return self.places.reachable(values)


@dataclass(slots=True)
class _Work:
    """What some operations do by themselves, and which functions of the program they call."""

    accesses: Accesses = field(default_factory=Accesses)
    callees: dict[Function, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Call:
    """What a call of a function does, with all functions that may run in it."""

    accesses: Accesses
    functions: dict[Function, _Work]


class _Conflicts:
    """Decides about pairs, with what functions do at one grade of places."""

    def __init__(self, program: Program, places: StorageNames) -> None:
        self._targets = program.targets
        self._conditions = Conditions(program.machine, program.targets.dangers)
        self._places = places
        self._library = Library()
        self._facts = Facts.of(program)
        self._own: dict[Function, _Work] = {}
        self._calls: dict[Function, _Call] = {}

    def between(self, pair: Unsequenced) -> bool:
        if any(part.is_long or part.leaves for part in (pair.first, pair.second)):
            return True
        return self._of(pair.first, pair.function).conflicts(self._of(pair.second, pair.function))

    def directly_between(self, pair: Unsequenced) -> bool:
        """May one of the parts change what the other accesses, without what the functions do that are called?"""
        if pair.first.is_long or pair.second.is_long:
            return True
        first, second = self._directly(pair.first), self._directly(pair.second)
        first.halts = first.errs = second.halts = second.errs = False
        return first.conflicts(second)

    def _directly(self, evaluation: Evaluation) -> Accesses:
        reader = AccessReader(self._places, Accesses())
        for operation in evaluation.operations:
            match operation:
                case Call(callee=callee, arguments=arguments):
                    for value in arguments if isinstance(callee, Function) else (callee, *arguments):
                        reader.read(value)
                case _:
                    self._perform(operation, reader, _Work())
        for value in evaluation.reads:
            reader.read(value)
        for lvalue in evaluation.writes:
            reader.change(lvalue)
        return reader.accesses

    def _of(self, evaluation: Evaluation, function: Function) -> Accesses:
        work = _Work()
        reader = AccessReader(self._places, work.accesses)
        for operation in evaluation.operations:
            self._perform(operation, reader, work)
        for value in evaluation.reads:
            reader.read(value)
            work.accesses.errs |= any(self._conditions.of_value(value))
        for lvalue in evaluation.writes:
            reader.change(lvalue)
        for callee in work.callees:
            work.accesses.add(self._seen_from(function, self._call(callee)))
        return work.accesses

    def _call(self, function: Function) -> _Call:
        known = self._calls.get(function)
        if known is None:
            functions = self._functions(function)
            accesses = Accesses(halts=_is_cyclic(functions))
            for work in functions.values():
                accesses.add(work.accesses)
            known = self._calls[function] = _Call(accesses, functions)
        return known

    def _functions(self, first: Function) -> dict[Function, _Work]:
        """All functions that may run in a call of the first one."""
        found: dict[Function, _Work] = {}
        waiting = [first]
        while waiting:
            function = waiting.pop()
            if function not in found:
                found[function] = self._work(function)
                waiting += found[function].callees
        return found

    def _work(self, function: Function) -> _Work:
        if function not in self._own:
            self._own[function] = work = _Work()
            reader = AccessReader(_Outside(self._places, function), work.accesses)
            for edge in function.edges():
                for operation in flatten(edge.operation):
                    self._perform(operation, reader, work)
            work.accesses.halts |= bool(self._facts.loops(function).heads)
        return self._own[function]

    def _seen_from(self, caller: Function, call: _Call) -> Accesses:
        """Without the frames that the call makes itself; those of a caller that is called again are not told apart."""
        if caller in call.functions:
            return call.accesses
        names = {function.name for function in call.functions}
        seen = call.accesses
        reads = {place: parts for place, parts in seen.reads.items() if not _is_in_frames(place, names)}
        writes = {place: parts for place, parts in seen.writes.items() if not _is_in_frames(place, names)}
        return Accesses(reads, writes, seen.halts, seen.errs)

    def _perform(self, operation: Operation, reader: AccessReader, work: _Work) -> None:
        reader.accesses.errs |= bool(self._conditions.of(operation))
        match operation:
            case Assume(condition=condition):
                reader.read(condition)
                reader.accesses.halts |= isinstance(condition, Const)  # what a condition decides is folded: a dead end
            case Assign(lvalue=lvalue, value=value):
                reader.read(value)
                reader.write(lvalue)
            case Havoc(lvalue=lvalue, approximates=approximated):
                reader.write(lvalue)
                reader.accesses.halts |= approximated is not None
            case Declare(length=length) if length is not None:
                reader.read(length)
            case Return(value=value) if value is not None:
                reader.read(value)
            case Skip(label=label) if label in self._targets.labels:
                reader.accesses.errs = True
            case Call():
                for argument in operation.arguments:
                    reader.read(argument)
                if operation.result is not None:
                    reader.write(operation.result)
                for callee in self._callees(operation, reader):
                    reader.accesses.errs |= callee.name in self._targets.functions
                    if callee.is_defined:
                        work.callees[callee] = None
                    else:
                        self._run_library(operation, self._library.effect(callee, operation.arguments), reader)
            case _:
                pass

    def _callees(self, call: Call, reader: AccessReader) -> tuple[Function, ...]:
        if isinstance(call.callee, Function):
            return (call.callee,)
        reader.read(call.callee)
        candidates = self._facts.callees.of(call.callee)
        if not candidates:
            reader.reach(call.arguments, writes=True)
        return candidates

    def _run_library(self, call: Call, effect: Effect | None, reader: AccessReader) -> None:
        match effect:
            case Stops() | Assumes():
                reader.accesses.halts = True
            case Nothing() | Allocates():
                pass
            case Arbitrary():
                reader.reach(_pointers(call.arguments), writes=False)
            case Frees() | Fills():
                reader.change_at(call.arguments[0])
            case Copies():
                reader.change_at(call.arguments[0])
                reader.read_at(call.arguments[1])
            case Writes(arguments=written):
                reader.reach(_pointers(call.arguments), writes=False)
                for index in written:
                    reader.change_at(call.arguments[index])
            case Formats() | NotModelled() | None:
                reader.reach(call.arguments, writes=True)


def _pointers(arguments: tuple[Expr, ...]) -> list[Expr]:
    return [argument for argument in arguments if isinstance(argument.type, PointerType)]


def _is_cyclic(functions: dict[Function, _Work]) -> bool:
    try:
        TopologicalSorter({function: work.callees for function, work in functions.items()}).prepare()
    except CycleError:
        return True
    return False


def _is_in_frames(place: Storage, functions: Set[str]) -> bool:
    """Are all objects there in frames of these functions?"""
    if not isinstance(place, Region) or place.sites or place.is_lent or place.is_open or not place.variables:
        return False
    return all(variable.function in functions for variable in place.variables)
