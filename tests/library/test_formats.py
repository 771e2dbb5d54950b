"""Formats of printf and scanf: how they are parsed, and how long formatted output is at most."""

from __future__ import annotations

import pytest

from whet.cfa.types import ILP32, LP64
from whet.library.formats import (
    PERCENT,
    STAR,
    CharacterSet,
    PrintDirective,
    ScanDirective,
    greatest_length,
    parse_printed,
    parse_scanned,
    printed_integer,
    printed_letters,
    scans_pointers,
)


def directive(text: str) -> PrintDirective:
    (found,) = parse_printed(text.encode())
    assert isinstance(found, PrintDirective)
    return found


def length(text: str, string: int | None = None) -> int | None:
    return greatest_length(directive(text), LP64, string)


def test_a_printed_format_is_text_and_directives() -> None:
    found = list(parse_printed(b"a%%b%-5.*ld!"))
    assert found == [b"a", b"%", b"b", PrintDirective("-", 5, STAR, "l", "d"), b"!"]


@pytest.mark.parametrize(
    "text", ["%", "%5", "%1$d", "%*1$d", "%Id", "%ls", "%lc", "%n", "%m", "%hld", "%.-3d", "%9999999999d", "%.3p"]
)
def test_a_directive_that_is_not_described(text: str) -> None:
    assert not directive(text).is_described


def test_letters_of_a_format() -> None:
    assert printed_letters(b"%d %%p %1$s %") == {"d", "s", ""}
    assert printed_letters(b"%-08.3hhn%'Ip") == {"n", "p"}


@pytest.mark.parametrize(("text", "longest"), [
    ("%d", "-2147483648"),
    ("%hhi", "-128"),
    ("%ld", "-9223372036854775808"),
    ("%lu", "18446744073709551615"),
    ("%hx", "ffff"),
    ("%hho", "377"),
    ("%c", "a"),
])  # fmt: skip
def test_the_longest_value_fits(text: str, longest: str) -> None:
    assert length(text) == len(longest)


def test_width_and_precision_are_the_least() -> None:
    assert length("%20d") == 20
    assert length("%.30u") == 30
    assert length("%#x") == 10
    assert length("%.3s") == 3
    assert length("%.3s", string=2) == 2


def test_a_double_has_all_its_digits() -> None:
    found = length("%.2f")
    assert found is not None
    assert found >= len(f"{-1.7976931348623157e308:.2f}")


def test_the_length_that_a_value_decides_is_unknown() -> None:
    assert length("%s") is None
    assert length("%*d") is None
    assert length("%.*s") is None
    assert length("%'d") is None


def test_a_star_may_be_negative() -> None:
    found = directive("%*.*d").filled(-4, -1)
    assert (found.flags, found.width, found.precision) == ("-", 4, None)
    assert printed_integer(found, 7, LP64) == b"7   "


def test_the_machine_decides_the_size_of_a_long() -> None:
    assert printed_integer(directive("%lu"), -1, ILP32) == b"4294967295"
    assert printed_integer(directive("%lu"), -1, LP64) == b"18446744073709551615"


def test_a_scanned_format_is_blanks_and_text_and_directives() -> None:
    found = list(parse_scanned(b"a \n%%%*5hd%[^]a-z-]%ms"))
    assert found == [
        b"a",
        b" \n",
        PERCENT,
        ScanDirective(is_dropped=True, width=5, length="h", kind="d"),
        ScanDirective(False, None, "", "[", CharacterSet(False, ((93, 93), (97, 122), (45, 45)))),
        ScanDirective(False, None, "", "s", allocates=True),
    ]


@pytest.mark.parametrize(("text", "name"), [
    ("%hhd", "signed char"),
    ("%hhu", "unsigned char"),
    ("%d", "int"),
    ("%zu", "unsigned long"),
    ("%lld", "long long"),
    ("%Ld", None),
    ("%f", "float"),
    ("%lf", "double"),
    ("%hf", None),
    ("%s", None),
])  # fmt: skip
def test_the_type_of_a_scanned_number(text: str, name: str | None) -> None:
    (found,) = parse_scanned(text.encode())
    assert isinstance(found, ScanDirective)
    assert found.number == name


def test_scanned_pointers() -> None:
    assert scans_pointers(b"%p")
    assert scans_pointers(b"%m[a-z]")
    assert scans_pointers(b"%[%p")
    assert not scans_pointers(b"%[%p] %%p %d")
