"""The table of library models, and functions that whole programs do not show well."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import interpret, output_of
from whet.cfa.model import Function
from whet.cfa.semantics import Value
from whet.cfa.types import ILP32, LP64, VOID, CType, FunctionType, MachineModel
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.library import LIBRARY
from whet.interpreter.library.registry import Models, Prototype, parse_prototype, resolve_type
from whet.interpreter.outcomes import Exited, NotInterpreted, RunOutcome, UndefinedBehaviour, UnsupportedReached
from whet.interpreter.process import Convention, Environment, Process, RunBounds

INT, SIZE, DOUBLE, POINTER = LP64.int, LP64.size_t, LP64.double, LP64.pointer(VOID)

# -------------------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int f(void)", Prototype("f", "int", (), False)),
        ("void *g(const char *, size_t)", Prototype("g", "pointer", ("pointer", "size_t"), False)),
        ("unsigned h(unsigned, long double, ...)", Prototype("h", "unsigned int", ("unsigned int", "long double"), True)),
        ("const char **k(...)", Prototype("k", "pointer", (), True)),
    ],
)
def test_prototypes(text: str, expected: Prototype) -> None:
    assert parse_prototype(text) == expected


def test_a_text_that_is_no_prototype() -> None:
    with pytest.raises(ValueError, match="not a prototype"):
        parse_prototype("int f")


def test_every_prototype_has_known_types() -> None:
    for name in LIBRARY:
        model = LIBRARY.find(name)
        assert model is not None
        for type in (model.prototype.result, *model.prototype.parameters):
            for machine in (LP64, ILP32):
                assert resolve_type(type, machine).size > 0


def test_a_function_has_one_model() -> None:
    models = Models()
    models.add("int f(int)", lambda call, x: x)
    with pytest.raises(ValueError, match="already"):
        models.add("int f(void)", lambda call: 0)


@pytest.mark.parametrize("name", ["sin", "exp", "pow", "powf", "log", "getenv", "clock", "atexit", "system", "fopen", "scanf"])
def test_what_has_no_model(name: str) -> None:
    assert LIBRARY.find(name) is None


def bind(name: str, result: CType, *arguments: CType, machine: MachineModel = LP64) -> object:
    process = Process(machine, Environment(ListedInputs()), RunBounds(), lambda: None)
    function = Function(name, FunctionType(result, arguments, False))
    return LIBRARY.bind(process, function, arguments)


def call(name: str, result: CType, *arguments: tuple[Value, CType]) -> Value | None:
    bound = bind(name, result, *(type for _, type in arguments))
    assert callable(bound)
    value: Value | None = bound(*(value for value, _ in arguments))
    return value


def test_arguments_and_results_are_converted_as_declared() -> None:
    assert call("abs", INT, (-5, INT)) == 5
    assert call("abs", LP64.integer("unsigned char"), (-300, INT)) == 44
    assert call("abs", INT, ((1 << 32) - 7, LP64.integer("unsigned int"))) == 7
    assert call("fabs", DOUBLE, (-0.5, LP64.float)) == 0.5


def test_a_result_beyond_its_type_wraps_around() -> None:
    assert call("abs", INT, (-(1 << 31), INT)) == -(1 << 31)
    assert call("llabs", LP64.integer("long long"), (-(1 << 63), LP64.integer("long long"))) == -(1 << 63)
    assert call("abs", LP64.integer("long"), (-(1 << 31), INT)) == -(1 << 31)


def test_a_result_of_which_c_fixes_only_the_sign() -> None:
    for convention, expected in ((Convention.GLIBC, (1024, 0)), (Convention.UNIT, (1, 0))):
        process = Process(LP64, Environment(ListedInputs(), convention=convention), RunBounds(), lambda: None)
        isalpha = LIBRARY.bind(process, Function("isalpha", FunctionType(INT, (INT,), False)), (INT,))
        assert (isalpha(ord("a")), isalpha(ord("1"))) == expected
        assert process.used_convention


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("abs", ()), ("abs", (INT, INT)), ("abs", (DOUBLE,)), ("fabs", (INT,)), ("mystery", ()), ("__VERIFIER_nondet_int", (INT,))],
)
def test_calls_that_do_not_fit(name: str, arguments: tuple[CType, ...]) -> None:
    bound = bind(name, INT, *arguments)
    assert callable(bound)
    with pytest.raises(NotInterpreted, match=name):
        bound(*(0 for _ in arguments))


# -------------------------------------------------------------------------------------------------- functions

INCLUDED = ("stdlib.h", "string.h", "stdio.h", "stdint.h", "malloc.h")
HEADERS = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}>\n" for name in INCLUDED)


def outcome(body: str, folder: Path, *inputs: Value) -> RunOutcome:
    return interpret(f"{HEADERS}int main(void) {{ {body} }}", folder, inputs=inputs).outcome


EXPECTED = {
    "malloc of nothing": ("char *p = malloc(0), *q = malloc(0); return p != q && p && q;", 1),
    "realloc keeps": ('char *p = malloc(3); strcpy(p, "ab"); p = realloc(p, 50); return strlen(p) + (p[40] = 5);', 7),
    "realloc shrinks": ('char *p = realloc(0, 5); strcpy(p, "abcd"); p = realloc(p, 2); return p[1] - p[0];', 1),
    "realloc to nothing": ("return realloc(malloc(5), 0) == 0;", 1),
    "calloc": ("int *p = calloc(3, 4); return p[0] + p[2];", 0),
    "aligned": ("return (uintptr_t)aligned_alloc(256, 10) % 256;", 0),
    "posix_memalign": ("void *p; int r = posix_memalign(&p, 4096, 10); return r + (uintptr_t)p % 4096;", 0),
    "usable size": ("return malloc_usable_size(malloc(13));", 13),
    "checked copy": ('char a[4]; __builtin___memcpy_chk(a, "abc", 4, 4); return a[2];', 99),
    "checked set": ("char a[4]; __builtin___memset_chk(a, 7, 4, 4); return a[3];", 7),
    "checked print": ('char a[9]; return __builtin___sprintf_chk(a, 0, 9, "%d", 12) + a[1];', 52),
    "mempcpy": ('char a[9]; return (char *)mempcpy(a, "abc", 3) - a;', 3),
    "stpcpy": ('char a[9]; return stpcpy(a, "abc") - a;', 3),
    "strchrnul": ("char *s = \"abc\"; return strchrnul(s, 'z') - s;", 3),
    "memrchr": ("char *s = \"abab\"; return (char *)memrchr(s, 'a', 4) - s;", 2),
    "object size": ("char a[4]; return __builtin_object_size(a, 0) != 0;", 1),
    "rand is not negative": ("return rand();", 0x7FFFFFFF),
    "expect": ("int x = 3; return __builtin_expect(x, 1);", 3),
    "a number that no int holds": ('return atoi("4294967298");', 2),
    "absolute values by their builtins": ("return __builtin_abs(-1) + __builtin_labs(-2) + __builtin_llabs(-4);", 7),
    "a number read by a builtin": ('return __builtin_strtol("12", 0, 10) + !!__builtin_isdigit(53);', 13),
    "an impossible base": ('char *end = 0; return strtol("12", &end, 1) == 0 && end == 0;', 1),
    "a negative letter": ("int toupper(int); return toupper(-128);", 128),
    "a NaN with an empty payload": ('char *s = "nan()x", *end; strtod(s, &end); return end - s;', 5),
    "a 128-bit exchange": ("__int128 x = (__int128)1 << 100; return __sync_lock_test_and_set(&x, 0) >> 96;", 16),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_functions(name: str, tmp_path: Path) -> None:
    body, expected = EXPECTED[name]
    assert outcome(body, tmp_path, -1) == Exited(expected)


UNDEFINED = {
    "realloc of a freed block": "char *p = malloc(3); free(p); p = realloc(p, 5); return 0;",
    "realloc of a local variable": "char a[3]; return realloc(a, 5) != 0;",
    "old block after realloc": "char *p = malloc(3); p[0] = 1; realloc(p, 5); return p[0];",
    "the class of no character": "int isalpha(int); return isalpha(256);",
    "clz of zero": "unsigned x = 0; return __builtin_clz(x);",
    "copy too long": "char a[4], b[8] = {0}; memcpy(a, b, 5); return 0;",
    "copy from null": "char a[4]; memcpy(a, 0, 1); return 0;",
    "print into too little": 'char a[4]; sprintf(a, "%d", 12345); return 0;',
    "print of null": 'char *p = 0; printf("%s", p); return 0;',
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_calls(name: str, tmp_path: Path) -> None:
    assert isinstance(outcome(UNDEFINED[name], tmp_path), UndefinedBehaviour)


def test_output_to_other_streams_is_not_modelled(tmp_path: Path) -> None:
    assert isinstance(outcome('FILE *f = (FILE *)malloc(8); fprintf(f, "x"); return 0;', tmp_path), UnsupportedReached)


def test_indeterminate_bytes_of_a_string_are_noted(tmp_path: Path) -> None:
    execution = interpret(f"{HEADERS}int main(void) {{ char a[4]; a[0] = 65; return strlen(a); }}", tmp_path)
    assert execution.outcome == Exited(1)
    assert len(execution.assumptions) == 1


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_atomic_operations(machine: MachineModel, tmp_path: Path) -> None:
    text = """
    #include <stdio.h>
    int main(void) { int x = 5, e = 9; long long w = 1;
      int a = __atomic_fetch_add(&x, 2, 5), b = __atomic_load_n(&x, 0), c = __atomic_exchange_n(&x, 20, 0);
      _Bool d = __atomic_compare_exchange_n(&x, &e, 1, 0, 0, 0);
      __atomic_store_n(&w, -3, 0); w = __sync_or_and_fetch(&w, 1);
      printf("%d %d %d %d %d %d %lld", a, b, c, d, e, x, w); return 0; }
    """
    assert output_of(text, tmp_path, machine) == "5 7 7 0 20 20 -3"


def test_the_next_message_about_an_unknown_error_replaces_the_last(tmp_path: Path) -> None:
    text = (
        "#include <stdio.h>\n#include <string.h>\nint main(void) { char *a = strerror(9999), *b = strerror(-1), *c = strerror(2);"
    )
    assert output_of(f'{text} printf("%s|%d|%s", a, a == b, c); }}', tmp_path) == "Unknown error -1|1|No such file or directory"
