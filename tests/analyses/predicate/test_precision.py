"""Predicates and precisions: how a formula is split, what is tracked where, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.predicate.running import condition, program_of, symbol
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.predicates import MOST_ATOMS, Predicate
from whet.cfa.model import Node
from whet.refine.domain import Sharing
from whet.solvers.terms.term import Term

TEXT = """
int g; int *p = &g;
int callee(int a) { while (a > 0) a--; return a; }
int main(void) { int x = 0, y = 1, z = 2; x = callee(y) + *p + z; return x; }
"""


@pytest.fixture
def analysis(tmp_path: Path) -> PredicateAnalysis:
    return PredicateAnalysis(program_of(TEXT, tmp_path))


def entry(analysis: PredicateAnalysis, name: str) -> Node:
    found = analysis.program.functions[name].entry
    assert found is not None
    return found


def split(analysis: PredicateAnalysis, term: Term) -> list[Term]:
    return [predicate.term for predicate in analysis.tracked(term, entry(analysis, "main"))]


def one(analysis: PredicateAnalysis, text: str) -> Predicate:
    (predicate,) = analysis.tracked(condition(analysis, text), entry(analysis, "main"))
    return predicate


# ----------------------------------------------------------------------------------------------------------- predicates


def test_a_formula_is_split_into_atoms_without_negations(analysis: PredicateAnalysis) -> None:
    t = analysis.terms
    a, b, c = (condition(analysis, text) for text in ("x == y", "y == z", "x <= 3"))
    assert split(analysis, t.and_(a, t.not_(b))) == [a, b]
    assert split(analysis, t.not_(t.or_(a, t.not_(c)))) == [a, c]
    assert split(analysis, t.or_(a, t.and_(b, c))) == [a, b, c]
    assert split(analysis, t.ite(a, b, c)) == [a, b, c]
    assert split(analysis, t.eq(a, b)) == [a, b]


def test_a_formula_whose_parts_are_shared_is_split_in_time(analysis: PredicateAnalysis) -> None:
    """As a tree, it has 2^60 atoms; interpolants of protocols came close."""
    t = analysis.terms
    a, b, c = (condition(analysis, text) for text in ("x == y", "y == z", "x <= 3"))
    left, right = a, b
    for _ in range(60):
        left, right = t.eq(left, right), t.ite(c, left, right)
    assert set(split(analysis, left)) == {a, b, c}


def test_less_than_is_the_negation_of_less_or_equal(analysis: PredicateAnalysis) -> None:
    x, y = symbol(analysis, "x"), symbol(analysis, "y")
    t = analysis.terms
    assert split(analysis, t.bv_ult(x, y)) == [t.bv_ule(y, x)]
    assert split(analysis, t.bv_slt(x, y)) == [t.bv_sle(y, x)]
    assert split(analysis, t.or_(t.bv_slt(x, y), t.bv_sle(y, x))) == [t.bv_sle(y, x)]


def test_true_is_no_predicate_and_false_asks_for_reachability(analysis: PredicateAnalysis) -> None:
    assert split(analysis, analysis.terms.true) == []
    (only,) = analysis.tracked(analysis.terms.false, entry(analysis, "main"))
    assert only.is_false
    assert not one(analysis, "x == y").is_false


def test_a_conjunct_with_many_atoms_stays_whole(analysis: PredicateAnalysis) -> None:
    t, x = analysis.terms, symbol(analysis, "x")
    atoms = [t.eq(x, t.bv(number, 32)) for number in range(MOST_ATOMS + 1)]
    assert split(analysis, t.or_(*atoms[:-1])) == atoms[:-1]
    whole = t.or_(*atoms)
    assert split(analysis, t.and_(condition(analysis, "y == z"), whole)) == [condition(analysis, "y == z"), whole]


def test_a_cartesian_abstraction_wants_disjunctions_whole(tmp_path: Path) -> None:
    analysis = PredicateAnalysis(program_of(TEXT, tmp_path), PredicateOptions(abstraction="cartesian"))
    t = analysis.terms
    a, b, c = (condition(analysis, text) for text in ("x == y", "y == z", "x <= 3"))
    assert split(analysis, t.and_(a, t.or_(b, c))) == [a, t.or_(b, c)]


def test_what_a_predicate_is_about(analysis: PredicateAnalysis) -> None:
    predicate = one(analysis, "x == callee::a")
    assert predicate.variables is not None
    assert sorted(variable.name for variable in predicate.variables) == ["a", "x"]
    assert predicate.scopes == {"main", "callee"}
    assert one(analysis, "p == 0").scopes == frozenset()
    (false,) = analysis.tracked(analysis.terms.false, entry(analysis, "main"))
    assert false.variables == frozenset()
    with pytest.raises(TypeError, match="no truth value"):
        analysis.tracked(symbol(analysis, "x"), entry(analysis, "main"))


# ----------------------------------------------------------------------------------------------------------- precision


def test_a_localised_precision_tracks_where_it_was_asked_to(analysis: PredicateAnalysis) -> None:
    main, callee = entry(analysis, "main"), entry(analysis, "callee")
    a, b = one(analysis, "x == y"), one(analysis, "y == z")
    empty = PredicatePrecision.empty(Sharing.LOCALISED)
    assert empty.predicates_at(main) == ()
    assert len(empty) == 0
    precision = empty.joined({main: [a]}).joined({callee: [b], main: [a]})
    assert precision.predicates_at(main) == (a,)
    assert precision.predicates_at(callee) == (b,)
    assert len(precision) == 2
    assert len(empty) == 0, "precisions are never changed"


def test_a_scoped_precision_tracks_in_the_scopes_and_where_it_was_found(analysis: PredicateAnalysis) -> None:
    main, callee, start = entry(analysis, "main"), entry(analysis, "callee"), analysis.program.start.entry
    assert start is not None
    local, shared, mixed = one(analysis, "x == y"), one(analysis, "p == 0"), one(analysis, "z == 1")
    precision = PredicatePrecision.empty(Sharing.SCOPED).joined({main: [local, shared]})
    assert set(precision.predicates_at(main)) == {local, shared}
    assert set(precision.predicates_at(main.function.nodes[-1])) == {local, shared}
    assert precision.predicates_at(callee) == precision.predicates_at(start) == (shared,)
    precision = precision.joined({callee: [mixed]})
    assert mixed in precision.predicates_at(callee)
    assert mixed in precision.predicates_at(main)
    assert mixed not in precision.predicates_at(start)


def test_predicates_come_in_the_order_they_were_first_tracked_in(analysis: PredicateAnalysis) -> None:
    main = entry(analysis, "main")
    later, sooner = one(analysis, "x == y"), one(analysis, "y == z")
    assert later.term.number < sooner.term.number
    precision = PredicatePrecision.empty(Sharing.LOCALISED).joined({main: [sooner]}).joined({main: [later]})
    assert precision.predicates_at(main) == precision.predicates == (sooner, later)
    together = PredicatePrecision.empty(Sharing.LOCALISED).joined({main: frozenset({sooner, later})})
    assert together.predicates_at(main) == (later, sooner)


def test_includes_and_without(analysis: PredicateAnalysis) -> None:
    main, callee = entry(analysis, "main"), entry(analysis, "callee")
    a, b = one(analysis, "x == y"), one(analysis, "y == z")
    precision = PredicatePrecision.empty(Sharing.LOCALISED).joined({main: [a, b]})
    assert precision.includes({main: [a]})
    assert not precision.includes({main: [a], callee: [a]})
    assert precision.without([a]).predicates_at(main) == (b,)
    assert precision.without([a]).joined({main: [a]}).predicates_at(main) == (a, b), "the order does not change"
    assert precision.with_everywhere([b]).includes({callee: [b]})
    assert precision.with_scope([b], "callee").includes({callee: [b]})
    assert not precision.with_scope([b], "callee").includes({callee: [a]})
