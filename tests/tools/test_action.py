"""What CI servers read - action.yml, the template for GitLab, the pre-commit hook - is well-formed, and its commands work.

``tools/try_action.py`` does the same with a wheel in a new environment."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.report.reports import SCHEMAS
from tools import try_action

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.skipif(not (shutil.which("git") and shutil.which("bash")), reason="needs git and bash")


@pytest.fixture
def path(tmp_path: Path) -> str:
    """With a ``whet`` that is this one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = f"PYTHONPATH={shlex.quote(str(ROOT / 'src'))} exec {shlex.quote(sys.executable)} -m whet"
    (folder / "whet").write_text(f'#!/bin/sh\n{command} "$@"\n')
    (folder / "python").write_text("#!/bin/sh\nexit 0\n")  # what would be installed is here
    for file in folder.iterdir():
        file.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def document(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_action_and_hook_are_as_their_schemas_say() -> None:
    jsonschema.validate(document("action.yml"), schema("github-action.json"))
    jsonschema.validate(document(".pre-commit-hooks.yaml"), schema("pre-commit-hooks.json"))
    broken = document("action.yml")
    del broken["runs"]["steps"][-2]["shell"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema("github-action.json"))


def test_verify_step_finds_the_error_and_marks_its_line(tmp_path: Path, path: str) -> None:
    try_action.make_repository(tmp_path / "repository")
    values = {f"inputs.{name}": each for name, each in try_action.inputs().items()}
    (step,) = (step for step in try_action.steps() if step.get("name") == "Verify")
    done = try_action.run_step(step, tmp_path / "repository", values, path)
    assert done.returncode == 1
    assert "::error file=mean.c,line=5,col=" in done.stdout
    try_action.check_sarif(tmp_path / "repository" / "whet.sarif")
    unchanged = try_action.run_step(step, tmp_path / "repository", {**values, "inputs.base": "HEAD"}, path)
    assert unchanged.returncode == 0
    assert "Not affected: mean" in unchanged.stdout


def test_job_of_gitlab_writes_its_reports(tmp_path: Path, path: str) -> None:
    job = document("templates/whet.gitlab-ci.yml")["whet"]
    repository = tmp_path / "repository"
    try_action.make_repository(repository)
    step = {"run": "\n".join(job["script"]), "env": {**job["variables"], "CI_MERGE_REQUEST_DIFF_BASE_SHA": ""}}
    done = try_action.run_step(step, repository, {}, path)
    assert done.returncode == 1
    assert (repository / job["artifacts"]["reports"]["junit"]).exists()
    assert all((repository / each).exists() for each in (*job["artifacts"]["paths"], *job["cache"]["paths"]))


def test_hook_passes_what_does_not_change_a_program(tmp_path: Path, path: str) -> None:
    (hook,) = document(".pre-commit-hooks.yaml")
    try_action.make_repository(tmp_path / "repository")
    assert try_action.run_step({"run": hook["entry"]}, tmp_path / "repository", {}, path).returncode == 0
    changed = tmp_path / "repository" / "mean.c"
    changed.write_text(changed.read_text().replace("12", "13"))
    assert try_action.run_step({"run": hook["entry"]}, tmp_path / "repository", {}, path).returncode == 1
