"""C expressions of witnesses: what they mean in the program, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.expressions import Expr
from whet.cfa.model import Program
from whet.cfa.semantics import evaluate
from whet.cfa.show import to_c
from whet.frontend.parse import parse_file
from whet.witnesses.conditions import NotC, NotRead, read_condition
from whet.witnesses.scopes import Scopes
from whet.witnesses.texts import condition_text, without_overflow

SOURCE = """int x;
struct { int a, b[3]; } s;
int f(int n, unsigned u, char c, int *p, double d) {
  int y = 0; /* } */
  for (int i = 0; i < n; i++) { int x = i; y += x; /* inner */ }
  { int y = 3; n += y; /* second */ }
  return y + x + u + c + *p + (int)d + s.a + s.b[1]; /* last */
}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    path = tmp_path_factory.mktemp("scopes") / "p.c"
    path.write_text(SOURCE)
    return parse_file(str(path), entry="f", blocks=False)


def read(program: Program, text: str, where: str = "return y") -> Expr:
    scopes, function = Scopes(program), program.functions["f"]
    return read_condition(text, program.machine, lambda name: scopes.variable(name, SOURCE.index(where), function))


@pytest.mark.parametrize(
    ("name", "where", "meant"),
    [
        ("x", "/* inner", "f::x"),
        ("x", "/* last", "x"),
        ("y", "/* second", "f::y__2"),
        ("y", "/* last", "f::y"),
        ("y", "/* inner", "f::y"),
        ("i", "/* inner", "f::i"),
        ("i", "/* last", None),
        ("n", "/* second", "f::n"),
        ("y__2", "/* last", None),
    ],
)
def test_a_name_means_the_innermost_variable(program: Program, name: str, where: str, meant: str | None) -> None:
    found = Scopes(program).variable(name, SOURCE.index(where), program.functions["f"])
    assert (None if found is None else found.qualified_name) == meant


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("0", 0),
        ("2", 1),
        ("1 + 2 * 3 == 7", 1),
        ("(1 + 2) * 3 == 7", 0),
        ("-1 < 0u", 0),
        ("(unsigned char)300 == 44", 1),
        ("0x10 == 16 && 010 == 8", 1),
        ("7 / 2 == 3 && -7 % 2 == -1", 1),
        ("1 ? 0 == 1 : 1 == 1", 0),
        ("!(1 < 2) || 3 < 4", 1),
        ("'a' == 97", 1),
        ("1 << 4 == 16", 1),
        ("(5 & 6) == 4", 1),
        ("4294967295 == 4294967295u", 1),
        ("2147483648 > 0", 1),
        ("(3 > 2) == 1", 1),
    ],
)
def test_constants_have_the_value_that_c_gives_them(program: Program, text: str, value: int) -> None:
    assert evaluate(read(program, text), lambda _: None) == value


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x <= 10 && n >= 0", "x <= 10 & n >= 0"),
        ("x == 3 || (n && !y)", "x == 3 | n != 0 & y == 0"),
        ("c < 'z'", "(int)c < 122"),
        ("n < u", "(unsigned int)n < u"),
        ("p", "p != 0"),
        ("0 == p", "p == 0"),
        ("s.a == s.b[2]", "s.a == s.b[2]"),
        ("(long)n * n < 5", "(long)n * (long)n < 5L"),
    ],
)
def test_conversions_are_those_of_c(program: Program, text: str, shown: str) -> None:
    assert to_c(read(program, text)) == shown


@pytest.mark.parametrize("text", ["", "x +", "x = 3", "x++", "(x", "x $ 3", "x == 3; y", "08 == x", "(unsigned bool)x", "3 4"])
def test_what_is_no_c_is_a_mistake(program: Program, text: str) -> None:
    with pytest.raises(NotC):
        read(program, text)


@pytest.mark.parametrize(
    "text",
    [
        *("*p == 1", "x / n > 1", "x / 0", "n << x", "n << 40", "q > 1", "f(1)", "d > 1", "x < 1.5", "p > p", "s.b[n]"),
        *("s.b[3] == 1", "sizeof x", "(x ? 3 : 4) == 3", "s.z == 1", "~" * 100 + "x", "x" + " + x" * 100),
    ],
)
def test_what_may_have_no_value_is_not_read(program: Program, text: str) -> None:
    with pytest.raises(NotRead):
        read(program, text)


def test_what_may_overflow_is_written_without_overflow(program: Program) -> None:
    scopes, function = Scopes(program), program.functions["f"]

    def lookup(name: str) -> object:
        return scopes.variable(name, SOURCE.index("return y"), function)

    told = condition_text(read(program, "x + n < 5 && (long)x + n < 5"), program.machine, lookup)  # type: ignore[arg-type]
    assert told == "(int)((unsigned int)x + (unsigned int)n) < 5 && (long)x + (long)n < 5L"
    assert without_overflow(read(program, "(long)x + n < 5")) == read(program, "(long)x + n < 5")


def test_a_part_that_the_source_has_no_name_for_is_left_out(program: Program) -> None:
    scopes, function = Scopes(program), program.functions["f"]
    both = read(program, "x > 1 && i > 2", where="/* inner")
    told = condition_text(both, program.machine, lambda name: scopes.variable(name, SOURCE.index("return y"), function))
    assert told is None  # here x is another variable, and there is no i


@pytest.mark.parametrize("text", ["9" * 5000, f"0x{'f' * 5000}"])
def test_number_with_thousands_of_digits_is_not_read(program: Program, text: str) -> None:
    with pytest.raises(NotRead, match="fits into no type"):
        read(program, f"y < {text}")


BIT_FIELDS = """struct { unsigned f : 3; int g : 3; unsigned h : 32; unsigned long long w : 40; } s;
int main(void) { return s.f + s.g + s.h + (int)s.w; }
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("s.f - 1 < 0", "(int)s.f - 1 < 0"),
        ("s.g > -1", "s.g > -1"),
        ("s.h - 1 < 0", "s.h - 1U < 0U"),
    ],
)
def test_bit_field_narrower_than_int_was_read_as_unsigned(tmp_path: Path, text: str, shown: str) -> None:
    assert to_c(_read_bit_fields(tmp_path, text)) == shown


def test_arithmetic_with_a_bit_field_wider_than_int_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(NotRead, match="wider than int"):
        _read_bit_fields(tmp_path, "s.w + 1 > 0")


def _read_bit_fields(folder: Path, text: str) -> Expr:
    (folder / "p.c").write_text(BIT_FIELDS)
    program = parse_file(str(folder / "p.c"), blocks=False)
    scopes = Scopes(program)
    return read_condition(text, program.machine, lambda name: scopes.variable(name, len(BIT_FIELDS) - 3, program.main))


@pytest.mark.parametrize("declared", ["enum { x = 3 };", "extern int x;", "typedef int x;", "enum e { a,\n x, b } z; (void)z;"])
def test_name_that_means_something_else_in_a_block_was_read_as_the_variable_behind_it(tmp_path: Path, declared: str) -> None:
    text = f"int x, y; typedef int t; int main(void) {{ int x = 5; {{ {declared} y = 1; /* here */ }} return x; }}"
    (tmp_path / "p.c").write_text(text)
    program = parse_file(str(tmp_path / "p.c"), blocks=False)
    scopes, here = Scopes(program), text.index("/* here")
    assert scopes.variable("x", here, program.main) is None
    assert scopes.variable("y", here, program.main) is not None
