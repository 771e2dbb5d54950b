"""A C file that makes one call of a function: the call that a run with generated arguments makes (``RecordedCall``).

It includes the file that defines the function, so that static functions can be called, allocates each object that the arguments
point to with ``calloc``, in its exact size, and stores what is not zero.  What the run is given after the call comes from a
second file (``run_harness``).

Invariant: a variable is declared after the one that points to it, because its type may be that of the pointee.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from whet.cfa.types import IntType
from whet.core.concrete import RecordedCall, RecordedName, RecordedObject, RecordedPart, RecordedPointer
from whet.harness.appended import BEGIN
from whet.harness.literals import c_literal
from whet.interpreter.given_texts import c_string_literal

_FEW = 4
"""Numbers of an array that are stored one by one."""
_MADE = re.compile(r"^arg_|_(?:objects?|text|bytes|filled)(?=\d*(?:_|$))")
_INDEXED = re.compile(r"(.*)\[(\d+)\]", re.DOTALL)
_NAMED_POINTER = re.compile(r"(?:const )?((?!const )[A-Za-z_][\w ]*?) ?\*")
_MAIN = re.compile(rb"\bmain\s*\(")
_BYTE = "unsigned char"
_LIMITED = frozenset({"main", "malloc", "calloc", "memcpy", "if", "int", "char", "short", "long", "default", "register"})


def reproducer_text(call: RecordedCall, program: bytes, harness: str, *, include: str, title: str, keeps: bool) -> str:
    """``program`` is the text of the file that defines the function, ``include`` its name; with ``keeps``, objects stay reachable
    when ``main`` returns."""
    hides_main = _MAIN.search(program) is not None
    parts = [
        f"/* {title} */",
        *(["#define main main_of_the_program"] if hides_main else []),
        f'#include "{include}"',
        *(["#undef main"] if hides_main else []),
        call_text(call, harness, keeps=keeps),
    ]
    return "\n".join(parts)


def call_text(call: RecordedCall, harness: str, *, keeps: bool) -> str:
    """What follows the text of the program."""
    writer = _Writer(call, harness, keeps=keeps)
    body = "\n".join(f"    {line}" if line else "" for line in writer.lines())
    stubs = "\n".join([*writer.stubs(), *_before(harness)])
    return f"\n#include <stdlib.h>\n#include <string.h>\n{stubs}\nint main(void)\n{{\n{body}\n    return 0;\n}}\n"


def _before(harness: str) -> Iterator[str]:
    """A function of the harness that calls others before, if it is what the harness calls (``harness.call_sequence``)."""
    before, _, _ = harness.partition(BEGIN)
    yield from (line for line in before.splitlines() if line and not line.startswith(("#line", "extern void *malloc(")))


class _Writer:
    def __init__(self, call: RecordedCall, harness: str, *, keeps: bool) -> None:
        self._call = call
        self._harness = harness
        self._keeps = keeps
        self._names: list[str] = []
        for each in call.objects:
            self._names.append(self._named(each))

    def _named(self, held: RecordedObject) -> str:
        """After the variable of the harness, or after the pointer to it."""
        parent, path = held.reached
        before = "" if parent is None else f"{self._names[parent]}_"
        wanted = _MADE.sub("", held.name) or before + re.sub(r"\W+", "_", path).strip("_0")
        wanted = wanted.strip("_") or "object"
        taken = {*self._names, self._call.function, *_LIMITED}
        return next(name for name in (wanted, *(f"{wanted}_{number}" for number in range(2, 10_000))) if name not in taken)

    def lines(self) -> Iterator[str]:
        for number, held in enumerate(self._call.objects):
            yield from self._allocated(number, held)
        links = [line for number, held in enumerate(self._call.objects) for line in self._links(number, held)]
        yield from ["", *links] if links else []
        yield ""
        yield f"{self._call.function}({', '.join(map(self._argument, self._call.arguments))});"

    def _allocated(self, number: int, held: RecordedObject) -> Iterator[str]:
        """With the pointer that its type is taken from, and all numbers."""
        name, type = self._names[number], self._type(held)
        size = f"calloc(1, {held.size})" if held.count is None else f"calloc({held.count}, sizeof *{name})"
        if self._keeps:
            yield f"static {type} *{name};"
            yield f"{name} = {size};"
        else:
            yield f"{type} *{name} = {size};"
        parent, path = held.reached
        if parent is not None:
            first = next((part for part in self._call.objects[parent].parts if part.path == path), None)
            if first is not None:
                yield f"{self._place(parent, path)} = {self._value(first, is_first=True)};"
        yield from self._numbers(number, [part for part in held.parts if part.type is not None])

    def _numbers(self, number: int, parts: Sequence[RecordedPart]) -> Iterator[str]:
        """Many numbers of one array are copied at once."""
        for prefix, group in groupby(parts, key=lambda part: found[1] if (found := _INDEXED.fullmatch(part.path)) else None):
            elements = list(group)
            if prefix is None or len(elements) <= _FEW or not all(isinstance(each.value, int) for each in elements):
                yield from (f"{self._place(number, each.path)} = {self._value(each)};" for each in elements)
                continue
            values = {int(_INDEXED.fullmatch(each.path)[2]): each for each in elements}  # type: ignore[index] # as grouped
            length, type = max(values) + 1, elements[0].type
            array = self._place(number, prefix) if prefix else self._names[number]
            if isinstance(type, IntType) and type.size == 1:
                data = bytes(int(str(values[at].value)) & 0xFF if at in values else 0 for at in range(length))
                yield f"memcpy({array}, {c_string_literal(data)}, {length});"
            else:
                listed = ", ".join(self._value(values[at]) if at in values else "0" for at in range(length))
                yield f"memcpy({array}, ({type}[]){{{listed}}}, {length} * sizeof({type}));"

    def _links(self, number: int, held: RecordedObject) -> Iterator[str]:
        """All other pointers."""
        firsts = {each.reached for each in self._call.objects}
        for part in held.parts:
            is_object = isinstance(part.value, RecordedPointer)
            if part.type is None and not (is_object and (number, part.path) in firsts):
                yield f"{self._place(number, part.path)} = {self._value(part)};"

    def _place(self, number: int, path: str) -> str:
        """As C is usually written: ``p->x`` for ``p[0].x``, ``*p`` for ``p[0]`` of one element."""
        held, name = self._call.objects[number], self._names[number]
        if held.count not in (1, None) or not path.startswith("[0]"):
            return f"{name}{path}"
        rest = path.removeprefix("[0]")
        return f"{name}->{rest[1:]}" if rest.startswith(".") else f"(*{name}){rest}" if rest else f"*{name}"

    def _value(self, part: RecordedPart, *, is_first: bool = False) -> str:
        match part.value:
            case RecordedPointer(target=target, offset=offset, is_content=is_content):
                name, element = self._names[target], self._call.objects[target].element or 1
                count, rest = divmod(offset, element)
                moved = f"(char *){name} + {offset}" if rest else f"{name} + {count}" if offset else name
                return (
                    f"*{name}"
                    if is_content
                    else moved
                    if is_first and not rest
                    else f"(void *)({moved})"
                    if offset
                    else (moved if is_first else f"(void *){name}")
                )
            case RecordedName(text=text):
                return text
            case value if part.type is None:
                return f"(void *){value:#x}" if value else "0"
            case value:
                assert part.type is not None
                return c_literal(value, part.type) or '__builtin_nan("")'

    def _argument(self, argument: tuple[str, RecordedPart]) -> str:
        name, part = argument
        is_plain = self._parameter(name).count("*") < 2
        return self._value(part, is_first=is_plain and self._is_first(name, part))

    def _is_first(self, name: str, part: RecordedPart) -> bool:
        return isinstance(part.value, RecordedPointer) and self._call.objects[part.value.target].reached == (None, name)

    def _type(self, held: RecordedObject) -> str:
        """As the program names it, if the harness declares the object by such a name."""
        if not held.element:
            return _BYTE
        parent, path = held.reached
        declared = self._declared(held.name) if held.name else ""
        if declared:
            return declared
        if held.type:
            return held.type
        if parent is not None:
            return f"__typeof__(((void)0, *{self._place(parent, path)}))"
        pointer = self._parameter(path)
        named = _NAMED_POINTER.fullmatch(pointer)
        return named[1] if named is not None else f"__typeof__(((void)0, *({pointer})0))"

    def _declared(self, name: str) -> str:
        found = re.search(
            rf"^\s*(?:static )?([A-Za-z_][\w ]*?\**) ?{re.escape(name)}(?:\[.*\])?(?: = [^;]*)?;", self._harness, re.M
        )
        text = "" if found is None else found[1]
        return "" if text.split()[:1] == ["return"] else text

    def _parameter(self, name: str) -> str:
        """The type of a parameter, in C."""
        found = re.search(rf"^\s*(?:__typeof__\((.*)\) |(.*?))arg_{re.escape(name)};$", self._harness, re.M)
        return "" if found is None else found[1] or found[2].strip()

    def stubs(self) -> Iterator[str]:
        """The functions of the harness that the arguments point to."""
        values = [part.value for _, part in self._call.arguments] + [
            part.value for held in self._call.objects for part in held.parts
        ]
        used = dict.fromkeys(value.text for value in values if isinstance(value, RecordedName))
        found: Mapping[str, str] = {
            name: text[0]
            for name in used
            if (text := re.search(rf"^static [^\n]*\b{name}\([^\n]*\)\n\{{.*?^\}}", self._harness, re.M | re.S))
        }
        asked = {name for text in found.values() for name in re.findall(r"__VERIFIER_nondet_\w+", text)}
        for line in self._harness.splitlines():
            if line.startswith("extern ") and asked & {*re.findall(r"__VERIFIER_nondet_\w+", line)}:
                yield line
        yield from found.values()
