"""Functions that generated arguments point to, and blocks that a function leaves to its caller."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
SOURCE = """\
#include <stddef.h>
#include <stdlib.h>
typedef int reader(void *context, char *to, size_t n);
int reads(reader *read, void *context) {
    char b[4];
    int table[4] = {0};
    return read(context, b, 4) > 1 ? table[b[1] & 7] : 0;
}
int counts(reader *read, void *context) {
    char b[4] = {0};
    int n = read(context, b, 4);
    return n > 0 ? b[n - 1] : 0;
}
int unwritten(reader *read, void *context) {
    char b[4];
    return read(context, b, 4) >= 0 ? b[0] : 0;
}
int by_pointer(void (*get)(int *), int n) { int x = 1; get(&x); return x == 0 ? n % x : 0; }
int of_word(const char *(*next)(void *), void *context) {
    const char *s = next(context);
    return s && s[0] ? s[2] : 0;
}
enum kind { A, B, C };
int of_kind(enum kind (*kind)(void)) { int table[2] = {0}; return table[kind()]; }
struct io { int (*read)(struct io *, unsigned char *, int); };
int of_member(struct io *s) { unsigned char b[2]; return s->read(s, b, 2) == 2 ? b[0] + b[1] : 0; }
struct node { struct node *next; int value; };
int first(struct node *list) { return list->next == list; }
char *made(void) { return malloc(2); }
int stored(char **to) { *to = malloc(2); return 0; }
int lost(char **to) { char *p = malloc(2); if (!p) return 0; p[0] = 1; return p[0]; }
struct slot { unsigned key; };
struct table { struct slot *slots; size_t cap; };
int find(struct table *t, unsigned key) {
    size_t i = t->cap ? key % t->cap : 0;
    for (size_t n = 0; n < t->cap; n++) { if (t->slots[i].key == key) return 1; i = (i + 1) % t->cap; }
    return 0;
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("called.c").write_text(SOURCE)


def output_of(capsys: Capture, function: str, *words: str) -> list[str]:
    fixed = ["--quiet", "--no-null", "--config", "ki", "--time-limit", "20s", "--elements", "2"]
    main(["verify", *fixed, "--entry", function, *words, "called.c"])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("function", "violated"),
    [
        ("reads", "valid-deref"),
        ("unwritten", "uninitialised-read"),
        ("by_pointer", "division-by-zero"),
        ("of_word", "valid-deref"),
        ("of_kind", "valid-deref"),
    ],
)
def test_values_of_callbacks_are_any(function: str, violated: str, capsys: Capture) -> None:
    assert output_of(capsys, function)[-1] == f"Verdict: FALSE({violated})"


@pytest.mark.parametrize("function", ["counts", "of_member"])
def test_result_of_callback_counts_what_it_writes(function: str, capsys: Capture) -> None:
    output = output_of(capsys, function)
    assert output[-1].startswith("Verdict: TRUE")
    assert any("returns the count of what it writes, or an error of -1" in line for line in output)


def test_verdict_says_that_objects_are_trees(capsys: Capture) -> None:
    assert any("trees only" in line for line in output_of(capsys, "first"))


@pytest.mark.parametrize(("function", "is_lost"), [("made", False), ("stored", False), ("lost", True)])
def test_block_that_the_caller_gets_is_no_leak(function: str, is_lost: bool, capsys: Capture) -> None:
    output = output_of(capsys, function, "--check", "memory,leak")
    assert (output[-1] == "Verdict: FALSE(valid-memtrack)") is is_lost


def test_index_below_a_remainder_shows_a_length(capsys: Capture) -> None:
    output = output_of(capsys, "find", "--check", "memory")
    assert output[-1] == "Verdict: UNKNOWN(bounded)"
