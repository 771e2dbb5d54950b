"""Facts of C expressions (dissertation on variable roles, sections 3.2).

An expression becomes a node.  Parentheses, conversions and commas vanish; ``++`` and compound assignments become assignments; a
value that is used as a truth value becomes a comparison with 0; a member ``s.f`` or ``p->f`` is the node of ``f`` whatever
``s`` and ``p`` are. ``c ? a : b`` that is assigned, passed or returned counts as a branch on ``c`` with an assignment in each
arm.  Every other construct has an ``opaque`` node, which the rules take for an unknown value.

A use of a macro with the name of a library function, such as ``isdigit(c)``, counts as a call whatever it expands to.  It is
recognised by the location of the first token of an expression; its arguments are the largest expressions whose text lies
between the parentheses.  Only files that mention such a name, and are not preprocessed, are searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from whet.cfa.source import Span
from whet.frontend.clang import BinaryKind, Cursor, CursorKind, Type, TypeKind, UnaryKind, evaluate_integer, fields, library
from whet.frontend.literals import integer_value
from whet.frontend.tree import EXPRESSIONS, Tree
from whet.roles.fact_base import FactBase, VariableOrigin, quoted
from whet.roles.library_tables import names_in_tables
from whet.task.records import dataclass

_USE = re.compile(rb"(\w+)\s*\(")
_MACRO = re.compile(rb"^[ \t]*#[ \t]*(?:define|include)\b", re.MULTILINE)


class MacroFacts:
    """Finds the uses of macros in one translation unit."""

    def __init__(self, base: FactBase) -> None:
        self._base = base
        self._names = {name.encode() for name in names_in_tables()}
        self._seen: set[int] = set()

    @classmethod
    def of(cls, base: FactBase) -> MacroFacts | None:
        """None if the file has none to find."""
        unit, text = base.unit, base.unit.source.text
        if unit.is_preprocessed or _MACRO.search(text) is None:
            return None
        found = cls(base)
        return found if any(name in text for name in found._names) else None

    def look(self, tree: Tree, read: Callable[[Tree], int]) -> None:
        """Emit the facts of a macro that an expression begins with."""
        if tree.kind in (CursorKind.DECL_REF_EXPR, CursorKind.INTEGER_LITERAL) or not self._base.unit.is_in_macro(tree.cursor):
            return
        span = self._base.unit.span(tree.cursor)
        use = _USE.match(span.file.text, span.begin)
        if use is None or use[1] not in self._names or span.begin in self._seen:
            return
        self._seen.add(span.begin)
        node = self._base.node(tree.cursor)
        self._base.emit(f"macro({node},{quoted(use[1].decode())}).")
        for position, (begin, end) in enumerate(_arguments(span.file.text, use.end())):
            argument = self._inside(tree, span, begin, end)
            if argument is not None:
                self._base.emit(f"arg({node},{position},{read(argument)}).")

    def _inside(self, tree: Tree, around: Span, begin: int, end: int) -> Tree | None:
        """The first largest expression whose text lies in a range."""
        span = self._base.unit.span(tree.cursor)
        if tree.kind in EXPRESSIONS and span.file is around.file and begin <= span.begin < span.end <= end:
            return tree
        found = (self._inside(child, around, begin, end) for child in tree.children)
        return next((each for each in found if each is not None), None)


def _arguments(text: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Where the arguments of a macro begin and end; ``start`` is after the opening parenthesis."""
    depth, begin = 0, start
    for position in range(start, len(text)):
        character = text[position : position + 1]
        if character in (b"(", b"[", b"{"):
            depth += 1
        elif character in (b")", b"]", b"}"):
            if depth == 0:
                yield begin, position
                return
            depth -= 1
        elif character == b"," and depth == 0:
            yield begin, position
            begin = position + 1


