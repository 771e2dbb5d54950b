"""The syntax tree of one function body or initialiser, copied out of libclang in a single walk.

One recursive visit from the C side costs a fraction of a call per node from the Python side.  The copy keeps what
lowering asks of every node: kind, operator, children without attributes and type references, and whether evaluating
it may change something.  The rest is asked of the cursor when it is needed.
"""

from __future__ import annotations

from whet.frontend.clang import RECURSE, BinaryKind, Cursor, CursorKind, TypeKind, UnaryKind, Visitor, library, spelling
from whet.frontend.naming import NAMED

_EFFECTFUL = frozenset({CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGN_OPERATOR, CursorKind.STMT_EXPR, CursorKind.ASM_STMT})
_OBJECTS = frozenset({CursorKind.DECL_STMT, CursorKind.COMPOUND_LITERAL_EXPR})
_UNARY_EFFECTS = frozenset({UnaryKind.POST_INC, UnaryKind.POST_DEC, UnaryKind.PRE_INC, UnaryKind.PRE_DEC})
_OPERATORS = frozenset({CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR, CursorKind.COMPOUND_ASSIGN_OPERATOR})
_FIRST_EXPRESSION, _BEHIND_STATEMENTS = CursorKind.UNEXPOSED_EXPR, 300


def identity_of(cursor: Cursor) -> int:
    """The address inside libclang of what a cursor stands for."""
    return cursor.data1 if _FIRST_EXPRESSION <= cursor.kind < _BEHIND_STATEMENTS else cursor.data0


EXPRESSIONS = range(CursorKind.UNEXPOSED_EXPR, CursorKind.UNEXPOSED_STMT)
"""The kinds of cursors that are expressions."""


_MAY_FAIL = {
    CursorKind.BINARY_OPERATOR: range(BinaryKind.MUL, BinaryKind.SHR + 1),
    CursorKind.UNARY_OPERATOR: (UnaryKind.MINUS, UnaryKind.DEREF),
}
"""Operators that do not work for all operands."""
_ALSO = frozenset({CursorKind.CSTYLE_CAST_EXPR, CursorKind.ARRAY_SUBSCRIPT_EXPR, CursorKind.MEMBER_REF_EXPR})


class Tree:
    """A node of the syntax tree."""

    __slots__ = (
        "builtin",
        "children",
        "cursor",
        "has_effects",
        "has_label",
        "has_objects",
        "identity",
        "is_odd",
        "kind",
        "operator",
    )

    def __init__(self, cursor: Cursor, kind: int, identity: int) -> None:
        self.cursor = cursor
        self.kind = kind
        self.identity = identity
        """Address of the statement or declaration inside libclang."""
        self.children: list[Tree] = []
        self.operator = 0
        """``BinaryKind`` or ``UnaryKind`` for an operator."""
        self.builtin = ""
        """The builtin that this is, where a macro names it (``NAMED``)."""
        self.has_effects = False
        """May evaluating this change a variable or memory?"""
        self.has_label = False
        """Is there a label in it that a ``goto`` may name?"""
        self.has_objects = False
        """Is there a declaration or a compound literal in it?"""
        self.is_odd: bool | None = None
        """Has it the type of a bit-field wider than ``int``?  None until it is computed (``bit_fields``)."""

    @property
    def divides(self) -> bool:
        """Is there a division in it?"""
        is_division = self.kind == CursorKind.BINARY_OPERATOR and self.operator in (BinaryKind.DIV, BinaryKind.REM)
        return is_division or any(child.divides for child in self.children)

    @property
    def computes(self) -> bool:
        """Is there an operator, a conversion or an access in it that may go wrong, whether or not the value is used?"""
        if self.kind in (CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR) and self.operator in _MAY_FAIL[self.kind]:
            return True
        return self.kind in _ALSO or any(child.computes for child in self.children)

    def __repr__(self) -> str:
        return f"<tree {self.kind} with {len(self.children)} children>"


def bare(tree: Tree) -> Tree:
    """The expression inside of parentheses."""
    while tree.kind == CursorKind.PAREN_EXPR:
        tree = tree.children[0]
    return tree


def read_tree(cursor: Cursor) -> Tree:
    """Copy everything below a cursor."""
    lib = library()
    root = Tree(cursor, cursor.kind, identity_of(cursor))
    _set_operator(root)
    stack = [root]

    def visit(child: Cursor, parent: Cursor, _data: int) -> int:
        kind = child.kind
        if kind >= CursorKind.FIRST_ATTRIBUTE or kind == CursorKind.TYPE_REF:
            return 1
        parent_kind = parent.kind
        owner = parent.data1 if _FIRST_EXPRESSION <= parent_kind < _BEHIND_STATEMENTS else parent.data0
        while stack[-1].identity != owner:
            stack.pop()
        node = Tree(child, kind, child.data1 if _FIRST_EXPRESSION <= kind < _BEHIND_STATEMENTS else child.data0)
        siblings = stack[-1].children
        if siblings and parent_kind == CursorKind.UNEXPOSED_EXPR and not _is_designation(stack):
            _mark(stack)  # libclang has no kind for atomic builtins
        if kind == CursorKind.UNEXPOSED_EXPR and siblings and parent_kind == CursorKind.BINARY_OPERATOR:
            node.builtin = _name_beside(siblings[0])
        siblings.append(node)
        stack.append(node)
        if kind in _OPERATORS:
            _set_operator(node)
        if node.has_effects or kind in _EFFECTFUL:
            _mark(stack)
        if kind == CursorKind.LABEL_STMT:
            for outer in stack:
                outer.has_label = True
        elif kind in _OBJECTS:
            for outer in stack:
                outer.has_objects = True
        return RECURSE

    lib.clang_visitChildren(cursor, Visitor(visit), None)
    return root


def _name_beside(left: Tree) -> str:
    """The name of a builtin on the right of a comma, if its macro put it on the left."""
    inner = left
    while inner.kind in (CursorKind.CSTYLE_CAST_EXPR, CursorKind.UNEXPOSED_EXPR) and len(inner.children) == 1:
        inner = inner.children[0]
    if inner is left or inner.kind != CursorKind.STRING_LITERAL:
        return ""
    text = spelling(inner.cursor).strip('"')
    return text.removeprefix(NAMED) if text.startswith(NAMED) else ""


def _set_operator(node: Tree) -> None:
    if node.kind == CursorKind.BINARY_OPERATOR:
        node.operator = library().clang_getCursorBinaryOperatorKind(node.cursor)
        node.has_effects = node.operator == BinaryKind.ASSIGN
    elif node.kind == CursorKind.UNARY_OPERATOR:
        node.operator = library().clang_getCursorUnaryOperatorKind(node.cursor)
        node.has_effects = node.operator in _UNARY_EFFECTS
    elif node.kind == CursorKind.COMPOUND_ASSIGN_OPERATOR:
        node.operator = library().clang_getCursorBinaryOperatorKind(node.cursor)
        node.has_effects = True


def _is_designation(stack: list[Tree]) -> bool:
    """Is the last node an entry of an initialiser list that begins with a designator?"""
    in_list = len(stack) > 1 and stack[-2].kind == CursorKind.INIT_LIST_EXPR
    return in_list and bool(library().clang_getCursorType(stack[-1].cursor).kind == TypeKind.VOID)


def _mark(stack: list[Tree]) -> None:
    """The last node has effects, so all that contain it have."""
    stack[-1].has_effects = True
    position = len(stack) - 2
    while position >= 0 and not stack[position].has_effects:
        stack[position].has_effects = True
        position -= 1
