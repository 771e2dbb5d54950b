"""Bodies of library functions are safe under their own records; ``proving`` looks at all of them."""

from __future__ import annotations

import pytest

from tests.library.proving import LEFT_OUT, prove, proved_names
from whet.library.notation import bodies

SOME = (("memchr", "s"), ("strcpy", "dest"), ("wcslen", "s"), ("memmem", "needle"), ("strlcpy", "dest"))


@pytest.mark.parametrize(("name", "short"), SOME)
def test_a_body_accesses_what_its_record_says(name: str, short: str) -> None:
    assert prove(name).is_right
    assert prove(name, short).is_right


def test_bodies_are_proved_or_left_out_with_a_reason() -> None:
    assert set(LEFT_OUT) <= set(bodies())
    assert len(proved_names()) >= 76
