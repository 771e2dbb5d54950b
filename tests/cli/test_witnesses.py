"""``whet verify --witness``, ``whet validate``, ``whet annotate``: what is written is right, and what is wrong is told."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.witnesses.schema import checked_file
from whet.cfa.source import SourceFile
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.session.witness import acsl_comments
from whet.witnesses.from_proofs import ToldInvariant
from whet.witnesses.witness import InvariantType

Capture = pytest.CaptureFixture[str]
HEADER = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
PROGRAM = (
    HEADER
    + """int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    if (i < 10) i++;
    if (__VERIFIER_nondet_int() && i > 10) reach_error();
  }
  return 0;
}
"""
)
"""Induction alone proves nothing here; that i is at most 10 does."""
OTHERS = {
    "for": """int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  for (unsigned i = 0; i < 7; i++) { int n = 3; if (n + i > 10) reach_error(); }
}
""",
    "do": """int main(void) {
  int x = 0;
  do {
    x = x + 2;
    if (x > 4) x = 0;
  } while (__VERIFIER_nondet_int());
  if (x > 4) reach_error();
}
""",
    "nested": """int g;
static void set(int limit) { while (g < limit) { g++; } }
int main(void) {
  while (__VERIFIER_nondet_int()) { set(5); if (g > 5) reach_error(); }
}
""",
    "empty": """static void nothing(void) {}
int main(void) { for (int i = 0; i < 3; i++) nothing(); if (0) reach_error(); }
""",
    "no loop": """int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) reach_error(); }
