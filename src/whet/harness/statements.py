"""The statements of a harness: how they name things, ask for values and make choices.

``Statements`` knows nothing of types; ``whet.harness.entry_harness`` decides what is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field

from whet.harness.options import HarnessOptions
from whet.task.records import dataclass

SUFFIXES = {
    "_Bool": "bool",
    "char": "char",
    "signed char": "schar",
    "unsigned char": "uchar",
    "short": "short",
    "unsigned short": "ushort",
    "int": "int",
    "unsigned int": "uint",
    "long": "long",
    "unsigned long": "ulong",
    "long long": "longlong",
    "unsigned long long": "ulonglong",
    "float": "float",
    "double": "double",
}
"""What functions that give values are called after, by the type."""
_WORDS = re.compile(r"[\w\s]+\**")
FIRST = "[0]"


@dataclass(slots=True)
class Statements:
    options: HarnessOptions
    function: str
    lines: list[str] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)
    """Types by the suffix of the function that gives values."""
    assumes: bool = False
    names: set[str] = field(default_factory=set)
    choices: list[tuple[int, str]] = field(default_factory=list)
    """Numbers of lines, from 0 on, with the promises that spare them."""
    said: dict[str, str] = field(default_factory=dict)
    """Objects of the harness as the function sees them: ``*p``, or ``p`` for what has elements."""
    shifted: set[str] = field(default_factory=set)
    """Arrays of which the function is given some elements at the beginning, or at the end."""

    def _choice(self, promise: str, *, is_made: bool, then: str) -> bool:
        """``then`` happens or not, unless callers promise that it does not."""
        if not is_made or promise in self.options.promises:
            return False
        self.choices.append((len(self.lines), promise))
        self.lines += [f"if ({self._any('_Bool')})", f"    {then}"]
        return True

    def _seen(self, place: str) -> str:
        """A place as the function says it: ``arg_p_object.next`` is ``p->next``."""
        root = next((name for name in sorted(self.said, key=len, reverse=True) if re.match(rf"{name}\b", place)), None)
        if root is None:
            return place.removeprefix("arg_")
        return seen_place(self.said[root], self._of_any_element(root, place[len(root) :]))

    def _of_any_element(self, root: str, rest: str) -> str:
        """Where an array is shifted, nobody knows which element this is for the function."""
        return re.sub(r"^\[\d+\]", "[*]", rest) if root in self.shifted else rest

    def _repeat(self, count: int | str, body: Callable[[str], None], *, first: int = 0) -> None:
        index = self._name("whet_i")
        self.lines.append(f"for (int {index} = {first}; {index} < {count}; {index}++) {{")
        begin = len(self.lines)
        body(index)
        self.lines[begin:] = [f"    {line}" for line in self.lines[begin:]]
        self.lines.append("}")

    def _any(self, type: str) -> str:
        suffix = SUFFIXES[type]
        self.asked[suffix] = type
        return f"__VERIFIER_nondet_{suffix}()"

    def _assume(self, condition: str) -> None:
        self.assumes = True
        self.lines.append(f"__VERIFIER_assume({condition});")

    def _bring_into(self, place: str, most: int, *, least: int = 0, is_unsigned: bool = False) -> None:
        """Let a number be any of a few: unlike an assumption, it ends no run, also none with random inputs."""
        below = f"{place} < {least} || " if least or not is_unsigned else ""
        first = f"{least} + " if least else ""
        self.lines += [f"if ({below}{place} > {most})", f"    {place} = {first}(unsigned){place} % {most - least + 1};"]

    def _name(self, wanted: str) -> str:
        name = next(name for name in (wanted, *(f"{wanted}{number}" for number in range(2, 10_000))) if name not in self.names)
        self.names.add(name)
        return name


def undefined(macros: Iterable[str]) -> Iterator[str]:
    """What follows names members, not these macros."""
    return (f"#undef {name}" for name in macros)


def seen_place(known: str, rest: str) -> str:
    """A part of an object that the function sees as ``known``, such as ``*p``."""
    if not known.startswith("*"):
        return f"{known}{rest}"
    rest = rest.removeprefix(FIRST)
    if rest.startswith("."):
        return f"({known[1:]})->{rest[1:]}" if known.startswith("**") else f"{known[1:]}->{rest[1:]}"
    return f"({known}){rest}" if rest else known


def declared(type: str, name: str) -> str:
    """The declaration of a variable; a type that is more than words stands in the middle of one otherwise."""
    if not _WORDS.fullmatch(type):
        return f"__typeof__({type}) {name}"
    return f"{type}{'' if type.endswith('*') else ' '}{name}"


def as_word(place: str) -> str:
    return re.sub(r"\W+", "_", place).strip("_")
