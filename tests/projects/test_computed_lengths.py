"""Arrays whose lengths are computed from numbers, texts with lengths, arrays between two pointers, and unions of pointers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.harness.appended import appended_harness
from whet.harness.options import PERMISSIVE
from whet.projects.functions import project_task, read_project
from whet.task.task import Task

Capture = pytest.CaptureFixture[str]
SOURCE = """\
#include <stddef.h>
#include <string.h>
struct ring { unsigned char *data; unsigned mask, head, tail; };
void put(struct ring *r, char c) { if (r->head - r->tail <= r->mask) r->data[r->head++ & r->mask] = c; }
void put_after(struct ring *r, char c) { r->data[(r->head++ & r->mask) + 1] = c; }
void set(unsigned *words, size_t bits, size_t i) { if (i < bits) words[i / 32] |= 1u << (i % 32); }
void set_after(unsigned *words, size_t bits, size_t i) { if (i <= bits) words[i / 32] |= 1u << (i % 32); }
void hex(const unsigned char *in, size_t n, char *out) {
    for (size_t i = 0; i < n; i++) { out[2 * i] = 'a' + (in[i] >> 4); out[2 * i + 1] = 'a' + (in[i] & 15); }
    out[2 * n] = 0;
}
int at(const int *m, unsigned rows, unsigned columns, unsigned r, unsigned c) {
    return r < rows && c < columns ? m[r * columns + c] : 0;
}
int at_after(const int *m, unsigned rows, unsigned columns, unsigned r, unsigned c) {
    return r <= rows && c < columns ? m[r * columns + c] : 0;
}
void count(const unsigned char *in, size_t n, unsigned *counts) { for (size_t i = 0; i < n; i++) counts[in[i]]++; }
struct reader { const unsigned char *data, *end; };
int byte(struct reader *r) { return r->data < r->end ? *r->data++ : -1; }
int byte_after(struct reader *r) { return r->data <= r->end ? *r->data++ : -1; }
struct lexer { const char *text, *next, *limit; };
int peek(struct lexer *l) { return l->next != l->limit ? *l->next++ : -1; }
long offset(const struct lexer *l) { return l->next - l->text; }
struct value { int kind; union { struct { char *text; int n; } text; struct { int *first; int n; } numbers; } u; };
int first(const struct value *v) { return v->kind == 2 && v->u.numbers.n > 0 ? v->u.numbers.first[0] : 0; }
int dot(const char *name, int name_len) { return strchr(name, '.') ? name[name_len] : 0; }
struct image { struct { unsigned w, h; } size; unsigned char *px; };
static void fill(unsigned char *px, unsigned w, unsigned h, int v) { memset(px, v, (size_t)w * h); }
void clear(struct image *i) { fill(i->px, i->size.w, i->size.h, 0); }
void clear_after(struct image *i) { memset(i->px, 0, (size_t)i->size.w * i->size.h + 1); }
int varint(unsigned long v, unsigned char *out) {
    int n = 0;
    for (; v >= 0x80; v >>= 7) out[n++] = v | 0x80;
    out[n++] = v;
    return n;
}
void cut(char *line) { int n = 0; while (line[n] != '\\n') n++; line[n] = 0; }
int after_end(const char *name, int name_len) { return strlen(name) > 2 ? name[name_len + 1] : 0; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("computed.c").write_text(SOURCE)


def output_of(capsys: Capture, function: str, *words: str) -> list[str]:
    main(["verify", "--quiet", "--time-limit", "30s", "--no-null", "--entry", function, *words, "computed.c"])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("function", ["put", "set", "hex", "count", "byte", "peek", "offset"])
def test_a_correct_function_is_proved(function: str, capsys: Capture) -> None:
    output = output_of(capsys, function)
    assert output[-1].startswith("Verdict: TRUE"), output


@pytest.mark.parametrize("function", ["put_after", "set_after", "at_after", "byte_after", "clear_after"])
def test_an_access_after_the_last_element_is_found(function: str, capsys: Capture) -> None:
    output = output_of(capsys, function)
    assert output[-1].startswith("Verdict: FALSE("), output


def test_a_product_of_parameters_is_a_length(capsys: Capture) -> None:
    output = output_of(capsys, "at", "--elements", "4", "--config", "ki", "--check", "memory")
    assert output[-1] == "Verdict: UNKNOWN(bounded)", output
    assert "Assumed: at is called so that m points to an array of columns * rows elements, from 0 to 4 [W138]" in output


def test_the_size_of_a_call_is_a_length(capsys: Capture) -> None:
    output = output_of(capsys, "clear")
    assert output[-1].startswith(("Verdict: TRUE", "Verdict: UNKNOWN(bounded)")), output
    assert "i->px points to an array of i->size.h * i->size.w elements" in "".join(output)


def test_no_product_overflows_and_the_bound_of_its_factors_is_an_assumption() -> None:
    project = read_project(project_task(["computed.c"], Task(files=())))
    function = next(each for each in project.functions if each.signature.name == "at")
    harness = appended_harness(function.signature, options=replace(PERMISSIVE, elements=None))
    assert "__VERIFIER_assume(arg_columns <= 1073741824LL" in harness.text
    assert any("columns and rows are at most 1073741824" in each for each in harness.assumptions)


def test_the_length_is_a_promise_of_callers(capsys: Capture) -> None:
    main(["scan", "--quiet", "--workers", "1", "--function", "set", "--check", "memory", "--time-limit", "30s", "computed.c"])
    assert "words has (bits + 31) / 32 elements" in capsys.readouterr().out


def test_an_output_has_room_for_all_that_is_written(capsys: Capture) -> None:
    output = output_of(capsys, "varint")
    assert output[-1].startswith("Verdict: TRUE"), output
    assert "Assumed: varint is called so that out points to an array of all elements that varint uses [W138]" in output


def test_what_is_read_and_written_has_no_such_room(capsys: Capture) -> None:
    output = output_of(capsys, "cut")
    assert output[-1] == "Verdict: FALSE(valid-deref)", output


def test_a_text_with_a_length_has_that_many_characters_and_an_end(capsys: Capture) -> None:
    output = output_of(capsys, "dot")
    assert output[-1].startswith(("Verdict: TRUE", "Verdict: UNKNOWN(bounded)")), output
    output = output_of(capsys, "after_end")
    assert output[-1] == "Verdict: FALSE(valid-deref)", output
    assert "strlen(the array that name points into)" in "".join(output)


def test_nobody_knows_which_pointer_of_a_union_has_a_value(capsys: Capture) -> None:
    output = output_of(capsys, "first")
    assert output[-1] == "Verdict: UNKNOWN(bounded)", output
