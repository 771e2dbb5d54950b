"""Contracts of functions: ``ensures`` and ``assigns`` in ``whet.toml`` are checked after a call."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.projects.preconditions import read_contracts
from whet.task.errors import TaskError

SOURCE = """\
unsigned calls;
int table[4];
struct pair { int first; double second; };
struct node { int value; struct node *next; };
int clamp(int x, int low, int high) { calls++; return x < low ? low : x > high ? high : x; }
void increment(int *p, int *q) { *p = *p + 1; }
void both(int *p, int *q) { *p = 1; *q = 2; }
void set(struct pair *s) { s->first = 1; s->second = 0.5; }
void enter(int i) { table[i & 3] = i; }
void scale(int *a, int n, int i) { if (i >= 0 && i < n) a[i] = 0; }
void follow(struct node *list) { if (list->next) list->next->value = 1; }
static int hidden(int n) { static int last; int before = last; last = n; return before; }
void zero(double *d) { *d = 0.0; }
void same(double *d) { double kept = *d; *d = kept; }
int result_of(int result) { return result; }
int mode = 5, modes;
static void count(void) { modes++; }
int through(int modes) { count(); return modes; }
int main(void) { return hidden(1); }
"""
FAILS = "breaks its contract: it"
UNNAMED = "which assigns does not name [assertion, W328]"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(SOURCE)


def verified(capsys: pytest.CaptureFixture[str], contract: str, function: str, *options: str) -> tuple[int, str]:
    Path("whet.toml").write_text(f"[entry.{function}]\n{contract}\n")
    code = main(["verify", "p.c", "--quiet", "--entry", function, "--time-limit", "60s", *options])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


KEPT = {
    "a result between bounds": (
        "clamp",
        'requires = ["low <= high"]\nensures = ["result >= low", "calls == old(calls) + 1"]\nassigns = ["calls"]',
    ),
    "an object, also through another pointer": (
        "increment",
        'requires = ["p != 0", "*p < 9"]\nensures = ["*p == old(*p) + 1"]\nassigns = ["*p"]',
    ),
    "members": ("set", 'requires = ["s != 0"]\nensures = ["s->first == 1"]\nassigns = ["s->first", "s->second"]'),
    "an element of a variable": ("enter", 'ensures = ["table[i & 3] == i"]\nassigns = ["table[i & 3]"]'),
    "a number that may not be equal to itself": ("same", 'requires = ["d != 0"]\nassigns = []'),
}
BROKEN = {
    "a result": ("clamp", 'ensures = ["result >= low"]', f"clamp {FAILS} does not ensure result >= low [assertion, W327]"),
    "a variable": ("clamp", "assigns = []", f"clamp {FAILS} changes calls, {UNNAMED}"),
    "an alias": ("both", 'requires = ["p && q"]\nensures = ["*p == 1"]', f"both {FAILS} does not ensure *p == 1"),
    "another object": ("both", 'requires = ["p && q"]\nassigns = ["*p"]', f"both {FAILS} changes *q, {UNNAMED}"),
    "a member": ("set", 'requires = ["s != 0"]\nassigns = ["s->first"]', f"set {FAILS} changes s->second, {UNNAMED}"),
    "an element": ("enter", 'assigns = ["table[0]"]', f"enter {FAILS} changes an element of table, {UNNAMED}"),
    "an element of an array": ("scale", 'assigns = ["a[0]"]', f"scale {FAILS} changes an element of a, {UNNAMED}"),
    "a negative zero": ("zero", 'requires = ["d != 0", "*d == 0.0"]\nassigns = []', f"zero {FAILS} changes *d, {UNNAMED}"),
}


@pytest.mark.parametrize("name", KEPT)
def test_a_contract_that_is_kept_is_proved(capsys: pytest.CaptureFixture[str], name: str) -> None:
    function, contract = KEPT[name]
    code, out = verified(capsys, contract, function)
    assert code == ExitCode.TRUE, out
    assert "contract" in out.partition("Not checked")[0], out


@pytest.mark.parametrize("name", BROKEN)
def test_a_contract_that_is_broken_is_a_finding(capsys: pytest.CaptureFixture[str], name: str) -> None:
    function, contract, message = BROKEN[name]
    code, out = verified(capsys, contract, function)
    assert code == ExitCode.FALSE, out
    assert message in out, out
    assert "__whet" not in out, out


def test_a_broken_promise_stands_where_it_was_written(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = verified(capsys, 'requires = ["low <= high"]\nensures = ["result >= low", "result == x"]', "clamp")
    assert "Violation: whet.toml:3:30: clamp breaks its contract: it does not ensure result == x" in out, out


def test_what_is_not_compared_is_an_assumption(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = verified(capsys, 'requires = ["list != 0"]\nassigns = []', "follow")
    assert "Assumed: follow leaves what list->next points to unchanged; this is not checked [W142]" in out, out
    _, out = verified(capsys, "assigns = []", "hidden")
    assert "Assumed: hidden leaves last unchanged; this is not checked [W142]" in out, out


def test_variables_have_any_values_unless_something_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise, a contract that only the initial values satisfy would be proved."""
    code, out = verified(capsys, 'ensures = ["mode == 5"]', "clamp")
    assert code == ExitCode.FALSE, out
    assert "clamp breaks its contract: it does not ensure mode == 5" in out, out
    code, out = verified(capsys, 'requires = ["mode == 5"]\nensures = ["mode == 5"]', "clamp")
    assert code == ExitCode.TRUE, out
    assert "globals other than mode, calls have their initial values" in out, out


