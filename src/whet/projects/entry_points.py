"""Entry points: the functions of a project that code outside of it may call; all others are *internal*.

A function is public if a header of the project declares or defines it, if its address is in the initial value of a variable that
other files share, or if no header declares it and the project does not use it.
``whet.toml`` may name the headers that count, and functions that are public whatever else holds.  What other headers declare is
internal, also if only a macro of theirs calls it:

    [scan]
    headers = ["include/*.h"]
    entries = ["plugin_*"]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from whet.frontend.definitions import FileDefinition
from whet.projects.preconditions import check_sections, project_path
from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files
from whet.task.records import dataclass
from whet.task.toml_file import LARGEST_TOML, TomlFile, parse_toml

ANY = "*"
_KEYS = ("headers", "entries")


@dataclass(frozen=True, slots=True)
class EntryPoints:
    """Patterns of ``whet.toml``; without one all headers count and no function is named."""

    headers: tuple[str, ...] = (ANY,)
    entries: tuple[str, ...] = ()

    def names(self, definitions: Iterable[FileDefinition]) -> frozenset[str]:
        """The names of public functions."""
        known = list(definitions)
        functions = {each.name for each in known if each.is_function}
        escaping = {name for each in known if each.is_external and not each.is_function for name in each.uses}
        used = {name for each in known for name in each.uses - {each.name}}
        named = {name for name in functions if any(fnmatchcase(name, pattern) for pattern in self.entries)}
        in_headers = {each.name for each in known if each.headers}
        declared = {each.name for each in known if any(self._matches(each.headers, pattern) for pattern in self.headers)}
        return frozenset(functions & (named | declared | escaping | (functions - used - in_headers)))

    def unmatched(self, headers: Collection[str]) -> tuple[str, ...]:
        """The patterns that match none of these headers."""
        return tuple(pattern for pattern in self.headers if pattern != ANY and not self._matches(headers, pattern))

    @staticmethod
    def _matches(headers: Iterable[str], pattern: str) -> bool:
        """Either of the whole path or of its end; ``*/csv.h`` is also a header in the folder where the scan runs."""
        paths = [Path(header).as_posix() for header in headers]
        return any(fnmatchcase(path, pattern) or fnmatchcase(f"/{path}", f"*/{pattern.removeprefix('*/')}") for path in paths)


def project_entry_points(named: str | None = None) -> EntryPoints:
    """Of the project file, if there is one; raises ``TaskError``."""
    path = project_path(named)
    if path is None:
        return EntryPoints()
    file = parse_toml(read_text(path, most=LARGEST_TOML), name=path)
    check_sections(file)
    table = file.values.get("scan", {})
    if not isinstance(table, dict):
        raise TaskError(files.WRONG_TYPE.format(key="scan", expected="a table: write [scan]"), place=file.place("scan"))
    for key in table:
        if key not in _KEYS:
            known = f"known are {', '.join(_KEYS)}"
            raise TaskError(
                files.KEY.format(key=key, suggested=suggestion(key, _KEYS), more=f"; {known}"), place=file.place(f"scan.{key}")
            )
    return EntryPoints(_patterns(file, table, "headers", (ANY,)), _patterns(file, table, "entries", ()))


def _patterns(file: TomlFile, table: Mapping[str, object], key: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    found = table.get(key, [*otherwise])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TaskError(
            files.WRONG_TYPE.format(key=key, expected=f'a list of patterns, as in {key} = ["include/*.h"]'),
            place=file.place(f"scan.{key}"),
        )
    return (*map(str, found),)
