"""What the tests of variable roles share: programs as texts, roles by the names of variables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from tests.roles.golden_programs import PRELUDE
from whet.roles.infer import InferenceOptions, Roles, infer_roles
from whet.roles.names import Role
from whet.roles.rule_text import SUGGESTIONS, Rules
from whet.roles.suggestions import Suggestion, suggest

Repair: TypeAlias = tuple[str, str]
"""A passage of the rules, and what is printed in its place."""


def rules_with(*changes: Repair, more: tuple[str, ...] = ()) -> Rules:
    rules = Rules.standard(*more)
    for old, new in changes:
        rules = rules.replacing(old, new)
    return rules


class Reader:
    """Writes programs into a folder and infers their roles."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "program.c"

    def _write(self, text: str) -> str:
        self.path.write_text(PRELUDE + text, encoding="utf-8")
        return str(self.path)

    def roles(self, text: str, *changes: Repair, options: InferenceOptions | None = None) -> Roles:
        return infer_roles(self._write(text), rules=rules_with(*changes), options=options)

    def suggestions(self, text: str, *changes: Repair) -> tuple[Suggestion, ...]:
        return suggest(self._write(text), rules=rules_with(*changes, more=(SUGGESTIONS,)))


def roles_of(roles: Roles, name: str) -> frozenset[Role]:
    return roles.of(name).roles


def parameters(roles: Roles, name: str, role: Role) -> set[str]:
    """The parameters with which a variable has a role."""
    return {held.parameter for held in roles.of(name).held if held.role is role}


def must(roles: Roles, name: str, role: Role) -> bool:
    return any(held.must for held in roles.of(name).held if held.role is role)


Infer: TypeAlias = Callable[..., Roles]

__all__ = ["Infer", "Reader", "Repair", "must", "parameters", "roles_of", "rules_with"]
