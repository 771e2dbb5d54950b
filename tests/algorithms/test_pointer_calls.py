"""Calls through pointers of which nothing is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.session.session import verify
from whet.task.configuration import preset_names
from whet.task.task import Task

NOBODY_FITS = """
extern void reach_error(void);
extern void (*get(void))(void);
int main(void) { void (*f)(void) = get(); f(); reach_error(); return 0; }
"""
ONE_FITS = """
extern void reach_error(void);
extern void (*get(void))(void);
int x;
void set(void) { x = 1; }
int main(void) { void (*mine)(void) = set; mine(); void (*f)(void) = get(); f(); if (x != 1) reach_error(); return 0; }
"""


def result_of(program: str, folder: Path, preset: str) -> Result:
    path = folder / "program.c"
    path.write_text(program)
    return verify(Task(files=(str(path),)), load_configuration(preset))


@pytest.mark.parametrize("preset", ["value", "value-cegar"])
def test_call_that_fits_no_function_does_not_vanish_with_what_is_behind_it(tmp_path: Path, preset: str) -> None:
    assert isinstance(result_of(NOBODY_FITS, tmp_path, preset).verdict, Unknown)


@pytest.mark.parametrize("preset", ["value", "value-cegar"])
def test_call_that_is_taken_to_stay_in_the_program_is_an_assumption(tmp_path: Path, preset: str) -> None:
    result = result_of(ONE_FITS, tmp_path, preset)
    assert isinstance(result.verdict, TrueVerdict)
    assert any("a call through an unknown pointer" in item.what for item in result.assumptions)


OTHER_NUMBER = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void none(void) { reach_error(); }
void one(int x) { }
void (*table[2])(int) = {one, (void (*)(int))none};
int main(void) { table[__VERIFIER_nondet_int() & 1](4); return 0; }
"""
NEVER_CAST = OTHER_NUMBER.replace("(void (*)(int))none", "one") + "void (*unused)(void) = none; void *use = &unused;"


@pytest.mark.parametrize("preset", preset_names())
def test_function_is_called_through_a_pointer_that_was_cast_to_another_number_of_parameters(tmp_path: Path, preset: str) -> None:
    assert isinstance(result_of(OTHER_NUMBER, tmp_path, preset).verdict, FalseVerdict)


@pytest.mark.parametrize("preset", [name for name in preset_names() if name != "runs"])
def test_number_of_parameters_excludes_a_function_that_was_not_cast(tmp_path: Path, preset: str) -> None:
    result = result_of(NEVER_CAST, tmp_path, preset)
    assert isinstance(result.verdict, TrueVerdict)
