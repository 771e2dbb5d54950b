"""Inline assembler.

What an assembler statement does is known only for templates of instructions that write nothing but its outputs
(``whet.frontend.assembler``): then the outputs get arbitrary values (a ``Havoc`` that says so) and nothing else changes.
Fences, pauses and compiler barriers are skipped, ``ud2`` ends the path.  Everything else is not modelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from whet.cfa.expressions import BinaryOp, Const, Deref, Expr, Lvalue, Var
from whet.cfa.operations import Assume, Havoc, Skip
from whet.cfa.source import Origin
from whet.cfa.types import CType, IntType, is_scalar
from whet.frontend import folding
from whet.frontend.assembler import AssemblerEnds, AssemblerOperand, AssemblerStatement, BitStore, ChangesOutputs, effect_of
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expressions import ExpressionLowering
from whet.frontend.tree import Tree

_CONSTRUCT = "inline assembler"
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)
_KEYWORD = re.compile(r"(?:asm|__asm|__asm__)\b")
_PARAMETER = re.compile(r'\s*(?:\[\s*(\w+)\s*\])?\s*((?:"[^"\\]*"\s*)+)\(.*\)\s*', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "\n": ""}


def lower_asm(tree: Tree, expressions: ExpressionLowering) -> None:
    """Append what an assembler statement may do."""
    statement = _read(tree, expressions)
    origin = expressions.context.origin(tree)
    match effect_of(statement):
        case AssemblerEnds():
            dead_end = expressions.builder.node()
            expressions.builder.emit_to(Assume(Const(0, expressions.int), True, origin), dead_end)
        case ChangesOutputs() as effect:
            _Lowering(expressions, tree, origin).lower(statement, effect)


class _Lowering:
    """Operations for a statement that changes its outputs."""

    def __init__(self, expressions: ExpressionLowering, tree: Tree, origin: Origin) -> None:
        self._expressions = expressions
        self._tree = tree
        self._origin = origin
        self._builder = expressions.builder

    def lower(self, statement: AssemblerStatement, effect: ChangesOutputs) -> None:
        operands, outputs = self._tree.children, len(statement.outputs)
        indices = {bit.index: self._index(operands[bit.index]) for bit in effect.bits}
        for number, operand in enumerate(operands[outputs:], outputs):
            if number not in indices:
                self._expressions.effect(operand)
        lvalues = [self._expressions.lvalue(operand) for operand in operands[:outputs]]
        _reject_truth_values(lvalues, statement)
        for bit in effect.bits:
            self._store_bit(bit, lvalues[bit.target], indices[bit.index])
        for lvalue in self._in_order(lvalues):
            self._havoc(lvalue)
        if effect.may_stop:
            self._havoc(self._expressions.context.temporary(self._expressions.int))
        elif not outputs:
            self._builder.emit(Skip(self._origin))

    def _havoc(self, lvalue: Lvalue) -> None:
        self._builder.emit(Havoc(lvalue, self._origin, approximates=_CONSTRUCT))

    def _in_order(self, lvalues: list[Lvalue]) -> Iterator[Lvalue]:
        """The outputs, so that none is changed before another one is found with its help."""
        found = [lvalue for lvalue in lvalues if not isinstance(lvalue, Var)]
        first = found[:1] + [self._expressions.stable_lvalue(lvalue, self._tree) for lvalue in found[1:]]
        yield from first
        yield from (lvalue for lvalue in lvalues if isinstance(lvalue, Var))

    def _index(self, operand: Tree) -> Expr:
        """Which bit, with its sign, as the instruction takes it from a register."""
        value = self._expressions.rvalue(operand)
        if not isinstance(value.type, IntType):
            raise ConstructNotSupported("inline assembler that may change memory")
        signed = IntType(value.type.name, value.type.width, True, value.type.size, value.type.align)
        wide = folding.convert(folding.convert(value, signed), self._expressions.context.machine.integer("long long"))
        return wide if isinstance(wide, Const) else self._expressions.context.saved(wide, operand)

    def _store_bit(self, bit: BitStore, target: Lvalue, index: Expr) -> None:
        """The bit may stand in memory before or after the operand that names the place to count from."""
        machine = self._expressions.context.machine
        unsigned = machine.integer("unsigned long long")
        inside = folding.binary(
            BinaryOp.LT, folding.convert(index, unsigned), Const(8 * target.type.size, unsigned), self._expressions.int
        )
        here, elsewhere = self._builder.node(), self._builder.node()
        self._builder.branch(inside, here, elsewhere, self._origin)
        self._builder.start(elsewhere)
        self._havoc(self._byte(target, index))
        self._builder.jump(here, self._origin)
        self._builder.start(here)

    def _byte(self, target: Lvalue, index: Expr) -> Lvalue:
        assert isinstance(index.type, IntType)
        machine = self._expressions.context.machine
        byte = machine.integer("unsigned char")
        beginning = self._expressions.address(target, machine.pointer(byte))
        distance = folding.binary(BinaryOp.SHR, index, Const(3, self._expressions.int), index.type)
        return Deref(self._expressions.pointer_sum(beginning, folding.convert(distance, machine.ptrdiff_t)), byte)


def _reject_truth_values(outputs: list[Lvalue], statement: AssemblerStatement) -> None:
    """A ``_Bool`` may get a byte that is neither 0 nor 1, unless it is assigned one of the processor's flags."""
    for lvalue, parameter in zip(outputs, statement.outputs, strict=True):
        if isinstance(lvalue.type, IntType) and lvalue.type.is_bool and not parameter.constraint.startswith("=@cc"):
            raise ConstructNotSupported("inline assembler that writes a _Bool")


