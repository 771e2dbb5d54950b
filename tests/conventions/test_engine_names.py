"""Engines are chosen by ``whet.solvers.routing`` and the option ``solver.engine``, and nowhere else by name."""

from __future__ import annotations

import ast
from pathlib import Path

import whet
from whet.core.registry import ENGINE

SOURCES = Path(whet.__file__).parent
ELSEWHERE = {
    "core/configuration.py": "the defaults of solver.engine and refinement.strategies",
    "refine/strategies/bitwuzla.py": "the name of a strategy",
    "report/bundle.py": "the packages whose versions a report tells",
}
"""Other files with the name of an engine, and what it is there."""


def names_engine(path: Path) -> bool:
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in ENGINES):
        return False
    tree = ast.parse(text)
    return any(isinstance(node, ast.Constant) and node.value in ENGINES for node in ast.walk(tree))


ENGINES = frozenset(ENGINE.all())


def test_no_other_file_names_an_engine() -> None:
    files = [path.relative_to(SOURCES) for path in sorted(SOURCES.rglob("*.py"))]
    found = [str(file) for file in files if file.parts[0] != "solvers" and names_engine(SOURCES / file)]
    assert found == sorted(ELSEWHERE)


def test_engines_are_named_in_one_file_of_solvers() -> None:
    folder = SOURCES / "solvers"
    found = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.py")) if names_engine(path)]
    assert [name for name in found if not name.startswith("engines/")] == ["routing.py"]
