"""A page that shows which branches of a program the tests take: one HTML file that loads nothing.

Lines and counts are gcov's.  Which condition was never true, or never false, is what the interpreter saw; it is told beside a
line of which gcov says that a branch was not taken.

Invariants: whatever comes from the program is escaped.  The same results give the same page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from whet.algorithms.testing import Branch
from whet.native.gcov import Covered
from whet.report.page import figures, legend, page
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """What the page is made of."""

    title: str
    source: str
    covered: Covered
    summary: Mapping[str, str]
    """Figures for the top of the page, by their names."""
    errors: Sequence[str]
    open: Sequence[Branch]
    """Branches that the interpreter saw no test take."""


def coverage_page(facts: PageFacts) -> str:
    open_by_line: dict[int, list[Branch]] = defaultdict(list)
    for branch in facts.open:
        open_by_line[branch.line].append(branch)
    lines = list(_lines(facts))
    rows = "\n".join(_row(line, open_by_line.get(line.number, ())) for line in lines)
    errors = "".join(f"<li>{escape(error)}</li>" for error in facts.errors)
    listed = f"<h2>Errors</h2><ul>{errors}</ul>" if errors else ""
    body = (
        f"{figures(facts.summary)}{listed}\n{legend(_KINDS)}{_jumps(lines)}"
        f"<table>\n<thead><tr><th>runs</th><th>branches</th><th>line</th><th>source</th></tr></thead>\n<tbody>\n{rows}\n"
        "</tbody>\n</table>\n"
    )
    return page(facts.title, body, _STYLE)


_KINDS = {
    "all": "every branch taken",
    "some": "some branches taken",
    "none": "no branch taken",
    "unrun": "not run",
    "ran": "run, without branches",
}


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    runs: int | None
    """None without code."""
    ways: Sequence[int]
    """How often each of its branches was taken."""

    @property
    def kind(self) -> str:
        return line_kind(self.runs, self.ways)


def _lines(facts: PageFacts) -> Iterator[_Line]:
    counts: dict[int, list[int]] = defaultdict(list)
    for branch in sorted(facts.covered.branches):
        counts[branch.line].append(facts.covered.branches[branch])
    for number, text in enumerate(facts.source.splitlines(), 1):
        yield _Line(number, text, facts.covered.lines.get(number), counts.get(number, []))


def _row(line: _Line, open_here: Sequence[Branch]) -> str:
    number = line.number
    note = _note(line.ways, open_here) if line.kind in _PARTLY else ""
    shown = "" if line.runs is None else str(line.runs)
    cells = (shown, _marks(line.ways), f'<a href="#L{number}">{number}</a>', f"<code>{escape(line.text)}</code>{note}")
    return f'<tr class="{line.kind}" id="L{number}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


_PARTLY = ("some", "none")


def _jumps(lines: Sequence[_Line]) -> str:
    """Links to what is left to cover: lines of which some branch was not taken, and where code begins that was not run."""
    with_code = [line for line in lines if line.runs is not None]
    before = [None, *(line.kind for line in with_code)]
    left = [line for line, last in zip(with_code, before, strict=False) if line.kind in _PARTLY or (line.kind == "unrun" != last)]
    links = " ".join(f'<a class="{line.kind}" href="#L{line.number}">{line.number}</a>' for line in left)
    return f'<p class="jumps">Left to cover, in lines {links}</p>\n' if left else ""


def line_kind(runs: int | None, ways: Sequence[int]) -> str:
    """How a line is marked, by how often it was run (None without code) and each of its branches taken."""
    if runs is None:
        return "no-code"
    if runs == 0:
        return "unrun"
    if not ways:
        return "ran"
    taken = sum(1 for count in ways if count)
    return "all" if taken == len(ways) else "some" if taken else "none"


def _marks(ways: Sequence[int]) -> str:
    """A mark for each branch, filled if it was taken."""
    return "".join(f'<span title="taken {count} times">{"●" if count else "○"}</span>' for count in ways)


def _note(ways: Sequence[int], open_here: Sequence[Branch]) -> str:
    """Which ways were not taken."""
    if open_here:
        told = "; ".join(map(_never, open_here))
    else:
        numbers = ", ".join(str(number) for number, count in enumerate(ways, 1) if not count)
        told = f"not taken: branch {numbers} of {len(ways)}"
    return f'<div class="note">{told}</div>'


def _never(branch: Branch) -> str:
    return f"<code>{escape(branch.condition)}</code> is never {'true' if branch.truth else 'false'}"


_STYLE = """\
:root { --all: #dff3e3; --some: #fdf0cf; --none: #fbdcd6; --unrun: #fbdcd6; --ran: #eef7f0; }
@media (prefers-color-scheme: dark) {
  :root { --all: #173a22; --some: #453812; --none: #4a211b; --unrun: #4a211b; --ran: #14281a; }
}
body { max-width: 80rem; }
.key { border-left: .3rem solid var(--quiet); }
td { font-variant-numeric: tabular-nums; }
td:nth-child(1), td:nth-child(3) { text-align: right; color: var(--quiet); }
td:nth-child(2) { white-space: nowrap; letter-spacing: .1em; }
td:nth-child(4) { width: 100%; }
.jumps a { display: inline-block; padding: 0 .35rem; margin: 0 .15rem .15rem 0; color: inherit; text-decoration: none; }
.note { color: var(--quiet); font-size: .85rem; padding-left: 2rem; }
.all { background: var(--all); } .some { background: var(--some); } .none { background: var(--none); }
.unrun { background: var(--unrun); } .ran { background: var(--ran); }
tr.unrun code { text-decoration: underline dotted var(--quiet); text-underline-offset: 3px; }
:target td { outline: 1px solid var(--faint); }
"""
