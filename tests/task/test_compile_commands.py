"""Compilation databases: what is read off the commands, which files are the program, and what is refused."""

from __future__ import annotations

import json
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
    assert found.options == (FileOptions("a.c", (*flags, ("-include", "force.h")), "gnu99"),)
    assert (found.files, found.machine, found.assumptions) == (("a.c",), Machine.LP64, ())


def test_arguments_are_words_already(folder: Path) -> None:
    arguments = ["cc", '-DNAME="a b"', "-m32", "-ansi", "-c", "a.c"]
    found = read(folder, {"directory": str(folder), "arguments": arguments, "file": "a.c", "output": "a.o"})
    assert found.options == (FileOptions("a.c", (("-D", 'NAME="a b"'),), "ansi"),)
    assert found.machine is Machine.ILP32


def test_command_is_taken_apart_like_a_shell_does(folder: Path) -> None:
    assert read(folder, entry(folder, "-DNAME='\"a b\"'")).options[0].flags == (("-D", 'NAME="a b"'),)


def test_option_without_strict_aliasing_is_kept(folder: Path) -> None:
    assert read(folder, entry(folder, "-O2 -fno-strict-aliasing")).options[0].flags == (("-Xclang", "-relaxed-aliasing"),)


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


def test_file_that_is_compiled_twice(folder: Path) -> None:
    assert read(folder, entry(folder, "-DA"), entry(folder, "-DA -g")).files == ("a.c",)
    with pytest.raises(TaskError, match=r"entry 2: a\.c is compiled with other options in .*entry 1"):
        read(folder, entry(folder, "-DA"), entry(folder, "-DB"))


@pytest.mark.parametrize("option", ["-funsigned-char", "-fpack-struct=1", "-fwrapv", "-x c++", "-Wp,-DX", "--sysroot=/x"])
def test_what_is_not_modelled_is_assumed(option: str, folder: Path) -> None:
    assert read(folder, entry(folder, option)).assumptions == (f"the option {option} of a.c makes no difference",)


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
