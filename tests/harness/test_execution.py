"""Programs that are run again and again in a sandbox: what they report, and what hostile ones cannot do."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from whet.cfa.surroundings import AskingFunction, Surroundings
from whet.core.execution import CompiledRun, CompiledTest, NotExecuted
from whet.harness.execution import AllowedExecution
from whet.native import sandbox, system_calls
from whet.native.programs import NotCompiled, find_compiler
from whet.native.served import ServedProgram
from whet.runtime.isolation import Finished, start_isolated
from whet.task.task import Machine, Task

pytestmark = pytest.mark.gcc
ASKING = (
    AskingFunction("__VERIFIER_nondet_int", "signed int"),
    AskingFunction("__VERIFIER_nondet_double", "double"),
    AskingFunction("__VERIFIER_nondet_bool", "_Bool"),
)
AROUND = Surroundings(asking=ASKING, refused=(), error_functions=("reach_error",), own_errors=(), variables=())


def compiled(folder: Path, text: str, *, machine: Machine = Machine.LP64, is_strict: bool = False) -> ServedProgram:
    try:
        find_compiler(machine)
    except NotCompiled as problem:
        pytest.skip(str(problem))
    (folder / "p.c").write_text(text)
    made = AllowedExecution(Task(files=(str(folder / "p.c"),), machine=machine), AROUND, str(folder), memory_bytes=1 << 27)
    return made.compiled([], is_strict=is_strict)


def run(program: ServedProgram, *values: int | float, seconds: float = 20.0, most: int = 100) -> CompiledRun:
    return program.run(CompiledTest(values=values, tail=0, offset=0, most=most, seconds=seconds))


# ----------------------------------------------------------------------------------------------------------------- reports

SEARCH = """
extern int __VERIFIER_nondet_int(void); extern double __VERIFIER_nondet_double(void); extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) reach_error();
    if (x == 2) return 99;
    if (x == 3) *(volatile int *)0 = 1;
    if (x == 4) for (;;) ;
    if (x == 5) for (;;) __VERIFIER_nondet_int();
    if (x == 6 && __VERIFIER_nondet_double() == 0.5 && __VERIFIER_nondet_bool() == 1) reach_error();
    return 0;
}
"""


@pytest.mark.parametrize("machine", [Machine.LP64, Machine.ILP32], ids=str)
def test_run_is_reported(tmp_path: Path, machine: Machine) -> None:
    with compiled(tmp_path, SEARCH, machine=machine) as program:
        first, again = run(program, 0), run(program, 0)
        assert (first.is_new, again.is_new, first.asked) == (True, False, 1)
        error = run(program, 1)
        assert (error.is_error, error.is_new, error.text) == (True, True, "reach_error() is called")
        assert not run(program, 2).is_error, "the exit status alone says nothing"
        assert run(program, 3).is_suspicious
        assert run(program, 4, seconds=0.1).is_late
        assert run(program, 5).is_short
        assert run(program, 6, 0.5, 256).is_error, "values are converted to the types that are asked for"
        assert program.asked_functions(3) == bytes([0, 1, 2])
        assert not run(program, 0).is_error


def test_values_after_the_test_are_those_of_the_tail(tmp_path: Path) -> None:
    with compiled(tmp_path, SEARCH) as program:
        program.set_tail(3, 0, [6] * 1024)
        program.set_tail(3, 1, [0.5] * 1024)
        program.set_tail(3, 2, [1] * 1024)
        assert program.run(CompiledTest(values=(), tail=3, offset=1000, most=9, seconds=20.0)).is_error


def test_strict_program_ends_where_c_has_no_meaning(tmp_path: Path) -> None:
    text = """
        extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { int cells[4] = {0}; cells[__VERIFIER_nondet_int()] = 1; reach_error(); }
    """
    with compiled(tmp_path, text, is_strict=True) as program:
        assert run(program, 3).is_error
        wrong = run(program, 4)
        assert (wrong.is_error, wrong.is_suspicious) == (False, True)


SLOW = """
#include <time.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x == 1 && clock() < CLOCKS_PER_SEC / 4) ;
    if (x == 2) sleep(1000);
    return 0;
}
"""


def test_time_in_which_a_run_is_suspended_is_not_counted(tmp_path: Path) -> None:
    """A member of a schedule is suspended, and the program with it."""
    (tmp_path / "started").write_text("")

    def work() -> bool:
        with compiled(tmp_path, SLOW) as program:
            assert run(program, 0).status == 0
            (tmp_path / "started").write_text("yes")
            return run(program, 1, seconds=1.0).is_late

    with start_isolated(work, own_group=False) as child:
        while (tmp_path / "started").read_text() != "yes" and child.poll(0.01) is None:
            pass
        child.suspend()
        time.sleep(1.5)
        child.resume()
        assert child.result() == Finished(False)


def test_run_that_sleeps_is_late(tmp_path: Path) -> None:
    with compiled(tmp_path, SLOW) as program:
        assert run(program, 2, seconds=0.2).is_late
        assert run(program, 0).status == 0, "the server goes on"


@pytest.mark.parametrize(
    "text",
    [
        "__attribute__((constructor)) static void early(void) { } int main(void) { return 0; }",
        'int main(void) { __asm__("nop"); return 0; }',
        "static int f(void) { return 0; } static int (*pick(void))(void) { return f; }"
        ' int g(void) __attribute__((ifunc("pick"))); int main(void) { return g(); }',
    ],
    ids=["constructor", "assembly", "resolver"],
)
def test_program_that_could_deceive_confirms_nothing(tmp_path: Path, text: str) -> None:
    with pytest.raises(NotExecuted, match="before main"):
        compiled(tmp_path, text, is_strict=True)


# ----------------------------------------------------------------------------------------------------------- hostile programs

HOSTILE = (Path(__file__).parent / "hostile.c").read_text()
REFUSED = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23)
ENDLESS = (10, 11)
FORGED = (13, 14)
SIGNALLED = 24


@pytest.fixture(scope="module", params=["all measures", "filter alone", "32 bits"])
def hostile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServedProgram, Path]]:
    """With and without the measures that containers lack: namespaces and Landlock."""
    folder = tmp_path_factory.mktemp("hostile")
    victim = folder / "outside"
    victim.mkdir()
    (victim / "victim").write_text("as it was")
    text = HOSTILE.replace("FOLDER", f'"{victim}"').replace("WHET", str(os.getpid())).replace("CLONE,", f"{int(signal.SIGCHLD)},")
    machine = Machine.ILP32 if request.param == "32 bits" else Machine.LP64
    program = compiled(folder, text, machine=machine)
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "filter alone":
            patch.setattr(sandbox, "_leave_network", lambda kernel: False)
            patch.setattr(sandbox, "_restrict_files", lambda kernel, writable: False)
        with program:
            assert (program.not_in_force != ()) is (request.param == "filter alone")
            yield program, victim


@pytest.mark.parametrize("attempt", [*REFUSED, *ENDLESS, *FORGED, SIGNALLED])
def test_hostile_program_has_no_effect(hostile: tuple[ServedProgram, Path], attempt: int) -> None:
    program, victim = hostile
    seen: list[int] = []
    old = signal.signal(signal.SIGTERM, lambda number, _: seen.append(number))
    try:
        ended = run(program, attempt, seconds=0.3 if attempt in ENDLESS else 20.0)
    finally:
        signal.signal(signal.SIGTERM, old)
    assert not ended.is_error
    assert ended.is_late is (attempt in ENDLESS)
    if attempt in REFUSED:
        assert ended.status == 0, f"exit status {ended.status} instead of a refusal"
    assert seen == []
    assert [each.name for each in victim.iterdir()] == ["victim"]
    assert (victim / "victim").read_text() == "as it was"
    assert (victim / "victim").stat().st_mode & 0o700 == 0o600
    assert run(program, 14).is_error is False, "the server goes on"


EARLY = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
__attribute__((constructor(101))) static void early(void) {
    for (int i = 0; i < 100; i++)
        if (fork() >= 0)
            for (;;) pause();
}
static void earlier(void) { BODY }
__attribute__((section(".preinit_array"), used)) static void (*first)(void) = earlier;
int main(void) { return 0; }
"""


