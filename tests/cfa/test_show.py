"""Expressions and operations as text, and that gcc reads the text as it was meant."""

from __future__ import annotations

import random
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cfa.build import (
    INT,
    ProgramBuilder,
    add,
    address_of,
    assign,
    assume,
    binary,
    call,
    const,
    decay,
    declares,
    havoc,
    less,
    returns,
    skip,
    unsupported,
)
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.operations import Block, Enter, Leave
from whet.cfa.show import describe, to_c
from whet.cfa.types import (
    ILP32,
    LP64,
    VOID,
    ArrayType,
    CType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    declare,
)

PROGRAM = ProgramBuilder()
MAIN = PROGRAM.function()
LONG, UNSIGNED, CHAR, BYTE = (LP64.integer(name) for name in ("long", "unsigned int", "char", "unsigned char"))
NODE = StructType("node", is_union=False)
NODE.complete(size=16, align=8, fields=(Field("value", INT, 0), Field("next", LP64.pointer(NODE), 64)))
X, Y, Z, I = (Var(MAIN.variable(name)) for name in "xyzi")
P = Var(MAIN.variable("p", LP64.pointer(INT)))
Q = Var(MAIN.variable("q", LP64.pointer(NODE)))
V = Var(MAIN.variable("v", LP64.pointer(VOID)))
A = Var(MAIN.variable("a", ArrayType(INT, 3)))
N = Var(MAIN.variable("n", NODE))
C = Var(MAIN.variable("c", BYTE))
POINTER = LP64.pointer(INT)
OP = BinaryOp


def neg(operand: Expr) -> Unary:
    return Unary(UnaryOp.NEG, operand, INT)


def negated(operand: Expr) -> Unary:
    return Unary(UnaryOp.NOT, operand, INT)


def moved(pointer: Expr, index: Expr, stride: int = 4, type: PointerType = POINTER) -> PointerAdd:
    return PointerAdd(pointer, index, stride, type)


OPERATORS: list[tuple[Expr, str]] = [
    (add(Y, const(1)), "y + 1"),
    (binary(X, OP.SUB, binary(Y, OP.SUB, Z)), "x - (y - z)"),
    (binary(binary(X, OP.SUB, Y), OP.SUB, Z), "x - y - z"),
    (binary(add(X, Y), OP.MUL, Z), "(x + y) * z"),
    (add(X, binary(Y, OP.MUL, Z)), "x + y * z"),
    (binary(X, OP.DIV, binary(Y, OP.MUL, Z)), "x / (y * z)"),
    (binary(X, OP.AND, binary(Y, OP.EQ, Z)), "x & y == z"),
    (binary(binary(X, OP.AND, Y), OP.EQ, Z), "(x & y) == z"),
    (binary(binary(X, OP.OR, Y), OP.XOR, Z), "(x | y) ^ z"),
    (binary(binary(X, OP.SHL, Y), OP.ADD, Z), "(x << y) + z"),
    (less(less(X, Y), Z), "x < y < z"),
    (less(X, less(Y, Z)), "x < (y < z)"),
    (binary(X, OP.SUB, const(-5)), "x - -5"),
    (neg(X), "-x"),
    (neg(neg(X)), "-(-x)"),
    (neg(const(-5)), "-(-5)"),
    (neg(add(X, Y)), "-(x + y)"),
    (negated(less(X, Y)), "!(x < y)"),
    (negated(negated(X)), "!!x"),
    (Unary(UnaryOp.COMPLEMENT, X, INT), "~x"),
]


@pytest.mark.parametrize(("expr", "text"), OPERATORS)
def test_operators(expr: Expr, text: str) -> None:
    assert to_c(expr) == text


CASTS: list[tuple[Expr, str]] = [
    (Cast(X, LONG), "(long)x"),
    (Cast(add(X, Y), LONG), "(long)(x + y)"),
    (Binary(OP.ADD, Cast(X, LONG), Const(1, LONG), LONG), "(long)x + 1L"),
    (Cast(Cast(X, CHAR), INT), "(int)(char)x"),
    (Cast(X, LP64.integer("_Bool")), "(_Bool)x"),
    (Cast(Index(A, I), LONG), "(long)a[i]"),
    (Binary(OP.ADD, C, C, BYTE), "(unsigned char)(c + c)"),
    (Unary(UnaryOp.COMPLEMENT, C, BYTE), "(unsigned char)~c"),
    (Binary(OP.LT, C, C, INT), "c < c"),
]


@pytest.mark.parametrize(("expr", "text"), CASTS)
def test_casts(expr: Expr, text: str) -> None:
    assert to_c(expr) == text


