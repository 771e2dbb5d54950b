"""What a configuration can name: analyses, algorithms, refinement strategies, selections, waitlist orders, engines.

``whet.task.registry`` says how they are found.  Algorithms are in two packages: those that run others are in ``whet.portfolio``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from whet.task.options import Section
from whet.task.registry import RegistryKind

if TYPE_CHECKING:
    from whet.cfa.model import Program
    from whet.core.algorithm import Algorithm
    from whet.core.composite import Composite
    from whet.core.interfaces import Analysis
    from whet.core.waitlist import Waitlist
    from whet.task.configuration import Configuration

ANALYSIS = RegistryKind("analysis", ("whet.analyses",), "whet.analyses")
ALGORITHM = RegistryKind("algorithm", ("whet.algorithms", "whet.portfolio"), "whet.algorithms")
STRATEGY = RegistryKind("strategy", ("whet.refine.strategies",), "whet.strategies")
SELECTION = RegistryKind("selection", ("whet.refine.selection",), "whet.selections")
ORDER = RegistryKind("order", ("whet.core.orders",), "whet.orders")
ENGINE = RegistryKind("engine", ("whet.solvers.engines",), "whet.engines")

register_analysis = ANALYSIS.register
register_algorithm = ALGORITHM.register
register_strategy = STRATEGY.register
register_selection = SELECTION.register
register_order = ORDER.register
register_engine = ENGINE.register


def make_analysis(name: str, program: Program, options: Section | None = None) -> Analysis[Any, Any]:
    """A new analysis by its name, with its default options unless others are given."""
    made: Analysis[Any, Any] = ANALYSIS.make(name, program, options=options)
    return made


def make_analyses(program: Program, wanted: Mapping[str, Section | None]) -> list[Analysis[Any, Any]]:
    """Several by name, each with its options."""
    return [make_analysis(name, program, options) for name, options in wanted.items()]


def make_algorithm(configuration: Configuration) -> Algorithm:
    """The algorithm that a configuration names, with its options."""
    name = configuration.algorithm
    made: Algorithm = ALGORITHM.make(name, options=configuration.options_for(name))
    return made


def make_waitlist(order: str, analysis: Composite, *, seed: int = 0) -> Waitlist:
    """A new waitlist by the name of its order."""
    made: Waitlist = ORDER.make(order, analysis, seed)
    return made
