"""The rules as texts, and which of them a program needs.

Reading a rule costs the engine some 0.05 ms, as much as evaluating it on a small program, so that rules are left out
that cannot fire: those with a positive part that no fact and no other rule gives.  Facts of the rules about operators
and library functions are left out if the program has no such operator or function.  What is left derives the same.

Relations are distinguished by a constant where that helps: ``bin(E,rem,A,B)`` needs an expression with ``%``, and
``has(extremum,X)`` a rule for that role.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING

from whet.task.records import dataclass

if TYPE_CHECKING:
    from clingo.ast import AST

RULE_FILES = (
    "relations.lp",
    "library.lp",
    "uses.lp",
    "sources.lp",
    "types.lp",
    "loops.lp",
    "values.lp",
    "abstraction.lp",
    "closure.lp",
)
SUGGESTIONS = "suggestions.lp"
_NO_FEATURES = "abstraction.lp"
_WORDS = "add sub mul div rem padd psub lt le gt ge eq ne shl shr band bor bxor land lor addr deref uplus uminus bnot lnot"
OPERATORS = frozenset(re.findall(r"\w+", _WORDS))

_COMMENT = re.compile(r"%[^\n]*")
_STATEMENT = re.compile(r"(?:[^.\"]|\"[^\"]*\")+\.")
_ATOM = re.compile(r"(not\s+)?([a-z_]\w*)\((.*)\)", re.DOTALL)
_NAMELESS = re.compile(r"\b_\b")
_FACT = re.compile(r"(\w+)\((?:(?:\d+,)?([a-z]+)|\d+,\"(\w+)\")?")
_MANY = 50_000
_SELECTED = {"bin": 1, "un": 1, "has": 0}
"""Which argument distinguishes instances of a relation."""
_GIVES_ROLES = frozenset({"reason", "copy", "into"})
"""Each of these is a way to have a role."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule or a fact."""

    text: str
    gives: tuple[str, ...]
    needs: tuple[str, ...]
    concerns: str = ""
    """The operator or the library function that a fact is about."""


@dataclass(frozen=True)
class Rules:
    """Rules by the names of their files."""

    texts: Mapping[str, str]

    @classmethod
    def standard(cls, *more: str) -> Rules:
        return _read(RULE_FILES + more)

    @classmethod
    def for_features(cls) -> Rules:
        """Without the roles that are no features."""
        return _read(tuple(name for name in RULE_FILES if name != _NO_FEATURES))

    def replacing(self, old: str, new: str) -> Rules:
        """With one passage replaced, which must occur exactly once."""
        places = [name for name, text in self.texts.items() for _ in range(text.count(old))]
        if len(places) != 1:
            raise ValueError(f"found {len(places)} times in the rules: {old}")
        return replace(self, texts={**self.texts, places[0]: self.texts[places[0]].replace(old, new)})

    @property
    def text(self) -> str:
        return "\n".join(self.texts.values())

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(map(_statement, _STATEMENT.findall(_COMMENT.sub("", self.text))))

    def needed(self, facts: str) -> list[int]:
        """The numbers of the rules that may fire on some facts; all of them where looking for them would cost more
        than they do.
        """
        if len(facts) > _MANY:
            return list(range(len(self.statements)))
        present, names = _present(facts)
        waiting = [(number, each) for number, each in enumerate(self.statements) if not each.concerns or each.concerns in names]
        kept: list[int] = []
        while True:
            blocked = []
            for number, each in waiting:
                if present.issuperset(each.needs):
                    kept.append(number)
                    present.update(each.gives)
                else:
                    blocked.append((number, each))
            if len(blocked) == len(waiting):
                return kept
            waiting = blocked

    @cached_property
    def parsed(self) -> list[AST]:
        """The engine's trees of the statements: reading the text once saves a fifth of the time on a small program."""
        from clingo.ast import parse_string

        trees: list[AST] = []
        parse_string("\n".join(_named(each.text) for each in self.statements), trees.append)
        return trees[1:]  # the first says which part of a program follows


@cache
def _read(names: tuple[str, ...]) -> Rules:
    folder = files("whet.roles") / "rules"
    return Rules({name: (folder / name).read_text(encoding="utf-8") for name in names})


def _present(facts: str) -> tuple[set[str], set[str]]:
    """Relations that have facts, and the operators and functions in them."""
    present: set[str] = set()
    names: set[str] = set()
    for relation, constant, string in set(_FACT.findall(facts)):
        present.add(relation)
        names.update((constant, string))
        if relation in _SELECTED:
            present.add(f"{relation}:{constant}")
    return present, names


def _named(text: str) -> str:
    """With names for variables that have none: for each relation with such a one the engine would make another
    relation without it, which costs more than it saves.
    """
    numbers = count(1)
    return _NAMELESS.sub(lambda _: f"N{next(numbers)}", text)


def _statement(text: str) -> Statement:
    head, _, body = text.rstrip().removesuffix(".").partition(":-")
    relation, arguments = _atom(head)
    gives = tuple({relation, _key(relation, arguments)})
    needs = tuple(_needs(body))
    first = arguments[0].strip('"')
    is_about = not body and (arguments[0].startswith('"') or first in OPERATORS)
    return Statement(text.strip(), gives, needs, first if is_about else "")


def _needs(body: str) -> Iterator[str]:
    for part in _parts(body):
        match = _ATOM.fullmatch(part.strip())
        if match is not None and not match[1]:
            yield _key(*_atom(part))


def _atom(text: str) -> tuple[str, list[str]]:
    match = _ATOM.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not an atom: {text}")
    relation = "has" if match[2] in _GIVES_ROLES else match[2]
    return relation, [part.strip() for part in _parts(match[3])]


def _key(relation: str, arguments: list[str]) -> str:
    position = _SELECTED.get(relation)
    constant = arguments[position].partition("(")[0] if position is not None else ""
    return f"{relation}:{constant}" if constant[:1].islower() else relation


def _parts(text: str) -> Iterable[str]:
    """What commas separate, other than those inside of parentheses and strings."""
    depth, start, in_string = 0, 0, False
    for position, character in enumerate(text):
        if character == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "," and depth == 0:
            yield text[start:position]
            start = position + 1
    if text.strip():
        yield text[start:]
