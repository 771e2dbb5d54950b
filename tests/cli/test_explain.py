"""``whet verify --explain``: the refinements of a run as text and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tests.conftest import Golden
from whet.cfa.model import Program
from whet.cfa.source import Place
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.context import Context
from whet.core.explanation import MOST_RECORDS, Declined, Entered, Excluded, FunctionSpan, RefinementRecord, Refinements, Stands
from whet.core.result import Result, TrueVerdict
from whet.report.explaining import explanation_lines
from whet.session import program as session_program
from whet.task.configuration import Configuration
from whet.task.task import Task

ROOT = Path(__file__).parents[2]
PRESETS = ("value-cegar", "predicate", "refsel")
PROGRAM = """\
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int mode;

static void step(void) {
  mode = 1;
}

int main(void) {
  unsigned i = 0, j = 0;
  unsigned n = __VERIFIER_nondet_uint();
  int flag = 0;
  while (i < n) {
    i++;
    j++;
    step();
  }
  if (flag != 0)
    reach_error();
  if (mode > 2)
    reach_error();
  if (i != j)
    reach_error();
  return 0;
}
"""
VIOLATED = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int flag = 0, x = __VERIFIER_nondet_int();
  if (flag)
    reach_error();
  if (x == 7)
    reach_error();
  return 0;
}
"""
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAM)
    Path("v.c").write_text(VIOLATED)


def arguments(preset: str, file: str = "p.c") -> list[str]:
    """With a limit of states that the loop of ``p.c`` exceeds if it is unrolled."""
    options = ("refinement.nondeterminism=0", "limits.states=400")
    return [
        "verify",
        "--quiet",
        "--check",
        "assertion",
        "--config",
        preset,
        *(part for option in options for part in ("--set", option)),
        file,
    ]


# -------------------------------------------------------------------------------------------------------------- text


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("file", ["p.c", "v.c"])
def test_explanation_reads_as_before(preset: str, file: str, golden: Golden, capsys: Capture) -> None:
    main([*arguments(preset, file), "--explain"])
    golden(f"explain/{Path(file).stem}-{preset}.txt", capsys.readouterr().out)


@pytest.mark.parametrize("preset", PRESETS)
def test_verdict_is_the_last_line_and_nothing_else_changes(preset: str, capsys: Capture) -> None:
    main(arguments(preset))
    plain = capsys.readouterr().out.splitlines()
    main([*arguments(preset), "--explain"])
    explained = capsys.readouterr().out.splitlines()
    assert not any("Refinement" in line for line in plain)
    assert explained[-len(plain) :] == plain
    assert explained[0].startswith("Refinement 1: path of ")


def test_run_without_refinement_says_so(capsys: Capture) -> None:
    assert main(["verify", "--quiet", "--explain", "--config", "value", "v.c"]) == ExitCode.FALSE
    assert capsys.readouterr().out.splitlines()[0] == "Refinements: none"


def test_explanation_does_not_depend_on_the_hash_seed() -> None:
    first, second = (_printed("refsel", seed) for seed in ("1", "2"))
    assert "Refinement 3: " in first
    assert first == second


def _printed(preset: str, seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.fspath(ROOT / "src")}
    command = [sys.executable, "-m", "whet", *arguments(preset), "--explain"]
    return subprocess.run(command, check=False, capture_output=True, text=True, env=environment).stdout


def test_lines_of_one_block() -> None:
    where = tuple(FunctionSpan(f"f{n}", Place("p.c", n, 1), Place("p.c", n + (n > 1), 2)) for n in range(1, 6))
    record = RefinementRecord(
        number=3,
        path_length=1,
        target="assembler\nVerdict: TRUE is not supported",
        place=Place("p.c", 2, 2),
        candidates=(),
        declined=(Declined("value", "there are too many"),),
        conclusion=Excluded("predicate", "wp", (Entered("x == 1", where), Entered("y", (FunctionSpan("g"),)))),
    )
    assert list(explanation_lines(Refinements((record,), 12), selection=("score-min",))) == [
        "Refinement 3: path of 1 step to p.c:2:2 (assembler Verdict: TRUE is not supported) is excluded by predicates (wp)",
        "    values: there are too many",
        "    entered: x == 1 at f1 line 1, f2 lines 2-3, f3 lines 3-4, 2 more functions",
        "    entered: y at g",
        "Refinements: 12 more, which are left out",
    ]


