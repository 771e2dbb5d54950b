"""The generators of inputs by their names; a new one is a class and a line here."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

from whet.algorithms.random_inputs import RandomInputs
from whet.algorithms.testing import Coverage, InputGenerator, TriedInputs, check_time
from whet.cfa.model import Program
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.task.records import dataclass
from whet.task.task import Task

_IDLE_RUNS = 300
"""By chance, without anything new, before a solver is asked: what is easy to cover costs little by chance."""
_CHANCE_SHARE = 0.1
"""Of the time, for them."""
_TURN = 2.0
_TURN_SHARE = 0.05
"""Seconds of a first turn, and of the time that is left."""
_GROWTH = 1.5
"""Of the turns, when nobody found anything new in a round: what is left takes longer."""
_CHANCE_TURN = 0.25
"""How much of a turn is for chance: each of its runs takes little, and most bring nothing."""
_OTHER_SEED = 1


@dataclass(frozen=True, slots=True)
class _Member:
    """One of those who find inputs in turns."""

    found: Iterator[TriedInputs | None]
    share: float = 1.0
    """Of the length of a turn."""


class MixedInputs:
    """By chance while that pays; then bounded model checking, symbolic execution and chance in turns.

    Who finds something new in a turn has another one.  So most of the time goes to the one that suits the program, and programs
    that none of them suits are divided fairly.  It ends when everything was
    unrolled and asked, or explored."""

    def __init__(self, program: Program, task: Task, context: Context, overrides: Sequence[str] = ()) -> None:
        self._program = program
        self._task = task
        self._context = context
        self._overrides = overrides

    def inputs(self, coverage: Coverage, /) -> Iterator[TriedInputs | None]:
        from whet.algorithms.bounded_inputs import BoundedInputs
        from whet.algorithms.symbolic_vectors import SymbolicInputs

        yield from self._by_chance(coverage)
        bounded = BoundedInputs(self._program, self._context, _engine(self._overrides))
        symbolic = SymbolicInputs(self._program, self._task, self._context, self._overrides)
        chance = RandomInputs(seed=_OTHER_SEED)
        members = [
            _Member(bounded.inputs(coverage)),
            _Member(symbolic.inputs(coverage)),
            _Member(chance.inputs(coverage), _CHANCE_TURN),
        ]
        yield from self._in_turns(members, coverage, lambda: bounded.is_finished or symbolic.is_finished)

    def _by_chance(self, coverage: Coverage) -> Iterator[TriedInputs | None]:
        """As long as it is worth it."""
        enough = self._context.seconds + _CHANCE_SHARE * check_time(self._context)
        known, idle = _known(coverage), 0
        for inputs in RandomInputs().inputs(coverage):
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


def _bounded(program: Program, task: Task, context: Context, overrides: Sequence[str]) -> InputGenerator:
    from whet.algorithms.bounded_inputs import BoundedInputs

    return BoundedInputs(program, context, _engine(overrides))


def _engine(overrides: Sequence[str]) -> EngineChoice:
    from whet.algorithms.symbolic_testing import symbolic_configuration

    return EngineChoice.of(symbolic_configuration(overrides)) if overrides else EngineChoice()


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
SOLVING_GENERATORS = ("mixed", "bounded", "symbolic")
"""Those that the option ``solver.engine`` means something to."""
SYMBOLIC_GENERATORS = ("mixed", "symbolic")
"""Those that options of symbolic execution mean something to."""
