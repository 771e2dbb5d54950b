"""Prints the graph and the precision that abstraction refinement ends with: run as a script in a process of its own."""

from __future__ import annotations

import sys

from tests.algorithms.arg_dump import describe
from tests.refine.running import Done, run
from whet.analyses.value.precision import ValuePrecision
from whet.cfa.model import Program
from whet.cfa.types import LP64
from whet.frontend.parse import parse_file


def dump(path: str, options: list[str]) -> str:
    program = parse_file(path, machine=LP64)
    done = run(program, *options)
    counts = {name: number for name, number in done.exploration.context.statistics.to_dict().items() if "seconds" not in name}
    graph = [describe(node) for node in done.reached.arg.nodes()]
    return "\n".join([done.verdict, *precision(done, program), str(counts), *graph])


def precision(done: Done, program: Program) -> list[str]:
    """What is tracked where, by name."""
    (current,) = [part for part in done.precision if isinstance(part, ValuePrecision)]
    return [f"{node!r} {sorted(map(str, current.at(node)))}" for node in program.nodes()]


if __name__ == "__main__":
    sys.stdout.write(dump(sys.argv[1], sys.argv[2:]))
