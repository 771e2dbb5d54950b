"""Inputs for branches beside a run (Sen, Marinov, Agha: CUTE, ESEC/FSE 2005; Godefroid, Levin, Molnar: SAGE, NDSS 2008).

The formula of the path that a run took is extended edge by edge.  Where the path passes a branch that no run took, a solver is
asked for inputs that follow the path to there and take the branch.  Only a run with the inputs shows that they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from whet.cfa.model import Edge, Program
from whet.cfa.semantics import Value
from whet.core.configuration import EngineChoice
from whet.encoding.encode import Encoder, c_value
from whet.encoding.memory import OutOfAddresses
from whet.solvers.port import NoAnswer, Sat, UnsupportedTerm, Use
from whet.solvers.routing import make_engine
from whet.solvers.terms.factory import Terms

_UNFOLDED = 64
"""Bytes that library functions go through one by one."""
_MOST_QUESTIONS = 3
"""About one branch on one path: a loop passes it many times."""
_MOST_TIMEOUTS = 3
"""Of one branch."""


class BranchSolver:
    """Solves for branches beside paths of one program."""

    def __init__(self, program: Program, engine: EngineChoice) -> None:
        terms = Terms()
        self._encoder = Encoder(program, terms, unfolds=_UNFOLDED)
        self._solver = make_engine(engine, terms).solver(use=Use.HEAVY)
        self._timeouts = Counter[Edge]()

    def inputs(
        self, path: Sequence[Edge], is_open: Callable[[Edge], bool], *, seconds: float
    ) -> Iterator[tuple[Value, ...] | None]:
        """Inputs for open branches beside the path, which may be closed meanwhile; None after a question without an answer.
        ``seconds`` limit each question."""
        asked = Counter[Edge]()
        try:
            formula = self._encoder.initial()
            for edge in path:
                for other in edge.source.leaving:
                    if other is edge or not is_open(other) or asked[other] == _MOST_QUESTIONS:
                        continue
                    if self._timeouts[other] == _MOST_TIMEOUTS:
                        continue
                    asked[other] += 1
                    flipped = self._encoder.extended(formula, other)
                    match self._solver.check(flipped.formula, limit=seconds):
                        case Sat(model=model):
                            yield tuple(c_value(model.bits(read.symbol), read.type) for read in flipped.inputs)
                        case NoAnswer():
                            self._timeouts[other] += 1
                            yield None
                        case _:
                            yield None
                formula = self._encoder.extended(formula, edge)
        except (OutOfAddresses, UnsupportedTerm):
            return
