"""The archive for a report: made where Whet is wrong, and only there."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from whet.algorithms import discharging
from whet.cli.main import main
from whet.core.result import Defect, InvalidProgram, Reason, TrueVerdict, Unknown
from whet.report.bundle import BUNDLE_FILE, bundle, is_worth_reporting
from whet.task.task import Task

TEXT = "extern int __VERIFIER_nondet_int(void);\nint main(void) { return 100 / __VERIFIER_nondet_int(); }\n"
ARGUMENTS = ("--check", "division", "--config", "refsel", "--quiet")


def verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    (folder / "p.c").write_text(TEXT)
    main(["verify", str(folder / "p.c"), *ARGUMENTS, "--output", str(folder / "out")])
    return capsys.readouterr().out


def test_rejected_proof_comes_with_an_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discharging, "reached_errors", lambda exploration: frozenset())
    out = verified(tmp_path, capsys)
    assert "UNKNOWN(proof rejected)" in out
    assert BUNDLE_FILE in out
    with zipfile.ZipFile(tmp_path / "out" / BUNDLE_FILE) as archive:
        assert archive.namelist() == ["about.txt", "result.json", "program/1-p.c"]
        assert archive.read("program/1-p.c").decode() == TEXT
        assert json.loads(archive.read("result.json"))["reason"] == "proof rejected"
        about = archive.read("about.txt").decode()
    assert "property: " in about
    assert "z3-solver: " in about


def test_verdicts_come_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "FALSE" in verified(tmp_path, capsys)
    assert not (tmp_path / "out" / BUNDLE_FILE).exists()


def test_same_run_makes_the_same_archive(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(TEXT)
    task = Task(files=(str(tmp_path / "p.c"),))
    assert bundle(task, {"verdict": "?"}, "whet") == bundle(task, {"verdict": "?"}, "whet")
    assert bundle(task, {"verdict": "?"}, "whet") != bundle(task, {"verdict": "!"}, "whet")


def test_what_is_worth_a_report() -> None:
    assert is_worth_reporting(Unknown(Reason.REJECTED))
    assert is_worth_reporting(Unknown(Reason.CONTRADICTION))
    assert is_worth_reporting(Defect("internal", "broken"))
    for other in (TrueVerdict(), Unknown(Reason.TIME_OUT), InvalidProgram("x")):
        assert not is_worth_reporting(other)
