"""A harness: the C file that makes a program, compiled as it is, run on the inputs of one test.

It defines the functions that hand out inputs, the error functions and what else the program takes for granted.  The inputs
stand in it as literals of their types (``whet.harness.literals``), each with the place at which the program asks for it.  All
definitions are weak: what the program defines itself is used instead.  The exit status says how the run ended
(``whet.native.programs.Status``).

Functions of the C library that read something (``fgets``) have the bodies here that the run was found with, so they ask for the
same inputs: a file for standard input could not say how much a ``read`` returned, or that one failed.  With them stand the
streams of files, which lead to no file (``whet.harness.streams``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from whet.cfa.library import NONDET_PREFIXES, other_assumptions, silent_functions
from whet.cfa.surroundings import AskingFunction, Surroundings, c_type
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.core.concrete import AskedInput
from whet.harness.literals import c_bytes, c_literal
from whet.harness.streams import NOTED, own, stream_text
from whet.interpreter.given_texts import c_string_literal
from whet.library.notation import BODIES, bodies
from whet.native.programs import HarnessStatus

_MOST_ZEROS = 1000
"""After the inputs of a test: a program that asks in a loop without end is not to hang."""


def harness_text(
    inputs: Sequence[AskedInput],
    surroundings: Surroundings,
    strings: Sequence[bytes] = (),
    environment: Sequence[tuple[str, bytes]] = (),
    *,
    title: str,
) -> str:
    """The file; ``title`` is the comment at its top, ``strings`` are the first ones that ``main`` is given, and ``environment``
    are the variables that are there of those that the program asks for."""
    asked = [each for each in inputs if each.function.startswith(NONDET_PREFIXES)]
    random = [each for each in inputs if not each.function.startswith(NONDET_PREFIXES)]
    parts = [
        f"/* {commented(title)} */",
        _BEGINNING,
        _queue("inputs", asked),
        _queue("random", random),
        *([_strings(strings)] if strings else []),
        *([_environment(dict(environment), surroundings.environment)] if surroundings.environment else []),
        *_parts(surroundings, [_asking(each, surroundings) for each in surroundings.asking]),
    ]
    return "\n".join(parts)


def served_text(surroundings: Surroundings) -> str:
    """The harness of a program that is run again and again: a server has the inputs (``native/fork_server.c``)."""
    asking = [_asking_server(number, each, surroundings) for number, each in enumerate(surroundings.asking)]
    unset = [_environment({}, surroundings.environment)] if surroundings.environment else []
    return "\n".join([_SERVED, *unset, *_parts(surroundings, asking)])


def _parts(surroundings: Surroundings, asking: Sequence[str]) -> list[str]:
    """What does not depend on where inputs come from."""
    return [
        *([stream_text()] if surroundings.reading else []),
        *asking,
        *map(_reading, surroundings.reading),
        *map(_error, surroundings.error_functions),
        *_entered(surroundings.own_errors),
        *_variables(surroundings.variables),
        *([_LABEL] if surroundings.labels else []),
        *map(_untold, surroundings.untold),
        *(text for name, text in _REST.items() if name not in surroundings.error_functions),
    ]


def commented(text: str) -> str:
    """Names of files may contain anything, but the end of a comment."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def input_text(asked: AskedInput) -> str:
    """A value as C and Test-Comp write it."""
    return str(asked.value)


def _queue(name: str, values: Sequence[AskedInput]) -> str:
    ended = {"zeros": _MOST_ZEROS, "exhausted": HarnessStatus.EXHAUSTED.value}
    return _QUEUE.format(name=name, count=len(values), rows="\n".join([*map(_row, values), "    {0, 0},"]), **ended)


def _row(asked: AskedInput) -> str:
    literal, type = c_literal(asked.value, asked.type), c_type(asked.type)
    if literal is None or type is None:
        literal, type = c_bytes(asked.value, asked.type), f"unsigned char[{asked.type.size}]"
    else:
        literal = f"{{{literal}}}"
    within = "" if asked.within is None else f" in {asked.within}"
    at = within if asked.place is None else f"{within} at {commented(str(asked.place))}"
    return f"    {{&({type}){literal}, sizeof({type})}}, /* {asked.function}() = {input_text(asked)}{at} */"


def _strings(texts: Sequence[bytes]) -> str:
    """Arrays of the harness take the place of what the program is started with, so that a sanitizer knows where they end."""
    arrays = "\n".join(f"static char whet_string_{number}[] = {c_string_literal(text)};" for number, text in enumerate(texts))
    moves = "\n".join(
        f"    if (count > {number})\n        vector[{number}] = whet_string_{number};" for number in range(len(texts))
    )
    return f"{arrays}\n\n{_GIVE.replace('MOVES', moves)}"


