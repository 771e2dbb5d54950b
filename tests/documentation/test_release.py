"""What a release consists of: workflow files, the container, the bill of materials, the manual page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.documentation.pages import ROOT
from tests.documentation.test_generated import tool


def commands_of(workflow: str) -> list[str]:
    document = yaml.safe_load((ROOT / ".github/workflows" / workflow).read_text(encoding="utf-8"))
    steps = [step for job in document["jobs"].values() for step in job["steps"]]
    return [str(step.get("run") or step.get("uses")) for step in steps]


def test_the_container_is_built_and_tried_by_a_workflow() -> None:
    assert "docker build --tag whet ." in commands_of("checks.yml")
    assert "docker run --rm whet doctor" in commands_of("checks.yml")


def test_a_release_is_tried_before_its_provenance_is_signed() -> None:
    commands = [command.partition("@")[0] for command in commands_of("release.yml")]
    trying = 'python tools/release.py --output dist --tag "$GITHUB_REF_NAME"'
    wanted = [trying, "actions/attest-build-provenance", "pypa/gh-action-pypi-publish"]
    assert [command for command in commands if command in wanted] == wanted


def test_a_tag_of_another_version_is_refused() -> None:
    release = tool("release")
    (version,) = set(release.versions().values())
    release.check_versions(version, f"v{version}")
    with pytest.raises(SystemExit, match=r"the versions differ: .*'tag': '0\.0\.1'"):
        release.check_versions(version, "v0.0.1")


def test_scripts_that_workflows_run_exist() -> None:
    named = re.findall(r"(?:tools/\w+\.py|\.ci/run)", " ".join(commands_of("checks.yml") + commands_of("release.yml")))
    assert named
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_container_installs_what_the_package_is_called() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'name = "whet"' in project
    copied = re.findall(r"^COPY (.+) \./?\S*$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for line in copied for name in line.split() if not (ROOT / name).exists()] == []


def test_bill_of_materials_names_what_is_installed(tmp_path: Path) -> None:
    packages = [{"name": "whet", "version": "1"}, {"name": "PyYAML", "version": "6.0.3"}, {"name": "pip", "version": "25"}]
    tool("release").write_sbom(tmp_path / "sbom.json", packages)
    document = json.loads((tmp_path / "sbom.json").read_text())
    assert (document["bomFormat"], document["metadata"]["component"]["name"]) == ("CycloneDX", "whet")
    assert [each["purl"] for each in document["components"]] == ["pkg:pypi/pyyaml@6.0.3"]


def warnings_of(page: Path) -> str:
    """As lintian asks man-db for them."""
    command = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)]
    environment = {"LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80", "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment).stderr


@pytest.mark.skipif(shutil.which("man") is None or shutil.which("groff") is None, reason="needs man-db and groff")
def test_manual_page_has_no_warning(tmp_path: Path) -> None:
    assert warnings_of(ROOT / "docs/man/whet.1") == ""
    (tmp_path / "bad.1").write_text('.TH BAD 1\n.SH NAME\n.nosuchmacro\n"\n')
    assert warnings_of(tmp_path / "bad.1") != ""
