"""``whet verify --replace F``: calls are replaced by the contract of ``F``, and ``F`` is checked against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

SOURCE = """\
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int calls, mode = 5;
int clamp(int x, int low, int high) { calls++; return x < low ? low : x > high ? high : x; }
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
int get(int x) { return x; }
int peek(int *p) { return p[1]; }
int store(int *p, int *q) { *p = 1; return *q; }
int count(void) { calls = 0; return 0; }
int keep(int *p) { *p = *p; return 0; }
int show(int x) { return printf("%d", x); }
int *same(int *p) { return p; }
int last(int x) { static int before; int found = before; before = x; return found; }
struct padded { char c; int n; };
int of_padded(struct padded *s) { return s->n; }
int compare(int *p, int *q) { return p < q; }
static int any(int (*of)(int), int x) { return of(x); }
const int fixed = 3;
int shared;
void publish(int *p) { *p = 66051; shared = *p >> 8; }
struct pair { int first, second; } pair;
struct pair half_of_it(int x) { struct pair r; r.first = x; return r; }
void half_of_pair(struct pair *p) { struct pair r; r.first = 1; *p = r; }
void half_of_variable(int x) { struct pair r; r.first = x; pair = r; }
"""
TOML = """\
[entry.clamp]
requires = ["low <= high", "calls < 1000"]
ensures = ["result >= low", "result <= high", "calls == old(calls) + 1"]
assigns = ["calls"]
[entry.swap]
requires = ["p != 0", "q != 0"]
ensures = ["*p == old(*q)", "*q == old(*p)"]
assigns = ["*p", "*q"]
[entry.get]
ensures = ["mode == 5", "result == x"]
assigns = []
[entry.peek]
requires = ["p != 0"]
ensures = ["result == p[0]"]
assigns = []
[entry.store]
requires = ["p != 0", "q != 0"]
ensures = ["result == old(*q)"]
assigns = ["*p"]
[entry.keep]
requires = ["p != 0"]
assigns = []
[entry.count]
ensures = ["result == 0"]
[entry.publish]
requires = ["p != 0"]
ensures = ["*p == 66051"]
assigns = ["*p", "shared"]
[entry.half_of_it]
ensures = ["result.first == x"]
assigns = []
[entry.half_of_pair]
requires = ["p != 0"]
ensures = ["p->first == 1"]
assigns = ["p->first", "p->second"]
[entry.half_of_variable]
ensures = ["pair.first == x"]
assigns = ["pair.first", "pair.second"]
"""
WHOLE = """\
int main(void) {
    int x = clamp(__VERIFIER_nondet_int(), 0, 9), y = 20;
    assert(x < 10 && calls == 1);
    swap(&x, &y);
    assert(x == 20 && y >= 0 && y < 10);
    return 0;
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("whet.toml").write_text(TOML)


def verified(capsys: pytest.CaptureFixture[str], body: str, *options: str) -> tuple[int, str]:
    text = body if "main" in body else f"int main(void) {{ {body} return 0; }}\n"
    Path("p.c").write_text(SOURCE + text)
    code = main(["verify", "p.c", "--quiet", "--time-limit", "60s", *options])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_a_proof_with_contracts_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, WHOLE, "--replace", "clamp", "--replace", "swap")
    assert code == ExitCode.TRUE, out
    assert "Contract: clamp keeps its contract\nContract: swap keeps its contract\n" in out, out


def test_a_contract_says_that_pointers_are_different(capsys: pytest.CaptureFixture[str]) -> None:
    text = TOML.replace('[entry.store]\nrequires = ["p != 0", "q != 0"]', '[entry.store]\nrequires = ["p && q && p != q"]')
    Path("whet.toml").write_text(text)
    code, out = verified(capsys, "int a = 3, b = 3; int r = store(&a, &b); assert(r == 3);", "--replace", "store")
    assert code == ExitCode.TRUE, out
    assert "Contract: store keeps its contract\n" in out, out
    code, out = verified(capsys, "int a = 3; int r = store(&a, &a); assert(r == 3);", "--replace", "store")
    assert code == ExitCode.FALSE, out


