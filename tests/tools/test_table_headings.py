"""Cells of a wide table carry the heading of their column; those of a narrow one do not."""

from __future__ import annotations

import pytest

from tests.documentation.test_generated import tool

HEAD = "<table><thead><tr>{}</tr></thead><tbody><tr>{}</tr></tbody></table>"


def table(*headings: str) -> str:
    return HEAD.format("".join(f"<th>{each}</th>" for each in headings), "<td>1</td>" * len(headings))


def test_cells_carry_the_heading_of_their_column() -> None:
    shown = tool("table_headings").on_page_content(table("tool", "<code>a</code> &amp; b", ""), page=None)
    assert '<td>1</td><td data-heading="a &amp; b">1</td><td>1</td>' in shown


@pytest.mark.parametrize("page", ["<p>No table</p>", table("name", "value")])
def test_other_pages_stay_as_they_are(page: str) -> None:
    assert tool("table_headings").on_page_content(page) == page
