"""``whet ci`` on a small repository: what is affected, new, known, suppressed, kept and proved again, and how the job ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.report.reports import check_sarif
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
PROJECT = """
[ci]
config = "value"
time_limit = "30s"
cache = "cache"
baseline = "baseline.json"

[[ci.target]]
files = ["good.c"]

[[ci.target]]
files = ["bad.c"]
"""
HEADER = "#define LIMIT 3\n"
GOOD = """\
#include <assert.h>
#include "limit.h"

int main(void)
{
    int x = 0;
    for (int i = 0; i < LIMIT; i++)
        x += 2;
    assert(x == 2 * LIMIT);
    return 0;
}
"""
BAD = """\
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int zero = 0, most = 2147483647, which = __VERIFIER_nondet_int();
    if (which == 1)
        most = most + 1;
    if (which == 2)
        return 1 / zero;
    return 0;
}
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if shutil.which("git") is None:
        pytest.skip("needs git")
    for name, text in (("whet.toml", PROJECT), ("limit.h", HEADER), ("good.c", GOOD), ("bad.c", BAD)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    git("init", "--quiet")
    commit()
    return tmp_path


def git(*arguments: str) -> None:
    known = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *known, *arguments], check=True, capture_output=True)


def commit() -> None:
    git("add", "whet.toml", "limit.h", "good.c", "bad.c")
    git("commit", "--quiet", "--message", "x")


def ci(capsys: Capture, *arguments: str) -> tuple[int, list[str]]:
    code = main(["ci", "--quiet", *arguments])
    return code, capsys.readouterr().out.splitlines()


def edit(name: str, old: str, new: str) -> None:
    text = Path(name).read_text()
    assert old in text
    Path(name).write_text(text.replace(old, new))


def told(lines: list[str], word: str) -> list[str]:
    return [line.removeprefix(f"{word}: ") for line in lines if line.startswith(f"{word}: ")]


def test_new_findings_fail_and_known_ones_are_told(repository: Path, capsys: Capture) -> None:
    code, lines = ci(capsys, "--sarif", "out.sarif", "--junit", "out.xml")
    assert code == ExitCode.FALSE
    assert len(told(lines, "Found")) == 2, "one must not hide the other"
    assert lines[-1] == "Result: failed"
    check_sarif(Path("out.sarif").read_text())
    assert main(["ci", "--quiet", "--write-baseline"]) == ExitCode.TRUE
    assert len(json.loads(Path("baseline.json").read_text())["targets"]["bad"]["findings"]) == 2
    capsys.readouterr()
    edit("bad.c", "int main", "/* lines move */\n\nint main")
    code, lines = ci(capsys, "--target", "bad")
    assert (code, lines[-1]) == (ExitCode.TRUE, "Result: passed")
    assert [each.partition(": ")[0] for each in told(lines, "Known")] == ["bad.c:8:9", "bad.c:10:9"]
    assert "(kept, " in told(lines, "Target")[0]
    edit("bad.c", "return 0", "return which == 3 ? most << 40 : 0")
    code, lines = ci(capsys, "--target", "bad")
    assert code == ExitCode.FALSE
    assert [each.rpartition(" ")[2] for each in told(lines, "New")] == ["[shift]"]
    edit("bad.c", "which == 3 ? most << 40 : 0", "0")
    edit("bad.c", "1 / zero", "1")
    code, lines = ci(capsys, "--target", "bad")
    assert code == ExitCode.TRUE
    assert "division by zero" in told(lines, "Gone")[0]


def test_suppressed_findings_are_told_and_do_not_fail(repository: Path, capsys: Capture) -> None:
    edit("bad.c", "most + 1;", "most + 1; // whet: ignore[overflow] it wraps on this machine")
    edit("bad.c", "1 / zero", "1")
    code, lines = ci(capsys, "--target", "bad", "--annotations", "github", "--sarif", "all.sarif")
    assert code == ExitCode.TRUE
    assert "(it wraps on this machine)" in told(lines, "Suppressed")[0]
    assert any(line.startswith("::notice file=bad.c,line=6,") for line in lines)
    results = check_sarif(Path("all.sarif").read_text())["runs"][0]["results"]
    assert results[0]["suppressions"][0]["justification"] == "it wraps on this machine"
    edit("whet.toml", "[ci]", '[ci]\nfail_on = ["suppressed"]')
    assert ci(capsys, "--target", "bad")[0] == ExitCode.FALSE
    edit("whet.toml", '"suppressed"', '"unused-suppression"')
    edit("bad.c", "most + 1;", "most - 1;")
    assert main(["ci", "--quiet", "--target", "bad"]) == ExitCode.FALSE
    assert "bad.c:6: warning: nothing was found that this suppresses (overflow)" in capsys.readouterr().err


