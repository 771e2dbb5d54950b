"""Reproducers of failing functions: each compiles, calls the function, and fails where the function does and only then."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from whet.cli.main import main

LIBRARY = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "library.h"
int over_read(const unsigned char *data, size_t len)
{
    int s = 0;
    for (size_t i = 0; i <= len; i++)
        s ^= data[i];
    return s;
}
void over_write(char *dst, size_t size) { memset(dst, 0, size + 1); }
int item(struct list *list, int k) { return k < 0 || k > 4 ? 0 : list->items[k]; }
int named(const box_t *box) { return box->name->tag[0] == 'x' ? 0 : 100 / (box->name->number & 1); }
int twice_free(int n)
{
    char *p = malloc(4);
    if (p == 0)
        return 0;
    free(p);
    if (n == 17)
        free(p);
    return 0;
}
int asserts(int n) { assert(n != 12345); return n; }
int convert(double d) { return (int)d; }
static int by_value(box_t b) { return 100 / (b.items[2] & 1); }
int callback(int (*f)(int), int n) { return 100 / f(n); }
int strange(char **names, int n) { return names[n] != 0; }
int elsewhere(int n) { return twice(n) / (n & 1); }
int length(const char *s)
{
    int n = 0;
    while (s[n] != 'x')
        n++;
    return n;
}
int bits(struct flags *f) { return f->low == 0 || f->low == 5 ? 100 / (f->high & 2) : 0; }
int last(struct row *row) { return row->count > 0 ? row->values[row->count] : 0; }
int lost(int n)
{
    char *p = malloc(8);
    return n == 3 ? p != 0 : (free(p), 0);
}
int main(void) { return by_value((box_t){0}); }
"""
HEADER = """\
typedef struct { int items[4]; struct { char tag[8]; const int number; } *name; } box_t;
struct list { struct list *next; int items[4]; };
struct flags { unsigned low : 3; signed high : 4; };
struct row { int count; int values[]; };
int twice(int n);
"""
OTHER = "int twice(int n) { return n > 9 ? 0 : 2; }\n"
FUNCTIONS = (
    *("over_read", "over_write", "item", "named", "twice_free", "asserts", "convert", "by_value", "callback", "strange"),
    *("elsewhere", "length", "bits", "last", "lost"),
)
CHECKS = "assertion,overflow,division,shift,conversion,memory,free,leak"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the reproducers of all functions."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "include").mkdir()
    for name, text in (("library.c", LIBRARY), ("include/library.h", HEADER), ("other.c", OTHER)):
        (folder / name).write_text(text)
    files = [str(folder / name) for name in ("library.c", "other.c")]
    functions = [word for each in FUNCTIONS for word in ("--function", each)]
    options = ["--config", "bmc", "--time-limit", "20s", "--check", CHECKS, "-I", str(folder / "include"), "--quiet", *functions]
    assert main(["scan", *files, *options, "--reproduce", str(folder / "found")]) == 1
    return folder


def compile_and_run(file: Path) -> subprocess.CompletedProcess[str]:
    """By the commands of its comment."""
    text = file.read_text()
    commands = [line.removeprefix(" *     ") for line in text[: text.index("*/")].splitlines() if re.match(r" \*     \S", line)]
    *compiling, running = commands[1:]
    for command in compiling:
        subprocess.run(command, shell=True, cwd=file.parent, check=True, capture_output=True)
    return subprocess.run(
        running.removesuffix("; echo $?"), shell=True, cwd=file.parent, check=False, capture_output=True, text=True
    )


@pytest.mark.gcc
@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_reproducer_compiles_and_fails(folder: Path, function: str) -> None:
    ended = compile_and_run(folder / "found" / f"library-{function}.c")
    assert ended.returncode != 0
    assert re.search("runtime error|Sanitizer|[Aa]ssertion", ended.stderr)


@pytest.mark.gcc
def test_a_reproducer_ends_well_when_the_function_is_fixed(folder: Path) -> None:
    """So it is the function that fails, and not what calls it."""
    fixed = (
        LIBRARY.replace("i <= len", "i < len").replace("k > 4", "k > 3").replace("100 / f(n)", "f(n)").replace("size + 1", "size")
    )
    (folder / "library.c").write_text(fixed.replace("row->count > 0", "row->count < 0"))
    try:
        for function in ("over_read", "over_write", "item", "callback", "last"):
            ended = compile_and_run(folder / "found" / f"library-{function}.c")
            assert (function, ended.returncode, ended.stderr) == (function, 0, "")
    finally:
        (folder / "library.c").write_text(LIBRARY)


@pytest.mark.gcc
def test_what_no_sanitizer_sees_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "unset.c").write_text("int unset(int n) { int x; if (n > 3) x = 1; return x > 0 ? 1 : 2; }\n")
    options = ["--config", "bmc", "--quiet", "--reproduce", str(tmp_path / "found"), "--replay", "compiled"]
    assert main(["scan", str(tmp_path / "unset.c"), *options]) == 1
    out = capsys.readouterr().out
    assert f"reproducer: {tmp_path}/found/unset-unset.c (the compiled program cannot show the violation" in out
    assert "No sanitizer looks for this (uninitialised)" in (tmp_path / "found" / "unset-unset.c").read_text()
    assert compile_and_run(tmp_path / "found" / "unset-unset.c").returncode == 0


def test_files_of_others_are_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "d.c").write_text("int d(int n) { return 1 / n; }\n")
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "d-d.c").write_text("int mine;\n")
    assert main(["scan", str(tmp_path / "d.c"), "--config", "bmc", "--quiet", "--reproduce", str(tmp_path / "found")]) == 2
    assert "whet did not write it" in capsys.readouterr().err
    assert (tmp_path / "found" / "d-d.c").read_text() == "int mine;\n"


@pytest.mark.gcc
def test_a_function_is_replayed_by_verify_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "d.c").write_text("int d(const int *n) { return 1 / *n; }\n")
    options = [
        "--entry",
        "d",
        "--no-null",
        "--config",
        "bmc",
        "--quiet",
        "--replay",
        "compiled",
        "--output",
        str(tmp_path / "out"),
    ]
    assert main(["verify", str(tmp_path / "d.c"), *options]) == 1
    assert "the compiled program shows the violation: sanitizer reports division by zero" in capsys.readouterr().out
    assert compile_and_run(tmp_path / "out" / "harness.c").returncode != 0
