"""Every body of a library function is safe under its own record, for small arguments.

From a record comes a program that calls the function with any arguments: blocks have exactly the bytes that the accesses need,
strings have at most 3 characters, numbers that count bytes are at most 4.  Whet must prove that nothing else is accessed.  With
one byte less of a block, it must find an access to that byte.

``python -m tests.library.proving`` proves all of them and prints a table; ``--only strchr`` one of them.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.library.calls import DOMAINS, is_cell, is_formatted, is_rewritten_string, is_target, pointee, type_of, unit
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main as whet
from whet.library.accesses import Access, AccessKind
from whet.library.notation import Parameter, Record, bodies, record_of

CHECKS: Final = (
    "assertion,memory,pointer,free,uninitialised,overflow,division,shift,conversion,contract,alignment,aliasing,array,sequence"
)
LEFT_OUT: Final = {
    "atexit": "what it is given runs at the end of the program",
    "gets": "no block is large enough",
    "getline": "reads lines of any length",
    "getdelim": "reads lines of any length",
    "__getdelim": "reads lines of any length",
    **dict.fromkeys(("gmtime", "gmtime_r", "localtime", "localtime_r"), "proved by intervals in tests/library/test_commands.py"),
}
"""Bodies that have no proof for small arguments."""
_ASKING: Final = frozenset({"calls.c", "descriptors.c", "identity.c"})
"""Bodies that look at no argument, but for what they write."""
HEAD: Final = """
#define _GNU_SOURCE
#include <libintl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
extern void __VERIFIER_assume(int);
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
static size_t at_most(size_t most) {
    size_t n = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(n <= most);
    return n;
}
static void *bytes(size_t n) {
    unsigned char *made = malloc(n);
    for (size_t i = 0; i < n; i++)
        made[i] = (unsigned char)__VERIFIER_nondet_char();
    return made;
}
static void *bytes_without(size_t n, int c) {
    unsigned char *made = bytes(n);
    for (size_t i = 0; i < n; i++)
        __VERIFIER_assume(made[i] != (unsigned char)c);
    return made;
}
static void *found(unsigned char *made, size_t n, int c) {
    made[n - 1] = (unsigned char)c;
    return made;
}
static void *string(size_t length, size_t room) {
    char *made = malloc(room);
    for (size_t i = 0; i < length && i < room; i++) {
        made[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(made[i] != 0);
    }
    if (length < room)
        made[length] = 0;
    return made;
}
static void *wide_string(size_t length, size_t room) {
    wchar_t *made = malloc(room);
    for (size_t i = 0; i < length && (i + 1) * sizeof *made <= room; i++) {
        made[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(made[i] != 0);
    }
    if ((length + 1) * sizeof *made <= room)
        made[length] = 0;
    return made;
}
static size_t element;
static int order(const void *one, const void *other) {
    return element > 0 && *((const char *)other + element - 1) ? -1 : __VERIFIER_nondet_int();
}
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer about a function; ``short`` is the parameter whose block has one byte too little."""

    name: str
    short: str | None
    code: int
    output: str
    seconds: float

    @property
    def is_right(self) -> bool:
        if self.short is None:
            return self.code == ExitCode.TRUE
        record = record_of(self.name)
        assert record is not None
        calls_back = record.position(AccessKind.CALLED) is not None  # the function that is called reads the elements
        return self.code == ExitCode.FALSE and ("access to" if calls_back else f": in {self.name}: access to") in self.output


def proved_names() -> list[str]:
    return [name for name in bodies() if name not in LEFT_OUT and _is_provable(name)]


def _is_provable(name: str) -> bool:
    """Functions that end the program, and those with any arguments behind their format, have no record of what they need."""
    record = record_of(name)
    if record is None or record.returns == "stops" or is_formatted(record):
        return False
    return record.body not in _ASKING or any(each.writes for each in record.accesses)


def short_parameters(record: Record) -> list[str]:
    """Those whose block may have too few bytes."""
    return [each.name for each in record.parameters if _needs_block(each)]


def _needs_block(parameter: Parameter) -> bool:
    return parameter.access.reads or parameter.access.writes


# ---------------------------------------------------------------------------------------------------- programs


def harness(record: Record, short: str | None = None) -> str:
    """``short``: the parameter whose block has one byte too little."""
    lines = list(_lines(record, short))
    body = "\n".join(f"    {line}" for line in lines)
    return f"{HEAD}{_declaration(record)}int main(void) {{\n{body}\n    return 0;\n}}\n"


def _declaration(record: Record) -> str:
    return "" if record.name.startswith("__builtin_") else f"{record.prototype};\n"


def _lines(record: Record, short: str | None) -> Iterator[str]:
    for stage in (_is_count, lambda access: not _is_count(access) and not is_target(access), is_target):
        for each in record.parameters:
            if stage(each.access):
                yield from _argument(record, each, is_short=each.name == short)
    if record.name in DOMAINS:
        yield f"__VERIFIER_assume({DOMAINS[record.name]});"
    yield f"{record.name}({', '.join(each.name for each in record.parameters)});"


def _is_count(access: Access) -> bool:
    return access.kind in (AccessKind.NUMBER, AccessKind.CHARACTER)


def _argument(record: Record, parameter: Parameter, *, is_short: bool) -> Iterator[str]:
    name, access, type = parameter.name, parameter.access, type_of(parameter)
    less = " - 1" if is_short else ""
    match access.kind:
        case AccessKind.NUMBER:
            yield f"{type} {name} = {_number(record, parameter)};"
        case AccessKind.STREAM:
            yield f"{type} {name} = stdin;"
        case AccessKind.CALLED:
            yield from ("element = size;" for each in record.parameters if each.name == "size")
            yield f"int (*{name})(const void *, const void *) = order;"
        case AccessKind.HANDLE:
            yield f"{type} {name} = string(1, 2);"
        case _ if is_cell(parameter):
            yield f"char **at_{name} = malloc(sizeof(char *){less});"
            if not is_short:
                yield f"*at_{name} = string(2, 3);"
            yield f"{type} {name} = at_{name};"
        case _:
            yield from _sizes(record, parameter)
            made = _block(record, parameter, f"size_of_{name}{less}", is_short=is_short)
            if is_short:
                yield f"__VERIFIER_assume(size_of_{name} > 0);"
            may_be_null = access.may_be_null and not is_short and not is_rewritten_string(access)
            yield f"{type} {name} = {'__VERIFIER_nondet_int() ? 0 : ' if may_be_null else ''}{made};"


def _number(record: Record, parameter: Parameter) -> str:
    place, type = record.parameters.index(parameter), type_of(parameter)
    uses = [each for each in record.accesses if place in each.counts]
    if type in ("double", "float", "long double"):
        return "__VERIFIER_nondet_double()"
    if any(len(each.counts) > 1 and not is_target(each) for each in uses) or record.position(AccessKind.FREED) is not None:
        return "at_most(2)"
    return f"({type})at_most(4)" if uses and parameter.name != "c" else f"({type})__VERIFIER_nondet_longlong()"


def _sizes(record: Record, parameter: Parameter) -> Iterator[str]:
    """How many bytes the function accesses at most, and how many characters a string has."""
    name, access = parameter.name, parameter.access
    counts = [record.parameters[place].name for place in access.counts]
    match access.kind:
        case AccessKind.STRING | AccessKind.COMPARED | AccessKind.COMPARED_IGNORING_CASE | AccessKind.WIDE_STRING:
            yield f"size_t length_of_{name} = at_most(3);"
            size = f"(length_of_{name} + 1) * {unit(parameter)}"
            yield f"size_t size_of_{name} = {size};"
            if counts:
                yield f"if ({counts[0]} < size_of_{name}) size_of_{name} = {counts[0]};"
        case AccessKind.COPIED | AccessKind.APPENDED:
            source, *limits = counts
            yield f"size_t more_of_{name} = length_of_{source};"
            yield from (f"if ({each} < more_of_{name}) more_of_{name} = {each};" for each in limits)
            begun = "0" if access.kind is AccessKind.COPIED else "at_most(2)"
            yield f"size_t length_of_{name} = {begun};"
            yield f"size_t size_of_{name} = (length_of_{name} + more_of_{name} + 1) * {unit(parameter)};"
        case _ if is_rewritten_string(access):
            yield f"size_t length_of_{name} = at_most(3);"
            yield f"size_t size_of_{name} = length_of_{name} + 1;"
        case AccessKind.FREED:
            yield f"size_t size_of_{name} = at_most(4);"
        case _ if counts == ["c"]:
            yield f"size_t size_of_{name} = 1 + at_most(3);"
        case _:
            size = "*".join(counts) or str(access.count or 1)
            yield f"size_t size_of_{name} = {size}{f' * sizeof({pointee(parameter)})' if access.is_of_objects else ''};"


def _block(record: Record, parameter: Parameter, size: str, *, is_short: bool) -> str:
    name, access = parameter.name, parameter.access
    match access.kind:
        case AccessKind.WIDE_STRING:
            return f"wide_string(length_of_{name}, {size})"
        case AccessKind.STRING | AccessKind.COMPARED | AccessKind.COMPARED_IGNORING_CASE | AccessKind.APPENDED:
            return f"string(length_of_{name}, {size})"
        case _ if is_rewritten_string(access):
            return f"string(length_of_{name}, {size})"
        case AccessKind.READ if "c" in [each.name for each in record.parameters]:
            is_found = [record.parameters[place].name for place in access.counts] == ["c"] and not is_short
            return (
                f"found(bytes({size}), {size}, c)" if is_found else f"bytes_without({size}, c)" if is_short else f"bytes({size})"
            )
        case AccessKind.READ | AccessKind.REWRITTEN | AccessKind.FREED:
            return f"bytes({size})"
        case _:
            return f"malloc({size})"


# ---------------------------------------------------------------------------------------------------- proofs


def prove(name: str, short: str | None = None, *, seconds: int = 60) -> Proof:
    record = record_of(name)
    assert record is not None
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.c"
        file.write_text(harness(record, short))
        arguments = ["verify", "--quiet", "--config", "bmc", "--check", CHECKS, "--time-limit", f"{seconds}s", str(file)]
        with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()):
            code = whet(arguments)
    return Proof(name, short, code, output.getvalue(), time.monotonic() - begun)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="prove these functions")
    parser.add_argument("--seconds", type=int, default=60, help="for each proof")
    chosen = parser.parse_args(arguments)
    wrong = total = 0
    for name in chosen.only or proved_names():
        record = record_of(name)
        assert record is not None
        for short in (None, *short_parameters(record)):
            found = prove(name, short, seconds=chosen.seconds)
            total += 1
            wrong += not found.is_right
            case = "all its bytes" if short is None else f"a byte less of {short}"
            mark = "" if found.is_right else "  WRONG"
            sys.stdout.write(f"{name:14} {case:28} {ExitCode(found.code).name:8} {found.seconds:5.1f} s{mark}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{total - wrong} of {total} answers are right\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
