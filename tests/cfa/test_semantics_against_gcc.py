"""Every operator on every type, and every conversion, against what gcc makes of them, bit by bit.

For each machine model one C program is generated that has a function per case (an operator with the types of its
operands).  It runs beside the tests, reads operands as they lie in memory and answers with the bytes of the results.
What the semantics calls undefined is not asked.  A NaN equals every other NaN.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whet.cfa import semantics, softfloat
from whet.cfa.expressions import BinaryOp, UnaryOp
from whet.cfa.semantics import Undefined, Value
from whet.cfa.softfloat import SoftFloat
from whet.cfa.types import (
    BINARY32,
    BINARY64,
    ILP32,
    LP64,
    VOID,
    X87,
    ArrayType,
    CType,
    FloatFormat,
    FloatType,
    IntType,
    MachineModel,
    PointerType,
    declare,
)

pytestmark = pytest.mark.gcc

MODELS = (LP64, ILP32)
FLAGS = {LP64: ("-m64",), ILP32: ("-m32", "-msse2", "-mfpmath=sse")}
INTEGERS = (
    *("_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"),
    *("long", "unsigned long", "long long", "unsigned long long"),
)
WIDE_INTEGERS = ("__int128", "unsigned __int128")

# ---------------------------------------------------------------------------------------------------- cases

Operands: TypeAlias = tuple[Value, ...]
Oracles: TypeAlias = "Callable[[MachineModel], Oracle]"


@dataclass(frozen=True, eq=False)
class Case:
    """``statement`` computes ``r`` from ``a`` and ``b``, and ``function`` should compute the same."""

    family: str
    name: str
    operands: tuple[CType, ...]
    result: CType
    statement: str
    function: Callable[..., Value]


@cache
def cases(model: MachineModel) -> tuple[Case, ...]:
    return (
        *unary_cases(model),
        *binary_cases(model),
        *shift_cases(model),
        *conversion_cases(model),
        *pointer_cases(model),
        *bit_field_cases(model),
        *literal_cases(model),
    )


@cache
def families(model: MachineModel) -> dict[str, list[Case]]:
    grouped: dict[str, list[Case]] = {}
    for case in cases(model):
        grouped.setdefault(case.family, []).append(case)
    return grouped


def integers(model: MachineModel) -> list[IntType]:
    return [model.integer(name) for name in (INTEGERS if model is ILP32 else INTEGERS + WIDE_INTEGERS)]


def floats(model: MachineModel) -> list[FloatType]:
    return [model.float, model.double, model.long_double]


def scalars(model: MachineModel) -> list[IntType | FloatType | PointerType]:
    return [*integers(model), *floats(model), model.pointer(VOID)]


def unary_cases(model: MachineModel) -> Iterator[Case]:
    for op, type in itertools.product(UnaryOp, scalars(model)):
        if is_legal(op, type):
            result = model.int if op is UnaryOp.NOT else type
            yield Case(
                f"unary {op.value}", f"{op.value} {type}", (type,), result, f"r = {op.value} a;", semantics.unary(op, type)
            )


def binary_cases(model: MachineModel) -> Iterator[Case]:
    for op, type in itertools.product(BinaryOp, scalars(model)):
        if not op.is_shift and is_legal(op, type):
            result = model.int if op.is_comparison else type
            function = semantics.binary(op, type)
            yield Case(f"binary {op.value}", f"{type} {op.value} {type}", (type, type), result, f"r = a {op.value} b;", function)


def is_legal(op: UnaryOp | BinaryOp, type: CType) -> bool:
    """Does C have the operator for the type?  On ``_Bool`` only where the promotion to ``int`` makes no difference."""
    if op is UnaryOp.NOT or (isinstance(op, BinaryOp) and op.is_comparison):
        return True
    match type:
        case FloatType():
            return op in (UnaryOp.NEG, BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.DIV)
        case IntType(width=1):
            return op in (BinaryOp.MUL, BinaryOp.DIV, BinaryOp.REM, BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR)
        case _:
            return isinstance(type, IntType)


def shift_cases(model: MachineModel) -> Iterator[Case]:
    counts = [model.integer(name) for name in ("signed char", "int", "unsigned int", "unsigned long long")]
    for op, type, count in itertools.product((BinaryOp.SHL, BinaryOp.SHR), integers(model)[1:], counts):
        name = f"{type} {op.value} {count}"
        yield Case(f"binary {op.value}", name, (type, count), type, f"r = a {op.value} b;", semantics.binary(op, type))


def conversion_cases(model: MachineModel) -> Iterator[Case]:
    for source, target in itertools.product(scalars(model), repeat=2):
        if is_convertible(source, target):
            function = semantics.conversion(source, target)
            cast = f"r = ({declare(target, '')})a;"
            yield Case(f"from {source}", f"({target}){source}", (source,), target, cast, function)


def is_convertible(source: CType, target: CType) -> bool:
    """Between floating types and pointers C has no conversion."""
    pairs = (source, target), (target, source)
    return not any(isinstance(one, FloatType) and isinstance(other, PointerType) for one, other in pairs)


def pointer_cases(model: MachineModel) -> Iterator[Case]:
    char, difference = model.integer("char"), model.ptrdiff_t
    for stride in (1, 2, 3, 4, 12, 4096):
        pointer = model.pointer(ArrayType(char, stride))
        exact = exact_difference(semantics.pointer_diff(stride, difference), stride, difference)
        yield Case("pointers", f"pointer - pointer, {stride} bytes", (pointer, pointer), difference, "r = a - b;", exact)
        add = semantics.pointer_add(stride, pointer)
        for index in integers(model):
            yield Case("pointers", f"pointer + {index}, {stride} bytes", (pointer, index), pointer, "r = a + b;", add)


def exact_difference(function: Callable[..., Value], stride: int, type: IntType) -> Callable[[int, int], Value]:
    """Without what C leaves undefined, on which gcc does something else: differences that are no multiple of the size."""

    def difference(left: int, right: int) -> Value:
        if type.wrap(left - right) % stride:
            raise Undefined
        return function(left, right)

    return difference


def bit_field_cases(model: MachineModel) -> Iterator[Case]:
    for type in integers(model):
        for width in sorted({1, 2, type.width // 2, type.width - 1, type.width} & set(range(1, type.width + 1))):
            statement = f"struct {{ {type} field : {width}; }} s; s.field = a; r = s.field;"
            yield Case("bit-fields", f"{type} : {width}", (type,), type, statement, bit_field(type, width))


def bit_field(type: IntType, width: int) -> Callable[[int], int]:
    return lambda value: semantics.truncate_bit_field(value, type, width)


def literal_cases(model: MachineModel) -> Iterator[Case]:
    for type, text in itertools.product(floats(model), literals()):
        suffix = {BINARY32: "f", BINARY64: "", X87: "L"}[type.format]
        yield Case("literals", text + suffix, (), type, f"r = {text + suffix};", literal(text + suffix, type))


def literal(text: str, type: FloatType) -> Callable[[], Value]:
    return lambda: semantics.float_from_bits(semantics.parse_float_literal(text, type), type)


def literals() -> list[str]:
    """Ties between neighbours of each format, the ends of their ranges, and some at random."""
    rng = random.Random(754)
    exponents = [*range(-50, 50), -330, -310, -46, -38, 38, 307, -4950, -4940, 4930]
    randoms = [f"{rng.randrange(10**18)}.{rng.randrange(10**9)}e{rng.choice(exponents)}" for _ in range(30)]
    ties = [f"0x1.{tail}p{exponent}" for tail in ("000001", "000003", "00000100000000001") for exponent in ("0", "-127", "127")]
    return [
        *("0.0", ".5", "1.", "0.1", "1e0", "3.14159265358979323846264338327950288", "16777217.0", "9007199254740993.0"),
        *("3.4028235677973366e38", "3.4028235677973365e38", "1.7976931348623158e308", "1.7976931348623159e308", "1e4932"),
        *("1.18973149535723176505e+4932", "7.006492321624085e-46", "7.006492321624086e-46", "2.4703282292062327208e-324"),
        *("2.4703282292062328e-324", "4.9406564584124654e-324", "1.82259976594123730126e-4951", "1.8225997659412374e-4951"),
        *("1e-5000", "1e5000", "1e-99999", "0x.8p1", "0x1.8P-3", "0xffffffffffffffff.8p0", "0xfffffffffffffffe.8p0"),
        *("0x1.fffffffffffff8p1023", "0x1.fffffep127", "0x1.ffffffp127", "0x1p-16446", "0x1.8p-16446", "0x1p-1075"),
        *ties,
        *randoms,
    ]


# ---------------------------------------------------------------------------------------------------- the oracle

PREAMBLE = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { void (*run)(const unsigned char *in, unsigned char *out); unsigned in, out; } entry;
"""

