"""A property is checks, put into the program before anything is computed from it.

Every violation has one form, whatever is checked: an edge enters an *error function* (``targets.violation_by``).

* A function that must not be called is an error function itself; one without a body gets an empty body, so that it is entered.
* After a label that must not be reached stands the call of an error function that is made for it.
* Before an operation that may go wrong stand its checks, each as the program could have written it:
  ``if (!condition) error();``.  The condition is evaluated directly before the operation, on the same values.

So a domain has to know nothing but ``Assume``, and a call of a function that does nothing.  The call of an error function has an
edge of its own: an analysis that has no successor for what stands on the same edge after a violation, or after what is not
modelled, would make it disappear, and with it all other analyses of the product.

A failed check alone is no FALSE: after ``error()`` the operation follows.  The interpreter enters an error function like any
other, continues to the operation and tests independently what happens there (``interpreter.replay``).

Checks that need to know of the past of a run keep it in variables of the program (``check.Bookkeeping``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from whet.cfa.model import Edge, Function, Node, Program, connect
from whet.cfa.operations import Assume, Call, Operation, Return, Skip, Unsupported, flatten, joined
from whet.cfa.source import Origin
from whet.cfa.targets import ASSERTION_FUNCTIONS, NO_TARGETS, Error, Targets
from whet.cfa.types import VOID, FunctionType
from whet.checks.check import END, CheckCondition, PointsTo
from whet.checks.conditions import Conditions
from whet.task.dangers import Danger


def put_checks(program: Program, targets: Targets, points_to: Callable[[Program], PointsTo] | None = None) -> None:
    """Put a property into a program, in place, before anything is computed from it; again changes nothing.

    ``points_to`` finds which objects pointers may reach; without it each may reach all."""
    own = (function.name for function in program.defined_functions if function.error is None)
    targets = targets.without(own).with_files(program.functions)
    if program.targets not in (NO_TARGETS, targets):
        raise ValueError(f"the program has other targets: {program.targets}")
    if program.targets != targets:
        program.targets = targets
        program.forget_facts()
        _Instrumentation(program, targets, points_to).run()
        program.forget_facts()


class _Instrumentation:
    """Puts one property into one program; used once."""

    def __init__(self, program: Program, targets: Targets, points_to: Callable[[Program], PointsTo] | None) -> None:
        self._program = program
        self._targets = targets
        self._conditions = Conditions(program.machine, targets.dangers, program, points_to)
        self._bookkeeping = self._conditions.bookkeeping()
        self._not_in_library = frozenset(each for each in targets.dangers if not each.is_in_library)
        self._last = max(node.number for node in program.nodes())
        self._somewhere = next(program.edges()).origin

    def run(self) -> None:
        program = self._program
        functions = [function for function in program.functions.values() if function.name in self._targets.functions]
        for function in functions:
            is_assertion = function.written_name in ASSERTION_FUNCTIONS
            what = "an assertion fails" if is_assertion else f"{function.name}() is called"
            self._make_error(function, Error(what, self._targets.part("assertion" if is_assertion else "unreach-call")))
        for each in self._bookkeeping:
            program.globals += each.variables
            program.functions.update({function.name: function for function in each.functions})
            for function, operation in each.beginnings():
                self._begin_with(function, operation)
        if any(each.needs_end for each in self._bookkeeping):
            self._mark_end()
        for edge in list(program.edges()):
            self._cut(edge)
        for node in list(program.nodes()):
            self._guard(node)

    def _make_error(self, function: Function, error: Error) -> None:
        """An error function has a body; one that is made here returns at once."""
        function.error = error
        if not function.is_defined:
            function.entry, function.exit = self._node(function), self._node(function)
            connect(function.entry, Return(None, self._somewhere), function.exit)

    def _error(self, error: Error) -> Function:
        """The function for an error that the program itself has no name for."""
        functions = self._program.functions
        if error.what not in functions:  # no function of C has such a name
            functions[error.what] = Function(error.what, FunctionType(VOID, (), variadic=False))
            self._make_error(functions[error.what], error)
        return functions[error.what]

    def _node(self, function: Function) -> Node:
        self._last += 1
        function.nodes.append(Node(self._last, function))
        return function.nodes[-1]

    def _cut(self, edge: Edge) -> None:
        """Make a chain of an edge, in which errors have edges of their own and checked operations are the first of theirs."""
        changed: Iterable[Operation] = flatten(edge.operation)
        for each in self._bookkeeping:
            changed = each.changed(changed, edge)
        operations = tuple(changed)
        parts = self._parts(operations, edge.source.function)
        if len(parts) < 2 and operations == flatten(edge.operation):
            return
        places = [edge.source, *(self._node(edge.source.function) for _ in parts[1:]), edge.target]
        chain = [Edge(a, joined(part), b) for (a, b), part in zip(pairwise(places), parts, strict=True)]
        edge.source.leaving[edge.source.leaving.index(edge)] = chain[0]
        edge.target.entering[edge.target.entering.index(edge)] = chain[-1]
        for before, after in pairwise(chain):
            before.target.entering.append(before)
            before.target.leaving.append(after)

    def _parts(self, operations: Sequence[Operation], function: Function) -> list[list[Operation]]:
        parts: list[list[Operation]] = [[]]
        for operation in operations:
            if _is_entered(operation):
                parts += [[operation], []]
                continue
            if self._checks(operation, function):
                parts.append([])
            parts[-1].append(operation)
            if isinstance(operation, Skip) and operation.label in self._targets.labels:
                error = self._error(Error(f"the label {operation.label} is reached", self._targets.part("unreach-label")))
                parts += [[Call(error, (), None, operation.origin)], []]
        return [part for part in parts if part]

    def _begin_with(self, function: Function, operation: Operation) -> None:
        entry, first = function.entry, self._node(function)
        assert entry is not None
        first.leaving, entry.leaving = entry.leaving, []
        first.entering, entry.entering = entry.entering, []
        for edge in first.leaving:
            edge.source = first
        for edge in first.entering:
            edge.target = first
        connect(entry, operation, first)

    def _mark_end(self) -> None:
        """Where ``main`` has returned."""
        start = self._program.start
        assert start.exit is not None
        last = self._node(start)
        last.entering, start.exit.entering = start.exit.entering, []
        for edge in last.entering:
            edge.target = last
        connect(last, Skip(next(self._program.main.edges()).origin, END), start.exit)

    def _checks(self, operation: Operation, function: Function) -> tuple[CheckCondition, ...]:
        if not self._targets.dangers or self._program.strings.makes(operation):
            return ()
        found = self._conditions.in_program(operation)
        return tuple([each for each in found if each.danger not in self._not_in_library]) if function.is_of_library else found

    def _guard(self, node: Node) -> None:
        """Put checks between a node and what leaves it, so that loops and calls still come to the node."""
        found: dict[CheckCondition, Origin] = {}
        for edge in node.leaving:
            first = flatten(edge.operation)[0]
            for check in self._checks(first, node.function):
                found.setdefault(check, first.origin)
        leaving, node.leaving = node.leaving, []
        for check, origin in found.items():
            # The node after ``if (!condition) error();``.  A requirement whose evaluation goes wrong is not satisfied.
            error = None if node.function.is_requirement else self._node(node.function)
            after = self._node(node.function)
            if error is not None:
                connect(node, Assume(check.condition, False, origin, check.danger), error)
                connect(error, self._violation(check, origin), after)
            connect(node, Assume(check.condition, True, origin, check.danger), after)
            node = after
        node.leaving = leaving
        for edge in leaving:
            edge.source = node

    def _violation(self, check: CheckCondition, origin: Origin) -> Operation:
        if check.danger == Danger("pointer") and self._program.steps_wrap:
            return Unsupported("pointer outside its object with -fwrapv-pointer", origin)
        what = Error(check.danger.words, check.danger.property_name, check.danger)
        return Call(self._error(what), (), None, origin)


def _is_entered(operation: Operation) -> bool:
    """Does it call a function with a body, as error functions have one?  Such a call has an edge of its own."""
    return isinstance(operation, Call) and (not isinstance(operation.callee, Function) or operation.callee.is_defined)