def test_a_place_of_a_smaller_type_is_not_the_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    """The check took the whole number for named, and at the call one byte of it got any value."""
    contract = '[entry.keep]\nrequires = ["p != 0"]\nassigns = ["*(char *)p"]\n'
    Path("whet.toml").write_text(contract)
    Path("p.c").write_text("int keep(int *p) { *p = 66051; return 0; }\nint main(void) { return 0; }\n")
    assert main(["verify", "p.c", "--quiet", "--entry", "keep"]) == ExitCode.FALSE
    assert "keep breaks its contract: it changes *p, which assigns does not name" in capsys.readouterr().out


def test_a_contract_does_not_compare_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    Path("whet.toml").write_text('[entry.store]\nrequires = ["p && q && p + 1 != q"]\nassigns = ["*p"]\n')
    code, out = verified(capsys, "int a[2] = {1, 3}; store(a, a + 1);", "--replace", "store")
    assert code == ExitCode.USAGE, out
    assert "its contract does not describe whet.toml:2:24: a comparison of pointers" in out, out


def test_an_entry_function_calls_contracts(capsys: pytest.CaptureFixture[str]) -> None:
    text = "int twice(int x) { int y = clamp(x, 0, 4); return 8 / (5 - y); }\nint main(void) { return 0; }\n"
    code, out = verified(capsys, text, "--entry", "twice", "--replace", "clamp")
    assert code == ExitCode.TRUE, out
    assert "Contract: clamp keeps its contract" in out, out


UNFOUNDED = {
    "a contract about a variable that the function does not touch": (
        "get",
        "mode = 6; int r = get(1); assert(mode == 5 && r == 1);",
    ),
    "a body that leaves its object": ("peek", "int a[2] = {1, 7}; int r = peek(a); assert(r == 1);"),
    "two pointers to one object": ("store", "int b = 3; int r = store(&b, &b); assert(r == 3);"),
    "a pointer to a variable that the function uses": ("publish", "publish(&shared); assert(shared == 66051);"),
    "a pointer to a variable that the contract names": ("clamp", "calls = 7; clamp(1, 0, 2); assert(calls == 7);"),
    "a call that does not satisfy what is required": ("clamp", "int r = clamp(3, 5, 4); assert(r >= 5 && r <= 4);"),
    "a write to a constant object": ("keep", "keep((int *)&fixed);"),
    "a result that is not all written": ("half_of_it", "struct pair p = half_of_it(3); if (p.second) return 1;"),
    "an object that is not all written": ("half_of_pair", "struct pair p = {0, 0}; half_of_pair(&p); if (p.second) return 1;"),
}


@pytest.mark.parametrize("name", UNFOUNDED)
def test_a_call_that_a_contract_does_not_describe_is_no_proof(capsys: pytest.CaptureFixture[str], name: str) -> None:
    function, body = UNFOUNDED[name]
    code, out = verified(capsys, body, "--replace", function)
    assert code == ExitCode.FALSE, out
    assert "keeps its contract" not in out


def test_a_variable_is_all_written_after_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, "half_of_variable(3); if (pair.second) return 1;", "--replace", "half_of_variable")
    assert code in (ExitCode.FALSE, ExitCode.UNKNOWN), out
    assert "keeps its contract" not in out, out


