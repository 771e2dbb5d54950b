"""From a program and a configuration to a result: the analyses, the algorithm and the refiner that a configuration names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whet.algorithms.cegar import NotRefined, Refiner, RefinerAnswer, cegar
from whet.algorithms.exploration import make_waitlist
from whet.algorithms.nondeterminism import MeteredComposite
from whet.algorithms.problem import Exploration, place_of
from whet.algorithms.refinement import make_refiner
from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.specification import ASSERTION_FUNCTIONS
from whet.cfa.model import Program
from whet.core.arg import Path
from whet.core.composite import Composite
from whet.core.context import Context, Level
from whet.core.reached import ReachedSet
from whet.core.registry import make_analyses
from whet.core.result import Assumption, Result
from whet.smt.encode import Encoder
from whet.smt.factory import Terms
from whet.task.configuration import Configuration
from whet.task.precision_file import Entry
from whet.task.properties import NoAssertionFailure, Property, Unreachable, UnreachableLabel
from whet.task.task import Task
from whet.trust.interpreter import Interpreter
from whet.trust.path_inputs import PathInputs
from whet.trust.replay import Replayer

_KNOW_TARGETS = frozenset({"specification", "predicate"})
"""Analyses whose options are also what must not be reached."""


@dataclass(frozen=True, slots=True)
class Targets:
    """The property, as what must not be reached."""

    name: str
    functions: tuple[str, ...]
    labels: tuple[str, ...]
    assertions: bool

    @staticmethod
    def of(wanted: Property) -> Targets:
        functions: list[str] = []
        labels: list[str] = []
        assertions = False
        for condition in wanted.conditions:
            match condition:
                case Unreachable(functions=names):
                    functions += names
                case UnreachableLabel(label=label):
                    labels.append(label)
                case NoAssertionFailure():
                    assertions = True
                case _:
                    raise ValueError(f"{condition} should have been refused before")
        return Targets(wanted.name, tuple(functions), tuple(labels), assertions)

    def options(self) -> dict[str, Any]:
        """As options of an analysis."""
        return {"functions": self.functions, "labels": self.labels, "assertions": self.assertions}

    def interpreter(self, program: Program) -> Interpreter:
        """An interpreter that stops where the property is violated."""
        functions = frozenset(self.functions) | (ASSERTION_FUNCTIONS if self.assertions else frozenset())
        return Interpreter(program, error_functions=functions, error_labels=frozenset(self.labels))


class NoRefinement:
    """Lets every error path stand, so that CEGAR is one exploration with the initial precision."""

    is_exact = True

    def refine(self, paths: Sequence[Path]) -> RefinerAnswer:
        return NotRefined(paths[0])

    def rebuild(self) -> None:
        raise NotImplementedError("there is nothing to rebuild")

    def entries(self) -> tuple[Entry, ...]:
        return ()


def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """Verify a program; raises ``LimitReached`` when a soft limit ends the run."""
    targets = Targets.of(task.property)
    analysis = _analysis(program, configuration, targets)
    reached = ReachedSet(analysis, make_waitlist(configuration.exploration, analysis))
    assert program.start.entry is not None
    reached.start(analysis.initial(program.start.entry), analysis.initial_precision())
    replayer = Replayer(program, targets.interpreter(program))
    exploration = Exploration(program, analysis, reached, replayer, PathInputs(lambda: _encoder(analysis)), context)
    refiner = _refiner(configuration, exploration, task)
    try:
        verdict = cegar(exploration, refiner)
    finally:
        exploration.record_statistics()
        _record_statistics(analysis, context)
    return Result(verdict, (*_assumptions(analysis, targets), *exploration.taken), precision=refiner.entries())


def _refiner(configuration: Configuration, exploration: Exploration, task: Task) -> Refiner:
    if configuration.algorithm == "cegar":
        return make_refiner(configuration, exploration, task.precision)
    if task.precision:
        exploration.context.log(Level.WARNING, "the given precision is not used: this configuration has no refinement")
    return NoRefinement()


def _analysis(program: Program, configuration: Configuration, targets: Targets) -> Composite:
    wanted: dict[str, dict[str, object]] = {name: {**configuration.options_for(name)} for name in configuration.analyses}
    for name in _KNOW_TARGETS & wanted.keys():
        wanted[name] = {**wanted[name], **targets.options()}
    if "specification" in wanted:
        wanted["specification"]["violated"] = targets.name
    return MeteredComposite(program, make_analyses(program, wanted))


def _record_statistics(analysis: Composite, context: Context) -> None:
    """What components counted by themselves."""
    for component in analysis.components:
        for name, number in getattr(component, "statistics", dict)().items():
            context.statistics.set(name, round(number, 3) if isinstance(number, float) else number)


def _encoder(analysis: Composite) -> Encoder:
    """That of the predicate analysis if there is one."""
    found = next((component.encoder for component in analysis.components if isinstance(component, PredicateAnalysis)), None)
    return Encoder(analysis.flow.program, Terms()) if found is None else found


def _assumptions(analysis: Composite, targets: Targets) -> list[Assumption]:
    """What the components took for granted of functions without a body, each once."""
    found: dict[str, Assumption] = {}
    for component in analysis.components:
        for name, origin in getattr(component, "assumed", tuple)():
            if name not in targets.functions:
                does = "changes only what its arguments lead to, keeps no pointer, calls nothing back and returns any value"
                what = f"{name} has no body: it {does}"
                found.setdefault(name, Assumption(what, place_of(origin)))
    return [*found.values(), *_guessed_calls(analysis)]


def _guessed_calls(analysis: Composite) -> list[Assumption]:
    """Each place once."""
    what = "a pointer of which nothing is known calls a function whose address this program takes, if one fits"
    places = dict.fromkeys(place_of(edge.origin) for edge in analysis.flow.guessed)
    return [Assumption(what, place) for place in places]
