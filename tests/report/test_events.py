"""What a finding follows from: where the object was made and freed, where a pointer became null, and a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.main import main
from whet.interpreter.object_picture import object_picture
from whet.interpreter.outcomes import FaultyAccess

NODE = "struct node { int v; struct node *next; };\n"

EVENTS = {
    "freed in another function": (
        "#include <stdlib.h>\nstatic void drop(int *p) { free(p); }\nint main(void) {\n int *p = malloc(4);\n *p = 1;\n"
        " drop(p);\n return *p;\n}\n",
        ["allocated here 4", "freed here 2"],
    ),
    "freed twice": (
        "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n free(p);\n free(p);\n return 0;\n}\n",
        ["allocated here 3", "freed here 4"],
    ),
    "member set to null": (
        f"{NODE}int main(void) {{\n struct node n, *p = &n;\n p->next = 0;\n return p->next->v;\n}}\n",
        ["p->next becomes null here 4"],
    ),
    "null passed on": (
        f"{NODE}static int value(struct node *n) {{ return n->v; }}\nint main(void) {{\n struct node *first = 0;\n"
        " return value(first);\n}\n",
        ["first becomes null here 4", "null is passed as n here 5"],
    ),
    "parameters of another call have the same name": (
        "static int f(int n, int *p) {\n if (n == 0) return 0;\n return f(n - 1, 0) + *p;\n}\n"
        "int main(void) {\n return f(1, 0);\n}\n",
        [],
    ),
    "null returned": (
        "static int *find(int n) {\n if (n > 0)\n  return 0;\n static int x;\n return &x;\n}\n"
        "int main(void) {\n int *p = find(1);\n return *p;\n}\n",
        ["null is returned here 3", "p becomes null here 8"],
    ),
    "local variable after its function": (
        "static int *largest(int a) {\n int r = a;\n return &r;\n}\nint main(void) {\n int *p = largest(1);\n return *p;\n}\n",
        ["declared here 2", "its lifetime ends here 3"],
    ),
    "result of a library function": (
        '#include <stdlib.h>\nint main(void) {\n char *p = getenv("A");\n return *p;\n}\n',
        ["p becomes null here 3"],
    ),
    "divisor": ("int main(void) {\n int n = 3;\n n = n - 3;\n return 1 / n;\n}\n", ["n becomes 0 here 3"]),
    "outside of a local array": (
        "int main(void) {\n int a[2] = {0}, i = 2;\n return *(a + i);\n}\n",
        ["declared here 2"],
    ),
}


@pytest.mark.parametrize("name", EVENTS)
def test_events_of_a_finding(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, wanted = EVENTS[name]
    monkeypatch.chdir(tmp_path)
    Path("p.c").write_text(source)
    main(["verify", "--quiet", "--json", "--config", "runs", "--check", "memory,free,division", "p.c"])
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"].startswith("FALSE")
    assert [f"{each['what']} {each['place'].split(':')[1]}" for each in found.get("events", [])] == wanted


def test_picture_shows_the_object_and_the_bytes() -> None:
    before, behind = FaultyAccess(0, "b", 8, -4, 4), FaultyAccess(0, "b", 3, 3, 1)
    assert object_picture(before) == ("object     ########  b, bytes 0 to 7", "access ^^^^          bytes -4 to -1")
    assert object_picture(behind) == ("object ###   b, bytes 0 to 2", "access    ^  byte 3")
    assert len(max(object_picture(FaultyAccess(0, "b", 1000, 1000, 1)), key=len)) < 110


def test_no_picture_where_none_can_be_drawn() -> None:
    assert object_picture(FaultyAccess(0, "b", 8, 4, 4)) == ()
    assert object_picture(FaultyAccess(0, "b", 8, 1 << 40, 4)) == ()
