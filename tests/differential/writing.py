"""Writes random C: expressions and statements over what is in scope, always with a meaning.

Shift counts, divisors and indices are masked, conversions from floating types are guarded, pointers always lead to a living
object of their type, and expressions have no side effects; signed overflow is left to ``-fwrapv``.  So a program written here
does the same however it is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

T = TypeVar("T")

SIGNED = ("char", "signed char", "short", "int", "long", "long long")
UNSIGNED = ("_Bool", "unsigned char", "unsigned short", "unsigned", "unsigned long", "unsigned long long")
INTEGERS = SIGNED + UNSIGNED
COMMON = ("int", "int", "unsigned", "unsigned char", "short", "signed char", "long long", "_Bool", "unsigned long", "char")
FLOATS = ("float", "double")
ARITHMETIC = ("+", "-", "*", "&", "|", "^", "+", "-")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
CONSTANTS = (
    *("0", "1", "2", "3", "5", "7", "-1", "10", "127", "128", "200", "255", "256", "-128", "1000", "65535", "3u", "1LL", "'a'"),
)
LARGE = ("0x7fffffff", "(-0x7fffffff - 1)", "0xffffffffu", "0x80000000u", "0x7fffffffffffffffLL", "0xffffffffffffffffULL", "-2LL")


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can be read, and mostly assigned."""

    text: str
    type: str
    addressable: bool = True
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Array:
    name: str
    type: str
    length: int
    """A power of two, so that any index can be masked."""


@dataclass(slots=True)
class Scope:
    """What can be named at one point of a program."""

    places: list[Place] = field(default_factory=list)
    arrays: list[Array] = field(default_factory=list)
    pointers: list[Place] = field(default_factory=list)
    """Variables of type ``type *``, where ``type`` is what stands in the place."""
    inputs: list[str] = field(default_factory=list)
    pure: list[str] = field(default_factory=list)
    """Functions of two integers without side effects."""
    acting: list[str] = field(default_factory=list)
    """Functions of two integers that change globals; they are called only in statements of their own."""

    def inner(self) -> Scope:
        places, arrays, pointers = list(self.places), list(self.arrays), list(self.pointers)
        return Scope(places, arrays, pointers, list(self.inputs), list(self.pure), list(self.acting))


@dataclass(slots=True)
class Parts:
    """The pieces of a program, in the order they are printed."""

    headers: dict[str, None] = field(default_factory=dict)
    declarations: list[str] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    features: dict[str, None] = field(default_factory=dict)
    """What the program uses, by name."""


