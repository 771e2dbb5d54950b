"""Where a verdict rests on the order of evaluation: the places where C leaves it open and it may make a difference.

Two unsequenced parts of an expression may be swapped unless one may change what the other reads or changes, or one may not
return and the other may violate the property.  The effect of a function is that of its operations and of its callees.  Values
of the environment (``__VERIFIER_nondet_*``, ``rand``, results of functions without a body) may be requested in any order, and
new blocks of memory may be allocated in any order.

Every object that may be accessed in two ways has one *place*: a variable accessed by name only, or the region of memory that a
pointer may point to.  A first pass takes all memory for one place; where that is too coarse, the regions of the solver encoding
separate places.  Inside a place, parts are distinguished by the members and constant indices that select them, also after a
dereference: two objects of one structure type are the same or do not overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import field
from graphlib import CycleError, TopologicalSorter
from typing import Protocol, TypeAlias

from whet.cfa.argument_blocks import holds_arguments
from whet.cfa.expressions import (
    AddressOf,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Var,
    Variable,
    VariableKind,
    address_operands,
    children,
)
from whet.cfa.facts import Facts
from whet.cfa.immutable import immutable
from whet.cfa.library import Library
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, Havoc, Operation, Return, Skip, flatten
from whet.cfa.sequencing import Evaluation, Hazard, Unsequenced
from whet.cfa.types import Field, PointerType, StructType
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


class AllMemory:
    """All memory that pointers may point to, as one place."""


ALL_MEMORY = AllMemory()
Storage: TypeAlias = Variable | Region | AllMemory


class StorageNames(Protocol):
    def of_variable(self, variable: Variable) -> Storage | None:
        """None if nothing else points to it."""

    def of_pointer(self, pointer: Expr) -> Storage: ...

    def reachable(self, values: Iterable[Expr]) -> Iterable[Storage]:
        """All that a function can reach from its arguments."""


AccessStep: TypeAlias = tuple[StructType, Field] | int | None
AccessWay: TypeAlias = tuple[AccessStep, ...]


@immutable
class StoragePart:
    """A part of what is at a place: the variable whose name it was found by, if one, and the way from there."""

    root: Variable | None
    way: AccessWay
    """Members, and indices as far as they are constants."""

    def may_overlap(self, other: StoragePart) -> bool:
        if self.root is not None and other.root is not None:
            return self.root is other.root and not any(_are_apart(one, two) for one, two in _until_union(self.way, other.way))
        members = {step[0]: step[1] for step in self.way if isinstance(step, tuple)}
        return not any(
            isinstance(step, tuple) and step[0] in members and _are_apart((step[0], members[step[0]]), step) for step in other.way
        )


WHOLE = StoragePart(None, ())


def _are_apart(one: AccessStep, other: AccessStep) -> bool:
    match one, other:
        case int(), int():
            return one != other
        case (StructType() as struct, Field() as first), (StructType() as same, Field() as second):
            return struct is same and not struct.is_union and first != second
        case _:
            return False


def _until_union(first: AccessWay, second: AccessWay) -> Iterator[tuple[AccessStep, AccessStep]]:
    """The steps of two ways from one variable, as far as they go through the same structures: two members of a union have
    nothing in common but their beginning."""
    for one, two in zip(first, second, strict=False):
        if isinstance(one, tuple) and one != two and one[0].is_union:
            return
        yield one, two


Parts: TypeAlias = dict[Storage, set[StoragePart]]


@dataclass(slots=True)
class Accesses:
    """What may be read and changed; ``halts``: may what follows never be reached; ``errs``: may the property be violated."""

    reads: Parts = field(default_factory=dict)
    writes: Parts = field(default_factory=dict)
    halts: bool = False
    errs: bool = False

    def add(self, other: Accesses) -> bool:
        """Is this news?"""
        news = _merge(self.reads, other.reads) | _merge(self.writes, other.writes)
        news |= (other.halts and not self.halts) or (other.errs and not self.errs)
        self.halts |= other.halts
        self.errs |= other.errs
        return news

    def conflicts(self, other: Accesses) -> bool:
        """May the order make a difference?"""
        if (self.halts and other.errs) or (self.errs and other.halts):
            return True
        pairs = ((self.writes, other.writes), (self.writes, other.reads), (self.reads, other.writes))
        return any(_meet(one, two) for one, two in pairs)


def _merge(target: Parts, more: Parts) -> bool:
    news = False
    for place, parts in more.items():
        known = target.setdefault(place, set())
        before = len(known)
        known |= parts
        news |= len(known) > before
    return news


def _meet(one: Parts, two: Parts) -> bool:
    return any(a.may_overlap(b) for place in one.keys() & two.keys() for a in one[place] for b in two[place])


class AccessReader:
    """Adds what expressions read and change to some accesses."""

    def __init__(self, places: StorageNames, accesses: Accesses) -> None:
        self._places = places
        self.accesses = accesses

    def read(self, expr: Expr) -> None:
        """The value of an expression is used."""
        match expr:
            case AddressOf(lvalue=lvalue):
                self.locate(lvalue)
            case Var() | Deref() | Member() | Index():
                self._note(self.accesses.reads, expr)
                self.locate(expr)
            case _:
                for child in children(expr):
                    self.read(child)

    def locate(self, lvalue: Lvalue) -> None:
        """The address of an object is computed."""
        for operand in address_operands(lvalue):
            self.read(operand)

    def write(self, lvalue: Lvalue) -> None:
        self.locate(lvalue)
        self.change(lvalue)

    def change(self, lvalue: Lvalue) -> None:
        """An object is written that was found before."""
        self._note(self.accesses.writes, lvalue)

    def reach(self, values: Iterable[Expr], *, writes: bool) -> None:
        """All that values point to is read, and changed."""
        for place in self._places.reachable(values):
            self.accesses.reads.setdefault(place, set()).add(WHOLE)
            if writes:
                self.accesses.writes.setdefault(place, set()).add(WHOLE)

    def change_at(self, pointer: Expr) -> None:
        self.accesses.writes.setdefault(self._places.of_pointer(pointer), set()).add(WHOLE)

    def read_at(self, pointer: Expr) -> None:
        self.accesses.reads.setdefault(self._places.of_pointer(pointer), set()).add(WHOLE)

    def _note(self, parts: Parts, lvalue: Lvalue) -> None:
        place, part = self._part(lvalue)
        if place is not None:
            parts.setdefault(place, set()).add(part)

    def _part(self, lvalue: Lvalue) -> tuple[Storage | None, StoragePart]:
        """Place and part of an object; a temporary has no place, because nothing else points to it.

        Neither have arguments for ``...``: laying them down is a part of the call, which happens before or after another one."""
        way: list[AccessStep] = []
        while True:
            match lvalue:
                case Var(variable=variable):
                    is_own = variable.kind is VariableKind.TEMPORARY or holds_arguments(variable)
                    place = None if is_own else self._places.of_variable(variable)
                    return place, StoragePart(variable, tuple(reversed(way)))
                case Deref(pointer=pointer):
                    return self._places.of_pointer(pointer), StoragePart(None, tuple(reversed(way)))
                case Member(base=base, field=member):
                    assert isinstance(base.type, StructType)
                    way.append((base.type, member))
                    lvalue = base
                case Index(base=base, index=index):
                    way.append(index.value if isinstance(index, Const) else None)
                    lvalue = base


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
        """Without the frames that the call makes itself; those of a caller that is called again are not distinguished."""
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
