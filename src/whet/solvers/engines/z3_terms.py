"""Terms to z3 and back, through z3's C interface (three times as fast as its Python classes).

z3's objects are known here as ``Ast``: its package has no types.  A translator keeps the nodes it made in a vector of z3's.  When
that goes, all references are given back at once; a context that is closed while references are left takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import z3  # type: ignore[import-untyped]  # the package has no types
from z3 import z3core as core

from whet.cfa.softfloat import Rounding
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec, Bool, Float, Int, Sort
from whet.solvers.terms.term import Op, Term

Ast: TypeAlias = Any  # any object of z3's C interface: a pointer
Make: TypeAlias = Callable[..., Ast]


class Untranslatable(Exception):
    """z3 gave a term that Whet has no counterpart for."""


# -------------------------------------------------------------------------------------------------- to z3

_UNARY: Final[Mapping[Op, Make]] = MappingProxyType(
    {
        Op.NOT: core.Z3_mk_not,
        Op.BV_NEG: core.Z3_mk_bvneg,
        Op.BV_NOT: core.Z3_mk_bvnot,
        Op.FP_NEG: core.Z3_mk_fpa_neg,
        Op.FP_ABS: core.Z3_mk_fpa_abs,
        Op.FP_IS_NAN: core.Z3_mk_fpa_is_nan,
        Op.FP_IS_INF: core.Z3_mk_fpa_is_infinite,
        Op.FP_IS_ZERO: core.Z3_mk_fpa_is_zero,
        Op.FP_IS_NEGATIVE: core.Z3_mk_fpa_is_negative,
    }
)
_BINARY: Final[Mapping[Op, Make]] = MappingProxyType(
    {
        Op.EQ: core.Z3_mk_eq,
        Op.BV_ADD: core.Z3_mk_bvadd,
        Op.BV_SUB: core.Z3_mk_bvsub,
        Op.BV_MUL: core.Z3_mk_bvmul,
        Op.BV_UDIV: core.Z3_mk_bvudiv,
        Op.BV_SDIV: core.Z3_mk_bvsdiv,
        Op.BV_UREM: core.Z3_mk_bvurem,
        Op.BV_SREM: core.Z3_mk_bvsrem,
        Op.BV_AND: core.Z3_mk_bvand,
        Op.BV_OR: core.Z3_mk_bvor,
        Op.BV_XOR: core.Z3_mk_bvxor,
        Op.BV_SHL: core.Z3_mk_bvshl,
        Op.BV_LSHR: core.Z3_mk_bvlshr,
        Op.BV_ASHR: core.Z3_mk_bvashr,
        Op.BV_ULT: core.Z3_mk_bvult,
        Op.BV_ULE: core.Z3_mk_bvule,
        Op.BV_SLT: core.Z3_mk_bvslt,
        Op.BV_SLE: core.Z3_mk_bvsle,
        Op.CONCAT: core.Z3_mk_concat,
        Op.INT_DIV: core.Z3_mk_div,
        Op.INT_MOD: core.Z3_mk_mod,
        Op.INT_LE: core.Z3_mk_le,
        Op.INT_LT: core.Z3_mk_lt,
        Op.FP_EQ: core.Z3_mk_fpa_eq,
        Op.FP_LT: core.Z3_mk_fpa_lt,
        Op.FP_LE: core.Z3_mk_fpa_leq,
        Op.SELECT: core.Z3_mk_select,
    }
)
_TERNARY: Final[Mapping[Op, Make]] = MappingProxyType({Op.ITE: core.Z3_mk_ite, Op.STORE: core.Z3_mk_store})
_LISTED: Final[Mapping[Op, Make]] = MappingProxyType(
    {
        Op.AND: core.Z3_mk_and,
        Op.OR: core.Z3_mk_or,
        Op.INT_ADD: core.Z3_mk_add,
        Op.INT_SUB: core.Z3_mk_sub,
        Op.INT_MUL: core.Z3_mk_mul,
    }
)
_ROUNDED: Final[Mapping[Op, Make]] = MappingProxyType(
    {
        Op.FP_ADD: core.Z3_mk_fpa_add,
        Op.FP_SUB: core.Z3_mk_fpa_sub,
        Op.FP_MUL: core.Z3_mk_fpa_mul,
        Op.FP_DIV: core.Z3_mk_fpa_div,
        Op.FP_SQRT: core.Z3_mk_fpa_sqrt,
        Op.FP_ROUND: core.Z3_mk_fpa_round_to_integral,
    }
)
_MODES: Final[Mapping[str, Make]] = MappingProxyType(
    {
        Rounding.NEAREST_EVEN: core.Z3_mk_fpa_rne,
        Rounding.NEAREST_AWAY: core.Z3_mk_fpa_rna,
        Rounding.UP: core.Z3_mk_fpa_rtp,
        Rounding.DOWN: core.Z3_mk_fpa_rtn,
        Rounding.TO_ZERO: core.Z3_mk_fpa_rtz,
    }
)


class ToZ3:
    """Translates terms; each once."""

    def __init__(self, context: z3.Context) -> None:
        self.context = context
        self._ref = context.ref()
        self._done: dict[int, Ast] = {}
        self._sorts: dict[Sort, Ast] = {}
        self._alive = z3.AstVector(ctx=context)
        self._modes = {mode: self._kept(make(self._ref)) for mode, make in _MODES.items()}

    def __call__(self, term: Term) -> Ast:
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
                done[top.number] = self._kept(self._translate(top, [done[arg.number] for arg in top.args]))
        return done[term.number]

    def _kept(self, ast: Ast) -> Ast:
        core.Z3_ast_vector_push(self._ref, self._alive.vector, ast)
        return ast

    def _translate(self, term: Term, args: list[Ast]) -> Ast:
        op, ref = term.op, self._ref
        if (make := _BINARY.get(op)) is not None:
            return make(ref, args[0], args[1])
        if (make := _TERNARY.get(op)) is not None:
            return make(ref, args[0], args[1], args[2])
        if (make := _UNARY.get(op)) is not None:
            return make(ref, args[0])
        if (make := _LISTED.get(op)) is not None:
            return make(ref, len(args), self.array(args))
        if (make := _ROUNDED.get(op)) is not None:
            return make(ref, self._modes[term.name], *args)
        return self._indexed(term, args) if args else self._leaf(term)

    def _leaf(self, term: Term) -> Ast:
        ref, sort = self._ref, self.sort(term.sort)
        match term.op:
            case Op.SYMBOL:
                return core.Z3_mk_const(ref, core.Z3_mk_string_symbol(ref, term.name), sort)
            case Op.TRUE:
                return core.Z3_mk_true(ref)
            case Op.FALSE:
                return core.Z3_mk_false(ref)
            case Op.FP_CONST:
                assert isinstance(term.sort, Float)
                bits = core.Z3_mk_numeral(ref, str(term.value), self.sort(BitVec(term.sort.width)))
                return core.Z3_simplify(ref, core.Z3_mk_fpa_to_fp_bv(ref, bits, sort))
            case _:
                return core.Z3_mk_numeral(ref, str(term.value), sort)

    def _indexed(self, term: Term, args: list[Ast]) -> Ast:
        ref, (a, *_) = self._ref, args
        match term.op:
            case Op.EXTRACT:
                return core.Z3_mk_extract(ref, term.indices[0], term.indices[1], a)
            case Op.ZERO_EXTEND:
                return core.Z3_mk_zero_ext(ref, term.indices[0], a)
            case Op.SIGN_EXTEND:
                return core.Z3_mk_sign_ext(ref, term.indices[0], a)
            case Op.CONST_ARRAY:
                return core.Z3_mk_const_array(ref, self.sort(term.array.index), a)
            case Op.APPLY:
                return core.Z3_mk_app(ref, self.function(term), len(args), self.array(args))
            case Op.FP_FROM_BITS:
                return core.Z3_mk_fpa_to_fp_bv(ref, a, self.sort(term.sort))
            case _:
                return self._conversion(term, a)

    def _conversion(self, term: Term, a: Ast) -> Ast:
        ref, mode = self._ref, self._modes[term.name]
        match term.op:
            case Op.FP_FROM_FP:
                return core.Z3_mk_fpa_to_fp_float(ref, mode, a, self.sort(term.sort))
            case Op.FP_FROM_SBV:
                return core.Z3_mk_fpa_to_fp_signed(ref, mode, a, self.sort(term.sort))
            case Op.FP_FROM_UBV:
                return core.Z3_mk_fpa_to_fp_unsigned(ref, mode, a, self.sort(term.sort))
            case Op.FP_TO_SBV:
                return core.Z3_mk_fpa_to_sbv(ref, mode, a, term.indices[0])
            case Op.FP_TO_UBV:
                return core.Z3_mk_fpa_to_ubv(ref, mode, a, term.indices[0])
            case _:
                raise AssertionError(f"{term.op} has no translation")

    def function(self, term: Term) -> Ast:
        """The declaration of the function that a term applies."""
        domain = [self.sort(arg.sort) for arg in term.args]
        name = core.Z3_mk_string_symbol(self._ref, term.name)
        return core.Z3_mk_func_decl(self._ref, name, len(domain), (z3.Sort * len(domain))(*domain), self.sort(term.sort))

    def array(self, items: Sequence[Ast]) -> Ast:
        """As the C interface wants lists."""
        return (z3.Ast * len(items))(*items)

    def sort(self, sort: Sort) -> Ast:
        if sort not in self._sorts:
            made = self._sort(sort)
            self._kept(core.Z3_sort_to_ast(self._ref, made))
            self._sorts[sort] = made
        return self._sorts[sort]

    def _sort(self, sort: Sort) -> Ast:
        match sort:
            case Bool():
                return core.Z3_mk_bool_sort(self._ref)
            case Int():
                return core.Z3_mk_int_sort(self._ref)
            case BitVec(width=width):
                return core.Z3_mk_bv_sort(self._ref, width)
            case Float(exponent=exponent, significand=significand):
                return core.Z3_mk_fpa_sort(self._ref, exponent, significand)
            case Array(index=index, element=element):
                return core.Z3_mk_array_sort(self._ref, self.sort(index), self.sort(element))


# -------------------------------------------------------------------------------------------------- from z3


def _leftmost(combine: Callable[[Terms, Term, Term], Term]) -> Callable[..., Term]:
    """z3 writes chains of an operator as one with many arguments."""

    def fold(terms: Terms, *args: Term) -> Term:
        result = args[0]
        for arg in args[1:]:
            result = combine(terms, result, arg)
        return result

    return fold


def _pairwise_distinct(terms: Terms, *args: Term) -> Term:
    return terms.and_(*(terms.distinct(a, b) for i, a in enumerate(args) for b in args[i + 1 :]))


_FROM: Final[Mapping[int, Callable[..., Term]]] = MappingProxyType(
    {
        z3.Z3_OP_NOT: Terms.not_,
        z3.Z3_OP_AND: Terms.and_,
        z3.Z3_OP_OR: Terms.or_,
        z3.Z3_OP_EQ: Terms.eq,
        z3.Z3_OP_IFF: Terms.eq,
        z3.Z3_OP_XOR: _leftmost(Terms.xor),
        z3.Z3_OP_IMPLIES: Terms.implies,
        z3.Z3_OP_ITE: Terms.ite,
        z3.Z3_OP_DISTINCT: _pairwise_distinct,
        z3.Z3_OP_BADD: _leftmost(Terms.bv_add),
        z3.Z3_OP_BSUB: _leftmost(Terms.bv_sub),
        z3.Z3_OP_BMUL: _leftmost(Terms.bv_mul),
        z3.Z3_OP_BAND: _leftmost(Terms.bv_and),
        z3.Z3_OP_BOR: _leftmost(Terms.bv_or),
        z3.Z3_OP_BXOR: _leftmost(Terms.bv_xor),
        z3.Z3_OP_CONCAT: _leftmost(Terms.concat),
        z3.Z3_OP_BNEG: Terms.bv_neg,
        z3.Z3_OP_BNOT: Terms.bv_not,
        z3.Z3_OP_BUDIV: Terms.bv_udiv,
        z3.Z3_OP_BSDIV: Terms.bv_sdiv,
        z3.Z3_OP_BUREM: Terms.bv_urem,
        z3.Z3_OP_BSREM: Terms.bv_srem,
        z3.Z3_OP_BUDIV_I: Terms.bv_udiv,
        z3.Z3_OP_BSDIV_I: Terms.bv_sdiv,
        z3.Z3_OP_BUREM_I: Terms.bv_urem,
        z3.Z3_OP_BSREM_I: Terms.bv_srem,
        z3.Z3_OP_BSHL: Terms.bv_shl,
        z3.Z3_OP_BLSHR: Terms.bv_lshr,
        z3.Z3_OP_BASHR: Terms.bv_ashr,
        z3.Z3_OP_ULT: Terms.bv_ult,
        z3.Z3_OP_ULEQ: Terms.bv_ule,
        z3.Z3_OP_UGT: Terms.bv_ugt,
        z3.Z3_OP_UGEQ: Terms.bv_uge,
        z3.Z3_OP_SLT: Terms.bv_slt,
        z3.Z3_OP_SLEQ: Terms.bv_sle,
        z3.Z3_OP_SGT: Terms.bv_sgt,
        z3.Z3_OP_SGEQ: Terms.bv_sge,
        z3.Z3_OP_ADD: _leftmost(Terms.int_add),
        z3.Z3_OP_SUB: _leftmost(Terms.int_sub),
        z3.Z3_OP_MUL: _leftmost(Terms.int_mul),
        z3.Z3_OP_UMINUS: Terms.int_neg,
        z3.Z3_OP_IDIV: Terms.int_div,
        z3.Z3_OP_MOD: Terms.int_mod,
        z3.Z3_OP_LE: Terms.int_le,
        z3.Z3_OP_LT: Terms.int_lt,
        z3.Z3_OP_GE: Terms.int_ge,
        z3.Z3_OP_GT: Terms.int_gt,
        z3.Z3_OP_SELECT: Terms.select,
        z3.Z3_OP_STORE: Terms.store,
        z3.Z3_OP_FPA_NEG: Terms.fp_neg,
        z3.Z3_OP_FPA_ABS: Terms.fp_abs,
        z3.Z3_OP_FPA_EQ: Terms.fp_eq,
        z3.Z3_OP_FPA_LT: Terms.fp_lt,
        z3.Z3_OP_FPA_LE: Terms.fp_le,
        z3.Z3_OP_FPA_GT: Terms.fp_gt,
        z3.Z3_OP_FPA_GE: Terms.fp_ge,
        z3.Z3_OP_FPA_IS_NAN: Terms.fp_is_nan,
        z3.Z3_OP_FPA_IS_INF: Terms.fp_is_inf,
        z3.Z3_OP_FPA_IS_ZERO: Terms.fp_is_zero,
        z3.Z3_OP_FPA_IS_NEGATIVE: Terms.fp_is_negative,
    }
)
_FROM_ROUNDED: Final[Mapping[int, Callable[..., Term]]] = MappingProxyType(
    {
        z3.Z3_OP_FPA_ADD: Terms.fp_add,
        z3.Z3_OP_FPA_SUB: Terms.fp_sub,
        z3.Z3_OP_FPA_MUL: Terms.fp_mul,
        z3.Z3_OP_FPA_DIV: Terms.fp_div,
        z3.Z3_OP_FPA_SQRT: Terms.fp_sqrt,
        z3.Z3_OP_FPA_ROUND_TO_INTEGRAL: Terms.fp_round,
    }
)
_FROM_MODES: Final[Mapping[int, Rounding]] = MappingProxyType(
    {
        z3.Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN: Rounding.NEAREST_EVEN,
        z3.Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY: Rounding.NEAREST_AWAY,
        z3.Z3_OP_FPA_RM_TOWARD_POSITIVE: Rounding.UP,
        z3.Z3_OP_FPA_RM_TOWARD_NEGATIVE: Rounding.DOWN,
        z3.Z3_OP_FPA_RM_TOWARD_ZERO: Rounding.TO_ZERO,
    }
)


class FromZ3:
    """Translates what z3 answers.  ``leaves`` are terms for some of its constants and bound variables, by their text."""

    def __init__(self, terms: Terms, context: z3.Context, leaves: Mapping[str, Term] = MappingProxyType({})) -> None:
        self._terms = terms
        self._context = context
        self._ref = context.ref()
        self._leaves = leaves
        self._done: dict[int, Term | Rounding] = {}

    def __call__(self, expression: z3.ExprRef) -> Term:
        """``Untranslatable`` is raised where Whet has no counterpart."""
        result = self._translate(expression.as_ast())
        if isinstance(result, Rounding):
            raise Untranslatable("a rounding mode is no term")
        return result

    def _translate(self, root: Ast) -> Term | Rounding:
        ref, done = self._ref, self._done
        stack = [root]
        while stack:
            ast = stack[-1]
            number = core.Z3_get_ast_id(ref, ast)
            args = self._args(ast)
            missing = [arg for arg in args if core.Z3_get_ast_id(ref, arg) not in done]
            if number not in done and missing:
                stack += missing
                continue
            stack.pop()
            if number not in done:
                done[number] = self._node(ast, [done[core.Z3_get_ast_id(ref, arg)] for arg in args])
        return done[core.Z3_get_ast_id(ref, root)]

    def _args(self, ast: Ast) -> list[Ast]:
        kind = core.Z3_get_ast_kind(self._ref, ast)
        if kind != z3.Z3_APP_AST:
            return []
        app = core.Z3_to_app(self._ref, ast)
        return [core.Z3_get_app_arg(self._ref, app, i) for i in range(core.Z3_get_app_num_args(self._ref, app))]

    def _node(self, ast: Ast, args: list[Term | Rounding]) -> Term | Rounding:
        kind = core.Z3_get_ast_kind(self._ref, ast)
        if kind == z3.Z3_NUMERAL_AST:
            return self._numeral(ast)
        if kind == z3.Z3_VAR_AST:
            return self._leaf(f"(:var {core.Z3_get_index_value(self._ref, ast)})")
        if kind != z3.Z3_APP_AST:
            raise Untranslatable("a quantifier is left")
        try:
            return self._application(ast, args)
        except (TypeError, ValueError) as error:  # a constructor refuses: division by a variable, sorts of z3's own
            raise Untranslatable(str(error)) from error

    def _application(self, ast: Ast, args: list[Term | Rounding]) -> Term | Rounding:
        decl = core.Z3_get_app_decl(self._ref, core.Z3_to_app(self._ref, ast))
        kind = core.Z3_get_decl_kind(self._ref, decl)
        if kind in _FROM_MODES:
            return _FROM_MODES[kind]
        if kind in _FROM:
            return _FROM[kind](self._terms, *args)
        if kind in _FROM_ROUNDED:
            return _FROM_ROUNDED[kind](self._terms, *args[1:], args[0])
        match kind:
            case z3.Z3_OP_TRUE | z3.Z3_OP_FALSE:
                return self._terms.truth(kind == z3.Z3_OP_TRUE)
            case z3.Z3_OP_UNINTERPRETED:
                return self._uninterpreted(decl, [arg for arg in args if isinstance(arg, Term)])
            case z3.Z3_OP_FPA_NUM:  # a NaN is a numeral too, but has no bits: it is read by its operator
                return self._numeral(ast)
            case z3.Z3_OP_CONST_ARRAY:
                return self._terms.build(Op.CONST_ARRAY, self._plain(args), sort=self._sort(ast))
            case _:
                return self._indexed(kind, ast, decl, args)

    def _indexed(self, kind: int, ast: Ast, decl: Ast, args: list[Term | Rounding]) -> Term:
        terms, sort, plain = self._terms, self._sort(ast), self._plain(args)
        match kind:
            case z3.Z3_OP_EXTRACT:
                return terms.extract(plain[0], high=self._index(decl, 0), low=self._index(decl, 1))
            case z3.Z3_OP_ZERO_EXT:
                return terms.zero_extend(plain[0], self._index(decl, 0))
            case z3.Z3_OP_SIGN_EXT:
                return terms.sign_extend(plain[0], self._index(decl, 0))
            case z3.Z3_OP_BIT2BOOL:
                bit = self._index(decl, 0)
                return terms.eq(terms.extract(plain[0], high=bit, low=bit), terms.bv(1, 1))
            case _ if isinstance(sort, Float):
                return self._float(kind, sort, args)
            case z3.Z3_OP_FPA_TO_SBV | z3.Z3_OP_FPA_TO_UBV:
                op = Op.FP_TO_SBV if kind == z3.Z3_OP_FPA_TO_SBV else Op.FP_TO_UBV
                return terms.build(op, plain, sort=sort, name=_mode(args), indices=(self._index(decl, 0),))
            case _:
                raise Untranslatable(self._name(decl))

    def _float(self, kind: int, sort: Float, args: list[Term | Rounding]) -> Term:
        terms, plain = self._terms, self._plain(args)
        infinity = ((1 << sort.exponent) - 1) << (sort.significand - 1)
        sign = 1 << (sort.width - 1)
        constants = {
            z3.Z3_OP_FPA_PLUS_ZERO: 0,
            z3.Z3_OP_FPA_MINUS_ZERO: sign,
            z3.Z3_OP_FPA_PLUS_INF: infinity,
            z3.Z3_OP_FPA_MINUS_INF: infinity | sign,
            z3.Z3_OP_FPA_NAN: infinity | 1,
        }
        match kind:
            case _ if kind in constants:
                return terms.fp(constants[kind], sort)
            case z3.Z3_OP_FPA_FP:
                return terms.fp_from_bits(terms.concat(terms.concat(plain[0], plain[1]), plain[2]), sort)
            case z3.Z3_OP_FPA_TO_FP if len(args) == 1:
                return terms.fp_from_bits(plain[0], sort)
            case z3.Z3_OP_FPA_TO_FP:
                op = Op.FP_FROM_FP if isinstance(plain[0].sort, Float) else Op.FP_FROM_SBV
                return terms.build(op, plain, sort=sort, name=_mode(args))
            case z3.Z3_OP_FPA_TO_FP_UNSIGNED:
                return terms.build(Op.FP_FROM_UBV, plain, sort=sort, name=_mode(args))
            case _:
                raise Untranslatable(f"operator {kind} on floats")

    # ---------------------------------------------------------------------------------------------- leaves

    def _uninterpreted(self, decl: Ast, args: list[Term]) -> Term:
        name = self._name(decl)
        if not args:
            return self._leaf(name)
        declared = self._terms.declared(name)
        if declared is None:
            raise Untranslatable(f"the function {name}, which is z3's own")
        return self._terms.apply(name, tuple(args), declared[1])

    def _leaf(self, name: str) -> Term:
        if name in self._leaves:
            return self._leaves[name]
        declared = self._terms.declared(name)
        if declared is None or declared[0]:
            raise Untranslatable(f"the symbol {name}, which is z3's own")
        return self._terms.symbol(name, declared[1])

    def _numeral(self, ast: Ast) -> Term:
        match self._sort(ast):
            case BitVec(width=width):
                return self._terms.bv(int(core.Z3_get_numeral_string(self._ref, ast)), width)
            case Int():
                return self._terms.integer(int(core.Z3_get_numeral_string(self._ref, ast)))
            case Float() as sort:
                bits = core.Z3_simplify(self._ref, core.Z3_mk_fpa_to_ieee_bv(self._ref, ast))
                return self._terms.fp(int(core.Z3_get_numeral_string(self._ref, bits)), sort)
            case sort:
                raise Untranslatable(f"a number of sort {sort}")

    def _sort(self, ast: Ast) -> Sort:
        return self.sort(core.Z3_get_sort(self._ref, ast))

    def sort(self, sort: Ast) -> Sort:
        ref = self._ref
        match core.Z3_get_sort_kind(ref, sort):
            case z3.Z3_BOOL_SORT:
                return BOOL
            case z3.Z3_INT_SORT:
                return INT
            case z3.Z3_BV_SORT:
                return BitVec(core.Z3_get_bv_sort_size(ref, sort))
            case z3.Z3_FLOATING_POINT_SORT:
                return Float(core.Z3_fpa_get_ebits(ref, sort), core.Z3_fpa_get_sbits(ref, sort))
            case z3.Z3_ARRAY_SORT:
                index, element = core.Z3_get_array_sort_domain(ref, sort), core.Z3_get_array_sort_range(ref, sort)
                return Array(self.sort(index), self.sort(element))
            case _:
                raise Untranslatable(f"the sort {core.Z3_sort_to_string(ref, sort)}")

    def _index(self, decl: Ast, position: int) -> int:
        return int(core.Z3_get_decl_int_parameter(self._ref, decl, position))

    def _name(self, decl: Ast) -> str:
        return str(core.Z3_get_symbol_string(self._ref, core.Z3_get_decl_name(self._ref, decl)))

    def _plain(self, args: list[Term | Rounding]) -> tuple[Term, ...]:
        return tuple(arg for arg in args if isinstance(arg, Term))


def _mode(args: list[Term | Rounding]) -> str:
    return next((arg for arg in args if isinstance(arg, Rounding)), "")
