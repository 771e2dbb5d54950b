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


UNCOMPARED = {
    "a pointee of a pointee": ("follow", 'requires = ["list != 0"]\nassigns = []', "what list->next points to"),
    "a static variable of the function": ("hidden", "assigns = []", "last"),
    "a union": ("overlay", 'requires = ["u != 0"]\nassigns = ["u->small"]', "*u"),
    "bytes": ("clear", 'requires = ["p != 0"]\nassigns = []', "*p"),
    "a freed member": ("discard", 'requires = ["l != 0"]\nassigns = []', "what l->next points to"),
    "a pointee of a variable": ("poke", "assigns = []", "what first points to"),
    "a union variable": ("tag", "assigns = []", "mixed"),
    "what a callback changes": (
        "ask",
        'requires = ["p != 0 && back != 0"]\nassigns = []',
        "whatever the call at p.c:11:42 changes",
    ),
}
OF_UNCOMPARED = """\
#include <stdlib.h>
union any { char small; int large; } mixed;
struct node { int value; struct node *next; } *first;
void follow(struct node *list) { if (list->next) list->next->value = 1; }
static int hidden(int n) { static int last; int before = last; last = n; return before; }
void overlay(union any *u) { u->large = 66051; }
void clear(void *p) { *(char *)p = 0; }
void discard(struct node *l) { free(l->next); }
void poke(void) { struct node *each = first; if (each) each->value = 1; }
void tag(int x) { mixed.large = x; }
void ask(int *p, void (*back)(void *)) { back(p); }
int total(struct node *l) { int local = 0, *p = &local; *p = l->value; l->value = *p; return l->next ? 1 : local; }
struct bits { unsigned low : 3, high : 5; } bits;
void put(struct bits *b) { b->low = 1; b->high = 2; }
void put_both(void) { bits.low = 1; bits.high = 2; }
int main(void) { return hidden(1); }
"""


@pytest.mark.parametrize("name", UNCOMPARED)
def test_a_change_that_is_not_compared_is_no_proof(capsys: pytest.CaptureFixture[str], name: str) -> None:
    Path("p.c").write_text(OF_UNCOMPARED)
    function, contract, what = UNCOMPARED[name]
    code, out = verified(capsys, contract, function)
    assert code == ExitCode.UNKNOWN, out
    assert f"of {function} was proved; it may change {what}, which `assigns` does not name, and this is not compared" in out, out


def test_a_change_by_a_callback_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.c").write_text(OF_UNCOMPARED.replace("back)(void *)", "back)(int *)"))
    code, out = verified(capsys, 'requires = ["p != 0 && back != 0"]\nassigns = []', "ask")
    assert code == ExitCode.FALSE, out
    assert f"ask {FAILS} changes *p, {UNNAMED}" in out, out


def test_a_function_that_writes_to_nothing_else_keeps_its_contract(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.c").write_text(OF_UNCOMPARED)
    code, out = verified(capsys, 'requires = ["l != 0"]\nassigns = ["l->value"]', "total")
    assert code == ExitCode.TRUE, out


@pytest.mark.parametrize(
    ("function", "contract"), [("put", 'requires = ["b != 0"]\nassigns = ["b->low"]'), ("put_both", 'assigns = ["bits.low"]')]
)
def test_bit_fields_are_compared(capsys: pytest.CaptureFixture[str], function: str, contract: str) -> None:
    Path("p.c").write_text(OF_UNCOMPARED)
    code, out = verified(capsys, contract, function)
    assert code == ExitCode.FALSE, out
    code, out = verified(
        capsys, contract.replace("low", 'low", "' + ("b->" if function == "put" else "bits.") + "high"), function
    )
    assert code == ExitCode.TRUE, out


OF_INITIAL = """\
struct both { int value; int *p; } both;
union any { int number; float real; } mixed;
struct bits { int low : 3; } bits;
int *pointer, (*hook)(int), large[100];
int of_member(void) { return both.value; }
int of_union(void) { return mixed.number; }
int of_bits(void) { return bits.low; }
int of_array(int i) { return i >= 0 && i < 100 ? large[i] : 0; }
int of_pointer(void) { return pointer != 0; }
int of_hook(void) { return hook ? hook(1) : 0; }
int of_block(void) { static int n; n = 1 - n; return n - 1; }
int of_table(void) { static int n[] = {0, 0}; return n[1]; }
static int helper(void) { return both.value; }
int of_address(void) { int (*f)(void) = helper; return f(); }
int main(void) { return 0; }
"""


@pytest.mark.parametrize(
    ("name", "code"),
    [
        *((f"of_{each}", ExitCode.FALSE) for each in ("member", "union", "bits", "array", "address")),
        *((f"of_{each}", ExitCode.UNKNOWN) for each in ("pointer", "hook", "block")),
        ("of_table", ExitCode.TRUE),
    ],
)
def test_initial_values_are_not_the_only_ones(capsys: pytest.CaptureFixture[str], name: str, code: ExitCode) -> None:
    Path("p.c").write_text(OF_INITIAL)
    found, out = verified(capsys, 'ensures = ["result == 0"]', name)
    assert found == code, out
    assert code != ExitCode.UNKNOWN or f"the contract of {name} was proved for the initial value of" in out, out


def test_a_member_with_the_name_of_a_macro_is_not_taken_for_another(capsys: pytest.CaptureFixture[str]) -> None:
    """The other member was compared twice."""
    Path("p.c").write_text("struct pair { int a, b; };\nvoid set(struct pair *p) { p->a = 1; }\n#define a b\n")
    code, out = verified(capsys, 'requires = ["p != 0"]\nassigns = []', "set")
    assert code == ExitCode.UNKNOWN, out


def test_variables_have_any_values_unless_something_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    """Otherwise, a contract that only the initial values satisfy would be proved."""
    code, out = verified(capsys, 'ensures = ["mode == 5"]', "clamp")
    assert code == ExitCode.FALSE, out
    assert "clamp breaks its contract: it does not ensure mode == 5" in out, out
    code, out = verified(capsys, 'requires = ["mode == 5"]\nensures = ["mode == 5"]', "clamp")
    assert code == ExitCode.TRUE, out
    assert "globals other than mode, calls have their initial values" in out, out


def test_a_word_in_a_comment_is_no_macro(capsys: pytest.CaptureFixture[str]) -> None:
    """The variable was taken for a macro, so it had its initial value only."""
    Path("p.c").write_text("/* define mode the usual way */\nint mode;\nint of(void) { return mode; }\n")
    code, out = verified(capsys, 'ensures = ["result == 0"]', "of")
    assert code == ExitCode.FALSE, out


def test_a_variable_with_the_name_of_a_parameter_is_not_taken_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The parameter was compared in its place, and ``assigns = []`` was proved."""
    _, out = verified(capsys, "assigns = []", "through")
    assert "it may change modes, which `assigns` does not name, and this is not compared [W272]" in out, out


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
