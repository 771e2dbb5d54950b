"""The contract of a product: what an execution runs into, the exploration finds.

Each program has an error that some of the inputs lead to, where a product could lose it: among other operations of a block, where
paths meet, in callees, behind loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.contracts.contracts import FLOW, MAX_STEPS, Subject
from tests.contracts.executions import INPUTS, RepeatedInputs, entry_of
from whet.algorithms.cpa import cpa
from whet.algorithms.targets import targets_of
from whet.cfa.model import Program
from whet.cfa.source import Place
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.composite import Composite
from whet.core.interfaces import Violation
from whet.core.reached import ReachedSet
from whet.core.registry import ANALYSIS
from whet.core.waitlist import BreadthFirst
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached
from whet.task.task import Task

_PRELUDE = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);"
ERRORS: dict[str, str] = {
    "in a block": """
        int main(void) {
          int x = __VERIFIER_nondet_int(), y = 1;
          if (x == 0) { y = -y; reach_error(); y = 1 / x; }
          return y;
        }""",
    "behind a join": """
        int main(void) {
          int x = __VERIFIER_nondet_int(), y;
          if (x > 0) y = 1; else if (x < 0) y = 2; else y = 4;
          if (y == 2) reach_error();
          return y;
        }""",
    "behind a loop": """
        int main(void) {
          unsigned n = __VERIFIER_nondet_uint() % 4, i = 0, odd = 0;
          while (i < n) { i = i + 1; odd = 1 - odd; }
          if (odd) reach_error();
          return (int)i;
        }""",
    "in a loop in a loop": """
        int main(void) {
          int x = 0;
          for (int i = 0; i < 3; i++) { for (int j = 0; j < i; j++) { x = x + 1; if (x > 2) reach_error(); } }
          return x;
        }""",
    "in callees": """
        int calls;
        static void check(int n) { if (n == 3) reach_error(); }
        static int down(int n) { calls++; check(calls); return n <= 0 ? 0 : down(n - 1); }
        int main(void) { int (*f)(int) = down; return f(__VERIFIER_nondet_int() > 0 ? 2 : 1); }""",
    "through a pointer": """
        int shared = 1;
        int main(void) {
          int n = __VERIFIER_nondet_int(), x = 1, *p = &x;
          shared = 1;
          if (n < 0) p = &shared;
          *p = -1;
          if (shared < 0 && x > 0) reach_error();
          return x;
        }""",
    "where a number wraps around": """
        int main(void) {
          unsigned char c = (unsigned char)__VERIFIER_nondet_int(); unsigned u = 0; c += 200; u = u - 1;
          if (c < 200 && u > 5) reach_error();
          return c;
        }""",
    "where all is known": """
        int main(void) { int x = -3, y = 4; if (x < 0) { x = y; if (x != 5 && y == 4) reach_error(); } return x; }""",
    "where another number is excluded": """
        int main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) return 0; if (x == 1) reach_error(); return x; }""",
    "at two places": """
        int main(void) {
          int x = __VERIFIER_nondet_int();
          if (x > 0) reach_error();
          if (x < 0) { x = 0; goto last; }
          return 0;
        last: reach_error();
          return x;
        }""",
}


@cache
def _program(sample: str) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(_PRELUDE + ERRORS[sample])
        program = parse_file(str(path), machine=LP64)
    put_checks(program, targets_of(Task(files=("program.c",)).property))
    return program


@cache
def errors_of_executions(sample: str) -> frozenset[Place | None]:
    """Where executions end with an error."""
    program = _program(sample)
    outcomes = [Interpreter(program).run(RepeatedInputs(inputs)).outcome for inputs in INPUTS]
    origins = [outcome.origin for outcome in outcomes if isinstance(outcome, ErrorReached)]
    return frozenset(None if origin is None else origin.original_place for origin in origins)


def errors_are_found(subject: Subject, sample: str) -> None:
    """Wherever an execution ends with an error, the exploration has a violation."""
    missed = set(errors_of_executions(sample))
    for place in _violations(subject, _program(sample)):
        missed.discard(place)
        if not missed:
            return
    raise AssertionError(f"{subject.name} does not see the error at {missed}")


def _violations(subject: Subject, program: Program) -> Iterator[Place | None]:
    """In the order in which they are found; the exploration may have no end."""
    made = {name: ANALYSIS.named(name).make(program) for name in (*FLOW, "specification")}
    product = Composite(program, list({**made, subject.name: subject.make(program)}.values()))
    reached = ReachedSet(product, BreadthFirst())
    reached.start(product.initial(entry_of(program)), product.initial_precision())

    def stops() -> bool:
        assert reached.arg.made < 4 * MAX_STEPS, f"{subject.name} does not see the error, nor that there is none"
        return False

    while cpa(product, reached, stops):
        for target in reached.targets:
            violation = product.finding(target.state)
            assert isinstance(violation, Violation)
            yield violation.place
        reached.targets.clear()
