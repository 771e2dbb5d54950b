"""Terms as C expressions: for precision files, witnesses and explanations.

The value of the C expression is that of the term, on every machine where ``int`` has 32 bits and ``long long`` 64, with signed
arithmetic that wraps around (``-fwrapv``).  A bit-vector is written in the smallest C type that holds it, signed or unsigned
by what its parts are; a cast stands where the signedness has to change or C would compute with more bits than the term has.
What C leaves undefined is asked first: ``x / y`` becomes ``y == 0 ? ... : x / y`` unless the divisor is a constant.

Floats, functions, updated arrays and bit-vectors of more than 64 bits have no C expression: ``NoCExpression``.  The text of a
term repeats what the term shares, so its length is limited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.solvers.terms import meaning
from whet.solvers.terms.sorts import Array, BitVec, Sort
from whet.solvers.terms.term import Op, Term, reachable
from whet.task.records import dataclass

LONGEST = 10_000
"""Characters of an expression."""


class NoCExpression(Exception):
    """A term cannot be written in C, or only at excessive length."""


@dataclass(frozen=True, slots=True)
class CName:
    """How C writes a symbol, and whether its type (of the symbol's width) is signed."""

    text: str
    signed: bool = False


# How tightly expressions bind, as in the grammar of C (6.5); higher is tighter.
_PRIMARY, _UNARY, _MUL, _ADD, _SHIFT, _LESS, _EQUAL, _BIT_AND, _XOR, _BIT_OR, _AND, _OR, _TERNARY = range(13, 0, -1)


@dataclass(frozen=True, slots=True)
class _Text:
    """An expression and the loosest operator in it.

    ``signed`` states how its value represents a bit-vector: as the number in two's complement, or from 0 on."""

    text: str
    level: int
    signed: bool = False

    def within(self, level: int) -> str:
        return self.text if self.level >= level else f"({self.text})"


_Writer: TypeAlias = Callable[[Term, list[_Text]], _Text]


def as_c(term: Term, names: Mapping[Term, CName] = MappingProxyType({}), *, longest: int = LONGEST) -> str:
    """The C expression of a truth value, a bit-vector or an integer; symbols without a name are taken for unsigned ones."""
    texts: dict[int, _Text] = {}
    for sub in reachable((term,)):
        text = _negated(sub.args[0], texts) if sub.op is Op.NOT else None
        if text is None:
            text = _write(sub, [texts[arg.number] for arg in sub.args], names)
        if len(text.text) > longest:
            raise NoCExpression(f"the term is longer than {longest} characters in C")
        texts[sub.number] = text
    return texts[term.number].text


def _negated(inner: Term, texts: Mapping[int, _Text]) -> _Text | None:
    """The negation of an equation or comparison, as the opposite one."""
    args = [texts[arg.number] for arg in inner.args]
    if inner.op is Op.EQ:
        return _equation(inner, args, "!=")
    opposite = _OPPOSITE.get(inner.op)
    return None if opposite is None else _compared(inner, args, opposite)


def _write(term: Term, args: list[_Text], names: Mapping[Term, CName]) -> _Text:
    if isinstance(term.sort, BitVec):
        _container(term.sort.width)
    match term.op:
        case Op.SYMBOL:
            name = names.get(term, CName(term.name))
            return _Text(name.text, _PRIMARY, name.signed)
        case Op.SELECT if term.args[0].op is Op.SYMBOL:
            index = _operand(term.args[1], args[1], signed=False)
            return _Text(f"{args[0].text}[{index.text}]", _PRIMARY, args[0].signed)
        case Op.EQ | Op.ITE | Op.NOT | Op.AND | Op.OR | Op.TRUE | Op.FALSE:
            return _truth(term, args)
        case _ if term.op in _SIGNS:
            return _compared(term, args, _SIGNS[term.op])
        case _ if term.op in meaning.INTEGER or term.op is Op.INT_CONST:
            return _integer(term, args)
        case _ if term.op in _BIT_VECTOR:
            return _BIT_VECTOR[term.op](term, args)
        case _:
            raise NoCExpression(f"C has no expression for {term}")


# -------------------------------------------------------------------------------------------------- types

_TYPES: Final = MappingProxyType({8: "char", 16: "short", 32: "int", 64: "long long"})


def _container(width: int) -> int:
    """The bits of the smallest C type."""
    if width > 64:
        raise NoCExpression(f"C has no type of {width} bits")
    return next(bits for bits in _TYPES if bits >= width)


def _type(width: int, *, signed: bool) -> str:
    bits = _container(width)
    if signed:
        return "signed char" if bits == 8 else _TYPES[bits]
    return f"unsigned {_TYPES[bits]}"


def _cast(text: _Text, width: int, *, signed: bool) -> _Text:
    return _Text(f"({_type(width, signed=signed)}){text.within(_UNARY)}", _UNARY, signed)


def _as(text: _Text, sort: Sort, *, signed: bool) -> _Text:
    """The expression with the signedness wanted."""
    if not isinstance(sort, BitVec) or text.signed == signed:
        return text
    width = sort.width
    if width == _container(width):
        return _cast(text, width, signed=signed)
    return _sign_extended(text, width) if signed else _masked(_cast(text, max(width, 32), signed=False), width)


def _sign_extended(text: _Text, width: int) -> _Text:
    """The lowest bits of an expression as a number in two's complement, for widths that are no C type's."""
    bits = max(_container(width), 32)
    up = f"{_cast(text, bits, signed=False).text} << {bits - width}"
    return _Text(f"({_type(bits, signed=True)})({up}) >> {bits - width}", _SHIFT, True)


def _masked(text: _Text, width: int) -> _Text:
    return _Text(f"{text.within(_BIT_AND)} & {_literal(meaning.ones(width), width, signed=False).text}", _BIT_AND)


def _literal(value: int, width: int, *, signed: bool) -> _Text:
    suffix = "LL" if width > 32 else ""
    if not signed:
        return _Text(f"{value}U{suffix}", _PRIMARY)
    number = meaning.signed(width, value)
    if number == -(1 << (max(_container(width), 32) - 1)):
        return _Text(f"-{-number - 1}{suffix} - 1", _ADD, True)  # the constant without its sign would not fit the type
    return _Text(f"{number}{suffix}", _PRIMARY if number >= 0 else _UNARY, True)


def _operands(term: Term, args: list[_Text], *, signed: bool) -> list[_Text]:
    """The arguments, bit-vectors with one signedness."""
    return [_operand(arg, text, signed=signed) for arg, text in zip(term.args, args, strict=True)]


def _operand(arg: Term, text: _Text, *, signed: bool) -> _Text:
    if arg.op is Op.BV_CONST and arg.value is not None:
        return _literal(arg.value, arg.width, signed=signed)
    return _as(text, arg.sort, signed=signed)


def _signedness(terms: tuple[Term, ...], texts: list[_Text]) -> bool:
    """Are all those signed that are no constants?"""
    signs = [text.signed for term, text in zip(terms, texts, strict=True) if term.value is None]
    return bool(signs) and all(signs)


def _cut(text: _Text, width: int) -> _Text:
    """The result of an operator, which C computed with at least 32 bits, with the bits of the term."""
    if width in (32, 64):
        return text
    if width == _container(width):
        return _cast(text, width, signed=text.signed)
    return _sign_extended(text, width) if text.signed else _masked(text, width)


# -------------------------------------------------------------------------------------------------- truth values


def _truth(term: Term, args: list[_Text]) -> _Text:
    match term.op:
        case Op.TRUE | Op.FALSE:
            return _Text("1" if term.value else "0", _PRIMARY)
        case Op.NOT:
            return _Text(f"!{args[0].within(_UNARY)}", _UNARY)
        case Op.AND:
            return _Text(" && ".join(arg.within(_BIT_OR) for arg in args), _AND)
        case Op.OR:
            return _Text(" || ".join(arg.within(_BIT_OR) for arg in args), _OR)
        case Op.EQ:
            return _equation(term, args, "==")
        case _:
            if isinstance(term.sort, Array):
                raise NoCExpression(f"C has no conditional arrays: {term}")
            signed = _signedness(term.args[1:], args[1:])
            _, yes, no = _operands(term, args, signed=signed)
            return _Text(f"{args[0].within(_OR)} ? {yes.within(_OR)} : {no.within(_TERNARY)}", _TERNARY, signed)


def _equation(term: Term, args: list[_Text], sign: str) -> _Text:
    if isinstance(term.args[0].sort, Array):
        raise NoCExpression(f"C cannot compare arrays: {term}")
    a, b = _operands(term, args, signed=_signedness(term.args, args))
    return _Text(f"{a.within(_LESS)} {sign} {b.within(_LESS)}", _EQUAL)


_SIGNS: Final = MappingProxyType(
    {Op.BV_ULT: "<", Op.BV_SLT: "<", Op.BV_ULE: "<=", Op.BV_SLE: "<=", Op.INT_LT: "<", Op.INT_LE: "<="}
)
_OPPOSITE: Final = MappingProxyType({op: ">=" if sign == "<" else ">" for op, sign in _SIGNS.items()})


def _compared(term: Term, args: list[_Text], sign: str) -> _Text:
    a, b = _operands(term, args, signed=term.op in (Op.BV_SLT, Op.BV_SLE))
    return _Text(f"{a.within(_SHIFT)} {sign} {b.within(_SHIFT)}", _LESS)


# -------------------------------------------------------------------------------------------------- integers


def _integer(term: Term, args: list[_Text]) -> _Text:
    match term.op, args:
        case Op.INT_MOD, [a, b]:
            return _Text(_euclidean(a, b), _MUL)
        case Op.INT_DIV, [a, b]:
            return _Text(f"({a.within(_ADD)} - {_euclidean(a, b)}) / {b.within(_UNARY)}", _MUL)
        case Op.INT_ADD, [a, _] if (term.args[1].value or 0) < 0:
            return _Text(f"{a.within(_ADD)} - {-(term.args[1].value or 0)}", _ADD)
        case Op.INT_ADD, [a, b]:
            return _Text(f"{a.within(_ADD)} + {b.within(_MUL)}", _ADD)
        case Op.INT_SUB, [a, b]:
            return _Text(f"{a.within(_ADD)} - {b.within(_MUL)}", _ADD)
        case Op.INT_MUL, [a, b]:
            return _Text(f"{a.within(_MUL)} * {b.within(_UNARY)}", _MUL)
        case _:
            value = term.value or 0
            return _Text(str(value), _PRIMARY if value >= 0 else _UNARY)


def _euclidean(a: _Text, b: _Text) -> str:
    """The remainder that is not negative, from C's, which has the sign of the dividend."""
    divisor = b.text.lstrip("-")
    return f"({a.within(_MUL)} % {divisor} + {divisor}) % {divisor}"


# -------------------------------------------------------------------------------------------------- bit-vectors


def _constant(term: Term, args: list[_Text]) -> _Text:
    return _literal(term.value or 0, term.width, signed=False)


def _infix(sign: str, level: int) -> _Writer:
    """An operator whose bits do not depend on the signedness of its arguments."""

    def write(term: Term, args: list[_Text]) -> _Text:
        signed = _signedness(term.args, args)
        a, b = _operands(term, args, signed=signed)
        return _cut(_Text(f"{a.within(level)} {sign} {b.within(level + 1)}", level, signed), term.width)

    return write


def _addition(term: Term, args: list[_Text]) -> _Text:
    """A subtraction, if a negative constant is added."""
    constant = term.args[1].value
    if constant is None or 2 * constant <= 1 << term.width:
        return _infix("+", _ADD)(term, args)
    signed = _signedness(term.args, args)
    a, less = _operand(term.args[0], args[0], signed=signed), _literal((1 << term.width) - constant, term.width, signed=signed)
    return _cut(_Text(f"{a.within(_ADD)} - {less.within(_MUL)}", _ADD, signed), term.width)


def _multiplication(term: Term, args: list[_Text]) -> _Text:
    """Unsigned, and not as the ``int`` that C makes of shorter types: the product might not fit it."""
    a, b = _operands(term, args, signed=False)
    if term.width < 32:
        a = _cast(a, 32, signed=False)
    return _cut(_Text(f"{a.within(_MUL)} * {b.within(_UNARY)}", _MUL), term.width)


def _prefix(sign: str) -> _Writer:
    def write(term: Term, args: list[_Text]) -> _Text:
        text = args[0].within(_UNARY)
        space = " " if text.startswith(sign) else ""
        return _cut(_Text(f"{sign}{space}{text}", _UNARY, args[0].signed), term.width)

    return write


def _division(sign: str, *, signed: bool) -> _Writer:
    def write(term: Term, args: list[_Text]) -> _Text:
        a, b = _operands(term, args, signed=signed)
        plain = _cut(_Text(f"{a.within(_MUL)} {sign} {b.within(_UNARY)}", _MUL, signed), term.width)
        divisor = term.args[1].value
        if divisor and not (signed and divisor == meaning.ones(term.width)):
            return plain
        return _guarded_division(term.width, sign, a, b, plain)

    return write


def _guarded_division(width: int, sign: str, a: _Text, b: _Text, plain: _Text) -> _Text:
    """What SMT-LIB says about the divisor 0, and about -1, where C may overflow."""
    opposite = _cut(_Text(f"-{a.within(_PRIMARY)}", _UNARY, True), width)
    if sign == "%":
        by_zero, by_minus_one = a.within(_OR), "0"
    elif plain.signed:
        by_zero, by_minus_one = f"({a.within(_SHIFT)} < 0 ? 1 : -1)", opposite.within(_OR)
    else:
        by_zero, by_minus_one = _literal(meaning.ones(width), width, signed=False).text, ""
    text = f"{b.within(_LESS)} == 0 ? {by_zero} : "
    if plain.signed:
        text += f"{b.within(_LESS)} == -1 ? {by_minus_one} : "
    return _Text(text + plain.within(_TERNARY), _TERNARY, plain.signed)


def _right_shift(*, signed: bool) -> _Writer:
    def write(term: Term, args: list[_Text]) -> _Text:
        a = _operand(term.args[0], args[0], signed=signed)
        b = _operand(term.args[1], args[1], signed=False)
        plain = _Text(f"{a.within(_SHIFT)} >> {b.within(_ADD)}", _SHIFT, signed)
        return _guarded_shift(term, b, plain, beyond=f"({a.within(_SHIFT)} < 0 ? -1 : 0)" if signed else "0U")

    return write


def _left_shift(term: Term, args: list[_Text]) -> _Text:
    """Of an unsigned number with at least 32 bits, lest bits be shifted into a sign."""
    a, b = _operands(term, args, signed=False)
    wide = a if term.width in (32, 64) else _cast(a, max(term.width, 32), signed=False)
    plain = _cut(_Text(f"{wide.within(_SHIFT)} << {b.within(_ADD)}", _SHIFT), term.width)
    return _guarded_shift(term, b, plain, beyond="0U")


def _guarded_shift(term: Term, count: _Text, plain: _Text, *, beyond: str) -> _Text:
    known = term.args[1].value
    if known is not None and known < term.width:
        return plain
    limit = _literal(term.width, max(term.width, 32), signed=False).text
    return _Text(f"{count.within(_SHIFT)} < {limit} ? {plain.within(_OR)} : {beyond}", _TERNARY, plain.signed)


def _extraction(term: Term, args: list[_Text]) -> _Text:
    source, (high, low) = term.args[0], term.indices
    text = _as(args[0], source.sort, signed=False)
    if low:
        text = _Text(f"{text.within(_SHIFT)} >> {low}", _SHIFT)
    if high == source.width - 1 and _container(term.width) == _container(source.width):
        return text
    return _cast(text, term.width, signed=False) if term.width == _container(term.width) else _masked(text, term.width)


def _extension(*, signed: bool) -> _Writer:
    def write(term: Term, args: list[_Text]) -> _Text:
        return _cast(_as(args[0], term.args[0].sort, signed=signed), term.width, signed=signed)

    return write


def _concatenation(term: Term, args: list[_Text]) -> _Text:
    high, low = _operands(term, args, signed=False)
    wide = _cast(high, max(term.width, 32), signed=False)
    text = _Text(f"{wide.within(_SHIFT)} << {term.args[1].width} | {low.within(_XOR)}", _BIT_OR)
    return _cut(text, term.width) if term.width == _container(term.width) else text


_BIT_VECTOR: Final[Mapping[Op, _Writer]] = MappingProxyType(
    {
        Op.BV_CONST: _constant,
        Op.BV_ADD: _addition,
        Op.BV_SUB: _infix("-", _ADD),
        Op.BV_MUL: _multiplication,
        Op.BV_AND: _infix("&", _BIT_AND),
        Op.BV_OR: _infix("|", _BIT_OR),
        Op.BV_XOR: _infix("^", _XOR),
        Op.BV_NEG: _prefix("-"),
        Op.BV_NOT: _prefix("~"),
        Op.BV_UDIV: _division("/", signed=False),
        Op.BV_SDIV: _division("/", signed=True),
        Op.BV_UREM: _division("%", signed=False),
        Op.BV_SREM: _division("%", signed=True),
        Op.BV_SHL: _left_shift,
        Op.BV_LSHR: _right_shift(signed=False),
        Op.BV_ASHR: _right_shift(signed=True),
        Op.EXTRACT: _extraction,
        Op.ZERO_EXTEND: _extension(signed=False),
        Op.SIGN_EXTEND: _extension(signed=True),
        Op.CONCAT: _concatenation,
    }
)
