"""The changelog says each thing once."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.documentation.pages import ROOT

RELEASES = re.split(r"(?m)^(?=## )", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))[1:]


def repeated(found: list[str]) -> list[str]:
    return [each for each, number in Counter(found).items() if number > 1]


@pytest.mark.parametrize("text", RELEASES, ids=lambda text: text.splitlines()[0])
def test_release_has_each_heading_and_each_entry_once(text: str) -> None:
    assert repeated(re.findall(r"(?m)^### .*", text)) == []
    entries = [re.sub(r"\s+", " ", entry) for entry in re.split(r"(?m)^- ", text)[1:]]
    assert repeated([entry[:60] for entry in entries]) == []
