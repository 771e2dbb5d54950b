"""Functions that the library finds in structures or in its variables are refused, and other calls are not."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, unsupported

OWN = "static int ran; static void own(void) { ran = 1; }"
REFUSED = {
    "structure": (
        "#include <time.h>\n#include <signal.h>\nstatic void later(union sigval v) {}",
        "struct sigevent e = {0}; timer_t t; e.sigev_notify_function = later; timer_create(CLOCK_REALTIME, &e, &t);",
        "functions that are called back (call of timer_create)",
    ),
    "structure in a structure": (
        "#include <aio.h>\nstatic void later(union sigval v) {}",
        "static struct aiocb a; a.aio_sigevent.sigev_notify_function = later; aio_read(&a);",
        "functions that are called back (call of aio_read)",
    ),
    "function that is called by its address": (
        "#include <argp.h>\nstatic error_t p(int k, char *a, struct argp_state *s) { return 0; }",
        "static struct argp a = {0, p, 0, 0}; error_t (*f)() = (error_t (*)())argp_parse; f(&a, 0, 0, 0, 0, 0);",
        "address of argp_parse, which calls functions back",
    ),
    "variable": (
        "#include <error.h>",
        "error_print_progname = own;",
        "function in the variable 'error_print_progname', which is defined elsewhere",
    ),
    "variable of another file": (
        "extern struct { int n; void (*hook)(void); } hooks;",
        "hooks.hook = own;",
        "function in the variable 'hooks', which is defined elsewhere",
    ),
    "argument": (
        "#include <dirent.h>\nstatic int o(const struct dirent **a, const struct dirent **b) { return 0; }",
        'struct dirent **n; scandir("x", &n, 0, o);',
        "functions that are called back (call of scandir)",
    ),
    "directories": (
        "#define _GNU_SOURCE\n#include <glob.h>\nstatic void *o(const char *p) { return 0; }",
        'glob_t g = {0}; g.gl_opendir = o; glob("x", GLOB_ALTDIRFUNC | GLOB_ERR, 0, &g);',
        "functions that are called back (call of glob)",
    ),
}
HARMLESS = {
    "no structure": ("#include <time.h>\n#include <signal.h>", "timer_t t; timer_create(CLOCK_REALTIME, 0, &t);"),
    "no alternative": ("#include <glob.h>", 'glob_t g; glob("x", GLOB_ERR, 0, &g); globfree(&g);'),
    "function of the library": ("#include <dirent.h>", 'struct dirent **n; scandir("x", &n, 0, alphasort);'),
    "sorting": ("#include <stdlib.h>\nint o(const void *a, const void *b) { return 0; }", "int a[2]; qsort(a, 2, 4, o);"),
    "signal that is ignored": ("#include <signal.h>", "signal(SIGINT, SIG_IGN);"),
    "streams": ("#include <stdio.h>", 'FILE *f = fopen("x", "r"); if (f) fclose(f);'),
    "variable without a function": ("#include <error.h>", "error_print_progname = 0;"),
    "variable of the program": ("void (*hook)(void);", "hook = own;"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_function_that_the_library_finds_is_refused(case: str, lower: Lower) -> None:
    declarations, statements, construct = REFUSED[case]
    found = unsupported(lower(f"{declarations}\n{OWN}\nint main(void) {{ {statements} return 0; }}"))
    assert any(construct in each for each in found), found


@pytest.mark.parametrize("case", HARMLESS)
def test_other_calls_are_not_refused(case: str, lower: Lower) -> None:
    declarations, statements = HARMLESS[case]
    text = f"{declarations}\n{OWN}\nint main(void) {{ void (*volatile p)(void) = own; {statements} p(); return 0; }}"
    assert unsupported(lower(text)) == []


def test_structure_that_no_function_can_be_in_is_not_refused(lower: Lower) -> None:
    text = "#include <time.h>\n#include <signal.h>\nint main(void) { struct sigevent e = {0}; timer_t t;"
    assert unsupported(lower(f"{text} timer_create(CLOCK_REALTIME, &e, &t); return 0; }}")) == []
