"""Is a correctness witness right?  Its invariants are shown to hold, and the property with them.

First the check of proofs (``proofs``) is asked, with the invariants of loops as the only evidence.  Invariants of other
places are assertions of the program then: ``if (!invariant) error();``, after which the invariant may be used.  If that is not
enough, because the invariants are right but too weak, or not inductive, all of them become assertions, and an analysis of the
user's choice looks for a proof of everything.  It may use the invariants as suggestions (``algorithms.seeding``).

The witness is confirmed if every invariant of it was shown, and the property.  It is rejected if a run was found that breaks an
invariant or the property.  An invariant that could not be read is never shown, so there is no verdict then.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.algorithms.assumptions import assumptions_in
from whet.algorithms.engine import run, with_premises
from whet.algorithms.invariants import invariant_at
from whet.algorithms.proving import check_limits, checked_apart
from whet.algorithms.targets import targets_of
from whet.cfa.expressions import Const
from whet.cfa.facts import Facts
from whet.cfa.model import Function, Node, Program, connect
from whet.cfa.operations import Assume, Call
from whet.cfa.show import to_c
from whet.cfa.trees import NoTree, Trees
from whet.cfa.types import VOID, FunctionType
from whet.checks.insertion import put_checks
from whet.core.configuration import EngineChoice
from whet.core.context import Context
from whet.core.evidence import Invariant, Proof, Spot
from whet.core.result import ProofAccepted, Reason, Result, TrueVerdict, Unknown
from whet.pointers.regions import Regions
from whet.proofs.check import CheckAccepted, CheckAnswer, CheckRejected, CheckUndecided
from whet.task.configuration import Configuration
from whet.task.properties import Property, UnreachableCall
from whet.task.records import dataclass
from whet.task.task import Task
from whet.witnesses.places import LeftOpen, Placed, Places
from whet.witnesses.texts import without_overflow
from whet.witnesses.witness import Correctness

_ERROR = "__whet_broken_invariant_{}"
_BROKEN = re.compile(r"__whet_broken_invariant_(\d+)\(\) is called")
_SHARE = 0.3
"""The part of the time that the check of the witness alone may take."""


def error_function(number: int) -> str:
    """The name of the function that is called where an invariant is broken."""
    return _ERROR.format(number)


def broken_invariant(violation: str) -> int | None:
    """The number of the invariant that a violation breaks, if it is one."""
    found = _BROKEN.fullmatch(violation)
    return None if found is None else int(found[1])


@dataclass(frozen=True, slots=True)
class CorrectnessEngine:
    """Verifies a program together with the invariants of a witness."""

    witness: Correctness
    path: str
    """Of the witness, for messages."""
    alone: bool = False
    """Must the invariants be a proof by themselves?"""

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        """TRUE if everything was shown; FALSE with a run that breaks something; raises ``TaskError`` for a bad witness."""
        places = Places(program)
        found = [places.placed(each, witness=self.path) for each in self.witness.invariants]
        placed = {number: each for number, each in enumerate(found) if isinstance(each, Placed)}
        result = _validated(_Work(program, task, configuration, context), placed, alone=self.alone)
        left_open = [each for each in found if isinstance(each, LeftOpen)]
        if left_open and isinstance(result.verdict, TrueVerdict):
            return replace(result, verdict=Unknown(Reason.INCOMPLETE, f"an invariant cannot be read: {left_open[0]}"))
        return result


@dataclass(frozen=True, slots=True)
class _Work:
    program: Program
    task: Task
    configuration: Configuration
    context: Context


def _validated(work: _Work, placed: dict[int, Placed], *, alone: bool) -> Result:
    program = work.program
    heads = {head for function in program.defined_functions for head in Facts.of(program).loops(function).heads}
    claimed, asserted, rest = _claims(program, placed, heads)
    assertions = _Assertions(program, placed)
    assertions.put(asserted)
    work = replace(work, task=_with_errors(work.task, assertions.names))
    answer, seconds = _checked_alone(work, Proof(tuple(claimed)))
    if isinstance(answer, CheckAccepted):
        accepted = ProofAccepted(obligations=answer.obligations, seconds=seconds)
        taken = tuple(assumptions_in(program))
        return with_premises(Result(TrueVerdict(), taken, evidence=Proof(tuple(claimed)), proof_check=accepted), program)
    if alone:
        match answer:
            case CheckUndecided(reason=reason):
                return Result(Unknown(Reason.NOT_PROVED, reason))
            case CheckRejected(what=what, place=place):
                return Result(Unknown(Reason.REJECTED, f"the invariants alone do not show that {what}", place))
    assertions.put(rest)
    return run(program, work.task, work.configuration, work.context)


def _with_errors(task: Task, names: Sequence[str]) -> Task:
    """The property, and that no invariant is broken."""
    wanted = task.property
    conditions = (*wanted.conditions, *([UnreachableCall(tuple(names))] if names else []))
    return replace(task, property=Property(wanted.name, conditions, wanted.entry))


def _checked_alone(work: _Work, proof: Proof) -> tuple[CheckAnswer, float]:
    """The property is put into the program for this, and stays there."""
    put_checks(work.program, targets_of(work.task.property), Regions)
    limit, began = work.context.hard_limits.cpu_seconds, time.monotonic()
    work.context.progress("checking the witness")
    seconds = 20.0 if limit is None else max(2.0, _SHARE * limit)
    answer = checked_apart(work.program, proof, check_limits(work.context, seconds), EngineChoice.of(work.configuration))
    return answer, time.monotonic() - began


_Where: TypeAlias = dict[int, list[Node]]
"""Locations, by the number of the invariant that is to hold there."""


def _claims(program: Program, placed: dict[int, Placed], heads: set[Node]) -> tuple[list[Invariant], _Where, _Where]:
    """The invariants of loops, as a proof has them; where others are to be asserted; and where those of loops could be."""
    trees, claimed, asserted, rest = Trees(program), list[Invariant](), _Where(), _Where()
    for number, each in placed.items():
        at_heads = [node for node in each.nodes if node in heads]
        try:
            tree = trees.tree(each.condition)
        except NoTree:
            at_heads = []
        else:
            claimed += [invariant_at(node, Spot.LOOP_HEAD, to_c(each.condition), tree) for node in at_heads]
        rest[number] = at_heads
        asserted[number] = [node for node in each.nodes if node not in at_heads]
    return claimed, asserted, rest


class _Assertions:
    """Puts ``if (!invariant) error();`` into a program, with an error function for each invariant.

    After the error the run ends: it breaks the invariant, and what it does later is of no interest."""

    def __init__(self, program: Program, placed: dict[int, Placed]) -> None:
        self._program = program
        self._placed = placed
        self._errors = {number: Function(error_function(number), FunctionType(VOID, (), variadic=False)) for number in placed}
        program.functions.update({function.name: function for function in self._errors.values()})

    @property
    def names(self) -> list[str]:
        return [function.name for function in self._errors.values()]

    def put(self, where: _Where) -> None:
        for number, nodes in where.items():
            for node in nodes:
                self._put(node, number)
        self._program.forget_facts()

    def _put(self, node: Node, number: int) -> None:
        """Between a node and what leaves it, so that loops still come to the node."""
        condition, origin = without_overflow(self._placed[number].condition), node.leaving[0].origin
        failing, ending, after = (self._node(node.function) for _ in range(3))
        after.leaving, node.leaving = node.leaving, []
        for edge in after.leaving:
            edge.source = after
        connect(node, Assume(condition, False, origin), failing)
        connect(failing, Call(self._errors[number], (), None, origin), ending)
        connect(ending, Assume(Const(0, self._program.machine.int), True, origin), after)
        connect(node, Assume(condition, True, origin), after)

    def _node(self, function: Function) -> Node:
        number = 1 + max(node.number for node in self._program.nodes())
        function.nodes.append(Node(number, function))
        return function.nodes[-1]
