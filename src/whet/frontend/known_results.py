"""Known facts about results of library functions without a further model: conditions after the call.

Every analysis understands conditions, so those that know nothing of ``isdigit`` know what it says, all the same.  The call stays,
with its contract and its result: C says of ``isdigit(c)`` only whether it is zero, and of ``sin(x)`` not how it is rounded.  A
condition here holds of what every C library returns in the "C" locale, whatever else it computes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import groupby
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.characters import CLASSES
from whet.cfa.expressions import BinaryOp, Const, Expr, FloatConst, UnaryOp, Var
from whet.cfa.formats import literal_text
from whet.cfa.model import Function, Node
from whet.cfa.operations import Assign, Assume, Call
from whet.cfa.semantics import float_bits
from whet.cfa.source import Origin
from whet.cfa.types import CType, FloatType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree
from whet.library.contracts import EOF, UCHAR_MAX

_BUILTIN: Final = "__builtin_"


class _Behind:
    """Inserts conditions after one call; ``result`` is a fresh variable."""

    def __init__(self, expressions: ExpressionLowering, arguments: tuple[Expr, ...], result: Var, origin: Origin) -> None:
        self._expressions = expressions
        self._builder = expressions.builder
        self._origin = origin
        self.arguments = arguments
        self.result = result

    def compared(self, operator: BinaryOp, left: Expr, right: Expr) -> Expr:
        return folding.binary(operator, left, right, self._expressions.int)

    def assume(self, operator: BinaryOp, left: Expr, right: Expr) -> None:
        self._builder.emit(Assume(self.compared(operator, left, right), True, self._origin))

    def either(self, condition: Expr, if_true: Callable[[], None], if_false: Callable[[], None]) -> None:
        """What is known depends on a condition."""
        builder = self._builder
        true, false, join = builder.node(), builder.node(), builder.node()
        builder.branch(condition, true, false, self._origin)
        for node, know in ((true, if_true), (false, if_false)):
            builder.start(node)
            know()
            builder.jump(join, self._origin)
        builder.start(join)

    def among(self, members: bytes, if_member: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Is the first argument one of these bytes?  Nothing is known of what is no character: C leaves it undefined."""
        builder = self._builder
        member, other, join = builder.node(), builder.node(), builder.node()
        self._leave(BinaryOp.LT, EOF, join)
        # The first and the last of each row of neighbours, in order.
        rows = groupby(enumerate(sorted(set(members))), key=lambda pair: pair[1] - pair[0])
        neighbours = [[byte for _, byte in row] for _, row in rows]
        for least, most in [(row[0], row[-1]) for row in neighbours]:
            self._leave(BinaryOp.LT, least, other)
            following = builder.node()
            builder.branch(self._compared_with(BinaryOp.LE, most), member, following, self._origin)
            builder.start(following)
        self._leave(BinaryOp.GT, UCHAR_MAX, join)
        builder.jump(other, self._origin)
        for node, know in ((member, if_member), (other, otherwise)):
            builder.start(node)
            know()
            builder.jump(join, self._origin)
        builder.start(join)

    def _leave(self, operator: BinaryOp, number: int, target: Node) -> None:
        following = self._builder.node()
        self._builder.branch(self._compared_with(operator, number), target, following, self._origin)
        self._builder.start(following)

    def _compared_with(self, operator: BinaryOp, number: int) -> Expr:
        first = self.arguments[0]
        assert isinstance(first.type, IntType)
        return self.compared(operator, first, Const(number, first.type))


_Knowledge: TypeAlias = Callable[[_Behind], None]


def _nothing() -> None:
    pass


def _class_of(members: bytes) -> _Knowledge:
    def know(call: _Behind) -> None:
        zero = folding.constant(0, _integer(call.result))
        call.among(
            members, lambda: call.assume(BinaryOp.NE, call.result, zero), lambda: call.assume(BinaryOp.EQ, call.result, zero)
        )

    return know


def _moved(members: bytes, distance: int) -> _Knowledge:
    """The members become others, and the rest stays what it is."""

    def know(call: _Behind) -> None:
        (number,) = call.arguments
        type = _integer(call.result)
        other = folding.binary(BinaryOp.ADD, number, Const(distance, type), type)
        call.among(
            members, lambda: call.assume(BinaryOp.EQ, call.result, other), lambda: call.assume(BinaryOp.EQ, call.result, number)
        )

    return know


def _absolute(call: _Behind) -> None:
    """That of the smallest number is itself, where arithmetic wraps around."""
    (number,) = call.arguments
    type = _integer(call.result)
    unsigned = IntType(f"unsigned {type.name}", type.width, False, type.size, type.align)
    minus = folding.binary(BinaryOp.SUB, Const(0, unsigned), folding.convert(number, unsigned), unsigned)
    call.either(
        call.compared(BinaryOp.LT, number, Const(0, type)),
        lambda: call.assume(BinaryOp.EQ, call.result, folding.convert(minus, type)),
        lambda: call.assume(BinaryOp.EQ, call.result, number),
    )


