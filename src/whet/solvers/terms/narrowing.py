"""Arithmetic with as many bits as the values need.

Where a condition says that a symbol of 32 bits lies between 0 and 6, three bits are enough for it, and the difference of two such
symbols needs four.  Solvers of bit-vectors do not see that, and multiply 32 bits.

Every term of ``w`` bits becomes a term of ``k <= w`` bits whose sign extension it is, together with the range of its values.  A
narrow symbol may have every value of its width: the comparisons that bound it stay in the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import conjuncts
from whet.task.records import dataclass

Range: TypeAlias = tuple[int, int]
"""The least and the greatest value, signed."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    condition: Term
    """Holds for some values exactly if the original does."""
    symbols: Mapping[Term, Term]
    """The value of an original symbol, by narrow ones."""


def narrowed(terms: Terms, condition: Term) -> Narrowed | None:
    """The condition with fewer bits; None if no part of it needs fewer."""
    bounds = {symbol: each for symbol, each in _bounds(condition).items() if _bits(each) < symbol.width}
    found = _Narrowing(terms, bounds).of(condition)
    return None if found.condition is condition else found


def _bits(values: Range) -> int:
    """How many bits the values need, with a sign."""
    return max((-values[0] - 1 if values[0] < 0 else values[0]).bit_length(), values[1].bit_length()) + 1


def _all(width: int) -> Range:
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


# -------------------------------------------------------------------------------------------------- bounds of symbols


def _bounds(condition: Term) -> dict[Term, Range]:
    """What the conjuncts of a condition say about single symbols."""
    found: dict[Term, Range] = {}
    for part in conjuncts(condition):
        if (said := _bound(part)) is not None:
            symbol, (low, high) = said
            before = found.get(symbol, _all(symbol.width))
            found[symbol] = max(before[0], low), min(before[1], high)
    return {symbol: each for symbol, each in found.items() if each[0] <= each[1]}


def _bound(part: Term) -> tuple[Term, Range] | None:
    """The symbol of a comparison with a constant, and its values."""
    is_negated = part.op is Op.NOT
    compared = part.args[0] if is_negated else part
    if compared.op is Op.EQ and not is_negated and isinstance(compared.args[0].sort, BitVec):
        symbol, constant = sorted(compared.args, key=lambda each: each.value is not None)
        if symbol.op is Op.SYMBOL and constant.value is not None:
            return symbol, (_signed(constant), _signed(constant))
    if compared.op not in _COMPARISONS:
        return None
    less, more = reversed(compared.args) if is_negated else compared.args
    is_strict = (compared.op in (Op.BV_SLT, Op.BV_ULT)) != is_negated
    is_signed = compared.op in (Op.BV_SLT, Op.BV_SLE)
    least, greatest = _all(less.width)
    if less.op is Op.SYMBOL and more.value is not None:
        high = (_signed(more) if is_signed else more.value) - is_strict
        return (less, (least if is_signed else 0, high)) if high <= greatest else None
    if more.op is Op.SYMBOL and less.value is not None and is_signed:
        return more, (_signed(less) + is_strict, greatest)
    return None


_COMPARISONS: Final = frozenset({Op.BV_SLE, Op.BV_SLT, Op.BV_ULE, Op.BV_ULT})


def _signed(constant: Term) -> int:
    assert constant.value is not None
    return constant.value - (constant.value >> (constant.width - 1) << constant.width)


# -------------------------------------------------------------------------------------------------- terms


@dataclass(frozen=True, slots=True)
class _Small:
    """The term is the sign extension of another, whose values are within a range."""

    term: Term
    values: Range


