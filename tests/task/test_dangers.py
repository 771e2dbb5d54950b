"""What the words of dangers must be like, whichever there are."""

from __future__ import annotations

import pytest

from whet.task.dangers import Danger, dangers


@pytest.mark.parametrize("danger", dangers())
def test_words_are_no_name_that_a_function_can_have(danger: Danger) -> None:
    assert not danger.words.isidentifier()


@pytest.mark.parametrize("field", ["check", "words", "property_name", "formula"])
def test_no_two_dangers_share_a_name(field: str) -> None:
    assert len({getattr(danger, field) for danger in dangers()}) == len(dangers())
