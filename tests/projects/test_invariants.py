"""What a library keeps true of its objects is inferred, and functions are judged with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from whet.cli.main import main
from whet.frontend.signatures import MemberShape, Pointed, RecordShape, Scalar
from whet.harness.candidates import ObjectCandidate, candidates, stated, without_implied
from whet.projects.functions import project_task, read_project
from whet.projects.invariants import ObjectInvariant, invariant_document, may_change, read_invariant
from whet.projects.stated_invariants import read_invariants
from whet.task.errors import TaskError
from whet.task.task import Task

LIMITS = ["--config", "ki", "--check", "memory", "--time-limit", "60s", "--workers", "1", "--quiet", "--output", "out"]
HEADER = """\
struct stack { unsigned top, room; int *items; };
struct stack *stack_new(unsigned room);
void stack_free(struct stack *s);
int stack_push(struct stack *s, int item);
int stack_pop(struct stack *s);
"""
STACK = """\
#include <stdlib.h>
#include "stack.h"
struct stack *stack_new(unsigned room) {
    struct stack *s = malloc(sizeof *s);
    if (!s) return 0;
    s->items = calloc(room, sizeof *s->items);
    if (!s->items) { free(s); return 0; }
    s->top = 0;
    s->room = room;
    return s;
}
void stack_free(struct stack *s) { if (s) { free(s->items); free(s); } }
int stack_push(struct stack *s, int item) {
    if (s->top == s->room) return 0;
    s->items[s->top] = item;
    s->top++;
    return 1;
}
int stack_pop(struct stack *s) {
    if (s->top == 0) return 0;
    s->top--;
    return s->items[s->top];
}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "stack.h").write_text(HEADER)
    (folder / "stack.c").write_text(STACK)
    return folder


def scanned(*arguments: str) -> dict[str, Any]:
    main(["scan", "src", *arguments, *LIMITS])
    return {each["function"]: each for each in json.loads(Path("out/result.json").read_text())["functions"]}


def test_functions_are_judged_with_what_all_keep(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scanned()
    assert found["stack_push"]["status"] == "needs a precondition"
    assert found["stack_push"]["preconditions"] == ["s != 0"]
    assert found["stack_pop"]["invariants"] == ["struct stack: items has room elements, items != 0, top <= room"]
    assert any("struct stack" in each and "top <= room" in each for each in found["stack_pop"]["assumptions"])
    assert "Invariant: struct stack: items has room elements, items != 0, top <= room" in capsys.readouterr().out
    again = scanned()
    assert all(each["reused"] for each in again.values())
    assert again["stack_pop"]["invariants"] == found["stack_pop"]["invariants"]


def test_a_function_that_relies_on_more_than_is_kept_fails(project: Path) -> None:
    """``stack_peek`` reads below the first item of an empty stack."""
    (project / "stack.h").write_text(HEADER + "int stack_peek(struct stack *s);\n")
    (project / "stack.c").write_text(STACK + "int stack_peek(struct stack *s) { return s->items[s->top - 1]; }\n")
    found = scanned("--function", "stack_peek", "--reproduce", "shown", "--replay", "compiled")
    assert found["stack_peek"]["status"] == "failing"
    assert found["stack_peek"]["calls"][0] == "stack_new"
    assert "stack_new(room2)" in Path("shown/stack-stack_peek.c").read_text()
    assert "sanitizer reports" in found["stack_peek"]["replay"]


def test_what_one_function_breaks_is_no_invariant(project: Path) -> None:
    (project / "stack.h").write_text(HEADER + "void stack_skip(struct stack *s);\n")
    (project / "stack.c").write_text(STACK + "void stack_skip(struct stack *s) { s->top++; }\n")
    found = scanned("--function", "stack_pop")
    assert found["stack_pop"]["status"] == "failing"
    assert found["stack_pop"]["calls"] == ["stack_new", "stack_skip"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("void reset(void); struct stack all; void reset(void) { all.top = all.room + 1; }", id="another-sets"),
        pytest.param(
            "struct pair { struct stack *of; }; void both(struct pair *p, struct stack *s) { p->of->top = 9; }", id="behind"
        ),
        pytest.param("struct stack *same(struct stack *s) { return s; }", id="returned"),
    ],
)
def test_objects_that_would_not_be_checked_have_no_invariant(project: Path, other: str) -> None:
    (project / "stack.c").write_text(f"{STACK}{other}\n")
    (project / "stack.h").write_text(f"{HEADER}void reset(void);\nstruct pair;\nvoid both(struct pair *, struct stack *);\n")
    assert "invariants" not in scanned("--function", "stack_pop")["stack_pop"]


