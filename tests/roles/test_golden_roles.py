"""The roles of the dissertation's example programs, as it tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.roles import golden_programs as programs
from tests.roles.reading import Reader, must, parameters, roles_of
from whet.roles.names import Role
from whet.roles.suggestions import Heuristic

pytest.importorskip("clingo")
R = Role
NUMBERS = (R.COUNTER, R.LINEAR, R.ARITHMETIC, R.LOCAL_COUNTER)
EXPECTED: list[tuple[str, str, tuple[Role, ...]]] = [
    (programs.BITRATE, "found", (R.BOOLEAN, R.CONSTANT_ASSIGNED, R.ENUMERATION, R.BRANCH_CONDITION, R.LOOP_ITERATOR)),
    (programs.BITRATE, "index", (R.ARRAY_INDEX, R.LOOP_ITERATOR, *NUMBERS)),
    (programs.BITRATE, "rate", (R.SYNTACTIC_CONSTANT,)),
    (programs.BYTE_SWAP, "i", (R.LOOP_ITERATOR, *NUMBERS)),
    (programs.BYTE_SWAP, "count", (R.LOOP_BOUND, R.ARITHMETIC, R.SYNTACTIC_CONSTANT)),
    (programs.BIT_COUNT, "x", (R.BITVECTOR, R.ARITHMETIC, R.LOOP_ITERATOR)),
    (programs.BIT_COUNT, "x_old", (R.BITVECTOR, R.ARITHMETIC)),
    (programs.BIT_COUNT, "n", (R.COUNTER, R.LINEAR, R.LOCAL_COUNTER)),
    (programs.SUFFIX, "ns", (R.INPUT, R.POINTER_OFFSET, R.UNRESOLVED)),
    (programs.SUFFIX, "nx", (R.INPUT, R.POINTER_OFFSET, R.UNRESOLVED)),
    (programs.NUMBER_READER, "fd", (R.FILE_DESCRIPTOR, R.INPUT, R.UNRESOLVED)),
    (programs.NUMBER_READER, "c", (R.CHARACTER, R.UNRESOLVED)),
    (programs.NUMBER_READER, "val", (R.LINEAR,)),
    (programs.MUTEX, "nondetermined", (R.INPUT, R.UNRESOLVED, R.BOOLEAN, R.BRANCH_CONDITION)),
    (programs.MUTEX, "m", (R.ENUMERATION, R.CONSTANT_ASSIGNED, R.ASSERTION_PARAMETER)),
    (programs.THREAD, "t", (R.THREAD_DESCRIPTOR,)),
    (programs.THREAD, "len", (R.ALLOCATION_SIZE, R.INTEGRAL, R.SCALAR, R.INPUT)),
    (programs.THREAD, "data", (R.POINTER, R.POINTER_TO_SCALAR, R.DYNAMIC_MEMORY_POINTER)),
    (programs.ABSOLUTE, "absolute::n", (R.FLOATING_POINT, R.SCALAR)),
    (programs.ABSOLUTE, "f", (R.FLOATING_POINT, R.SCALAR)),
    (programs.ACKERMANN, "result", (R.RECURSIVE_FUNCTION_RESULT, R.LINEAR)),
    (programs.ACKERMANN, "ackermann()", (R.RECURSIVE_FUNCTION_RESULT, R.LINEAR)),
    (programs.SWITCHES, "sw", (R.UNRESOLVED, R.ENUMERATION)),
    (programs.MAXIMUM, "id1", (R.INPUT,)),
    (programs.MAXIMUM, "max1", (R.EXTREMUM, R.DYNAMIC_ENUMERATION)),
    (programs.MAXIMUM, "max3", (R.EXTREMUM, R.DYNAMIC_ENUMERATION)),
    (programs.MAXIMUM, "cnt", (R.COUNTER, R.LOCAL_COUNTER)),
    (programs.MAXIMUM, "i", (R.COUNTER, R.LOCAL_COUNTER)),
    (programs.BUFFER, "buf", (R.LOCAL_COUNTER, R.LOOP_ITERATOR)),
    (programs.BUFFER, "buflim", (R.LOOP_BOUND,)),
    (programs.STEP_TWO, "i", (R.PARITY,)),
    (programs.TWO_LOOPS, "i", (R.LOCAL_COUNTER,)),
    (programs.TWO_LOOPS, "n", (R.LOOP_BOUND, R.INPUT)),
]
POINTERS = (R.POINTER, R.POINTER_TO_STRUCTURE, R.POINTER_TO_NON_FLAT_STRUCTURE)
LINKED = (R.LINKED_LIST, R.MULTI_LINKED_LIST)


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


@pytest.mark.parametrize(("program", "name", "roles"), EXPECTED)
def test_roles_of_an_example(program: str, name: str, roles: tuple[Role, ...], reader: Reader) -> None:
    assert set(roles) <= roles_of(reader.roles(program), name)


@pytest.mark.parametrize("name", ["n1", "n2", "head", "tail"])
def test_members_of_a_skip_list(name: str, reader: Reader) -> None:
    assert {*POINTERS, *LINKED} <= roles_of(reader.roles(programs.SKIP_LIST), name)


def test_a_pointer_to_a_list_is_not_the_list(reader: Reader) -> None:
    roles = roles_of(reader.roles(programs.SKIP_LIST), "list")
    assert set(POINTERS) <= roles
    assert not roles & set(LINKED)


def test_roles_of_unknown_values_are_may(reader: Reader) -> None:
    switches, mutex = reader.roles(programs.SWITCHES), reader.roles(programs.MUTEX)
    assert not must(switches, "sw", R.ENUMERATION)
    assert not must(mutex, "nondetermined", R.BOOLEAN)
    assert must(mutex, "m", R.ENUMERATION)


def test_each_maximum_is_one_of_the_inputs(reader: Reader) -> None:
    roles = reader.roles(programs.MAXIMUM)
    for name in ("max1", "max2", "max3"):
        assert parameters(roles, name, R.DYNAMIC_ENUMERATION) == {"main::id1", "main::id2", "main::id3"}
    assert not any(parameters(roles, name, R.DYNAMIC_ENUMERATION) for name in ("id1", "id2", "id3"))


def test_literals_of_assertions(reader: Reader) -> None:
    roles = reader.roles(programs.MAXIMUM)
    found = {held.parameter for each in roles.variables for held in each.held if held.role is R.ASSERTION_PARAMETER}
    assert found == {"cnt==1", "i>=1", "id1!=id2", "id1!=id3", "id2!=id3"}
    assert parameters(reader.roles(programs.MUTEX), "m", R.ASSERTION_PARAMETER) == {"m == 1"}


def test_local_counters_belong_to_their_loops(reader: Reader) -> None:
    roles = reader.roles(programs.TWO_LOOPS)
    first, second = parameters(roles, "i", R.LOCAL_COUNTER), parameters(roles, "j", R.LOCAL_COUNTER)
    assert len(first) == len(second) == 1
    assert first != second
    assert parameters(roles, "k", R.LOCAL_COUNTER) == first | second
    assert parameters(roles, "n", R.LOOP_BOUND) == first


def test_a_step_of_two_is_a_parity(reader: Reader) -> None:
    assert parameters(reader.roles(programs.STEP_TWO), "i", R.PARITY) == {"2"}


SUGGESTED: list[tuple[str, Heuristic, set[str]]] = [
    (programs.MAXIMUM, Heuristic.DYNAMIC_ENUMERATION, {f"max{i}==id{j}" for i in (1, 2, 3) for j in (1, 2, 3)}),
    (programs.MAXIMUM, Heuristic.EXTREMUM, {f"id{i}<id{j}" for i in (1, 2, 3) for j in (1, 2, 3) if i != j}),
    (programs.MAXIMUM, Heuristic.ASSERTION, {"cnt==1", "i>=1", "id1!=id2", "id1!=id3", "id2!=id3"}),
    (programs.BUFFER, Heuristic.ASSERTION, {"buflen>1", "inlen>buflen", "buf<buflen", "buf<inlen"}),
    (programs.BUFFER, Heuristic.COUNTER_AND_BOUND, {"buf<buflim", "buf<=buflim"}),
    (programs.BUFFER, Heuristic.BOUND, {"buflim<=(buflen-2)"}),
    (programs.STEP_TWO, Heuristic.PARITY, {"i%2"}),
    (programs.TWO_LOOPS, Heuristic.LOCAL_COUNTERS, {"i-k", "j-k"}),
]


@pytest.mark.parametrize(("program", "heuristic", "texts"), SUGGESTED)
def test_what_roles_suggest(program: str, heuristic: Heuristic, texts: set[str], reader: Reader) -> None:
    assert {each.text for each in reader.suggestions(program) if each.heuristic is heuristic} == texts
