"""Every option is set by a preset, an experiment or a test, or explained on a page: what nobody uses is removed.

An option that only users of a kind need, who are none of these, is listed in ``NEEDED_BY`` with who they are.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from whet.core.configuration import schema
from whet.task.options import options_of

ROOT = Path(__file__).resolve().parent.parent.parent
NEEDED_BY: dict[str, str] = {}
"""By option: who sets it, in a sentence."""
OPTIONS = [(option.name, declared.__name__) for name, declared in schema().items() for option in options_of(name, declared)]
GENERATED = ("reference.md", "CHANGELOG.md")


def keys(table: Mapping[str, object], prefix: str = "") -> Iterator[str]:
    """The names that a table of TOML sets, also by words such as ``value.transfer=compiled``."""
    for key, value in table.items():
        yield prefix + key
        values = value if isinstance(value, list) else [value]
        for each in values:
            if isinstance(each, dict):
                yield from keys(each, f"{prefix}{key}." if isinstance(value, dict) else "")
            elif isinstance(each, str):
                yield each.partition("=")[0]


@cache
def set_by_tables() -> frozenset[str]:
    files = chain(ROOT.glob("src/whet/**/presets/*.toml"), ROOT.glob("experiments/*.toml"))
    return frozenset(name for file in files for name in keys(tomllib.loads(file.read_text(encoding="utf-8"))))


@cache
def texts() -> str:
    """Tests and pages; those that list all options say nothing about one."""
    pages = (path for pattern in ("*.md", "docs/**/*.md", "experiments/*.md") for path in ROOT.glob(pattern))
    files = chain((page for page in pages if page.name not in GENERATED), ROOT.glob("tests/**/*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file != Path(__file__))


@cache
def keywords_in_tests() -> Mapping[str, set[str]]:
    """By the name of what is called."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in ROOT.glob("tests/**/*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found[node.func.id] |= {keyword.arg for keyword in node.keywords if keyword.arg}
    return found


@pytest.mark.parametrize(("name", "section"), OPTIONS, ids=[name for name, _ in OPTIONS])
def test_option_is_in_use(name: str, section: str) -> None:
    key = name.rpartition(".")[2]
    is_named = re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", texts()) is not None
    is_used = name in set_by_tables() or is_named or key in keywords_in_tests()[section] or name in NEEDED_BY
    assert is_used, f"nobody sets {name}: remove it, or say in NEEDED_BY who needs it"


def test_who_needs_an_option_is_said_of_options_that_exist() -> None:
    assert NEEDED_BY.keys() <= {name for name, _ in OPTIONS}
