"""Which pointers point only into unchanged strings, or are null: no string need be read through these.

Such strings are literals, the texts that a program is given (``cfa.texts``) and what the library returns (``strerror``).  For
each variable that no pointer points to, a fixed point over all assignments gives what its pointers point to: the kinds
of ``_Kind``, whatever the order of the operations.  Texts may be written, so they count only if every pointer to one stays in
such variables and is never stored through.

Where that is so, the call that would read the string (``argument_checks``) becomes one that fails for a null pointer only; or
one that reads the first byte, if the pointer may lead into the string: from every byte of the object on there is an end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, TypeAlias

from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    Variable,
    VariableKind,
    children,
    root_variable,
    variables_of,
)
from whet.cfa.formats import literal_length
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call, Declare, Havoc, Operation, Return, Skip, expressions_of
from whet.cfa.texts import GivenStrings
from whet.cfa.types import ArrayType, CType, IntType, PointerType, StructType, is_scalar
from whet.frontend.library_variables import pointed_to
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Fills,
    Finds,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Writes,
)
from whet.library.notation import record_of

FOR_STRINGS: Final = {
    "read_string": ("read_null", "read_byte"),
    "read_string_within": ("read_null_within", "read_byte_within"),
    **dict.fromkeys(("compare_strings", "compare_strings_ignoring_case"), ("read_nulls", "read_bytes")),
    **dict.fromkeys(
        ("compare_strings_within", "compare_strings_ignoring_case_within"), ("read_nulls_within", "read_bytes_within")
    ),
}
"""Functions that read strings, those that only fail for null pointers, and those that read the first byte."""


class _Kind(Enum):
    LITERAL = auto()
    TEXT = auto()
    """The beginning of a text that the program is given."""
    INSIDE = auto()
    """A place in a literal or in a text."""
    VECTOR = auto()
    """A place in a vector of such texts."""
    LIBRARY = auto()
    """What a library function returned."""
    NULL = auto()
    OTHER = auto()


_Kinds: TypeAlias = frozenset[_Kind]
_NOTHING: Final[_Kinds] = frozenset()
_ANYTHING: Final[_Kinds] = frozenset({_Kind.OTHER})
_OF_TEXTS: Final = frozenset({_Kind.TEXT, _Kind.INSIDE, _Kind.VECTOR})
_STRINGS: Final = frozenset({_Kind.LITERAL, _Kind.TEXT, _Kind.INSIDE, _Kind.LIBRARY, _Kind.NULL})
_RETURNING: Final = {
    "library string": frozenset({_Kind.LIBRARY}),
    "library string or null": frozenset({_Kind.LIBRARY, _Kind.NULL}),
}
"""By what the record of a function says that it returns."""


def leave_known_strings(
    edges: Sequence[Edge],
    taken: frozenset[Variable],
    strings: GivenStrings,
    library: Library,
    instead: Mapping[str, tuple[Function, Function]],
) -> None:
    """Let calls that read strings look for null pointers or at the first byte, or for nothing, where that is enough; in place.

    ``instead`` has the functions that do so, by the names of those that read (``FOR_STRINGS``)."""
    found = _Flow(edges, taken, strings, library)
    for edge in edges:
        match edge.operation:
            case Call(callee=Function(name=name, is_of_library=True), arguments=arguments) if name in instead:
                kinds = [found.kinds(each) for each in arguments if isinstance(each.type, PointerType)]
                if all(map(found.is_string, kinds)):
                    edge.operation = _instead(frozenset().union(*kinds), edge.operation, *instead[name])
            case _:
                pass


def _instead(kinds: _Kinds, call: Call, for_null: Function, for_byte: Function) -> Operation:
    if _Kind.INSIDE in kinds:
        return Call(for_byte, call.arguments, None, call.origin)
    return Call(for_null, call.arguments, None, call.origin) if kinds & {_Kind.NULL, _Kind.TEXT} else Skip(call.origin)


class _Flow:
    """The fixed point of one program."""

    def __init__(self, edges: Sequence[Edge], taken: frozenset[Variable], strings: GivenStrings, library: Library) -> None:
        self._taken = taken
        self._strings = strings
        self._library = library
        self._texts = frozenset(each.text for each in strings.texts)
        self._kinds: dict[Variable, _Kinds] = {}
        self._has_changed = True
        self._texts_escape = False
        self._let_be_anything(edges)
        while self._has_changed:
            self._has_changed = False
            for edge in edges:
                self._step(edge.operation, edge.source.function)

    def _let_be_anything(self, edges: Sequence[Edge]) -> None:
        """Parameters of functions that are called through pointers, and variables that are read before they are written."""
        for function in pointed_to(edges):
            for parameter in function.parameters:
                self._add(parameter, _ANYTHING)
        for edge in edges:
            match edge.operation:
                case Declare(variable=variable, zeroed=False) if not variable.is_static and self._is_followed(variable):
                    if not is_scalar(variable.type) or _is_read_unwritten(edge, variable):
                        self._add(variable, _ANYTHING)
                case _:
                    pass

    def is_string(self, kinds: _Kinds) -> bool:
        return bool(kinds) and kinds <= _STRINGS and not (self._texts_escape and kinds & _OF_TEXTS)

    def kinds(self, expr: Expr) -> _Kinds:
        match expr:
            case Const(value=value):
                return frozenset({_Kind.NULL}) if value == 0 else _ANYTHING
            case Cast(operand=operand) if isinstance(operand.type, PointerType) or isinstance(operand, Const):
                return self.kinds(operand)
            case AddressOf(lvalue=lvalue):
                root = root_variable(lvalue)
                if root is None:
                    pointer = _pointer_below(lvalue)
                    return _moved(self.kinds(pointer))
                if root.kind is VariableKind.STRING:
                    return frozenset({_Kind.INSIDE if literal_length(expr) is None else _Kind.LITERAL})
                if root in self._texts:
                    return frozenset({_Kind.TEXT if _is_beginning(lvalue) else _Kind.INSIDE})
                return frozenset({_Kind.VECTOR}) if root in self._strings.vectors else _ANYTHING
            case PointerAdd(pointer=pointer, index=index):
                kinds = self.kinds(pointer)
                return kinds if isinstance(index, Const) and index.value == 0 else _moved(kinds)
            case Var() | Member() | Index() | Deref():
                return self._loaded(expr)
            case _:
                return _ANYTHING

    def _loaded(self, lvalue: Lvalue) -> _Kinds:
        root = root_variable(lvalue)
        if root is None:
            return frozenset(_Kind.TEXT if each is _Kind.VECTOR else _Kind.OTHER for each in self.kinds(_pointer_below(lvalue)))
        if root in self._strings.vectors:
            return frozenset({_Kind.TEXT})
        return self._kinds.get(root, _NOTHING) if self._is_followed(root) else _ANYTHING

    def _is_followed(self, variable: Variable) -> bool:
        return variable not in self._taken and variable.kind is not VariableKind.STRING and not _has_union(variable.type)

    def _step(self, operation: Operation, function: Function) -> None:
        if self._strings.makes(operation):
            return
        for expr in expressions_of(operation):
            self._look_for_numbers(expr)
        match operation:
            case Assign(lvalue=lvalue, value=value):
                self._store(lvalue, self.kinds(value))
            case Havoc(lvalue=lvalue):
                self._store(lvalue, _ANYTHING)
            case Declare(variable=variable, zeroed=zeroed):
                self._add(variable, frozenset({_Kind.NULL}) if zeroed else _NOTHING if not variable.is_static else _ANYTHING)
            case Return(value=value) if value is not None and function.return_variable is not None:
                self._add(function.return_variable, self.kinds(value))
            case Call():
                callee = operation.callee
                if not isinstance(callee, Function):
                    for argument in operation.arguments:
                        self._lose(self.kinds(argument))
                    self._result(operation, _ANYTHING)
                elif callee.is_defined:
                    for parameter, argument in zip(callee.parameters, operation.arguments, strict=False):
                        self._store(Var(parameter), self.kinds(argument))
                    for argument in operation.arguments[len(callee.parameters) :]:
                        self._lose(self.kinds(argument))
                    returned = callee.return_variable
                    self._result(operation, _NOTHING if returned is None else self._kinds.get(returned, _NOTHING))
                else:
                    self._call_library(operation, callee)
            case _:
                pass

    def _store(self, lvalue: Lvalue, kinds: _Kinds) -> None:
        root = root_variable(lvalue)
        if root is None:
            self._lose(kinds)
            self._lose(self.kinds(_pointer_below(lvalue)))
        elif root in self._strings.objects:
            self._texts_escape = True
        elif self._is_followed(root):
            self._add(root, kinds)
        else:
            self._lose(kinds)

    def _add(self, variable: Variable, kinds: _Kinds) -> None:
        before = self._kinds.get(variable, _NOTHING)
        if not kinds <= before:
            self._kinds[variable] = before | kinds
            self._has_changed = True

    def _lose(self, kinds: _Kinds) -> None:
        """Pointers escape, or are stored through."""
        self._texts_escape = self._texts_escape or bool(kinds & _OF_TEXTS)

    def _result(self, call: Call, kinds: _Kinds) -> None:
        if call.result is not None:
            self._store(call.result, kinds)

    def _call_library(self, call: Call, callee: Function) -> None:
        effect = self._library.effect(callee, call.arguments)
        given = [self.kinds(argument) for argument in call.arguments]
        match effect:
            case Finds():
                self._result(call, _moved(given[0]) | {_Kind.NULL})
                return
            case Allocates() | Arbitrary() | Nothing() | Stops():
                pass
            case Copies():
                self._lose(given[0])
                self._lose(given[1] & {_Kind.VECTOR})
            case Assumes() | Fills() | Frees() | Writes() | Formats() | NotModelled() | None:
                for kinds in given:
                    self._lose(kinds)
        record = record_of(callee.name) if self._library.describes(callee) else None
        self._result(call, _ANYTHING if record is None else _RETURNING.get(record.returns.removeprefix("unknown "), _ANYTHING))

    def _look_for_numbers(self, expr: Expr) -> None:
        """A pointer that becomes a number may become another pointer."""
        match expr:
            case Cast(operand=operand, type=IntType(is_bool=False)) if isinstance(operand.type, PointerType):
                self._lose(self.kinds(operand))
            case _:
                pass
        for child in children(expr):
            self._look_for_numbers(child)


def _is_read_unwritten(declared: Edge, variable: Variable) -> bool:
    """Is there a way from a declaration to a read that does not come by a write?"""
    waiting, seen = [declared.target], {declared.target}
    while waiting:
        for edge in waiting.pop().leaving:
            match edge.operation:
                case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue) | Call(result=lvalue):
                    written = lvalue
                case _:
                    written = None
            named = [expr for expr in expressions_of(edge.operation) if expr != written]
            if any(variable in variables_of(expr) for expr in named):
                return True
            if not (isinstance(written, Var) and written.variable is variable) and edge.target not in seen:
                seen.add(edge.target)
                waiting.append(edge.target)
    return False


def _has_union(type: CType) -> bool:
    match type:
        case ArrayType(element=element):
            return _has_union(element)
        case StructType():
            return type.is_union or any(_has_union(field.type) for field in type.fields)
        case _:
            return False


def _moved(kinds: _Kinds) -> _Kinds:
    return frozenset(_Kind.INSIDE if each in (_Kind.LITERAL, _Kind.TEXT) else _after_step(each) for each in kinds)


def _after_step(kind: _Kind) -> _Kind:
    return _Kind.OTHER if kind in (_Kind.NULL, _Kind.LIBRARY) else kind


def _pointer_below(lvalue: Lvalue) -> Expr:
    """The pointer by which an lvalue is reached."""
    while True:
        match lvalue:
            case Deref(pointer=pointer):
                return pointer
            case Member(base=base) | Index(base=base):
                lvalue = base
            case Var():
                raise ValueError("a variable is reached by no pointer")


def _is_beginning(lvalue: Lvalue) -> bool:
    return isinstance(lvalue, Var) or (isinstance(lvalue, Index) and isinstance(lvalue.index, Const) and lvalue.index.value == 0)
