"""A test suite as a folder: Test-Comp's XML, a harness for each test, and a script that compiles and runs them all.

The format is that of https://gitlab.com/sosy-lab/software/test-format, version 1.1: ``metadata.xml`` has its elements in the
order of the DTD, ``testcase-N.xml`` an ``input`` for each value, in the order in which the program asks for them.  An input has
its ``type``; it has no ``variable``, because whoever runs a test would assign it to the variable of that name.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from whet import __version__
from whet.algorithms.testing import GeneratedTest
from whet.cfa.library import NONDET_PREFIXES
from whet.cfa.surroundings import Surroundings
from whet.harness.run_harness import harness_text, input_text
from whet.native.programs import LINKED, HarnessStatus, NativeSource, machine_flags
from whet.task.coverage_goals import CoverageGoal
from whet.task.records import dataclass
from whet.task.task import Machine

RUN_SCRIPT = "run.sh"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
_DOCTYPE = (
    '<!DOCTYPE {name} PUBLIC "+//IDN sosy-lab.org//DTD test-format {name} 1.1//EN" '
    '"https://sosy-lab.org/test-format/{name}-1.1.dtd">'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """What is written; ``created`` is a time as ISO 8601 has it."""

    source: NativeSource
    machine: Machine
    goal: CoverageGoal
    surroundings: Surroundings
    tests: Sequence[GeneratedTest]
    created: str

    def files(self) -> Iterator[tuple[str, str]]:
        """(name, text) of each file."""
        path = self.source.path
        elements = {
            "sourcecodelang": "C",
            "producer": f"Whet {__version__}",
            "specification": self.goal.text,
            "programfile": str(path),
            "programhash": hashlib.sha256(path.read_bytes()).hexdigest(),
            "entryfunction": "main",
            "architecture": "32bit" if self.machine is Machine.ILP32 else "64bit",
            "creationtime": self.created,
        }
        inner = [f"  <{name}>{escape(value)}</{name}>" for name, value in elements.items()]
        yield "metadata.xml", _document("test-metadata", ["<test-metadata>", *inner, "</test-metadata>"])
        for number, test in enumerate(self.tests, 1):
            title = f"Test {number} of {self.source.path.name}: {test.ending}."
            yield f"testcase-{number}.xml", case_text(test)
            yield f"test-{number}.c", harness_text(test.inputs, self.surroundings, title=title)
        source = self.source
        values = {
            "program": shlex.quote(str(source.path.resolve())),
            "machine": " ".join(machine_flags(self.machine)),
            "flags": shlex.join(source.flags()),
            "linked": shlex.join(LINKED),
            "count": str(len(self.tests)),
            "error": str(HarnessStatus.ERROR.value),
            "aborted": str(HarnessStatus.ABORTED.value),
            "assumption": str(HarnessStatus.ASSUMPTION.value),
            "exhausted": str(HarnessStatus.EXHAUSTED.value),
        }
        yield RUN_SCRIPT, re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), _SCRIPT)


def write_suite(suite: Suite, folder: Path) -> list[str]:
    """The names of the files that were written."""
    names = []
    for name, text in suite.files():
        (folder / name).write_text(text, encoding="utf-8")
        names.append(name)
    (folder / RUN_SCRIPT).chmod(0o755)
    return names


def case_text(test: GeneratedTest) -> str:
    """Only what the functions for inputs return: nobody else who runs the test knows of ``rand``, or of our ``getchar``."""
    covers = ' coversError="true"' if test.error is not None and test.error.called is not None else ""
    asked = (each for each in test.inputs if each.within is None)
    inputs = [
        f"  <input type={quoteattr(str(each.type))}>{escape(input_text(each))}</input>"
        for each in asked
        if each.function.startswith(NONDET_PREFIXES)
    ]
    return _document("testcase", [f"<testcase{covers}>", *inputs, "</testcase>"])


def _document(name: str, lines: Sequence[str]) -> str:
    return "\n".join([_DECLARATION, _DOCTYPE.format(name=name), *lines, ""])


_SCRIPT = r"""#!/bin/sh
# Compiles the program with each test of this suite, runs it and says what it did.
# Exit code: 0 if all is well, 1 if a test fails, 2 if the tests cannot be run.
#   PROGRAM=FILE.c  another version of the program     CC=COMPILER  another compiler than gcc
#   SANITIZE=       without sanitizers                 SECONDS_EACH=N  how long a test may take (10)
here=$(cd "$(dirname "$0")" && pwd) || exit 2
program=${PROGRAM:-{program}}
cc=${CC:-gcc}
sanitize=${SANITIZE--fsanitize=address,undefined}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

stop() {
    echo "run.sh: $1" >&2
    exit 2
}

command -v "$cc" >/dev/null || stop "$cc is not installed"
[ -f "$program" ] || stop "$program does not exist; name the program with PROGRAM=FILE.c"
echo 'int main(void) { return 0; }' >"$work/empty.c"
"$cc" {machine} "$work/empty.c" -o "$work/empty" 2>/dev/null \
    || stop "$cc cannot make programs with {machine}; Debian's package gcc-multilib has what it needs"
"$cc" {machine} $sanitize "$work/empty.c" -o "$work/empty" 2>/dev/null || sanitize=
"$cc" {machine} -g -w $sanitize {flags} -c "$program" -o "$work/program.o" || stop "$program does not compile"

failed=0
number=1
while [ "$number" -le {count} ]; do
    "$cc" {machine} -w -c "$here/test-$number.c" -o "$work/test.o" || stop "test-$number.c does not compile"
    "$cc" {machine} $sanitize "$work/program.o" "$work/test.o" -o "$work/test" {linked} || stop "test-$number.c cannot be linked"
    (cd "$work" && ASAN_OPTIONS=detect_leaks=0:handle_abort=0 timeout "${SECONDS_EACH:-10}" ./test >/dev/null 2>errors </dev/null)
    status=$?
    report=$(sed -n 's/.*\(runtime error: .*\)/\1/p; s/.*ERROR: \(AddressSanitizer.*\)/\1/p' "$work/errors" \
        | sed 's/ on \(unknown \)*address.*//; s/ on 0x.*//; s/ (pc .*//' | head -n 1)
    bad=1
    if [ "$status" -eq {error} ]; then
        said="error reached ($(sed -n 's/^whet: //p' "$work/errors" | head -n 1))"
    elif [ -n "$report" ]; then
        said="sanitizer report"
    elif [ "$status" -eq 124 ]; then
        said="does not end within ${SECONDS_EACH:-10}s"
    elif [ "$status" -gt 128 ]; then
        said="crashes (signal $((status - 128)))"
    else
        bad=0
        case $status in
            {aborted}) said="ok (stopped by abort())" ;;
            {assumption}) said="ok (stopped by an assumption)" ;;
            {exhausted}) said="ok (asks for more inputs than a test has)" ;;
            *) said="ok (exit status $status)" ;;
        esac
    fi
    echo "test-$number: $said${report:+: $report}"
    failed=$((failed + bad))
    number=$((number + 1))
done
echo "{count} tests, $failed failed"
[ "$failed" -eq 0 ]
"""
