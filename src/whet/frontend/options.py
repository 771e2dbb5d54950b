"""What is known of results of ``getopt`` with options that are a string literal: said by a condition behind the call.

POSIX.1-2008, and glibc for options that begin with ``+`` or ``-``: it returns -1, ``?``, one of the letters, ``:`` if the options
begin with it, and 1 for an argument that is no option if they begin with ``-``.  What it does to ``optind`` and its kin is said
elsewhere (``library_variables``); no run goes on behind a call.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from whet.cfa.expressions import BinaryOp, Const, Expr
from whet.cfa.formats import literal_text
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Assume, Call
from whet.frontend import folding
from whet.frontend.tree import Tree

if TYPE_CHECKING:
    from whet.frontend.expressions import Expressions

_NAMES: Final = frozenset({"getopt", "__posix_getopt"})
_END, _NO_OPTION = -1, 1
_NO_LETTERS: Final = b":;"


def _results(options: bytes) -> list[int]:
    """All that may be returned, in order."""
    plain = options.lstrip(b"+-")
    missing = b":" if plain.startswith(b":") else b""
    others = [_NO_OPTION] if options.startswith(b"-") else []
    letters = (byte for byte in plain + b"?" if byte not in _NO_LETTERS)
    return sorted({_END, *others, *letters, *missing})


class Options:
    """Lowers the calls of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.context = expressions.context
        self.builder = expressions.builder

    def call(self, name: str, call: Call, tree: Tree) -> bool:
        """Lower a call of the system's function whose result is used; False if nothing is known of it."""
        is_meant = name in _NAMES and isinstance(call.callee, Function) and call.callee.is_of_system
        options = literal_text(call.arguments[2]) if is_meant and len(call.arguments) == 3 else None
        if call.result is None or options is None or not options.isascii():
            return False
        result = self.context.temporary(self.expressions.int)
        self.builder.emit(Call(call.callee, call.arguments, result, call.origin))
        either = reduce(self._or, (self._equal(result, value) for value in _results(options)))
        self.builder.emit(Assume(either, True, call.origin))
        self.builder.emit(Assign(call.result, folding.convert(result, call.result.type), call.origin))
        return True

    def _equal(self, result: Expr, value: int) -> Expr:
        return folding.binary(BinaryOp.EQ, result, Const(value, self.expressions.int), self.expressions.int)

    def _or(self, one: Expr, other: Expr) -> Expr:
        return folding.binary(BinaryOp.OR, one, other, self.expressions.int)


__all__ = ["Options"]
