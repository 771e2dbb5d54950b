"""Functions that a header of the system declares: what they write is not left out, what they leave alone is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import Result, TrueVerdict

HEADER = """
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <libintl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
"""

VIOLATED = {
    "stat writes to its second argument": 'struct stat s; s.st_size = 1; stat("/", &s); if (s.st_size != 1) reach_error();',
    "pipe writes two numbers": "int ends[2] = {0, 0}; pipe(ends); if (ends[1] != 0) reach_error();",
    "the rest of a pause is written": "struct timespec t = {1, 0}; nanosleep(&t, &t); if (t.tv_sec != 1) reach_error();",
    "fcntl may write through its third argument": "struct flock l = {0}; fcntl(0, F_GETLK, &l); if (l.l_pid) reach_error();",
    "wide character and state are written": 'wchar_t c = 0; mbrtowc(&c, "a", 1, 0); if (c != 0) reach_error();',
    "the text of an address is what is returned": """char t[99]; char *p = (char *)inet_ntop(2, "abcd", t, 99);
        if (p) { t[0] = 0; *p = 1; if (t[0]) reach_error(); }""",
    "a file need not open": 'if (fopen("a", "r") == 0) reach_error();',
    "lgamma tells the sign": "signgam = 7; lgamma(-0.5); if (signgam != 7) reach_error();",
    "localtime sets the zone": "time_t t = 5; timezone = 77; localtime(&t); if (timezone != 77) reach_error();",
    "getopt goes on": 'char *a[] = {"p", "-a", 0}; optind = 1; getopt(2, a, "a"); if (optind != 1) reach_error();',
    "a function that goes on may be pointed to": """double (*f)(double) = lgamma; signgam = 7; f(-0.5);
        if (signgam != 7) reach_error();""",
    "inet_ntoa changes what it returned": """struct in_addr a = {0}, b = {1}; char *p = inet_ntoa(a); char c = p[0];
        inet_ntoa(b); if (p[0] != c) reach_error();""",
    "any of two messages": 'int n = getpid(); if (ngettext("a", "b", n)[0] == \'b\') reach_error();',
}
PROVED = {
    "writing leaves the buffer alone": """char t[4] = "abc"; write(1, t, 3); fwrite(t, 1, 3, stdout);
        if (t[1] != 'b') reach_error();""",
    "only one argument is written": """struct timespec a = {1, 0}, b; nanosleep(&a, &b); clock_gettime(0, &b);
        if (a.tv_sec != 1) reach_error();""",
    "two arguments without an address": "int x = 1; int *p = &x; fcntl(*p, F_GETFD); close(dup(x)); if (x != 1) reach_error();",
    "no address": "int x = 1; waitpid(0, 0, 0); gettimeofday(0, 0); if (*(&x) != 1) reach_error();",
    "a message is what it was": "if (gettext(\"a\")[0] != 'a') reach_error();",
}


def verified(body: str, folder: Path, preset: str) -> Result:
    program = read(f"{HEADER}int main(void) {{ {body} return 0; }}", folder)
    return engine.run(program, TASK, load_configuration(preset), Context(limits=SoftLimits(seconds=60)))


@pytest.mark.parametrize("case", VIOLATED)
def test_what_a_function_of_the_system_may_do_is_not_left_out(case: str, tmp_path: Path) -> None:
    assert not isinstance(verified(VIOLATED[case], tmp_path, "predicate").verdict, TrueVerdict)


def test_value_analysis_forgets_what_functions_of_the_system_write(tmp_path: Path) -> None:
    calls = """struct stat s; s.st_size = 1; stat("/", &s); int ends[2] = {0, 0}; pipe(ends);
        struct flock l = {0}; fcntl(0, F_GETLK, &l);"""
    for changed in ("s.st_size != 1", "ends[1] != 0", "l.l_pid != 0"):
        assert not isinstance(verified(f"{calls} if ({changed}) reach_error();", tmp_path, "value").verdict, TrueVerdict)


@pytest.mark.parametrize("case", PROVED)
def test_what_a_function_of_the_system_leaves_alone_is_known(case: str, tmp_path: Path) -> None:
    result = verified(PROVED[case], tmp_path, "predicate")
    assert result.verdict == TrueVerdict()
    assert not any("is not modelled" in each.what for each in result.assumptions)


def test_function_of_the_program_that_is_called_like_one_of_the_system_may_do_anything(tmp_path: Path) -> None:
    text = "extern int link(int *, int *); int main(void) { int a = 1; link(&a, 0); if (a != 1) reach_error(); }"
    limits = Context(limits=SoftLimits(seconds=60))
    result = engine.run(read(text, tmp_path), TASK, load_configuration("predicate"), limits)
    assert not isinstance(result.verdict, TrueVerdict)