MAIN = """
static unsigned char *reserve(unsigned char *block, size_t size) {
    block = realloc(block, size + 1);
    if (!block) abort();
    return block;
}

/* A batch: how many bytes follow; then per request a number in the table and the operands.  All is read before any
   answer is written, so that neither side waits for the other. */
int main(void) {
    unsigned char *batch = NULL, *answers = NULL;
    unsigned size;
    while (fread(&size, sizeof size, 1, stdin) == 1) {
        batch = reserve(batch, size);
        if (fread(batch, 1, size, stdin) != size) return 1;
        size_t written = 0;
        for (unsigned at = 0; at < size;) {
            unsigned short number;
            memcpy(&number, batch + at, sizeof number);
            at += sizeof number;
            answers = reserve(answers, written + table[number].out);
            table[number].run(batch + at, answers + written);
            at += table[number].in;
            written += table[number].out;
        }
        fwrite(answers, 1, written, stdout);
        fflush(stdout);
    }
    return 0;
}
"""


def c_function(number: int, case: Case) -> str:
    lines = [f"static void f{number}(const unsigned char *in, unsigned char *out) {{ /* {case.name} */"]
    for name, type in zip("ab", case.operands, strict=False):
        lines.append(f"    {declare(type, name)}; memcpy(&{name}, in, sizeof {name}); in += sizeof {name};")
    lines.append(f"    {declare(case.result, 'r')};")
    lines.append(f"    {case.statement}")
    lines.append("    memcpy(out, &r, sizeof r);\n}")
    return "\n".join(lines)