OBJECTS: list[tuple[Expr, str]] = [
    (Deref(P, INT), "*p"),
    (Deref(moved(P, I), INT), "p[i]"),
    (Deref(moved(decay(A), I), INT), "a[i]"),
    (Deref(moved(P, const(-1)), INT), "p[-1]"),
    (Deref(moved(P, I, -4), INT), "*(p - i)"),
    (Deref(P, CHAR), "*(char *)p"),
    (Deref(moved(V, I, 1, LP64.pointer(VOID)), INT), "*(int *)(v + i)"),
    (Deref(moved(Cast(V, POINTER), I), INT), "((int *)v)[i]"),
    (Index(A, add(I, const(1))), "a[i + 1]"),
    (Index(Deref(Var(MAIN.variable("r", LP64.pointer(A.type))), A.type), I), "(*r)[i]"),
    (Member(N, NODE.field("value")), "n.value"),
    (Member(Deref(Q, NODE), NODE.field("next")), "q->next"),
    (Member(Deref(Member(Deref(Q, NODE), NODE.field("next")), NODE), NODE.field("value")), "q->next->value"),
    (Member(Deref(V, NODE), NODE.field("value")), "((struct node *)v)->value"),
    (Member(Deref(moved(Q, I, 16, LP64.pointer(NODE)), NODE), NODE.field("value")), "q[i].value"),
    (address_of(X), "&x"),
    (address_of(Index(A, I)), "&a[i]"),
    (address_of(Deref(P, INT)), "&*p"),
    (address_of(A), "&a"),
    (decay(A), "a"),
    (AddressOf(X, LP64.pointer(CHAR)), "(char *)&x"),
    (Deref(address_of(X), INT), "*&x"),
]


@pytest.mark.parametrize(("expr", "text"), OBJECTS)
def test_objects(expr: Expr, text: str) -> None:
    assert to_c(expr) == text


def test_unnamed_members_are_not_written() -> None:
    inner = StructType("inner", is_union=True)
    inner.complete(size=4, align=4, fields=(Field("low", INT, 0),))
    outer = StructType("outer", is_union=False)
    outer.complete(size=4, align=4, fields=(Field("", inner, 0),))
    pointer = Var(MAIN.variable("o", LP64.pointer(outer)))
    assert to_c(Member(Member(Deref(pointer, outer), outer.field("")), inner.field("low"))) == "o->low"


POINTERS: list[tuple[Expr, str]] = [
    (moved(P, I), "p + i"),
    (moved(P, const(-2)), "p - 2"),
    (moved(P, Const(2, LONG)), "p + 2L"),
    (moved(moved(P, I), X), "p + i + x"),
    (moved(P, I, -4), "p - i"),
    (moved(P, X, -1), "(int *)((char *)p - x)"),
    (moved(moved(P, I), X, -4), "p + i - x"),
    (moved(V, I), "(int *)v + i"),
    (moved(V, I, 1), "(int *)(v + i)"),
    (moved(P, I, 1), "(int *)((char *)p + i)"),
    (moved(P, I, 12), "(int *)((char (*)[12])p + i)"),
    (moved(V, I, 1, LP64.pointer(VOID)), "v + i"),
    (PointerDiff(P, P, 4, LONG), "p - p"),
    (PointerDiff(P, moved(P, I), 4, LONG), "p - (p + i)"),
    (PointerDiff(P, P, 1, LONG), "(char *)p - (char *)p"),
    (PointerDiff(P, V, 4, LONG), "(char (*)[4])p - (char (*)[4])v"),
    (Binary(OP.EQ, P, Const(0, POINTER), INT), "p == 0"),
    (Binary(OP.LT, P, Const(0, POINTER), INT), "p < (int *)0"),
    (Const(0, POINTER), "(int *)0"),
    (Const(4096, POINTER), "(int *)0x1000ULL"),
    (Const(4096, ILP32.pointer(INT)), "(int *)0x1000U"),
]


@pytest.mark.parametrize(("expr", "text"), POINTERS)
def test_pointers(expr: Expr, text: str) -> None:
    assert to_c(expr) == text