BINARY = {
    BinaryKind.MUL: "mul",
    BinaryKind.DIV: "div",
    BinaryKind.REM: "rem",
    BinaryKind.ADD: "add",
    BinaryKind.SUB: "sub",
    BinaryKind.SHL: "shl",
    BinaryKind.SHR: "shr",
    BinaryKind.LT: "lt",
    BinaryKind.GT: "gt",
    BinaryKind.LE: "le",
    BinaryKind.GE: "ge",
    BinaryKind.EQ: "eq",
    BinaryKind.NE: "ne",
    BinaryKind.AND: "band",
    BinaryKind.XOR: "bxor",
    BinaryKind.OR: "bor",
    BinaryKind.LAND: "land",
    BinaryKind.LOR: "lor",
}
_COMPOUND = {
    BinaryKind.MUL_ASSIGN: "mul",
    BinaryKind.DIV_ASSIGN: "div",
    BinaryKind.REM_ASSIGN: "rem",
    BinaryKind.ADD_ASSIGN: "add",
    BinaryKind.SUB_ASSIGN: "sub",
    BinaryKind.SHL_ASSIGN: "shl",
    BinaryKind.SHR_ASSIGN: "shr",
    BinaryKind.AND_ASSIGN: "band",
    BinaryKind.XOR_ASSIGN: "bxor",
    BinaryKind.OR_ASSIGN: "bor",
}
_UNARY = {
    UnaryKind.ADDRESS: "addr",
    UnaryKind.DEREF: "deref",
    UnaryKind.PLUS: "uplus",
    UnaryKind.MINUS: "uminus",
    UnaryKind.NOT: "bnot",
    UnaryKind.LNOT: "lnot",
}
_STEPS = {UnaryKind.POST_INC: "add", UnaryKind.PRE_INC: "add", UnaryKind.POST_DEC: "sub", UnaryKind.PRE_DEC: "sub"}
_POINTER = {"add": "padd", "sub": "psub"}
_TRUTH_OPERATORS = range(BinaryKind.LT, BinaryKind.NE + 1)
_EXPECT = "__builtin_expect"


@dataclass(slots=True)
class ExpressionContext:
    """What stands around the expression that is read; 0 where there is nothing."""

    function: int = 0
    name: str = ""
    loop: int = 0
    branch: int = 0
    returns: int = 0
    """The result of the function."""


@dataclass(slots=True)
class ConditionalExpression:
    """``c ? a : b``: the branch it is, and its arms."""

    branch: int
    arms: tuple[int, int]


_OF_TWO = frozenset({CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGN_OPERATOR})
"""Inside of ``__builtin_choose_expr``, libclang may hide one of their operands."""


