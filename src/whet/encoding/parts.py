"""What translations are made of: the scope that those of a program share, places in memory, and inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from whet.cfa.expressions import Variable
from whet.cfa.library import Library
from whet.cfa.model import Program
from whet.cfa.source import Origin
from whet.cfa.types import ScalarType
from whet.encoding.memory import AddressLayout
from whet.encoding.shadows import Shadows
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import Region, Regions
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


class InputKind(Enum):
    """Where the interpreter asks for a value."""

    NONDET = "the environment"
    UNINITIALISED = "a variable that was not assigned"
    ARGUMENT = "an argument of main"


@dataclass(frozen=True, slots=True)
class InputSymbol:
    """A value the program is given, as the symbol that stands for it."""

    kind: InputKind
    symbol: Term
    type: ScalarType
    origin: Origin


@dataclass(frozen=True, slots=True)
class TranslationScope:
    """What the translations of a program have in common."""

    program: Program
    terms: Terms
    layout: AddressLayout
    regions: Regions
    vocabulary: Vocabulary
    library: Library
    shadows: Shadows
    tables: dict[tuple[Variable, int], Sequence[int]] = field(default_factory=dict)
    """The words of long tables, by their bytes; made when they are first asked for."""
    assumed: dict[tuple[str, Origin], None] = field(default_factory=dict)
    """Calls of functions without a body that nothing is known of, in the order they were met."""
    unfolds: int = 0
    """Up to so many words, library functions go through memory one by one; they are described only roughly if it is 0."""
    unfolds_known: int = 0
    """Up to so many bytes of objects of known size, if these are more."""

    def is_read(self, region: Region) -> bool:
        """May something in it be read, by the program or by a library function?"""
        return region.is_accessed or self.unfolds > 0


@dataclass(frozen=True, slots=True)
class TermSlot:
    """A scalar that lives in no memory."""

    base: Term
    variable: Variable


@dataclass(frozen=True, slots=True)
class TermPart:
    """A place in memory."""

    region: Region
    address: Term
    wide: Term
    """The address, or the offset in the object if that is known, in ``WIDE`` bits."""
    root: Variable | None
    """The object, if it is known by name."""
    is_certain: bool
    """Is it certain to be in the region, if it is anywhere?"""

    @property
    def leads_anywhere(self) -> bool:
        """Is it reached through a pointer that may lead out of the region?"""
        return self.region.is_open and not self.is_certain


TermTarget: TypeAlias = TermSlot | TermPart
