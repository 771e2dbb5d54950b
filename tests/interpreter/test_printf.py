"""What ``printf`` writes, against glibc: a compiled program answers with what each directive gives."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from whet.cfa.semantics import Undefined, Value, decode, encode
from whet.cfa.types import LP64, VOID, CType, FloatType, IntType
from whet.interpreter.inputs import ListedInputs, fitted
from whet.interpreter.library.printf import Formatter, PassedArguments
from whet.interpreter.library.raw import write_bytes
from whet.interpreter.memory import ObjectKind
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Environment, Process, RunBounds

ORACLE = r"""
#include <stdio.h>
#include <string.h>

static unsigned char format[4096], data[4096], result[1 << 16];

static int unhex(const char *text, unsigned char *bytes) {
  int count = 0; unsigned byte;
  for (; sscanf(text, "%2x", &byte) == 1; text += 2) bytes[count++] = byte;
  bytes[count] = 0;
  return count;
}

#define WRITE(...) snprintf(out, sizeof result, f, __VA_ARGS__)
#define CALL(value) (stars == 0 ? WRITE(value) : stars == 1 ? WRITE(width, value) : stars == 2 ? WRITE(precision, value) \
  : WRITE(width, precision, value))

int main(void) {
  static char line[20000], text[9000], value[9000];
  while (fgets(line, sizeof line, stdin)) {
    char kind; int stars, width, precision, length = 0; char *out = (char *)result, *f = (char *)format;
    sscanf(line, "%c %d %d %d %8999s %8999s", &kind, &stars, &width, &precision, text, value);
    unhex(text + 1, format); unhex(value + 1, data);
    int i; long long l; double d; long double ld;
    memcpy(&i, data, 4); memcpy(&l, data, 8); memcpy(&d, data, 8); memcpy(&ld, data, 16);
    switch (kind) {
      case 'i': length = CALL(i); break;
      case 'l': length = CALL(l); break;
      case 'd': length = CALL(d); break;
      case 'L': length = CALL(ld); break;
      case 's': length = CALL((char *)data); break;
    }
    for (int n = 0; n < length; n++) printf("%02x", result[n]);
    printf("\n"); fflush(stdout);
  }
  return 0;
}
"""

TYPES: dict[str, CType] = {
    "i": LP64.int,
    "l": LP64.integer("long long"),
    "d": LP64.double,
    "L": LP64.long_double,
    "s": LP64.pointer(VOID),
}
_STARS = {(False, False): 0, (True, False): 1, (False, True): 2, (True, True): 3}


@dataclass(frozen=True)
class Case:
    """A directive with one argument: an integer, the bytes of a floating value, or a string."""

    kind: str
    flags: str
    width: int | None
    width_by_star: bool
    precision: int | None
    precision_by_star: bool
    letters: str
    data: bytes

    @property
    def format(self) -> str:
        width = "*" if self.width_by_star else "" if self.width is None else str(abs(self.width))
        precision = "" if self.precision is None else ".*" if self.precision_by_star else f".{abs(self.precision)}"
        return f"<%{self.flags}{width}{precision}{self.letters}>"

    @property
    def stars(self) -> list[int]:
        width = [self.width or 0] if self.width_by_star else []
        return width + ([self.precision] if self.precision is not None and self.precision_by_star else [])


class Oracle:
    def __init__(self, binary: Path) -> None:
        self._process = subprocess.Popen([str(binary)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, case: Case) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        code = _STARS[case.width_by_star, case.precision is not None and case.precision_by_star]
        numbers = f"{case.width or 0} {case.precision or 0}"
        self._process.stdin.write(f"{case.kind} {code} {numbers} x{case.format.encode().hex()} x{case.data.hex()}\n")
        self._process.stdin.flush()
        return bytes.fromhex(self._process.stdout.readline().strip())

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    folder = tmp_path_factory.mktemp("printf")
    source, binary = folder / "oracle.c", folder / "oracle"
    source.write_text(ORACLE)
    subprocess.run(["gcc", "-w", "-O1", "-fno-builtin", str(source), "-o", str(binary)], check=True)
    made = Oracle(binary)
    yield made
    made.close()


def process() -> Process:
    return Process(LP64, Environment(ListedInputs()), RunBounds(), lambda: None)


def formatted(case: Case) -> bytes:
    made = process()
    type = TYPES[case.kind]
    value: Value
    if case.kind == "s":
        block = made.memory.allocate(len(case.data) + 1, ObjectKind.GLOBAL, "text", zeroed=True)
        write_bytes(made, block.base, case.data)
        value = block.base
    else:
        value = decode(case.data, type)
    stars = case.stars
    types = [LP64.int] * len(stars) + [type]
    return Formatter(made, PassedArguments([*stars, value], types)).format(case.format.encode())


flags = st.text("-+ #0'", max_size=3)


def cases(kind: str, letters: st.SearchStrategy[str], data: st.SearchStrategy[bytes]) -> st.SearchStrategy[Case]:
    def build(text: str, width: tuple[int | None, bool], precision: tuple[int | None, bool], letters: str, data: bytes) -> Case:
        signed_width = width[0] if width[1] or width[0] is None else abs(width[0])
        return Case(kind, text, signed_width, width[1], *precision, letters, data)

    by_star = st.tuples(st.integers(-20, 40), st.just(True))
    plain_width = st.tuples(st.none() | st.integers(1, 40), st.just(False))
    plain_precision = st.tuples(st.none() | st.integers(0, 30), st.just(False))
    return st.builds(build, flags, plain_width | by_star, plain_precision | by_star, letters, data)


def integers(name: str) -> st.SearchStrategy[bytes]:
    type = LP64.integer(name)
    numbers = st.integers(type.min, type.max) | st.integers(-9, 9)
    return numbers.map(lambda number: encode(number, type))


def lengths(modifiers: list[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(modifiers), st.sampled_from("diuxXo")).map("".join)


def floats(type: FloatType) -> st.SearchStrategy[bytes]:
    special = st.sampled_from([0.0, -0.0, 0.5, 1.5, 2.5, 9.5, 99.5, 0.05, 1e15, 123456.5, 999999.5, 1e-5, 9.9999995e-5, 5e-324])
    return (st.floats() | special | st.floats(-1000, 1000)).map(lambda number: encode(fitted(number, type), type))


def extended() -> st.SearchStrategy[bytes]:
    """All numbers of the x87, normal and subnormal, and its infinities and NaNs."""
    normal = st.builds(
        lambda sign, biased, rest: struct.pack("<QH6x", 1 << 63 | rest, sign << 15 | biased),
        st.integers(0, 1),
        st.integers(1, 32766) | st.integers(16300, 16500),
        st.integers(0, (1 << 63) - 1),
    )
    subnormal = st.integers(0, (1 << 63) - 1).map(lambda rest: struct.pack("<QH6x", rest, 0))
    return normal | subnormal | floats(LP64.long_double)


def loses_zeros(case: Case, text: bytes) -> bool:
    """glibc 2.36 forgets the zeros of ``%#g`` where rounding gives a power of ten: 999999.5 becomes ``1.e+06``."""
    return "#" in case.flags and case.letters[-1] in "gG" and b"1.e" in text.lower()


