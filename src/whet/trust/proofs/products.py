"""Obligations with products of unknowns, decided twice in different ways.

Solvers of bit-vectors do not find out in time that ``s == i * i`` goes on holding.  So the part of one of the two is taken by the
rewriting of polynomials (``smt.engines.deciding``), with bitwuzla for what is linear.  The other one, z3, has a rewriting of its
own; it is asked about one obligation at a time and each case of it, and told the equalities that it found to follow from the
linear part before.
"""

from __future__ import annotations

from whet.smt.engines.deciding import Decider, has_products, implied, linear_part
from whet.smt.engines.port import Engine, SolverAnswer, Unsat, Use
from whet.smt.terms.algebra import cases
from whet.smt.terms.term import Term

_SHORT = 1.0
"""Seconds for the linear part."""


class Products:
    """Questions to one engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._decider = Decider(engine) if engine.name == "bitwuzla" else None

    def answer(self, condition: Term, limit: float) -> SolverAnswer:
        if self._decider is not None:
            return self._decider.answer(condition, limit)
        terms = self._engine.terms
        if not has_products(condition):
            return self._asked(condition, limit)
        if self._is_impossible(linear_part(terms, condition)):
            return Unsat(())
        known = implied(terms, condition, self._is_impossible)
        for case in cases(terms, terms.and_(*known, condition)):
            answer = self._asked(case, limit)
            if not isinstance(answer, Unsat):
                return answer
        return Unsat(())

    def _is_impossible(self, condition: Term) -> bool:
        return isinstance(self._asked(condition, _SHORT), Unsat)

    def _asked(self, condition: Term, limit: float) -> SolverAnswer:
        if condition is self._engine.terms.false:
            return Unsat(())
        return self._engine.solver(use=Use.HEAVY).check(condition, limit=limit)


__all__ = ["Products"]
