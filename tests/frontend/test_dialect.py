"""Options of the compiler that change what a program means: types, macros, arithmetic, and what is refused by name."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tests.frontend.reading import Write
from whet.cfa.model import Program
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend import predefined as predefined_module
from whet.frontend.errors import FrontendError
from whet.frontend.parse import CFile, parse_file, parse_files
from whet.frontend.predefined import Predefined, changes, macros_of_gcc, predefined
from whet.task.compile_commands import read_commands
from whet.task.dialect import CompilerDialect
from whet.task.preprocessing import Preprocessing

BUILDS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "builds.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
NEEDS_GCC = pytest.mark.skipif(macros_of_gcc(()) is None, reason="gcc is not installed")


def reading(options: str) -> Preprocessing:
    return Preprocessing(dialect=CompilerDialect(tuple(options.split())))


@pytest.mark.parametrize(
    ("condition", "options", "machine"),
    [
        ("(char)-1 > 0 && '\\xff' == 255", "-funsigned-char", LP64),
        ("sizeof(enum e {A, B}) == 1", "-fshort-enums", LP64),
        ("sizeof(L'a') == 2 && (__WCHAR_TYPE__)-1 > 0", "-fshort-wchar", LP64),
        ("sizeof(struct {char c; int i;}) == 5", "-fpack-struct=1", LP64),
        ("sizeof(struct {char c; int i;}) == 6", "-fpack-struct=2", LP64),
        ("sizeof(struct {char a : 4; int b : 4;}) == 8", "-mms-bitfields", LP64),
        ("sizeof(struct {char a; double b;}) == 16", "-malign-double", ILP32),
        ("sizeof(long double) == 8", "-mlong-double-64", LP64),
        ("__OPTIMIZE__ == 1", "-O2", LP64),
        ("__OPTIMIZE_SIZE__ == 1", "-Os", LP64),
        ("__FLT_EVAL_METHOD__ == 2", "-m32", ILP32),
        ("__AVX2__ && __SSE4_2__", "-mavx2", LP64),
        ("_REENTRANT", "-pthread", LP64),
        ("_OPENMP == 201511", "-fopenmp", LP64),
        ("__STDC_HOSTED__ == 0", "-ffreestanding", LP64),
        ("__PIC__ == 1", "-fpic", LP64),
        ("__SSP_STRONG__ == 3 && __CET__ == 3 && __OPTIMIZE__", "-O2 -fstack-protector-strong -fcf-protection", LP64),
        ("__FINITE_MATH_ONLY__ == 1 && __FAST_MATH__", "-ffast-math", LP64),
        ("__SANITIZE_ADDRESS__", "-fsanitize=address", LP64),
        ("__GNUC_GNU_INLINE__", "-fgnu89-inline", LP64),
    ],
)
def test_types_and_macros_follow_the_options(condition: str, options: str, machine: MachineModel, write: Write) -> None:
    path = write("test.c", f'_Static_assert({condition}, "");\nint main(void) {{ return 0; }}')
    assert parse_file(path, machine=machine, preprocessing=reading(options)).unsupported == ()
    with pytest.raises(FrontendError):
        parse_file(path, machine=machine)


def test_last_of_two_options_counts(write: Write) -> None:
    path = write("test.c", '_Static_assert((char)-1 < 0, "");\n#ifdef __OPTIMIZE__\n#error\n#endif\nint main(void) { return 0; }')
    parse_file(path, preprocessing=reading("-funsigned-char -fsigned-char -O2 -O0"))


def test_limits_of_characters_follow_their_sign(write: Write) -> None:
    path = write(
        "test.c", '#include <limits.h>\n_Static_assert(CHAR_MIN == 0 && CHAR_MAX == 255, "");\nint main(void) { return 0; }'
    )
    parse_file(path, preprocessing=reading("-funsigned-char"))


def test_headers_are_read_as_without_optimisation(write: Write) -> None:
    """With ``__OPTIMIZE__`` and ``_FORTIFY_SOURCE`` glibc has other bodies for its functions."""
    text = """#define _FORTIFY_SOURCE 2
