"""Task definitions: YAML files that name a program, its properties and the verdicts expected (BenchExec, formats 1 and 2).

Reading one checks its shape and nothing else; ``choose_property`` then reads the property files.  Paths in the file are
relative to it; in ``TaskDefinition`` they are relative to the current directory.  Every error names the file and the line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from whet.task.errors import TaskError, TaskNotSupported, suggestion
from whet.task.messages import files as messages
from whet.task.properties import DEFAULT_PROPERTY, Property, read_property
from whet.task.records import dataclass
from whet.task.task import FileOptions, Machine, Task
from whet.task.yaml_file import YamlFile

if TYPE_CHECKING:
    import yaml  # where it is used it is imported late: most tasks have no definition

YAML_SUFFIXES = (".yml", ".yaml")
_VERSIONS = ("1.0", "2.0", "2.1")
_KEYS = ("format_version", "input_files", "required_files", "properties", "options", "additional_information")
_PROPERTY_KEYS = ("property_file", "expected_verdict", "subproperty", "sub-property")
"""The last two are one: published tasks are not of one mind how to spell it."""
_OPTIONS = ("language", "data_model")


@dataclass(frozen=True, slots=True)
class Expectation:
    """A property file and the verdict that is expected, if any."""

    property_file: str
    verdict: bool | None


@dataclass(frozen=True, slots=True)
class TaskDefinition:
    """What a task definition says."""

    path: str
    input_files: tuple[str, ...]
    expectations: tuple[Expectation, ...]
    machine: Machine | None


def read_definition(path: str) -> TaskDefinition:
    """Raises ``TaskError``; ``TaskNotSupported`` for a language other than C."""
    reader = _Reader(path)
    top = reader.mapping(reader.root(), known=_KEYS)
    reader.check_version(top.get("format_version"))
    if "input_files" not in top:
        raise TaskError(messages.MISSING_KEY.format(key="input_files", suggested=suggestion("input_files", top)), place=path)
    files = tuple(reader.relative(name) for name in reader.names(top["input_files"]))
    expectations = tuple(reader.expectations(top.get("properties")))
    return TaskDefinition(path, files, expectations, reader.machine(top.get("options")))


def load_task(
    files: Sequence[str],
    *,
    spec: str | None = None,
    otherwise: Property = DEFAULT_PROPERTY,
    machine: Machine | None = None,
    entry: str | None = None,
    include_folders: Sequence[str] = (),
    defines: Sequence[str] = (),
    options: Sequence[FileOptions] = (),
) -> Task:
    """The task that C files, or one task definition, make; what is given here goes before what the definition says, but for
    ``otherwise``, the default property."""
    definition = _definition(files)
    chosen = choose_property(definition, spec=spec, otherwise=otherwise)
    return Task(
        files=definition.input_files,
        property=chosen.property,
        machine=machine or definition.machine or Machine.LP64,
        entry=entry or chosen.property.entry,
        expected=chosen.expected,
        include_folders=tuple(include_folders),
        defines=tuple(defines),
        options=tuple(options),
        assumptions=() if machine or definition.machine else (_NO_MODEL,),
    )


_NO_MODEL = "the machine model is LP64, because the task definition names none (--32 and --64 choose one)"


def _definition(files: Sequence[str]) -> TaskDefinition:
    """Programs without a definition are on LP64 and expect nothing."""
    definitions = [file for file in files if Path(file).suffix in YAML_SUFFIXES]
    if not definitions:
        return TaskDefinition("", tuple(files), (), Machine.LP64)
    if len(files) > 1:
        raise TaskError(messages.TWO_DEFINITIONS.format(count=len(files)), place=definitions[0])
    return read_definition(files[0])


@dataclass(frozen=True, slots=True)
class Chosen:
    """The property to check, the file it stands in and the verdict expected of it, if there are any."""

    property: Property
    file: str | None = None
    expected: bool | None = None


def choose_property(definition: TaskDefinition, *, spec: str | None, otherwise: Property = DEFAULT_PROPERTY) -> Chosen:
    """That of ``spec`` if there is one (the expectation is that of a file of the same name), otherwise the first that can be
    checked."""
    if spec is not None:
        return Chosen(read_property(spec), spec, _expected(definition, Path(spec).stem))
    found = [Chosen(read_property(item.property_file), item.property_file, item.verdict) for item in _existing(definition)]
    return next((each for each in found if not each.property.not_supported), found[0] if found else Chosen(otherwise))


def _existing(definition: TaskDefinition) -> Sequence[Expectation]:
    """Those whose property file exists; an error if none of them does."""
    existing = [item for item in definition.expectations if os.path.exists(item.property_file)]
    if definition.expectations and not existing:
        missing = definition.expectations[0].property_file
        raise TaskError(messages.PROPERTY_FILE.format(file=missing), place=definition.path)
    return existing


def _expected(definition: TaskDefinition, name: str) -> bool | None:
    return next((item.verdict for item in definition.expectations if Path(item.property_file).stem == name), None)


class _Reader(YamlFile):
    """Takes a task definition apart."""

    def __init__(self, path: str) -> None:
        super().__init__(path, what="task definition")

    def names(self, node: yaml.Node) -> list[str]:
        """A text, or a list of strings that is not empty."""
        from yaml import ScalarNode

        if isinstance(node, ScalarNode):
            return [self.text(node)]
        names = [self.text(item) for item in self.sequence(node)]
        if not names:
            raise TaskError("no input file is named", place=self.place(node))
        return names

    def relative(self, name: str) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(self.path), name))

    def check_version(self, node: yaml.Node | None) -> None:
        if node is None:
            raise TaskError(
                messages.MISSING_KEY.format(key="format_version", suggested="; is this a task definition?"), place=self.path
            )
        version = self.text(node)
        if version not in _VERSIONS:
            raise TaskError(messages.VERSION.format(version=version, known=", ".join(_VERSIONS)), place=self.place(node))

    def expectations(self, node: yaml.Node | None) -> Iterator[Expectation]:
        for item in [] if node is None else self.sequence(node):
            entry = self.mapping(item, known=_PROPERTY_KEYS)
            if "property_file" not in entry:
                raise TaskError(messages.MISSING_KEY.format(key="property_file", suggested=""), place=self.place(item))
            yield Expectation(self.relative(self.text(entry["property_file"])), self._verdict(entry.get("expected_verdict")))

    def _verdict(self, node: yaml.Node | None) -> bool | None:
        if node is None:
            return None
        match self.text(node).lower():
            case "true":
                return True
            case "false":
                return False
            case other:
                raise TaskError(f"the expected_verdict '{other}' is neither true nor false", place=self.place(node))

    def machine(self, node: yaml.Node | None) -> Machine | None:
        """From the options; others than language and data model are for other tools."""
        options = {} if node is None else self.mapping(node, known=None)
        for name in options:
            if name not in _OPTIONS and (question := suggestion(name, _OPTIONS)):
                raise TaskError(f"unknown option '{name}'{question}", place=self.place(options[name]))
        self._check_language(options.get("language"))
        return self._data_model(options.get("data_model"))

    def _check_language(self, node: yaml.Node | None) -> None:
        if node is not None and self.text(node) != "C":
            raise TaskNotSupported(messages.LANGUAGE.format(language=self.text(node)), place=self.place(node))

    def _data_model(self, node: yaml.Node | None) -> Machine | None:
        if node is None:
            return None
        name = self.text(node)
        try:
            return Machine(name)
        except ValueError:
            message = messages.DATA_MODEL.format(name=name, suggested=suggestion(name, Machine), known=", ".join(Machine))
            raise TaskError(message, place=self.place(node)) from None
