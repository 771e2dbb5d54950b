"""The generators of inputs by their names; a new one is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from whet.algorithms.random_inputs import RandomInputs
from whet.algorithms.testing import Coverage, InputGenerator
from whet.cfa.model import Program
from whet.core.context import Context
from whet.task.task import Task
from whet.trust.inputs import Inputs

_FIRST_RUNS = 20
"""By chance, before a solver is asked: what is easy to cover costs nothing then."""


class MixedInputs:
    """A few by chance, then by bounded model checking; by chance again, if that could not unroll everything."""

    def __init__(self, program: Program, task: Task, context: Context) -> None:
        self._program = program
        self._context = context

    def inputs(self, coverage: Coverage, /) -> Iterator[Inputs]:
        from whet.algorithms.bounded_inputs import BoundedInputs

        yield from RandomInputs(runs=_FIRST_RUNS).inputs(coverage)
        bounded = BoundedInputs(self._program, self._context)
        yield from bounded.inputs(coverage)
        if not bounded.is_finished:
            yield from RandomInputs(seed=_FIRST_RUNS).inputs(coverage)


def _bounded(program: Program, task: Task, context: Context) -> InputGenerator:
    from whet.algorithms.bounded_inputs import BoundedInputs

    return BoundedInputs(program, context)


def _random(program: Program, task: Task, context: Context) -> InputGenerator:
    return RandomInputs()


INPUT_GENERATORS: Mapping[str, Callable[[Program, Task, Context], InputGenerator]] = {
    "mixed": MixedInputs,
    "bounded": _bounded,
    "random": _random,
}
DEFAULT_GENERATOR = "mixed"


__all__ = ["DEFAULT_GENERATOR", "INPUT_GENERATORS", "MixedInputs"]
