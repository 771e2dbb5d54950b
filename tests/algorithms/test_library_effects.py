"""What functions without a body do to memory: a proof must not rest on what they leave alone only by a model's mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import PRELUDE, TASK, read
from tests.verdicts.running import Word, verdict_of
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown

PRESETS = ("value", "predicate")
HEADER = """
#include <stdarg.h>
#include <stddef.h>
typedef struct stream FILE; extern FILE *stdin, *stdout;
char *fgets(char *, int, FILE *); char *gets(char *); long read(int, void *, size_t);
unsigned long strtoul(const char *, char **, int);
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...); int vprintf(const char *, va_list);
int scanf(const char *, ...); int sscanf(const char *, const char *, ...); int vsscanf(const char *, const char *, va_list);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); int atexit(void (*)(void));
int on_exit(void (*)(int, void *), void *); int at_quick_exit(void (*)(void)); int putenv(char *);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
typedef void (*handler)(int); handler signal(int, handler); struct sigaction { handler sa_handler; int rest[40]; };
int raise(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
char *strchr(const char *, int); void *memchr(const void *, int, size_t); char *strstr(const char *, const char *);
char *strtok(char *, const char *); int setvbuf(FILE *, char *, int, size_t); void setbuf(FILE *, char *);
struct tm { int tm_year; }; struct tm *localtime(const long *); struct tm *gmtime(const long *);
"""


def verified(text: str, folder: Path, preset: str, seconds: float = 60) -> Result:
    limits = SoftLimits(seconds=seconds)
    return engine.run(read(HEADER + text, folder), TASK, load_configuration(preset), Context(limits=limits))


VIOLATED = {
    "the result of fgets is the buffer": """
        int main(void) {
          char line[8]; char *end = fgets(line, 8, stdin);
          if (end == 0) return 0;
          line[2] = 'x'; end[2] = 'y';
          if (line[2] == 'y') reach_error();
        }""",
    "the result of gets is the buffer": """
        char line[80], *copy;
        int main(void) {
          copy = gets(line);
          if (copy != line) return 0;
          line[0] = 1; *copy = 0;
          if (line[0] == 0) reach_error();
        }""",
    "fgets may fail": """
        int main(void) { char line[8]; if (fgets(line, 8, stdin) == 0) reach_error(); }""",
    "fgets need not fail": """
        int main(void) { char line[8]; if (fgets(line, 8, stdin) == line) reach_error(); }""",
    "the result of strchr leads into the string": """
        int main(void) {
          char text[4]; text[0] = 'a'; text[1] = 0;
          char *found = strchr(text, 'a');
          if (found != text) return 0;
          *found = 'x';
          if (text[0] == 'x') reach_error();
        }""",
    "the result of memchr leads into any part of an object": """
        int main(void) {
          int numbers[2] = {0, 0x100};
          char *found = memchr(numbers, 1, 8);
          if (found == 0) return 0;
          *found = 2;
          if (numbers[1] != 0x100) reach_error();
        }""",
    "strstr may find nothing": """
        int main(void) { char text[2] = "a"; text[0] = 'b'; if (strstr(text, "a") == 0) reach_error(); }""",
    "strstr may find something": """
        int main(void) { char text[2] = "a"; if (strstr(text, "a") == text) reach_error(); }""",
    "read writes to its second argument": """
        int main(void) { char c = 1; read(0, &c, 1); if (c == 2) reach_error(); }""",
    "%n": """
        int main(void) { int count = -1; printf("four%n\\n", &count); if (count == 4) reach_error(); }""",
    "%n in a string": """
        int main(void) {
          int count = -1; char s[9];
          snprintf(s, 9, "%d%hhn", 7, (signed char *)&count);
          if (count != -1) reach_error();
        }""",
    "a format that is not known": """
        const char *format = "a%nb";
        int main(void) { int count = 0; fprintf(stdout, format, &count); if (count == 1) reach_error(); }""",
    "scanf with many targets": """
        int main(void) {
          int a, last = 0;
          sscanf("1 2 3 4 5 6 7 8 9 10 11", "%d %d %d %d %d %d %d %d %d %d %d", &a, &a, &a, &a, &a, &a, &a, &a, &a, &a, &last);
          if (last == 11) reach_error();
        }""",
    "a pointer as text": """
        int x;
        int main(void) {
          char text[40]; int *back = 0;
          sprintf(text, "%p", (void *)&x); sscanf(text, "%p", (void **)&back);
          x = 0; *back = 3;
          if (x == 3) reach_error();
        }""",
    "a pointer as digits": """
        int x;
        int main(void) {
          char text[40];
          sprintf(text, "%p", (void *)&x);
          int *back = (int *)strtoul(text, 0, 16);
          x = 0; *back = 3;
          if (x == 3) reach_error();
        }""",
    "a pointer as digits, with a format that is computed": """
        int x; char format[3] = {'%', 'p', 0};
        int main(void) {
          char text[40];
          sprintf(text, format, (void *)&x);
          int *back = (int *)strtoul(text, 0, 16);
          x = 0; *back = 3;
          if (x == 3) reach_error();
        }""",
    "a number that is an address": """
        extern unsigned long number_of(int *);
        int x;
        int main(void) { unsigned long n = number_of(&x); x = 0; *(int *)n = 3; if (x == 3) reach_error(); }""",
    "a number that is an address, in memory": """
        extern void number_of(int *, unsigned long *);
        int x;
        int main(void) { unsigned long n; number_of(&x, &n); x = 0; *(int *)n = 3; if (x == 3) reach_error(); }""",
    "a list of arguments": """
        extern void fill(va_list);
        void all(int n, ...) { va_list list; va_start(list, n); fill(list); va_end(list); }
        int main(void) { int x = 0; all(1, &x); if (x == 2) reach_error(); }""",
    "a copy of a list of arguments": """
        struct both { int n; va_list list; };
        int parse(const char *text, const char *format, struct both *both) {
          va_list copy; va_copy(copy, both->list); return vsscanf(text, format, copy);
        }
        int all(const char *format, ...) { struct both b; va_start(b.list, format); return parse("6", format, &b); }
        int main(void) { int x = 0; all("%d", &x); if (x == 6) reach_error(); }""",
    "printing with a list of arguments": """
        void all(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }
        int main(void) { int x = 0; all("a%n", &x); if (x == 1) reach_error(); }""",
    "memory of the C library": """
        int main(void) {
          long first = 1, second = 2000000000; struct tm *found = localtime(&first);
          found->tm_year = 1; gmtime(&second);
          if (found->tm_year != 1) reach_error();
        }""",
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("text", VIOLATED.values(), ids=VIOLATED)
def test_what_a_function_may_do_is_not_left_out(tmp_path: Path, preset: str, text: str) -> None:
    """Where an analysis does not see how far a body reads, it comes to no end: a limit that nothing exceeds ends it."""
    path = tmp_path / "p.c"
    path.write_text(PRELUDE + HEADER + text)
    assert verdict_of(path, preset=preset, seconds=5, property=TASK.property).word not in (Word.TRUE, Word.INVALID, Word.CRASHED)


PROVED = {
    "printing changes nothing": """
        int main(void) {
          int x = 1; char s[20] = "abc", t[30];
          printf("%d %s %p %%n %5.3d\\n", x, s, (void *)&x, x); sprintf(t, "%s%d", s, x);
          if (x != 1 || s[0] != 'a') reach_error();
        }""",
    "scanf changes only its targets": """
        int main(void) { int x = 1, y; char s[9]; scanf("%d %8[^%]%n", &y, s, &y); if (x != 1) reach_error(); }""",
    "fgets returns the buffer or nothing": """
        char line[8];
        int main(void) { char *end = fgets(line, 8, stdin); if (end) { line[0] = 'a'; if (*end != 'a') reach_error(); } }""",
    "printing a list of arguments as a literal says": """
        void all(int n, ...) { va_list list; va_start(list, n); vprintf("%d %s\\n", list); va_end(list); }
        int main(void) { int x = 1; int *p = &x; all(1, *p, "a"); if (x != 1) reach_error(); }""",
    "signals that are ignored": """
        int main(void) { int x = 1; signal(13, (handler)1); signal(2, (handler)0); if (x != 1) reach_error(); }""",
    "no buffer": """
        int main(void) { int x = 1; setbuf(stdout, NULL); putenv("A=b"); if (x != 1) reach_error(); }""",
}


@pytest.mark.parametrize("preset", ["predicate"])
@pytest.mark.parametrize("text", PROVED.values(), ids=PROVED)
def test_what_a_function_leaves_alone_is_known(tmp_path: Path, preset: str, text: str) -> None:
    assert verified(text, tmp_path, preset).verdict == TrueVerdict()


REFUSED = {
    "on_exit": "void f(int n, void *p) { reach_error(); } int main(void) { on_exit(f, 0); }",
    "signal": "void f(int n) { reach_error(); } int main(void) { signal(2, f); raise(2); }",
    "sigaction": """void f(int n) { reach_error(); }
        int main(void) { struct sigaction a = {.sa_handler = f}; sigaction(2, &a, 0); raise(2); }""",
    "setvbuf": 'char s[9]; int main(void) { setvbuf(stdout, s, 0, 9); s[0] = 0; printf("x"); if (s[0]) reach_error(); }',
}


WITH_BODIES = {
    "qsort": "int f(const void *a, const void *b) { reach_error(); return 0; } int a[2]; int main(void) { qsort(a, 2, 4, f); }",
    "bsearch": """int f(const void *a, const void *b) { reach_error(); return 0; }
        int a[2]; int main(void) { bsearch(a, a, 2, 4, f); }""",
    "atexit": "void f(void) { reach_error(); } int main(void) { atexit(f); }",
    "strtok": 'char s[] = "a bc"; int main(void) { strtok(s, " "); s[3] = \' \'; strtok(0, " "); if (s[3] == 0) reach_error(); }',
}
"""Of the kinds that are refused, these have a body that comes with Whet."""


@pytest.mark.parametrize("text", WITH_BODIES.values(), ids=WITH_BODIES)
def test_function_with_a_body_of_ours_calls_back_and_keeps_a_pointer(tmp_path: Path, text: str) -> None:
    assert isinstance(verified(text, tmp_path, "bmc").verdict, FalseVerdict)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", REFUSED)
def test_function_that_calls_back_or_keeps_a_pointer_is_refused(tmp_path: Path, preset: str, name: str) -> None:
    verdict = verified(REFUSED[name], tmp_path, preset).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason == "unsupported"
    assert f"(call of {name})" in verdict.detail


@pytest.mark.parametrize("preset", PRESETS)
def test_function_that_calls_back_is_refused_through_a_pointer(tmp_path: Path, preset: str) -> None:
    text = "void f(void) { reach_error(); } int main(void) { int (*at_end)(void (*)(void)) = at_quick_exit; at_end(f); }"
    verdict = verified(text, tmp_path, preset).verdict
    assert isinstance(verdict, Unknown)
    assert "(call of at_quick_exit)" in verdict.detail


@pytest.mark.parametrize("preset", PRESETS)
def test_other_functions_are_assumed_to_call_nothing_back(tmp_path: Path, preset: str) -> None:
    text = "void f(void) { reach_error(); } extern void later(void (*)(void)); int main(void) { later(f); }"
    result = verified(text, tmp_path, preset)
    assert result.verdict == TrueVerdict()
    (assumed,) = [each.what for each in result.assumptions if "later has no body" in each.what]
    assert "calls no function of the program" in assumed


LENT = {
    "from a function": "extern char *lent(void);",
    "from another unit": "extern char *other; char *lent(void) { return other; }",
    "from the environment": "char *lent(void) { return __VERIFIER_nondet_pointer(); }",
    "through a pointer": "extern char **list; char *lent(void) { return *list; }",
}


@pytest.mark.parametrize("declarations", LENT.values(), ids=LENT)
def test_memory_of_others_is_not_taken_to_be_zero(tmp_path: Path, declarations: str) -> None:
    text = f"""{declarations} static char own[4];
        int main(void) {{ char *p = __VERIFIER_nondet_int() ? own : lent(); if (p && *p == 'a') reach_error(); }}"""
    assert not isinstance(verified(text, tmp_path, "predicate").verdict, TrueVerdict)


def test_own_memory_among_that_of_others_is_zero(tmp_path: Path) -> None:
    text = """extern char *lent(void); static char own[4];
        int main(void) { char *p = __VERIFIER_nondet_int() ? own : lent(); if (p == own && *p == 'a') reach_error(); }"""
    assert verified(text, tmp_path, "predicate").verdict == TrueVerdict()


def test_arguments_of_main_are_not_taken_to_be_zero(tmp_path: Path) -> None:
    text = (
        "static char own[4]; int main(int c, char **v) { char *p = c > 1 ? own : v[0]; if (c == 1 && *p == 'a') reach_error(); }"
    )
    assert not isinstance(verified(text, tmp_path, "predicate").verdict, TrueVerdict)
