"""Preconditions that a scan inferred, as sections ``[entry.F]`` of ``whet.toml`` for review; the next scan reads them.

A precondition that is no expression of C, such as ``values has count elements``, becomes a comment.  What the file has already
is never changed.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from whet.projects.callers import Judged
from whet.projects.judging import FunctionStatus
from whet.task.records import dataclass

_NO_EXPRESSION = re.compile(r"\[\*\]| (?:has|is|are|was|behind) ")


@dataclass(frozen=True, slots=True)
class WrittenContracts:
    text: str
    """Of the file, with the new sections."""
    functions: tuple[str, ...]
    """Those that have a new section."""
    left_out: tuple[str, ...]
    """Why others have none."""


def with_contracts(text: str, known: Iterable[str], results: Sequence[Judged]) -> WrittenContracts:
    """``known`` are the functions that have a section in ``text``."""
    named = Counter(each.function.signature.name for each in results)
    sections: dict[str, str] = {}
    left_out = []
    for each in results:
        name = each.function.signature.name
        if each.judgement.status is not FunctionStatus.PRECONDITION:
            continue
        if name in known:
            left_out.append(f"[entry.{name}] is there already; inferred: {', '.join(each.judgement.preconditions)}")
        elif named[name] > 1:
            left_out.append(f"several functions are called {name}, and [entry.{name}] would be about all of them")
        else:
            sections[name] = "\n".join(_section(each))
    separator = "" if not text or not sections else "\n" if text.endswith("\n") else "\n\n"
    return WrittenContracts(text + separator + "\n".join(sections.values()), tuple(sections), tuple(dict.fromkeys(left_out)))


def _section(each: Judged) -> Iterator[str]:
    told, signature = each.judgement, each.function.signature
    requires = [one for one in told.preconditions if not _NO_EXPRESSION.search(one)]
    yield f"# Inferred by whet scan, for review; otherwise {' '.join(each.judgement.violation.split())} [{told.check}]"
    yield from (f"# Not an expression of C: {one}" for one in told.preconditions if one not in requires)
    if told.detail:
        yield f"# {' '.join(told.detail.split())}"
    yield f"[entry.{signature.name}]"
    yield f"requires = [{', '.join(json.dumps(one) for one in requires)}]\n"
