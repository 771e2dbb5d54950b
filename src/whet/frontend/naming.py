"""Names for builtins that libclang does not name.

Clang has a syntax of its own for ``__atomic_load_n`` and its kin, for which libclang has no kind, and what they are called is
nowhere to be read if a macro makes the call.  So each of them is a macro here that puts its name beside the call, as a string
literal in front of a comma; ``whet.frontend.tree`` finds it there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

NAMED: Final = "__whet_builtin:"
"""Begins the string literal."""
_OPERATORS: Final = ("add", "sub", "and", "or", "xor", "nand", "max", "min")
_C11: Final = ("init", "load", "store", "exchange", "compare_exchange_strong", "compare_exchange_weak")
_GNU: Final = ("load", "load_n", "store", "store_n", "exchange", "exchange_n", "compare_exchange", "compare_exchange_n")


@cache
def naming_flags() -> Sequence[str]:
    """The flags that define these macros; the name inside of its own macro is the builtin."""
    names = [f"__c11_atomic_{name}" for name in (*_C11, *(f"fetch_{operator}" for operator in _OPERATORS))]
    names += [f"__atomic_{name}" for name in _GNU]
    names += [f"__atomic_{name}" for operator in _OPERATORS for name in (f"fetch_{operator}", f"{operator}_fetch")]
    return [f'-D{name}(...)=((void)"{NAMED}{name}",{name}(__VA_ARGS__))' for name in names]
