"""C expressions of witnesses as expressions of the program model (C11 6.5, without side effects).

Read are integer literals, variables, members and elements with constant numbers, casts to integer types, and the operators on
integers; pointers may be compared with the null pointer.  Everything that is read has a value in every run, because the program
model lets signed numbers wrap around: division only by constants, shifts only by constants within the width, no access
through a pointer.  So putting such a condition into a program ends no run of it.

``NotC`` is raised for what is no C expression, ``NotRead`` for C that is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from whet.cfa.expressions import (
    MAX_DEPTH,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Index,
    Member,
    Unary,
    UnaryOp,
    Var,
    Variable,
    bits_of,
    children,
    conjunction,
    disjunction,
    promoted,
)
from whet.cfa.types import ArrayType, IntType, MachineModel, PointerType, StructType

Lookup: TypeAlias = Callable[[str], Variable | None]
"""From a name to the variable that it means."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\w.]*)|(?P<name>[A-Za-z_]\w*)|(?P<character>'(?:[^'\\\n]|\\.[0-9a-fA-F]*)')"
    r"|(?P<symbol><<|>>|<=|>=|==|!=|&&|\|\||->|\+\+|--|[-+*/%&|^~!<>()?:.\[\]=,]))"
)
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)([uU]?(?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU])")
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""From the weakest to the strongest, below ``&&``."""
_TYPE_WORDS = frozenset({"signed", "unsigned", "char", "short", "int", "long", "_Bool", "__int128"})
_OPERATORS = {op.value: op for op in BinaryOp}
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11}
_DEEPEST = MAX_DEPTH // 4
"""Nesting of what is read; conversions come to it."""
_LONGEST = 20_000
"""Characters of a text."""
_MOST_DIGITS = 200


class NotC(Exception):
    """The text is no C expression."""


class NotRead(Exception):
    """The text may be C, but says something that is not read."""


def read_condition(text: str, machine: MachineModel, lookup: Lookup) -> Expr:
    """A truth value: a comparison, or some that are combined; raises ``NotC`` and ``NotRead``."""
    return _Parser(text, machine, lookup).condition()


def _tokens(text: str) -> list[tuple[str, str]]:
    if len(text) > _LONGEST:
        raise NotRead("it is too long")
    found, position, end = [], 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise NotC(f"'{text[position:].strip()[:10]}' is no part of a C expression")
        found.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return found


class _Parser:
    """Reads one expression, by recursive descent."""

    def __init__(self, text: str, machine: MachineModel, lookup: Lookup) -> None:
        self._tokens = [*_tokens(text), ("end", "")]
        self._at = 0
        self._depth = 0
        self._machine = machine
        self._int = machine.int
        self._lookup = lookup

    def condition(self) -> Expr:
        found = self._truth(self._conditional())
        if self._kind != "end":
            raise NotC(f"'{self._word}' is not expected there")
        if _depth(found) > MAX_DEPTH // 2:
            raise NotRead("it is nested too deeply")
        return found

    @property
    def _kind(self) -> str:
        return self._tokens[self._at][0]

    @property
    def _word(self) -> str:
        return self._tokens[self._at][1] or "the end"

    def _take(self, *words: str) -> str | None:
        if self._kind in ("symbol", "name") and self._word in words:
            self._at += 1
            return self._tokens[self._at - 1][1]
        return None

    def _expect(self, word: str) -> None:
        if self._take(word) is None:
            raise NotC(f"'{word}' is expected instead of '{self._word}'")

    def _conditional(self) -> Expr:
        parts = [self._and()]
        while self._take("||"):
            parts.append(self._and())
        condition = parts[0] if len(parts) == 1 else disjunction([self._truth(part) for part in parts], self._int)
        if self._take("?") is None:
            return condition
        first = self._conditional()
        self._expect(":")
        second, decides = self._conditional(), self._truth(condition)
        if not (_is_truth(first) and _is_truth(second)):
            raise NotRead("it chooses between numbers")
        ways = [self._all(decides, first), self._all(self._not(decides), second)]
        return disjunction(ways, self._int)

    def _and(self) -> Expr:
        parts = [self._binary(0)]
        while self._take("&&"):
            parts.append(self._binary(0))
        return parts[0] if len(parts) == 1 else self._all(*map(self._truth, parts))

    def _binary(self, level: int) -> Expr:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while (symbol := self._take(*_LEVELS[level])) is not None:
            left = self._combined(_OPERATORS[symbol], left, self._binary(level + 1))
        if self._word in ("=", "++", "--"):
            raise NotC("an invariant changes nothing")
        return left

    def _unary(self) -> Expr:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotRead("it is nested too deeply")
        try:
            match self._take("!", "-", "+", "~", "*", "&"):
                case None:
                    return self._postfix() if not self._is_cast() else self._cast()
                case "!":
                    return self._not(self._truth(self._unary()))
                case "+":
                    return self._number(self._unary())
                case "-" | "~" as symbol:
                    operand = self._number(self._unary())
                    return Unary(UnaryOp(symbol), operand, _int_type(operand))
                case _:
                    raise NotRead("it speaks of what a pointer leads to")
        finally:
            self._depth -= 1

    def _is_cast(self) -> bool:
        return self._word == "(" and self._tokens[self._at + 1][1] in _TYPE_WORDS

    def _cast(self) -> Expr:
        self._expect("(")
        words = []
        while (word := self._take(*_TYPE_WORDS)) is not None:
            words.append(word)
        if self._word == "*":
            raise NotRead("it converts to a pointer")
        self._expect(")")
        return self._converted(self._unary(), self._type(words))

    def _type(self, words: list[str]) -> IntType:
        named = [word for word in words if word not in ("signed", "unsigned", "int")]
        base = " ".join(sorted(named)) or "int"
        if "signed" in words and base == "char":
            base = "signed char"
        name = f"unsigned {base}" if "unsigned" in words else base
        if name not in {each.name for each in self._machine.integers()}:
            raise NotC(f"'{' '.join(words)}' is no type")
        return self._machine.integer(name)

    def _postfix(self) -> Expr:
        found = self._primary()
        while (symbol := self._take(".", "[", "->", "(", "++", "--")) is not None:
            match symbol:
                case ".":
                    found = self._member(found)
                case "[":
                    found = self._element(found)
                case "->":
                    raise NotRead("it speaks of what a pointer leads to")
                case "(":
                    raise NotRead("it calls a function")
                case _:
                    raise NotC("an invariant changes nothing")
        return found

    def _member(self, whole: Expr) -> Expr:
        name, kind = self._word, self._kind
        self._at += kind == "name"
        fields = whole.type.fields if isinstance(whole.type, StructType) else ()
        field = next((each for each in fields if each.name == name), None)
        if field is None or not isinstance(whole, (Var, Member, Index)):
            raise NotRead(f"it has no member {name} that is known")
        return Member(whole, field)

    def _element(self, whole: Expr) -> Expr:
        index = self._conditional()
        self._expect("]")
        is_array = isinstance(whole, (Var, Member, Index)) and isinstance(whole.type, ArrayType)
        if not is_array or not isinstance(index, Const):
            raise NotRead("it speaks of elements without a constant number")
        assert isinstance(whole, (Var, Member, Index)) and isinstance(whole.type, ArrayType)
        if not 0 <= index.value < (whole.type.count or 0):
            raise NotRead("it speaks of an element that the array does not have")
        return Index(whole, Const(index.value, self._int))

    def _primary(self) -> Expr:
        kind, word = self._kind, self._word
        if self._take("("):
            found = self._conditional()
            self._expect(")")
            return found
        self._at += kind in ("number", "name", "character")
        match kind:
            case "number":
                return self._literal(word)
            case "character":
                inside = word[1:-1]
                if not inside.startswith("\\"):
                    code = ord(inside)
                elif inside[1:] in _ESCAPES:
                    code = _ESCAPES[inside[1:]]
                else:
                    raise NotRead(f"the character {word} is not known")
                if code > 127:
                    raise NotRead(f"the character {word} is not known")
                return Const(code, self._int)
            case "name":
                if word in ("sizeof", "_Alignof", "_Generic"):
                    raise NotRead(f"it has {word}")
                variable = self._lookup(word)
                if variable is None:
                    raise NotRead(f"'{word}' is no variable that is in scope there and that the program uses")
                if variable.is_volatile:
                    raise NotRead(f"'{word}' is volatile")
                return Var(variable)
            case _:
                raise NotC(f"'{word}' is not expected there")

    def _literal(self, text: str) -> Expr:
        match = _NUMBER.fullmatch(text)
        if match is None:
            raise NotRead(f"'{text}' is no integer") if "." in text or "e" in text.lower() else NotC(f"'{text}' is no number")
        digits, suffix = match[1], match[2].lower()
        if len(digits) > _MOST_DIGITS:
            raise NotRead("a number with so many digits fits into no type")
        is_decimal = digits[0] != "0" or digits == "0"
        value = int(digits, 8 if digits[0] == "0" and digits[1:2].isdigit() else 0)
        for name in _literal_types(suffix, is_decimal=is_decimal):
            type = self._machine.integer(name)
            if value <= type.max:
                return Const(value, type)
        raise NotRead(f"{text} fits into no type")

    def _truth(self, expr: Expr) -> Expr:
        """As a comparison, or as something made of comparisons."""
        if _is_truth(expr):
            return expr
        if isinstance(expr.type, PointerType):
            return Binary(BinaryOp.NE, expr, Const(0, expr.type), self._int)
        return self._combined(BinaryOp.NE, expr, Const(0, self._int))

    def _not(self, truth: Expr) -> Expr:
        if isinstance(truth, Binary) and truth.op in _OPPOSITES:
            return Binary(_OPPOSITES[truth.op], truth.left, truth.right, self._int)
        return Binary(BinaryOp.EQ, truth, Const(0, self._int), self._int)

    def _all(self, *truths: Expr) -> Expr:
        found = conjunction(truths, self._int)
        assert found is not None
        return found

    def _number(self, expr: Expr) -> Expr:
        if not isinstance(expr.type, IntType):
            raise NotRead("it computes with what is no integer")
        if self._int.width < (bits_of(expr) or 0) < expr.type.width:  # compilers disagree about its type
            raise NotRead("it computes with a bit-field wider than int")
        return promoted(expr, self._int)

    def _combined(self, op: BinaryOp, left: Expr, right: Expr) -> Expr:
        """With the usual arithmetic conversions (C11 6.3.1.8)."""
        if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
            if isinstance(right.type, PointerType):
                left, right = right, left
            is_null = isinstance(right, Const) and right.value == 0
            if op not in (BinaryOp.EQ, BinaryOp.NE) or not is_null or not isinstance(left.type, PointerType):
                raise NotRead("it computes with pointers")
            return Binary(op, left, Const(0, left.type), self._int)
        left, right = self._number(left), self._number(right)
        if op.is_shift:
            self._check_shift(right, _int_type(left))
            return Binary(op, left, right, _int_type(left))
        type = _common(_int_type(left), _int_type(right))
        left, right = self._converted(left, type), self._converted(right, type)
        if op in (BinaryOp.DIV, BinaryOp.REM) and (not isinstance(right, Const) or right.value in (0, -1)):
            raise NotRead("it divides by what is no constant, or by 0 or -1")
        return Binary(op, left, right, self._int if op.is_comparison else type)

    def _check_shift(self, right: Expr, type: IntType) -> None:
        if not isinstance(right, Const) or not 0 <= right.value < type.width:
            raise NotRead("it shifts by what is no constant, or by too much")

    def _converted(self, expr: Expr, type: IntType) -> Expr:
        if not isinstance(expr.type, IntType):
            raise NotRead("it converts what is no integer")
        if expr.type == type:
            return expr
        if isinstance(expr, Const):
            return Const(int(expr.value != 0) if type.is_bool else type.wrap(expr.value), type)
        return Cast(expr, type)


_OPPOSITES = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.LE: BinaryOp.GT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.GE: BinaryOp.LT,
}


def _is_truth(expr: Expr) -> bool:
    match expr:
        case Binary(op=BinaryOp.AND | BinaryOp.OR, left=left, right=right):
            return _is_truth(left) and _is_truth(right)
        case Binary(op=op):
            return op.is_comparison
        case _:
            return False


def _depth(expr: Expr) -> int:
    return 1 + max(map(_depth, children(expr)), default=0)


def _literal_types(suffix: str, *, is_decimal: bool) -> list[str]:
    """The types that C11 6.4.4.1 tries, in their order."""
    size = suffix.replace("u", "")
    longer = [name for name in ("int", "long", "long long") if len(name.split("int")[0].split()) >= len(size)]
    if "u" in suffix:
        return [f"unsigned {name}" for name in longer]
    return longer if is_decimal else [each for name in longer for each in (name, f"unsigned {name}")]


def _int_type(expr: Expr) -> IntType:
    assert isinstance(expr.type, IntType)
    return expr.type


def _common(left: IntType, right: IntType) -> IntType:
    """Of two types that are promoted; types of the same width and sign are equal here."""
    if left.width != right.width:
        return left if left.width > right.width else right
    return right if left.signed else left
