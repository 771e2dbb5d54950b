"""TOML files with the line each key stands on, which the standard library's reader does not report."""

from __future__ import annotations

import re
import tomllib

from whet.task.errors import TaskError
from whet.task.messages import files
from whet.task.records import dataclass

_TABLE = re.compile(r"\[([\w.\"'\s-]+)\]\s*(?:#.*)?")
_ENTRY = re.compile(r"\[\[([\w.\"'\s-]+)\]\]\s*(?:#.*)?")
_KEY = re.compile(r"([\w.\"'\s-]+)=")
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){64}""")
"""The standard library takes more than quadratic time for a key with many parts."""
_PARTS = re.compile(r"""[^\s"']+|"[^"]*"|'[^']*'""")
LARGEST_TOML = 1 << 20
_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """The values of a file, and where its keys stand as far as that is known."""

    name: str
    values: dict[str, object]
    lines: dict[str, int]
    """By dotted key; ``name[1]`` is the second of the tables ``[[name]]``.  Keys inside inline tables are not found."""

    def place(self, key: str) -> str:
        """``file:line`` of a key, or of the table it is in, or just the file."""
        while key:
            if key in self.lines:
                return f"{self.name}:{self.lines[key]}"
            key = key.rpartition(".")[0]
        return self.name


def parse_toml(text: str, *, name: str) -> TomlFile:
    """Raises ``TaskError`` if the text is not TOML."""
    if long := _LONG_KEY.search(text):
        raise TaskError(
            files.TOML.format(problem="a key has more than 64 parts"), place=f"{name}:{text.count(chr(10), 0, long.start()) + 1}"
        )
    try:
        return TomlFile(name, tomllib.loads(text), _lines(text))
    except tomllib.TOMLDecodeError as error:
        position = _POSITION.search(str(error))
        line = f":{position[1]}" if position and position[1] else ""
        raise TaskError(files.TOML.format(problem=_POSITION.sub("", str(error))), place=name + line) from error
    except ValueError as error:  # the standard library reads no number with thousands of digits
        raise TaskError(files.TOML.format(problem=f"a number is too large: {error}"), place=name) from error
    except RecursionError as error:
        raise TaskError(files.TOML.format(problem="it is nested too deeply"), place=name) from error


def _lines(text: str) -> dict[str, int]:
    """A text inside a value may look like a key: then a line is too many, never one wrong value."""
    found: dict[str, int] = {}
    table = ""
    entries: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if match := _ENTRY.fullmatch(line.strip()):
            name = _plain(match[1])
            table = f"{name}[{entries.get(name, 0)}]"
            entries[name] = entries.get(name, 0) + 1
            found.setdefault(name, number)
            found.setdefault(table, number)
        elif match := _TABLE.fullmatch(line.strip()):
            table = _plain(match[1])
            found.setdefault(table, number)
        elif match := _KEY.match(line):
            found.setdefault(f"{table}.{_plain(match[1])}" if table else _plain(match[1]), number)
    return found


def _plain(key: str) -> str:
    """Without quotes, and without spaces that are in none."""
    return "".join(each[1:-1] if each[:1] in "\"'" else each for each in _PARTS.findall(key))
