"""Build the wheel and the source distribution, check them, and try the wheel as a new user would, without the checkout.

    python tools/release.py [--output DIR] [--python PYTHON ...] [--tag TAG]

DIR gets the two files and the bill of materials; default: a temporary folder.

1. Build both with hatchling.  2. ``twine check``: the metadata is complete, and the README can be shown on a package index.
3. The versions agree: package, changelog, citation, manual page, and TAG (``vX.Y.Z``) if it is given.  4. For each PYTHON
(default: this one) collect the wheel and its dependencies in a folder, and install ``whet`` from this folder alone into a fresh
environment.  5. There, outside of the checkout and with the examples of the source distribution, ``whet doctor`` finds what is
required, and the first commands of the tutorial have their exit codes.  6. Write ``sbom.json`` (CycloneDX) from what was
installed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FIRST_COMMANDS = 3
"""Of the tutorial: a finding, its run, a proof."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--python", nargs="+", default=[sys.executable])
    parser.add_argument("--tag")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        temporary = Path(folder)
        output = args.output or temporary / "dist"
        wheel, source = _built(output)
        _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(source))
        check_versions(wheel.name.split("-")[1], args.tag)
        unpacked = _unpacked(source, temporary)
        for number, python in enumerate(args.python):
            environment = _installed(wheel, python, temporary / f"try{number}")
            _try(environment, unpacked)
        write_sbom(output / "sbom.json", json.loads(_run(*_pip(environment), "list", "--format", "json")))
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


def check_versions(wheel: str, tag: str | None) -> None:
    found = {**versions(), "wheel": wheel} | ({"tag": tag.removeprefix("v")} if tag else {})
    if len(set(found.values())) != 1:
        raise SystemExit(f"the versions differ: {found}")


def _pip(environment: Path) -> tuple[str, ...]:
    return (str(environment / "bin/python"), "-m", "pip", "--disable-pip-version-check")


def _installed(wheel: Path, python: str, folder: Path) -> Path:
    """A fresh environment with the wheel, from a folder that has it and its dependencies."""
    environment, index = folder / "venv", folder / "index"
    _run(python, "-m", "venv", str(environment))
    _run(*_pip(environment), "download", "--quiet", "--only-binary", ":all:", "--dest", str(index), str(wheel))
    begin = time.monotonic()
    _run(*_pip(environment), "install", "--quiet", "--no-index", "--find-links", str(index), "whet")
    print(f"installed in {time.monotonic() - begin:.0f} s", flush=True)
    return environment


def _unpacked(source: Path, folder: Path) -> Path:
    with tarfile.open(source) as archive:
        if hasattr(tarfile, "data_filter"):  # since 3.11.4
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder / "source")
    (unpacked,) = (folder / "source").iterdir()
    return unpacked


def _try(environment: Path, unpacked: Path) -> None:
    """In a folder that has nothing of the checkout but what the source distribution has."""
    for words in (["--version"], ["doctor"], *_first_commands(unpacked / "docs/tutorial.md")):
        expected = 1 if any("_bad" in word for word in words) and "verify" in words else 0
        _run(str(environment / "bin/whet"), *words, cwd=unpacked / "examples", code=expected)


def write_sbom(path: Path, packages: list[dict[str, str]]) -> None:
    """A bill of materials in CycloneDX 1.5: the package and what it needs at run time."""
    known = {each["name"]: each["version"] for each in packages if each["name"] not in ("pip", "setuptools")}
    components = [
        {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name.lower()}@{version}"}
        for name, version in sorted(known.items())
        if name != "whet"
    ]
    about = {"type": "application", "name": "whet", "version": known["whet"], "purl": f"pkg:pypi/whet@{known['whet']}"}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": about},
        "components": components,
    }
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _first_commands(tutorial: Path) -> list[list[str]]:
    """Their words behind ``whet``; they are typed in the folder ``examples``, so that no source is beside them."""
    commands = re.findall(r"^\$ whet (.+)", tutorial.read_text(encoding="utf-8"), re.MULTILINE)
    return [[word.removeprefix("examples/") for word in shlex.split(each)] for each in commands[:FIRST_COMMANDS]]


def _run(*command: str, cwd: Path = ROOT, code: int = 0) -> str:
    begin = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    print(f"$ {shlex.join([Path(command[0]).name, *command[1:]])}   ({time.monotonic() - begin:.1f} s)")
    print((done.stdout + done.stderr).strip()[-3000:], flush=True)
    if done.returncode != code:
        raise SystemExit(f"exit code {done.returncode} instead of {code}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
