"""Programs ask which compiler reads them: the answers are those of gcc 12, whose system headers are read with them."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.frontend.reading import Lower, Write, operations, unsupported
from tools import gcc_answers, gcc_intrinsics
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.frontend.compiler import as_header
from whet.frontend.parse import parse_file
from whet.frontend.unit import TranslationUnit
from whet.task.preprocessing import Preprocessing

ROOT = Path(__file__).parents[2]
MACHINES = pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
CONDITIONS = (
    "!defined __clang__ && !defined __clang_major__ && !defined __llvm__",
    "__GNUC__ == 12 && __GNUC_MINOR__ == 2",
    "__STDC_VERSION__ == 201710L",
    "defined linux && defined unix && defined __linux__",
    "defined __has_builtin && defined __has_attribute && defined __has_include",
    "!defined __has_feature && !defined __has_extension && !defined __is_identifier && !defined __has_warning",
    "__FLT_EVAL_METHOD__ == 0",
    "!defined __OPTIMIZE__ && defined __NO_INLINE__",
)
HEADERS = (
    "assert limits stdbool stddef stdint stdlib string stdio math ctype errno time signal setjmp pthread unistd float inttypes "
    "stdarg stdatomic wchar wctype locale sys/types fenv complex threads uchar strings sys/stat sys/socket sys/time sys/wait "
    "sys/mman netinet/in fcntl dirent poll sched semaphore getopt regex alloca malloc iso646 stdalign stdnoreturn linux/types"
)


@MACHINES
@pytest.mark.parametrize("condition", CONDITIONS)
def test_macros_are_those_of_gcc(condition: str, machine: MachineModel, lower: Lower) -> None:
    program = lower(f"int main(void) {{\n#if {condition}\nreturn 1;\n#else\nreturn 2;\n#endif\n}}", machine)
    assert operations(program) == ["return 1"]


@pytest.mark.parametrize(
    ("machine", "name"), [(LP64, "__x86_64__"), (LP64, "__LP64__"), (ILP32, "__i386__"), (ILP32, "__ILP32__")]
)
def test_macros_say_which_machine_it_is(machine: MachineModel, name: str, lower: Lower) -> None:
    other = ILP32 if machine is LP64 else LP64
    text = f"int main(void) {{\n#ifdef {name}\nreturn 1;\n#endif\nreturn 2; }}"
    assert [operations(lower(text, each))[0] for each in (machine, other)] == ["return 1", "return 2"]


@pytest.mark.parametrize("own", [(("-D", "__GNUC__=3"),), (("-U", "__GNUC__"), ("-D", "__GNUC__=3"))])
def test_macros_of_the_user_come_after_those_of_gcc(own: tuple[tuple[str, str], ...], write: Write) -> None:
    file = write("asking.c", "int main(void) { return __GNUC__; }")
    assert operations(parse_file(file, preprocessing=Preprocessing(own=own))) == ["return 3"]


def test_flags_become_lines_of_a_header_where_they_mean_the_same() -> None:
    assert as_header(("-w", "-DA", "-D", "B(x)=x+1", "-UC", "-DD=")) == (
        ("-w",),
        b"#define A 1\n#define B(x) x+1\n#undef C\n#define D \n",
    )


@pytest.mark.parametrize("flags", [("-DA=1\n2",), ("-DA=/*",), ("-DA=\\",), ("-D1=2",), ("-DA", "-imacros", "b.h")])
def test_flags_that_mean_something_else_in_a_header_stay(flags: tuple[str, ...]) -> None:
    assert as_header(flags) == (flags, b"")


def _has_gcc_12() -> bool:
    if shutil.which("gcc") is None:
        return False
    return subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, check=True).stdout.startswith(b"12.2")


@pytest.mark.parametrize("machine", ["LP64", "ILP32"])
def test_table_of_macros_is_what_gcc_prints(machine: str) -> None:
    if not _has_gcc_12():
        pytest.skip("gcc 12.2 is not installed")
    spec = spec_from_file_location("gcc_macros", ROOT / "tools" / "gcc_macros.py")
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert (ROOT / "src/whet/frontend/gcc12" / f"{machine}.h").read_text(encoding="utf-8") == tool.table(machine)


@MACHINES
def test_limits_of_floating_types_can_be_used(machine: MachineModel, lower: Lower) -> None:
    text = "#include <float.h>\nint main(void) { double d = DBL_MAX, e = __DBL_MIN__; float f = FLT_EPSILON; return d > e + f; }"
    assert lower(text, machine).unsupported == ()


@MACHINES
@pytest.mark.parametrize("header", HEADERS.split())
def test_header_is_read(header: str, machine: MachineModel, lower: Lower) -> None:
    assert lower(f"#define _GNU_SOURCE\n#include <{header}.h>\nint main(void) {{ return 0; }}", machine).unsupported == ()


@MACHINES
def test_functions_of_headers_are_called(machine: MachineModel, lower: Lower) -> None:
    text = """#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
