"""A program that is executed cannot do what the sandbox says that it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whet.native.programs import (
    Build,
    NativeEnd,
    NativeLimits,
    NativeProgram,
    NativeRun,
    NativeSource,
    NotCompiled,
    RanToEnd,
    RanTooLong,
    find_compiler,
)
from whet.native.sandbox import LIMITED, NO_FILES, NO_NETWORK, NO_PROCESSES
from whet.task.task import Machine

pytestmark = pytest.mark.gcc
HEAD = """
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
"""


def ran(folder: Path, text: str, *, build: Build = Build.PLAIN, machine: Machine = Machine.LP64) -> NativeRun:
    """A program that is compiled and run, with limits that it cannot reach without trying."""
    work = folder / "work"
    work.mkdir()
    (folder / "p.c").write_text(HEAD + text)
    try:
        compiler = find_compiler(machine)
    except NotCompiled as problem:
        pytest.skip(str(problem))
    program = NativeProgram(compiler, NativeSource(path=folder / "p.c"), build, work)
    return program.run(program.link(""), NativeLimits(seconds=20))


def end_if(run: NativeRun, measure: str) -> NativeEnd:
    """How it ended, if the measure was in force: not every kernel has all of them."""
    if measure not in run.confinement:
        pytest.skip(f"not in force here: {measure}")
    return run.end


BOTH = pytest.mark.parametrize("machine", [Machine.LP64, Machine.ILP32], ids=str)


@BOTH
@pytest.mark.parametrize(
    "attempt",
    ["socket(AF_INET, SOCK_STREAM, 0)", "socket(AF_UNIX, SOCK_STREAM, 0)", "fork()", "ptrace(PTRACE_TRACEME, 0, 0, 0)"],
)
def test_system_call_is_refused(tmp_path: Path, attempt: str, machine: Machine) -> None:
    run = ran(tmp_path, f"int main(void) {{ return {attempt} == -1 && errno == EPERM ? 7 : 8; }}", machine=machine)
    assert end_if(run, NO_PROCESSES) == RanToEnd(7)


def test_network_has_no_devices(tmp_path: Path) -> None:
    text = """
        int main(void) {
            char line[256]; int devices = 0; FILE *file = fopen("/proc/self/net/dev", "r");
            if (!file) return 100;
            while (fgets(line, sizeof line, file)) devices += strchr(line, ':') != 0;
            return devices; /* the one to itself */
        }"""
    assert end_if(ran(tmp_path, text), NO_NETWORK) == RanToEnd(1)


@BOTH
def test_files_of_others_are_not_changed(tmp_path: Path, machine: Machine) -> None:
    (tmp_path / "theirs").write_text("kept")
    text = f"""
        int main(void) {{
            int failed = 0;
            failed += open("{tmp_path}/new", O_CREAT | O_WRONLY, 0600) == -1;
            failed += open("{tmp_path}/theirs", O_WRONLY) == -1;
            failed += unlink("{tmp_path}/theirs") == -1;
            failed += rename("{tmp_path}/theirs", "mine") == -1;
            failed += open("{tmp_path}/theirs", O_RDONLY) != -1;
            failed += open("mine", O_CREAT | O_WRONLY, 0600) != -1;
            failed += open("/dev/null", O_WRONLY) != -1;
            return failed;
        }}"""
    assert end_if(ran(tmp_path, text, machine=machine), NO_FILES) == RanToEnd(7)
    assert (tmp_path / "theirs").read_text() == "kept"
    assert not (tmp_path / "new").exists()


def test_threads_are_allowed(tmp_path: Path) -> None:
    text = """
        static void *count(void *p) { ++*(int *)p; return 0; }
        int main(void) { pthread_t t; int n = 4; if (pthread_create(&t, 0, count, &n)) return 1;
            pthread_join(t, 0); return n; }"""
    assert ran(tmp_path, text).end == RanToEnd(5)


def test_limits_cannot_be_raised(tmp_path: Path) -> None:
    text = """
        int main(void) {
            struct rlimit cpu, size, more = {RLIM_INFINITY, RLIM_INFINITY};
            getrlimit(RLIMIT_CPU, &cpu); getrlimit(RLIMIT_FSIZE, &size);
            return (cpu.rlim_cur == 21) + (size.rlim_cur == 1 << 24) + (setrlimit(RLIMIT_FSIZE, &more) == -1);
        }"""
    run = ran(tmp_path, text)
    assert LIMITED in run.confinement
    assert run.end == RanToEnd(3 if NO_NETWORK in run.confinement or os.getuid() else 2)


def test_nothing_is_inherited(tmp_path: Path) -> None:
    """No input, no open file but the three, and no variable of the environment."""
    text = """
        extern char **environ;
        int main(void) {
            int open = 0; char byte;
            for (int i = 3; i < 256; i++) open += fcntl(i, F_GETFD) != -1;
            for (char **each = environ; *each; each++) open += 100 * !strncmp(*each, "WHET_SECRET", 11);
            return open + 10 * (read(0, &byte, 1) != 0);
        }"""
    os.environ["WHET_SECRET"] = "told"
    try:
        assert ran(tmp_path, text).end == RanToEnd(0)
    finally:
        del os.environ["WHET_SECRET"]


def test_loop_is_ended(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int main(void) { while (1); }")
    program = NativeProgram(find_compiler(Machine.LP64), NativeSource(path=tmp_path / "p.c"), Build.PLAIN, tmp_path)
    assert program.run(program.link(""), NativeLimits(seconds=0.3)).end == RanTooLong(0.3)
