"""Small C programs under the predicate analysis, with a precision given by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whet.algorithms.cpa import cpa
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.state import PredicateState
from whet.analyses.specification import SpecificationAnalysis
from whet.cfa.expressions import Variable
from whet.cfa.model import Program
from whet.cfa.targets import Targets
from whet.cfa.types import LP64
from whet.checks.insertion import put_checks
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis, make_waitlist
from whet.frontend.parse import parse_file
from whet.solvers.terms.term import Term

PRELUDE = """
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int); void abort(void); void reach_error(void); void *malloc(unsigned long); void free(void *);
"""
INDEX = 3
"""The place of the predicate analysis in the product."""


REACH_ERROR = Targets("unreach-call", frozenset({"reach_error"}))


def program_of(text: str, folder: Path, targets: Targets = REACH_ERROR) -> Program:
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    program = parse_file(str(path), machine=LP64)
    put_checks(program, targets)
    return program


@dataclass(frozen=True, slots=True)
class Explored:
    analysis: PredicateAnalysis
    reached: ReachedSet
    is_finished: bool

    @property
    def targets(self) -> list[ArgNode]:
        return list(self.reached.targets)

    @property
    def gaps(self) -> list[str]:
        return [gap.reason for gap in self.reached.gaps.values()]

    @property
    def is_proved(self) -> bool:
        return self.is_finished and not self.targets and not self.gaps

    def states(self) -> list[PredicateState]:
        return [node.state[INDEX] for node in self.reached.arg.nodes()]


def explore(
    program: Program,
    predicates: Iterable[str] = (),
    *,
    order: str = "callstack",
    limit: int = 2000,
    go_on: bool = False,
    **options: Any,  # those of the analysis
) -> Explored:
    """Explore with predicates such as ``x == y`` everywhere, up to the first target, or (``go_on``) all of them."""
    analysis = PredicateAnalysis(program, PredicateOptions(**options))
    return explore_with(analysis, given(analysis, predicates), order=order, limit=limit, go_on=go_on)


def explore_with(
    analysis: PredicateAnalysis,
    precision: PredicatePrecision,
    *,
    order: str = "callstack",
    limit: int = 2000,
    go_on: bool = False,
) -> Explored:
    program = analysis.program
    others = [make_analysis(name, program) for name in ("location", "callstack")]
    composite = Composite(program, [*others, SpecificationAnalysis(program), analysis])
    assert program.start.entry is not None
    reached = ReachedSet(composite, make_waitlist(order, composite))
    precisions = (*composite.initial_precision()[:INDEX], precision)
    reached.start(composite.initial(program.start.entry), precisions)

    while cpa(composite, reached, lambda: len(reached) > limit) and go_on:
        pass
    return Explored(analysis, reached, not reached.waitlist)


def given(analysis: PredicateAnalysis, predicates: Iterable[str]) -> PredicatePrecision:
    terms = [condition(analysis, text) for text in predicates]
    assert analysis.program.main.entry is not None
    found = [each for term in terms for each in analysis.tracked(term, analysis.program.main.entry)]
    return analysis.initial_precision().with_everywhere(found)


def condition(analysis: PredicateAnalysis, text: str) -> Term:
    """``x == y`` or ``x <= 3`` (unsigned) over the variables of a program, by name."""
    left, operator, right = text.split()
    t = analysis.terms
    a = symbol(analysis, left)
    b = t.bv(int(right), a.width) if right.lstrip("-").isdigit() else symbol(analysis, right)
    match operator:
        case "==":
            return t.eq(a, b)
        case "!=":
            return t.not_(t.eq(a, b))
        case "<=":
            return t.bv_ule(a, b)
        case "<":
            return t.bv_ult(a, b)
        case _:
            raise ValueError(operator)


def symbol(analysis: PredicateAnalysis, name: str) -> Term:
    return analysis.encoder.vocabulary.variable(variable(analysis.program, name))


def variable(program: Program, name: str) -> Variable:
    """``x`` of main or global, or ``f::x``."""
    return next(each for each in program.variables() if name in (each.qualified_name, each.name))
