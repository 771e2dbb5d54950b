"""Blocks that are not freed when the program ends."""

from __future__ import annotations

from whet.checks.heap_blocks import CheckAtEnd
from whet.task.dangers import register_check


@register_check("cleanup")
class CleanupCheck(CheckAtEnd):
    words = "memory not freed at the end"
    property_name = "valid-memcleanup"
    formula = "G valid-memcleanup"
    example = "static int *p; p = malloc(4);"
    rank = 9
    ends_by_abort = True
