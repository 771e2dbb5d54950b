"""The tables of library functions (``rules/library.lp``) as the reader of facts needs them: names only."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_ENTRY = re.compile(r'^(\w+)\("(\w+)"', re.MULTILINE)
TABLES = "library.lp"


@cache
def tables_text() -> str:
    return (files("whet.roles") / "rules" / TABLES).read_text(encoding="utf-8")


@cache
def names_in_tables(*tables: str) -> frozenset[str]:
    """The functions in some of the tables; in all of them if none is named."""
    return frozenset(name for table, name in _ENTRY.findall(tables_text()) if not tables or table in tables)
