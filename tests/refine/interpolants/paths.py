"""Blocks for tests: C text to a program, paths through it, and the blocks predicate refinement would see.

::

    world = world_of("int main(void) { ... reach_error(); }", tmp_path)
    edges = world.along([1, 0, 1])                      # at the n-th branching take the n-th of these
    edges = next(world.error_paths(visits=3))           # the first that is three times at the head of a loop
    blocks = world.by_edges(edges)                      # one block per edge
    blocks = world.by_heads(edges)                      # cut where the heads of loops are
    blocks = world.joined(visits=3)                     # all paths between two heads in one block

The program has ``PRELUDE`` before it.  ``world.contradict(blocks)`` tells whether there is no execution.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.refine.running import PRELUDE
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Call, Enter, Operation, flatten
from whet.cfa.types import LP64, MachineModel
from whet.core.path import PathStep, steps_of
from whet.encoding.encode import Encoder, PathFormula
from whet.frontend.parse import parse_file
from whet.refine.blocks import PathBlock
from whet.solvers.port import Engine, Model, Sat, Unsat, engine_named
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term

Place = tuple[Node, tuple[Edge, ...]]
"""A node and the calls (edges with a ``Call``) that are active there."""


class OneEngine(Engines):
    """Asks one engine about everything."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.terms)
        self._one = engine

    def named(self, name: str) -> Engine:
        return self._one


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """A program with its encoder; everything in it has the same terms."""

    program: Program
    terms: Terms
    encoder: Encoder
    heads: frozenset[Node]

    def engine(self, name: str) -> Engine:
        return engine_named(name, self.terms)

    @property
    def engines(self) -> Engines:
        return Engines(self.terms)

    def contradict(self, blocks: Sequence[PathBlock], *, engine: str = "bitwuzla") -> bool:
        solver = self.engine(engine).solver(limit=60)
        solver.add(*(block.formula for block in blocks))
        answer = solver.check()
        assert isinstance(answer, Sat | Unsat), answer
        return isinstance(answer, Unsat)

    # ------------------------------------------------------------------------------------------ paths

    def successors(self, place: Place) -> list[tuple[Edge, Place]]:
        node, calls = place
        if node is node.function.exit:
            if not calls:
                return []
            edge = self.program.call_edges(calls[-1], node.function)[1]
            return [(edge, (edge.target, calls[:-1]))]
        return [self._step(edge, calls) for edge in node.leaving]

    def _step(self, edge: Edge, calls: tuple[Edge, ...]) -> tuple[Edge, Place]:
        call = edge.operation
        if isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.is_defined:
            entering = self.program.call_edges(edge, call.callee)[0]
            return entering, (entering.target, (*calls, edge))
        return edge, (edge.target, calls)

    @property
    def start(self) -> Place:
        assert self.program.start.entry is not None
        return self.program.start.entry, ()

    def along(self, choices: Iterable[int], *, longest: int = 200) -> list[Edge]:
        """A path that only control flow allows: the choices decide at branchings; it ends with them or the program."""
        place, edges, choosing = self.start, list[Edge](), iter(choices)
        while len(edges) < longest and (following := self.successors(place)):
            choice = 0 if len(following) == 1 else next(choosing, None)
            if choice is None:
                break
            edge, place = following[choice % len(following)]
            edges.append(edge)
        return edges

    def error_paths(self, *, visits: int | None = None, longest: int = 60) -> Iterator[list[Edge]]:
        """The paths to an error, shorter ones first; ``visits`` is how often they come to heads of loops."""
        paths: list[tuple[list[Edge], Place]] = [([], self.start)]
        while paths:
            paths = [
                ([*edges, edge], following)
                for edges, place in paths
                for edge, following in self.successors(place)
                if visits is None or self._visits([*edges, edge]) <= visits
            ]
            for edges, _ in paths:
                if is_error(edges[-1]) and visits in (None, self._visits(edges)):
                    yield edges
            paths = [(edges, place) for edges, place in paths if not is_error(edges[-1]) and len(edges) < longest]

    def _visits(self, edges: Sequence[Edge]) -> int:
        return sum(edge.target in self.heads for edge in edges)

    # ------------------------------------------------------------------------------------------ linear blocks

    def by_edges(self, edges: Sequence[Edge]) -> list[PathBlock]:
        return self.cut(edges, lambda node: True)

    def by_heads(self, edges: Sequence[Edge]) -> list[PathBlock]:
        return self.cut(edges, lambda node: node in self.heads)

    def cut(self, edges: Sequence[Edge], at: Callable[[Node], bool]) -> list[PathBlock]:
        """Blocks that end where ``at`` says; the last ends with the path."""
        blocks: list[PathBlock] = []
        path, steps = self.encoder.initial(), list[PathStep]()
        before = path
        for number, step in enumerate(steps_of(edges), 1):
            path = self.encoder.extended(path, step)
            steps.append(step)
            if at(step.location) or number == len(edges):
                blocks.append(PathBlock(before=before, after=path, steps=tuple(steps), location=step.location))
                before = path = self.encoder.cleared(path)
                steps = []
        return blocks

    # ------------------------------------------------------------------------------------------ joined blocks

    def joined(self, *, visits: int, error: int = 0) -> list[PathBlock]:
        """All paths that come ``visits`` times to heads of loops and then to an error, joined between the heads.

        If there are several heads or places of error to come to next, the first is taken, or the one with this number."""
        blocks: list[PathBlock] = []
        place, before = self.start, self.encoder.initial()
        for visit in range(visits + 1):
            ends = self._ends(place, before, error=visit == visits)
            end, after = list(ends.items())[error if visit == visits else 0]
            routes = self._routes(place, end)
            steps = steps_of(routes[0]) if len(routes) == 1 else None
            taken = None if steps is not None else partial(self._taken, before, routes)
            blocks.append(PathBlock(before=before, after=after, steps=steps, location=end[0], taken=taken))
            place, before = end, self.encoder.cleared(after)
        return blocks

    def _taken(self, before: PathFormula, routes: Sequence[Sequence[Edge]], model: Model) -> tuple[PathStep, ...]:
        for route in routes:
            path = self.encoder.cleared(before)
            for edge in route:
                path = self.encoder.extended(path, edge)
            if model.holds(path.formula):
                return steps_of(route)
        raise AssertionError("the model takes none of the routes")

    def _ends(self, start: Place, path: PathFormula, *, error: bool) -> dict[Place, PathFormula]:
        """What is known at the next heads, or where an error happened, on all paths from a place."""
        at, ends = {start: path}, dict[Place, PathFormula]()
        for place in self._order(start):
            for edge, following in self.successors(place):
                here = self.encoder.extended(at[place], edge)
                is_end = following[0] in self.heads or is_error(edge)
                known = ends if is_end else at
                if not is_end or is_error(edge) == error:
                    known[following] = here if following not in known else self.encoder.joined(known[following], here)
        return ends

    def _order(self, start: Place) -> list[Place]:
        """The places before the next head, each behind those that lead to it."""
        finished: list[Place] = []
        seen, stack = {start}, [(start, iter(self._inner(start)))]
        while stack:
            place, following = stack[-1]
            unseen = next((each for each in following if each not in seen), None)
            if unseen is None:
                finished.append(place)
                stack.pop()
            else:
                seen.add(unseen)
                stack.append((unseen, iter(self._inner(unseen))))
        return finished[::-1]

    def _inner(self, place: Place) -> list[Place]:
        return [to for edge, to in self.successors(place) if to[0] not in self.heads and not is_error(edge)]

    def _routes(self, start: Place, end: Place) -> list[list[Edge]]:
        """All ways between two places on which there is no head but perhaps the last node."""
        found: list[list[Edge]] = []
        stack: list[tuple[list[Edge], Place]] = [([], start)]
        while stack:
            edges, place = stack.pop()
            for edge, following in self.successors(place):
                if following == end and (following[0] in self.heads or is_error(edge)):
                    found.append([*edges, edge])
                elif following[0] not in self.heads and not is_error(edge):
                    stack.append(([*edges, edge], following))
        return found


