"""Build the wheel and the source distribution, check them, and try the wheel as a new user would, without the checkout.

    python tools/release.py [--output DIR]     DIR gets the two files; default: a temporary folder

1. Build both with hatchling.  2. ``twine check``: the metadata is complete, and the README can be shown on a package index.
3. The versions agree: package, changelog, citation, manual page.  4. Install the wheel into a fresh environment (dependencies
come from the package index, or from pip's cache).  5. There, outside of the checkout and with the examples of the source
distribution, run the first commands of the tutorial and compare their exit codes.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIRST_COMMANDS = 3
"""Of the tutorial: a finding, its run, a proof."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path)
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder)
        output = parser.parse_args().output or temporary / "dist"
        wheel, source = _built(output)
        _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(source))
        _check_versions(wheel)
        _try(wheel, source, temporary)
    return 0


def _built(output: Path) -> tuple[Path, Path]:
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(output.resolve()))
    (wheel,), (source,) = output.glob("*.whl"), output.glob("*.tar.gz")
    return wheel, source


def versions() -> dict[str, str]:
    """What each file says which version this is."""

    def said(file: str, pattern: str) -> str:
        match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        return "" if match is None else match[1]

    return {
        "src/whet/__init__.py": said("src/whet/__init__.py", r'^__version__ = "(.+)"'),
        "CHANGELOG.md": said("CHANGELOG.md", r"^## \[(\d.*?)\]"),
        "CITATION.cff": said("CITATION.cff", r"^version: (.+)"),
        "docs/man/whet.1": said("docs/man/whet.1", r'^\.TH WHET 1 "" "whet (.+?)"'),
    }


def _check_versions(wheel: Path) -> None:
    found = {**versions(), wheel.name: wheel.name.split("-")[1]}
    if len(set(found.values())) != 1:
        raise SystemExit(f"the versions differ: {found}")


def _try(wheel: Path, source: Path, folder: Path) -> None:
    """In a folder that has nothing of the checkout but what the source distribution has."""
    begin = time.monotonic()
    venv.create(folder / "venv")
    pip = (sys.executable, "-m", "pip", "--python", str(folder / "venv/bin/python"))
    _run(*pip, "install", "--quiet", "--no-input", "--disable-pip-version-check", str(wheel))
    print(f"installed in {time.monotonic() - begin:.0f} s", flush=True)
    with tarfile.open(source) as archive:
        if hasattr(tarfile, "data_filter"):  # since 3.11.4
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder / "source")
    (unpacked,) = (folder / "source").iterdir()
    for words in (["--version"], *_first_commands(unpacked / "docs/tutorial.md")):
        expected = 1 if any("_bad" in word for word in words) and "verify" in words else 0
        _run(str(folder / "venv/bin/whet"), *words, cwd=unpacked / "examples", code=expected)


def _first_commands(tutorial: Path) -> list[list[str]]:
    """Their words behind ``whet``; they are typed in the folder ``examples``, so that no source is beside them."""
    commands = re.findall(r"^\$ whet (.+)", tutorial.read_text(encoding="utf-8"), re.MULTILINE)
    return [[word.removeprefix("examples/") for word in shlex.split(each)] for each in commands[:FIRST_COMMANDS]]


def _run(*command: str, cwd: Path = ROOT, code: int = 0) -> None:
    begin = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    print(f"$ {shlex.join([Path(command[0]).name, *command[1:]])}   ({time.monotonic() - begin:.1f} s)")
    print((done.stdout + done.stderr).strip()[-3000:], flush=True)
    if done.returncode != code:
        raise SystemExit(f"exit code {done.returncode} instead of {code}")


if __name__ == "__main__":
    sys.exit(main())
