"""Arrays whose elements are indices of other arrays."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.main import main

Capture = pytest.CaptureFixture[str]
SOURCE = """\
void permute(int *to, const int *from, const int *where, int n) { for (int i = 0; i < n; i++) to[where[i]] = from[i]; }
void permute_more(int *to, const int *from, const int *where, int n) { for (int i = 0; i <= n; i++) to[where[i]] = from[i]; }
void after(int *to, const int *from, const int *where, int n) { for (int i = 0; i < n; i++) to[where[i] + 1] = from[i]; }
int checked(int *to, const int *where, int n) {
    for (int i = 0; i < n; i++) { if (where[i] <= n) to[where[i]] = 0; }
    return 0;
}
void bytes(int *to, int to_len, const unsigned char *where, int n) { for (int i = 0; i < n; i++) to[where[i]] = to_len; }
void count(int *to, const unsigned char *where, int n) { for (int i = 0; i < n; i++) to[where[i]] = 1; }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("indices.c").write_text(SOURCE)


def output_of(capsys: Capture, function: str, *words: str) -> list[str]:
    fixed = ["--quiet", "--config", "ki", "--time-limit", "20s", "--elements", "2", "--check", "memory"]
    main(["verify", *fixed, "--entry", function, *words, "indices.c"])
    return capsys.readouterr().out.splitlines()


def test_elements_that_are_indices_lie_in_the_array(capsys: Capture) -> None:
    output = output_of(capsys, "permute", "--no-null")
    assert output[-1] == "Verdict: UNKNOWN(bounded)"
    assert any("elements of where are indices of to" in line for line in output)


@pytest.mark.parametrize("function", ["permute_more", "after", "checked", "bytes"])
def test_access_that_indices_do_not_excuse_is_found(function: str, capsys: Capture) -> None:
    """A function that compares its indices does not believe them, and bytes come from outside."""
    assert output_of(capsys, function, "--no-null")[-1] == "Verdict: FALSE(valid-deref)"


def test_array_with_bytes_as_indices_has_an_element_for_each(capsys: Capture) -> None:
    assert output_of(capsys, "count", "--no-null")[-1] == "Verdict: UNKNOWN(bounded)"


def test_scan_names_the_precondition(capsys: Capture) -> None:
    words = ["--function", "permute", "--config", "ki", "--check", "memory", "--elements", "2", "--time-limit", "30s"]
    main(["scan", "--quiet", "--workers", "1", *words, "indices.c"])
    assert "elements of where are indices of to" in capsys.readouterr().out
