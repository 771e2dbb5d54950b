"""Compiled programs: what is said if there is no compiler, what sanitizers report, what gcov counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.native.gcov import Gcov, GcovBranch, covered_in
from whet.native.programs import (
    Build,
    Compiler,
    NativeLimits,
    NativeProgram,
    NativeSource,
    NotCompiled,
    RanIntoSignal,
    RanToEnd,
    find_compiler,
    sanitizer_reports,
)
from whet.task.task import Machine


def test_compiler_that_is_not_there_is_named() -> None:
    with pytest.raises(NotCompiled, match="no-such-gcc is not installed"):
        find_compiler(Machine.LP64, name="no-such-gcc")


def test_compiler_that_cannot_do_32_bits_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gcc").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "gcc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(NotCompiled, match=r"gcc cannot make programs for ILP32 \(-m32\); Debian's package gcc-multilib"):
        find_compiler(Machine.ILP32)


@pytest.mark.parametrize(
    ("said", "report"),
    [
        ("p.c:3:4: runtime error: division by zero\n", "division by zero"),
        ("==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x55\n", "heap-buffer-overflow"),
        ("==7==ERROR: AddressSanitizer: stack-overflow on address 0x7f (pc 0x1)\n", "stack-overflow"),
        ("==7==ERROR: AddressSanitizer: attempting double-free on 0x6 in thread\n", "attempting double-free"),
        ("p.c:1:1: runtime error: first\n==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n", "first"),
        ("the program's own words\n", None),
    ],
)
def test_reports_of_sanitizers_are_read(said: str, report: str | None) -> None:
    assert next((each.what for each in sanitizer_reports(said)), None) == report


def test_reports_have_the_lines_of_the_program() -> None:
    said = """program.c:3:4: runtime error: division by zero
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x55
READ of size 4
    #0 0x1 in memcpy (/lib/libasan.so+0x1)
    #1 0x2 in copied /tmp/work/program.c:12
    #2 0x3 in main /tmp/work/program.c:30
"""
    assert [(each.what, each.line) for each in sanitizer_reports(said)] == [("division by zero", 3), ("heap-buffer-overflow", 12)]


def test_counts_of_headers_are_left_out() -> None:
    line = {"line_number": 3, "count": 1, "function_name": "f", "branches": [{"count": 1}, {"count": 0}]}
    document = {"files": [{"file": "program.c", "lines": [line]}, {"file": "other.h", "lines": [{**line, "line_number": 9}]}]}
    covered = covered_in(document)
    assert covered.lines == {3: 1}
    assert covered.branches == {GcovBranch(3, "f", 0): 1, GcovBranch(3, "f", 1): 0}


@pytest.fixture(scope="module")
def compiler() -> Compiler:
    return find_compiler(Machine.LP64)


@pytest.mark.gcc
def test_lines_are_those_of_the_given_file_whatever_it_was_made_from(tmp_path: Path, compiler: Compiler) -> None:
    path = tmp_path / "p.i"
    path.write_text('# 40 "other.c"\nint main(int c, char **v) {\n# 70 "other.c"\n  if (c == 1) return 5;\n  return 6;\n}\n')
    program = NativeProgram(compiler, NativeSource(path=path), Build.COVERAGE, tmp_path)
    gcov = Gcov(tmp_path)
    assert program.run(program.link("/* nothing */"), NativeLimits()).end == RanToEnd(5)
    covered = gcov.read()
    assert sorted(covered.lines) == [2, 4, 5]
    assert {branch.line for branch in covered.branches} == {4}
    assert len(covered.taken) == 1
    gcov.forget()
    assert gcov.read().taken == frozenset()


@pytest.mark.gcc
def test_run_is_limited_and_leaves_nothing_behind(tmp_path: Path, compiler: Compiler) -> None:
    path = tmp_path / "p.c"
    path.write_text(
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
        'int main(void) { fclose(fopen("left-behind", "w")); usleep(100000); char *p = malloc(1u << 30);\n'
        "  if (!p) __builtin_trap(); memset(p, 1, 1u << 30); return 0; }\n"
    )
    program = NativeProgram(compiler, NativeSource(path=path), Build.COVERAGE, tmp_path)
    end = program.run(program.link(""), NativeLimits(memory_bytes=1 << 29)).end
    assert isinstance(end, RanIntoSignal)
    assert not list(tmp_path.glob("**/left-behind"))


@pytest.mark.gcc
def test_program_that_gcc_refuses_is_told_with_gccs_words(tmp_path: Path, compiler: Compiler) -> None:
    (tmp_path / "p.c").write_text("int main(void) { return nobody; }\n")
    with pytest.raises(NotCompiled, match="'nobody' undeclared"):
        NativeProgram(compiler, NativeSource(path=tmp_path / "p.c"), Build.COVERAGE, tmp_path)


def test_every_build_has_its_options() -> None:
    """With an empty tuple for a value, that of a plain build was an object without options on Python 3.11.2."""
    assert {build.name: build.flags for build in Build} == {
        "PLAIN": [],
        "COVERAGE": ["--coverage", "-fwrapv"],
        "SANITIZED": ["-fsanitize=address,undefined,float-cast-overflow", "-fno-omit-frame-pointer"],
    }