""",
}
WRONG = (
    HEADER
    + """int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  y = __VERIFIER_nondet_int();
  if (x > 10) {
    while (y < 5)
      y++;
    if (x == 4711 && y == 7) { reach_error(); }
  }
  return 0;
}
"""
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    Path("p.c").write_text(PROGRAM)
    Path("wrong.c").write_text(WRONG)


def verify(file: str, *arguments: str, config: str = "interval") -> int:
    common = ["--spec", "unreach-call", "--time-limit", "60s", "--quiet", "--config", config]
    return main(["verify", *common, *arguments, file])


def validate(file: str, *arguments: str, witness: str = "w.yml", config: str = "ki") -> int:
    return main(["validate", "--time-limit", "60s", "--quiet", "--config", config, *arguments, file, witness])


def witness_of(file: str, *, config: str = "interval", expected: ExitCode = ExitCode.TRUE) -> Any:
    assert verify(file, "--witness", "w.yml", config=config) == expected
    return checked_file("w.yml")


def changed(change: Callable[[Any], None]) -> None:
    """The witness, with something else in it."""
    document = yaml.safe_load(Path("w.yml").read_text())
    change(document)
    Path("w.yml").write_text(yaml.safe_dump(document, sort_keys=False))


def first_invariant(document: Any) -> Any:
    return document[0]["content"][0]["invariant"]


# ------------------------------------------------------------------------------------------------------ correctness


def test_a_correctness_witness_has_the_invariants_of_loops(capsys: Capture) -> None:
    invariant = first_invariant(witness_of("p.c"))
    assert invariant["type"] == "loop_invariant"
    assert invariant["location"] == {"file_name": "p.c", "line": 4, "column": 3, "function": "main"}
    assert invariant["value"] == "i >= 0 && i <= 10"
    assert validate("p.c", "--alone") == ExitCode.TRUE
    assert "Witness: CONFIRMED" in capsys.readouterr().out


def test_the_same_run_writes_the_same_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    witness_of("p.c")
    text = Path("w.yml").read_text()
    witness_of("p.c")
    assert Path("w.yml").read_text() == text
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    later = witness_of("p.c")[0]["metadata"]
    assert later["creation_time"] == "1970-01-02T00:00:00Z"
    assert later["uuid"] not in text


@pytest.mark.parametrize("name", OTHERS)
def test_own_witnesses_are_confirmed(name: str) -> None:
    Path("other.c").write_text(HEADER + OTHERS[name])
    witness_of("other.c")
    assert validate("other.c") == ExitCode.TRUE


def test_a_negated_invariant_is_rejected_with_its_place(capsys: Capture) -> None:
    witness_of("p.c")
    changed(lambda document: first_invariant(document).update(value="!(i >= 0 && i <= 10)"))
    assert validate("p.c") == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "the loop invariant '!(i >= 0 && i <= 10)' at p.c:4:3" in out
    assert "Witness: REJECTED" in out


def test_a_weakened_invariant_is_no_proof_by_itself(capsys: Capture) -> None:
    witness_of("p.c")
    changed(lambda document: first_invariant(document).update(value="1"))
    assert validate("p.c", "--alone") == ExitCode.FALSE
    out = capsys.readouterr().out
    assert "the invariants alone do not show that" in out
    assert "Witness: REJECTED" in out


def test_an_invariant_that_does_not_always_hold_is_rejected(capsys: Capture) -> None:
    witness_of("p.c")
    changed(lambda document: first_invariant(document).update(value="i >= 0 && i <= 9"))
    assert validate("p.c") == ExitCode.FALSE
    assert "'i >= 0 && i <= 9'" in capsys.readouterr().out


def test_an_invariant_that_is_right_but_not_inductive_is_confirmed_with_help() -> None:
    witness_of("p.c")
    changed(lambda document: first_invariant(document).update(value="i != 11"))
    assert validate("p.c", "--alone") == ExitCode.FALSE
    assert validate("p.c", config="interval") == ExitCode.TRUE


def test_an_invariant_of_another_place_is_checked() -> None:
    witness_of("p.c")

    def at(line: int, value: str) -> Callable[[Any], None]:
        where = {"file_name": "p.c", "line": line}
        return lambda document: first_invariant(document).update(type="location_invariant", location=where, value=value)

    changed(at(8, "i <= 10"))
    assert validate("p.c", config="interval") == ExitCode.TRUE
    changed(at(8, "i <= 5"))
    assert validate("p.c", config="ki") == ExitCode.FALSE


def test_an_invariant_that_cannot_be_read_decides_nothing(capsys: Capture) -> None:
    witness_of("p.c")
    changed(lambda document: document[0]["content"].append({"invariant": {**first_invariant(document), "value": "a[i] == 0"}}))
    assert validate("p.c") == ExitCode.UNKNOWN
    assert "Witness: UNDECIDED" in capsys.readouterr().out


def test_invariants_do_not_make_a_wrong_program_right(capsys: Capture) -> None:
    witness_of("p.c")
    where = {"file_name": "wrong.c", "line": 6}
    changed(lambda document: first_invariant(document).update(value="0", location=where))
    assert validate("wrong.c", config="bmc") == ExitCode.FALSE
    changed(lambda document: first_invariant(document).update(value="1"))
    assert validate("wrong.c", config="bmc") == ExitCode.FALSE
    assert "the property is violated" in capsys.readouterr().out


def test_confirmed_witness_did_not_tell_what_it_rests_on(capsys: Capture) -> None:
    order = """extern void other(void); static int n; static int next(void) { return ++n; }
        static int less(int a, int b) { return a < b; }
        int main(void) { int i = 0; while (i < 3) i++; other(); if (!less(next(), next())) reach_error(); return 0; }"""
    Path("order.c").write_text(HEADER + order)
    witness_of("order.c")
    assert validate("order.c", "--alone") == ExitCode.TRUE
    told = capsys.readouterr().out
    assert "are evaluated left to right" in told
    assert "other has no body" in told


# -------------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda d: first_invariant(d).update(value="i <"), "w.yml:"),
        (lambda d: first_invariant(d)["location"].update(line=2), "no loop begins at p.c:2:3"),
        (lambda d: first_invariant(d)["location"].update(line=99), "has no line 99"),
        (lambda d: first_invariant(d)["location"].update(line="x"), "is no number from 1 on"),
        (lambda d: first_invariant(d).pop("format"), "'format' is missing"),
        (lambda d: first_invariant(d).update(typ="x"), "unknown key 'typ' (did you mean 'type'?)"),
        (lambda d: d[0].update(entry_type="invariants"), "'invariants' is none of"),
        (lambda d: d[0]["metadata"].update(format_version="1.0"), "is a witness of version 1.0"),
        (lambda d: d[0]["metadata"]["task"].update(data_model="32bit"), "'32bit' is none of ILP32, LP64"),
        (lambda d: d.clear(), "the witness has no entries"),
    ],
)
def test_a_bad_witness_is_a_mistake_with_its_line(change: Callable[[Any], None], told: str, capsys: Capture) -> None:
    witness_of("p.c")
    changed(change)
    capsys.readouterr()
    assert validate("p.c") == ExitCode.USAGE
    printed = capsys.readouterr()
    assert told in printed.err
    assert "w.yml:" in printed.err
    assert "Traceback" not in printed.err
    assert "Witness" not in printed.out


def test_what_is_no_yaml_is_a_mistake_with_its_line(capsys: Capture) -> None:
    Path("w.yml").write_text("- a: [\n")
    assert validate("p.c") == ExitCode.USAGE
    assert "w.yml:2: error: is not valid YAML" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------- violation


def test_a_violation_witness_tells_inputs_branches_and_the_target(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    content = witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)[0]["content"]
    points = [segment["segment"][0]["waypoint"] for segment in content]
    assert [point["type"] for point in points][:3] == ["function_return", "function_return", "branching"]
    assert points[0]["constraint"]["value"] == "\\result == 4711"
    assert points[0]["location"] == {"file_name": "wrong.c", "line": 3, "column": 33, "function": "main"}
    assert points[2]["location"]["line"] == 5
    assert points[-1]["location"] == {"file_name": "wrong.c", "line": 8, "column": 32, "function": "main"}
    assert validate("wrong.c") == ExitCode.TRUE
    assert "Witness: CONFIRMED" in capsys.readouterr().out


def test_a_violation_witness_of_a_safe_program_is_rejected(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y < 5"))
    assert validate("wrong.c", config="interval") == ExitCode.FALSE
    assert "the property holds" in capsys.readouterr().out


def test_a_violation_on_another_way_does_not_confirm(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)
    changed(lambda document: document[0]["content"][0]["segment"][0]["waypoint"]["constraint"].update(value="\\result == 12"))
    assert validate("wrong.c", config="bmc") == ExitCode.UNKNOWN
    assert "Witness: UNDECIDED" in capsys.readouterr().out


def test_result_of_five_thousand_digits_is_not_followed(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)
    value = f"\\result == {'9' * 5000}"
    changed(lambda document: document[0]["content"][0]["segment"][0]["waypoint"]["constraint"].update(value=value))
    assert validate("wrong.c", config="bmc") == ExitCode.UNKNOWN
    assert "is no comparison of \\result with a number" in capsys.readouterr().out


def test_a_run_that_passes_what_is_to_be_avoided_does_not_confirm(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    document = witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)
    avoided = {
        "type": "branching",
        "action": "avoid",
        "location": {"file_name": "wrong.c", "line": 5, "column": 3},
        "constraint": {"value": "true"},
    }
    document[0]["content"] = document[0]["content"][:2] + document[0]["content"][-1:]
    document[0]["content"][-1]["segment"].insert(0, {"waypoint": avoided})
    Path("w.yml").write_text(yaml.safe_dump(document))
    checked_file("w.yml")
    assert validate("wrong.c", config="bmc") == ExitCode.UNKNOWN
    assert "it passes what it should avoid" in capsys.readouterr().out


def test_assumptions_give_inputs() -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    document = witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)

    def assumption(line: int, value: str) -> dict[str, Any]:
        constraint = {"value": value, "format": "c_expression"}
        where = {"file_name": "wrong.c", "line": line}
        point = {"type": "assumption", "action": "follow", "location": where, "constraint": constraint}
        return {"segment": [{"waypoint": point}]}

    target = document[0]["content"][-1]
    document[0]["content"] = [assumption(4, "x == 4711"), assumption(5, "y == 6"), target]
    Path("w.yml").write_text(yaml.safe_dump(document))
    checked_file("w.yml")
    assert validate("wrong.c", config="interval") == ExitCode.TRUE


# ------------------------------------------------------------------------------------------------- using invariants


def test_invariants_of_a_witness_help_induction() -> None:
    witness_of("p.c")
    deepest = ("--set", "kinduction.deepest=2")
    assert verify("p.c", *deepest, config="ki") == ExitCode.UNKNOWN
    assert verify("p.c", *deepest, "--invariants-from", "w.yml", config="ki") == ExitCode.TRUE


def test_wrong_invariants_of_a_witness_do_no_harm() -> None:
    witness_of("p.c")
    changed(lambda document: first_invariant(document).update(value="i > 100 && i <= 10"))
    assert verify("p.c", "--set", "kinduction.deepest=2", "--invariants-from", "w.yml", config="ki") == ExitCode.TRUE
    Path("w.yml").write_text(Path("w.yml").read_text().replace("p.c", "wrong.c").replace("line: 4", "line: 6"))
    changed(lambda document: first_invariant(document).update(value="0", location={"file_name": "wrong.c", "line": 6}))
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    assert verify("wrong.c", "--invariants-from", "w.yml", config="ki") == ExitCode.FALSE


def test_a_violation_witness_has_no_invariants(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    witness_of("wrong.c", config="bmc", expected=ExitCode.FALSE)
    assert verify("p.c", "--invariants-from", "w.yml") == ExitCode.USAGE
    assert "w.yml: error: is a violation witness" in capsys.readouterr().err


@pytest.mark.gcc
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_an_annotated_program_still_compiles() -> None:
    common = ["--spec", "unreach-call", "--quiet", "--config", "interval"]
    assert main(["annotate", *common, "p.c", "--output", "annotated.c"]) == ExitCode.TRUE
    text = Path("annotated.c").read_text()
    assert "  /*@ loop invariant i >= 0 && i <= 10; */\n  while (__VERIFIER_nondet_int()) {" in text
    subprocess.run(["gcc", "-fsyntax-only", "-Wall", "-Werror", "annotated.c"], check=True)


def test_invariants_of_one_loop_are_one_comment_because_frama_c_reads_no_second_one() -> None:
    source = SourceFile(path="p.c", text=b"")
    loop = [ToldInvariant(InvariantType.LOOP, source, 0, "main", text) for text in ("x >= 0", "y == 1")]
    other = ToldInvariant(InvariantType.LOCATION, source, 0, "main", "z == 2")
    assert acsl_comments([loop[0], other, loop[1]]) == [
        "/*@ assert z == 2; */",
        "/*@ loop invariant x >= 0; loop invariant y == 1; */",
    ]
    assert acsl_comments([other]) == ["/*@ assert z == 2; */"]


def test_what_is_not_proved_is_not_annotated(capsys: Capture) -> None:
    Path("wrong.c").write_text(WRONG.replace("y == 7", "y == 6"))
    common = ["--spec", "unreach-call", "--quiet", "--config", "bmc"]
    assert main(["annotate", *common, "wrong.c", "--output", "annotated.c"]) == ExitCode.FALSE
    assert not Path("annotated.c").exists()
    assert "nothing to annotate" in capsys.readouterr().err


UNDECIDED = (
    HEADER
    + """int main(void) {
  int i = 0, a = __VERIFIER_nondet_int(), b = a;
  while (__VERIFIER_nondet_int()) {
    if (i < 10) i++;
    if (__VERIFIER_nondet_int() && i > 10 || a != b) reach_error();
  }
  return 0;
}
"""
)
"""Intervals show that i is at most 10, induction that a is b."""


def test_invariants_of_an_analysis_without_a_verdict_complete_an_induction(capsys: Capture) -> None:
    Path("u.c").write_text(UNDECIDED)
    invariant = first_invariant(witness_of("u.c", config="df", expected=ExitCode.UNKNOWN))
    assert "i <= 10" in invariant["value"]
    assert "the witness has the invariants that were found" in capsys.readouterr().err
    deepest = ("--set", "kinduction.deepest=2")
    assert verify("u.c", *deepest, config="ki") != ExitCode.TRUE
    assert verify("u.c", *deepest, "--invariants-from", "w.yml", config="ki") == ExitCode.TRUE
    Path("u.c").write_text(UNDECIDED.replace("i < 10", "i < 11"))
    assert verify("u.c", *deepest, "--invariants-from", "w.yml", config="ki") != ExitCode.TRUE
