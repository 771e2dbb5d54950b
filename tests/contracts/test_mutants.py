"""Each fault in an analysis breaks a contract, and an analysis without one breaks none."""

from __future__ import annotations

import pytest

from tests.contracts.constants import Constants
from tests.contracts.contracts import CONTRACTS, Contract, Subject
from tests.contracts.mutants import MUTANTS, Mutant
from tests.contracts.samples import SAMPLES

CONSTANTS = Subject("constants", Constants)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.subject.name)
def test_some_contract_catches(mutant: Mutant) -> None:
    assert mutant.is_caught(), f"nobody notices that an analysis {mutant.fault}"


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
@pytest.mark.parametrize("sample", SAMPLES)
def test_the_domain_that_is_mutated_keeps_the_contracts(sample: str, contract: Contract) -> None:
    contract(CONSTANTS, sample)
