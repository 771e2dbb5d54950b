"""Views: where a type has pointers, which types occur in which, and which accesses are in doubt."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.interpreter.running import program_of
from whet.cfa.expressions import Cast, Deref, Expr, Index, Lvalue, Member, Var
from whet.cfa.operations import Assign, expressions_of, flatten
from whet.cfa.types import LP64, ArrayType, CType, Field, StructType
from whet.pointers.regions import Regions
from whet.pointers.views import PointerStores, Views, occurs, overlaps

POINTER = LP64.pointer(LP64.int)


def structure(tag: str, *members: tuple[int, CType], union: bool = False) -> StructType:
    made = StructType(tag, union)
    fields = tuple(Field(f"m{offset}", type, 8 * offset) for offset, type in members)
    made.complete(size=max(offset + type.size for offset, type in members), align=8, fields=fields)
    return made


NODE = structure("node", (0, LP64.int), (8, POINTER), (16, ArrayType(LP64.integer("char"), 8)))
OUTER = structure("outer", (0, ArrayType(NODE, 3)), (72, LP64.int))


def scalars(type: CType, offset: int = 0) -> list[tuple[int, int, bool]]:
    """The scalars of a type: offset, size, and whether it is a pointer."""
    match type:
        case ArrayType(element=element, count=int(count)):
            return [each for number in range(count) for each in scalars(element, offset + number * element.size)]
        case StructType(fields=fields):
            return [each for member in fields for each in scalars(member.type, offset + member.offset)]
        case _:
            return [(offset, type.size, type == POINTER)]


@given(st.integers(0, 75), st.integers(1, 30), st.booleans(), st.sampled_from([NODE, OUTER, POINTER, LP64.int]))
def test_where_pointers_are(low: int, size: int, pointers: bool, type: CType) -> None:
    expected = any(is_pointer == pointers and start < low + size and low < start + length for start, length, is_pointer in
                   scalars(type))  # fmt: skip
    assert overlaps(type, low, low + size, pointers=pointers) == expected


def test_what_occurs_in_a_structure() -> None:
    assert occurs(NODE, OUTER)
    assert occurs(LP64.int, OUTER)
    assert not occurs(OUTER, NODE)
    assert not occurs(LP64.double, OUTER)


DOUBTED = {
    "union u { int *p; long n; } x; int a; int main(void) { x.p = &a; long last = x.n; return 0; }": True,
    "union u { int *p; long n; } x; int main(void) { x.n = 1; long last = x.n; return 0; }": False,
    "union u { int *p; struct { long h, n; } s; } x; int a; int main(void) { x.p = &a; long last = x.s.n; return 0; }": False,
    "union u { int *p; struct { long h, n; } s; } x; int a; int main(void) { x.p = &a; long last = x.s.h; return 0; }": True,
    "union u { int *p; long n; } x; int a; int main(void) { int **q = &x.p; *q = &a; long last = x.n; return 0; }": True,
    "struct n { int d; int *p; } x; int a; int main(void) { x.p = &a; int last = x.d; return 0; }": False,
    "struct n { int d; int *p; } x; int a; int main(void) { x.p = &a; char *c = (char *)&x; int last = c[3]; return 0; }": True,
    "struct n { int d; int *p; } x; int main(void) { x.d = 1; char *c = (char *)&x; int last = c[3]; return 0; }": False,
    "struct n { int d; int *p; } x; int a; int main(void) { x.p = &a; char *c = (char *)&x; *c = 1; int last = x.d;"
    " return 0; }": False,
    "struct n { int d; int *p; } x; int a; int main(void) { x.p = &a; void *v = &x; struct n *y = v; int last = y->d;"
    " return 0; }": False,
    "struct n { int d; int *p; } x; struct m { int *p; int d; }; int a; int main(void) { struct m *y = (struct m *)&x; y->p = &a;"
    " int last = x.d; return 0; }": True,
    "struct n { int d; } x; struct m { int d; int *p; }; int a; int main(void) { struct m *y = (struct m *)&x; y->p = &a;"
    " int last = x.d; return 0; }": False,
}


@pytest.mark.parametrize("text", DOUBTED)
def test_which_accesses_are_in_doubt(text: str, tmp_path: Path) -> None:
    program = program_of(text, tmp_path)
    assigned = [part for edge in program.main.edges() for part in flatten(edge.operation) if isinstance(part, Assign)]
    (value,) = [part.value for part in assigned if isinstance(part.lvalue, Var) and part.lvalue.variable.name == "last"]
    assert Regions(program).doubts(_read(value)) == DOUBTED[text]


def _read(value: Expr) -> Lvalue:
    """What is read, without the conversions around it."""
    while isinstance(value, Cast):
        value = value.operand
    assert isinstance(value, (Var, Deref, Member, Index))
    return value


def test_bytes_keep_their_views_when_they_are_copied() -> None:
    one, other = Views(), Views()
    one.convert(NODE, LP64.integer("char"))
    assert other.receive(one)
    assert not other.receive(one)
    assert set(other.taken) == {NODE, LP64.integer("char")}


def test_a_part_whose_address_is_taken_may_be_stored_to(tmp_path: Path) -> None:
    program = program_of("struct n { int d; int *p; } x; int main(void) { x.d = 1; return x.d; }", tmp_path)
    lvalues = [expr for edge in program.main.edges() for expr in expressions_of(edge.operation) if isinstance(expr, Member)]
    stores = PointerStores()
    stores.add(lvalues[0])
    assert stores.hits(lvalues[0].base.type, 0, 4, pointers=False)
    assert not stores.hits(lvalues[0].base.type, 0, 16, pointers=True)
    stores.expose(Member(lvalues[0].base, Field("p", POINTER, 64)))
    assert stores.hits(lvalues[0].base.type, 0, 16, pointers=True)
