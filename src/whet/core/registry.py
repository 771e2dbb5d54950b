"""Analyses register themselves by name, in their own file; third parties do it through the entry point
``whet.analyses``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, TypeVar

from whet.cfa.model import Program
from whet.core.interfaces import Analysis

T = TypeVar("T", bound=type)


@dataclass(frozen=True, slots=True)
class Registration:
    """How an analysis is called and made."""

    name: str
    description: str
    make: Callable[..., Analysis[Any, Any]]
    """Called with the program and, as keyword, its options."""


class UnknownAnalysis(Exception):
    """No analysis has this name."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = known


_ATTRIBUTE = "__whet_registration__"


def register_analysis(name: str) -> Callable[[T], T]:
    """Class decorator: the class is an analysis of this name; its docstring's first line describes it."""

    def decorate(cls: T) -> T:
        description = (cls.__doc__ or "").strip().splitlines()[0] if cls.__doc__ else ""
        cls.name = name  # type: ignore[attr-defined]
        setattr(cls, _ATTRIBUTE, Registration(name, description, cls))
        return cls

    return decorate


def registered_analyses(package: str = "whet.analyses") -> dict[str, Registration]:
    """Every analysis of the package and of installed plug-ins, by name."""
    found: dict[str, Registration] = {}
    for module in _modules(package):
        for value in vars(importlib.import_module(module)).values():
            registration = vars(value).get(_ATTRIBUTE) if isinstance(value, type) else None
            if registration is not None:
                found[registration.name] = registration
    for entry in entry_points(group="whet.analyses"):
        registration = getattr(entry.load(), _ATTRIBUTE)
        found[registration.name] = registration
    return dict(sorted(found.items()))


def _modules(package: str) -> list[str]:
    path = importlib.import_module(package).__path__
    return [info.name for info in pkgutil.walk_packages(path, prefix=f"{package}.")]


def make_analysis(name: str, program: Program, **options: object) -> Analysis[Any, Any]:
    """A new analysis by its registered name."""
    return make_analyses(program, {name: options})[0]


def make_analyses(program: Program, wanted: Mapping[str, Mapping[str, object]]) -> list[Analysis[Any, Any]]:
    """Several analyses by name, each with its options; plug-ins are looked for once."""
    known = registered_analyses()
    for name in wanted:
        if name not in known:
            raise UnknownAnalysis(name, list(known))
    return [known[name].make(program, **options) for name, options in wanted.items()]
