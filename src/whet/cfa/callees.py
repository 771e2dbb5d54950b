"""Which functions a call through a pointer may mean, if nothing but the program's text is known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from whet.cfa.expressions import Cast, Expr, FunctionAddress, subexpressions
from whet.cfa.model import Function, Program
from whet.cfa.operations import expressions_of
from whet.cfa.types import CType, FunctionType, PointerType


class Callees:
    """The functions of a program that pointers may mean; looked for when first asked."""

    def __init__(self, program: Program) -> None:
        self._program = program

    @cached_property
    def _taken(self) -> Mapping[Function, frozenset[int]]:
        # Each with the numbers of parameters of the types that its address is converted to where it is taken.
        found: dict[Function, frozenset[int]] = {}
        for edge in self._program.edges():
            for expr in expressions_of(edge.operation):
                for part in subexpressions(expr):
                    match part:
                        case FunctionAddress(function=function, type=type):
                            found[function] = found.get(function, frozenset()) | _parameters(type)
                        case Cast(operand=FunctionAddress(function=function), type=type):
                            found[function] = found.get(function, frozenset()) | _parameters(type)
                        case _:
                            pass
        return found

    def all(self) -> tuple[Function, ...]:
        """The functions whose address is taken somewhere."""
        return tuple(self._taken)

    def of(self, pointer: Expr) -> tuple[Function, ...]:
        """The functions whose address is taken somewhere and that can be called as the pointer's type says."""
        target = pointer.type.target if isinstance(pointer.type, PointerType) else None
        return tuple(function for function, counts in self._taken.items() if _may_be_called_as(function, counts, target))


def _parameters(type: CType) -> frozenset[int]:
    match type:
        case PointerType(target=FunctionType(parameters=parameters)):
            return frozenset((len(parameters),))
        case _:
            return frozenset()


def _may_be_called_as(function: Function, counts: frozenset[int], target: object) -> bool:
    """Could a pointer of this type call the function?  Only the number of parameters excludes one, because casts are common;
    and not if the program itself makes a pointer to it that has so many."""
    if not isinstance(target, FunctionType) or target.variadic or function.type.variadic:
        return True
    return len(target.parameters) == len(function.type.parameters) or len(target.parameters) in counts