def is_error(edge: Edge) -> bool:
    """Does the edge call ``reach_error``?"""
    return any(_calls(operation, "reach_error") for operation in flatten(edge.operation))


def _calls(operation: Operation, name: str) -> bool:
    match operation:
        case Call(callee=Function(name=called)) | Enter(function=Function(name=called)):
            return called == name
        case _:
            return False


def world_of(text: str, folder: Path, *, machine: MachineModel = LP64, blocks: bool = True) -> World:
    """``blocks``: are straight lines one edge?"""
    path = folder / "program.c"
    path.write_text(PRELUDE + text)
    return _world(parse_file(os.fspath(path), machine=machine, blocks=blocks))


def world_of_file(path: Path, *, machine: MachineModel = LP64) -> World:
    """A file as it is, without ``PRELUDE``."""
    return _world(parse_file(os.fspath(path), machine=machine))


def _world(program: Program) -> World:
    terms = Terms()
    heads = frozenset(head for function in program.defined_functions for head in analyse_loops(function).heads)
    return World(program, terms, Encoder(program, terms), heads)


def instance_of(world: World, block: PathBlock, name: str) -> Term:
    """What stands for a scalar variable (``main::x``) at the end of a block."""
    variable = next(each for each in world.program.variables() if each.qualified_name == name)
    return world.encoder.symbol(block.after, variable)
