"""Prints the abstract reachability graphs of a program, by order a line per node: run as a script in a process of its own."""

from __future__ import annotations

import json
import sys

from whet.algorithms.cpa import cpa
from whet.cfa.types import LP64
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis, make_waitlist
from whet.frontend.parse import parse_file


def describe(node: ArgNode) -> str:
    children = " ".join(f"{edge!r}:{child.number}" for edge, child in node.children)
    covered = "" if node.covered_by is None else f" covered by {node.covered_by.number}"
    return f"{node.number} {[repr(part) for part in node.state]}{covered} -> {children}"


def dump(path: str, order: str, analyses: list[str]) -> str:
    program = parse_file(path, machine=LP64)
    product = Composite(program, [make_analysis(name, program) for name in analyses])
    reached = ReachedSet(product, make_waitlist(order, product, seed=7))
    assert program.start.entry is not None
    reached.start(product.initial(program.start.entry), product.initial_precision())
    while cpa(product, reached, lambda: False):
        pass
    return "\n".join(describe(node) for node in reached.arg.nodes())


if __name__ == "__main__":
    json.dump({order: dump(sys.argv[1], order, sys.argv[3:]) for order in sys.argv[2].split(",")}, sys.stdout)
