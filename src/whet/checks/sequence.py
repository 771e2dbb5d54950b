"""Unsequenced side effects on one object (C11 6.5p2); the front end puts a ``Skip`` with the condition after the operands."""

from __future__ import annotations

from collections.abc import Iterator

from whet.cfa.expressions import Expr
from whet.cfa.operations import Operation, Skip
from whet.checks.check import Check
from whet.checks.comparisons import NEVER
from whet.task.dangers import register_check


@register_check("sequence")
class SequenceCheck(Check):
    words = "unsequenced side effects"
    property_name = "unsequenced"
    formula = "G ! unsequenced"
    example = "int i = 0; i = i++ + 1;"
    rank = 16
    has_own_test = True

    def of_operation(self, operation: Operation) -> Iterator[Expr]:
        if isinstance(operation, Skip) and operation.unsequenced is not None:
            yield NEVER if operation.apart is None else operation.apart
