"""The frame of every page: one HTML file that loads nothing, in light and in dark colours.

Invariants: titles and figures are escaped here; whoever brings the rest of a page has escaped what is in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape


def page(title: str, body: str, style: str) -> str:
    """What follows the heading, and the rules of style that this page has beyond those of all."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{_CSS}{style}</style>\n</head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}</body>\n</html>\n"
    )


def figures(named: Mapping[str, object]) -> str:
    listed = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>" for name, value in named.items())
    return f"<dl>{listed}</dl>\n"


def legend(kinds: Mapping[str, str]) -> str:
    """What the marks mean, by the classes that have their colours."""
    keys = "".join(f'<span class="key {kind}">{escape(words)}</span>' for kind, words in kinds.items())
    return f"<p>{keys}</p>\n"


_CSS = """\
:root { color-scheme: light dark; --paper: #fff; --ink: #2b3036; --quiet: #5d6671; --faint: #d5d9de; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191d; --ink: #e4e7ea; --quiet: #a2abb5; --faint: #3a4149; }
}
body { margin: 0 auto; padding: 1rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; }
dl { display: flex; flex-wrap: wrap; gap: .6rem 2rem; }
dt { color: var(--quiet); font-size: .8rem; }
dd { margin: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
.key { display: inline-block; padding: 0 .6rem; margin: 0 .5rem .3rem 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; color: var(--quiet); font-size: .8rem; font-weight: normal; padding: 0 .6rem; }
td { padding: 0 .6rem; vertical-align: top; }
td a { color: inherit; text-decoration: none; }
code { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
"""
