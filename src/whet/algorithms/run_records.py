"""What all runs of a program together executed, for people who get no verdict: branches, checks, lines, and the largest values of
variables that decide about loops.

Marks are set by the code that the interpreter generates.  Lines cost time in every run, so they are counted only if somebody
wants to see them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from whet.algorithms.input_search import branching_edges, compared_values
from whet.cfa.expressions import Cast, Expr, Var, Variable
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, flatten
from whet.cfa.source import Place, is_generated
from whet.cfa.types import IntType
from whet.core.executed import ExecutedCode, ExecutedLines, LargestValue
from whet.interpreter.inputs import Inputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Execution
from whet.interpreter.units import WatchedValues

_MOST_WATCHED = 200
_MOST_TOLD = 3
_NONE = -(1 << 200)
"""Less than every value."""
_NEAR = 4
"""Edges between the head of a loop and its condition."""


class RunRecords:
    """Of one program."""

    def __init__(self, program: Program, interpreter: Interpreter, *, wants_lines: bool) -> None:
        self._interpreter = interpreter
        self.edges = branching_edges(program)
        """The branches and their numbers."""
        self._lines = dict(_lines_of(program)) if wants_lines else {}
        others = (edge for edge in self._lines if edge not in self.edges)
        self._counted = {**self.edges, **{edge: number for number, edge in enumerate(others, len(self.edges))}}
        self._seen = 0
        """The marks of all runs, as one number."""
        self._conditions = _loop_conditions(program, self.edges)
        variables = list(dict.fromkeys(each for found in self._conditions.values() for each in found))[:_MOST_WATCHED]
        numbers = {variable: number for number, variable in enumerate(variables)}
        by_edge = {
            edge: tuple((each, numbers[each]) for each in found if each in numbers) for edge, found in self._conditions.items()
        }
        self._watched = WatchedValues(by_edge, [_NONE] * len(variables))
        self._numbers = numbers
        self.is_partial = False
        """Was more executed than is counted here?"""

    def run(self, inputs: Inputs, *, steps: int) -> tuple[Execution, list[int]]:
        """Interpret the program; with the branches that the run took."""
        hits = bytearray(len(self._counted))
        execution = self._interpreter.count(inputs, self._counted, hits, steps=steps, watched=self._watched)
        if self._lines:
            self._seen |= int.from_bytes(hits, "little")
        return execution, [number for number, hit in enumerate(hits[: len(self.edges)]) if hit]

    def executed(self, runs: int, taken: Container[int], count: int) -> ExecutedCode:
        """``taken`` are the branches that some run took, ``count`` of them."""
        checks: dict[Place, bool] = {}
        for edge in self.edges:
            first = flatten(edge.operation)[0]
            if isinstance(first, Assume) and first.danger is not None:
                place, is_reached = first.origin.original_place, any(self.edges[each] in taken for each in edge.source.leaving)
                checks[place] = checks.get(place, False) or is_reached
        return ExecutedCode(
            runs=runs,
            taken=count,
            branches=len(self.edges),
            checks=len(checks),
            unreached=tuple(sorted(place for place, is_reached in checks.items() if not is_reached)),
            largest=tuple(self._largest(taken)),
            lines=self._executed_lines(),
            is_partial=self.is_partial,
        )

    def _largest(self, taken: Container[int]) -> Iterator[LargestValue]:
        """First those of conditions that were only true, or only false."""
        is_open = {
            variable: any(self.edges[each] not in taken for each in edge.source.leaving)
            for edge, found in self._conditions.items()
            for variable in found
        }
        told = 0
        for variable in sorted(self._numbers, key=lambda each: not is_open[each]):
            value = self._watched.largest[self._numbers[variable]]
            if value != _NONE and told < _MOST_TOLD:
                told += 1
                yield LargestValue(variable.name, value)

    def _executed_lines(self) -> tuple[ExecutedLines, ...]:
        executed: dict[str, set[int]] = {}
        others: dict[str, set[int]] = {}
        for edge, lines in self._lines.items():
            is_taken = self._seen >> 8 * self._counted[edge] & 1
            for file, line in lines:
                executed.setdefault(file, set())
                (executed if is_taken else others).setdefault(file, set()).add(line)
        return tuple(
            ExecutedLines(file, tuple(sorted(lines)), tuple(sorted(others.get(file, set()) - lines)))
            for file, lines in sorted(executed.items())
        )


def _lines_of(program: Program) -> Iterator[tuple[Edge, set[tuple[str, int]]]]:
    """The edges of the program's own functions, with the files and lines that they stand for."""
    for function in _own_functions(program):
        for edge in function.edges():
            places = [part.origin.original_place for part in flatten(edge.operation) if not is_generated(part.origin)]
            if places:
                yield edge, {(place.file, place.line) for place in places}


def _own_functions(program: Program) -> Iterator[Function]:
    """Those that the user wrote; an error function may have got its body from a check."""
    others = {program.start, *(program.functions.get(name) for name in program.targets.functions)}
    defined = (each for each in program.functions.values() if each.is_defined and each not in others)
    return (each for each in defined if not each.is_of_library)


def _loop_conditions(program: Program, branches: Container[Edge]) -> dict[Edge, list[Variable]]:
    """The branches that decide whether a loop goes on, each with the variables that it compares."""
    found: dict[Edge, list[Variable]] = {}
    for function in _own_functions(program):
        for loop in analyse_loops(function).loops:
            for edge in _first_branches(loop.head):
                if edge in branches:
                    found[edge] = [each for operand in compared_values(edge) or () if (each := _variable(operand)) is not None]
    return {edge: variables for edge, variables in found.items() if variables}


def _first_branches(node: Node) -> tuple[Edge, ...]:
    for _ in range(_NEAR):
        if len(node.leaving) == 1:
            node = node.leaving[0].target
    return tuple(node.leaving)


def _variable(expr: Expr) -> Variable | None:
    while isinstance(expr, Cast):
        expr = expr.operand
    match expr:
        case Var(variable=variable) if isinstance(variable.type, IntType):
            return variable
        case _:
            return None
