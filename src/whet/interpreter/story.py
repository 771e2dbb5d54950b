"""The events of a run that a violation follows from: where the object was made and freed, where a pointer became null.

Pointers are followed through assignments, arguments and results.  An event is recorded only where the value is known, so each is
true of the run; an event that cannot be found is left out.
"""

from __future__ import annotations

from typing import TypeAlias

from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Valid,
    Var,
    Variable,
    subexpressions,
)
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call, Enter, Leave, Operation, Return
from whet.cfa.show import to_c
from whet.cfa.source import Origin, place_of
from whet.cfa.types import PointerType
from whet.core.concrete import RunEvent
from whet.interpreter.memory import MemoryObject, ObjectKind
from whet.interpreter.outcomes import FaultyAccess
from whet.interpreter.view import View

_Key: TypeAlias = "Variable | tuple[int, int]"
"""Of a place that holds a pointer: a variable that is in no memory, or an address of an object with an offset."""
_Events: TypeAlias = tuple[RunEvent, ...]
_MADE = {ObjectKind.HEAP: "allocated here", ObjectKind.AUTOMATIC: "allocated here", ObjectKind.LOCAL: "declared here"}
_LIFETIME = "its lifetime ends here"
_ENDED = {ObjectKind.HEAP: "freed here", ObjectKind.AUTOMATIC: _LIFETIME, ObjectKind.LOCAL: _LIFETIME}


class Story:
    """Follows one run; ``of`` says what led to its end."""

    def __init__(self) -> None:
        self._objects: dict[int, _Events] = {}
        """By address: where each was made, and where its life ended."""
        self._nulls: dict[_Key, _Events] = {}
        """How what is null now became so."""
        self._failing: _Events = ()
        self._result: _Events | None = None
        """Of the function that is being left, if it returns null."""
        self._stored: tuple[_Key, Lvalue, _Events] | None = None
        self._listens = False

    def before(self, operation: Operation, view: View) -> None:
        process = view.statics.process
        if not self._listens:
            process.memory.changed = lambda each: self._changed(each, process.program_place())
            self._listens = True
        self._stored = None
        match operation:
            case Assign(lvalue=lvalue, value=value) if isinstance(lvalue.type, PointerType):
                self._store(lvalue, self._known(value, view), operation.origin, view)
            case Call(result=lvalue, callee=callee) if lvalue is not None and isinstance(lvalue.type, PointerType):
                name = callee.name if isinstance(callee, Function) else "the call"
                self._store(lvalue, _event(f"{name} returns null here", operation.origin), None, view)
            case Return(value=value) if value is not None and isinstance(value.type, PointerType):
                event = _event("null is returned here" if view.value(value) == 0 else None, operation.origin)
                self._result = (*self._known(value, view), *event)
            case Enter(function=function, call=call):
                self._enter(function, call, view)
            case Leave(function=function, call=call):
                self._forget(function)
                if call.result is not None and isinstance(call.result.type, PointerType):
                    self._store(call.result, self._result or (), operation.origin, view)
                self._result = None
            case _:
                pass

    def after(self, view: View) -> None:
        if self._stored is not None:
            key, lvalue, events = self._stored
            if view.value(lvalue) == 0:
                self._nulls[key] = events
            else:
                self._nulls.pop(key, None)

    def fails(self, condition: Expr, view: View) -> None:
        """The check of a pointer is about to fail."""
        for part in subexpressions(condition):
            if isinstance(part, Valid) and (key := self._key(_base(part.pointer), view)) is not None:
                self._failing = self._nulls.get(key, ())

    def of(self, about: FaultyAccess | None) -> _Events:
        return self._failing if about is None else self._objects.get(about.base, ())

    def _changed(self, changed: MemoryObject, origin: Origin | None) -> None:
        """An object was made, or its life has ended."""
        if changed.is_alive:
            self._objects[changed.base] = _event(_MADE.get(changed.kind), origin)
        else:
            self._objects[changed.base] = (*self._objects.get(changed.base, ()), *_event(_ENDED.get(changed.kind), origin))

    def _known(self, value: Expr, view: View) -> _Events:
        """How a value became null, if it was read from where that is known."""
        key = self._key(_base(value), view)
        return () if key is None else self._nulls.get(key, ())

    def _store(self, lvalue: Lvalue, before: _Events, origin: Origin | None, view: View) -> None:
        if (key := self._key(lvalue, view)) is not None:
            name = to_c(lvalue)
            is_named = origin is not None and not name.startswith("__")
            more = _event(f"{name} becomes null here" if is_named else None, origin)
            self._stored = key, lvalue, (*before, *more)

    def _enter(self, function: Function, call: Call, view: View) -> None:
        pairs = zip(function.parameters, call.arguments, strict=False)
        passed = [(each, view.value(value), self._known(value, view)) for each, value in pairs]
        self._forget(function)
        for parameter, value, before in passed:
            if isinstance(parameter.type, PointerType) and value == 0:
                event = _event(f"null is passed as {parameter.name} here", call.origin)
                self._nulls[parameter] = (*before, *event)

    def _forget(self, function: Function) -> None:
        """Variables of another call of a function have the same keys."""
        for key in [each for each in self._nulls if isinstance(each, Variable) and each.function == function.name]:
            del self._nulls[key]

    def _key(self, expr: Expr, view: View) -> _Key | None:
        match expr:
            case Var(variable=variable) if not view.is_object(variable):
                return variable
            case Var() | Deref() | Member() | Index():
                place = view.place_of(expr)
                return None if place is None else (place[0].base, place[1])
            case _:
                return None


def _event(what: str | None, origin: Origin | None) -> _Events:
    place = place_of(origin)
    return () if what is None or place is None or origin is None else (RunEvent(what, place, origin.width),)


def _base(pointer: Expr) -> Expr:
    """The pointer that another one is computed from."""
    match pointer:
        case Cast(operand=inner) | PointerAdd(pointer=inner):
            return _base(inner)
        case AddressOf(lvalue=lvalue):
            while isinstance(lvalue, (Member, Index)):
                lvalue = lvalue.base
            return _base(lvalue.pointer) if isinstance(lvalue, Deref) else pointer
        case _:
            return pointer
