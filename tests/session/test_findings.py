"""``whet verify --all``: one finding for each place that fails, and what is proved of the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, TrueVerdict, Unknown
from whet.report.lines import grouped_by_place
from whet.session.findings import Findings
from whet.session.session import find_all
from whet.task.checks import bugs_property
from whet.task.task import Task

Capture = pytest.CaptureFixture[str]
SEVERAL = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), a[4] = {1, 2, 3, 4};
  if (n < 0 || n > 4) return 0;
  int s = a[n];
  s = s / n;
  assert(s != 1);
  s = s << n;
  return s + 1;
}
"""


def found_in(folder: Path, text: str, seconds: int = 60, preset: str = "ki") -> Findings:
    (folder / "p.c").write_text(text)
    task = Task(files=(str(folder / "p.c"),), property=bugs_property())
    return find_all(task, load_configuration(preset, [f"limits.cpu_time={seconds}s"]))


def ends(sites: list[str]) -> set[str]:
    return {site.rpartition("/")[2] for site in sites}


def test_each_place_that_fails_is_found_once_and_the_others_are_proved(tmp_path: Path) -> None:
    found = found_in(tmp_path, SEVERAL)
    verdicts = [each.verdict for each in found.violations]
    places = {(each.check, each.place.line) for each in verdicts if isinstance(each, FalseVerdict) and each.place is not None}
    assert places == {("memory", 6), ("division", 7), ("assertion", 8)}
    assert len(verdicts) == 3
    assert not found.undecided
    assert {"p.c:9:3 [overflow]", "p.c:10:3 [overflow]"} <= ends(found.proved)
    assert found.result == found.violations[0] or isinstance(found.result.verdict, FalseVerdict)


def test_finding_is_of_a_run_that_does_nothing_wrong_before(tmp_path: Path) -> None:
    text = "int main(void) { int x = 2147483647, z = 0; x = x + 1; return 1 / z; }"
    found = found_in(tmp_path, text)
    (only,) = found.violations
    assert isinstance(only.verdict, FalseVerdict)
    assert only.verdict.check == "overflow"
    assert {site.partition(" ")[2] for site in found.proved} >= {"[division]"}, "no run comes there without the overflow"


def test_program_without_findings_is_true(tmp_path: Path) -> None:
    found = found_in(tmp_path, "int main(int c, char **v) { return c % 7 + 1; }")
    assert (found.violations, found.undecided) == ([], [])
    assert isinstance(found.result.verdict, TrueVerdict)
    assert found.result.checked is not None


def test_place_that_is_not_decided_hides_no_finding_and_no_proof(tmp_path: Path) -> None:
    hard = """extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
    int main(void) { unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = x % 2;
      if (x > 1 && y > 1 && x * y == 13372101884243077687ul) reach_error();
      return 1 / (int)z; }"""
    found = found_in(tmp_path, hard, seconds=8)
    assert [each.verdict.check for each in found.violations if isinstance(each.verdict, FalseVerdict)] == ["division"]
    assert [site.partition(" ")[2] for site in found.undecided] == ["[assertion]"]


def test_what_cannot_be_read_is_one_result(tmp_path: Path) -> None:
    found = found_in(tmp_path, "int main(void) { return }")
    assert not isinstance(found.result.verdict, (TrueVerdict, FalseVerdict, Unknown))
    assert found.places == 0


def test_lines_and_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(SEVERAL)
    assert main(["verify", "p.c", "--quiet", "--all", "--config", "ki", "--output", "out"]) == ExitCode.FALSE
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("Violation: ") for line in lines) == 3
    assert sum(line.startswith("Proved: ") for line in lines) > 1
    document = json.loads(Path("out/result.json").read_text())
    assert len(document["findings"]) == 3
    assert all(finding["inputs"] and finding["evidence"] for finding in document["findings"])
    assert document["undecided_places"] == []


def test_undecided_places_are_grouped_by_the_place_of_the_program() -> None:
    sites = ["a.c:9:5 [division]", "a.c:7:19 in strcpy:13:5 [contract]", "a.c:7:19 [memory]", "a.c:7:19 [contract]"]
    assert list(grouped_by_place(sites)) == ["a.c:9:5 [division]", "a.c:7:19 [contract, memory] (in the body of strcpy)"]
    assert list(grouped_by_place([])) == []
