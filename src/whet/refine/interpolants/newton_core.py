"""The infeasible core of a trace (Gerlach 2018, section 3.1): path formulas that contradict each other already.

The core is that of the solver, from which formulas are left out one by one, the last first, as long as time allows.  So of two
cores the one is found that says less about the end of the trace: the beginning of a trace is where constants come from, and they
make it possible to eliminate what depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.refine.interpolants.deadline import Deadline
from whet.refine.interpolants.newton_trace import TraceStatement
from whet.solvers.port import Engine, Failure, NoAnswer, Sat, Unsat
from whet.solvers.terms.term import Term

_LONGEST_TRIAL = 0.5
"""Seconds for finding out whether a formula can be left out."""


def infeasible_core(engine: Engine, trace: Sequence[TraceStatement], deadline: Deadline) -> frozenset[Term] | Failure:
    """All formulas, if the solver tells only without assumptions that they contradict each other."""
    formulas = tuple(dict.fromkeys(part for statement in trace for part in statement.formulas))
    match engine.solver().check(*formulas, limit=_part(deadline)):
        case Unsat(core=core):
            return frozenset(_shrunk(engine, core, deadline))
        case Sat():
            return Failure("the path has an execution")
        case NoAnswer():
            return _all(engine, formulas, deadline)


def _part(deadline: Deadline) -> float | None:
    """Half of the time: assumptions can be what makes a query hard."""
    left = deadline.left()
    return None if left is None else left / 2


def _all(engine: Engine, formulas: tuple[Term, ...], deadline: Deadline) -> frozenset[Term] | Failure:
    solver = engine.solver()
    solver.add(*formulas)
    match solver.check(limit=_part(deadline)):
        case Unsat():
            return frozenset(formulas)
        case Sat():
            return Failure("the path has an execution")
        case NoAnswer() as answer:
            return Failure(f"infeasible core: {answer}")


def _shrunk(engine: Engine, core: tuple[Term, ...], deadline: Deadline) -> tuple[Term, ...]:
    solver, position = engine.solver(), len(core) - 1
    while position >= 0 and not deadline.is_over:
        answer = solver.check(*core[:position], *core[position + 1 :], limit=deadline.left(_LONGEST_TRIAL))
        if isinstance(answer, Unsat):
            # Of what comes later nothing can be missing but what was not decided.
            kept = frozenset(answer.core)
            position = sum(part in kept for part in core[:position])
            core = answer.core
        position -= 1
    return core
