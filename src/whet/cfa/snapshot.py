"""A program as it was, to come back to after passes changed it in place.

Passes change programs, functions, nodes and edges; everything else that a program is made of is immutable.
"""

from __future__ import annotations

from typing import TypeAlias

from whet.cfa.model import Edge, Function, Node, Program

_Part: TypeAlias = Program | Function | Node | Edge


class Snapshot:
    """Costs a copy of the lists of nodes and edges."""

    def __init__(self, program: Program) -> None:
        self._program = program
        functions = [program.start, program.main, *program.functions.values()]
        nodes = [node for function in functions for node in function.nodes]
        edges = [edge for node in nodes for edge in node.leaving]
        parts: list[_Part] = [program, *functions, *nodes, *edges]
        self._states = [(part, [(name, _copied(getattr(part, name))) for name in part.__slots__]) for part in parts]

    def restore(self) -> Program:
        """The program, which everybody sees as it was; once."""
        for part, state in self._states:
            for name, value in state:
                setattr(part, name, value)
        return self._program


def _copied(value: object) -> object:
    return value.copy() if isinstance(value, list | dict) else value
