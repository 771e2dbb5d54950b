"""Statements become edges: the shape of the automata.  What they compute is compared with gcc elsewhere."""

from __future__ import annotations

import pytest

from tests.conftest import Golden
from tests.frontend.reading import Body, Lower, listing, operations
from whet.cfa.loops import analyse_loops
from whet.cfa.model import Program
from whet.cfa.operations import Assume, Skip

LOOPS = """
int f(void);
int main(void) {
    int i, n = 0;
    while (n < 3) n++;
    do {
        if (n == 4) continue;
        if (n == 5) break;
        n++;
    } while (n < 6);
    for (i = 0; i < 3; i++) n += i;
    for (;;) {
        if (f()) break;
    }
    return n;
}
"""
SWITCHES = """
enum E { MINUS = -1, TEN = 10 };
int main(void) {
    int x = 0;
    unsigned char c = 1;
    switch (x) {
        x = 99; /* nobody gets here */
    case MINUS: x = 1;
    case 2: x = 2; break;
    default: x = 3;
    case 5 ... 7: x = 4; break;
    case TEN: { case 11: x = 5; }
    }
    switch (c) { case 255: return 1; }
    return x;
}
"""
SHORT_CIRCUIT = """
int f(void), g(int);
int main(void) {
    int a = f(), b = f();
    if (a && (b || !g(a)) && !(a == b)) a = 1;
    int c = a || b;
    int d = (a ? b : c) + (b ?: 7);
    a && g(1);
    a ? g(2) : (void)0;
    return !(a && d);
}
"""
DEVICE = """
void send(int);
int main(void) {
    int count = 7, n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { send(0);
    case 3:      send(3);
    case 2:      send(2);
    case 1:      send(1);
            } while (--n > 0);
    }
    return n;
}
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [("loops", LOOPS), ("switches", SWITCHES), ("short_circuit", SHORT_CIRCUIT), ("duffs_device", DEVICE)],
)
def test_statements_become_edges(name: str, text: str, lower: Lower, golden: Golden) -> None:
    golden(f"frontend/{name}.txt", listing(lower(text)))


def loop_heads(program: Program) -> int:
    return len(analyse_loops(program.main).heads)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("for (;;)", ["skip", "s = s + 1"]),
        ("for (i = 0;;)", ["i = 0", "skip", "s = s + 1"]),
        ("for (; i < 9;)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for (;; i++)", ["skip", "s = s + 1", "i = i + 1"]),
        ("for (i = 0; i < 9;)", ["i = 0", "[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for (i = 0;; i++)", ["i = 0", "skip", "s = s + 1", "i = i + 1"]),
        ("for (; i < 9; i++)", ["[i < 9]", "[!(i < 9)]", "s = s + 1", "i = i + 1"]),
        ("for (i = 0; i < 9; i++)", ["i = 0", "[i < 9]", "[!(i < 9)]", "s = s + 1", "i = i + 1"]),
        ("for (int j = 0;;)", ["int j", "j = 0", "skip", "s = s + 1"]),
        ("for (/* ; */; /* ;; */ i < 9 /* ; */;)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for (; // ;\n; i += ';')", ["skip", "s = s + 1", "i = i + 59"]),
        ('for (; i < ";;"[0];)', ['[i < (int)";;"[0]]', '[!(i < (int)";;"[0])]', "s = s + 1"]),
        ("for (; ((i) < (((9))));)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for /* ( */ (; i < 9;)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for \\\n(; i < 9;)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for (;; ({ i++; }))", ["skip", "s = s + 1", "i = i + 1"]),
        ("for (EVER)", ["skip", "s = s + 1"]),
        ("for (; BELOW;)", ["[i < 9]", "[!(i < 9)]", "s = s + 1"]),
        ("for (;; STEP)", ["skip", "s = s + 1", "i = i + 1"]),
        ("COUNT", ["i = 0", "[i < 9]", "[!(i < 9)]", "s = s + 1", "i = i + 1"]),
    ],
)
def test_for_header_parts_are_told_apart(header: str, expected: list[str], lower: Lower) -> None:
    macros = "#define EVER ;;\n#define BELOW i < 9\n#define STEP i++\n#define COUNT for (i = 0; i < 9; i++)\n"
    program = lower(f"{macros}int main(void) {{ int i, s; {header} s++; return s; }}")
    ends = "return s" in operations(program)
    shown = operations(program)[2 : -1 if ends else None]
    assert sorted(shown) == sorted(expected)
    assert loop_heads(program) == 1


@pytest.mark.parametrize(
    ("macros", "use", "expected"),
    [
        ("#define UNTIL(c) for (; !(c);)", "UNTIL(i > 8)", ["[i > 8]", "[!(i > 8)]"]),
        ("#define FROM(n) for (i = (n);;)", "FROM(2)", ["i = 2", "skip"]),
        ("#define STEPS for (;; i++)", "STEPS", ["skip", "i = i + 1"]),
        ("#define EACH(n) for (int k = 0; k < (n);)", "EACH(3)", ["int k", "k = 0", "[k < 3]", "[!(k < 3)]"]),
        ("#define IN(c) for (;c;)\n#define OUT(c) IN(c)", "OUT(i < 9)", ["[i < 9]", "[!(i < 9)]"]),
        ("#define UNTIL(c) \\\n  for (/* ; */; \\\n  c;)", "UNTIL(i < 9)", ["[i < 9]", "[!(i < 9)]"]),
        ('#define TEXT(c) for (; c < ";("[0];)', "TEXT(i)", ['[i < (int)";("[0]]', '[!(i < (int)";("[0])]']),
        ("#define SAME(x) x", "SAME(for (; i < 9;))", ["[i < 9]", "[!(i < 9)]"]),
    ],
)
def test_for_of_a_macro_is_looked_up_in_its_definition(macros: str, use: str, expected: list[str], lower: Lower) -> None:
    program = lower(f"{macros}\nint main(void) {{ int i, s; {use} s++; return s; }}")
    ends = "return s" in operations(program)
    shown = operations(program)[2 : -1 if ends else None]
    assert program.unsupported == ()
    assert sorted(shown) == sorted([*expected, "s = s + 1"])


@pytest.mark.parametrize(
    ("macros", "use"),
    [
        ("#define LOOP(a, b, c) for (a; b; c)", "LOOP(, i < 9, i++)"),
        ("#define NOTHING\n#define LOOP(b) for (NOTHING; b;)", "LOOP(i < 9)"),
        ("#define LOOP(b) for (; b;)\n#define OTHER for (i = 1;;)\n#define M(b) if (0) OTHER i++; else LOOP(b)", "M(i < 9)"),
        ("#define PASTE(a, b) a##b\n#define LOOP(c) PASTE(fo, r) (; c;)", "LOOP(i < 9)"),
        ("#define HEAD ; i < 9\n#define LOOP for (HEAD;)", "LOOP"),
        ("#define FOR for\n#define LOOP FOR (i = 0;;) break; for (; i < 9;)", "LOOP"),
        ("#define A_B for (i = 0;;) break\n#define M(a, b) a##b; for (; i < 9;)", "M(A_, B)"),
    ],
)
def test_for_made_by_a_macro_is_not_guessed(macros: str, use: str, lower: Lower) -> None:
    program = lower(f"{macros}\nint main(void) {{ int i = 0; {use} i++; return i; }}")
    assert {str(item.construct) for item in program.unsupported} == {"for statement made by a macro"}


@pytest.mark.parametrize(
    "header",
    [
        "for (SEMI i < 3 SEMI\n#if 0\n ;;\n#endif\n )",
        "for (SEMI i < 3; // x \\\n;\n )",
        "for (SEMI i < 3 SEMI\n%:if 0\n ;;\n%:endif\n )",
    ],
    ids=["directive", "comment that goes on", "digraph"],
)
def test_semicolons_that_the_preprocessor_leaves_out_are_none_of_the_header(header: str, lower: Lower) -> None:
    program = lower(f"#define SEMI ;\nint main(void) {{ int i = 0, n = 0; {header} {{ i++; if (++n > 5) break; }} return n; }}")
    assert [str(item.construct) for item in program.unsupported] == ["for statement made by a macro"]


def test_marks_of_lines_in_a_header_count_as_nothing(lower: Lower) -> None:
    program = lower('int main(void) { int i = 0; for (;\n# 7 "other.c"\n i < 3;) i++; return i; }')
    assert program.unsupported == ()


def test_labels_are_kept(body: Body) -> None:
    assert body("int x = 1; goto end; x = 2; end: x = 3; again: if (x < 5) { x++; goto again; }") == [
        "int x",
        "x = 1",
        "end:",
        "x = 3",
        "again:",
        "[x < 5]",
        "[!(x < 5)]",
        "x = x + 1",
    ]


def test_goto_leads_into_a_loop(lower: Lower) -> None:
    program = lower("int main(void) { int i = 0; goto in; while (i < 5) { i = 7; in: i++; } return i; }")
    label = next(edge for edge in program.main.edges() if isinstance(edge.operation, Skip) and edge.operation.label == "in")
    assert len(label.source.entering) == 2


def test_local_labels_of_the_same_name_are_different(lower: Lower) -> None:
    block = "({ __label__ out; if (x) goto out; x = %d; out: x; })"
    program = lower(f"int main(void) {{ int x = 0; return {block % 1} + {block % 2}; }}")
    targets = {edge.target for edge in program.main.edges() if isinstance(edge.operation, Assume) and edge.operation.truth}
    assert len(targets) == 2


@pytest.mark.parametrize(
    "statements",
    [
        "return 0; x = 1;",
        "while (1) x = 2; x = 1;",
        "for (;;) x = 2; x = 1;",
        "if (0) x = 1; x = 2;",
        "while (0) x = 1; x = 2;",
        "if (sizeof(int) == 2) x = 1; else x = 2;",
        "goto end; x = 1; end: x = 2;",
        "switch (3) { case 4: x = 1; } x = 2;",
        "0 && (x = 1); x = 2;",
        "x = 2; 1 || (x = 1);",
        "x = 1 ? 2 : (x = 1);",
        "do { break; x = 1; } while (x);",
    ],
)
def test_dead_code_is_dropped(statements: str, lower: Lower) -> None:
    shown = operations(lower(f"int x; int main(void) {{ {statements} return 0; }}"))
    assert "x = 1" not in shown


@pytest.mark.parametrize("loop", ["for (;;);", "while (1);", "do ; while (1);", "l: goto l;", "for (;;) continue;"])
def test_infinite_loop_is_one_node(loop: str, lower: Lower) -> None:
    program = lower(f"int main(void) {{ {loop} }}")
    assert loop_heads(program) == 1
    assert program.main.exit is not None
    assert program.main.exit.entering == []


def test_declaration_in_a_switch_is_jumped_over(body: Body) -> None:
    """The jump into the block makes the object, and nothing else does."""
    lines = body("switch (f()) { int q; case 1: q = 4; }")
    assert lines[-2:] == ["q = 4", "int q"]
    assert lines.count("int q") == 1


@pytest.mark.parametrize(
    ("selector", "case", "compared"),
    [
        ("int x", "-1", "x == -1"),
        ("unsigned x", "-1", "x == 4294967295U"),
        ("long x", "1", "x == 1L"),
        ("unsigned long x", "-1", "x == 18446744073709551615UL"),
        ("char x", "'a'", "__tmp == 97"),
        ("_Bool x", "1", "__tmp == 1"),
        ("enum { A, B = 7 } x", "B", "x == 7U"),
    ],
)
def test_case_has_the_promoted_type_of_the_switch(selector: str, case: str, compared: str, body: Body) -> None:
    shown = body(f"switch (x) {{ case {case}: f(); }}", f"{selector};")
    assert f"[{compared}]" in shown


def test_case_range_is_two_comparisons(body: Body) -> None:
    assert body("switch (g(1)) { case -2 ... 3: f(); }") == [
        "__tmp = g(1)",
        "[__tmp >= -2]",
        "[!(__tmp >= -2)]",
        "f()",
        "[__tmp <= 3]",
        "[!(__tmp <= 3)]",
    ]


def test_main_returns_0_at_its_end(lower: Lower) -> None:
    program = lower("int f(void) {} int main(void) { f(); }")
    assert operations(program) == ["f()", "return 0"]
    assert operations(program, "f") == ["skip"]


def test_break_in_the_header_of_a_loop_is_not_supported(lower: Lower) -> None:
    program = lower("int main(void) { int x = 3; while (({ if (x) break; 1; })) x--; return 0; }")
    assert [item.construct for item in program.unsupported] == ["break or continue in the header of a loop"]


def test_many_branches_that_end_together_are_joined(lower: Lower) -> None:
    chain = " else ".join(f"if (x == {number}) x = {number + 1};" for number in range(200))
    program = lower(f"int main(void) {{ int x = 0; {chain} return x; }}")
    assert "return x" in operations(program)
    assert max(len(node.entering) for node in program.main.nodes) < 100
