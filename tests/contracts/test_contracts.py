"""The contracts of ``whet.core.interfaces``, over every registered analysis, found by itself."""

from __future__ import annotations

import pytest

from tests.contracts.contracts import CONTRACTS, Contract, Subject
from tests.contracts.samples import SAMPLES
from whet.core.registry import ANALYSIS

SUBJECTS = {name: Subject(name, registration.make) for name, registration in ANALYSIS.all().items()}


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.__name__)
@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", SUBJECTS)
def test_contract(name: str, sample: str, contract: Contract) -> None:
    contract(SUBJECTS[name], sample)
