"""The invariants of a foreign witness as suggestions for the search of a proof: none of them is trusted."""

from __future__ import annotations

from pathlib import Path

from whet.cfa.expressions import Binary, BinaryOp, Expr, variables_of
from whet.cfa.model import Program
from whet.task.errors import TaskError
from whet.witnesses.places import Placed, Places
from whet.witnesses.reading import read_witness
from whet.witnesses.texts import is_truth
from whet.witnesses.witness import Correctness, InvariantType


def read_suggestions(path: str) -> Correctness:
    """Raises ``TaskError`` if the file is no correctness witness."""
    content = read_witness(path).content
    if not isinstance(content, Correctness):
        raise TaskError("is a violation witness, which has no invariants", place=path)
    return content


def loop_conditions(path: str, program: Program) -> list[tuple[Expr, str | None]]:
    """What is said about loops, each conjunct by itself, with the function whose variables it names."""
    files = {Path(source.path).name: source for source in reversed(program.sources)}
    found, known = dict[Expr, str | None](), {name: Places(program, source) for name, source in files.items()}
    for each in read_suggestions(path).invariants:
        if each.type is InvariantType.LOOP:
            places = known.get(Path(each.location.file_name).name, known[Path(program.source.path).name])
            placed = places.placed(each, witness=path)
            for part in _conjuncts(placed.condition) if isinstance(placed, Placed) else ():
                variables = [*variables_of(part)]
                if variables:
                    found[part] = next((variable.function for variable in variables if variable.function is not None), None)
    return list(found.items())


def _conjuncts(condition: Expr) -> list[Expr]:
    match condition:
        case Binary(op=BinaryOp.AND, left=left, right=right) if is_truth(left) and is_truth(right):
            return [*_conjuncts(left), *_conjuncts(right)]
        case _:
            return [condition]
