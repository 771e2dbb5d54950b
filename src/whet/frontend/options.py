"""What is known of results of ``getopt`` with options that are a string literal: said by a condition behind the call.

POSIX.1-2008, and glibc for options that begin with ``+`` or ``-``: it returns -1, ``?``, one of the letters, ``:`` if the options
begin with it, and 1 for an argument that is no option if they begin with ``-``.  What it does to ``optind`` and its kin is said
elsewhere (``library_variables``); no run goes on behind a call.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from whet.cfa.expressions import BinaryOp, Const
from whet.cfa.formats import literal_text
from whet.cfa.model import Function
from whet.cfa.operations import Assign, Assume, Call
from whet.frontend import folding
from whet.frontend.expressions import Expressions
from whet.frontend.tree import Tree

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


def call_getopt(expressions: Expressions, name: str, call: Call, _: Tree) -> bool:
    """Lower a call of the system's function whose result is used; False if nothing is known of it."""
    is_meant = name in _NAMES and isinstance(call.callee, Function) and call.callee.is_of_system
    options = literal_text(call.arguments[2]) if is_meant and len(call.arguments) == 3 else None
    if call.result is None or options is None or not options.isascii():
        return False
    builder, int_type = expressions.builder, expressions.int
    result = expressions.context.temporary(int_type)
    builder.emit(Call(call.callee, call.arguments, result, call.origin))
    equal = (folding.binary(BinaryOp.EQ, result, Const(value, int_type), int_type) for value in _results(options))
    either = reduce(lambda one, other: folding.binary(BinaryOp.OR, one, other, int_type), equal)
    builder.emit(Assume(either, True, call.origin))
    builder.emit(Assign(call.result, folding.convert(result, call.result.type), call.origin))
    return True