int main(void) {
  char *s = malloc(8); wchar_t w[] = L"x"; atomic_int a = 1; double d = atof("1.5"); int64_t n = INT64_C(1);
  strcpy(s, "ab"); a++;
  printf("%s %" PRId64 " %zu", s, n, sizeof w);
  assert(isalpha(s[0]) && isnan(d) + isinf(d) + isfinite(d) + signbit(d) >= 0 && fabs(d) > 1 && w[0]);
  free(s); return 0;
}"""
    assert unsupported(lower(text, machine)) == []


def test_user_may_define_what_gcc_predefines(write: Write) -> None:
    path = write("test.c", "int main(void) { return __GNUC__; }")
    assert "return 4" in operations(parse_file(path, blocks=False, preprocessing=Preprocessing(defines=("__GNUC__=4",))))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.c", "int x;", False),
        ("a.i", "int x;", True),
        ("a.c", '# 1 "b.c"\nint x;', True),
        ("a.c", '#line 1 "b.c"\nint x;', True),
        ("a.c", '#line 1 "b.c"\n#ifdef __clang__\n#endif\nint x;', False),
    ],
)
def test_what_is_preprocessed_is_left_alone(name: str, text: str, expected: bool, write: Write) -> None:
    unit = TranslationUnit(write(name, text), LP64)
    assert unit.is_preprocessed is expected
    unit.close()


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("#if __has_builtin(__builtin_of_tomorrow)", "__has_builtin"),
        ("#if __has_builtin (ANY)", "__has_builtin"),
        ("#define ASK(x) __has_attribute(__##x##__)\n#if ASK(of_tomorrow)", "__has_attribute"),
        ("#if __has_c_attribute(of_tomorrow)", "__has_c_attribute"),
        ("#if __has_c_attribute(gnu::unused)", "__has_c_attribute"),
        ("#ifdef __has_cpp_attribute", "__has_cpp_attribute"),
        ("#if __has_include(<quadmath.h>)", "__has_include"),
        ("#define NAME <stdio.h>\n#if __has_include(NAME)", "__has_include"),
    ],
)
def test_question_that_clang_may_answer_in_another_way_is_named(line: str, question: str, lower: Lower) -> None:
    program = lower(f"#define ANY __builtin_other\n{line}\n#endif\nint main(void) {{ return 0; }}")
    assert [each.construct for each in program.unsupported] == [f"question to the compiler ({question})"]


@pytest.mark.gcc
def test_answers_to_questions_are_those_of_gcc() -> None:
    assert gcc_answers.FILE.read_text(encoding="utf-8").splitlines() == list(gcc_answers.table())


@pytest.mark.gcc
def test_headers_of_intrinsics_declare_what_those_of_gcc_do() -> None:
    for header in gcc_intrinsics.HEADERS:
        written = (gcc_intrinsics.FOLDER / f"{header}intrin.h").read_text(encoding="utf-8")
        assert written == "\n".join((*gcc_intrinsics.lines(header), ""))


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_headers_of_intrinsics_may_be_included(machine: MachineModel, lower: Lower) -> None:
    text = """
    #if __has_include(<immintrin.h>)
    #include <emmintrin.h>
    #include <immintrin.h>
    #include <x86intrin.h>
    #endif
    static __m256i never(__m256i a) { return _mm256_add_epi32(a, _mm256_set1_epi32(_MM_SHUFFLE(1, 2, 3, 0))); }
    int main(void) { _mm_pause(); return _mm_popcnt_u32(7); }"""
    assert lower(text, machine).unsupported == ()


@pytest.mark.parametrize(("call", "name"), [("_mm_crc32_u32(1, 2)", "_mm_crc32_u32"), ("__rdtsc()", "__rdtsc")])
def test_intrinsic_that_is_called_is_named(call: str, name: str, lower: Lower) -> None:
    program = lower(f"#include <x86intrin.h>\nint main(void) {{ return {call}; }}")
    assert [each.construct for each in program.unsupported] == [f"intrinsic {name}"]


def test_question_is_answered_as_gcc_does_and_not_as_clang(lower: Lower) -> None:
    text = """
    #define HAS(x) __has_attribute(__##x##__)
    #define AGAIN __builtin_bitreverse8
    int main(void) {
    #if HAS(optimize) && !HAS(optnone) && !__has_builtin(AGAIN) && __has_c_attribute(fallthrough) == 201904
      switch (HAS(noipa)) { case 1: [[fallthrough]]; default: return 5; }
    #endif
    }"""
    program = lower(text)
    assert program.unsupported == ()
    assert "return 5" in operations(program)


def test_question_in_a_statement_that_nobody_can_answer_is_not_supported(lower: Lower) -> None:
    program = lower("int main(void) { return __has_attribute(of_tomorrow); }")
    assert [each.construct for each in program.unsupported] == ["question to the compiler"]


def test_questions_with_the_same_answer_are_no_matter(lower: Lower) -> None:
    lines = (
        "#ifndef __has_builtin\n#define __has_builtin(x) 0\n#endif",
        "#if defined(__has_attribute) && __has_attribute(__unused__)\n#endif",
        "#if __has_builtin(__builtin_expect) && __has_include(<stdint.h>) && defined __has_c_attribute\n#endif",
        '#if __has_include(<of_tomorrow.h>) || !__has_include("test.c")\n#error wrong\n#endif',
        "/* __has_include(NAME) */ // __has_include_next(<x.h>)",
        "#if 0\n#if __has_include(NAME)\n#else\n#endif\n#elif __has_include(<stdio.h>)\n#endif",
    )
    assert lower("\n".join([*lines, "int main(void) { return 0; }"])).unsupported == ()


@pytest.mark.parametrize(
    ("declaration", "construct"),
    [
        ('struct __attribute__((scalar_storage_order("big-endian"))) S { int x; };', "scalar_storage_order"),
        ("#pragma scalar_storage_order big-endian\nstruct S { int x; };", "scalar_storage_order"),
        (
            'void f(void) {} __attribute__((section(".init_array"), used)) void (*const p)(void) = f;',
            "section of functions that run outside of main",
        ),
        (
            'void f(void) {} void (*p)(void) __attribute__((section(".ctors"))) = f;',
            "section of functions that run outside of main",
        ),
    ],
)
def test_word_that_changes_the_whole_program_is_named(declaration: str, construct: str, lower: Lower) -> None:
    program = lower(f"{declaration}\nint main(void) {{ return 0; }}")
    assert [each.construct for each in program.unsupported] == [construct]
    assert "main()" not in operations(program, "__start")


def test_other_sections_are_no_matter(lower: Lower) -> None:
    text = '__attribute__((section(".init.text"))) void init_array(int *a) {} struct { int ctors; } s = {.ctors = 1};'
    assert lower(f"{text} int main(void) {{ return s.ctors; }}").unsupported == ()


@MACHINES
def test_greatest_alignment_is_that_of_gcc(machine: MachineModel, lower: Lower) -> None:
    text = "#include <stddef.h>\nint main(void) { return sizeof(max_align_t) + 1000 * _Alignof(max_align_t); }"
    assert operations(lower(text, machine)) == ["return 16032" if machine is LP64 else "return 16048"]


@pytest.mark.parametrize("call", ["fesetround(FE_UPWARD)", "fesetround(n)", "fesetenv(FE_DFL_ENV)", "feenableexcept(1)"])
def test_other_rounding_is_not_modelled(call: str, lower: Lower) -> None:
    program = lower(f"#define _GNU_SOURCE\n#include <fenv.h>\nint main(int n, char **v) {{ return {call}; }}")
    assert [each.construct for each in program.unsupported] == [
        f"another floating-point environment (call of {call.partition('(')[0]})"
    ]


def test_rounding_to_nearest_is_what_is_modelled(lower: Lower) -> None:
    assert lower("#include <fenv.h>\nint main(void) { return fesetround(FE_TONEAREST); }").unsupported == ()
