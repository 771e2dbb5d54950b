"""Alarms of any analysis get their inputs from a solver where guessing does not find them."""

from __future__ import annotations

from pathlib import Path

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call
from whet.core.configuration import load_configuration
from whet.core.context import Context
from whet.core.result import FalseVerdict, Result, Unknown
from whet.encoding.encode import Encoder
from whet.interpreter.path_inputs import Guess, NoInputs, PathInputs, PathUnsolved
from whet.solvers.terms.factory import Terms

HARD = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int y = __VERIFIER_nondet_int();
    int z;
    if (x * 2654435761u == 12345u && (y ^ 0x5a5a5a5a) == z && z > 1000)
        reach_error();
}
"""
SPURIOUS = """
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x * 2;
    if (y % 2 == 1)
        reach_error();
}
"""


def verified(program: Program) -> Result:
    return engine.run(program, TASK, load_configuration("value"), Context())


def straight(program: Program) -> list[Edge]:
    """The edges that a program without branchings takes, from the beginning."""
    edges: list[Edge] = []
    node = program.start.entry
    assert node is not None
    while node.leaving:
        edge = node.leaving[0]
        match edge.operation:
            case Call(callee=Function(is_defined=True) as callee):
                edge = program.call_edges(edge, callee)[0]
            case _:
                pass
        edges.append(edge)
        node = edge.target
    return edges


def test_inputs_nobody_would_guess(tmp_path: Path) -> None:
    verdict = verified(read(HARD, tmp_path)).verdict
    assert isinstance(verdict, FalseVerdict)
    x, y = (int(item.value) for item in verdict.inputs[:2])
    assert x * 2654435761 % 2**32 == 12345
    assert (y ^ 0x5A5A5A5A) > 1000


def test_alarm_without_inputs_stays_unknown(tmp_path: Path) -> None:
    verdict = verified(read(SPURIOUS, tmp_path)).verdict
    assert isinstance(verdict, Unknown)
    assert "no input that takes the path" in verdict.detail


def test_inputs_come_in_the_order_the_program_asks(tmp_path: Path) -> None:
    text = "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); __VERIFIER_assume(a == b + 77 && b == 5);"
    program = read(f"int main(void) {{ {text} }}", tmp_path)
    found = PathInputs(lambda: Encoder(program, Terms())).find(straight(program))
    assert found == Guess((82, 5))


def test_path_that_contradicts_itself(tmp_path: Path) -> None:
    program = read(
        "int main(void) { int a = __VERIFIER_nondet_int(); __VERIFIER_assume(a < 3); __VERIFIER_assume(a > 5); }", tmp_path
    )
    assert PathInputs(lambda: Encoder(program, Terms())).find(straight(program)) == NoInputs()


def test_nothing_is_said_when_time_is_up(tmp_path: Path) -> None:
    program = read(
        "int main(void) { unsigned long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();"
        " __VERIFIER_assume(a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 8670687648630721837ul); }",
        tmp_path,
    )
    found = PathInputs(lambda: Encoder(program, Terms()), seconds=0.05).find(straight(program))
    assert isinstance(found, PathUnsolved)
