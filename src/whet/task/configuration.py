"""Configurations: which analyses explore a program, how, and who said so.

The value of an option comes from the last of these layers that sets it: the default, a chain of presets (each ``extends``
one parent), a file of the user, the command line.  A configuration remembers for each value where it came from and
what it overrides.  Whatever is not known - a key, a word, a preset - is an error with a suggestion.

A word of a configuration can name something with a section of its own, such as an analysis.  That section is looked for only if
the word is used or the section is set, because it stands beside what it configures; what only a default names is made with
the defaults it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files, usage
from whet.task.options import Choice, LimitOptions, Names, Option, Schema, Section, Words, all_options, options_of
from whet.task.records import dataclass
from whet.task.toml_file import LARGEST_TOML, TomlFile, parse_toml

T = TypeVar("T", bound=Section)

DEFAULT_CONFIGURATION = "schedule"
_PRESETS = Path(__file__).parent / "presets"
_COMMAND_LINE = "command line"
_ABOUT = ("description", "paper", "extends")


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of an option, where it came from, and the layers it hides, nearest first."""

    value: object
    source: str
    hidden: tuple[tuple[object, str], ...] = ()

    @property
    def place(self) -> str | None:
        """The file and line; None on the command line."""
        return None if self.source == _COMMAND_LINE else self.source

    def replaced(self, value: object, source: str) -> Setting:
        return Setting(value, source, ((self.value, self.source), *self.hidden))


@dataclass(frozen=True, slots=True)
class Configuration:
    """A valid choice of every option that matters to it."""

    name: str
    description: str
    paper: str
    settings: Mapping[str, Setting]
    """By full name of the option, in the order of declaration."""
    schema: Schema
    members: tuple[Configuration, ...] = ()
    """Of a portfolio, in the order in which they begin."""

    def section(self, declared: type[T]) -> T:
        """The values of a section, typed: ``configuration.section(ValueOptions).transfer``; defaults, if it is not used."""
        prefix = next((name for name, section in self.schema.items() if section is declared), None)
        return declared() if prefix is None else declared(**self._values(prefix))

    def options_for(self, part: str) -> Section | None:
        """The options of an analysis or the like, to make it with; None if it has none."""
        declared = self.schema.get(part)
        return None if declared is None else declared(**self._values(part))

    def _values(self, section: str) -> dict[str, object]:
        prefix = f"{section}." if section else ""
        return {item.name: self.settings[prefix + item.name].value for item in fields(self.schema[section])}

    @property
    def algorithm(self) -> str:
        return str(self.settings["algorithm"].value)

    @property
    def analyses(self) -> tuple[str, ...]:
        return _words(self.settings["analyses"])

    @property
    def limits(self) -> LimitOptions:
        return self.section(LimitOptions)


class PresetNames(Words):
    """The names of configurations: presets, and files of the user."""

    __slots__ = ()

    def __contains__(self, word: object, /) -> bool:
        return isinstance(word, str) and (word.endswith(".toml") or word in preset_names())

    def __iter__(self) -> Iterator[str]:
        return iter(preset_names())

    def describe(self, word: str) -> str:
        return str(_open(word, place=None, folder=Path()).values.get("description", ""))

    def section(self, word: str) -> type[Section] | None:
        """Whatever has options of its own is named inside the configuration."""
        return None


def beside(setting: Setting, name: str) -> str:
    """A configuration that a setting names: a preset by its name, a file relative to the one that names it."""
    if setting.place is None or not name.endswith(".toml"):
        return name
    return str(Path(setting.place.rpartition(":")[0]).parent / name)


def load_with(
    schema: Schema, name: str = DEFAULT_CONFIGURATION, overrides: Sequence[str] = (), *, complete: bool = False
) -> Configuration:
    """A preset, or a file whose name ends in ``.toml``, with overrides ``key=value``; raises ``TaskError``.

    ``schema`` has the sections that every configuration has.  A complete one has also those it does not use."""
    chain = _chain(name)
    loading = _Loading(schema)
    layers = [list(loading.assignments(file)) for file in chain]
    layers.append([_override(text) for text in overrides])
    for assignment in (each for layer in layers for each in layer):
        loading.apply(assignment)
    if complete:
        loading.add_all_sections()
    about = {key: str(next((file.values[key] for file in reversed(chain) if key in file.values), "")) for key in _ABOUT}
    configuration = Configuration(name, about["description"], about["paper"], *loading.finished())
    for assignment in (each for layer in layers[-2:] for each in layer):
        loading.check_effect(assignment, configuration)
    return configuration


def preset_names() -> list[str]:
    return sorted(Path(item.name).stem for item in _PRESETS.iterdir() if item.name.endswith(".toml"))


def _chain(name: str) -> list[TomlFile]:
    """The file of this name after its ancestors, the oldest first."""
    chain = [_open(name, place=None, folder=Path())]
    seen = [name]
    while (parent := chain[0].values.get("extends")) is not None:
        place = chain[0].place("extends")
        if not isinstance(parent, str):
            raise TaskError(files.WRONG_TYPE.format(key="extends", expected="the name of one configuration"), place=place)
        if parent in seen:
            raise TaskError(f"the configuration extends itself: {' -> '.join([*seen, parent])}", place=place)
        seen.append(parent)
        chain.insert(0, _open(parent, place=place, folder=Path(chain[0].name).parent))
    return chain


