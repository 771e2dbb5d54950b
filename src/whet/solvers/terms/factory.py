"""``Terms``: everything that builds terms, in one object for a run; with arrays (SMT-LIB: ArraysEx) and constant arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from whet.cfa.softfloat import Rounding
from whet.solvers.terms.floats import FloatTerms
from whet.solvers.terms.sorts import Array, Float, Sort
from whet.solvers.terms.term import Op, Term


class ArrayTerms(FloatTerms):
    """Reading and writing arrays."""

    def const_array(self, sort: Array, element: Term) -> Term:
        """The array with the same element everywhere."""
        if element.sort != sort.element:
            raise TypeError(f"{element} of sort {element.sort} is no element of {sort}")
        return self.make(Op.CONST_ARRAY, (element,), sort=self.shared(sort))

    def select(self, array: Term, index: Term) -> Term:
        self._check_index(array, index)
        while array.op is Op.STORE:
            if array.args[1] is index:
                return array.args[2]
            if not _surely_differ(array.args[1], index):
                break
            array = array.args[0]
        if array.op is Op.CONST_ARRAY:
            return array.args[0]
        return self.make_binary(Op.SELECT, array, index, array.array.element)

    def store(self, array: Term, index: Term, element: Term) -> Term:
        self._check_index(array, index)
        if element.sort is not array.array.element and element.sort != array.array.element:
            raise TypeError(f"{element} of sort {element.sort} is no element of {array.sort}")
        if element.op is Op.SELECT and element.args == (array, index):
            return array
        if array.op is Op.STORE and array.args[1] is index:
            array = array.args[0]
        return self.make(Op.STORE, (array, index, element), sort=array.sort)

    def _check_index(self, array: Term, index: Term) -> None:
        if index.sort is not array.array.index and index.sort != array.array.index:
            raise TypeError(f"{index} of sort {index.sort} is no index of {array.sort}")


def _surely_differ(a: Term, b: Term) -> bool:
    """Different constants, or different constants added to the same term."""
    base_a, offset_a = _offset(a)
    base_b, offset_b = _offset(b)
    return base_a is base_b and offset_a != offset_b


def _offset(index: Term) -> tuple[Term | None, int]:
    """A term and the constant added to it; no term but the constant, if it is one."""
    if index.value is not None:
        return None, index.value
    if index.op is Op.BV_ADD and (offset := index.args[1].value) is not None:
        return index.args[0], offset
    return index, 0


class Terms(ArrayTerms):
    """The table of a run and the constructors of its terms; see ``terms`` for its laws."""

    def text(self, term: Term) -> str:
        from whet.solvers.terms.smtlib import abbreviated  # few terms are printed

        return abbreviated(term)

    def build(self, op: Op, args: tuple[Term, ...], *, sort: Sort, name: str = "", indices: tuple[int, ...] = ()) -> Term:
        """An operator with its arguments, by its constructor; the other parameters are those of ``Term``.

        The sort matters only for functions, constant arrays and conversions to floats."""
        if (plain := _PLAIN.get(op)) is not None:
            return plain(self, *args)
        if (with_rounding := _ROUNDED.get(op)) is not None:
            return with_rounding(self, *args, Rounding(name))
        if (to_float := _TO_FLOAT.get(op)) is not None and isinstance(sort, Float):
            return to_float(self, *args, sort, Rounding(name))
        match op, args, indices, sort:
            case Op.EXTRACT, (a,), (high, low), _:
                return self.extract(a, high=high, low=low)
            case Op.ZERO_EXTEND, (a,), (by,), _:
                return self.zero_extend(a, by)
            case Op.SIGN_EXTEND, (a,), (by,), _:
                return self.sign_extend(a, by)
            case ((Op.FP_TO_SBV | Op.FP_TO_UBV), (a,), (width,), _):
                return self.fp_to_bv_unguarded(op, a, width, Rounding(name))
            case Op.FP_FROM_BITS, (a,), _, Float():
                return self.fp_from_bits(a, sort)
            case Op.CONST_ARRAY, (a,), _, Array():
                return self.const_array(sort, a)
            case Op.APPLY, _, _, _:
                return self.apply(name, args, sort)
            case _:
                raise TypeError(f"{op} cannot be built from {args}, {indices} and {sort}")

    def constructor(self, term: Term) -> Callable[..., Term]:
        """What makes a term like this one from other arguments of the same sorts, simplified."""
        plain = _PLAIN.get(term.op)
        if plain is not None:
            return partial(plain, self)
        op, sort, name, indices = term.op, term.sort, term.name, term.indices
        return lambda *args: self.build(op, args, sort=sort, name=name, indices=indices)

    def rebuild(self, term: Term, args: tuple[Term, ...]) -> Term:
        """The term with other arguments of the same sorts, simplified."""
        if not term.args:
            return term
        return self.build(term.op, args, sort=term.sort, name=term.name, indices=term.indices)


_PLAIN: Final[Mapping[Op, Callable[..., Term]]] = MappingProxyType(
    {
        Op.NOT: Terms.not_,
        Op.AND: Terms.and_,
        Op.OR: Terms.or_,
        Op.EQ: Terms.eq,
        Op.ITE: Terms.ite,
        Op.BV_ADD: Terms.bv_add,
        Op.BV_SUB: Terms.bv_sub,
        Op.BV_MUL: Terms.bv_mul,
        Op.BV_UDIV: Terms.bv_udiv,
        Op.BV_SDIV: Terms.bv_sdiv,
        Op.BV_UREM: Terms.bv_urem,
        Op.BV_SREM: Terms.bv_srem,
        Op.BV_NEG: Terms.bv_neg,
        Op.BV_NOT: Terms.bv_not,
        Op.BV_AND: Terms.bv_and,
        Op.BV_OR: Terms.bv_or,
        Op.BV_XOR: Terms.bv_xor,
        Op.BV_SHL: Terms.bv_shl,
        Op.BV_LSHR: Terms.bv_lshr,
        Op.BV_ASHR: Terms.bv_ashr,
        Op.BV_ULT: Terms.bv_ult,
        Op.BV_ULE: Terms.bv_ule,
        Op.BV_SLT: Terms.bv_slt,
        Op.BV_SLE: Terms.bv_sle,
        Op.CONCAT: Terms.concat,
        Op.INT_ADD: Terms.int_add,
        Op.INT_SUB: Terms.int_sub,
        Op.INT_MUL: Terms.int_mul,
        Op.INT_DIV: Terms.int_div,
        Op.INT_MOD: Terms.int_mod,
        Op.INT_LE: Terms.int_le,
        Op.INT_LT: Terms.int_lt,
        Op.FP_NEG: Terms.fp_neg,
        Op.FP_ABS: Terms.fp_abs,
        Op.FP_EQ: Terms.fp_eq,
        Op.FP_LT: Terms.fp_lt,
        Op.FP_LE: Terms.fp_le,
        Op.FP_IS_NAN: Terms.fp_is_nan,
        Op.FP_IS_INF: Terms.fp_is_inf,
        Op.FP_IS_ZERO: Terms.fp_is_zero,
        Op.FP_IS_NEGATIVE: Terms.fp_is_negative,
        Op.SELECT: Terms.select,
        Op.STORE: Terms.store,
    }
)
"""Constructors whose arguments say it all."""

_ROUNDED: Final[Mapping[Op, Callable[..., Term]]] = MappingProxyType(
    {
        Op.FP_ADD: Terms.fp_add,
        Op.FP_SUB: Terms.fp_sub,
        Op.FP_MUL: Terms.fp_mul,
        Op.FP_DIV: Terms.fp_div,
        Op.FP_SQRT: Terms.fp_sqrt,
        Op.FP_ROUND: Terms.fp_round,
    }
)

_TO_FLOAT: Final[Mapping[Op, Callable[..., Term]]] = MappingProxyType(
    {Op.FP_FROM_FP: Terms.fp_from_fp, Op.FP_FROM_SBV: Terms.fp_from_sbv, Op.FP_FROM_UBV: Terms.fp_from_ubv}
)
