"""Variables of the environment that a program asks for by their names (C11 7.22.4.6): texts of any contents, or not there.

A call ``getenv("HOME")`` gives a pointer that the start function has set: it leads to an object with any contents, or is null.
So the same name gives the same object, whoever asks, as in a program that leaves its environment alone.  If one may change it,
if somebody asks for a name that is no literal or no usual name, or if there are more than ``MOST_NAMES``, calls give any pointer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from whet.cfa.expressions import AddressOf, BinaryOp, Const, Index, Var
from whet.cfa.formats import literal_text
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Assign, Call
from whet.cfa.source import Origin
from whet.cfa.texts import LONGEST, GivenText, longest_value
from whet.cfa.types import ArrayType, IntType, PointerType
from whet.frontend import folding
from whet.frontend.behind_calls import pointed_to
from whet.frontend.context import FunctionContext
from whet.frontend.given_texts import any_length, make_text
from whet.frontend.unit import TranslationUnit
from whet.library.notation import record_of

MOST_NAMES: Final = 4
"""Each doubles the ways on which a program begins."""
ASSUMED: Final = f"no variable of the environment has more than {LONGEST} characters with its name, as on Linux"
_NAME: Final = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
GETENV: Final = "getenv"
_VECTORS: Final = re.compile(rb"environ|__asm|\basm\b")
"""In the text: the variable has several names, and a label of the assembler may give it another."""
_FIRST_TYPE: Final = -100
"""The number of the type of the first one; those of the strings of ``main`` are greater."""


def is_left_alone(
    functions: Iterable[Function], variables: Iterable[str], units: Iterable[TranslationUnit], main: Function
) -> bool:
    """Does nobody but the start function write what ``getenv`` looks at, and is it the only one that looks at it?"""
    others = (record_of(each.name) for each in functions if not each.is_defined)
    is_used = any(each is not None and each.uses_environment for each in others)
    if is_used or len(main.parameters) >= 3 or any(_VECTORS.search(each.encode()) for each in variables):
        return False
    return not any(unit.mentions(_VECTORS) for unit in units)


def asking_by_name(edges: Sequence[Edge]) -> Mapping[str, Sequence[Edge]]:
    """The calls with a string literal, by the name that they ask for, of the first names.  None if another call may give the same
    string: one with a name that nobody knows, or with a sign in it (of ``A=B=c``, ``A`` is ``B=c`` and ``A=B`` is ``c``)."""
    if any(function.name == GETENV for function in pointed_to(edges)):
        return {}
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        match edge.operation:
            case Call(callee=Function(is_defined=False) as callee, arguments=[asked], result=result) if callee.name == GETENV:
                name = literal_text(asked)
                if name is None or not _NAME.fullmatch(name) or not callee.is_of_system:
                    return {}
                if result is not None:
                    found.setdefault(name.decode(), []).append(edge)
            case _:
                pass
    return dict(list(found.items())[:MOST_NAMES])


class NamedVariables:
    """Makes them in the start function."""

    def __init__(self, context: FunctionContext) -> None:
        self._context = context
        self._builder = context.builder
        self.made: list[GivenText] = []

    def give(self, name: str, calls: Sequence[Edge]) -> None:
        """Let the calls give what is made for the name."""
        type = _type_of(calls[0])
        assert isinstance(type, PointerType) and isinstance(type.target, IntType)
        leading = self._context.linker.static_object(f"__environment_{name}", type)
        self._make(name, Var(leading), type, calls[0].origin)
        for edge in calls:
            call = edge.operation
            assert isinstance(call, Call) and call.result is not None
            edge.operation = Assign(call.result, folding.convert(Var(leading), call.result.type), call.origin)

    def _make(self, name: str, leading: Var, type: PointerType, origin: Origin) -> None:
        """The place is that of the first call."""
        machine, told = self._context.unit.machine, f'getenv("{name}")'
        there, after = self._builder.node(), self._builder.node()
        length = any_length(self._context, told, origin)
        is_there = folding.binary(BinaryOp.LE, length, Const(longest_value(name), machine.size_t), machine.int)
        self._builder.branch(is_there, there, after, origin)
        self._builder.start(there)
        own = ArrayType(type.target, None, _FIRST_TYPE - len(self.made))
        text = make_text(self._context, told, own, length, origin)
        first = Index(Var(text), Const(0, machine.size_t))
        self._builder.emit(Assign(leading, AddressOf(first, type), origin))
        self._builder.jump(after, origin)
        self._builder.start(after)
        self.made.append(GivenText(told, length.variable, text, name))


def _type_of(edge: Edge) -> object:
    assert isinstance(edge.operation, Call) and isinstance(edge.operation.callee, Function)
    return edge.operation.callee.type.result


__all__ = ["ASSUMED", "GETENV", "NamedVariables", "asking_by_name", "is_left_alone"]
