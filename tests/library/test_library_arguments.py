"""What library functions do with their arguments, and where that is not checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.checks.unchecked_arguments import unchecked_arguments
from whet.frontend.parse import parse_file
from whet.library.accesses import NUMBER, Access, AccessKind
from whet.library.notation import accesses_of
from whet.task.dangers import Danger

BOTH = frozenset({Danger("memory"), Danger("contract")})


def test_calls_with_another_number_of_arguments_are_not_described() -> None:
    string, number = Access(AccessKind.STRING), NUMBER
    assert accesses_of("strlen", 1) == accesses_of("__builtin_strlen", 1) == (string,)
    assert accesses_of("strlen", 2) is None
    assert accesses_of("open", 2) == accesses_of("open", 3) == (string, number)
    assert accesses_of("__memcpy_chk", 4) == (*(accesses_of("memcpy", 3) or ()), number)
    assert accesses_of("fwrite", 4) == (Access(AccessKind.READ, (1, 2)), number, number, Access(AccessKind.STREAM))
    assert accesses_of("clock_getres", 2) == (number, Access(AccessKind.WRITTEN, is_of_objects=True, may_be_null=True))
    assert accesses_of("own_strlen", 1) is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('printf("%s %d\\n", text, 1);', []),
        ('printf("%m %s", text);', ["the format of printf"]),
        ("printf(text);", ["the format of printf"]),
        ('fprintf(stderr, "%n", &count);', ["the format of fprintf"]),
        ("vprintf(text, list);", ["the format of vprintf"]),
        ('vprintf("plain", list);', []),
        ("regfree(&expression);", ["what regfree does"]),
        ("inet_pton(2, text, text);", ["what inet_pton does with argument 3"]),
        ("elsewhere(text);", []),
        ("puts(text); memcmp(text, text, 3);", []),
    ],
)
def test_what_no_check_looks_at_is_named(tmp_path: Path, body: str, expected: list[str]) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        "#include <stdarg.h>\n#include <stdio.h>\n#include <string.h>\n#include <regex.h>\n#include <arpa/inet.h>\n"
        "static char text[4]; void elsewhere(char *); static regex_t expression;\n"
        f"static void run(int count, ...) {{ va_list list; va_start(list, count); {body} va_end(list); }}\n"
        "int main(void) { run(0); return 0; }\n"
    )
    program = parse_file(str(path), checks_arguments=True)
    put_checks(program, Targets("valid-deref", dangers=BOTH))
    found = [what for what, _ in unchecked_arguments(program)]
    assert len(found) == len(expected)
    assert all(words in what for words, what in zip(expected, found, strict=True))


@pytest.mark.parametrize(
    ("call", "is_fit"),
    [
        ('printf("%d %ld %s %c %f %p", 1, 1L, "a", 2, 0.5, (void *)0)', True),
        ('printf("%*d %.*s", 3, 1, 2, "ab")', True),
        ('printf("%d")', False),
        ('printf("%s", 5)', False),
        ('printf("%d", 1L)', False),
        ('printf("%f", 1)', False),
        ('printf("100%%")', True),
    ],
)
def test_formats_that_do_not_fit_are_found(tmp_path: Path, call: str, is_fit: bool) -> None:
    path = tmp_path / "program.c"
    path.write_text(f"int printf(const char *, ...); int main(void) {{ {call}; return 0; }}")
    program = parse_file(str(path), checks_arguments=True)
    put_checks(program, Targets("contract", dangers=frozenset({Danger("contract")})))
    assert (Danger("contract") in {error.danger for each in program.functions.values() if (error := each.error)}) is not is_fit
