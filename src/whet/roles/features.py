"""A program as 39 numbers, from which a portfolio chooses (dissertation on variable roles, chapter 4).

30 shares of variables that have a role, 4 shares of loops, 4 metrics of the control-flow automaton and of calls, and
the kind of the property.

Variables are scalars and pointers, and members that the code names; results of functions do not count.  A role counts
in the sense of *may*.  All is counted in what the program can call, before checks are put into it.
Where there is nothing to count the share is 0.

``features`` reads the file of a program again, with libclang only; ``features_of_file`` reads the program, too.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum

from whet.cfa.model import Program
from whet.cfa.types import LP64, MachineModel
from whet.frontend.parse import parse_file, with_unit
from whet.frontend.unit import TranslationUnit
from whet.roles.engine import evaluate
from whet.roles.fact_base import CallCounts, VariableOrigin
from whet.roles.infer import read_type_roles
from whet.roles.loop_classes import classify_loops
from whet.roles.names import PORTFOLIO_ROLES
from whet.roles.rule_text import Rules
from whet.roles.unit_facts import read_facts
from whet.task.preprocessing import Preprocessing
from whet.task.records import dataclass

_LOOPS = ("loops_bounded", "loops_for", "loops_generalised", "loops_hard")
_CONTROL = ("cfg_blocks", "max_indegree", "function_pointer_calls", "function_pointer_arguments")
FEATURES: tuple[str, ...] = (*(f"role_{role.in_rules}" for role in PORTFOLIO_ROLES), *_LOOPS, *_CONTROL, "property_kind")
"""The names of the features, in their order."""

_HAS = re.compile(r"has\((\w+).*,(\d+)\)")


class PropertyKind(IntEnum):
    """What is asked of a program."""

    REACHABILITY = 0
    MEMORY_SAFETY = 1
    OVERFLOW = 2
    TERMINATION = 3


@dataclass(frozen=True, slots=True)
class RoleCounts:
    """How many variables of a file have each role (by its name in the rules)."""

    variables: int
    having: Counter[str]
    calls: CallCounts


def features(
    program: Program, *, kind: PropertyKind = PropertyKind.REACHABILITY, preprocessing: Preprocessing | None = None
) -> dict[str, float]:
    """The features of a program, whose file is still there.  Raises ``EngineMissing``."""
    entry = program.main.name
    counts = with_unit(
        program.source.path, lambda unit: count_roles(unit, entry), machine=program.machine, preprocessing=preprocessing
    )
    shares = [_share(counts.having[role.in_rules], counts.variables) for role in PORTFOLIO_ROLES]
    values = (*shares, *_loop_shares(program), *_control(program, counts.calls), float(kind))
    return dict(zip(FEATURES, values, strict=True))


def features_of_file(
    path: str,
    *,
    machine: MachineModel = LP64,
    entry: str = "main",
    kind: PropertyKind = PropertyKind.REACHABILITY,
    preprocessing: Preprocessing | None = None,
) -> dict[str, float]:
    """The features of a C file.  Raises ``FrontendError`` and ``EngineMissing``."""
    program = parse_file(path, machine=machine, entry=entry, preprocessing=preprocessing)
    return features(program, kind=kind, preprocessing=preprocessing)


def count_roles(unit: TranslationUnit, entry: str | None = None) -> RoleCounts:
    """The counts alone: reasons and places are not asked for."""
    base = read_facts(unit, entry)
    answer = evaluate(Rules.for_features(), base.text, (("has", 2), ("type_role", 3)))
    counted = {node for node, variable in base.variables.items() if variable.origin is not VariableOrigin.RESULT}
    pairs = {(match[1], int(match[2])) for match in map(_HAS.fullmatch, answer["has"]) if match is not None}
    having = Counter(role for role, node in pairs if node in counted)
    types = Counter(base.type_numbers[node] for node in counted)
    for role, _, number in read_type_roles(answer["type_role"]):
        having[role.in_rules] += types[number]
    return RoleCounts(len(counted), having, base.counts)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _loop_shares(program: Program) -> tuple[float, float, float, float]:
    classes = classify_loops(program)
    total = len(classes)
    return (
        _share(sum(each.is_bounded for each in classes), total),
        _share(sum(each.is_for for each in classes), total),
        _share(sum(each.is_generalised for each in classes), total),
        _share(sum(each.is_hard for each in classes), total),
    )


def _control(program: Program, calls: CallCounts) -> tuple[float, float, float, float]:
    nodes = [node for function in program.defined_functions if function is not program.start for node in function.nodes]
    # A basic block begins where ways meet, where one of several ways begins, and at the entry.
    blocks = sum(len(node.entering) != 1 or len(node.entering[0].source.leaving) > 1 for node in nodes)
    return (
        float(blocks),
        float(max((len(node.entering) for node in nodes), default=0)),
        _share(calls.with_function_pointer, calls.calls),
        _share(calls.function_pointers, calls.arguments),
    )
