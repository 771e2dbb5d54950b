"""``whet verify --report``: what the page is given, without a browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.report.verification_pages import FREED_TWICE, HEADER, HOSTILE, MANY_STATES, PROVED, data_of, values_at, write_report
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.report.lines import place_in
from whet.report.verification import recording

Capture = pytest.CaptureFixture[str]


def test_a_run_is_told_with_values_in_c(tmp_path: Path, capsys: Capture) -> None:
    data = data_of(write_report(tmp_path, FREED_TWICE, "--check", "free"))
    assert capsys.readouterr().out.endswith("Verdict: FALSE(valid-free)\n")
    assert data["outcome"]["kind"] == "false"
    assert data["outcome"]["place"].endswith("a<b>&.c:7:3")
    (run,) = data["runs"]
    held = values_at(run, len(run["steps"]) - 1)
    assert held["global variables count"] == "0"
    assert held["main() numbers"] == "{7, 8, 9}"
    assert held["main() name"] == '"pool"'
    assert held["main() second"] == "block2"
    assert held["main() first"] == held["drop() p"] == held["block2 next"] == "block1 /* freed */"
    assert held["block2 value"] == "5"
    assert run["steps"][-1]["kind"] == "violation"
    assert run["steps"][-1]["text"] == "free(p)"
    assert [run["boxes"][box][1] for box in run["steps"][-1]["frames"]] == ["main()", "drop()"]


def test_a_step_tells_what_is_different(tmp_path: Path) -> None:
    (run,) = data_of(write_report(tmp_path, FREED_TWICE, "--check", "free"))["runs"]
    number = next(number for number, step in enumerate(run["steps"]) if step["text"] == "first->next = 0")
    changed = {run["rows"][row][1]: value for row, value, _ in run["steps"][number + 1]["changes"]}
    assert changed == {"next": "NULL"}
    arrows = [target for step in run["steps"] for _, _, targets in step["changes"] for target in targets]
    assert all(run["boxes"][box][0] == "heap" for box, row in arrows if row == -1)
    assert arrows


def test_a_variable_without_a_value_is_told_as_such(tmp_path: Path) -> None:
    program = HEADER + "int main(void) {\n  int x;\n  int y = 1;\n  if (x == 12345) reach_error();\n  return y;\n}\n"
    data = data_of(write_report(tmp_path, program, "--check", "assertion"))
    (run,) = data["runs"]
    last = len(run["steps"]) - 1
    assert values_at(run, 0)["main() x"] == "?"
    assert values_at(run, last)["main() x"] == "12345", "the value with which the violation was confirmed"
    assert run["note"] == ""
    assert data["notes"] == []


def test_of_a_long_run_the_first_and_last_steps_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "FIRST_STEPS", 10)
    monkeypatch.setattr(recording, "LAST_STEPS", 20)
    program = HEADER + "int main(void) {\n  int i = 0;\n  while (i < 200)\n    i++;\n  reach_error();\n}\n"
    (run,) = data_of(write_report(tmp_path, program, "--config", "value"))["runs"]
    assert len(run["steps"]) == 30
    assert [step["skipped"] for step in run["steps"] if step["skipped"]] == [373]
    assert values_at(run, 29)["main() i"] == "200"


def test_a_run_that_cannot_be_made_again_is_told_as_it_was_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise recording.TooLong

    monkeypatch.setattr("whet.report.verification.making.record", refuse)
    data = data_of(write_report(tmp_path, FREED_TWICE, "--check", "free"))
    (run,) = data["runs"]
    assert "too long" in run["note"]
    assert "too long" in data["notes"][0]
    assert any(step["text"] == "count = 2 (was 0)" for step in run["steps"])


def test_invariants_stand_beside_their_loops_without_what_only_checks_know(tmp_path: Path) -> None:
    data = data_of(write_report(tmp_path, PROVED, "--config", "interval"))
    assert data["outcome"]["kind"] == "true"
    told = [mark for mark in data["marks"] if mark["kind"] == "invariant"]
    assert any(mark["line"] == 5 and "i <= 10" in mark["text"] for mark in told)
    data = data_of(write_report(tmp_path, PROVED, "--config", "interval", "--check", "assertion,leak"))
    assert not any("living" in mark["text"] for mark in data["marks"])


def test_an_unknown_says_why_where_and_what_to_try(tmp_path: Path) -> None:
    function = "int f(int n) { return n < 1 ? 0 : f(n - 1); }\n"
    program = f"{HEADER}{function}int main(void) {{\n  if (f(__VERIFIER_nondet_int()) > 1) reach_error();\n}}\n"
    outcome = data_of(write_report(tmp_path, program, "--config", "value", "--check", "assertion"))["outcome"]
    assert outcome["kind"] == "unknown"
    assert outcome["reason"] == "recursion"
    assert outcome["advice"]
    assert outcome["place"].startswith(str(tmp_path))
    assert not outcome["summary"].startswith(str(tmp_path))


def test_lines_that_runs_executed_are_told_without_a_verdict(tmp_path: Path) -> None:
    body = """int twice(int n) {
  return 2 * n;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_int(), i = 1;
  if (x * x == 3)
    reach_error();

  while ((x * x & 3) != 2)
    i += 2;
  return twice(3);
}
"""
    options = ("--config", "runs", "--check", "assertion", "--set", "runs.seconds=0.3s")
    data = data_of(write_report(tmp_path, HEADER + body, *options))
    before = HEADER.count("\n")
    (lines,) = data["lines"]
    assert data["outcome"]["kind"] == "unknown"
    assert [line - before for line in lines["executed"]] == [5, 6, 9, 10]
    assert [line - before for line in lines["others"]] == [2, 7, 11]


def test_a_program_that_cannot_be_read_has_a_report_too(tmp_path: Path) -> None:
    data = data_of(write_report(tmp_path, "int main(void) { return 0 }\n"))
    assert data["outcome"]["kind"] == "error"
    assert data["files"][0]["text"].startswith("int main")
    assert data["notes"]


def test_the_graph_comes_from_the_member_that_won(tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text('algorithm = "race"\nportfolio = ["value", "interval"]\n', encoding="utf-8")
    data = data_of(write_report(tmp_path, MANY_STATES, "--config", str(config)))
    assert data["portfolio"]["winner"] == "value"
    graph = data["graph"]
    assert len(graph["nodes"]) > 2000
    assert not graph["note"]


@pytest.mark.parametrize(("config", "name", "fact"), [("ki", "Unrolling", "turns unrolled"), ("chc", "Clauses", "relations")])
def test_a_search_without_states_tells_what_it_did(config: str, name: str, fact: str, tmp_path: Path) -> None:
    program = (Path(__file__).parents[2] / "examples/lock.c").read_text()
    data = data_of(write_report(tmp_path, program, "--config", config))
    assert data["graph"] is None
    assert data["instead"]["name"] == name
    assert fact in dict(data["instead"]["facts"])
    assert any(claim["place"] and "locked" in claim["text"] for claim in data["instead"]["claims"])


def test_a_portfolio_without_a_verdict_tells_how_each_ended(tmp_path: Path) -> None:
    program = "#include <setjmp.h>\nstatic jmp_buf env;\nint main(void) { return setjmp(env); }\n"
    config = tmp_path / "own.toml"
    config.write_text('algorithm = "race"\nportfolio = ["ki", "bmc"]\n', encoding="utf-8")
    data = data_of(write_report(tmp_path, program, "--config", str(config)))
    assert data["outcome"]["kind"] == "unknown"
    assert data["outcome"]["summary"].startswith("setjmp")
    assert {name for name, _ in data["instead"]["facts"]} == {"ki", "bmc"}


def test_states_that_were_explored_need_no_other_words(tmp_path: Path) -> None:
    data = data_of(write_report(tmp_path, PROVED, "--check", "assertion", "--config", "interval"))
    assert data["graph"]["nodes"]
    assert data["instead"] is None


def test_a_graph_is_cut_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whet.algorithms.graphs.graph_of.__kwdefaults__", {"most": 100, "seconds": 0.0})
    graph = data_of(write_report(tmp_path, MANY_STATES, "--config", "value"))["graph"]
    assert len(graph["nodes"]) == 100
    assert "100 of 2109 states" in graph["note"]
    assert "not told" in graph["note"]
    numbers = {node[0] for node in graph["nodes"]}
    assert all(edge[0] in numbers and edge[1] in numbers for edge in graph["edges"])


def test_without_a_report_no_graph_is_made_and_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text(PROVED, encoding="utf-8")
    code = (
        "import sys; from whet.cli.main import main; import whet.algorithms.exploring as e\n"
        "e.Exploration._graph = lambda self: 1 / 0\n"
        f"main(['verify', {str(source)!r}, '--quiet', '--config', 'interval'])\n"
        "assert not [name for name in sys.modules if name.startswith(('whet.report.verification', 'whet.session.report'))]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "broken", ["whet.algorithms.graphs.graph_of", "whet.session.report.report_page", "whet.session.report.of_program"]
)
def test_a_report_that_fails_changes_no_verdict(
    broken: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, lambda *_, **__: 1 / 0)
    source, page = tmp_path / "a.c", tmp_path / "a.html"
    source.write_text(PROVED, encoding="utf-8")
    assert main(["verify", str(source), "--quiet", "--config", "interval", "--report", str(page)]) == ExitCode.TRUE
    captured = capsys.readouterr()
    assert captured.out.endswith("Verdict: TRUE\n")
    assert page.exists() or "the report was not written: ZeroDivisionError" in captured.err


def test_whatever_a_program_says_is_escaped(tmp_path: Path) -> None:
    page = write_report(tmp_path, HOSTILE, "--check", "assertion")
    text = page.read_text(encoding="utf-8")
    assert text.count("</script>") == 2
    assert text.count("<script") == 2
    assert "<img" not in text
    assert "<b>" not in text
    assert "a&lt;b&gt;&amp;.c" in text
    assert "</script><script>document.title" in data_of(page)["files"][0]["text"]


def test_the_same_run_gives_the_same_page_but_for_times(tmp_path: Path) -> None:
    def stable() -> dict[str, object]:
        data = data_of(write_report(tmp_path, FREED_TWICE, "--check", "free", "--config", "value"))
        return {key: value for key, value in data.items() if key not in ("statistics", "outcome")}

    assert stable() == stable()


def test_all_findings_have_their_runs(tmp_path: Path) -> None:
    program = (
        HEADER + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 3) reach_error();\n  return 1 / (x - 7);\n}\n"
    )
    data = data_of(write_report(tmp_path, program, "--all", "--check", "assertion,division", "--config", "value-predicate"))
    assert sorted(run["check"] for run in data["runs"]) == ["assertion", "division"]


@pytest.mark.parametrize("name", ["there/a.html", "", "notes.txt"])
def test_a_page_that_cannot_be_written_is_told_before_the_work(name: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    source = tmp_path / "a.c"
    source.write_text(PROVED, encoding="utf-8")
    assert main(["verify", str(source), "--report", str(tmp_path / name)]) == ExitCode.USAGE
    assert "--report" in (err := capsys.readouterr().err) or "cannot be written" in err
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_a_place_in_a_sentence() -> None:
    assert str(place_in("at a/b.c:12:3: no")) == "a/b.c:12:3"
    assert place_in("at 12:3") is None
