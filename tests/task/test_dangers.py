"""What the words of dangers must be like, whichever there are."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from whet.task.dangers import Danger, dangers

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("danger", dangers())
def test_words_are_no_name_that_a_function_can_have(danger: Danger) -> None:
    assert not danger.words.isidentifier()


@pytest.mark.parametrize("field", ["check", "words", "property_name", "formula"])
def test_no_two_dangers_share_a_name(field: str) -> None:
    assert len({getattr(danger, field) for danger in dangers()}) == len(dangers())


def test_there_is_one_danger_of_each_name() -> None:
    assert Danger("overflow") is Danger("overflow")
    assert pickle.loads(pickle.dumps(Danger("overflow"))) is Danger("overflow")


def test_every_danger_that_is_named_in_the_sources_has_a_check() -> None:
    """``Danger`` itself takes any name: lower layers import no check."""
    sources = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")]
    named = {name for path in sources for name in re.findall(r"""\bDanger\(["'](\w+)["']\)""", path.read_text())}
    assert named - {"truncation"} == {danger.check for danger in dangers()}


def test_every_check_of_whet_has_an_independent_test_in_the_interpreter() -> None:
    assert all(danger.has_own_test for danger in dangers())
