"""Candidates for clauses over bit-vectors: those that are inductive count, and no others."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from whet.algorithms.horn.cells import ElementStride
from whet.algorithms.horn.checking import BitCell, CandidateCheck, NotProved, Proved
from whet.cfa.model import Node
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation, sliced
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term

NOWHERE: Node = None  # type: ignore[assignment]  # no clause looks at its location


@dataclass
class Counting:
    """``i = j = 0; while (i < 10) { i++; j += 2; }`` and an error unless ``j`` is 20."""

    t: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        t = self.t
        self.i, self.j, x, y = (t.symbol(name, BitVec(32)) for name in "ijxy")
        self.relation = Relation("head", (self.i, self.j), NOWHERE, (), is_head=True)
        start = Clause((), t.true, Applied(self.relation, (self.n(0), self.n(0))))
        before = Applied(self.relation, (x, y))
        goes_on = t.bv_ult(x, self.n(10))
        turn = Clause((before,), goes_on, Applied(self.relation, (t.bv_add(x, self.n(1)), t.bv_add(y, self.n(2)))))
        error = Clause((before,), t.and_(t.not_(goes_on), t.not_(t.eq(y, self.n(20)))), None)
        self.system = HornSystem((self.relation,), (start, turn, error))

    def n(self, value: int) -> Term:
        return self.t.bv(value, 32)

    def checked(self, *candidates: Term) -> Proved | NotProved:
        checking = CandidateCheck(engine_named("bitwuzla", self.t), self.t, self.system)
        return checking.check({self.relation: candidates}, lambda: 10.0)


def test_an_inductive_set_is_a_proof_and_the_rest_is_dropped() -> None:
    it = Counting()
    twice, below = it.t.eq(it.j, it.t.bv_mul(it.i, it.n(2))), it.t.bv_ule(it.i, it.n(10))
    wrong = it.t.bv_ule(it.j, it.n(7))
    found = it.checked(twice, below, wrong)
    assert isinstance(found, Proved)
    assert list(found.solution[it.relation]) == [twice, below]


def test_what_holds_but_does_not_suffice_is_no_proof() -> None:
    it = Counting()
    assert isinstance(it.checked(it.t.eq(it.j, it.t.bv_mul(it.i, it.n(2)))), NotProved)


def test_what_suffices_but_does_not_hold_is_no_proof() -> None:
    it = Counting()
    found = it.checked(it.t.eq(it.j, it.n(20)), it.t.false)
    assert isinstance(found, NotProved)
    assert not found.inductive[it.relation]


def _sums(t: Terms, first: int) -> tuple[Relation, HornSystem]:
    """Numbers from one on, and the sum of any two of them; an error if one of them is odd."""
    parameter, x, y = (t.symbol(name, BitVec(32)) for name in "pxy")
    relation = Relation("sums", (parameter,), NOWHERE, (), is_head=False)
    one, other = Applied(relation, (x,)), Applied(relation, (y,))
    start = Clause((), t.true, Applied(relation, (t.bv(first, 32),)))
    both = Clause((one, other), t.true, Applied(relation, (t.bv_add(x, y),)))
    error = Clause((one,), t.eq(t.extract(x, high=0, low=0), t.bv(1, 1)), None)
    return relation, HornSystem((relation,), (start, both, error))


@pytest.mark.parametrize(("first", "is_proof"), [(4, True), (3, False)])
def test_a_clause_with_the_same_relation_twice_assumes_it_of_both(first: int, is_proof: bool) -> None:
    t = Terms()
    relation, system = _sums(t, first)
    (parameter,) = relation.parameters
    even = t.eq(t.extract(parameter, high=0, low=0), t.bv(0, 1))
    small = t.bv_ule(parameter, t.bv(1000, 32))
    found = CandidateCheck(engine_named("bitwuzla", t), t, system).check({relation: [even, small]}, lambda: 10.0)
    assert isinstance(found, Proved) is is_proof
    assert list(found.solution[relation] if isinstance(found, Proved) else found.inductive[relation]) == [even] * is_proof


@dataclass
class Filling:
    """``for (i = 0; i < n; i++) a[i] = 7;`` with words of 4 bytes from 64 on, and an error if one below ``n`` is not 7."""

    t: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        t = self.t
        words = Array(BitVec(32), BitVec(32))
        self.n, self.i, m, x, y = (t.symbol(name, BitVec(32)) for name in "nimxy")
        self.a, b = t.symbol("a", words), t.symbol("b", words)
        self.relation = Relation("head", (self.n, self.i, self.a), NOWHERE, (), is_head=True)
        before = Applied(self.relation, (m, x, b))
        goes_on = t.bv_slt(x, m)
        filled = Applied(self.relation, (m, t.bv_add(x, t.bv(1, 32)), t.store(b, self.address(x), t.bv(7, 32))))
        looked = t.and_(t.bv_sle(t.bv(0, 32), y), t.bv_slt(y, m), t.bv_slt(m, t.bv(1000, 32)))
        other = t.not_(t.eq(t.select(b, self.address(y)), t.bv(7, 32)))
        self.system = HornSystem(
            (self.relation,),
            (
                Clause((), t.true, Applied(self.relation, (m, t.bv(0, 32), b))),
                Clause((before,), goes_on, filled),
                Clause((before,), t.and_(t.not_(goes_on), looked, other), None),
            ),
        )
        self.cell = BitCell(t.symbol("all", BitVec(32)), 2, ElementStride(64, 4))

    def address(self, number: Term) -> Term:
        return self.t.bv_add(self.t.bv_mul(number, self.t.bv(4, 32)), self.t.bv(64, 32))

    def said(self, value: int) -> Term:
        """All elements up to ``i`` are this."""
        t, number = self.t, self.cell.number
        filled = t.and_(self.cell.in_memory(t), t.bv_sle(t.bv(0, 32), number), t.bv_slt(number, self.i))
        return t.implies(filled, t.eq(t.select(self.a, self.cell.address(t, number)), t.bv(value, 32)))


@pytest.mark.parametrize(("value", "is_proof"), [(7, True), (8, False)])
def test_what_is_said_of_all_elements(value: int, is_proof: bool) -> None:
    it = Filling()
    t = it.t
    checking = CandidateCheck(engine_named("bitwuzla", t), t, it.system)
    bounds = t.and_(t.bv_sle(t.bv(0, 32), it.i), t.or_(t.bv_sle(it.i, it.n), t.bv_slt(it.n, t.bv(0, 32))))
    small = t.or_(t.bv_slt(it.i, t.bv(1 << 29, 32)), t.bv_sle(t.bv(1 << 29, 32), it.n))
    found = checking.check({it.relation: [it.said(value), bounds, small]}, lambda: 10.0, {it.relation: [it.cell]})
    assert isinstance(found, Proved) is is_proof


def test_an_address_has_its_number() -> None:
    it = Filling()
    assert it.cell.number_of(it.t, it.address(it.i)) is it.i
    before = it.t.bv_sub(it.address(it.i), it.t.bv(4, 32))
    assert it.cell.number_of(it.t, before) is it.t.bv_sub(it.i, it.t.bv(1, 32))


def test_what_no_clause_looks_at_is_left_out() -> None:
    it = Counting()
    unused = Relation("other", (it.i,), NOWHERE, (), is_head=False)
    start, turn, _ = it.system.clauses
    blind = Clause(turn.body, it.t.bv_ult(it.n(3), turn.body[0].arguments[0]), None)
    useless = Clause(turn.body, it.t.true, Applied(unused, (it.i,)))
    system = sliced(HornSystem((it.relation, unused), (start, turn, blind, useless)))
    (kept,) = system.relations
    assert [each.name for each in kept.parameters] == ["i"]
    assert len(system.clauses) == 3
