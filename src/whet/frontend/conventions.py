"""Lowering of what harnesses written for other verifiers say: CBMC's ``__CPROVER_...``, and ESBMC's assumptions and assertions.

Assumptions and assertions are called without a declaration, so their argument is a scalar of any type.  An assertion becomes
control flow: the function is called only where its condition is false, and is an error function like ``__assert_fail``
(``cfa.targets``).  Where assertions are not checked it does nothing, and the run continues, as for these verifiers.

A question of CBMC about objects (``__CPROVER_r_ok``) stays a call, of a function that ``cfa.library`` describes (``Tells``), with
the arguments that all answers expect.  That an object of a block is dead is known only where the program says it
(``Linker.ends_blocks``), which is so for programs in which one of the words stands (``asks_about_objects``).

``__CPROVER_havoc_object`` has a body, ``library/havoc_object.c``: so the bytes are inputs, and a run has them again.  Other names
that begin like this are refused: what CBMC means by them is not what a function without a body does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from whet.cfa.expressions import Const, Expr, UnaryOp
from whet.cfa.library import other_assumptions
from whet.cfa.operations import Call
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.cfa.types import VOID, FunctionType, IntType, PointerType, VoidType
from whet.frontend import folding
from whet.frontend.context import FunctionContext
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree
from whet.frontend.type_reader import require_size
from whet.frontend.unit import TranslationUnit
from whet.library.effects import Question, question_of

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


def call_convention(expressions: ExpressionLowering, name: str, call: Call, _: Tree) -> bool:
    """Was it such a call?  Then it is lowered."""
    builder = expressions.builder
    if name in other_assumptions() and len(call.arguments) == 1:
        builder.emit(Call(call.callee, (_truth(call.arguments[0], expressions.int),), None, call.origin))
    elif name in CONDITIONAL_ASSERTIONS and call.arguments:
        failed, join = builder.node(), builder.node()
        builder.branch(_truth(call.arguments[0], expressions.int), join, failed, call.origin)
        builder.start(failed)
        if failed.entering:
            builder.emit_to(Call(call.callee, call.arguments, None, call.origin), join)
        builder.start(join)
    elif (question := question_of(name)) is not None:
        # A question about objects, if it is called as CBMC has it and can be answered.
        context = expressions.context
        arguments, size_t = call.arguments, context.machine.size_t
        pointers = arguments[:1] if question in _BYTES else arguments
        count = {1, 2} if question in _BYTES else {2} if question is Question.SAME else {1}
        is_well_called = (
            len(arguments) in count
            and all(isinstance(each.type, PointerType) for each in pointers)
            and all(isinstance(each.type, IntType) for each in arguments[len(pointers) :])
        )
        type = call.callee.type
        result = type.result if isinstance(type, FunctionType) else None
        has_room = isinstance(result, IntType) and result.width >= (size_t.width if question in _NUMBERS else 1)
        if not is_well_called or not has_room:
            raise ConstructNotSupported(f"{name} with other arguments, or another result, than CBMC has")
        if not context.linker.ends_blocks:
            raise ConstructNotSupported(f"{name}, made by a macro from parts of the word")
        if question in _BYTES:
            pointer, *size = arguments
            wanted = size[0] if size else _size_of_target(name, pointer, size_t)
            arguments = (pointer, folding.convert(wanted, size_t))
        context.builder.emit(Call(call.callee, arguments, call.result, call.origin))
    elif name == HAVOC:
        _havoc(expressions.context, call)
    elif name.startswith(_PREFIX) and not name.startswith(_OF_FILES) and not expressions.context.linker.without_body.knows(name):
        raise ConstructNotSupported(f"{name}, a word of CBMC")
    else:
        return False
    return True


def _truth(condition: Expr, int_type: IntType) -> Expr:
    """An integer that is zero where the condition is."""
    if isinstance(condition.type, IntType):
        return condition
    return folding.unary(UnaryOp.NOT, folding.unary(UnaryOp.NOT, condition, int_type), int_type)


def _size_of_target(name: str, pointer: Expr, size_t: IntType) -> Expr:
    assert isinstance(pointer.type, PointerType)
    target = pointer.type.target
    if isinstance(target, (VoidType, FunctionType)):
        raise ConstructNotSupported(f"{name} of a pointer to {target} without a size")
    require_size(target)
    return Const(target.size, size_t)


def _havoc(context: FunctionContext, call: Call) -> None:
    """By the function that asks for each byte."""
    if len(call.arguments) != 1 or not isinstance(call.arguments[0].type, PointerType):
        raise ConstructNotSupported(f"{HAVOC} of what is no pointer")
    body = context.linker.shipped_function("havoc_object.c", "havoc_object")
    pointer = folding.convert(call.arguments[0], context.machine.pointer(VOID))
    context.builder.emit(Call(body, (pointer,), None, call.origin))