def _environment(given: Mapping[str, bytes], names: Sequence[str]) -> str:
    """The same for variables of the environment."""
    texts = {name: c_string_literal(name.encode() + b"=" + text) for name, text in given.items()}
    arrays = "\n".join(f"static char whet_environment_{name}[] = {text};" for name, text in texts.items())
    sets = "\n".join(f"    putenv(whet_environment_{name});" if name in texts else f'    unsetenv("{name}");' for name in names)
    return f"{arrays}\n\n{_SET.replace('SETS', sets)}"


def _asking(function: AskingFunction, surroundings: Surroundings, taken: str | None = None) -> str:
    """``taken`` is C that sets the value."""
    if function.name.startswith(NONDET_PREFIXES):
        value = NOTED.get(function.name, "value") if surroundings.reading else "value"
        parts = {"RESULT": function.type, "TYPE": function.type, "TAKEN": taken or _take("inputs"), "VALUE": value}
    else:
        result = {"rand": "int", "random": "long"}[function.name]
        parts = {"RESULT": result, "TYPE": "int", "TAKEN": taken or _take("random"), "VALUE": "value & 0x7fffffff"}
    return re.sub("RESULT|NAME|TYPE|TAKEN|VALUE", lambda match: {**parts, "NAME": function.name}[match[0]], _ASKING)


def _asking_server(number: int, function: AskingFunction, surroundings: Surroundings) -> str:
    if function.type in _FLOATS:
        taken = f"whet_next({number}, 1, &number);\n    value = number;"
    elif function.type == "_Bool":
        taken = f"struct whet_value next = whet_next({number}, 0, &number);\n    value = whet_is_true(next);"
    else:
        taken = f"struct whet_value next = whet_next({number}, 0, &number);\n    memcpy(&value, next.bytes, sizeof value);"
    return _asking(function, surroundings, f"double number = 0;\n    {taken}")


def _take(queue: str) -> str:
    return f"whet_take_{queue}(&value, sizeof value);"


def _reading(file: str) -> str:
    """Functions of the library in C; a line says what stands for which function of it.  The program may call only some of them,
    so inputs that only others ask for have no definition."""
    text = (BODIES / file).read_text(encoding="utf-8")
    names, replaced = [name for name, body in bodies().items() if body == file], _IN_PLACE.search(text)
    others = () if replaced is None else replaced[1].split()
    return "\n".join(
        [
            *map(own, names),
            *(f"#pragma weak {name}" for name in dict.fromkeys(_ASKED.findall(text))),
            text,
            *(_STANDS.format(name=name, own=f"whet_{_PREFIX.sub('', name)}") for name in others),
        ]
    )


_IN_PLACE = re.compile(r"^// in place of: (.*)$", re.MULTILINE)
_ASKED = re.compile(r"\b__VERIFIER_nondet_\w+")
_PREFIX = re.compile("^__isoc[0-9]+_")
_STANDS = '__typeof__({own}) whet_is_{name} __asm__("{name}") __attribute__((weak, alias("{own}")));'


def _error(name: str) -> str:
    return f'WEAK void {name}(void)\n{{\n    whet_error("{name}() is called");\n}}\n'


def _untold(name: str) -> str:
    ended = f'whet_end("only the interpreter can tell what {name} tells", {HarnessStatus.EXHAUSTED.value})'
    return f"WEAK int {name}()\n{{\n    {ended};\n}}\n"


def _entered(names: Sequence[str]) -> Iterator[str]:
    """The compiler lets every function of the program call this first."""
    if names:
        calls = (f'(void *)whet_is_{name})\n        whet_error("{name}() is called");' for name in names)
        checks = "\n".join(f"    if (function == {call}" for call in calls)
        declared = "\n".join(f'extern void whet_is_{name}(void) __asm__("{name}") __attribute__((weak));' for name in names)
        yield f"{declared}\n\n{_ENTER.replace('CHECKS', checks)}"


def _variables(variables: Iterable[tuple[str, int]]) -> Iterator[str]:
    for number, (name, size) in enumerate(variables):
        yield f'WEAK unsigned char whet_variable_{number}[{size}] __asm__("{name}") __attribute__((aligned(16)));\n'


