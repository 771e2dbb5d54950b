"""The sample of the tests that ``--slice`` runs."""

from __future__ import annotations

from pathlib import Path

from tests.slicing import FILES, sampled_files

ROOT = Path(__file__).parent
EVERY = sorted(ROOT.rglob("test_*.py"))


def test_every_folder_gives_a_file_and_no_folder_many() -> None:
    chosen = sampled_files(EVERY, ROOT, "1")
    folders = {file.relative_to(ROOT).parts[0] for file in EVERY if file.parent != ROOT}
    assert {file.relative_to(ROOT).parts[0] for file in chosen if file.parent != ROOT} == folders
    assert len(chosen) <= len(EVERY) / FILES + len(folders) + 1


def test_seed_decides_the_sample() -> None:
    assert sampled_files(EVERY, ROOT, "1") == sampled_files(reversed(EVERY), ROOT, "1")
    assert sampled_files(EVERY, ROOT, "1") != sampled_files(EVERY, ROOT, "2")


def test_every_file_is_in_the_sample_of_some_seed() -> None:
    seen = frozenset().union(*(sampled_files(EVERY, ROOT, str(seed)) for seed in range(200)))
    assert seen == frozenset(EVERY)
