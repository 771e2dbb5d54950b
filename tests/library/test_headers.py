"""The records of library functions against the headers of the system: what is called unchanged cannot be written to.

A parameter that points to something that is not ``const`` is written to, says the record, or is in the short list here of those
that functions only hand on to the system or read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.types import LP64, FunctionType
from whet.frontend.clang import CursorKind, Type, TypeKind, children, library, spelling, text_of
from whet.frontend.parse import with_unit
from whet.frontend.unit import TranslationUnit
from whet.library.effects import Copies, Fills, Formats, Frees, Writes, effect_of
from whet.library.notation import Record, described_names, is_standard, record_of

HEADERS = """
arpa/inet.h ctype.h dirent.h err.h fcntl.h fnmatch.h grp.h langinfo.h libintl.h locale.h math.h netdb.h poll.h pthread.h pwd.h
sched.h semaphore.h signal.h stdio.h stdlib.h string.h strings.h sys/file.h sys/ioctl.h sys/random.h sys/resource.h sys/select.h
sys/socket.h sys/stat.h sys/statfs.h sys/statvfs.h sys/sysinfo.h sys/time.h sys/times.h sys/types.h sys/utsname.h
sys/wait.h syslog.h termios.h time.h unistd.h utime.h wchar.h wctype.h
"""
OPAQUE = ("FILE", "__FILE", "DIR", "__gnuc_va_list", "va_list", "struct __va_list_tag")
ONLY_READ = {
    ("execv", 1), ("execve", 1), ("execve", 2), ("execvp", 1),  # vectors of strings, which POSIX says stay as they are
    ("setvbuf", 1), ("setbuf", 1),  # refused unless they are null
    ("sem_getvalue", 0),  # the value of the semaphore does not change
}  # fmt: skip


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The types of the parameters, in words."""
    file = tmp_path_factory.mktemp("headers") / "all.c"
    lines = "".join(f"#include <{name}>\n" for name in HEADERS.split() if Path("/usr/include", name).exists() or "/" in name)
    file.write_text(f"#define _GNU_SOURCE\n#define _LARGEFILE64_SOURCE\n{lines}")
    return with_unit(str(file), lambda unit: dict(prototypes(unit)))


def prototypes(unit: TranslationUnit) -> Iterator[tuple[str, list[str]]]:
    lib = library()
    for cursor in children(unit.root):
        if cursor.kind == CursorKind.FUNCTION_DECL:
            types = (lib.clang_getCursorType(each) for each in children(cursor) if each.kind == CursorKind.PARM_DECL)
            yield spelling(cursor), list(map(words, types))


def words(type: Type) -> str:
    """What a pointer leads to with a ``*``, unless it is constant; else nothing.

    Addresses of sockets are unions of pointers there, and not looked at: the records leave out what would write through one."""
    lib = library()
    canonical = lib.clang_getCanonicalType(type)
    if canonical.kind != TypeKind.POINTER:
        return ""
    target = lib.clang_getPointeeType(canonical)
    if lib.clang_isConstQualifiedType(target):
        return ""
    return f"{text_of(lib.clang_getTypeSpelling(lib.clang_getPointeeType(type)))} *"


def described() -> list[Record]:
    """All that a header of the system may declare; a body says better what it writes."""
    records = [record_of(name) for name in described_names() if is_standard(name)]
    return [record for record in records if record is not None]


def test_every_function_has_as_many_parameters_as_its_header_says(declared: dict[str, list[str]]) -> None:
    wrong = [each.prototype for each in described() if each.name in declared and len(declared[each.name]) != len(each.parameters)]
    assert wrong == []


def test_what_may_be_written_is_said_to_be(declared: dict[str, list[str]]) -> None:
    missing = [
        (each.name, number, type)
        for each in described()
        if effect_of(each) is not None and each.body is None and each.refusal is None
        for number, type in enumerate(declared.get(each.name, ()))
        if type and not type.startswith(OPAQUE) and number not in written(each) and (each.name, number) not in ONLY_READ
    ]
    assert missing == []


def written(record: Record) -> tuple[int, ...]:
    match effect_of(record):
        case Writes(arguments=arguments):
            return arguments
        case Copies() | Fills() | Frees():
            return (0,)
        case Formats():
            return tuple(number for number, each in enumerate(record.accesses) if each.writes)
        case _:
            return ()


def test_function_of_the_program_with_such_a_name_is_not_described() -> None:
    pause = Function("pause", FunctionType(LP64.int, (), False))
    assert Library().effect(pause, ()) is None
    pause.is_of_system = True
    assert Library().effect(pause, ()) is not None
