"""What stops an analysis of ordinary C: constructs that are not supported, and functions that nobody describes.

    python tools/stopping_constructs.py FOLDER... [--sample 1000 --seed 1] [-I DIR] [--top 20] [--list]

Of every function of every C file below the folders all that it can reach is looked at: functions that it names, and the
initialisers of variables that it names.  A function is *stopped* by an operation that is not supported, and has a *gap* where a
function is called that has no body and no description: what that does is assumed.  Where functions stand in
headers of the project, they count once for each file.

Files that need headers of elsewhere are counted as not read, with the first reason.  Headers are
looked for in the folder of a file, in those above it up to the one that was named, and in their ``include``, ``lib`` and
``src``; where one of them has a ``config.h``, ``HAVE_CONFIG_H`` is defined.  ``--without test`` leaves out folders whose name has
that word in it.  ``--sample`` draws that many of the files, the same for the same seed; ``--list`` prints which, and reads none.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from whet.cfa.expressions import Expr, FunctionAddress, Var, Variable, subexpressions
from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.operations import Call, Operation, Unsupported, expressions_of, flatten
from whet.cfa.source import Span
from whet.frontend.argument_lists import takes_list
from whet.frontend.attributes import hidden_calls
from whet.frontend.clang import Cursor, CursorKind, children, library
from whet.frontend.errors import ConstructNotSupported, FrontendError
from whet.frontend.linking import spelled
from whet.frontend.parse import with_unit
from whet.frontend.program import ProgramLowering
from whet.frontend.tree import Tree
from whet.frontend.unit import TranslationUnit
from whet.frontend.unit_lowering import UnitLowering
from whet.library.notation import bodies
from whet.runtime.isolation import Failed, Finished, run_isolated
from whet.runtime.limits import Limits
from whet.task.preprocessing import Preprocessing

LIST = "a list of arguments of the function that the program starts with"


@dataclass(slots=True)
class Tally:
    files: int = 0
    not_read: Counter[str] = field(default_factory=Counter)
    functions: int = 0
    stopped: int = 0
    with_gaps: int = 0
    constructs: Counter[str] = field(default_factory=Counter)
    with_gaps_of_system: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    of_system: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one function meets; ``of_system`` are those of the unknown functions that a header of the system declares."""

    constructs: frozenset[str]
    unknown: frozenset[str]
    of_system: frozenset[str]


@dataclass(frozen=True, slots=True)
class NotRead:
    reason: str


# ---------------------------------------------------------------------------------------------------- files


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("--top", type=int, default=20)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds of CPU time for a file")
    parser.add_argument("--progress", action="store_true", help="tell each file that is not read on stderr")
    args = parser.parse_args()
    files = drawn(list(files_in(args.folders, args.without)), args.sample, args.seed)
    if args.list:
        sys.stdout.writelines(f"{file}\n" for file, _ in files)
        return
    library()  # loaded once for all: one that is missing, or is replaced meanwhile, is no property of a file
    tally = Tally()
    for file, folder in files:
        reason = add(tally, file, preprocessing(file, folder, args.include), args.time_limit)
        if args.progress and reason is not None:
            sys.stderr.write(f"{file}: {reason}\n")
    sys.stdout.writelines(f"{line}\n" for line in lines(tally, args.top))


def files_in(folders: Iterable[Path], without: Sequence[str]) -> Iterator[tuple[Path, Path]]:
    """The C files, each with the folder that was named."""
    for folder in folders:
        for file in sorted(folder.rglob("*.c")):
            if not any(word in part for part in file.relative_to(folder).parts[:-1] for word in without):
                yield file, folder


def drawn(files: list[tuple[Path, Path]], count: int | None, seed: int) -> list[tuple[Path, Path]]:
    if count is None or count >= len(files):
        return files
    return sorted(random.Random(seed).sample(files, count))