@pytest.mark.gcc
class TestAgainstGlibc:
    @given(cases("i", lengths(["", "hh", "h"]) | st.just("c"), integers("int")))
    @settings(max_examples=400, deadline=None)
    def test_int(self, oracle: Oracle, case: Case) -> None:
        assert formatted(case) == oracle(case)

    @given(cases("l", lengths(["l", "ll", "j", "z", "t", "q"]) | st.just("p"), integers("long long")))
    @settings(max_examples=400, deadline=None)
    def test_long(self, oracle: Oracle, case: Case) -> None:
        assert formatted(case) == oracle(case)

    @given(cases("d", st.sampled_from("fFeEgGaA"), floats(LP64.double)))
    @settings(max_examples=800, deadline=None)
    @example(Case("d", "#", None, False, 0, False, "g", struct.pack("<d", 0.0)))
    @example(Case("d", "#", None, False, None, False, "a", struct.pack("<d", 1.0)))
    def test_double(self, oracle: Oracle, case: Case) -> None:
        expected = oracle(case)
        assume(not loses_zeros(case, expected))
        assert formatted(case) == expected

    @given(cases("L", st.sampled_from(["Lf", "LF", "Le", "LE", "Lg", "LG", "La", "LA"]), extended()))
    @settings(max_examples=400, deadline=None)
    def test_long_double(self, oracle: Oracle, case: Case) -> None:
        expected = oracle(case)
        assume(not loses_zeros(case, expected))
        assert formatted(case) == expected

    @given(cases("s", st.just("s"), st.binary(max_size=20).map(lambda text: text.replace(b"\0", b"."))))
    @settings(max_examples=200, deadline=None)
    def test_string(self, oracle: Oracle, case: Case) -> None:
        assert formatted(case) == oracle(case)


def shown(format: str, *arguments: tuple[Value, CType]) -> bytes:
    return Formatter(process(), PassedArguments([value for value, _ in arguments], [type for _, type in arguments])).format(
        format.encode()
    )


def test_text_between_directives() -> None:
    assert shown("a%%b%d,%5.2f%%", (3, LP64.int), (2.345, LP64.double)) == b"a%b3, 2.35%"


@pytest.mark.parametrize(
    ("format", "type"),
    [("%d", LP64.double), ("%f", LP64.int), ("%d", LP64.integer("long")), ("%Lf", LP64.double), ("%s", LP64.int)],
)
def test_argument_of_another_type(format: str, type: IntType | FloatType) -> None:
    with pytest.raises(Undefined, match="argument of type"):
        shown(format, (fitted(0, type), type))


def test_missing_argument() -> None:
    with pytest.raises(Undefined, match="no argument for %d"):
        shown("%d")


@pytest.mark.parametrize("format", ["%ls", "%lc", "%m", "%1$d", "%99999999d"])
def test_not_modelled(format: str) -> None:
    with pytest.raises(NotInterpreted):
        shown(format, (0, LP64.int))


def test_count_of_what_is_written() -> None:
    made = process()
    block = made.memory.allocate(4, ObjectKind.GLOBAL, "n", zeroed=True)
    text = Formatter(made, PassedArguments([12345, block.base, 6], [LP64.int, LP64.pointer(LP64.int), LP64.int])).format(
        b"%d%n%d"
    )
    assert (text, made.access.loader(LP64.int)(block.base)) == (b"123456", 5)
