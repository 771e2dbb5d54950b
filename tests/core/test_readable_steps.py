"""Names of the front end are in no step, and in no other output, that a person reads."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.core.evidence import Assigned, Branched, Called, Counterexample, Returned
from whet.core.readable_steps import readable

INTERNAL = re.compile(r"__tmp|__string|__literal|__whet_|\w_objects\b|scanf_word|harness_of_")
PROGRAMS = {
    "call in a condition": (
        "int half(int n) { return n / 2; }\nint main(void) { char *p = 0; if (half(7) > 2) *p = 1; return 0; }\n"
    ),
    "structure from a call": (
        "struct s { int a[2]; };\nstruct s make(void) { struct s x = {{1, 2}}; return x; }\n"
        "int main(void) { int i = 2; return make().a[i]; }\n"
    ),
    "strings": (
        "#include <stdio.h>\n#include <string.h>\nint main(void) {\n"
        'char b[4]; if (scanf("%3s", b) == 1 && strcmp(b, "abc") == 0)\n'
        "  return 1 / (b[0] - 'a'); return 0; }\n"
    ),
    "variable arguments": (
        "#include <stdarg.h>\nint last(int n, ...) { va_list l; va_start(l, n); int x = 0;\n"
        "  for (int i = 0; i < n; i++) x = va_arg(l, int); va_end(l); return x; }\n"
        "int main(void) { return 1 / last(2, 1, 0); }\n"
    ),
}
ENTRY = (
    "struct s { int n; int *p; };\nint sum(struct s *s) { int t = 0; for (int i = 0; i <= s->n; i++) t += s->p[i]; return t; }\n"
)


def test_result_of_a_call_stands_for_its_variable() -> None:
    calls = (
        Called(function="main", place=None, callee="half", arguments=(7,)),
        Returned(function="half", place=None, result=3),
        Assigned(function="main", place=None, target="__tmp__2", before=None, after=3),
    )
    branch = Branched(function="main", place=None, condition="__tmp__2 > 2", truth=True)
    shown = readable(Counterexample((*calls, branch))).steps
    assert shown[-1] == Branched(function="main", place=None, condition="half(...) > 2", truth=True, values=(("half(...)", 3),))
    assert shown[:-1] == calls[:-1]


def test_variable_of_unknown_origin_is_not_shown() -> None:
    branch = Branched(function="main", place=None, condition="__tmp && x", truth=True, values=(("__tmp", 1), ("x", 2)))
    (shown,) = readable(Counterexample((branch,))).steps
    assert shown == Branched(function="main", place=None, condition="the condition", truth=True, values=(("x", 2),))


def test_program_names_stay() -> None:
    run = Counterexample((Branched(function="main", place=None, condition="x > 2", truth=True, values=(("x", 3),)),))
    assert readable(run) == run


@pytest.mark.parametrize("options", ["--all --format lines", "--format screen", "--json"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_no_output_has_an_internal_name(
    name: str, options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(PROGRAMS[name], encoding="utf-8")
    main(["verify", "p.c", "--quiet", "--time-limit", "20s", *options.split()])
    printed = capsys.readouterr().out
    assert "FALSE" in printed
    assert not INTERNAL.search(printed), INTERNAL.findall(printed)


def test_generated_arguments_have_no_internal_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(ENTRY, encoding="utf-8")
    main(["verify", "p.c", "--entry", "sum", "--quiet", "--time-limit", "20s", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert document["verdict"].startswith("FALSE")
    shown = [each for each in document["evidence"]["steps"] if "harness of" not in str(each.get("place"))]
    assert not INTERNAL.search(json.dumps([document["violation"], document.get("events"), document["arguments"], shown]))
