"""What a proof takes for granted is found where it matters, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.checks.premises import premises_of
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger
from whet.task.messages.assumptions import ACCESS, CALLED, DEAD, ELSEWHERE, EXTERNAL, LENGTH, ORDER, OUTSIDE, SCOPES, UNREACHED

DECLARED = (
    "int g, a[4], b[4]; void free(void *); void *malloc(unsigned long); int in(void); struct s { int v; struct s *next; };\n"
)


def stated(folder: Path, text: str) -> list[str]:
    path = folder / "program.c"
    path.write_text(DECLARED + text)
    return [premise.what for premise in premises_of(parse_file(str(path)))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = in(); a[1] = x; return a[3];", []),
        ("return a[4];", [ACCESS]),
        ("return a[in()];", [ACCESS]),
        ("int *p = &g; return *p;", [ACCESS]),
        ("struct s *p = 0; int *q = &p->v; return q == 0;", []),
        ("int *p = a, *q = b; return p < q;", [ORDER]),
        ("int *p = a, *q = b; return q - p;", [ORDER]),
        ("int x, *p = &x; return p == 0;", []),
        ("int x, *p = &x, *q = &g; return p == q;", [DEAD]),
        ("int *p = a, *q = b; return p + 4 == q + 0 || &a[4] == q;", [OUTSIDE]),
        ("return a + 4 == b || &a[4] == b;", []),
        ("return a + 5 == b;", [OUTSIDE]),
        ("return a == b - 1;", [OUTSIDE]),
        ("return &a[in()] == b;", [OUTSIDE]),
        ("int *p = a + 5; return p == 0;", []),
        ("int n = in(), v[n]; return 0;", [LENGTH]),
        ("char s[4]; s[0] = in(); return __builtin_strlen(s);", [ACCESS]),
    ],
)
def test_premises_of_a_body(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert stated(tmp_path, f"int in(void) {{ return 3; }} int main(void) {{ {body} }}") == expected


def test_pointers_to_what_lives_for_ever_are_never_left(tmp_path: Path) -> None:
    text = "int main(void) { int *p = a, *q = b; EXTRA return p == q; }"
    assert stated(tmp_path, text.replace("EXTRA", "")) == []
    assert stated(tmp_path, text.replace("EXTRA", "free(malloc(4));")) == [ACCESS, DEAD]


def test_variables_of_other_files_matter_if_they_lead_somewhere(tmp_path: Path) -> None:
    assert stated(tmp_path, "extern int other; int main(void) { return other; }") == []
    assert stated(tmp_path, "extern struct s other; int main(void) { return other.v; }") == [ELSEWHERE]


def test_code_that_nobody_checks_is_assumed_to_be_unreachable(tmp_path: Path) -> None:
    text = "int main(void) { if (in()) __builtin_unreachable(); return 0; }"
    assert stated(tmp_path, text) == [UNREACHED]
    program = parse_file(str(tmp_path / "program.c"))
    put_checks(program, Targets("unreachable-code", dangers=frozenset({Danger("unreachable")})))
    assert premises_of(program) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('puts("text");', []),
        ("puts(text);", []),
        ("elsewhere(text);", [EXTERNAL]),
        ("void (*print)(char *) = elsewhere; print(text);", [EXTERNAL]),
        ("int (*print)(const char *) = puts; print(text);", []),
        ("int (*print)(void *) = (int (*)(void *))puts; print(text);", [CALLED]),
        ("void (*f)(void) = 0; f();", []),
    ],
)
def test_what_checks_of_accesses_leave_open_is_stated(tmp_path: Path, body: str, expected: list[str]) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"int puts(const char *); void elsewhere(char *); static char *text; int main(void) {{ {body} return 0; }}")
    program = parse_file(str(path))
    put_checks(program, Targets("valid-deref", dangers=frozenset({Danger("memory")})))
    assert [premise.what for premise in premises_of(program)] == expected


def test_that_blocks_are_not_outlived_is_stated_only_if_their_ends_are_not_said(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int main(void) { int *p; { int x = 1; p = &x; } p = 0; return p == 0; }")
    stated = {}
    for ends_blocks in (False, True):
        program = parse_file(str(path), ends_blocks=ends_blocks)
        put_checks(program, Targets("valid-deref", dangers=frozenset({Danger("memory")})))
        stated[ends_blocks] = SCOPES in [premise.what for premise in premises_of(program)]
    assert stated == {False: True, True: False}
