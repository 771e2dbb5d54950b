"""The functions of a project: found in a folder, a compilation database or files, each with the files that its calls need.

A file that cannot be read is told and left out.  A function in a header is one function, however many files include it.  A name
that several files define belongs to none of them here: then a call of it from elsewhere is one of a function without a body.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from whet.core.result import InvalidProgram
from whet.frontend.definitions import FileDefinition, definitions
from whet.frontend.signatures import (
    ANOTHER_FILE,
    ParameterShape,
    RecordDefinition,
    SetVariable,
    Signature,
    defined_records,
    incomplete_records,
    record_definitions,
    signatures_and_variables,
)
from whet.frontend.unit import TranslationUnit
from whet.projects.entries import read_unit
from whet.projects.entry_points import EntryPoints
from whet.task.compile_commands import CompileCommands, read_commands
from whet.task.errors import TaskError, check_file
from whet.task.messages import usage
from whet.task.records import dataclass
from whet.task.task import Machine, Task

_DATABASE = ".json"
_SUFFIX = ".c"
ANY_HEADER = EntryPoints()
_INITIALISING = re.compile(
    r"(?:^|_)(?:init(?:iali[sz]e)?|setup|create|new|open)(?:_|$|\d)|[a-z](?:Init(?:iali[sz]e)?|Create|New|Open)(?:[A-Z]|$)",
    re.ASCII,
)
"""Names of functions that initialise an object that they are given."""


@dataclass(frozen=True, slots=True)
class ProjectFile:
    path: str
    signatures: tuple[Signature, ...]
    definitions: tuple[FileDefinition, ...]
    records: Mapping[str, str]
    """Where the structures and unions are defined that it knows."""
    variables: tuple[SetVariable, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectFunction:
    """One entry of a scan."""

    signature: Signature
    file: str
    """The C file it is read with; its body may stand in a header."""
    files: tuple[str, ...]
    """That one, and those that define what it reaches."""
    members: frozenset[str] = frozenset()
    """Names of members that it, or what it reaches, uses."""
    sets: frozenset[str] = frozenset()
    """Members that it, or what it reaches, sets (``FileDefinition.sets``)."""
    is_public: bool = True
    """Is it an entry point (``projects.entry_points``)?"""
    reached: frozenset[tuple[str, str]] = frozenset()
    """What it may call, each by its C file and its name, the function among them."""
    objects: tuple[ObjectFunctions, ...] = ()
    """How the objects are made that its parameters point to, and what those need in turn."""

    @property
    def name(self) -> str:
        """Unique in a project."""
        place = self.signature.place
        return f"{self.file if place is None else place.file}:{self.signature.name}"

    @property
    def key(self) -> tuple[str, str]:
        """As ``reached`` has it."""
        return self.file, self.signature.name

    def pointers_to(self, record: str) -> int:
        return sum(each.record == record for each in self.signature.parameters)

    def handles_of(self, record: str) -> tuple[ParameterShape, ...]:
        """The parameters that lead to a pointer to one."""
        return tuple(each for each in self.signature.parameters if each.handle == record)

    @property
    def records(self) -> tuple[str, ...]:
        """The structures that its parameters lead to, at once or by a pointer to a pointer."""
        return tuple(dict.fromkeys(found for each in self.signature.parameters if (found := each.record or each.handle)))


@dataclass(frozen=True, slots=True)
class ObjectFunctions:
    """The public functions of one structure."""

    record: str
    constructors: tuple[ProjectFunction, ...]
    """They return a pointer to a new object, store one where a parameter points to, or initialise one that they are given."""
    operations: tuple[ProjectFunction, ...]
    """The others that are given one."""
    replacing: tuple[ProjectFunction, ...] = ()
    """Those that are given a pointer to a pointer to one, which they may change."""
    setters: tuple[str, ...] = ()
    """Public functions that set members of such objects and are neither of the above."""
    keepers: tuple[str, ...] = ()
    """Functions that keep a pointer to such an object or to a member of it, so that other calls may change it."""
    compares: tuple[tuple[str, int], ...] = ()
    """Members with the constants that functions of the project compare them with, or assign."""
    relates: tuple[tuple[str, str], ...] = ()
    """Members that functions of the project compare with each other."""


@dataclass(frozen=True, slots=True)
class ProjectFunctions:
    task: Task
    """What holds for every function; its files are those that can be read."""
    functions: tuple[ProjectFunction, ...]
    unreadable: tuple[InvalidProgram, ...]
    headers: frozenset[str] = frozenset()
    """Those that declare functions or variables of the project."""

    def is_readable(self) -> bool:
        """Reading the program as a whole reports what is wrong with it, but not that the front end failed here."""
        if (defect := next((each for each in self.unreadable if each.is_defect), None)) is not None:
            raise RuntimeError(f"{defect.place}: {defect.message}")
        return not self.unreadable


def project_task(
    paths: Sequence[str],
    task: Task,
    *,
    machine: Machine | None = None,
    database: str | None = None,
    ignored: Sequence[str] = (),
) -> Task:
    """The task with the files that are meant: those of folders, those of a compilation database, or those that are named.  Of
    what is named ``database`` has the options, of which some are ``ignored``."""
    databases = [path for path in paths if path.endswith(_DATABASE)]
    if databases and (len(paths) > 1 or database is not None):
        raise TaskError("a compilation database stands alone: it says which files there are", place=databases[0])
    if databases:
        return _with_commands(task, read_commands(paths[0], machine=machine, ignored=ignored))
    files = tuple(dict.fromkeys(file for path in paths for file in _files(path)))
    if database is not None:
        return _with_commands(task, read_commands(database, files, machine=machine, ignored=ignored))
    return replace(task, files=files)


def _with_commands(task: Task, commands: CompileCommands) -> Task:
    assumptions = (*task.assumptions, *commands.assumptions)
    return replace(task, files=commands.files, options=commands.options, machine=commands.machine, assumptions=assumptions)


def _files(path: str) -> Sequence[str]:
    if not os.path.isdir(path):
        check_file(path)
        return [path]
    found = sorted(str(file) for file in Path(path).rglob(f"*{_SUFFIX}") if file.is_file() and not _is_hidden(file, path))
    if not found:
        raise TaskError(usage.NO_C_FILE, place=path)
    return found


def _is_hidden(file: Path, folder: str) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)


def read_project(task: Task, *, depth: int = 2, entry_points: EntryPoints = ANY_HEADER) -> ProjectFunctions:
    """Each file is read in a child process."""

    def read_file(file: str) -> ProjectFile | InvalidProgram:
        def use(unit: TranslationUnit) -> ProjectFile:
            read = list(signatures_and_variables(unit, depth=depth))
            functions = tuple(each for each in read if isinstance(each, Signature))
            variables = sorted((each for each in read if isinstance(each, SetVariable)), key=lambda each: each.is_defined)
            known = {each.name: each for each in variables}
            return ProjectFile(file, functions, (*definitions(unit),), dict(defined_records(unit)), (*known.values(),))

        return read_unit(file, use, task.preprocessing(file), task.machine)

    read = [read_file(file) for file in task.files]
    files = [each for each in read if isinstance(each, ProjectFile)]
    unreadable = tuple(each for each in read if isinstance(each, InvalidProgram))
    index = _Index(files)
    known = [each for file in files for each in file.definitions]
    public = entry_points.names(known)
    found: dict[str, ProjectFunction] = {}
    for file in files:
        for signature in file.signatures:
            if signature.name != "main":
                is_public = signature.name in public
                reached = index.reached(file, signature.name)
                named = replace(signature, variables=(*index.variables_set_elsewhere(file, reached),))
                needed, members, sets = index.needed(file, signature.name)
                function = ProjectFunction(named, file.path, needed, members, sets, is_public, reached)
                found.setdefault(function.name, function)
    records = _definitions_elsewhere(files, task, depth=depth)
    functions = with_objects([_with_records(each, records) for each in found.values()], index)
    read_files = replace(task, files=tuple(each.path for each in files))
    headers = frozenset(header for each in known for header in each.headers)
    return ProjectFunctions(read_files, functions, unreadable, headers)


def _definitions_elsewhere(files: Sequence[ProjectFile], task: Task, *, depth: int) -> Mapping[str, RecordDefinition]:
    """Of structures that are only declared where a function is given one, and that the project defines once."""
    places = {
        name: {place for file in files for known, place in file.records.items() if known == name} for name in _incomplete(files)
    }
    first = {name: next(file.path for file in files if name in file.records) for name, found in places.items() if len(found) == 1}
    known: dict[str, RecordDefinition] = {}
    for path in sorted(set(first.values())):
        names = [name for name, file in first.items() if file == path]

        def use(unit: TranslationUnit, path: str = path, names: Sequence[str] = names) -> tuple[RecordDefinition, ...]:
            return (*record_definitions(unit, path, names, depth=depth),)

        read = read_unit(path, use, task.preprocessing(path), task.machine)
        known.update({each.record: each for each in read} if isinstance(read, tuple) else {})
    return known


def _incomplete(files: Sequence[ProjectFile]) -> set[str]:
    shapes = (parameter.shape for file in files for signature in file.signatures for parameter in signature.parameters)
    return {record for shape in shapes for record in incomplete_records(shape)}


def _with_records(function: ProjectFunction, known: Mapping[str, RecordDefinition]) -> ProjectFunction:
    """With those that its parameters lead to, and their files."""
    waiting = [record for each in function.signature.parameters for record in incomplete_records(each.shape)]
    for record in waiting:
        more = incomplete_records(known[record].shape) if record in known else ()
        waiting += [each for each in dict.fromkeys(more) if each not in waiting]
    records = tuple(known[record] for record in dict.fromkeys(waiting) if record in known)
    files = tuple(dict.fromkeys([*function.files, *(each.file for each in records)]))
    return replace(function, signature=replace(function.signature, records=records), files=files)


def with_objects(functions: Sequence[ProjectFunction], index: _Index) -> tuple[ProjectFunction, ...]:
    """Each with the functions of the structures that its parameters point to, and of those that their constructors need."""
    public = [each for each in functions if each.is_public]
    records = {record for each in public for record in each.records}
    known = {record: _object_functions(record, public, index) for record in sorted(records)}

    def needed(function: ProjectFunction) -> Iterator[ObjectFunctions]:
        waiting = [*function.records]
        for record in waiting:
            if record in known and known[record].constructors:
                more = (each for constructor in known[record].constructors for each in constructor.records)
                waiting += [each for each in more if each not in waiting]
        yield from (known[record] for record in dict.fromkeys(waiting) if record in known)

    return tuple(replace(each, objects=(*needed(each),)) for each in functions)


def _object_functions(record: str, public: Sequence[ProjectFunction], index: _Index) -> ObjectFunctions:
    replacing = [each for each in public if each.handles_of(record)]
    makers = [each for each in public if _makes(each, record)]
    given = [each for each in public if each.pointers_to(record)]
    initialising = [each for each in given if each.pointers_to(record) == 1 and _INITIALISING.search(each.signature.name)]
    constructors = makers or initialising
    operations = tuple(each for each in given if each not in constructors)
    if not constructors:
        return ObjectFunctions(record, (), operations)
    own = {each.key for each in (*constructors, *operations)}
    setters = tuple(each.signature.name for each in public if each.key not in own and index.sets(each.key, record, beside=own))
    others = tuple(each for each in replacing if each not in constructors)
    keepers = tuple(each.signature.name for each in public if index.keeps(each.key, record))
    return ObjectFunctions(record, (*constructors,), operations, others, setters, keepers, index.compares, index.relates)


def _makes(function: ProjectFunction, record: str) -> bool:
    """Does it return a new object, or store one?"""
    handles = function.handles_of(record)
    if function.pointers_to(record):
        return False
    return function.signature.result_record == record if not handles else len(handles) == 1 and handles[0].is_output


class _Index:
    """Who defines what."""

    def __init__(self, files: Sequence[ProjectFile]) -> None:
        self._own: Mapping[str, Mapping[str, FileDefinition]] = {
            file.path: {each.name: each for each in file.definitions} for file in files
        }
        self._variables = {each.name for file in files for each in file.variables if each.is_defined}
        external: dict[str, list[str]] = {}
        for file in files:
            for each in file.definitions:
                if each.is_external:
                    external.setdefault(each.name, []).append(file.path)
        self._external = {name: paths[0] for name, paths in external.items() if len(paths) == 1}
        every = [each for definitions in self._own.values() for each in definitions.values()]
        self.compares: tuple[tuple[str, int], ...] = (*sorted(frozenset().union(*(each.compares for each in every))),)
        self.relates: tuple[tuple[str, str], ...] = (*sorted(frozenset().union(*(each.relates for each in every))),)

    def sets(self, function: tuple[str, str], record: str, *, beside: Container[tuple[str, str]]) -> bool:
        """May a function set a member of such an object, other than by calling functions of ``beside``?"""
        reached = self._closure(*function, beside=beside)
        found = (self._own[path].get(name) for path, name in reached)
        return any(each.startswith(f"{record}.") for definition in found if definition is not None for each in definition.sets)

    def keeps(self, function: tuple[str, str], record: str) -> bool:
        """May a function keep a pointer to such an object, or to a member of it?"""
        found = (self._own[path].get(name) for path, name in self._closure(*function))
        return any(record in definition.keeps for definition in found if definition is not None)

    def variables_set_elsewhere(self, file: ProjectFile, reached: Container[tuple[str, str]]) -> Iterator[SetVariable]:
        """Variables that the file knows and what is reached uses, with the functions that set them and are not reached."""
        own = self._own[file.path]
        used = frozenset().union(*(each.uses for name, each in own.items() if (file.path, name) in reached))
        for variable in file.variables if used else ():
            is_own = variable.name in own and not own[variable.name].is_external
            files = [file.path] if is_own else list(self._own)
            setters = [
                each.name
                for path in files
                for each in self._own[path].values()
                if each.is_function and variable.name in each.writes and (path, each.name) not in reached
            ]
            if variable.name not in self._variables:
                setters = [ANOTHER_FILE]
            if variable.name in used and setters:
                yield replace(variable, setters=(*setters,))

    def reached(self, file: ProjectFile, name: str) -> frozenset[tuple[str, str]]:
        return frozenset(self._closure(file.path, name))

    def _closure(self, file: str, name: str, *, beside: Container[tuple[str, str]] = ()) -> list[tuple[str, str]]:
        """In the order in which they are met; without those of ``beside``, and what only they reach."""
        waiting, met = [(file, name)], {(file, name)}
        for path, known in waiting:
            for each in self._reached(path, known):
                if each not in met and each not in beside:
                    met.add(each)
                    waiting.append(each)
        return waiting

    def needed(self, file: ProjectFile, name: str) -> tuple[tuple[str, ...], frozenset[str], frozenset[str]]:
        """The file, and all that what the function reaches is defined in, in the order in which it is met; and the members that
        are used and set there."""
        waiting = self._closure(file.path, name)
        reached = [found for path, known in waiting if (found := self._own[path].get(known)) is not None]
        members, sets = (frozenset().union(*each) for each in ((one.members for one in reached), (one.sets for one in reached)))
        # What is called through a pointer, or has no body here, may set everything.
        called = {known for _, known in waiting}
        passed = {f"{record}.*" for each in reached for record, callee in each.passes if callee not in called}
        return tuple(dict.fromkeys(path for path, _ in waiting)), members, sets | passed

    def _reached(self, path: str, name: str) -> Iterator[tuple[str, str]]:
        definition = self._own[path].get(name)
        for used in sorted(definition.uses) if definition is not None else ():
            if used in self._own[path]:
                yield path, used
            elif used in self._external:
                yield self._external[used], used


def sample(functions: Sequence[ProjectFunction], count: int | None, *, seed: int) -> list[ProjectFunction]:
    """So many of them, in their order, as only the seed and the names decide; all if there are fewer."""
    if count is None:
        return list(functions)
    drawn = sorted(functions, key=lambda each: hashlib.sha256(f"{seed} {_stable_name(each)}".encode()).digest())[:count]
    chosen = {each.name for each in drawn}
    return [each for each in functions if each.name in chosen]


def _stable_name(function: ProjectFunction) -> str:
    """Without the folder, so that the next version of a project gives the same sample."""
    return f"{os.path.basename(function.name.rpartition(':')[0])}:{function.signature.name}"
