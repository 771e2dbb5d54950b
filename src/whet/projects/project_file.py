"""``whet.toml``: what a CI job verifies, what it fails on, and which findings are accepted.

    [ci]
    fail_on = ["false", "unknown"]

    [[ci.target]]
    name = "queue"
    files = ["src/queue.c", "tests/queue_harness.c"]

Findings that are accepted stand there too (``report.suppressions``), and what callers of functions keep to
(``projects.preconditions``).  Paths are relative to the file.  A key that is not known is an error, with its line and a
suggestion.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from whet.core.configuration import load_configuration
from whet.harness.contracts import FunctionContract
from whet.harness.options import HarnessOptions
from whet.projects.entry_calls import entry_call
from whet.projects.entry_search import EntryCall
from whet.projects.preconditions import PROJECT_FILE, Requirements, check_sections, read_requirements
from whet.projects.source_contracts import of_source, source_contracts
from whet.report.summary import Status
from whet.report.suppressions import Suppression, suppressions_in
from whet.task.checks import bugs_property, property_name
from whet.task.compile_commands import read_commands
from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration
from whet.task.definition import load_task
from whet.task.errors import TaskError, check_file, read_text, suggestion
from whet.task.messages import files as messages
from whet.task.records import dataclass
from whet.task.task import Machine, Task, program_files
from whet.task.toml_file import TomlFile, parse_toml

_CI_KEYS: Final = ("base", "baseline", "cache", "fail_on", "config", "set", "time_limit", "execute", "target")
_TARGET_KEYS: Final = (
    *("name", "files", "entry", "checks", "spec", "machine", "include", "define", "compile_commands", "ignore_options"),
    *("config", "set", "time_limit", "execute"),
)
_DEPTH: Final = 2
"""Pointers that are followed from an argument on."""
SUPPRESSED: Final = "suppressed"
KNOWN: Final = "known"
UNUSED: Final = "unused-suppression"
WORDS: Final = (*(each.value for each in Status if each is not Status.TRUE), KNOWN, SUPPRESSED, UNUSED)
"""What a job may fail on."""
DEFAULT_POLICY: Final = tuple(each.value for each in Status if each is not Status.TRUE)
"""Everything that is not proved, unless it is known or suppressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One program of a project, and how it is verified."""

    name: str
    task: Task
    configuration: Configuration
    files: tuple[str, ...]
    """That are named for it, also those that are not C: its configuration, its property."""
    call: EntryCall | None = None
    """How it is called, if its entry is given generated arguments; ``task`` has the harness of all calls then, if there is
    one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    path: str
    targets: tuple[Target, ...]
    suppressions: tuple[Suppression, ...] = ()
    fail_on: tuple[str, ...] = DEFAULT_POLICY
    base: str | None = None
    baseline: str | None = None
    cache: str | None = None

    @property
    def root(self) -> str:
        return os.path.dirname(self.path) or "."


def read_project(path: str) -> Project:
    """Raises ``TaskError`` with the place of a mistake."""
    document = parse_toml(read_text(path), name=path)
    check_sections(document)
    return _Reader(document, read_requirements(path)).project()