def preprocessing(file: Path, folder: Path, others: Iterable[str]) -> Preprocessing:
    folders = list(above(file, folder))
    is_configured = any((each / "config.h").is_file() for each in folders)
    return Preprocessing(include_folders=(*map(str, folders), *others), defines=("HAVE_CONFIG_H",) if is_configured else ())


def above(file: Path, folder: Path) -> Iterator[Path]:
    """Where the headers of a file may be."""
    for each in (each for each in file.parents if each.is_relative_to(folder)):
        yield each
        yield from (inner for name in ("include", "lib", "src") if (inner := each / name).is_dir())


def add(tally: Tally, file: Path, preprocessing: Preprocessing, seconds: float) -> str | None:
    """Count a file; why it is not read, if it is not."""
    tally.files += 1
    limits = Limits(cpu_seconds=seconds, memory_bytes=3 * 10**9)
    match run_isolated(lambda: seen_in(str(file), preprocessing), limits=limits):
        case Finished(value=NotRead(reason=reason)):
            pass
        case Finished(value=[*found]):
            count(tally, found)
            return None
        case Failed(message=message):
            reason = f"CRASH: {message}"
        case ended:
            reason = f"CRASH: {ended}"
    tally.not_read[reason] += 1
    return reason


def count(tally: Tally, found: Iterable[Seen]) -> None:
    for seen in found:
        tally.functions += 1
        tally.stopped += bool(seen.constructs)
        tally.with_gaps += bool(seen.unknown)
        tally.constructs.update(seen.constructs)
        tally.with_gaps_of_system += bool(seen.of_system)
        tally.unknown.update(seen.unknown - seen.of_system)
        tally.of_system.update(seen.of_system)


def seen_in(file: str, preprocessing: Preprocessing) -> NotRead | list[Seen]:
    try:
        return with_unit(file, functions_of, preprocessing=preprocessing)
    except FrontendError as error:
        return NotRead(error.message)


# ---------------------------------------------------------------------------------------------------- functions


class WholeFile(ProgramLowering):
    """All functions of a file, lowered once; what each initialiser does is kept with its variable."""

    def __init__(self, unit: TranslationUnit) -> None:
        super().__init__([unit])
        self.initialised: dict[Variable, Sequence[Operation]] = {}

    def _initialise(self, part: UnitLowering, variable: Variable, tree: Tree, declaration: Span) -> None:
        if self.start.current is None:  # another one was given up
            self.start.start(self.start.node())
        before = len(self.start.log)
        super()._initialise(part, variable, tree, declaration)
        self.initialised[variable] = self.start.log[before:]

    def all_functions(self, unit: TranslationUnit) -> Iterator[Function | str]:
        """Those of the project, with why one cannot be lowered at all in its place."""
        for cursor in definitions_in(unit):
            try:
                yield self.parts[0].function(cursor)
            except ConstructNotSupported as problem:
                yield problem.construct


def definitions_in(unit: TranslationUnit) -> Iterator[Cursor]:
    for cursor in children(unit.root):
        is_defined = cursor.kind == CursorKind.FUNCTION_DECL and library().clang_isCursorDefinition(cursor)
        if is_defined and not unit.is_in_system_header(cursor):
            yield cursor


def declared_by_system(unit: TranslationUnit) -> Iterator[str]:
    for cursor in children(unit.root):
        if cursor.kind == CursorKind.FUNCTION_DECL and unit.is_in_system_header(cursor):
            yield spelled(cursor)


def functions_of(unit: TranslationUnit) -> list[Seen]:
    with closing(WholeFile(unit)) as lowering:
        found = list(lowering.all_functions(unit))
        first = next((each for each in found if isinstance(each, Function)), None)
        if first is not None:
            lowering.lower(first.name)
        reach = Reach(lowering, frozenset(declared_by_system(unit)))
        return [reach.seen_by(each) if isinstance(each, Function) else refused(each) for each in found]


def refused(construct: str) -> Seen:
    return Seen(frozenset((construct,)), frozenset(), frozenset())


