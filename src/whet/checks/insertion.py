"""A property is checks, put into the program before anything is computed from it.

Every violation has one form, whatever is checked: an edge enters an *error function* (``targets.violation_by``).

* A function that must not be called is an error function itself; one without a body gets an empty body, so that it is entered.
* After a label that must not be reached stands the call of an error function that is made for it.
* Before an operation that may go wrong stand its checks, each as the program could have written it:
  ``if (!condition) error();``.  The condition is evaluated directly before the operation, on the same values.

So a domain has to know nothing but ``Assume``, and a call of a function that does nothing.  The call of an error function has an
edge of its own: an analysis that has no successor for what stands on the same edge after a violation, or after what is not
modelled, would make it disappear, and with it all other analyses of the product.

Nobody believes a check: after ``error()`` the operation follows.  The interpreter takes an error function that was made here for
any other function, goes on to the operation and finds out by itself what happens there (``interpreter.replay``).

A new check is a ``Danger``, a case of ``conditions.Conditions``, and the interpreter's own test of it (docs/checks.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from whet.cfa.aliasing import Aliasing
from whet.cfa.alignment import Alignment
from whet.cfa.callees import Callees
from whet.cfa.expressions import Binary, BinaryOp, Const, FunctionAddress
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Node, Program, connect
from whet.cfa.operations import Assume, Block, Call, Declare, Operation, Return, Skip, Unsupported, flatten
from whet.cfa.source import Origin
from whet.cfa.targets import ASSERTION_FUNCTIONS, NO_TARGETS, Error, Targets
from whet.cfa.types import VOID, FunctionType
from whet.checks.calling import PointerCalls, fits
from whet.checks.conditions import INT, Check, Conditions
from whet.checks.definedness import PointsTo, UnwrittenReads
from whet.checks.leaks import LivingBlocks, changes_heap_unseen
from whet.checks.restricted import overlaps_by_text
from whet.checks.returned import ReturnedValues
from whet.checks.streams import StreamChecks
from whet.checks.written import WrittenVariables
from whet.library.accesses import AccessKind
from whet.library.contracts import contract_of
from whet.library.effects import Allocates, Frees, Measures
from whet.library.notation import accesses_of
from whet.task.dangers import Danger

_HEAP = frozenset({Danger.ACCESS, Danger.FREE, Danger.LEAK, Danger.CLEANUP})
_NOT_IN_LIBRARY = frozenset({Danger.POINTER, Danger.ALIASING})
_NOT_CHECKED = "check of memory with "
_END = "the end of the program"
"""A label that no program has."""


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
        self._conditions = Conditions(program.machine, targets.dangers, self._alignment_of(program), self._aliasing_of(program))
        self._blocks = LivingBlocks(program, targets.dangers)
        self._streams = StreamChecks(program, targets.dangers, first=self._blocks.count.number + 1)
        self._written = self._written_variables()
        self._returned = self._returned_values()
        self._unwritten = UnwrittenReads(program, points_to) if Danger.UNINITIALISED in targets.dangers else None
        self._last = max(node.number for node in program.nodes())
        self._somewhere = next(program.edges()).origin

    def _alignment_of(self, program: Program) -> Alignment | None:
        return Alignment(program) if Danger.ALIGNMENT in self._targets.dangers and not program.has_weak_alignment else None

    def _aliasing_of(self, program: Program) -> Aliasing | None:
        return program.fact(Aliasing) if Danger.ALIASING in self._targets.dangers else None

    def _written_variables(self) -> WrittenVariables | None:
        if Danger.UNINITIALISED not in self._targets.dangers:
            return None
        return WrittenVariables(self._program, first=self._streams.closed.number + 1)

    def _returned_values(self) -> ReturnedValues | None:
        if self._written is None:
            return None
        made = ReturnedValues(self._program, self._blocks.count.number + 1 + len(self._written.marks))
        return made if made.is_needed else None

    @cached_property
    def _callees(self) -> Callees:
        return Callees(self._program)

    @cached_property
    def _pointer_calls(self) -> PointerCalls:
        return PointerCalls(self._program)

    @cached_property
    def _library(self) -> Library:
        return Library()

    def run(self) -> None:
        functions = [function for function in self._program.functions.values() if function.name in self._targets.functions]
        for function in functions:
            self._forbid(function)
        if self._written is not None:
            self._mark_variables(self._written)
        if self._returned is not None:
            self._program.globals.append(self._returned.mark)
            self._begin_with(self._program.start, self._returned.begin(self._somewhere))
        if self._blocks.dangers:
            self._count_blocks()
        self._program.functions.update({each.name: each for each in self._streams.primitives})
        if self._streams.variables:
            self._program.globals += self._streams.variables
            self._begin_with(self._program.start, self._streams.begin(self._somewhere))
        for edge in list(self._program.edges()):
            self._cut(edge)
        for node in list(self._program.nodes()):
            self._guard(node)

    # ------------------------------------------------------------------------------------------ error functions

    def _forbid(self, function: Function) -> None:
        is_assertion = function.written_name in ASSERTION_FUNCTIONS
        what = "an assertion fails" if is_assertion else f"{function.name}() is called"
        self._make_error(function, Error(what, self._targets.part("assertion" if is_assertion else "unreach-call")))

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

    # ------------------------------------------------------------------------------------------ functions and labels

    def _cut(self, edge: Edge) -> None:
        """Make a chain of an edge, in which errors have edges of their own and checked operations are the first of theirs."""
        operations = tuple(self._prepared(edge))
        parts = self._parts(operations, edge.source.function)
        if len(parts) < 2 and operations == flatten(edge.operation):
            return
        places = [edge.source, *(self._node(edge.source.function) for _ in parts[1:]), edge.target]
        chain = [Edge(a, _joined(part), b) for (a, b), part in zip(pairwise(places), parts, strict=True)]
        edge.source.leaving[edge.source.leaving.index(edge)] = chain[0]
        edge.target.entering[edge.target.entering.index(edge)] = chain[-1]
        for before, after in pairwise(chain):
            before.target.entering.append(before)
            before.target.leaving.append(after)

    def _parts(self, operations: Sequence[Operation], function: Function) -> list[list[Operation]]:
        parts: list[list[Operation]] = [[]]
        for operation in operations:
            if _calls_error(operation) or _is_entered(operation):
                parts += [[operation], []]
                continue
            if self._checks(operation, function):
                parts.append([])
            parts[-1].append(operation)
            if isinstance(operation, Skip) and operation.label in self._targets.labels:
                error = self._error(Error(f"the label {operation.label} is reached", self._targets.part("unreach-label")))
                parts += [[Call(error, (), None, operation.origin)], []]
        return [part for part in parts if part]

    def _prepared(self, edge: Edge) -> Iterator[Operation]:
        """With what counts blocks; what is called is stored in a variable, so what it returns needs no check."""
        for operation in flatten(edge.operation) if self._returned is None else self._returned.marked(edge):
            if _HEAP & self._targets.dangers and (name := changes_heap_unseen(operation)) is not None:
                yield Unsupported(f"{_NOT_CHECKED}{name}", operation.origin)
            for counted in self._blocks.counted(operation):
                for each in self._streams.followed(counted):
                    yield from (each,) if self._written is None else self._written.marked(each)

    # ------------------------------------------------------------------------------------------ beginning and end

    def _mark_variables(self, written: WrittenVariables) -> None:
        """Nothing is written where a function begins; loops do not come back there."""
        for function in self._program.defined_functions:
            if marks := written.of(function):
                assert function.entry is not None
                origin = function.entry.leaving[0].origin
                function.variables += marks
                operations: list[Operation] = [Declare(mark, True, None, origin) for mark in marks]
                self._begin_with(function, _joined(operations))

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

    def _count_blocks(self) -> None:
        """From 0 on, and look at the count when ``main`` has returned."""
        program, origin = self._program, next(self._program.main.edges()).origin
        program.globals.append(self._blocks.count)
        start = program.start
        assert start.entry is not None and start.exit is not None
        self._begin_with(start, self._blocks.begin(origin))
        last = self._node(start)
        last.entering, start.exit.entering = start.exit.entering, []
        for edge in last.entering:
            edge.target = last
        connect(last, Skip(origin, _END), start.exit)

    # ------------------------------------------------------------------------------------------ operations

    def _checks(self, operation: Operation, function: Function) -> tuple[Check, ...]:
        """Bodies that come with Whet make no pointer that they do not use for an access, and may use any type for it."""
        found = self._all_checks(operation)
        return tuple([each for each in found if each.danger not in _NOT_IN_LIBRARY]) if function.is_of_library else found

    def _all_checks(self, operation: Operation) -> tuple[Check, ...]:
        if not self._targets.dangers or self._program.strings.makes(operation):
            return ()
        ends = isinstance(operation, Skip) and operation.label == _END
        written = () if self._written is None else self._written.checks(operation)
        return (
            *written,
            *(() if self._returned is None else self._returned.checks(operation)),
            *self._conditions.of(operation),
            *self._streams.checks(operation),
            *(() if self._unwritten is None else self._unwritten.checks(operation)),
            *self._of_unchecked(operation),
            *(self._blocks.at_end() if ends else self._blocks.before(operation)),
        )

    def _of_unchecked(self, operation: Operation) -> Iterator[Check]:
        """What is not checked must not be reached, nor by a pointer a function whose calls are checked where they name it."""
        if isinstance(operation, Unsupported) and operation.construct.startswith(_NOT_CHECKED):
            yield from (Check(Const(0, INT), danger) for danger in Danger if danger in _HEAP & self._targets.dangers)
        if not isinstance(operation, Call):
            return
        if isinstance(operation.callee, Function):
            if Danger.ACCESS in self._targets.dangers and operation.callee.is_defined and not fits(operation, operation.callee):
                yield Check(Const(0, INT), Danger.ACCESS)
            if Danger.ACCESS in self._targets.dangers and overlaps_by_text(operation):  # no run confirms it: UNKNOWN
                yield Check(Const(0, INT), Danger.ACCESS)
            return
        if Danger.ACCESS in self._targets.dangers:
            yield Check(self._pointer_calls.valid(operation), Danger.ACCESS)
        for function in self._callees.of(operation.callee):
            address = FunctionAddress(function, self._program.machine.pointer(function.type))
            another = Binary(BinaryOp.NE, operation.callee, address, INT)
            named = replace(operation, callee=function)
            dangers = (self._checked_by_name(named) | self._with_contract(named)) & self._targets.dangers
            yield from (Check(another, danger) for danger in Danger if danger in dangers)

    def _checked_by_name(self, call: Call) -> frozenset[Danger]:
        assert isinstance(call.callee, Function)
        if changes_heap_unseen(call) is not None:
            return _HEAP
        effect = None if call.callee.is_defined else self._library.effect(call.callee, call.arguments)
        if isinstance(effect, Frees):
            return _HEAP - {Danger.ACCESS}
        if isinstance(effect, Measures):
            return frozenset({Danger.FREE})
        if not call.callee.is_defined and _looks_at_memory(call):
            return frozenset({Danger.ACCESS})
        if isinstance(effect, Allocates) or self._blocks.before(call):
            return _HEAP - {Danger.ACCESS, Danger.FREE}
        return frozenset()

    def _with_contract(self, call: Call) -> frozenset[Danger]:
        assert isinstance(call.callee, Function)
        is_library = not call.callee.is_defined or call.callee.is_of_library
        has_contract = is_library and contract_of(call.callee.name, len(call.arguments)) is not None
        return frozenset({Danger.CONTRACT}) if has_contract or self._streams.takes_stream(call.callee) else frozenset()

    def _guard(self, node: Node) -> None:
        """Put checks between a node and what leaves it, so that loops and calls still come to the node."""
        found: dict[Check, Origin] = {}
        for edge in node.leaving:
            first = flatten(edge.operation)[0]
            for check in self._checks(first, node.function):
                found.setdefault(check, first.origin)
        leaving, node.leaving = node.leaving, []
        for check, origin in found.items():
            node = self._branch(node, check, origin)
        node.leaving = leaving
        for edge in leaving:
            edge.source = node

    def _branch(self, node: Node, check: Check, origin: Origin) -> Node:
        """The node after ``if (!condition) error();``"""
        error, after = self._node(node.function), self._node(node.function)
        connect(node, Assume(check.condition, False, origin, check.danger), error)
        connect(error, Call(self._error(_error_of(check.danger)), (), None, origin), after)
        connect(node, Assume(check.condition, True, origin, check.danger), after)
        return after


def _looks_at_memory(call: Call) -> bool:
    assert isinstance(call.callee, Function)
    without = (AccessKind.NUMBER, AccessKind.HANDLE, AccessKind.STREAM, AccessKind.CHARACTER)
    return any(each.kind not in without for each in accesses_of(call.callee.name, len(call.arguments)) or ())


def _calls_error(operation: Operation) -> bool:
    return isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.error is not None


def _is_entered(operation: Operation) -> bool:
    """Such a call has an edge of its own."""
    return isinstance(operation, Call) and (not isinstance(operation.callee, Function) or operation.callee.is_defined)


def _error_of(danger: Danger) -> Error:
    return Error(danger.words, danger.property_name, danger)


def _joined(operations: list[Operation]) -> Operation:
    return operations[0] if len(operations) == 1 else Block(tuple(operations))


__all__ = ["put_checks"]
