"""What is kept is found again, and what is damaged is not there."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from whet.projects.store import FolderStore, open_store
from whet.task.errors import TaskError

KEY = "ab" * 32


def test_what_was_put_is_there(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "store"))
    assert store.get(KEY) is None
    store.put(KEY, {"verdict": "TRUE"})
    assert open_store(str(tmp_path / "store")).get(KEY) == {"verdict": "TRUE"}
    assert store.get("cd" * 32) is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": "whet-result 2"}', b"[" * 100_000])
def test_a_damaged_entry_is_none(tmp_path: Path, damage: bytes) -> None:
    FolderStore(tmp_path).put(KEY, {"verdict": "TRUE"})
    file = tmp_path / "ab" / f"{KEY}.json"
    file.write_bytes(damage)
    assert FolderStore(tmp_path).get(KEY) is None


def test_a_verdict_that_was_changed_is_none(tmp_path: Path) -> None:
    FolderStore(tmp_path).put(KEY, {"verdict": "FALSE"})
    file = tmp_path / "ab" / f"{KEY}.json"
    file.write_bytes(file.read_bytes().replace(b"FALSE", b"TRUE"))
    assert FolderStore(tmp_path).get(KEY) is None


def test_an_entry_under_another_name_is_none(tmp_path: Path) -> None:
    FolderStore(tmp_path).put(KEY, {"verdict": "TRUE"})
    other = "ab" + "cd" * 31
    os.rename(tmp_path / "ab" / f"{KEY}.json", tmp_path / "ab" / f"{other}.json")
    assert FolderStore(tmp_path).get(other) is None


def put_often(folder: Path, number: int) -> int:
    store = FolderStore(folder)
    for _ in range(50):
        store.put(KEY, {"number": number, "text": str(number) * 20_000})
        found = store.get(KEY)
        assert found is not None
        assert str(found["text"]) == str(found["number"]) * 20_000
    return number


def test_two_processes_may_write_the_same_entry(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        assert list(pool.map(put_often, [tmp_path] * 2, [1, 2])) == [1, 2]
    assert [each.name for each in (tmp_path / "ab").iterdir()] == [f"{KEY}.json"]


def test_a_store_that_cannot_be_written_is_an_error_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TaskError, match="the result cannot be kept") as caught:
        FolderStore(tmp_path / "file").put(KEY, {})
    assert str(tmp_path / "file") in str(caught.value.place)


class Remote:
    """As much of a file system of fsspec as is used."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def makedirs(self, path: str, *, exist_ok: bool) -> None: ...

    def pipe_file(self, path: str, data: bytes) -> None:
        self.files[path] = data

    def cat_file(self, path: str) -> bytes:
        return self.files[path]


def test_an_address_goes_through_fsspec(monkeypatch: pytest.MonkeyPatch) -> None:
    remote, module = Remote(), ModuleType("fsspec")
    module.core = SimpleNamespace(url_to_fs=lambda address: (remote, address.partition("://")[2]))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fsspec", module)
    store: Any = open_store("s3://bucket/results/")
    assert store.get(KEY) is None
    store.put(KEY, {"verdict": "TRUE"})
    assert list(remote.files) == [f"bucket/results/ab/{KEY}.json"]
    assert store.get(KEY) == {"verdict": "TRUE"}


def test_without_fsspec_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(TaskError, match=r"need the package fsspec; run: pip install 'whet\[remote\]'"):
        open_store("s3://bucket/results")
