"""A scan makes objects only for pointers that the function, or what it reaches, uses by the names of members."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.projects.test_made_objects import Judgements, judged
from whet.frontend.definitions import definitions
from whet.frontend.parse import with_unit
from whet.harness.appended import appended_harness
from whet.harness.options import PERMISSIVE
from whet.projects.functions import ProjectFunction, project_task, read_project
from whet.task.task import Task

Functions: TypeAlias = dict[str, ProjectFunction]
SOURCE = """
#include <stddef.h>
struct inner { int *deep; };
struct wide { int *a; int *b; struct inner in; int *start, *end; int (*call)(void); int n; };
struct other { int *first; };
int own(struct wide *w) { return w && w->a ? *w->a : 0; }
static int helper(struct wide *w) { return w->b ? *w->b : 0; }
int called(struct wide *w) { return w ? helper(w) : 0; }
int by_pointer(struct wide *w) { int (*f)(struct wide *) = helper; return w ? f(w) : 0; }
int nested(struct wide *w) { return w && w->in.deep ? *w->in.deep : 0; }
int through_a_cast(struct wide *w) { return w ? *((struct other *)w)->first : 0; }
struct narrow { int *a; int *b; };
static int of_narrow(struct narrow *w) { return w->b ? *w->b : 0; }
int copied(struct narrow *w) { if (!w) return 0; struct narrow c = *w; return of_narrow(&c); }
size_t where(void) { struct wide c = {.n = 1}; return offsetof(struct wide, in) + (size_t)c.n; }
int wrong(struct wide *w) { return w && w->a && w->b ? *w->a / (*w->b - *w->b) : 0; }
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("used") / "used.c"
    file.write_text(SOURCE)
    return file


@pytest.fixture(scope="module")
def functions(source: Path) -> Functions:
    project = read_project(project_task([str(source)], Task(files=())))
    return {each.signature.name: each for each in project.functions}


@pytest.fixture(scope="module")
def judgements(source: Path) -> Judgements:
    return judged(source)


@pytest.mark.parametrize(
    ("function", "members"),
    [
        ("own", {"a"}),
        ("called", {"b"}),
        ("by_pointer", {"b"}),
        ("nested", {"in", "deep"}),
        ("through_a_cast", {"first"}),
        ("copied", {"b"}),
        ("where", {"in", "n"}),
    ],
)
def test_members_are_those_of_all_that_is_reached(functions: Functions, function: str, members: set[str]) -> None:
    assert functions[function].members == members


def test_definition_tells_its_members(source: Path) -> None:
    found = with_unit(str(source), lambda unit: {each.name: each.members for each in definitions(unit)})
    assert found["helper"] == {"b"}
    assert found["called"] == frozenset()


def test_objects_are_made_only_for_what_is_used(functions: Functions) -> None:
    signature = functions["own"].signature
    few = appended_harness(signature, options=replace(PERMISSIVE, members=frozenset({"a"})))
    assert "arg_w_object_a_object" in few.text
    assert "_b_object" not in few.text
    assert "_deep" not in few.text.replace("in.deep = 0", "")
    assert "_stub" not in few.text
    assert "arg_w_object.b = 0;" in few.text
    assert "arg_w_object.call = 0;" in few.text
    assert any("nor a function that it calls uses them by name" in each for each in few.assumptions)
    assert few.leaves_out
    assert not few.is_cut
    every = appended_harness(signature, options=PERMISSIVE)
    assert "_b_object" in every.text
    assert not every.leaves_out


def test_pointers_into_one_array_stay_together(functions: Functions) -> None:
    text = appended_harness(functions["own"].signature, options=replace(PERMISSIVE, members=frozenset({"end"}))).text
    assert "arg_w_object.start = arg_w_object_start_objects + " in text
    assert "arg_w_object.start = 0;" not in text


@pytest.mark.parametrize(
    ("function", "status"),
    [
        ("own", "proved"),
        ("called", "proved"),
        ("by_pointer", "proved"),
        ("nested", "proved"),
        ("copied", "proved"),
        ("wrong", "failing"),
        ("through_a_cast", "unknown"),
    ],
)
def test_what_is_left_out_changes_no_judgement(judgements: Judgements, function: str, status: str) -> None:
    """What is read by another name is null because of the harness, which is no fault of the function."""
    assert judgements[function].status == status, judgements[function]