def _integer(result: Expr) -> IntType:
    assert isinstance(result.type, IntType)
    return result.type


_Domain: TypeAlias = Callable[[_Behind, Expr], Expr]
"""The condition under which the result is a number, or infinite."""


def _is_number(call: _Behind, argument: Expr) -> Expr:
    return call.compared(BinaryOp.EQ, argument, argument)


def _is_not_negative(call: _Behind, argument: Expr) -> Expr:
    return call.compared(BinaryOp.GE, argument, _number(0, argument))


def _is_finite(call: _Behind, argument: Expr) -> Expr:
    return _is_inside(call, argument, BinaryOp.LT, float("inf"))


def _is_at_most_one(call: _Behind, argument: Expr) -> Expr:
    return _is_inside(call, argument, BinaryOp.LE, 1)


def _is_inside(call: _Behind, argument: Expr, operator: BinaryOp, most: float) -> Expr:
    above = call.compared(operator, _number(-most, argument), argument)
    return call.compared(BinaryOp.AND, above, call.compared(operator, argument, _number(most, argument)))


def _number(value: float, like: Expr) -> FloatConst:
    assert isinstance(like.type, FloatType)
    return FloatConst(float_bits(value, like.type), like.type)


def _where(domain: _Domain, call: _Behind, know: Callable[[], None]) -> None:
    """What is known of numbers: everywhere in the domain, where there is always one; elsewhere if it is one."""
    is_number = call.compared(BinaryOp.EQ, call.result, call.result)
    call.either(domain(call, call.arguments[0]), know, lambda: call.either(is_number, know, _nothing))


def _between(domain: _Domain, least: int, most: int | None = None) -> _Knowledge:
    """In this range, or no number."""

    def know(call: _Behind) -> None:
        def bounds() -> None:
            call.assume(BinaryOp.GE, call.result, _number(least, call.result))
            if most is not None:
                call.assume(BinaryOp.LE, call.result, _number(most, call.result))

        _where(domain, call, bounds)

    return know


def _one_of_two(operator: BinaryOp) -> _Knowledge:
    """The first argument if it compares with the second like this, or else the second; nothing is said of what is no number."""

    def know(call: _Behind) -> None:
        first, second = call.arguments

        def choose() -> None:
            call.either(
                call.compared(operator, first, second),
                lambda: call.assume(BinaryOp.EQ, call.result, first),
                lambda: call.assume(BinaryOp.EQ, call.result, second),
            )

        def look_at_second() -> None:
            call.either(call.compared(BinaryOp.NE, second, second), _nothing, choose)

        call.either(call.compared(BinaryOp.NE, first, first), _nothing, look_at_second)

    return know


def _in_range(least: int, most: int) -> _Knowledge:
    """A number of pseudo-random ones, which C and POSIX leave open but for their range."""

    def know(call: _Behind) -> None:
        call.assume(BinaryOp.GE, call.result, folding.constant(least, _integer(call.result)))
        call.assume(BinaryOp.LE, call.result, folding.constant(most, _integer(call.result)))

    return know


def _from_zero_to_one(call: _Behind) -> None:
    call.assume(BinaryOp.GE, call.result, _number(0, call.result))
    call.assume(BinaryOp.LT, call.result, _number(1, call.result))


def _remainder(call: _Behind) -> None:
    """It has the sign of the first argument, is no greater than that and smaller than the second."""
    first, second = call.arguments
    zero = _number(0, first)
    less, greater = (call.compared(operator, second, zero) for operator in (BinaryOp.LT, BinaryOp.GT))

    def near(inner: BinaryOp, outer: BinaryOp, strict: BinaryOp) -> Callable[[], None]:
        def bounds() -> None:
            assert isinstance(second.type, FloatType)
            minus = folding.unary(UnaryOp.NEG, second, second.type)
            same, other = (second, minus) if strict is BinaryOp.LT else (minus, second)
            call.assume(inner, call.result, zero)
            call.assume(outer, call.result, first)
            call.either(greater, lambda: call.assume(strict, call.result, same), lambda: call.assume(strict, call.result, other))

        return bounds

    def look_at_sign() -> None:
        upwards = near(BinaryOp.GE, BinaryOp.LE, BinaryOp.LT)
        call.either(call.compared(BinaryOp.GE, first, zero), upwards, near(BinaryOp.LE, BinaryOp.GE, BinaryOp.GT))

    is_divisor = call.compared(BinaryOp.OR, less, greater)
    call.either(_is_finite(call, first), lambda: call.either(is_divisor, look_at_sign, _nothing), _nothing)


