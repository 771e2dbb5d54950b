"""``whet roles`` and ``whet features``: text, JSON, the page, exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.report.roles_page import roles_page
from whet.roles.features import FEATURES, PropertyKind
from whet.roles.infer import infer_roles

pytest.importorskip("clingo")
Outcome: TypeAlias = tuple[int, str, str]
PROGRAM = """int nondet_int(void);
int a[9];
int main(void) {
  int unused, i = 0;
  while (i < 9) { a[i] = nondet_int(); i++; }
  return a[0] & 1; // <b>
}
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return str(path)


@pytest.fixture
def whet(capfd: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    def run(*arguments: str) -> Outcome:
        code = main(list(arguments))
        printed = capfd.readouterr()
        return code, printed.out, printed.err

    return run


def test_table_tells_roles_and_reasons(program: str, whet: Callable[..., Outcome]) -> None:
    code, out, err = whet("roles", program)
    assert (code, err) == (ExitCode.TRUE, "")
    rows = [line.split("  ") for line in out.splitlines()]
    assert rows[0][0] == "variable"
    (index,) = [line for line in out.splitlines() if "array index" in line]
    assert index.split() == ["main::i", *["array", "index", "is", "a", "subscript", "5:19"]]
    assert "boolean" not in out
    assert "boolean" in whet("roles", program, "--all")[1]


def test_json_has_every_variable(program: str, whet: Callable[..., Outcome]) -> None:
    code, out, err = whet("roles", program, "--json")
    assert (code, err) == (ExitCode.TRUE, "")
    found = {each["variable"]: each for each in json.loads(out)}
    assert found["main::i"]["kind"] == "local"
    assert found["main::i"]["place"] == f"{program}:4:15"
    assert {
        key: value
        for each in found["main::i"]["roles"]
        if each["role"] == "counter"
        for key, value in each.items()
        if key not in ("why", "place")
    } == {"role": "counter", "parameter": None, "certain": True}


def test_page_shows_the_program(program: str, tmp_path: Path, whet: Callable[..., Outcome]) -> None:
    page = tmp_path / "page.html"
    assert whet("roles", program, "--report", str(page)) == (ExitCode.TRUE, "", "")
    text = page.read_text()
    assert "&lt;b&gt;" in text
    assert 'id="L5"' in text
    assert 'href="#L5" class="chip use"' in text
    assert "http" not in text.replace("http-equiv", "")
    assert text == roles_page(infer_roles(program).with_evidence(), PROGRAM)


def test_features_are_printed_in_order(program: str, whet: Callable[..., Outcome]) -> None:
    code, out, err = whet("features", program)
    assert (code, err) == (ExitCode.TRUE, "")
    assert [line.split()[0] for line in out.splitlines()] == list(FEATURES)
    assert json.loads(whet("features", program, "--json", "--property", "termination")[1])["property_kind"] == 3


@pytest.mark.parametrize("kind", PropertyKind)
def test_features_know_what_is_asked(kind: PropertyKind, program: str, whet: Callable[..., Outcome]) -> None:
    code, out, _ = whet("features", program, "--json", "--property", kind.name.lower().replace("_", "-"))
    assert (code, json.loads(out)["property_kind"]) == (ExitCode.TRUE, kind)


@pytest.mark.parametrize("command", ["roles", "features"])
def test_what_cannot_be_read_is_told(command: str, tmp_path: Path, whet: Callable[..., Outcome]) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int main( {")
    code, out, err = whet(command, str(broken))
    assert (code, out) == (ExitCode.NOT_SUPPORTED, "")
    assert "error" in err
    assert whet(command, str(tmp_path / "missing.c"))[0] == ExitCode.USAGE


@pytest.mark.parametrize("command", ["roles", "features"])
def test_a_missing_engine_is_told_with_the_command_that_installs_it(
    command: str, program: str, whet: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    code, out, err = whet(command, program)
    assert (code, out) == (ExitCode.USAGE, "")
    assert "pip install 'whet[roles]'" in err
