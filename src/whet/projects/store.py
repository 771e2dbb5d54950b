"""Where results are kept by fingerprint: a folder, or a place that fsspec can write to, such as ``s3://bucket/results``.

An entry is a JSON document with the key it belongs to and a checksum.  What is damaged, of another format or of another key is
no entry.

Invariants: an entry is there as a whole or not at all, also if two processes write it or one of them is killed; a store that
cannot be read is empty, and one that cannot be written is an error with its place.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from whet.task.errors import TaskError
from whet.task.records import dataclass

Document: TypeAlias = Mapping[str, object]
FORMAT = "whet-result 1"


class ResultStore(Protocol):
    """What is asked of both kinds; ``key`` is a digest in hexadecimal digits."""

    def get(self, key: str) -> Document | None: ...
    def put(self, key: str, document: Document) -> None: ...


def open_store(where: str) -> ResultStore:
    """The store in a folder, or at an address with ``://`` in it; raises ``TaskError``."""
    return RemoteStore.at(where) if "://" in where else FolderStore(Path(where))


@dataclass(frozen=True, slots=True)
class FolderStore:
    """Two digits of the key are a folder of their own: a folder with 10^7 files is slow."""

    folder: Path

    def get(self, key: str) -> Document | None:
        try:
            return _unpacked(key, self._path(key).read_bytes())
        except OSError:
            return None

    def put(self, key: str, document: Document) -> None:
        """Written beside its place first, because a name is given at once and a text is not."""
        path = self._path(key)
        with _mistakes(str(path)):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{key[:8]}-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_packed(key, document))
                os.replace(name, path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


@dataclass(frozen=True, slots=True)
class RemoteStore:
    """Through fsspec; object stores give a name to a text only when it is complete."""

    files: Any
    """The file system of fsspec, which comes without types."""
    root: str

    @staticmethod
    def at(address: str) -> RemoteStore:
        try:
            import fsspec
        except ImportError:
            message = "results at such an address need the package fsspec; run: pip install 'whet[remote]', or name a folder"
            raise TaskError(message, place=address) from None
        try:
            files, root = fsspec.core.url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise TaskError(f"fsspec cannot reach this: {error}", place=address) from None
        return RemoteStore(files, str(root).rstrip("/"))

    def get(self, key: str) -> Document | None:
        try:
            return _unpacked(key, self.files.cat_file(self._path(key)))
        except Exception:  # every kind of store has errors of its own, and what cannot be had is made again
            return None

    def put(self, key: str, document: Document) -> None:
        path = self._path(key)
        with _mistakes(path):
            self.files.makedirs(path.rpartition("/")[0], exist_ok=True)
            self.files.pipe_file(path, _packed(key, document))

    def _path(self, key: str) -> str:
        return f"{self.root}/{key[:2]}/{key}.json"


@contextmanager
def _mistakes(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TaskError(f"the result cannot be kept: {error.strerror or error}", place=path) from error


def _packed(key: str, document: Document) -> bytes:
    text = json.dumps(document, sort_keys=True)
    return json.dumps({"format": FORMAT, "key": key, "sum": _sum(text), "result": text}).encode()


def _unpacked(key: str, data: bytes) -> Document | None:
    try:
        match json.loads(data):
            case {"format": "whet-result 1", "key": str(own), "sum": str(sum), "result": str(text)}:
                document = json.loads(text) if own == key and sum == _sum(text) else None
                return document if isinstance(document, dict) else None
            case _:
                return None
    except (ValueError, RecursionError):
        return None


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