_LOWER: Final = CLASSES["islower"]
_UPPER: Final = CLASSES["isupper"]
_OF_INTEGERS: Final[Mapping[str, _Knowledge]] = MappingProxyType(
    {
        **{name: _class_of(members) for name, members in CLASSES.items()},
        "toupper": _moved(_LOWER, -32),
        "tolower": _moved(_UPPER, 32),
        **dict.fromkeys(("abs", "labs", "llabs"), _absolute),
    }
)
_OF_FLOATS: Final[Mapping[str, _Knowledge]] = MappingProxyType(
    {
        **dict.fromkeys(("sin", "cos"), _between(_is_finite, -1, 1)),
        **dict.fromkeys(("tanh", "erf"), _between(_is_number, -1, 1)),
        **dict.fromkeys(("exp", "exp2", "cosh"), _between(_is_number, 0)),
        "sqrt": _between(_is_not_negative, 0),
        "asin": _between(_is_at_most_one, -2, 2),
        "acos": _between(_is_at_most_one, 0, 4),
        "atan": _between(_is_number, -2, 2),
    }
)
_OF_TWO_FLOATS: Final[Mapping[str, _Knowledge]] = MappingProxyType(
    {"fmin": _one_of_two(BinaryOp.LT), "fmax": _one_of_two(BinaryOp.GT), "fmod": _remainder}
)
_OF_NOTHING: Final[Mapping[str, _Knowledge]] = MappingProxyType(
    {"lrand48": _in_range(0, 2**31 - 1), "mrand48": _in_range(-(2**31), 2**31 - 1), "drand48": _from_zero_to_one}
)
_SUFFIXES: Final = {"f": "float", "": "double", "l": "long double"}


def _knowledge(name: str, types: tuple[CType, ...], result: CType) -> _Knowledge | None:
    """Of a function that is called with these types, and returns this one."""
    plain = name.removeprefix(_BUILTIN)
    if isinstance(result, PointerType):
        return None
    if not types:
        return _OF_NOTHING.get(plain)
    if isinstance(result, IntType):
        return _OF_INTEGERS.get(plain) if types == (result,) else None
    if not isinstance(result, FloatType) or any(type != result for type in types):
        return None
    table = {1: _OF_FLOATS, 2: _OF_TWO_FLOATS}.get(len(types), {})
    suffix = next(suffix for suffix, called in _SUFFIXES.items() if called == result.name)
    return table.get(plain.removesuffix(suffix)) if plain.endswith(suffix) else None


def call_with_known_result(expressions: ExpressionLowering, name: str, call: Call, tree: Tree) -> bool:
    """Lower a call whose result is used; False if nothing is known of it."""
    context = expressions.context
    returned = expressions.types.of(tree.cursor)
    know = _knowledge(name, tuple(argument.type for argument in call.arguments), returned)
    if call.result is None or know is None:
        return False
    arguments = tuple(each if isinstance(each, (Var, Const)) else context.saved(each, tree) for each in call.arguments)
    result = context.temporary(returned)
    context.builder.emit(Call(call.callee, arguments, result, call.origin))
    know(_Behind(expressions, arguments, result, call.origin))
    context.builder.emit(Assign(call.result, folding.convert(result, call.result.type), call.origin))
    return True


_GETOPT: Final = frozenset({"getopt", "__posix_getopt"})
_END, _NO_OPTION = -1, 1
_NO_LETTERS: Final = b":;"


def _getopt_results(options: bytes) -> list[int]:
    """All that ``getopt`` may return, in order (POSIX.1-2008, and glibc for options that begin with ``+`` or ``-``)."""
    plain = options.lstrip(b"+-")
    missing = b":" if plain.startswith(b":") else b""
    others = [_NO_OPTION] if options.startswith(b"-") else []
    letters = (byte for byte in plain + b"?" if byte not in _NO_LETTERS)
    return sorted({_END, *others, *letters, *missing})


def call_getopt(expressions: ExpressionLowering, name: str, call: Call, _: Tree) -> bool:
    """Lower a call of the system's function whose result is used; False if nothing is known of it."""
    is_meant = name in _GETOPT and isinstance(call.callee, Function) and call.callee.is_of_system
    options = literal_text(call.arguments[2]) if is_meant and len(call.arguments) == 3 else None
    if call.result is None or options is None or not options.isascii():
        return False
    builder, int_type = expressions.builder, expressions.int
    result = expressions.context.temporary(int_type)
    builder.emit(Call(call.callee, call.arguments, result, call.origin))
    equal = (folding.binary(BinaryOp.EQ, result, Const(value, int_type), int_type) for value in _getopt_results(options))
    either = reduce(lambda one, other: folding.binary(BinaryOp.OR, one, other, int_type), equal)
    builder.emit(Assume(either, True, call.origin))
    builder.emit(Assign(call.result, folding.convert(result, call.result.type), call.origin))
    return True
