"""Values and types of literals."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body, Lower, operations, unsupported
from whet.cfa.expressions import Const, VariableKind
from whet.cfa.operations import Assign
from whet.cfa.types import ILP32, LP64
from whet.frontend.literals import integer_value, leading_number, string_image, string_units


def constant(text: str, lower: Lower, model: str) -> Const:
    program = lower(f"#define K {text}\nint main(void) {{ __auto_type a = {text}; __auto_type b = K; }}", MODELS[model])
    constants = [
        operation.value for operation in (edge.operation for edge in program.main.edges()) if isinstance(operation, Assign)
    ]
    assert len(constants) == 2
    assert isinstance(constants[0], Const)
    assert constants[0] == constants[1]
    return constants[0]


MODELS = {"ILP32": ILP32, "LP64": LP64}


@pytest.mark.parametrize(
    ("text", "value", "narrow", "wide"),
    [
        ("0", 0, "int", "int"),
        ("123456789", 123456789, "int", "int"),
        ("2147483647", 2147483647, "int", "int"),
        ("2147483648", 2147483648, "long long", "long"),
        ("0x80000000", 2147483648, "unsigned int", "unsigned int"),
        ("037777777777", 4294967295, "unsigned int", "unsigned int"),
        ("0x100000000", 4294967296, "long long", "long"),
        ("0x8000000000000000", 1 << 63, "unsigned long long", "unsigned long"),
        ("0b101", 5, "int", "int"),
        ("017", 15, "int", "int"),
        ("1u", 1, "unsigned int", "unsigned int"),
        ("1l", 1, "long", "long"),
        ("1UL", 1, "unsigned long", "unsigned long"),
        ("1ll", 1, "long long", "long long"),
        ("1LLU", 1, "unsigned long long", "unsigned long long"),
        ("4294967295U", 4294967295, "unsigned int", "unsigned int"),
        ("'a'", 97, "int", "int"),
        ("'\\xff'", -1, "int", "int"),
        ("'\\0'", 0, "int", "int"),
        ("'\\''", 39, "int", "int"),
        ("'ab'", 24930, "int", "int"),
        ("L'x'", 120, "int", "int"),
        ("u'\\xffff'", 65535, "unsigned short", "unsigned short"),
    ],
)
def test_integer_literal_has_value_and_type(text: str, value: int, narrow: str, wide: str, lower: Lower) -> None:
    for model, name in (("ILP32", narrow), ("LP64", wide)):
        found = constant(text, lower, model)
        assert found == Const(value, MODELS[model].integer(name))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1.5", "1.5"),
        ("1.5f", "1.5f"),
        ("0.1f", "0.1f"),
        ("0x1.8p3", "12.0"),
        (".5e1", "5.0"),
        ("1e400L", "1e+400L"),
        ("0.1L", "0.1L"),
        ("0x.8p1L", "1.0L"),
        ("-0.0", "-0.0"),
        ("1e-400", "0.0"),
    ],
)
def test_floating_literal_has_value_and_type(text: str, shown: str, body: Body) -> None:
    assert body(f"__auto_type x = {text};")[-1] == f"x = {shown}"


def test_long_double_literal_out_of_a_macro_is_not_rounded(lower: Lower) -> None:
    program = lower("#define K 0.1L\nint main(void) { long double x = K; return x > 0; }")
    assert unsupported(program) == ["2:34 long double literal made by a macro"]


def image(text: str, lower: Lower) -> bytes:
    program = lower(f"const void *p = {text}; int main(void) {{ return p != 0; }}")
    (variable,) = (variable for variable in program.globals if variable.kind is VariableKind.STRING)
    assert variable.image is not None
    return variable.image


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('""', b"\0"),
        ('"a\\n\\t\\"\\\\"', b'a\n\t"\\\0'),
        ('"a" "b"', b"ab\0"),
        ('"\\x41" "1"', b"A1\0"),
        ('"\\1" "2"', b"\x012\0"),
        ('"a\\0b"', b"a\0b\0"),
        ('"\\377\\xff\\x80"', b"\xff\xff\x80\0"),
        ('"\\e\\a\\?"', b"\x1b\x07?\0"),
        ('"é"', "é\0".encode()),
        ('"\\u00e9"', "é\0".encode()),
        ('u8"é"', "é\0".encode()),
        ('L"a"', b"a\0\0\0\0\0\0\0"),
        ('L"\\x12345678"', b"\x78\x56\x34\x12\0\0\0\0"),
        ('L"\\xab" "c"', b"\xab\0\0\0c\0\0\0\0\0\0\0"),
        ('u"a\U0001f600"', b"a\0\x3d\xd8\x00\xde\0\0"),
        ('U"\U0001f600"', b"\x00\xf6\x01\0\0\0\0\0"),
    ],
)
def test_string_literal_has_these_bytes(text: str, expected: bytes, lower: Lower) -> None:
    assert image(text, lower) == expected


def test_string_literals_with_the_same_text_are_one_object(lower: Lower) -> None:
    program = lower('int main(void) { const char *a = "x", *b = "x", *c = "y"; return a == b || b == c; }')
    assert sum(variable.kind is VariableKind.STRING for variable in program.globals) == 2


def test_string_of_bytes_that_are_no_utf8_is_kept(lower: Lower, tmp_path_factory: pytest.TempPathFactory) -> None:
    from whet.frontend.parse import parse_file

    path = tmp_path_factory.mktemp("latin") / "latin.c"
    path.write_bytes(b"char s[] = \"\xe9t\xe9\"; int main(void) { return s[0] == '\xe9'; }")
    program = parse_file(str(path), blocks=False)
    assert operations(program, "__start")[:4] == ["char s[4] = {0}", "s[0] = -23", "s[1] = 116", "s[2] = -23"]
    assert operations(program) == ["return (int)s[0] == -23"]


def test_literals_are_read_from_their_text() -> None:
    assert integer_value(b"0XFFul") == 255
    assert integer_value(b"KEY") is None
    assert leading_number(b"1.5e+3L; more") == "1.5e+3L"
    assert leading_number(b"x + 1") == ""
    assert string_units(b'L"a\\x100" "b"', 4) == [97, 256, 98]
    assert string_image([97, 98, 99], unit_size=1, count=2) == b"ab"
    assert string_image([97], unit_size=2, count=2) == b"a\0\0\0"
