"""Blocks of bit-vectors said once more in integers, as if nothing ever wrapped around: for guessing, never for deciding.

There are two ways.  The steps of a block are translated by ``IntegerEncoding``, which knows the types of C but forgets values
that come from outside.  Where several sequences of steps were joined there is only the formula; its terms are translated here, a
literal that has no counterpart becomes true.  What every value of a C type satisfies is added: 0 is not above an ``unsigned``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from whet.cfa.types import IntType
from whet.core.path import PathStep
from whet.encoding.encode import Encoder
from whet.encoding.integers_encode import IntegerEncoding
from whet.refine.blocks import PathBlock
from whet.refine.interpolants.linear import difference, reduced
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.meaning import signed as as_signed
from whet.solvers.terms.sorts import INT, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import ordered, symbols


class Relaxation:
    """Translates the blocks of an encoder's paths."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._terms = encoder.terms
        self.integers = IntegerEncoding(encoder)

    def by_steps(self, block: PathBlock) -> Term | None:
        """What the steps of a block say; None if there are several sequences of them."""
        return None if block.steps is None else self._limited(block, self._linear(block, block.steps))

    def by_terms(self, block: PathBlock) -> Term:
        """What the formula of a block says."""
        return self._limited(block, self._joined(block.formula))

    def _limited(self, block: PathBlock, relaxed: Term) -> Term:
        return self._terms.and_(relaxed, *self._ranges(block.formula, relaxed))

    def _linear(self, block: PathBlock, steps: Sequence[PathStep]) -> Term:
        path, made = self._encoder.cleared(block.before), list[Term]()
        for step in steps:
            after = self._encoder.extended(path, step)
            made.append(self.integers.block(path, step, after))
            path = self._encoder.cleared(after)
        return self._terms.and_(*made)

    def _ranges(self, formula: Term, relaxed: Term) -> Iterator[Term]:
        """The limits of the types of the symbols that have counterparts in the block."""
        t, used = self._terms, symbols(relaxed)
        for symbol in ordered(symbols(formula)):
            counterpart, type = self.integers.symbol(symbol), self._type(symbol)
            if counterpart is not None and counterpart in used and type is not None:
                yield t.int_le(t.integer(type.min), counterpart)
                yield t.int_le(counterpart, t.integer(type.max))

    def _type(self, symbol: Term) -> IntType | None:
        vocabulary = self._encoder.vocabulary
        base = vocabulary.base_of(symbol)
        variable = None if base is None else vocabulary.described(base)
        return variable.type if variable is not None and isinstance(variable.type, IntType) else None

    # ------------------------------------------------------------------------------------------ formulas

    def _joined(self, formula: Term) -> Term:
        """A formula that follows, as if nothing wrapped around; bottom-up, both for the formula and for its negation."""
        made: dict[tuple[Term, bool], Term] = {}
        stack: list[tuple[Term, bool]] = [(formula, True)]
        while stack:
            term, positive = stack[-1]
            needed = [each for each in self._arguments(term, positive) if each not in made]
            if needed:
                stack.extend(needed)
            else:
                stack.pop()
                made[term, positive] = self._one(term, positive, made)
        return made[formula, True]

    def _arguments(self, term: Term, positive: bool) -> list[tuple[Term, bool]]:
        match term.op:
            case Op.AND | Op.OR:
                return [(arg, positive) for arg in term.args]
            case Op.NOT:
                return [(term.args[0], not positive)]
            case _:
                return []

    def _one(self, term: Term, positive: bool, made: dict[tuple[Term, bool], Term]) -> Term:
        t = self._terms
        match term.op:
            case Op.AND | Op.OR:
                join = t.and_ if (term.op is Op.AND) == positive else t.or_
                return join(*(made[arg, positive] for arg in term.args))
            case Op.NOT:
                return made[term.args[0], not positive]
            case _:
                literal = self._literal(term)
                return t.true if literal is None else literal if positive else t.not_(literal)

    def _literal(self, term: Term) -> Term | None:
        """A formula that is not a conjunction or disjunction, exactly; None if that cannot be."""
        t = self._terms
        if term.value is not None:
            return term
        match term:
            case Term(op=Op.BV_ULT | Op.BV_ULE | Op.BV_SLT | Op.BV_SLE, args=(a, b)):
                compare = t.int_lt if term.op in (Op.BV_ULT, Op.BV_SLT) else t.int_le
                return self._compared(a, b, is_signed=term.op in (Op.BV_SLT, Op.BV_SLE), compare=compare)
            case Term(op=Op.EQ, args=(a, b)) if isinstance(a.sort, BitVec):
                return self._compared(a, b, is_signed=self._is_signed(term), compare=t.eq)
            case Term(op=Op.NOT, args=(a,)):
                inner = self._literal(a)
                return None if inner is None else t.not_(inner)
            case Term(op=Op.AND | Op.OR, args=args):
                known = [literal for literal in map(self._literal, args) if literal is not None]
                return (t.and_ if term.op is Op.AND else t.or_)(*known) if len(known) == len(args) else None
            case _:
                return None

    def _compared(self, a: Term, b: Term, *, is_signed: bool, compare: Callable[[Term, Term], Term]) -> Term | None:
        left, right = self.value(a, is_signed=is_signed), self.value(b, is_signed=is_signed)
        return None if left is None or right is None else compare(left, right)

    def _is_signed(self, term: Term) -> bool:
        types = [self._type(symbol) for symbol in symbols(term)]
        return any(type is not None and type.signed for type in types)

    # ------------------------------------------------------------------------------------------ values

    def value(self, term: Term, *, is_signed: bool) -> Term | None:
        """A bit-vector as an integer; constants are read as the signedness says, except where they are added."""
        t = self._terms
        match term:
            case Term(value=int(value)):
                return t.integer(as_signed(term.width, value) if is_signed else value)
            case Term(op=Op.SYMBOL):
                return self._symbol(term)
            case Term(op=Op.ZERO_EXTEND | Op.SIGN_EXTEND, args=(a,)):
                return self.value(a, is_signed=term.op is Op.SIGN_EXTEND)
            case Term(op=Op.ITE, args=(condition, yes, no)):
                made = self._literal(condition), self.value(yes, is_signed=is_signed), self.value(no, is_signed=is_signed)
                return None if made[0] is None or made[1] is None or made[2] is None else t.ite(made[0], made[1], made[2])
            case Term(op=Op.BV_NEG, args=(a,)):
                inner = self.value(a, is_signed=is_signed)
                return None if inner is None else t.int_neg(inner)
            case Term(op=Op.BV_ADD | Op.BV_SUB | Op.BV_MUL, args=(a, b)):
                return self._arithmetic(term.op, a, b, is_signed)
            case _:
                return None

    def _arithmetic(self, op: Op, a: Term, b: Term, is_signed: bool) -> Term | None:
        t = self._terms
        left = self.value(a, is_signed=is_signed)
        right = self.value(b, is_signed=is_signed or b.value is not None)
        if left is None or right is None:
            return None
        match op:
            case Op.BV_ADD:
                return t.int_add(left, right)
            case Op.BV_SUB:
                return t.int_sub(left, right)
            case _:
                return t.int_mul(left, right) if right.value is not None else None

    def _symbol(self, symbol: Term) -> Term:
        """The counterpart; an integer of its own for what is no variable of the program."""
        counterpart = self.integers.symbol(symbol)
        return self._terms.symbol(f"{symbol.name}~~", INT) if counterpart is None else counterpart


