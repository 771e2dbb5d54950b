"""Evaluation: the value of a term when its symbols have given values.

This is the reference for what terms mean.  Models are read through it, and both engines are tested against it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.softfloat import SoftFloat
from whet.solvers.terms import ieee, meaning
from whet.solvers.terms.sorts import Array, Float
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.values import ArrayValue, FunctionValue, TermValue, array_value

Assignment: TypeAlias = Callable[[Term], TermValue]
"""The value of a symbol."""
Interpretation: TypeAlias = Callable[[str], FunctionValue]
"""The function a name stands for."""


class Unassigned(KeyError):
    """A symbol or function has no value."""


def evaluate(term: Term, symbols: Mapping[Term, TermValue], functions: Mapping[str, FunctionValue] | None = None) -> TermValue:
    """The value of a term; ``Unassigned`` is raised if a symbol or function in it has none."""

    def assignment(symbol: Term) -> TermValue:
        if symbol not in symbols:
            raise Unassigned(symbol.name)
        return symbols[symbol]

    def interpretation(name: str) -> FunctionValue:
        if functions is None or name not in functions:
            raise Unassigned(name)
        return functions[name]

    return evaluate_by(term, assignment, interpretation)


def evaluate_by(term: Term, assignment: Assignment, interpretation: Interpretation) -> TermValue:
    """The value of a term; each symbol and function in it is asked for once."""
    return evaluate_more({}, term, assignment, interpretation)


def evaluate_more(known: dict[int, TermValue], term: Term, assignment: Assignment, interpretation: Interpretation) -> TermValue:
    """The value of a term, given those of terms by their numbers that are known already; those that are found are added."""
    waiting = [term]
    while waiting:
        sub = waiting[-1]
        missing = [arg for arg in sub.args if arg.number not in known]
        if missing:
            waiting += reversed(missing)
            continue
        if sub.number not in known:
            known[sub.number] = _value(sub, [known[arg.number] for arg in sub.args], assignment, interpretation)
        waiting.pop()
    return known[term.number]


def _value(term: Term, args: list[TermValue], assignment: Assignment, interpretation: Interpretation) -> TermValue:
    if term.value is not None:
        return term.value
    match term.op:
        case Op.SYMBOL:
            return assignment(term)
        case Op.APPLY:
            return interpretation(term.name)(tuple(args))
        case Op.NOT:
            return not args[0]
        case Op.AND:
            return all(args)
        case Op.OR:
            return any(args)
        case Op.EQ:
            return args[0] == args[1]
        case Op.ITE:
            return args[1] if args[0] else args[2]
        case Op.SELECT | Op.STORE | Op.CONST_ARRAY:
            return _array_value(term, args)
        case _:
            return _number(term, [arg for arg in args if isinstance(arg, int)])


def _array_value(term: Term, args: list[TermValue]) -> TermValue:
    match args:
        case [element]:
            return ArrayValue(element, ())
        case [ArrayValue() as array, index]:
            return array[index]
        case [ArrayValue() as array, index, element] if isinstance(term.sort, Array):
            return array_value(term.sort, array.default, {**dict(array.entries), index: element})
        case _:
            raise TypeError(f"{term} is no operation on arrays")


def _number(term: Term, args: list[int]) -> int:
    """The value of an operator on bit-vectors, integers or floats; comparisons give a ``bool``."""
    op = term.op
    if (function := meaning.BIT_VECTOR.get(op)) is not None:
        return function(term.width, args[0], args[1]) & meaning.ones(term.width)
    if (comparison := meaning.COMPARISON.get(op)) is not None:
        return comparison(term.args[0].width, args[0], args[1])
    if (integer := meaning.INTEGER.get(op)) is not None:
        return integer(args[0], args[1])
    return _resized(term, args) if op in _RESIZING else _float(term, args)


_RESIZING: Final = frozenset({Op.BV_NEG, Op.BV_NOT, Op.CONCAT, Op.EXTRACT, Op.ZERO_EXTEND, Op.SIGN_EXTEND})


def _resized(term: Term, args: list[int]) -> int:
    match term.op, args:
        case Op.BV_NEG, [a]:
            return -a & meaning.ones(term.width)
        case Op.BV_NOT, [a]:
            return ~a & meaning.ones(term.width)
        case Op.CONCAT, [high, low]:
            return high << term.args[1].width | low
        case Op.EXTRACT, [a]:
            return meaning.extract(a, term.indices[0], term.indices[1])
        case Op.SIGN_EXTEND, [a]:
            return meaning.sign_extend(term.args[0].width, a, term.indices[0])
        case _:
            return args[0]


# -------------------------------------------------------------------------------------------------- floats


def _float(term: Term, args: list[int]) -> int:
    if (predicate := _PREDICATES.get(term.op)) is not None:
        return predicate(*_decoded(term, args))
    match term.sort:
        case Float() as sort:
            return _to_float(term, sort, args)
        case _:
            return ieee.to_bit_vector(term.op, term.width, term.rounding, _decoded(term, args)[0])


def _decoded(term: Term, args: list[int]) -> list[SoftFloat]:
    sort = term.args[0].sort
    assert isinstance(sort, Float)
    return [ieee.decode(sort, arg) for arg in args]


def _to_float(term: Term, sort: Float, args: list[int]) -> int:
    match term.op:
        case Op.FP_FROM_BITS:
            return ieee.canonical(sort, args[0])
        case Op.FP_FROM_UBV:
            return ieee.encode(SoftFloat.from_integer(sort.format, args[0], term.rounding))
        case Op.FP_FROM_SBV:
            return ieee.encode(SoftFloat.from_integer(sort.format, meaning.signed(term.args[0].width, args[0]), term.rounding))
        case _:
            return ieee.encode(_float_result(term, sort, _decoded(term, args)))


def _float_result(term: Term, sort: Float, args: list[SoftFloat]) -> SoftFloat:
    match term.op, args:
        case Op.FP_FROM_FP, [a]:
            return a.convert(sort.format, term.rounding)
        case Op.FP_NEG, [a]:
            return -a
        case Op.FP_ABS, [a]:
            return abs(a)
        case Op.FP_SQRT, [a]:
            return a.sqrt(term.rounding)
        case Op.FP_ROUND, [a]:
            return ieee.to_integral(term.rounding, a)
        case _, [a, b]:
            return ieee.ARITHMETIC[term.op](a, b, term.rounding)
        case _:
            raise TypeError(f"{term} is no operation on floats")


_PREDICATES: Final[Mapping[Op, Callable[..., bool]]] = MappingProxyType(
    {
        Op.FP_EQ: operator.eq,
        Op.FP_LT: operator.lt,
        Op.FP_LE: operator.le,
        Op.FP_IS_NAN: lambda a: a.is_nan,
        Op.FP_IS_INF: lambda a: a.is_infinite,
        Op.FP_IS_ZERO: lambda a: not a,
        Op.FP_IS_NEGATIVE: ieee.is_negative,
    }
)
