"""How fast the two transfers are on a program, over the same states:

    python -m tests.analyses.value.speed FILE [STATES] [ILP32 | LP64]

Explores up to so many states with each transfer, checks that they are the same, then applies every edge that leaves a
reached location to every state there and counts operations per second of processor time (the best of three rounds).
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.analyses.value.running import VALUE, Transfer, explore
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.analyses.value.precision import FULL
from whet.analyses.value.state import ValueState
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.types import MACHINE_MODELS
from whet.core.reached import ReachedSet
from whet.frontend.parse import parse_file

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Measurement:
    states: int
    states_per_second: float
    """Of the whole exploration, code generation included."""
    operations_per_second: float
    """Of the transfer alone."""


def measure(program: Program, transfer: Transfer, limit: int) -> tuple[Measurement, ReachedSet]:
    analysis = ValueAnalysis(program, ValueOptions(transfer=transfer, forget="nothing"))
    began = time.process_time()
    reached = explore(program, analysis, limit)
    exploration = time.process_time() - began
    attempts = attempts_of(reached)
    operations = sum(len(flatten(edge.operation)) for edge, _ in attempts)
    seconds = min(_seconds(analysis, attempts) for _ in range(ROUNDS))
    return Measurement(len(reached), len(reached) / exploration, operations / seconds), reached


def attempts_of(reached: ReachedSet) -> list[tuple[Edge, ValueState]]:
    """Every state with every edge that leaves its location; calls that are entered only where they were."""
    found = []
    for node in reached.arg.nodes():
        location = node.state[0]
        taken = {edge: None for edge, _ in node.children}
        taken |= {edge: None for edge in location.leaving if not _is_entered(edge)}
        found += [(edge, node.state[VALUE]) for edge in taken]
    return found


def _is_entered(edge: Edge) -> bool:
    calls = [part.callee for part in flatten(edge.operation) if isinstance(part, Call)]
    return any(not isinstance(callee, Function) or callee.is_defined for callee in calls)


def _seconds(analysis: ValueAnalysis, attempts: Sequence[tuple[Edge, ValueState]]) -> float:
    staged = [(analysis.post(edge), state) for edge, state in attempts]
    steps = [(post, state) for post, state in staged if post is not None]
    gc.collect()
    gc.disable()
    began = time.process_time()
    for post, state in steps:
        post(state, FULL)
    gc.enable()
    return time.process_time() - began


def bytes_per_state(states: list[ValueState]) -> float:
    """What the states take, what they share counted once."""
    seen: set[int] = set()
    waiting: list[object] = list(states)
    total = 0
    while waiting:
        each = waiting.pop()
        if id(each) in seen or each is None or isinstance(each, bool):
            continue
        seen.add(id(each))
        total += sys.getsizeof(each)
        if isinstance(each, tuple | frozenset | list):
            waiting.extend(each)
        elif isinstance(each, dict):
            waiting.extend((*each.keys(), *each.values()))
        else:
            waiting.extend(getattr(each, name, None) for name in getattr(type(each), "__slots__", ()))
    return total / len(states)


def compare(path: str, limit: int, machine: str) -> str:
    program = parse_file(path, machine=MACHINE_MODELS[machine])
    compiled, one = measure(program, "compiled", limit)
    interpreted, other = measure(program, "interpreted", limit)
    states = [[node.state[VALUE] for node in each.arg.nodes()] for each in (one, other)]
    lines = [
        f"{name}: {result.states} states, {result.states_per_second:.0f} states/s, "
        f"{result.operations_per_second / 1000:.0f}k operations/s"
        for name, result in (("compiled", compiled), ("interpreted", interpreted))
    ]
    ratio = compiled.operations_per_second / interpreted.operations_per_second
    size = bytes_per_state(list(dict.fromkeys(states[0])))
    return "\n".join([*lines, f"same states: {states[0] == states[1]}, ratio {ratio:.1f}, {size:.0f} bytes per state", ""])


if __name__ == "__main__":
    file, count, model = (*sys.argv[1:], *("", "8000", "ILP32")[len(sys.argv) - 1 :])
    sys.stdout.write(compare(file, int(count), model))
