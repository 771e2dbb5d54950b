"""A few of the random programs of ``tests.differential.arithmetic``; the rest is run by hand (docs/testing.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential.answers import FINDINGS
from tests.differential.arithmetic import ALL, Program, generate, judge, truth
from whet.cfa.types import LP64
from whet.task.dangers import Danger

pytestmark = pytest.mark.gcc

PRESETS = ("bmc", "df")


@pytest.mark.parametrize("seed", range(1, 13))
def test_verdict_about_arithmetic_is_that_of_the_sanitizer(seed: int, tmp_path: Path) -> None:
    kinds = judge(seed, (PRESETS[seed % 2],), tmp_path, seconds=3)
    assert not FINDINGS & set(kinds.values()), generate(seed).text


def test_programs_look_for_every_danger_and_for_all() -> None:
    assert {generate(seed).dangers for seed in range(1, 60)} == {ALL, *((danger,) for danger in ALL)}


@pytest.mark.parametrize(
    ("danger", "statement"),
    [
        (Danger("overflow"), "n = n + 1"),
        (Danger("overflow"), "n <<= 1"),
        (Danger("shift"), "n <<= n"),
        (Danger("conversion"), "n = n + 1.0"),
        (Danger("division"), "n = 1 / (n - 2147483647)"),
    ],
)
def test_sanitizer_finds_what_is_looked_for(danger: Danger, statement: str, tmp_path: Path) -> None:
    text = "int main(void) {{ int n = {}; {}; return 0; }}\n"
    answers = [truth(Program(1, text.format(n, statement), (danger,), LP64), tmp_path) for n in ("0x7fffffff", "3")]
    assert answers == [False, True]
