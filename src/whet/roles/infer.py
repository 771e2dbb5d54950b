"""Variable roles of a C file: each variable, its roles and why it has them (dissertation on variable roles, chapter
3).

The facts of the file (``unit_facts``) and the rules (``rules/*.lp``) go to the engine, and what it derives is put
into words here.

A role defined by negation is held in two senses.  *May*: nothing known speaks against it.  *Must*: the variable is
not ``unresolved`` either.

Invariants: variables come in the order of their declarations; a reason is the first one in the text that is not a
copy, and a copy from a variable whose own reason was found before, otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from whet.cfa.source import Place
from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import with_unit
from whet.frontend.unit import Preprocessing, TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.fact_base import FactBase, VariableNode, VariableOrigin
from whet.roles.names import BY_RULE_NAME, NEGATIVE, Role
from whet.roles.rule_text import Rules
from whet.roles.unit_facts import read_facts

_REASON = re.compile(r'because\((\w+)(?:\((-?\d+)\))?,(\d+),(?:(copy|into)\((\d+)\)|"(.*)"),(\d+)\)')
_COPIES = {"copy": "is a copy of", "into": "is copied to"}
_OF_LOOP = frozenset({Role.LOOP_ITERATOR, Role.LOOP_BOUND, Role.LOCAL_COUNTER})


@dataclass(frozen=True, slots=True)
class Held:
    """A role that a variable has."""

    role: Role
    parameter: str
    """The loop (its place), the modulus, the condition or the variable that belongs to it; empty for most roles."""
    why: str
    place: Place | None
    must: bool = True
    """False for a role defined by negation if the variable is unresolved."""

    def __str__(self) -> str:
        return f"{self.role} ({self.parameter})" if self.parameter else str(self.role)


@dataclass(frozen=True, slots=True)
class VariableRoles:
    """A variable with its roles, in the order of ``Role``."""

    name: str
    """With its function or structure: ``main::x``, ``node.next``, ``f()`` for the result of ``f``."""
    origin: VariableOrigin
    place: Place | None
    held: tuple[Held, ...]
    is_evident: bool
    """Is a known value assigned, or is it compared?  Otherwise it has the roles defined by negation only because
    nothing is said of it.
    """

    @property
    def roles(self) -> frozenset[Role]:
        return frozenset(held.role for held in self.held)

    def evident_roles(self) -> tuple[Held, ...]:
        return tuple(held for held in self.held if self.is_evident or held.role not in NEGATIVE)


@dataclass(frozen=True, slots=True)
class Roles:
    """The variables of a file, results of functions last."""

    file: str
    variables: tuple[VariableRoles, ...]

    def with_evidence(self) -> Roles:
        """Without the roles defined by negation of variables of which nothing is known; without variables that have
        no role then.
        """
        kept = (replace(each, held=each.evident_roles()) for each in self.variables)
        return replace(self, variables=tuple(each for each in kept if each.held))

    def of(self, name: str) -> VariableRoles:
        """By its name with or without function; raises ``KeyError`` if there is not exactly one."""
        found = [each for each in self.variables if each.name == name or each.name.endswith((f"::{name}", f".{name}"))]
        if len(found) != 1:
            raise KeyError(f"{len(found)} variables are called {name}")
        return found[0]


@dataclass(frozen=True, slots=True)
class RoleOptions:
    """Where the dissertation leaves a choice."""

    shifts_are_bitops: bool = False
    """Are operands of ``<<`` and ``>>`` bitvectors?"""

    backward_closure: bool = False
    """Do roles of use go back to what is copied: is an argument an array index because the callee indexes with it?"""

    def facts(self) -> str:
        chosen = {"shifts_are_bitops": self.shifts_are_bitops, "backward_closure": self.backward_closure}
        return " ".join(f"option({name})." for name, is_chosen in chosen.items() if is_chosen)


def infer_roles(
    path: str,
    *,
    machine: MachineModel = LP64,
    preprocessing: Preprocessing | None = None,
    options: RoleOptions | None = None,
    rules: Rules | None = None,
) -> Roles:
    """The roles of the variables of a C file.  Raises ``FrontendError`` and ``EngineMissing``."""

    def work(unit: TranslationUnit) -> Roles:
        return roles_of_unit(unit, options=options, rules=rules)

    return with_unit(path, work, machine=machine, preprocessing=preprocessing)


def roles_of_unit(unit: TranslationUnit, *, options: RoleOptions | None = None, rules: Rules | None = None) -> Roles:
    """The roles of the variables of a translation unit that is open."""
    base = read_facts(unit)
    facts = f"{base.text}\n{(options or RoleOptions()).facts()}"
    answer = evaluate(rules or Rules.standard(), facts, (("because", 4), ("evident", 1)))
    evident = {int(text[len("evident(") : -1]) for text in answer["evident"]}
    reasons = _Reasons(base)
    for text in answer["because"]:
        reasons.add(text)
    results = [each for each in base.variables.values() if each.origin is VariableOrigin.RESULT]
    others = [each for each in base.variables.values() if each.origin is not VariableOrigin.RESULT]
    held = reasons.held()
    made = (_variable(each, base, held.get(each.node, ()), each.node in evident) for each in (*others, *results))
    return Roles(unit.source.path, tuple(made))


def _variable(variable: VariableNode, base: FactBase, held: Iterable[Held], is_evident: bool) -> VariableRoles:
    return VariableRoles(variable.qualified_name, variable.origin, base.place(variable.node), tuple(held), is_evident)


Key = tuple[Role, int, int]
"""Role, its parameter (0 for none) and the variable."""


@dataclass(slots=True)
class _Reasons:
    """The reasons that the engine found, and the choice among them."""

    base: FactBase
    direct: dict[Key, tuple[int, str]] = field(default_factory=dict)
    """The first node that is a reason, and the words for it."""
    copies: dict[Key, list[tuple[int, int, str]]] = field(default_factory=dict)
    """(node of the copy, the other variable, words for it)"""

    def add(self, text: str) -> None:
        match = _REASON.fullmatch(text)
        role = BY_RULE_NAME.get(match[1]) if match is not None else None
        if match is None or role is None:
            return
        key = (role, int(match[2] or 0), int(match[3]))
        node = int(match[7])
        if match[4] is not None:
            self.copies.setdefault(key, []).append((node, int(match[5]), _COPIES[match[4]]))
        elif key not in self.direct or node < self.direct[key][0]:
            self.direct[key] = (node, match[6])

    def held(self) -> Mapping[int, list[Held]]:
        """The roles of each variable."""
        chosen = dict(self._chosen())
        found: dict[int, list[Held]] = {}
        ordered = sorted(chosen, key=lambda key: (_ORDER[key[0]], key[1]))
        unresolved = {variable for role, _, variable in chosen if role is Role.UNRESOLVED}
        for key in ordered:
            role, parameter, variable = key
            node, why = chosen[key]
            must = role not in NEGATIVE or variable not in unresolved
            found.setdefault(variable, []).append(Held(role, self._parameter(role, parameter), why, self.base.place(node), must))
        return found

    def _chosen(self) -> Iterator[tuple[Key, tuple[int, str]]]:
        """Direct reasons first, then copies of what has a reason already."""
        done = set(self.direct)
        yield from self.direct.items()
        waiting = {key: sorted(copies) for key, copies in self.copies.items() if key not in done}
        while waiting:
            ready = {key: copy for key, copies in waiting.items() for copy in self._explained(key, copies, done)}
            if not ready:
                return
            for key, (node, other, words) in ready.items():
                del waiting[key]
                yield key, (node, f"{words} {self.base.variables[other].qualified_name}")
            done.update(ready)

    def _explained(self, key: Key, copies: list[tuple[int, int, str]], done: set[Key]) -> list[tuple[int, int, str]]:
        return [copy for copy in copies if (key[0], key[1], copy[1]) in done][:1]

    def _parameter(self, role: Role, parameter: int) -> str:
        if role in _OF_LOOP:
            place = self.base.place(parameter)
            return f"loop at {place.line}:{place.column}" if place is not None else "loop"
        match role:
            case Role.PARITY:
                return str(parameter)
            case Role.ASSERTION_PARAMETER:
                return self.base.source(parameter)
            case Role.DYNAMIC_ENUMERATION:
                return self.base.variables[parameter].qualified_name
            case _:
                return ""


_ORDER = {role: number for number, role in enumerate(Role)}

__all__ = ["Held", "RoleOptions", "Roles", "VariableRoles", "infer_roles", "roles_of_unit"]
