"""How long formatted output is at most."""

from __future__ import annotations

import pytest

from whet.cfa.expressions import Const
from whet.cfa.formats import Directive, Printed, PrintedFormat
from whet.cfa.printed_lengths import greatest_length
from whet.cfa.types import LP64


def length(*, flags: str = "", width: str = "", precision: str | None = None, modifier: str = "", kind: str) -> int | None:
    part = Printed(Directive(flags, width, precision, modifier, kind), None, None, Const(0, LP64.int))
    return greatest_length(PrintedFormat(0, (part,), fits=True), LP64)


@pytest.mark.parametrize(("modifier", "kind", "longest"), [
    ("", "d", "-2147483648"),
    ("hh", "i", "-128"),
    ("l", "d", "-9223372036854775808"),
    ("l", "u", "18446744073709551615"),
    ("h", "x", "ffff"),
    ("hh", "o", "377"),
    ("", "c", "a"),
])  # fmt: skip
def test_the_longest_value_and_a_null_character_fit(modifier: str, kind: str, longest: str) -> None:
    assert length(modifier=modifier, kind=kind) == len(longest) + 1


def test_width_and_precision_are_the_least() -> None:
    assert length(width="20", kind="d") == 21
    assert length(precision="30", kind="u") == 31
    assert length(flags="#", kind="x") == 11
    assert length(precision="3", kind="s") == 4


def test_a_double_has_all_its_digits() -> None:
    found = length(precision="2", kind="f")
    assert found is not None
    assert found > len(f"{-1.7976931348623157e308:.2f}")


def test_what_values_decide_is_not_known() -> None:
    assert length(kind="s") is None
    assert length(width="*", kind="d") is None
    assert length(precision="*", kind="s") is None
    assert length(flags="'", kind="d") is None
