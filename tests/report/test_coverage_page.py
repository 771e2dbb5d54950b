"""The page about coverage: how lines are marked, and that nothing of a program gets out of its place."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from whet.algorithms.testing import Branch
from whet.native.gcov import Covered, GcovBranch
from whet.report.coverage_page import PageFacts, coverage_page, line_kind

SOURCE = """\
int f(int a) {
  if (a < 3 && a != 7)
    return 1;
  while (a) a--;
  return 2;
}
// </code><script>alert(1)</script>
"""
COVERED = Covered(
    {1: 2, 2: 2, 3: 0, 4: 2, 5: 2},
    {
        **{GcovBranch(2, "f", number): count for number, count in enumerate((2, 0, 1, 0))},
        GcovBranch(4, "f", 0): 1,
        GcovBranch(4, "f", 1): 2,
    },
)


class Rows(HTMLParser):
    """The class and the text of each row, and every tag."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[str, str]] = []
        self.tags: set[str] = set()
        self._in_row = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        if tag == "tr" and given.get("id"):
            self.rows.append((given.get("class") or "", ""))
            self._in_row = True

    def handle_endtag(self, tag: str) -> None:
        self._in_row &= tag != "tr"

    def handle_data(self, data: str) -> None:
        if self._in_row:
            kind, text = self.rows[-1]
            self.rows[-1] = (kind, text + data)


def page(*open: Branch) -> str:
    facts = PageFacts(
        title="Coverage of <p>.c", source=SOURCE, covered=COVERED, summary={"tests": "2"}, errors=["p.c:1:1: <bad>"], open=open
    )
    return coverage_page(facts)


def rows_of(text: str) -> Rows:
    parser = Rows()
    parser.feed(text)
    return parser


@pytest.mark.parametrize(
    ("runs", "ways", "kind"),
    [(None, [], "no-code"), (0, [0, 0], "unrun"), (1, [], "ran"), (3, [1, 2], "all"), (3, [3, 0], "some"), (1, [0, 0], "none")],
)
def test_kind_of_a_line(runs: int | None, ways: list[int], kind: str) -> None:
    assert line_kind(runs, ways) == kind


def test_every_line_has_its_mark_its_number_and_its_text() -> None:
    rows = rows_of(page()).rows
    assert [kind for kind, _ in rows] == ["ran", "some", "unrun", "all", "ran", "no-code", "no-code"]
    assert rows[1][1].startswith("2●○●○2  if (a < 3 && a != 7)")


def test_way_that_was_not_taken_is_told() -> None:
    assert rows_of(page()).rows[1][1].endswith("not taken: branch 2, 4 of 4")
    told = rows_of(page(Branch(2, "a < 3", False), Branch(2, "a != 7", False))).rows[1][1]
    assert told.endswith("a < 3 is never false; a != 7 is never false")


def test_what_is_left_to_cover_can_be_jumped_to() -> None:
    assert re.findall(r'class="(\w+)" href="#L(\d+)"', page()) == [("some", "2"), ("unrun", "3")]


def test_nothing_is_loaded_and_nothing_escapes() -> None:
    text = page()
    assert not rows_of(text).tags & {"script", "link", "img", "iframe", "p.c", "bad"}
    assert not re.search(r"(src|href)=[\"'](?!#)", text)
    assert "default-src 'none'" in text
    assert "&lt;script&gt;alert(1)" in text


def test_same_facts_give_the_same_page() -> None:
    assert page() == page()