class Reach:
    """What functions meet, by way of what they name."""

    def __init__(self, lowering: WholeFile, declared_by_system: frozenset[str]) -> None:
        self._lowering = lowering
        self._declared_by_system = declared_by_system
        self._library = Library()
        self._direct: dict[Function | Variable, tuple[Seen, frozenset[Function | Variable]]] = {}

    @cached_property
    def _shipped(self) -> frozenset[str]:
        return frozenset(bodies())

    @cached_property
    def _everywhere(self) -> frozenset[str]:
        """What stops every function of the file, because it runs before or decides what the program is."""
        found: set[str] = set()
        for part in self._lowering.parts:
            with suppress(ConstructNotSupported):
                found |= {construct for construct, _ in (*hidden_calls(part.unit), *part._not_modelled())}
        return frozenset(found)

    def seen_by(self, function: Function) -> Seen:
        constructs, unknown = set(self._everywhere), set[str]()
        if takes_list(function.type) and self._lowering._arguments is not None:
            constructs.add(LIST)
        done: set[Function | Variable] = set()
        waiting: list[Function | Variable] = [function]
        while waiting:
            current = waiting.pop()
            if current not in done:
                done.add(current)
                seen, named = self._at(current)
                constructs |= seen.constructs
                unknown |= seen.unknown
                waiting += named
        return self._seen(constructs, unknown)

    def _seen(self, constructs: Iterable[str], unknown: Iterable[str]) -> Seen:
        unknown = frozenset(unknown)
        of_system = frozenset(each for each in unknown if each in self._declared_by_system or each.startswith("__builtin_"))
        return Seen(frozenset(constructs), unknown, of_system)

    def _at(self, current: Function | Variable) -> tuple[Seen, frozenset[Function | Variable]]:
        if current not in self._direct:
            operations = list(self._operations(current))
            constructs = (each.construct for each in operations if isinstance(each, Unsupported))
            named = frozenset(name for each in operations for name in named_by(each))
            self._direct[current] = self._seen(constructs, self._gaps(operations)), named
        return self._direct[current]

    def _operations(self, current: Function | Variable) -> Iterator[Operation]:
        whole: Iterable[Operation]
        if isinstance(current, Function):
            whole = (edge.operation for edge in current.edges())
        else:
            whole = self._lowering.initialised.get(current, ())
        for operation in whole:
            yield from flatten(operation)

    def _gaps(self, operations: Iterable[Operation]) -> Iterator[str]:
        """Functions with a body of ours are none, though programs that print pointers have to do without some of these."""
        for operation in operations:
            match operation:
                case Call(callee=Function(is_defined=False, name=name) as callee, arguments=given) if name not in self._shipped:
                    if self._library.effect(callee, given) is None:
                        yield name
                case _:
                    pass


def named_by(operation: Operation) -> Iterator[Function | Variable]:
    if isinstance(operation, Call) and isinstance(operation.callee, Function):
        yield operation.callee
    for expr in expressions_of(operation):
        yield from filter(None, map(named, subexpressions(expr)))


def named(expr: Expr) -> Function | Variable | None:
    match expr:
        case FunctionAddress(function=function):
            return function
        case Var(variable=variable) if variable.is_static:
            return variable
        case _:
            return None


# ---------------------------------------------------------------------------------------------------- what is told


def lines(tally: Tally, top: int) -> Iterator[str]:
    yield f"files {tally.files}, not read {tally.not_read.total()}"
    gaps = f"with gaps {tally.with_gaps}, of them at functions of the system {tally.with_gaps_of_system}"
    yield f"functions {tally.functions}, stopped {tally.stopped}, {gaps}"
    for title, counts in (
        ("functions stopped by", tally.constructs),
        ("functions with a gap at a function of the system", tally.of_system),
        ("functions with a gap at another function", tally.unknown),
        ("files not read because of", tally.not_read),
    ):
        yield f"{title}:"
        yield from (f"  {count:6} {what}" for what, count in counts.most_common(top))


if __name__ == "__main__":
    main()
