"""Predicates and templates that roles suggest for predicate abstraction, as C expressions (dissertation on variable
roles, section 5.1; ``rules/suggestions.lp``).

They are suggestions: no verdict may rest on one.  Only those are given whose variables all have
names; the same text is given once.
"""

from __future__ import annotations

import re
from enum import StrEnum

from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import with_unit
from whet.frontend.unit import TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.fact_base import FactBase
from whet.roles.rule_text import SUGGESTIONS, Rules
from whet.roles.unit_facts import read_facts
from whet.task.preprocessing import Preprocessing
from whet.task.records import dataclass

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
    WITNESS = "witness"
    """Not from roles: an invariant that another tool found."""
    GUESS = "guess"
    """Not from roles: it held in some runs."""

    @property
    def is_template(self) -> bool:
        return self in (Heuristic.LOCAL_COUNTERS, Heuristic.PARITY)


@dataclass(frozen=True, slots=True, order=True)
class Suggestion:
    heuristic: Heuristic
    text: str


def suggest(
    path: str, *, machine: MachineModel = LP64, preprocessing: Preprocessing | None = None, rules: Rules | None = None
) -> tuple[Suggestion, ...]:
    """What the roles of a file suggest.  Raises ``FrontendError`` and ``EngineMissing``."""

    def work(unit: TranslationUnit) -> tuple[Suggestion, ...]:
        base = read_facts(unit)
        texts = _Texts(base)
        made = (texts.suggestion(each) for each in suggested_nodes(base, rules))
        return tuple(sorted({each for each in made if each is not None}))

    return with_unit(path, work, machine=machine, preprocessing=preprocessing)


@dataclass(frozen=True, slots=True, order=True)
class SuggestedNodes:
    """A suggestion by the nodes it is made of: ``left operator right``; an assertion is ``left`` alone, and the right
    side of a parity is a number itself.
    """

    heuristic: Heuristic
    left: int
    right: int
    operator: str
    """As C writes it; empty for an assertion."""


def suggested_nodes(base: FactBase, rules: Rules | None = None) -> list[SuggestedNodes]:
    """What the rules suggest, in an order that depends on the file only."""
    atoms = evaluate(rules or Rules.standard(SUGGESTIONS), base.text, (("suggest", 4),))["suggest"]
    matches = [_SUGGESTION.fullmatch(atom) for atom in atoms]
    found = [each.groups() for each in matches if each is not None]
    return sorted(SuggestedNodes(Heuristic(rule), int(a), int(b), _SYMBOLS.get(op, "")) for rule, a, b, op in found)


class Operations:
    """The operations and literals of a fact base by their nodes."""

    def __init__(self, base: FactBase) -> None:
        facts = base.text
        self.binary = {int(node): (_SYMBOLS.get(op), int(a), int(b)) for node, op, a, b in _BINARY.findall(facts)}
        """(operator as C writes it or None, operand, operand)"""
        self.unary = {int(node): (_SYMBOLS.get(op), int(a)) for node, op, a in _UNARY.findall(facts)}
        self.literals: dict[int, str] = {int(node): value for node, value in _LITERAL.findall(facts)}


class _Texts:
    """Expressions as texts, with every operation inside of another in parentheses."""

    def __init__(self, base: FactBase) -> None:
        self._base = base
        self._operations = Operations(base)

    def suggestion(self, nodes: SuggestedNodes) -> Suggestion | None:
        if nodes.heuristic is Heuristic.ASSERTION:
            text = self.outer(nodes.left)
        else:
            second = str(nodes.right) if nodes.heuristic is Heuristic.PARITY else self.of(nodes.right)
            first = self.of(nodes.left)
            text = None if first is None or second is None else f"{first}{nodes.operator}{second}"
        return None if text is None else Suggestion(nodes.heuristic, text)

    def of(self, node: int) -> str | None:
        """None if there is something else in it than names, literals and operators."""
        text, known = self.outer(node), self._operations
        return f"({text})" if text is not None and (node in known.binary or node in known.unary) else text

    def outer(self, node: int) -> str | None:
        """Without parentheses around the whole."""
        known = self._operations
        if node in self._base.variables:
            return self._base.variables[node].name
        if node in known.literals:
            return known.literals[node]
        if node in known.binary:
            operator, left, right = known.binary[node]
            parts = [self.of(left), operator, self.of(right)]
        elif node in known.unary:
            operator, inner = known.unary[node]
            parts = [operator, self.of(inner)]
        else:
            return None
        return None if None in parts else "".join(part for part in parts if part is not None)
