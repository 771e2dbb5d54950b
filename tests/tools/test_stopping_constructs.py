"""The count of what stops functions: by way of calls and initialisers, once for each function, on a sample that repeats."""

from __future__ import annotations

from pathlib import Path

from tools.stopping_constructs import Tally, add, drawn, files_in, preprocessing

PROGRAM = """
#include <sys/ioctl.h>
extern int elsewhere(int);
static int kind(void *p) { if (!p) p = &&here; goto *p; here: return 1; }
static int ask(void) { return ioctl(0, 1); }
static int (*const table[])(void) = {ask};
int first(void) { return kind(0); }
int second(void) { return table[0](); }
int third(int x) { return elsewhere(x); }
int fourth(int x) { return x; }
"""


def counted(folder: Path) -> Tally:
    tally = Tally()
    for file, above in files_in([folder], ["test"]):
        add(tally, file, preprocessing(file, above, ()), 60)
    return tally


def test_functions_count_by_what_they_reach(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(PROGRAM)
    (tmp_path / "b.c").write_text('#include "missing.h"')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "c.c").write_text("int other(void) { return 1; }")
    tally = counted(tmp_path)
    assert (tally.files, dict(tally.not_read)) == (2, {"'missing.h' file not found": 1})
    assert (tally.functions, tally.stopped, tally.with_gaps, tally.with_gaps_of_system) == (6, 2, 3, 2)
    assert dict(tally.of_system) == {"ioctl": 2}
    assert dict(tally.unknown) == {"elsewhere": 1}


def test_sample_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    files = [(tmp_path / f"{number}.c", tmp_path) for number in range(50)]
    assert drawn(files, 10, 1) == drawn(files, 10, 1)
    assert drawn(files, 10, 1) != drawn(files, 10, 2)
    assert drawn(files, None, 1) == files
