"""Every function of the table against glibc, with a few random calls; ``against_glibc`` makes more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import output_of
from tests.library.against_glibc import (
    LEFT_OUT,
    batches,
    compared_names,
    compiled_output,
    differing_calls,
    interpreted_output,
    reason_to_leave_out,
    twofold_names,
)
from tests.library.calls import program_for
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.library.notation import described_names, record_of

pytestmark = pytest.mark.gcc
CALLS = 25
IN_ONE_PROGRAM = 80


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_functions_do_what_those_of_glibc_do(tmp_path: Path, machine: MachineModel) -> None:
    for names in batches(compared_names(), IN_ONE_PROGRAM):
        assert not differing_calls(names, tmp_path, machine, CALLS)


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_models_of_functions_that_lack_their_body_do_the_same(tmp_path: Path, machine: MachineModel) -> None:
    names = twofold_names(compared_names())
    assert "strtol" in names
    assert not differing_calls(names, tmp_path, machine, CALLS, uses_models=True)


def test_only_functions_that_could_be_compared_are_left_out_by_name() -> None:
    assert set(LEFT_OUT) <= set(described_names())
    assert {name: reason for name in LEFT_OUT if (reason := reason_to_leave_out(name))} == {}
    assert len(compared_names()) >= 269


def test_a_difference_is_found(tmp_path: Path) -> None:
    record = record_of("strchr")
    assert record is not None
    text = program_for([record], CALLS)
    own = "char *strchr(const char *s, int c) { while (*s && *s != c) s++; return *s ? (char *)s : 0; }\n"
    wrong = text.replace("static void calls_", f"{own}static void calls_", 1)
    assert interpreted_output(wrong, tmp_path, LP64, ()) != compiled_output(text, tmp_path, LP64)


ERROR_NUMBERS = r"""
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char shown[40];
    sprintf(shown, "%p", (void *)shown);
    errno = 1; atoi("99999999999999999999"); printf("%d ", errno);
    errno = 1; atoi("5"); printf("%d ", errno);
    errno = 1; strtoul("-1", 0, 10); printf("%d ", errno);
    errno = 1; strtol("1", 0, 37); printf("%d ", errno);
    errno = 1; strtod("1e400", 0); printf("%d ", errno);
    errno = 1; strtod("inf", 0); printf("%d ", errno);
    errno = 1; strtod("1e-400", 0); printf("%d ", errno);
    return 0;
}
"""


def test_models_of_functions_that_lack_their_body_set_the_error_number(tmp_path: Path) -> None:
    assert output_of(ERROR_NUMBERS, tmp_path).split() == ["34", "1", "1", "22", "34", "1", "34"]