class _Narrowing:
    def __init__(self, terms: Terms, bounds: Mapping[Term, Range]) -> None:
        self._t = terms
        self._symbols = {symbol: self._symbol(symbol, values) for symbol, values in bounds.items()}
        self._small: dict[Term, _Small] = {}
        self._others: dict[Term, Term] = {}
        """Of truth values, arrays and floats."""

    def of(self, condition: Term) -> Narrowed:
        for term in reachable((condition,)):
            if isinstance(term.sort, BitVec):
                self._small[term] = self._bits_of(term)
            else:
                self._others[term] = self._other(term)
        values = {symbol: self._sized(small, symbol.width) for symbol, small in self._symbols.items()}
        return Narrowed(self._others[condition], values)

    def _symbol(self, symbol: Term, values: Range) -> _Small:
        """A narrow one; without a sign if the values have none."""
        bits = _bits(values) - (values[0] >= 0)
        name = f"{symbol.name}~{bits}{'u' if values[0] >= 0 else ''}"
        narrow = self._t.symbol(name, self._t.bv_sort(max(bits, 1)))
        return (
            _Small(self._t.zero_extend(narrow, 1), (0, (1 << narrow.width) - 1)) if values[0] >= 0 else _Small(narrow, _all(bits))
        )

    def _sized(self, small: _Small, width: int) -> Term:
        return self._t.resize(small.term, width, signed=True)

    def _whole(self, term: Term) -> Term:
        """With as many bits as before."""
        return self._sized(self._small[term], term.width) if term in self._small else self._others[term]

    def _rebuilt(self, term: Term) -> Term:
        return self._t.rebuild(term, tuple(map(self._whole, term.args)))

    def _of_width(self, term: Term, width: int, values: Range) -> _Small:
        """An operator whose lowest bits depend on the lowest bits of its arguments only."""
        args = [self._sized(self._small[arg], width) for arg in term.args]
        return _Small(self._t.constructor(term)(*args), values)

    def _bits_of(self, term: Term) -> _Small:
        if term.value is not None:
            value = _signed(term)
            return _Small(self._t.bv(value, _bits((value, value))), (value, value))
        if term in self._symbols:
            return self._symbols[term]
        small = [self._small[arg] for arg in term.args if arg in self._small]
        match term.op:
            case Op.BV_ADD | Op.BV_SUB | Op.BV_MUL | Op.BV_NEG:
                values = _EXACT[term.op](*(each.values for each in small))
                if (bits := _bits(values)) < term.width:
                    return self._of_width(term, bits, values)
            case Op.BV_AND | Op.BV_OR | Op.BV_XOR | Op.BV_NOT:
                bits = max(each.term.width for each in small)
                masks = [each.values[1] for each in small if each.values[0] >= 0] if term.op is Op.BV_AND else []
                return self._of_width(term, bits, (0, min(masks)) if masks else _all(bits))
            case Op.ITE:
                bits = max(each.term.width for each in small)
                values = min(each.values[0] for each in small), max(each.values[1] for each in small)
                yes, no = (self._sized(each, bits) for each in small)
                return _Small(self._t.ite(self._others[term.args[0]], yes, no), values)
            case Op.BV_UDIV | Op.BV_UREM | Op.BV_SDIV | Op.BV_SREM:
                divided, by = (each.values for each in small)
                bits = max(map(_bits, (divided, by)))
                is_signed = term.op in (Op.BV_SDIV, Op.BV_SREM)
                if by[0] > 0 and (is_signed or divided[0] >= 0) and bits < term.width:
                    return self._of_width(term, bits, (_remainder if term.op in _REMAINDERS else _quotient)(divided, by))
            case _:
                return self._placed(term, small) or self._as_before(term)
        return self._as_before(term)

    def _as_before(self, term: Term) -> _Small:
        return _Small(self._rebuilt(term), _all(term.width))

    def _placed(self, term: Term, small: list[_Small]) -> _Small | None:
        """Operators that only move bits."""
        match term.op:
            case Op.BV_SHL if (by := term.args[1].value) is not None:
                values = small[0].values[0] << by, small[0].values[1] << by
                if (bits := _bits(values)) < term.width and by < bits:
                    return _Small(self._t.bv_shl(self._sized(small[0], bits), self._t.bv(by, bits)), values)
            case Op.BV_ASHR | Op.BV_LSHR if (by := term.args[1].value) is not None:
                if term.op is Op.BV_ASHR or small[0].values[0] >= 0:
                    return self._shifted(small[0], by)
            case Op.CONCAT:
                low, high = term.args[1].width, small[0]
                values = high.values[0] << low, (high.values[1] << low) + (1 << low) - 1
                return _Small(self._t.concat(high.term, self._whole(term.args[1])), values)
            case Op.SIGN_EXTEND:
                return small[0]
            case Op.ZERO_EXTEND if small[0].values[0] >= 0:
                return small[0]
            case Op.ZERO_EXTEND:
                whole = self._whole(term.args[0])
                return _Small(self._t.zero_extend(whole, 1), (0, (1 << whole.width) - 1))
            case Op.EXTRACT if small[0].term.width - term.indices[1] <= term.width and small[0].values[0] >= 0:
                return self._shifted(small[0], term.indices[1])
            case Op.EXTRACT if term.indices[1] == 0 and small[0].term.width <= term.width:
                return small[0]
            case _:
                pass
        return None

    def _shifted(self, small: _Small, by: int) -> _Small:
        """To the right."""
        by = min(by, small.term.width - 1)
        high = small.term.width - 1
        return _Small(self._t.extract(small.term, high=high, low=by), (small.values[0] >> by, small.values[1] >> by))

    def _other(self, term: Term) -> Term:
        if term.args and (term.op is Op.EQ or term.op in _COMPARISONS) and isinstance(term.args[0].sort, BitVec):
            # sign extension keeps the order, also that of numbers without a sign
            bits = max(self._small[arg].term.width for arg in term.args)
            return self._t.constructor(term)(*(self._sized(self._small[arg], bits) for arg in term.args))
        return self._rebuilt(term)


def _product(a: Range, b: Range) -> Range:
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def _quotient(a: Range, by: Range) -> Range:
    """Of a division by positive numbers that rounds towards zero."""
    low = -(-a[0] // by[0]) if a[0] < 0 else a[0] // by[1]
    return low, a[1] // by[0] if a[1] >= 0 else -(-a[1] // by[1])


def _remainder(a: Range, by: Range) -> Range:
    """With the sign of the dividend."""
    return max(min(a[0], 0), 1 - by[1]), min(max(a[1], 0), by[1] - 1)


_REMAINDERS: Final = frozenset({Op.BV_UREM, Op.BV_SREM})
_EXACT: Final[Mapping[Op, Callable[..., Range]]] = MappingProxyType(
    {
        Op.BV_ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
        Op.BV_SUB: lambda a, b: (a[0] - b[1], a[1] - b[0]),
        Op.BV_MUL: _product,
        Op.BV_NEG: lambda a: (-a[1], -a[0]),
    }
)
"""The values of an operator that does not overflow."""
