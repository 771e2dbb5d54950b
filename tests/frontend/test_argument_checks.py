"""Strings are read before library functions without a body get them, unless it is known that they have an end."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.model import Function
from whet.cfa.operations import Call, flatten
from whet.frontend.parse import parse_file

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"


def checks(folder: Path, text: str, *, checks_arguments: bool = True) -> list[str]:
    """What is called for strings, in functions of the program."""
    path = folder / "program.c"
    path.write_text(HEAD + text)
    program = parse_file(str(path), checks_arguments=checks_arguments)
    operations = [
        operation for edge in program.edges() if not edge.source.function.is_of_library for operation in flatten(edge.operation)
    ]
    callees = [operation.callee for operation in operations if isinstance(operation, Call)]
    named = [callee for callee in callees if isinstance(callee, Function)]
    return [each.written_name for each in named if each.name.endswith("@strings.c") or each.name == "__whet_writes"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('puts("text"); strlen("a"); strcmp("a", "b");', []),
        ("puts(given);", ["read_string"]),
        ("strncmp(given, given, 3);", ["compare_strings_within"]),
        ('printf("%s %.3s %d", given, given, 1);', ["read_string", "read_string_within"]),
        ("perror(0); perror(given);", ["read_string"]),
        ('snprintf(room, sizeof room, "%s", given);', ["read_string", "text_is_written"]),
        ('snprintf(room, 0, "%s", given);', ["read_string"]),
        ('sprintf(room, "%hhd", given[0]);', ["text_is_written"]),
        ('snprintf(room, 9, "%s", given);', ["string_length", "at_most", "__whet_writes", "text_is_written"]),
        ('sprintf(room, "%c-%5d", 65, given[0]);', ["signed_decimal", "at_least", "__whet_writes", "text_is_written"]),
        ('sprintf(room, "%c-%5d", 65, 3);', []),
        ('snprintf(room, 9, "%5d", 3);', []),
        ('sprintf(room, "%8d", 3);', ["__whet_writes", "text_is_written"]),
        ('fopen(given, "r");', ["read_string"]),
    ],
)
def test_strings_and_output_are_checked_before_the_call(tmp_path: Path, body: str, expected: list[str]) -> None:
    start = "static char room[8]; void fill(char *); int main(void) { char given[9]; fill(given);"
    text = f"{start} {body} return room[0]; }}"
    assert checks(tmp_path, text) == expected
    assert checks(tmp_path, text, checks_arguments=False) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('static const char *names[] = {"a", "b"}; int main(int c, char **v) { puts(names[c % 2]); return 0; }', ["read_null"]),
        ('int main(int c, char **v) { const char *s = c > 1 ? "a" : "b"; puts(s); return 0; }', []),
        ("int main(int c, char **v) { puts(v[0]); return 0; }", ["read_null"]),
        ("int main(int c, char **v) { char *s = v[0]; puts(s); s[0] = 'x'; return 0; }", ["read_string"]),
        ("int main(int c, char **v) { v[0] = v[1]; puts(v[0]); return 0; }", ["read_string"]),
        ("int main(int c, char **v) { puts(v[0] + 1); return 0; }", ["read_byte"]),
        ("int main(int c, char **v) { char *s = v[0] + 1; puts(s); s[0] = 'x'; return 0; }", ["read_string"]),
        ('int main(int c, char **v) { const char *s; if (c > 1) s = "a"; puts(s); return 0; }', ["read_string"]),
        ('int main(int c, char **v) { const char *s = getenv("A"); if (s) puts(s); return 0; }', ["read_null"]),
        ('static void f(const char *s) { puts(s); } int main(void) { f("a"); f("b"); return 0; }', []),
        (
            "static void f(const char *s) { puts(s); }"
            'int main(void) { void (*p)(const char *) = f; char b[2]; f("a"); p(b); return 0; }',
            ["read_string"],
        ),
        ("int main(void) { puts(strerror(2)); return 0; }", []),
        ("int main(void) { puts(strerror(2) + 1); return 0; }", ["read_string"]),
        ('int main(int c, char **v) { return strcmp(v[0], "a"); }', ["read_nulls"]),
        ('int main(int c, char **v) { return strncmp(v[0], "a", c); }', ["read_nulls_within"]),
        ('int main(int c, char **v) { return strncasecmp(v[0], "a", 1); }', ["read_nulls_within"]),
        ('int main(int c, char **v) { return strncmp(v[0] + 1, "a", 1); }', ["read_bytes_within"]),
        ('int main(int c, char **v) { return strnlen("abc", c); }', []),
        ('int main(void) { union { long n; const char *s; } u; u.s = "a"; u.n = 1; puts(u.s); return 0; }', ["read_string"]),
    ],
)
def test_strings_with_a_known_end_are_not_read(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert checks(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("body", "is_stored"),
    [
        ('sprintf(room, "%d", c);', False),
        ('int n = 3; n += sprintf(room + n, "%d", n); room[n] = 0;', False),
        ('sprintf(room, "%d", c); room[1] = room[0];', True),
        ('sprintf(room, "%d", c); char *p = room; return *p;', True),
        ('char *p = room; sprintf(p, "%d", c); return *p;', True),
        ('sprintf(room, "%d", c); puts(room);', True),
    ],
)
def test_text_that_nobody_reads_is_not_stored_again(tmp_path: Path, body: str, *, is_stored: bool) -> None:
    found = checks(tmp_path, f"int main(int c, char **v) {{ char room[16]; {body} return 0; }}")
    assert ("text_is_written" in found) is is_stored
