"""Lowering of what harnesses written for other verifiers say: CBMC's ``__CPROVER_...``, and ESBMC's assumptions and assertions.

Assumptions and assertions are called without a declaration, so their argument is a scalar of any type.  An assertion becomes
control flow: the function is called only where its condition is false, and is an error function like ``__assert_fail``
(``cfa.targets``).  Where assertions are not checked it does nothing, and the run goes on, as it does for these verifiers.

What CBMC tells about objects (``__CPROVER_r_ok``) stays a call, of a function that ``cfa.library`` describes (``Tells``), with
the arguments that all who answer it expect.  That an object of a block is dead can be told only where the program says it
(``Linker.ends_blocks``), which is so for programs in which one of the words stands (``asks_about_objects``).

``__CPROVER_havoc_object`` has a body, ``library/havoc_object.c``: so the bytes are inputs, and a run has them again.  Other names
that begin like this are refused: what CBMC means by them is not what a function without a body does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from whet.cfa.expressions import Const, Expr, UnaryOp
from whet.cfa.library import other_assumptions
from whet.cfa.model import Function
from whet.cfa.operations import Call
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.cfa.types import VOID, FunctionType, IntType, PointerType, VoidType
from whet.frontend import folding
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.type_reader import require_size
from whet.frontend.unit import TranslationUnit
from whet.library.effects import Question, question_of

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_PREFIX: Final = "__CPROVER_"
_OF_FILES: Final = "__CPROVER_file_local_"
"""What CBMC calls static functions of other files."""
HAVOC: Final = "__CPROVER_havoc_object"
_ABOUT_OBJECTS: Final = re.compile(rb"__CPROVER_(?:\w+_ok|OBJECT|POINTER|same_object|havoc_object)|__CPROVER_\w*##")
_BYTES: Final = frozenset({Question.READABLE, Question.WRITABLE})
_NUMBERS: Final = frozenset({Question.SIZE, Question.OFFSET, Question.OBJECT})


def asks_about_objects(units: Iterable[TranslationUnit]) -> bool:
    """Does a program ask what is known of objects, so that it must be said where they die?"""
    return any(unit.mentions(_ABOUT_OBJECTS) for unit in units)


class Conventions:
    """Lowers the calls of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.builder = expressions.builder
        self._linker = expressions.context.linker

    def call(self, name: str, call: Call) -> bool:
        """Was it such a call?  Then it is lowered."""
        if name in other_assumptions() and len(call.arguments) == 1:
            self.builder.emit(Call(call.callee, (self._truth(call.arguments[0]),), None, call.origin))
        elif name in CONDITIONAL_ASSERTIONS and call.arguments:
            self._assert(call)
        elif (question := question_of(name)) is not None:
            self._ask(name, question, call)
        elif name == HAVOC:
            self._havoc(call)
        else:
            self._refuse_others(name)
            return False
        return True

    def _refuse_others(self, name: str) -> None:
        if name.startswith(_PREFIX) and not name.startswith(_OF_FILES) and not self._linker.without_body.knows(name):
            raise ConstructNotSupported(f"{name}, a word of CBMC")

    def _assert(self, call: Call) -> None:
        failed, join = self.builder.node(), self.builder.node()
        self.builder.branch(self._truth(call.arguments[0]), join, failed, call.origin)
        self.builder.start(failed)
        if failed.entering:
            self.builder.emit_to(Call(call.callee, call.arguments, None, call.origin), join)
        self.builder.start(join)

    def _truth(self, condition: Expr) -> Expr:
        """An integer that is zero where the condition is."""
        int_type = self.expressions.int
        if isinstance(condition.type, IntType):
            return condition
        return folding.unary(UnaryOp.NOT, folding.unary(UnaryOp.NOT, condition, int_type), int_type)

    # ------------------------------------------------------------------------------------------ objects

    def _ask(self, name: str, question: Question, call: Call) -> None:
        self._look_at(name, question, call)
        arguments = call.arguments
        if question in _BYTES:
            pointer, *size = arguments
            wanted = size[0] if size else self._size_behind(name, pointer)
            arguments = (pointer, folding.convert(wanted, self.expressions.context.machine.size_t))
        self.builder.emit(Call(call.callee, arguments, call.result, call.origin))

    def _look_at(self, name: str, question: Question, call: Call) -> None:
        """Is it called as CBMC has it, and can it be answered?"""
        pointers = call.arguments[:1] if question in _BYTES else call.arguments
        count = {1, 2} if question in _BYTES else {2} if question is Question.SAME else {1}
        numbers = call.arguments[len(pointers) :]
        is_well_called = all(isinstance(each.type, PointerType) for each in pointers) and all(
            isinstance(each.type, IntType) for each in numbers
        )
        if len(call.arguments) not in count or not is_well_called or not self._returns_enough(question, call):
            raise ConstructNotSupported(f"{name} with other arguments, or another result, than CBMC has")
        if not self._linker.ends_blocks:
            raise ConstructNotSupported(f"{name}, made by a macro from parts of the word")

    def _returns_enough(self, question: Question, call: Call) -> bool:
        """Is there room for every answer?"""
        type = call.callee.type
        result = type.result if isinstance(type, FunctionType) else None
        least = self.expressions.context.machine.size_t.width if question in _NUMBERS else 1
        return isinstance(result, IntType) and result.width >= least

    def _size_behind(self, name: str, pointer: Expr) -> Expr:
        assert isinstance(pointer.type, PointerType)
        target = pointer.type.target
        if isinstance(target, (VoidType, FunctionType)):
            raise ConstructNotSupported(f"{name} of a pointer to {target} without a size")
        require_size(target)
        return Const(target.size, self.expressions.context.machine.size_t)

    def _havoc(self, call: Call) -> None:
        """By the function that asks for each byte."""
        if len(call.arguments) != 1 or not isinstance(call.arguments[0].type, PointerType):
            raise ConstructNotSupported(f"{HAVOC} of what is no pointer")
        body: Function = self._linker.shipped_function("havoc_object.c", "havoc_object")
        pointer = folding.convert(call.arguments[0], self.expressions.context.machine.pointer(VOID))
        self.builder.emit(Call(body, (pointer,), None, call.origin))


__all__ = ["Conventions", "asks_about_objects"]
