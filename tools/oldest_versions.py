"""Print constraints for pip: the oldest version of each package that Whet runs with, by ``pyproject.toml``.

    python tools/oldest_versions.py > oldest.txt && pip install --constraint oldest.txt '.[dev,roles]'

``.ci/run oldest`` runs the tests with them.  Packages that only development needs are not listed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOR_DEVELOPMENT = frozenset({"dev", "docs"})


def runtime_requirements(pyproject: Path) -> Iterator[str]:
    """What Whet and its extras need, as it is written there."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra, requirements in project["optional-dependencies"].items():
        if extra not in FOR_DEVELOPMENT:
            yield from requirements


def oldest(requirement: str) -> str:
    """``name[extra]>=1.2,<2`` as ``name==1.2``."""
    match = re.fullmatch(r"([\w.-]+)(?:\[[\w,]+\])?(?:>=|==)([\w.]+)(?:,<[\w.]+)?", requirement)
    if match is None:
        raise SystemExit(f"pyproject.toml: '{requirement}' has no lower bound")
    return f"{match[1]}=={match[2]}"


def main() -> None:
    print(
        "\n".join(sorted({oldest(requirement) for requirement in runtime_requirements(ROOT / "pyproject.toml")}, key=str.lower))
    )


if __name__ == "__main__":
    main()
