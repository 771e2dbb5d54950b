"""Options of the compiler as a user meets them: verdicts that depend on them, what is refused, and what is ignored."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
WRAPPING = """#include <assert.h>
int next(int n) { return n + 1; }
int main(void) { int n = next(2147483647); assert(n < 0); n = 3 << 30; return -n == 0; }
"""
DIVIDING = "int main(void) { volatile int n = -2147483647 - 1, m = -1; return n / m; }"
STEPPING = "int main(void) { char b[4]; volatile unsigned long n = -1; char *p = b + n; return p < b; }"
ENUM = "#include <assert.h>\nenum e {A, B};\nint main(void) { assert(sizeof(enum e) != 1); return 0; }"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(text: str, options: str, *arguments: str) -> int:
    Path("a.c").write_text(text, encoding="utf-8")
    entry = {"directory": ".", "file": "a.c", "command": f"cc {options} -c a.c"}
    Path("c.json").write_text(json.dumps([entry]), encoding="utf-8")
    return main(["verify", "--quiet", "--config", "refsel", "--compile-commands", "c.json", *arguments])


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (WRAPPING, "-O2", ExitCode.FALSE),
        (WRAPPING, "-fwrapv", ExitCode.TRUE),
        (WRAPPING, "-fno-strict-overflow -fstrict-overflow", ExitCode.FALSE),
        (DIVIDING, "-fwrapv", ExitCode.FALSE),
        (STEPPING, "", ExitCode.FALSE),
        (STEPPING, "-fwrapv-pointer", ExitCode.NOT_SUPPORTED),
    ],
)
def test_overflow_is_no_violation_where_arithmetic_wraps(text: str, options: str, code: ExitCode, folder: Path) -> None:
    assert verify(text, options) == code


def test_option_that_is_not_known_is_refused_or_ignored(folder: Path, capsys: Capture) -> None:
    assert verify("int main(void) { return 0; }", "-fplugin=x.so") == ExitCode.NOT_SUPPORTED
    assert (
        "entry 1: -fplugin=x.so of a.c is not supported: it may change what the program means [W557]" in capsys.readouterr().out
    )
    assert verify("int main(void) { return 0; }", "-fplugin=x.so", "--ignore-option=-fplugin=x.so") == ExitCode.TRUE
    assert "Assumed: the option -fplugin=x.so of a.c makes no difference" in capsys.readouterr().out


@pytest.mark.gcc
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
def test_compiled_program_has_the_same_options(folder: Path, capsys: Capture) -> None:
    options = "-fshort-enums -O2 -D_FORTIFY_SOURCE=2 -fno-strict-aliasing"
    assert verify(ENUM, options, "--output", "out", "--replay", "compiled") == ExitCode.FALSE
    assert "Replayed: the compiled program shows the violation" in capsys.readouterr().out
    told = (folder / "out" / "harness.c").read_text(encoding="utf-8")
    assert "_FORTIFY_SOURCE=2 -fshort-enums -fno-strict-aliasing -U_FORTIFY_SOURCE -D__OPTIMIZE__=1 -U__NO_INLINE__" in told
