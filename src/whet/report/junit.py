"""JUnit XML, which every CI server shows: a suite for each program, in it a test for each check.

A check that finds something fails, with all its findings and their runs; one that nobody could decide is an error, never a
success; one whose findings are all suppressed or known is skipped, with the reasons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from whet.report.summary import Finding, Summary, Word

_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has no way to write."""


def junit(summaries: Sequence[Summary]) -> str:
    root = ElementTree.Element("testsuites", name="whet")
    for summary in summaries:
        root.append(_suite(summary))
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    root.set("time", f"{sum(summary.seconds for summary in summaries):.3f}")
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(summary: Summary) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_clean(summary.name), time=f"{summary.seconds:.3f}")
    cases = [_case(summary, check) for check in summary.checks] or [_case_without_checks(summary)]
    suite.extend(cases)
    suite.set("tests", str(len(cases)))
    for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(count, str(sum(case.find(tag) is not None for case in cases)))
    if summary.assumptions:
        output = ElementTree.SubElement(suite, "system-out")
        output.text = _clean("\n".join(f"Assumed: {each}" for each in summary.assumptions))
    return suite


def _case(summary: Summary, check: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", classname=_clean(summary.name), name=check, file=_clean(summary.files[0]))
    match summary.word_for(check):
        case Word.PASSED:
            pass
        case Word.OPEN:
            _no_verdict(case, summary)
        case Word.FAILED:
            _failed(case, [finding for finding in summary.findings if finding.check == check])
    return case


def _case_without_checks(summary: Summary) -> ElementTree.Element:
    """The program could not even be read."""
    case = ElementTree.Element("testcase", classname=_clean(summary.name), name="verify", file=_clean(summary.files[0]))
    _no_verdict(case, summary)
    return case


def _no_verdict(case: ElementTree.Element, summary: Summary) -> None:
    message = summary.verdict + (f": {summary.detail}" if summary.detail else "")
    ElementTree.SubElement(case, "error", type=summary.status.value, message=_clean(message))


def _failed(case: ElementTree.Element, findings: Sequence[Finding]) -> None:
    to_mend = [finding for finding in findings if not finding.is_accepted]
    if to_mend:
        failure = ElementTree.SubElement(case, "failure", type=to_mend[0].check, message=_clean(_line(to_mend[0])))
        failure.text = _clean("\n\n".join("\n".join(_told(each)) for each in to_mend))
    else:
        ElementTree.SubElement(case, "skipped", message=_clean("; ".join(map(_accepted, findings))))


def _line(finding: Finding) -> str:
    return finding.text if finding.place is None else f"{finding.place}: {finding.text}"


def _told(finding: Finding) -> list[str]:
    return [*(f"{step.place}: {step.text}" for step in finding.steps if not step.is_minor), _line(finding)]


def _accepted(finding: Finding) -> str:
    why = f"suppressed: {finding.suppression.reason}" if finding.suppression is not None else "known"
    return f"{_line(finding)} ({why})"


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)


__all__ = ["junit"]
