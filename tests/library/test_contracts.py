"""What is asked of the arguments of library functions, and that a run agrees with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.test_checks import program_of
from tests.checks.test_memory_checks import conditions
from whet.cfa.model import Program
from whet.cfa.show import to_c
from whet.cfa.targets import Targets, violation_by
from whet.checks.premises import premises_of
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, RunOutcome, UndefinedBehaviour
from whet.library.contracts import LibraryContract, contract_of
from whet.task.dangers import Danger
from whet.task.messages.assumptions import CHARACTERS

CONTRACTS = Targets("library-contract", dangers=frozenset({Danger("contract")}))
DECLARED = """
extern int __VERIFIER_nondet_int(void);
int isalpha(int), isascii(int), toupper(int), puts(const char *), printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
void *__memcpy_chk(void *, const void *, unsigned long, unsigned long), *memset(void *, int, unsigned long);
unsigned long strlen(const char *); char *strcpy(char *, const char *); const unsigned short **__ctype_b_loc(void);
static char a[8], b[8], *p, *q; struct { char head[4], tail[4]; } s;
"""


def read(folder: Path, body: str) -> Program:
    text = f"{DECLARED} int main(void) {{ int n = __VERIFIER_nondet_int(); {body} return 0; }}"
    return program_of(folder, text, CONTRACTS)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("isalpha(n);", ["n >= -1", "n <= 255"]),
        ("isalpha((unsigned char)n);", []),
        ("isalpha((signed char)n);", ["(int)(signed char)n >= -1"]),
        ("isascii(n);", []),
        ("strlen(p);", ["p != 0"]),
        ("strlen(a); strlen(a + n);", []),
        ("memset(p, 0, 0);", ["(void *)p != 0"]),
        ("memmove(a, a + 1, 4);", []),
        ("memcpy(a, b, n);", []),
        ("memcpy(a, a + 4, 4); memcpy(&a[4], a, 4); memcpy(s.head, s.tail, 4);", []),
    ],
)
def test_only_what_may_be_broken_is_checked(body: str, expected: list[str], tmp_path: Path) -> None:
    assert [to_c(each.condition) for each in conditions(read(tmp_path, body))] == expected


@pytest.mark.parametrize("call", ["memcpy(a, a + n, 4);", "memcpy(a + n, a + 1, 4);", "__memcpy_chk(a, &a[n], 3, 8);"])
def test_blocks_in_one_variable_are_checked_to_be_apart(call: str, tmp_path: Path) -> None:
    assert len(conditions(read(tmp_path, call))) == 1


def ended(program: Program, value: int) -> tuple[int, RunOutcome]:
    """How many errors a run enters, and how it ends."""
    seen: list[object] = []
    run = Interpreter(program).run(
        ListedInputs([value]), observer=lambda edge: seen.append(edge) if violation_by(edge.operation) else None
    )
    return len(seen), run.outcome


@pytest.mark.parametrize(
    ("body", "bad", "good"),
    [
        ("isalpha(n);", (-2, 256, 1 << 30), (-1, 0, 255)),
        ("toupper(n);", (-128, 1000), (-1, 97)),
        ("memcpy(a, a + n, 3);", (1, 2), (0, 3, 4)),
        ("memcpy(a + n, a + 2, 2);", (1, 3), (0, 2, 4)),
        ("memcpy(s.head, s.tail, n);", (5,), (0, 4)),
        ("__memcpy_chk(a, &a[n], 3, 8);", (1,), (3,)),
        ("if (n) p = a; memset(p, 1, n);", (0,), (1,)),
        ("if (n) p = a; strlen(p);", (0,), (1,)),
        ("if (n) p = a; __builtin_strlen(p);", (0,), (1,)),
        ("if (n) p = a; strcpy(b, p);", (0,), (1,)),
    ],
)
def test_run_finds_what_the_check_finds(body: str, bad: tuple[int, ...], good: tuple[int, ...], tmp_path: Path) -> None:
    program = read(tmp_path, body)
    for value in bad:
        errors, outcome = ended(program, value)
        assert isinstance(outcome, UndefinedBehaviour)
        assert (errors, outcome.danger) == (1, Danger("contract"))
    for value in good:
        assert ended(program, value) == (0, Exited(0))


def test_contract_that_is_not_checked_does_not_end_a_run(tmp_path: Path) -> None:
    text = f"{DECLARED} int main(void) {{ isalpha(__VERIFIER_nondet_int()); return 0; }}"
    assert ended(program_of(tmp_path, text, Targets("none")), -5) == (0, Exited(0))


def test_function_of_the_same_name_with_other_arguments_has_no_contract() -> None:
    assert contract_of("strlen", 1) == contract_of("__builtin_strlen", 1) == LibraryContract((0,))
    assert contract_of("strlen", 2) is None
    assert contract_of("__memcpy_chk", 4) == contract_of("memcpy", 3)
    assert contract_of("own_strlen", 1) is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("memcpy(a, a + n, 4); isalpha(n);", []),
        ("memcpy(p, q, 4);", []),
        ('strlen(p); puts("text"); printf("%s", p);', []),
        ("__ctype_b_loc();", [CHARACTERS]),
    ],
)
def test_what_is_not_looked_at_is_stated(body: str, expected: list[str], tmp_path: Path) -> None:
    found = [premise.what for premise in premises_of(read(tmp_path, body))]
    assert [what for what in found if what == CHARACTERS] == expected
