"""The program: functions as control-flow automata, and the variables they share.

A function's automaton has one entry and one exit; every ``Return`` edge and every path that falls off the end leads
to the exit.  A call is an edge with a ``Call`` operation from the call site to the place after it;
``Program.call_edges`` gives the two edges that go through a callee instead.  Execution starts at the entry of
``Program.start``, a synthetic function that initialises the globals in order and then calls the entry function of the
program.

Nodes hash by number and are numbered in the order they were made, so that sets of them iterate the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import TypeVar, cast

from whet.cfa.expressions import Expr, Variable, subexpressions
from whet.cfa.operations import Call, Enter, Leave, Operation, expressions_of
from whet.cfa.sequencing import Unsequenced
from whet.cfa.source import Origin, Place, SourceFile, Span
from whet.cfa.targets import NO_TARGETS, Error, Targets
from whet.cfa.texts import NO_STRINGS, GivenStrings
from whet.cfa.types import FunctionType, MachineModel
from whet.task.records import dataclass

T = TypeVar("T")


class Node:
    """A program location."""

    __slots__ = ("entering", "function", "leaving", "number")

    def __init__(self, number: int, function: Function) -> None:
        self.number = number
        self.function = function
        self.entering: list[Edge] = []
        self.leaving: list[Edge] = []

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: Node) -> bool:
        return self.number < other.number

    def __repr__(self) -> str:
        return f"N{self.number}"


class Edge:
    """A step from one location to another; made by ``connect``, ``Program.call_edges`` and the passes."""

    __slots__ = ("operation", "source", "target")

    def __init__(self, source: Node, operation: Operation, target: Node) -> None:
        self.source = source
        self.operation = operation
        self.target = target

    @property
    def origin(self) -> Origin:
        return self.operation.origin

    def __repr__(self) -> str:
        return f"{self.source!r}->{self.target!r}"


class Function:
    """A function: declared, and with an automaton if its body was seen and is reachable."""

    __slots__ = (
        "entry",
        "error",
        "exit",
        "is_of_library",
        "is_of_system",
        "is_requirement",
        "loops",
        "name",
        "nodes",
        "parameters",
        "return_variable",
        "type",
        "variables",
    )

    def __init__(self, name: str, type: FunctionType) -> None:
        self.name = name
        self.type = type
        self.parameters: tuple[Variable, ...] = ()
        self.return_variable: Variable | None = None
        self.variables: list[Variable] = []
        """Everything in its frame: parameters, locals, temporaries, the return variable."""
        self.nodes: list[Node] = []
        self.loops: list[LoopStatement] = []
        """The ``while``, ``do`` and ``for`` of its body, as they stand there; what is never reached, too."""
        self.entry: Node | None = None
        self.exit: Node | None = None
        self.error: Error | None = None
        """What has happened when it is entered, if the property forbids that (``checks``)."""
        self.is_of_library = False
        """Is its body one of those that come with Whet, and not the program's (``frontend.shipped``)?"""
        self.is_of_system = False
        """Does a header of the system declare it, so that its name means what it means there?"""
        self.is_requirement = False
        """Does it evaluate, in a harness, what callers promise?  Where that is undefined, the promise is not kept."""

    @property
    def written_name(self) -> str:
        """What the source calls it: a static function of several of the same name has its file in its name."""
        return self.name.partition("@")[0]

    @property
    def is_defined(self) -> bool:
        return self.entry is not None

    def edges(self) -> Iterator[Edge]:
        for node in self.nodes:
            yield from node.leaving

    def __repr__(self) -> str:
        return f"<function {self.name}>"


@dataclass(frozen=True, slots=True, eq=False)
class LoopStatement:
    """An iteration statement: where it stands, and which locations are its."""

    statement: Span
    """From its keyword on."""
    head: Node
    """Where every turn begins."""
    test: Node
    """Where its controlling expression is evaluated: for ``while`` and ``for`` that is the head."""

    @property
    def tests_first(self) -> bool:
        return self.test is self.head


def connect(source: Node, operation: Operation, target: Node) -> Edge:
    """Add an edge inside one function."""
    edge = Edge(source, operation, target)
    source.leaving.append(edge)
    target.entering.append(edge)
    return edge


@dataclass(frozen=True, slots=True)
class UnsupportedConstruct:
    """Something the front end could not model; an ``Unsupported`` operation stands where it would run."""

    construct: str
    place: Place

    def __str__(self) -> str:
        return f"{self.place}: {self.construct} is not supported"


