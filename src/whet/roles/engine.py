"""Evaluates rules on facts with clingo (docs/adr/0025): the rules are stratified, so grounding them is all there is to do.

clingo is an optional package, imported where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Final

from whet.roles.rule_text import Rules
from whet.task.errors import TaskError

_MISSING: Final = "variable roles need the package clingo; run: pip install 'whet[roles]'"


class EngineMissing(TaskError):
    """The package clingo is not installed."""


def require_engine() -> None:
    """Raises ``EngineMissing``; for a check before the work begins."""
    if find_spec("clingo") is None:
        raise EngineMissing(_MISSING)


def evaluate(rules: Rules, facts: str, wanted: Iterable[tuple[str, int]], *, prune: bool = True) -> dict[str, list[str]]:
    """What follows from the facts, of the wanted relations (name, number of arguments): the texts of their atoms.

    Without ``prune`` rules that cannot fire are evaluated, too, which changes nothing but the time.
    """
    try:
        from clingo import Control
        from clingo.ast import ProgramBuilder
    except ImportError as error:
        raise EngineMissing(_MISSING) from error
    control = Control(["--warn=none"])
    with ProgramBuilder(control) as builder:
        for number in rules.needed(facts) if prune else range(len(rules.statements)):
            builder.add(rules.parsed[number])
    control.add("base", [], facts)
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    return {name: [str(atom.symbol) for atom in atoms.by_signature(name, arity)] for name, arity in wanted}