def c_program(table: Sequence[Case]) -> str:
    functions = [c_function(number, case) for number, case in enumerate(table)]
    entries = [f"{{f{n}, {operand_size(case)}, {case.result.size}}}," for n, case in enumerate(table)]
    return "\n".join([PREAMBLE, *functions, "static const entry table[] = {", *entries, "};", MAIN])


def operand_size(case: Case) -> int:
    return sum(type.size for type in case.operands)


class Oracle:
    """A running C program that computes the cases of a table."""

    def __init__(self, table: Sequence[Case], flags: Sequence[str], directory: Path) -> None:
        source, program = directory / "table.c", directory / "table"
        source.write_text(c_program(table))
        compile_c(source, program, flags)
        self.numbers = {case: number for number, case in enumerate(table)}
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, case: Case, requests: Sequence[Operands]) -> list[bytes]:
        assert self.process.stdin
        assert self.process.stdout
        number, size = struct.pack("<H", self.numbers[case]), case.result.size
        encoded = [number + b"".join(map(semantics.encode, operands, case.operands)) for operands in requests]
        batch = b"".join(encoded)
        self.process.stdin.write(struct.pack("<I", len(batch)) + batch)
        self.process.stdin.flush()
        answer = self.process.stdout.read(size * len(requests))
        return [answer[at : at + size] for at in range(0, size * len(requests), size)]

    def close(self) -> None:
        self.process.communicate()


def compile_c(source: Path, program: Path, flags: Sequence[str]) -> None:
    subprocess.run(["gcc", "-O0", "-fwrapv", "-w", *flags, "-o", program, source], check=True)


@pytest.fixture(scope="module")
def oracles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracles]:
    """The oracle of a machine model, compiled when it is asked for first."""
    with contextlib.ExitStack() as stack:
        yield cache(lambda model: stack.enter_context(contextlib.closing(start(model, tmp_path_factory.mktemp(model.name)))))


def start(model: MachineModel, directory: Path) -> Oracle:
    smallest = directory / "smallest.c"
    smallest.write_text("#include <stdio.h>\nint main(void) { return 0; }")
    try:
        compile_c(smallest, directory / "smallest", FLAGS[model])
    except subprocess.CalledProcessError:
        pytest.skip(f"gcc does not compile for {model}")
    return Oracle([*cases(model), *text_cases(model)], FLAGS[model], directory)


# ---------------------------------------------------------------------------------------------------- operands

EXPONENTS = (7, 8, 15, 16, 24, 25, 31, 32, 53, 54, 63, 64, 127, 128)
"""Widths of integers and precisions of formats, which is where something happens."""


@cache
def boundary_values(type: CType) -> list[Value]:
    match type:
        case IntType():
            return [*boundary_integers(type)]
        case PointerType(width=width):
            return [
                value & ((1 << width) - 1) for value in (0, 1, 7, 8, 4096, -1, -4096, 1 << (width - 1), (1 << (width - 1)) - 1)
            ]
        case FloatType(format=format):
            return [semantics.float_from_bits(bits, type) for bits in sorted(boundary_floats(format))]
        case _:
            raise TypeError(type)