class Wrapping:
    """Lifts formulas over integers, equations among them modulo 2^width where ``IntegerEncoding`` would take more bits.

    That is another formula, weaker or stronger, but one that often holds when numbers do wrap around."""

    def __init__(self, integers: IntegerEncoding, terms: Terms, symbols: Iterable[Term]) -> None:
        self._integers = integers
        self._terms = terms
        counterparts = {integers.symbol(symbol): symbol for symbol in ordered(symbols)}
        self._origins = {made: symbol for made, symbol in counterparts.items() if made is not None}

    def lifted(self, formula: Term) -> Term | None:
        made: dict[Term, Term | None] = {}
        for sub in reachable((formula,)):
            if sub.sort is self._terms.bool_sort:
                made[sub] = self._one(sub, [made.get(arg) for arg in sub.args])
        return made[formula]

    def _one(self, term: Term, args: list[Term | None]) -> Term | None:
        if term.op not in (Op.AND, Op.OR, Op.NOT):
            wrapped = self._equation(term)
            return self._integers.lifted(term) if wrapped is None else wrapped
        known = tuple(arg for arg in args if arg is not None)
        return self._terms.build(term.op, known, sort=term.sort) if len(known) == len(args) else None

    def _equation(self, term: Term) -> Term | None:
        """An equation between sums of symbols of one width; of three or more, because others need no more bits."""
        total = difference(self._terms, *term.args) if term.op is Op.EQ else None
        if total is None or total.width is not None or len(total.factors) < 3 or not total.factors.keys() <= self._origins.keys():
            return None
        origins = {self._origins[symbol]: factor for symbol, factor in total.factors.items()}
        widths = {origin.width for origin in origins}
        return reduced(origins, total.constant, widths.pop()).is_zero(self._terms) if len(widths) == 1 else None


__all__ = ["Relaxation", "Wrapping"]
