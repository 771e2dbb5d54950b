"""Contracts of library functions, checked for the values of the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from whet.cfa.library import NOT_NULL, RESULT
from whet.cfa.semantics import BreaksContract, NullArgument, Value
from whet.library.contracts import EOF, UCHAR_MAX, contract_of


def obeying(name: str, arguments: int, run: Callable[..., Value | None]) -> Callable[..., Value | None]:
    """A model that first raises ``BreaksContract`` for wrong arguments; the first argument is the invocation."""
    if contract_of(name, arguments) is None:
        return run

    def checked(call: object, *values: Value) -> Value | None:
        for fault in _faults(name, [value for value in values if isinstance(value, int)]):
            raise fault
        return run(call, *values)

    return checked


def guard(name: str, arguments: int, *, checks: bool) -> Callable[..., object]:
    """The same check for a library function with a body."""
    run = obeying(name, arguments, _nothing) if checks else _nothing
    return partial(run, None)


def _nothing(*values: object) -> None:
    """Accepts all arguments."""


def _faults(name: str, values: Sequence[int]) -> Iterator[BreaksContract]:
    contract = contract_of(name, len(values))
    if contract is None:
        return
    for number in contract.not_null:
        if values[number] == 0 and name == NOT_NULL and values[1] == RESULT:
            yield NullArgument("the result is a null pointer, and the function is declared returns_nonnull")
        elif values[number] == 0 and name == NOT_NULL:
            yield NullArgument(f"argument {values[1]} is a null pointer, and the function is declared nonnull")
        elif values[number] == 0:
            yield NullArgument(f"argument {number + 1} of {name} is a null pointer")
    if contract.character is not None and not EOF <= values[contract.character] <= UCHAR_MAX:
        yield BreaksContract(f"{name} of {values[contract.character]}, which is no character")
    if contract.not_zero is not None and values[contract.not_zero] == 0:
        yield BreaksContract(f"{name} of zero")
    if contract.is_same and values[0] != values[1]:
        yield BreaksContract("va_arg asks for another type than the argument has")
    if contract.is_apart:
        target, source, size = values[:3]
        if target != source and abs(target - source) < size:
            yield BreaksContract(f"{name} between blocks that overlap")