def test_an_initialising_function_that_fails_leaves_nothing_to_keep(project: Path) -> None:
    """It reports success by 1, and a failed call leaves the object as it was."""
    (project / "stack.h").write_text(
        "struct stack { unsigned top, room; int *items; };\nint stack_init(struct stack *s, unsigned room);\n"
        "int stack_pop(struct stack *s);\n"
    )
    text = STACK[STACK.index("int stack_pop") :]
    init = """\
    int stack_init(struct stack *s, unsigned room) {
        if (room == 0 || !(s->items = calloc(room, sizeof *s->items))) return 0;
        s->room = room;
        s->top = 0;
        return 1;
    }
    """
    (project / "stack.c").write_text(f'#include <stdlib.h>\n#include "stack.h"\n{init}{text}')
    found = scanned("--function", "stack_pop")
    assert found["stack_pop"]["invariants"] == ["struct stack: items has room elements, items != 0, top == 0, top < room"]


STATED = """\
[type."struct stack"]
invariant = ["items has room elements", "items != 0", "top <= room", "room < 5"]
"""


def test_what_is_stated_is_checked_and_used(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``stack_new`` makes stacks of any size."""
    Path("whet.toml").write_text(STATED)
    found = scanned("--function", "stack_pop")
    assert found["stack_pop"]["invariants"] == ["struct stack: items has room elements, items != 0, top <= room"]
    assert found["stack_pop"]["broken_invariants"] == ["struct stack: room < 5: stack_new does not establish it"]
    assert "Not kept: struct stack: room < 5: stack_new does not establish it" in capsys.readouterr().out
    Path("whet.toml").write_text(STATED.replace(', "room < 5"', ""))
    again = scanned("--function", "stack_pop")
    assert not again["stack_pop"]["reused"]
    assert "broken_invariants" not in again["stack_pop"]


def test_what_one_function_breaks_is_told_with_the_function(project: Path) -> None:
    Path("whet.toml").write_text(STATED.replace(', "room < 5"', ""))
    (project / "stack.h").write_text(HEADER + "void stack_skip(struct stack *s);\n")
    (project / "stack.c").write_text(STACK + "void stack_skip(struct stack *s) { s->top++; }\n")
    found = scanned("--function", "stack_pop")
    assert found["stack_pop"]["broken_invariants"] == ["struct stack: top <= room: stack_skip breaks it"]


def test_invariants_are_written_for_review(project: Path) -> None:
    scanned("--function", "stack_pop", "--write-contracts")
    written = Path("whet.toml").read_text()
    assert '[type."struct stack"]\ninvariant = ["items has room elements", "items != 0", "top <= room"]\n' in written
    assert read_invariants("whet.toml") == {"struct stack": ("items has room elements", "items != 0", "top <= room")}


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("type = 3", 1, "a section for each structure"),
        ('[type."struct s"]\nkept = ["a < b"]', 2, "kept"),
        ('[type."struct s"]\ninvariant = "a < b"', 2, "a list of expressions"),
        ('[type."struct s"]\ninvariant = ["a < b",\n  "a = 3"]', 3, "changes a variable"),
        ('[type."struct s"]\ninvariant = ["is_good(a)"]', 2, "calls is_good"),
    ],
)
def test_mistakes_in_stated_invariants_have_a_place(tmp_path: Path, text: str, line: int, problem: str) -> None:
    path = tmp_path / "whet.toml"
    path.write_text(text)
    with pytest.raises(TaskError, match=problem) as caught:
        read_invariants(str(path))
    assert str(caught.value.place).startswith(f"{path}:{line}")


def test_an_operation_changes_what_it_sets(project: Path) -> None:
    lost = "#include <string.h>\nvoid stack_wipe(struct stack *s) { memset(s, 0, sizeof *s); }\n"
    called = (
        "void other(struct stack *s);\n"
        "void stack_other(struct stack *s) { other(s); }\n"
        "void stack_hook(struct stack *s, void (*hook)(struct stack *)) { hook(s); }\n"
        "unsigned stack_count(struct stack *s) { return s->top; }\n"
        "unsigned stack_counted(struct stack *s) { return stack_count(s); }\n"
    )
    (project / "stack.c").write_text(STACK + lost + called)
    read = read_project(project_task([str(project)], Task(files=())))
    found = {each.signature.name: each for each in read.functions}
    below, length = (
        ObjectCandidate("top <= room", "({o}->top <= {o}->room)"),
        ObjectCandidate("items has room elements", "", "items", "room"),
    )
    changed = {name: (may_change(each, below), may_change(each, length)) for name, each in found.items()}
    assert {name for name, each in changed.items() if each == (False, False)} == {"stack_count", "stack_counted"}
    assert {name for name, each in changed.items() if each == (True, True)} == found.keys() - {"stack_count", "stack_counted"}


def test_the_members_of_a_union_are_one_place(tmp_path: Path) -> None:
    file = tmp_path / "u.c"
    file.write_text(
        "struct s { union { int a; float b; }; union { int c; float d; } u; int e; };\n"
        "void nameless(struct s *p) { p->b = 1; }\n"
        "void named(struct s *p) { p->u.d = 1; }\n"
        "void other(struct s *p) { p->e = 1; }\n"
    )
    read = read_project(project_task([str(file)], Task(files=())))
    changes = {each.signature.name: each for each in read.functions}
    assert may_change(changes["nameless"], ObjectCandidate("a > 0", "({o}->a > 0)"))
    assert may_change(changes["named"], ObjectCandidate("u.c > 0", "({o}->u.c > 0)"))
    assert not may_change(changes["other"], ObjectCandidate("a > u.c", "({o}->a > {o}->u.c)"))


def test_a_function_that_keeps_a_pointer_to_an_object_is_known(project: Path) -> None:
    """Another call may change the object behind it, and no operation is checked for that."""
    kept = (
        "static unsigned *last;\nstatic struct stack *whole;\n"
        "void keep_member(struct stack *s) { last = &s->top; }\n"
        "void keep_by_local(struct stack *s) { unsigned *p = &s->room; last = p; }\n"
        "void keep_in_memory(struct stack *s, unsigned **out) { *out = &s->top; }\n"
        "void keep_object(struct stack *s) { static struct stack *it; it = s; }\n"
        "void keep_by_call(struct stack *s) { keep_object(s); }\n"
        "void use(struct stack *s) { unsigned *p; p = &s->top; *p = 0; s->items = 0; }\n"
    )
    (project / "stack.c").write_text(STACK + kept)
    read = read_project(project_task([str(project)], Task(files=())))
    keepers = {name for each in read.functions for objects in each.objects for name in objects.keepers}
    assert keepers == {"keep_member", "keep_by_local", "keep_in_memory", "keep_by_call"}


def test_candidates_are_made_from_members_and_constants() -> None:
    number, pointer = Scalar("unsigned int"), Pointed("int", Scalar("int"), is_restrict=False)
    members = [
        MemberShape(name, shape, is_const=False)
        for name, shape in (("data", pointer), ("size", number), ("state", Scalar("int")))
    ]
    found = candidates(RecordShape((*members,)), [("state", 3), ("other", 7)])
    said = {each.said for each in found}
    assert {"data has size elements", "data != 0", "data != 0 or size == 0", "state <= 3", "state >= 0"} <= said
    assert not any("7" in each for each in said)
    assert {each.said for each in without_implied(found)} >= {"data has size elements", "data != 0", "state < 3"}
    assert "state <= 3" not in {each.said for each in without_implied(found)}
    first, second = stated(RecordShape((*members,)), ["size > 0 || p->size == MOST", "data has size elements"])
    assert first.of("o") == "(o->size > 0 || p->size == MOST)"
    assert (second.array, second.length, second.condition) == ("data", "size", "")


def test_an_invariant_is_kept_as_json() -> None:
    found = ObjectInvariant(
        record="struct s",
        said=("a has n elements",),
        conditions=("({o}->n != 0)",),
        lengths=(("a", "n"),),
        functions=("f",),
        bound="b",
        broken=("c",),
    )
    assert read_invariant(json.loads(json.dumps(invariant_document(found)))) == found
    assert read_invariant(invariant_document(None)) is None


def test_the_simplest_constructor_shows_a_failure_alone(project: Path) -> None:
    """With the other one, which divides numbers until a guess is found, every sequence would be hard."""
    other = """
    unsigned long guessed(const char *text, unsigned long n) {
        unsigned long found = n | 3;
        for (unsigned i = 0; text[i]; i++)
            found = found % (7 * found + text[i] + 1) * found;
        return found;
    }
    struct stack *stack_read(const char *text, unsigned long n) {
        return guessed(text, n) * guessed(text, n + 1) == 1234567891 ? stack_new(guessed(text, n)) : 0;
    }
    int stack_share(struct stack *s, double of) { s->top = 0; return (int)(of * 2); }
    """
    (project / "stack.h").write_text(
        f"{HEADER}struct stack *stack_read(const char *, unsigned long);\nint stack_share(struct stack *, double);\n"
    )
    (project / "stack.c").write_text(STACK + other)
    main(["scan", "src", "--function", "stack_share", "--check", "conversion,memory", *LIMITS[:2], *LIMITS[4:]])
    (found,) = json.loads(Path("out/result.json").read_text())["functions"]
    assert (found["status"], found["check"], found["calls"]) == ("failing", "conversion", ["stack_new"])


def test_a_failure_of_the_constructor_hides_no_other(project: Path) -> None:
    """``stack_new`` divides by its argument."""
    (project / "stack.h").write_text(f"{HEADER}int stack_share(struct stack *, int);\n")
    text = STACK.replace("s->top = 0;\n", "s->top = 0 / room;\n")
    (project / "stack.c").write_text(f"{text}int stack_share(struct stack *s, int of) {{ s->top = 0; return 10 / of; }}\n")
    main(["scan", "src", "--function", "stack_share", "--check", "division,memory", *LIMITS[:2], *LIMITS[4:]])
    (found,) = json.loads(Path("out/result.json").read_text())["functions"]
    assert (found["status"], found["check"], found["calls"]) == ("failing", "division", ["stack_new"])
    assert found["place"].startswith("src/stack.c:24:")


def test_constructors_that_need_objects_of_each_other(project: Path) -> None:
    """Neither comes first, so one of them gets a generated object."""
    header = (
        "struct item { int weight; struct box *in; };\nstruct box { int room; };\n"
        "int box_init(struct box *b, struct item *first);\nint item_init(struct item *i, struct box *in);\n"
        "int item_share(struct item *i, int of);\n"
    )
    (project / "stack.h").write_text(header)
    text = (
        '#include "stack.h"\n'
        "int box_init(struct box *b, struct item *first) { if (!b || !first) return 0; b->room = first->weight; return 1; }\n"
        "int item_init(struct item *i, struct box *in) { if (!i || !in) return 0; i->in = in; i->weight = 1; return 1; }\n"
        "int item_share(struct item *i, int of) { return i ? i->weight / of : 0; }\n"
    )
    (project / "stack.c").write_text(text)
    main(["scan", "src", "--function", "item_share", "--check", "division,memory", *LIMITS[:2], *LIMITS[4:]])
    (found,) = json.loads(Path("out/result.json").read_text())["functions"]
    assert (found["status"], found["check"]) == ("failing", "division")
