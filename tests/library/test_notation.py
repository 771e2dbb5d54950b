"""How records of library functions are written and read."""

from __future__ import annotations

import pytest

from whet.cfa.library import other_assumptions, silent_functions
from whet.library.accesses import NUMBER, Access, AccessKind
from whet.library.effects import Allocates, Finds, Stops, Writes, effect_of, is_absolute
from whet.library.notation import BODIES, NotARecord, closes_stream, described_names, read_record, record_of


def test_every_record_can_be_read_and_names_a_body_that_is_there() -> None:
    records = [record_of(name) for name in described_names()]
    assert len(records) > 800
    assert all(record is not None and (record.body is None or (BODIES / record.body).exists()) for record in records)


def test_a_record_says_what_is_done_with_each_argument() -> None:
    record = read_record("int f(const char *a [compared n], char *b [writes n*m or null], size_t n, size_t m) = any", "x.h")
    compared = Access(AccessKind.COMPARED, (2,))
    assert record.accesses == (compared, Access(AccessKind.WRITTEN, (2, 3), may_be_null=True), NUMBER, NUMBER)
    assert effect_of(record) == Writes((1,))
    assert record.fits(4)
    assert not record.fits(5)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("int f(const char *s) = any", "nothing is said of s"),
        ("int f(const char *s [strnig]) = any", "does not describe an argument"),
        ("int f(char *s [writes k]) = any", "no parameter is called so"),
        ("int f(char *s [writes]) = any", "does not describe an argument"),
        ("int f(int x)", "not a record"),
        ("int f(int x) = any; keeps erno", "'keeps erno' is no remark"),
        ("int f(int x) = any; uses stdoot", "'uses stdoot' is no remark"),
        ("int f(int x) = any; closes the stream", "there is no stream to close"),
    ],
)
def test_a_record_that_is_not_complete_is_rejected(line: str, why: str) -> None:
    with pytest.raises(NotARecord, match=why):
        read_record(line, "x.h")


def test_effects_are_derived() -> None:
    assert effect_of(read_record("void *f(size_t n, size_t m) = new n * m zeroed", "x.h")) == Allocates((0, 1), zeroed=True)
    assert effect_of(read_record("char *f(const char *s [string]) = into s or null", "x.h")) == Finds()
    assert effect_of(read_record("char *f(char *s [writes n], int n) = s or null", "x.h")) == Writes((0,), 0, may_fail=True)
    assert effect_of(read_record("void f(int x) = stops", "x.h")) == Stops()
    assert effect_of(read_record("void f(int x) = unknown", "x.h")) is None


def test_names_of_the_compiler_and_of_other_types_have_the_same_record() -> None:
    sine, fortified = record_of("sinf"), record_of("__builtin___memcpy_chk")
    assert sine is not None
    assert sine.prototype == "float sinf(float x)"
    assert fortified is not None
    assert len(fortified.parameters) == 4
    assert record_of("own_strlen") is None


def test_a_function_that_is_refused_may_be_harmless() -> None:
    record = record_of("fesetround")
    assert record is not None
    assert record.refusal is not None
    assert (record.refusal.parameter, record.refusal.value) == (0, 0)


def test_names_are_derived_from_records() -> None:
    assert other_assumptions() == ("__CPROVER_assume", "__ESBMC_assume")
    assert "__CPROVER_printf" in silent_functions()
    assert not {"__CPROVER_assert", "__CPROVER_assume", "__VERIFIER_atomic_begin"} & set(silent_functions())
    assert closes_stream("fclose")
    assert not closes_stream("fflush")
    assert is_absolute("__builtin_llabs")
    assert not is_absolute("fabs")


@pytest.mark.parametrize("name", ["putenv", "setenv", "unsetenv", "clearenv", "secure_getenv", "__secure_getenv"])
def test_functions_that_use_the_environment(name: str) -> None:
    record = record_of(name)
    assert record is not None
    assert record.uses_environment


@pytest.mark.parametrize("name", ["aligned_alloc", "memalign", "__builtin_aligned_alloc"])
def test_the_second_argument_is_the_size_of_an_aligned_block(name: str) -> None:
    record = record_of(name)
    assert record is not None
    assert effect_of(record) == Allocates((1,), zeroed=False)
