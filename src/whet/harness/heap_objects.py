"""Blocks that a harness allocates: their declarations, and how they are freed where the function is not given them.

A pointer to each block is kept in a static variable, so that a block that the function leaves alone is not lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from whet.task.records import dataclass


@dataclass(slots=True)
class HeapObjects:
    names: list[str] = field(default_factory=list)
    """Variables that point to the blocks, in the order of their allocation."""

    def allocated(self, name: str, declared: str, size: str) -> Iterator[str]:
        """The statements that allocate a block; ``declared`` is the declaration of its variable, ``size`` the bytes."""
        self.names.append(name)
        yield f"{declared} = malloc({size});"
        yield f"__VERIFIER_assume({name} != 0);"
        yield f"static void *{name}_kept;"
        yield f"{name}_kept = {name};"

    def without(self, first: int, last: int | None, then: str) -> str:
        """A statement that frees the blocks with these numbers and does something more."""
        freed = "".join(f"free({name}); {name} = 0; " for name in self.names[first:last])
        return f"{{ {freed}{then} }}" if freed else then