def test_functions() -> None:
    function = MAIN.function
    assert to_c(FunctionAddress(function, LP64.pointer(function.type))) == "main"
    assert to_c(FunctionAddress(function, LP64.pointer(FunctionType(VOID, (), False)))) == "(void (*)(void))main"


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (97, "char", "97"),
        (-128, "char", "-128"),
        (255, "unsigned char", "255"),
        (1, "_Bool", "1"),
        (7, "int", "7"),
        (-7, "int", "-7"),
        (-(2**31), "int", "-2147483647 - 1"),
        (7, "unsigned int", "7U"),
        (7, "long", "7L"),
        (7, "unsigned long", "7UL"),
        (-7, "long long", "-7LL"),
        (-(2**63), "long long", "-9223372036854775807LL - 1LL"),
        (2**64 - 1, "unsigned long long", "18446744073709551615ULL"),
        (7, "__int128", "(__int128)7ULL"),
        (2**64, "unsigned __int128", "(unsigned __int128)((unsigned __int128)1ULL << 64 | 0ULL)"),
        (
            -1,
            "__int128",
            "(__int128)((unsigned __int128)18446744073709551615ULL << 64 | 18446744073709551615ULL)",
        ),
    ],
)
def test_integer_constants(value: int, name: str, text: str) -> None:
    assert to_c(Const(value, LP64.integer(name))) == text


def test_types_by_another_name() -> None:
    assert to_c(Const(7, IntType("uint64", 64, False, 8, 8))) == "7ULL"
    assert to_c(Const(7, IntType("enum colour", 32, False, 4, 4))) == "7U"


def test_least_integer_in_an_operand() -> None:
    assert to_c(binary(X, OP.MUL, const(-(2**31)))) == "x * (-2147483647 - 1)"


def single(value: float) -> FloatConst:
    return FloatConst(struct.unpack("<I", struct.pack("<f", value))[0], LP64.float)


def double(value: float) -> FloatConst:
    return FloatConst(struct.unpack("<Q", struct.pack("<d", value))[0], LP64.double)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (double(0.1), "0.1"),
        (double(1.0), "1.0"),
        (double(100.0), "100.0"),
        (double(1e15), "1000000000000000.0"),
        (double(1e22), "1e+22"),
        (double(1.5e-7), "1.5e-7"),
        (double(0.0), "0.0"),
        (double(-0.0), "-0.0"),
        (double(-2.5), "-2.5"),
        (double(2.0**-24), "5.960464477539063e-8"),
        (double(9.5e22), "9.5e+22"),
        (double(5e-324), "5e-324"),
        (double(1.7976931348623157e308), "1.7976931348623157e+308"),
        (single(0.1), "0.1f"),
        (single(16777216.0), "16777216.0f"),
        (double(float("inf")), "__builtin_inf()"),
        (single(float("-inf")), "-__builtin_inff()"),
        (double(float("nan")), '__builtin_nan("")'),
        (FloatConst(0x7FC00001, LP64.float), '__builtin_nanf("0x1")'),
        (FloatConst(0xFF800001, LP64.float), '-__builtin_nansf("0x1")'),
        (FloatConst(0x3FFF_8000_0000_0000_0000, LP64.long_double), "1.0L"),
        (FloatConst(0x3FFB_CCCC_CCCC_CCCC_CCCD, LP64.long_double), "0.1L"),
        (FloatConst(0x7FFF_8000_0000_0000_0000, LP64.long_double), "__builtin_infl()"),
    ],
)
def test_floating_constants(expr: FloatConst, text: str) -> None:
    assert to_c(expr) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(2.0**-1074)
def test_floating_constants_are_short_and_exact(value: float) -> None:
    text = to_c(double(value))
    assert struct.pack("<d", float(text)) == struct.pack("<d", value)
    assert digits(text) <= digits(repr(value))


def digits(text: str) -> int:
    return len(text.lstrip("-").split("e")[0].replace(".", "").strip("0"))


def string(image: bytes, element: CType = CHAR) -> Variable:
    literal = PROGRAM.global_variable("str1", ArrayType(element, len(image)), VariableKind.STRING)
    literal.image = image
    return literal


def test_string_literals() -> None:
    assert to_c(decay(Var(string(b"hello\0")))) == '"hello"'
    assert to_c(Index(Var(string(b'a"\\\n\x001??\xff\0')), I)) == r'"a\"\\\n\0001\?\?\377"[i]'
    assert to_c(address_of(Var(string(b"x\0")))) == '&"x"'
    assert to_c(decay(Var(string(b"x\0\0\0\0\0\0\0", INT)))) == "str1"
    assert to_c(decay(Var(string(b"no end")))) == "str1"


# -------------------------------------------------------------------------------------------------- operations


def test_assumptions() -> None:
    assert describe(assume(less(X, const(10)))) == "[x < 10]"
    assert describe(assume(less(X, const(10)), truth=False)) == "[!(x < 10)]"
    assert describe(assume(X, truth=False)) == "[!x]"