# What is written in C -----------------------------------------------------------------------------------------------


def _read(tree: Tree, expressions: ExpressionLowering) -> AssemblerStatement:
    context = expressions.context
    if context.unit.is_own_macro(tree.cursor):
        raise ConstructNotSupported("inline assembler made by a macro")
    # The template, outputs, inputs and clobbers of an assembler statement's text, as far as it has them.
    text = context.statement.text
    text = _COMMENT.sub(lambda match: match[1] or " ", text)
    masked = _masked(text)
    if _KEYWORD.match(masked) is None or "(" not in masked:
        raise ConstructNotSupported("inline assembler made by a macro")
    start = masked.index("(") + 1
    bounds = [start - 1, *_outside(":", masked, start), masked.rindex(")")]
    parts = [text[begin + 1 : end] for begin, end in pairwise(bounds)]
    if _STRING.sub("", parts[0]).strip():
        raise ConstructNotSupported("inline assembler made by a macro")
    if len(parts) > 4:
        raise ConstructNotSupported("asm goto")
    template, *sections = parts
    outputs, inputs, clobbers = (sections + [""] * 3)[:3]
    written = [*_parts(outputs), *_parts(inputs)]
    if len(written) != len(tree.children):
        raise ConstructNotSupported("inline assembler made by a macro")
    sized = [_parameter(part, expressions.types.of(child.cursor)) for part, child in zip(written, tree.children, strict=True)]
    count = len(list(_parts(outputs)))
    return AssemblerStatement(
        _unescaped("".join(literal[1:-1] for literal in _STRING.findall(template))),
        tuple(sized[:count]),
        tuple(sized[count:]),
        frozenset(literal[1:-1] for literal in _STRING.findall(clobbers)),
        has_flat_gs=context.machine.pointer_size == 8,
    )


def _masked(text: str) -> str:
    """The text without what stands in strings."""
    return _STRING.sub(lambda match: '"' + "_" * (len(match[0]) - 2) + '"', text)


def _unescaped(literal: str) -> str:
    if any(escape not in _ESCAPED for escape in _ESCAPE.findall(literal)):
        raise ConstructNotSupported(_CONSTRUCT)
    return _ESCAPE.sub(lambda match: _ESCAPED[match[1]], literal)


def _parts(section: str) -> Iterator[str]:
    """What stands between the commas of a list."""
    if section.strip():
        bounds = [-1, *_outside(",", _masked(section), 0), len(section)]
        yield from (section[begin + 1 : end] for begin, end in pairwise(bounds))


def _parameter(part: str, type: CType) -> AssemblerOperand:
    found = _PARAMETER.fullmatch(part)
    if found is None:
        raise ConstructNotSupported("inline assembler made by a macro")
    return AssemblerOperand(
        "".join(literal[1:-1] for literal in _STRING.findall(found[2])), found[1], type.size if is_scalar(type) else None
    )


def _outside(separator: str, masked: str, start: int) -> list[int]:
    """Offsets of a character outside of strings and inner parentheses (colons also stand in ``?:``)."""
    depth, found = 0, []
    for position in range(start, len(masked)):
        character = masked[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character == separator and depth == 0:
            found.append(position)
    return found
