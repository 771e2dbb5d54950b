"""Inputs for tests: the pool while it covers more; then bounded model checking, symbolic execution and the pool in turns.

A method that finds something new in a turn has another one.  So most of the time goes to the method that suits the program, and
programs that suit none of them are divided fairly.  The search ends when everything was unrolled and asked, or explored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from whet.algorithms.input_search import InputSearch
from whet.algorithms.testing import Coverage, TestEnvironment, TriedInputs, check_time
from whet.cfa.model import Program
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.interpreter.inputs import Inputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.linking import EdgeWatcher
from whet.interpreter.pool import InputPool, InputVocabulary
from whet.task.records import dataclass
from whet.task.task import Task

_IDLE_RUNS = 300
"""Of the pool, without anything new, before the program is unrolled: what is easy to cover costs little by chance."""
_POOL_SHARE = 0.1
"""Of the time, for them."""
_TURN = 2.0
_TURN_SHARE = 0.05
"""Seconds of a first turn, and of the time that is left."""
_GROWTH = 1.5
"""Of the turns, when no method found anything new in a round: what is left takes longer."""
_POOL_TURN = 0.5
"""How much of a turn is for the pool: each of its runs takes little."""


@dataclass(frozen=True, slots=True)
class _Member:
    """A method that has its turns."""

    found: Iterator[TriedInputs | None]
    share: float = 1.0
    """Of the length of a turn."""


class CoveringInputs:
    """The search in one program; ``overrides`` are options ``key=value`` of symbolic execution and solvers."""

    def __init__(self, program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> None:
        self._program = program
        self._task = task
        self._context = context
        self._overrides = overrides

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]:
        from whet.algorithms.bounded_inputs import BoundedInputs
        from whet.algorithms.symbolic_testing import symbolic_configuration
        from whet.algorithms.symbolic_vectors import SymbolicInputs

        engine = EngineChoice.of(symbolic_configuration(self._overrides)) if self._overrides else EngineChoice()
        pooled = self._pooled(coverage, engine)
        yield from self._while_it_covers(pooled, coverage)
        bounded = BoundedInputs(self._program, self._context, engine)
        symbolic = SymbolicInputs(self._program, self._task, self._context, self._overrides)
        members = [_Member(bounded.inputs(coverage)), _Member(symbolic.inputs(coverage)), _Member(pooled, _POOL_TURN)]
        yield from self._in_turns(members, coverage, lambda: bounded.is_finished or symbolic.is_finished)

    def _pooled(self, coverage: Coverage, engine: EngineChoice) -> Iterator[TriedInputs | None]:
        pool = InputPool(InputVocabulary.of(self._program), gives_uninitialised=False)
        around = TestEnvironment.of(self._program)
        interpreter = Interpreter(self._program, error_functions=self._program.targets.functions)

        def watch(watcher: EdgeWatcher, inputs: Inputs) -> None:
            interpreter.watch(watcher, inputs, arguments=around.arguments, texts=around.texts)

        for inputs in InputSearch(self._program, watch, coverage.numbers, pool, engine).inputs():
            yield inputs
            if inputs is not None:
                pool.keep(coverage.last, inputs)

    def _while_it_covers(self, pooled: Iterator[TriedInputs | None], coverage: Coverage) -> Iterator[TriedInputs | None]:
        enough = self._context.seconds + _POOL_SHARE * check_time(self._context)
        known, idle = _known(coverage), 0
        for inputs in pooled:
            yield inputs
            now = _known(coverage)
            known, idle = now, idle + 1 if now == known else 0
            if idle == _IDLE_RUNS or self._context.seconds > enough:
                return

    def _in_turns(
        self, members: list[_Member], coverage: Coverage, is_finished: Callable[[], bool]
    ) -> Iterator[TriedInputs | None]:
        seconds = min(_TURN, _TURN_SHARE * check_time(self._context))
        while members and not is_finished():
            before = _known(coverage)
            for member in tuple(members):
                is_over = yield from self._turns(member, seconds * member.share, coverage)
                if is_finished():
                    return
                if is_over:
                    members.remove(member)
            seconds *= _GROWTH if _known(coverage) == before else 1.0

    def _turns(self, member: _Member, seconds: float, coverage: Coverage) -> Generator[TriedInputs | None, None, bool]:
        """Of one member, until one of them brings nothing; has it nothing left then?"""
        known, end = _known(coverage), self._context.seconds + seconds
        for inputs in member.found:
            yield inputs
            if self._context.seconds > end:
                now = _known(coverage)
                if now == known:
                    return False
                known, end = now, self._context.seconds + seconds
        return True


def _known(coverage: Coverage) -> tuple[int, int]:
    return coverage.covered, len(coverage.errors)


__all__ = ["CoveringInputs"]
