"""From a program and a configuration to a result: the property becomes checks, and the algorithm that is named does the rest.

The result lists the assumptions that come from the program itself."""

from __future__ import annotations

from dataclasses import replace

from whet.algorithms.allocation import allocates_many, granted
from whet.algorithms.checked import Discharged, checked_in
from whet.algorithms.evaluation_order import order_dependent, possibly_undefined
from whet.algorithms.targets import targets_of
from whet.cfa.model import Program
from whet.cfa.operations import Unsupported, flatten
from whet.cfa.sites import grant, put_back, sites_of
from whet.cfa.source import place_of
from whet.cfa.within_library import LibraryPlaces, without_library_places
from whet.checks.constant_members import constants_that_may_change
from whet.checks.insertion import put_checks
from whet.checks.premises import premises_of
from whet.checks.unchecked_arguments import unchecked_arguments
from whet.core.algorithm import Problem
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.executed import ProvedChecks
from whet.core.registry import make_algorithm
from whet.core.result import Assumption, Checked, Reason, Result, TrueVerdict, Unknown
from whet.pointers.regions import Regions
from whet.task.configuration import Configuration
from whet.task.messages.assumptions import ALLOCATES
from whet.task.messages.unknown import UNCHECKED
from whet.task.task import Task

_SIDE_EFFECTS = "whether the unsequenced side effects of this expression are on different objects"


class Verification:
    """The engine of Whet, in two steps: ``prepare`` changes the program for good, and each call analyses what was prepared."""

    def __init__(self) -> None:
        self._discharged = Discharged()

    def prepare(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> None:
        """Put the property into the program, but for the checks that can be seen to hold."""
        put_checks(program, targets_of(task.property), Regions)
        if program.targets.dangers or allocates_many(program):
            from whet.algorithms.discharging import discharge  # explores, which not every algorithm does

            self._discharged = discharge(Problem(program, task, configuration), context)

    def checked(self, program: Program, task: Task) -> Checked:
        return checked_in(program, task.property, self._discharged)

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        """Raises ``LimitReached`` when a soft limit ends the run."""
        discharged = self._discharged
        problem, sites = Problem(program, task, configuration, discharged.proof), tuple(sites_of(program))
        context.explanation.proved(ProvedChecks(len(sites) + len(discharged.sites), sites, (discharged.analyses,)))
        grant(program, task.granted)
        if discharged.excludes_all or _cannot_go_wrong(program):
            result = Result(TrueVerdict(), evidence=Proof(()))
        else:
            result = make_algorithm(configuration).run(problem, context)
        result = _with_checked_proof(discharged.with_result(result), problem, context, discharged)
        result = result.with_checked(self.checked(program, task))
        return with_premises(_told_of_program(result, program), program)


def run(program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
    """Verify a program in one step."""
    engine = Verification()
    engine.prepare(program, task, configuration, context)
    return engine(program, task, configuration, context)


def _told_of_program(result: Result, program: Program) -> Result:
    """Why nothing is known, at places of the program."""
    match result.verdict:
        case Unknown(detail=detail) as unknown:
            return replace(result, verdict=replace(unknown, detail=without_library_places(detail, program)))
        case _:
            return result


def with_premises(result: Result, program: Program) -> Result:
    """With the assumptions that come from the program itself, whichever algorithm found the verdict."""
    if isinstance(result.verdict, TrueVerdict) and (unchecked := _unchecked(program)) is not None:
        result = replace(result, verdict=unchecked, evidence=None)
    premises = _premises(program) if isinstance(result.verdict, TrueVerdict) else []
    chosen = [Assumption(choice) for choice in program.choices]
    return replace(result, assumptions=(*result.assumptions, *chosen, *_orders(program), *_blocks(program), *premises))


def _with_checked_proof(result: Result, problem: Problem, context: Context, discharged: Discharged) -> Result:
    """The proof is one of the program with all checks, also with those that were left out."""
    if not isinstance(result.verdict, TrueVerdict):
        return result
    from whet.algorithms.proving import with_checked_proof  # which needs solvers

    if isinstance(result.evidence, Proof) and result.evidence.with_summaries:
        from whet.algorithms.summarised import checked_with

        program, evidence = checked_with(problem, result.evidence)
        checked = with_checked_proof(replace(result, evidence=evidence), program, problem.configuration, context)
        return replace(checked, evidence=result.evidence)
    with put_back(problem.program, discharged.checks):
        return with_checked_proof(result, problem.program, problem.configuration, context)


def _cannot_go_wrong(program: Program) -> bool:
    """Is the property about operations only, and does the program have none that could go wrong?"""
    targets = program.targets
    if not targets.dangers or targets.functions or targets.labels or program.unsupported:
        return False
    parts = (part for edge in program.edges() for part in flatten(edge.operation))
    return not sites_of(program) and not any(isinstance(part, Unsupported) for part in parts)


def _premises(program: Program) -> list[Assumption]:
    """The assumptions of a proof, each with the first place where it matters."""
    found = [(premise.what, premise.origins) for premise in premises_of(program)]
    return [Assumption(what + _elsewhere(len(origins) - 1), place_of(origins[0])) for what, origins in found]


def _unchecked(program: Program) -> Unknown | None:
    """A proof must not assume what no check covers: arguments of library functions, and the order of side effects."""
    side_effects = [(_SIDE_EFFECTS, pair.origin) for pair in possibly_undefined(program)]
    found = [*unchecked_arguments(program), *constants_that_may_change(program), *side_effects]
    if not found:
        return None
    what, origin = found[0]
    place = LibraryPlaces(program).of([origin])[0].original_place
    others = _elsewhere(len(dict.fromkeys(found)) - 1)
    return Unknown(Reason.ASSUMPTION, UNCHECKED.format(what=what + others), place)


def _elsewhere(others: int) -> str:
    return "" if others == 0 else f" (here and at {others} other place{'s' if others > 1 else ''})"


def _orders(program: Program) -> list[Assumption]:
    """Where the order of evaluation may make a difference, each place once."""
    found = (Assumption(pair.order.value, place_of(pair.origin)) for pair in order_dependent(program))
    return list(dict.fromkeys(found))


def _blocks(program: Program) -> list[Assumption]:
    """Where it makes a difference that there is enough memory, each place once."""
    places = LibraryPlaces(program)
    found = [
        Assumption(ALLOCATES.format(function=each.function), place_of(origin))
        for each in granted(program)
        for origin in places.of([each.call.origin])
    ]
    return list(dict.fromkeys(found))
