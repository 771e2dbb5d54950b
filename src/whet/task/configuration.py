"""Configurations: which analyses explore a program, how, and who said so.

The value of an option comes from the last of these layers that sets it: the default, a chain of presets (each ``extends``
one parent), a file of the user, the command line.  A configuration remembers for each value where it came from and
what it overrides.  Whatever is not known - a key, a word, a preset - is an error with a suggestion.

Invariant: the analyses without which an exploration would leave out behaviour, or notice no violation, are always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from whet.task.errors import TaskError, read_text, suggestion
from whet.task.options import SCHEMA, Exploration, General, LimitOptions, Option, Schema, Section, all_options
from whet.task.toml_file import TomlFile, parse_toml

T = TypeVar("T", bound=Section)

DEFAULT_CONFIGURATION = "refsel"
_COMMAND_LINE = "command line"
_ABOUT = ("description", "paper", "extends")
_REQUIRED = {
    "location": "nothing would be explored",
    "callstack": "no function would return",
    "specification": "no violation would be noticed",
}


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of an option, where it came from, and the layers it hides, nearest first."""

    value: object
    source: str
    hidden: tuple[tuple[object, str], ...] = ()

    def replaced(self, value: object, source: str) -> Setting:
        return Setting(value, source, ((self.value, self.source), *self.hidden))


@dataclass(frozen=True, slots=True)
class Configuration:
    """A complete and valid choice of every option."""

    name: str
    description: str
    paper: str
    settings: Mapping[str, Setting]
    """By full name of the option, in the order of declaration."""
    schema: Schema

    def section(self, declared: type[T]) -> T:
        """The values of a section, typed: ``configuration.section(ValueOptions).transfer``."""
        prefix = next(name for name, section in self.schema.items() if section is declared)
        return declared(**self._values(prefix))

    def options_for(self, analysis: str) -> dict[str, object]:
        """The options of an analysis, to make it with."""
        return self._values(analysis)

    def _values(self, section: str) -> dict[str, object]:
        prefix = f"{section}." if section else ""
        return {item.name: self.settings[prefix + item.name].value for item in fields(self.schema[section])}

    @property
    def algorithm(self) -> str:
        return self.section(General).algorithm

    @property
    def analyses(self) -> tuple[str, ...]:
        return self.section(General).analyses

    @property
    def exploration(self) -> Exploration:
        return self.section(Exploration)

    @property
    def limits(self) -> LimitOptions:
        return self.section(LimitOptions)


def load_configuration(
    name: str = DEFAULT_CONFIGURATION, overrides: Sequence[str] = (), *, schema: Schema = SCHEMA
) -> Configuration:
    """A preset, or a file whose name ends in ``.toml``, with overrides ``key=value``; raises ``TaskError``."""
    chain = _chain(name)
    options = all_options(schema)
    settings = {key: Setting(option.default, "default") for key, option in options.items()}
    for file in chain:
        _apply_file(file, settings, options, schema)
    for override in overrides:
        _apply_override(override, settings, options)
    named = chain[-1]
    about = {key: str(next((file.values[key] for file in reversed(chain) if key in file.values), "")) for key in _ABOUT}
    configuration = Configuration(name, about["description"], about["paper"], settings, schema)
    _check_analyses(configuration, named, overrides)
    return configuration


def preset_names() -> list[str]:
    return sorted(Path(item.name).stem for item in _preset_folder().iterdir() if item.name.endswith(".toml"))


def _preset_folder() -> Path:
    return Path(str(files("whet.task"))) / "presets"


# ------------------------------------------------------------------------------------------------------------- layers


def _chain(name: str) -> list[TomlFile]:
    """The file of this name behind its ancestors, the oldest first."""
    chain = [_open(name, place=None, folder=Path())]
    seen = [name]
    while (parent := chain[0].values.get("extends")) is not None:
        place = chain[0].place("extends")
        if not isinstance(parent, str):
            raise TaskError("'extends' names one configuration", place=place)
        if parent in seen:
            raise TaskError(f"the configuration extends itself: {' -> '.join([*seen, parent])}", place=place)
        seen.append(parent)
        chain.insert(0, _open(parent, place=place, folder=Path(chain[0].name).parent))
    return chain


def _open(name: str, *, place: str | None, folder: Path) -> TomlFile:
    """A preset by its name, or a file; one that is named in a file is relative to it."""
    if name.endswith(".toml"):
        path = str(folder / name)
        return parse_toml(read_text(path), name=path)
    if name not in preset_names():
        known = ", ".join(preset_names())
        raise TaskError(f"unknown configuration '{name}'{suggestion(name, preset_names())}; known are {known}", place=place)
    path = str(_preset_folder() / f"{name}.toml")
    return parse_toml(read_text(path), name=f"preset {name}")


def _apply_file(file: TomlFile, settings: dict[str, Setting], options: Mapping[str, Option], schema: Schema) -> None:
    for key, raw in _flat(file, schema):
        place = file.place(key)
        value = _value(options, key, raw, place=place)
        settings[key] = settings[key].replaced(value, place)


def _flat(file: TomlFile, schema: Schema) -> Iterator[tuple[str, object]]:
    """(full name, value) for each option the file sets."""
    top = {item.name for item in fields(schema[""])}
    for name, raw in file.values.items():
        if isinstance(raw, dict) and name in schema and name not in top:
            yield from ((f"{name}.{key}", value) for key, value in raw.items())
        elif name in top:
            yield name, raw
        elif name not in _ABOUT:
            known = [*_ABOUT, *top, *filter(None, schema)]
            raise TaskError(f"unknown key '{name}'{suggestion(name, known)}", place=file.place(name))


def _apply_override(text: str, settings: dict[str, Setting], options: Mapping[str, Option]) -> None:
    key, equals, raw = text.partition("=")
    key = key.strip()
    if not equals:
        raise TaskError(f"expected an option and its value, as in --set exploration.seed=1, not '{text}'")
    value = _value(options, key, raw.strip(), place=None)
    settings[key] = settings[key].replaced(value, _COMMAND_LINE)


def _value(options: Mapping[str, Option], key: str, raw: object, *, place: str | None) -> object:
    if key not in options:
        raise TaskError(f"unknown option '{key}'{suggestion(key, options)}; 'whet options' lists all", place=place)
    try:
        return options[key].kind.value(raw)
    except ValueError as error:
        raise TaskError(f"option {key}: {error}", place=place) from None


# ------------------------------------------------------------------------------------------------------------- checks


def _check_analyses(configuration: Configuration, named: TomlFile, overrides: Sequence[str]) -> None:
    source = configuration.settings["analyses"].source
    for analysis, consequence in _REQUIRED.items():
        if analysis not in configuration.analyses:
            message = f"option analyses: '{analysis}' is missing, without it {consequence}"
            raise TaskError(message, place=None if source == _COMMAND_LINE else source)
    touched: list[tuple[str, str | None]] = [(override.partition("=")[0].strip(), None) for override in overrides]
    touched += [(key, named.place(key)) for key, _ in _flat(named, configuration.schema)]
    for key, place in touched:
        _check_has_effect(configuration, key, place)


def _check_has_effect(configuration: Configuration, key: str, place: str | None) -> None:
    """A user who sets an option of an analysis expects the analysis to run."""
    section = key.rpartition(".")[0]
    known = configuration.schema[""].__dataclass_fields__["analyses"].metadata["kind"].known
    if section in known and section not in configuration.analyses:
        message = f"option {key} has no effect, because '{section}' is not among the analyses {', '.join(configuration.analyses)}"
        raise TaskError(message, place=place)
