"""Where the checks of a program stand: every call of an error function is a *site*, known by its place and the name of its check.

Sites can be taken away from a program in two ways, in place and before anything is computed from it:

* ``hold`` leaves out what was shown to hold: nothing is asked there any more.  ``put_back`` puts it back for the check of the
  proof, which trusts no analysis.
* ``grant`` assumes that it holds: a run for which it does not ends there, without a violation.  So another violation is
  one of a run that does nothing wrong before.

Granting may go in a circle: if no run violates A as long as B holds, and none B as long as A holds, then none violates
either, because one of the two violations would have to be the first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager

from whet.cfa.expressions import Const
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, Operation, Skip
from whet.cfa.source import place_of
from whet.cfa.targets import Error
from whet.cfa.within_library import called_as, program_calls
from whet.task.properties import ASSERTION
from whet.task.records import dataclass


def sites_of(program: Program) -> dict[str, list[Edge]]:
    """By their names, such as ``ring.c:41:9 [memory]``; several checks of one kind at one place are one site."""
    found: dict[str, list[Edge]] = {}
    for edge in program.edges():
        if (error := _error(edge)) is not None:
            found.setdefault(site_name(site_place(program, edge), check_of(error)), []).append(edge)
    return found


def site_place(program: Program, edge: Edge) -> str:
    """Where a check stands: in a function of the library ``ring.c:41:9 in strcpy:7:13``, after the program's first call."""
    function, place = edge.source.function, place_of(edge.origin)
    if not function.is_of_library or place is None:
        return str(place)
    call = program.fact(program_calls).get(function)
    name = function.written_name if call is None else called_as(function, call)
    within = f"in {name}:{place.line}:{place.column}"
    return within if call is None else f"{place_of(call)} {within}"


def is_in_library(name: str) -> bool:
    """Is a site in the body of a library function?"""
    return " in " in name


def site_name(place: object, check: str) -> str:
    return f"{place} [{check}]"


def check_of(error: Error) -> str:
    """The name of the check that finds this error."""
    return ASSERTION if error.danger is None else error.danger.check


def grant(program: Program, names: Collection[str]) -> None:
    """Take for granted what is checked at these sites."""
    if not names:
        return
    for name, edges in sites_of(program).items():
        for edge in edges if name in names else ():
            edge.operation = Assume(Const(0, program.machine.int), True, edge.origin)
    program.forget_facts()


@dataclass(frozen=True, slots=True, eq=False)
class OmittedCheck:
    """A check that was left out."""

    call: Edge
    """Of its error function."""
    failing: Edge
    passing: Edge
    condition: Operation
    """Of the passing edge."""


def hold(program: Program, edges: Iterable[Edge]) -> tuple[OmittedCheck, ...]:
    """Leave out checks that were put in, given by the calls of their error functions: they were shown to hold."""
    left = tuple([_leave_out(edge) for edge in edges])
    program.forget_facts()
    return left


@contextmanager
def put_back(program: Program, left: Sequence[OmittedCheck]) -> Iterator[None]:
    """The program with checks that were left out, for the proof that they hold."""
    _restore(program, left)
    try:
        yield
    finally:
        hold(program, [each.call for each in left])


@contextmanager
def without(program: Program, edges: Iterable[Edge]) -> Iterator[None]:
    """The program without checks, given by the calls of their error functions."""
    left = hold(program, edges)
    try:
        yield
    finally:
        _restore(program, left)


def _restore(program: Program, left: Sequence[OmittedCheck]) -> None:
    for each in left:
        each.passing.operation = each.condition
        each.failing.source.leaving.append(each.failing)
        each.call.target.entering.append(each.call)
        each.call.source.function.nodes.append(each.call.source)
    program.forget_facts()


def put_in(program: Program) -> Iterator[Edge]:
    """The calls of error functions after checks that the program itself does not have."""
    return (edge for edge in program.edges() if _is_of_danger(_error(edge)))


def is_made(function: Function) -> bool:
    """Was it made for a check?"""
    return _is_of_danger(function.error)


def _is_of_danger(error: Error | None) -> bool:
    return error is not None and error.danger is not None


def _leave_out(edge: Edge) -> OmittedCheck:
    """Of ``if (!condition) error();`` nothing remains but the way on."""
    (failing,) = edge.source.entering
    before, after = failing.source, edge.target
    (passing,) = (other for other in before.leaving if other is not failing)
    before.leaving.remove(failing)
    after.entering.remove(edge)
    left = OmittedCheck(edge, failing, passing, passing.operation)
    passing.operation = Skip(edge.origin)
    nodes = before.function.nodes
    nodes.remove(edge.source)
    return left


def _error(edge: Edge) -> Error | None:
    match edge.operation:
        case Call(callee=Function(error=error)):
            return error
        case _:
            return None
