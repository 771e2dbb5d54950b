"""Facts about texts are shown again when a text changes, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shown import ShownFacts


def test_a_fact_is_shown_once(tmp_path: Path) -> None:
    file, done = tmp_path / "facts.txt", list[str]()
    for text in ("a", "a", "b"):
        ShownFacts(file, update=True, show_all=False).show((text,), lambda text=text: done.append(text))  # type: ignore[misc]
    assert done == ["a", "b"]
    ShownFacts(file, update=False, show_all=True).show(("a",), lambda: done.append("again"))
    assert done[-1] == "again"


def test_what_fails_is_not_recorded(tmp_path: Path) -> None:
    facts = ShownFacts(tmp_path / "facts.txt", update=True, show_all=False)
    for _ in range(2):
        with pytest.raises(AssertionError):
            facts.show(("a",), _refute)
    assert not (tmp_path / "facts.txt").exists()


def _refute() -> None:
    raise AssertionError("it does not hold")
