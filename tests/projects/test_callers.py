"""Scans accuse only what a public caller can break: entry points, internal functions, objects from constructors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.projects.entry_points import EntryPoints, project_entry_points
from whet.projects.functions import ProjectFunction, project_task, read_project
from whet.task.task import Task

LIMITS = ["--config", "ki", "--time-limit", "30s", "--workers", "1", "--quiet", "--output", "out"]
HEADER = """\
struct ring { unsigned head, size; int *data; };
struct ring *ring_new(unsigned size);
void ring_free(struct ring *r);
int ring_first(struct ring *r);
int ring_last(struct ring *r);
"""
RING = """\
#include <stdlib.h>
#include "ring.h"
struct ring *ring_new(unsigned size) {
    if (size == 0 || size > 2) return 0;
    struct ring *r = malloc(sizeof *r);
    if (!r) return 0;
    r->data = calloc(size, sizeof *r->data);
    if (!r->data) { free(r); return 0; }
    r->head = 0;
    r->size = size;
    return r;
}
void ring_free(struct ring *r) { if (r) { free(r->data); free(r); } }
static int at(struct ring *r, unsigned i) { return r->data[i % r->size]; }
int ring_first(struct ring *r) { return at(r, r->head); }
int ring_last(struct ring *r) { return r->data[r->size - 1]; }
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "ring.h").write_text(HEADER)
    (folder / "ring.c").write_text(RING)
    return folder


def scanned(*arguments: str) -> dict[str, Any]:
    main(["scan", "src", *arguments, *LIMITS])
    return {each["function"]: each for each in json.loads(Path("out/result.json").read_text())["functions"]}


def functions(entry_points: EntryPoints | None = None) -> dict[str, ProjectFunction]:
    found = read_project(project_task(["src"], Task(files=())), entry_points=entry_points or EntryPoints())
    return {each.signature.name: each for each in found.functions}


def test_a_library_without_a_bug_has_no_alarm(project: Path) -> None:
    found = scanned()
    assert "failing" not in {each["status"] for each in found.values()}
    assert found["at"]["preconditions"] == ["arguments are such as ring_first passes"]
    assert found["ring_first"]["preconditions"] == ["r != 0"]
    assert found["ring_first"]["invariants"] == ["struct ring: data has size elements, data != 0, head == 0, head < size"]


@pytest.mark.parametrize(
    ("change", "function", "calls"),
    [
        (("r->data[i % r->size]", "r->data[r->size + i]"), "ring_first", ["ring_new"]),
        (("{ return at(r, r->head); }", "{ r->size++; return at(r, r->head); }"), "ring_last", ["ring_new", "ring_first"]),
    ],
)
def test_a_bug_is_reported_for_a_public_function(project: Path, change: tuple[str, str], function: str, calls: list[str]) -> None:
    (project / "ring.c").write_text(RING.replace(*change))
    found = scanned("--function", function)
    assert found[function]["status"] == "failing"
    assert found[function]["calls"] == calls


def test_a_function_that_fails_after_the_end_of_the_object_is_not_accused(project: Path) -> None:
    """``ring_free`` twice, and everything after it, is a mistake of the caller."""
    (project / "ring.c").write_text(RING.replace("if (r) {", "if (r->size) {"))
    found = scanned("--function", "ring_free")
    assert found["ring_free"]["status"] == "needs a precondition"


def test_an_initialising_function_may_fail(project: Path) -> None:
    """It reports success by another number than 0."""
    (project / "ring.h").write_text(
        "struct ring { unsigned size; int *data; };\nint ring_init(struct ring *r, unsigned n);\nint ring_last(struct ring *r);\n"
    )
    text = """\
    #include <stdlib.h>
    #include "ring.h"
    int ring_init(struct ring *r, unsigned n) {
        if (n == 0 || n > 2 || !(r->data = calloc(n, sizeof *r->data))) return 0;
        r->size = n;
        return 1;
    }
    int ring_last(struct ring *r) { return r->data[r->size - 1]; }
    """
    (project / "ring.c").write_text(text)
    assert scanned("--function", "ring_last")["ring_last"]["status"] == "needs a precondition"
    (project / "ring.c").write_text(text.replace("r->size - 1", "r->size"))
    assert scanned("--function", "ring_last")["ring_last"]["status"] == "failing"


def test_what_is_public_is_declared_in_a_header_or_escapes(project: Path) -> None:
    (project / "more.c").write_text(
        "static int called(int n) { return n; }\nstatic int held(int n) { return called(n); }\n"
        "struct { int (*f)(int); } operations = { held };\n"
        "int shared(int n) { return n; }\nint exported(int n) { return shared(n); }\n"
        "static int listed(int n) { return n; }\nstatic int (*const table[])(int) = { listed };\n"
    )
    public = {name for name, each in functions().items() if each.is_public}
    assert public == {"ring_new", "ring_free", "ring_first", "ring_last", "held", "exported"}
    assert ("src/more.c", "called") in functions()["held"].reached
    public = {name for name, each in functions(EntryPoints(headers=("none.h",), entries=("li*",))).items() if each.is_public}
    assert public == {"held", "exported", "listed"}


def test_the_project_file_names_entry_points(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text('[scan]\nentries = ["at"]\n')
    assert functions(project_entry_points())["at"].is_public
    Path("whet.toml").write_text('[scan]\nentry = ["at"]\n')
    assert main(["scan", "src", *LIMITS]) == ExitCode.USAGE
    assert "unknown key 'entry' (did you mean 'entries'?)" in capsys.readouterr().err


def test_a_pattern_with_a_folder_matches_a_header_without_one(project: Path) -> None:
    points = EntryPoints(headers=("*/ring.h",))
    assert points.unmatched({"ring.h"}) == points.unmatched({"src/ring.h"}) == points.unmatched({"/a/ring.h"}) == ()
    assert points.unmatched({"string.h"}) == ("*/ring.h",)
    assert functions(points)["ring_first"].is_public


def test_a_pattern_that_matches_no_header_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text('[scan]\nheaders = ["include/*.h"]\n')
    main(["scan", "src", "--function", "ring_new", *LIMITS])
    told = capsys.readouterr().err
    assert "no header of the project matches 'include/*.h' of [scan] headers in whet.toml (headers: src/ring.h)" in told


def test_a_change_of_a_constructor_matters_only_where_an_object_may_be_to_blame(project: Path) -> None:
    (project / "ring.h").write_text(f"{HEADER}int ring_is_there(struct ring *r);\n")
    (project / "ring.c").write_text(f"{RING}int ring_is_there(struct ring *r) {{ return r && r->size != 7; }}\n")
    both = ("--function", "ring_is_there", "--function", "ring_last")
    scanned(*both)
    (project / "ring.c").write_text((project / "ring.c").read_text().replace("size > 2", "size > 1"))
    found = scanned(*both)
    assert found["ring_is_there"]["status"] == "proved"
    assert {name for name, each in found.items() if each["reused"]} == {"ring_is_there"}


def test_a_change_of_a_constructor_is_judged_again(project: Path) -> None:
    scanned("--function", "ring_last")
    (project / "ring.c").write_text(RING.replace("calloc(size,", "calloc(size - 1,"))
    found = scanned("--function", "ring_last")
    assert not found["ring_last"]["reused"]
    assert found["ring_last"]["status"] == "failing"
