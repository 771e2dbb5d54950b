"""Every operation knows where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.frontend.reading import Lower, Write, find, operations_in
from whet.cfa.model import Program
from whet.cfa.operations import Assume, Declare, Operation
from whet.cfa.show import describe
from whet.frontend.parse import parse_file

PROGRAM = """int f(int);
int main(void) {
    int x = 1 + 2;
    x = f(x + 1) + 3;
    if (x > 0 && x < 9)
        x++;
    else x += f(4);
    while (x) { x--; }
    for (x = 0; x < 3; x++) f(x);
    do f(7); while (x == 5);
    switch (x) { case 1: f(8); }
    x = x ? 1 : 2;
    here: return f(9);
}
"""


def texts(operation: Operation) -> tuple[str, str]:
    return operation.origin.statement.text, operation.origin.expression.text


@pytest.mark.parametrize(
    ("operation", "statement", "expression"),
    [
        ("int x", "int x = 1 + 2;", "int x = 1 + 2"),
        ("x = 3", "int x = 1 + 2;", "1 + 2"),
        ("__tmp = f(x + 1)", "x = f(x + 1) + 3", "f(x + 1)"),
        ("x = __tmp + 3", "x = f(x + 1) + 3", "x = f(x + 1) + 3"),
        ("x = x + 1", None, "x++"),
        ("x = x - 1", "x--", "x--"),
        ("f(x)", "f(x)", "f(x)"),
        ("f(8)", "f(8)", "f(8)"),
        ("x = 0", "x = 0", "x = 0"),
        ("__tmp__4 = f(9)", "return f(9)", "f(9)"),
        ("return __tmp__4", "return f(9)", "return f(9)"),
        ("here:", "here: return f(9)", "here: return f(9)"),
    ],
)
def test_statement_and_expression(operation: str, statement: str | None, expression: str, lower: Lower) -> None:
    program = lower(PROGRAM)
    found = [item for _, item in operations_in(program) if texts(item)[1] == expression and describe(item) == operation]
    assert found
    assert statement is None or texts(found[0])[0] == statement


@pytest.mark.parametrize(
    ("condition", "keyword", "place"),
    [
        ("x > 0", "if", "5:5"),
        ("x < 9", "if", "5:5"),
        ("x", "while", "8:5"),
        ("x < 3", "for", "9:5"),
        ("x == 5", "do", "10:5"),
        ("x", "switch", "11:5"),
        ("x", "?", "12:11"),
    ],
)
def test_branch_knows_its_keyword(condition: str, keyword: str, place: str, lower: Lower) -> None:
    program = lower(PROGRAM)
    found = set()
    for _, operation in operations_in(program):
        if isinstance(operation, Assume):
            offset = operation.origin.keyword
            assert offset is not None
            found.add((operation.origin.expression.text, text_at(program, offset, len(keyword)), place_at(program, offset)))
    assert (condition, keyword, place) in found


def text_at(program: Program, offset: int, length: int) -> str:
    return program.source.text[offset : offset + length].decode()


def place_at(program: Program, offset: int) -> str:
    place = program.source.place(offset)
    return f"{place.line}:{place.column}"


def test_branch_inside_of_an_expression_has_no_keyword(lower: Lower) -> None:
    program = lower("int f(int); int main(void) { int x = f(1); if (f(x && f(2))) f(3); return x || f(4); }")
    keywords = [operation.origin.keyword for _, operation in operations_in(program) if isinstance(operation, Assume)]
    assert keywords.count(None) == 8
    assert len(keywords) == 10


def test_closing_parenthesis_of_a_call(lower: Lower) -> None:
    program = lower("int f(int);\nint main(void) {\n  return f(\n    (1));\n}")
    origin = find(program, "__tmp = f(1)").origin
    assert str(program.source.place(origin.closing_parenthesis)).endswith(":4:8")
    assert str(origin.place).endswith(":3:10")


def test_macro_stands_where_it_is_used(lower: Lower) -> None:
    program = lower("#define SET(v) v = 5\n#define LOOP while (x < 3) x++\nint main(void) {\n  int x;\n  SET(x);\n  LOOP;\n}")
    assert texts(find(program, "x = 5")) == ("SET(x)", "SET(x)")
    branch = find(program, "[x < 3]")
    assert str(branch.origin.place).endswith(":6:3")
    assert branch.origin.keyword is not None
    assert place_at(program, branch.origin.keyword) == "6:3"


def test_argument_of_a_macro_stands_where_it_is_written(lower: Lower) -> None:
    program = lower("#define ID(v) (v)\nint f(int);\nint main(void) {\n  return ID(f(3));\n}")
    assert str(find(program, "__tmp = f(3)").origin.place).endswith(":4:13")


def test_header_has_its_own_places(write: Write) -> None:
    header = write("inc.h", "\nstatic int twice(int x) {\n  return x * 2;\n}\nstatic int shared = 4;\n")
    program = parse_file(write("test.c", '#include "inc.h"\nint main(void) { return twice(shared); }\n'), blocks=False)
    (operation,) = (item for _, item in operations_in(program, "twice"))
    assert str(operation.origin.place) == f"{header}:3:3"
    assert operation.origin.expression.text == "return x * 2"
    (variable,) = program.globals
    assert variable.declared_at is None


def test_line_markers_give_the_original_place(lower: Lower) -> None:
    program = lower('# 1 "orig.c"\nint f(int);\n# 12 "dir/orig.c"\nint main(void) {\n  return f(1);\n}\n')
    span = find(program, "__tmp = f(1)").origin.expression
    assert (span.start_place.line, span.start_place.column) == (5, 10)
    assert str(span.original_start_place) == "dir/orig.c:13:10"


def test_initialiser_belongs_to_its_declaration(lower: Lower) -> None:
    program = lower("static int a[2] = {1,\n  2};\nint main(void) { static char c = 'x'; return a[0] + c; }")
    assert texts(find(program, "a[1] = 2", "__start")) == ("static int a[2] = {1,\n  2}", "2")
    assert texts(find(program, "c = 120", "__start")) == ("static char c = 'x'", "'x'")


def test_variables_know_where_they_are_declared(lower: Lower) -> None:
    program = lower("int g;\nint main(int p, char **q) { int l = g; return l + p; }")
    places = {variable.name: variable.declared_at for variable in program.variables()}
    assert places["g"] == 0
    assert text_at(program, places["l"] or 0, 9) == "int l = g"
    assert text_at(program, places["p"] or 0, 5) == "int p"
    assert places["__return"] is None


def test_declaration_of_two_variables_has_two_places(lower: Lower) -> None:
    program = lower("int main(void) { int x = 1, y = 2; return x + y; }")
    declares = [item for _, item in operations_in(program) if isinstance(item, Declare)]
    assert [item.origin.expression.text for item in declares] == ["int x = 1", "y = 2"]
    assert {item.origin.statement.text for item in declares} == {"int x = 1, y = 2;"}


def test_carriage_returns_do_not_disturb(tmp_path: Path) -> None:
    path = tmp_path / "dos.c"
    path.write_bytes(b"int f(int);\r\nint main(void) {\r\n  return f(1);\r\n}\r\n")
    program = parse_file(str(path), blocks=False)
    assert str(find(program, "__tmp = f(1)").origin.place) == f"{path}:3:10"