@pytest.mark.parametrize("body", ["kill(WHET, SIGTERM);", "fork();", "for (;;) ;", "raise(SIGKILL);"])
def test_code_before_main_is_confined(tmp_path: Path, body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs in the server, which has the same filter: no process is allowed before the server has begun."""
    monkeypatch.setattr("whet.native.served._START_SECONDS", 1.0)
    program = compiled(tmp_path, EARLY.replace("BODY", body).replace("WHET", str(os.getpid())))
    seen: list[int] = []
    old = signal.signal(signal.SIGTERM, lambda number, _: seen.append(number))
    try:
        with suppress(NotExecuted), program:
            run(program, 0, seconds=0.3)
    finally:
        signal.signal(signal.SIGTERM, old)
    assert seen == []
    assert not _processes_of(tmp_path)


def _processes_of(folder: Path) -> list[str]:
    """Those that execute a file in a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            target = os.readlink(entry / "exe") if entry.name.isdigit() else ""
        except OSError:
            continue
        if target.startswith(str(folder)):
            found.append(entry.name)
    return found


def test_nothing_is_executed_without_a_filter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compiled(tmp_path, SEARCH)
    monkeypatch.setattr("whet.native.served._NEW_LISTENER", 1 << 30)  # a flag that no kernel has
    with pytest.raises(NotExecuted, match="no seccomp filter"):
        program.start()


def test_nothing_is_executed_on_a_machine_without_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_calls, "_NATIVE", {})
    with pytest.raises(NotExecuted, match="x86-64"):
        compiled(tmp_path, SEARCH)


def test_other_entries_are_not_executed(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text("int f(int x) { return x; }")
    with pytest.raises(NotExecuted, match="starts with main"):
        AllowedExecution(Task(files=(str(tmp_path / "p.c"),), entry="f"), AROUND, str(tmp_path)).compiled([], is_strict=False)
