"""Our evaluation, z3 and bitwuzla give every term the same value."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import EVERYTHING, MOST, random_assignment, random_function, random_term
from whet.core.registry import ENGINE
from whet.solvers.port import FailureReason, NoAnswer, Sat, SolverAnswer, Unsat, Use, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Array, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.values import ArrayValue, FunctionValue, TermValue, literal
from whet.solvers.terms.walks import conjuncts, functions

KINDS = {name: MOST if name == "bitwuzla" else EVERYTHING for name in ENGINE.all()}
COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def pinned(terms: Terms, assignment: Mapping[Term, TermValue], function: FunctionValue, term: Term) -> list[Term]:
    """Constraints that leave the symbols and the applications of ``f`` in a term no other values."""
    known = [part for symbol, value in assignment.items() for part in parts(terms, symbol, value)]
    applied = [(sub, evaluate(sub, assignment, {"f": function})) for sub in applications(term)]
    return [terms.eq(part, literal(terms, value, part.sort)) for part, value in known + applied]


def parts(terms: Terms, symbol: Term, value: TermValue) -> list[tuple[Term, TermValue]]:
    """A symbol with its value; an array element by element."""
    match symbol.sort, value:
        case Array(index=BitVec(width=width)), ArrayValue():
            return [(terms.select(symbol, terms.bv(index, width)), value[index]) for index in range(1 << width)]
        case _:
            return [(symbol, value)]


def applications(term: Term) -> list[Term]:
    return [sub for sub in reachable((term,)) if sub.op is Op.APPLY]


def verdict(answer: SolverAnswer) -> str:
    match answer:
        case Sat():
            return "sat"
        case Unsat():
            return "unsat"
        case NoAnswer():
            return str(answer)


@pytest.mark.slow
@pytest.mark.parametrize("use", list(Use))
@pytest.mark.parametrize("name", KINDS)
@settings(COMMON, max_examples=60)
@given(data=st.data())
def test_a_term_equals_its_value_and_nothing_else(name: str, use: Use, data: st.DataObject) -> None:
    terms = Terms()
    term = data.draw(random_term(terms, kinds=KINDS[name]))
    assignment = data.draw(random_assignment(term))
    function = data.draw(random_function())
    value = literal(terms, evaluate(term, assignment, {"f": function}), term.sort)
    solver = engine_named(name, terms).solver(use=use, limit=60)
    solver.add(*pinned(terms, assignment, function, term))
    # Made directly, so that no constructor simplifies what is to be tested.
    equal = terms.make(Op.EQ, (term, value), sort=terms.bool_sort)
    assert verdict(solver.check(equal)) == "sat"
    assert verdict(solver.check(terms.not_(equal))) == "unsat"


@settings(COMMON, max_examples=60)
@given(data=st.data())
def test_integers_in_z3(data: st.DataObject) -> None:
    terms = Terms()
    term = data.draw(random_term(terms, kinds=frozenset({"int"}), depth=3))
    assignment = data.draw(random_assignment(term))
    value = literal(terms, evaluate(term, assignment), term.sort)
    solver = engine_named("z3", terms).solver(limit=60)
    solver.add(*(terms.eq(symbol, literal(terms, number, symbol.sort)) for symbol, number in assignment.items()))
    assert verdict(solver.check(terms.not_(terms.make(Op.EQ, (term, value), sort=terms.bool_sort)))) == "unsat"


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_models_satisfy_the_assertions_and_cores_contradict_them(name: str) -> None:
    """Some random formulas are hard; but most must be decided."""
    outcomes: list[str] = []

    @settings(COMMON, max_examples=100, database=None)
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        terms = Terms()
        formulas = data.draw(st.lists(random_term(terms, BOOL, kinds=KINDS[name], depth=3, widest=8), min_size=1, max_size=4))
        assumptions = data.draw(st.lists(random_term(terms, BOOL, kinds=KINDS[name], depth=2, widest=8), max_size=3))
        solver = engine_named(name, terms).solver(limit=30)
        solver.add(*formulas)
        answer = solver.check(*assumptions)
        outcomes.append(verdict(answer))
        match answer:
            case Sat(model=model):
                solver.push()  # the model outlives the state it was found in
                for formula in (*formulas, *assumptions):
                    assert model.holds(formula), formula
            case Unsat(core=core):
                assert set(core) <= set(assumptions)
                assert verdict(solver.check(*core)) == "unsat"
            case NoAnswer(reason=reason):
                assert reason is FailureReason.TIME_LIMIT

    collect()
    assert outcomes.count("sat") > 10
    assert outcomes.count("unsat") > 10
    assert outcomes.count("sat") + outcomes.count("unsat") > 0.8 * len(outcomes)


def test_the_generator_reaches_all_theories() -> None:
    seen = 0

    @settings(max_examples=200, database=None, derandomize=True)
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        nonlocal seen
        term = data.draw(random_term(Terms(), BOOL))
        seen |= term.theories
        assert all(part.op is not Op.AND for part in conjuncts(term))
        assert set(functions(term)) <= {"f"}

    collect()
    assert seen == 1 | 4 | 8 | 16
