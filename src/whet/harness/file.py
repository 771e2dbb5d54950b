"""``whet harness``: the harness of a function as a file that includes the program, for the user to change and verify."""

from __future__ import annotations

from dataclasses import replace

from whet.frontend.signatures import Signature
from whet.harness.entry_harness import HarnessWriter, argument_name
from whet.harness.options import FIRST_BOUND, HarnessOptions
from whet.harness.statements import undefined

_ALL = 1 << 62


def harness_source(signature: Signature, file: str, *, defines_main: bool, options: HarnessOptions) -> str:
    """The text of the harness; ``file`` is what it includes."""
    writer = HarnessWriter(replace(options, elements=options.elements or FIRST_BOUND, stores=_ALL), signature.name)
    writer.arguments(signature.parameters)
    call = f"{signature.name}({', '.join(map(argument_name, signature.parameters))});"
    null = "may be null" if options.may_be_null else "are not null"
    head = f"""\
/* All calls of {signature.name}, as far as this harness makes them.

   Arrays and texts have up to {options.elements or FIRST_BOUND} elements.  Pointers {null}, \
and {"may" if options.may_alias else "do not"} lead to the same object.
   Variables of the program have the values they begin with.  What callers promise stands in no type:
   say it here, by __VERIFIER_assume(...) before the call. */"""
    parts = [
        head,
        *(["#define main main_of_the_program"] if defines_main else []),
        f'#include "{file}"',
        *(["#undef main"] if defines_main else []),
        "",
        *writer.declarations(),
        *writer.stubs,
        *undefined(signature.macros),
        "int main(void)",
        "{",
        *(f"    {line}" if line else "" for line in writer.lines),
        f"    {call if signature.result == 'void' else f'(void){call}'}",
        "    return 0;",
        "}",
        "",
    ]
    return "\n".join(parts)
