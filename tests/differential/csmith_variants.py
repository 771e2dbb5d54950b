"""Programs of csmith with more in them: calls of the C library, and an assertion about the checksum."""

from __future__ import annotations

import re
from random import Random

CALLS = 6
_END = "    platform_main_end("
_INCLUDE = '#include "csmith.h"\n'
_SCALAR = re.compile(r"^static (u?int(?:8|16|32|64)_t) (g_\d+) = ", re.MULTILINE)
_HEADERS = "#include <assert.h>\n#include <ctype.h>\n#include <stdlib.h>\n#include <string.h>\n"


def with_library_calls(text: str, seed: int) -> str:
    """The program with calls on its integer globals, the results of which enter the checksum."""
    names = [name for _, name in _SCALAR.findall(text)]
    if len(names) < 2:
        return text
    random = Random(f"library {seed}")
    lines = [_call(random, random.choice(names), random.choice(names)) for _ in range(CALLS)]
    return _inserted(text, lines)


def with_assertion(text: str, checksum: int) -> str:
    """The program that asserts its checksum where it would print it."""
    return _inserted(text, [f"assert((crc32_context ^ 0xFFFFFFFFUL) == 0x{checksum:X}UL);"])


def _inserted(text: str, lines: list[str]) -> str:
    before, end, after = text.rpartition(_END)
    if _HEADERS not in before:
        before = before.replace(_INCLUDE, _INCLUDE + _HEADERS)
    return before + "".join(f"    {line}\n" for line in lines) + end + after


def _call(random: Random, one: str, two: str) -> str:
    """A statement that calls a function on two globals, which may be the same."""
    size = f"(sizeof({one}) < sizeof({two}) ? sizeof({one}) : sizeof({two}))"
    word = random.choice(("csmith", "", "0a Z", "checksum"))
    statements = (
        f"{one} = abs((int){two});",
        f"{one} = labs((long){two}) % 1000;",
        f"memset(&{one}, (int){two}, sizeof({one}));",
        f"memmove(&{one}, &{two}, {size});",
        f"{one} = (memcmp(&{one}, &{two}, {size}) > 0);",
        f'{{ char text[12] = "{word}"; text[{one} & 7] = (char){two}; {one} = strlen(text); }}',
        f'{{ char text[24] = "{word}"; text[{one} & 3] = 0; strcat(text, "x{word}"); {one} = (strcmp(text, "{word}") < 0); }}',
        f"{one} = (isalpha((unsigned char){two}) != 0) + 2 * (isspace((unsigned char){two}) != 0);",
        f"{one} = toupper((unsigned char){two}) - tolower((unsigned char){one});",
        f"{{ unsigned char bytes[8] = {{ 0 }}; memcpy(bytes, &{two}, sizeof({two})); {one} = bytes[{one} & 7]; }}",
    )
    return f'{random.choice(statements)} transparent_crc({one}, "{one}", print_hash_value);'
