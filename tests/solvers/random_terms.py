"""Random terms for property tests: bit-vectors of 1 to 64 bits, truth values, small arrays, floats, integers, functions."""

from __future__ import annotations

from hypothesis import strategies as st

from whet.cfa.softfloat import Rounding
from whet.solvers.terms import ieee
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, INT, Array, BitVec, Float, Sort
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.values import FunctionValue, TermValue, array_value, literal
from whet.solvers.terms.walks import ordered, symbols

SMALL_FLOAT = Float(5, 11)
"""Half precision: the smallest format both engines have."""
ARRAY = Array(BitVec(3), BitVec(8))


class Builder:
    """Builds a term top-down from the choices of Hypothesis."""

    def __init__(self, terms: Terms, draw: st.DrawFn, *, kinds: frozenset[str], widest: int = 64) -> None:
        self.terms = terms
        self._draw = draw
        self._kinds = kinds
        self._widths = [width for width in (1, 2, 3, 7, 8, 13, 16, 31, 32, 33, 63, 64) if width <= widest]

    def choose(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def rounding(self) -> Rounding:
        return self._draw(st.sampled_from(list(Rounding)))

    def width(self) -> int:
        return self._draw(st.sampled_from(self._widths))

    def term(self, sort: Sort, depth: int) -> Term:
        if depth == 0 or self.choose(0, 5) == 0:
            return self.leaf(sort)
        match sort:
            case BitVec():
                return self.bit_vector(sort, depth - 1)
            case Float():
                return self.float(sort, depth - 1)
            case Array():
                return self.array(sort, depth - 1)
            case _ if sort == INT:
                return self.integer(depth - 1)
            case _:
                return self.truth(depth - 1)

    def leaf(self, sort: Sort) -> Term:
        match sort:
            case BitVec(width=width):
                if self.choose(0, 1):
                    return self.terms.symbol(f"x{self.choose(0, 1)}_{width}", sort)
                return literal(self.terms, self._draw(random_value(sort)), sort)
            case Float(width=width):
                if self.choose(0, 1):
                    return self.terms.symbol(f"f{self.choose(0, 1)}_{width}", sort)
                return self.terms.fp(self.choose(0, 2**width - 1), sort)
            case Array():
                if self.choose(0, 1):
                    return self.terms.symbol(f"a{self.choose(0, 1)}", sort)
                return self.terms.const_array(sort, self.leaf(sort.element))
            case _ if sort == INT:
                return self.terms.symbol("n", INT) if self.choose(0, 1) else self.terms.integer(self.choose(-9, 9))
            case _:
                return self.terms.symbol(f"p{self.choose(0, 2)}", BOOL) if self.choose(0, 2) else self.terms.true

    def truth(self, depth: int) -> Term:
        t = self.terms
        kind = self._draw(st.sampled_from(["not", "and", "or", "eq", "ite", "xor", "compare", *sorted(self._kinds)]))
        match kind:
            case "not":
                return t.not_(self.term(BOOL, depth))
            case "and" | "or":
                parts = [self.term(BOOL, depth) for _ in range(self.choose(0, 3))]
                return t.and_(*parts) if kind == "and" else t.or_(*parts)
            case "eq":
                sort = self.some_sort()
                return t.eq(self.term(sort, depth), self.term(sort, depth))
            case "xor":
                return t.xor(self.term(BOOL, depth), self.term(BOOL, depth))
            case "ite":
                return t.ite(self.term(BOOL, depth), self.term(BOOL, depth), self.term(BOOL, depth))
            case "float":
                return self.float_predicate(depth)
            case "int":
                op = self._draw(st.sampled_from([Op.INT_LE, Op.INT_LT]))
                return t.build(op, (self.term(INT, depth), self.term(INT, depth)), sort=BOOL)
            case _:
                return self.comparison(depth)

    def some_sort(self) -> Sort:
        sorts: list[Sort] = [BitVec(self.width())]
        if "equal arrays" in self._kinds:
            sorts.append(ARRAY)
        if "float" in self._kinds:
            sorts.append(SMALL_FLOAT)
        if "int" in self._kinds:
            sorts.append(INT)
        return sorts[self.choose(0, len(sorts) - 1)]

    def comparison(self, depth: int) -> Term:
        op = self._draw(st.sampled_from([Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE]))
        sort = BitVec(self.width())
        return self.terms.build(op, (self.term(sort, depth), self.term(sort, depth)), sort=BOOL)

    def bit_vector(self, sort: BitVec, depth: int) -> Term:
        t, width = self.terms, sort.width
        match self.choose(0, 9):
            case 0:
                return t.ite(self.term(BOOL, depth), self.term(sort, depth), self.term(sort, depth))
            case 1:
                low = self.choose(0, 3)
                return t.extract(self.term(BitVec(width + low + self.choose(0, 3)), depth), high=low + width - 1, low=low)
            case 2 if width > 1:
                by = self.choose(0, width - 1)
                make = t.zero_extend if self.choose(0, 1) else t.sign_extend
                return make(self.term(BitVec(width - by), depth), by)
            case 3 if width > 1:
                below = self.choose(1, width - 1)
                return t.concat(self.term(BitVec(width - below), depth), self.term(BitVec(below), depth))
            case 4:
                return (t.bv_neg if self.choose(0, 1) else t.bv_not)(self.term(sort, depth))
            case 5 if "float" in self._kinds:
                convert = t.fp_to_sbv if self.choose(0, 1) else t.fp_to_ubv
                return convert(self.term(SMALL_FLOAT, depth), width, self.rounding())
            case 6 if "array" in self._kinds and width == 8:
                return t.select(self.term(ARRAY, depth), self.term(BitVec(3), depth))
            case 7 if "function" in self._kinds and width == 8:
                return t.apply("f", (self.term(BitVec(8), depth), self.term(BOOL, depth)), BitVec(8))
            case _:
                op = self._draw(st.sampled_from(BIT_VECTOR_OPS))
                return t.build(op, (self.term(sort, depth), self.term(sort, depth)), sort=sort)

    def integer(self, depth: int) -> Term:
        t, op = self.terms, self._draw(st.sampled_from([Op.INT_ADD, Op.INT_SUB, Op.INT_MUL, Op.INT_DIV, Op.INT_MOD]))
        if op in (Op.INT_DIV, Op.INT_MOD):
            divisor = self._draw(st.sampled_from([-3, -2, -1, 1, 2, 5]))
            return t.build(op, (self.term(INT, depth), t.integer(divisor)), sort=INT)
        return t.build(op, (self.term(INT, depth), self.term(INT, depth)), sort=INT)

    def array(self, sort: Array, depth: int) -> Term:
        t = self.terms
        if self.choose(0, 3) == 0:
            return t.ite(self.term(BOOL, depth), self.term(sort, depth), self.term(sort, depth))
        return t.store(self.term(sort, depth), self.term(sort.index, depth), self.term(sort.element, depth))

    def float(self, sort: Float, depth: int) -> Term:
        t = self.terms
        match self.choose(0, 7):
            case 0:
                return (t.fp_neg if self.choose(0, 1) else t.fp_abs)(self.term(sort, depth))
            case 1:
                return t.fp_sqrt(self.term(sort, depth), self.rounding())
            case 2:
                return t.fp_round(self.term(sort, depth), self.rounding())
            case 3:
                return t.fp_from_bits(self.term(BitVec(sort.width), depth), sort)
            case 4:
                make = t.fp_from_sbv if self.choose(0, 1) else t.fp_from_ubv
                return make(self.term(BitVec(self.width()), depth), sort, self.rounding())
            case 5:
                wide = t.fp_from_fp(self.term(sort, depth), Float(8, 24), self.rounding())
                return t.fp_from_fp(wide, sort, self.rounding())
            case _:
                op = self._draw(st.sampled_from([Op.FP_ADD, Op.FP_SUB, Op.FP_MUL, Op.FP_DIV]))
                return t.build(op, (self.term(sort, depth), self.term(sort, depth)), sort=sort, name=self.rounding())

    def float_predicate(self, depth: int) -> Term:
        t = self.terms
        unary = [t.fp_is_nan, t.fp_is_inf, t.fp_is_zero, t.fp_is_negative]
        if self.choose(0, 2) == 0:
            return unary[self.choose(0, 3)](self.term(SMALL_FLOAT, depth))
        binary = [t.fp_eq, t.fp_lt, t.fp_le][self.choose(0, 2)]
        return binary(self.term(SMALL_FLOAT, depth), self.term(SMALL_FLOAT, depth))


BIT_VECTOR_OPS = (
    Op.BV_ADD,
    Op.BV_SUB,
    Op.BV_MUL,
    Op.BV_UDIV,
    Op.BV_SDIV,
    Op.BV_UREM,
    Op.BV_SREM,
    Op.BV_AND,
    Op.BV_OR,
    Op.BV_XOR,
    Op.BV_SHL,
    Op.BV_LSHR,
    Op.BV_ASHR,
)
MOST = frozenset({"float", "array", "function"})
"""What bitwuzla decides: it gives up on equations of arrays where there are constant ones."""
EVERYTHING = MOST | {"equal arrays"}


@st.composite
def random_term(
    draw: st.DrawFn,
    terms: Terms,
    sort: Sort | None = None,
    *,
    kinds: frozenset[str] = EVERYTHING,
    depth: int = 4,
    widest: int = 64,
) -> Term:
    """A term of a sort; ``widest`` bounds the bit-vectors that are compared, so that a solver need not work hard."""
    builder = Builder(terms, draw, kinds=kinds, widest=widest)
    return builder.term(builder.some_sort() if sort is None else sort, depth)


@st.composite
def random_value(draw: st.DrawFn, sort: Sort) -> TermValue:
    """A value of a sort, often an extreme one."""
    match sort:
        case BitVec(width=width):
            return draw(st.one_of(st.sampled_from([0, 1, 2**width - 1, 1 << (width - 1)]), st.integers(0, 2**width - 1)))
        case Float():
            return ieee.canonical(sort, draw(st.integers(0, 2**sort.width - 1)))
        case Array():
            entries = draw(st.dictionaries(random_value(sort.index), random_value(sort.element), max_size=3))
            return array_value(sort, draw(random_value(sort.element)), entries)
        case _ if sort == INT:
            return draw(st.integers(-20, 20))
        case _:
            return draw(st.booleans())


@st.composite
def random_function(draw: st.DrawFn) -> FunctionValue:
    """A meaning of the function ``f`` that random terms apply."""
    arguments = st.tuples(random_value(BitVec(8)), random_value(BOOL))
    entries = draw(st.dictionaries(arguments, random_value(BitVec(8)), max_size=3))
    return FunctionValue(draw(random_value(BitVec(8))), tuple(entries.items()))


@st.composite
def random_assignment(draw: st.DrawFn, *terms: Term) -> dict[Term, TermValue]:
    """Values for the symbols of some terms."""
    found = frozenset[Term]().union(*map(symbols, terms))
    return {symbol: draw(random_value(symbol.sort)) for symbol in ordered(found)}
