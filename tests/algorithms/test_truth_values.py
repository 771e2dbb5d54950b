"""A ``_Bool`` that holds another byte than 0 and 1: no verdict may rest on what a read of it gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown

PRESETS = ("value", "value-cegar", "predicate", "value-predicate", "refsel")
HEADER = """
void *memcpy(void *, const void *, unsigned long); unsigned char __VERIFIER_nondet_uchar(void);
struct S { _Bool b; char c; }; union U { _Bool b; unsigned char c; };
"""


def verified(body: str, folder: Path, preset: str) -> Result:
    text = f"{HEADER}int main(void) {{ {body} return 0; }}"
    return engine.run(read(text, folder), TASK, load_configuration(preset), Context(limits=SoftLimits(seconds=60)))


UNDEFINED = {
    "a cast": "struct S s; *(char *)&s = 2; s.c = 1; if (s.b) reach_error();",
    "a copy": "struct S s, t; *(char *)&s = 2; s.c = 1; t = s; if (t.b) reach_error();",
    "memcpy": "_Bool b; char c = __VERIFIER_nondet_uchar(); if (c != 4) return 0; memcpy(&b, &c, 1); if (b) reach_error();",
    "a union": "union U u; u.c = 2; int x = u.b; if (x != 0) reach_error();",
    "a copy in a variable": "union U u; u.c = 2; _Bool b = u.b; if (b) { int x = b; if (x == 2) reach_error(); }",
    "an input": "union U u; u.c = __VERIFIER_nondet_uchar(); if (u.b) { if (u.c != 1) reach_error(); }",
    "a value no _Bool has": "union U u; u.c = __VERIFIER_nondet_uchar(); if (u.b == 2) reach_error();",
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", UNDEFINED)
def test_nothing_is_claimed_of_another_byte(name: str, preset: str, tmp_path: Path) -> None:
    result = verified(UNDEFINED[name], tmp_path, preset)
    assert isinstance(result.verdict, Unknown), result.verdict


@pytest.mark.parametrize("preset", PRESETS)
def test_a_truth_value_in_memory_is_known(preset: str, tmp_path: Path) -> None:
    body = "struct S s; struct S *p = &s; p->b = __VERIFIER_nondet_uchar(); p->c = 7; if (s.b) { if (s.b != 1) reach_error(); }"
    assert isinstance(verified(body, tmp_path, preset).verdict, TrueVerdict)
    violated = body.replace("!= 1", "== 1")
    assert isinstance(verified(violated, tmp_path, preset).verdict, FalseVerdict)


def test_the_predicate_analysis_proves_that_the_byte_is_a_truth_value(tmp_path: Path) -> None:
    body = "union U u; u.c = __VERIFIER_nondet_uchar(); if (u.c > 1) return 0; if (u.b != u.c) reach_error();"
    assert isinstance(verified(body, tmp_path, "predicate").verdict, TrueVerdict)