class _Reader:
    def __init__(self, document: TomlFile, requirements: Requirements) -> None:
        self._document = document
        self._requirements = requirements
        ci = document.values.get("ci", {})
        if not isinstance(ci, dict):
            raise TaskError(messages.WRONG_TYPE.format(key="ci", expected="a table: write [ci]"), place=document.place("ci"))
        self._ci: Mapping[str, Any] = ci

    def project(self) -> Project:
        self._check_keys(self._ci, _CI_KEYS, "ci")
        entries = self._ci.get("target", [])
        if not isinstance(entries, list) or not entries:
            raise TaskError(messages.NO_TARGET, place=self._document.place("ci.target"))
        targets = [self._target(entry, f"ci.target[{number}]") for number, entry in enumerate(entries)]
        names = [target.name for target in targets]
        for number, name in enumerate(names):
            if name in names[:number]:
                message = messages.SAME_TARGET.format(name=name)
                raise TaskError(message, place=self._document.place(f"ci.target[{number}]"))
        cache = self._text(self._ci, "cache", "ci")
        return Project(
            path=self._document.name,
            targets=tuple(targets),
            suppressions=tuple(suppressions_in(self._document)),
            fail_on=self._policy(),
            base=self._text(self._ci, "base", "ci"),
            baseline=self._path(self._text(self._ci, "baseline", "ci")),
            cache=cache if cache is not None and "://" in cache else self._path(cache),
        )

    def _policy(self) -> tuple[str, ...]:
        if "fail_on" not in self._ci:
            return DEFAULT_POLICY
        words = self._texts(self._ci, "fail_on", "ci")
        for word in words:
            if word not in WORDS:
                message = messages.FAIL_ON.format(word=word, suggested=suggestion(word, WORDS), known=", ".join(WORDS))
                raise TaskError(message, place=self._document.place("ci.fail_on"))
        return tuple(words)

    def _target(self, entry: object, key: str) -> Target:
        place = self._document.place(key)
        if not isinstance(entry, dict):
            raise TaskError(
                messages.WRONG_TYPE.format(key="target", expected="a list of tables: write [[ci.target]]"), place=place
            )
        self._check_keys(entry, _TARGET_KEYS, key)
        try:
            task = self._task(entry, key)
        except TaskError as error:
            raise error if error.place is not None else TaskError(error.message, place=place) from None
        named = [self._text(entry, name, key) for name in ("config", "spec", "compile_commands")]
        others = [self._path(name) for name in named if name is not None and "." in name]
        call = None if task.entry == "main" else self._call(task)
        # What a target says goes before what ``[ci]`` says.
        name = self._text(entry, "config", key) or self._text(self._ci, "config", "ci") or DEFAULT_CONFIGURATION
        limit = self._text(entry, "time_limit", key) or self._text(self._ci, "time_limit", "ci")
        overrides = [*self._texts(self._ci, "set", "ci"), *([f"limits.cpu_time={limit}"] if limit else [])]
        if self._truth(entry, "execute", key) if "execute" in entry else self._truth(self._ci, "execute", "ci"):
            overrides.append("execution.allowed=yes")
        path = self._joined(name) if name.endswith(".toml") else name
        return Target(
            name=self._text(entry, "name", key) or os.path.splitext(os.path.basename(task.files[0]))[0],
            task=task if call is None else call.main_task(),
            call=call,
            configuration=load_configuration(path, [*overrides, *self._texts(entry, "set", key)]),
            files=(*task.files, *(name for name in others if name is not None)),
        )

    def _task(self, entry: Mapping[str, Any], key: str) -> Task:
        machine = self._machine(entry, key)
        commands = self._path(self._text(entry, "compile_commands", key))
        files = [self._joined(name) for name in self._texts(entry, "files", key)]
        for file in files:
            try:
                check_file(file)
            except TaskError as error:
                raise TaskError(f"{file}: {error.message}", place=self._document.place(f"{key}.files")) from None
        if not files and commands is None:
            raise TaskError(messages.NO_FILES, place=self._document.place(key))
        ignored = self._texts(entry, "ignore_options", key)
        read = None if commands is None else read_commands(commands, files, machine=machine, ignored=ignored)
        checks, spec = self._texts(entry, "checks", key), self._text(entry, "spec", key)
        task = load_task(
            files if read is None else read.files,
            spec=property_name(checks) if checks else self._path(spec) if spec is not None and "." in spec else spec,
            otherwise=bugs_property(),
            machine=machine if read is None else read.machine,
            entry=self._text(entry, "entry", key),
            include_folders=[self._joined(name) for name in self._texts(entry, "include", key)],
            defines=self._texts(entry, "define", key),
            options=() if read is None else read.options,
        )
        return task if read is None else replace(task, assumptions=(*task.assumptions, *read.assumptions))

    def _call(self, task: Task) -> EntryCall | None:
        """A function with parameters is called as ``whet verify --entry`` calls it, and callers keep to ``[entry.NAME]``, or to
        its contract in the source."""
        requirements = self._requirements.get(task.entry)
        if requirements is None:
            requirements = of_source(source_contracts(task, program_files(task.files)), task.entry).requires
        return entry_call(task, FunctionContract(requires=(*requirements,)), HarnessOptions(elements=None, depth=_DEPTH))

    def _machine(self, entry: Mapping[str, Any], key: str) -> Machine | None:
        name = self._text(entry, "machine", key)
        if name is None or name in list(Machine):
            return None if name is None else Machine(name)
        known = " and ".join(Machine)
        message = f"there is no machine '{name}'{suggestion(name, Machine)}; there are {known}"
        raise TaskError(message, place=self._document.place(f"{key}.machine"))

    def _check_keys(self, table: Mapping[str, object], known: Sequence[str], key: str) -> None:
        for name in table:
            if name not in known:
                message = messages.KEY.format(key=name, suggested=suggestion(name, known), more=f"; known are {', '.join(known)}")
                raise TaskError(message, place=self._document.place(f"{key}.{name}"))

    def _truth(self, table: Mapping[str, Any], name: str, key: str) -> bool:
        value = table.get(name, False)
        if not isinstance(value, bool):
            raise TaskError(
                messages.WRONG_TYPE.format(key=name, expected="true or false"), place=self._document.place(f"{key}.{name}")
            )
        return value

    def _text(self, table: Mapping[str, Any], name: str, key: str) -> str | None:
        value = table.get(name)
        if value is None or isinstance(value, str):
            return value
        raise TaskError(messages.WRONG_TYPE.format(key=name, expected="a text"), place=self._document.place(f"{key}.{name}"))

    def _texts(self, table: Mapping[str, Any], name: str, key: str) -> list[str]:
        value = table.get(name, [])
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        raise TaskError(
            messages.WRONG_TYPE.format(key=name, expected="a list of strings"), place=self._document.place(f"{key}.{name}")
        )

    def _path(self, name: str | None) -> str | None:
        return None if name is None else self._joined(name)

    def _joined(self, name: str) -> str:
        return os.path.normpath(os.path.join(os.path.dirname(self._document.name), name))


__all__ = ["DEFAULT_POLICY", "KNOWN", "PROJECT_FILE", "SUPPRESSED", "UNUSED", "WORDS", "Project", "Target", "read_project"]
