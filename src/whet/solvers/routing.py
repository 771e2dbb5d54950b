"""Which engine is asked.

The option ``solver.engine`` chooses the engine that decides satisfiability and gives models in the whole run.
z3 is asked about terms that it does not know, such as floats of unusual formats (``Engines.ask``).  A second engine has to agree
with it about proofs (``pair_of``).  Other questions go to the engine that ``SPECIALISTS`` names for them, whatever the
option says.  Spacer (``engines.spacer``), which solves systems of Horn clauses, is a part of z3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from whet.core.configuration import EngineChoice
from whet.solvers.port import Capability, Engine, EngineObserver, UnsupportedTerm, engine_named, unobserved
from whet.solvers.terms.factory import Terms

T = TypeVar("T")
_EVERY_TERM: Final = "z3"
"""The engine that knows all terms."""
SPECIALISTS: Final[Mapping[Capability, str]] = MappingProxyType(
    {
        Capability.INTEGERS: "z3",
        Capability.HORN: "z3",
        Capability.QUANTIFIER_ELIMINATION: "z3",
        Capability.INTERPOLATION: "bitwuzla",
    }
)
"""Engines for what only few can do."""


def make_engine(choice: EngineChoice, terms: Terms, *, observer: EngineObserver = unobserved) -> Engine:
    """A new engine for these terms."""
    return engine_named(choice.name, terms, options=choice.options, observer=observer)


def pair_of(choice: EngineChoice) -> tuple[EngineChoice, EngineChoice]:
    """Two engines that must agree: the chosen one and z3, which comes second; with the default if z3 is chosen."""
    return (EngineChoice() if choice.name == _EVERY_TERM else choice), EngineChoice(_EVERY_TERM)


class Engines:
    """The engines for the terms of one table, each made when it is first needed."""

    def __init__(self, terms: Terms, choice: EngineChoice | None = None, observer: EngineObserver = unobserved) -> None:
        self._terms = terms
        self._choice = choice or EngineChoice()
        self._observer = observer
        self._engines: dict[str, Engine] = {}

    @property
    def main(self) -> Engine:
        """The engine of the configuration."""
        return self.named(self._choice.name)

    def able(self, capability: Capability) -> Engine:
        """The engine for what only few can do."""
        return self.named(SPECIALISTS[capability])

    def named(self, name: str) -> Engine:
        if name not in self._engines:
            choice = self._choice if name == self._choice.name else EngineChoice(name)
            self._engines[name] = make_engine(choice, self._terms, observer=self._observer)
        return self._engines[name]

    def ask(self, question: Callable[[Engine], T]) -> T:
        """The answer of the first engine that knows all terms; ``question`` may be called twice."""
        try:
            return question(self.main)
        except UnsupportedTerm:
            return question(self.named(_EVERY_TERM))
