"""How many elements the indices of an array reach is found from what bounds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.frontend.test_counted import members, parameter
from whet.frontend.reach import ReachedLength

LOOP = "for (int i = 0; i < n; i++)"


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        (f"void f(char *p, int n) {{ {LOOP} {{ p[2 * i] = 1; p[2 * i + 1] = 2; }} }}", "2 * n"),
        (f"void f(char *p, int n) {{ {LOOP} p[2 * i] = 1; p[2 * n] = 0; }}", "2 * n + 1"),
        ("int f(const int *p, int n, int i) { return i < n ? p[i / 32] : 0; }", "(n + 31) / 32"),
        ("int f(const int *p, int n, int i) { if (i >= n) return 0; return p[i >> 3]; }", "(n + 7) / 8"),
        ("int f(const int *p, int n, int m, int i, int j) { if (i >= n || j >= m) return 0; return p[i * m + j]; }", "m * n"),
        (f"void f(int *p, int n, int w, int m) {{ {LOOP} for (int j = 0; j < w; j++) p[i * m + j] = 0; }}", "m * n - m + w"),
        ("int f(const int *p, int m, int i, int j) { return p[i * m] + p[j * m + 1]; }", "i * m + j * m + 2"),
        ("int f(const char *p, int n, int i) { return i < 8 * n ? p[i / 8] : 0; }", "n"),
        ("int f(const int *p, unsigned m, unsigned i) { return p[i & m]; }", "m + 1"),
        ("int f(const int *p, unsigned m, unsigned i) { return p[i & (m - 1)]; }", "m"),
        ("int f(const int *p, unsigned m, unsigned i) { unsigned at = (i + 3) % m; return p[at]; }", "m"),
        ("int f(const int *p, unsigned char c) { return p[c]; }", "256"),
        ("int f(const int *p, const char *s) { return p[(unsigned char)*s]; }", "256"),
        ("int f(const int *p, unsigned i) { return p[i & 7] + p[1]; }", "8"),
        (f"int f(const short *p, int n) {{ const short *q = p; int s = 0; {LOOP} s += q[3 * i]; return s; }}", "3 * n - 2"),
        ("void f(char *p, unsigned w, unsigned h) { memset(p, 0, w * h); }", "h * w"),
        ("void f(int *p, unsigned w, unsigned h) { memset(p, 0, w * h * sizeof *p); }", "h * w"),
        ("void f(int *p, unsigned w, unsigned h) { size_t n = sizeof(int) * w * h; memset(p, 0, n + 4); }", "h * w"),
        (f"void f(char *p, int w, int n) {{ {LOOP} memset(p + i * w, 0, w); }}", "n * w"),
        (f"void f(char *p, int w, int n) {{ {LOOP} memset(&p[i * w], 0, w); }}", "n * w"),
        ("void f(short *p, const char *s, size_t n) { memcpy(p, s, n); }", "(n + 1) / 2"),
        ("void f(char *p, const char *s, size_t n) { memcpy(p, s, 3 * n); }", "3 * n"),
        (f"static void g(char *q, int n) {{ {LOOP} q[i] = 0; }} void f(char *p, int w, int h) {{ g(p, w * h); }}", "h * w"),
        (
            "static void g(char *q, int k, int m) { for (int i = 0; i < k; i++) for (int j = 0; j < m; j++) q[i * m + j] = 0; }"
            "void f(char *p, int w) { g(p, w, 2); }",
            "2 * w",
        ),
    ],
)
def test_reach_of_a_parameter(text: str, reach: str, tmp_path: Path) -> None:
    found = parameter(text, tmp_path).reach
    assert found is not None
    assert found.text() == reach


@pytest.mark.parametrize(
    "text",
    [
        "int f(const int *p, int i) { return p[i]; }",
        "int f(const int *p, int i) { int k = 2 * i; k++; return p[k]; }",
        "int f(const int *p, int i) { p++; return p[i & 7]; }",
        "int f(const int *p, int i) { const int *q = p + i; return q[i & 7]; }",
        "int f(const int *p, double x, int m) { return p[(int)(x * m)]; }",
        "int g(void); int f(const int *p) { return p[2 * g()]; }",
        f"int f(const int *p, int n, int m) {{ {LOOP} p[i / 2]; return p[2 * m]; }}",
        "void f(char *p, size_t n, size_t k) { if (k <= n) memmove(p, p + k, n - k); }",
        "void g(char *q); void f(char *p, int w) { g(p + 2 * w); }",
    ],
)
def test_nothing_is_known_where(text: str, tmp_path: Path) -> None:
    """An index is any number, the pointer moves, or one of two numbers is rounded."""
    assert parameter(text, tmp_path).reach is None


def test_a_number_that_is_compared_with_a_constant_is_not_bounded_by_it(tmp_path: Path) -> None:
    found = parameter("int f(const char *p, unsigned n) { if (n < 4) return 0; return p[2 * n - 1]; }", tmp_path).reach
    assert found is not None
    assert found.text() == "2 * n"


def test_reach_of_a_member(tmp_path: Path) -> None:
    ring = "struct ring { char *data; unsigned mask, head, tail; };"
    found = members(ring + "void f(struct ring *p) { if (p->head != p->tail) p->data[p->head++ & p->mask] = 1; }", tmp_path)
    assert found["data"].reach == ReachedLength(((("mask",), 1), ((), 1)))


def test_a_block_shows_the_reach_of_a_member(tmp_path: Path) -> None:
    image = "struct image { char *px; unsigned w, h; };"
    image += "int make(struct image *i, unsigned a, unsigned b) { i->px = calloc(a, b); i->w = a; i->h = b; return !i->px; }"
    found = members(image + "void f(struct image *p) { p->w = 0; }", tmp_path)
    assert found["px"].reach == ReachedLength(((("h", "w"), 1),))


def test_numbers_of_a_structure_inside_say_the_reach_of_a_member(tmp_path: Path) -> None:
    picture = "struct size { int w, h; }; struct picture { struct size size; char *px; };"
    text = "int f(struct picture *p, int x, int y) { return x < p->size.w && y < p->size.h ? p->px[y * p->size.w + x] : 0; }"
    found = members(picture + text, tmp_path)
    assert found["px"].reach == ReachedLength(((("size.h", "size.w"), 1),))


def test_ends_of_members(tmp_path: Path) -> None:
    text = "struct in { const char *first, *at, *stop, *name; };"
    text += "int more(struct in *p) { return p->at < p->stop ? *p->at++ : -1; }"
    found = members(text + "long f(struct in *p) { return p->at - p->first; }", tmp_path)
    assert {each.name: each.end for each in found.values()} == {"first": "at", "at": "stop", "stop": "", "name": ""}


def test_what_moves_and_has_no_end_is_no_end(tmp_path: Path) -> None:
    text = "struct out { char *first, *at; }; void put(struct out *p) { *p->at++ = 0; }"
    assert not members(text + "long f(struct out *p) { return p->at - p->first; }", tmp_path)["first"].end


NAMES = st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple)


@given(st.dictionaries(NAMES, st.integers(0, 9), min_size=1), st.integers(1, 9), st.integers(0, 99))
def test_words_say_the_value(terms: dict[tuple[str, ...], int], divisor: int, value: int) -> None:
    reach = ReachedLength(tuple(terms.items()), divisor)
    assert eval(reach.text().replace("/", "//"), {"a": value, "b": value}) == reach.value(value)
