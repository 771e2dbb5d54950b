"""Summaries of library functions do all that bodies do; ``summarising`` proves it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.library.summarising import CASES, DEFINITION, harness, prove
from tests.shown import ShownFacts
from whet.cli.exit_codes import ExitCode
from whet.library.notation import BODIES, record_of
from whet.library.summaries import SUMMARIES, summaries

QUICK = ("string_length", "scanf_word")
WRONG = (
    ("string_length", "return i;", "return i + 1;"),
    ("fgets", "i >= 0 && i < n)", "i >= 0 && i < n - 1)"),
    ("strtol", "if (end != 0)", "if (end == 0)"),
)


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in CASES])
def test_a_summary_does_all_that_the_body_does(name: str, shown: Callable[[Path], ShownFacts]) -> None:
    def work() -> None:
        found = prove(name)
        assert found.code == ExitCode.TRUE, found.output

    if name in QUICK:  # a test of Whet as well
        work()
    else:
        shown(Path(__file__).parent / "proved.txt").show(texts_of(name), work)


def texts_of(name: str) -> tuple[str, ...]:
    """The program, and the bodies of library functions that it calls."""
    program = harness(name, (SUMMARIES / summaries()[name]).read_text())
    called = set(re.findall(r"\b(\w+)\(", program))
    bodies = (file.read_text() for file in sorted(BODIES.glob("*.c")))
    return program, *(text for text in bodies if called & {*DEFINITION.findall(text)})


@pytest.mark.parametrize(("name", "right", "wrong"), WRONG)
def test_a_summary_that_does_less_is_found(name: str, right: str, wrong: str) -> None:
    text = (SUMMARIES / summaries()[name]).read_text()
    assert right in text
    found = prove(name, text.replace(right, wrong))
    assert found.code == ExitCode.FALSE, found.output


def test_every_summary_is_proved() -> None:
    assert set(CASES) == set(summaries())


def test_a_summary_stands_for_a_library_function() -> None:
    for name, file in summaries().items():
        defined = DEFINITION.findall((BODIES / file).read_text())
        assert name in defined or record_of(name) is not None, name


def test_helpers_of_summaries_have_names_of_their_own() -> None:
    """Static functions are called ``name@file``, and the file of a body has the same name."""
    for file in SUMMARIES.glob("*.c"):
        helpers = re.findall(r"^static inline [\w ]+[ *](\w+)\(", file.read_text(), re.MULTILINE)
        assert not {*helpers} & {*DEFINITION.findall((BODIES / file.name).read_text())}