def test_suppression_without_a_reason_is_refused(repository: Path, capsys: Capture) -> None:
    edit("bad.c", "most + 1;", "most + 1; // whet: ignore[overflow]")
    assert main(["ci", "--quiet"]) == ExitCode.USAGE
    assert "bad.c:6:26: error: a suppression needs a reason" in capsys.readouterr().err


def test_only_what_a_change_affects_is_verified(repository: Path, capsys: Capture) -> None:
    code, lines = ci(capsys, "--base", "HEAD")
    assert (code, told(lines, "Target")) == (ExitCode.TRUE, [])
    assert told(lines, "Not affected") == ["good, bad"]
    edit("limit.h", "3", "4")
    code, lines = ci(capsys, "--base", "HEAD")
    assert (code, told(lines, "Not affected")) == (ExitCode.TRUE, ["bad"])
    assert told(lines, "Target")[0].startswith("good: TRUE (searched")
    commit()
    code, lines = ci(capsys, "--base", "HEAD~1")
    assert "good: TRUE (kept" in told(lines, "Target")[0]
    edit("good.c", "2 * LIMIT);", "LIMIT + LIMIT);")
    code, lines = ci(capsys, "--base", "HEAD")
    assert "good: TRUE (the last proof holds" in told(lines, "Target")[0]
    edit("good.c", "x += 2", "x += 3")
    code, lines = ci(capsys, "--base", "HEAD")
    assert code == ExitCode.FALSE, "a proof that was kept says nothing about another program"
    assert main(["ci", "--quiet", "--base", "no-such-revision"]) == ExitCode.USAGE
    assert "no-such-revision" in capsys.readouterr().err


def test_what_is_not_decided_fails_unless_it_is_known(repository: Path, capsys: Capture) -> None:
    Path("bad.c").write_text("int f(int); int main(void) { int x = 0; while (f(1)) x = x + 1; return x; }\n")
    edit("whet.toml", 'config = "value"', 'config = "value"\nset = ["limits.states=200"]')
    code, lines = ci(capsys, "--target", "bad")
    assert (code, lines[-1]) == (ExitCode.LIMIT, "Result: failed")
    assert ci(capsys, "--target", "bad", "--write-baseline")[0] == ExitCode.TRUE
    assert ci(capsys, "--target", "bad")[0] == ExitCode.TRUE
    edit("whet.toml", 'baseline = "baseline.json"', 'fail_on = ["false"]')
    assert ci(capsys, "--target", "bad")[0] == ExitCode.TRUE


def test_damaged_cache_is_no_cache(repository: Path, capsys: Capture) -> None:
    assert ci(capsys, "--target", "good")[0] == ExitCode.TRUE
    for entry in Path("cache").rglob("*.json"):
        entry.write_text(entry.read_text().replace('"result": "{', '"result": "{ '))
    code, lines = ci(capsys, "--target", "good")
    assert (code, "(searched, " in told(lines, "Target")[0]) == (ExitCode.TRUE, True)
    code, lines = ci(capsys, "--target", "good", "--fresh")
    assert "(searched, " in told(lines, "Target")[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--target", "god"], "there is no target 'god' (did you mean 'good'?)"),
        (["--project", "none.toml"], "none.toml: error: No such file or directory"),
        (["--baseline", "limit.h"], "limit.h: error: is not a baseline"),
    ],
)
def test_mistakes_of_users_are_told(repository: Path, capsys: Capture, arguments: list[str], message: str) -> None:
    assert main(["ci", "--quiet", *arguments]) == ExitCode.USAGE
    assert message in capsys.readouterr().err


def test_a_function_is_called_as_verify_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """A variable that another function of the project sets is set before."""
    monkeypatch.chdir(tmp_path)
    text = "static int *table;\nvoid set_up(int *to) { table = to; }\nint first(void) { return table[0]; }\n"
    Path("table.c").write_text(text + "int second(void) { return table[1]; }\n")
    targets = [f'[[ci.target]]\nname = "{name}"\nfiles = ["table.c"]\nentry = "{name}"\n' for name in ("first", "second")]
    Path("whet.toml").write_text('[ci]\nconfig = "ki"\ntime_limit = "20s"\n' + "".join(targets))
    for name, verdict in {"first": "UNKNOWN(bounded)", "second": "FALSE(valid-deref)"}.items():
        main(["verify", "table.c", "--quiet", "--entry", name, "--config", "ki"])
        assert f"Verdict: {verdict}" in capsys.readouterr().out
    main(["ci", "--quiet"])
    out = capsys.readouterr().out
    assert "Target: first: UNKNOWN(bounded)" in out
    assert "Target: second: FALSE(valid-deref)" in out