class ExpressionFacts:
    """Reads the expressions of one translation unit."""

    def __init__(self, base: FactBase, read_block: Callable[[Tree], int], found: Callable[[Cursor], None]) -> None:
        """``read_block`` reads a statement expression; ``found`` receives each function and global variable that is named."""
        self.base = base
        self.around = ExpressionContext()
        self._read_block = read_block
        self._found = found
        self._lib = library()
        self._emit = base.emit
        self._macros = MacroFacts.of(base)
        self._guarded = names_in_tables("assertion", "error")
        self._choices: dict[int, ConditionalExpression] = {}
        self._handlers: dict[int, Callable[[Tree], int]] = {
            CursorKind.PAREN_EXPR: self._last,
            CursorKind.CSTYLE_CAST_EXPR: self._last,
            CursorKind.COMPOUND_LITERAL_EXPR: self._last,
            CursorKind.UNEXPOSED_EXPR: self._unexposed,
            CursorKind.DECL_REF_EXPR: self._name,
            CursorKind.MEMBER_REF_EXPR: self._member,
            CursorKind.ARRAY_SUBSCRIPT_EXPR: self._subscript,
            CursorKind.CALL_EXPR: self._call,
            CursorKind.INTEGER_LITERAL: self._integer,
            CursorKind.FLOATING_LITERAL: self._floating,
            CursorKind.CHARACTER_LITERAL: self._character,
            CursorKind.UNARY_OPERATOR: self._unary,
            CursorKind.BINARY_OPERATOR: self._binary,
            CursorKind.COMPOUND_ASSIGN_OPERATOR: self._compound,
            CursorKind.CONDITIONAL_OPERATOR: self._conditional,
            CursorKind.STMT_EXPR: self._statement_expression,
            CursorKind.UNARY_EXPR: self._size,
            CursorKind.INIT_LIST_EXPR: self._untyped_list,
        }

    def read(self, tree: Tree) -> int:
        """The node of an expression."""
        if self._macros is not None:
            self._macros.look(tree, self.read)
        handler = self._handlers.get(tree.kind)
        is_whole = tree.kind not in _OF_TWO or len(tree.children) == 2
        return handler(tree) if handler is not None and is_whole else self._opaque(tree)

    def condition(self, tree: Tree) -> int:
        """The node of an expression that is used as a truth value."""
        node = self.read(tree)
        return node if self._is_truth(tree) else self.operation(tree, "ne", node, self.base.literal("const", 0))

    def operation(self, tree: Tree, operator: str, left: int, right: int) -> int:
        node = self.base.node(tree.cursor)
        self._emit(f"bin({node},{operator},{left},{right}).")
        return node

    def assign(self, tree: Tree, target: int, value: int) -> None:
        """An assignment; an arm of ``?:`` is one of its own, in the branch that it is."""
        if target not in self.base.variables:
            return
        for branch, arm in self.arms(value):
            statement = self.base.node(tree.cursor)
            self._emit(f"assign({statement},{target},{arm}).")
            if self.around.loop:
                self._emit(f"at({statement},{self.around.loop}).")
            if branch and arm in self.base.variables:
                self._emit(f"under({statement},{branch}).")

    def arms(self, value: int, branch: int = 0) -> Iterator[tuple[int, int]]:
        """(innermost branch, value) for each value that a node may have."""
        choice = self._choices.get(value)
        if choice is None:
            yield branch or self.around.branch, value
            return
        for arm in choice.arms:
            yield from self.arms(arm, choice.branch)

    def branch(self, tree: Tree, condition: int) -> int:
        """A branch on a condition, inside of what is around it."""
        node = self.base.node(tree.cursor)
        self._emit(f"branch({node},{condition}).")
        if self.around.branch:
            self._emit(f"within({node},{self.around.branch}).")
        if self.around.loop:
            self._emit(f"at({node},{self.around.loop}).")
        return node

    def initialise(self, target: Tree, node: int, value: Tree) -> None:
        """An initialiser: an assignment, or assignments to the members that a list names or passes by."""
        bare = value
        while bare.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(bare.children) == 1:
            bare = bare.children[0]
        if bare.kind == CursorKind.INIT_LIST_EXPR and node not in self.base.variables:
            self._list(bare, self._lib.clang_getCursorType(target.cursor))
        elif bare.kind == CursorKind.INIT_LIST_EXPR:
            for child in bare.children[:1]:
                self.assign(target, node, self.read(child))
        else:
            self.assign(target, node, self.read(value))

    def _name(self, tree: Tree) -> int:
        declaration: Cursor = self._lib.clang_getCursorReferenced(tree.cursor)
        known = self.base.known(declaration)
        if known is not None:
            return known
        match declaration.kind:
            case CursorKind.FUNCTION_DECL:
                self._found(declaration)
                return self.base.function(declaration)
            case CursorKind.ENUM_CONSTANT_DECL:
                return self.base.literal("const", int(self._lib.clang_getEnumConstantDeclValue(declaration)))
            case CursorKind.PARM_DECL:
                return self.base.variable(declaration, self.around.name, VariableOrigin.PARAMETER)
            case CursorKind.VAR_DECL:
                self._found(declaration)
                return self.base.variable(declaration, "", VariableOrigin.GLOBAL)
            case _:
                return self._opaque(tree)

    def _member(self, tree: Tree) -> int:
        for child in tree.children:
            self.read(child)
        declaration: Cursor = self._lib.clang_getCursorReferenced(tree.cursor)
        return self.base.member(declaration) if declaration.kind == CursorKind.FIELD_DECL else self._opaque(tree)

    def _integer(self, tree: Tree) -> int:
        value = integer_value(self.base.unit.text(tree.cursor))
        if value is None:
            value = evaluate_integer(tree.cursor)
        return self._opaque(tree) if value is None else self.base.literal("const", value)

    def _floating(self, tree: Tree) -> int:
        text = self.base.unit.text(tree.cursor) or b"a floating literal"
        return self.base.literal("const", text.decode("utf-8", "replace"))

    def _character(self, tree: Tree) -> int:
        text = self.base.unit.text(tree.cursor) or b"a character literal"
        return self.base.literal("chr", text.decode("utf-8", "replace"))

    def _size(self, tree: Tree) -> int:
        return self.base.literal("sizeof", "sizeof")

    def _opaque(self, tree: Tree) -> int:
        for child in tree.children:
            if child.kind in EXPRESSIONS:
                self.read(child)
        node = self.base.node(tree.cursor)
        self._emit(f"opaque({node}).")
        return node

    def _last(self, tree: Tree) -> int:
        return self.read(tree.children[-1]) if tree.children else self._opaque(tree)

    def _unexposed(self, tree: Tree) -> int:
        """An implicit conversion has the text of its operand; the rest are builtins libclang has no kind for."""
        inner, unit = tree.children, self.base.unit
        if len(inner) != 1 or inner[0].kind == CursorKind.MEMBER_REF:
            return self._opaque(tree)
        if unit.has_builtin_syntax and not unit.covers_same(tree.cursor, inner[0].cursor):
            return self._opaque(tree)
        return self.read(inner[0])

    def _statement_expression(self, tree: Tree) -> int:
        return self._read_block(tree.children[0]) if tree.children else self._opaque(tree)

    def _subscript(self, tree: Tree) -> int:
        array, index = (self.read(child) for child in tree.children)
        if self._is_pointer(tree.children[1]):
            array, index = index, array
        node = self.base.node(tree.cursor)
        self._emit(f"sub({node},{array},{index}).")
        return node

    def _unary(self, tree: Tree) -> int:
        operator, operand = tree.operator, tree.children[0]
        if operator in _STEPS:
            return self._step(tree, _STEPS[operator])
        if operator not in _UNARY:
            return self.read(operand)
        if operator == UnaryKind.MINUS and operand.kind == CursorKind.INTEGER_LITERAL:
            value = integer_value(self.base.unit.text(operand.cursor))
            if value is not None:
                return self.base.literal("const", -value)
        inner = self.condition(operand) if operator == UnaryKind.LNOT else self.read(operand)
        node = self.base.node(tree.cursor)
        self._emit(f"un({node},{_UNARY[operator]},{inner}).")
        return node

    def _step(self, tree: Tree, operator: str) -> int:
        target = self.read(tree.children[0])
        moved = self._on_pointers(tree.children[0], operator)
        self.assign(tree, target, self.operation(tree, moved, target, self.base.literal("const", 1)))
        return target

    def _binary(self, tree: Tree) -> int:
        operator = tree.operator
        if operator == BinaryKind.ASSIGN:
            target = self.read(tree.children[0])
            self.assign(tree, target, self.read(tree.children[1]))
            return target
        if operator in (BinaryKind.LAND, BinaryKind.LOR):
            return self.operation(tree, BINARY[operator], *(self.condition(child) for child in tree.children))
        left, right = (self.read(child) for child in tree.children)
        if operator not in BINARY:
            return right
        name = BINARY[operator]
        if name in _POINTER:
            first, second = map(self._is_pointer, tree.children)
            name = _POINTER[name] if first != second else name
        return self.operation(tree, name, left, right)

    def _compound(self, tree: Tree) -> int:
        target, value = (self.read(child) for child in tree.children)
        name = self._on_pointers(tree.children[0], _COMPOUND.get(tree.operator, "add"))
        self.assign(tree, target, self.operation(tree, name, target, value))
        return target

    def _conditional(self, tree: Tree) -> int:
        condition = self.condition(tree.children[0])
        outer = self.around.branch
        self.around.branch = branch = self.branch(tree, condition)
        arms = (self.read(tree.children[1]), self.read(tree.children[-1]))
        self.around.branch = outer
        node = self.base.node(tree.cursor)
        self._choices[node] = ConditionalExpression(branch, arms)
        return node

    def _is_truth(self, tree: Tree) -> bool:
        """Is the value a truth value already?"""
        while tree.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(tree.children) == 1:
            tree = tree.children[0]
        if tree.kind == CursorKind.BINARY_OPERATOR:
            return tree.operator in _TRUTH_OPERATORS or tree.operator in (BinaryKind.LAND, BinaryKind.LOR)
        return tree.kind == CursorKind.UNARY_OPERATOR and tree.operator == UnaryKind.LNOT

    def _on_pointers(self, target: Tree, operator: str) -> str:
        return _POINTER[operator] if operator in _POINTER and self._is_pointer(target) else operator

    def _is_pointer(self, tree: Tree) -> bool:
        return self.base.types.is_pointer(self._lib.clang_getCursorType(tree.cursor))

    def _call(self, tree: Tree) -> int:
        callee, *arguments = tree.children
        function = self._callee(callee)
        values = [self.read(argument) for argument in arguments]
        if function is not None and self.base.name_of(function) == _EXPECT and values:
            return values[0]
        node = self.base.node(tree.cursor)
        self._emit(f"call({node},{function or 0},{self.around.function}).")
        if function is not None:
            self.base.called(function)
        if self.around.branch and function is not None and self.base.name_of(function) in self._guarded:
            self._emit(f"under({node},{self.around.branch}).")
        for position, value in enumerate(values):
            for _, arm in self.arms(value):
                self._emit(f"arg({node},{position},{arm}).")
        self._count(arguments)
        return node

    def _callee(self, tree: Tree) -> int | None:
        """The function that is called by its name; None if it is called through a pointer."""
        while tree.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR) and len(tree.children) == 1:
            tree = tree.children[0]
        if tree.kind == CursorKind.DECL_REF_EXPR:
            declaration: Cursor = self._lib.clang_getCursorReferenced(tree.cursor)
            if declaration.kind == CursorKind.FUNCTION_DECL:
                return self._name(tree)
        self.read(tree)
        return None

    def _count(self, arguments: list[Tree]) -> None:
        counts, types = self.base.counts, self.base.types
        pointers = sum(types.is_function_pointer(self._lib.clang_getCursorType(argument.cursor)) for argument in arguments)
        counts.calls += 1
        counts.with_function_pointer += pointers > 0
        counts.arguments += len(arguments)
        counts.function_pointers += pointers

    def _untyped_list(self, tree: Tree) -> int:
        self._list(tree, self._lib.clang_getCursorType(tree.cursor))
        node = self.base.node(tree.cursor)
        self._emit(f"opaque({node}).")
        return node

    def _list(self, tree: Tree, clang_type: Type) -> None:
        """Assignments to the members of a structure, by designator or by position; other lists are only read."""
        canonical: Type = self._lib.clang_getCanonicalType(clang_type)
        members = fields(canonical) if canonical.kind == TypeKind.RECORD else []
        element = self._lib.clang_getArrayElementType(canonical) if canonical.kind in TypeKind.ARRAYS else None
        position = 0
        for child in tree.children:
            designators, value = _designation(child)
            if designators and designators[0].kind == CursorKind.MEMBER_REF:
                named: Cursor = self._lib.clang_getCursorReferenced(designators[0].cursor)
                position = next((i for i, each in enumerate(members) if each.data0 == named.data0), len(members))
            member = members[position] if position < len(members) else None
            self._entry(value, None if len(designators) > 1 else member, element)
            position += 1

    def _entry(self, value: Tree, member: Cursor | None, element: Type | None) -> None:
        is_list = value.kind == CursorKind.INIT_LIST_EXPR
        if member is not None:
            node = self.base.member(member)
            if node in self.base.variables and not is_list:
                self.assign(value, node, self.read(value))
                return
            element = self._lib.clang_getCursorType(member)
        if is_list and element is not None:
            self._list(value, element)
        else:
            self.read(value)


def _designation(tree: Tree) -> tuple[list[Tree], Tree]:
    """The designators of an entry of an initialiser list, and its value."""
    *designators, value = tree.children or [tree]
    if tree.kind == CursorKind.UNEXPOSED_EXPR and designators:
        return designators, value
    return [], tree
