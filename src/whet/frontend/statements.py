"""Lowering of C statements (C11 6.8) and local declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from itertools import zip_longest
from typing import ParamSpec

from whet.cfa.expressions import BinaryOp, Const, Expr, Var
from whet.cfa.model import LoopStatement, Node
from whet.cfa.operations import Return, Skip
from whet.cfa.source import Origin
from whet.cfa.types import ArrayType, CType, IntType, VoidType
from whet.frontend import conversions, folding, operators, primary_expressions, sizes
from whet.frontend.alignments import alignment_of
from whet.frontend.attributes import reject_hidden_calls
from whet.frontend.branching import condition as branch_on
from whet.frontend.clang import Cursor, CursorKind, StorageClass, evaluate_integer, library, spelling
from whet.frontend.context import FunctionContext
from whet.frontend.disagreements import reject_attributes_before_definition
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.for_header import ForParts, split_for
from whet.frontend.initialisers import Initialisers
from whet.frontend.lifetimes import Lifetimes
from whet.frontend.promises import require_result
from whet.frontend.tree import EXPRESSIONS, Tree, identity_of
from whet.frontend.type_reader import array_types
from whet.task.records import dataclass

P = ParamSpec("P")
_REGISTERED = (conversions, operators, primary_expressions, sizes)
"""Imported for the expressions that they lower."""
_DECLARES_NOTHING = frozenset(
    {
        CursorKind.UNEXPOSED_DECL,  # __label__
        CursorKind.ENUM_DECL,
        CursorKind.TYPEDEF_DECL,
        CursorKind.FUNCTION_DECL,
        CursorKind.STATIC_ASSERT,
    }
)


@dataclass(slots=True)
class Case:
    """The values of a ``case``; ``low == high`` unless it is a range."""

    low: Const
    high: Const
    node: Node


@dataclass(slots=True)
class Switch:
    """A ``switch`` whose body is being lowered."""

    selector: Expr
    cases: list[Case] = field(default_factory=list)
    default: Node | None = None
    unknown_case: Tree | None = None
    """A ``case`` whose value is not known; then it is not known where any value leads."""


class StatementLowering:
    """Lowers the statements of one function."""

    def __init__(self, context: FunctionContext) -> None:
        self.context = context
        self.builder = context.builder
        self.expressions = ExpressionLowering(context)
        self.expressions.values[CursorKind.STMT_EXPR] = lambda _, tree: self._value_of(tree)
        self.expressions.effects[CursorKind.STMT_EXPR] = lambda _, tree: self.lower(tree.children[0])
        self.initialisers = Initialisers(self.expressions)
        self.lifetimes = Lifetimes(context)
        self._origin = context.origin
        self._lib = library()
        self._break: list[Node | None] = []
        self._continue: list[Node | None] = []
        self._switches: list[Switch] = []
        self._labels: dict[int, Node] = {}
        """By the identity of the labelled statement: names of local labels (``__label__``) may occur twice."""
        self._placed: set[Node] = set()
        self._handlers: dict[int, Callable[[Tree], None]] = {
            CursorKind.COMPOUND_STMT: self._compound,
            CursorKind.DECL_STMT: self._declarations,
            CursorKind.IF_STMT: self._if,
            CursorKind.WHILE_STMT: self._while,
            CursorKind.DO_STMT: self._do,
            CursorKind.FOR_STMT: self._for,
            CursorKind.SWITCH_STMT: self._switch,
            CursorKind.CASE_STMT: self._case,
            CursorKind.DEFAULT_STMT: self._default,
            CursorKind.RETURN_STMT: self._return,
            CursorKind.BREAK_STMT: self._break_out,
            CursorKind.CONTINUE_STMT: self._continue_on,
            CursorKind.GOTO_STMT: self._goto,
            CursorKind.LABEL_STMT: self._label,
            CursorKind.NULL_STMT: lambda _: None,
            CursorKind.ASM_STMT: self._asm,
            CursorKind.UNEXPOSED_STMT: self._attributed,
        }

    def lower(self, tree: Tree) -> None:
        """Append a statement; what cannot be modelled ends the path with an ``Unsupported`` operation."""
        outer = (self.context.statement, self.context.keyword, self.expressions.depth)
        self.context.statement = self.context.unit.span(tree.cursor)
        self.context.keyword = None
        self.expressions.depth = 0
        mark = self.expressions.sequencing.mark()
        self._or_give_up(tree, self._lower, tree)
        self.expressions.sequencing.end(mark)
        self.context.statement, self.context.keyword, self.expressions.depth = outer

    def _lower(self, tree: Tree) -> None:
        handler = self._handlers.get(tree.kind)
        if tree.kind in EXPRESSIONS:
            with self.lifetimes.full_expression(self._origin(tree)):
                self.expressions.effect(tree)
        elif handler is not None:
            handler(tree)
        else:
            raise ConstructNotSupported(_STATEMENT_NAMES.get(tree.kind, f"statement of kind {tree.kind}"))

    def _or_give_up(self, tree: Tree, lowering: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Lower ``tree``, or end the path here.  An enclosing statement is lowered further all the same: there
        may be labels in them that are reached in other ways."""
        depth = self.expressions.depth
        try:
            lowering(*args, **kwargs)
        except ConstructNotSupported as problem:
            self.builder.give_up(problem.construct, self._origin(problem.tree or tree))
            self.expressions.depth = depth

    def finish(self, body: Tree) -> None:
        """Called after the last statement.  A label that was not lowered stands inside an unmodelled construct."""
        self.lifetimes.finish()
        for node in self._labels.values():
            if node not in self._placed:
                self.builder.start(node)
                self.builder.give_up("jump into a statement that is not supported", self.context.origin(body))

    def _value_of(self, tree: Tree) -> Expr:
        """The value of a statement expression: that of its last statement, if it has one."""
        (block,) = tree.children
        with self._block(block):
            *first, last = block.children or [block]
            for statement in first:
                self.lower(statement)
            if isinstance(self.expressions.types.of(tree.cursor), VoidType):
                if block.children:
                    self.lower(last)
                return Const(0, self.expressions.int)
            while last.kind == CursorKind.LABEL_STMT:
                self._place_label(last)
                last = last.children[-1]
            mark = self.expressions.sequencing.mark()
            value = self.expressions.value(last)
            self.expressions.sequencing.end(mark)
            return self.context.saved(value, last)

    def _compound(self, tree: Tree) -> None:
        with self._block(tree):
            for child in tree.children:
                self.lower(child)

    @contextmanager
    def _block(self, tree: Tree, *, repeats: bool | None = None) -> Iterator[None]:
        """Lower what stands in a block; in front of it come the objects that begin to live where it is entered.

        There are such objects if there is a label, or if it ``repeats`` something in itself."""
        begins = tree.has_label and tree.has_objects if repeats is None else repeats
        block = self.context.begin_block()
        first = self.builder.set_aside() if begins and not block.is_body else None
        try:
            yield
        finally:
            self.lifetimes.leave(block, self._origin(tree))
            self.context.blocks.pop()
            if first is not None:
                self.builder.put_before(first, block.objects, self._origin(tree))

    @contextmanager
    def _statement(self, tree: Tree, *repeated: Tree | None) -> Iterator[None]:
        """Lower a statement that selects or iterates, which is a block; ``repeated`` is what its head does again and again."""
        if not tree.has_objects:
            yield
            return
        with self._block(tree, repeats=any(part is not None and part.has_objects for part in repeated)):
            yield

    def _substatement(self, tree: Tree) -> None:
        """Lower a part of such a statement: a block, whether or not it has braces."""
        if tree.kind == CursorKind.COMPOUND_STMT or not tree.has_objects:
            self.lower(tree)
            return
        with self._block(tree):
            self.lower(tree)

    def _attributed(self, tree: Tree) -> None:
        for child in tree.children:
            self.lower(child)

    def _declarations(self, tree: Tree) -> None:
        for child in tree.children:
            self._or_give_up(child, self._declaration, child)

    def _declaration(self, tree: Tree) -> None:
        if tree.kind == CursorKind.VAR_DECL:
            self._declare(tree)
        elif tree.kind == CursorKind.TYPEDEF_DECL and tree.children:
            self.measure(tree, self.expressions.types.of(tree.cursor), None)
        elif tree.kind in (CursorKind.STRUCT_DECL, CursorKind.UNION_DECL):
            reject_attributes_before_definition(tree.cursor)
        elif tree.kind not in _DECLARES_NOTHING:
            raise ConstructNotSupported(f"declaration of kind {tree.kind}")

    def _declare(self, tree: Tree) -> None:
        storage = self._lib.clang_Cursor_getStorageClass(tree.cursor)
        if storage in (StorageClass.STATIC, StorageClass.EXTERN):
            return
        ctype = self.expressions.types.of(tree.cursor)
        variable = self.context.object(spelling(tree.cursor), ctype)
        self.context.unit.place_declaration(variable, tree.cursor)
        variable.is_volatile = self.expressions.types.is_volatile(tree.cursor)
        variable.is_constant = self.expressions.types.is_const(tree.cursor)
        variable.alignment = alignment_of([tree.cursor], self.context.machine)
        self.context.names[tree.identity] = Var(variable)
        reject_hidden_calls(tree.cursor)
        cursor: Cursor = self._lib.clang_Cursor_getVarDeclInitializer(tree.cursor)
        initialiser = next((child for child in tree.children if cursor.data1 and child.identity == cursor.data1), None)
        self.measure(tree, ctype, initialiser)
        length = self.context.lengths.get(ctype.variable) if isinstance(ctype, ArrayType) else None
        if initialiser is None:
            self.context.declare(variable, False, length, tree)
            return
        plan = self.initialisers.plan(variable, initialiser)
        self.context.declare(variable, self.initialisers.needs_zeros(ctype, initialiser), length, tree)
        with self.lifetimes.full_expression(self._origin(tree)):
            self.initialisers.store(plan, initialiser)

    def measure(self, tree: Tree, ctype: CType, initialiser: Tree | None) -> None:
        """Compute the sizes of the array types of variable length in a declaration, where it stands."""
        arrays = array_types(ctype)
        if not any(array.variable for array in arrays):
            return
        # clang visits the dimensions from the innermost to the outermost, after what belongs to the element type.
        dimensions = [child for child in tree.children if child is not initialiser and child.kind in EXPRESSIONS]
        context, size_t = self.context, self.context.machine.size_t
        for array, dimension in reversed(list(zip_longest(arrays, reversed(dimensions[-len(arrays) :])))):
            if array.variable == 0:
                continue
            if array.variable in context.lengths:
                if dimension is not None and (dimension.has_effects or dimension.divides):
                    raise ConstructNotSupported("typeof of something of variable length that has to be evaluated")
                continue
            if dimension is None:
                raise ConstructNotSupported("variable-length array type without its length")
            context.counts[array.variable] = count = context.saved(self.expressions.rvalue(dimension), dimension)
            size = folding.binary(BinaryOp.MUL, folding.convert(count, size_t), context.size(array.element), size_t)
            context.lengths[array.variable] = context.saved(size, dimension)

    def _branch_on(self, condition: Tree, if_true: Node, if_false: Node) -> None:
        """Branch on the controlling expression of the statement."""
        self.context.keyword = self.context.statement.begin
        with self._outside_of_body(), self.lifetimes.full_expression(self._origin(condition), if_true, if_false):
            self._or_give_up(condition, branch_on, self.expressions, condition, if_true, if_false)
        self.context.keyword = None

    @contextmanager
    def _outside_of_body(self) -> Iterator[None]:
        """Compilers disagree about what a ``break`` in a statement expression in the header of a loop leaves."""
        self._break.append(None)
        self._continue.append(None)
        yield
        self._break.pop()
        self._continue.pop()

    def _enclosing(self, nodes: list[Node | None]) -> Node:
        node = nodes[-1] if nodes else None
        if node is None:
            raise ConstructNotSupported("break or continue in the header of a loop")
        return node

    def _if(self, tree: Tree) -> None:
        condition, first, *rest = tree.children
        builder = self.builder
        with self._statement(tree):
            true, join = builder.node(), builder.node()
            false = builder.node() if rest else join
            self._branch_on(condition, true, false)
            for node, branch in zip((true, false), (first, *rest), strict=False):
                builder.start(node)
                self._substatement(branch)
                builder.jump(join, self._origin(branch))
            builder.start(join)

    def _switch(self, tree: Tree) -> None:
        condition, body = tree.children[0], tree.children[-1]
        builder = self.builder
        with self._statement(tree):
            switch = Switch(Const(0, self.expressions.int))
            with self._outside_of_body():
                self._or_give_up(condition, self._select, switch, condition)
            dispatch, after = builder.node(), builder.node()
            builder.jump(dispatch, self._origin(condition))
            self._switches.append(switch)
            self._break.append(after)
            self.lifetimes.place(after)
            self._substatement(body)
            builder.jump(after, self._origin(body))
            self._break.pop()
            self._switches.pop()
            self._dispatch(switch, dispatch, switch.default or after, self._origin(condition))
            builder.start(after)

    def _select(self, switch: Switch, condition: Tree) -> None:
        with self.lifetimes.full_expression(self._origin(condition)):
            selector = self.expressions.rvalue(condition)
            switch.selector = selector if isinstance(selector, (Const, Var)) else self.context.saved(selector, condition)

    def _dispatch(self, switch: Switch, start: Node, otherwise: Node, origin: Origin) -> None:
        """Compare with one case after the other.  Keyword and values are those of the ``switch``."""
        builder, selector, result = self.builder, switch.selector, self.expressions.int
        entered = {node: len(node.entering) for node in (*(case.node for case in switch.cases), otherwise)}
        origin = Origin(origin.statement, origin.expression, self.context.statement.begin)
        builder.start(start)
        if switch.unknown_case is not None:
            builder.give_up("case label of more than 64 bits", self._origin(switch.unknown_case))
        for case in switch.cases:
            following = builder.node()
            if case.low == case.high:
                builder.branch(folding.binary(BinaryOp.EQ, selector, case.low, result), case.node, following, origin)
            else:
                inside = builder.node()
                builder.branch(folding.binary(BinaryOp.GE, selector, case.low, result), inside, following, origin)
                builder.start(inside)
                builder.branch(folding.binary(BinaryOp.LE, selector, case.high, result), case.node, following, origin)
            builder.start(following)
        builder.jump(otherwise, origin)
        for node, before in entered.items():
            self.lifetimes.led(node.entering[before:], self.lifetimes.here(), node, origin)

    def _case(self, tree: Tree) -> None:
        *values, body = tree.children
        switch = self._switches[-1]
        ctype = switch.selector.type
        assert isinstance(ctype, IntType)
        # libclang cuts wider constants.
        numbers = [evaluate_integer(value.cursor) if ctype.width <= 64 else None for value in values]
        low, high = numbers[0], numbers[-1]
        node = self._labelled_node(tree)
        if low is None or high is None:
            switch.unknown_case = tree
        else:
            switch.cases.append(Case(Const(ctype.wrap(low), ctype), Const(ctype.wrap(high), ctype), node))
        self.lower(body)

    def _default(self, tree: Tree) -> None:
        self._switches[-1].default = self._labelled_node(tree)
        self.lower(tree.children[-1])

    def _labelled_node(self, tree: Tree) -> Node:
        """A node others will jump to, entered from above by falling through."""
        node = self.builder.node()
        self.lifetimes.place(node)
        self.builder.jump(node, self._origin(tree))
        self.builder.start(node, sealed=False)
        return node

    def _loop_body(self, body: Tree, *, on_break: Node, on_continue: Node) -> None:
        self._break.append(on_break)
        self._continue.append(on_continue)
        self.lifetimes.place(on_break)
        self.lifetimes.place(on_continue)
        self._substatement(body)
        self._break.pop()
        self._continue.pop()

    @contextmanager
    def _loop(self, tree: Tree, first: Tree | None, *repeated: Tree | None) -> Iterator[None]:
        """Lower a loop; what is declared in the ``repeated`` parts of its head is one object for all iterations."""
        with self._statement(tree, *repeated):
            if first is not None:
                self.lower(first)
            if any(part is not None and part.has_objects for part in repeated):
                self.context.blocks[-1].is_behind_label = True
            yield

    def _start_loop(self, head: Node, test: Node, before: Tree) -> None:
        self.builder.function.loops.append(LoopStatement(self.context.statement, head, test))
        self.builder.jump(head, self._origin(before))
        self.builder.start(head, sealed=False)

    def _while(self, tree: Tree) -> None:
        condition, body = tree.children[0], tree.children[-1]
        builder = self.builder
        with self._loop(tree, None, condition):
            head, inside, after = builder.node(), builder.node(), builder.node()
            self._start_loop(head, head, condition)
            self._branch_on(condition, inside, after)
            builder.start(inside)
            self._loop_body(body, on_break=after, on_continue=head)
            builder.jump(head, self._origin(body))
            builder.start(after)

    def _do(self, tree: Tree) -> None:
        body, condition = tree.children[0], tree.children[-1]
        builder = self.builder
        with self._loop(tree, None, condition):
            head, test, after = builder.node(), builder.node(), builder.node()
            self._start_loop(head, test, body)
            self._loop_body(body, on_break=after, on_continue=test)
            builder.jump(test, self._origin(condition))
            builder.start(test)
            self._branch_on(condition, head, after)
            builder.start(after)

    def _for(self, tree: Tree) -> None:
        builder = self.builder
        try:
            parts = split_for(tree, self.context.unit)
        except ConstructNotSupported as problem:
            builder.give_up(problem.construct, self._origin(tree))
            parts = ForParts(None, None, None, tree.children[-1])
        with self._loop(tree, parts.first, parts.condition, parts.step):
            head, inside, step, after = builder.node(), builder.node(), builder.node(), builder.node()
            self._start_loop(head, head, tree)
            if parts.condition is None:
                builder.jump(inside, self._origin(tree))
            else:
                self._branch_on(parts.condition, inside, after)
            builder.start(inside)
            self._loop_body(parts.body, on_break=after, on_continue=step)
            builder.jump(step, self._origin(parts.body))
            builder.start(step)
            if parts.step is not None:
                with self._outside_of_body(), self.lifetimes.full_expression(self._origin(parts.step)):
                    self._or_give_up(parts.step, self.expressions.effect, parts.step)
            builder.jump(head, self._origin(tree))
            builder.start(after)

    def _return(self, tree: Tree) -> None:
        self.expressions.sequencing.exits += 1
        function = self.builder.function
        value: Expr | None = None
        if tree.children:
            if function.return_variable is None:
                self.expressions.effect(tree.children[0])
            else:
                value = self.expressions.converted(tree.children[0], function.return_variable.type)
        if value is not None:
            require_result(self.context, value, self._origin(tree))
        self.builder.emit_to(Return(value, self._origin(tree)), self.builder.exit)

    def _break_out(self, tree: Tree) -> None:
        self.lifetimes.jump(self._enclosing(self._break), self._origin(tree))

    def _continue_on(self, tree: Tree) -> None:
        self.lifetimes.jump(self._enclosing(self._continue), self._origin(tree))

    def _goto(self, tree: Tree) -> None:
        self.expressions.sequencing.exits += 1
        target: Cursor = self._lib.clang_getCursorReferenced(tree.children[0].cursor)
        self.lifetimes.jump(self._label_node(identity_of(target)), self._origin(tree))

    def _label_node(self, label: int) -> Node:
        if label not in self._labels:
            self._labels[label] = self.builder.node()
        return self._labels[label]

    def _label(self, tree: Tree) -> None:
        self._place_label(tree)
        self.lower(tree.children[-1])

    def _place_label(self, tree: Tree) -> None:
        node = self._label_node(tree.identity)
        self._placed.add(node)
        for block in self.context.blocks:
            block.is_behind_label = True
        self.lifetimes.place(node)
        self.builder.jump(node, self._origin(tree))
        self.builder.start(node, sealed=False)
        self.builder.emit(Skip(self._origin(tree), label=spelling(tree.cursor)))

    def _asm(self, tree: Tree) -> None:
        from whet.frontend.asm import lower_asm  # has a table of instructions, and few programs have assembler

        lower_asm(tree, self.expressions)


_STATEMENT_NAMES = {CursorKind.INDIRECT_GOTO_STMT: "computed goto", CursorKind.MS_ASM_STMT: "inline assembler"}
