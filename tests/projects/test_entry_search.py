"""A proof about calls of some size is no verdict TRUE: all calls are proved, larger ones fail, or the answer says the bound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

SOURCE = """\
int copies(const char *s) { char b[8]; int i; for (i = 0; s[i]; i++) b[i] = s[i]; return i; }
unsigned long length(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
unsigned sum(const unsigned *values, int count) { unsigned r = 0; for (int i = 0; i < count; i++) r += values[i]; return r; }
void before(unsigned *values, int count) { if (count == 300) values[-1] = 0; }
void after(unsigned *values, int count) { if (count == 300) values[300] = 0; }
struct stack { int *start, *end, *top; };
int pop(struct stack *s) { return s->top == s->start ? 0 : *--s->top; }
int late(struct stack *s) { return s->end - s->start == 40 ? *s->end : 0; }
struct item { int *to; };
int set(struct item *items, int n) { return n > 0 ? items[n - 1].to != 0 : 0; }
struct pointers { int *to[9]; };
int seventh(struct pointers *p) { return p && p->to[6] ? *p->to[6] : 0; }
struct node { int value; struct node *next; };
int second(struct node *list) { return list->next->value; }
int third(struct node *list) { return list->next->next->value; }
int third_if(struct node *list) { return list->next->next ? list->next->next->value : 0; }
static int g;
int by_g(int x) { return x / g; }
int by_n(int n, int m) { return 1 / n; }
"""
OPTIONS = ["--quiet", "--config", "ki", "--time-limit", "20s"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(SOURCE)


def verified(capsys: pytest.CaptureFixture[str], function: str, *options: str) -> tuple[int, str]:
    code = main(["verify", "p.c", *OPTIONS, "--no-null", "--entry", function, *options])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


@pytest.mark.parametrize("function", ["length", "sum", "pop", "second"])
def test_calls_of_all_sizes_are_proved(capsys: pytest.CaptureFixture[str], function: str) -> None:
    code, out = verified(capsys, function)
    assert code == ExitCode.TRUE, out
    assert "is null, because" not in out


@pytest.mark.parametrize(
    ("function", "violation"),
    [
        ("copies", "b[8] is outside b, which has 8 elements"),
        ("before", "element -1 is outside"),
        ("after", "is outside"),
        ("late", "is outside"),
    ],
)
def test_larger_calls_fail(capsys: pytest.CaptureFixture[str], function: str, violation: str) -> None:
    code, out = verified(capsys, function)
    assert code == ExitCode.FALSE, out
    assert violation in out


@pytest.mark.parametrize(
    ("function", "options", "reason"),
    [
        ("set", ["--elements", "2"], "no failure with arrays and strings of up to 2 elements"),
        ("copies", ["--elements", "8"], "no failure with arrays and strings of up to 8 elements"),
        ("third_if", [], "no failure with pointers followed 2 deep"),
        ("third", [], "access through a null pointer, which may be one that the harness made no object for"),
    ],
)
def test_what_holds_up_to_a_bound_is_unknown(
    capsys: pytest.CaptureFixture[str], function: str, options: list[str], reason: str
) -> None:
    code, out = verified(capsys, function, *options)
    assert code == ExitCode.UNKNOWN, out
    assert reason in out
    assert out.endswith("Verdict: UNKNOWN(bounded)\n")
    assert "Proof:" not in out


def test_more_pointers_decide_what_fewer_did_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Next: follow more pointers with --depth 3" in verified(capsys, "third_if")[1]
    assert verified(capsys, "third", "--depth", "3")[0] == ExitCode.TRUE
    assert verified(capsys, "third_if", "--depth", "3")[0] == ExitCode.TRUE


def test_a_bound_is_told_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["verify", "p.c", *OPTIONS, "--no-null", "--entry", "set", "--elements", "2", "--json", "--sarif", "r.sarif"])
    document = json.loads(capsys.readouterr().out)
    assert code == ExitCode.UNKNOWN
    assert document["verdict"] == "UNKNOWN(bounded)"
    assert document["reason"] == "bounded"
    assert document["detail"] == "no failure with arrays and strings of up to 2 elements"
    assert document["evidence"] is None
    assert "proof_check" not in document
    assert '"pass"' not in Path("r.sarif").read_text()


def test_all_findings_of_a_bounded_harness_prove_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, "set", "--elements", "2", "--all")
    assert code == ExitCode.UNKNOWN, out
    assert out.endswith("Verdict: UNKNOWN(bounded)\n")


@pytest.mark.parametrize(
    ("function", "requires", "named"),
    [
        ("by_g", '"g > 0"', "satisfies g > 0 (whet.toml:2)"),
        ("by_n", '"n > 0", "m == 1", "m > 1"', "satisfies n > 0 (whet.toml:2) and m == 1 (whet.toml:2) and m > 1 (whet.toml:2)"),
    ],
)
def test_requirements_that_no_call_satisfies_prove_nothing(
    capsys: pytest.CaptureFixture[str], function: str, requires: str, named: str
) -> None:
    Path("whet.toml").write_text(f"[entry.{function}]\nrequires = [{requires}]\n")
    code, out = verified(capsys, function)
    assert code == ExitCode.UNKNOWN, out
    assert named in out
    assert "Next: correct what is required of callers" in out
    assert out.endswith("Verdict: UNKNOWN(no call)\n")


def test_a_scan_tells_what_holds_up_to_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text('[entry.by_g]\nrequires = ["g > 0"]\n')
    names = [f"--function={name}" for name in ("copies", "set", "seventh", "by_g")]
    code = main(["scan", "p.c", "--quiet", "--config", "ki", "--time-limit", "20s", "--output", "out", *names])
    lines = capsys.readouterr().out.splitlines()
    assert code == ExitCode.FALSE
    found = {each["function"]: each for each in json.loads(Path("out/result.json").read_text())["functions"]}
    assert found["copies"]["status"] == "failing", lines
    assert (found["set"]["status"], found["set"]["detail"]) == ("needs a precondition", f"then {found['set']['bound']}"), lines
    assert found["set"]["bound"].startswith("no failure with arrays and strings of up to ")
    assert (found["seventh"]["status"], found["seventh"]["reason"]) == ("holds up to a bound", "bounded"), lines
    assert (found["by_g"]["status"], found["by_g"]["reason"]) == ("unknown", "no call"), lines
    assert "Holds: p.c:12:5: seventh: no failure with pointers followed 2 deep" in lines
    assert "holds up to a bound        1   25%" in lines
