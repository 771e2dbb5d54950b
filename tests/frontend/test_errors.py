"""A file that cannot be read is answered with one line that names place, cause and next step."""

from __future__ import annotations

import gc
import os
import sys
import threading
from pathlib import Path

import pytest

from tests.frontend.reading import Lower, Write, operations
from whet.frontend.errors import FrontendError
from whet.frontend.parse import parse_file
from whet.frontend.unit import TranslationUnit
from whet.task.preprocessing import Preprocessing


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("int main(void) { return 1 }", "1:26", "expected ';' after return statement"),
        ("int main(void) {\n  return y;\n}", "2:10", "use of undeclared identifier 'y' (is a macro or a header missing?)"),
        (
            '#include "none.h"\nint main(void) { }',
            "1:10",
            "'none.h' file not found (install the header, or name its folder with -I)",
        ),
        ("int f(void) { return 0; }", "1:1", "the program has no function 'main' (name the entry function with --entry)"),
        (
            "int x;\nint main(_Complex double z) { return 0; }",
            "2:5",
            "the program starts with 'main', and its type is not supported: complex number type "
            "(name another entry function with --entry)",
        ),
        ("int main(void);", "1:1", "the program has no function 'main' (name the entry function with --entry)"),
        (
            "int main(void) {\n  int inner(void) { return 1; }\n  return inner();\n}",
            "2:19",
            "function definition is not allowed here (nested functions are not supported)",
        ),
        (
            "int main(int n, char **v) { struct { int a[n]; } s; return 0; }",
            "1:42",
            "not valid C: fields must have a constant size: "
            "'variable length array in structure' extension will never be supported",
        ),
        (
            '# 7 "orig.c"\nint main(void) { return z; }',
            "7:25",
            "use of undeclared identifier 'z' (is a macro or a header missing?)",
        ),
    ],
)
def test_error_names_place_cause_and_next_step(text: str, place: str, message: str, lower: Lower) -> None:
    with pytest.raises(FrontendError) as caught:
        lower(text)
    shown = str(caught.value)
    file, line, column, rest = shown.split(":", maxsplit=3)
    assert file.endswith(".c")
    assert f"{line}:{column}" == place
    assert rest.strip() == message
    assert "\n" not in shown


def test_further_errors_are_kept(lower: Lower) -> None:
    with pytest.raises(FrontendError) as caught:
        lower("int main(void) { a; b; }")
    assert caught.value.also == ["use of undeclared identifier 'b'"]


def test_missing_file_is_an_error(write: Write) -> None:
    with pytest.raises(FrontendError, match=r"gone\.c:1:1: cannot read the file: No such file or directory"):
        parse_file(write("here.c", "").replace("here", "gone"))


def test_include_folders_and_macros_are_passed_on(write: Write, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("include")
    (folder / "own.h").write_text("#define ONE 1\n")
    file = write("test.c", "#include <own.h>\nint main(void) { return ONE + TWO; }")
    preprocessing = Preprocessing(include_folders=(str(folder),), defines=("TWO=2",))
    assert operations(parse_file(file, blocks=False, preprocessing=preprocessing)) == ["return 3"]


@pytest.mark.parametrize(
    "header", ["stddef", "stdint", "stdbool", "limits", "float", "stdarg", "stdalign", "iso646", "stdnoreturn"]
)
def test_header_of_the_compiler_is_there(header: str, lower: Lower) -> None:
    assert operations(lower(f"#include <{header}.h>\nint main(void) {{ return 0; }}")) == ["return 0"]


def test_reading_leaves_the_process_as_it_was(lower: Lower, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIBCLANG_NOTHREADS", raising=False)
    before = (dict(os.environ), sys.getrecursionlimit(), threading.stack_size(), gc.isenabled())
    lower("int main(void) { return 2; }")
    with pytest.raises(FrontendError):
        lower("int main(void) { return")
    assert (dict(os.environ), sys.getrecursionlimit(), threading.stack_size(), gc.isenabled()) == before


def test_error_leaves_the_front_end_usable(lower: Lower) -> None:
    with pytest.raises(FrontendError):
        lower("int main(void) { return")
    assert operations(lower("int main(void) { return 2; }")) == ["return 2"]


# ------------------------------------------------------------------------------------------------------- hostile programs

MAIN = "int main(void) { return 0; }\n"


@pytest.mark.parametrize("what", ["crash", "overflow_stack", "llvm_fatal_error", "parser_crash", "llvm_unreachable"])
def test_pragma_that_asks_clang_to_crash_is_ignored(what: str, lower: Lower) -> None:
    lower(f"#pragma clang __debug {what}\n{MAIN}")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('#include "/dev/zero"\n', "1:10"),
        ("\n  #  include_next </dev/zero>\n", "2:19"),
        ('#include \\\n "/dev/zero"\n', "2:2"),
        ('%:include "/dev/zero"\n', "1:11"),
        ('#define F "/dev/zero"\n#include F\n', "1:11"),
        ('#if __has_include("/dev/zero")\n#endif\n', "1:19"),
        ('#if 0\n#embed "/dev/stdin"\n#endif\n', "2:8"),
    ],
)
def test_device_is_not_included(text: str, place: str, lower: Lower) -> None:
    with pytest.raises(FrontendError, match="is not a regular file, so it cannot be included") as caught:
        lower(text + MAIN)
    assert str(caught.value).split(".c:")[1].startswith(f"{place}: ")


def test_pipe_in_a_header_is_not_waited_for(write: Write, tmp_path: Path) -> None:
    (tmp_path / "headers").mkdir()
    os.mkfifo(tmp_path / "headers" / "pipe.h")
    (tmp_path / "headers" / "a.h").write_text('#include "pipe.h"\n')
    with pytest.raises(FrontendError, match=r"a\.h:1:10: .*pipe\.h' is not a regular file"):
        parse_file(write("a.c", f"#include <a.h>\n{MAIN}"), preprocessing=Preprocessing((str(tmp_path / "headers"),)))


def test_program_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.c")
    with pytest.raises(FrontendError, match="cannot read the file: is not a regular file"):
        parse_file(str(tmp_path / "a.c"))


def test_name_of_a_device_that_is_not_included_is_a_text(lower: Lower) -> None:
    lower(f'#define DEVICE "/dev/zero"\n#include <stddef.h>\nconst char *device = DEVICE;\n{MAIN}')


def test_rejected_program_leaves_nothing_behind(lower: Lower, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[TranslationUnit] = []

    def close(unit: TranslationUnit) -> None:
        closed.append(unit)

    monkeypatch.setattr(TranslationUnit, "close", close)
    with pytest.raises(FrontendError):
        lower("int main(void) { return 1 }")
    assert len(closed) == 1


def test_number_that_overflows_libclangs_stack_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(f"double d = 1.{'9' * 100_000};\nint main(void) {{ return 0; }}\n")
    with pytest.raises(FrontendError, match="the constant has 100,002 digits") as caught:
        parse_file(str(path))
    assert str(caught.value.place) == f"{path}:1:12"


def test_long_text_of_digits_is_no_number(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(f'const char *pi = "{"314" * 5000}"; double d = 0.{"1" * 9000};\nint main(void) {{ return 0; }}\n')
    assert parse_file(str(path)).main.name == "main"


def test_line_marker_of_five_thousand_digits_is_none(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(f'# {"1" * 5000} "other.c"\nint main(void) {{ return y; }}\n')
    with pytest.raises(FrontendError):
        parse_file(str(path))
