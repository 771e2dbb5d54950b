"""Which variables to keep apart first: a precision grows along this order.

Joining states loses most where later conditions ask how variables belong together.  Three kinds are told apart by how a program
assigns them:

1. *flags* get constants and copies only: keeping them apart costs little, as they have few values;
2. *others* that occur in conditions;
3. *counters* are changed by a sum with themselves: keeping them apart unrolls a loop.

Within a kind the order is that of the distance to an error: how many edges lie between a call of an error function and the first
condition before it with the variable, or the first call that is given it.

Some variables are always kept apart, because they are dead soon: temporaries that get nothing but constants (the value of ``&&``,
``||`` or ``?:``), results of functions that return nothing but constants, as ``true`` and ``false``, until they are assigned or
asked about, and parameters that a function only asks about, as ``assume_abort_if_not(int cond)`` does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from whet.analyses.interval.constants import constant_of
from whet.analyses.interval.places import ScalarPlace, ScalarPlaces, base_of
from whet.cfa.expressions import (
    Binary,
    BinaryOp,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    Var,
    Variable,
    VariableKind,
    is_lvalue,
    subexpressions,
    variables_of,
    without_casts,
)
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Havoc, Operation, Return, expressions_of, flatten
from whet.cfa.types import is_scalar
from whet.pointers.regions import Regions

_FLAG, _OTHER, _COUNTER = range(3)


class Importance:
    """The places of a program in the order in which they become important."""

    def __init__(self, program: Program, places: ScalarPlaces) -> None:
        self._program = program
        self._places = places
        operations = [part for edge in program.edges() for part in flatten(edge.operation)]
        self._always = tuple(self._short_lived(operations))
        self.order = tuple(self._ordered(operations))

    def always_in(self, function: Function) -> tuple[int, ...]:
        """What keeps states apart in a function, whatever the precision."""
        return tuple(number for number in self._always if self._places.table[number].variable.function == function.name)

    def _ordered(self, operations: Iterable[Operation]) -> list[int]:
        kinds = self._kinds(operations)
        # Backwards from the calls of error functions, breadth first, into callers where a function begins.
        sites = self._sites()
        found: dict[int, int] = {}
        frontier = [edge for function, edges in sites.items() if function.error is not None for edge in edges]
        seen: set[Node] = set()
        distance = 0
        while frontier:
            following: list[Edge] = []
            for edge in frontier:
                for operation in flatten(edge.operation):
                    for number in self._asked(operation):
                        found.setdefault(number, distance)
                following += self._before(edge.source, seen, sites)
            frontier, distance = following, distance + 1
        distances = found
        far = len(kinds) + sum(1 for _ in self._program.nodes())
        asked = dict.fromkeys(number for part in operations for number in self._asked(part) if number not in self._always)
        return sorted(asked, key=lambda number: (kinds.get(number, _OTHER), distances.get(number, far), number))

    def _asked(self, operation: Operation) -> Iterator[int]:
        """The places in a condition, or in an argument."""
        match operation:
            case Assume(condition=condition):
                yield from self._in(condition)
            case Call(arguments=arguments):
                for argument in arguments:
                    yield from self._in(argument)
            case _:
                pass

    def _in(self, expr: Expr) -> Iterator[int]:
        for part in subexpressions(expr):
            if isinstance(part, (Var, Member, Index, Deref)) and is_scalar(part.type):
                yield from self._meant(part)

    def _meant(self, lvalue: Lvalue) -> Iterator[int]:
        """The place that an lvalue is; through a pointer, those in variables of the type that it points to, in its region."""
        number = self._places.fixed(lvalue)
        if number is not None:
            yield number
        pointee, offset = base_of(lvalue) or (None, 0)
        if isinstance(pointee, Deref):
            for variable in self._program.fact(Regions).of_pointer(pointee.pointer).variables:
                is_inside = 0 <= offset <= variable.type.size - lvalue.type.size
                if variable.type == pointee.type and is_inside and self._places.is_tracked(variable):
                    yield self._places.number(ScalarPlace(variable, offset, lvalue.type))

    def _kinds(self, operations: Iterable[Operation]) -> dict[int, int]:
        """By how a place is assigned; the most expensive way counts."""
        kinds: dict[int, int] = {}
        for operation in operations:
            match operation:
                case Assign(lvalue=lvalue, value=value) if is_scalar(lvalue.type):
                    for number in self._meant(lvalue):
                        kinds[number] = max(kinds.get(number, _FLAG), self._kind(number, value))
                case Call(result=result) if result is not None and is_scalar(result.type):
                    for number in self._meant(result):
                        kinds[number] = max(kinds.get(number, _FLAG), _OTHER)
                case _:
                    pass
        return kinds

    def _kind(self, number: int, value: Expr) -> int:
        value = without_casts(value)
        match value:
            case Binary(op=BinaryOp.ADD | BinaryOp.SUB) if number in self._in(value):
                return _COUNTER
            case _ if constant_of(value) is not None or is_lvalue(value):
                return _FLAG
            case Binary(op=op) if op.is_comparison:
                return _FLAG
            case _:
                return _OTHER

    def _before(self, node: Node, seen: set[Node], sites: dict[Function, list[Edge]]) -> list[Edge]:
        if node in seen:
            return []
        seen.add(node)
        return [*node.entering, *(sites[node.function] if node is node.function.entry else ())]

    def _sites(self) -> dict[Function, list[Edge]]:
        """The edges that call each function."""
        facts, found = Facts.of(self._program), defaultdict(list)
        for edge in self._program.edges():
            for part in flatten(edge.operation):
                if isinstance(part, Call):
                    for callee in facts.called_by(part):
                        found[callee].append(edge)
        return found

    def _short_lived(self, operations: Iterable[Operation]) -> Iterator[int]:
        choices, read = self._choices(), _read_outside_conditions(operations)
        for function in self._program.defined_functions:
            for variable in function.variables:
                is_tracked = is_scalar(variable.type) and self._places.is_tracked(variable)
                is_question = variable.kind is VariableKind.PARAMETER and variable not in read
                if is_tracked and (variable in choices or is_question):
                    yield self._places.of_variable(variable)

    def _choices(self) -> set[Variable]:
        """Temporaries and returned values that get nothing but constants, and values of each other."""
        defined = self._program.defined_functions
        kinds = (VariableKind.TEMPORARY, VariableKind.RETURN)
        found = {variable for function in defined for variable in function.variables if variable.kind in kinds}
        found |= {function.return_variable for function in defined if function.return_variable is not None}
        sources = [(variable, value) for variable, value in self._sources() if variable in found]
        while others := {variable for variable, value in sources if variable in found and not _is_choice(value, found)}:
            found -= others
        return found

    def _sources(self) -> Iterator[tuple[Variable, Expr | None]]:
        """What variables are assigned; None if that is not known."""
        facts = Facts.of(self._program)
        for edge in self._program.edges():
            for part in flatten(edge.operation):
                match part:
                    case Assign(lvalue=Var(variable=variable), value=value):
                        yield variable, value
                    case Return(value=value) if edge.source.function.return_variable is not None:
                        yield edge.source.function.return_variable, value
                    case Call(result=Var(variable=variable)):
                        returned = [callee.return_variable if callee.is_defined else None for callee in facts.called_by(part)]
                        yield from ((variable, None if each is None else Var(each)) for each in returned or [None])
                    case Havoc(lvalue=Var(variable=variable)):
                        yield variable, None
                    case _:
                        pass


def _is_choice(value: Expr | None, choices: set[Variable]) -> bool:
    if value is None:
        return False
    value = without_casts(value)
    return constant_of(value) is not None or (isinstance(value, Var) and value.variable in choices)


def _read_outside_conditions(operations: Iterable[Operation]) -> set[Variable]:
    """Variables that occur in anything but conditions."""
    others = (operation for operation in operations if not isinstance(operation, Assume))
    return {variable for operation in others for expr in expressions_of(operation) for variable in variables_of(expr)}
