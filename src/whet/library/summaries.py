"""Summaries: C functions that over-approximate the bodies of library functions, without their loops.

A summary does all that a body may do, and perhaps more: it reads the same bytes, writes the same bytes, and returns one of more
values.  So a program that is safe with summaries is safe with bodies, and nothing follows from an error that is found with a
summary.  A summary has the name of the function, in a file of the same name as that of the body.  Beside the functions of other
bodies it may use:

* ``__whet_before_null(s)``: any number of bytes from ``s`` on that a function may go through before it meets a null character.
* ``__whet_any_bytes(s, n)``: writes ``n`` bytes, each with any value.

``tests/library/test_summaries.py`` proves each summary from its body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

SUMMARIES: Final = Path(__file__).parent / "summaries"
BEFORE_NULL: Final = "__whet_before_null"
ANY_BYTES: Final = "__whet_any_bytes"
SUMMARISING: Final = frozenset({BEFORE_NULL, ANY_BYTES})
"""What summaries use."""
_DEFINITION: Final = re.compile(r"^(?!static inline )[\w ]+?[ *](?P<name>\w+)\([^;]*\) \{$", re.MULTILINE)


@cache
def summaries() -> Mapping[str, str]:
    """The file with the summary of a function, by the name of the function."""
    texts = ((file.name, file.read_text(encoding="utf-8")) for file in sorted(SUMMARIES.glob("*.c")))
    return MappingProxyType({found["name"]: name for name, text in texts for found in _DEFINITION.finditer(text)})
