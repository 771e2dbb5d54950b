"""Proof seeds: what the variable roles of a program suggest for proofs about it (dissertation on variable roles, section
5.1).

A seed is an expression of the program model over variables that are in scope together.  Seeds say where to look, and
never what is so: a precision may begin with them, and an invariant may be guessed from them, but nothing may be
assumed because of them.

*Predicates* (heuristics P1 to P5) are comparisons.  *Templates* (T1 and T2) are numbers, ``x - y`` of two counters of a
loop and ``x % k``, about whose values something may be worth knowing.  *Instances* are comparisons made from templates
for those who need some: two counters are equal or ordered, or differ by what they differ by at first; ``x % k`` is 0 or
what a constant that is assigned to ``x`` makes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whet.cfa.expressions import Expr
from whet.cfa.show import to_c
from whet.task.records import dataclass

if TYPE_CHECKING:
    from whet.roles.suggestions import Heuristic


@dataclass(frozen=True, slots=True)
class Seed:
    """An expression that may be worth tracking."""

    heuristic: Heuristic
    expression: Expr
    function: str | None
    """The function whose local variables it names; None if it names none."""

    @property
    def text(self) -> str:
        return to_c(self.expression)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A suggestion that is no seed, and why."""

    heuristic: Heuristic
    reason: str


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the roles of a program suggest."""

    predicates: tuple[Seed, ...] = ()
    templates: tuple[Seed, ...] = ()
    instances: tuple[Seed, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.predicates or self.templates)

    def joined(self, other: Seeds, *, most: int) -> Seeds:
        """These and those of another file, at most ``most`` of each kind."""
        return Seeds(
            (*self.predicates, *other.predicates)[:most],
            (*self.templates, *other.templates)[:most],
            (*self.instances, *other.instances)[:most],
            (*self.left_out, *other.left_out),
        )


NO_SEEDS: Final = Seeds()
