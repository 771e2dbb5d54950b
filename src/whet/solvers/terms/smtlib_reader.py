"""Reads the SMT-LIB 2 that ``smtlib`` writes: one term, or a list of commands.

It is no general reader.  Of the operators it knows those of ``Op`` and the few that are short for them, with two arguments.
Nesting is unlimited, but no ``let`` may bind a name again.  Whatever it does not know is an ``SmtLibError`` that names it, and so
is what the constructors of terms refuse: arguments of the wrong number or sort.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.softfloat import Rounding, SoftFloat
from whet.cfa.types import FloatFormat
from whet.solvers.terms import ieee
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec, Float, Sort
from whet.solvers.terms.term import Op, Term

_TOKEN = re.compile(r"""\s+|;[^\n]*|(?P<token>\|[^|\\]*\||[()]|"(?:[^"]|"")*"|[^\s()|;"]+)""")

SExpr: TypeAlias = "str | list[SExpr]"


class SmtLibError(ValueError):
    """The text is not in the part of SMT-LIB that Whet writes."""


def s_expressions(text: str) -> Iterator[SExpr]:
    """The expressions of a text, one after the other; a quoted symbol keeps its bars."""
    open_lists: list[list[SExpr]] = []
    for token in _tokens(text):
        if token == "(":
            open_lists.append([])
            continue
        if token == ")":
            if not open_lists:
                raise SmtLibError("there is a ')' too many")
            item: SExpr = open_lists.pop()
        else:
            item = token
        if open_lists:
            open_lists[-1].append(item)
        else:
            yield item
    if open_lists:
        raise SmtLibError("a ')' is missing at the end")


def _tokens(text: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise SmtLibError(f"cannot read {text[position : position + 40]!r}")
        position = match.end()
        if match["token"]:
            yield match["token"]


def from_smtlib(terms: Terms, text: str, declarations: Mapping[str, Sort] = MappingProxyType({})) -> Term:
    """The term of a text.  Names mean the symbols declared here or known to the table already."""
    for name, sort in declarations.items():
        terms.symbol(name, sort)
    expressions = list(s_expressions(text))
    if len(expressions) != 1:
        raise SmtLibError(f"one term was expected, not {len(expressions)}")
    try:
        return TermReader(terms).read(expressions[0])
    except (TypeError, ValueError) as error:
        raise SmtLibError(str(error)) from error


def read_sort(expression: SExpr) -> Sort:
    match expression:
        case "Bool":
            return BOOL
        case "Int":
            return INT
        case ["_", "BitVec", str(width)]:
            return BitVec(_number(width))
        case ["_", "FloatingPoint", str(exponent), str(significand)]:
            return Float(_number(exponent), _number(significand))
        case ["Array", index, element]:
            return Array(read_sort(index), read_sort(element))
        case _:
            raise SmtLibError(f"unknown sort {expression}")


def _number(text: str) -> int:
    """A width, or the position of a bit."""
    number = int(text) if text.isdecimal() and len(text) < 8 else _WIDEST + 1
    if number > _WIDEST:
        raise SmtLibError(f"{text} is no number of bits")
    return number


def _digits(text: str, base: int) -> int:
    if not text or not set(text.lower()) <= set("0123456789abcdef"[:base]):
        raise SmtLibError(f"{text!r} are no digits to the base {base}")
    return int(text, base)


def unquoted(symbol: str) -> str:
    return symbol[1:-1] if symbol.startswith("|") else symbol


class TermReader:
    """Turns expressions into terms; ``definitions`` are those of ``define-fun`` and ``let``."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.definitions: dict[str, Term] = {}

    def read(self, expression: SExpr) -> Term:
        """A machine with a stack of steps still to do and a stack of results: expressions may be deep."""
        results: list[Term] = []
        steps: list[Callable[[], None] | SExpr] = [expression]
        while steps:
            step = steps.pop()
            if callable(step):
                step()
            else:
                self._expand(step, steps, results)
        return results.pop()

    def _expand(self, expression: SExpr, steps: list[Callable[[], None] | SExpr], results: list[Term]) -> None:
        match expression:
            case str(atom):
                results.append(self._atom(atom))
            case ["let", [*bindings], body]:
                steps += [body, lambda: self._bind(bindings, results)]
                steps += [_bound(binding) for binding in reversed(bindings)]
            case ["fp", str(sign), str(exponent), str(fraction)]:
                results.append(self._float(sign, exponent, fraction))
            case ["_", str(value), str(width)] if value.startswith("bv"):
                results.append(self._terms.bv(_digits(value[2:], 10), _number(width)))
            case ["_", str(value), str(exponent), str(significand)] if value in _FLOATS:
                sort = Float(_number(exponent), _number(significand))
                results.append(self._terms.fp(ieee.encode(_FLOATS[value](sort.format)), sort))
            case [head, *args] if args:
                # The rounding mode among the arguments, where it can only be the first, and the others.
                first = args[0]
                rounding, operands = (first, args[1:]) if isinstance(first, str) and first in _ROUNDINGS else ("", args)
                if not operands:
                    raise SmtLibError(f"{head} has no arguments")
                steps.append(lambda: self._combine(head, rounding, len(operands), results))
                steps += reversed(operands)
            case _:
                raise SmtLibError(f"cannot read {expression}")

    def _bind(self, bindings: list[SExpr], results: list[Term]) -> None:
        for binding in reversed(bindings):
            name = str(binding[0])
            if name in self.definitions:
                raise SmtLibError(f"{name} is bound a second time")
            self.definitions[name] = results.pop()

    def _combine(self, head: SExpr, rounding: str, count: int, results: list[Term]) -> None:
        args = tuple(results[len(results) - count :])
        del results[len(results) - count :]
        results.append(self._applied(head, rounding, args))

    # ---------------------------------------------------------------------------------------------- leaves

    def _atom(self, atom: str) -> Term:
        if atom.startswith("#x"):
            return self._terms.bv(_digits(atom[2:], 16), len(atom[2:]) * 4)
        if atom.startswith("#b"):
            return self._terms.bv(_digits(atom[2:], 2), len(atom[2:]))
        if atom in ("true", "false"):
            return self._terms.truth(atom == "true")
        if atom.isdecimal():
            return self._terms.integer(_digits(atom, 10))
        if atom in self.definitions:
            return self.definitions[atom]
        declared = self._terms.declared(unquoted(atom))
        if declared is None or declared[0]:
            raise SmtLibError(f"{atom} is not declared")
        return self._terms.symbol(unquoted(atom), declared[1])

    def _float(self, sign: str, exponent: str, fraction: str) -> Term:
        parts = [self._atom(part) for part in (sign, exponent, fraction)]
        bits = self._terms.concat(self._terms.concat(parts[0], parts[1]), parts[2])
        return self._terms.fp_from_bits(bits, Float(parts[1].width, parts[2].width + 1))

    # ---------------------------------------------------------------------------------------------- operators

    def _applied(self, head: SExpr, rounding: str, args: tuple[Term, ...]) -> Term:
        match head:
            case str(name) if name in _SUGAR:
                return _SUGAR[name](self._terms, *args)
            case "-" if len(args) == 1:
                return self._terms.int_neg(args[0])
            case str(name) if name in _OPERATORS:
                return self._terms.build(_OPERATORS[name], args, sort=args[0].sort, name=rounding)
            case str(name):
                return self._function(unquoted(name), args)
            case ["as", "const", sort]:
                return self._terms.build(Op.CONST_ARRAY, args, sort=read_sort(sort))
            case ["_", str(name), *indices]:
                return self._indexed(name, tuple(_number(str(index)) for index in indices), rounding, args)
            case _:
                raise SmtLibError(f"unknown operator {head}")

    def _function(self, name: str, args: tuple[Term, ...]) -> Term:
        declared = self._terms.declared(name)
        if declared is None:
            raise SmtLibError(f"unknown operator {name}")
        return self._terms.apply(name, args, declared[1])

    def _indexed(self, name: str, indices: tuple[int, ...], rounding: str, args: tuple[Term, ...]) -> Term:
        match name, args[0].sort:
            case "to_fp", Float():
                op = Op.FP_FROM_FP
            case "to_fp", _:
                op = Op.FP_FROM_SBV if rounding else Op.FP_FROM_BITS
            case _ if name in _INDEXED:
                op = Op(name)
            case _:
                raise SmtLibError(f"unknown operator (_ {name} ...)")
        sort = Float(*indices) if name.startswith("to_fp") else args[0].sort
        return self._terms.build(op, args, sort=sort, name=rounding, indices=indices)