_BEGINNING = f"""\
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

#ifdef WHET_COVERAGE /* what was covered is to be written down, however the run ends */
extern void __gcov_dump(void);

static void whet_signal(int number)
{{
    signal(number, SIG_DFL);
    __gcov_dump();
    raise(number);
}}

__attribute__((constructor)) static void whet_begin(void)
{{
    static char stack[1 << 16];
    static const int numbers[] = {{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGABRT}};
    stack_t other = {{.ss_sp = stack, .ss_size = sizeof stack}};
    struct sigaction action = {{.sa_handler = whet_signal, .sa_flags = SA_ONSTACK}};
    sigaltstack(&other, 0);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, 0);
}}
#else
#define __gcov_dump()
#endif

__attribute__((noreturn)) static void whet_end(const char *what, int status)
{{
    fflush(0);
    fprintf(stderr, "whet: %s\\n", what);
    __gcov_dump();
    _Exit(status);
}}

static void whet_error(const char *what)
{{
    whet_end(what, {HarnessStatus.ERROR.value});
}}
"""

_QUEUE = """\
/* Each value in the order in which it is asked for, and zeros when there are no more; who asks for very many is ended. */
static const struct {{ const void *value; unsigned long size; }} whet_{name}[{count} + 1] = {{
{rows}
}};

static void whet_take_{name}(void *place, unsigned long size)
{{
    static unsigned next;
    if (next > {count} + {zeros})
        whet_end("there are no more inputs", {exhausted});
    memset(place, 0, size);
    if (next < {count})
        memcpy(place, whet_{name}[next].value, size < whet_{name}[next].size ? size : whet_{name}[next].size);
    next++;
}}
"""

_GIVE = """\
__attribute__((constructor)) static void whet_give_strings(int count, char **vector)
{
MOVES
}
"""

_SET = """\
__attribute__((constructor)) static void whet_set_environment(void)
{
SETS
}
"""

_ASKING = """\
WEAK RESULT NAME(void)
{
    TYPE value;
    TAKEN
    return VALUE;
}
"""

_SERVED = f"""\
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

struct whet_value {{ unsigned char bytes[16]; }};
extern struct whet_value whet_next(unsigned function, int wants_float, double *number);
extern void whet_report(const char *what, int status) __attribute__((noreturn));

static _Bool whet_is_true(struct whet_value value)
{{
    for (unsigned at = 0; at < sizeof value.bytes; at++)
        if (value.bytes[at] != 0)
            return 1;
    return 0;
}}

__attribute__((noreturn)) static void whet_end(const char *what, int status)
{{
    whet_report(what, status);
}}

static void whet_error(const char *what)
{{
    whet_end(what, {HarnessStatus.ERROR.value});
}}
"""

_FLOATS = frozenset({"float", "double", "long double"})

_ENTER = """\
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *site)
{
CHECKS
}

__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *site)
{
}
"""

_LABEL = """\
void whet_label(void)
{
    whet_error("an error label is reached");
}
"""

_ASSERT = """\
WEAK void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    fflush(0);
    fprintf(stderr, "%s:%u: %s: assertion '%s' fails\\n", file, line, function, assertion);
    whet_error("an assertion fails");
}
"""

_CONDITION = """\
WEAK void {name}(int condition)
{{
    if (!condition)
        {otherwise};
}}
"""

_ABORT = f"""\
WEAK void abort(void)
{{
    whet_end("abort() is called", {HarnessStatus.ABORTED.value});
}}
"""

_FAILS = 'whet_error("an assertion fails")'
_STOPS = f'whet_end("an assumption does not hold", {HarnessStatus.ASSUMPTION.value})'
_OTHER_ASSERT = """\
WEAK int {name}(int condition, const char *text)
{{
    if (!condition)
        whet_error(text ? text : "an assertion fails");
    return 0;
}}
"""

_OTHER_ASSUME = """\
WEAK int {name}(int condition)
{{
    if (!condition)
        {otherwise};
    return 0;
}}
"""
_REST = {
    "__assert_fail": _ASSERT,
    "__VERIFIER_assert": _CONDITION.format(name="__VERIFIER_assert", otherwise=_FAILS),
    "__VERIFIER_assume": _CONDITION.format(name="__VERIFIER_assume", otherwise=_STOPS),
    **{name: _OTHER_ASSERT.format(name=name) for name in sorted(CONDITIONAL_ASSERTIONS)},
    **{name: _OTHER_ASSUME.format(name=name, otherwise=_STOPS) for name in other_assumptions()},
    "assume_abort_if_not": _CONDITION.format(name="assume_abort_if_not", otherwise=_STOPS),
    "abort": _ABORT,
    "__VERIFIER_atomic_begin": "WEAK void __VERIFIER_atomic_begin(void)\n{\n}\n",
    "__VERIFIER_atomic_end": "WEAK void __VERIFIER_atomic_end(void)\n{\n}\n",
    **{name: f"WEAK int {name}()\n{{\n    return 0;\n}}\n" for name in silent_functions()},
}
"""By the names of the functions; one that is an error function is defined as such."""
