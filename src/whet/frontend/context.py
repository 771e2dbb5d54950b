"""What lowering one function shares: the automaton under construction, names, types and positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Protocol

from whet.cfa.expressions import Const, Expr, Var, Variable, VariableKind
from whet.cfa.library import Library
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Declare
from whet.cfa.source import Origin, Span
from whet.cfa.types import ArrayType, CType, FunctionType, MachineModel, StructType
from whet.frontend.builder import Builder
from whet.frontend.clang import Cursor
from whet.frontend.tree import Tree
from whet.frontend.type_reader import TypeReader, array_types, require_size
from whet.frontend.unit import TranslationUnit
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """What the declarations of a function promise of it (``whet.frontend.promises``)."""

    never_returns: bool = False
    not_null: frozenset[int] = frozenset()
    """The numbers of these parameters, from 0 on."""
    returns_not_null: bool = False


NO_PROMISE = Promise()


class Linker(Protocol):
    """The program as one function sees it: what is shared between functions."""

    @property
    def without_body(self) -> Library:
        """What functions do of which the program does not say it."""

    @property
    def lines(self) -> Mapping[int, int]:
        """By the identity of a literal, the value of ``__LINE__`` that it stands for, where clang has another one."""

    @property
    def allocation_may_fail(self) -> bool:
        """Does ``malloc`` return a null pointer if the environment says so?"""

    @property
    def ends_blocks(self) -> bool:
        """Is it said where the objects of blocks die?"""

    @property
    def checks_arguments(self) -> bool:
        """Are accesses to memory checked, so that strings are read before library functions without a body get them?"""

    def function(self, declaration: Cursor) -> Function:
        """The function a declaration declares; it will be lowered if it has a body."""

    def reject_symbol(self, declaration: Cursor) -> None:
        """Raise ``ConstructNotSupported`` if a name stands for something that C does not say."""

    def note_lost_const(self, origin: Origin) -> None:
        """A pointer to something constant becomes one to something that is not."""

    def has_body(self, function: Function) -> bool:
        """Does the program say what the function does?"""

    def shipped_function(self, file: str, name: str) -> Function:
        """A function of one of the C files that come with Whet."""

    def library_function(self, name: str, type: FunctionType) -> Function:
        """A function without a body, declared by Whet."""

    def promise(self, function: Function) -> Promise:
        """What the declarations of a function in this unit say of it."""

    def static_variable(self, declaration: Cursor) -> Variable:
        """The variable with static storage a declaration declares; it will be initialised before the program
        starts."""

    def static_object(self, name: str, ctype: CType) -> Variable:
        """A new unnamed object with static storage (a compound literal outside of functions), all zeros."""

    def string(self, image: bytes, ctype: CType, owner: str | None) -> Variable:
        """The object of all string literals with these bytes, or one that only its owner has."""

    def argument_block(self) -> Variable:
        """What points to the arguments for ``...`` of the function that is called next."""

    def new_variable(self, name: str, ctype: CType, kind: VariableKind, function: str | None) -> Variable: ...


@dataclass(slots=True, eq=False)
class LoweredBlock:
    """A block that is being lowered.  Its objects live from its beginning to its end (C11 6.2.4p6).

    Statements that select and iterate, and the statements in them, are blocks too (C11 6.8.4p3, 6.8.5p5)."""

    number: int
    is_body: bool
    """Is it the body of the function?  That is never entered a second time."""
    is_behind_label: bool = False
    """Was there a label in it, so that what follows may be reached again from inside?"""
    declared: list[Variable] = field(default_factory=list)
    """Its variables and compound literals."""
    objects: list[Declare] = field(default_factory=list)
    """What is declared after a label, and so must begin to live where the block is entered."""


class FunctionContext:
    """The state of lowering one function."""

    def __init__(self, unit: TranslationUnit, types: TypeReader, linker: Linker, builder: Builder) -> None:
        self.unit = unit
        self.types = types
        self.linker = linker
        self.builder = builder
        self.names: dict[int, Expr] = {}
        """What a declaration (by identity) means as an expression."""
        self.lengths: dict[int, Var] = {}
        """What holds the size in bytes of a type of variable length (by ``ArrayType.variable``)."""
        self.counts: dict[int, Var] = {}
        """What holds the number of elements, as the program computed it, by the same numbers."""
        self.blocks: list[LoweredBlock] = []
        """Those around what is being lowered, the outermost first."""
        self.arguments: Var | None = None
        """What points to the arguments for ``...``, if the function may look at them."""
        self.addressed: list[Variable] = []
        """Structures that are values of expressions and into whose arrays pointers lead, until the end of the full expression."""
        self._blocks = 0
        self.statement = Span(unit.source, 0, 0)
        self.keyword: int | None = None

    @property
    def machine(self) -> MachineModel:
        return self.unit.machine

    @property
    def is_static(self) -> bool:
        """Are these initialisers of objects with static storage?"""
        return False

    def origin(self, tree: Tree) -> Origin:
        return Origin(self.statement, self.unit.span(tree.cursor), self.keyword)

    def whole_origin(self) -> Origin:
        return Origin(self.statement, self.statement)

    def size(self, ctype: CType) -> Expr:
        """The size of a type in bytes, which may be known only at run time."""
        if isinstance(ctype, ArrayType) and ctype.variable in self.lengths:
            return self.lengths[ctype.variable]
        return Const(require_size(ctype), self.machine.size_t)

    def declare(self, variable: Variable, zeroed: bool, length: Expr | None, tree: Tree) -> None:
        """An object of the innermost block gets its first value.  An array of variable length begins to live only here."""
        block, origin = self.blocks[-1] if self.blocks else None, self.origin(tree)
        keeps = block is not None and block.is_behind_label and length is None
        if block is not None and keeps and not block.is_body:
            block.objects.append(Declare(variable, False, None, origin))
        counts = (self.counts[array.variable] for array in array_types(variable.type) if array.variable in self.counts)
        self.builder.emit(Declare(variable, zeroed, length, origin, keeps, tuple(counts)))

    def begin_block(self) -> LoweredBlock:
        """What follows is inside of a new block."""
        self._blocks += 1
        self.blocks.append(LoweredBlock(self._blocks, is_body=not self.blocks))
        return self.blocks[-1]

    def object(self, name: str, ctype: CType) -> Variable:
        """A new variable of the innermost block."""
        made = self.variable(name, ctype, VariableKind.LOCAL)
        if self.blocks:
            self.blocks[-1].declared.append(made)
            made.blocks = tuple(block.number for block in self.blocks[1:])
        return made

    def variable(self, name: str, ctype: CType, kind: VariableKind) -> Variable:
        """A new variable in the function's frame."""
        builder = self.builder
        made = self.linker.new_variable(builder.unique_name(name), ctype, kind, builder.function.name)
        builder.add_variable(made)
        return made

    def temporary(self, ctype: CType) -> Var:
        made = self.variable("__tmp", ctype, VariableKind.TEMPORARY)
        if self.blocks and _has_array(ctype):  # a pointer may lead into it until the end of the full expression (C11 6.2.4p8)
            self._blocks += 1
            made.blocks = (*(block.number for block in self.blocks[1:]), self._blocks)
            self.builder.emit(Declare(made, False, None, self.whole_origin()))
        return Var(made)

    def saved(self, expr: Expr, tree: Tree) -> Var:
        """The value of an expression now, kept in a temporary."""
        kept = self.temporary(expr.type)
        self.builder.emit(Assign(kept, expr, self.origin(tree)))
        return kept


def _has_array(ctype: CType) -> bool:
    """Is it a structure or a union with an array in it?"""
    if isinstance(ctype, ArrayType):
        return True
    return isinstance(ctype, StructType) and any(_has_array(field.type) for field in ctype.fields)
