"""``whet harness``: the file compiles without a warning of its own, is verified as it is, and catches what is wrong."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.verdicts.running import Word
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

ROOT = Path(__file__).parent.parent.parent
SOURCE = """
#include <stdarg.h>
#include <stddef.h>
typedef struct { int a; unsigned b : 3; char name[4]; union { int i; float f; } u; struct { short q; }; const long fixed; } T;
typedef struct node { int v; struct node *next; T t; struct node *others[2]; } node;
enum color { RED = 1, GREEN = 7 };
typedef int (*callback)(int, void *);
typedef struct { struct { int deep; } *nameless; } Outer;
struct unknown;
static int everything(const T *p, node **list, const char *s, size_t len, enum color c, callback call, double d, _Bool flag,
                      int m[3][4], T by_value, void *any, long double wide, Outer outer, struct unknown *u,
                      void (*quiet)(void), int (*table[2])(int), volatile unsigned char *reg, va_list list_of, const int fixed)
{
    return call(len, any) + c + flag + m[2][3];
}

int sum(const int *values, int count) { int s = 0; for (int i = 0; i < count; i++) s ^= values[i]; return s; }
int sum_wrong(const int *values, int count) { int s = 0; for (int i = 0; i <= count; i++) s ^= values[i]; return s; }
static size_t length(const char *text) { size_t n = 0; while (text[n]) n++; return n; }
int colors(enum color c) { return 100 / (c - 4); }
int colors_wrong(enum color c) { return 100 / (c - 7); }
int differ(int *a, int *b) { *a = 1; *b = 2; return 10 / (2 - *a); }
int apart(int *restrict a, int *restrict b) { *a = 1; *b = 2; return 10 / (2 - *a); }
int total(struct node *n) { int s = 0; for (; n; n = n->next) s ^= n->v; return s; }
int main(void) { return 0; }
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "source.c"
    file.write_text(SOURCE)
    return file


def written(function: str, *options: str) -> Path:
    assert main(["harness", function, "sub/source.c", "--output", f"{function}.c", *options]) == ExitCode.TRUE
    return Path(f"{function}.c")


@pytest.mark.gcc
def test_every_kind_of_parameter_compiles(source: Path) -> None:
    harness = written("everything", "--depth", "3")
    command = ["gcc", "-std=gnu11", "-Wall", "-Wextra", "-Wno-unused", "-Werror", "-fsyntax-only", str(harness)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = harness.read_text()
    assert '#include "sub/source.c"' in text
    assert "if (arg_c != 1 && arg_c != 7)\n        arg_c = 1;" in text
    assert "static int arg_call_stub(int p0, void *p1)" in text
    assert "arg_u = 0;" in text


@pytest.mark.parametrize(
    ("function", "options", "expected"),
    [
        ("sum", ["--no-null"], Word.TRUE),
        ("sum", [], Word.FALSE),
        ("sum_wrong", ["--no-null"], Word.FALSE),
        ("length", ["--no-null"], Word.TRUE),
        ("colors", [], Word.TRUE),
        ("colors_wrong", [], Word.FALSE),
        ("differ", ["--no-null"], Word.FALSE),
        ("differ", ["--no-null", "--no-alias"], Word.TRUE),
        ("apart", ["--no-null"], Word.TRUE),
        ("total", [], Word.TRUE),
    ],
)
def test_a_harness_is_verified_as_it_is(
    source: Path, function: str, options: list[str], expected: Word, capsys: pytest.CaptureFixture[str]
) -> None:
    harness = written(function, *options)
    code = main(["verify", "--quiet", "--config", "ki", "--time-limit", "30s", str(harness)])
    out = capsys.readouterr().out
    assert f"Verdict: {expected}" in out, out
    assert code == (ExitCode.TRUE if expected is Word.TRUE else ExitCode.FALSE)


def test_without_a_place_to_write_to_it_is_printed(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["harness", "colors", "sub/source.c"]) == ExitCode.TRUE
    assert "(void)colors(arg_c);" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["total_", "sub/source.c"], "did you mean 'total'?"),
        (["main", "sub/source.c"], "main needs no harness"),
        (["sum", "sub/source.c", "--elements", "0"], "'0' is not a number from 1 to 999999"),
        (["sum", "nowhere.c"], "nowhere.c"),
    ],
)
def test_mistakes_are_told(source: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["harness", *arguments]) == ExitCode.USAGE
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_a_harness_is_the_same_each_time(source: Path) -> None:
    assert written("everything").read_text() == written("everything").read_text()


def test_the_page_about_harnesses_can_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "harnesses.md").read_text()
    lines = page.partition("```console\n")[2].partition("```")[0].splitlines()
    for line in [line for line in lines if line.startswith("$ whet ")]:
        assert main(line.split()[2:]) == ExitCode.TRUE
    shown = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("By: ")]
    assert shown == [line for line in lines if not line.startswith("$ ")]
