"""Functions of the library with a body in C that comes with Whet: they do what glibc does, and faults are told at the call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of, program_of
from whet.cfa.operations import Havoc, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.library.notation import BODIES, bodies

PIECES = r"""
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char *strsep(char **, const char *); char *strdup(const char *); char *strndup(const char *, size_t);
char *strtok_r(char *, const char *, char **);
static int up(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
struct pair { short key; char name[3]; };
static int by_key(const void *a, const void *b) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }
static long all(const char *kinds, ...) {
  va_list list, again; long sum = 0; va_start(list, kinds); va_copy(again, list);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': sum = sum * 3 + va_arg(list, int); break;
    case 'l': sum = sum * 3 + (long)va_arg(list, long long); break;
    case 'd': sum = sum * 3 + (long)(va_arg(list, double) * 4); break;
    case 'p': { struct pair p = va_arg(list, struct pair); sum = sum * 3 + p.key; break; }
    default: sum = sum * 3 + (long)strlen(va_arg(list, char *));
  }
  sum += va_arg(again, int); va_end(list); va_end(again); return sum;
}
int main(void) {
  const char *texts[] = {"", ",", "a", "a,b", ",,a,;b;,", "abc", ";", "a;;b,c"};
  const char *sets[] = {"", ",", ",;", "ab"};
  for (unsigned i = 0; i < 8; i++)
    for (unsigned j = 0; j < 4; j++) {
      char one[20], two[20], three[20], *rest, *left = three, *piece;
      strcpy(one, texts[i]); strcpy(two, texts[i]); strcpy(three, texts[i]);
      for (piece = strtok(one, sets[j]); piece; piece = strtok(0, sets[j])) printf("<%s %d>", piece, (int)(piece - one));
      for (piece = strtok_r(two, sets[j], &rest); piece; piece = strtok_r(0, sets[j], &rest)) printf("(%s)", piece);
      while ((piece = strsep(&left, sets[j])) != 0) printf("{%s}", piece);
      const char *found = strpbrk(texts[i], sets[j]), *inside = strstr(texts[i], sets[j]);
      printf("%d %d %d %d\n", (int)strspn(texts[i], sets[j]), (int)strcspn(texts[i], sets[j]),
             found ? (int)(found - texts[i]) : -1, inside ? (int)(inside - texts[i]) : -1);
      char *grown = realloc(malloc(j + 1), 0); printf("%d", grown == 0); grown = realloc(0, j + 2); memset(grown, 97, j + 2);
      int room = 2 * (int)i + 2, kept = (int)j + 2 < room ? (int)j + 2 : room;
      grown = reallocarray(grown, i + 1, 2); printf("%.*s\n", kept, grown); free(grown);
      char *copy = strdup(texts[i]), *part = strndup(texts[i], j); printf("%s %s\n", copy, part); free(copy); free(part);
    }
  int numbers[] = {5, -3, 9, 0, 5, -2147483647, 7};
  for (int n = 0; n <= 7; n++) {
    int some[7]; memcpy(some, numbers, sizeof some); qsort(some, n, sizeof *some, up);
    for (int i = 0; i < n; i++) printf("%d ", some[i]);
    for (int key = -4; key < 10; key++) { int *at = bsearch(&key, some, n, sizeof *some, up); printf("%d", at ? *at == key : 2); }
  }
  struct pair pairs[] = {{2, "a"}, {1, "b"}, {2, "c"}, {1, "d"}}; qsort(pairs, 4, sizeof *pairs, by_key);
  for (int i = 0; i < 4; i++) printf(" %d%s", pairs[i].key, pairs[i].name);
  const char *wide[] = {"99999999999999999999", "-99999999999999999999", "12", "x", "0x10"};
  for (int i = 0; i < 5; i++) for (int base = 0; base < 38; base += 9) {
    errno = 0; char *end = 0; long long v = strtoll(wide[i], &end, base); int e = errno;
    printf("\n%lld %d %d", v, e, end ? (int)(end - wide[i]) : -1);
    errno = 0; unsigned long long u = strtoull(wide[i], 0, base); printf(" %llu %d", u, errno);
  }
  printf("\n%ld\n", all("iildpsi", 1, -2, 3LL, 2.75, pairs[0], "four", 6));
  return 0;
}
"""


ROUNDING = r"""
#include <math.h>
#include <stdio.h>
static void show(long double x) { if (x != x) printf(" nan"); else printf(" %s%La", 1 / x < 0 ? "-" : "+", x); }
#define ALL(x, f) show(trunc##f(x)); show(floor##f(x)); show(ceil##f(x)); show(round##f(x)); show(rint##f(x)); \
  show(nearbyint##f(x))
int main(void) {
  long double some[] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 1e-30, 0x1.fffffffffffffp-2, 0x1.fffffep-2, 0x1p23, 0x1p23 - 0.5,
      0x1p31, 0x1p52, 0x1p52 - 0.5, 0x1p53 - 1, 0x1p62L + 0.5L, 0x1p62L - 0.75L, 0x1p63L - 1, 0x1p63L - 0.5L, 0x1p63L,
      0x1p64L, 1e300, INFINITY, NAN};
  for (int i = 0; i < 25; i++) for (int sign = -1; sign < 2; sign += 2) {
    long double x = sign * some[i];
    ALL(x, l); ALL((double)x, ); ALL((float)x, f);
    show(fdim((double)x, 0.5)); show(fdimf(0.25f, (float)x)); show(fdiml(x, x));
  }
  return 0;
}
"""


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("text", [PIECES, ROUNDING], ids=["pieces", "rounding"])
def test_bodies_do_what_glibc_does(tmp_path: Path, text: str, machine: MachineModel) -> None:
    assert output_of(text, tmp_path, machine) == compiled_output_of(text, tmp_path, machine)


def test_files_define_what_they_name() -> None:
    for name, file in bodies().items():
        plain = name.removeprefix("__builtin_")
        assert re.search(rf"^[a-z][\w \*]*\b{plain}\(.*\) {{$", (BODIES / file).read_text(encoding="utf-8"), re.MULTILINE), name


def test_definition_of_the_program_goes_first(tmp_path: Path) -> None:
    program = program_of("char *strchr(const char *s, int c) { return 0; } int main(void) { return !strchr(0, 1); }", tmp_path)
    assert not program.functions["strchr"].is_of_library


def test_function_that_is_declared_otherwise_gets_no_body(tmp_path: Path) -> None:
    program = program_of("long strtok(long, long); int main(void) { return strtok(1, 2) != 0; }", tmp_path)
    assert not any(function.is_of_library for function in program.functions.values())


def test_static_names_of_the_library_clash_with_nothing(tmp_path: Path) -> None:
    text = "char *strtok(char *, const char *); char *rest; int main(void) { char t[2] = {0}; strtok(t, t); return rest != 0; }"
    names = [variable.name for variable in program_of(text, tmp_path).globals]
    assert {"rest", "rest@strspn.c"} <= set(names)


@pytest.mark.parametrize(("call", "count"), [('puts("a")', 1), ('strlen("a")', 0)])
def test_only_functions_that_may_set_errno_do(tmp_path: Path, call: str, count: int) -> None:
    text = f"#include <errno.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {{ errno = 0; {call}; return errno; }}"
    parts = [part for edge in program_of(text, tmp_path).edges() for part in flatten(edge.operation)]
    assert sum(isinstance(part, Havoc) and part.may_keep for part in parts) == count


READ_BACK = """
#include <stdio.h>
#include <stdlib.h>
%s
int main(void) { int x = 0; char text[40]; %s; return *(int *)strtoul(text, 0, 16); }
"""


@pytest.mark.parametrize(
    ("before", "shown", "has_body"),
    [
        ("", 'sprintf(text, "%p", (void *)&x)', False),
        ('#define FORMAT "%" "p"', "sprintf(text, FORMAT, (void *)&x)", False),
        ("char format[3] = {37, 112, 0};", "sprintf(text, format, (void *)&x)", False),
        ("int (*print)(char *, const char *, ...) = sprintf;", 'print(text, "%d", x)', False),
        ("", 'sprintf(text, "%lx", (unsigned long)&x)', False),
        ("void show(char *, int *);", "show(text, &x)", False),
        ("", 'sprintf(text, "%d", x) /* %p */', True),
    ],
)
def test_number_that_may_be_a_printed_pointer_is_not_read_digit_by_digit(
    tmp_path: Path, before: str, shown: str, has_body: bool
) -> None:
    program = program_of(READ_BACK % (before, shown), tmp_path)
    assert program.functions["strtoul"].is_of_library == has_body


def test_strtok_that_was_never_given_a_string_reads_through_a_null_pointer(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text('char *strtok(char *, const char *); int main(void) { return strtok(0, ",") != 0; }')
    assert main(["verify", "--quiet", "--config", "bmc", "--time-limit", "20s", str(file)]) == ExitCode.FALSE
