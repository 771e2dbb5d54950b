"""Results as text and as JSON."""

from __future__ import annotations

import json

import pytest

import whet
from whet.cfa.source import Place
from whet.core.evidence import Assigned, Counterexample
from whet.core.result import (
    Assumption,
    Defect,
    FalseVerdict,
    Input,
    InvalidProgram,
    Reason,
    Result,
    TrueVerdict,
    Unknown,
    Verdict,
)

PLACE = Place("p.c", 3, 5)
VIOLATION = FalseVerdict(
    property="unreach-call",
    violation="reach_error() is called",
    place=PLACE,
    inputs=(Input("__VERIFIER_nondet_int()", 3, PLACE),),
)
EVIDENCE = Counterexample((Assigned(function="main", place=PLACE, target="x", before=None, after=3),))


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (TrueVerdict(), "TRUE"),
        (VIOLATION, "FALSE(unreach-call)"),
        (Unknown(Reason.TIME_OUT), "UNKNOWN(time-out)"),
        (InvalidProgram("expected ';'"), "ERROR(parsing failed)"),
        (Defect("crash: SIGSEGV", ""), "ERROR(crash: SIGSEGV)"),
    ],
)
def test_verdict_prints_as_its_word(verdict: Verdict, text: str) -> None:
    assert str(verdict) == text
    assert json.loads(json.dumps(Result(verdict).to_json()))["verdict"] == text


def test_violation_in_json() -> None:
    document = Result(VIOLATION, (Assumption("f returns anything", PLACE),), {"states": 4}, evidence=EVIDENCE).to_json()
    assert document == {
        "tool": "whet",
        "version": whet.__version__,
        "verdict": "FALSE(unreach-call)",
        "property": "unreach-call",
        "violation": "reach_error() is called",
        "code": "W301",
        "check": "assertion",
        "place": "p.c:3:5",
        "inputs": [{"source": "__VERIFIER_nondet_int()", "value": 3, "place": "p.c:3:5"}],
        "evidence": {
            "format": 4,
            "kind": "counterexample",
            "steps": [
                {"step": "assigned", "function": "main", "place": "p.c:3:5", "target": "x", "before": None, "after": 3},
            ],
        },
        "refinements": [],
        "refinements_left_out": 0,
        "assumptions": [{"what": "f returns anything", "place": "p.c:3:5"}],
        "statistics": {"states": 4},
    }


def test_only_limits_are_limits() -> None:
    assert [reason for reason in Reason if reason.is_limit] == [Reason.TIME_OUT, Reason.OUT_OF_MEMORY, Reason.STATES]
