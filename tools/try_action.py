"""Run the steps of ``action.yml`` as a runner would: in a new environment, with a wheel of this checkout, on a small repository.

    python tools/try_action.py [--keep DIR]

Builds the wheel, makes a virtual environment, and executes every step with a ``run`` in it, with the environment that the step
asks for; steps that use other actions are named and left out.  Prints what a user would see, and fails if the job does not find
the planted error, or if its SARIF does not say so.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
PROJECT = '[ci]\nconfig = "value"\n\n[[ci.target]]\nfiles = ["mean.c"]\n'
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int count = __VERIFIER_nondet_int();
    return count == 3 ? 12 / (count - 3) : 0;
}
"""


def steps() -> list[dict[str, Any]]:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = action["runs"]["steps"]
    return found


def inputs(**given: str) -> dict[str, str]:
    """Those of the action, with their defaults."""
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return {name: given.get(name.replace("-", "_"), each["default"]) for name, each in action["inputs"].items()}


def value(text: str, values: Mapping[str, str]) -> str:
    """What an expression of a workflow stands for; what is not known is empty, as there."""

    def one(expression: str) -> str:
        alternatives = [part.strip() for part in expression.split("||")]
        return next((values[each] for each in alternatives if values.get(each)), "")

    return _EXPRESSION.sub(lambda match: one(match[1]), text)


def make_repository(folder: Path) -> None:
    folder.mkdir()
    (folder / "whet.toml").write_text(PROJECT)
    (folder / "mean.c").write_text(PROGRAM)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "--quiet"], cwd=folder, check=True)
    subprocess.run([*git, "add", "."], cwd=folder, check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "begin"], cwd=folder, check=True)


def run_step(step: Mapping[str, Any], folder: Path, values: Mapping[str, str], path: str) -> subprocess.CompletedProcess[str]:
    """As a runner calls bash."""
    asked = {name: value(str(text), values) for name, text in step.get("env", {}).items()}
    environment = {**{name: each for name, each in os.environ.items() if name != "PYTHONPATH"}, **asked, "PATH": path}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def check_sarif(file: Path) -> None:
    (run,) = json.loads(file.read_text(encoding="utf-8"))["runs"]
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["ruleId"], place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("division", "mean.c", 5)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--keep", metavar="DIR", help="work there and leave it")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="whet-action-") as temporary:
        return try_in(Path(args.keep or temporary).resolve())


def try_in(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("whet-*.whl")
    venv.create(folder / "venv", with_pip=True)
    make_repository(folder / "repository")
    path = f"{folder / 'venv' / 'bin'}:{os.environ['PATH']}"
    values = {f"inputs.{name}": each for name, each in inputs(package=str(wheel)).items()} | {"github.action_path": str(ROOT)}
    last = 0
    for step in steps():
        if "uses" in step:
            print(f"=== {step['uses']}: left out")
            continue
        print(f"=== {step['name']}")
        done = run_step(step, folder / "repository", values, path)
        print(done.stdout, done.stderr, sep="", end="")
        last = done.returncode
    assert last == 1, f"the job should find an error and exit with 1, not {last}"
    check_sarif(folder / "repository" / "whet.sarif")
    print("=== the planted error is in whet.sarif, and the job failed as it should")
    return 0


if __name__ == "__main__":
    sys.exit(main())