#include <string.h>
#ifndef __OPTIMIZE__
#error
#endif
int main(void) { char b[4]; strcpy(b, "a"); }
"""
    program = parse_file(write("test.c", text), preprocessing=reading("-O2"))
    assert "__builtin___strcpy_chk" not in program.functions


@pytest.mark.parametrize(
    ("options", "wraps", "steps_wrap"),
    [
        ("-fwrapv", True, False),
        ("-fno-strict-overflow", True, True),
        ("-fwrapv-pointer", False, True),
        ("-fwrapv -fno-wrapv", False, False),
        ("-fno-strict-overflow -fstrict-overflow", False, False),
        ("-fwrapv -ftrapv", False, False),
        ("-O2", False, False),
    ],
)
def test_arithmetic_that_wraps_around(options: str, wraps: bool, steps_wrap: bool, write: Write) -> None:
    program = parse_file(write("test.c", "int main(void) { return 0; }"), preprocessing=reading(options))
    assert (program.wraps, program.steps_wrap) == (wraps, steps_wrap)


FLOAT = "int main(void) { double d = 1; return d > 0; }"


@pytest.mark.parametrize(
    ("text", "options", "construct"),
    [
        (FLOAT, "-ffast-math", "floating-point number with -ffast-math"),
        (FLOAT, "-Ofast", "floating-point number with -Ofast"),
        (FLOAT, "-fno-signed-zeros", "floating-point number with -fno-signed-zeros"),
        (FLOAT, "-O2 -mfma", "floating-point number with fused multiplication and addition (-ffp-contract=off turns it off)"),
        (FLOAT, "-mfpmath=387", "floating-point number with -mfpmath=387"),
        ("int main(void) { return sizeof 1.5; }", "-fsingle-precision-constant",
         "floating-point constant with -fsingle-precision-constant"),
        ("int main(void) { long double d = 1; return d > 0; }", "-mlong-double-64", "long double with -mlong-double-64"),
        ("struct s {int b : 3;}; int main(void) { struct s s = {1}; return s.b; }", "-funsigned-bitfields",
         "bit-field b with -funsigned-bitfields"),
        ("#include <errno.h>\nint main(void) { return errno; }", "-fno-math-errno", "errno with -fno-math-errno"),
        ('#include <stdio.h>\nint main(void) { printf("%ls", L""); }', "-fshort-wchar",
         "format for wide characters with -fshort-wchar"),
        ("union u {int b : 3;}; int main(void) { return sizeof(union u); }", "-mms-bitfields",
         "layout of member b with -mms-bitfields"),
        ("struct s {int a : 3; int : 0;}; int main(void) { return sizeof(struct s); }", "-fpack-struct=2",
         "layout of member without a name with -fpack-struct=2"),
        ("#include <time.h>\nint main(void) { struct tm t = {0}; return mktime(&t); }", "-fpack-struct",
         "mktime with -fpack-struct, which is given a structure of the library"),
        ("#include <features.h>\nint main(void) { return __USE_FORTIFY_LEVEL; }", "-O2",
         "macro of glibc that depends on optimisation"),
        ("#pragma options align=packed\nint main(void) { return 0; }", "", "pragma options"),
        ("#include <wchar.h>\nint main(void) { return wcslen(L\"\"); }", "-fshort-wchar", "wcslen with -fshort-wchar"),
        ("int main(void) {\n#pragma omp parallel\n{ } return 0; }", "-fopenmp", "pragma omp"),
        ("int main(void) {\n # /**/ pragma \\\n omp parallel\n{ } return 0; }", "-fopenmp", "pragma omp"),
        ('#define P _Pragma("omp parallel")\nint main(void) { P { } return 0; }', "-fopenmp", "pragma omp"),
        ("#define P(x) _Pragma(#x)\nint main(void) { P(omp parallel) { } return 0; }", "-fopenmp", "pragma made by a macro"),
        ('#pragma GCC optimize("fast-math")\nint main(void) { return 0; }', "", "pragma GCC optimize (fast-math)"),
        ('#pragma GCC target ("arch=haswell")\nint main(void) { return 0; }', "", "pragma GCC target (arch=haswell)"),
        ('__attribute__((optimize("O2", "wrapv"))) int main(void) { return 0; }', "", "attribute optimize (wrapv)"),
        ('__attribute__((target("sse2,fma"))) int main(void) { return 0; }', "", "attribute target (fma)"),
        ('#define A(x) __attribute__((optimize(x)))\nA("O2") int main(void) { return 0; }', "", "attribute optimize (x)"),
        ('#pragma GCC optimize("O2")\nint main(void) {\n#ifdef __OPTIMIZE__\nreturn 1;\n#endif\nreturn 0; }', "",
         "pragma GCC optimize (O2)"),
    ],
)  # fmt: skip
def test_what_is_not_modelled_is_refused_by_name(text: str, options: str, construct: str, write: Write) -> None:
    program = parse_file(write("test.c", text), preprocessing=reading(options))
    assert construct in [each.construct for each in program.unsupported]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("int main(void) { return 0; }", "-ffast-math -mfpmath=387 -fsingle-precision-constant -mlong-double-64 -fno-math-errno"),
        (FLOAT, "-ffast-math -fno-fast-math -O2 -mfma -ffp-contract=off -fexcess-precision=standard"),
        ("struct s {int b : 3, c; double d;}; int main(void) { return sizeof(struct s); }", "-mms-bitfields"),
        ('#include <stdio.h>\nint main(void) { return puts("a") + fputs("b", stderr); }', "-fpack-struct"),
        ("struct s {unsigned b : 3;}; int main(void) { struct s s = {1}; return s.b; }", "-funsigned-bitfields"),
        ("int main(void) {\n#pragma omp parallel\n{ } return 0; }", "-fopenmp -fno-openmp"),
        ('#pragma GCC optimize("O3", "unroll-loops")\nint main(void) { return 0; }', ""),
        ('__attribute__((optimize("O0"))) int main(void) { return 0; }', ""),
        ('__attribute__((target("avx2"))) int main(void) { return 0; }', ""),
        ("int optimize(int target) { return target; }\nint main(void) { return optimize(1); }", ""),
    ],
)
def test_what_an_option_does_not_concern_is_read(text: str, options: str, write: Write) -> None:
    assert parse_file(write("test.c", text), preprocessing=reading(options)).unsupported == ()


def test_files_of_a_program_have_the_same_arithmetic(write: Write) -> None:
    files = [CFile(write("a.c", "int f(void);\nint main(void) { return f(); }"), reading("-fwrapv"))]
    other = write("b.c", "int f(void) { return 1; }")
    assert parse_files([*files, CFile(other, reading("-fwrapv -O2"))]).unsupported == ()
    mixed: Program = parse_files([*files, CFile(other)])
    assert mixed.unsupported[0].construct.startswith("program whose files are compiled with different types or arithmetic")


def test_macro_that_differs_between_commands_is_refused(write: Write) -> None:
    path = write("test.c", "int main(void) {\n#ifdef __PIC__\nreturn 1;\n#endif\nreturn 0; }")
    pic, other = CompilerDialect(("-fPIC",)), CompilerDialect(("-fno-pic",))
    found = parse_file(path, preprocessing=Preprocessing(dialect=pic, other_dialects=(other,))).unsupported
    assert [each.construct for each in found] == ["macro __PIC__, which differs between the commands that compile the file"]
    path = write("plain.c", "int main(void) { return 0; }")
    assert parse_file(path, preprocessing=Preprocessing(dialect=pic, other_dialects=(other,))).unsupported == ()


def test_macros_of_unusual_options_need_gcc(monkeypatch: pytest.MonkeyPatch, write: Write) -> None:
    monkeypatch.setattr(predefined_module, "macros_of_gcc", lambda _: None)
    path = write("test.c", "int main(void) { return 0; }")
    found = parse_file(path, preprocessing=reading("-O2 -mtune=alderlake")).unsupported
    assert [each.construct for each in found] == ["program with the macros of -O2 -mtune=alderlake, which only gcc knows"]
    assert parse_file(path, preprocessing=reading("-O2 -fPIC -pthread -msse4.2")).unsupported == ()


@NEEDS_GCC
@pytest.mark.gcc
@pytest.mark.parametrize(
    "options",
    [
        "-O2 -fstack-protector-strong -fcf-protection -fPIC -pthread",
        "-fPIE -Os -fno-pic -fexceptions -O3",
        "-msse4.2 -mavx2 -mpclmul -O2 -fsanitize=address -fsanitize=undefined",
        "-fno-math-errno -fno-signed-zeros -O3 -pthread -fPIC",
        "-funsigned-char -fsigned-char -O1 -O0",
    ],
)
def test_table_says_what_gcc_says_of_several_options(options: str) -> None:
    """Applied in their order, the changes of single options are those of all of them."""
    before, after = macros_of_gcc(("-m64",)), macros_of_gcc(("-m64", *options.split()))
    assert before is not None
    assert after is not None
    assert _applied(predefined("LP64", CompilerDialect(tuple(options.split())), None).flags) == _applied(
        changes(before, after, "LP64")
    )


def _applied(flags: tuple[str, ...] | list[str]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for flag in flags:
        name, _, value = flag[2:].partition("=")
        found[name] = value if flag.startswith("-D") else None
    return found


@pytest.mark.parametrize(("name", "options"), BUILDS, ids=[name for name, _ in BUILDS])
def test_options_of_builds_are_known(name: str, options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    entry = {"directory": str(tmp_path), "file": "a.c", "arguments": ["cc", *shlex.split(options), "-c", "a.c"]}
    Path("c.json").write_text(json.dumps([entry]), encoding="utf-8")
    read = read_commands("c.json")
    assert (read.files, read.assumptions) == (("a.c",), ()), name


def test_options_of_builds_change_nothing_in_a_plain_program(write: Write) -> None:
    path = write(
        "a.c", '#include <stdio.h>\n#include <string.h>\nint main(void) { char b[4]; strcpy(b, "a"); puts(b); return 0; }'
    )
    options = "-O2 -fstack-protector-strong -fstack-clash-protection -fcf-protection"
    preprocessing = Preprocessing(own=(("-D", "_FORTIFY_SOURCE=2"),), dialect=CompilerDialect(tuple(options.split()[:1])))
    assert [*parse_file(path, preprocessing=preprocessing).functions] == [*parse_file(path).functions]
    assert predefined("LP64", CompilerDialect(), None) == Predefined()
