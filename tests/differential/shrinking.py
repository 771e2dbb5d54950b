"""Makes a program smaller while something stays true of it: lines go first, then what stands in parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Interesting: TypeAlias = Callable[[str], bool]

_PARENTHESES = re.compile(r"\([^()]*\)")
_BRACES = re.compile(r"(?:if|while|for|switch) \(.*\) \{$|\} else \{$|\{$")


def shrink(text: str, interesting: Interesting) -> str:
    """The smallest program found; ``interesting`` holds for it if it holds for ``text``."""
    smaller = _without_lines(text, interesting)
    simpler = _pass(_simplifications, smaller, interesting)
    return simpler if simpler == text else shrink(simpler, interesting)


def _without_lines(text: str, interesting: Interesting) -> str:
    """Leave out runs of lines, long ones first."""
    lines = text.splitlines()
    size = max(1, len(lines) // 2)
    while size >= 1:
        start = 0
        while start < len(lines):
            fewer = lines[:start] + lines[start + size :]
            if _is_balanced(lines[start : start + size]) and interesting("\n".join(fewer) + "\n"):
                lines = fewer
            else:
                start += 1 if size < 4 else size // 2
        size //= 2
    return _pass(_unwrapped, "\n".join(lines) + "\n", interesting)


def _is_balanced(lines: list[str]) -> bool:
    text = "".join(lines)
    return text.count("{") == text.count("}")


def _pass(candidates: Callable[[str], Iterator[str]], text: str, interesting: Interesting) -> str:
    """Take the first change that keeps the program interesting, again and again."""
    while (better := next((other for other in candidates(text) if interesting(other)), None)) is not None:
        text = better
    return text


def _unwrapped(text: str) -> Iterator[str]:
    """The program without one pair of braces and what introduces it, or without the whole block."""
    lines = text.splitlines()
    for start, line in enumerate(lines):
        if not _BRACES.match(line.strip()):
            continue
        end = _closing(lines, start)
        if end is not None:
            yield "\n".join(lines[:start] + lines[end + 1 :]) + "\n"
            yield "\n".join(lines[:start] + lines[start + 1 : end] + lines[end + 1 :]) + "\n"


def _closing(lines: list[str], start: int) -> int | None:
    depth = 1
    for number in range(start + 1, len(lines)):
        depth += lines[number].count("{") - lines[number].count("}")
        if depth <= 0:
            return number
    return None


def _simplifications(text: str) -> Iterator[str]:
    """The program with one innermost pair of parentheses replaced by a part of what is in it."""
    for found in _PARENTHESES.finditer(text):
        inside = found.group()[1:-1]
        parts = re.split(r" (?:[-+*/%&|^?:]|<<|>>|&&|\|\||[<>=!]=?) ", inside)
        for part in dict.fromkeys([*parts, "0", "1"]):
            if len(part) < len(inside):
                yield text[: found.start()] + (f"({part})" if " " in part else part) + text[found.end() :]