def test_the_body_decides_where_the_contract_says_too_little(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = verified(capsys, "int r = clamp(3, 0, 9); assert(r == 3);", "--replace", "clamp")
    assert code == ExitCode.TRUE, out
    assert "keeps its contract" not in out, out


@pytest.mark.parametrize(
    ("function", "contract", "message"),
    [
        ("nothing", "", "--replace nothing: no function with a body has this name"),
        ("main", "", "--replace main: the program starts with it"),
        ("count", "", "--replace count: its contract has no assigns; add what a call changes to [entry.count], or assigns = []"),
        ("show", "assigns = []", "its contract does not describe p.c:12:26: a call of printf, which has no body"),
        ("same", "assigns = []", "its contract does not describe its result, which is not a number"),
        ("last", "assigns = []", "its contract does not describe the variable before, which a contract cannot name"),
        ("of_padded", "assigns = []", "its contract does not describe padding in struct padded"),
        ("compare", "assigns = []", "its contract does not describe p.c:17:31: a comparison of pointers"),
        ("any", "assigns = []", "its contract does not describe p.c:18:48: a call through a pointer"),
    ],
)
def test_what_a_contract_cannot_describe_is_an_error(
    capsys: pytest.CaptureFixture[str], function: str, contract: str, message: str
) -> None:
    Path("whet.toml").write_text(TOML + (f"[entry.{function}]\n{contract}\n" if contract else ""))
    code, out = verified(capsys, "", "--replace", function)
    assert code == ExitCode.USAGE, out
    assert message in out, out


def test_a_contract_that_changes_something_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    text = "#define NEXT (calls++, 1)\nint id(int x) { return x; }\nint main(void) { return id(0); }\n"
    Path("whet.toml").write_text('[entry.id]\nensures = ["NEXT"]\nassigns = []\n')
    code, out = verified(capsys, text, "--replace", "id")
    assert code == ExitCode.USAGE, out
    assert "the contract changes or calls something" in out, out


CHANGED = """\
int NAME;
int taken(void) { int before = NAME; NAME++; return before; }
AFTER
int main(void) { taken(); assert(NAME == 0); return 0; }
"""


@pytest.mark.parametrize(("name", "after"), [("result", ""), ("other", "int another;\n#define other another")])
def test_a_variable_that_the_contract_cannot_name_is_not_forgotten(
    capsys: pytest.CaptureFixture[str], name: str, after: str
) -> None:
    """What was compared after the call was the result of the function, and the change was hidden."""
    Path("whet.toml").write_text("[entry.taken]\nassigns = []\n")
    code, out = verified(capsys, CHANGED.replace("NAME", name).replace("AFTER", after), "--replace", "taken")
    assert code == ExitCode.USAGE, out
    assert f"its contract does not describe the variable {name}, which a contract cannot name" in out, out


@pytest.mark.parametrize("option", [["--all"], ["--witness", "w.yml"], ["--report", "r.html"]])
def test_what_is_about_the_program_as_it_stands_is_refused(capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    code, out = verified(capsys, WHOLE, "--replace", "clamp", *option)
    assert code == ExitCode.USAGE, out
    assert f"{option[0]} is about a program as it stands; leave out --replace" in out, out


def test_a_pointer_that_leads_nowhere_does_not_hide_what_follows(capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
#include <stdlib.h>
#include <assert.h>
int maybe(int *p, int use) { return use ? *p : 0; }
int main(void) { int *p = malloc(4); free(p); int r = maybe(p, 0); assert(r == 1); return 0; }
"""
    Path("whet.toml").write_text('[entry.maybe]\nrequires = ["p != 0"]\nassigns = []\n')
    Path("q.c").write_text(text)
    code = main(["verify", "q.c", "--quiet", "--check", "assertion", "--replace", "maybe", "--time-limit", "60s"])
    assert code == ExitCode.FALSE, capsys.readouterr().out


def test_a_function_of_another_file_is_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.c").write_text("#include <assert.h>\nint half(int n);\nint main(void) { assert(half(8) == 4); return 0; }\n")
    Path("b.c").write_text("static int calls;\nint half(int n) { calls = 1; return n / 2; }\n")
    Path("whet.toml").write_text('[entry.half]\nensures = ["result == n / 2"]\nassigns = ["calls"]\n')
    code = main(["verify", "a.c", "b.c", "--quiet", "--replace", "half", "--time-limit", "60s"])
    out = capsys.readouterr().out
    assert code == ExitCode.TRUE, out
    assert "Contract: half keeps its contract" in out, out
