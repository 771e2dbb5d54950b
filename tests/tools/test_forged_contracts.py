"""No contract that its function breaks leads to a TRUE: a sample of what ``tools/forged_contracts.py`` runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.forged_contracts import KEPT, REFUSED, UNWRITTEN, Case, Record, cases, fails_compiled, table, verdict

FORGED, FUNCTIONS = 180, 30
ALL = tuple(cases())
KEPT_CASES = tuple(each for each in ALL if each.is_kept)
SAMPLE = tuple(each for each in ALL if not each.is_kept)[::9]
UNROLLING = ("--config", "bmc")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(case: Case) -> Case:
    Path("p.c").write_text(case.program)
    Path("whet.toml").write_text(case.contract)
    return case


def name_of(case: Case) -> str:
    return f"{case.function}-{case.kind}"


@pytest.mark.parametrize("case", KEPT_CASES[::4], ids=name_of)
def test_a_contract_that_is_kept_is_accepted(case: Case) -> None:
    written(case)
    way = "--entry" if case.by_entry else "--replace"
    found, printed = verdict([way, case.function, *UNROLLING])
    assert found == ("UNKNOWN" if case.is_bounded else "TRUE"), printed
    assert case.by_entry or f"Contract: {case.function} keeps its contract" in printed, printed


@pytest.mark.slow
@pytest.mark.parametrize("case", SAMPLE, ids=name_of)
def test_a_forged_contract_is_not_accepted(case: Case) -> None:
    written(case)
    assert fails_compiled()
    for words in (["--replace", case.function], ["--entry", case.function]):
        found, printed = verdict([*words, *UNROLLING])
        is_kept = case.kind == UNWRITTEN and words[0] == "--entry"
        assert is_kept or found in ("FALSE", "UNKNOWN", REFUSED), printed
        assert "keeps its contract" not in printed, printed


def test_there_are_enough_forged_contracts() -> None:
    forged = [each for each in ALL if not each.is_kept]
    assert len(forged) >= FORGED, len(forged)
    assert len(KEPT_CASES) >= FUNCTIONS
    assert len({(each.program, each.contract) for each in ALL}) == len(ALL)


def rows(*records: Record) -> Sequence[str]:
    return [line for line in table(records) if line.startswith("| s")]


def test_a_wrong_verdict_is_counted() -> None:
    right = Record("f", "sign", 1, "fails", "FALSE", "UNKNOWN", 1.0)
    wrong = Record("f", "sign", 2, "fails", "TRUE", "FALSE", 1.0)
    passing = Record("f", "sign", 3, "passes", "FALSE", "FALSE", 1.0)
    kept = Record("f", KEPT, 0, "passes", "TRUE", "UNKNOWN", 1.0)
    assert [each.is_wrong for each in (right, wrong, passing, kept)] == [False, True, True, False]
    assert rows(right, wrong, passing, kept) == ["| sign | 3 | 2 | 1 | 2 | 0 | 0 | 2 | 1 | 0 | 2 |"]
