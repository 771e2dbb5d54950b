"""What ``getopt`` may return with options that are a literal: all that glibc returns, and nothing is said of other functions."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.operations import Assume, flatten
from whet.frontend.known_results import _getopt_results

OPTIONS = ("", "ab:", ":ab:", "+ab::", "-ab:", "-:a", "+:", "a;b", "W;a", "hvo:")
ARGUMENTS = ("-a", "-b", "-ab", "-bx", "-b=", "--", "-", "word", "-?", "-:", "-;", "-W", "-o", "-vh", "--long", "")


@pytest.mark.gcc
def test_getopt_of_glibc_returns_nothing_else(tmp_path: Path) -> None:
    text = r"#include <stdio.h>\n#include <unistd.h>\nint main(int n, char **a) { char *o = a[1]; opterr = 0; optind = 2;"
    loop = ' for (int i = 0, c = 0; i < 20 && c != -1; i++) printf("%d ", c = getopt(n, a, o)); return 0; }'
    (tmp_path / "native.c").write_text(text.replace(r"\n", "\n") + loop)
    subprocess.run(["gcc", "-w", "native.c", "-o", "native"], cwd=tmp_path, check=True)
    chosen, seen = random.Random(3), set()
    for options in OPTIONS:
        for _ in range(12):
            given = [chosen.choice(ARGUMENTS) for _ in range(chosen.randint(0, 4))]
            run = subprocess.run([tmp_path / "native", options, *given], capture_output=True, check=True, timeout=20)
            returned = {int(number) for number in run.stdout.split()}
            assert returned <= set(_getopt_results(options.encode())), (options, given)
            seen |= returned
    assert {-1, 1, ord("?"), ord(":"), ord("a")} <= seen


def test_results_are_letters_and_what_stands_for_none() -> None:
    assert _getopt_results(b"ab:") == [-1, ord("?"), ord("a"), ord("b")]
    assert _getopt_results(b":a") == [-1, ord(":"), ord("?"), ord("a")]
    assert _getopt_results(b"-a") == [-1, 1, ord("?"), ord("a")]


@pytest.mark.parametrize(
    ("before", "options", "is_known"),
    [
        ("#include <unistd.h>", '"ab"', True),
        ("#include <unistd.h>", "argv[0]", False),
        ("#include <unistd.h>", '"\\xe4"', False),
        ("int getopt(int, char *const *, const char *);", '"ab"', False),
    ],
)
def test_only_the_function_of_the_system_with_a_literal_is_known(
    tmp_path: Path, before: str, options: str, is_known: bool
) -> None:
    text = f"{before}\nint main(int argc, char **argv) {{ return getopt(argc, argv, {options}); }}"
    program = program_of(text, tmp_path)
    assumed = [part for edge in program.main.edges() for part in flatten(edge.operation) if isinstance(part, Assume)]
    assert len(assumed) == int(is_known)
