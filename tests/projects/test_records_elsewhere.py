"""Pointers to structures that another file of the project defines."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
HEADER = "struct ring; int at(struct ring *r, unsigned i); int kind(const struct ring *r);\n"
RING = """\
#include "ring.h"
struct item { int value; };
struct ring { unsigned char kind; unsigned size; int *values; struct item *last; };
int at(struct ring *r, unsigned i) { return i < r->size ? r->values[i] : -1; }
int kind(const struct ring *r) { return r->kind; }
int unchecked(struct ring *r, unsigned i) { return r->values[i]; }
"""
USE = """\
#include "ring.h"
extern int unchecked(struct ring *, unsigned);
int correct(struct ring *r) { return kind(r) < 5 ? at(r, 0) : 0; }
int divides(struct ring *r) { return 100 / (kind(r) - 7); }
int outside(struct ring *r) { return unchecked(r, 1); }
int asks(struct ring *r) { return r ? 1 : 10 / (r != 0); }
struct holder { struct ring *ring; };
int held(struct holder *h) { return kind(h->ring); }
int held_wrong(struct holder *h) { return 100 / kind(h->ring); }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("ring.h", HEADER), ("ring.c", RING), ("use.c", USE)):
        Path(name).write_text(text)


def verdict_of(capsys: Capture, function: str, *words: str) -> str:
    main(
        [
            "verify",
            "--quiet",
            "--config",
            "ki",
            "--time-limit",
            "20s",
            "--elements",
            "2",
            "--entry",
            function,
            *words,
            "use.c",
            "ring.c",
        ]
    )
    return capsys.readouterr().out.splitlines()[-1].removeprefix("Verdict: ").removesuffix(" (unchecked)")


@pytest.mark.parametrize(
    ("function", "verdict"),
    [
        ("correct", "UNKNOWN(bounded)"),
        ("held", "TRUE"),
        ("asks", "TRUE"),
        ("divides", "FALSE(division-by-zero)"),
        ("outside", "FALSE(valid-deref)"),
        ("held_wrong", "FALSE(division-by-zero)"),
    ],
)
def test_function_is_given_an_object_of_a_structure_that_another_file_defines(
    function: str, verdict: str, capsys: Capture
) -> None:
    """It was null, although pointers were not to be null, so ``correct`` and ``held`` failed and ``asks`` was about nothing."""
    assert verdict_of(capsys, function, "--no-null") == verdict


def test_such_an_object_may_be_null_unless_that_is_excluded(capsys: Capture) -> None:
    assert verdict_of(capsys, "asks") == "FALSE(division-by-zero)"


def test_structure_that_several_files_define_stays_unknown(capsys: Capture) -> None:
    """Which one is meant is not known."""
    Path("other.c").write_text("struct ring { int none; }; int other(struct ring *r) { return r->none; }\n")
    words = ["verify", "--quiet", "--time-limit", "20s", "--config", "ki", "--no-null", "--entry", "held_wrong"]
    main([*words, "use.c", "ring.c", "other.c"])
    assert "FALSE" not in capsys.readouterr().out.splitlines()[-1]


def test_scan_reports_it_without_a_reproducer(capsys: Capture) -> None:
    """The file of the function does not know how large the object is."""
    words = ["--config", "ki", "--function", "held_wrong", "--reproduce", "out"]
    main(["scan", "--quiet", "--workers", "1", "--time-limit", "20s", *words, "."])
    assert "Failing: use.c:9:36: held_wrong: division by zero" in capsys.readouterr().out
    assert not Path("out").exists()
