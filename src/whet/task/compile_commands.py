"""Compilation databases: ``compile_commands.json`` as CMake, Meson and bear write it, for programs of several files.

Each entry has a ``directory``, a ``file``, and how it is compiled, as ``arguments`` or as one ``command``.  Nothing of it is
executed: options about headers, macros, the version of C and the machine are read off it, others are left out.  Options that
change what a program means in ways that are not modelled become assumptions.

A file outside of the folder of the database and of the current directory belongs to the program only if the user names it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from whet.task.errors import TaskError, TaskNotSupported, read_text, suggestion
from whet.task.messages import files as messages
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES, FileOptions, Machine

_OF_FILES = ("-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I")
_TAKEN = (*_OF_FILES, "-D", "-U")
_SKIPPED = frozenset(
    (
        *("-o", "-MF", "-MT", "-MQ", "-MJ", "-arch", "-target", "-Xlinker", "-Xclang", "-Xassembler", "-aux-info", "-wrapper"),
        *("-L", "-l", "-u", "-T", "-z", "-e", "--param", "-dumpbase"),
    )
)
"""Options whose argument is the next word, and that change nothing here."""
_STANDARD = re.compile(r"--?std=(.+)")
_NOT_MODELLED = re.compile(
    r"-funsigned-char|-fno-signed-char|-fshort-enums|-fshort-wchar|-fpack-struct.*|-fwrapv.*|-ftrapv|-fcommon|-fgnu89-inline|-ffreestanding"
    r"|-fno-builtin.*|-finstrument-functions.*|-ffast-math|-Ofast|-frounding-math|-fsingle-precision-constant|-mlong-double-.*"
    r"|-fms-extensions|-fplan9-extensions|-nostdinc|-traditional.*|-trigraphs|-isysroot|--?sysroot.*|-Wp,-[DUI].*|-Xpreprocessor|-x"
)
_OTHER_MACHINES = frozenset({"-mx32", "-m16"})


@dataclass(frozen=True, slots=True)
class Compiled:
    """What one entry says."""

    entry: str
    """For messages: the database and the number of the entry."""
    file: str
    options: FileOptions
    machine: Machine
    not_modelled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CompileCommands:
    """How the files of a program are compiled."""

    files: tuple[str, ...]
    options: tuple[FileOptions, ...]
    machine: Machine
    assumptions: tuple[str, ...]


def read_commands(path: str, named: Sequence[str] = (), *, machine: Machine | None = None) -> CompileCommands:
    """The files of a database, or those of them that are named.  ``machine`` goes before what the commands say.

    Raises ``TaskError``, and ``TaskNotSupported`` for what is well-formed."""
    entries = [_entry(f"{path}: entry {number}", os.path.dirname(path), each) for number, each in enumerate(_read(path), 1)]
    chosen = [_named(path, file, entries) for file in named] if named else _all(path, entries)
    compiled = list({each.file: each for each in chosen}.values())
    notes = (f"the option {option} of {each.file} makes no difference" for each in compiled for option in each.not_modelled)
    return CompileCommands(
        tuple(each.file for each in compiled),
        tuple(each.options for each in compiled),
        machine or _machine(compiled),
        tuple(dict.fromkeys(notes)),
    )


def _read(path: str) -> list[object]:
    try:
        read = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise TaskError(messages.DATABASE.format(problem=str(error) or "nested too deeply"), place=path) from None
    if not isinstance(read, list) or not read:
        raise TaskError(messages.DATABASE.format(problem="a list of entries is expected"), place=path)
    return read


def _named(path: str, file: str, entries: list[Compiled]) -> Compiled:
    found = [each for each in entries if os.path.realpath(each.file) == os.path.realpath(file)]
    if not found:
        known = [each.file for each in entries]
        raise TaskError(messages.NO_ENTRY.format(file=file, suggested=suggestion(file, known)), place=path)
    return _only(found)


def _all(path: str, entries: list[Compiled]) -> list[Compiled]:
    folders = [os.path.realpath(os.path.dirname(path) or "."), os.path.realpath(".")]
    by_file: dict[str, list[Compiled]] = {}
    for each in entries:
        if Path(each.file).suffix not in C_SUFFIXES:
            raise TaskNotSupported(messages.NO_C.format(file=each.file), place=each.entry)
        if not any(os.path.commonpath([os.path.realpath(each.file), folder]) == folder for folder in folders):
            message = f"{each.file} is outside of {folders[0]} and of the current directory; name the files of the program"
            raise TaskError(message, place=each.entry)
        by_file.setdefault(each.file, []).append(each)
    return [_only(found) for found in by_file.values()]


def _only(found: list[Compiled]) -> Compiled:
    """The same file may be compiled for several programs, but in one way."""
    for other in found[1:]:
        if (other.options, other.machine) != (found[0].options, found[0].machine):
            message = messages.OTHER_OPTIONS.format(file=other.file, entry=found[0].entry)
            raise TaskError(message, place=other.entry)
    return found[0]


def _machine(compiled: list[Compiled]) -> Machine:
    for other in compiled[1:]:
        if other.machine is not compiled[0].machine:
            message = (
                f"{other.file} is compiled for {other.machine}, and {compiled[0].file} for {compiled[0].machine}; "
                "name the files of one program, or choose with --32 or --64"
            )
            raise TaskError(message, place=other.entry)
    return compiled[0].machine


def _entry(place: str, database: str, read: object) -> Compiled:
    if not isinstance(read, dict):
        raise TaskError(
            messages.DATABASE.format(problem="an entry has 'directory', 'file' and 'command' or 'arguments'"), place=place
        )
    directory = os.path.join(database, _text(place, read, "directory"))
    file = _shown(os.path.join(directory, _text(place, read, "file")))
    words = _Words(place, directory, _arguments(place, read))
    words.read()
    return Compiled(place, file, FileOptions(file, tuple(words.flags), words.standard), words.machine, tuple(words.not_modelled))


def _text(place: str, entry: Mapping[object, object], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or "\0" in value:
        raise TaskError(
            messages.WRONG_TYPE.format(key=key, expected="a text")
            if value is not None
            else messages.MISSING_KEY.format(key=key, suggested=""),
            place=place,
        )
    return value


def _arguments(place: str, entry: Mapping[object, object]) -> list[str]:
    arguments = entry.get("arguments")
    if arguments is None:
        try:
            return shlex.split(_text(place, entry, "command"))
        except ValueError as error:
            raise TaskError(messages.COMMAND.format(problem=error), place=place) from None
    if not isinstance(arguments, list) or not all(isinstance(each, str) and "\0" not in each for each in arguments):
        raise TaskError(messages.WRONG_TYPE.format(key="arguments", expected="a list of strings"), place=place)
    return arguments


def _shown(path: str) -> str:
    """Relative to the current directory if it is inside."""
    whole = os.path.normpath(os.path.abspath(path))
    relative = os.path.relpath(whole)
    return whole if relative.startswith(os.pardir) else relative


class _Words:
    """Reads the words of one command."""

    def __init__(self, place: str, directory: str, words: Sequence[str]) -> None:
        self._place = place
        self._directory = directory
        self._rest: Iterator[str] = iter(words[1:])
        self.flags: list[tuple[str, str]] = []
        self.standard: str | None = None
        self.machine = Machine.LP64
        self.not_modelled: list[str] = []

    def read(self) -> None:
        for word in self._rest:
            if word.startswith("@"):
                message = messages.RESPONSE_FILE.format(word=word)
                raise TaskNotSupported(message, place=self._place)
            flag = next((each for each in _TAKEN if word.startswith(each)), None)
            if flag is not None:
                argument = word[len(flag) :] or next(self._rest, "")
                self.flags.append((flag, self._path(flag, argument) if flag in _OF_FILES else argument))
            elif (found := _STANDARD.fullmatch(word)) is not None:
                self.standard = found[1]
            elif word == "-ansi":
                self.standard = "ansi"
            elif word in ("-m32", "-m64"):
                self.machine = Machine.ILP32 if word == "-m32" else Machine.LP64
            elif word == "-fno-strict-aliasing":
                self.flags.append(("-Xclang", "-relaxed-aliasing"))
            elif word in _OTHER_MACHINES:
                raise TaskNotSupported(messages.TARGET_MACHINE.format(word=word), place=self._place)
            else:
                self._other(word)

    def _other(self, word: str) -> None:
        if word in ("-x", "-isysroot", "-Xpreprocessor"):
            argument = next(self._rest, "")
            if (word, argument) != ("-x", "c"):
                self.not_modelled.append(f"{word} {argument}")
        elif word in _SKIPPED:
            next(self._rest, None)
        elif _NOT_MODELLED.fullmatch(word) is not None:
            self.not_modelled.append(word)

    def _path(self, flag: str, name: str) -> str:
        """Of a folder, or of a header that is there; other headers are looked for like those of the program."""
        path = os.path.join(self._directory, name)
        return _shown(path) if flag not in ("-include", "-imacros") or os.path.exists(path) else name
