"""Compilation databases: ``compile_commands.json`` as CMake, Meson and bear write it, for programs of several files.

Each entry has a ``directory``, a ``file``, and how it is compiled, as ``arguments`` or as one ``command``.  Nothing of it is
executed: options about headers, macros, the version of C and the machine are read off it.  Options that change nothing are left
out, those with a known meaning are the dialect of the file (``dialect``), and with any other one the program is not supported.

A file outside of the folder of the database and of the current directory belongs to the program only if the user names it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from whet.task.dialect import changes_only_macros, excluded, spelled
from whet.task.errors import TaskError, TaskNotSupported, read_text, suggestion
from whet.task.harmless_options import WITH_ARGUMENT, changes_nothing
from whet.task.messages import files as messages
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES, FileOptions, Machine

_OF_FILES = ("-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I")
_TAKEN = (*_OF_FILES, "-D", "-U")
_NOT_TAKEN = re.compile(r"-include-.*|-I-|-imacros-.*")
_STANDARD = re.compile(r"--?std=(.+)")
_OTHER_MACHINES = frozenset({"-mx32", "-m16", "-miamcu"})
_OF_TARGETS = frozenset({"-target", "--target", "-arch"})
_X86 = re.compile(r"(?:x86_64|amd64|i[3-6]86)(?:-(?:pc|unknown|redhat|suse|none|linux|gnu|musl|freebsd\S*))*|x86_64|i386")
_CROSS_COMPILER = re.compile(r"(?:\w+-)+(?:gcc|cc|clang|c99|tcc)(?:-[\d.]+)?")
_WITH_ANY_ARGUMENT = frozenset(
    {"-x", "-Xclang", "-isysroot", "--sysroot", "-specs", "-iwithprefix", "-iwithprefixbefore", "-iprefix"}
)
_LANGUAGE = ("-x", "c")


@dataclass(frozen=True, slots=True)
class Compiled:
    """What one entry says."""

    entry: str
    """For messages: the database and the number of the entry."""
    file: str
    options: FileOptions
    machine: Machine
    refused: tuple[str, ...]
    """Options that are not known."""


@dataclass(frozen=True, slots=True)
class CompileCommands:
    """How the files of a program are compiled."""

    files: tuple[str, ...]
    options: tuple[FileOptions, ...]
    machine: Machine
    assumptions: tuple[str, ...]


def read_commands(
    path: str, named: Sequence[str] = (), *, machine: Machine | None = None, ignored: Collection[str] = ()
) -> CompileCommands:
    """The files of a database, or those of them that are named.  ``machine`` goes before what the commands say; options that are
    ``ignored`` are assumed to make no difference.

    Raises ``TaskError``, and ``TaskNotSupported`` for what is well-formed."""
    entries = [_entry(f"{path}: entry {number}", os.path.dirname(path), each) for number, each in enumerate(_read(path), 1)]
    chosen = [_named(path, file, entries) for file in named] if named else _all(path, entries)
    compiled = list({each.file: _for_machine(each, machine) for each in chosen}.values())
    notes = (f"the option {option} of {each.file} makes no difference" for each in compiled for option in _known(each, ignored))
    return CompileCommands(
        tuple(each.file for each in compiled),
        tuple(each.options for each in compiled),
        machine or _machine(compiled),
        tuple(dict.fromkeys(notes)),
    )


def _for_machine(compiled: Compiled, machine: Machine | None) -> Compiled:
    """For another machine than the command says, what it says about floating-point numbers of its machine does not hold."""
    if machine in (None, compiled.machine):
        return compiled
    dialect = tuple(each for each in compiled.options.dialect if each not in ("-m32", "-malign-double"))
    return replace(compiled, options=replace(compiled.options, dialect=dialect))


def _known(compiled: Compiled, ignored: Collection[str]) -> list[str]:
    """The ignored ones of the options that are refused; raises ``TaskNotSupported`` if there are others."""
    others = [each for each in compiled.refused if each not in ignored]
    if others:
        message = messages.OPTION.format(option=", ".join(others), file=compiled.file)
        raise TaskNotSupported(message, place=compiled.entry)
    return [*compiled.refused]


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
    """The same file may be compiled for several programs, but in one way; only macros of the compiler may differ that it does not
    use."""
    first = found[0]
    others: list[tuple[str, ...]] = []
    for other in found[1:]:
        is_same = replace(other.options, dialect=first.options.dialect) == first.options and other.machine is first.machine
        differing = {*other.options.dialect} ^ {*first.options.dialect}
        if not is_same or not all(map(changes_only_macros, differing)) or other.refused != first.refused:
            message = messages.OTHER_OPTIONS.format(file=other.file, entry=first.entry)
            raise TaskError(message, place=other.entry)
        if other.options.dialect != first.options.dialect:
            others.append(other.options.dialect)
    return replace(first, options=replace(first.options, other_dialects=tuple(dict.fromkeys(others)))) if others else first


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
    options = FileOptions(file, tuple(words.flags), words.standard, tuple(words.dialect))
    return Compiled(place, file, options, words.machine, tuple(dict.fromkeys(words.refused)))


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
        self.dialect: list[str] = []
        self.refused = _cross_compilers(words)

    def read(self) -> None:
        for word in self._rest:
            if word.startswith("@"):
                raise TaskNotSupported(messages.RESPONSE_FILE.format(word=word), place=self._place)
            if word.startswith("-") and word != "-":
                self._read_option(word)

    def _read_option(self, word: str) -> None:
        flag = None if _NOT_TAKEN.fullmatch(word) else next((each for each in _TAKEN if word.startswith(each)), None)
        if flag is not None:
            argument = word[len(flag) :] or next(self._rest, "")
            self.flags.append((flag, self._path(flag, argument) if flag in _OF_FILES else argument))
        elif (found := _STANDARD.fullmatch(word)) is not None:
            self.standard = found[1]
        elif word == "-ansi":
            self.standard = "ansi"
        elif word in _OTHER_MACHINES:
            raise TaskNotSupported(messages.TARGET_MACHINE.format(word=word), place=self._place)
        elif word in ("-m32", "-m64"):
            self.machine = Machine.ILP32 if word == "-m32" else Machine.LP64
            self.dialect = [each for each in self.dialect if each != "-m32"] + (["-m32"] if word == "-m32" else [])
        elif word.startswith("-Wp,"):
            self._read_others(word.split(",")[1:])
        elif word == "-Xpreprocessor":
            self._read_others([next(self._rest, "")])
        elif word.startswith("-fsanitize="):
            self.dialect += [f"-fsanitize={each}" for each in word.partition("=")[2].split(",")]
        else:
            self._read_other(word)

    def _read_others(self, words: Sequence[str]) -> None:
        """Options that are written for the preprocessor alone."""
        rest, self._rest = self._rest, iter(words)
        for word in self._rest:
            if word in ("-MD", "-MMD"):  # with a file, unlike those of the compiler
                next(self._rest, None)
            elif word.startswith("-"):
                self._read_option(word)
        self._rest = rest

    def _read_other(self, word: str) -> None:
        kept = spelled(word)
        if word in _OF_TARGETS or word.startswith("--target="):
            target = word.partition("=")[2] or next(self._rest, "")
            self.refused += [] if _X86.fullmatch(target) else [f"{word.partition('=')[0]}={target}"]
        elif word in _WITH_ANY_ARGUMENT or word == "-xc":
            language = ("-x", "c") if word == "-xc" else (word, next(self._rest, ""))
            self.refused += [] if language == _LANGUAGE else [" ".join(language)]
        elif word in WITH_ARGUMENT:
            next(self._rest, None)
        elif kept is not None:
            if (turned_off := excluded(word)) is not None:
                self.dialect = [each for each in self.dialect if not each.startswith(turned_off)]
            self.dialect += [kept] if kept else []
        elif not changes_nothing(word):
            self.refused.append(word)

    def _path(self, flag: str, name: str) -> str:
        """Of a folder, or of a header that is there; other headers are looked for like those of the program."""
        path = os.path.join(self._directory, name)
        return _shown(path) if flag not in ("-include", "-imacros") or os.path.exists(path) else name


def _cross_compilers(words: Sequence[str]) -> list[str]:
    """Compilers for other machines and systems, by the beginnings of their names; a program that starts others may come first."""
    names = (os.path.basename(word) for word in words[:2])
    found = [name for name in names if _CROSS_COMPILER.fullmatch(name) is not None and "-" in name]
    return [name for name in found if not _is_for_x86(name.rpartition("-")[0] if name[-1:].isdigit() else name)]


def _is_for_x86(name: str) -> bool:
    system = name.rpartition("-")[0]
    return not any(each in _OTHER_SYSTEMS or _OTHER_PROCESSOR.match(each) for each in system.split("-"))


_OTHER_SYSTEMS = frozenset(
    {"mingw32", "mingw64", "w64", "windows", "cygwin", "darwin", "apple", "android", "none", "elf", "eabi", "wasi"}
)
_OTHER_PROCESSOR = re.compile(
    r"aarch64|arm|riscv|mips|powerpc|ppc|sparc|s390|avr|msp430|xtensa|m68k|alpha|hppa|ia64|loongarch|sh\d|nios2|microblaze|wasm"
    r"|csky|arc|or1k|bpf|nvptx|amdgcn|x86_64x32"
)
