"""Variables of the C library that the program can see, and that its functions change: ``signgam``, ``timezone``, ``optind``.

They are no argument of the function, so what is said of it (``cfa.library``) does not tell.  Behind each call that may change one
it is any number for a proof; a run keeps the number that it has, and is none if it comes to such a function, which has no body.
``errno`` is another story (``error_number``): nearly every function may set it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from whet.cfa.expressions import Expr, Variable
from whet.cfa.model import Edge, Function
from whet.cfa.types import IntType
from whet.frontend.behind_calls import let_change

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
            let_change(variable, variable.name, edges, partial(_changes, _CHANGING[variable.name]))


def _changes(names: frozenset[str], function: Function, arguments: Sequence[Expr] | None) -> bool:
    return not function.is_defined and function.name in names


__all__ = ["let_calls_change"]