def extreme_values(type: CType) -> list[Value]:
    match type:
        case IntType():
            return [
                value for value in (type.min, type.min + 1, -1, 0, 1, type.max - 1, type.max) if type.min <= value <= type.max
            ]
        case FloatType(format=format):
            infinity, one = SoftFloat.infinity(format), SoftFloat.from_integer(format, 1)
            greatest = infinity.to_bits() - (1 << format.precision - 1 if format == X87 else 0) - 1
            positive = (0, 1, one.to_bits(), greatest, infinity.to_bits(), abs(SoftFloat.nan(format)).to_bits())
            signs = (0, 1 << (softfloat.storage_bits(format) - 1))
            return [semantics.float_from_bits(sign | bits, type) for sign in signs for bits in positive]
        case _:
            return boundary_values(type)


def boundary_integers(type: IntType) -> list[int]:
    powers = {1 << exponent for exponent in EXPONENTS}
    near = {value + offset for value in powers | set(halfway_integers()) | {0, 10} for offset in (-1, 0, 1)}
    within = {value for value in near | {-value for value in near} if type.min <= value <= type.max}
    return sorted(within | {type.min, type.min + 1, type.max - 1, type.max})


def halfway_integers() -> Iterator[int]:
    """Halfway between two neighbours in binary32, binary64 and x87, with 31, 32, 63, 64, 127 and 128 bits."""
    for precision, width in itertools.product((24, 53, 64), (31, 32, 63, 64, 127, 128)):
        for significand in (1 << precision - 1, (1 << precision - 1) + 1, (1 << precision) - 1):
            if width > precision:
                yield (significand << width - precision) + (1 << width - precision - 1)


def boundary_floats(format: FloatFormat) -> set[int]:
    """Encodings: the ends of every format's range, halfway points of the narrower formats, integers; and the neighbours."""
    numbers = {Fraction(n, d) for n, d in ((0, 1), (1, 1), (1, 3), (3, 2), (5, 2), (10, 1))}
    numbers |= {Fraction(2) ** exponent for exponent in EXPONENTS}
    for other in (BINARY32, BINARY64, X87):
        ulp = Fraction(2) ** (1 - other.precision)
        smallest, least_normal = Fraction(2) ** (other.emin - other.precision + 1), Fraction(2) ** other.emin
        greatest = (2 - ulp) * Fraction(2) ** other.emax
        numbers |= {smallest, smallest / 2, smallest * 3 / 2, least_normal, least_normal - smallest, greatest, 1 + ulp / 2}
        numbers |= {greatest + ulp / 2 * Fraction(2) ** other.emax, 1 + ulp * 3 / 2}
    magnitudes = [SoftFloat.from_fraction(format, number) for number in numbers]
    encodings = {value.to_bits() + step for value in magnitudes for step in (-1, 0, 1) if value.is_finite and value}
    encodings |= {0, SoftFloat.infinity(format).to_bits(), abs(SoftFloat.nan(format)).to_bits()}
    encodings.add(SoftFloat.infinity(format).to_bits() + 1)  # a signalling NaN
    canonical = {SoftFloat.from_bits(format, bits).to_bits() for bits in encodings}
    return canonical | {bits | 1 << (softfloat.storage_bits(format) - 1) for bits in canonical}


def random_bytes(rng: random.Random, type: CType) -> bytes:
    """A representation of some value of the type."""
    if isinstance(type, IntType) and type.is_bool:
        return bytes([rng.getrandbits(1)])
    return rng.randbytes(type.size)


def chosen_operands(case: Case) -> Iterator[Operands]:
    """All combinations of the extreme values, those of boundary values thinned out where they are many, some random bytes."""
    yield from itertools.product(*(extreme_values(type) for type in case.operands))
    combinations = [*itertools.product(*(boundary_values(type) for type in case.operands))]
    rng = random.Random(case.name)
    yield from combinations if len(combinations) <= 600 else rng.sample(combinations, 600)
    for _ in range(100 if case.operands else 0):
        yield tuple(semantics.decode(random_bytes(rng, type), type) for type in case.operands)


def any_value(type: CType) -> st.SearchStrategy[Value]:
    return st.one_of(st.sampled_from(boundary_values(type)), random_value(type))


