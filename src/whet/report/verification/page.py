"""The page of a report: one HTML file that loads nothing.

The report is in it as JSON, and a script shows it (``page_files/report.js``, built from ``web/``).  Where scripts do not run, the
page says the verdict and where it stands.

Invariants: whatever comes from a program is escaped for the place it stands in: text of HTML by ``html.escape``, JSON by writing
``<``, ``>`` and ``&`` as ``\\u003c`` and so on; the script sets texts, never HTML.  The content security policy lets nothing run
but this script, by its hash, and lets nothing be loaded.  The same report gives the same page.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from importlib.resources import files

from whet.report.verification.model import Report, plain


def report_page(report: Report) -> str:
    script, style = _file("report.js"), _file("report.css")
    policy = f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; base-uri 'none'; form-action 'none'"
    title = f"{report.outcome.word}: {report.title}"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="generator" content="whet {escape(report.whet)}">\n<title>{escape(title)}</title>\n'
        f'<style>{style}</style>\n</head>\n<body>\n<div id="page">\n{_without_script(report)}</div>\n'
        f'<script type="application/json" id="report">{data(report)}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def data(report: Report) -> str:
    """JSON that may stand in a script element: nothing in it ends one."""
    text = json.dumps(plain(report), ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text.encode("utf-8", "replace").decode()


def _without_script(report: Report) -> str:
    outcome = report.outcome
    lines = [outcome.summary, *([outcome.place] if outcome.place else []), *([outcome.advice] if outcome.advice else [])]
    told = "".join(f"<p>{escape(line)}</p>\n" for line in lines if line)
    return f"<main>\n<h1>{escape(outcome.word)}: {escape(report.title)}</h1>\n{told}</main>\n"


def _file(name: str) -> str:
    return files("whet.report.verification").joinpath("page_files", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
