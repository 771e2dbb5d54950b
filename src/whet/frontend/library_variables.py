"""Variables of the C library that the program can see, and that its functions change: ``signgam``, ``timezone``, ``optind``.

They are no argument of the function, so what is said of it (``cfa.library``) does not tell.  Behind each call that may change one
it is any number for a proof; a run keeps the number that it has, and is none if it comes to such a function, which has no body.
``errno`` is another story (``error_number``): nearly every function may set it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

from whet.cfa.expressions import Var, Variable
from whet.cfa.model import Edge, Function
from whet.cfa.operations import Call, Havoc
from whet.cfa.types import IntType
from whet.frontend.error_number import pointed_to, put_behind

_TIME: Final = "localtime localtime_r ctime ctime_r mktime timelocal strftime strftime_l wcsftime tzset"
_OPTIONS: Final = "getopt __posix_getopt getopt_long getopt_long_only"
_GAMMA: Final = " ".join(
    f"{prefix}{name}{suffix}" for prefix in ("", "__builtin_") for name in ("lgamma", "gamma") for suffix in " fl"
)
_CHANGING: Final = {
    "signgam": frozenset(_GAMMA.split()),
    **dict.fromkeys(("timezone", "daylight", "__timezone", "__daylight"), frozenset(_TIME.split())),
    **dict.fromkeys(("optind", "optopt"), frozenset(_OPTIONS.split())),
}


def let_calls_change(variables: Iterable[Variable], edges: Sequence[Edge]) -> None:
    """Put what the functions may do to these variables behind the calls, in place."""
    for variable in variables:
        if variable.name in _CHANGING and isinstance(variable.type, IntType):
            _let_change(variable, _CHANGING[variable.name], edges)


def _let_change(variable: Variable, names: frozenset[str], edges: Sequence[Edge]) -> None:
    through_pointers = any(_changes(function, names) for function in pointed_to(edges))
    numbers = count(1 + max(node.number for function in {edge.target.function for edge in edges} for node in function.nodes))
    for edge in edges:
        if isinstance(edge.operation, Call) and _may_change(edge.operation, names, through_pointers=through_pointers):
            put_behind(edge, Havoc(Var(variable), edge.origin, f"{variable.name} after a call", may_keep=True), next(numbers))


def _may_change(call: Call, names: frozenset[str], *, through_pointers: bool) -> bool:
    return _changes(call.callee, names) if isinstance(call.callee, Function) else through_pointers


def _changes(function: Function, names: frozenset[str]) -> bool:
    return not function.is_defined and function.name in names


__all__ = ["let_calls_change"]
