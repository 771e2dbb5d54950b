"""``whet verify --seed-predicates``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.roles.seeded_programs import PRELUDE, TWO_LOOPS
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.c"
    path.write_text(PRELUDE + TWO_LOOPS, encoding="utf-8")
    return str(path)


def test_seeds_prove(program: str, capsys: Capture) -> None:
    pytest.importorskip("clingo")
    arguments = ["--spec", "unreach-call", "--config", "ki", "--seed-predicates", "roles", "--json", "--quiet"]
    assert main(["verify", program, *arguments]) == ExitCode.TRUE
    document = json.loads(capsys.readouterr().out)
    assert document["configuration"]["settings"]["seeds.predicates"]["value"] == "roles"
    assert document["statistics"]["seed_templates"] == 2


def test_without_clingo_the_message_says_what_to_install(program: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    assert main(["verify", program, "--seed-predicates", "roles", "--quiet"]) == ExitCode.USAGE
    assert "pip install 'whet[roles]'" in capsys.readouterr().err


def test_without_clingo_other_runs_go_on(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    assert main(["verify", program, "--time-limit", "1s", "--config", "interval", "--quiet"]) != ExitCode.USAGE


def test_unknown_source_is_refused(program: str, capsys: Capture) -> None:
    assert main(["verify", program, "--seed-predicates", "dice"]) == ExitCode.USAGE
    assert "roles" in capsys.readouterr().err
