"""Sets of tasks, and selections from them.

A *set* is a folder with a ``manifest.csv`` or ``NAME-manifest.csv`` (one row per task, subsets under ``subsets/NAME.txt``), a
folder or a glob of task definitions, or a glob of C files without a known verdict.  A *selection* narrows a set down:
by subset, by category, by property, by verdict, by size, and at last by a stratified sample.

Sampling.  The strata are (category, verdict).  The k-th task of a stratum of n (k = 0, 1, ...; in an order that only the
seed and the names decide) has the place (k + 1/2) / n, and a sample of s tasks is the s first places of all.  So every
stratum gets its size times one common factor, rounded to the nearest number (the method of Webster and Sainte-Laguë).
Unlike with largest remainders, samples of the same seed are nested: the runs of a small sample serve a larger one.

Invariants: what is selected depends neither on the order of the rows nor on hash seeds; tasks keep the order of the set.
"""

from __future__ import annotations

import csv
import glob
import hashlib
import io
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fnmatch import fnmatchcase
from pathlib import Path

from whet.campaign.records import BenchTask, digest
from whet.task.definition import YAML_SUFFIXES, choose_property, read_definition
from whet.task.errors import LARGEST_PROGRAM, TaskError, TaskNotSupported, read_bytes, read_text, suggestion
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES, Machine

MANIFEST = "manifest.csv"
_REQUIRED = ("id", "path", "category", "expected_verdict")
_DEFAULT_SPECIFICATION = "cpachecker-default-spec"
_LABEL_STYLE = "ERROR_label"
_MOST_DIGITS = 12
_VERDICTS = {"true": True, "false": False, "": None}


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSelection:
    """Which tasks of a set are meant; whatever is not said does not restrict."""

    subset: str | None = None
    """The name of a subset of the set, or a file ``*.txt`` with a task on each line."""
    categories: tuple[str, ...] = ()
    """Patterns such as ``ldv-*``, of categories or SV-COMP sets; a task matches one of them."""
    properties: tuple[str, ...] = ()
    """Names such as ``no-overflow``; a task is about one of them."""
    verdict: bool | None = None
    min_lines: int | None = None
    max_lines: int | None = None
    sample: int | None = None
    """At most so many, spread over categories and verdicts."""
    seed: int = 1


EVERYTHING = TaskSelection()


@dataclass(frozen=True, slots=True)
class TaskSet:
    """Tasks with different names, and the files that name parts of them."""

    place: str
    """The file or folder the tasks come from, for messages."""
    tasks: tuple[BenchTask, ...]
    subsets: Mapping[str, str] = field(default_factory=dict)
    """Files by name of the subset."""


def load_set(path: str, selection: TaskSelection = EVERYTHING) -> list[BenchTask]:
    """The tasks of a set that a selection means; raises ``TaskError``."""
    return select(read_set(path), selection)


