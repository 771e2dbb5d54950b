"""String literals that may share their bytes (C11 6.4.5p7): one that is the end of another may lie there, and need not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.types import ArrayType
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class SharedEnd:
    """``end`` may begin at so many bytes into ``whole``."""

    whole: Variable
    end: Variable
    offset: int


def shared_ends(variables: Iterable[Variable]) -> Iterator[SharedEnd]:
    """All pairs of literals, each once, one of which is the end of the other, or the same."""
    literals = [each for each in variables if each.kind is VariableKind.STRING and each.image]
    by_image: dict[tuple[int, bytes], list[Variable]] = {}
    for literal in literals:
        by_image.setdefault((_step(literal), literal.image or b""), []).append(literal)
    for whole in literals:
        image, step = whole.image or b"", _step(whole)
        for offset in range(0, len(image), step):
            for end in by_image.get((step, image[offset:]), ()):
                if (offset or end.number < whole.number) and _may_share(whole, end):
                    yield SharedEnd(whole, end, offset)


def _may_share(one: Variable, other: Variable) -> bool:
    """An object of its own, such as ``__func__``, shares no bytes, if it is known to be one."""
    return "" in (one.owner, other.owner) or (one.owner is None and other.owner is None)


def _step(literal: Variable) -> int:
    return literal.type.element.size if isinstance(literal.type, ArrayType) else 1
