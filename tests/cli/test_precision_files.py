"""Precision files for another revision of a program: what does not fit is left out, and nothing ends in a defect.

The revisions change what a variable is, or take it away; the files are damaged as editors, merges and full disks do it.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from whet.analyses.predicate.analysis import PredicateAnalysis
from whet.analyses.predicate.entries import read_entries
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.registry import ANALYSIS, make_analyses
from whet.core.result import Defect, FalseVerdict
from whet.frontend.parse import parse_file
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.errors import TaskError
from whet.task.precision_file import HEADER, parse_precision
from whet.task.task import Task

Capture = pytest.CaptureFixture[str]
BASE = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
struct s { int open; int n[3]; }; int flag; static struct s st; double d;
int step(int a) { int r = a; if (flag) r = a + 1; return r; }
int main(void) { int i = 0, n = __VERIFIER_nondet_int(); st.n[1] = 3;
  if (n < 0) return 0;
  while (i < n) { i++; flag = 1; }
  if (i != n || st.n[1] != 3 || d != 0.0) reach_error();
  if (n < 5 && step(n) < n) reach_error();
  return 0; }
"""
PRECISION = f"""{HEADER}
predicate ((unsigned int)flag & 1U) == 1U ; (= ((_ extract 0 0) flag) #b1)
predicate (no C expression) ; (fp.eq ((_ to_fp 11 53) d) (fp #b0 #b00000000000 #x0000000000000))
predicate main, step: n <= r ; (bvsle |main::n| |step::r|)
predicate main: i <= n ; (bvsle |main::i| |main::n|)
predicate main: n <= 5 ; (bvsle |main::n| #x00000005)
value d
value flag
value main::i
value main::n
value st.n[1]
value step::r
"""
REVISIONS = {
    "same": [],
    "long": [("int flag", "long flag"), ("int i = 0, n", "long i = 0, n")],
    "double": [("int flag", "double flag"), ("int r", "float r"), ("double d", "int d")],
    "bool": [("int flag", "_Bool flag"), ("int a", "char a")],
    "array": [("int flag", "int flag[2]"), ("flag = 1", "flag[0] = 1"), ("if (flag)", "if (flag[0])")],
    "structure": [("int flag", "struct { int q; } flag"), ("flag = 1", "flag.q = 1"), ("if (flag)", "if (flag.q)")],
    "pointer": [("int flag", "int *flag"), ("flag = 1", "flag = &i"), ("double d", "double e, *d = &e"), ("|| d", "|| *d")],
    "member": [("int n[3]", "int n"), ("st.n[1]", "st.n")],
    "union": [("struct s", "union s")],
    "renamed": [("step", "stride"), ("flag", "sign")],
    "function": [
        ("int flag;", "int flag(void);"),
        ("flag = 1;", "st.open = 1;"),
        ("if (flag)", "if (flag())"),
        ("  return 0; }", "  return 0; }\nint flag(void) { return st.open; }"),
    ],
    "gone": [(BASE, "int main(void) { return 0; }")],
}


def revised(name: str) -> str:
    source = BASE
    for old, new in REVISIONS[name]:
        assert old in source
        source = source.replace(old, new)
    return source


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def damaged(random: random.Random) -> str:
    """A file to which something happened, perhaps more than once."""
    text = PRECISION
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(len(text) + 1)
        lines = text.splitlines()
        match random.randrange(6):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + random.choice("()|:; \0\u00e9#0b._[]-*\\\"'") + text[at + 1 :]
            case 2:
                text = text[:at] + text[at + random.randrange(1, 9) :]
            case 3:
                names = ("flag", "|main::i|", "|main::n|", "|step::r|", "d", "#x00000005", "bvsle", "=", "main::", "(_ bv3 64)")
                text = text.replace(random.choice(names), random.choice(names))
            case 4:
                words = random.choice(lines or [""]).split()
                random.shuffle(words)
                text = "\n".join([*lines, " ".join(words)])
            case _:
                text = text.replace("predicate", "value", 1) if random.random() < 0.5 else text.replace("value", "predicate", 1)
    return text


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["refsel", "predicate"])
@pytest.mark.parametrize("revision", REVISIONS)
def test_precision_of_another_revision_is_no_defect(revision: str, preset: str) -> None:
    Path("p.c").write_text(revised(revision))
    task = Task(files=("p.c",), precision=parse_precision(PRECISION, name="p.prec", domains=ANALYSIS))
    result = verify(task, load_configuration(preset), limits=Limits(cpu_seconds=1, wall_seconds=60))
    assert not isinstance(result.verdict, (Defect, FalseVerdict))


@pytest.mark.parametrize("revision", REVISIONS)
def test_damaged_file_is_a_mistake_or_entries_are_left_out(revision: str) -> None:
    """Of 300 files for each revision."""
    Path("p.c").write_text(revised(revision))
    options = load_configuration("predicate").options_for("predicate")
    (analysis,) = make_analyses(parse_file("p.c"), {"predicate": options})
    assert isinstance(analysis, PredicateAnalysis)
    chosen = random.Random(revision)
    for _ in range(300):
        text = damaged(chosen)
        try:
            entries = parse_precision(text, name="p.prec", domains=ANALYSIS)
        except TaskError:
            continue
        read = read_entries([entry for entry in entries if entry.domain == "predicate"], analysis)
        assert len(read.ignored) <= len(entries)


@pytest.mark.parametrize("seed", range(8))
def test_run_with_a_damaged_file_is_no_defect(seed: int, capsys: Capture) -> None:
    chosen = random.Random(seed)
    Path("p.c").write_text(revised(chosen.choice(tuple(REVISIONS))))
    Path("p.prec").write_text(damaged(chosen))
    code = main(["verify", "p.c", "--precision-in", "p.prec", "--time-limit", "2s"])
    assert code in (ExitCode.TRUE, ExitCode.USAGE, ExitCode.UNKNOWN, ExitCode.LIMIT)


def test_entry_that_does_not_fit_is_left_out_with_a_warning(capsys: Capture) -> None:
    Path("p.c").write_text("int i; long n; int main(void) { return i + n != 0; }")
    shown = ["x == 1 ; (= x #x00000001)", "n <= 5 ; (bvsle n #x00000005)", "i ; i", "i ; (= i #x0000-001)"]
    Path("p.prec").write_text("\n".join([HEADER, "value gone", *(f"predicate {each}" for each in shown)]))
    assert main(["verify", "p.c", "--config", "refsel", "--check", "assertion", "--precision-in", "p.prec"]) == ExitCode.TRUE
    warnings = [line for line in capsys.readouterr().err.splitlines() if line.startswith("whet: warning: ")]
    assert len(warnings) == 1 + len(shown)
    assert "gone, which the program does not have" in warnings[0]
    assert "'x == 1', which does not fit the program: x is not declared" in warnings[1]
    assert "'n <= 5', which does not fit the program: " in warnings[2]
    assert "'i', which is no predicate" in warnings[3]


@pytest.mark.parametrize("text", ["", "\0\1", HEADER[:-3], f"{HEADER}\nvalu flag", f"{HEADER}\npredicate"])
def test_file_that_is_broken_is_a_mistake(text: str, capsys: Capture) -> None:
    Path("p.c").write_text("int main(void) { return 0; }")
    Path("p.prec").write_text(text)
    assert main(["verify", "p.c", "--precision-in", "p.prec"]) == ExitCode.USAGE
    assert capsys.readouterr().err.startswith("p.prec:")
