"""What a program names in its directives is a regular file: a device may never end, and a pipe may never begin.

libclang opens what ``#include`` and ``__has_include`` name, and waits.  So names that stand as such in these directives, or in
the definition of the macro that stands there, are looked at before, and so are the headers that are found that way.  A name
that only the preprocessor can put together is not seen here; then the limits of the run hold.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator

from whet.cfa.source import SourceFile
from whet.frontend.errors import FrontendError
from whet.task.errors import LARGEST_PROGRAM, TaskError, read_bytes
from whet.task.messages import programs

_DIRECTIVE = re.compile(
    rb"^[ \t]*+(?:#|%:)[ \t]*+(?:include|include_next|import|embed|if|elif)\b(?:[^\n\\]|\\[\s\S])*+", re.MULTILINE
)
_DEFINITION = re.compile(rb"^[ \t]*+(?:#|%:)[ \t]*+define[ \t]++(\w++)(?:[^\n\\]|\\[\s\S])*+", re.MULTILINE)
_MACRO = re.compile(rb"(?:include|include_next|import|embed|__has_include|__has_include_next|__has_embed)[ \t(]++([A-Za-z_]\w*+)")
_NAME = re.compile(rb'"([^"\n]++)"|<([^<>\n]++)>')
_MOST_HEADERS = 1000
"""More are not looked at."""


def check_includes(source: SourceFile, folders: Iterable[str]) -> None:
    """Raises ``FrontendError`` with the place where something else than a regular file is named."""
    for _ in named_headers(source, folders):
        pass


def named_headers(source: SourceFile, folders: Iterable[str]) -> Iterator[str]:
    """The headers that a file names and that are there, those of headers included; raises like ``check_includes``."""
    folders, waiting, seen = [*folders], [source], {source.path}
    while waiting and len(seen) < _MOST_HEADERS:
        for path in _headers(waiting.pop(), folders):
            if path not in seen:
                seen.add(path)
                yield path
                waiting += _read(path)


def check_forced(headers: Iterable[str], source: SourceFile) -> None:
    """The same for headers that an option names."""
    for path in headers:
        _is_file(path, source, 0)


def _headers(source: SourceFile, folders: list[str]) -> Iterator[str]:
    """The files that a file names and that are there."""
    for directive in _directives(source.text):
        for name in _NAME.finditer(directive[0]):
            for folder in (os.path.dirname(source.path), *folders):
                path = os.path.join(folder, os.fsdecode(name[1] or name[2]))
                if _is_file(path, source, directive.start() + name.start()):
                    yield path


def _directives(text: bytes) -> Iterator[re.Match[bytes]]:
    """Those that may name headers, and the definitions of macros that stand for the names."""
    macros = set()
    for directive in _DIRECTIVE.finditer(text):
        macros |= {*_MACRO.findall(directive[0])}
        yield directive
    if macros:
        yield from (definition for definition in _DEFINITION.finditer(text) if definition[1] in macros)


def _is_file(path: str, source: SourceFile, offset: int) -> bool:
    """A directory is no file, and no harm."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise FrontendError(programs.NO_REGULAR_INCLUDE.format(path=path), source.place(offset))
    return stat.S_ISREG(mode)


def _read(path: str) -> list[SourceFile]:
    try:
        return [SourceFile(path, read_bytes(path, most=LARGEST_PROGRAM))]
    except TaskError:
        return []  # libclang reports why
