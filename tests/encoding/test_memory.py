"""Memory as terms: objects do not overlap, bytes and words agree, and validity knows what is alive."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interpreter.running import program_of
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.encoding import memory
from whet.encoding.memory import WIDE, AddressLayout, OutOfAddresses, Validity
from whet.encoding.notes import Apart, Outside
from whet.pointers.regions import Region, Regions
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import array_value

TEXT = """int a[5]; char b; struct { long x; char y; } c; char *s = "hello";
int f(int n) { int x[3], *p = x, y, *q = &y; *q = 0; *p = 1; return n ? f(n - 1) : p[1]; }
int main(void) { int z, *r = &z; *r = a[0] + b + c.y; char *t = &b; s[0] = *t; return f(2); }"""


def region(granule: int) -> Region:
    return Region(0, (), (), granule, starts_zeroed=True, is_accessed=True)


# ---------------------------------------------------------------------------------------------------- layout


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
def test_objects_do_not_overlap_and_have_gaps(machine: MachineModel, tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path, machine)
    layout, regions = AddressLayout(program), Regions(program)
    variables = [variable for each in regions.all() for variable in each.variables]
    places = []
    for variable in variables:
        for activation in (1, 2, 3) if variable.function == "f" else (1,):
            size = layout.size(variable)
            assert size is not None
            places.append((layout.address(variable, activation), size))
    places.sort()
    assert len(places) > 10
    for (address, size), (following, _) in itertools.pairwise(places):
        assert address % 16 == 0
        assert address + size < following
    assert places[-1][0] < 1 << layout.width


def test_functions_have_different_addresses_that_are_no_objects(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path)
    layout = AddressLayout(program)
    addresses = {layout.function(function) for function in program.functions.values()}
    assert len(addresses) == len(program.functions)
    assert 0 not in addresses
    assert max(addresses) < min(layout.address(variable, 1) for variable in program.globals if variable.name in "ac")


def test_a_program_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    program = program_of("char a[1500000000], b[1500000000]; int main(void) { return a[1] + b[1]; }", tmp_path, ILP32)
    with pytest.raises(OutOfAddresses, match="bytes"):
        AddressLayout(program)
    program = program_of(TEXT, tmp_path, ILP32)
    variable = next(variable for variable in program.variables() if variable.qualified_name == "f::x")
    with pytest.raises(OutOfAddresses, match="activations of f"):
        AddressLayout(program).address(variable, 1 << 30)


# ---------------------------------------------------------------------------------------------------- contents


@given(
    granule=st.sampled_from([1, 2, 4, 8]),
    count=st.integers(1, 3),
    value=st.integers(0, (1 << 192) - 1),
    address=st.integers(0, 1 << 20),
)
def test_what_is_written_is_read_little_endian(granule: int, count: int, value: int, address: int) -> None:
    t, place = Terms(), region(granule)
    sort = memory.array_sort(place, 32)
    array, size = t.symbol("m", sort), granule * count
    bits = value & ((1 << 8 * size) - 1)
    at = t.bv(address * granule, 32)
    written = memory.write(t, array, place, at, t.bv(bits, 8 * size))
    empty = {array: array_value(sort, 0, {})}
    assert evaluate(memory.read(t, written, place, at, size), empty) == bits
    assert evaluate(memory.read(t, written, place, at, granule), empty) == bits & ((1 << 8 * granule) - 1)
    behind = t.bv(address * granule + size, 32)
    assert evaluate(memory.read(t, written, place, behind, granule), empty) == 0


@given(st.binary(min_size=16, max_size=16), st.sampled_from([1, 2, 4, 8]), st.sampled_from([1, 2, 4, 8]))
def test_bytes_stay_the_same_in_words_of_another_size(data: bytes, source: int, target: int) -> None:
    t = Terms()
    whole = t.bv(int.from_bytes(data, "little"), 128)
    words = memory.split(t, whole, source)
    assert memory.joined(t, memory.regrouped(t, words, target=target)) is whole


# ---------------------------------------------------------------------------------------------------- validity


def test_validity_knows_bounds_lives_and_string_literals(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path)
    t, layout, regions = Terms(), AddressLayout(program), Regions(program)
    validity = Validity(t, layout)
    names = {variable.qualified_name: variable for variable in program.variables()}

    def is_outside(name: str, offset: int, size: int, *, writes: bool = False, active: int = 1, activation: int = 1) -> bool:
        variable = names[name]
        address = t.bv(layout.address(variable, activation) + offset, WIDE)
        access = Outside(regions.of_variable(variable), address, size, writes, None)
        term = validity.outside(access, {"f": active, "main": 1})
        assert term.value is not None
        return bool(term.value)

    assert [is_outside("a", offset, 4) for offset in (-4, 0, 16, 17, 20)] == [True, False, False, True, True]
    assert is_outside("a", 2, 4), "no multiple of a word"
    assert not is_outside("f::x", 8, 4)
    assert is_outside("f::x", 12, 4)
    assert is_outside("f::x", 0, 4, active=0)
    assert not is_outside("f::x", 0, 4, active=2, activation=2)
    assert is_outside("f::x", 0, 4, active=1, activation=2)
    string = next(name for name in names if name.startswith("__string"))
    assert not is_outside(string, 1, 1)
    assert is_outside(string, 1, 1, writes=True)
    assert is_outside(string, 6, 1)


def test_validity_of_heap_blocks(tmp_path: Path) -> None:
    layout = AddressLayout(program_of(TEXT, tmp_path))
    t = Terms()
    validity = Validity(t, layout)
    slots = Array(BitVec(layout.width - layout.slot_bits), BitVec(layout.width))
    slot = layout.first_slot
    blocks = t.store(
        t.const_array(slots, t.bv(0, layout.width)), t.bv(slot, layout.width - layout.slot_bits), t.bv(8 + 1, layout.width)
    )

    def outside(offset: int, size: int) -> bool:
        address = t.bv((slot << layout.slot_bits) + offset, WIDE)
        term = validity.outside(Outside(region(4), address, size, True, blocks), {})
        return bool(evaluate(term, {}))

    assert [outside(offset, 4) for offset in (0, 4, 8, 1 << layout.slot_bits)] == [False, False, True, True]
    wide = t.bv((slot << layout.slot_bits) + (1 << layout.width), WIDE)
    assert evaluate(validity.outside(Outside(region(4), wide, 4, True, blocks), {}), {}), "addresses do not wrap around"


def test_addresses_of_one_object_are_together(tmp_path: Path) -> None:
    program = program_of("int a[3], b[3]; int main(int n, char **v) { int *p = n ? a : b; return *p; }", tmp_path)
    t, layout, regions = Terms(), AddressLayout(program), Regions(program)
    validity = Validity(t, layout)
    a, b = (next(v for v in program.globals if v.name == name) for name in "ab")
    bases = {v: layout.address(v, 1) for v in (a, b)}
    random = Random(1)
    for _ in range(50):
        one, other = random.choice((a, b)), random.choice((a, b))
        left, right = (t.bv(bases[v] + random.choice((0, 4, 12)), WIDE) for v in (one, other))
        apart = validity.apart(Apart(regions.of_variable(a), left, right, None), {})
        assert apart.value == (one is not other)


# ---------------------------------------------------------------------------------------------------- large blocks


def layout_of(size: str, tmp_path: Path) -> AddressLayout:
    text = (
        f"#include <stdlib.h>\nint n; unsigned u; long l; short s;\nint main(void) {{ char *p = malloc({size}); return p == 0; }}"
    )
    return AddressLayout(program_of(text, tmp_path))


@pytest.mark.parametrize(
    ("size", "bits", "fits"),
    [
        ("100", 32, True),
        ("s * sizeof(int)", 32, True),
        ("n * sizeof(int)", 34, True),
        ("(unsigned long) u * 16 + 8", 37, True),
        ("u * 16", 33, True),
        ("(n + 1) * 4UL", 34, True),
        ("u * 4294967296", 40, False),
        ("l", 40, False),
        ("(unsigned) l", 33, True),
        ("(unsigned long) l * 4", 40, False),
        ("(unsigned long) n * 5000000000", 40, False),
    ],
)
def test_slots_are_as_wide_as_the_blocks_that_types_allow(size: str, bits: int, fits: bool, tmp_path: Path) -> None:
    layout = layout_of(size, tmp_path)
    assert (layout.slot_bits, layout.fits_slots) == (bits, fits)


def test_a_large_block_is_measured_from_where_its_address_was_computed(tmp_path: Path) -> None:
    t, layout = Terms(), layout_of("l", tmp_path)
    slots = Array(BitVec(layout.width - layout.slot_bits), BitVec(layout.width))
    size, base = 5 << layout.slot_bits, layout.first_slot << layout.slot_bits
    slot = t.bv(layout.first_slot, layout.width - layout.slot_bits)
    blocks = t.store(t.const_array(slots, t.bv(0, layout.width)), slot, t.bv(size + 1, layout.width))

    def is_inside(offset: int, home: int) -> bool:
        address, first = t.bv(base + offset, WIDE), t.bv(base + home, WIDE)
        return bool(evaluate(Validity(t, layout).within_block(address, blocks, t.bv(4, WIDE), first), {}))

    assert [is_inside(offset, 8) for offset in (-4, 0, size - 4, size - 3, size)] == [False, True, True, False, False]
    assert not is_inside(size - 4, size - 8), "nothing is known of an address in a later slot"


def test_the_end_of_a_large_block_may_equal_another_block(tmp_path: Path) -> None:
    t, layout = Terms(), layout_of("l", tmp_path)
    slots = Array(BitVec(layout.width - layout.slot_bits), BitVec(layout.width))
    numbers = [t.bv(layout.first_slot + at, layout.width - layout.slot_bits) for at in (0, 2)]
    blocks = t.const_array(slots, t.bv(0, layout.width))
    for number in numbers:
        blocks = t.store(blocks, number, t.bv((1 << layout.slot_bits) + 1, layout.width))
    first, second = (t.concat(number, t.bv(0, layout.slot_bits)) for number in numbers)
    end = t.bv_add(first, t.bv(1 << layout.slot_bits, layout.width))
    ends = memory.ObjectEnds(t, layout)

    def touch(one: Term, other: Term) -> bool:
        return bool(evaluate(ends.touch(memory.At(region(4), one, blocks), memory.At(region(4), other, blocks)), {}))

    assert touch(end, second)
    assert not touch(first, second)
    assert not touch(end, end)
