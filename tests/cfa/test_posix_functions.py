"""The table of functions of the system against the headers of the system: what is called unchanged cannot be written to.

A parameter that points to something that is not ``const`` is written to, says the table, or is in the short list here of those
that functions only hand on to the system or read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from whet.cfa.library import Library, LibraryFunction, Writes, _of_posix
from whet.cfa.model import Function
from whet.cfa.types import LP64, FunctionType
from whet.frontend.clang import CursorKind, Type, TypeKind, children, library, spelling, text_of
from whet.frontend.parse import with_unit
from whet.frontend.unit import TranslationUnit

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
NOT_IN_GLIBC_2_36 = {"strlcat", "strlcpy"}


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

    Addresses of sockets are unions of pointers there, and not looked at: the table leaves out what would write through one."""
    lib = library()
    canonical = lib.clang_getCanonicalType(type)
    if canonical.kind != TypeKind.POINTER:
        return ""
    target = lib.clang_getPointeeType(canonical)
    if lib.clang_isConstQualifiedType(target):
        return ""
    return f"{text_of(lib.clang_getTypeSpelling(lib.clang_getPointeeType(type)))} *"


def test_every_function_has_as_many_parameters_as_its_header_says(declared: dict[str, list[str]]) -> None:
    wrong = {each.name for each in _of_posix() if len(declared.get(each.name, ())) != each.parameters}
    assert wrong - {name for name in wrong if name not in declared} == set()
    assert {name for name in wrong if name not in declared} <= NOT_IN_GLIBC_2_36


def test_what_may_be_written_is_said_to_be(declared: dict[str, list[str]]) -> None:
    missing = [
        (each.name, number, type)
        for each in _of_posix()
        for number, type in enumerate(declared.get(each.name, ()))
        if type and not type.startswith(OPAQUE) and number not in written(each) and (each.name, number) not in ONLY_READ
    ]
    assert missing == []


def written(function: LibraryFunction) -> tuple[int, ...]:
    return function.effect.arguments if isinstance(function.effect, Writes) else ()


def test_no_function_is_described_twice() -> None:
    names = [each.name for each in _of_posix()]
    assert len(names) == len(set(names))


def test_function_of_the_program_with_such_a_name_is_not_described() -> None:
    pause = Function("pause", FunctionType(LP64.int, (), False))
    assert Library().effect(pause, ()) is None
    pause.is_of_system = True
    assert Library().effect(pause, ()) is not None
