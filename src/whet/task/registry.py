"""Registries of what users can name: analyses, algorithms, checks, ...

Each registers itself by a decorator where it is defined, with its options and, by the first line of its docstring, what it
does.  It is found by its name without importing the others: the analysis ``sign`` is in the module ``sign`` of its package, in
``sign_analysis``, or, if it has a package of its own, in ``sign.analysis``; or the kind has one module for all of them.
A package that is installed beside Whet names its own in an entry point of the group ``whet.analyses``, ``whet.algorithms``, ...
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from whet.task.errors import TaskError, suggestion
from whet.task.options import Section, Words
from whet.task.records import dataclass

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
_ATTRIBUTE = "__whet_registration__"


@dataclass(frozen=True, slots=True)
class Registration:
    """How something is called, made and configured."""

    kind: RegistryKind
    name: str
    description: str
    make: Callable[..., Any]
    """What was decorated; called with what it works on and, if it has some, its options."""
    options: type[Section] | None


@dataclass(frozen=True, slots=True)
class RegistryKind(Words):
    """The names of one kind of thing.  Is a name known?  Only its own module is imported to answer that."""

    word: str
    """As in ``unknown analysis``."""
    homes: tuple[str, ...]
    """The packages with a module for each of them, or the module of all."""
    group: str
    """Of entry points."""

    def register(self, name: str, *, options: type[Section] | None = None) -> Callable[[T], T]:
        """Decorator: this is the one of this name, made with an instance of ``options``."""

        def decorate(made: T) -> T:
            description = next(iter((made.__doc__ or "").strip().splitlines()), "")
            if isinstance(made, type):
                made.name = name  # type: ignore[attr-defined]  # of analyses, strategies and engines
            setattr(made, _ATTRIBUTE, Registration(self, name, description, made, options))  # type: ignore[arg-type]  # T is callable
            return made

        return decorate

    def find(self, name: str) -> Registration | None:
        """The one of this name; raises ``ImportError`` if it needs something that is not installed."""
        if (known := _FOUND.get((self.group, name))) is not None and known.make.__module__ in sys.modules:
            return known
        for module in self._modules(name):
            if found := _registered_in(module, self).get(name):
                return _FOUND.setdefault((self.group, name), found)
        return next((_load(entry, self) for entry in _entry_points(self.group, name)), None)

    def named(self, name: str) -> Registration:
        """The one of this name; raises ``TaskError`` with a suggestion if there is none."""
        found = self.find(name)
        if found is None:
            raise TaskError(f"unknown {self.word} '{name}'{suggestion(name, self)}; known are {', '.join(self)}")
        return found

    def make(self, name: str, *given: object, options: Section | None = None) -> Any:
        """A new one of this name, with its default options unless others are given.  ``Any``: each kind makes something else."""
        make = self.named(name).make
        return make(*given) if options is None else make(*given, options)

    def all(self) -> dict[str, Registration]:
        """By name, each found as ``find`` finds it; imports everything."""
        names: dict[str, None] = {}
        for home in map(importlib.import_module, self.homes):
            names |= dict.fromkeys(_registered_in(home, self))
            modules = pkgutil.iter_modules(getattr(home, "__path__", ()))
            names |= {info.name.removesuffix(f"_{self.word}"): None for info in modules}
        names |= {entry.name: None for entry in _entry_points(self.group)}
        return {name: found for name in names if (found := self.find(name)) is not None}

    def _modules(self, name: str) -> Iterator[ModuleType]:
        """Where the one of this name may be."""
        for home in map(importlib.import_module, self.homes):
            if name.isidentifier() and hasattr(home, "__path__"):
                for place in (f"{name}_{self.word}", name, f"{name}.{self.word}"):
                    if _exists(f"{home.__name__}.{place}"):
                        yield importlib.import_module(f"{home.__name__}.{place}")
            yield home

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.find(word) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def describe(self, word: str) -> str:
        return self.named(word).description

    def section(self, word: str) -> type[Section] | None:
        found = self.find(word)
        return None if found is None else found.options


_FOUND: dict[tuple[str, str], Registration] = {}
"""What was found in Whet's own modules, by group and name."""


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what is before the last dot is no package
        return False


def _registered_in(module: ModuleType, kind: RegistryKind) -> dict[str, Registration]:
    """What stands in a module; a subclass of something registered is not registered."""
    values = [getattr(value, "__dict__", {}).get(_ATTRIBUTE) for value in vars(module).values()]
    return {item.name: item for item in values if isinstance(item, Registration) and item.kind == kind}


def _entry_points(group: str, name: str | None = None) -> Iterator[EntryPoint]:
    return (entry for entry in _installed(group) if name is None or entry.name == name)


@cache
def _installed(group: str) -> tuple[EntryPoint, ...]:
    """Of all installed packages.  ``importlib.metadata`` takes long to import, and seldom one of them names the group."""
    if not any(group in text for text in _entry_point_files()):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


@cache
def _entry_point_files() -> tuple[str, ...]:
    """The text of the ``entry_points.txt`` of every installed package that mentions Whet."""
    texts = (
        path.read_text(encoding="utf-8", errors="replace")
        for folder in dict.fromkeys(sys.path)
        for path in Path(folder or ".").glob("*-info/entry_points.txt")
    )
    return tuple(text for text in texts if "[whet." in text)


def _load(entry: EntryPoint, kind: RegistryKind) -> Registration:
    """What another package registers; an error there is reported with its name."""
    problem = f"the {kind.word} '{entry.name}' ({entry.value}) of an installed package"
    try:
        found = getattr(entry.load(), "__dict__", {}).get(_ATTRIBUTE)
    except Exception as error:
        raise TaskError(f"{problem} cannot be loaded: {error}") from error
    if not isinstance(found, Registration) or (found.kind, found.name) != (kind, entry.name):
        raise TaskError(f"{problem} is not registered by this name, as in @register_{kind.word}('{entry.name}')")
    return found
