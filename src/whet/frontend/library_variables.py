"""Variables of the C library that the program can see, and that its functions change: ``signgam``, ``timezone``, ``optind``.

They are no argument of the function; its record names them (``changes``).  Behind each call that may change one
it is any number for a proof; a run keeps the number that it has, and is none if it comes to such a function, which has no body.
``errno`` is another story (``error_number``): nearly every function may set it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from whet.cfa.expressions import Expr, Variable
from whet.cfa.model import Edge, Function
from whet.cfa.types import IntType
from whet.frontend.behind_calls import let_change
from whet.library.notation import changed_variables, record_of


def let_calls_change(variables: Iterable[Variable], edges: Sequence[Edge]) -> None:
    """Put what the functions may do to these variables behind the calls, in place."""
    for variable in variables:
        if variable.name in changed_variables() and isinstance(variable.type, IntType):
            let_change(variable, variable.name, edges, partial(_changes, variable.name))


def _changes(variable: str, function: Function, arguments: Sequence[Expr] | None) -> bool:
    record = None if function.is_defined else record_of(function.name)
    return record is not None and variable in record.changes


__all__ = ["let_calls_change"]
