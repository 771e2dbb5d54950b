"""What clang reads otherwise than gcc is refused by name, or follows gcc."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Body, Lower, unsupported
from whet.cfa.types import ILP32, LP64, MachineModel

CONSTANT = "decimal constant of 2^63 or more without u, which is signed for gcc"


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("int main(void) {\nreturn -9223372036854775808 < 0; }", "2:9"),
        ("int main(void) {\nreturn sizeof(18446744073709551615LL); }", "2:15"),
        ("enum {\nA = 9223372036854775808 > -1 }; int main(void) { return A; }", "2:5"),
        ("#define LEAST (-9223372036854775808)\nint main(void) { return LEAST < 0; }", "2:25"),
        ("#define PASTE(a, b) a##b\nint main(void) { return PASTE(922337203, 6854775808) > -1; }", "2:25"),
    ],
)
def test_decimal_constant_that_no_long_long_holds(text: str, place: str, machine: MachineModel, lower: Lower) -> None:
    assert unsupported(lower(text, machine)) == [f"{place} {CONSTANT}"]


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return 9223372036854775807 > 18446744073709551615u; }",
        "int main(void) { return 0xffffffffffffffff > 9223372036854775808ull; }",
        "#include <stdint.h>\nint main(void) { return UINT64_MAX > UINT64_C(9223372036854775808); }",
        "int main(void) { return 9223372036854775808.0 > 1; } // 9223372036854775808",
    ],
)
def test_other_large_constants_are_supported(text: str, lower: Lower) -> None:
    assert unsupported(lower(text)) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("struct __attribute__((packed)) R;\nstruct R { char a; int b; }; int main(void) { return sizeof(struct R); }", "1:1 "),
        (
            "#define P __attribute__((aligned(32)))\nunion P R; union R { char a; }; int main(void) { return sizeof(union R); }",
            "2:1 ",
        ),
        (
            "int main(void) {\nstruct R; struct __attribute__((packed)) R; struct R { char a; }; return sizeof(struct R); }",
            "2:11 ",
        ),
    ],
)
def test_attribute_before_the_definition(text: str, place: str, lower: Lower) -> None:
    assert unsupported(lower(text)) == [f"{place}attribute of 'R' before its definition"]


@pytest.mark.parametrize(
    "text",
    [
        "#pragma GCC visibility push(default)\nstruct R; struct R { char a; }; int main(void) { return sizeof(struct R); }",
        'struct __attribute__((visibility("hidden"))) R; struct R { char a; }; int main(void) { return sizeof(struct R); }',
    ],
)
def test_visibility_before_the_definition_is_supported(text: str, lower: Lower) -> None:
    assert unsupported(lower(text)) == []


def test_attribute_of_the_definition_is_obeyed(lower: Lower) -> None:
    text = """struct P; struct __attribute__((packed)) P { char a; int b; }; struct Q { char a; int b; } __attribute__((packed));
    typedef struct P T; int main(void) { struct P p = {1, 2}; struct Q q = {p.a, p.b}; return q.b + sizeof(T); }"""
    assert unsupported(lower(text)) == []


def test_declaration_after_the_definition_has_its_attributes(lower: Lower) -> None:
    text = """struct P { char a; int b; } __attribute__((packed)); struct P;
    struct Q { struct R { char c; } __attribute__((aligned(8))) r; struct R; int d; };
    int main(void) { struct P p = {1, 2}; return sizeof(p) + sizeof(struct Q); }"""
    assert unsupported(lower(text)) == []


@pytest.mark.parametrize("attribute", ["copy((struct P *)0)", "__copy__((struct P *)0), unused"])
def test_attribute_that_copies_others(attribute: str, lower: Lower) -> None:
    text = f"struct P {{ char a; int b; }} __attribute__((packed));\nstruct __attribute__(({attribute})) Q {{ char a; int b; }};"
    found = unsupported(lower(f"{text} int main(void) {{ return sizeof(struct Q); }}"))
    assert found == ["2:23 attribute copy"]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("n = __builtin_object_size(a, 0);", ["n = 9"]),
        ("n = __builtin_object_size(&n, 1) + __builtin_object_size(s, 2);", ["n = 12"]),
        ("n = __builtin_object_size(p, 0);", ["__tmp = 18446744073709551615UL", "havoc __tmp", "n = (int)__tmp"]),
        ("n = __builtin_object_size(p, 3);", ["__tmp = 0UL", "havoc __tmp", "n = (int)__tmp"]),
        ("n = __builtin_object_size(p + n++, 0);", ["havoc __tmp", "n = (int)__tmp"]),
        ('n = __builtin_object_size("abc" + 1, 1);', ["havoc __tmp", "n = (int)__tmp"]),
    ],
)
def test_object_sizes(statement: str, expected: list[str], body: Body) -> None:
    assert body(statement, "int n; char a[9], *p; struct { char a[4]; int b; } s[1];") == expected
