"""Elements of arrays in clauses: which number an address has, and what is there after writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from whet.algorithms.horn.checking import CandidateCheck, NotProved, Proved
from whet.algorithms.horn.elements import ElementReading, matched, number, numbers
from whet.algorithms.horn.elementwise import of_elements, of_numbers
from whet.cfa.model import Node
from whet.solvers.clauses import Applied, Clause, HornSystem, Relation
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term

NOWHERE: Node = None  # type: ignore[assignment]  # no clause looks at its location
WORDS = Array(BitVec(32), BitVec(32))


@dataclass
class Words:
    """Of 4 bytes from 64 on, in rows of 100."""

    t: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        self.i, self.j, self.value = (self.t.symbol(name, BitVec(32)) for name in ("i", "j", "v"))
        self.a = self.t.symbol("a", WORDS)
        self.row, self.column = (number(self.t, place, BitVec(32)) for place in (0, 1))

    def n(self, value: int) -> Term:
        return self.t.bv(value, 32)

    def at(self, row: Term, column: Term) -> Term:
        t = self.t
        return t.bv_add(t.bv_add(t.bv_mul(row, self.n(400)), t.bv_mul(column, self.n(4))), self.n(64))


def test_an_address_has_the_numbers_of_its_row_and_column() -> None:
    it = Words()
    bound = [it.row, it.column]
    assert matched(it.t, it.at(it.row, it.column), it.at(it.i, it.j), bound) == {it.row: it.i, it.column: it.j}
    beginning = matched(it.t, it.at(it.row, it.column), it.at(it.i, it.n(0)), bound)
    assert beginning == {it.row: it.i, it.column: it.n(0)}


def test_an_address_between_two_elements_has_no_number() -> None:
    it = Words()
    between = it.t.bv_add(it.at(it.i, it.j), it.n(1))
    assert matched(it.t, it.at(it.row, it.column), between, [it.row, it.column]) is None


def test_a_number_is_narrower_than_an_address() -> None:
    t = Terms()
    narrow, i = number(t, 0, BitVec(32)), t.symbol("i", BitVec(32))
    pattern, address = (t.bv_mul(t.sign_extend(each, 32), t.bv(4, 64)) for each in (narrow, i))
    assert matched(t, pattern, address, [narrow]) == {narrow: i}


def test_addresses_of_different_widths_do_not_match() -> None:
    t = Terms()
    wide, address = number(t, 0, BitVec(64)), t.symbol("i", BitVec(32))
    assert matched(t, wide, address, [wide]) is None


def test_what_was_written_is_read_whatever_the_address_looks_like() -> None:
    it = Words()
    t = it.t
    next_, same = t.bv_add(it.at(it.i, it.j), it.n(4)), it.at(it.i, t.bv_add(it.j, it.n(1)))
    after = t.store(it.a, next_, it.value)
    assert ElementReading(t)(t.select(after, same)) is it.value
    assert ElementReading(t)(t.select(after, it.at(it.i, it.j))) is t.select(it.a, it.at(it.i, it.j))


def test_what_may_have_been_written_is_not_taken_for_it() -> None:
    it = Words()
    t = it.t
    read = ElementReading(t)(t.select(t.store(it.a, it.at(it.i, it.j), it.value), it.at(it.j, it.i)))
    assert read not in (it.value, t.select(it.a, it.at(it.j, it.i)))


@dataclass
class FillingAndLooking:
    """``for (i = 0; i < 100; i++) a[i] = 7;`` and then an error at the first element that is not ``wanted``."""

    wanted: int
    t: Terms = field(default_factory=Terms)

    def __post_init__(self) -> None:
        t = self.t
        i, x, y = (t.symbol(name, BitVec(32)) for name in "ixy")
        a, b, c = (t.symbol(name, WORDS) for name in "abc")
        fill, look = (Relation(name, (a, i), NOWHERE, (), is_head=True) for name in ("fill", "look"))
        filling, looking = Applied(fill, (b, x)), Applied(look, (c, y))
        goes_on, looks_on = t.bv_slt(x, self.n(100)), t.bv_slt(y, self.n(100))
        is_wanted = t.eq(t.select(c, self.at(y)), self.n(self.wanted))
        self.system = HornSystem(
            (fill, look),
            (
                Clause((), t.true, Applied(fill, (b, self.n(0)))),
                Clause((filling,), goes_on, Applied(fill, (t.store(b, self.at(x), self.n(7)), t.bv_add(x, self.n(1))))),
                Clause((filling,), t.not_(goes_on), Applied(look, (b, self.n(0)))),
                Clause((looking,), t.and_(looks_on, t.not_(is_wanted)), None),
                Clause((looking,), t.and_(looks_on, is_wanted), Applied(look, (c, t.bv_add(y, self.n(1))))),
            ),
        )

    def n(self, value: int) -> Term:
        return self.t.bv(value, 32)

    def at(self, index: Term) -> Term:
        return self.t.bv_add(self.t.bv_mul(index, self.n(4)), self.n(64))

    def solved(self) -> Proved | NotProved:
        checking = CandidateCheck(engine_named("bitwuzla", self.t), self.t, self.system)
        known = checking.check(of_numbers(self.t, self.system), lambda: 10.0)
        assert isinstance(known, NotProved), "numbers alone say nothing of elements"
        few = next(of_elements(self.t, self.system, known.inductive))
        return checking.check(few, lambda: 10.0)


def test_what_an_error_needs_of_elements_is_found_and_shown() -> None:
    found = FillingAndLooking(7).solved()
    assert isinstance(found, Proved)
    assert all(any(map(numbers, terms)) for terms in found.solution.values())


def test_what_does_not_hold_of_elements_is_not_shown() -> None:
    assert isinstance(FillingAndLooking(8).solved(), NotProved)
