"""No contract that its function breaks leads to a TRUE: too strong ``ensures``, too weak ``requires``, wrong ``assigns``.

Each program asserts what its forged contract promises, or makes the call that it allows, so that it is wrong with the real body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, TrueVerdict
from whet.projects.preconditions import read_contracts
from whet.projects.replacing import ReplacedSearch, replaced_functions
from whet.runtime.limits import Limits
from whet.session.findings import Findings
from whet.session.session import verify
from whet.task.checks import bugs_property
from whet.task.task import Task

FORGED = 100


@dataclass
class Sample:
    """A function with a contract that it keeps, and a call of it."""

    text: str
    call: str
    """Statements; the result is ``r``, and ``b_PLACE`` holds what the places of ``facts`` were before."""
    facts: list[tuple[str, str]]
    """Left and right sides of equations that it ensures, in words of the contract."""
    assigns: list[str] = field(default_factory=list)
    requires: list[tuple[str, str]] = field(default_factory=list)
    """With a call that breaks it and fails."""
    known: dict[str, str] = field(default_factory=dict)
    """Places of the contract as they are called where the call stands."""

    @property
    def name(self) -> str:
        return self.text.partition("(")[0].split()[-1].lstrip("*")


SAMPLES = (
    Sample(
        "int calls; int next(int x) { calls++; return x + 1; }",
        "int r = next(4);",
        [("result", "x + 1"), ("calls", "old(calls) + 1")],
        ["calls"],
        [("x < 1000", "next(2147483647);"), ("calls < 9", "calls = 2147483647; next(1);")],
        {"x": "4"},
    ),
    Sample(
        "int part(int n, int d) { return n / d; }",
        "int r = part(9, 3);",
        [("result", "n / d")],
        [],
        [("d != 0", "part(1, 0);"), ("n > -9", "part(-2147483647 - 1, -1);")],
        {"n": "9", "d": "3"},
    ),
    Sample(
        "void put(int *p, int v) { *p = v; }",
        "int z = 1; put(&z, 8);",
        [("*p", "v")],
        ["*p"],
        [("p != 0", "put(0, 1);")],
        {"*p": "z", "v": "8"},
    ),
    Sample(
        "int take(int *p) { int v = *p; *p = 0; return v; }",
        "int z = 5; int r = take(&z);",
        [("result", "old(*p)"), ("*p", "0")],
        ["*p"],
        [("p != 0", "take(0);")],
        {"*p": "z"},
    ),
    Sample(
        "void both(int *p, int *q) { *p = 1; *q = 2; }",
        "int y = 7, z = 8; both(&y, &z);",
        [("*p", "1"), ("*q", "2")],
        ["*p", "*q"],
        [("p != 0", "int z = 0; both(0, &z);"), ("q != 0", "int z = 0; both(&z, 0);")],
        {"*p": "y", "*q": "z"},
    ),
    Sample(
        "int table[4]; void enter(int i, int v) { table[i] = v; }",
        "enter(2, 6);",
        [("table[i]", "v")],
        ["table[i]"],
        [("i >= 0", "enter(-1, 0);"), ("i < 4", "enter(4, 0);")],
        {"table[i]": "table[2]", "i": "2", "v": "6"},
    ),
    Sample(
        "struct pair { int a, b; }; void flip(struct pair *s) { int t = s->a; s->a = s->b; s->b = t; }",
        "struct pair z = {3, 4}; flip(&z);",
        [("s->a", "old(s->b)"), ("s->b", "old(s->a)")],
        ["s->a", "s->b"],
        [("s != 0", "flip(0);")],
        {"s->a": "z.a", "s->b": "z.b"},
    ),
    Sample(
        "unsigned mask(unsigned x, unsigned n) { return x >> n; }",
        "unsigned r = mask(8, 1);",
        [("result", "x >> n")],
        [],
        [("n < 32", "mask(1, 40);")],
        {"x": "8u", "n": "1"},
    ),
    Sample(
        "int state, count; void step(void) { if (state == 2) { state = 0; count++; } else state++; }",
        "state = 2; step();",
        [("count", "old(count) + (old(state) == 2)"), ("state", "(old(state) == 2 ? 0 : old(state) + 1)")],
        ["state", "count"],
        [("count < 5", "count = 2147483647; state = 2; step();"), ("state < 5", "state = 2147483647; step();")],
    ),
    Sample(
        "int pick(int c, int x, int y) { return c ? x : y; }",
        "int r = pick(0, 3, 4);",
        [("result", "(c ? x : y)")],
        [],
        [],
        {"c": "0", "x": "3", "y": "4"},
    ),
)


def toml(sample: Sample, requires: list[str], ensures: list[str], assigns: list[str]) -> str:
    lines = (f"{key} = {values!r}" for key, values in (("requires", requires), ("ensures", ensures), ("assigns", assigns)))
    return "\n".join([f"[entry.{sample.name}]", *lines, ""])


def in_main(sample: Sample, expression: str) -> str:
    """An expression of the contract where the call stands."""
    found, places = expression, sorted({*sample.known, *sample.assigns}, key=len, reverse=True)
    for place in places:
        found = found.replace(f"old({place})", f"b_{sample.assigns.index(place)}" if place in sample.assigns else "?")
    for place in places:
        if place in sample.known:
            word = rf"\b{place}\b" if place.isidentifier() else re.escape(place)
            found = re.sub(word, sample.known[place], found)
    return found.replace("result", "r")


def program(sample: Sample, claim: str) -> str:
    *setup, call = sample.call.rstrip(";").split("; ")
    before = [f"int b_{number} = {sample.known.get(place, place)};" for number, place in enumerate(sample.assigns)]
    body = " ".join([*(f"{each};" for each in setup), *before, f"{call};", f"assert({claim});"])
    return f"#include <assert.h>\n{sample.text}\nint main(void) {{ {body} return 0; }}\n"


def forged() -> Iterator[tuple[Sample, str, str]]:
    """Programs that are wrong, with the contracts that hide it."""
    for sample in SAMPLES:
        requires, ensures = [each for each, _ in sample.requires], [f"{left} == {right}" for left, right in sample.facts]
        for number, (left, right) in enumerate(sample.facts):
            for operator in ("!=", "<", ">", "== 1 +"):
                wrong = f"{left} {operator} ({right})" if operator != "== 1 +" else f"{left} == 1 + ({right})"
                changed = [*ensures[:number], wrong, *ensures[number + 1 :]]
                yield sample, toml(sample, requires, changed, sample.assigns), program(sample, in_main(sample, wrong))
        for number, place in enumerate(sample.assigns):
            kept = [each for each in sample.assigns if each != place]
            claim = f"{sample.known.get(place, place)} == b_{number}"
            for promised in (ensures, []):
                yield sample, toml(sample, requires, promised, kept), program(sample, claim)
        for required, call in sample.requires:
            others = [each for each in requires if each != required]
            text = f"{sample.text}\nint main(void) {{ {call} return 0; }}\n"
            for promised in (ensures, []):
                yield sample, toml(sample, others, promised, sample.assigns), text


def verified(sample: Sample, contract: str, text: str) -> Findings:
    Path("p.c").write_text(text)
    Path("whet.toml").write_text(contract)
    task = Task(files=("p.c",), property=bugs_property())
    replaced = replaced_functions(task, [sample.name], read_contracts("whet.toml"))
    configuration = load_configuration("bmc", [])
    search = ReplacedSearch(lambda each, limits: Findings(verify(each, configuration, limits=limits)), replaced)
    return search(task, Limits(cpu_seconds=60.0))[0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.name)
def test_the_contract_that_is_kept_is_accepted(sample: Sample) -> None:
    ensures = [f"{left} == {right}" for left, right in sample.facts]
    claim = " && ".join(f"{in_main(sample, left)} == {in_main(sample, right)}" for left, right in sample.facts)
    result = verified(
        sample, toml(sample, [each for each, _ in sample.requires], ensures, sample.assigns), program(sample, claim)
    ).result
    assert isinstance(result.verdict, TrueVerdict), result.verdict
    assert result.contracts == (f"{sample.name} keeps its contract",)


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: each.name)
def test_no_forged_contract_is_accepted(sample: Sample) -> None:
    for _, contract, text in (each for each in forged() if each[0] is sample):
        result = verified(sample, contract, text).result
        assert isinstance(result.verdict, FalseVerdict), (contract, text, result.verdict)
        assert not any("keeps its contract" in each for each in result.contracts)


def test_there_are_enough_forged_contracts() -> None:
    every = list(forged())
    assert len(every) >= FORGED, len(every)
    assert len({each[1:] for each in every}) == len(every)
