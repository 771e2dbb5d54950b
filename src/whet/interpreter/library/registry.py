"""Models of C library functions: how they are written down, found and called.

A model is a Python function with the C prototype of what it models as the argument of a decorator::

    @models.function("size_t strlen(const char *s)")
    def strlen(call: Invocation, s: int) -> int: ...

It gets the values of its arguments, converted to the types of its prototype as a call in C would convert them, and returns
a value for its result type: an integer that does not fit wraps around (``abs(INT_MIN)``).  Types are names, resolved for the
machine of the run: integer and floating types by name, all pointers alike.  A model is used only for a function without a body
whose call fits the prototype; any other call of an unknown function is not modelled, which ends the run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from whet.cfa.library import NONDET_PREFIXES, implied_stream, leads_to_stream
from whet.cfa.model import Function
from whet.cfa.semantics import Value, conversion, unchanged
from whet.cfa.types import VOID, CType, FloatType, IntType, MachineModel, PointerType, VoidType, is_scalar
from whet.interpreter.library.contracts import obeying
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Process
from whet.library.notation import is_standard, may_lack_stream
from whet.task.records import dataclass

_BUILTIN = "__builtin_"

Implementation: TypeAlias = Callable[..., Value | None]


@dataclass(frozen=True, slots=True)
class Invocation:
    """Facts about a call besides the values of its arguments."""

    process: Process
    name: str
    """The name of the model: that of ``abs`` for a call of ``__builtin_abs``."""
    rest: tuple[CType, ...]
    """The types of the arguments that stand for ``...``."""

    def integer(self, name: str) -> IntType:
        return self.process.machine.integer(name)

    def floating(self, name: str) -> FloatType:
        type = resolve_type(name, self.process.machine)
        assert isinstance(type, FloatType)
        return type

    @property
    def pointer(self) -> PointerType:
        return self.process.machine.pointer(VOID)


@dataclass(frozen=True, slots=True)
class Prototype:
    name: str
    result: str
    parameters: tuple[str, ...]
    variadic: bool


_PROTOTYPE = re.compile(r"(?P<result>.*?[\s*])(?P<name>\w+)\((?P<parameters>.*)\)")
_NAMES = {"unsigned": "unsigned int", "unsigned long int": "unsigned long", "long int": "long", "time_t": "long"}


def parse_prototype(text: str) -> Prototype:
    found = _PROTOTYPE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a prototype")
    parameters = [part.strip() for part in found["parameters"].split(",")] if found["parameters"] not in ("", "void") else []
    variadic = parameters[-1:] == ["..."]
    types = tuple(_type_name(part) for part in (parameters[:-1] if variadic else parameters))
    return Prototype(found["name"], _type_name(found["result"]), types, variadic)


def _type_name(text: str) -> str:
    """The type in a parameter declaration; the parameter's name must be a single letter or missing."""
    if "*" in text:
        return "pointer"
    words = [word for word in text.split() if word != "const" and len(word) > 1]
    name = " ".join(words)
    return _NAMES.get(name, name)


def resolve_type(name: str, machine: MachineModel) -> CType:
    match name:
        case "pointer":
            return machine.pointer(VOID)
        case "void":
            return VOID
        case "size_t":
            return machine.size_t
        case "float":
            return machine.float
        case "double":
            return machine.double
        case "long double":
            return machine.long_double
        case _:
            return machine.integer(name)


@dataclass(frozen=True, slots=True)
class LibraryModel:
    prototype: Prototype
    run: Implementation


class Models:
    def __init__(self) -> None:
        self.table: dict[str, LibraryModel] = {}

    def function(self, *prototypes: str) -> Callable[[Implementation], Implementation]:
        """Register an implementation for each of these C functions."""

        def register(implementation: Implementation) -> Implementation:
            for text in prototypes:
                self.add(text, implementation)
            return implementation

        return register

    def add(self, text: str, implementation: Implementation) -> None:
        prototype = parse_prototype(text)
        if prototype.name in self.table:
            raise ValueError(f"{prototype.name} has a model already")
        self.table[prototype.name] = LibraryModel(prototype, implementation)


