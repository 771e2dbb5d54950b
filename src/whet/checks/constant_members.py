"""Constant members of variables that are not constant: a store that changes one has no meaning (C11 6.7.3p6).

Pointers of the program model do not say what is constant.  So a proof holds only if no conversion of a pointer loses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.model import Program
from whet.cfa.source import Origin
from whet.cfa.types import has_constant_parts
from whet.task.dangers import Danger

_CHANGES = "that no constant member is changed through the pointer that is converted"


def constants_that_may_change(program: Program) -> Iterator[tuple[str, Origin]]:
    """The conversions that may lead to such a store, if there is a variable with a constant member."""
    if Danger("memory") not in program.targets.dangers or not program.lost_consts:
        return
    if any(not each.is_read_only and has_constant_parts(each.type) for each in program.variables()):
        yield from ((_CHANGES, origin) for origin in program.lost_consts)
