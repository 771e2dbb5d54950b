"""Whatever is in a product, no error that an execution runs into is lost; analyses with a fault lose some."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contracts.constants import Constants
from tests.contracts.contracts import Subject
from tests.contracts.errors import ERRORS, errors_are_found, errors_of_executions
from tests.contracts.merging import Counting, Parity
from tests.contracts.mutants import ConstantsKeepsOnStore, ConstantsWrongBranch, SignIgnoresAddresses, SignWrongBranch
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.registry import ANALYSIS

SUBJECTS = {name: Subject(name, registration.make) for name, registration in ANALYSIS.all().items()}
SUBJECTS |= {made.name: Subject(made.name, made) for made in (Constants, Counting, Parity)}


@pytest.mark.parametrize("sample", ERRORS)
@pytest.mark.parametrize("name", SUBJECTS)
def test_errors_are_found(name: str, sample: str) -> None:
    assert errors_of_executions(sample), "an execution should run into the error"
    errors_are_found(SUBJECTS[name], sample)


@pytest.mark.parametrize("faulty", [SignIgnoresAddresses, SignWrongBranch, ConstantsKeepsOnStore, ConstantsWrongBranch])
def test_analysis_with_a_fault_loses_an_error(faulty: type[EdgeAnalysis[Any]]) -> None:
    def look() -> None:
        for sample in ERRORS:
            errors_are_found(Subject("faulty", faulty), sample)

    with pytest.raises(AssertionError, match="does not see the error"):
        look()