def random_value(type: CType) -> st.SearchStrategy[Value]:
    match type:
        case IntType():
            return st.integers(type.min, type.max)
        case FloatType(format=format):
            encodings = st.integers(0, (1 << softfloat.storage_bits(format)) - 1)
            return st.one_of(encodings, moderate_floats(format)).map(lambda bits: semantics.float_from_bits(bits, type))
        case _:
            return st.integers(0, (1 << 8 * type.size) - 1)


def moderate_floats(format: FloatFormat) -> st.SearchStrategy[int]:
    """Encodings of numbers not far from one, so that sums have something to round, and integers something to truncate."""
    numbers = st.builds(nearest_to, st.just(format), st.booleans(), st.integers(0, 2**80), st.integers(-140, 0))
    return numbers.map(SoftFloat.to_bits)


def nearest_to(format: FloatFormat, negative: bool, significand: int, exponent: int) -> SoftFloat:
    return softfloat.rounded(format, negative, significand, exponent)


# ---------------------------------------------------------------------------------------------------- tests


def defined(case: Case, candidates: Iterator[Operands]) -> Iterator[tuple[Operands, Value]]:
    for operands in candidates:
        with contextlib.suppress(Undefined):
            yield operands, case.function(*operands)


def same_datum(value: Value, answer: bytes, type: CType) -> bool:
    """Padding does not count, nor does the kind of a NaN."""
    computed = semantics.decode(answer, type)
    return semantics.encode(computed, type) == semantics.encode(value, type) or (is_nan(computed) and is_nan(value))


def is_nan(value: Value) -> bool:
    return value.is_nan if isinstance(value, SoftFloat) else math.isnan(value)


def check(oracle: Oracle, case: Case, candidates: Iterator[Operands]) -> None:
    expected = [*defined(case, candidates)]
    answers = oracle.ask(case, [operands for operands, _ in expected])
    for (operands, value), answer in zip(expected, answers, strict=True):
        if not same_datum(value, answer, case.result):
            shown = ", ".join(map(str, operands))
            pytest.fail(f"{case.name} of {shown}: {value}, but gcc computes {semantics.decode(answer, case.result)}")


def each_family(*, without: str = "") -> list[tuple[MachineModel, str]]:
    return [(model, family) for model in MODELS for family in families(model) if family != without]


@pytest.mark.parametrize(("model", "family"), each_family(), ids=str)
def test_chosen_values(oracles: Oracles, model: MachineModel, family: str) -> None:
    for case in families(model)[family]:
        check(oracles(model), case, chosen_operands(case))


@pytest.mark.parametrize(("model", "family"), each_family(without="literals"), ids=str)
def test_any_values(oracles: Oracles, model: MachineModel, family: str) -> None:
    @settings(deadline=None, max_examples=20)
    @given(st.sampled_from(families(model)[family]).flatmap(with_operands))
    def agrees(drawn: tuple[Case, list[Operands]]) -> None:
        case, operands = drawn
        check(oracles(model), case, iter(operands))

    agrees()


def with_operands(case: Case) -> st.SearchStrategy[tuple[Case, list[Operands]]]:
    return st.tuples(st.just(case), st.lists(st.tuples(*map(any_value, case.operands)), min_size=1, max_size=10))


# ---------------------------------------------------------------------------------------------------- printf

PRINTF: dict[str, Callable[[SoftFloat, int], str]] = {
    "f": softfloat.format_fixed,
    "e": softfloat.format_scientific,
    "g": softfloat.format_general,
    "a": softfloat.format_hexadecimal,
}


@cache
def text_cases(model: MachineModel) -> tuple[Case, ...]:
    text = ArrayType(model.integer("char"), 5000)
    return tuple(
        Case("printf", letter, (model.long_double, model.int), text, f'snprintf(r, sizeof r, "%.*L{letter}", b, a);', bool)
        for letter in PRINTF
    )


@pytest.mark.parametrize("letter", PRINTF)
@pytest.mark.parametrize("model", MODELS, ids=str)
def test_printf_of_long_double(oracles: Oracles, model: MachineModel, letter: str) -> None:
    case = next(case for case in text_cases(model) if case.name == letter)
    values = random.Random(letter).sample(boundary_values(model.long_double), 100)
    requests = [(value, precision) for value in values for precision in (0, 1, 6, 17)]
    for (value, precision), answer in zip(requests, oracles(model).ask(case, requests), strict=True):
        assert isinstance(value, SoftFloat)
        assert PRINTF[letter](value, precision) == answer.split(b"\0")[0].decode()
