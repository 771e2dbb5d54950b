"""The domain-type score of what a refinement tracks (Löwe, section 8.3.1): the lower, the fewer values are to be expected."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import Final

from whet.cfa.model import Program
from whet.core.context import Statistics
from whet.refine.domain import Tracked
from whet.roles.domain_types import DomainType, DomainTypes, domain_types

_MEMORY: Final = DomainType.OTHER.score
"""Memory without a name changes where it is not named, like a variable whose address is taken."""

_WRITTEN_DOWN: Final = frozenset((DomainType.BOOLEAN, DomainType.EQUALITY))


class DomainTypeScore:
    """Of the variables of one program; their types are found out when they are first asked for."""

    def __init__(self, program: Program, statistics: Statistics) -> None:
        self._program = program
        self._statistics = statistics

    @cached_property
    def _types(self) -> DomainTypes:
        with self._statistics.time("domain_types_seconds"):
            return domain_types(self._program)

    def __call__(self, tracked: frozenset[Tracked]) -> int:
        """The product over the variables, and over what is about no variable."""
        variables = {variable for item in tracked for variable in item.variables or ()}
        others = sum(1 for item in tracked if item.variables is None)
        return self._types.score_of(variables) * prod([_MEMORY] * others)

    def has_counter(self, tracked: frozenset[Tracked]) -> bool:
        """Is a loop counter among the variables?"""
        return any(variable in self._types.counters for item in tracked for variable in item.variables or ())

    def has_few_values(self, tracked: Tracked) -> bool:
        """Is it only copied and compared, so that it takes no more values than the program writes down?"""
        variables = tracked.variables
        return bool(variables) and {self._types.type_of(variable) for variable in variables or ()} <= _WRITTEN_DOWN
