"""Which engine is asked: bitwuzla, and z3 about terms that bitwuzla does not know, such as floats of unusual formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from whet.solvers.port import Engine, EngineObserver, UnsupportedTerm, engine_named
from whet.solvers.terms.factory import Terms

T = TypeVar("T")


class RoutedEngines:
    """The engines for the terms of one table, each made when it is first needed."""

    def __init__(self, terms: Terms, observer: EngineObserver) -> None:
        self._terms = terms
        self._observer = observer
        self._engines: dict[str, Engine] = {}

    def named(self, name: str) -> Engine:
        if name not in self._engines:
            self._engines[name] = engine_named(name, self._terms, observer=self._observer)
        return self._engines[name]

    def ask(self, question: Callable[[Engine], T]) -> T:
        """The answer of the first engine that knows all terms; ``question`` may be called twice."""
        try:
            return question(self.named("bitwuzla"))
        except UnsupportedTerm:
            return question(self.named("z3"))


__all__ = ["RoutedEngines"]
