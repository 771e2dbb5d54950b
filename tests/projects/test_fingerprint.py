"""What changes a fingerprint, and what does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import whet
from whet.cfa.source import Place
from whet.core.configuration import load_configuration
from whet.frontend.parse import parse_file
from whet.projects.fingerprint import OWN_FILES, Fingerprint, fingerprint, fingerprint_of
from whet.task.checks import bugs_property
from whet.task.task import Task

PROGRAM = """\
struct pair { int first; struct pair *next; };
enum { LIMIT = 10 };
static int table[2] = { 1, 2 };
static int other_table[2] = { 3, 4 };
static int helper(struct pair *p) { return p->first + table[0]; }
int unrelated(int x) { return x * other_table[1]; }
int entry(int n) { struct pair p = { n, 0 }; return n < LIMIT ? helper(&p) : 0; }
"""


def fingerprint_in(folder: Path, text: str, name: str = "a.c", entry: str = "entry", *overrides: str) -> Fingerprint:
    file = folder / name
    file.write_text(text)
    task = Task(files=(str(file),), entry=entry)
    return fingerprint(parse_file(str(file), entry=entry), task, load_configuration("value", overrides))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("int unrelated", "/* a comment */\n\n\nint unrelated"),
        ("x * other", "x + other"),
        ("{ 3, 4 }", "{ 3, 5 }"),
        ("int n) {", "int n)\n{"),
        ("int unrelated(int x) { return x * other_table[1]; }", ""),
    ],
)
def test_what_is_not_reached_changes_nothing(tmp_path: Path, old: str, new: str) -> None:
    assert old in PROGRAM
    assert fingerprint_in(tmp_path, PROGRAM).digest == fingerprint_in(tmp_path, PROGRAM.replace(old, new), "b.c").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 10", "LIMIT = 11"),
        ("{ 1, 2 }", "{ 1, 3 }"),
        ("static int table[2]", "static volatile int table[2]"),
        ("int first; struct pair *next;", "struct pair *next; int first;"),
        ("int first;", "long first;"),
        ("p->first +", "p->first -"),
        ("table[0]", "table[1]"),
        ("n < LIMIT", "n <= LIMIT"),
        ("int n)", "short n)"),
        (": 0;", ": (0 / n);"),
    ],
)
def test_what_is_reached_changes_it(tmp_path: Path, old: str, new: str) -> None:
    assert old in PROGRAM
    assert fingerprint_in(tmp_path, PROGRAM).digest != fingerprint_in(tmp_path, PROGRAM.replace(old, new)).digest


def test_a_function_of_the_system_is_not_one_of_that_name(tmp_path: Path) -> None:
    uses = "int entry(int n) { return close(n); }\n"
    own, of_system = f"extern int close(int);\n{uses}", f"#include <unistd.h>\n{uses}"
    assert fingerprint_in(tmp_path, own).digest != fingerprint_in(tmp_path, of_system).digest


def test_options_change_it_and_limits_do_not(tmp_path: Path) -> None:
    plain = fingerprint_in(tmp_path, PROGRAM).digest
    assert fingerprint_in(tmp_path, PROGRAM, "a.c", "entry", "limits.cpu_time=7").digest == plain
    assert fingerprint_in(tmp_path, PROGRAM, "a.c", "entry", "exploration.seed=7").digest != plain
    assert fingerprint_in(tmp_path, PROGRAM, "a.c", "unrelated").digest != plain


def test_a_place_is_found_again_where_it_moved_to(tmp_path: Path) -> None:
    before = fingerprint_in(tmp_path, PROGRAM)
    after = fingerprint_in(tmp_path, "// new\n\n" + PROGRAM)
    number = before.number(Place(str(tmp_path / "a.c"), 5, 37))
    assert number is not None
    assert after.place(number) == Place(str(tmp_path / "a.c"), 7, 37)
    assert before.number(Place("elsewhere.c", 1, 1)) is None
    assert after.place(len(after.places)) is None


def test_a_task_is_read_in_a_child(tmp_path: Path) -> None:
    known = fingerprint_in(tmp_path, PROGRAM)
    task = Task(files=(str(tmp_path / "a.c"),), entry="entry")
    configuration = load_configuration("value")
    assert fingerprint_of(task, configuration) == known
    assert fingerprint_of(replace(task, entry="nobody"), configuration) is None
    (tmp_path / "a.c").write_text("int entry(")
    assert fingerprint_of(task, configuration) is None


def test_structures_that_lead_to_each_other_have_an_end(tmp_path: Path) -> None:
    chain = "".join(f"struct s{n} {{ struct s{n + 1} *next; int n; }};\n" for n in range(300))
    text = f"{chain}struct s300 {{ struct s0 *next; }};\nint entry(struct s0 *p) {{ return p->n; }}\n"
    assert fingerprint_in(tmp_path, text).digest == fingerprint_in(tmp_path, "\n" + text).digest


def test_line_of_an_assertion_is_no_part_of_it(tmp_path: Path) -> None:
    """The macro puts the line into the program, and lines move."""

    def digest(text: str) -> str:
        return fingerprint_in(tmp_path, text, "a.c", "main").digest

    text = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n"
    assert digest(text) == digest("\n\n" + text)
    assert digest(text) != digest(text.replace("x == 3", "x == 4"))
    own = "void __assert_fail(int line) { while (line == 3); }\nint main(void) { __assert_fail(3); return 0; }\n"
    assert digest(own) != digest(own.replace("fail(3)", "fail(4)"))


def test_every_kind_of_file_that_decides_verdicts_belongs_to_the_version() -> None:
    decide = {
        file.suffix for file in Path(whet.__file__).parent.rglob("*") if file.is_file() and file.parent.name != "__pycache__"
    }
    assert decide - set(OWN_FILES) <= {".css", ".html", ".js", ".pyi", ".txt", ".typed"}


def test_default_checks_have_a_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(PROGRAM)
    task = Task(files=(str(file),), entry="entry", property=bugs_property())
    assert fingerprint_of(task, load_configuration("value")) is not None
