"""What a program asks about its objects (``__CPROVER_r_ok`` and its relatives): nobody may answer wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verdicts.running import Machine, Word, verdict_of
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

_BEGIN = """
#include <stddef.h>
#include <stdlib.h>
#include <stdio.h>
#define r_ok __CPROVER_r_ok
#define w_ok __CPROVER_w_ok
#define rw_ok __CPROVER_rw_ok
#define assume __CPROVER_assume
size_t nondet_size_t(void);
int nondet_int(void);
#define MAIN int main(void)
char *nondet_pointer(void);
static void check(int c) { __CPROVER_assert(c, "asked"); }
"""

TRUE = {
    "array": "MAIN { int a[3]; check(rw_ok(a, sizeof a)); check(rw_ok(a)); check(!r_ok(a + 3)); check(r_ok(a + 3, 0)); }",
    "block of memory": "MAIN { size_t n = nondet_size_t(); assume(n < 100); char *p = malloc(n); size_t i = nondet_size_t();"
    " assume(i <= n); char *q = p + i; check(r_ok(q, n - i)); check(!w_ok(q, n - i + 1)); free(p); }",
    "null": "MAIN { char *p = 0; check(!r_ok(p, 0)); check(!w_ok(p, 1)); }",
    "null or a block": "MAIN { char *p = nondet_int() ? malloc(4) : 0; if (!r_ok(p, 4)) check(p == 0); }",
    "much": "MAIN { char a[4]; check(!r_ok(a, -1)); check(!r_ok(a + 1, (size_t)-1)); }",
    "literal": 'MAIN { const char *s = "abc"; check(r_ok(s, 4)); check(!w_ok(s, 1)); check(!r_ok(s, 5)); }',
    "constant": "const int k[2] = {1, 2}; MAIN { check(r_ok(k, 8)); check(!w_ok(k, 8)); }",
    "part of a word": "MAIN { int a[2]; char *p = (char *)a + 1; check(r_ok(p, 7)); check(!r_ok(p, 8)); }",
    "size and distance": "MAIN { int a[3]; size_t n = nondet_size_t(); assume(0 < n && n < 9); char *p = malloc(n);"
    " check(__CPROVER_OBJECT_SIZE(a + 1) == 12); check(__CPROVER_POINTER_OFFSET(a + 2) == 8);"
    " char *q = p + 1; check(__CPROVER_OBJECT_SIZE(q) == n); check(__CPROVER_POINTER_OFFSET(q) == 1); free(p); }",
    "many bytes": "MAIN { size_t n = nondet_size_t(); assume(n > 8000000000 && n < 9000000000); char *p = malloc(n);"
    " check(r_ok(p, n)); check(!r_ok(p, n + 1)); }",
    "left block": "int *p; MAIN { { int x = 1; p = &x; check(r_ok(p)); } check(!r_ok(p)); }",
    "left function": "int *p; void f(void) { int x = 1; p = &x; check(r_ok(p)); } MAIN { f(); check(!r_ok(p)); }",
    "assumed": "MAIN { size_t n = nondet_size_t(), i = nondet_size_t(); char *p = malloc(4); assume(r_ok(p, n));"
    " if (i < n) p[i] = 1; free(p); }",
    "both ways": "MAIN { int a[4]; int i = nondet_int(); assume(0 <= i && i <= 4); int *p = a + i;"
    " if (r_ok(p)) { *p = 1; check(i < 4); } else check(i == 4); }",
}

FALSE = {
    "freed through another pointer": "MAIN { char *p = malloc(4), *q = malloc(4); free(nondet_int() ? p : q);"
    " check(r_ok(p, 1)); }",
    "freed, perhaps": "MAIN { char *p = malloc(4); if (nondet_int()) free(p); check(r_ok(p, 1)); }",
    "freed": "MAIN { char *p = malloc(4); free(p); check(r_ok(p, 1)); }",
    "left block": "int *p; MAIN { { int x = 1; p = &x; } check(r_ok(p)); }",
    "left function": "int *p; void f(void) { int x = 1; p = &x; } MAIN { f(); check(r_ok(p)); }",
    "left turn": "int *p; MAIN { for (int i = 0; i < 2; i++) { int x = i; if (!i) p = &x; else check(r_ok(p)); } }",
    "earlier call": "int *p; void f(int i) { int x = i; if (!i) p = &x; else check(r_ok(p)); } MAIN { f(0); f(1); }",
    "recursion": "int *p; void f(int i) { int x = i; if (i == 1) p = &x; if (i) f(i - 1); } MAIN { f(2); check(r_ok(p)); }",
    "array of variable length": "MAIN { int n = nondet_int(); assume(0 < n && n < 5); char v[n]; check(!r_ok(v, n)); }",
    "part of a word": "MAIN { int a[2]; char *p = (char *)a + 1; assume(r_ok(p, 7)); check(0); }",
    "literal": 'MAIN { const char *s = "abc"; check(w_ok(s, 1)); }',
    "assumed": "MAIN { size_t n = nondet_size_t(); char *p = malloc(4); assume(r_ok(p, n)); check(n < 4); }",
    "not good": "MAIN { size_t n = nondet_size_t(); char *p = malloc(4); assume(!r_ok(p, n)); check(n > 5); }",
    "null": "MAIN { char *p = nondet_int() ? malloc(4) : 0; check(r_ok(p, 4)); }",
    "size": "MAIN { char *p = malloc(nondet_int() ? 3 : 4); check(__CPROVER_OBJECT_SIZE(p) == 4); }",
    "same object": "MAIN { char a[2], b[2]; check(__CPROVER_same_object(a, nondet_int() ? a + 1 : b)); }",
    "structure with an open end": "struct s { int n; char d[]; }; MAIN { struct s *p = malloc(sizeof *p + 3);"
    " check(!r_ok(p->d, 3)); free(p); }",
    "alloca": "void *alloca(size_t); MAIN { char *p = alloca(3); check(!r_ok(p, 3)); }",
}

NOT_TRUE = {
    "pointer from elsewhere": "MAIN { char *p = nondet_pointer(); assume(r_ok(p, 1)); check(0); }",
    "pointer from elsewhere is not good": "MAIN { char *p = nondet_pointer(); check(r_ok(p, 1)); }",
    "array of another file": "extern char other[]; MAIN { check(r_ok(other, 10)); }",
    "array of another file is too short": "extern char other[]; MAIN { check(!r_ok(other, 10)); }",
    "structure of another file": "struct s { int n; char d[]; }; extern struct s other; MAIN { check(!r_ok(&other, 10)); }",
    "stream": "MAIN { check(!r_ok(stdin, 1)); }",
    "argument": "int main(int argc, char **argv) { assume(argc > 1); check(!r_ok(argv[1], 1)); }",
    "number": "MAIN { char *p = (char *)(size_t)nondet_size_t(); check(!r_ok(p, 1)); }",
    "behind the first slot": "MAIN { size_t n = nondet_size_t(), i = nondet_size_t(); assume(n == 8000000000 && i < n);"
    " char *p = malloc(n); char *q = p + i; assume(r_ok(q, 1)); check(i < 5000000000 && i != 4294967296); }",
    "number of an object": "MAIN { char a; check(__CPROVER_POINTER_OBJECT(&a) == 17); }",
}

CASES = [
    *((Word.TRUE, name, text) for name, text in TRUE.items()),
    *((Word.FALSE, name, text) for name, text in FALSE.items()),
    *((None, name, text) for name, text in NOT_TRUE.items()),
]


@pytest.mark.parametrize("preset", ["ki", "value", "predicate"])
@pytest.mark.parametrize(("expected", "name", "text"), CASES, ids=[f"{word or 'NOT TRUE'}: {name}" for word, name, _ in CASES])
def test_no_answer_is_wrong(expected: Word | None, name: str, text: str, preset: str, tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(_BEGIN + text)
    answer = verdict_of(file, preset=preset, seconds=15)
    allowed = {Word.UNKNOWN, Word.FALSE if expected is None else expected}
    assert answer.word in allowed, answer
    if preset == "ki" and expected is Word.TRUE:
        assert answer.word is Word.TRUE, answer


HAVOC = """
#include <stdlib.h>
struct point { int x, y; };
int main(void) {
    struct point a = {1, 2};
    int other = 3;
    __CPROVER_havoc_object(&a.y);
    __CPROVER_assert(other == 3, "the object and no other one");
    char *p = malloc(2);
    p[0] = p[1] = 7;
    __CPROVER_havoc_object(p + 1);
    CHECK
    free(p);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ('__CPROVER_assume(p[0] == 4); if (p[0] != 4) __CPROVER_assert(0, "read twice");', Word.TRUE),
        ('__CPROVER_assert(a.x == 1, "what is before the pointer, too");', Word.FALSE),
        ('__CPROVER_assert(p[0] != 5 || a.y != 77, "any bytes");', Word.FALSE),
        ('__CPROVER_assert(p[1] == 7, "all of it");', Word.FALSE),
    ],
)
def test_a_whole_object_gets_any_bytes(check: str, expected: Word, tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(HAVOC.replace("CHECK", check))
    assert verdict_of(file, preset="ki", seconds=20).word is expected


def test_types_of_cbmc_need_no_declaration(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    (tmp_path / "h.h").write_text("#define SIZE(p) __CPROVER_OBJECT_SIZE(p)\n")
    file.write_text(
        '#include "h.h"\n__CPROVER_bool f(__CPROVER_size_t n) { return n == 5000000000; }\n#include <stdlib.h>\n'
        'int main(void) { char *p = malloc(5000000000); __CPROVER_assert(f(SIZE(p)), "no int"); return 0; }\n'
    )
    assert verdict_of(file, preset="ki").word is Word.TRUE


def test_types_of_the_program_go_first(tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(
        "typedef unsigned char __CPROVER_size_t;\nint __CPROVER_OBJECT_SIZE(int x) { return x; }\n"
        'int main(void) { __CPROVER_size_t n = 255; n++; __CPROVER_assert(n == __CPROVER_OBJECT_SIZE(0), "own"); return 0; }\n'
    )
    assert verdict_of(file, preset="ki").word is Word.TRUE


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("__CPROVER_is_fresh(&x, 4);", "__CPROVER_is_fresh, a word of CBMC"),
        ("void *p = &x; __CPROVER_r_ok(p);", "__CPROVER_r_ok of a pointer to void without a size"),
        ("__CPROVER_r_ok(x, 4);", "__CPROVER_r_ok with other arguments"),
        ("__CPROVER_same_object(&x);", "__CPROVER_same_object with other arguments"),
    ],
)
def test_what_is_not_known_is_refused_by_name(statement: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(f"int main(void) {{ int x = 0; {statement} return 0; }}\n")
    answer = verdict_of(file, preset="ki")
    assert answer.word is Word.UNKNOWN
    assert said in answer.detail


def test_a_macro_that_makes_the_word_is_refused(tmp_path: Path) -> None:
    """Nobody looked for it, so nobody said where objects die."""
    file = tmp_path / "p.c"
    file.write_text(
        "#define OK(a) __CPR##a\nint *p;\n"
        'int main(void) { { int x; p = &x; } __CPROVER_assert(OK(OVER_r_ok)(p), ""); return 0; }\n'
    )
    assert verdict_of(file, preset="ki").word is Word.UNKNOWN


@pytest.mark.parametrize(
    ("name", "expected"), [("pre", Word.TRUE), ("post", Word.TRUE), ("pre", Word.FALSE), ("post", Word.FALSE)]
)
def test_conditions_of_functions_are_assertions(name: str, expected: Word, tmp_path: Path) -> None:
    file = tmp_path / "p.c"
    file.write_text(
        "int nondet_int(void);\nint main(void) { int x = nondet_int(); __CPROVER_atomic_begin(); __CPROVER_assume(x > 3);\n"
        '__CPROVER_printf("%d", x); __CPROVER_input("x", x); __CPROVER_output("x", x); __CPROVER_atomic_end();\n'
        f'__CPROVER_{name}condition(x > {2 if expected is Word.TRUE else 4}, "enough"); return 0; }}\n'
    )
    answer = verdict_of(file, preset="ki")
    assert answer.word is expected
    assert not answer.assumed


def test_a_compiled_program_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(_BEGIN + FALSE["null"])
    assert main(["verify", "--quiet", "--config", "ki", "--replay=compiled", "p.c"]) == ExitCode.FALSE
    assert "only the interpreter can tell what __CPROVER_r_ok tells" in capsys.readouterr().out


def test_slots_of_small_machines_are_no_limit(tmp_path: Path) -> None:
    """A block of memory may have more bytes than the encoding keeps together."""
    file = tmp_path / "p.c"
    text = (
        "MAIN { size_t i = nondet_size_t(); assume(i < 200000); char *p = malloc(200000), *q = p + i; assume(r_ok(q, 1)); CHECK }"
    )
    for check in ("check(i < 100000);", "check(i != 65536);"):
        file.write_text(_BEGIN + text.replace("CHECK", check))
        assert verdict_of(file, machine=Machine.ILP32, preset="ki").word is not Word.TRUE
