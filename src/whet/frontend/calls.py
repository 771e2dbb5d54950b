"""Lowering of calls (C11 6.5.2.2), and of the builtins that are syntax rather than functions.

Builtins that compute and report overflow (``__builtin_add_overflow`` and its kin, gcc 12, 6.56) compute in a type that has as
many bits as the operands can need, so the arithmetic is exact.  They store what the target type keeps of the result, and return
whether that is another number; this is computed before the store, which may change an operand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from whet.cfa.expressions import AddressOf, BinaryOp, Const, Deref, Expr, FunctionAddress, Lvalue, root_variable
from whet.cfa.model import Function, Node
from whet.cfa.operations import Assign, Call, Havoc
from whet.cfa.types import FunctionType, IntType, PointerType, VoidType, bit_int
from whet.frontend import folding
from whet.frontend.argument_checks import ArgumentChecks
from whet.frontend.argument_lists import give_arguments, takes_list
from whet.frontend.clang import Cursor, CursorKind, canonical_type, library, spelling
from whet.frontend.compiler_knowledge import converted, is_constant
from whet.frontend.constant_output import ConstantOutput
from whet.frontend.conventions import call_convention
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering, LowersValue, builtin, lowers, lowers_builtin, lowers_effect
from whet.frontend.known_results import call_getopt, call_with_known_result
from whet.frontend.library_variables import ERRNO_FILE
from whet.frontend.mathematics import call_mathematics
from whet.frontend.old_style import has_no_prototype, promoted_argument
from whet.frontend.promises import end_after, require_arguments
from whet.frontend.scanning import Scanning
from whet.frontend.string_scanning import StringScanning
from whet.frontend.tree import Tree, bare
from whet.library.effects import NotModelled
from whet.library.notation import bodies, is_standard, unfortified

_NAME = re.compile(r"__builtin_[su]?(add|sub|mul)l{0,2}_overflow")
_ONLY_ASKS = re.compile(r"__builtin_(add|sub|mul)_overflow_p")
_OPERATORS = {"add": BinaryOp.ADD, "sub": BinaryOp.SUB, "mul": BinaryOp.MUL}


def call_overflow(expressions: ExpressionLowering, name: str, call: Call, tree: Tree) -> bool:
    """Was it such a call?  Then it is lowered."""
    found = _NAME.fullmatch(name) or _ONLY_ASKS.fullmatch(name)
    if found is None or len(call.arguments) != 3:
        return False
    left, right, last = call.arguments
    if not isinstance(left.type, IntType) or not isinstance(right.type, IntType):
        return False
    builder, operator = expressions.builder, _OPERATORS[found[1]]
    if found.re is _ONLY_ASKS:
        asked = _asked_type(expressions, tree.children[3])
        if asked is None:
            return False
        if call.result is not None:
            _, differs = _computed(expressions, operator, (left, right), asked)
            builder.emit(Assign(call.result, folding.convert(differs, call.result.type), call.origin))
        return True
    pointer, target = last, last.type.target if isinstance(last.type, PointerType) else None
    if not isinstance(target, IntType):
        return False
    wrapped, differs = _computed(expressions, operator, (left, right), target)
    overflows = expressions.context.temporary(expressions.int)
    builder.emit(Assign(overflows, differs, call.origin))
    builder.emit(Assign(_place(pointer, target), wrapped, call.origin))
    if call.result is not None:
        builder.emit(Assign(call.result, folding.convert(overflows, call.result.type), call.origin))
    return True


def _computed(
    expressions: ExpressionLowering, operator: BinaryOp, operands: tuple[Expr, Expr], target: IntType
) -> tuple[Expr, Expr]:
    """What the type keeps of a result, and whether that is another number."""
    types = [each.type for each in operands if isinstance(each.type, IntType)]
    widths = [type.width + 1 for type in types]
    exact_type = bit_int(sum(widths) if operator is BinaryOp.MUL else max(widths) + 1, signed=True)
    left, right = (folding.convert(each, exact_type) for each in operands)
    exact = folding.binary(operator, left, right, exact_type)
    wrapped = folding.convert(exact, target)
    wide = bit_int(max(exact_type.width, target.width + 1), signed=True)  # has room for both
    return wrapped, folding.binary(BinaryOp.NE, folding.convert(wrapped, wide), folding.convert(exact, wide), expressions.int)


def _asked_type(expressions: ExpressionLowering, tree: Tree) -> IntType | None:
    """The type whose room is asked for: that of the last argument without promotions, of as many bits as a bit-field has."""
    written = converted(tree)
    type = expressions.types.of_value(written.cursor)
    if not isinstance(type, IntType) or type.is_bool:
        return None
    bits = library().clang_getFieldDeclBitWidth(library().clang_getCursorReferenced(written.cursor))
    if written.kind == CursorKind.MEMBER_REF_EXPR and bits > 0:
        return bit_int(bits, signed=type.signed)
    is_plain = written.kind in (CursorKind.DECL_REF_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.INTEGER_LITERAL)
    return type if is_plain or written.kind == CursorKind.MEMBER_REF_EXPR else None


def _place(pointer: Expr, target: IntType) -> Lvalue:
    if isinstance(pointer, AddressOf) and pointer.lvalue.type == target:
        root = root_variable(pointer.lvalue)
        return Deref(pointer, target) if root is not None and root.is_constant else pointer.lvalue
    return Deref(pointer, target)


_LIBRARY_CALLS: tuple[Callable[[ExpressionLowering, str, Call, Tree], bool], ...] = (
    call_mathematics,
    call_convention,
    call_overflow,
    lambda expressions, name, call, tree: Scanning(expressions).call(name, call, tree),
    lambda expressions, name, call, tree: StringScanning(expressions).call(name, call, tree),
    call_getopt,
    call_with_known_result,
)
"""Each lowers some calls of functions without a body, and answers whether this was one."""


@lowers(CursorKind.CALL_EXPR)
def _value(expressions: ExpressionLowering, tree: Tree) -> Expr:
    lower = _builtin(expressions, tree)
    if lower is not None:
        return lower(expressions, tree)
    type = expressions.types.of(tree.cursor)
    if isinstance(type, VoidType):
        call_into(expressions, tree, None)
        return Const(0, expressions.int)
    result = expressions.context.temporary(type)
    call_into(expressions, tree, result)
    return result


@lowers_effect(CursorKind.CALL_EXPR)
def _effect(expressions: ExpressionLowering, tree: Tree) -> None:
    lower = _builtin(expressions, tree)
    if lower is not None:
        expressions.drop(lower(expressions, tree), tree)
    else:
        call_into(expressions, tree, None)


def called_for(expressions: ExpressionLowering, tree: Tree) -> Tree | None:
    """The call an expression consists of, without conversions around it; None if there is more to it."""
    tree = bare(tree)
    return tree if tree.kind == CursorKind.CALL_EXPR and _builtin(expressions, tree) is None else None


def expectation(expressions: ExpressionLowering, tree: Tree) -> Tree | None:
    """The ``e`` of ``__builtin_expect(e, c)``."""
    if tree.kind != CursorKind.CALL_EXPR or len(tree.children) != 3:
        return None
    _, value, expected = tree.children
    is_plain = not (expected.has_effects or expected.divides)
    return value if is_plain and _name(expressions, tree) == "__builtin_expect" else None


def call_into(expressions: ExpressionLowering, tree: Tree, result: Lvalue | None) -> None:
    """Call, and store what is returned."""
    context, sequencing = expressions.context, expressions.sequencing
    callee_tree, *argument_trees = tree.children
    mark, operands = sequencing.mark(), sequencing.operands(tree)
    callee: Function | Expr
    pointer = expressions.rvalue(callee_tree)
    if isinstance(pointer, FunctionAddress) and _same_convention(pointer):
        callee = pointer.function
    else:
        later_effects = any(argument.has_effects for argument in argument_trees)
        callee = context.saved(pointer, callee_tree) if later_effects else pointer
        operands.add(callee_tree, callee)
    declaration = _declaration(callee_tree)
    is_promoted = declaration is not None and has_no_prototype(context.unit, declaration)
    given: list[Expr] = []
    for number, argument in enumerate(argument_trees):
        value = promoted_argument(expressions, argument) if is_promoted else expressions.value(argument)
        later = next((other for other in argument_trees[number + 1 :] if other.has_effects), None)
        given.append(value if later is None else expressions.stable(value, argument, before=later))
        operands.add(argument, given[-1])
    sequencing.end(mark)
    call = Call(callee, tuple(given), result, context.origin(tree))
    if isinstance(callee, Function) and not context.linker.has_body(callee):
        if not _call_plain(expressions, callee, call):
            _call_library(expressions, callee, call, tree)
        return
    if isinstance(callee, Function) and callee.is_of_library:
        ArgumentChecks(expressions).before_body(callee, call)
    type = callee.type.target if isinstance(callee.type, PointerType) else callee.type
    if isinstance(type, FunctionType) and takes_list(type):
        give_arguments(expressions, type, given, tree)
    context.builder.emit(call)


def _same_convention(callee: FunctionAddress) -> bool:
    """Is the function called as what it is?  A cast to another type makes it a call through a pointer."""
    target = callee.type.target
    assert isinstance(target, FunctionType)
    declared = callee.function.type
    return target == declared or target.result == declared.result


def _call_plain(expressions: ExpressionLowering, callee: Function, call: Call) -> bool:
    """Of ``__f_chk``, which is also given the size of the target, ``f`` is called, if that has a body of ours."""
    name = unfortified(callee.name)
    body = None if name is None else bodies().get(name)
    if name is None or body is None or len(call.arguments) != len(callee.type.parameters):
        return False
    plain = expressions.context.linker.shipped_function(body, name)
    if plain.type != replace(callee.type, parameters=callee.type.parameters[:-1]):
        return False
    expressions.builder.emit(Call(plain, call.arguments[:-1], call.result, call.origin))
    return True


def _call_library(expressions: ExpressionLowering, callee: Function, call: Call, tree: Tree) -> None:
    context = expressions.context
    if any(lower(expressions, callee.name, call, tree) for lower in _LIBRARY_CALLS):
        return
    known = context.linker.without_body
    effect = known.effect(callee, call.arguments)
    if isinstance(effect, NotModelled):
        raise ConstructNotSupported(effect.construct)
    if effect is None and not callee.is_of_system:
        require_arguments(context, callee, call)
    checks, output = ArgumentChecks(expressions), ConstantOutput(expressions)
    constant = output.of(callee, call)
    text = checks.before(callee, call)
    size = known.size_that_may_fail(callee, call.arguments) if context.linker.allocation_may_fail else None
    if constant is not None:
        context.builder.emit(replace(call, result=None))
    elif size is None:
        context.builder.emit(call)
    else:
        _call_that_may_fail(expressions, call, size, tree)
    if constant is None or constant.bytes is None:
        checks.after(call, text)
    if constant is not None:
        output.store(constant, call)
    if effect is None:
        end_after(context, callee, call)


def _call_that_may_fail(expressions: ExpressionLowering, call: Call, size: tuple[int, ...], tree: Tree) -> None:
    """Call, or take the null pointer; ``size`` has the numbers of the arguments whose product is the size that is wanted.

    Whether there is memory is an input.  It is not asked where no object is so large (``PTRDIFF_MAX``, as glibc checks)."""
    context, builder = expressions.context, expressions.builder
    result = call.result or context.temporary(expressions.types.of(tree.cursor))
    if not isinstance(result.type, (IntType, PointerType)):
        builder.emit(call)
        return
    possible, succeeded, failed, join = builder.node(), builder.node(), builder.node(), builder.node()
    _branch_on_size(expressions, [call.arguments[index] for index in size], possible, failed, call)
    if possible.entering:
        choice = context.temporary(context.machine.integer("_Bool"))
        builder.start(possible)
        builder.emit(Havoc(choice, call.origin))
        builder.branch(choice, succeeded, failed, call.origin)
        builder.start(succeeded)
        builder.emit_to(Call(call.callee, call.arguments, result, call.origin), join)
    builder.start(failed)
    if failed.entering:
        builder.emit(Call(context.linker.shipped_function(ERRNO_FILE, "no_memory"), (), None, call.origin))
        builder.emit_to(Assign(result, Const(0, result.type), call.origin), join)
    builder.start(join)


def _branch_on_size(expressions: ExpressionLowering, factors: list[Expr], possible: Node, failed: Node, call: Call) -> None:
    """Is there a machine with so many bytes?"""
    builder, size_t = expressions.builder, expressions.context.machine.size_t
    most: Expr = Const(size_t.max // 2, size_t)
    *others, last = [folding.convert(factor, size_t) for factor in factors]
    for other in others:
        nonzero = builder.node()
        is_zero = folding.binary(BinaryOp.EQ, other, Const(0, size_t), expressions.int)
        builder.branch(is_zero, possible, nonzero, call.origin)
        builder.start(nonzero)
        most = folding.binary(BinaryOp.DIV, most, other, size_t)
    builder.branch(folding.binary(BinaryOp.LE, last, most, expressions.int), possible, failed, call.origin)


def _builtin(expressions: ExpressionLowering, tree: Tree) -> LowersValue | None:
    """What lowers a call of a builtin that is syntax; None for every other call."""
    return builtin(_name(expressions, tree))


def _declaration(callee: Tree) -> Cursor | None:
    """What the name of a function that is called refers to; None if it is called through a pointer that is computed."""
    while callee.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR) and callee.children:
        callee = callee.children[0]
    if callee.kind != CursorKind.DECL_REF_EXPR:
        return None
    referenced: Cursor = library().clang_getCursorReferenced(callee.cursor)
    return referenced


def _name(expressions: ExpressionLowering, tree: Tree) -> str:
    """The name of a function that is called; empty if it is called through a pointer."""
    declaration = _declaration(tree.children[0])
    if declaration is None:
        return ""
    known = expressions.context.names.get(declaration.data0)
    if isinstance(known, FunctionAddress):
        return known.function.name
    return spelling(declaration) if declaration.kind == CursorKind.FUNCTION_DECL else ""


@lowers_builtin("__builtin_expect", "__builtin_expect_with_probability")
def _expect(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """gcc takes a constant for the whole call, so that it does not evaluate what is expected of it."""
    written, *others = tree.children[1:]
    matters = any(other.has_effects or other.divides for other in others)
    if matters and not (is_constant(written) or _is_never_folded(expressions, written)):
        raise ConstructNotSupported("__builtin_expect with a second argument that has effects")
    value = expressions.rvalue(written)
    for other in () if is_constant(written) else others:
        expressions.effect(other)
    return value


def _is_never_folded(expressions: ExpressionLowering, tree: Tree) -> bool:
    """Is it a variable that is not constant, or the result of a function of the program?"""
    tree = converted(tree)
    if tree.kind == CursorKind.CALL_EXPR:
        return not _name(expressions, tree).startswith("__builtin_") and not is_standard(_name(expressions, tree))
    return tree.kind == CursorKind.DECL_REF_EXPR and not library().clang_isConstQualifiedType(canonical_type(tree.cursor))


@lowers_builtin("__builtin_classify_type")
def _classify_type(expressions: ExpressionLowering, tree: Tree) -> Expr:
    """Only the compiler looks at the argument; its answer is arbitrary."""
    context = expressions.context
    result = context.temporary(expressions.types.of(tree.cursor))
    if tree.children[1].has_effects or tree.children[1].divides:
        context.builder.emit(Havoc(result, context.origin(tree), approximates="what the compiler knows of an object"))
    else:
        call_into(expressions, tree, result)
    return result


@lowers_builtin("__builtin_assume_aligned")
def _assume_aligned(expressions: ExpressionLowering, tree: Tree) -> Expr:
    for other in tree.children[2:]:
        expressions.effect(other)
    return folding.convert(expressions.value(tree.children[1]), expressions.types.of(tree.cursor))


@lowers_builtin("__atomic_thread_fence", "__atomic_signal_fence", "__builtin_prefetch")
def _nothing(expressions: ExpressionLowering, tree: Tree) -> Expr:
    for argument in tree.children[1:]:
        expressions.effect(argument)
    return Const(0, expressions.int)
