"""Predicates and templates that roles suggest for predicate abstraction, as C expressions (dissertation on variable
roles, section 5.1; ``rules/suggestions.lp``).

They are suggestions: whoever uses one must not rest a verdict on it.  Only those are given whose variables all have
names; the same text is given once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import with_unit
from whet.frontend.unit import Preprocessing, TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.fact_base import FactBase
from whet.roles.rule_text import SUGGESTIONS, Rules
from whet.roles.unit_facts import read_facts

_SYMBOLS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "/",
    "rem": "%",
    "padd": "+",
    "psub": "-",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "==",
    "ne": "!=",
    "shl": "<<",
    "shr": ">>",
    "band": "&",
    "bor": "|",
    "bxor": "^",
    "uplus": "+",
    "uminus": "-",
    "bnot": "~",
    "land": "&&",
    "lor": "||",
    "lnot": "!",
}
_BINARY = re.compile(r"bin\((\d+),(\w+),(\d+),(\d+)\)")
_UNARY = re.compile(r"un\((\d+),(\w+),(\d+)\)")
_LITERAL = re.compile(r'(?:const|chr)\((\d+),"?(.*?)"?\)\.')
_SUGGESTION = re.compile(r"suggest\((\w+),(\d+),(\d+),(\w+)\)")


class Heuristic(StrEnum):
    """Where a suggestion comes from."""

    ASSERTION = "p1"
    DYNAMIC_ENUMERATION = "p2"
    EXTREMUM = "p3"
    COUNTER_AND_BOUND = "p4"
    BOUND = "p5"
    LOCAL_COUNTERS = "t1"
    PARITY = "t2"

    @property
    def is_template(self) -> bool:
        return self in (Heuristic.LOCAL_COUNTERS, Heuristic.PARITY)


@dataclass(frozen=True, slots=True, order=True)
class Suggestion:
    heuristic: Heuristic
    text: str


def suggest(
    path: str,
    *,
    machine: MachineModel = LP64,
    preprocessing: Preprocessing | None = None,
    rules: Rules | None = None,
) -> tuple[Suggestion, ...]:
    """What the roles of a file suggest.  Raises ``FrontendError`` and ``EngineMissing``."""

    def work(unit: TranslationUnit) -> tuple[Suggestion, ...]:
        base = read_facts(unit)
        atoms = evaluate(rules or Rules.standard(SUGGESTIONS), base.text, (("suggest", 4),))["suggest"]
        texts = _Texts(base)
        made = (_suggestion(texts, atom) for atom in atoms)
        return tuple(sorted({each for each in made if each is not None}))

    return with_unit(path, work, machine=machine, preprocessing=preprocessing)


def _suggestion(texts: _Texts, atom: str) -> Suggestion | None:
    match = _SUGGESTION.fullmatch(atom)
    assert match is not None
    heuristic, left, right, operator = Heuristic(match[1]), int(match[2]), int(match[3]), match[4]
    if heuristic is Heuristic.ASSERTION:
        text = texts.outer(left)
    else:
        second = match[3] if heuristic is Heuristic.PARITY else texts.of(right)
        first = texts.of(left)
        text = None if first is None or second is None else f"{first}{_SYMBOLS[operator]}{second}"
    return None if text is None else Suggestion(heuristic, text)


class _Texts:
    """Expressions as texts, with every operation inside of another in parentheses."""

    def __init__(self, base: FactBase) -> None:
        facts = base.text
        self._base = base
        self._binary = {int(node): (op, int(a), int(b)) for node, op, a, b in _BINARY.findall(facts)}
        self._unary = {int(node): (op, int(a)) for node, op, a in _UNARY.findall(facts)}
        self._literals: dict[int, str] = {int(node): value for node, value in _LITERAL.findall(facts)}

    def of(self, node: int) -> str | None:
        """None if there is something else in it than names, literals and operators."""
        text = self.outer(node)
        return f"({text})" if text is not None and (node in self._binary or node in self._unary) else text

    def outer(self, node: int) -> str | None:
        """Without parentheses around the whole."""
        if node in self._base.variables:
            return self._base.variables[node].name
        if node in self._literals:
            return self._literals[node]
        if node in self._binary:
            operator, left, right = self._binary[node]
            parts = [self.of(left), _SYMBOLS.get(operator), self.of(right)]
        elif node in self._unary:
            operator, inner = self._unary[node]
            parts = [_SYMBOLS.get(operator), self.of(inner)]
        else:
            return None
        return None if None in parts else "".join(part for part in parts if part is not None)


__all__ = ["Heuristic", "Suggestion", "suggest"]
