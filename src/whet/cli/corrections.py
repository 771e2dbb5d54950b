"""What to do after an error: the corrected command where it is known, otherwise the advice of the message."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from whet.task.messages.message import ERRORS, code_of, find_message

_SUGGESTED: Final = re.compile(r"'(?P<wrong>[^']+)'.*? \(did you mean '(?P<right>[^']+)'\?\)")
_COMMAND: Final = re.compile(r"\bCOMMAND ")


def correction_of(message: str, arguments: Sequence[str]) -> str | None:
    """For the line ``Next:``; None of a message without a code.  ``arguments`` are the words after ``whet``."""
    found = find_message(code_of(message, ERRORS) or "")
    if found is None:
        return None
    if (words := _corrected(message, arguments)) is not None:
        return shlex.join(["whet", *words])
    command = next((word for word in arguments if not word.startswith("-")), "")
    return _COMMAND.sub(f"{command} " if command else "", found.next_step)


def _corrected(message: str, arguments: Sequence[str]) -> list[str] | None:
    """With the suggested word; None if not exactly one argument has the wrong one."""
    suggested = _SUGGESTED.search(message)
    if suggested is None:
        return None
    wrong = re.compile(rf"(?<![\w.-]){re.escape(suggested['wrong'].partition('=')[0])}(?![\w.-])")
    places = [number for number, word in enumerate(arguments) if wrong.search(word)]
    if len(places) != 1:
        return None
    return [wrong.sub(suggested["right"], word) if number in places else word for number, word in enumerate(arguments)]
