"""Every command that a message prints does what the message says when it is pasted into a shell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
ASKS = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);\n"
SOURCE = Path(__file__).parents[2] / "src"


LIMITED = f'{ASKS}#include "limit.h"\nint main(void) {{ return 1 / (__VERIFIER_nondet_int() != LIMIT + more()); }}\n'
HEADER = "static int more(void) { return 0; }"
LEAKS = f"#include <stdlib.h>\n{ASKS}int main(void) {{ char *p = malloc(2);\n if (__VERIFIER_nondet_int()) free(p); return 0; }}"
CALLS = f"{ASKS}void f(void) {{}}\nint main(void) {{ if (__VERIFIER_nondet_int() == 7) f(); }}"
STRINGS = (
    "int main(int argc, char **argv) { return argc == 2 && argv[1][0] == '\"' && argv[1][1] == '\\n' ? 1 / (argc - 2) : 0; }"
)
READS = "#include <stdio.h>\nint main(void) { int c = getchar(); return c == 'x' ? 1 / (getchar() != 'y') : 0; }"
INDEXED = f"{ASKS}struct {{ int a[2], b; }} s;\nint main(void) {{ return s.a[__VERIFIER_nondet_int()]; }}"
ENTRY = "struct s { int a, b; };\nint f(struct s *p, struct s *q, int *v, int n)\n{"
OPTIONS = ("--no-null", "--no-alias", "--elements", "2", "--depth", "1")
TWO = {"p.c": "int g(int); int main(int argc, char **argv) { return g(argc); }", "q.c": "int g(int x) { return 1 / (x != 3); }"}
RUNS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "negative input": (("p.c",), {"p.c": f"{ASKS}int main(void) {{ return 1 / (__VERIFIER_nondet_int() != -3); }}"}),
    "options": (("--32", "-DLIMIT=(sizeof(long))", "-Ihead ers", "a b.c"), {"a b.c": LIMITED, "head ers/limit.h": HEADER}),
    "compile commands": (("--compile-commands", "c.json"), {"a b.c": LIMITED, "head ers/limit.h": HEADER, "c.json": ""}),
    "two files": (("p.c", "q.c"), TWO),
    "overflow": (("p.c",), {"p.c": f"{ASKS}int main(void) {{ return __VERIFIER_nondet_int() + 1; }}"}),
    "leak": (("--check", "leak", "p.c"), {"p.c": LEAKS}),
    "index": (("--check", "array", "p.c"), {"p.c": INDEXED}),
    "function": (("--spec", "f.prp", "p.c"), {"f.prp": "CHECK( init(main()), LTL(G ! call(f())) )", "p.c": CALLS}),
    "strings": (("p.c",), {"p.c": STRINGS}),
    "library": (("p.c",), {"p.c": READS}),
    "null argument": (("--entry", "f", "p.c"), {"p.c": f"{ENTRY} return n == 3 ? p->a : 0; }}"}),
    "argument options": (
        ("--entry", "f", *OPTIONS, "p.c"),
        {"p.c": f"{ENTRY} return n == 2 && v[1] == 5 ? q->b / (p->a != 7) : 0; }}"},
    ),
    "requirement": (
        ("--entry", "f", "p.c"),
        {"p.c": f"{ENTRY} return 1 / (p->a != 7); }}", "whet.toml": '[entry.f]\nrequires = ["p != 0", "p->b == 3"]\n'},
    ),
    "freed argument": (("--entry", "f", "p.c"), {"p.c": f"#include <stdlib.h>\n{ENTRY} free(p); free(p); return 0; }}"}),
    "values": (("--entry", "g", "p.c"), {"p.c": "int g(int x, unsigned char y) { return 1 / (x + 5u != y); }"}),
    "any bytes": (("--entry", "f", "--arguments", "any", "p.c"), {"p.c": f"{ENTRY} return 1 / (n != 9); }}"}),
}
"""Words of ``whet verify``, and the files that they are about."""


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the files, in which a shell finds ``whet``."""
    binaries, folder = tmp_path / "bin", tmp_path / "work"
    binaries.mkdir()
    folder.mkdir()
    whet = binaries / "whet"
    whet.write_text(f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m whet "$@"\n')
    whet.chmod(0o755)
    monkeypatch.setenv("PATH", f"{binaries}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(folder)
    return folder


def pasted(command: str) -> str:
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=300, check=False)
    return done.stdout + done.stderr


def written(folder: Path, files: dict[str, str]) -> None:
    command = {"directory": str(folder), "file": "a b.c", "arguments": ["gcc", "-DLIMIT=5", "-Ihead ers", "-c", "a b.c"]}
    for file, text in files.items():
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(json.dumps([command]) if file == "c.json" else text)


@pytest.mark.parametrize("name", RUNS)
def test_printed_run_shows_the_violation(name: str, shell: Path, capsys: Capture) -> None:
    words, files = RUNS[name]
    written(shell, files)
    main(["verify", "--quiet", "--format", "screen", "--config", "bmc", "--time-limit", "60s", *words])
    told = capsys.readouterr().out
    (command,) = re.findall(r"run it: (.*)", told) or [told]
    (place,) = re.findall(r"--> (.*)", told)
    ending = next(line for line in pasted(command).splitlines() if line.startswith("Run: "))
    assert re.match("Run: (error reached|undefined behaviour): ", ending)
    assert ending.endswith((f" at {place}", "is lost: nothing points to it when the program ends"))


def test_command_that_a_scan_prints_shows_the_failure(shell: Path, capsys: Capture) -> None:
    Path("lib.h").write_text("int half(int);")
    files = {
        "a b.c": '#include "lib.h"\nint f(int *values, int n) { return n == LIMIT ? half(n) + *values : 0; }',
        "q.c": "static int divided(int x, int y) { return x / y; } int half(int x) { return divided(1, x != 2); }",
    }
    written(shell, files)
    main(["scan", "--quiet", "--32", "-DLIMIT=2", "--config", "bmc", "--time-limit", "60s", "--function", "f", "a b.c", "q.c"])
    (place, command) = re.findall(r"Failing: (.*?): f: division.*\n  show it: (.*)", capsys.readouterr().out)[0]
    shown = pasted(f"{command} --quiet --config bmc --time-limit 60s")
    assert f"Violation: {place}: division by zero" in shown


def test_printed_commands_about_harnesses_lead_to_the_verdict(shell: Path, capsys: Capture) -> None:
    Path("a b.c").write_text(f"{ENTRY} return 1 / (p->a != LIMIT + (int)sizeof(long)); }}")
    words = ["--32", "-DLIMIT=3", "--no-null", "a b.c"]
    main(["verify", "--quiet", "--witness", "w.yml", "--time-limit", "60s", "--entry", "f", *words])
    (writing,) = re.findall(r"write one with: (.*) \[W423\]", capsys.readouterr().err)
    (verifying,) = re.findall(r"written; next: (.*)", pasted(writing))
    assert pasted(f"{verifying} --quiet --time-limit 60s").endswith("Verdict: FALSE(division-by-zero)\n")
    main(["harness", "main", "-DLIMIT=3", "a b.c"])
    assert "whet verify -DLIMIT=3 'a b.c'" in capsys.readouterr().err


def test_swapped_files_of_validate_are_swapped_back(shell: Path, capsys: Capture) -> None:
    Path("a b.c").write_text("int main(void) { return 0; }")
    Path("w.yml").write_text("")
    main(["validate", "w.yml", "--32", "a b.c"])
    assert "the program comes first: whet validate 'a b.c' --32 w.yml" in capsys.readouterr().err
