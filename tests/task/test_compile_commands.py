"""Compilation databases: what is read off the commands, which files are the program, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whet.task.compile_commands import CompileCommands, read_commands
from whet.task.errors import TaskError, TaskNotSupported
from whet.task.task import FileOptions, Machine


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "build").mkdir()
    (tmp_path / "force.h").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(folder: Path, *entries: object, named: tuple[str, ...] = ()) -> CompileCommands:
    (folder / "build" / "compile_commands.json").write_text(json.dumps(list(entries)), encoding="utf-8")
    return read_commands("build/compile_commands.json", named)


def entry(folder: Path, options: str, file: str = "../a.c") -> dict[str, object]:
    return {"directory": str(folder / "build"), "command": f"/usr/bin/cc {options} -o a.o -c {file}", "file": file}


def test_options_are_read_in_their_order(folder: Path) -> None:
    command = "-DA -D B=1 -UA -I../include -I sub -isystem /usr/lib/x -include ../force.h -std=gnu99 -O2 -Wall -MF x.d -g"
    found = read(folder, entry(folder, command))
    flags = (("-D", "A"), ("-D", "B=1"), ("-U", "A"), ("-I", "include"), ("-I", "build/sub"), ("-isystem", "/usr/lib/x"))
    assert found.options == (FileOptions("a.c", (*flags, ("-include", "force.h")), "gnu99", ("-O2",)),)
    assert (found.files, found.machine, found.assumptions) == (("a.c",), Machine.LP64, ())


def test_arguments_are_words_already(folder: Path) -> None:
    arguments = ["cc", '-DNAME="a b"', "-m32", "-ansi", "-c", "a.c"]
    found = read(folder, {"directory": str(folder), "arguments": arguments, "file": "a.c", "output": "a.o"})
    assert found.options == (FileOptions("a.c", (("-D", 'NAME="a b"'),), "ansi", ("-m32",)),)
    assert found.machine is Machine.ILP32


def test_command_is_taken_apart_like_a_shell_does(folder: Path) -> None:
    assert read(folder, entry(folder, "-DNAME='\"a b\"'")).options[0].flags == (("-D", 'NAME="a b"'),)


@pytest.mark.parametrize(
    ("options", "dialect"),
    [
        ("-Wall -g3 -pipe -O0 -fno-inline -fvisibility=hidden -lm -o x -MMD -MF x.d", ["-O0"]),
        ("-fwrapv -fno-wrapv", ["-fwrapv", "-fno-wrapv"]),
        ("-fno-signed-char -pthreads", ["-funsigned-char", "-pthread"]),
        ("-fgnu89-inline -fno-gnu89-inline -ffreestanding -fhosted", []),
        ("-fpack-struct=2 -fno-pack-struct -fshort-wchar", ["-fshort-wchar"]),
        ("-m32 -m64", []),
        ("-fsanitize=address,undefined", ["-fsanitize=address", "-fsanitize=undefined"]),
        ("-Wp,-MD,x.d,-fno-strict-aliasing -Xpreprocessor -fopenmp", ["-fno-strict-aliasing", "-fopenmp"]),
        ("-x c -target x86_64-linux-gnu -arch x86_64 -fexec-charset=UTF-8 -finput-charset=utf8", []),
    ],
)
def test_options_that_change_something_are_the_dialect(options: str, dialect: list[str], folder: Path) -> None:
    assert read(folder, entry(folder, options)).options[0].dialect == tuple(dialect)


def test_options_for_the_preprocessor_alone(folder: Path) -> None:
    found = read(folder, entry(folder, "-Wp,-DA,-UB -Xpreprocessor -DC -xc"))
    assert found.options[0].flags == (("-D", "A"), ("-U", "B"), ("-D", "C"))


def test_command_is_not_executed(folder: Path) -> None:
    read(folder, entry(folder, "$(touch done) `touch done` ; touch done"))
    assert not (folder / "done").exists()
    assert not (folder / "build" / "done").exists()


def test_files_of_a_program_may_be_named(folder: Path) -> None:
    both = (entry(folder, "-DA"), entry(folder, "-DB", "../b.c"))
    assert read(folder, *both).files == ("a.c", "b.c")
    found = read(folder, *both, named=("./b.c",))
    assert (found.files, found.options[0].flags) == (("b.c",), (("-D", "B"),))
    with pytest.raises(TaskError, match=r"has no entry for c\.c \(did you mean"):
        read(folder, *both, named=("c.c",))


def test_file_outside_must_be_named(folder: Path) -> None:
    outside = entry(folder, "", "/usr/elsewhere/a.c")
    with pytest.raises(TaskError, match=r"entry 1: /usr/elsewhere/a\.c is outside of .*; name the files of the program"):
        read(folder, outside)
    assert read(folder, outside, named=("/usr/elsewhere/a.c",)).files == ("/usr/elsewhere/a.c",)


def test_other_languages(folder: Path) -> None:
    with pytest.raises(TaskNotSupported, match=r"entry 2: b\.cpp is not a C file; name the C files"):
        read(folder, entry(folder, ""), entry(folder, "", "../b.cpp"))


def test_machines_do_not_mix(folder: Path) -> None:
    both = (entry(folder, "-m32"), entry(folder, "-m64", "../b.c"))
    with pytest.raises(TaskError, match=r"entry 2: b\.c is compiled for LP64, and a\.c for ILP32; .*--32 or --64"):
        read(folder, *both)
    assert read_commands("build/compile_commands.json", machine=Machine.LP64).machine is Machine.LP64
    assert read_commands("build/compile_commands.json", machine=Machine.LP64).options[0].dialect == ()


def test_file_that_is_compiled_twice(folder: Path) -> None:
    assert read(folder, entry(folder, "-DA"), entry(folder, "-DA -g")).files == ("a.c",)
    with pytest.raises(TaskError, match=r"entry 2: a\.c is compiled with other options in .*entry 1"):
        read(folder, entry(folder, "-DA"), entry(folder, "-DB"))


@pytest.mark.parametrize(
    "option",
    [
        *("-x c++", "--sysroot=/x", "-fplugin=x.so", "-fexec-charset=IBM1047", "-mabi=ms", "-fmerge-all-constants", "-undef"),
        *("-traditional-cpp", "-finstrument-functions", "-Xclang -fx", "-fno-asm", "-specs=/x", "-fsso-struct=big-endian"),
        *("-fpack-struct=3", "-fplan9-extensions", "-unknown", "--target=arm-none-eabi", "-include-pch", "-m96bit-long-double"),
    ],
)
def test_option_that_is_not_known_is_refused_by_name(option: str, folder: Path) -> None:
    with pytest.raises(TaskNotSupported, match=rf"entry 1: {re.escape(option)} of a\.c is not supported: it may change"):
        read(folder, entry(folder, option))


def test_option_may_be_ignored(folder: Path) -> None:
    (folder / "build" / "compile_commands.json").write_text(json.dumps([entry(folder, "-fplugin=x.so")]), encoding="utf-8")
    found = read_commands("build/compile_commands.json", ignored=["-fplugin=x.so"])
    assert found.assumptions == ("the option -fplugin=x.so of a.c makes no difference",)
    with pytest.raises(TaskNotSupported):
        read_commands("build/compile_commands.json", ignored=["-fplugin=y.so"])


def test_option_of_another_file_does_not_matter(folder: Path) -> None:
    both = (entry(folder, "-fplugin=x.so"), entry(folder, "-DB", "../b.c"))
    assert read(folder, *both, named=("b.c",)).files == ("b.c",)


@pytest.mark.parametrize(
    "compiler", ["arm-none-eabi-gcc", "x86_64-w64-mingw32-gcc", "aarch64-linux-gnu-gcc-12", "ccache riscv64-gcc"]
)
def test_compiler_for_another_machine_is_refused(compiler: str, folder: Path) -> None:
    command = {"directory": str(folder), "command": f"{compiler} -c a.c", "file": "a.c"}
    with pytest.raises(TaskNotSupported, match=f"{compiler.rsplit(maxsplit=1)[-1]} of a.c is not supported"):
        read(folder, command)


@pytest.mark.parametrize(
    "compiler", ["x86_64-linux-gnu-gcc-12", "ccache gcc", "/usr/lib/ccache/clang-16", "i686-pc-linux-gnu-gcc"]
)
def test_compiler_for_this_machine(compiler: str, folder: Path) -> None:
    assert read(folder, {"directory": str(folder), "command": f"{compiler} -c a.c", "file": "a.c"}).files == ("a.c",)


def test_commands_may_differ_in_macros_of_the_compiler(folder: Path) -> None:
    both = (entry(folder, "-O2"), entry(folder, "-O2 -fPIC"), entry(folder, "-O0 -fPIC"))
    assert read(folder, *both).options[0].other_dialects == (("-O2", "-fPIC"), ("-O0", "-fPIC"))
    with pytest.raises(TaskError, match="compiled with other options"):
        read(folder, entry(folder, "-fwrapv"), entry(folder, ""))


def test_response_files_and_other_machines_are_refused(folder: Path) -> None:
    with pytest.raises(TaskNotSupported, match=r"response files \(@more\) are not read"):
        read(folder, entry(folder, "@more"))
    with pytest.raises(TaskNotSupported, match="-mx32 selects a machine that is not supported"):
        read(folder, entry(folder, "-mx32"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "is not a compilation database"),
        ("[" * 100000, "is not a compilation database"),
        ("{}", "a list of entries is expected"),
        ("[]", "a list of entries is expected"),
        ("[1]", "entry 1: is not a compilation database: an entry has 'directory'"),
        ('[{"file": "a.c"}]', "'directory' is missing"),
        ('[{"file": 1, "directory": "."}]', "'file' should be a text"),
        ('[{"file": "a.c", "directory": "."}]', "'command' is missing"),
        ('[{"file": "a.c", "directory": ".", "command": "cc \'"}]', "cannot be read: No closing quotation"),
        ('[{"file": "a.c", "directory": ".", "arguments": ["cc", 1]}]', "'arguments' should be a list of strings"),
        ('[{"file": "a\\u0000.c", "directory": ".", "arguments": []}]', "'file' should be a text"),
    ],
)
def test_what_is_no_database(text: str, message: str, folder: Path) -> None:
    (folder / "d.json").write_text(text, encoding="utf-8")
    with pytest.raises(TaskError, match=message) as told:
        read_commands("d.json")
    assert str(told.value).startswith("d.json")