def test_statements() -> None:
    assert describe(assign(X.variable, add(Y, const(1)))) == "x = y + 1"
    assert describe(assign(P, Const(0, POINTER))) == "p = 0"
    assert describe(assign(Member(Deref(Q, NODE), NODE.field("value")), 1)) == "q->value = 1"
    assert describe(havoc(X)) == "havoc x"
    assert describe(returns(X)) == "return x"
    assert describe(returns()) == "return"
    assert describe(skip()) == "skip"
    assert describe(skip("out")) == "out:"
    assert describe(unsupported("asm")) == "unsupported: asm"
    assert describe(Block((assume(X), assign(Y.variable, 1)))) == "[x]; y = 1"


def test_declarations() -> None:
    assert describe(declares(A.variable)) == "int a[3]"
    assert describe(declares(P.variable)) == "int *p"
    assert describe(declares(X.variable, zeroed=True)) == "int x = 0"
    assert describe(declares(N.variable, zeroed=True)) == "struct node n = {0}"
    variable_length = MAIN.variable("w", ArrayType(INT, None))
    assert describe(declares(variable_length, binary(X, OP.MUL, const(4)))) == "int w[] /* x * 4 bytes */"


def test_calls() -> None:
    function = MAIN.function
    pointer = Var(MAIN.variable("f", LP64.pointer(function.type)))
    assert describe(call(function, X, Y, result=Z)) == "z = main(x, y)"
    assert describe(call(function)) == "main()"
    assert describe(call(pointer, X)) == "f(x)"
    assert describe(call(Cast(V, LP64.pointer(function.type)), X)) == "((int (*)(void))v)(x)"
    site = call(function, X, result=Z)
    assert describe(Enter(site, function)) == "enter main(x)"
    assert describe(Leave(site, function)) == "leave main, z = result"
    assert describe(Leave(call(function), function)) == "leave main"


# -------------------------------------------------------------------------------------------------- what gcc makes of it

SAMPLED = [op for op in BinaryOp if op not in (OP.DIV, OP.REM)]
WORD = UNSIGNED


