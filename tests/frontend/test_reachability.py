"""Only what the entry function can reach is lowered."""

from __future__ import annotations

from tests.frontend.reading import Lower, Write, operations, path
from whet.frontend.parse import parse_file

PROGRAM = """
int used = 1, unused = 2, table_only = 3, *pointer = &used;
int leaf(void) { return used; }
int never(void) { return unused; }
int by_table(void) { return table_only; }
int by_address(void) { return 0; }
int (*table[])(void) = {by_table};
int (*lost[])(void) = {never};
int declared(void);
int main(void) {
    int (*p)(void) = by_address;
    static int (*q)(void) = leaf;
    return p() + q() + table[0]() + declared() + sizeof(never());
}
"""


def test_functions_are_lowered_when_they_are_named(lower: Lower) -> None:
    program = lower(PROGRAM)
    assert {function.name for function in program.defined_functions} == {"__start", "main", "by_address", "leaf", "by_table"}
    assert set(program.functions) - {function.name for function in program.defined_functions} == {"declared"}


def test_globals_are_initialised_when_they_are_named(lower: Lower) -> None:
    names = {variable.name for variable in lower(PROGRAM).globals}
    assert names == {"used", "table", "table_only", "q"}


def test_entry_function_may_be_another(write: Write) -> None:
    program = parse_file(write("a.c", PROGRAM), entry="never", blocks=False)
    assert program.main.name == "never"
    assert [variable.name for variable in program.globals] == ["unused"]
    assert [line for line in path(program.start) if line != "skip"] == ["int unused = 0", "unused = 2", "never()", "return"]


def test_parameters_of_main_are_arbitrary(lower: Lower) -> None:
    program = lower("int main(int count, char **words) { return count; }")
    assert operations(program, "__start") == [
        "skip",
        "havoc count",
        "havoc words",
        "[count >= 0]",
        "[words]",
        "main(count, words)",
        "return",
    ]


def test_recursion_is_lowered_once(lower: Lower) -> None:
    text = "int odd(int n); int even(int n) { return n ? odd(n - 1) : 1; } int odd(int n) { return n ? even(n - 1) : 0; }"
    program = lower(f"{text} int main(void) {{ return even(4); }}")
    assert list(program.functions) == ["__start", "main", "even", "odd"]


def test_names_are_unique_in_a_function(lower: Lower) -> None:
    text = "int x__2 = 1; int main(void) { int x = x__2; { int x = 2; { int x = 3; x++; } } int x__2 = x; return x__2; }"
    program = lower(text)
    names = [variable.name for variable in program.main.variables]
    assert len(names) == len(set(names)) == 5
    assert operations(program)[:4] == ["int x", "x = x__2", "int x__2", "x__2 = 2"]


def test_nodes_are_numbered_without_gaps(lower: Lower) -> None:
    numbers = [node.number for node in lower(PROGRAM).nodes()]
    assert sorted(numbers) == list(range(len(numbers)))


def test_reading_twice_gives_the_same(lower: Lower) -> None:
    first, second = lower(PROGRAM), lower(PROGRAM)
    assert [operations(first, name) for name in first.functions] == [operations(second, name) for name in second.functions]
