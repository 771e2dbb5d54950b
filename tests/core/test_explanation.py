"""The collector of refinements, and refinements as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

from whet.cfa.source import Place
from whet.core.context import Context
from whet.core.explanation import (
    MOST_RECORDS,
    CandidateRecord,
    Declined,
    Entered,
    Excluded,
    Explanation,
    FunctionSpan,
    RefinementRecord,
    Refinements,
    Stands,
)
from whet.core.result import Result, TrueVerdict

PLACE = Place("p.c", 3, 5)


def stands(number: int) -> RefinementRecord:
    return RefinementRecord(
        number=number,
        path_length=9,
        target="reach_error() is called",
        place=PLACE,
        candidates=(),
        declined=(),
        conclusion=Stands("so"),
    )


class Telling:
    """Makes records, and counts how many were wanted."""

    def __init__(self) -> None:
        self.wanted: list[int] = []

    def __call__(self, number: int) -> RefinementRecord:
        self.wanted.append(number)
        return stands(number)


class Copy:
    def __init__(self) -> None:
        self.entries: list[object] = []
        self.number = 0

    def write(self, entry: object, /) -> None:
        self.entries.append(entry)

    def mark(self, number: int, /) -> None:
        self.number = number


def test_records_are_numbered_from_one() -> None:
    explanation = Explanation()
    assert explanation.refinements == Refinements()
    for _ in range(3):
        explanation.refined(stands)
    assert [record.number for record in explanation.refinements.records] == [1, 2, 3]
    assert explanation.refinements.left_out == 0


def test_only_the_first_are_kept_and_made() -> None:
    telling, copy = Telling(), Copy()
    explanation = Explanation(copy, most=2)
    for _ in range(5):
        explanation.refined(telling)
    assert explanation.refinements == Refinements((stands(1), stands(2)), left_out=3)
    assert telling.wanted == [1, 2]
    assert (copy.entries, copy.number) == ([stands(1), stands(2)], 5)


def test_refinements_of_another_run_are_adopted() -> None:
    copy = Copy()
    explanation = Explanation(copy)
    explanation.adopt(Refinements((stands(1), stands(2)), left_out=3))
    assert explanation.refinements == Refinements((stands(1), stands(2)), left_out=3)
    assert (copy.entries, copy.number) == ([stands(1), stands(2)], 5)


def test_memory_has_a_bound() -> None:
    context = Context()
    tell: Callable[[int], RefinementRecord] = Telling()
    for _ in range(MOST_RECORDS + 7):
        context.explanation.refined(tell)
    assert len(context.explanation.refinements.records) == MOST_RECORDS
    assert context.explanation.refinements.left_out == 7


def test_refinements_are_always_in_the_json() -> None:
    document = Result(TrueVerdict()).to_json()
    assert (document["refinements"], document["refinements_left_out"]) == ([], 0)


def test_refinements_as_json() -> None:
    candidate = CandidateRecord(
        domain="value", source="interpolation", score=2, length=9, width=3, depth=4, variety=1, tracks=("main::f",), chosen=True
    )
    entered = Entered("main::f", (FunctionSpan("main", PLACE, Place("p.c", 4, 1)),))
    excluded = RefinementRecord(
        number=1,
        path_length=9,
        target="reach_error() is called",
        place=None,
        candidates=(candidate,),
        declined=(Declined("predicate", "no"),),
        conclusion=Excluded("value", "interpolation", (entered,)),
    )
    document = json.loads(json.dumps(Result(TrueVerdict()).with_refinements(Refinements((excluded, stands(2)), 4)).to_json()))
    assert document["refinements_left_out"] == 4
    assert document["refinements"] == [
        {
            "number": 1,
            "path_length": 9,
            "target": "reach_error() is called",
            "place": None,
            "candidates": [
                {
                    "domain": "value",
                    "source": "interpolation",
                    "score": 2,
                    "length": 9,
                    "width": 3,
                    "depth": 4,
                    "variety": 1,
                    "tracks": ["main::f"],
                    "chosen": True,
                }
            ],
            "declined": [{"domain": "predicate", "reason": "no"}],
            "domain": "value",
            "source": "interpolation",
            "entered": [{"what": "main::f", "where": [{"function": "main", "first": "p.c:3:5", "last": "p.c:4:1"}]}],
            "reason": None,
        },
        {
            "number": 2,
            "path_length": 9,
            "target": "reach_error() is called",
            "place": "p.c:3:5",
            "candidates": [],
            "declined": [],
            "domain": None,
            "source": None,
            "entered": [],
            "reason": "so",
        },
    ]