class LibraryModels:
    def __init__(self, parts: Iterable[Models]) -> None:
        table: dict[str, LibraryModel] = {}
        for part in parts:
            table.update(part.table)
        self._models: Mapping[str, LibraryModel] = MappingProxyType(table)

    def __iter__(self) -> Iterator[str]:
        return iter(self._models)

    def find(self, name: str) -> LibraryModel | None:
        """The model of a function; ``__builtin_f`` is ``f`` unless it has its own model."""
        found = self._models.get(name)
        if found is None and name.startswith(_BUILTIN):
            return self._models.get(name.removeprefix(_BUILTIN))
        return found

    def bind(self, process: Process, function: Function, arguments: tuple[CType, ...]) -> Implementation:
        """The model as a function of argument values; it raises ``NotInterpreted`` if there is none."""
        if function.name.startswith(NONDET_PREFIXES):
            result = function.type.result
            if arguments or not isinstance(result, (IntType, FloatType, PointerType)):
                return _refuse(f"function {function.name} of type {function.type}")
            return lambda: process.streams.asked(function.name, process.nondet(result))
        model = self.find(function.name)
        if model is None:
            return _given_streams(process, function, _refuse(f"function {function.name} without a body"))
        return _given_streams(process, function, _bind_model(model, process, function, arguments))


def _given_streams(process: Process, function: Function, run: Implementation) -> Implementation:
    """The same with a check of its streams."""
    if not process.checks_contracts:
        return run
    if (implied := implied_stream(function)) is not None:
        return _using_stream(process, implied, run)
    places = [number for number, type in enumerate(function.type.parameters) if leads_to_stream(type)]
    if not places or not is_standard(function.name):
        return run

    may_be_null = may_lack_stream(function.name)

    def checked(*arguments: Value) -> Value | None:
        for place in places:
            if arguments[place] or not may_be_null:
                process.streams.at(arguments[place])
        return run(*arguments)

    return checked


def _using_stream(process: Process, name: str, run: Implementation) -> Implementation:
    def checked(*arguments: Value) -> Value | None:
        process.streams.now(name)
        return run(*arguments)

    return checked


def _bind_model(model: LibraryModel, process: Process, function: Function, arguments: tuple[CType, ...]) -> Implementation:
    prototype, machine = model.prototype, process.machine
    fixed = len(prototype.parameters)
    if len(arguments) < fixed or (len(arguments) > fixed and not prototype.variadic):
        return _refuse(f"call of {function.name} with {len(arguments)} arguments")
    expected = [resolve_type(name, machine) for name in prototype.parameters]
    converters = [_converter(given, wanted) for given, wanted in zip(arguments, expected, strict=False)]
    result = _result_converter(resolve_type(prototype.result, machine), function.type.result)
    if result is None or None in converters or not all(map(is_scalar, arguments)):
        return _refuse(f"call of {function.name} declared as {function.type}")
    invocation = Invocation(process, prototype.name, arguments[fixed:])
    run = obeying(function.name, len(arguments), model.run) if process.checks_contracts else model.run
    if all(convert is unchanged for convert in (result, *converters)):
        return partial(run, invocation)
    return _Bound(run, invocation, converters, result)


class _Bound:
    __slots__ = ("_converters", "_invocation", "_result", "_run")

    def __init__(self, run: Implementation, invocation: Invocation, converters: list[Any], result: Any) -> None:
        self._run = run
        self._invocation = invocation
        self._converters = converters
        self._result = result

    def __call__(self, *arguments: Value) -> Value | None:
        fixed = len(self._converters)
        converted = [convert(value) for convert, value in zip(self._converters, arguments, strict=False)]
        result: Value | None = self._result(self._run(self._invocation, *converted, *arguments[fixed:]))
        return result


def _converter(source: CType, target: CType) -> Callable[[Any], Any] | None:
    """The conversion of an argument to its parameter; None if they do not fit."""
    match source, target:
        case _, VoidType():
            return unchanged  # it is not used
        case (IntType() | PointerType(), IntType() | PointerType()) | (FloatType(), FloatType()):
            return conversion(source, target)
        case _:
            return None


def _result_converter(source: CType, target: CType) -> Callable[[Any], Any] | None:
    """The conversion of a result, which may exceed the range of its type."""
    convert = _converter(source, target)
    if convert is None or not isinstance(source, IntType) or isinstance(target, VoidType):
        return convert
    wrap = source.wrap
    return wrap if convert is unchanged else lambda value: convert(wrap(value))


def _refuse(what: str) -> Implementation:
    def refuse(*arguments: Value) -> Value:
        raise NotInterpreted(what)

    return refuse