def _bound(binding: SExpr) -> SExpr:
    match binding:
        case [str(), term]:
            return term
        case _:
            raise SmtLibError(f"{binding} is no binding")


_WIDEST: Final = 1 << 20
"""Bits of the widest vector; greater numbers are mistakes."""
_FLOATS: Final[Mapping[str, Callable[[FloatFormat], SoftFloat]]] = MappingProxyType(
    {
        "NaN": SoftFloat.nan,
        "+zero": SoftFloat.zero,
        "-zero": partial(SoftFloat.zero, negative=True),
        "+oo": SoftFloat.infinity,
        "-oo": partial(SoftFloat.infinity, negative=True),
    }
)
"""Values that solvers write so; ``smtlib`` writes all of them as bits."""
_ROUNDINGS: Final = frozenset(map(str, Rounding))
_INDEXED: Final = frozenset({"extract", "zero_extend", "sign_extend", "to_fp_unsigned", "fp.to_sbv", "fp.to_ubv"})
_SPECIAL: Final = frozenset(
    {Op.TRUE, Op.FALSE, Op.INT_CONST, Op.BV_CONST, Op.FP_CONST, Op.SYMBOL, Op.APPLY, Op.CONST_ARRAY, Op.FP_FROM_UBV}
)
_OPERATORS: Final[Mapping[str, Op]] = MappingProxyType(
    {op.value: op for op in Op if op not in _SPECIAL and op.value not in _INDEXED and "(" not in op.value}
)
_SUGAR: Final[Mapping[str, Callable[..., Term]]] = MappingProxyType(
    {
        ">": Terms.int_gt,
        ">=": Terms.int_ge,
        "=>": Terms.implies,
        "xor": Terms.xor,
        "distinct": Terms.distinct,
        "bvugt": Terms.bv_ugt,
        "bvuge": Terms.bv_uge,
        "bvsgt": Terms.bv_sgt,
        "bvsge": Terms.bv_sge,
        "fp.gt": Terms.fp_gt,
        "fp.geq": Terms.fp_ge,
    }
)
