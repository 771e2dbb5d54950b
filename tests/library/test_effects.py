"""Who looks at effects of library functions looks at all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import whet
from whet.library import effects

KINDS = frozenset(
    name
    for name, value in vars(effects).items()
    if isinstance(value, type) and value.__module__ == effects.__name__ and name not in ("FormatFamily", "Question")
)
OF_ARBITRARY = frozenset({"Reads", "Finds", "Tells", "Measures"})
"""Kinds of ``Arbitrary``."""


def matches(tree: ast.AST) -> Iterator[ast.Match]:
    """Those over effects."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and any(classes(case.pattern) & KINDS for case in node.cases):
            yield node


def classes(pattern: ast.pattern) -> set[str]:
    return {each.cls.id for each in ast.walk(pattern) if isinstance(each, ast.MatchClass) and isinstance(each.cls, ast.Name)}


def missing(match: ast.Match) -> set[str]:
    said = set[str]().union(*(classes(case.pattern) for case in match.cases if case.guard is None))
    return set(KINDS - said - (OF_ARBITRARY if "Arbitrary" in said else frozenset()))


def has_default(match: ast.Match) -> bool:
    return any(isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None for case in match.cases)


def test_there_is_no_default_and_no_kind_is_left_out() -> None:
    found = 0
    for file in sorted(Path(whet.__file__).parent.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for match in matches(ast.parse(text)) if "whet.library.effects" in text else ():
            found += 1
            assert not has_default(match), f"{file.name}:{match.lineno}"
            assert not missing(match), f"{file.name}:{match.lineno}: {missing(match)}"
    assert found > 8
