"""A run ends where the comparison of pointers would tell the interpreter's own layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import interpret
from whet.interpreter.outcomes import Exited, UndefinedBehaviour, UnsupportedReached

DECLARED = (
    "int a[2], b[2], g; void *malloc(unsigned long); void free(void *); int *dead(void) { int x; int *p = &x; return p; }\n"
)

ENDS = {
    "order of two objects": "return a < b;",
    "distance of two objects": "return b - a;",
    "freed pointer": "int *p = malloc(4), *q = malloc(4); free(p); return p == q;",
    "pointer into a frame that is gone": "int *p = dead(); return p == &g;",
}
GOES_ON = {
    "order inside an object": ("int *p = a, *q = a + 2; return p < q && q - p == 2;", 1),
    "different objects": ("int *p = a, *q = b; return p != q && a + 1 != b + 1;", 1),
    "null": ("int *p = a, *q = 0; return p != q && q != a + 2;", 1),
    "both behind": ("int *p = a + 2, *q = b + 2; return p != q;", 1),
    "the same freed pointer": ("int *p = malloc(4); int *q = p; free(p); return p == q;", 1),
}


@pytest.mark.parametrize("body", ENDS.values(), ids=ENDS)
def test_run_ends_where_c_gives_no_meaning(tmp_path: Path, body: str) -> None:
    assert isinstance(interpret(f"{DECLARED}int main(void) {{ {body} }}", tmp_path).outcome, UndefinedBehaviour)


@pytest.mark.parametrize(("body", "status"), GOES_ON.values(), ids=GOES_ON)
def test_run_goes_on(tmp_path: Path, body: str, status: int) -> None:
    assert interpret(f"{DECLARED}int main(void) {{ {body} }}", tmp_path).outcome == Exited(status)


def test_end_of_an_object_may_be_the_beginning_of_another(tmp_path: Path) -> None:
    text = f"{DECLARED}int main(void) {{ int *p = a + 2, *q = b; return p == q; }}"
    assert isinstance(interpret(text, tmp_path).outcome, UnsupportedReached)


def test_literals_may_share_their_bytes(tmp_path: Path) -> None:
    text = 'int main(void) { const char *p = "abc", *q = "xabc"; return p + %d == q + 1; }'
    assert isinstance(interpret(text % 0, tmp_path).outcome, UnsupportedReached)
    assert interpret(text % 1, tmp_path).outcome == Exited(0)
