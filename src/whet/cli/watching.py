"""Doing something again whenever files are saved: the program of a task and the headers of its project.

Headers are those that files include by name in quotes (or in angle brackets, from a folder that the user named), and theirs in
turn.  A file counts as saved when its size or its time changes, or when it appears; editors that replace a file are noticed, too.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from whet.task.errors import TaskError, read_bytes
from whet.task.task import Task

_INCLUDE: Final = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE)
_INTERVAL: Final = 0.2
"""Seconds between two looks."""
Stamps: TypeAlias = dict[str, tuple[int, int] | None]


def files_of(task: Task) -> list[str]:
    """The files of a task and the headers of its project, each once; headers of the system are left out."""
    found: dict[str, None] = {}
    for file in task.files:
        reading = task.preprocessing(file)
        _collect(file, list(reading.folders()), found)
        for header in reading.headers():
            _collect(header, list(reading.folders()), found)
    return list(found)


def _collect(file: str, folders: list[str], found: dict[str, None]) -> None:
    waiting = [file]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += _included(name, folders)


def _included(file: str, folders: Iterable[str]) -> Iterator[str]:
    try:
        text = read_bytes(file)
    except TaskError:
        return
    for quoted, angled in _INCLUDE.findall(text):
        beside = [os.path.dirname(file)] if quoted else []
        candidates = (os.path.normpath(os.path.join(folder, os.fsdecode(quoted or angled))) for folder in [*beside, *folders])
        yield from [name for name in candidates if Path(name).is_file()][:1]


def stamps_of(files: Iterable[str]) -> Stamps:
    """None for a file that is not there."""
    return {file: _stamp(file) for file in files}


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def wait_for_change(before: Stamps, *, sleep: Callable[[float], None] = time.sleep) -> list[str]:
    """Return the files that are other ones now, as soon as there is one and it can be read."""
    while True:
        now = stamps_of(before)
        changed = [file for file in before if now[file] != before[file] and now[file] is not None]
        if changed:
            return changed
        sleep(_INTERVAL)