def read_set(path: str) -> TaskSet:
    """All tasks of a folder, a glob or a file; raises ``TaskError``."""
    if os.path.isdir(path) and (manifest := _manifest(Path(path))):
        found = _read_corpus(Path(path), manifest)
    elif os.path.isdir(path):
        found = _read_files(path, base=path, files=_definitions_or_programs(path))
    else:
        # The folder before the first part with a wildcard, which names are relative to.
        parts = Path(path).parts
        fixed = next((index for index, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)
        found = _read_files(path, base=str(Path(*parts[:fixed])), files=sorted(glob.glob(path, recursive=True)))
    if not found.tasks:
        raise TaskError(f"there are no tasks here; expected a {MANIFEST}, task definitions or C files", place=found.place)
    name, count = Counter(task.name for task in found.tasks).most_common(1)[0]
    if count > 1:
        raise TaskError(f"{count} tasks are named '{name}'; names must differ", place=found.place)
    return found


def _manifest(folder: Path) -> Path | None:
    """The plain name goes first; of several others none is meant."""
    if (folder / MANIFEST).exists():
        return folder / MANIFEST
    others = sorted(folder.glob(f"*-{MANIFEST}"))
    if len(others) > 1:
        raise TaskError(f"there are {len(others)} manifests; name the one to read {MANIFEST}", place=str(folder))
    return others[0] if others else None


def _read_corpus(folder: Path, manifest: Path) -> TaskSet:
    path = str(manifest)
    rows = csv.DictReader(io.StringIO(read_text(path)))
    try:
        tasks = tuple(_rows(folder, rows, path))
    except csv.Error as error:
        raise TaskError(f"is not a table: {error}", place=f"{path}:{rows.line_num + 1}") from error
    subsets = {file.stem: str(file) for file in sorted((folder / "subsets").glob("*.txt"))}
    return TaskSet(path, tasks, subsets)


def _rows(folder: Path, rows: csv.DictReader[str], path: str) -> Iterator[BenchTask]:
    for column in _REQUIRED:
        if column not in (rows.fieldnames or ()):
            found = suggestion(column, rows.fieldnames or ())
            raise TaskError(f"the column '{column}' is missing{found}", place=f"{path}:1")
    digests = _Digests()
    for row in rows:
        place = f"{path}:{rows.line_num}"
        cells = {column: cell or "" for column, cell in row.items()}  # a short row ends in None
        file = str(folder / cells["path"])
        property_file, has_verdict = _specification(folder, cells)
        word = cells["expected_verdict"]
        if word.lower() not in _VERDICTS:
            raise TaskError(f"the expected_verdict '{word}' is neither true nor false", place=place)
        expected = _VERDICTS[word.lower()]
        yield BenchTask(
            name=cells["id"],
            category=cells["category"],
            file=file,
            property_file=property_file,
            machine=_machine(cells.get("data_model") or Machine.LP64.value, place=place),
            expected=expected if has_verdict and not _is_disputed(cells, place=place) else None,
            lines=_lines(cells.get("lines") or "0", place=place),
            digest=digests.of_task(cells.get("sha256") or digests.of_file(file, place=place), property_file, place=place),
            svcomp_set=cells.get("svcomp_set", ""),
            violated=cells.get("violated_subproperty", "") if expected is False else "",
            function=cells.get("function", ""),
        )


def _is_disputed(cells: Mapping[str, str], *, place: str) -> bool:
    """Then the verdict is unknown: the task is run, and its answer is neither right nor wrong."""
    word = cells.get("verdict_disputed") or "no"
    if word not in ("yes", "no"):
        raise TaskError(f"verdict_disputed is '{word}', and neither yes nor no", place=place)
    return word == "yes"


def _specification(folder: Path, cells: Mapping[str, str]) -> tuple[str | None, bool]:
    """The property file, and whether the row's verdict is that of the property.

    Some verdicts are those of another tool's default specification, and the property file names something the program does not
    have.  Then Whet's own default takes its place; where the error is only a label, which that does not know, nobody says a
    verdict."""
    name = cells.get("property_file")
    if cells.get("property") != _DEFAULT_SPECIFICATION:
        return (str(folder / name) if name else None), True
    styles = set(cells.get("error_style", "").split(";")) - {""}
    return None, bool(styles) and _LABEL_STYLE not in styles


def _machine(word: str, *, place: str) -> str:
    if word not in list(Machine):
        known = ", ".join(Machine)
        raise TaskError(f"unknown data_model '{word}'{suggestion(word, Machine)}; known are {known}", place=place)
    return word


def _lines(word: str, *, place: str) -> int:
    if not word.isdecimal() or len(word) > _MOST_DIGITS:
        raise TaskError(f"the number of lines '{word}' is not a number", place=place)
    return int(word)


class _Digests:
    """Digests of files; those of property files are asked for again and again."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of_task(self, program: str, property_file: str | None, *, place: str) -> str:
        return digest([program, self._of_property(property_file, place=place) if property_file else None])

    def of_file(self, path: str, *, place: str) -> str:
        return hashlib.sha256(_read(path, place=place)).hexdigest()

    def _of_property(self, path: str, *, place: str) -> str:
        if path not in self._known:
            self._known[path] = self.of_file(path, place=place)
        return self._known[path]


def _definitions_or_programs(folder: str) -> list[str]:
    """Where there are definitions, the C files belong to them."""
    files = sorted(str(path) for path in Path(folder).rglob("*") if path.is_file())
    definitions = [file for file in files if Path(file).suffix in YAML_SUFFIXES]
    return definitions or [file for file in files if Path(file).suffix in C_SUFFIXES]


def _read_files(place: str, *, base: str, files: Iterable[str]) -> TaskSet:
    digests = _Digests()
    return TaskSet(place, tuple(_read_file(file, base=base, digests=digests) for file in files))


def _read_file(file: str, *, base: str, digests: _Digests) -> BenchTask:
    suffix = Path(file).suffix
    if suffix in YAML_SUFFIXES:
        definition = read_definition(file)
        if len(definition.input_files) > 1:
            raise TaskNotSupported(f"the task has {len(definition.input_files)} input files; only one is supported", place=file)
        chosen = choose_property(definition, spec=None)
        program = definition.input_files[0]
        return BenchTask(
            name=os.path.splitext(_relative(file, base))[0],
            category=_category(file, base),
            file=program,
            property_file=chosen.file,
            machine=(definition.machine or Machine.LP64).value,
            expected=chosen.expected,
            lines=_count_lines(program, place=file),
            digest=digests.of_task(digests.of_file(program, place=file), chosen.file, place=file),
        )
    if suffix in C_SUFFIXES:
        return _from_program(file, base=base, digests=digests)
    raise TaskError(f"is neither a task definition ({', '.join(YAML_SUFFIXES)}) nor C ({', '.join(C_SUFFIXES)})", place=file)


def _from_program(path: str, *, base: str, digests: _Digests) -> BenchTask:
    return BenchTask(
        name=_relative(path, base),
        category=_category(path, base),
        file=path,
        lines=_count_lines(path, place=path),
        digest=digests.of_task(digests.of_file(path, place=path), None, place=path),
    )


def _relative(path: str, base: str) -> str:
    return os.path.relpath(path, base or ".")


def _category(path: str, base: str) -> str:
    """The folder it is in: from the base on, or the base itself."""
    folder = os.path.dirname(_relative(path, base))
    return folder or os.path.basename(os.path.abspath(base or "."))


def _count_lines(path: str, *, place: str) -> int:
    return _read(path, place=place).count(b"\n")


def _read(path: str, *, place: str) -> bytes:
    """A program or a property; ``place`` names it."""
    try:
        return read_bytes(path, most=LARGEST_PROGRAM)
    except TaskError as error:
        raise TaskError(f"cannot read {path}: {error.message}", place=place) from error


def select(found: TaskSet, selection: TaskSelection) -> list[BenchTask]:
    """The tasks a selection means, in the order of the set; raises ``TaskError`` if there is none."""
    filters = list(_filters(found, selection))
    tasks = [task for task in found.tasks if all(keep(task) for keep in filters)]
    if not tasks:
        raise TaskError("no task is left by this selection; loosen the category, the verdict or the size", place=found.place)
    return tasks if selection.sample is None else stratified_sample(tasks, selection.sample, seed=selection.seed)


def _filters(found: TaskSet, selection: TaskSelection) -> Iterator[Callable[[BenchTask], bool]]:
    if selection.subset is not None:
        members = _members(found, selection.subset)
        yield lambda task: task.name in members
    if selection.categories:
        patterns = _checked_patterns(found, selection.categories)
        yield lambda task: any(_matches(task, pattern) for pattern in patterns)
    if selection.properties:
        names = selection.properties
        known = sorted({task.property for task in found.tasks})
        for name in names:
            if name not in known:
                message = f"no task is about the property '{name}'{suggestion(name, known)}; known are {', '.join(known)}"
                raise TaskError(message, place=found.place)
        properties = names
        yield lambda task: task.property in properties
    if selection.verdict is not None:
        yield lambda task: task.expected is selection.verdict
    if (least := selection.min_lines) is not None:
        yield lambda task: task.lines >= least
    if (most := selection.max_lines) is not None:
        yield lambda task: task.lines <= most


def _members(found: TaskSet, name: str) -> frozenset[str]:
    path = name if name.endswith(".txt") else found.subsets.get(name)
    if path is None:
        known = ", ".join(found.subsets) or "none"
        raise TaskError(f"unknown subset '{name}'{suggestion(name, found.subsets)}; known are {known}", place=found.place)
    names = {task.name for task in found.tasks}
    members = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if (member := line.strip()) and not member.startswith("#"):
            if member not in names:
                raise TaskError(f"the set has no task '{member}'{suggestion(member, names)}", place=f"{path}:{number}")
            members.append(member)
    return frozenset(members)


def _checked_patterns(found: TaskSet, patterns: Sequence[str]) -> Sequence[str]:
    for pattern in patterns:
        if not any(_matches(task, pattern) for task in found.tasks):
            known = sorted({name for task in found.tasks for name in (task.category, task.svcomp_set) if name})
            message = f"no category is or matches '{pattern}'{suggestion(pattern, known)}; known are {_few(known)}"
            raise TaskError(message, place=found.place)
    return patterns


def _matches(task: BenchTask, pattern: str) -> bool:
    return fnmatchcase(task.category, pattern) or (task.svcomp_set != "" and fnmatchcase(task.svcomp_set, pattern))


def _few(names: Sequence[str], count: int = 8) -> str:
    return ", ".join(names[:count]) + (f" and {len(names) - count} more" if len(names) > count else "")


def stratified_sample(tasks: Sequence[BenchTask], count: int, *, seed: int) -> list[BenchTask]:
    """So many of the tasks, or all if there are fewer, in their order; see the head of this file."""
    strata: dict[tuple[str, bool | None], list[BenchTask]] = defaultdict(list)
    for task in tasks:
        strata[task.category, task.expected].append(task)
    places: dict[str, tuple[float, str]] = {}
    for stratum in strata.values():
        shuffled = sorted(stratum, key=lambda task: _shuffle_key(task, seed))
        places |= {task.name: ((k + 0.5) / len(stratum), _shuffle_key(task, seed)) for k, task in enumerate(shuffled)}
    chosen = set(sorted(places, key=places.__getitem__)[:count])
    return [task for task in tasks if task.name in chosen]


def _shuffle_key(task: BenchTask, seed: int) -> str:
    return hashlib.sha256(f"{seed} {task.name}".encode()).hexdigest()
