"""Lowering of calls (C11 6.5.2.2), and of the builtins that are syntax rather than functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Expr, FunctionAddress, Lvalue
from whet.cfa.model import Function
from whet.cfa.operations import Call, Havoc
from whet.cfa.types import FunctionType, PointerType, VoidType
from whet.frontend import folding
from whet.frontend.allocations import Allocations
from whet.frontend.argument_checks import ArgumentChecks
from whet.frontend.argument_lists import ArgumentLists, takes_list
from whet.frontend.atomics import is_sync
from whet.frontend.clang import CursorKind, library, spelling
from whet.frontend.constancy import CONSTANT_P, lower_constant_p
from whet.frontend.constant_output import ConstantOutput
from whet.frontend.conventions import Conventions
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.known_results import KnownResults
from whet.frontend.mathematics import Mathematics
from whet.frontend.object_sizes import OBJECT_SIZES, lower_object_size
from whet.frontend.options import Options
from whet.frontend.overflows import Overflows
from whet.frontend.promises import end_after, require_arguments
from whet.frontend.scanning import Scanning
from whet.frontend.sequencing import Operands
from whet.frontend.string_scanning import StringScanning
from whet.frontend.tree import Tree
from whet.library.effects import NotModelled
from whet.library.notation import bodies, unfortified

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions


class Calls:
    """Lowers the calls of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder
        self._library = expressions.context.linker.without_body
        self._allocations = Allocations(expressions)
        self._mathematics = Mathematics(expressions)
        self._conventions = Conventions(expressions)
        self._known_results = (
            Scanning(expressions),
            StringScanning(expressions),
            Options(expressions),
            KnownResults(expressions),
        )
        self._overflows = Overflows(expressions)
        self._argument_checks = ArgumentChecks(expressions)
        self._constant_output = ConstantOutput(expressions)
        self.lists = ArgumentLists(expressions)
        self._builtins: dict[str, Callable[[Tree], Expr]] = {
            "__builtin_expect": self._expect,
            "__builtin_expect_with_probability": self._expect,
            CONSTANT_P: partial(lower_constant_p, expressions=expressions),
            "__builtin_classify_type": self._unevaluated,
            **dict.fromkeys(OBJECT_SIZES, lambda tree: lower_object_size(tree, expressions)),
            "__builtin_va_start": self.lists.begin,
            "__builtin_stdarg_start": self.lists.begin,
            "__builtin_va_copy": self.lists.copy,
            "__builtin_va_end": self.lists.end,
            "__atomic_thread_fence": self._nothing,
            "__atomic_signal_fence": self._nothing,
            "__atomic_test_and_set": expressions.atomics.test_and_set,
            "__atomic_clear": expressions.atomics.clear,
            "__builtin_prefetch": self._nothing,
            "__builtin_assume_aligned": self._first,
        }

    # Entry points

    def value(self, tree: Tree) -> Expr:
        """The value a call returns."""
        builtin = self._builtin(tree)
        if builtin is not None:
            return builtin(tree)
        result = self.expressions.types.of(tree.cursor)
        if isinstance(result, VoidType):
            self._call(tree, None)
            return Const(0, self.expressions.int)
        kept = self.context.temporary(result)
        self._call(tree, kept)
        return kept

    def effect(self, tree: Tree) -> None:
        builtin = self._builtin(tree)
        if builtin is not None:
            self.expressions.drop(builtin(tree), tree)
        else:
            self._call(tree, None)

    def into(self, tree: Tree, result: Lvalue) -> None:
        """Call, and store what is returned."""
        self._call(tree, result)

    def called_for(self, tree: Tree) -> Tree | None:
        """The call an expression consists of, without conversions around it; None if there is more to it."""
        while tree.kind == CursorKind.PAREN_EXPR:
            tree = tree.children[0]
        is_call = tree.kind == CursorKind.CALL_EXPR and self._builtin(tree) is None
        return tree if is_call else None

    def expectation(self, tree: Tree) -> Tree | None:
        """The ``e`` of ``__builtin_expect(e, c)``."""
        if (
            tree.kind == CursorKind.CALL_EXPR
            and len(tree.children) == 3
            and not (tree.children[2].has_effects or tree.children[2].divides)
        ):
            return tree.children[1] if self._name(tree) == "__builtin_expect" else None
        return None

    # Calls

    def _call(self, tree: Tree, result: Lvalue | None) -> None:
        callee_tree, *argument_trees = tree.children
        mark, operands = self.expressions.sequencing.mark(), self.expressions.sequencing.operands(tree)
        callee = self._callee(callee_tree, any(argument.has_effects for argument in argument_trees))
        if not isinstance(callee, Function):
            operands.add(callee_tree, callee)
        arguments = self._arguments(argument_trees, operands)
        self.expressions.sequencing.end(mark)
        call = Call(callee, arguments, result, self.context.origin(tree))
        if isinstance(callee, Function) and not self.context.linker.has_body(callee):
            if not self._call_plain(callee, call):
                self._call_library(callee, call, tree)
        else:
            if isinstance(callee, Function) and callee.is_of_library:
                self._argument_checks.before_body(callee, call)
            self._give_list(callee, arguments, tree)
            self.builder.emit(call)

    def _give_list(self, callee: Function | Expr, arguments: tuple[Expr, ...], tree: Tree) -> None:
        type = callee.type.target if isinstance(callee.type, PointerType) else callee.type
        if isinstance(type, FunctionType) and takes_list(type):
            self.lists.give(type, arguments, tree)

    def _call_plain(self, callee: Function, call: Call) -> bool:
        """Of ``__f_chk``, which is also given the size of the target, ``f`` is called, if that has a body of ours."""
        name = unfortified(callee.name)
        body = None if name is None else bodies().get(name)
        if name is None or body is None or len(call.arguments) != len(callee.type.parameters):
            return False
        plain = self.context.linker.shipped_function(body, name)
        if plain.type != replace(callee.type, parameters=callee.type.parameters[:-1]):
            return False
        self.builder.emit(Call(plain, call.arguments[:-1], call.result, call.origin))
        return True

    def _call_library(self, callee: Function, call: Call, tree: Tree) -> None:
        if any(known.call(callee.name, call) for known in (self._mathematics, self._conventions, self._overflows)):
            return
        if any(known.call(callee.name, call, tree) for known in self._known_results):
            return
        effect = self._library.effect(callee, call.arguments)
        if isinstance(effect, NotModelled):
            raise ConstructNotSupported(effect.construct)
        if effect is None and not callee.is_of_system:
            require_arguments(self.context, callee, call)
        constant = self._constant_output.of(callee, call)
        text = self._argument_checks.before(callee, call)
        fallible = self.context.linker.allocation_may_fail
        size = self._library.size_that_may_fail(callee, call.arguments) if fallible else None
        if constant is not None:
            self.builder.emit(replace(call, result=None))
        elif size is None:
            self.builder.emit(call)
        else:
            self._allocations.call(call, size, tree)
        if constant is None or constant.bytes is None:
            self._argument_checks.after(call, text)
        if constant is not None:
            self._constant_output.store(constant, call)
        if effect is None:
            end_after(self.context, callee, call)

    def _callee(self, tree: Tree, later_effects: bool) -> Function | Expr:
        callee = self.expressions.rvalue(tree)
        if isinstance(callee, FunctionAddress) and _same_convention(callee):
            return callee.function
        return self.context.saved(callee, tree) if later_effects else callee

    def _arguments(self, trees: list[Tree], operands: Operands) -> tuple[Expr, ...]:
        arguments: list[Expr] = []
        for number, tree in enumerate(trees):
            value = self.expressions.decayed(self.expressions.rvalue(tree))
            later = next((other for other in trees[number + 1 :] if other.has_effects), None)
            arguments.append(value if later is None else self.expressions.stable(value, tree, before=later))
            operands.add(tree, arguments[-1])
        return tuple(arguments)

    def _builtin(self, tree: Tree) -> Callable[[Tree], Expr] | None:
        """What lowers a call of a builtin that is syntax; None for every other call."""
        name = self._name(tree)
        return partial(self.expressions.atomics.sync, name) if is_sync(name) else self._builtins.get(name)

    def _name(self, tree: Tree) -> str:
        """The name of a builtin that is called; empty for everything else."""
        inner = tree.children[0]
        while inner.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR) and inner.children:
            inner = inner.children[0]
        if inner.kind != CursorKind.DECL_REF_EXPR:
            return ""
        declaration = library().clang_getCursorReferenced(inner.cursor)
        known = self.context.names.get(declaration.data0)
        if isinstance(known, FunctionAddress):
            return known.function.name
        return spelling(declaration) if declaration.kind == CursorKind.FUNCTION_DECL else ""

    # Builtins

    def _expect(self, tree: Tree) -> Expr:
        value = self.expressions.rvalue(tree.children[1])
        self.expressions.effect(tree.children[2])
        return value

    def _unevaluated(self, tree: Tree) -> Expr:
        """Only the compiler looks at the argument; what it finds out is its own business."""
        result = self.context.temporary(self.expressions.types.of(tree.cursor))
        if tree.children[1].has_effects or tree.children[1].divides:
            self.builder.emit(Havoc(result, self.context.origin(tree), approximates="what the compiler knows of an object"))
        else:
            self._call(tree, result)
        return result

    def _first(self, tree: Tree) -> Expr:
        value = self.expressions.decayed(self.expressions.rvalue(tree.children[1]))
        return folding.convert(value, self.expressions.types.of(tree.cursor))

    def _nothing(self, tree: Tree) -> Expr:
        for argument in tree.children[1:]:
            self.expressions.effect(argument)
        return Const(0, self.expressions.int)


def _same_convention(callee: FunctionAddress) -> bool:
    """Is the function called as what it is?  A cast to another type makes it a call through a pointer."""
    target = callee.type.target
    assert isinstance(target, FunctionType)
    declared = callee.function.type
    return target == declared or target.result == declared.result


__all__ = ["Calls"]
