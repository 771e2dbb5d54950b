"""Hook of mkdocs: cells of wide tables carry the heading of their column, which narrow screens show before them."""

from __future__ import annotations

import re
from html import escape, unescape
from itertools import count

WIDE = 3
"""From so many columns on; the second of two columns needs no heading."""
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEADING = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<td\b([^>]*)>")


def on_page_content(html: str, **_: object) -> str:
    return _TABLE.sub(lambda table: _labelled(table[0]), html)


def _labelled(table: str) -> str:
    headings = [unescape(re.sub(r"<[^>]+>", "", each)) for each in _HEADING.findall(table)]
    if len(headings) < WIDE:
        return table
    return _ROW.sub(lambda row: _row(row[0], headings), table)


def _row(row: str, headings: list[str]) -> str:
    numbers = count()

    def cell(found: re.Match[str]) -> str:
        number = next(numbers)
        heading = headings[number] if 0 < number < len(headings) else ""
        return f'<td{found[1]} data-heading="{escape(heading)}">' if heading else found[0]

    return _CELL.sub(cell, row)
