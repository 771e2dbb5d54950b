"""Blocks that nothing points to any more when the program ends.  The interpreter says which of those that are left are lost."""

from __future__ import annotations

from whet.checks.heap_blocks import CheckAtEnd
from whet.task.dangers import register_check


@register_check("leak")
class LeakCheck(CheckAtEnd):
    words = "memory leak"
    property_name = "valid-memtrack"
    formula = "G valid-memtrack"
    example = "int *p = malloc(4); p = 0;"
    rank = 8
    is_seen_natively = True
