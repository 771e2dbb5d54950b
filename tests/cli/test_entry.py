"""Functions other than ``main`` as the beginning: what they are given is said by name, and ``whet run`` repeats it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
PROGRAM = """extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int text(int x, char *s) { if (x == 7 && s) reach_error(); return 0; }
int many(int x, unsigned char y, long z) { if (x == 7 && y == 200 && z < -5) reach_error(); return 0; }
struct point { int a; int b[2]; };
int parts(struct point v, double d) { if (v.b[1] == 5 && d > 2.5) reach_error(); return 0; }
int asks(int x) { if (x == 3 && __VERIFIER_nondet_int() == 9) reach_error(); return 0; }
int unnamed(int, int y);
int unnamed(int x, int y) { if (x + y == 5) reach_error(); return 0; }
int safe(int *p, int x) { return p && x ? *p : 0; }
int main(int argc, char **argv) { if (argc > 1) reach_error(); return 0; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAM)


def verified(capsys: Capture, entry: str) -> list[str]:
    given = ["--quiet", "--time-limit", "60s", "--config", "refsel", "--check", "assertion", "--arguments", "any"]
    main(["verify", "p.c", *given, "--entry", entry])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("text", ["x", "s"]),
        ("many", ["x", "y", "z"]),
        ("parts", ["v.a", "v.b[0]", "v.b[1]", "d"]),
        ("asks", ["x", "__VERIFIER_nondet_int()"]),
        ("unnamed", ["x", "y"]),
        ("main", ["argc"]),
    ],
)
def test_failing_input_has_all_parameters_and_run_repeats_it(entry: str, names: list[str], capsys: Capture) -> None:
    lines = verified(capsys, entry)
    assert lines[-1] == "Verdict: FALSE(unreach-call)"
    inputs = [re.fullmatch(r"Input: p\.c:\d+:\d+: (\S+) = (\S+)", line) for line in lines if line.startswith("Input: ")]
    found = [(match[1], match[2]) for match in inputs if match is not None]
    assert [name for name, _ in found] == names
    given = ",".join(value if "(" in name else f"{name}={value}" for name, value in found)
    assert main(["run", "p.c", "--entry", entry, "--input", given]) == ExitCode.FALSE
    assert "Run: error reached: reach_error" in capsys.readouterr().out


def test_inputs_stand_where_the_parameters_are_declared(capsys: Capture) -> None:
    assert [line for line in verified(capsys, "many") if line.startswith("Input: ")] == [
        "Input: p.c:3:10: x = 7",
        "Input: p.c:3:17: y = 200",
        "Input: p.c:3:34: z = -6",
    ]


def test_pointers_are_said_to_point_to_nothing_in_a_failing_run(capsys: Capture) -> None:
    assumed = [line for line in verified(capsys, "text") if line.startswith("Assumed: ")]
    assert len(assumed) == 1
    assert re.fullmatch(r"Assumed: p\.c:2:17: the pointer s is \d+, which points to no object \[W129\]", assumed[0])


def test_proof_says_what_it_takes_for_granted_of_pointers(capsys: Capture) -> None:
    lines = verified(capsys, "safe")
    assert lines[1] == (
        "Assumed: p.c:9:10: p of safe points to memory of its own, "
        "which neither the program nor another argument points to [W124]"
    )
    assert lines[-1] == "Verdict: TRUE"


def test_run_says_which_parameters_nobody_gave_a_value(capsys: Capture) -> None:
    assert main(["run", "p.c", "--entry", "many", "--input", "y=1"]) == ExitCode.TRUE
    notes = capsys.readouterr().err.splitlines()
    assert notes == [
        "p.c:3:10: note: the parameter x is 0; --input x=VALUE gives another",
        "p.c:3:34: note: the parameter z is 0; --input z=VALUE gives another",
    ]


def test_value_for_a_parameter_that_there_is_not_is_a_mistake(capsys: Capture) -> None:
    assert main(["run", "p.c", "--entry", "many", "--input", "w=1"]) == ExitCode.USAGE
    assert "the entry function has the parameters x, y, z, and not 'w'" in capsys.readouterr().err


def test_document_of_a_run_names_the_parameters(capsys: Capture) -> None:
    main(["run", "p.c", "--json", "--entry", "asks", "--input", "x=3,9"])
    inputs = json.loads(capsys.readouterr().out)["inputs"]
    assert [(each["name"], each["value"]) for each in inputs] == [("x", 3), (None, 9)]


def test_other_places_that_fail_are_printed_after_the_first(capsys: Capture) -> None:
    two = "int f(int *p, int x) { return x == 3 ? *p / (x - 3) : x == 4 ? *p / (x - 4) : 0; }"
    Path("two.c").write_text(f"{two}\nint g(int *p, int x) {{ return x == 3 ? *p / (x - 3) : 0; }}\n")
    for entry, others in (("f", 1), ("g", 0)):
        given = ["--quiet", "--no-null", "--check", "division", "--time-limit", "60s", "--config", "ki"]
        main(["verify", "two.c", "--entry", entry, *given])
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1] == "Verdict: FALSE(division-by-zero)"
        places = [line.split(": ")[1] for line in lines if line.startswith(("Violation: two.c", "Also: two.c"))]
        assert len(set(places)) == len(places) == 1 + others
