"""Small C programs under the value analysis: exploring them, and asking what is known where."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from whet.algorithms.cpa import cpa
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.analyses.value.precision import FULL
from whet.analyses.value.state import ValueState
from whet.cfa.expressions import Expr
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.semantics import Value
from whet.cfa.types import LP64, MachineModel
from whet.core.composite import Composite
from whet.core.queries import ValueOf
from whet.core.reached import ReachedSet
from whet.core.registry import make_analysis
from whet.core.waitlist import BreadthFirst
from whet.frontend.parse import parse_file

PRELUDE = """
int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); _Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void); double __VERIFIER_nondet_double(void); float __VERIFIER_nondet_float(void);
long __VERIFIER_nondet_long(void); void *__VERIFIER_nondet_pointer(void); void __VERIFIER_assume(int);
void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void free(void *); void abort(void);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
void see(long, ...);
"""
"""``see(x)`` has no body: tests look at the values of its arguments."""

VALUE = 2
"""The place of the value analysis in the product."""


def program_of(
    text: str, folder: Path, machine: MachineModel = LP64, *, blocks: bool = True, defines_see: bool = False
) -> Program:
    path = folder / "program.c"
    prelude = PRELUDE if machine is LP64 else PRELUDE.replace("unsigned long", "unsigned")
    prelude = prelude.replace("see(long, ...);", "see(long first, ...) { }") if defines_see else prelude
    path.write_text(prelude + text)
    return parse_file(str(path), machine=machine, blocks=blocks)


def explore(program: Program, value: ValueAnalysis, limit: int = 3000) -> ReachedSet:
    """Explore up to so many states."""
    composite = Composite(program, [make_analysis("location", program), make_analysis("callstack", program), value])
    assert program.start.entry is not None
    reached = ReachedSet(composite, BreadthFirst())
    reached.start(composite.initial(program.start.entry), composite.initial_precision())

    cpa(composite, reached, lambda: len(reached) > limit)
    return reached


def steps(reached: ReachedSet) -> Iterator[tuple[Edge, ValueState]]:
    """The states with the edges that were taken from them."""
    for node in reached.arg.nodes():
        for edge, _ in node.children:
            yield edge, node.state[VALUE]


def seen(text: str, folder: Path, machine: MachineModel = LP64, *, transfer: Transfer = "compiled") -> list[Seen]:
    """The arguments of every call of ``see`` that is reached, in the order of exploration.

    Programs are not fused to blocks, so that a call has a state of its own."""
    program = program_of(text, folder, machine, blocks=False)
    analysis = ValueAnalysis(program, ValueOptions(transfer=transfer))
    return [
        tuple(analysis.ask(state, ValueOf(argument)) for argument in arguments)
        for edge, state in steps(explore(program, analysis))
        for arguments in _arguments_of_see(edge)
    ]


def _arguments_of_see(edge: Edge) -> Iterator[tuple[Expr, ...]]:
    for part in flatten(edge.operation):
        if isinstance(part, Call) and isinstance(part.callee, Function) and part.callee.name == "see":
            yield part.arguments


def successors(analysis: ValueAnalysis, edge: Edge, state: ValueState) -> list[ValueState]:
    post = analysis.post(edge)
    return [state] if post is None else list(post(state, FULL))


Seen = tuple[Value | None, ...]
Transfer = Literal["compiled", "interpreted"]
