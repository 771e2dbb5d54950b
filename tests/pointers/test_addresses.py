"""Where the number of an address matters, and where it does not: then nothing is lost by a formula's choice of addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.expressions import Cast, subexpressions
from whet.cfa.operations import expressions_of
from whet.cfa.types import ILP32, LP64, IntType, MachineModel, PointerType
from whet.pointers.regions import Regions

PRELUDE = """
typedef unsigned long word;
extern word __VERIFIER_nondet_ulong(void);
extern word unknown(word, void *);
void *malloc(word); void free(void *); void *memcpy(void *, const void *, word);
struct node { int value; struct node *next; word data; };
struct node a, b;
struct { char *p; word f : 12; } s;
int r, array[4]; word w, v;
extern word elsewhere;
void *alloca(word);
"""

PASSED = {
    "last bits that the alignment decides": "r = (word)&a % 4; r = (word)&a.value & 3; word t = (word)&a; r = t & 3;",
    "the offset of CIL": "struct node *p = &a; word t = (word)p; word u = t + 8; r = ((struct node *)u)->value;",
    "to a pointer and back": "word t = (word)&a; struct node *p = (struct node *)t; r = p->value;",
    "less a number": "char *p = (char *)((word)&a.next - 8); r = *p;",
    "in memory": "a.data = (word)&b; struct node *p = (struct node *)a.data; r = p->value;",
    "to a function": "word t = twice((word)&a); r = ((struct node *)t)->value;",
    "to a function without a body": "w = unknown((word)&a, &b);",
    "compared with null": "word t = (word)&a; if (t == 0) r = 1; if (t) r = 2; r = !t;",
    "equal to another": "if ((word)&a == (word)&b) r = 1;",
    "equal to another through temporaries": "word t = (word)&a, u = (word)&b; if (t != u) r = 1;",
    "inside of an array": "if ((word)&array[3] == (word)&array[0]) r = 1;",
    "pointers that no integer was": "struct node *p = &a; p++; if (p == &b) r = 1; if (!p) r = 2; r = (word)&b == 0;",
    "an error of Linux": "word t = (word)&a; if (t >= (word)-4095) r = 1;",
    "equal to what is always null": (
        "word n = (word)(void *)0, t = (word)malloc(4); void *z = 0; word m = (word)z; free(0);"
        " if (t == n) r = 1; if (t == m) r = 2;"
    ),
    "as a truth value": "r = (_Bool)(word)&a;",
    "between signs": "long t = (long)&a; r = *(int *)(word)t;",
    "by a pointer to a function": "word (*f)(word) = twice; r = ((struct node *)f((word)&a))->value;",
    "copied with its structure": "a.data = (word)&b; struct node c = a; r = ((struct node *)c.data)->value;",
}

LOOKED_AT = {
    "remainder": "r = (word)&a % 64;",
    "bits": "w = (word)&a & ~7ul;",
    "narrow": "r = (short)(word)&a;",
    "narrow at once": "r = (short)&a;",
    "through a variable": "w = (word)&a; r = w * 2;",
    "through memory": "a.data = (word)&b; r = a.data % 2;",
    "through a function": "w = twice((word)&a); r = w / 2;",
    "through a copy of its structure": "a.data = (word)&b; struct node c = a; r = c.data % 2;",
    "through memcpy": "word x = (word)&a, y; memcpy(&y, &x, sizeof x); r = y % 2;",
    "compared with a number": "if ((word)&a == 4096000) r = 1;",
    "compared with a small number": "word t = (word)&a; if (t > 2012) r = 1;",
    "compared with any number": "word n = __VERIFIER_nondet_ulong(); if ((word)&a == n) r = 1;",
    "compared with a number that was a pointer": (
        "char *p = (char *)__VERIFIER_nondet_ulong(); word t = (word)p; if ((word)&a == t) r = 1;"
    ),
    "order": "if ((word)&a < (word)&b) r = 1;",
    "sign": "if ((long)&a < 0) r = 1;",
    "distance": "w = (word)&b - (word)&a; r = *((char *)&a + w);",
    "sum": "w = (word)&a + (word)&b; r = *(char *)w;",
    "an offset compared": "word t = (word)&a + 8; if (t == (word)&b) r = 1;",
    "an offset compared with null": "word t = (word)&a + __VERIFIER_nondet_ulong(); if (t) r = 1;",
    "index": "r = ((char *)0)[(word)&a];",
    "switch": "switch ((word)&a) { case 77777: r = 1; }",
    "an address that may be given out again": "word t = (word)malloc(4); free((void *)t); if (t == (word)malloc(4)) r = 1;",
    "an address on the stack": "word t, u; { int x; t = (word)&x; } { int y; u = (word)&y; } if (t == u) r = 1;",
    "an address that a function without a body may give back": (
        "void *p = malloc(4); word t = (word)p; unknown(0, p); if (t == (word)malloc(4)) r = 1;"
    ),
    "an address on the stack of a function that is over": "w = (word)alloca(4); if (w == (word)malloc(4)) r = 1;",
    "more than a pointer, with copies of its sign": "long long x = (int)(long)&a; r = x == 3;",
    "compared with a number in memory": "s.p = (char *)0x404060; if ((word)s.p == (word)&a) r = 1;",
    "compared with what another unit has": "if (elsewhere == (word)&a) r = 1;",
    "a part in a bit-field": "s.f = (word)&a; r = s.f;",
    "kept longer than the object, as a pointer": "word t = (word)malloc(4); free((void *)t); if ((void *)t == malloc(4)) r = 1;",
    "an offset that may be null, as a pointer": "char *p = (char *)((word)&a - v); if (p == 0) r = 1;",
    "an offset that may be null, as a truth value": "char *p = (char *)((word)&a - v); if (!p) r = 1;",
    "behind an array": "if ((word)(array + 4) == (word)&a) r = 1;",
    "behind an array by an index": "if ((word)&array[4] == (word)&a) r = 1;",
    "functions that may be one": "if ((word)memcpy == (word)unknown) r = 1;",
    "strings that may be one": 'if ((word)"x" == (word)"x") r = 1;',
    "the size of a block": "malloc((word)&a);",
    "to a float": "double d = (word)&a; r = d > 0;",
}


def looked_at(text: str, folder: Path, machine: MachineModel = LP64) -> set[bool]:
    """Of all pointers that become integers: is the number looked at?"""
    functions = f"word twice(word x) {{ return x; }} int main(void) {{ {text} return 0; }}"
    program = program_of(PRELUDE + functions, folder, machine)
    regions = Regions(program)
    parts = (part for edge in program.edges() for expr in expressions_of(edge.operation) for part in subexpressions(expr))
    numbers = [part for part in parts if isinstance(part, Cast) and isinstance(part.operand.type, PointerType)]
    return {regions.is_looked_at(each) for each in numbers if isinstance(each.type, IntType) and each.type.width > 1}


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("text", PASSED.values(), ids=PASSED.keys())
def test_numbers_that_nobody_looks_at(text: str, machine: MachineModel, tmp_path: Path) -> None:
    assert True not in looked_at(text, tmp_path, machine)


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
@pytest.mark.parametrize("text", LOOKED_AT.values(), ids=LOOKED_AT.keys())
def test_numbers_that_matter(text: str, machine: MachineModel, tmp_path: Path) -> None:
    assert True in looked_at(text, tmp_path, machine)


def test_one_number_that_matters_does_not_make_others_matter(tmp_path: Path) -> None:
    text = "word t = (word)&a, u = (word)&b; r = t % 64; r = ((struct node *)u)->value;"
    assert looked_at(text, tmp_path) == {True, False}
