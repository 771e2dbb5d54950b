"""The contracts hold as well where only some variables and constraints are tracked.

The contract tests themselves know only the precision with which an analysis begins."""

from __future__ import annotations

import pytest

from tests.contracts.contracts import (
    Contract,
    Subject,
    post_repeats_itself_and_is_monotone,
    reached_states_describe_executions,
    states_describe_executions,
    stop_agrees_with_the_order,
)
from tests.contracts.samples import SAMPLES
from whet.analyses.symbolic.analysis import SymbolicAnalysis, SymbolicOptions
from whet.analyses.symbolic.precision import SymbolicPrecision, TrackedConstraint, TrackedPart, TrackedVariable
from whet.cfa.model import Program
from whet.refine.domain import Sharing

WITH_EXECUTIONS = (
    states_describe_executions,
    reached_states_describe_executions,
    stop_agrees_with_the_order,
    post_repeats_itself_and_is_monotone,
)


class TrackingNothing(SymbolicAnalysis):
    name = "symbolic"

    def __init__(self, program: Program) -> None:
        super().__init__(program, SymbolicOptions(precision="scoped"))


class TrackingHalf(SymbolicAnalysis):
    """Every second variable, every second region and the constraints of every second edge."""

    name = "symbolic"

    def __init__(self, program: Program) -> None:
        super().__init__(program, SymbolicOptions(precision="scoped"))
        parts: list[TrackedPart] = [*map(TrackedVariable, list(program.variables())[::2])]
        parts += [*list(self.tracking.regions())[::2], *map(TrackedConstraint, list(program.edges())[::2])]
        self._precision = SymbolicPrecision.empty(Sharing.SCOPED).with_everywhere(parts)


@pytest.mark.parametrize("contract", WITH_EXECUTIONS, ids=lambda contract: contract.__name__)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("tracking", [TrackingNothing, TrackingHalf])
def test_contract_holds_where_less_is_tracked(tracking: type[SymbolicAnalysis], sample: str, contract: Contract) -> None:
    contract(Subject("symbolic", tracking), sample)
