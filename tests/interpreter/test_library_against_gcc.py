"""Library functions on edge values: the interpreter returns what glibc returns.

Each case is an expression of C whose value is printed as a number; many of them make one program.  What C leaves undefined is
left out.  Results of which C defines only the sign are compared exactly on the machine with 64 bits, where they are those of
glibc, and by their sign elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of
from whet.cfa.types import ILP32, LP64, MachineModel

pytestmark = pytest.mark.gcc

HEAD = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <math.h>
int (isalpha)(int), (isalnum)(int), (isdigit)(int), (isxdigit)(int), (islower)(int), (isupper)(int), (isspace)(int),
  (isblank)(int), (iscntrl)(int), (isprint)(int), (isgraph)(int), (ispunct)(int), (isascii)(int), (toascii)(int),
  (toupper)(int), (tolower)(int);
void *mempcpy(void *, const void *, size_t); void *memrchr(const void *, int, size_t); void *rawmemchr(const void *, int);
char *stpcpy(char *, const char *); char *stpncpy(char *, const char *, size_t); char *strchrnul(const char *, int);
size_t strnlen(const char *, size_t); int ffsl(long); int ffsll(long long);
char room[64], *end; int whole;
long long after(long long value) { return value * 100 + (end - room); }
char *text(const char *given) { memset(room, '#', 64); strcpy(room, given); end = room + 63; return room; }
long long sum(void) { long long all = 0; for (int i = 0; i < 64; i++) all = all * 31 + room[i]; return all; }
long long bits(double given) { long long value; if (given != given) return 7; memcpy(&value, &given, 8); return value; }
long long bitsf(float given) { int value; if (given != given) return 7; memcpy(&value, &given, 4); return value; }
int sign(int value) { return (value > 0) - (value < 0); }
"""

INTS = ("0", "1", "-1", "7", "-100", "2147483647", "-2147483647", "(-2147483647-1)")
WIDE = (*INTS, "9223372036854775807LL", "-9223372036854775807LL", "(-9223372036854775807LL-1)", "4294967296LL", "1LL<<40")
NUMBERS = (
    "", " ", "0", "-0", "+0", "1", "-1", " \\t\\n\\v\\f\\r12", "12abc", "abc", "+-3", "--3", "- 3", "+", "-", "0x", "0x1F",
    "-0x1f", "0xg", "007", "08", "0b11", "z", "Zz", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
    "4294967296", "4294967297", "-4294967297", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "9999999999999999999",
    "1 2", "1.5", "1e3", '\\x80""1', "0x8000000000000000", "-0xffffffffffffffff",
)  # fmt: skip
FLOATS = (
    "", ".", "-", "1", "-1", "-0", "1.", ".5", "1.5e3", "1e", "1e+", "1e-", "1e400", "-1e400", "1e-400", "4.9e-324", "2e-324",
    "inf", "-INF", "infinity", "infinite", "INFINITY9", "nan", "NaN", "nano", "nan()", "nan(", "nan(1 )", "0x", "0x1",
    "0x1p3", "0x.8p1", "0x1p", "0x1p-1074", "0x1.8p-1075", "0x1.fffffffffffff8p1023", "1.7976931348623157e308",
    "1.7976931348623159e308", "0.1", "16777217", "16777219.0", "3.4028235e38", "3.4028236e38", "1e-46", " +2.5x", "0xp1",
    "0e5", "1e99999999999", "1e-99999999999", "0x1p99999999999", "123456789012345678901234567890", "1.e1", "..1", "1,5",
)  # fmt: skip
STRINGS = ('""', '"a"', '"b"', '"ab"', '"abc"', '"abd"', '"ABC"', '"aBd"', '"\\x80"', '"a\\xff"', '"a\\0b"', '"[_"', '"[{"')
DOUBLES = ("0.0", "-0.0", "0.5", "-0.5", "1.5", "2.5", "-2.5", "1e300", "-1e-310", "4503599627370497.5", "1.0/0.0", "-1.0/0.0",
           "atof(\"nan\")", "-2147483648.0", "2147483646.9", "5e-324")  # fmt: skip
CLASSES = ("alpha", "alnum", "digit", "xdigit", "lower", "upper", "space", "blank", "cntrl", "print", "graph", "punct")
OF_CHARACTERS = (*(f"is{name}" for name in CLASSES), "isascii", "toupper", "tolower", "toascii")


def integers() -> Iterator[str]:
    for value in INTS:
        yield f"abs({value})"
        yield f"ffs({value})"
        yield f"sign(abs({value}))"
    for value in WIDE:
        yield from (f"{name}({value})" for name in ("labs", "llabs", "ffsl", "ffsll", "abs"))
        yield from (f"(long long)__builtin_bswap{width}({value})" for width in (16, 32, 64))
        for name in ("popcount", "parity", "clrsb", "ffs"):
            yield from (f"__builtin_{name}{suffix}({value})" for suffix in ("", "l", "ll"))
    for value in ("1", "-1", "7", "2147483647", "(-2147483647-1)"):
        for name in ("clz", "ctz"):
            yield from (f"__builtin_{name}{suffix}({value})" for suffix in ("", "l", "ll"))


