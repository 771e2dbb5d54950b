"""Which variables a path needs, found without evaluating it: ObtainInUseFunction (Löwe, section 5.6.1, Algorithm 5).

The path is walked once, backwards.  What an assumption reads is in use; an assignment to something in use makes what it
reads in use instead.  Operations beyond the language of the text are brought back to it:

* ``Enter`` assigns each parameter its argument, ``Return`` the return variable, ``Leave`` the result of the call; ``Declare`` and
  ``Havoc`` assign without reading.  A call of a function without a body assigns its result from its arguments.
* ``__VERIFIER_assume(c)`` is an assumption.  Entering a function through a pointer is one about the pointer.
* An assignment to a part of an object, or through a pointer, *may* define: it makes what it reads in use, but removes nothing.
* A pointer may point to every variable whose address was taken earlier on the path, and to memory that is no variable (the
  heap).  A read through one puts all of them in use.

So the sets are rather too large than too small: a run from somewhere on the path that agrees on what is in use there fares alike
at every assumption after that counts.  String literals are constants and never in use.

The walk may also start from one assumption, the contradicting one of a sliced prefix.  Then another assumption matters only
for what it teaches about something in use (``x == y`` fixes ``x`` when ``y`` is known), and reads no less for that.

In the text ``l_i`` is the location after ``op_i``, and line 16 gives it the set from *before* ``op_i``; as a precision that
would forget ``x`` just where ``x := 5`` leads.  By the meaning the text states, "needed to evaluate an assume operation after
``l``", the location after ``op_i`` needs what is in use after ``op_i``, and so ``InUse.by_location`` says.

A recursive function has one variable for the frames of all its calls.  What the frame of an outer call has in use is set aside
while the walk is in the inner call, where only a pointer can define it; it belongs to the reported sets all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import accumulate
from typing import TypeAlias, TypeVar

from whet.cfa.equations import equation_of, unknown_of
from whet.cfa.expressions import Expr, Lvalue, Variable, VariableKind, root_variable
from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.operations import Assume, Call, Enter, Leave, Operation, Return, flatten
from whet.cfa.uses import Uses, addresses_in, uses_of
from whet.core.path import PathStep
from whet.library.effects import Arbitrary, Assumes, Copies, Effect, Nothing, Stops, Tells
from whet.task.records import dataclass

L = TypeVar("L")

InUseAfter: TypeAlias = tuple[frozenset[Variable], bool]
"""The variables in use after a step, and whether something is read later through a pointer only."""

_NOTHING: frozenset[Variable] = frozenset()


@dataclass(frozen=True, slots=True)
class InUse:
    """What is in use between the operations of a path: position 0 is before the first, position n after the n-th."""

    variables: tuple[frozenset[Variable], ...]
    memory: tuple[bool, ...]
    """Is something read later through a pointer only?"""

    def before(self, index: int) -> frozenset[Variable]:
        """The variables in use before an operation: what line 16 of the algorithm records for it."""
        return self.variables[index]

    def after(self, index: int) -> frozenset[Variable]:
        """The variables in use after an operation: what its location needs."""
        return self.variables[index + 1]

    def by_location(self, locations: Sequence[L | None]) -> Mapping[L, frozenset[Variable]]:
        """The in-use function: for the location after each operation, what is in use there whenever the path comes by.

        None stands for a place inside an edge that is no location."""
        found: dict[L, frozenset[Variable]] = {}
        for location, variables in zip(locations, self.variables[1:], strict=True):
            if location is not None:
                found[location] = found.get(location, _NOTHING) | variables
        return found


def obtain_in_use(
    operations: Sequence[Operation],
    *,
    starting_from: int | None = None,
    exposed: frozenset[Variable] = _NOTHING,
    constrains: bool = False,
) -> InUse:
    """The variables in use along a path, whose calls go through the functions that have a body.

    ``starting_from`` is the index of the only assumption that is taken as contradicting (of a block, all assumptions in
    it); None means all on the path.  ``exposed`` are variables whose address was taken before the path begins; there are none
    if it begins where the program does.  ``constrains``: does an assumption about something in use always matter, because
    constraints are known as well as values?"""
    walk = _Walk(Library(), constrains)
    end = len(operations)
    if starting_from is not None:
        if not any(walk.is_assumption(part) for part in flatten(operations[starting_from])):
            raise ValueError(f"operation {starting_from} of the path assumes nothing")
        end = starting_from + 1
    pointed_to = list(_exposures(operations[:end], exposed))
    variables, memory = [_NOTHING] * (len(operations) + 1), [False] * (len(operations) + 1)
    for index in reversed(range(end)):
        walk.exposed = pointed_to[index]
        for operation in reversed(flatten(operations[index])):
            walk.step_back(operation, counts=starting_from is None or starting_from == index)
        variables[index], memory[index] = walk.all_in_use(variables[index + 1]), walk.memory
    return InUse(tuple(variables), tuple(memory))


def in_use_after_steps(
    path: Sequence[PathStep], *, last_only: bool, exposed: frozenset[Variable] = _NOTHING, constrains: bool = False
) -> list[InUseAfter]:
    """For each step of a path; ``last_only``: if the last operation is an assumption, it is the one that contradicts."""
    parts = [*map(_operations, path[:-1]), _contradiction(path[-1])]
    operations = [operation for part in parts for operation in part]
    is_last = last_only and any(map(_Walk(Library(), constrains).is_assumption, flatten(operations[-1])))
    start = len(operations) - 1 if is_last else None
    found = obtain_in_use(operations, starting_from=start, exposed=exposed, constrains=constrains)
    return [(found.variables[end], found.memory[end]) for end in accumulate(map(len, parts))]


def _operations(step: PathStep) -> tuple[Operation, ...]:
    """The operations of a step, after the assumption that a call reads this function pointer."""
    return (*_assumptions(step), *step.operations)


def _contradiction(step: PathStep) -> tuple[Operation, ...]:
    """The operations of the last step that contradict: of a call through a pointer, only the pointer."""
    return _assumptions(step) or step.operations


def _assumptions(step: PathStep) -> tuple[Operation, ...]:
    return () if step.pointer is None else (Assume(step.pointer, True, step.edge.origin),)


def _exposures(operations: Sequence[Operation], exposed: frozenset[Variable]) -> Iterator[frozenset[Variable]]:
    """For each operation the variables a pointer may point to when it runs, its own addresses included."""

    def extended(before: frozenset[Variable], operation: Operation) -> frozenset[Variable]:
        taken = {variable for variable in addresses_in(operation) if variable.kind is not VariableKind.STRING}
        return before if taken <= before else before | taken

    found = accumulate(operations, extended, initial=exposed)
    next(found)
    return found


@dataclass(frozen=True, slots=True)
class _Frame:
    """A call the walk is in, having come from after it."""

    aside: frozenset[Variable]
    """In use in the frame of an outer call of the same function."""
    return_variable: Variable | None


@dataclass(slots=True)
class _Walk:
    """The loop of the algorithm; ``in_use`` is its set of the same name."""

    library: Library
    constrains: bool
    exposed: frozenset[Variable] = _NOTHING
    in_use: set[Variable] = field(default_factory=set)
    memory: bool = False
    frames: list[_Frame] = field(default_factory=list)

    def all_in_use(self, later: frozenset[Variable]) -> frozenset[Variable]:
        """With what is set aside; the set from the next position if nothing changed."""
        found = self.in_use.union(*(frame.aside for frame in self.frames))
        return later if found == later else frozenset(found)

    def is_assumption(self, operation: Operation) -> bool:
        match operation:
            case Assume():
                return True
            case Call() as call:
                return isinstance(self._effect(call), Assumes)
            case _:
                return False

    def step_back(self, operation: Operation, *, counts: bool) -> None:
        """One iteration of the loop; ``counts``: is an assumption taken as contradicting?"""
        match operation:
            case Assume(condition=condition, truth=truth):
                self._assume(condition, truth, operation, counts=counts)
            case Call() as call:
                self._call(call, counts=counts)
            case Enter() as enter:
                # Each pair of parameter and argument is an assignment of its own.
                call, function = enter.call, enter.function
                pairs = zip(function.parameters, call.arguments, strict=False)
                needed = [argument for parameter, argument in pairs if parameter in self.in_use]
                self.in_use -= self._in_frame_of(function)
                if self.frames:
                    self.in_use |= self.frames.pop().aside
                if counts and not isinstance(call.callee, Function):
                    needed.append(call.callee)
                for expr in needed:
                    self._read(uses_of(Assume(expr, True, call.origin), None))
            case Leave() as leave:
                # After the call its result was in use, or not; what follows backwards is the callee.
                uses = uses_of(leave, None)
                returned = leave.function.return_variable
                is_needed = self._may_define(uses)
                self._define(uses)
                if returned is not None:
                    self.in_use.discard(returned)
                aside = self._in_frame_of(leave.function)
                self.in_use -= aside
                self.frames.append(_Frame(aside, returned))
                if is_needed and returned is not None:
                    self.in_use.add(returned)
            case Return():
                returned = self.frames[-1].return_variable if self.frames else None
                self._define(uses_of(operation, returned))
            case _:
                self._define(uses_of(operation, None))

    def _read(self, uses: Uses) -> None:
        self.in_use |= {variable for variable in uses.reads if variable.kind is not VariableKind.STRING}
        if uses.loads:
            self._read_memory()

    def _read_memory(self) -> None:
        self.memory = True
        self.in_use |= self.exposed

    def _may_define(self, uses: Uses) -> bool:
        """Does it write something in use, or might it?"""
        return not uses.writes.isdisjoint(self.in_use) or (uses.stores and self._is_memory_in_use())

    def _is_memory_in_use(self) -> bool:
        aside = (frame.aside for frame in self.frames)
        return self.memory or any(not self.exposed.isdisjoint(variables) for variables in (self.in_use, *aside))

    def _define(self, uses: Uses) -> None:
        if self._may_define(uses):
            self.in_use -= uses.kills
            self._read(uses)

    def _assume(self, condition: Expr, truth: bool, operation: Operation, *, counts: bool) -> None:
        uses = uses_of(operation, None)
        if counts or self._teaches(condition, truth) or (self.constrains and self._reads_in_use(uses)):
            self._read(uses)

    def _reads_in_use(self, uses: Uses) -> bool:
        return not uses.reads.isdisjoint(self.in_use) or (uses.loads and self._is_memory_in_use())

    def _teaches(self, condition: Expr, truth: bool) -> bool:
        """May the value of something in use be known only from this condition?"""
        equation = equation_of(condition, truth)
        if equation is None:
            return False
        places = [unknown_of(side) for side in (equation.left, equation.right)]
        return any(place is not None and self._is_in_use(place.lvalue) for place in places)

    def _is_in_use(self, lvalue: Lvalue) -> bool:
        root = root_variable(lvalue)
        return self._is_memory_in_use() if root is None else root in self.in_use

    def _effect(self, call: Call) -> Effect | None:
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            return None
        return self.library.effect(call.callee, call.arguments)

    def _call(self, call: Call, *, counts: bool) -> None:
        effect = self._effect(call)
        if isinstance(effect, Assumes):
            self._assume(call.arguments[0], True, call, counts=counts)
            return
        uses = uses_of(call, None)
        may_write_memory = not isinstance(effect, Arbitrary | Stops | Nothing)
        if self._may_define(uses) or (may_write_memory and self._is_memory_in_use()):
            self.in_use -= uses.kills
            self._read(uses)
            if isinstance(effect, Copies | Tells):  # what lives is written where blocks are made and freed
                self._read_memory()

    def _in_frame_of(self, function: Function) -> frozenset[Variable]:
        return frozenset(variable for variable in self.in_use if variable.function == function.name)
