"""Inputs for many runs of one program: random ones of several styles, and mutations of earlier ones.

The vocabulary of a program is its constants, their neighbours, and its string literals.  A style keeps some runs small and
others at the limits of the types.  The pool keeps the three shortest inputs for each branch, which is an edge with siblings, and
mutates those (Zalewski, American Fuzzy Lop).  The seed is fixed, so that runs repeat exactly.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from math import isfinite
from random import Random
from typing import Protocol

from whet.cfa.expressions import Const, Expr, FloatConst, VariableKind, subexpressions
from whet.cfa.formats import literal_text
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, flatten
from whet.cfa.semantics import Value, float_from_bits
from whet.cfa.softfloat import SoftFloat
from whet.cfa.source import Origin
from whet.cfa.types import FloatType, IntType, PointerType, ScalarType
from whet.interpreter.inputs import NoMoreInputs, fitted
from whet.task.records import dataclass

_SEED = 20_260_101
_LONGEST_WORD = 32
_MOST_INPUTS = 3_000_000
_SPECIAL_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e30, -1e30, 1e-30, float("inf"), float("-inf"), float("nan"))
_LENGTHS = (1, 2, 2, 3, 4, 6, 8, 12, 20)
_LONG = (50, 400, 3000)
"""Inputs of one run, by style: programs that ask for ever are to come to an end."""
_KEPT = 3
"""Inputs for each edge."""
_NEAR = 24
"""Inputs before a comparison that are tried."""
_ASKING_FOR_OPTIONS = frozenset({"getopt", "__posix_getopt", "getopt_long", "getopt_long_only"})
_OPTIONS = 2
"""The number of the argument with the letters."""
_TEXT = b" \n\n0123456789-+.,;:=/()[]{}<>\"'\\%#@!?*&abcdefxyzABCXYZ_\t\0"


@dataclass(frozen=True, slots=True)
class InputVocabulary:
    """Constants and strings in a program."""

    integers: tuple[int, ...]
    floats: tuple[float, ...]
    words: tuple[bytes, ...]
    characters: bytes = b"01\n"
    """Characters that the program compares with, and some for numbers and lines."""

    @staticmethod
    def of(program: Program) -> InputVocabulary:
        integers, floats = constants_of(program, with_checks=False), float_constants_of(program, with_checks=False)
        literals = {each.image for each in program.globals if each.kind is VariableKind.STRING and each.image}
        words = {part for text in literals for part in _parts_of(text)}
        return InputVocabulary(
            tuple(sorted({near for each in integers for near in (each - 1, each, each + 1)} | {-1, 0, 1})),
            tuple(sorted(floats | {0.0, 1.0})),
            tuple(sorted({*words, *_options_of(program), *(str(each).encode() for each in integers if abs(each) < 10_000)})),
            bytes(sorted(each for each in integers if 32 <= each < 127)) + b"0129\n\n\0",
        )


def _options_of(program: Program) -> Iterator[bytes]:
    """The options that the program asks ``getopt`` for, as arguments of a command."""
    for call in (part for edge in program.edges() for part in flatten(edge.operation) if isinstance(part, Call)):
        if isinstance(call.callee, Function) and call.callee.name in _ASKING_FOR_OPTIONS and len(call.arguments) > _OPTIONS:
            text = literal_text(call.arguments[_OPTIONS]) or b""
            yield from (b"-" + bytes((letter,)) for letter in text.rstrip(b"\0") if letter not in b":;+-")


def _parts_of(text: bytes) -> Iterator[bytes]:
    """A literal and its words, without format directives."""
    whole = text.rstrip(b"\0")
    if 0 < len(whole) <= _LONGEST_WORD:
        yield whole
    for part in whole.replace(b"%", b" ").split():
        if 0 < len(part) <= _LONGEST_WORD:
            yield part


def constants_of(program: Program, *, with_checks: bool = True) -> set[int]:
    """The integers in the text of a program, and in conditions of inserted checks if these count."""
    found = (part for edge in program.edges() for part in expressions_on(edge, with_checks=with_checks))
    return {part.value for part in found if isinstance(part, Const) and isinstance(part.type, IntType)}


def float_constants_of(program: Program, *, with_checks: bool = True) -> set[float]:
    found = (part for edge in program.edges() for part in expressions_on(edge, with_checks=with_checks))
    values = (float_from_bits(part.bits, part.type) for part in found if isinstance(part, FloatConst))
    return {value for value in values if isinstance(value, float) and isfinite(value)}


def expressions_on(edge: Edge, *, with_checks: bool = True) -> Iterator[Expr]:
    """All expressions of an edge and their subexpressions."""
    for operation in flatten(edge.operation):
        if isinstance(operation, Assume) and operation.danger is not None and not with_checks:
            continue
        for argument in operation.arguments if isinstance(operation, Call) else ():
            yield from subexpressions(argument)
        for name in ("condition", "value", "lvalue"):
            expr = getattr(operation, name, None)
            if expr is not None and not isinstance(expr, (int, str)):
                yield from subexpressions(expr)


class StyledInputs:
    """The inputs of one run: those of a prefix, then random ones of one style; ``given`` records all with their types."""

    def __init__(
        self,
        random: Random,
        style: int,
        vocabulary: InputVocabulary,
        prefix: Sequence[Value] = (),
        *,
        most: int,
        gives_uninitialised: bool = True,
    ) -> None:
        self._random = random
        self._vocabulary = vocabulary
        self.style = style
        self.prefix = prefix
        self.most = most
        self._gives_uninitialised = gives_uninitialised
        self._size = (0, 3, 8, 25, 100, 1000, None)[style % 7]
        """The range of integers; None is any."""
        self._yes = (0.5, 0.75, 0.9, 0.97)[style % 4]
        """The probability of true."""
        self._uses_constants = (0.0, 0.3, 0.8)[style % 3]
        self._is_at_limits = style % 14 == 13
        self._is_text = style % 5 > 1
        """Are bytes characters rather than numbers?"""
        self._uses_words = (0.2, 0.75)[style % 2]
        self._is_long = style % 10 == 8
        """Are texts long, and lines as well?"""
        self._word = b""
        self.given: list[Value] = []
        self.types: list[ScalarType] = []

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._next(type, self.choose)

    @property
    def is_guessing(self) -> bool:
        """Is the prefix used up?"""
        return len(self.given) >= len(self.prefix)

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        """The number of strings of ``main``, their lengths and bytes; or uninitialised values."""
        return self._next(type, self._choose_length) if self._gives_uninitialised else fitted(0, type)

    def _next(self, type: ScalarType, choose: Callable[[ScalarType], Value]) -> Value:
        position = len(self.given)
        if position >= self.most:
            raise NoMoreInputs
        value = self.prefix[position] if position < len(self.prefix) else choose(type)
        try:
            value = fitted(value, type)
        except TypeError:  # the run asks for another type than the one that the prefix is of
            value = fitted(choose(type), type)
        self.given.append(value)
        self.types.append(type)
        return value

    def _choose_length(self, type: ScalarType) -> Value:
        is_length = isinstance(type, IntType) and type.width > 8 and self._random.random() < 0.9
        return self._random.choice(_LENGTHS) if is_length else self.choose(type)

    def choose(self, type: ScalarType) -> Value:
        """A value of the style."""
        match type:
            case IntType():
                random = self._random
                if type.is_bool:
                    return int(random.random() < (0.002 if self._is_long else 0.04 if self._is_text else self._yes))
                if type.width == 8 and self._is_text:
                    return self._character()
                if self._is_at_limits and random.random() < 0.5:
                    return random.choice((type.min, type.max)) + random.randint(-1, 1)
                if random.random() < self._uses_constants:
                    return random.choice(self._vocabulary.integers)
                if self._size is None:
                    return random.randint(type.min, type.max)
                return random.randint(0 if random.random() < 0.8 else -self._size, self._size)
            case FloatType():
                return self._float()
            case PointerType():
                return 0

    def _character(self) -> int:
        if not self._word:
            random, words = self._random, self._vocabulary.words
            if self._is_long and random.random() < 0.7:
                self._word = bytes((random.choice(self._vocabulary.characters + b"a"),)) * random.choice((9, 33, 70, 300))
            elif words and random.random() < self._uses_words:
                self._word = random.choice(words) + random.choice((b"", b" ", b"\n", b"\0", b"="))
            else:
                self._word = bytes((random.choice(self._vocabulary.characters if random.random() < 0.9 else _TEXT),))
        first, self._word = self._word[0], self._word[1:]
        return first

    def _float(self) -> float:
        random, known = self._random, self._vocabulary.floats
        match random.randrange(4):
            case 0:
                return random.choice(_SPECIAL_FLOATS)
            case 1:
                return random.choice(known)
            case 2:  # between two constants of the program
                at = random.randrange(len(known))
                return random.uniform(known[at], known[min(at + 1, len(known) - 1)])
            case _:
                return random.uniform(-100, 100)


class GivenInputs(Protocol):
    """All values of a run with their types."""

    given: list[Value]
    types: list[ScalarType]


class RecordedInputs:
    """The values of an earlier run, in order."""

    def __init__(self, values: Iterable[Value], *, gives_uninitialised: bool = True) -> None:
        self._values = iter(values)
        self._gives_uninitialised = gives_uninitialised
        self.count = 0

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        for value in self._values:
            self.count += 1
            return value
        raise NoMoreInputs

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self.nondet(type, origin) if self._gives_uninitialised else fitted(0, type)


def _is_byte(type: ScalarType) -> bool:
    return isinstance(type, IntType) and type.width == 8 and not type.is_bool


def _byte(value: Value) -> int:
    return value & 255 if isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class PooledInput:
    values: tuple[Value, ...]
    types: tuple[ScalarType, ...]


@dataclass(slots=True)
class InputPool:
    """The shortest known inputs for each edge, and mutations of them."""

    vocabulary: InputVocabulary
    random: Random = field(default_factory=lambda: Random(_SEED))
    by_edge: dict[int, list[PooledInput]] = field(default_factory=dict)
    tried: int = 0
    patience: int = 1
    """A factor of the number of inputs that a run may ask for."""
    gives_uninitialised: bool = True
    """Are uninitialised values inputs?  Otherwise they are zero."""

    def next(self) -> StyledInputs:
        """Every style in turn; once the pool is not empty, two of three are mutations."""
        style, self.tried = self.tried, self.tried + 1
        if style == 0:
            return self._chosen(0, vocabulary=InputVocabulary((0,), (0.0,), ()))
        if style < 14 or style % 3 == 0 or not self.by_edge:
            return self._chosen(style)
        entry = self.random.choice(self.random.choice(list(self.by_edge.values())))
        return self._chosen(self.random.randrange(70), self._changed(entry))

    def _chosen(self, style: int, prefix: Sequence[Value] = (), vocabulary: InputVocabulary | None = None) -> StyledInputs:
        most = min(len(prefix) + _LONG[style % 3] * self.patience, _MOST_INPUTS)
        words = vocabulary or self.vocabulary
        return StyledInputs(self.random, style, words, prefix, most=most, gives_uninitialised=self.gives_uninitialised)

    def recorded(self, entry: PooledInput) -> RecordedInputs:
        """For another run on the same values."""
        return RecordedInputs(entry.values, gives_uninitialised=self.gives_uninitialised)

    def beginning(self, values: Sequence[Value]) -> StyledInputs:
        """These values, then small ones."""
        self.tried += 1
        return self._chosen(1, values)

    def keep(self, edges: Iterable[int], inputs: GivenInputs) -> bool:
        """Keep an input for the edges for which it is among the shortest; is any of the edges new?"""
        edges = list(edges)
        if self.random.random() < 0.75 and all(edge in self.by_edge for edge in edges):
            return False
        entry = PooledInput(tuple(inputs.given), tuple(inputs.types))
        is_new = False
        for edge in edges:
            known = self.by_edge.setdefault(edge, [])
            is_new = is_new or not known
            if len(known) < _KEPT or len(entry.values) < len(known[-1].values):
                known.append(entry)
                known.sort(key=lambda each: len(each.values))
                del known[_KEPT:]
        return is_new

    def toward(self, entry: PooledInput, count: int, have: Value, want: Value) -> Iterator[StyledInputs]:
        """Inputs that may change a compared value from ``have`` to ``want``: one of the last of the ``count`` inputs read before
        is moved by the difference, or its digits are replaced (input-to-state correspondence: Aschermann et al., REDQUEEN, NDSS
        2019)."""
        values = entry.values
        for changed in self._with_digits(entry, count, have, want):
            yield self._chosen(self.tried, changed)
        if isinstance(have, int) != isinstance(want, int) or isinstance(have, SoftFloat) or isinstance(want, SoftFloat):
            return
        difference = want - have
        for at in range(count - 1, max(-1, count - 1 - _NEAR), -1):
            if at < len(values) and isinstance(value := values[at], int | float):
                for moved in (value + difference, value - difference):
                    yield self._chosen(self.tried, [*values[:at], moved, *values[at + 1 :]])

    def _with_digits(self, entry: PooledInput, count: int, have: Value, want: Value) -> Iterator[list[Value]]:
        """Replace the decimal digits of ``have`` among the bytes that were read."""
        if not isinstance(have, int) or not isinstance(want, int):
            return
        places = [at for at, type in enumerate(entry.types[:count]) if _is_byte(type)]
        text, old, new = bytes(_byte(entry.values[at]) for at in places), str(have).encode(), str(want).encode()
        begin = text.rfind(old)
        if begin < 0:
            return
        first, last = places[begin], places[begin + len(old) - 1]
        between = list(entry.values[first + 1 : places[begin + 1]]) if begin + 1 < len(places) else []
        written: list[Value] = []
        for number, byte in enumerate(new):
            written += [byte] if number == 0 else [*between, byte]
        yield [*entry.values[:first], *written, *entry.values[last + 1 :]]

    def _changed(self, entry: PooledInput) -> list[Value]:
        """One to four mutations."""
        values, random = list(entry.values), self.random
        for _ in range(random.choice((1, 1, 2, 4))):
            if not values:
                break
            at = random.randrange(len(values))
            match random.randrange(6):
                case 0:
                    del values[at:]
                case 1:
                    self._put_word(values, entry.types, at)
                case 2 if len(values) > 1:
                    other = random.randrange(len(values))
                    values[at], values[other] = values[other], values[at]
                case 3:
                    values[at:at] = values[at : at + random.randint(1, 8)]
                case _:
                    values[at] = self._changed_value(values[at])
        return values

    def _changed_value(self, value: Value) -> Value:
        random = self.random
        if not isinstance(value, int):
            floats = self.vocabulary.floats
            return random.choice((*_SPECIAL_FLOATS, *floats, float(value) + random.choice((-1, 1, 0.5)), -float(value)))
        known = self.vocabulary.integers
        place = bisect(known, value) % len(known)
        choices = (
            value + 1,
            value - 1,
            -value,
            value * 2,
            value ^ (1 << random.randrange(32)),
            known[place],
            random.choice(known),
        )
        return random.choice(choices)

    def _put_word(self, values: list[Value], types: Sequence[ScalarType], at: int) -> None:
        """Overwrite the bytes from here on with a word; truth values between them, such as the end of input, become false."""
        if not self.vocabulary.words:
            return
        word = list(self.random.choice(self.vocabulary.words) + self.random.choice((b"", b"\n", b"\0")))
        for place in range(at, min(len(values), len(types))):
            type = types[place]
            if not word:
                return
            if isinstance(type, IntType) and type.is_bool:
                values[place] = 0
            elif _is_byte(type):
                values[place] = word.pop(0)