def _open(name: str, *, place: str | None, folder: Path) -> TomlFile:
    """A preset by its name, or a file; one that is named in a file is relative to it."""
    if name.endswith(".toml"):
        path = str(folder / name)
        return parse_toml(read_text(path, most=LARGEST_TOML), name=path)
    if name not in preset_names():
        known = ", ".join(preset_names())
        raise TaskError(
            usage.CONFIGURATION.format(name=name, suggested=suggestion(name, preset_names()), known=known), place=place
        )
    path = str(_PRESETS / f"{name}.toml")
    return parse_toml(read_text(path), name=f"preset {name}")


@dataclass(frozen=True, slots=True)
class _Assignment:
    """What a layer says of an option."""

    key: str
    raw: object
    place: str | None
    """None on the command line."""


def _override(text: str) -> _Assignment:
    key, equals, raw = text.partition("=")
    if not equals:
        raise TaskError(usage.SETTING.format(text=text))
    return _Assignment(key.strip(), raw.strip(), None)


class _Loading:
    """The sections and settings of a configuration, as far as its layers have been applied."""

    def __init__(self, general: Schema) -> None:
        self._general = general
        self._schema: dict[str, type[Section]] = {}
        self._options: dict[str, Option] = {}
        self._settings: dict[str, Setting] = {}
        for name, declared in general.items():
            self._add(name, declared)
        self._vocabularies = {key: found for key, option in self._options.items() if (found := _vocabulary(option)) is not None}

    def _add(self, name: str, declared: type[Section]) -> None:
        self._schema[name] = declared
        for option in options_of(name, declared):
            self._options[option.name] = option
            self._settings[option.name] = Setting(option.default, "default")

    def _has_section(self, name: str) -> bool:
        if name not in self._schema:
            found = next(filter(None, (vocabulary.section(name) for vocabulary in self._vocabularies.values())), None)
            if found is None:
                return False
            self._add(name, found)
        return True

    def add_all_sections(self) -> None:
        for vocabulary in self._vocabularies.values():
            for word in vocabulary:
                self._has_section(word)

    def assignments(self, file: TomlFile) -> Iterator[_Assignment]:
        """One for each option the file sets."""
        top = {item.name for item in fields(self._general[""])}
        for name, raw in file.values.items():
            if name in top:
                yield _Assignment(name, raw, file.place(name))
            elif isinstance(raw, dict) and name not in _ABOUT and self._has_section(name):
                yield from (_Assignment(f"{name}.{key}", value, file.place(f"{name}.{key}")) for key, value in raw.items())
            elif name not in _ABOUT:
                self.add_all_sections()
                known = [*_ABOUT, *top, *filter(None, self._schema)]
                raise TaskError(files.KEY.format(key=name, suggested=suggestion(name, known), more=""), place=file.place(name))

    def apply(self, assignment: _Assignment) -> None:
        key, place = assignment.key, assignment.place
        if not self._has_section(key.rpartition(".")[0]) or key not in self._options:
            self.add_all_sections()
            raise TaskError(usage.OPTION.format(key=key, suggested=suggestion(key, self._options)), place=place)
        try:
            value = self._options[key].kind.value(assignment.raw)
        except ValueError as error:
            raise TaskError(usage.OPTION_VALUE.format(key=key, problem=error), place=place) from None
        self._settings[key] = self._settings[key].replaced(value, place or _COMMAND_LINE)

    def finished(self) -> tuple[dict[str, Setting], Schema]:
        """In the order of declaration: what every configuration has, what this one uses, what it only mentions."""
        said = {key: known for key, known in self._vocabularies.items() if self._settings[key].hidden}
        used = [word for key, known in said.items() for word in _words(self._settings[key]) if known.section(word)]
        for word in used:
            self._has_section(word)
        schema = {name: self._schema[name] for name in dict.fromkeys([*self._general, *used, *self._schema])}
        return {key: self._settings[key] for key in all_options(schema)}, schema

    def check_effect(self, assignment: _Assignment, configuration: Configuration) -> None:
        """A user who sets an option of an analysis expects the analysis to run."""
        section = assignment.key.rpartition(".")[0]
        if section in self._general:
            return
        key = next(key for key, found in self._vocabularies.items() if found.section(section) is self._schema[section])
        chosen = _words(configuration.settings[key])
        if section not in chosen:
            among = f"among the {key.rpartition('.')[2]} " if len(chosen) > 1 else ""
            message = usage.NO_EFFECT.format(key=assignment.key, reason=f"'{section}' is not {among}{', '.join(chosen)}")
            raise TaskError(message, place=assignment.place)


def _vocabulary(option: Option) -> Words | None:
    """Of an option whose words may name something with options of its own."""
    known = option.kind.known if isinstance(option.kind, (Choice, Names)) else None
    return known if isinstance(known, Words) else None


def _words(setting: Setting) -> tuple[str, ...]:
    return setting.value if isinstance(setting.value, tuple) else (str(setting.value),)
