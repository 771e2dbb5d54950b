"""Variable roles of a C file: each variable, its roles and why it has them (dissertation on variable roles, chapter
3).

The facts of the file (``unit_facts``) and the rules (``rules/*.lp``) go to the engine, and what it derives is put
into words here.

A role defined by negation is held in two senses.  *May*: nothing known speaks against it.  *Must*: the variable is
not ``unresolved`` either.

Invariants: variables come in the order in which they are met, results of functions last; a reason is the first one that
was met and is not a copy, otherwise a copy of a variable that has a reason without this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from whet.cfa.source import Place
from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import with_unit
from whet.frontend.unit import TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.fact_base import FactBase, VariableNode, VariableOrigin
from whet.roles.names import BY_RULE_NAME, NEGATIVE, Role
from whet.roles.rule_text import Rules
from whet.roles.unit_facts import read_facts
from whet.task.preprocessing import Preprocessing
from whet.task.records import dataclass

_ROLE = r"(\w+)(?:\((-?\d+)\))?"
_REASON = re.compile(rf'reason\({_ROLE},(\d+),"(.*)",(\d+)\)')
_COPY = re.compile(rf"(?:copy|into)\({_ROLE},(\d+),(\d+),(\d+)\)")
_HAS = re.compile(r"has\((\w+),(\d+)\)")
_MEANING = re.compile(r'meaning\((\w+),"(.*)"\)')
_TYPE_ROLE = re.compile(r'type_role\((\w+),"(.*)",(\d+)\)')
_WANTED = (("has", 2), ("reason", 4), ("copy", 4), ("into", 4), ("meaning", 2), ("type_role", 3), ("evident", 1))
_OF_LOOP = frozenset({Role.LOOP_ITERATOR, Role.LOOP_BOUND, Role.LOCAL_COUNTER})


@dataclass(frozen=True, slots=True)
class InferredRole:
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
    held: tuple[InferredRole, ...]
    is_evident: bool
    """Is a known value assigned, or is it compared?  Otherwise it has the roles defined by negation only because
    nothing is said of it.
    """

    @property
    def roles(self) -> frozenset[Role]:
        return frozenset(held.role for held in self.held)

    def evident_roles(self) -> tuple[InferredRole, ...]:
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
class InferenceOptions:
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
    entry: str | None = None,
    options: InferenceOptions | None = None,
    rules: Rules | None = None,
) -> Roles:
    """The roles of the variables of a C file; only of what can be called from ``entry`` if that is given.

    Raises ``FrontendError`` and ``EngineMissing``.
    """

    def work(unit: TranslationUnit) -> Roles:
        return roles_of_unit(unit, entry=entry, options=options, rules=rules)

    return with_unit(path, work, machine=machine, preprocessing=preprocessing)


def roles_of_unit(
    unit: TranslationUnit, *, entry: str | None = None, options: InferenceOptions | None = None, rules: Rules | None = None
) -> Roles:
    """The roles of the variables of a translation unit that is open."""
    base = read_facts(unit, entry)
    facts = f"{base.text}\n{(options or InferenceOptions()).facts()}"
    answer = evaluate(rules or Rules.standard(), facts, _WANTED)
    evident = {int(text[len("evident(") : -1]) for text in answer["evident"]}
    held = _Reasons(base, answer).held()
    results = [each for each in base.variables.values() if each.origin is VariableOrigin.RESULT]
    others = [each for each in base.variables.values() if each.origin is not VariableOrigin.RESULT]
    made = (_variable(each, base, held.get(each.node, ()), each.node in evident) for each in (*others, *results))
    return Roles(unit.source.path, tuple(made))


def read_type_roles(atoms: Iterable[str]) -> Iterator[tuple[Role, str, int]]:
    """(role, reason, type) for all variables of a type."""
    for match in map(_TYPE_ROLE.fullmatch, atoms):
        if match is not None:
            yield BY_RULE_NAME[match[1]], match[2], int(match[3])


def _variable(variable: VariableNode, base: FactBase, held: Iterable[InferredRole], is_evident: bool) -> VariableRoles:
    return VariableRoles(variable.qualified_name, variable.origin, base.place(variable.node), tuple(held), is_evident)


Key = tuple[Role, int, int]
"""Role, its parameter (0 for none) and the variable."""


class _Reasons:
    """The reasons that the engine found, and the choice among them."""

    def __init__(self, base: FactBase, answer: Mapping[str, list[str]]) -> None:
        self.base = base
        self.direct: dict[Key, tuple[int, str]] = {}
        """The first node that is a reason, and the words for it."""
        self.copies: dict[Key, list[tuple[int, int, str]]] = {}
        """(node of the copy, the other variable, words for it)"""
        atoms = answer["reason"]
        for match in map(_REASON.fullmatch, atoms):
            if match is not None and match[1] in BY_RULE_NAME:
                key = (BY_RULE_NAME[match[1]], int(match[2] or 0), int(match[3]))
                node = int(match[5])
                if key not in self.direct or node < self.direct[key][0]:
                    self.direct[key] = (node, match[4])
        self._add_copies(answer["copy"], "is a copy of")
        self._add_copies(answer["into"], "is copied to")
        self._add_negative(answer["has"], answer["meaning"])
        self._add_types(answer["type_role"])

    def _add_copies(self, atoms: Iterable[str], words: str) -> None:
        for match in map(_COPY.fullmatch, atoms):
            if match is not None and match[1] in BY_RULE_NAME:
                key = (BY_RULE_NAME[match[1]], int(match[2] or 0), int(match[3]))
                self.copies.setdefault(key, []).append((int(match[5]), int(match[4]), words))

    def _add_negative(self, atoms: Iterable[str], meanings: Iterable[str]) -> None:
        """Roles without a place that is the reason: the variable stands for itself."""
        words = {BY_RULE_NAME[match[1]]: match[2] for match in map(_MEANING.fullmatch, meanings) if match is not None}
        for match in map(_HAS.fullmatch, atoms):
            role = BY_RULE_NAME.get(match[1]) if match is not None else None
            if match is not None and role in words:
                self.direct[role, 0, int(match[2])] = (int(match[2]), words[role])

    def _add_types(self, atoms: Iterable[str]) -> None:
        by_type: dict[int, list[tuple[Role, str]]] = {}
        for role, words, number in read_type_roles(atoms):
            by_type.setdefault(number, []).append((role, words))
        for node, number in self.base.type_numbers.items():
            for role, words in by_type.get(number, ()):
                self.direct[role, 0, node] = (node, words)

    def held(self) -> Mapping[int, list[InferredRole]]:
        """The roles of each variable."""
        chosen = dict(self._chosen())
        found: dict[int, list[InferredRole]] = {}
        ordered = sorted(chosen, key=lambda key: (_ORDER[key[0]], key[1]))
        unresolved = {variable for role, _, variable in chosen if role is Role.UNRESOLVED}
        for key in ordered:
            role, parameter, variable = key
            node, why = chosen[key]
            must = role not in NEGATIVE or variable not in unresolved
            held = InferredRole(role, self._parameter(role, parameter), why, self.base.place(node), must)
            told = found.setdefault(variable, [])
            if held not in told:  # what a macro makes twice has one place
                told.append(held)
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
