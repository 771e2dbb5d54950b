"""``python -m whet`` is the command ``whet``."""

from __future__ import annotations

import subprocess
import sys

from whet import __version__


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "whet", *arguments], capture_output=True, text=True, check=False)


def test_runs_the_command() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"whet {__version__}\n", "")


def test_passes_on_the_exit_code() -> None:
    done = run("verfy")
    assert (done.returncode, done.stdout) == (2, "")
    assert "did you mean 'verify'?" in done.stderr