def parsed_integers() -> Iterator[str]:
    for number in NUMBERS:
        for name in ("atoi", "atol", "atoll"):
            yield f'{name}("{number}")'
        for name in ("strtol", "strtoll", "strtoul", "strtoull"):
            for base in (10, 0, 16):
                yield f'after({name}(text("{number}"), &end, {base}))'
    for base in (-1, 1, 2, 3, 8, 11, 35, 36, 37, 100):
        for number in ("0", "10", "zZ9", "-7f", "0x10", ""):
            yield f'after(strtol(text("{number}"), &end, {base}))'
            yield f'(long long)strtoul("{number}", 0, {base})'


def parsed_floats() -> Iterator[str]:
    for number in FLOATS:
        yield f'bits(atof("{number}"))'
        yield f'bits(strtod(text("{number}"), &end)) + (end - room)'
        yield f'bitsf(strtof(text("{number}"), &end)) + (end - room)'
        yield f'bits(strtold(text("{number}"), &end)) + (end - room)'


def characters() -> Iterator[str]:
    for name in OF_CHARACTERS:
        yield from (f"({name})({character})" for character in ("'a'", "'Z'", "'_'"))
    for name in ("isascii", "toupper", "tolower", "toascii"):
        yield from (f"({name})({value})" for value in (-1000, 256, 1000, 97 + 256, "(-2147483647-1)"))


def comparisons() -> Iterator[str]:
    for left in STRINGS:
        for right in STRINGS:
            yield from (f"{name}({left}, {right})" for name in ("strcmp", "strcasecmp", "strcoll"))
            yield from (f"{name}({left}, {right}, {size})" for name in ("strncmp", "strncasecmp") for size in (0, 1, 2, 9))
            yield f"memcmp({left}, {right}, 1)"
    for size in range(5):
        yield f'memcmp("ab\\0c", "ab\\0d", {size})'
        yield f'bcmp("ab\\0c", "ab\\0d", {size}) != 0'


def searches() -> Iterator[str]:
    for string in STRINGS:
        yield f"strlen({string})"
        yield from (f"strnlen({string}, {size})" for size in (0, 1, 2, 100))
        for byte in ("'a'", "'c'", "0", "0x180", "-1", "'b' + 256"):
            yield f"strchrnul(text({string}), {byte}) - room"
            yield from (f"(end = {name}(text({string}), {byte})) ? end - room : -1" for name in ("strchr", "strrchr"))
            yield from (f"(end = {name}(text({string}), {byte}, 3)) ? end - room : -1" for name in ("memchr", "memrchr"))
        for other in ('""', '"a"', '"b"', '"bc"', '"\\xff"', '"cba"'):
            yield from (f"{name}({string}, {other})" for name in ("strspn", "strcspn"))
            yield from (f"(end = {name}(text({string}), {other})) ? end - room : -1" for name in ("strstr", "strpbrk"))


def copies() -> Iterator[str]:
    for string in STRINGS:
        for name in ("strcpy", "stpcpy", "strcat"):
            yield f'({name}(text("xy"), {string}) - room) * 1000003 + sum()'
        for name in ("strncpy", "stpncpy", "strncat"):
            yield from (f'({name}(text("xy"), {string}, {size}) - room) * 1000003 + sum()' for size in (0, 1, 2, 5))
    for byte in ("0", "-1", "300", "'x'"):
        yield from (f'((char *)memset(text("abc"), {byte}, {size}) - room) * 1000003 + sum()' for size in (0, 1, 5))
    for to, start, size in ((0, 3, 2), (3, 0, 2), (0, 1, 4), (1, 0, 4), (2, 2, 3)):
        yield f'((char *)memmove(text("abcdefgh") + {to}, room + {start}, {size}) - room) * 1000003 + sum()'
        if abs(to - start) >= size:
            yield f'((char *)mempcpy(text("abcdefgh") + {to}, room + {start}, {size}) - room) * 1000003 + sum()'


def printed() -> Iterator[str]:
    for size in (0, 1, 3, 64):
        yield f'snprintf(text("q"), {size}, "%d|%s|%c", -5, "ab", 300) * 1000003LL + sum()'
        yield f'snprintf(text("q"), {size}, "%hhd %hu %#x %+i %5.2f", 300, 70000, 255, 0, 2.675) * 1000003LL + sum()'


