"""What somebody needs who looks into a defect of Whet: one archive with the program, the result and how to come to it again.

It is made where Whet itself is wrong: a proof that its check rejects, two analyses that contradict each other, an internal
error.  The same run makes the same bytes.
"""

from __future__ import annotations

import io
import json
import platform
import shlex
import zipfile
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from whet.core.result import Defect, Reason, Unknown, Verdict
from whet.task.task import Task

BUNDLE_FILE: Final = "report.zip"
_PACKAGES: Final = ("whet", "libclang", "z3-solver", "bitwuzla", "clingo")
_BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that the format knows."""


def is_worth_reporting(verdict: Verdict) -> bool:
    """Is Whet wrong, and not only unable?"""
    match verdict:
        case Unknown(reason=Reason.REJECTED | Reason.CONTRADICTION):
            return True
        case Defect():
            return True
        case _:
            return False


def bundle(task: Task, document: Mapping[str, object], command: str) -> bytes:
    """The archive; ``document`` is what ``result.json`` holds, ``command`` what was typed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _contents(task, document, command):
            archive.writestr(zipfile.ZipInfo(name, _BEGINNING), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _contents(task: Task, document: Mapping[str, object], command: str) -> Iterator[tuple[str, bytes]]:
    yield "about.txt", about(task, command).encode()
    yield "result.json", (json.dumps(document, indent=1) + "\n").encode()
    for number, file in enumerate(task.files, 1):
        yield f"program/{number}-{Path(file).name}", Path(file).read_bytes() + task.appended_to(file).encode()


def about(task: Task, command: str) -> str:
    """What was run, with which versions; headers that the program includes are not in the archive, their folders are told."""
    lines = [f"command: {command}", f"property: {task.property.name}", f"machine model: {task.machine}", f"entry: {task.entry}"]
    lines += [f"headers: {folder}" for folder in task.include_folders]
    for each in task.options:
        lines.append(f"options of {each.file}: {shlex.join(task.preprocessing(each.file).said())}")
    lines += [f"{package}: {_version(package)}" for package in _PACKAGES]
    lines += [f"python: {platform.python_version()}", f"system: {platform.system()} {platform.machine()}"]
    return "\n".join(lines) + "\n"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
