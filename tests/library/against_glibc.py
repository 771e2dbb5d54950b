"""Every function of the table against glibc: random calls, as the interpreter runs them and as gcc compiles them.

``python -m tests.library.against_glibc --calls 200`` compares all of them and prints a table; ``--only strchr`` one of them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.interpreter.running import FLAGS, program_of
from tests.library.calls import MACROS, is_formatted, program_for
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.library import LIBRARY
from whet.interpreter.outcomes import Exited
from whet.library.notation import BODIES, Record, described_names, record_of

LEFT_OUT: Final = {
    "aligned_alloc": "few numbers are alignments",
    "memalign": "few numbers are alignments",
    "posix_memalign": "few numbers are alignments",
    "rand": "C leaves the numbers open",
    "random": "C leaves the numbers open",
    "srand": "changes nothing but numbers that C leaves open",
    "srandom": "changes nothing but numbers that C leaves open",
    "perror": "writes to the standard error, which is not compared",
    "fclose": "closes the stream that results are written to",
    "atexit": "what it does is seen at the end of the program",
    "err": "ends the program",
    "errx": "ends the program",
    "verr": "ends the program",
    "verrx": "ends the program",
    "getopt": "compared with whole vectors of arguments in tests/library/test_commands.py",
    "getopt_long": "compared with whole vectors of arguments in tests/library/test_commands.py",
    "__posix_getopt": "the same as getopt with another order",
    "setlocale": "depends on the locales of the machine",
    "setbuf": "is refused unless the buffer is null",
    "setvbuf": "is refused unless the buffer is null",
    **dict.fromkeys(("warn", "warnx", "vwarn", "vwarnx", "psignal"), "writes to the standard error, which is not compared"),
    **dict.fromkeys(("syslog", "vsyslog"), "writes to the log of the system"),
    "__builtin_fpclassify": "takes constants; compared as the macro fpclassify",
}
"""Functions that have everything that a comparison needs."""
REFERENCES: Final = {
    "strlcpy": 'size_t strlcpy(char *dest, const char *src, size_t n) { return (size_t)snprintf(dest, n, "%s", src); }\n',
}
"""Functions that only a later glibc has, by others that do the same."""
_UNDEFINED: Final = re.compile(r"undefined reference to [`'](\w+)'")
_SHOWS_POINTERS: Final = 'static void shows(void) { char shown[40]; sprintf(shown, "%p", (void *)shown); }\n'
"""With it, numbers are read by the models in Python: a body would have to follow digits of a pointer."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Of one function: the calls that differ, or why there is no comparison."""

    name: str
    calls: int
    differences: tuple[str, ...] = ()


def reason_to_leave_out(name: str) -> str | None:
    """As far as the record, the interpreter or glibc has one."""
    record = record_of(name)
    assert record is not None
    if record.body is None and LIBRARY.find(name) is None:
        return "no implementation"
    if record.returns == "stops":
        return "ends the program"
    if record.body is not None and "__VERIFIER_nondet" in (BODIES / record.body).read_text(encoding="utf-8"):
        return "reads input"
    if not record.parameters and record.result.endswith("*"):
        return "an address of the library"
    return "not in glibc" if name in _not_in_glibc() - set(REFERENCES) else None


