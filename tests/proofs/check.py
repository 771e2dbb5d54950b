"""Check the invariants of a TRUE with nothing of what found them.

    python -m tests.proofs.check prog.c result.json

Exit codes: 0 accepted; 1 rejected: some values satisfy the invariants and violate an obligation; 2 undecided.  A proof is not
rejected for what this check does not follow, nor where the proof leaves out something that was known.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.proofs.obligations import Obligation, Obligations
from tests.proofs.step import PRECISE, State
from tests.proofs.values import NotSpoken
from whet.api import read_program
from whet.cfa.checks import put_checks
from whet.cfa.expressions import VariableKind
from whet.cfa.model import Program
from whet.cfa.targets import ASSERTION_FUNCTIONS, Targets
from whet.cfa.types import IntType
from whet.core.configuration import MemoryOptions
from whet.core.evidence import Proof, from_json
from whet.smt.engines.port import Engine, Model, NoAnswer, Sat, UnsupportedTerm, Use, engine_named
from whet.smt.terms.walks import symbols
from whet.task.deep_stack import on_deep_stack
from whet.task.properties import Never, NoAssertionFailure, Property, Unreachable, UnreachableLabel, read_property
from whet.task.task import Machine, Task

_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """``code`` is the exit code."""

    code: int
    text: str


ACCEPTED = Finding(0, "accepted")


def check(program: Program, proof: Proof, *, untold: bool = False, seconds: float = _SECONDS) -> Finding:
    """Of a program into which the property was put; so many seconds for each obligation.

    Is something known of loops that is ``untold``?"""
    try:
        work = on_deep_stack(lambda: Obligations(program, proof))
        engine = engine_named("bitwuzla", work.terms)
        untold = untold or proof.left_out > 0
        plain = {loop for loop, ways in work.ways.items() if ways == 1} if not untold else set()
        found = [_answer(engine, each, PRECISE | plain, seconds) for each in work.all]
    except (NotSpoken, UnsupportedTerm) as problem:
        return Finding(2, f"undecided: {problem} is not spoken of")
    by_rank = sorted((each for each in found if each is not ACCEPTED), key=lambda finding: finding.code)
    return by_rank[0] if by_rank else ACCEPTED


def _answer(engine: Engine, obligation: Obligation, precise: frozenset[str], seconds: float) -> Finding:
    match engine.solver(use=Use.HEAVY).check(obligation.violated, limit=seconds):
        case Sat(model=model):
            return _violated(obligation, model, precise)
        case NoAnswer() as problem:
            return Finding(2, f"undecided: {obligation.what}: {problem}")
        case _:
            return ACCEPTED


def _violated(obligation: Obligation, model: Model, precise: frozenset[str]) -> Finding:
    """Rejected, unless the values may only be there because something is not followed or not told."""
    reasons = {symbol.name.partition("#")[0] for symbol in symbols(obligation.violated)}
    missing = sorted(reasons - precise)
    missing += [] if obligation.modelled else ["what is not modelled"]
    if missing:
        return Finding(2, f"undecided: {obligation.what}; it may depend on: {', '.join(missing)}")
    whose = "a run" if reasons <= PRECISE else "any values that satisfy the invariants"
    return Finding(1, f"rejected: {obligation.what}, by {whose}: {', '.join(_values(obligation.state, model))}")


def _values(state: State, model: Model) -> Iterator[str]:
    for (variable, _), term in sorted(state.store.items(), key=lambda item: (item[0][0].number, item[0][1])):
        if isinstance(variable.type, IntType) and variable.kind not in (VariableKind.TEMPORARY, VariableKind.RETURN):
            value = model.value(term)
            assert isinstance(value, int)
            yield f"{variable.qualified_name} = {variable.type.wrap(value)}"


# ------------------------------------------------------------------------------------------------------------ reading


def targets_of(wanted: Property) -> Targets:
    functions: set[str] = set()
    for condition in wanted.conditions:
        match condition:
            case Unreachable(functions=names):
                functions |= {*names, *(f"__builtin_{name}" for name in names)}
            case NoAssertionFailure():
                functions |= ASSERTION_FUNCTIONS
            case _:
                pass
    labels = frozenset(each.label for each in wanted.conditions if isinstance(each, UnreachableLabel))
    dangers = frozenset(each.danger for each in wanted.conditions if isinstance(each, Never))
    return Targets(wanted.name, frozenset(functions), labels, dangers)


def check_files(file: str, document: Mapping[str, Any], wanted: Property) -> Finding:
    """``document`` is what ``whet verify`` wrote."""
    evidence = document["evidence"] or {}
    if document["verdict"] != "TRUE" or evidence.get("k", 1) != 1:
        return Finding(2, f"undecided: {document['verdict']} with k = {evidence.get('k', 1)} is not spoken of")
    proof = from_json(evidence)
    assert isinstance(proof, Proof)
    task, settings = document["task"], document["configuration"]["settings"]
    memory = MemoryOptions(malloc_may_fail=settings["memory.malloc_may_fail"]["value"])
    read = Task(files=(file,), machine=Machine(task["machine"]), entry=task["entry"])
    program = read_program(file, read, memory=memory)
    put_checks(program, targets_of(wanted))
    return check(program, proof, untold="predicate" in settings["analyses"]["value"])


def main(arguments: list[str]) -> int:
    file, result = arguments
    with open(result, encoding="utf-8") as stream:
        document = json.load(stream)
    finding = check_files(file, document, read_property(document["task"]["property"]))
    sys.stdout.write(f"{finding.text}\n")
    return finding.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
