"""Every registered domain keeps the contract of operators, and domains with a fault in one operator do not."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import HealthCheck, example, given, settings

from tests.contracts.constants import Constants
from tests.contracts.contracts import Subject
from tests.contracts.faulty_operators import FAULTS, is_caught, with_fault
from tests.contracts.operators import Operands, following, random_operands, seven_and_three, states_describe_what_is_computed
from tests.contracts.test_contracts import SUBJECTS

DOMAINS_OF_VALUES = (
    Subject("constants", Constants),
    *(SUBJECTS[name] for name in ("value", "interval", "symbolic", "predicate", "heap")),
)


@pytest.mark.parametrize("name", SUBJECTS)
def test_operators(name: str) -> None:
    domain = following(SUBJECTS[name])

    @settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    @given(random_operands())
    @example(seven_and_three())
    def holds(operands: Operands) -> None:
        states_describe_what_is_computed(domain, operands)

    holds()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_one_operator_is_caught_in_five_domains(fault: str) -> None:
    caught = (each.name for each in DOMAINS_OF_VALUES if is_caught(with_fault(each, FAULTS[fault])))
    assert len(list(islice(caught, 5))) == 5
