"""From a program and a configuration to a result: the analyses, the algorithm and the refiner that a configuration names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from whet.algorithms.allocation import granted
from whet.algorithms.cegar import Refiner, Told, cegar
from whet.algorithms.evaluation_order import order_dependent
from whet.algorithms.nondeterminism import MeteredComposite
from whet.algorithms.problem import Exploration
from whet.cfa.checks import put_checks
from whet.cfa.model import Program
from whet.cfa.premises import premises_of
from whet.cfa.semantics import Danger
from whet.cfa.standard_functions import STANDARD_FUNCTIONS
from whet.cfa.targets import ASSERTION_FUNCTIONS, Targets
from whet.core.arg import Path
from whet.core.composite import Composite, Precisions
from whet.core.configuration import ExplorationOptions
from whet.core.context import Context, Level
from whet.core.reached import ReachedSet
from whet.core.registry import make_analyses, make_waitlist
from whet.core.result import Assumption, Result, TrueVerdict
from whet.refine.going_on import NotRefined, RefinerAnswer
from whet.smt.encoding.encode import Encoder
from whet.smt.terms.factory import Terms
from whet.task.configuration import Configuration
from whet.task.precision_file import Entry
from whet.task.properties import NoAssertionFailure, NoDivisionByZero, Property, Unreachable, UnreachableLabel
from whet.task.task import Task
from whet.trust.path_inputs import PathInputs
from whet.trust.replay import Replayer
from whet.trust.steps import place_of

if TYPE_CHECKING:
    from whet.trust.interpreter import Interpreter

_TAKEN_OF_FUNCTIONS = (
    "changes only what its arguments lead to, keeps no pointer, calls nothing back and returns any value, "
    "but no pointer to what it was not given"
)


def targets_of(wanted: Property) -> Targets:
    """The property, as what a run must not do."""
    functions: list[str] = []
    labels: list[str] = []
    dangers: list[Danger] = []
    for condition in wanted.conditions:
        match condition:
            case Unreachable(functions=names):
                functions += [*names, *(f"__builtin_{name}" for name in names)]  # gcc's other name for the same function
            case UnreachableLabel(label=label):
                labels.append(label)
            case NoAssertionFailure():
                functions += ASSERTION_FUNCTIONS
            case NoDivisionByZero():
                dangers.append(Danger.DIVISION_BY_ZERO)
            case _:
                raise ValueError(f"{condition} should have been refused before")
    return Targets(wanted.name, frozenset(functions), frozenset(labels), frozenset(dangers))


class NoRefinement:
    """Lets every error path stand, so that CEGAR is one exploration with the initial precision."""

    def refine(self, paths: Sequence[Path], precision: Precisions) -> RefinerAnswer:
        return NotRefined(precision, paths[0])

    def entries(self, precision: Precisions) -> tuple[Entry, ...]:
        return ()


def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """Verify a program; raises ``LimitReached`` when a soft limit ends the run."""
    targets = targets_of(task.property)
    put_checks(program, targets)
    analysis = _analysis(program, configuration)
    exploring = configuration.section(ExplorationOptions)
    reached = ReachedSet(analysis, make_waitlist(exploring.order, analysis, seed=exploring.seed))
    assert program.start.entry is not None
    reached.start(analysis.initial(program.start.entry), analysis.initial_precision())
    replayer = Replayer(program, cache(lambda: _interpreter(program, targets)))
    exploration = Exploration(program, analysis, reached, replayer, PathInputs(lambda: _encoder(analysis)), context)
    refiner, precision = _refiner(configuration, exploration, task)
    try:
        concluded = cegar(exploration, refiner, precision)
    finally:
        exploration.record_statistics()
        _record_statistics(analysis, context)
    premises = _premises(program) if isinstance(concluded.verdict, TrueVerdict) else []
    assumptions = (*_assumptions(analysis), *premises, *exploration.taken)
    entries = refiner.entries(concluded.precision)
    return Result(concluded.verdict, assumptions, precision=entries, evidence=exploration.evidence)


def _interpreter(program: Program, targets: Targets) -> Interpreter:
    from whet.trust.interpreter import Interpreter  # knows the whole library of C, and most runs have no alarm

    return Interpreter(program, error_functions=targets.functions, error_labels=targets.labels)


def _refiner(configuration: Configuration, exploration: Exploration, task: Task) -> tuple[Refiner, Precisions]:
    """With the precision that it begins with."""
    if configuration.algorithm == "cegar":
        from whet.algorithms.refinement import begin, make_refiner  # imports what can be refined

        refiner = make_refiner(configuration, exploration)
        told = Told(refiner, lambda: exploration.context.progress("refining", states=len(exploration.reached)))
        return told, begin(configuration, exploration, refiner, task.precision)
    if task.precision:
        exploration.context.log(Level.WARNING, "the given precision is not used: this configuration has no refinement")
    return NoRefinement(), exploration.analysis.initial_precision()


def _analysis(program: Program, configuration: Configuration) -> Composite:
    wanted = {name: configuration.options_for(name) for name in configuration.analyses}
    return MeteredComposite(program, make_analyses(program, wanted))


def _record_statistics(analysis: Composite, context: Context) -> None:
    """What components counted by themselves."""
    for component in analysis.components:
        for name, number in getattr(component, "statistics", dict)().items():
            context.statistics.set(name, round(number, 3) if isinstance(number, float) else number)


def _encoder(analysis: Composite) -> Encoder:
    """That of an analysis if one has any."""
    found = (getattr(component, "encoder", None) for component in analysis.components)
    return next((each for each in found if isinstance(each, Encoder)), None) or Encoder(analysis.flow.program, Terms())


def _assumptions(analysis: Composite) -> list[Assumption]:
    """What the components took for granted of functions without a body, each once."""
    found: dict[str, Assumption] = {}
    for component in analysis.components:
        for name, origin in getattr(component, "assumed", tuple)():
            lacks = "is not modelled" if name in STANDARD_FUNCTIONS else "has no body"
            found.setdefault(name, Assumption(f"{name} {lacks}: it {_TAKEN_OF_FUNCTIONS}", place_of(origin)))
    program = analysis.flow.program
    return [*found.values(), *_guessed_calls(analysis), *_orders(program), *_blocks(program)]


def _premises(program: Program) -> list[Assumption]:
    """What a proof takes for granted, with the first place where it matters."""
    found = [(premise.what, premise.origins) for premise in premises_of(program)]
    return [Assumption(what + _elsewhere(len(origins) - 1), place_of(origins[0])) for what, origins in found]


def _elsewhere(others: int) -> str:
    return "" if others == 0 else f" (here and at {others} other place{'s' if others > 1 else ''})"


def _guessed_calls(analysis: Composite) -> list[Assumption]:
    """Each place once."""
    fits = "if one takes as many arguments as it is given"
    what = f"a pointer of which nothing is known calls a function whose address this program takes, {fits}"
    places = dict.fromkeys(place_of(edge.origin) for edge in analysis.flow.guessed)
    return [Assumption(what, place) for place in places]


def _orders(program: Program) -> list[Assumption]:
    """Where the order of evaluation may make a difference, each place once."""
    found = (Assumption(pair.order.value, place_of(pair.origin)) for pair in order_dependent(program))
    return list(dict.fromkeys(found))


def _blocks(program: Program) -> list[Assumption]:
    """Where it makes a difference that there is enough memory, each place once."""
    what = "{} returns a new block and not a null pointer, as if there were memory for any size"
    found = (Assumption(what.format(each.function), place_of(each.call.origin)) for each in granted(program))
    return list(dict.fromkeys(found))
