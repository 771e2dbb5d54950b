"""A seeded sample of the tests, small enough to run before every commit: ``pytest --slice SEED``.

Files are sampled before they are imported, because importing and collecting all of them takes half a minute.  Each folder of
tests gives one file in ``FILES``, at least one; each file gives at most ``TESTS`` tests, none of them slow.  The same seed is the
same sample on every machine.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import pytest

FILES = 16
TESTS = 4

T = TypeVar("T")


def sampled_files(files: Iterable[Path], root: Path, seed: str) -> frozenset[Path]:
    """One in ``FILES`` of the test files of every folder below ``root``, rounded up."""
    folders = defaultdict(list)
    for file in files:
        folders[file.relative_to(root).parts[:-1][:1]].append(file)
    return frozenset(
        file
        for found in folders.values()
        for file in _shuffled({str(file.relative_to(root)): file for file in found}, seed)[: -(-len(found) // FILES)]
    )


def sampled_tests(items: Iterable[pytest.Item], seed: str) -> list[pytest.Item]:
    """At most ``TESTS`` of every file, in their order."""
    items = list(items)
    files: dict[Path, dict[str, pytest.Item]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker("slow") is None:
            files[item.path][item.nodeid] = item
    chosen = {item.nodeid for found in files.values() for item in _shuffled(found, seed)[:TESTS]}
    return [item for item in items if item.nodeid in chosen]


def _shuffled(named: dict[str, T], seed: str) -> list[T]:
    """In an order that depends on the seed and the names only."""
    return [named[name] for name in sorted(named, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())]


class SlicePlugin:
    """Leaves out what is not in the sample."""

    def __init__(self, root: Path, seed: str) -> None:
        self._seed = seed
        self._files = sampled_files(root.rglob("test_*.py"), root, seed)

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        left_out = (
            collection_path.name.startswith("test_") and collection_path.suffix == ".py" and collection_path not in self._files
        )
        return True if left_out else None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        chosen = sampled_tests(items, self._seed)
        kept = {item.nodeid for item in chosen}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = chosen

    def pytest_report_header(self) -> str:
        return f"slice: {len(self._files)} files, seed {self._seed}"
