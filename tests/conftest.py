"""What all tests share: golden files, the tests that need gcc, how property tests choose their examples, and ``--slice``.

A golden file holds the text a test expects, under ``tests/golden``.  ``pytest --update-golden`` writes the files
anew; the change is then read and committed like any other.
"""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from tests.shown import ShownFacts
from tests.slicing import SlicePlugin
from tests.verdicts.running import get_ready_to_fork, use_huge_pages

# No deadlines: on a busy machine they fail at random.  ``--hypothesis-profile long`` looks for new counterexamples.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, derandomize=False, max_examples=1000, print_blob=True)
settings.load_profile("ci")

GOLDEN_DIRECTORY = Path(__file__).parent / "golden"


@dataclass(frozen=True, slots=True)
class Golden:
    """Compares texts with the golden files of a directory."""

    directory: Path
    update: bool

    def __call__(self, name: str, actual: str) -> None:
        """Fail if ``actual`` is not what the file ``name`` says; with ``--update-golden`` make the file say so."""
        path = self.directory / name
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(actual, encoding="utf-8")
        elif not path.exists():
            pytest.fail(f"there is no golden file {path}; 'pytest --update-golden' writes it", pytrace=False)
        elif (expected := path.read_text(encoding="utf-8")) != actual:
            pytest.fail(_difference(path, expected=expected, actual=actual), pytrace=False)


def _difference(path: Path, *, expected: str, actual: str) -> str:
    lines = difflib.unified_diff(expected.splitlines(), actual.splitlines(), str(path), "this run", lineterm="")
    shown = "\n".join(lines) or "(they differ only in the ends of lines)"
    return f"the text differs from {path.name}:\n{shown}\nIf the new text is right: pytest --update-golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing with them")
    parser.addoption("--update-shown", action="store_true", help="record what is shown about texts (tests/shown.py)")
    parser.addoption("--show-all", action="store_true", help="show everything about texts again (tests/shown.py)")
    parser.addoption("--slice", metavar="SEED", help="run a small sample of the tests, always the same for a seed")


def pytest_configure(config: pytest.Config) -> None:
    if seed := config.getoption("slice"):
        config.pluginmanager.register(SlicePlugin(Path(__file__).parent, seed))


def pytest_collection_finish() -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        get_ready_to_fork()


@pytest.fixture(scope="module", autouse=True)
def huge_pages() -> None:
    """Tests fork, and what tests leave in memory grows."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        use_huge_pages()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gcc") and shutil.which("gcc") is None:
        pytest.skip("needs gcc")


@pytest.fixture(scope="session")
def shown(pytestconfig: pytest.Config) -> Callable[[Path], ShownFacts]:
    """The facts in a file."""
    update, show_all = (pytestconfig.getoption(name) for name in ("update_shown", "show_all"))
    return lambda file: ShownFacts(file, update=update, show_all=show_all)


@pytest.fixture(scope="session")
def golden(pytestconfig: pytest.Config) -> Golden:
    """``golden("name.txt", text)`` compares a text with ``tests/golden/name.txt``."""
    return Golden(GOLDEN_DIRECTORY, update=pytestconfig.getoption("update_golden"))
