"""What a scan takes of numbers behind pointers for inputs, and what for a precondition."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
DECODER = """
int NAME(const TYPE *buf, size_t len) {
    int sum = 0;
    for (size_t at = 0; at + 2 <= len;) {
        size_t n = (unsigned char)buf[at + 1];
        if (n > REST) return -1;
        for (size_t i = 0; i < n; i++) sum ^= buf[at + 2 + i];
        at += 2 + n;
    }
    return sum;
}
"""
OF_HEADERS = """
#include <stddef.h>
#include <stdint.h>
struct header { uint16_t tag, length; };
int of_headers(const struct header *items, size_t count) {
    int sum = 0;
    for (size_t at = 0; at < count; at++) {
        size_t n = items[at].length;
        if (n > count) return -1;
        for (size_t i = 0; i < n; i++) sum ^= items[at + 1 + i].tag;
        at += n;
    }
    return sum;
}
"""
OBJECTS = """\
struct ring { unsigned head, size; char data[16]; };
int get(struct ring *r) { return r->data[r->head]; }
static int inner(struct ring *r) { unsigned at = r->head; return r->data[at]; }
int by_callee(struct ring *r) { return inner(r); }
struct packet { unsigned char length; char data[16]; };
int sum(const struct packet *p) { int s = 0; for (int i = 0; i < p->length; i++) s ^= p->data[i]; return s; }
int checks(const struct packet *p) {
    int s = 0;
    if (p->length > 17) return -1;
    for (int i = 0; i < p->length; i++) s ^= p->data[i];
    return s;
}
struct stack { int items[8]; int top; };
void push(struct stack *s, int x) { if (s->top < 8) s->items[s->top++] = x; }
char step(const char *s, unsigned long n, unsigned long *pos) { return s[(*pos)++]; }
void count(struct stack *s) { s->top++; }
int area(const struct stack *s) { return s->top * s->items[0]; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scanned(text: str, *words: str) -> dict[str, Any]:
    Path("contents.c").write_text(text)
    fixed = ["--quiet", "--config", "ki", "--workers", "1", "--elements", "2", "--time-limit", "20s", "--output", "out"]
    main(["scan", "contents.c", *fixed, *words])
    return {each["function"]: each for each in json.loads(Path("out/result.json").read_text())["functions"]}


def test_what_a_decoder_reads_is_an_input_whatever_its_type() -> None:
    decoders = {"of_chars": "char", "of_unsigned_chars": "unsigned char", "of_bytes": "uint8_t", "of_words": "uint16_t"}
    texts = [DECODER.replace("NAME", name).replace("TYPE", type).replace("REST", "len") for name, type in decoders.items()]
    correct = DECODER.replace("NAME", "correct").replace("TYPE", "uint8_t").replace("REST", "len - at - 2")
    found = scanned("".join([OF_HEADERS, *texts, correct]), "--check", "memory")
    statuses = {name: each["status"] for name, each in found.items()}
    assert statuses.pop("correct") == "needs a precondition"
    assert set(found["correct"]["preconditions"]) == {"buf != 0", "buf has len elements"}
    assert statuses == dict.fromkeys([*decoders, "of_headers"], "failing")


def test_precondition_about_contents_is_what_the_uses_show() -> None:
    """What a function compares with a limit itself is an input, and so is a number that it neither sets nor uses as an index."""
    found = scanned(OBJECTS)
    failing = {name for name, each in found.items() if each["status"] == "failing"}
    assert failing == {"checks", "area"}
    needed = {name: each.get("preconditions") for name, each in found.items() if name not in failing}
    assert needed["get"] == needed["by_callee"] == ["r->head < 16"]
    assert needed["sum"] == ["p->length <= 16"]
    assert needed["push"] == ["s->top >= 0"]
    assert needed["step"] == ["*pos < n"]
    assert needed["count"] == ["valid s->top (no failure when it is zero)"]