@dataclass(eq=False, slots=True)
class Program:
    """Everything that is known of a program; not changed after the front end made it and the property was put into it."""

    machine: MachineModel
    source: SourceFile
    """The main file of the unit with the entry function."""
    start: Function
    """Initialises the globals and calls ``main``."""
    main: Function
    functions: dict[str, Function]
    """By name, in the order of their first use; includes functions without a body."""
    globals: list[Variable]
    """Everything that lives as long as the program, string literals included, in the order of initialisation."""
    address_taken: frozenset[Variable] = frozenset()
    """Variables some pointer may point to; the others can change only where they are named."""
    unsupported: tuple[UnsupportedConstruct, ...] = ()
    unsequenced: tuple[Unsequenced, ...] = ()
    """Where C leaves open what comes first, and something happens there."""
    allocation_may_fail: bool = False
    """Are both outcomes of calls of ``malloc`` in the program?  Otherwise such a call returns a block."""
    ends_blocks: bool = False
    """Does it say (``End``) where the objects of blocks die?  Otherwise they live until their function returns."""
    lost_consts: tuple[Origin, ...] = ()
    """Where a pointer to something constant, or to what has constant members, becomes one to something that is not."""
    has_weak_alignment: bool = False
    """Are there names of types with a weaker alignment than theirs?  Types do not keep it, so alignment cannot be checked."""
    may_alias: bool = False
    """May accesses use other types than objects have, by an attribute or an option of the compiler?"""
    wraps: bool = False
    """Does signed arithmetic wrap around, by an option of the compiler?  Then no sum, product or shift overflows."""
    steps_wrap: bool = False
    """Do steps of pointers wrap around, by an option of the compiler?  What such a step leads to is not modelled."""
    choices: tuple[str, ...] = ()
    """What C leaves open in functions of the library whose body comes with Whet, and what was chosen."""
    targets: Targets = NO_TARGETS
    """What a run must not do (``checks.put_checks``)."""
    others: tuple[SourceFile, ...] = ()
    """The main files of the other units."""
    strings: GivenStrings = NO_STRINGS
    """Those that ``main`` is given, as far as they are made."""
    _facts: dict[Callable[[Program], object], object] = field(default_factory=dict, repr=False)
    _call_edges: dict[tuple[Edge, Function], tuple[Edge, Edge]] = field(default_factory=dict, repr=False)
    _sites: dict[Edge, Edge] = field(default_factory=dict, repr=False)

    def fact(self, find: Callable[[Program], T]) -> T:
        """What ``find`` finds out about this program, found once; ``facts`` has what many ask for."""
        if find not in self._facts:
            self._facts[find] = find(self)
        return cast(T, self._facts[find])

    def forget_facts(self) -> None:
        """The program was changed."""
        self._facts.clear()

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """The main files of all units."""
        return (self.source, *self.others)

    @property
    def defined_functions(self) -> list[Function]:
        return [function for function in self.functions.values() if function.is_defined]

    def nodes(self) -> Iterator[Node]:
        for function in self.defined_functions:
            yield from function.nodes

    def edges(self) -> Iterator[Edge]:
        for function in self.defined_functions:
            yield from function.edges()

    def expressions(self) -> Iterator[Expr]:
        """Every expression that an edge evaluates, with all its parts."""
        for edge in self.edges():
            for expr in expressions_of(edge.operation):
                yield from subexpressions(expr)

    def variables(self) -> Iterator[Variable]:
        yield from self.globals
        for function in self.defined_functions:
            yield from function.variables

    def call_edges(self, edge: Edge, callee: Function) -> tuple[Edge, Edge]:
        """(edge into the callee's entry, edge from its exit to after the call) for an edge with a ``Call``."""
        key = (edge, callee)
        if key not in self._call_edges:
            call = edge.operation
            assert isinstance(call, Call) and callee.entry is not None and callee.exit is not None
            entering = Edge(edge.source, Enter(call, callee), callee.entry)
            leaving = Edge(callee.exit, Leave(call, callee), edge.target)
            self._call_edges[key] = (entering, leaving)
            self._sites[entering] = edge
        return self._call_edges[key]

    def site_of(self, entering: Edge) -> Edge:
        """The edge with the ``Call`` that an edge into a callee stands for."""
        return self._sites[entering]


def reachable(start: Node) -> Iterable[Node]:
    """The nodes of a function that can be reached from ``start``, depth first."""
    seen = {start}
    stack = [start]
    while stack:
        node = stack.pop()
        yield node
        for edge in reversed(node.leaving):
            if edge.target not in seen:
                seen.add(edge.target)
                stack.append(edge.target)
