"""Assumptions of a proof: behaviour that C leaves undefined or that other files decide.

An execution ends where C gives what would happen next no meaning (docs/adr/0018).  A proof is about what comes before, and so it
rests on premises that no analysis checks.  They are read off the program, so they are the same for every analysis.  A premise
that cannot fail is not stated: a constant index that is inside its array is no reason for one.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.accesses import place_in_variable
from whet.cfa.aliasing import Aliasing
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Valid,
    Var,
    children,
    subexpressions,
)
from whet.cfa.facts import Facts
from whet.cfa.library import NEVER_RETURNS, NOT_NULL, UNREACHABLE, Library, is_stream
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assume, Call, Declare, Operation, Skip, expressions_of, flatten
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType, CType, PointerType, StructType, holds_pointers
from whet.cfa.within_library import LibraryPlaces
from whet.checks.calling import PointerCalls
from whet.checks.contract.streams import makes_or_ends_stream
from whet.checks.restricted import may_overlap
from whet.checks.unchecked_arguments import is_known, may_be_bad
from whet.library.effects import Allocates, Copies, Fills, Frees, Measures, Reads, Writes
from whet.task.dangers import Danger
from whet.task.messages.assumptions import (
    ACCESS,
    CALLED,
    CHARACTERS,
    DEAD,
    ELSEWHERE,
    EXTERNAL,
    LENGTH,
    NONNULL,
    ORDER,
    OUTSIDE,
    RESTRICT,
    RETURNS,
    SCOPES,
    SIZES,
    STEPS,
    TYPES,
    UNREACHED,
)
from whet.task.records import dataclass

_TABLES = frozenset({"__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc"})
"""What the macros of <ctype.h> call in programs that are preprocessed already."""
_ALL = (
    *(ACCESS, SIZES, EXTERNAL, CALLED, STEPS, SCOPES, ORDER, DEAD, OUTSIDE, LENGTH, CHARACTERS),
    *(TYPES, RESTRICT, UNREACHED, RETURNS, NONNULL, ELSEWHERE),
)
"""In the order in which they are stated."""
_MARKED = {UNREACHABLE: UNREACHED, NEVER_RETURNS: RETURNS, NOT_NULL: NONNULL}
"""What a call of these functions rests on."""
_CHECKED = {Danger("unreachable"): (UNREACHED, RETURNS), Danger("contract"): (NONNULL,), Danger("pointer"): (ORDER, OUTSIDE)}
"""What is not assumed where a check finds it."""


@dataclass(frozen=True, slots=True)
class Premise:
    """An assumption of every proof, with the places that need it."""

    what: str
    origins: tuple[Origin, ...]


def premises_of(program: Program) -> list[Premise]:
    found: dict[str, dict[Origin, None]] = {}
    library = Library()
    is_checked = Danger("memory") in program.targets.dangers
    for edge in program.edges():
        for operation in flatten(edge.operation):
            if is_checked and edge.source.function.is_of_library:  # makes no pointer that it does not use for an access
                if _relies_on_likeness(operation, program):
                    found.setdefault(CALLED, {})[operation.origin] = None
                continue
            if _compares_objects(operation) or program.strings.makes(operation) or makes_or_ends_stream(operation):
                continue
            premises = _of_operation(operation, library)
            for what in _with_checks(operation, premises, library, program) if is_checked else premises:
                found.setdefault(what, {})[operation.origin] = None
    if Danger("contract") in program.targets.dangers:
        found |= {CHARACTERS: tables} if (tables := dict.fromkeys(_table_lookups(program))) else {}
    for origin in _accessed_by_types(program, library):
        found.setdefault(TYPES, {})[origin] = None
    if not _lives_end(program, library):
        found.pop(DEAD, None)
    if OUTSIDE in found and not any(map(_may_leave, program.expressions())):
        found.pop(OUTSIDE)
    checked = {what for danger, premises in _CHECKED.items() if danger in program.targets.dangers for what in premises}
    places = LibraryPlaces(program)
    return [Premise(what, places.of(found[what])) for what in _ALL if what in found and what not in checked]


def _with_checks(operation: Operation, premises: Iterator[str], library: Library, program: Program) -> Iterator[str]:
    """What is left where accesses are checked."""
    yield from (what for what in premises if what not in (ACCESS, LENGTH))
    match operation:
        case Call(callee=callee):
            if any(_is_given_memory(operation, function, library) for function in Facts.of(program).called_by(operation)):
                yield EXTERNAL
            if _relies_on_likeness(operation, program):
                yield CALLED
            if isinstance(callee, Function) and not callee.is_defined:
                effect = library.effect(callee, operation.arguments)
                factors = effect.size if isinstance(effect, Allocates) else ()
                yield from (SIZES,) if any(not isinstance(operation.arguments[each], Const) for each in factors[:1]) else ()
        case Declare(variable=variable) if variable in program.address_taken and variable.blocks and not program.ends_blocks:
            yield SCOPES
        case _:
            pass
    if Danger("pointer") not in program.targets.dangers and any(map(_keeps_step, expressions_of(operation))):
        yield STEPS


def _relies_on_likeness(operation: Operation, program: Program) -> bool:
    is_call = isinstance(operation, Call) and not isinstance(operation.callee, Function)
    return isinstance(operation, Call) and is_call and program.fact(PointerCalls).relies_on_likeness(operation)


def _table_lookups(program: Program) -> Iterator[Origin]:
    """Calls of functions that the macros of <ctype.h> expand to: their argument is not checked."""
    for edge in program.edges():
        for operation in flatten(edge.operation):
            if isinstance(operation, Call):
                called = Facts.of(program).called_by(operation)
                if any(not function.is_defined and function.name in _TABLES for function in called):
                    yield operation.origin


def _accessed_by_types(program: Program, library: Library) -> Iterator[Origin]:
    """Where an access may use another type than its object has and that is not checked, as in blocks of memory and structures."""
    aliasing = program.fact(Aliasing)
    if not aliasing.doubtful or (Danger("aliasing") in program.targets.dangers and not _has_untyped(program, library)):
        return
    for edge in program.edges():
        if edge.source.function.is_of_library:
            continue
        for operation in flatten(edge.operation):
            parts = (part for expr in expressions_of(operation) for part in subexpressions(expr))
            if any(isinstance(part, Deref) and aliasing.is_doubtful(part) and not aliasing.fits(part) for part in parts):
                yield operation.origin


def _has_untyped(program: Program, library: Library) -> bool:
    """Are there objects whose parts may have several types?"""
    if any(isinstance(variable.type, StructType) for variable in program.address_taken):
        return True
    calls = (part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call))
    return any(
        isinstance(library.effect(function, call.arguments), Allocates)
        for call in calls
        for function in Facts.of(program).called_by(call)
        if not function.is_defined
    )


def _is_given_memory(call: Call, function: Function, library: Library) -> bool:
    """Does a function of which nothing is known get pointers?"""
    if function.is_defined or library.effect(function, call.arguments) is not None or is_known(function):
        return False
    return any(map(may_be_bad, call.arguments))


def _keeps_step(expr: Expr) -> bool:
    """Is a pointer computed by a step that may lead out of an object, and not only used for an access there?"""
    match expr:
        case Deref(pointer=pointer) | Valid(pointer=pointer):
            return any(map(_keeps_step, _bases(pointer)))
        case PointerAdd() if _may_leave(expr):
            return True
        case _:
            return any(map(_keeps_step, children(expr)))


def _bases(pointer: Expr) -> tuple[Expr, ...]:
    """What a pointer is computed from."""
    match pointer:
        case PointerAdd(pointer=base, index=index):
            return (*_bases(base), index)
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _bases(operand)
        case _:
            return (pointer,)


def _lives_end(program: Program, library: Library) -> bool:
    """Can a pointer be left when the life of its object ends?"""
    if any(not variable.is_static for variable in program.address_taken):
        return True
    undefined = [function for function in program.functions.values() if not function.is_defined]
    return any(library.may_free(function.name) for function in undefined)


def _may_leave(expr: Expr) -> bool:
    """Is it a step that may lead out of an object, further than just past it?"""
    match expr:
        case PointerAdd(index=Const(value=0)):
            return False
        case PointerAdd(pointer=AddressOf(lvalue=Var(variable=variable)), index=Const(value=index), stride=stride):
            return not 0 <= index * stride <= variable.type.size
        case PointerAdd():
            return True
        case AddressOf(lvalue=Index(base=base, index=index)):
            return not (isinstance(index, Const) and 0 <= index.value <= _count(base.type))
        case _:
            return False


def _count(array: CType) -> int:
    """How many elements it has for certain."""
    return (array.count or 0) if isinstance(array, ArrayType) else 0


def _compares_objects(operation: Operation) -> bool:
    """Is it about objects that the same expression accesses?"""
    return isinstance(operation, Skip) or (isinstance(operation, Assume) and operation.danger is Danger("sequence"))


def _of_operation(operation: Operation, library: Library) -> Iterator[str]:
    for expr in expressions_of(operation):
        yield from _of_value(expr)
    match operation:
        case Call(callee=Function() as callee) if callee.is_defined:
            yield from (RESTRICT,) if may_overlap(operation) else ()
        case Call(callee=Function() as callee, arguments=arguments) if not callee.is_defined:
            if isinstance(library.effect(callee, arguments), Copies | Fills | Writes | Frees | Measures | Reads):
                yield ACCESS
            if (told := _MARKED.get(callee.name)) is not None:
                yield told
        case Declare(variable=variable, length=length):
            if variable.is_static:
                is_elsewhere = not operation.zeroed and not is_stream(variable)
                yield from (ELSEWHERE,) if is_elsewhere and holds_pointers(variable.type) else ()
            elif length is not None:
                yield LENGTH
        case _:
            pass


def _of_value(expr: Expr) -> Iterator[str]:
    """What the evaluation of an expression rests on."""
    match expr:
        case AddressOf(lvalue=lvalue):
            yield from _of_place(lvalue)
            return
        case Deref():
            yield ACCESS
        case Index(base=base, index=index) if not _is_inside(base.type, index):
            yield ACCESS
        case PointerDiff(left=left, right=right) if not expr.is_of_any:
            yield from () if _are_in_one_variable(left, right) else (ORDER,)
        case Binary(op=op, left=left, right=right) if op.is_comparison and isinstance(left.type, PointerType):
            if op not in (BinaryOp.EQ, BinaryOp.NE):
                yield from () if _are_in_one_variable(left, right) else (ORDER,)
            elif not _is_number(left) and not _is_number(right):
                yield from (DEAD, OUTSIDE)
    for child in children(expr):
        yield from _of_value(child)


def _are_in_one_variable(left: Expr, right: Expr) -> bool:
    one, other = place_in_variable(left), place_in_variable(right)
    return one is not None and other is not None and one[0] is other[0]


def _of_place(lvalue: Lvalue) -> Iterator[str]:
    """The same for an lvalue whose address is taken: nothing is read there."""
    match lvalue:
        case Deref(pointer=pointer):
            yield from _of_value(pointer)
        case Member(base=base):
            yield from _of_place(base)
        case Index(base=base, index=index):
            yield from _of_place(base)
            yield from _of_value(index)
        case Var():
            pass


def _is_number(pointer: Expr) -> bool:
    """Is it null, a function, or another constant?"""
    return _is_number(pointer.operand) if isinstance(pointer, Cast) else isinstance(pointer, Const | FunctionAddress)


def _is_inside(array: CType, index: Expr) -> bool:
    return isinstance(index, Const) and 0 <= index.value < _count(array)
