"""Calls that give ``restrict`` parameters pointers into the same object (C11 6.7.3.1), as far as their text tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from whet.cfa.accesses import place_in_variable
from whet.cfa.expressions import AddressOf, Cast, Deref, Expr, Index, Lvalue, PointerAdd, subexpressions
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Call, Havoc, flatten
from whet.cfa.types import PointerType


def may_overlap(call: Call) -> bool:
    """May two arguments overlap although one of their parameters is ``restrict``?  Not if they name different variables."""
    return any(not _are_apart(*pair) for pair in _pairs(call))


def overlaps_by_text(call: Call) -> bool:
    """Do two such arguments lead into the same array or object, and may the function write there?"""
    assert isinstance(call.callee, Function)
    is_same = any(_named(one) is not None and _named(one) == _named(other) for one, other in _pairs(call))
    return is_same and _may_write(call.callee)


def _pairs(call: Call) -> Iterator[tuple[Expr, Expr]]:
    if not isinstance(call.callee, Function) or not call.callee.is_defined or call.callee.is_of_library:
        return
    given = zip(call.callee.parameters, call.arguments, strict=False)
    pointers = [(parameter, argument) for parameter, argument in given if isinstance(parameter.type, PointerType)]
    for (first, one), (second, other) in combinations(pointers, 2):
        if first.is_restrict or second.is_restrict:
            yield one, other


def _are_apart(one: Expr, other: Expr) -> bool:
    first, second = place_in_variable(one), place_in_variable(other)
    return first is not None and second is not None and first[0] is not second[0]


def _named(pointer: Expr) -> Lvalue | None:
    """The array or the object that a pointer leads into by its text; None if it is no part of a variable."""
    if place_in_variable(pointer) is None:
        return None
    while isinstance(pointer, (Cast, PointerAdd)):
        pointer = pointer.operand if isinstance(pointer, Cast) else pointer.pointer
    assert isinstance(pointer, AddressOf)
    return pointer.lvalue.base if isinstance(pointer.lvalue, Index) else pointer.lvalue


def _may_write(function: Function) -> bool:
    """Through a pointer, or in a function that it calls."""
    for edge in function.edges():
        for part in flatten(edge.operation):
            if isinstance(part, Call):
                return True
            if isinstance(part, (Assign, Havoc)) and any(isinstance(each, Deref) for each in subexpressions(part.lvalue)):
                return True
    return False
