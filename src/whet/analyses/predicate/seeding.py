"""Seeds of a program as predicates to begin with, and as template terms for refinement.

They are encoded like any condition of the program.  What bits alone do not determine is left out: an expression that
speaks of memory, or that not every execution can evaluate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.predicate.predicates import Predicate
from whet.cfa.operations import Assume
from whet.roles.seed import Seed, Seeds
from whet.solvers.terms.term import Term

if TYPE_CHECKING:
    from whet.refine.interpolants.templates import Template


def seed_predicates(seeds: tuple[Seed, ...], analysis: PredicateAnalysis) -> tuple[Predicate, ...]:
    """What must be tracked to know what the seeds say."""
    start = analysis.program.start.entry
    assert start is not None
    found: dict[Predicate, None] = {}
    for seed in seeds:
        term = _condition(seed, analysis)
        if term is not None:
            found.update(dict.fromkeys(analysis.tracked(term, start)))
    return tuple(each for each in found if not each.is_false)


def seed_templates(seeds: Seeds, analysis: PredicateAnalysis) -> tuple[Template, ...]:
    """Templates as terms over bases; and instances, because the difference of two numbers may overflow, and then does not tell
    which one is the greater."""
    from whet.refine.interpolants.templates import Template  # only where there are some

    made = [(_number(seed, analysis), seed) for seed in seeds.templates]
    made += [(_condition(seed, analysis), seed) for seed in seeds.instances]
    return tuple(Template(term, seed.function) for term, seed in made if term is not None)


def _number(seed: Seed, analysis: PredicateAnalysis) -> Term | None:
    function = analysis.program.main if seed.function is None else analysis.program.functions[seed.function]
    return analysis.encoder.bits(seed.expression, function, 1)


def _condition(seed: Seed, analysis: PredicateAnalysis) -> Term | None:
    start = analysis.program.start.entry
    assert start is not None
    return analysis.encoder.condition(Assume(seed.expression, True, start.leaving[0].origin), function=seed.function)
