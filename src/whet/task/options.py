"""Options: what kinds there are, and how they are declared.

A *section* is a frozen dataclass whose fields are made by ``option``: the default, one sentence for users and, by the
``OptionKind``, what values are allowed.  It stands beside what it configures.  From this one declaration come the checks of TOML
files and of ``--set``, the list that ``whet options`` prints, and the values the parts of a run are given, also in unit tests.
The name of an option is ``section.field``.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, field, fields
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeAlias

from whet.task.errors import TaskError, suggestion
from whet.task.quantities import parse_duration, parse_size, show_duration, show_size
from whet.task.records import dataclass


class OptionKind(Protocol):
    """What values an option may have."""

    @property
    def name(self) -> str:
        """For users, such as ``integer >= 1``."""

    def value(self, raw: object) -> object:
        """From what a TOML file or a command line says; raises ``ValueError`` with a reason for the user."""

    def text(self, value: object) -> str:
        """As a user would write it."""


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer that is not below ``minimum``."""

    minimum: int = 0

    @property
    def name(self) -> str:
        return f"integer >= {self.minimum}"

    def value(self, raw: object) -> int:
        number = _integer(raw)
        if number < self.minimum:
            raise ValueError(f"{number} is below {self.minimum}")
        return number

    def text(self, value: object) -> str:
        return str(value)


def _integer(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str):
        try:
            return int(raw)
        except ValueError:
            pass
    raise ValueError(f"{raw!r} is not an integer")


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    name: ClassVar[str] = "true or false"

    def value(self, raw: object) -> bool:
        if raw in ("true", "false"):
            return raw == "true"
        if not isinstance(raw, bool):
            raise ValueError(f"{raw!r} is neither true nor false")
        return raw

    def text(self, value: object) -> str:
        return str(value).lower()


class Words(ABC):
    """Words for things that may have options of their own, in a section of the same name.

    Whether one word is known may be asked at any time; to go through all of them takes long."""

    __slots__ = ()

    @abstractmethod
    def __contains__(self, word: object, /) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[str]: ...

    @abstractmethod
    def describe(self, word: str) -> str:
        """In one sentence."""

    @abstractmethod
    def section(self, word: str) -> type[Section] | None:
        """The options of what the word names; None if it has none, or the word is not known."""


def words(choices: type[Enum]) -> tuple[str, ...]:
    """The words of an enumeration, to choose from."""
    return tuple(choice.value for choice in choices)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    known: tuple[str, ...] | Words

    @property
    def name(self) -> str:
        return "|".join(self.known)

    def value(self, raw: object) -> str:
        if raw not in self.known:
            raise ValueError(f"{raw!r} is none of {', '.join(self.known)}{suggestion(str(raw), self.known)}")
        return str(raw)

    def text(self, value: object) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Names:
    """A list of different words out of a vocabulary; on a command line with commas between them."""

    known: tuple[str, ...] | Words
    what: str
    """What such a word names, as in ``unknown analysis``."""
    name: ClassVar[str] = "list of names"

    def value(self, raw: object) -> tuple[str, ...]:
        named = raw if not isinstance(raw, str) else [word.strip() for word in raw.split(",")] if raw else []
        if not isinstance(named, list) or not all(isinstance(word, str) for word in named):
            raise ValueError(f"{raw!r} is not a list of names")
        for word in named:
            if word not in self.known:
                raise ValueError(f"unknown {self.what} '{word}'{suggestion(word, self.known)}; known are {', '.join(self.known)}")
        if repeated := [word for word in named if named.count(word) > 1]:
            raise ValueError(f"the {self.what} '{repeated[0]}' is listed twice")
        return tuple(named)

    def text(self, value: object) -> str:
        return ",".join(value) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of integers that are not below ``minimum``; on a command line with commas between them."""

    minimum: int = 0

    @property
    def name(self) -> str:
        return f"list of integers >= {self.minimum}"

    def value(self, raw: object) -> tuple[int, ...]:
        listed = raw if not isinstance(raw, str) else raw.split(",") if raw else []
        if not isinstance(listed, list):
            raise ValueError(f"{raw!r} is not a list of integers")
        return tuple(map(Whole(self.minimum).value, listed))

    def text(self, value: object) -> str:
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds, or no limit."""

    name: ClassVar[str] = "duration or none"

    def value(self, raw: object) -> float | None:
        return None if raw == "none" else parse_duration(_quantity(raw))

    def text(self, value: object) -> str:
        return show_duration(value) if isinstance(value, (int, float)) else "none"


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes, or no limit."""

    name: ClassVar[str] = "size or none"

    def value(self, raw: object) -> int | None:
        return None if raw == "none" else parse_size(_quantity(raw))

    def text(self, value: object) -> str:
        return show_size(value) if isinstance(value, int) else "none"


@dataclass(frozen=True, slots=True)
class File:
    """The path of a file, relative to the current directory, or none.

    It is looked at when the configuration is read, not in the middle of a run."""

    read: Callable[[str], object]
    """Raises ``TaskError`` if it is not such a file."""
    name: ClassVar[str] = "file or none"

    def value(self, raw: object) -> str | None:
        if not isinstance(raw, str) or not raw:
            raise ValueError(f"{raw!r} is not the path of a file")
        if raw == "none":
            return None
        try:
            self.read(raw)
        except TaskError as error:
            raise ValueError(str(error)) from error
        return raw

    def text(self, value: object) -> str:
        return "none" if value is None else str(value)


def _quantity(raw: object) -> str:
    if isinstance(raw, (str, int, float)) and not isinstance(raw, bool):
        return str(raw)
    raise ValueError(f"{raw!r} is not a number with a unit")


@dataclass(frozen=True, slots=True)
class Option:
    """The declaration of one option."""

    name: str
    kind: OptionKind
    default: object
    description: str

    @property
    def default_text(self) -> str:
        return self.kind.text(self.default)


def option(default: object, kind: OptionKind, description: str) -> Any:
    """A field of a section.  ``Any`` as in ``dataclasses.field``: the annotation of the field says its type."""
    return field(default=default, metadata={"kind": kind, "description": description})


class Section(Protocol):
    """A frozen dataclass all of whose fields are made by ``option``."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


Schema: TypeAlias = Mapping[str, type[Section]]
"""Sections by name; the options of the section called ``""`` stand at the top of a file."""


def options_of(section: str, declared: type[Section]) -> Iterator[Option]:
    prefix = f"{section}." if section else ""
    for item in fields(declared):
        yield Option(prefix + item.name, item.metadata["kind"], item.default, item.metadata["description"])


def all_options(schema: Schema) -> dict[str, Option]:
    """By full name, in the order of declaration."""
    return {found.name: found for name, declared in schema.items() for found in options_of(name, declared)}


def default_memory(installed: int) -> int:
    """The default memory limit of a run on a machine with so many bytes: other processes need some, too."""
    return min(installed // 2, 8 * 10**9)


DEFAULT_MEMORY = default_memory(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitOptions:
    cpu_time: float | None = option(900.0, Duration(), "CPU time of the whole run.")
    wall_time: float | None = option(
        None,
        Duration(),
        "Elapsed time of the whole run; none stands for 30 times cpu_time and a minute, for runs that wait.",
    )
    memory: int | None = option(DEFAULT_MEMORY, Size(), "Memory of the whole run; by default half of the machine's, at most 8GB.")
    states: int = option(0, Whole(), "How many abstract states are explored at most; 0 is no limit.")
