"""SARIF 2.1.0 (OASIS): what was found in one or many programs, for code scanning and editors.

Rules are the checks.  Of each program there is at least one result for each check that was asked for (section 3.27.9, ``kind``):
``fail`` for a finding, with the run that shows it as a code flow; ``pass`` if the check was proved to find nothing; ``open`` if
nobody knows.  The last two have the level ``none``, as the standard asks.  GitHub takes every result for an alert, whatever its
kind, and ignores suppressions; ``problems`` leaves out what it would get wrong.

Columns count characters.  Paths are relative to a base, ``%SRCROOT%``, as far as files are below it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from whet import __version__
from whet.cfa.source import Place
from whet.report.flow import FlowStep, read_place
from whet.report.format import register_format
from whet.report.lines import codes_of_finding
from whet.report.sources import Sources
from whet.report.summary import Finding, Status, Summary, Word
from whet.report.suppressions import Suppression
from whet.task.checks import NamedCheck, named_checks
from whet.task.options import Flag, option
from whet.task.records import dataclass

Json: TypeAlias = dict[str, object]
SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_BASE: Final = "%SRCROOT%"
_MARK: Final = "whetMark/v1"
_LEVEL: Final = {Status.INTERNAL: "error", Status.UNSUPPORTED: "error"}
_IN_LIBRARY: Final = re.compile(r"(?:^| )in \w+:\d+:\d+$")
"""Behind the program's call, where a check in a function of the library stands (``cfa.sites``)."""
_PRE_RELEASE: Final = re.compile(r"(a|b|rc)(\d+)$")
_SAID: Final = {"pass": "proved that this never happens", "open": "not decided"}
_CWE: Final = {
    "overflow": 190,
    "division": 369,
    "shift": 1335,
    "conversion": 681,
    "memory": 119,
    "free": 763,
    "leak": 401,
    "cleanup": 401,
    "uninitialised": 457,
    "array": 129,
}
"""The weakness that a check finds, where the list of MITRE has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SarifOptions:
    problems: bool = option(False, Flag(), "Omit passing and suppressed results from SARIF, as GitHub expects it.")


@register_format("sarif", options=SarifOptions)
def sarif(summaries: Sequence[Summary], sources: Sources, options: SarifOptions | None = None) -> str:
    """SARIF 2.1.0."""
    run = _Log(sources, (options or SarifOptions()).problems).run(summaries)
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def semantic_version(version: str = __version__) -> str:
    """As Semantic Versioning writes it: 1.0.0-rc.1 of Python's 1.0.0rc1."""
    return _PRE_RELEASE.sub(r"-\1.\2", version)


