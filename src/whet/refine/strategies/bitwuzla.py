"""Bitwuzla's own interpolants, from proofs over bits.

They are simplified, because predicates come from their atoms: literals are brought to normal form; then redundant conjuncts and
disjuncts are left out, as far as a solver finds them quickly.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.atoms import normalised
from whet.runtime.deadline import Deadline
from whet.solvers.port import Capability, Failure, InterpolantTerms, Interpolating, MissingCapability, Solver, Unsat
from whet.solvers.routing import Engines
from whet.solvers.terms.term import Op, Term, is_false, is_true
from whet.solvers.terms.walks import size

_QUERIES = 60
"""For one term: a number and not a time, lest predicates depend on the load of the machine."""
_SECONDS = 5.0
"""For one term, if queries are slow."""
_LARGEST = 2000
"""Nodes of a term that is worth trying."""


def simplified(solver: Solver, interpolants: InterpolantTerms) -> InterpolantTerms:
    """The solver must have no assertions."""
    return InterpolantTerms(tuple(simpler(solver, term) for term in interpolants.terms))


class _Budget:
    """Queries that are left, within a time."""

    def __init__(self) -> None:
        self._deadline = Deadline(_SECONDS)
        self._queries = _QUERIES

    @property
    def is_spent(self) -> bool:
        return not self._queries or self._deadline.is_over

    def spend(self) -> float | None:
        """One query; the seconds it may take."""
        self._queries -= 1
        return self._deadline.left()


def simpler(solver: Solver, term: Term) -> Term:
    """An equivalent term that is not larger."""
    normal = normalised(solver.terms, term)
    best = normal if size(normal) <= size(term) else term
    return _pruned(solver, best, _Budget()) if size(best) <= _LARGEST else best


def _pruned(solver: Solver, term: Term, budget: _Budget) -> Term:
    """Without superfluous arguments, the outermost first; what an argument may take for granted is asserted."""
    if budget.is_spent:
        return term
    if _unsatisfiable(solver, term, budget):
        return solver.terms.false
    if _unsatisfiable(solver, solver.terms.not_(term), budget):
        return solver.terms.true
    if term.op is not Op.AND and term.op is not Op.OR:
        return term
    kept = _independent(solver, term.op, term.args, budget)
    made = [_argument(solver, term.op, kept, position, budget) for position in range(len(kept))]
    return solver.terms.build(term.op, tuple(made), sort=term.sort)


def _independent(solver: Solver, op: Op, args: Sequence[Term], budget: _Budget) -> list[Term]:
    """The arguments that do not follow from the others (of a disjunction: do not imply the others)."""
    kept = list(args)
    for arg in sorted(args, key=lambda each: -size(each)):
        others = [other for other in kept if other is not arg]
        if others and _adds_nothing(solver, op, arg, others, budget):
            kept = others
    return kept


def _adds_nothing(solver: Solver, op: Op, arg: Term, others: list[Term], budget: _Budget) -> bool:
    t = solver.terms
    if op is Op.AND:
        return _unsatisfiable(solver, t.and_(*others, t.not_(arg)), budget)
    return _unsatisfiable(solver, t.and_(arg, t.not_(t.or_(*others))), budget)


def _argument(solver: Solver, op: Op, kept: list[Term], position: int, budget: _Budget) -> Term:
    """An argument, simplified where the others leave it open."""
    arg = kept[position]
    if budget.is_spent or (arg.op is not Op.AND and arg.op is not Op.OR):
        return arg
    others = [other for number, other in enumerate(kept) if number != position]
    solver.push()
    solver.add(*(others if op is Op.AND else [solver.terms.not_(other) for other in others]))
    found = _pruned(solver, arg, budget)
    solver.pop()
    kept[position] = found
    return found


def _unsatisfiable(solver: Solver, term: Term, budget: _Budget) -> bool:
    if is_true(term) or is_false(term) or budget.is_spent:
        return is_false(term)
    solver.push()
    solver.add(term)
    answer = solver.check(limit=budget.spend())
    solver.pop()
    return isinstance(answer, Unsat)


@register_strategy("bitwuzla")
class ProofInterpolants(Strategy):
    """Interpolants of bitwuzla, from proofs over bits.

    The engine simplifies what it finds, but leaves much of the bits; a solver is for simplifying more."""

    longest_again = 12  # once there is a proof, it cannot be interrupted

    def __init__(self, encoder: Encoder, engines: Engines) -> None:
        engine = engines.able(Capability.INTERPOLATION)
        if not isinstance(engine, Interpolating):
            raise MissingCapability(f"{engine.name} does not interpolate")
        self._engine: Interpolating = engine
        self._solver = engine.solver()

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        found = self._engine.sequence([block.formula for block in blocks], limit=limit)
        return found if isinstance(found, Failure) else simplified(self._solver, found)