class Sample:
    """Random expressions over unsigned variables, and their values."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.values = {name: self.random.getrandbits(32) for name in "uvw"}
        builder = ProgramBuilder().function()
        self.variables = {name: Var(builder.variable(name, WORD)) for name in self.values}

    def expression(self, depth: int) -> Expr:
        """Of type ``unsigned int``."""
        choice = self.random.randrange(8) if depth else self.random.randrange(2)
        if choice == 0:
            return Const(self.random.choice([0, 1, 2, 31, 2**32 - 1]), WORD)
        if choice == 1:
            return self.variables[self.random.choice("uvw")]
        if choice == 2:
            return Unary(self.random.choice([UnaryOp.NEG, UnaryOp.COMPLEMENT]), self.expression(depth - 1), WORD)
        if choice == 3:
            through = self.random.choice([CHAR, BYTE, LONG, LP64.integer("_Bool")])
            return Cast(Cast(self.expression(depth - 1), through), WORD)
        if choice == 4:
            return Cast(Unary(UnaryOp.NOT, self.expression(depth - 1), INT), WORD)
        return self.operation(depth)

    def operation(self, depth: int) -> Expr:
        op = self.random.choice(SAMPLED)
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if op.is_shift:
            right = Binary(OP.AND, right, Const(31, WORD), WORD)
        if not op.is_comparison:
            return Binary(op, left, right, WORD)
        return Cast(Binary(op, left, right, INT), WORD)

    def value(self, expr: Expr) -> int:
        assert isinstance(expr.type, IntType)
        match expr:
            case Const(value=value):
                return value
            case Var(variable=variable):
                return self.values[variable.name]
            case Unary(op=op, operand=operand):
                return expr.type.wrap(UNARY[op](self.value(operand)))
            case Binary(op=op, left=left, right=right):
                return expr.type.wrap(BINARY[op](self.value(left), self.value(right)))
            case Cast(operand=operand):
                value = self.value(operand)
                return int(value != 0) if expr.type.is_bool else expr.type.wrap(value)
            case _:
                raise AssertionError(expr)


UNARY: dict[UnaryOp, Callable[[int], int]] = {
    UnaryOp.NEG: lambda a: -a,
    UnaryOp.COMPLEMENT: lambda a: ~a,
    UnaryOp.NOT: lambda a: int(a == 0),
}
BINARY: dict[BinaryOp, Callable[[int, int], int]] = {
    OP.ADD: lambda a, b: a + b,
    OP.SUB: lambda a, b: a - b,
    OP.MUL: lambda a, b: a * b,
    OP.SHL: lambda a, b: a << b,
    OP.SHR: lambda a, b: a >> b,
    OP.AND: lambda a, b: a & b,
    OP.OR: lambda a, b: a | b,
    OP.XOR: lambda a, b: a ^ b,
    OP.EQ: lambda a, b: int(a == b),
    OP.NE: lambda a, b: int(a != b),
    OP.LT: lambda a, b: int(a < b),
    OP.LE: lambda a, b: int(a <= b),
    OP.GT: lambda a, b: int(a > b),
    OP.GE: lambda a, b: int(a >= b),
}


def run(source: str, directory: Path) -> list[str]:
    path = directory / "show.c"
    path.write_text(source, encoding="utf-8")
    binary_path = directory / "show"
    subprocess.run(["gcc", "-w", "-O0", "-o", str(binary_path), str(path)], check=True, timeout=120)
    done = subprocess.run([str(binary_path)], check=True, timeout=60, capture_output=True, text=True)
    return done.stdout.split()


@pytest.mark.gcc
def test_gcc_reads_parentheses_as_meant(tmp_path: Path) -> None:
    sample = Sample(seed=1)
    exprs = [sample.expression(5) for _ in range(400)]
    body = "\n".join(f'printf("%u\\n", {to_c(expr)});' for expr in exprs)
    given_values = ", ".join(f"{name} = {value}U" for name, value in sample.values.items())
    source = f"#include <stdio.h>\nint main(void) {{ unsigned {given_values};\n{body}\nreturn 0; }}\n"
    assert run(source, tmp_path) == [str(sample.value(expr)) for expr in exprs]


@pytest.mark.gcc
def test_gcc_gives_the_text_the_type_it_was_meant_to_have(tmp_path: Path) -> None:
    checks = "\n".join(
        f"_Static_assert(__builtin_types_compatible_p(__typeof__(({text}) + 0), __typeof__(({declare(expr.type, '')})0 + 0)),"
        f' "{text}");'
        for expr, text in (*OPERATORS, *CASTS, *OBJECTS, *POINTERS)
    )
    source = f"""struct node {{ int value; struct node *next; }};
        int main(void) {{
            int x, y, z, i, *p, a[3], (*r)[3]; struct node *q, n; void *v; unsigned char c;
            {checks}
            return 0;
        }}
    """
    assert run(source, tmp_path) == []


@pytest.mark.gcc
def test_gcc_reads_constants_as_meant(tmp_path: Path) -> None:
    constants: list[tuple[Expr, CType, bytes]] = []
    for name in ("int", "unsigned int", "long", "unsigned long", "long long", "__int128", "unsigned __int128"):
        ctype = LP64.integer(name)
        for value in sorted({ctype.min, ctype.min + 1, 0, 1, ctype.max // 3, ctype.max}):
            constants.append((Const(value, ctype), ctype, value.to_bytes(ctype.size, "little", signed=ctype.signed)))
    for real, size in ((LP64.float, 4), (LP64.double, 8), (LP64.long_double, 10)):
        constants += [(FloatConst(bits, real), real, bits.to_bytes(size, "little")) for bits in patterns(real)]
    body = "\n".join(f"{{ {ctype} x = {to_c(expr)}; show(&x, {len(image)}); }}" for expr, ctype, image in constants)
    source = f"""#include <stdio.h>
        static void show(void *at, int size) {{
            for (int i = 0; i < size; i++) printf("%02x", ((unsigned char *)at)[i]);
            printf("\\n");
        }}
        int main(void) {{ {body} return 0; }}
    """
    assert run(source, tmp_path) == [image.hex() for _, _, image in constants]


def patterns(ctype: FloatType) -> list[int]:
    """Random finite numbers of all magnitudes, the special ones, and their negatives."""
    chooser = random.Random(2)
    stored = ctype.format.precision - 1
    explicit = 1 if ctype.format.precision == 64 else 0
    top = (1 << ctype.format.exponent) - 1
    found = []
    for exponent in (0, 1, top // 2, top - 1, top, *(chooser.randrange(1, top) for _ in range(12))):
        fractions = [0, 1 << (stored - 1) | 5] if exponent == top else [0, 1, chooser.getrandbits(stored)]
        for fraction in fractions:
            leading = (1 << stored) * (explicit if exponent else 0)
            for sign in (0, 1):
                found.append((sign << ctype.format.exponent | exponent) << (stored + explicit) | leading | fraction)
    return found
