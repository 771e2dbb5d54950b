"""Objects behind a pointer to a pointer: ``stack_open(2, &stack)`` stores one, ``str_set(&str, c)`` may replace one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from whet.cli.main import main
from whet.projects.functions import ProjectFunction, project_task, read_project
from whet.projects.judging import either
from whet.task.task import Task

HEADER = """\
struct str { unsigned len, room; };
struct str *str_new(unsigned room);
int str_set(struct str **s, char c);
int str_set_after(struct str **s, char c);
struct stack { int *values; unsigned count, room; };
int stack_open(unsigned room, struct stack **out);
int stack_first(struct stack *s);
int stack_after(struct stack *s);
void stack_close(struct stack **s);
int sum(struct stack **many, int n);
"""
SOURCE = """\
#include <stdlib.h>
#include "handles.h"
static char *characters(struct str *s) { return (char *)s + sizeof *s; }
struct str *str_new(unsigned room) {
    struct str *s = room == 0 || room > 2 ? 0 : malloc(sizeof *s + room);
    if (s) { s->len = 0; s->room = room; }
    return s;
}
int str_set(struct str **s, char c) { characters(*s)[(*s)->room - 1] = c; return 0; }
int str_set_after(struct str **s, char c) { characters(*s)[(*s)->room] = c; return 0; }
int stack_open(unsigned room, struct stack **out) {
    if (room == 0 || room > 2) return -1;
    struct stack *s = malloc(sizeof *s);
    if (!s) return -1;
    s->values = calloc(room, sizeof(int));
    if (!s->values) { free(s); return -1; }
    s->count = 0;
    s->room = room;
    *out = s;
    return 0;
}
int stack_first(struct stack *s) { return s->values[s->room - 1]; }
int stack_after(struct stack *s) { return s->values[s->room]; }
void stack_close(struct stack **s) { free((*s)->values); free(*s); *s = 0; }
int sum(struct stack **many, int n) { int s = 0; for (int i = 0; i < n; i++) s ^= many[i]->values[0]; return s; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("handles.h").write_text(HEADER)
    Path("handles.c").write_text(SOURCE)


def functions() -> dict[str, ProjectFunction]:
    return {each.signature.name: each for each in read_project(project_task(["handles.c"], Task(files=()))).functions}


def scanned(function: str) -> dict[str, Any]:
    main(["scan", "handles.c", "--function", function, "--workers", "1", "--quiet", "--time-limit", "60s", "--output", "out"])
    found: dict[str, Any] = json.loads(Path("out/result.json").read_text())["functions"][0]
    return found


def test_what_stores_a_new_object_is_a_constructor_and_what_replaces_one_is_not() -> None:
    known = functions()
    (strings,), (stacks,) = known["str_set"].objects, known["stack_close"].objects
    assert [each.signature.name for each in strings.constructors] == ["str_new"]
    assert [each.signature.name for each in strings.replacing] == ["str_set", "str_set_after"]
    assert [each.signature.name for each in stacks.constructors] == ["stack_open"]
    assert [each.signature.name for each in stacks.replacing] == ["stack_close"]


def test_an_array_of_pointers_is_no_handle() -> None:
    assert functions()["sum"].records == ()


@pytest.mark.parametrize(
    ("function", "status", "made"),
    [
        ("str_set", "needs a precondition", "*s was made by str_new"),
        ("str_set_after", "failing", ""),
        ("stack_first", "needs a precondition", "s was made by stack_open"),
        ("stack_after", "failing", ""),
    ],
)
def test_a_failure_is_one_that_a_sequence_of_calls_shows(function: str, status: str, made: str) -> None:
    found = scanned(function)
    assert found["status"] == status, found
    assert made in " ".join(found.get("preconditions", ()))


def test_an_object_that_was_closed_is_the_mistake_of_the_caller() -> None:
    assert scanned("stack_close")["status"] == "needs a precondition"


def test_some_of_many_constructors_are_named() -> None:
    assert either(["ring_new"]) == "ring_new"
    assert either(["a", "b", "c", "d", "e"]) == "a or b or c or one of 2 other functions"
