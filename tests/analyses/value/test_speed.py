"""The compiled transfer is worth having."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.value.running import program_of
from tests.analyses.value.speed import measure

FACTOR = 5


def _automaton(states: int) -> str:
    """A reactive system in the style of the RERS challenge."""
    rules = "".join(
        f"if (a == {n} && (b == {n % 3} || input == {n % 5}) && !(c == 1))"
        f"{{ a = {(n * 7 + 3) % states}; b = {n % 4}; return {n}; }}\n"
        for n in range(states)
    )
    return f"""int a, b, c; int step(int input) {{ {rules} c = input == 4; return -1; }}
    int main(void) {{ while (1) {{ int i = __VERIFIER_nondet_int(); if (i < 0 || i > 5) return 0; step(i); }} }}"""


@pytest.mark.slow
def test_compiled_transfer_is_faster(tmp_path: Path) -> None:
    program = program_of(_automaton(40), tmp_path)
    compiled, interpreted = (measure(program, transfer, 4000)[0] for transfer in ("compiled", "interpreted"))
    assert compiled.states == interpreted.states
    assert compiled.operations_per_second > FACTOR * interpreted.operations_per_second
