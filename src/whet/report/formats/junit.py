"""JUnit XML, which every CI server shows: a suite for each program, in it a test for each check.

A check that finds something fails, with all its findings and their runs; one without a verdict is an error, never a success; one
whose findings are all suppressed or known is skipped, with the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from whet.report.format import register_format
from whet.report.sources import Sources
from whet.report.summary import Finding, Summary, Word

_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has no way to write."""
_Outcome: TypeAlias = tuple[str, dict[str, str], str | None]
"""Of a test that does not pass: tag, attributes, text."""


@register_format("junit")
def junit(summaries: Sequence[Summary], sources: Sources) -> str:
    """JUnit XML."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring  # slow to import; every command imports this module

    root = Element("testsuites", name="whet")
    for summary in summaries:
        suite = SubElement(root, "testsuite", name=_clean(summary.name), time=f"{summary.seconds:.3f}")
        outcomes = {check: _outcome(summary, check) for check in summary.checks} or {"verify": _no_verdict(summary)}
        for check, outcome in outcomes.items():
            case = SubElement(suite, "testcase", classname=_clean(summary.name), name=check, file=_clean(summary.files[0]))
            if outcome is not None:
                tag, attributes, text = outcome
                SubElement(case, tag, attributes).text = text
        suite.set("tests", str(len(outcomes)))
        for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            suite.set(count, str(sum(each is not None and each[0] == tag for each in outcomes.values())))
        if summary.assumptions:
            SubElement(suite, "system-out").text = _clean("\n".join(f"Assumed: {each}" for each in summary.assumptions))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    root.set("time", f"{sum(summary.seconds for summary in summaries):.3f}")
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _outcome(summary: Summary, check: str) -> _Outcome | None:
    match summary.word_for(check):
        case Word.PASSED:
            return None
        case Word.OPEN:
            return _no_verdict(summary)
        case Word.FAILED:
            findings = [finding for finding in summary.findings if finding.check == check]
            if to_fix := [finding for finding in findings if not finding.is_accepted]:
                text = _clean("\n\n".join("\n".join(_run(each)) for each in to_fix))
                return "failure", {"type": check, "message": _clean(_line(to_fix[0]))}, text
            return "skipped", {"message": _clean("; ".join(map(_accepted, findings)))}, None


def _no_verdict(summary: Summary) -> _Outcome:
    message = summary.verdict + (f": {summary.detail}" if summary.detail else "")
    return "error", {"type": summary.status.value, "message": _clean(message)}, None


def _line(finding: Finding) -> str:
    return finding.text if finding.place is None else f"{finding.place}: {finding.text}"


def _run(finding: Finding) -> list[str]:
    return [*(f"{step.place}: {step.text}" for step in finding.steps if not step.is_minor), _line(finding)]


def _accepted(finding: Finding) -> str:
    why = f"suppressed: {finding.suppression.reason}" if finding.suppression is not None else "known"
    return f"{_line(finding)} ({why})"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