def test_a_variable_with_the_name_of_a_parameter_is_not_taken_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The parameter was compared in its place, and ``assigns = []`` was proved."""
    _, out = verified(capsys, "assigns = []", "through")
    assert "Assumed: through leaves modes unchanged; this is not checked [W142]" in out, out


def test_nothing_is_compared_where_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, 'requires = ["p && q"]\nensures = ["*q == 2"]', "both")
    assert code == ExitCode.TRUE, out


@pytest.mark.parametrize(
    ("contract", "message"),
    [
        ('ensures = ["resul == 0"]', "whet.toml:2:13: use of undeclared identifier 'resul'"),
        ('ensures = ["old(old(x)) == 0"]', "has an 'old' without one expression in parentheses"),
        ('ensures = ["abs(result) == 0"]', "whet.toml:2:13: the requirement 'abs(result) == 0' calls abs; write"),
        ('ensures = ["result = 0"]', "whet.toml:2:13: the requirement 'result = 0' has =, which"),
        ('assigns = ["x + 1"]', "whet.toml:2:11: not valid C: cannot take the address of an rvalue"),
        ('ensures = "result"', "'ensures' should be a list of expressions, as in ensures = [\"result >= 0\"]"),
        ("ensure = []", "unknown key 'ensure' (did you mean 'ensures'?)"),
    ],
)
def test_a_wrong_contract_is_an_error_with_its_place(capsys: pytest.CaptureFixture[str], contract: str, message: str) -> None:
    code, out = verified(capsys, contract, "clamp")
    assert code in (ExitCode.USAGE, ExitCode.NOT_SUPPORTED), out
    assert message in out.replace(" error: ", " "), out


def test_a_parameter_is_not_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, 'ensures = ["result == 0"]', "result_of")
    assert code == ExitCode.USAGE
    assert "a parameter of result_of is called 'result'; rename it" in out, out


def test_a_contract_is_never_left_unchecked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, 'ensures = ["result == x"]', "clamp", "--arguments", "any")
    assert code == ExitCode.USAGE
    assert "the contract of clamp is checked with generated arguments only" in out, out


def test_requirements_alone_are_a_contract(tmp_path: Path) -> None:
    (tmp_path / "whet.toml").write_text('[entry.f]\nrequires = ["n > 0"]\n[entry.g]\nassigns = []\n')
    contracts = read_contracts(str(tmp_path / "whet.toml"))
    assert not contracts["f"].promises
    assert contracts["f"].assigns is None
    assert contracts["g"].promises
    (tmp_path / "whet.toml").write_text("[entry.f]\nassigns = [1]\n")
    with pytest.raises(TaskError, match="'assigns' should be a list of expressions"):
        read_contracts(str(tmp_path / "whet.toml"))