class Writer:
    """Makes names and chooses at random; one per program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.parts = Parts()
        self._names: dict[str, int] = {}

    def new(self, stem: str) -> str:
        number = self._names.get(stem, 0)
        self._names[stem] = number + 1
        return f"{stem}{number}"

    def one(self, choices: Sequence[T]) -> T:
        return choices[self.random.randrange(len(choices))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def integer_type(self) -> str:
        return self.one(COMMON) if self.chance(80) else self.one(INTEGERS)

    # --------------------------------------------------------------------------------------------------- expressions

    def expression(self, scope: Scope, depth: int = 2) -> str:
        """An integer expression without side effects."""
        if depth <= 0 or self.chance(15):
            return self.atom(scope)
        return self.one(_FORMS)(self, scope, depth - 1)

    def atom(self, scope: Scope) -> str:
        roll = self.random.randrange(100)
        if roll < 25 and scope.inputs:
            return self.one(scope.inputs)
        if roll < 60 and scope.places:
            return self.read(self.one(scope.places))
        if roll < 72 and scope.arrays:
            return self.element(self.one(scope.arrays), scope).text
        if roll < 80 and scope.pointers:
            return f"*{self.one(scope.pointers).text}"
        return self.one(CONSTANTS) if roll < 97 else self.one(LARGE)

    def read(self, place: Place) -> str:
        """A place as an integer; what does not fit into an int counts as 1."""
        if place.type not in FLOATS:
            return place.text
        return f"({place.text} > -1000 && {place.text} < 1000 ? (int){place.text} : 1)"

    def element(self, array: Array, scope: Scope) -> Place:
        """An element whose index is a number or masked."""
        if self.chance(50):
            return Place(f"{array.name}[{self.random.randrange(array.length)}]", array.type)
        return Place(f"{array.name}[{self.atom(scope)} & {array.length - 1}]", array.type)

    def condition(self, scope: Scope, depth: int = 1) -> str:
        left = self.expression(scope, depth)
        if self.chance(15):
            return left
        return f"{left} {self.one(COMPARISONS)} {self.expression(scope, depth - 1)}"

    def floating(self, scope: Scope) -> str:
        """An expression of a floating type."""
        places = [place.text for place in scope.places if place.type in FLOATS]
        left = self.one(places) if places and self.chance(60) else f"(double)({self.atom(scope)})"
        match self.random.randrange(4):
            case 0:
                return f"{left} * {self.one(('0.5', '1.5', '0.1', '2.0f', '-1.0'))}"
            case 1:
                return f"{left} + {self.atom(scope)}"
            case 2:
                return f"{left} / {self.one(('2', '3.0', '0.25f'))}"
            case _:
                return f"{left} - {self.one(('0.5', '1e10', '3', '0.3f'))}"

    # ---------------------------------------------------------------------------------------------------- statements

    def target(self, scope: Scope) -> Place | None:
        """Something to assign to."""
        candidates = [place for place in scope.places if place.writable]
        candidates += [self.element(array, scope) for array in scope.arrays]
        candidates += [Place(f"*{pointer.text}", pointer.type) for pointer in scope.pointers]
        return self.one(candidates) if candidates else None

    def statement(self, scope: Scope, depth: int = 2) -> str:
        if depth <= 0 or self.chance(45):
            return self.simple(scope)
        return self.one(_STATEMENTS)(self, scope, depth - 1)

    def statements(self, scope: Scope, depth: int, most: int = 2) -> str:
        return "\n".join(self.statement(scope, depth) for _ in range(1 + self.random.randrange(most)))

    def block(self, scope: Scope, depth: int, most: int = 2) -> str:
        return f"{{\n{self.statements(scope.inner(), depth, most)}\n}}"

    def simple(self, scope: Scope) -> str:
        """An assignment."""
        place = self.target(scope)
        if place is None:
            return ";"
        if place.type in FLOATS:
            return f"{place.text} = {self.floating(scope)};"
        match self.random.randrange(12):
            case 0:
                return f"{place.text}{self.one(('++', '--'))};"
            case 1 | 2:
                return f"{place.text} {self.one(('+=', '-=', '^=', '|=', '&=', '*='))} {self.expression(scope, 1)};"
            case 3:
                return f"{place.text} {self.one(('<<=', '>>='))} {self.atom(scope)} & 3;"
            case 4:
                return f"{place.text} {self.one(('/=', '%='))} ({self.atom(scope)} & 3) + 1;"
            case 5 if scope.acting and place.text.isidentifier():
                return f"{place.text} = {self.one(scope.acting)}({self.expression(scope, 1)}, {self.atom(scope)});"
            case 6 if scope.pointers:
                return self.aim(scope)
            case _:
                return f"{place.text} = {self.expression(scope)};"

    def aim(self, scope: Scope) -> str:
        """Let a pointer point elsewhere."""
        pointer = self.one(scope.pointers)
        targets = self.addresses(scope, pointer.type)
        return f"{pointer.text} = {self.one(targets)};" if targets else ";"

    def addresses(self, scope: Scope, type: str) -> list[str]:
        """Addresses of objects that live as long as the program, or as main."""
        found = [f"&{place.text}" for place in scope.places if place.type == type and place.addressable]
        return found + [f"&{array.name}[{self.random.randrange(array.length)}]" for array in scope.arrays if array.type == type]


def _binary(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.expression(scope, depth)} {w.one(ARITHMETIC)} {w.expression(scope, depth)})"


def _comparison(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.expression(scope, depth)} {w.one(COMPARISONS)} {w.expression(scope, depth)})"


def _logical(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.expression(scope, depth)} {w.one(('&&', '||'))} {w.expression(scope, depth)})"


def _unary(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.one(('-', '~', '!', '+'))}({w.expression(scope, depth)}))"


def _shift(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.expression(scope, depth)} {w.one(('<<', '>>'))} ({w.atom(scope)} & 7))"


def _division(w: Writer, scope: Scope, depth: int) -> str:
    divisor = w.one(("2", "3", "5", "7u", f"(({w.atom(scope)} & 3) + 1)"))
    return f"({w.expression(scope, depth)} {w.one(('/', '%'))} {divisor})"


def _cast(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.integer_type()})({w.expression(scope, depth)})"


def _choice(w: Writer, scope: Scope, depth: int) -> str:
    return f"({w.condition(scope, 0)} ? {w.expression(scope, depth)} : {w.expression(scope, depth)})"


def _call(w: Writer, scope: Scope, depth: int) -> str:
    if not scope.pure:
        return w.atom(scope)
    return f"{w.one(scope.pure)}({w.expression(scope, depth - 1)}, {w.atom(scope)})"


def _sizeof(w: Writer, scope: Scope, _depth: int) -> str:
    return f"(int)sizeof({w.atom(scope)})"


def _comma(w: Writer, scope: Scope, depth: int) -> str:
    return f"((void){w.atom(scope)}, {w.expression(scope, depth)})"


_FORMS: tuple[Callable[[Writer, Scope, int], str], ...] = (
    *(_binary, _binary, _binary, _binary, _comparison, _comparison, _logical, _unary, _shift),
    *(_division, _cast, _cast, _choice, _call, _call, _sizeof, _comma),
)


def _if(w: Writer, scope: Scope, depth: int) -> str:
    text = f"if ({w.condition(scope)}) {w.block(scope, depth)}"
    return f"{text} else {w.block(scope, depth)}" if w.chance(50) else text


def _counted(w: Writer, scope: Scope) -> tuple[str, str, Scope]:
    """A counter, its bound, and the scope of the body."""
    counter = w.new("i")
    bound = str(1 + w.random.randrange(3)) if not scope.inputs or w.chance(70) else f"({w.one(scope.inputs)} & 3)"
    inner = scope.inner()
    inner.places.append(Place(counter, "int", addressable=False, writable=False))
    return counter, bound, inner


def _for(w: Writer, scope: Scope, depth: int) -> str:
    counter, bound, inner = _counted(w, scope)
    if w.chance(25):
        leave = f"if ({w.condition(inner)}) {w.one(('break', 'continue'))};\n"
    else:
        leave = ""
    return f"for (int {counter} = 0; {counter} < {bound}; {counter}++) {{\n{leave}{w.statements(inner, depth)}\n}}"


def _while(w: Writer, scope: Scope, depth: int) -> str:
    counter, bound, inner = _counted(w, scope)
    body = w.statements(inner, depth)
    if w.chance(50):
        return f"{{\nint {counter} = 0;\nwhile ({counter} < {bound}) {{\n{body}\n{counter}++;\n}}\n}}"
    return f"{{\nint {counter} = {bound};\ndo {{\n{body}\n}} while ({counter}-- > 0);\n}}"


def _switch(w: Writer, scope: Scope, depth: int) -> str:
    cases = []
    for label in ("case 0", "case 1", "default"):
        end = "break;\n" if w.chance(70) else ""
        cases.append(f"{label}:\n{w.statement(scope, depth)}\n{end}")
    if w.chance(40):
        cases[1], cases[2] = cases[2], cases[1]
    return f"switch ({w.atom(scope)} & 3) {{\n{''.join(cases)}}}"


def _goto(w: Writer, scope: Scope, depth: int) -> str:
    label = w.new("skip")
    inner = replace(scope)
    return f"if ({w.condition(scope)}) goto {label};\n{w.simple(inner)}\n{label}:;"


def _local(w: Writer, scope: Scope, depth: int) -> str:
    name, type = w.new("t"), w.integer_type()
    inner = scope.inner()
    first = f"{type} {name} = {w.expression(scope, 1)};"
    inner.places.append(Place(name, type))
    inner.pointers.clear()  # a pointer from outside must not outlive this object's life
    return f"{{\n{first}\n{w.statements(inner, depth)}\n}}"


_STATEMENTS: tuple[Callable[[Writer, Scope, int], str], ...] = (_if, _if, _if, _for, _for, _while, _switch, _goto, _local)
