"""A violation in terms of the function: objects of the harness are called after the pointers to them.

A pointer may point into the middle of its object, so an index of the object is not one of the pointer; the words say which.
"""

from __future__ import annotations

import re

from whet.projects.callers import Judged

_OUTSIDE = re.compile(r"\b(arg_\w+)\[(-?\d+)\] is outside \1, which has (\d+) elements?")
_OBJECT = re.compile(r"(?:the local variable )?\b(arg_\w+_(?:objects?|text|bytes|filled)\d*)\b")
_END = re.compile(r"_(?:objects?|text|bytes|filled)\d*$")
_ELEMENT = re.compile(r"_objects\d*_(\d+)_")
_MEMBER = re.compile(r"_objects?\d*_")


def violation_words(each: Judged) -> str:
    parameters = {parameter.name for parameter in each.function.signature.parameters}

    def pointer(name: str) -> str | None:
        """The pointer as the function writes it; None for a variable of the program."""
        said = _MEMBER.sub("->", _ELEMENT.sub(r"[\1].", _END.sub("", name.removeprefix("arg_"))))
        return said if re.split(r"\W", said, maxsplit=1)[0] in parameters else None

    def outside(found: re.Match[str]) -> str:
        said = pointer(found[1])
        return found[0] if said is None else f"element {found[2]} is outside the array of {found[3]} that {said} points into"

    def memory(found: re.Match[str]) -> str:
        said = pointer(found[1])
        return found[0] if said is None else f"the memory that {said} points into"

    return _OBJECT.sub(memory, _OUTSIDE.sub(outside, each.judgement.violation))