@cache
def _not_in_glibc() -> frozenset[str]:
    """Names that a program cannot be linked with, apart from macros."""
    wanted = [name for name in described_names() if not name.startswith(("__builtin_", *MACROS))]
    text = "".join(f"extern char {name}[];\n" for name in wanted)
    text += f"void *all[] = {{{', '.join(wanted)}}};\nint main(void) {{ return 0; }}\n"
    command = ["gcc", "-w", "-fno-builtin", "-x", "c", "-", "-o", "/dev/null", "-lm"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return frozenset(_UNDEFINED.findall(done.stderr))


def compared_names() -> list[str]:
    return [name for name in described_names() if name not in LEFT_OUT and reason_to_leave_out(name) is None]


def _records(names: Sequence[str]) -> list[Record]:
    return [record for record in map(record_of, names) if record is not None]


def twofold_names(names: Sequence[str]) -> list[str]:
    """Those with a body for most programs and a model for the others."""
    return [each.name for each in _records(names) if each.needs_unprinted_addresses and LIBRARY.find(each.name) is not None]


def batches(names: Sequence[str], size: int) -> Iterator[list[str]]:
    """Functions for one program.  Those that may print pointers are not among the others, which would lose their bodies."""
    for printing in (False, True):
        chosen = [each.name for each in _records(names) if is_formatted(each) is printing]
        yield from (chosen[first : first + size] for first in range(0, len(chosen), size))


def compiled_output(text: str, folder: Path, machine: MachineModel, *options: str) -> str:
    source, binary = folder / f"native-{machine}.c", folder / f"native-{machine}"
    source.write_text(text)
    flags = ("-w", "-O1", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover", *FLAGS[machine], *options)
    done = subprocess.run(["gcc", *flags, str(source), "-o", str(binary), "-lm"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:replace_str=1", "LC_ALL": "C"}
    run = subprocess.run([str(binary)], check=False, capture_output=True, timeout=120, env=environment)
    assert run.returncode == 0, run.stderr.decode("latin-1")
    return run.stdout.decode("latin-1")


def interpreted_output(text: str, folder: Path, machine: MachineModel, with_body: Sequence[str]) -> str:
    program = program_of(text, folder, machine)
    for name in with_body:
        assert program.functions[name].is_of_library, f"{name} has no body"
    execution = Interpreter(program).run()
    shown = execution.output.decode("latin-1")
    assert isinstance(execution.outcome, Exited), f"{execution.outcome} after {shown.splitlines()[-1:]}"
    return shown


def differing_calls(
    names: Sequence[str], folder: Path, machine: MachineModel, calls: int, seed: int = 0, *, uses_models: bool = False
) -> list[str]:
    """Lines of the two programs that are not equal.  ``uses_models``: where a function has a body, too."""
    records = _records(names)
    text = program_for(records, calls, seed, _SHOWS_POINTERS if uses_models else "")
    if uses_models:
        text = text.replace("int main(void) {\n", "int main(void) {\n    shows();\n")
    with_body = [] if uses_models else [each.name for each in records if each.body is not None]
    found = interpreted_output(text, folder, machine, with_body).split("\n")
    references = "".join(REFERENCES[name] for name in names if name in _not_in_glibc())
    wanted = compiled_output(text + references, folder, machine).split("\n")
    differing = [f"glibc {one!r}, Whet {two!r}" for one, two in zip(wanted, found, strict=False) if one != two]
    return differing if len(found) == len(wanted) else [*differing, f"{len(wanted)} lines of glibc, {len(found)} of Whet"]


def compare(name: str, machine: MachineModel, calls: int, seed: int, *, uses_models: bool = False) -> Comparison:
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = differing_calls([name], Path(folder), machine, calls, seed, uses_models=uses_models)
        except AssertionError as error:
            found = [str(error)]
    return Comparison(name, calls, tuple(found))


def _compare_all(names: Sequence[str], calls: int, seed: int, size: int = 25) -> Iterator[tuple[str, MachineModel, Comparison]]:
    """In programs of several functions; if one of them ends too early, each is looked at alone."""
    for machine in (LP64, ILP32):
        for uses_models in (False, True):
            chosen = twofold_names(names) if uses_models else list(names)
            for part in batches(chosen, size):
                kind = "model" if uses_models else "used"
                for each in _compare_part(part, machine, calls, seed, uses_models=uses_models):
                    yield kind, machine, each


def _compare_part(
    part: Sequence[str], machine: MachineModel, calls: int, seed: int, *, uses_models: bool
) -> Iterator[Comparison]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = differing_calls(part, Path(folder), machine, calls, seed, uses_models=uses_models)
        except AssertionError:
            yield from (compare(name, machine, calls, seed, uses_models=uses_models) for name in part)
            return
    for name in part:
        yield Comparison(name, calls, tuple(each for each in found if re.search(rf"(?<!\w){name} \d+:", each)))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200, help="of each function")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", help="compare these functions")
    chosen = parser.parse_args(arguments)
    names = chosen.only or compared_names()
    failed = 0
    for kind, machine, each in _compare_all(names, chosen.calls, chosen.seed):
        failed += bool(each.differences)
        _print(f"{each.name:24} {machine!s:6} {kind:6} {each.calls:5} calls {len(each.differences):4} differ")
        for difference in each.differences[:3]:
            _print(f"    {difference[:600]}")
    _print(f"{len(names)} of {len(described_names())} functions compared on two machines, {failed} comparisons differ")
    return 1 if failed else 0


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
