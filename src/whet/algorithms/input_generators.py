"""The generators of inputs by their names; a new one is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from whet.algorithms.random_inputs import RandomInputs
from whet.algorithms.testing import Coverage, InputGenerator, check_time
from whet.cfa.model import Program
from whet.core.context import Context, LimitReached, SoftLimits
from whet.task.task import Task
from whet.trust.inputs import Inputs

_IDLE_RUNS = 300
"""By chance, without anything new, before a solver is asked: what is easy to cover costs little by chance."""
_CHANCE_SHARE = 0.1
"""Of the time, for them."""
_BOUNDED_SHARE = 0.5
"""Of what is left then, for bounded model checking: loops of many turns are easier for symbolic execution."""
_OTHER_SEED = 1


class MixedInputs:
    """By chance while that pays, then by bounded model checking; by symbolic execution and by chance, if more may be there."""

    def __init__(self, program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> None:
        self._program = program
        self._task = task
        self._context = context
        self._overrides = overrides

    def inputs(self, coverage: Coverage, /) -> Iterator[Inputs]:
        from whet.algorithms.bounded_inputs import BoundedInputs
        from whet.algorithms.symbolic_vectors import SymbolicInputs

        yield from self._by_chance(coverage)
        half = SoftLimits(seconds=_BOUNDED_SHARE * check_time(self._context))
        bounded = BoundedInputs(self._program, Context(limits=half, clock=self._context.clock))
        with suppress(LimitReached):
            yield from bounded.inputs(coverage)
        if not bounded.is_finished:
            yield from SymbolicInputs(self._program, self._task, self._context, self._overrides).inputs(coverage)
            yield from RandomInputs(seed=_OTHER_SEED).inputs(coverage)

    def _by_chance(self, coverage: Coverage) -> Iterator[Inputs]:
        """As long as it is worth it."""
        enough = self._context.seconds + _CHANCE_SHARE * check_time(self._context)
        known, idle = (0, 0), 0
        for inputs in RandomInputs().inputs(coverage):
            yield inputs
            now = coverage.covered, len(coverage.errors)
            known, idle = now, idle + 1 if now == known else 0
            if idle == _IDLE_RUNS or self._context.seconds > enough:
                return


def _bounded(program: Program, task: Task, context: Context, overrides: Sequence[str]) -> InputGenerator:
    from whet.algorithms.bounded_inputs import BoundedInputs

    return BoundedInputs(program, context)


def _symbolic(program: Program, task: Task, context: Context, overrides: Sequence[str]) -> InputGenerator:
    from whet.algorithms.symbolic_vectors import SymbolicInputs

    return SymbolicInputs(program, task, context, overrides)


def _random(program: Program, task: Task, context: Context, overrides: Sequence[str]) -> InputGenerator:
    return RandomInputs()


INPUT_GENERATORS: Mapping[str, Callable[[Program, Task, Context, Sequence[str]], InputGenerator]] = {
    "mixed": MixedInputs,
    "bounded": _bounded,
    "symbolic": _symbolic,
    "random": _random,
}
DEFAULT_GENERATOR = "mixed"
SYMBOLIC_GENERATORS = ("mixed", "symbolic")
"""Those that options of symbolic execution mean something to."""


__all__ = ["DEFAULT_GENERATOR", "INPUT_GENERATORS", "SYMBOLIC_GENERATORS", "MixedInputs"]