def of_two_doubles(x: str, y: str) -> Iterator[str]:
    yield from (f"bits({name}({x}, {y}))" for name in ("fmod", "remainder", "copysign", "nextafter", "fdim"))
    yield f"{x} == {y} ? 0 : bits(fmax({x}, {y}))"
    yield from (f"{name}({x}, {y})" for name in ("isless", "islessequal", "isgreater", "islessgreater", "isunordered"))


def floating() -> Iterator[str]:
    unary = ("floor", "ceil", "trunc", "round", "rint", "nearbyint", "fabs", "logb")
    for x in DOUBLES:
        yield from (f"bits({name}({x}))" for name in unary)
        yield from (f"bitsf({name}f({x}))" for name in unary)
        yield from (f"{name}({x})" for name in ("__isnan", "__isinf", "__finite", "__fpclassify", "__isinff", "__finitel"))
        yield from (f"({name}({x})) != 0" for name in ("signbit", "isnan", "isnormal", "isinf", "isfinite"))
        yield f"(whole = 5, bits(frexp({x}, &whole)))"
        yield f"ilogb({x})"
        yield from of_two_doubles(x, "2.5")
        yield from (f"bits(ldexp({x}, {by}))" for by in (0, 1, -1, 5000, -5000, 2147483647, "(-2147483647-1)"))
    yield from ("bits(INFINITY)", "bitsf(-INFINITY)", "bits(NAN)", "bitsf(-NAN)", "bits(HUGE_VAL)")
    for x in ("0.5", "-0.5", "2.5", "-1.5", "2147483647.0", "-2147483648.0"):
        yield from (f"{name}({x})" for name in ("lround", "llround", "lrint", "llrint"))


GROUPS = {
    group.__name__: list(group())
    for group in (integers, parsed_integers, parsed_floats, characters, comparisons, searches, copies, printed, floating)
}
PER_FUNCTION = 100


def program_for(cases: list[str], shown: str) -> str:
    parts = [cases[first : first + PER_FUNCTION] for first in range(0, len(cases), PER_FUNCTION)]
    functions = [
        f"void part{number}(void) {{\n" + "".join(f'  printf("%lld\\n", (long long){shown}({case}));\n' for case in part) + "}\n"
        for number, part in enumerate(parts)
    ]
    calls = " ".join(f"part{number}();" for number in range(len(parts)))
    return HEAD + "".join(functions) + f"int main(void) {{ {calls} return 0; }}\n"


def differences(cases: list[str], folder: Path, machine: MachineModel, shown: str = "") -> list[str]:
    text = program_for(cases, shown)
    found, wanted = output_of(text, folder, machine).split(), compiled_output_of(text, folder, machine).split()
    assert len(found) == len(wanted) == len(cases)
    return [f"{case} is {one}, not {two}" for case, one, two in zip(cases, wanted, found, strict=True) if one != two]


@pytest.mark.parametrize("group", GROUPS)
def test_results_are_those_of_glibc(group: str, tmp_path: Path) -> None:
    assert not differences(GROUPS[group], tmp_path, LP64)


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "comparisons"])
def test_results_are_those_of_glibc_on_the_small_machine(group: str, tmp_path: Path) -> None:
    assert not differences(GROUPS[group], tmp_path, ILP32)


CHARACTERS, PAIRS = range(-128, 256), len(DOUBLES) ** 2
LOOP_OVER_CHARACTERS = f"for (int c = {CHARACTERS.start}; c < {CHARACTERS.stop}; c++)"
LOOP_OVER_PAIRS = f"""double of[] = {{{", ".join(DOUBLES)}}};
  for (int i = 0; i < {len(DOUBLES)}; i++) for (int j = 0; j < {len(DOUBLES)}; j++)"""


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize(
    ("loop", "cases", "times"),
    [
        (LOOP_OVER_CHARACTERS, [f"({name})(c)" for name in OF_CHARACTERS], len(CHARACTERS)),
        (LOOP_OVER_PAIRS, list(of_two_doubles("of[i]", "of[j]")), PAIRS),
    ],
    ids=["characters", "pairs of doubles"],
)
def test_results_in_a_loop_are_those_of_glibc(
    loop: str, cases: list[str], times: int, machine: MachineModel, tmp_path: Path
) -> None:
    shown = "".join(f'    printf("%lld\\n", (long long)({case}));\n' for case in cases)
    text = f"{HEAD}int main(void) {{\n  {loop} {{\n{shown}  }}\n}}\n"
    found, wanted = output_of(text, tmp_path, machine).split(), compiled_output_of(text, tmp_path, machine).split()
    assert len(wanted) == times * len(cases)
    assert found == wanted


def test_comparisons_have_the_sign_of_glibc_on_the_small_machine(tmp_path: Path) -> None:
    assert not differences(GROUPS["comparisons"], tmp_path, ILP32, "sign")
