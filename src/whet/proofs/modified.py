"""What loops change: variables by name, and objects in memory or all of it.

A pointer that the loop does not change leads to the same object in each turn.  If all that a loop writes to memory is written
through such pointers, or has a name, the rest of the memory keeps its values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from whet.cfa.accesses import access_size, object_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.expressions import (
    AddressOf,
    Cast,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Var,
    Variable,
    VariableKind,
    root_variable,
)
from whet.cfa.facts import Facts
from whet.cfa.loops import Loop
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call, Declare, End, Havoc, Operation, Return, flatten
from whet.cfa.types import PointerType, is_scalar
from whet.library.effects import Allocates, Arbitrary, Assumes, Copies, Fills, Formats, Frees, Nothing, NotModelled, Stops, Writes
from whet.proofs.accesses import MOST_BYTES
from whet.proofs.state import LOOP, UNWRITTEN, Bits, Marks, Object, State
from whet.proofs.values import ExpressionEncoding
from whet.solvers.terms.sorts import BOOL
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    variables: frozenset[Variable] = frozenset()
    memory: bool = False
    """Is something written anywhere in memory?"""
    stored: frozenset[Lvalue] = frozenset()
    """What else of the memory is written."""
    frees: bool = False
    begun: frozenset[Variable] = frozenset()
    """Variables whose lifetime begins, so that they are uninitialised."""
    copies: bool = False
    """Is something copied that may be uninitialised?"""

    def __or__(self, other: Changes) -> Changes:
        return Changes(
            self.variables | other.variables,
            self.memory or other.memory,
            self.stored | other.stored,
            self.frees or other.frees,
            self.begun | other.begun,
            self.copies or other.copies,
        )


class LoopChanges:
    def __init__(self, bits: Bits, known: Mapping[Function, frozenset[Variable]]) -> None:
        """``known``: globals, for functions that change nothing else."""
        self._bits = bits
        self._facts = Facts.of(bits.program)
        self._functions = {function: Changes(changed) for function, changed in known.items()}

    def forgotten(self, state: State, loop: Loop, activations: Mapping[str, int]) -> State:
        """Any values in what a loop changes."""
        bits, t = self._bits, self._bits.terms
        changed = self._by_edges(edge for node in loop for edge in node.leaving if edge.target in loop)
        for variable in sorted(changed.variables, key=lambda each: each.number):
            cell = bits.cell(variable, activations)
            for each in (cell, (variable, -cell[1])):  # its value, and whether it lives
                if each in state.cells:
                    state.cells[each] = bits.symbol(state.cells[each].sort, LOOP)
            if bits.is_private(variable) and variable.function in (None, loop.head.function.name):
                if not is_scalar(variable.type):
                    state.spaces[cell] = self._bits.any_bytes(LOOP)
                elif cell not in state.cells:
                    state.cells[cell] = self._bits.any_of(variable.type, LOOP)
                self._forget_marks(state, Marks(cell), is_kept=not changed.copies and variable not in changed.begun)
        if changed.memory or changed.stored:
            self._forget_memory(state, changed, loop, activations)
            self._forget_marks(state, Marks(None), is_kept=not changed.copies)
            self._begin_again(changed, state, activations)
            before, state.heap = state.heap, bits.fresh(bits.width, LOOP)
            state.assume(t.bv_ule(before, state.heap))
        if changed.frees:
            lives = {place: t.and_(alive, bits.symbol(BOOL, LOOP)) for place, (_, alive) in state.blocks.items()}
            state.blocks = {place: (size, lives[place]) for place, (size, _) in state.blocks.items()}
        return state

    def _copies_in(self, loop: Loop) -> dict[Variable, Expr]:
        """Of the pointers that a loop copies: the front end assigns a temporary before it uses it, and most of them once."""
        parts = [(edge, part) for node in loop for edge in node.leaving for part in flatten(edge.operation)]
        written = Counter(each for edge, part in parts for each in self._written(part, edge))
        return {
            target.variable: value
            for _, part in parts
            if isinstance(part, Assign) and isinstance(target := part.lvalue, Var) and written[target] == 1
            if target.variable.kind is VariableKind.TEMPORARY and isinstance(value := part.value, Lvalue | Cast | PointerAdd)
        }

    def _forget_memory(self, state: State, changed: Changes, loop: Loop, activations: Mapping[str, int]) -> None:
        if not changed.memory:
            written = WrittenParts(self._bits, state, activations, changed.variables, self._copies_in(loop))
            parts = [written.part(lvalue) for lvalue in changed.stored]
            known = {each for each in parts if each is not None}
            if None not in parts and sum(each.size for each in known) <= MOST_BYTES:
                for part in sorted(known, key=lambda each: (each.begin, each.size)):
                    written.fill(None, self._bits.terms.bv(part.begin, self._bits.width), part.size, None, LOOP)
                return
        state.spaces[None] = self._bits.any_memory(state.spaces[None], LOOP)

    def _forget_marks(self, state: State, marks: Marks, *, is_kept: bool) -> None:
        """What was initialised stays so, unless something is copied there."""
        if marks in state.spaces:
            before = state.spaces[marks]
            state.spaces[marks] = self._bits.more_marks(before, UNWRITTEN) if is_kept else self._bits.any_bytes(UNWRITTEN)

    def _begin_again(self, changed: Changes, state: State, activations: Mapping[str, int]) -> None:
        """Nothing is known of which bits are initialised in variables that begin in the loop."""
        marks = state.spaces.get(Marks(None))
        for variable in changed.begun if marks is not None else ():
            size = object_size(variable)
            if marks is not None and not self._bits.is_private(variable) and variable not in self._bits.dynamic:
                begin = self._bits.address(variable, activations)
                for place in range(begin, begin + size) if size is not None and size <= len(marks.known) else [*marks.known]:
                    marks.known.pop(place, None)

    def _by_edges(self, edges: Iterable[Edge]) -> Changes:
        found = Changes()
        for edge in edges:
            for part in flatten(edge.operation):
                for lvalue in self._written(part, edge):
                    root = root_variable(lvalue)
                    if root is not None:
                        found |= Changes(frozenset({root}))
                    if root is None or not self._bits.is_private(root):
                        found |= Changes(stored=frozenset({lvalue}))
                if isinstance(part, Declare):
                    found |= Changes(begun=frozenset({part.variable}))
                if self._copies(part):
                    found |= Changes(copies=True)
                if isinstance(part, Call):
                    found |= self._by_call(part)
        return found

    def _copies(self, operation: Operation) -> bool:
        """Does it copy what may be uninitialised?"""
        match operation:
            case Assign(lvalue=lvalue):
                program = self._bits.program
                return not is_scalar(lvalue.type) or is_byte_copy(operation, lambda each: is_in_memory(program, each))
            case Call(arguments=arguments, result=result):
                passed = (*arguments, *(() if result is None else (result,)))
                return not all(is_scalar(each.type) for each in passed)
            case Return(value=value):
                return value is not None and not is_scalar(value.type)
            case _:
                return False

    def _written(self, operation: Operation, edge: Edge) -> Iterator[Lvalue]:
        match operation:
            case Assign(lvalue=lvalue) | Havoc(lvalue=lvalue):
                yield lvalue
            case Declare(variable=variable) | End(variable=variable):
                yield Var(variable)
            case Call(result=result) if result is not None:
                yield result
            case Return() if edge.source.function.return_variable is not None:
                yield Var(edge.source.function.return_variable)
            case _:
                pass

    def _by_call(self, call: Call) -> Changes:
        callees, found = self._facts.callees, Changes()
        if not isinstance(call.callee, Function) and not callees.of(call.callee):  # it leads out of the program
            found = Changes(memory=True, frees=True)
        for function in (call.callee,) if isinstance(call.callee, Function) else callees.all():
            found |= self._by_function(function) if function.is_defined else self._by_library(call, function)
        return found

    def _by_library(self, call: Call, function: Function) -> Changes:
        match self._bits.library.effect(function, call.arguments):
            case Arbitrary() | Assumes() | Stops() | Nothing():
                return Changes()
            case Frees():
                return Changes(frees=True)
            case None | Formats() | NotModelled():
                return Changes(memory=True, frees=True)
            case Copies():
                return Changes(memory=True, copies=True)
            case Allocates() | Fills() | Writes():
                return Changes(memory=True)

    def _by_function(self, function: Function) -> Changes:
        if function not in self._functions and function in self._facts.recursive:
            everything = frozenset(self._bits.program.variables())
            return Changes(everything, memory=True, frees=True, begun=everything, copies=True)
        if function not in self._functions:
            keeps_in_memory = not all(map(self._bits.is_private, function.parameters))
            changed = self._by_edges(function.edges())
            writes = changed.memory or keeps_in_memory or bool(changed.stored)
            self._functions[function] = replace(changed, memory=writes, stored=frozenset())
        return self._functions[function]


class WrittenParts(ExpressionEncoding):
    """Where a loop writes, at its beginning."""

    def __init__(
        self,
        bits: Bits,
        state: State,
        activations: Mapping[str, int],
        changed: frozenset[Variable],
        copies: Mapping[Variable, Expr],
    ) -> None:
        super().__init__(bits, state, activations)
        self._changed = changed
        self._copies = copies

    def part(self, lvalue: Lvalue) -> Object | None:
        """The bytes that it is in each turn of the loop, or else the object that it is a part of; None if that may be any."""
        lvalue = self._without_copies(lvalue)
        match self._base(lvalue):
            case None:
                return None
            case base if base == lvalue:
                place, size = self.place(lvalue), _size(lvalue)
                return Object(place.address.value, size) if isinstance(place.address.value, int) and size is not None else None
            case base:
                return self.place(base).inside

    def _without_copies(self, lvalue: Lvalue) -> Lvalue:
        match lvalue:
            case Member(base=base) | Index(base=base):
                return replace(lvalue, base=self._without_copies(base))
            case Deref(pointer=Var(variable=variable)) if variable in self._copies:
                return self._without_copies(replace(lvalue, pointer=self._copies[variable]))
            case _:
                return lvalue

    def _base(self, lvalue: Lvalue) -> Lvalue | None:
        """What of it is the same in each turn: up to the first index or pointer that is none."""
        match lvalue:
            case Var():
                return lvalue
            case Member(base=inner):
                base = self._base(inner)
                return lvalue if base == inner else base
            case Index(base=inner, index=index):
                base = self._base(inner)
                return lvalue if base == inner and isinstance(index, Const) else base
            case Deref(pointer=pointer):
                leads = self._pointer(pointer)
                return None if leads is None else lvalue if leads == pointer else Deref(leads, lvalue.type)

    def _pointer(self, pointer: Expr) -> Expr | None:
        match pointer:
            case Var(variable=variable) if self.is_cell(variable) and variable not in self._changed:
                return pointer
            case AddressOf(lvalue=lvalue):
                base = self._base(lvalue)
                return None if base is None else pointer if base == lvalue else AddressOf(base, pointer.type)
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                found = self._pointer(operand)
                return pointer if found == operand else found
            case PointerAdd(pointer=inner, index=index):
                found = self._pointer(inner)
                return pointer if found == inner and isinstance(index, Const) else found
            case _:
                return None


def _size(lvalue: Lvalue) -> int | None:
    return object_size(lvalue.variable) if isinstance(lvalue, Var) else access_size(lvalue)
