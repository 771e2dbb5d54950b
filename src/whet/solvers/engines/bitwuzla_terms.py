"""Terms to bitwuzla and back.

Bitwuzla's objects are known here as ``Handle``: its module has no types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import bitwuzla  # type: ignore[import-not-found]  # the module has no types
from bitwuzla import Kind

from whet.cfa.softfloat import Rounding
from whet.solvers.port import UnsupportedTerm
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Array, BitVec, Bool, Float, Int, Sort
from whet.solvers.terms.term import Op, Term

Handle: TypeAlias = Any  # a term, sort or value of bitwuzla


class Untranslatable(Exception):
    """Bitwuzla gave a term that Whet has no counterpart for."""


_KINDS: Final[Mapping[Op, Handle]] = MappingProxyType(
    {
        Op.NOT: Kind.NOT,
        Op.AND: Kind.AND,
        Op.OR: Kind.OR,
        Op.EQ: Kind.EQUAL,
        Op.ITE: Kind.ITE,
        Op.APPLY: Kind.APPLY,
        Op.BV_ADD: Kind.BV_ADD,
        Op.BV_SUB: Kind.BV_SUB,
        Op.BV_MUL: Kind.BV_MUL,
        Op.BV_UDIV: Kind.BV_UDIV,
        Op.BV_SDIV: Kind.BV_SDIV,
        Op.BV_UREM: Kind.BV_UREM,
        Op.BV_SREM: Kind.BV_SREM,
        Op.BV_NEG: Kind.BV_NEG,
        Op.BV_NOT: Kind.BV_NOT,
        Op.BV_AND: Kind.BV_AND,
        Op.BV_OR: Kind.BV_OR,
        Op.BV_XOR: Kind.BV_XOR,
        Op.BV_SHL: Kind.BV_SHL,
        Op.BV_LSHR: Kind.BV_SHR,
        Op.BV_ASHR: Kind.BV_ASHR,
        Op.BV_ULT: Kind.BV_ULT,
        Op.BV_ULE: Kind.BV_ULE,
        Op.BV_SLT: Kind.BV_SLT,
        Op.BV_SLE: Kind.BV_SLE,
        Op.CONCAT: Kind.BV_CONCAT,
        Op.EXTRACT: Kind.BV_EXTRACT,
        Op.ZERO_EXTEND: Kind.BV_ZERO_EXTEND,
        Op.SIGN_EXTEND: Kind.BV_SIGN_EXTEND,
        Op.FP_ADD: Kind.FP_ADD,
        Op.FP_SUB: Kind.FP_SUB,
        Op.FP_MUL: Kind.FP_MUL,
        Op.FP_DIV: Kind.FP_DIV,
        Op.FP_SQRT: Kind.FP_SQRT,
        Op.FP_ROUND: Kind.FP_RTI,
        Op.FP_NEG: Kind.FP_NEG,
        Op.FP_ABS: Kind.FP_ABS,
        Op.FP_EQ: Kind.FP_EQUAL,
        Op.FP_LT: Kind.FP_LT,
        Op.FP_LE: Kind.FP_LEQ,
        Op.FP_IS_NAN: Kind.FP_IS_NAN,
        Op.FP_IS_INF: Kind.FP_IS_INF,
        Op.FP_IS_ZERO: Kind.FP_IS_ZERO,
        Op.FP_IS_NEGATIVE: Kind.FP_IS_NEG,
        Op.FP_FROM_BITS: Kind.FP_TO_FP_FROM_BV,
        Op.FP_FROM_FP: Kind.FP_TO_FP_FROM_FP,
        Op.FP_FROM_SBV: Kind.FP_TO_FP_FROM_SBV,
        Op.FP_FROM_UBV: Kind.FP_TO_FP_FROM_UBV,
        Op.FP_TO_SBV: Kind.FP_TO_SBV,
        Op.FP_TO_UBV: Kind.FP_TO_UBV,
        Op.SELECT: Kind.ARRAY_SELECT,
        Op.STORE: Kind.ARRAY_STORE,
    }
)
_MODES: Final[Mapping[str, Handle]] = MappingProxyType(
    {mode.value: getattr(bitwuzla.RoundingMode, mode.value) for mode in Rounding}
)


class ToBitwuzla:
    """Translates terms; each once."""

    def __init__(self, manager: Handle) -> None:
        self._manager = manager
        self._done: dict[int, Handle] = {}
        self._sorts: dict[Sort, Handle] = {}
        self._functions: dict[str, Handle] = {}
        self._modes = {name: manager.mk_rm_value(mode) for name, mode in _MODES.items()}
        self.symbols: dict[Handle, Term] = {}
        """The symbols that were translated, by their counterpart."""

    def __del__(self) -> None:
        for handles in (self.symbols, self._done, self._functions, self._modes, self._sorts):
            handles.clear()

    def __call__(self, term: Term) -> Handle:
        done = self._done
        found = done.get(term.number)
        if found is not None:
            return found
        stack = [term]
        while stack:
            top = stack[-1]
            missing = [arg for arg in top.args if arg.number not in done]
            if missing:
                stack += missing
                continue
            stack.pop()
            if top.number not in done:
                done[top.number] = self._translate(top, [done[arg.number] for arg in top.args])
        return done[term.number]

    def _translate(self, term: Term, args: list[Handle]) -> Handle:
        try:
            return self._node(term, args) if args else self._leaf(term)
        except bitwuzla.BitwuzlaException as error:
            raise UnsupportedTerm(f"bitwuzla cannot take {term}: {str(error).splitlines()[0]}") from error

    def _node(self, term: Term, args: list[Handle]) -> Handle:
        if term.op is Op.CONST_ARRAY:
            return self._manager.mk_const_array(self.sort(term.sort), args[0])
        kind = _KINDS.get(term.op)
        if kind is None:
            raise UnsupportedTerm(f"bitwuzla has no operator {term.op}, which is in {term}")
        if term.name:
            args = [self.function(term) if term.op is Op.APPLY else self._modes[term.name], *args]
        return self._manager.mk_term(kind, args, list(term.indices))

    def _leaf(self, term: Term) -> Handle:
        sort = self.sort(term.sort)
        match term.op, term.sort:
            case Op.SYMBOL, _:
                made = self._manager.mk_const(sort, term.name)
                self.symbols[made] = term
                return made
            case ((Op.TRUE | Op.FALSE), _):
                return self._manager.mk_true() if term.value else self._manager.mk_false()
            case _, Float(exponent=exponent, significand=significand):
                return self._float(term.value or 0, exponent, significand - 1)
            case _:
                return self._manager.mk_bv_value(sort, term.value)

    def _float(self, bits: int, exponent: int, stored: int) -> Handle:
        fields = [
            (1, bits >> (exponent + stored)),
            (exponent, bits >> stored & ((1 << exponent) - 1)),
            (stored, bits & ((1 << stored) - 1)),
        ]
        return self._manager.mk_fp_value(*[self._manager.mk_bv_value(self.sort(BitVec(w)), value) for w, value in fields])

    def function(self, term: Term) -> Handle:
        """The function that a term applies."""
        if term.name not in self._functions:
            sort = self._manager.mk_fun_sort([self.sort(arg.sort) for arg in term.args], self.sort(term.sort))
            self._functions[term.name] = self._manager.mk_const(sort, term.name)
        return self._functions[term.name]

    def known_function(self, name: str) -> Handle | None:
        return self._functions.get(name)

    def sort(self, sort: Sort) -> Handle:
        if sort not in self._sorts:
            self._sorts[sort] = self._sort(sort)
        return self._sorts[sort]

    def _sort(self, sort: Sort) -> Handle:
        match sort:
            case Bool():
                return self._manager.mk_bool_sort()
            case BitVec(width=width):
                return self._manager.mk_bv_sort(width)
            case Float(exponent=exponent, significand=significand):
                return self._manager.mk_fp_sort(exponent, significand)
            case Array(index=index, element=element):
                return self._manager.mk_array_sort(self.sort(index), self.sort(element))
            case Int():
                raise UnsupportedTerm("bitwuzla has no mathematical integers")


# -------------------------------------------------------------------------------------------------- from bitwuzla

_OPS: Final[Mapping[Handle, Op]] = MappingProxyType({kind: op for op, kind in _KINDS.items()})


def _negated(make: Callable[[Terms, Term, Term], Term]) -> Callable[[Terms, Term, Term], Term]:
    return lambda terms, a, b: terms.bv_not(make(terms, a, b))


_SHORTHANDS: Final[Mapping[Handle, Callable[..., Term]]] = MappingProxyType(
    {
        Kind.IFF: Terms.iff,
        Kind.IMPLIES: Terms.implies,
        Kind.XOR: Terms.xor,
        Kind.DISTINCT: Terms.distinct,
        Kind.BV_UGT: Terms.bv_ugt,
        Kind.BV_UGE: Terms.bv_uge,
        Kind.BV_SGT: Terms.bv_sgt,
        Kind.BV_SGE: Terms.bv_sge,
        Kind.FP_GT: Terms.fp_gt,
        Kind.FP_GEQ: Terms.fp_ge,
        Kind.BV_NAND: _negated(Terms.bv_and),
        Kind.BV_NOR: _negated(Terms.bv_or),
        Kind.BV_XNOR: _negated(Terms.bv_xor),
        Kind.BV_COMP: lambda terms, a, b: terms.as_bit(terms.eq(a, b), 1),
        Kind.BV_INC: lambda terms, a: terms.bv_add(a, terms.bv(1, a.width)),
        Kind.BV_DEC: lambda terms, a: terms.bv_add(a, terms.bv(-1, a.width)),
    }
)
_CHAINED: Final = frozenset({Op.BV_ADD, Op.BV_MUL, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.CONCAT})
"""Operators that bitwuzla may give more than two arguments."""


class FromBitwuzla:
    """Translates what bitwuzla answers; ``symbols`` are those it may know."""

    def __init__(self, terms: Terms, symbols: Mapping[Handle, Term]) -> None:
        self._terms = terms
        self._symbols = symbols
        self._done: dict[Handle, Term | Rounding | None] = {}

    def __del__(self) -> None:
        self._done.clear()

    def __call__(self, root: Handle) -> Term:
        """``Untranslatable`` is raised where Whet has no counterpart."""
        done = self._done
        stack = [root]
        while stack:
            top = stack[-1]
            missing = [] if top in done else [arg for arg in _args(top) if arg not in done]
            if missing:
                stack += missing
                continue
            stack.pop()
            if top not in done:
                done[top] = self._node(top, [done[arg] for arg in _args(top)])
        result = done[root]
        if not isinstance(result, Term):
            raise Untranslatable(f"{root}, which is no term")
        return result

    def _node(self, handle: Handle, args: list[Term | Rounding | None]) -> Term | Rounding | None:
        kind = handle.kind()
        if kind == Kind.VALUE:
            return self._value(handle)
        if kind == Kind.CONSTANT:
            return self._constant(handle)
        plain = tuple(arg for arg in args if isinstance(arg, Term))
        try:
            return self._operation(handle, kind, args, plain)
        except (TypeError, ValueError) as error:
            raise Untranslatable(str(error)) from error

    def _operation(self, handle: Handle, kind: Handle, args: list[Term | Rounding | None], plain: tuple[Term, ...]) -> Term:
        if kind in _SHORTHANDS:
            return _SHORTHANDS[kind](self._terms, *plain)
        sort = self._sort(handle.sort())
        if kind == Kind.CONST_ARRAY:
            return self._terms.build(Op.CONST_ARRAY, plain, sort=sort)
        if kind == Kind.APPLY:
            return self._terms.apply(str(handle.children()[0].symbol()), plain, sort)
        if kind not in _OPS:
            raise Untranslatable(f"the operator {kind}")
        rounding = next((arg for arg in args if isinstance(arg, Rounding)), "")
        op, indices = _OPS[kind], tuple(int(index) for index in handle.indices())
        if op in _CHAINED:
            return self._chained(op, plain, sort)
        return self._terms.build(op, plain, sort=sort, name=rounding, indices=indices)

    def _chained(self, op: Op, args: tuple[Term, ...], sort: Sort) -> Term:
        result = args[0]
        for arg in args[1:]:
            result = self._terms.build(op, (result, arg), sort=sort)
        return result

    def _value(self, handle: Handle) -> Term | Rounding:
        sort = handle.sort()
        if sort.is_bool():
            return self._terms.truth(handle.is_true())
        if sort.is_bv():
            return self._terms.bv(int(handle.value(16), 16), sort.bv_size())
        if sort.is_fp():
            return self._terms.fp(int("".join(handle.value()), 2), Float(sort.fp_exp_size(), sort.fp_sig_size()))
        if sort.is_rm():
            return Rounding(str(handle))
        raise Untranslatable(f"the value {handle}")

    def _constant(self, handle: Handle) -> Term | None:
        if handle in self._symbols:
            return self._symbols[handle]
        if handle.sort().is_fun():
            return None  # read by the application, from which it cannot be parted
        raise Untranslatable(f"the symbol {handle}, which is bitwuzla's own")

    def _sort(self, sort: Handle) -> Sort:
        if sort.is_bool():
            return BOOL
        if sort.is_bv():
            return BitVec(sort.bv_size())
        if sort.is_fp():
            return Float(sort.fp_exp_size(), sort.fp_sig_size())
        if sort.is_array():
            return Array(self._sort(sort.array_index()), self._sort(sort.array_element()))
        raise Untranslatable(f"the sort {sort}")


def _args(handle: Handle) -> list[Handle]:
    return list(handle.children())
