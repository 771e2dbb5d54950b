"""Which number counts the elements of an array is found from how functions use both."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.types import LP64
from whet.frontend.parse import with_unit
from whet.frontend.signatures import MemberShape, ParameterShape, Pointed, RecordShape, Signature, signatures

HEAD = """#include <string.h>
#include <stdlib.h>
struct input { const unsigned char *content; size_t offset, length; };
struct list { int *items; int used, room; };
struct base { int kind; };
struct whole { struct base base; int extra; };
"""


def read(text: str, tmp_path: Path) -> dict[str, Signature]:
    file = tmp_path / "counted.c"
    file.write_text(HEAD + text)
    return with_unit(str(file), lambda unit: {each.name: each for each in signatures(unit)}, machine=LP64)


def parameter(text: str, tmp_path: Path, *, name: str = "p", function: str = "f") -> ParameterShape:
    return next(each for each in read(text, tmp_path)[function].parameters if each.name == name)


@pytest.mark.parametrize(
    "text",
    [
        "int f(int *p, int max) { int s = 0; for (int i = 0; i < max; i++) s += p[i]; return s; }",
        "int f(char *p, size_t max) { char *end = p + max; int s = 0; while (p < end) s += *p++; return s; }",
        "int f(char *p, size_t max) { int s = 0; while (max--) s += *p++; return s; }",
        "void f(char *p, const char *s, size_t max) { max--; size_t n = strlen(s); if (n > max) n = max; memmove(p, s, n); }",
        "void f(char *p, unsigned max) { memset(p, 0, max); }",
        "static int g(int *q, int n) { return n > 3 ? q[3] : 0; } static int h(int *q, int n) { int s = 0; for (int i = 0; i < n;"
        " i++) s += q[i]; return s; } int f(int *p, int max) { return h(p, max); }",
        "static int at(struct input *b) { return b->offset < b->length ? b->content[b->offset] : 0; }"
        "int f(const char *p, size_t max) { struct input b = {0, 0, 0}; b.content = (const unsigned char *)p; b.length = max;"
        " return at(&b); }",
        "void f(char *p, unsigned *max) { memset(p, 0, *max); }",
    ],
)
def test_count_of_a_parameter(text: str, tmp_path: Path) -> None:
    assert parameter(text, tmp_path).counts == ("max",)


@pytest.mark.parametrize(
    "text",
    [
        "int f(int *p, int max) { return *p < max; }",
        "int f(int *p, int max) { int s = 0; for (int i = 0; i < 4; i++) s += p[i] + max; return s; }",
        "int f(const char *p, int max) { return max == sizeof(int) && p[0] == '1'; }",
        "int f(struct list *p, int max) { return p->used < max; }",
    ],
)
def test_no_count_of_a_parameter(text: str, tmp_path: Path) -> None:
    assert parameter(text, tmp_path).counts == ()


@pytest.mark.parametrize(
    ("text", "is_single"),
    [
        ("void f(int *p) { if (p != NULL) *p = 1; }", True),
        ("void f(int *p) { p[0]++; }", True),
        ("struct out { int *count; }; static void add(struct out *o) { (*o->count)++; }"
         " void f(int *p) { struct out o; o.count = p; add(&o); }", True),
        ("static void g(int *q) { *q = 1; } void f(int *p) { g(p); }", True),
        ("void f(int *p) { *p = p[1]; }", False),
        ("void f(int *p, int i) { *p = 0; p[i] = 1; }", False),
        ("void f(int *p) { *p++ = 0; *p = 1; }", False),
        ("static void g(int *q) { q[1] = 1; } void f(int *p) { *p = 0; g(p); }", False),
        ("void g(int *q); void f(int *p) { *p = 0; g(p); }", False),
        ("void f(int *p) { int *q = p + 1; *p = *q; }", False),
        ("void f(int *p) { }", False),
    ],
)  # fmt: skip
def test_pointer_to_one_object(text: str, is_single: bool, tmp_path: Path) -> None:
    assert parameter(text, tmp_path).is_single == is_single


def test_what_is_only_read_as_a_string_has_no_count(tmp_path: Path) -> None:
    copies = "void f(char *to, const char *p, size_t max) { size_t n = strlen(p); if (n > max) n = max; memcpy(to, p, n); }"
    assert parameter(copies, tmp_path).is_string
    assert parameter(copies, tmp_path).counts == ()
    assert parameter(copies, tmp_path, name="to").counts == ("max",)


def members(text: str, tmp_path: Path) -> dict[str, MemberShape]:
    shape = parameter(text, tmp_path).shape
    assert isinstance(shape, Pointed)
    assert isinstance(shape.target, RecordShape)
    return {each.name: each for each in shape.target.members}


def test_count_of_a_member(tmp_path: Path) -> None:
    grows = "void f(struct list *p, int n) { p->items = realloc(p->items, n * sizeof *p->items); p->room = n; }"
    indexes = "int f(struct list *p) { int s = 0; for (int i = 0; i < p->used; i++) s += p->items[i]; return s; }"
    assert members(grows, tmp_path)["items"].counts == ("room",)
    assert members(indexes, tmp_path)["items"].counts == ("used",)
    assert members("int f(struct list *p) { return p->items[0] < p->used; }", tmp_path)["items"].counts == ()
    pushes = "void f(struct list *p) { if (p->used < p->room) p->items[p->used++] = 1; }"
    assert members(pushes, tmp_path)["items"].counts == ("room", "used")


def test_the_object_that_a_parameter_begins(tmp_path: Path) -> None:
    """Only where the function casts the pointer to one to a structure that begins with such an object."""
    enclosing = {
        "int f(struct base *p) { return ((struct whole *)p)->extra; }": "struct whole",
        "int f(void *p) { struct whole *w = p; return w->extra; }": "struct whole",
        "int f(struct base *p) { return ((struct list *)p)->used; }": None,
        "int f(struct base *p) { return p->kind; }": None,
    }
    for text, type in enclosing.items():
        found = parameter(text, tmp_path).enclosing
        assert (None if found is None else found.type) == type


@pytest.mark.parametrize(
    "text",
    [
        "void f(char *p) { p[0] = 'a'; *p++ = 'b'; *p = 0; }",
        "char *f(char *p, int n) { char *q; q = p; while (n--) *q++ = 'a'; return p; }",
        "static void put(char *q, int c) { *q = c; } void f(char *p) { put(&p[2], 'a'); put(p, 'b'); }",
        "void f(char *p, const char *s) { memcpy(p, s, 2); strcpy(&p[2], s); }",
    ],
)
def test_what_a_function_writes_and_does_not_read_is_an_output(text: str, tmp_path: Path) -> None:
    assert parameter(text, tmp_path).is_output


@pytest.mark.parametrize(
    "text",
    [
        "void f(char *p) { if (p[1]) p[0] = 'a'; }",
        "void f(char *p) { p[0] |= 1; }",
        "void f(char *p) { char *q = p; *q = 1; if (*q) *q = 2; }",
        "static int get(const char *q) { return *q; } void f(char *p) { p[0] = 1; p[1] = get(p); }",
        "void other(char *); void f(char *p) { p[0] = 1; other(p); }",
        "void f(char *p, const char *s) { strcpy(p, s); strcat(p, s); }",
        "static char *kept; void f(char *p) { kept = p; p[0] = 1; }",
        "void f(char *p, struct list *l) { p[0] = 1; l->items = (int *)p; }",
    ],
)
def test_what_may_be_read_is_no_output(text: str, tmp_path: Path) -> None:
    assert not parameter(text, tmp_path).is_output
