"""The shape of the pages: four groups, no long page, every page in the navigation."""

from __future__ import annotations

import re

import pytest
import yaml

from tests.documentation.pages import ROOT

NAVIGATION = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
GROUPS = ["Start", "How to", "Reference", "How it works"]
PAGES = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
LONGEST = 300
CATALOGUES = "messages/"
"""A folder of pages that a tool writes: an entry for each message, to be found by its code."""


def pages_of(entry: object) -> list[str]:
    match entry:
        case str(page):
            return [page]
        case dict(inner):
            return [page for each in inner.values() for page in pages_of(each)]
        case list(several):
            return [page for each in several for page in pages_of(each)]
        case _:
            raise AssertionError(entry)


def test_navigation_has_four_groups() -> None:
    assert [name for group in NAVIGATION for name in group] == GROUPS


def test_navigation_has_every_page_once() -> None:
    assert sorted(pages_of(NAVIGATION)) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_page_is_short_and_has_one_title(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST or page.startswith(CATALOGUES)
    prose = re.sub(r"(?ms)^```.*?^```", "", text)
    assert len(re.findall(r"(?m)^# ", prose)) == 1