class _Log:
    def __init__(self, sources: Sources, problems_only: bool) -> None:
        self._sources = sources
        self._problems_only = problems_only

    def run(self, summaries: Sequence[Summary]) -> Json:
        root = self._sources.root.as_uri()
        rules = [_descriptor(check) for check in named_checks().values()]
        return {
            "tool": {"driver": {"name": "whet", "version": __version__, "semanticVersion": semantic_version(), "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": {_BASE: {"uri": root if root.endswith("/") else root + "/"}},
            "invocations": [self._invocation(summaries)],
            "results": [result for summary in summaries for result in self._results(summary)],
        }

    def _results(self, summary: Summary) -> Iterator[Json]:
        for finding in summary.findings:
            if not (self._problems_only and finding.is_accepted):
                result: Json = {
                    **_rule(finding.check),
                    "kind": "fail",
                    "level": "error",
                    "message": {"text": finding.text},
                    "locations": [self._location(finding.place) if finding.place else self._file(summary)],
                    "partialFingerprints": {_MARK: finding.mark},
                    "properties": {"program": summary.name, **_codes(finding.text)},
                }
                if finding.events:
                    result["relatedLocations"] = [self._location(read_place(place), what) for what, place in finding.events]
                if finding.steps:
                    result["codeFlows"] = [self._code_flow(finding)]
                if finding.suppression is not None:
                    result["suppressions"] = [self._suppression(finding.suppression)]
                if finding.is_known is not None:
                    result["baselineState"] = "unchanged" if finding.is_known else "new"
                yield result
        if not self._problems_only:
            yield from self._rest(summary)

    def _rest(self, summary: Summary) -> Iterator[Json]:
        """What did not fail: of each place if that is known, otherwise of each check."""
        places = [(site, "pass") for site in summary.proved] + [(site, "open") for site in summary.undecided]
        for site, kind in places:
            where, _, check = site.removesuffix("]").rpartition(" [")
            yield {**self._unfailing(kind, check, _SAID[kind], summary), **self._at(_IN_LIBRARY.sub("", where))}
        told = {site.rpartition("[")[2].removesuffix("]") for site, _ in places}
        for check in (check for check in summary.checks if check not in told):
            match summary.word_for(check):
                case Word.PASSED:
                    yield self._unfailing("pass", check, _SAID["pass"], summary)
                case Word.OPEN:
                    yield self._unfailing("open", check, f"{_SAID['open']}, {_why_open(summary)}", summary)
                case Word.FAILED:
                    pass

    def _unfailing(self, kind: str, check: str, text: str, summary: Summary) -> Json:
        properties = {"properties": {"program": summary.name}}
        message = {"message": {"text": f"{text}: {named_checks()[check].words}"}, "locations": [self._file(summary)]}
        return {**_rule(check), "kind": kind, "level": "none", **message, **properties}

    def _code_flow(self, finding: Finding) -> Json:
        steps = [self._step(step) for step in finding.steps]
        if finding.place is not None:
            last = {"location": self._location(finding.place, finding.text), "importance": "essential"}
            steps.append({**last, "nestingLevel": finding.steps[-1].depth})
        return {"message": {"text": "a run that ends in the violation"}, "threadFlows": [{"locations": steps}]}

    def _step(self, step: FlowStep) -> Json:
        importance = "unimportant" if step.is_minor else "important"
        found: Json = {"location": self._location(step.place, step.text), "nestingLevel": step.depth, "importance": importance}
        if step.state:
            found["state"] = {name: {"text": value} for name, value in step.state}
        return found

    def _suppression(self, suppression: Suppression) -> Json:
        file, _, line = suppression.place.rpartition(":")
        place = Place(file, int(line), 1) if line.isdigit() else None
        told = {"kind": "inSource" if suppression.is_inline else "external", "status": "accepted"}
        where = {} if place is None else {"location": {"physicalLocation": self._physical(place, with_column=False)}}
        return {**told, "justification": suppression.reason, **where}

    def _at(self, place: str) -> Json:
        try:
            return {"locations": [self._location(read_place(place))]}
        except ValueError:  # the site of a check at the end of the program stands nowhere
            return {}

    def _location(self, place: Place, text: str | None = None) -> Json:
        said: Json = {} if text is None else {"message": {"text": text}}
        return {"physicalLocation": self._physical(place), **said}

    def _physical(self, place: Place, *, with_column: bool = True) -> Json:
        region: Json = {"startLine": place.line}
        if with_column:
            region["startColumn"] = self._sources.column(place)
        if line := self._sources.line(place):
            region["snippet"] = {"text": line}
        return {"artifactLocation": self._artifact(place.file), "region": region}

    def _file(self, summary: Summary) -> Json:
        return {"physicalLocation": {"artifactLocation": self._artifact(summary.files[0]), "region": {"startLine": 1}}}

    def _artifact(self, file: str) -> Json:
        relative = self._sources.relative(file)
        return {"uri": self._sources.name(file)} if relative is None else {"uri": relative, "uriBaseId": _BASE}

    def _invocation(self, summaries: Sequence[Summary]) -> Json:
        said = [note for summary in summaries for note in self._notes(summary)]
        successful = not any(summary.status is Status.INTERNAL for summary in summaries)
        return {"executionSuccessful": successful, **({"toolExecutionNotifications": said} if said else {})}

    def _notes(self, summary: Summary) -> Iterator[Json]:
        """Why there is no verdict, and what verdicts rest on."""
        if summary.status not in (Status.TRUE, Status.FALSE):
            text = f"{summary.name}: {summary.verdict}{f': {summary.detail}' if summary.detail else ''}"
            where = self._location(summary.place) if summary.place else self._file(summary)
            yield {"level": _LEVEL.get(summary.status, "warning"), "message": {"text": text}, "locations": [where]}
        for assumption in summary.assumptions:
            text = f"{summary.name}: assumed: {assumption}"
            yield {"level": "note", "message": {"text": text}, "locations": [self._file(summary)]}


def _why_open(summary: Summary) -> str:
    if summary.status is Status.FALSE:
        return "because the search ended with the first finding (--all goes on)"
    return f"{summary.verdict}{f' because {summary.detail}' if summary.detail else ''}"


def _rule(check: str) -> Json:
    return {"ruleId": check, "ruleIndex": list(named_checks()).index(check)}


def _codes(text: str) -> Json:
    """The code of the message and the weakness, which may say more than the rule."""
    found = codes_of_finding(text)
    return dict(zip(("code", "cwe"), found, strict=False))


def _descriptor(check: NamedCheck) -> Json:
    """What ``whet checks`` says."""
    text = f"{check.words} (property {check.property_name}). For example: {check.example}"
    markdown = f"**{check.words}** (property `{check.property_name}`). For example:\n\n```c\n{check.example}\n```\n"
    tags = ["correctness", *([f"external/cwe/cwe-{_CWE[check.name]}"] if check.name in _CWE else [])]
    properties: Mapping[str, object] = {"tags": tags, "precision": "very-high", "problem.severity": "error"}
    return {
        "id": check.name,
        "name": "".join(part.capitalize() for part in check.property_name.split("-")),
        "shortDescription": {"text": check.words},
        "fullDescription": {"text": f"{check.words}; the property {check.property_name} is violated"},
        "help": {"text": text, "markdown": markdown},
        "defaultConfiguration": {"level": "error"},
        "properties": properties,
    }
