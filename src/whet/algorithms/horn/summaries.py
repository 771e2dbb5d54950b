"""Calls of functions that call themselves, as two relations for each function (Bjørner, Gurfinkel, McMillan, Rybalchenko 2015).

``entering`` holds of what a function is called with: its parameters, and the globals that it, or a function that it calls, reads
or writes.  ``leaving`` holds of these and of what is there when the function returns: its result, and the globals that may have
changed.  A call makes a clause for the one, and takes what the other says; the body is gone through once, from anything that
``entering`` holds of.

That is exact where a call has no other effect.  So a function has a summary if all it does, with what it calls, is about
scalars that no pointer points to, and if every call there names its function: an object in memory would have another address in
each call, and a pointer might point to any other function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call
from whet.encoding.unrolling.transformation import Transformation
from whet.encoding.unrolling.unrolling import UnrollingScope
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import is_slot
from whet.solvers.clauses import Relation
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import ordered
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class CallSummary:
    """Of the calls of one function."""

    function: Function
    entering: Relation
    leaving: Relation
    """Of the values that ``before`` stands for, and then of those of ``after``."""
    shared: tuple[Term, ...]
    """The globals that it is given, after its parameters."""
    before: tuple[Term, ...]
    changed: tuple[Term, ...]
    """The globals that it may change; the result comes before them, if there is one."""

    def given(self, vocabulary: Vocabulary, activation: int) -> tuple[Term, ...]:
        """What ``entering`` is about, in one of the active calls."""
        return (*(vocabulary.variable(each, activation) for each in self.function.parameters), *self.shared)

    def after(self, vocabulary: Vocabulary, activation: int) -> tuple[Term, ...]:
        """Its effect, in one of the active calls."""
        result = self.function.return_variable
        return self.changed if result is None else (vocabulary.variable(result, activation), *self.changed)


Summaries: TypeAlias = Mapping[Function, CallSummary]
_RECURSIVE = "which calls itself or is called by a function that does"


class NotSummarised(Exception):
    """A function that calls itself does what a summary does not say."""


def summaries_of(scope: UnrollingScope) -> Summaries:
    """Of the functions that call themselves; raises ``NotSummarised``."""
    recursive = Facts.of(scope.program).recursive
    functions = [each for each in scope.program.defined_functions if each in recursive and each.error is None]
    return {function: _summary(scope, function) for function in functions}


def _summary(scope: UnrollingScope, function: Function) -> CallSummary:
    inside = _Inside(scope, function)
    vocabulary = scope.encoder.vocabulary
    shared, changed = inside.globals()
    parameters = [vocabulary.variable(each, 1) for each in function.parameters]
    given = (*parameters, *shared)
    before = tuple(map(vocabulary.before, given))
    result = () if function.return_variable is None else (vocabulary.variable(function.return_variable, 1),)
    assert function.entry is not None
    assert function.exit is not None
    entering = Relation(f"{function.name}!enter", given, function.entry, (), False)
    leaving = Relation(f"{function.name}!leave", (*before, *result, *changed), function.exit, (), False)
    return CallSummary(function, entering, leaving, shared, before, changed)


class _Inside:
    """All that a call of a function may do."""

    def __init__(self, scope: UnrollingScope, function: Function) -> None:
        self._scope = scope
        self._functions = _reached(scope.program, function)
        for each in self._functions:
            for variable in each.variables:
                if not is_slot(self._scope.program, variable):
                    raise NotSummarised(f"{each.name}, {_RECURSIVE}, has '{variable.name}' in memory")

    def globals(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """The bases of globals that are read or written, and of those that are written."""
        read: set[Term] = set()
        written: set[Term] = set()
        vocabulary = self._scope.encoder.vocabulary
        nobody_asks = {vocabulary.active(each.name) for each in self._functions}  # because they have nothing in memory
        for function in self._functions:
            for step in self._steps(function):
                found, changed = {*step.read}, {*step.written} - nobody_asks
                read |= found
                written |= changed
                if any(vocabulary.described(each) is None for each in found | changed):
                    raise NotSummarised(f"{function.name}, {_RECURSIVE}, touches memory")
        shared = [each for each in ordered(read | written) if self._is_shared(each)]
        return tuple(shared), tuple([each for each in shared if each in written])

    def _is_shared(self, base: Term) -> bool:
        variable = self._scope.encoder.vocabulary.described(base)
        return variable is not None and variable.is_static

    def _steps(self, function: Function) -> Iterator[Transformation]:
        """What its edges do, and the steps into the functions that it calls and back; an error is not followed."""
        of, here = self._scope.transformations.of, {function.name: 1}
        for edge in function.edges():
            callee = _called(edge)
            if callee is None or not callee.is_defined:
                yield of(edge, here)[0]
            elif callee.error is None:
                entering, leaving = self._scope.program.call_edges(edge, callee)
                into, inside = of(entering, here)
                yield from (into, of(leaving, inside)[0])


def _reached(program: Program, function: Function) -> list[Function]:
    """A function and those that it calls, and so on, in the order of the program."""
    found, waiting = {function}, [function]
    while waiting:
        calls = filter(None, map(_called, waiting.pop().edges()))
        new = {each for each in calls if each.is_defined and each.error is None} - found
        found |= new
        waiting += new
    return [each for each in program.defined_functions if each in found]


def _called(edge: Edge) -> Function | None:
    """A call of a function with a body has an edge of its own, and so has one through a pointer (``cfa.blocks``)."""
    match edge.operation:
        case Call(callee=Function() as callee):
            return callee
        case Call():
            raise NotSummarised(f"{edge.source.function.name}, {_RECURSIVE}, calls through a pointer")
        case _:
            return None