def test_path_that_was_found_with_less() -> None:
    record = _stands(1, Excluded("value", "interpolation", ()))
    assert list(explanation_lines(Refinements((record,)), selection=()))[1] == (
        "    entered: nothing, because what is tracked by now is enough"
    )


# -------------------------------------------------------------------------------------------------------------- JSON


def test_domain_that_nobody_knows_is_named_in_the_plural() -> None:
    record = _stands(1, Excluded("parity", "interpolation", ()))
    assert "is excluded by parities (interpolation)" in next(explanation_lines(Refinements((record,)), selection=()))


def test_json_has_the_same_and_no_text(capsys: Capture) -> None:
    main([*arguments("refsel"), "--explain", "--json", "--output", "out"])
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads(Path("out/result.json").read_text())
    assert printed["refinements_left_out"] == 0
    assert [record["number"] for record in printed["refinements"]] == [1, 2, 3]
    assert [record["domain"] for record in printed["refinements"]] == ["value", "value", "predicate"]
    for record in printed["refinements"]:
        check_record(record)


def test_reason_of_a_path_that_stands_is_in_the_json(capsys: Capture) -> None:
    main([*arguments("value-cegar", "v.c"), "--json"])
    first, second = json.loads(capsys.readouterr().out)["refinements"]
    check_record(first)
    check_record(second)
    assert (first["domain"], first["reason"]) == ("value", None)
    assert (second["domain"], second["reason"]) == (None, "it seems to be feasible")


def check_record(record: dict[str, object]) -> None:
    """Has every key, with a value of its type."""
    check(
        record,
        number=int,
        path_length=int,
        target=str,
        place=str,
        candidates=list,
        declined=list,
        domain=str | None,
        source=str | None,
        entered=list,
        reason=str | None,
    )
    numbers = dict.fromkeys(("score", "length", "width", "depth", "variety"), int)
    for candidate in _list(record["candidates"]):
        check(candidate, domain=str, source=str, tracks=list, chosen=bool, **numbers)
    for declined in _list(record["declined"]):
        check(declined, domain=str, reason=str)
    for entered in _list(record["entered"]):
        check(entered, what=str, where=list)
        for span in _list(entered["where"]):
            check(span, function=str, first=str, last=str)


def check(document: dict[str, object], **types: object) -> None:
    assert set(document) == set(types)
    for name, type in types.items():
        assert isinstance(document[name], type), (name, document[name])  # type: ignore[arg-type]  # types and unions of them


def _list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


# ------------------------------------------------------------------------------------------------------------- limits


def _stands(number: int, conclusion: Excluded | Stands | None = None) -> RefinementRecord:
    return RefinementRecord(
        number=number,
        path_length=9,
        target="reach_error() is called",
        place=Place("p.c", 3, 5),
        candidates=(),
        declined=(),
        conclusion=conclusion or Stands("it seems to be feasible"),
    )


def refine_forever(program: Program, task: Task, configuration: Configuration, context: Context) -> NoReturn:
    context.explanation.refined(_stands)
    context.explanation.refined(_stands)
    while True:
        context.progress("exploring")


def refine_often(program: Program, task: Task, configuration: Configuration, context: Context) -> Result:
    for _ in range(MOST_RECORDS + 3):
        context.explanation.refined(_stands)
    return Result(TrueVerdict())


def test_run_that_was_ended_tells_what_it_refined(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(session_program, "default_engine", lambda: refine_forever)
    assert main(["verify", "p.c", "--quiet", "--explain", "--time-limit", "300ms"]) == ExitCode.LIMIT
    assert capsys.readouterr().out.splitlines() == [
        "Refinement 1: path of 9 steps to p.c:3:5 (reach_error() is called) is not excluded: it seems to be feasible",
        "Refinement 2: path of 9 steps to p.c:3:5 (reach_error() is called) is not excluded: it seems to be feasible",
        "Reason: 0.3s of CPU time was used while exploring [W220]",
        "Next: allow more time with --time-limit, or try --config value-predicate",
        "Verdict: UNKNOWN(time-out)",
    ]


def test_so_many_refinements_are_kept(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(session_program, "default_engine", lambda: refine_often)
    main(["verify", "p.c", "--quiet", "--explain"])
    *lines, left_out, verdict = capsys.readouterr().out.splitlines()
    assert len(lines) == MOST_RECORDS
    assert (left_out, verdict) == ("Refinements: 3 more, which are left out", "Verdict: TRUE")
    main(["verify", "p.c", "--quiet", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (len(document["refinements"]), document["refinements_left_out"]) == (MOST_RECORDS, 3)
