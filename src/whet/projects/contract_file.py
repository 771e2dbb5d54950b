"""Sections of ``whet.toml`` that a scan inferred: ``[entry.F]`` and ``[type."struct s"]``, for review.  The next scan reads them.

A precondition that is no expression of C, such as ``values has count elements``, becomes a comment.  What the file has already
is never changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

from whet.projects.callers import Judged
from whet.projects.judging import FunctionStatus
from whet.task.records import dataclass

_NO_EXPRESSION = re.compile(r"\[\*\]| (?:has|is|are|was|behind) ")


@dataclass(frozen=True, slots=True)
class WrittenContracts:
    text: str
    """Of the file, with the new sections."""
    sections: tuple[str, ...]
    """The names of those that are new."""
    left_out: tuple[str, ...]
    """Why others have none."""


def with_contracts(text: str, known: Container[str], types: Container[str], results: Sequence[Judged]) -> WrittenContracts:
    """``known`` are the functions that have a contract, which a section would replace, and ``types`` the structures that have a
    section in ``text``."""
    named = Counter(each.function.signature.name for each in results)
    sections: dict[str, str] = {}
    left_out = []
    for each in results:
        name = each.function.signature.name
        if each.judgement.status is not FunctionStatus.PRECONDITION:
            continue
        if name in known:
            left_out.append(f"{name} has a contract already; inferred: {', '.join(each.judgement.preconditions)}")
        elif named[name] > 1:
            left_out.append(f"several functions are called {name}, and [entry.{name}] would be about all of them")
        else:
            sections[f"entry.{name}"] = "\n".join(_section(each))
    kept = dict(one.split(": ", 1) for each in results for one in each.judgement.invariants)
    for record, invariant in kept.items():
        if record not in types:
            sections[f'type."{record}"'] = "\n".join(_type_section(record, invariant.split(", ")))
    separator = "" if not text or not sections else "\n" if text.endswith("\n") else "\n\n"
    return WrittenContracts(text + separator + "\n".join(sections.values()), tuple(sections), tuple(dict.fromkeys(left_out)))


def _type_section(record: str, invariant: Sequence[str]) -> Iterator[str]:
    yield "# Kept by all functions of the structure, as whet scan found"
    yield f'[type."{record}"]'
    yield f"invariant = [{', '.join(json.dumps(each.replace(' or ', ' || ')) for each in invariant)}]\n"


def _section(each: Judged) -> Iterator[str]:
    told, signature = each.judgement, each.function.signature
    requires = [one for one in told.preconditions if not _NO_EXPRESSION.search(one)]
    yield f"# Inferred by whet scan, for review; otherwise {' '.join(each.judgement.violation.split())} [{told.check}]"
    yield from (f"# Not an expression of C: {one}" for one in told.preconditions if one not in requires)
    if told.detail:
        yield f"# {' '.join(told.detail.split())}"
    yield f"[entry.{signature.name}]"
    yield f"requires = [{', '.join(json.dumps(one) for one in requires)}]\n"
