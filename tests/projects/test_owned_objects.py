"""Objects that functions own: blocks that they free, elements at the end of a structure, lengths behind a pointer."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main
from whet.frontend.signatures import Flexible, MemberShape, ParameterShape, Pointed, RecordShape, Scalar
from whet.harness.lengths import lengths_of_parameters, room_of

Capture = pytest.CaptureFixture[str]
SOURCE = """
#include <stdlib.h>
struct vector { size_t n; int data[]; };
int sum(struct vector *v) { int s = 0; if (v) for (size_t i = 0; i < v->n; i++) s ^= v->data[i]; return s; }
int after_the_last(struct vector *v) { return v ? v->data[v->n] : 0; }
struct string { size_t len, alloc; char buf[]; };
void push(struct string *s, char c) { if (s && s->len < s->alloc) s->buf[s->len++] = c; }
struct entry { struct entry *next; char name[0]; };
int length(struct entry *e) { int n = 0; if (e) while (e->name[n]) n++; return n; }
int fill(char *buf, size_t *n) { if (!buf || !n) return -1; for (size_t i = 0; i < *n; i++) buf[i] = 'x'; return 0; }
int fill_more(char *buf, size_t *n) { if (!buf || !n) return -1; for (size_t i = 0; i <= *n; i++) buf[i] = 'x'; return 0; }
int copied(char *to, size_t n, size_t *done) { if (to && done) for (*done = 0; *done < n; ++*done) to[*done] = 0; return 0; }
void copied_more(char *to, size_t n, size_t *done) { if (to && done) for (*done = 0; *done <= n; ++*done) to[*done] = 0; }
int second_number(char *buf, size_t *n) { return buf && n ? n[1] != 0 : 0; }
struct object { char *name; struct object *child; };
void destroy(struct object *o) { if (o) { free(o->name); free(o->child); free(o); } }
void drop(int *values, int n) { if (values) for (int i = 0; i < n; i++) values[i] = 0; free(values); }
struct item { int *to; };
void drop_items(struct item *items, int n) { if (!items) return; for (int i = 0; i < n; i++) free(items[i].to); free(items); }
void twice(int *p) { free(p); free(p); }
void middle(int *values, int n) { if (values && n > 0) free(values + 1); }
void one_of_two(int *p, int *q) { if (p != q) free(p); }
"""

HOLDS = "UNKNOWN(bounded)"
"""The verdict of a function that does not fail: ``verdict_of`` bounds the lengths of arrays."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.c").write_text(SOURCE)


def verdict_of(capsys: Capture, function: str, *words: str) -> str:
    main(["verify", "--quiet", "--config", "bmc", "--time-limit", "60s", "--elements", "2", "--entry", function, *words, "own.c"])
    return capsys.readouterr().out.splitlines()[-1].removeprefix("Verdict: ").removesuffix(" (unchecked)")


@pytest.mark.parametrize(
    ("function", "verdict"),
    [
        ("sum", HOLDS),
        ("after_the_last", "FALSE(valid-deref)"),
        ("push", HOLDS),
        ("length", HOLDS),
        ("fill", HOLDS),
        ("fill_more", "FALSE(valid-deref)"),
        ("copied", HOLDS),
        ("copied_more", "FALSE(valid-deref)"),
        ("second_number", "FALSE(valid-deref)"),
        ("drop", HOLDS),
        ("drop_items", HOLDS),
        ("twice", "FALSE(valid-free)"),
        ("middle", "FALSE(valid-free)"),
    ],
)
def test_function_is_given_the_objects_that_it_expects(function: str, verdict: str, capsys: Capture) -> None:
    assert verdict_of(capsys, function) == verdict


def test_function_that_frees_what_it_is_given_leaks_nothing(capsys: Capture) -> None:
    assert verdict_of(capsys, "destroy", "--check", "free,memory,leak") == HOLDS


def test_block_that_is_left_to_the_caller_is_not_lost(capsys: Capture) -> None:
    assert not verdict_of(capsys, "one_of_two", "--check", "free,leak").startswith("FALSE")


def pointer(name: str, type: str, *, is_single: bool = False) -> ParameterShape:
    return ParameterShape(name, f"{type} *", Pointed(type, Scalar(type), is_restrict=False), is_single=is_single)


@pytest.mark.parametrize(
    ("parameters", "lengths"),
    [
        ([pointer("buf", "char"), pointer("n", "unsigned long")], {"buf": "n"}),
        ([pointer("len", "int"), pointer("values", "int")], {"values": "len"}),
        ([pointer("out", "unsigned char"), pointer("out_len", "unsigned long")], {"out": "out_len"}),
        ([pointer("name", "char"), pointer("count", "int")], {}),  # a text has an end
        ([pointer("len", "int"), pointer("size", "int")], {}),
        (
            [pointer("values", "int"), ParameterShape("n", "int", Scalar("int")), pointer("size", "int")],
            {"values": "n"},  # between two arrays, a number belongs to the first
        ),
        (
            [pointer("values", "int"), ParameterShape("n", "int", Scalar("int")), pointer("size", "int", is_single=True)],
            {"values": "n"},
        ),
        ([ParameterShape("n", "int", Scalar("int")), pointer("values", "int", is_single=True)], {"values": "n"}),
    ],
)
def test_pointer_to_a_number_tells_the_length_of_a_buffer(parameters: list[ParameterShape], lengths: dict[str, str]) -> None:
    assert {name: each.name for name, each in lengths_of_parameters(parameters).items()} == lengths


@pytest.mark.parametrize(
    ("names", "length", "parts"),
    [
        (["n"], "n", []),
        (["flags"], None, []),
        (["len", "alloc"], "alloc", ["len"]),
        (["flags", "data_len"], "data_len", []),
        (["size", "n"], "n", ["size"]),
    ],
)
def test_member_tells_the_number_of_elements_at_the_end(names: list[str], length: str | None, parts: list[str]) -> None:
    members = [MemberShape(name, Scalar("unsigned long"), is_const=False) for name in names]
    room = room_of(RecordShape((*members, MemberShape("data", Flexible(Scalar("int")), is_const=False))))
    assert room is not None
    assert (room.length.name if room.length else None) == length
    assert [each.name for each in room.parts] == parts
