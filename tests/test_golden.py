"""The ``golden`` fixture itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Golden


def test_golden_compares_and_updates(tmp_path: Path) -> None:
    compare = Golden(tmp_path, update=False)
    with pytest.raises(pytest.fail.Exception, match=r"no golden file .*--update-golden"):
        compare("deep/a.txt", "one\ntwo\n")
    Golden(tmp_path, update=True)("deep/a.txt", "one\ntwo\n")
    compare("deep/a.txt", "one\ntwo\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)-two\n\+three.*--update-golden"):
        compare("deep/a.txt", "one\nthree\n")
    with pytest.raises(pytest.fail.Exception, match="ends of lines"):
        compare("deep/a.txt", "one\ntwo")


def test_golden_fixture_compares(golden: Golden) -> None:
    assert golden.directory.name == "golden"
