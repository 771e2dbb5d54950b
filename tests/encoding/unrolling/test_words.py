"""Reading and writing word by word does what reading and writing of arrays does, at every place of a region."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refine.running import read
from tests.solvers.random_terms import random_assignment, random_term, random_value
from whet.encoding.encode import Encoder
from whet.encoding.unrolling.transformation import MemoryWords
from whet.pointers.regions import Region
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import symbols

PROGRAM = """
int numbers[3]; struct { char tag; short length; int value; } mixed; union { long whole; char bytes[8]; } both;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(); char local[5];
    int *p = i % 2 ? numbers : &mixed.value; *p = 3; ((char *)&mixed)[i % sizeof mixed] = 1;
    both.bytes[i % 8] = local[i % 5]; return both.whole;
}
"""
RECURSIVE = """
int f(int n) { int own[2]; own[n % 2] = n; return n ? f(n - 1) + own[n & 1] : 0; }
int main(void) { return f(3); }
"""


class Sample:
    """A program with its words."""

    def __init__(self, text: str, folder: Path) -> None:
        program = read(text, folder)
        self.terms = Terms()
        self.encoder = Encoder(program, self.terms)
        self.words = MemoryWords(program, self.encoder.vocabulary, self.encoder.layout)
        self.regions = [region for region in self.encoder.regions.all() if region.is_accessed and region.variables]

    def places(self, region: Region) -> list[int]:
        layout = self.encoder.layout
        begins = [(layout.address(variable, 1), layout.size(variable) or 0) for variable in region.variables]
        return [place for begin, size in begins for place in range(begin, begin + size, region.granule)]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return Sample(PROGRAM, tmp_path_factory.mktemp("words"))


@given(st.data())
def test_words_are_read_and_written_as_in_arrays(sample: Sample, data: st.DataObject) -> None:
    t, words = sample.terms, sample.words
    region = data.draw(st.sampled_from(sample.regions))
    array = sample.encoder.vocabulary.region(region)
    assert isinstance(array.sort, Array)
    places = sample.places(region)
    index, word = t.symbol("index", array.sort.index), t.symbol("word", array.sort.element)
    place, looked_at = (data.draw(st.sampled_from(places)) for _ in range(2))
    known = {index: place, word: data.draw(random_value(word.sort)), array: data.draw(random_value(array.sort))}
    changed = words.store(region, array, index, word)
    assert evaluate(words.select(region, changed, index), known) == known[word]
    for arrays in ((array, array), (changed, t.store(array, index, word))):
        found, expected = (t.select(each, t.bv(looked_at, index.width)) for each in arrays)
        assert evaluate(found, known) == evaluate(expected, known)
    assert evaluate(words.select(region, array, index), known) == evaluate(t.select(array, index), known)


def test_no_array_is_read_at_an_unknown_place_of_a_small_region(sample: Sample) -> None:
    t = sample.terms
    for region in sample.regions:
        array = sample.encoder.vocabulary.region(region)
        index = t.symbol("index", BitVec(sample.encoder.layout.width))
        found = sample.words.select(region, array, index)
        assert all(part.args[1].value is not None for part in _parts(found) if part.op is Op.SELECT)


def test_arrays_of_recursive_calls_are_at_unknown_places(tmp_path: Path) -> None:
    sample = Sample(RECURSIVE, tmp_path)
    (region,) = [each for each in sample.regions if any(variable.name == "own" for variable in each.variables)]
    array = sample.encoder.vocabulary.region(region)
    index = sample.terms.symbol("index", BitVec(sample.encoder.layout.width))
    assert sample.words.select(region, array, index) is sample.terms.select(array, index)


@given(st.data())
def test_a_term_has_only_values_that_are_possible(sample: Sample, data: st.DataObject) -> None:
    t = sample.terms
    term = data.draw(st.one_of(random_term(t, BitVec(8), kinds=frozenset(), depth=4), choices(t)))
    possible = sample.words.possible(term)
    known = data.draw(random_assignment(term))
    assert possible is None or evaluate(term, known) in possible


def test_an_index_that_is_cut_off_has_few_values(sample: Sample) -> None:
    t = sample.terms
    x = t.symbol("x", BitVec(8))
    scaled = t.bv_add(t.bv_mul(t.bv_urem(x, t.bv(3, 8)), t.bv(4, 8)), t.bv(100, 8))
    assert sample.words.possible(scaled) == frozenset({100, 104, 108})
    assert sample.words.possible(t.bv_and(x, t.bv(5, 8))) == frozenset({0, 1, 4, 5})
    assert sample.words.possible(x) is None


@st.composite
def choices(draw: st.DrawFn, terms: Terms) -> Term:
    """A choice between constants, and between such choices."""
    found = [terms.bv(draw(st.integers(0, 255)), 8) for _ in range(2)]
    for number in range(draw(st.integers(0, 4))):
        condition = terms.is_nonzero(terms.symbol(f"c{number}", BitVec(1)))
        found.append(terms.ite(condition, draw(st.sampled_from(found)), draw(st.sampled_from(found))))
    return found[-1]


@given(st.data())
def test_bytes_are_put_together(sample: Sample, data: st.DataObject) -> None:
    t = sample.terms
    high, low = data.draw(choices(t)), data.draw(choices(t))
    known = data.draw(random_assignment(high, low))
    assert evaluate(sample.words.concat(high, low), known) == evaluate(t.concat(high, low), known)


def test_choices_with_shared_parts_are_gone_through_once(sample: Sample) -> None:
    t = sample.terms
    high, low = t.symbol("high", BitVec(8)), t.symbol("low", BitVec(8))
    for number in range(60):
        one, other = (t.is_nonzero(t.symbol(f"{name}{number}", BitVec(1))) for name in "ab")
        high, low = (t.ite(one, t.ite(other, t.bv(number, 8), each), t.bv_not(each)) for each in (high, low))
        high, low = (t.ite(other, t.ite(one, each, t.bv(1, 8)), each) for each in (high, low))
    assert symbols(sample.words.concat(high, low)) == symbols(t.concat(high, low))


def _parts(term: Term) -> list[Term]:
    found, waiting = {term}, [term]
    while waiting:
        new = [arg for arg in waiting.pop().args if arg not in found]
        found.update(new)
        waiting += new
    return list(found)
