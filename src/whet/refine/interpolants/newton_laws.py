"""The laws of a sequence of state assertions, which are those of interpolants with a wider vocabulary.

An interpolant speaks of what both sides of a cut speak of.  A state assertion (Gerlach 2018, equations 3.4 to 3.6) speaks of the
state at the cut: it may also say what a variable is that nobody reads on this path any more.  That is as good for a precision:
the last instance of a variable becomes the variable itself.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.encoding.vocabulary import Vocabulary
from whet.refine.blocks import PathBlock
from whet.refine.interpolants.newton_trace import is_present
from whet.solvers.interpolation import Broken, Unchecked, Valid, check_sequence, vocabularies
from whet.solvers.port import Failure, InterpolantTerms, Solver
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered, symbols


def checked_assertions(
    solver: Solver,
    blocks: Sequence[PathBlock],
    found: InterpolantTerms | Failure,
    *,
    vocabulary: Vocabulary,
    limit: float | None = None,
) -> InterpolantTerms | Failure:
    """The same, if it is a sequence of state assertions; the solver must have no assertions."""
    if isinstance(found, Failure):
        return found
    formulas = [block.formula for block in blocks]
    extra = _beyond(formulas, found.terms)
    for block, names in zip(blocks, extra, strict=False):
        if past := [name for name in ordered(names) if not is_present(name, block.after.ssa, vocabulary)]:
            return Failure(f"an assertion has the symbol {past[0].name}, which is past")
    match check_sequence(solver, formulas, found.terms, also=frozenset().union(*extra), limit=limit):
        case Valid():
            return found
        case Broken(reason=reason) | Unchecked(reason=reason):
            return Failure(reason)


def _beyond(formulas: Sequence[Term], assertions: Sequence[Term]) -> list[frozenset[Term]]:
    """Of each assertion: its symbols that do not occur on both sides."""
    return [symbols(term) - common for term, common in zip(assertions, vocabularies(formulas), strict=False)]
