"""What the declarations of a function promise: that it never returns, and which pointers it is given or returns are not null.

``_Noreturn`` (C11 6.7.4p8) and the attributes ``noreturn``, ``nonnull`` and ``returns_nonnull`` of gcc.  A program that breaks
such a promise has no meaning: compilers leave out what follows the call, and comparisons with null.  Where a promise may be
broken stands a call of a function that does nothing (``NEVER_RETURNS``, ``NOT_NULL``), which the checks and the interpreter know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from whet.cfa.expressions import Const, Expr, Var
from whet.cfa.library import NEVER_RETURNS, NOT_NULL, RESULT
from whet.cfa.model import Function
from whet.cfa.operations import Call, Return
from whet.cfa.source import Origin
from whet.cfa.types import VOID, FunctionType, PointerType
from whet.frontend import folding
from whet.frontend.clang import Cursor, CursorKind, TypeKind, canonical_type, children, library, printed_head, type_name
from whet.frontend.context import NO_PROMISE, FunctionContext, Promise
from whet.frontend.linking import spelled
from whet.frontend.unit import TranslationUnit
from whet.library.effects import Stops

_MENTIONED = re.compile(rb"[Nn]oreturn|nonnull")
_NONNULL = re.compile(r"(?:__attribute__\(\(|\[\[gnu::)nonnull(?:\((?P<numbers>[\d, ]+)\))?")
_RETURNS_NONNULL = re.compile(r"(?:__attribute__\(\(|\[\[gnu::)returns_nonnull\b")


def read_promises(unit: TranslationUnit) -> Mapping[str, Promise]:
    """By the names of functions; those that headers of the system declare are left out."""
    found: dict[str, Promise] = {}
    if not unit.pastes and not unit.mentions(_MENTIONED):
        return found
    for cursor in unit.declarations():
        if cursor.kind == CursorKind.FUNCTION_DECL and not unit.is_in_system_header(cursor):
            known, head = found.get(spelled(cursor), NO_PROMISE), printed_head(cursor)
            said = Promise(
                known.never_returns or "_Noreturn" in head or _has_type_of_no_return(cursor),
                known.not_null | frozenset(_not_null(cursor, head) if "nonnull" in head else ()),
                known.returns_not_null or _RETURNS_NONNULL.search(head) is not None,
            )
            if said != NO_PROMISE:
                found[spelled(cursor)] = said
    return found


def _has_type_of_no_return(cursor: Cursor) -> bool:
    type = canonical_type(cursor)
    returned = type_name(library().clang_getResultType(type))
    return type_name(type).endswith("__attribute__((noreturn))") and "noreturn" not in returned


def _not_null(cursor: Cursor, head: str) -> Iterator[int]:
    """The attribute of a parameter is about it, that of the function about those that it names, or all."""
    parameters = [each for each in children(cursor) if each.kind == CursorKind.PARM_DECL]
    for number, parameter in enumerate(parameters):
        text = printed_head(parameter)
        if _NONNULL.search(text):
            yield number
            head = head.replace(text, "", 1)
    for found in _NONNULL.finditer(head):
        if found["numbers"] is None:
            yield from (number for number, each in enumerate(parameters) if canonical_type(each).kind == TypeKind.POINTER)
        else:
            yield from (int(number) - 1 for number in found["numbers"].split(","))


def require_parameters(context: FunctionContext, function: Function, origin: Origin) -> None:
    """State at the beginning of a function which of its parameters are not null, whatever the caller."""
    _require(context, function, tuple(map(Var, function.parameters)), origin)


def require_arguments(context: FunctionContext, function: Function, call: Call) -> None:
    """The same before the call of a function without a body."""
    _require(context, function, call.arguments, call.origin)


def require_result(context: FunctionContext, value: Expr, origin: Origin) -> None:
    """State before a return that the result is not null, if a declaration says so."""
    if context.linker.promise(context.builder.function).returns_not_null and isinstance(value.type, PointerType):
        _state_not_null(context, value, RESULT, origin)


def _state_not_null(context: FunctionContext, value: Expr, number: int, origin: Origin) -> None:
    machine = context.unit.machine
    pointer, int = machine.pointer(VOID), machine.int
    callee = context.linker.library_function(NOT_NULL, FunctionType(VOID, (pointer, int), variadic=False))
    context.builder.emit(Call(callee, (folding.convert(value, pointer), Const(number, int)), None, origin))


def _require(context: FunctionContext, function: Function, given: Sequence[Expr], origin: Origin) -> None:
    for number in sorted(context.linker.promise(function).not_null):
        if number < len(given) and isinstance(given[number].type, PointerType):
            _state_not_null(context, given[number], number + 1, origin)


def end_after(context: FunctionContext, function: Function, call: Call) -> None:
    """Behind the call of a function without a body that never returns is nothing: the program ends in it."""
    if context.linker.promise(function).never_returns:
        callee = context.linker.library_function("__builtin_trap", FunctionType(VOID, (), variadic=False))
        context.builder.emit(Call(callee, (), None, call.origin))


def forbid_return(context: FunctionContext) -> None:
    """Forbid every way out of a function, except after ``exit`` and its kin."""
    builder, linker = context.builder, context.linker
    marker = linker.library_function(NEVER_RETURNS, FunctionType(VOID, (), variadic=False))
    for edge in list(builder.exit.entering):
        call = Call(marker, (), None, edge.origin)
        match edge.operation:
            case Call(callee=Function() as callee, arguments=arguments) if not linker.has_body(callee):
                if not isinstance(linker.without_body.effect(callee, arguments), Stops):
                    builder.put_behind([edge], [call])
            case Return():
                builder.put_in_front(edge, call)
            case _:
                builder.put_behind([edge], [call])
