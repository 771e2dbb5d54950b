"""Which variables no pointer outlives."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.frontend.parse import parse_file
from whet.proofs.lifetimes import steady

GLOBAL = "static int *kept; static void use(int *p) { *p = 1; } static void keep(int *p) { kept = p; }\n"
STEADY = {
    "static": "int f(void) { static int x; kept = &x; return 0; } int main(void) { return f() + f(); }",
    "of main": "int main(void) { int x = 0; kept = &x; return *kept; }",
    "only passed down": "int f(void) { int x; use(&x); return x; } int main(void) { return f() + f(); }",
    "held in the same block": "int main(void) { for (int i = 0; i < 3; i++) { int x = i; int *p = &x; *p = 2; } return 0; }",
    "compared": "int f(int *q) { int x; return &x == q; } int main(void) { return f(0) + f(0); }",
}
LEFT = {
    "kept in a global": "int f(void) { int x; kept = &x; return 0; } int main(void) { return f() + f(); }",
    "kept by a callee": "int f(void) { int x; keep(&x); return 0; } int main(void) { return f() + f(); }",
    "returned": "int *f(void) { int x; int *p = &x; return p; } int main(void) { return f() == f(); }",
    "held in an outer block": "int main(void) { int *p = 0; for (int i = 0; i < 3; i++) { int x = i; p = &x; } return p != 0; }",
    "copied on": "int main(void) { int *q = 0; for (int i = 0; i < 3; i++) { int x; int *p = &x; q = p + 0; } return q != 0; }",
    "behind a pointer": "int f(int **to) { int x; *to = &x; return 0; } int main(void) { int *p; return f(&p) + f(&p); }",
    "in a structure that is pointed to": """struct s { int *p; }; int f(struct s *to) { int x; to->p = &x; return 0; }
        int main(void) { struct s s; return f(&s) + f(&s); }""",
    "through a pointer to a function": """int f(void (*g)(int *)) { int x; g(&x); return 0; }
        int main(void) { return f(keep) + f(use); }""",
    "main that is called": "int main(int n) { int x = 0; kept = &x; return n ? 0 : main(1); }",
    "main that is called by its address": """int main(int n) { int (*f)(int) = main; int x = 0; kept = &x;
        return n ? 0 : f(1); }""",
    "as a number": "int main(void) { long n = 0; for (int i = 0; i < 3; i++) { int x; n = (long)&x; } return n != 0; }",
}


def names_of_steady(text: str, folder: Path) -> set[str]:
    path = folder / "p.c"
    path.write_text(GLOBAL + text)
    return {variable.name for variable in steady(parse_file(str(path), ends_blocks=True))}


@pytest.mark.parametrize("name", STEADY)
def test_no_pointer_is_left(name: str, tmp_path: Path) -> None:
    assert "x" in names_of_steady(STEADY[name], tmp_path)


@pytest.mark.parametrize("name", LEFT)
def test_a_pointer_may_be_left(name: str, tmp_path: Path) -> None:
    assert "x" not in names_of_steady(LEFT[name], tmp_path)
