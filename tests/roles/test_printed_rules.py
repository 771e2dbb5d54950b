"""Rules that were repaired: each as it is printed in the dissertation gives another answer than the repaired one, and
that is wrong.

The printed rules are put in the place of the repaired ones, so that the tests also tell what was repaired.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.roles import golden_programs as programs
from tests.roles.reading import Reader, Repair, parameters, roles_of
from whet.frontend.parse import parse_file
from whet.roles import loop_classes
from whet.roles.infer import InferenceOptions
from whet.roles.names import Role
from whet.roles.suggestions import Heuristic

pytest.importorskip("clingo")
R = Role


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


@dataclass(frozen=True)
class Defect:
    """A variable has a role by one version of the rules only."""

    number: int
    program: str
    name: str
    role: Role
    changes: tuple[Repair, ...]
    expected: bool = True
    """Has it the role by the repaired rules?"""


UNARY = "int main(void) { int x = nondet_int(); int y = ~x; int z = x; z = -z; return y; }"
COPIES = "int main(void) { int y = 1; int x = y; int z = 2; if (z < 3) x = 4; return x; }"
STEPS = "int main(void) { int y = nondet_int(), x = 0; while (x < 100) x = x + y; return x; }"
USES = "int get(int *); int a[9]; int main(void) { int i = 2, n; get(&n); if (n == 7) i = 3; return a[i + 1]; }"
ADDRESS = "void set(int *); int n; int main(void) { int x; set(&x); return x < n; }"
_LOOP_RULES = (
    "loop_condition(L,A) :- cond(L,C), literal(C,A).\nloop_condition(L,A) :- leaving(_,L,I), branch(I,C), literal(C,A).",
    "loop_condition(L,C) :- cond(L,C).",
)
_BOOLEAN = (
    "non_boolean(X) :- compared(X,U), not truth_value(U), not var(U).",
    "non_boolean(X) :- operand(E,O,X), equality(O), operand(E,O,U), not truth_value(U).",
)
_OPERAND = ("operand(E,O,X) :- un(E,O,X), var(X).\n", "")
_RECURSIVE = ("recursive(F) :- call(_,F,F), function(F,_).", "recursive(F) :- call(C,F,F), function(F,_), stands_alone(C).")
_LINEAR = ("linear_shape(E) :- resolved(E).", "non_linear(X) :- assign(_,X,C), call(C,_,_).")
_ENUMERATION = ("non_enumeration(X) :- operand(_,O,X), relational(O).\n", "")
_CONSTANT = (
    "non_constant(X) :- flow(_,X,E), not constant(E), not var(E), not unresolved_value(E).",
    "non_constant(X) :- flow(_,X,E), not constant(E).",
)
_INDEX = ("increment(U,X,C), constant(C), scalar(X).", "increment(U,X,C), constant(C), scalar(X), never(X).")
_BRANCH = (
    "operand(A,O,X), comparison(O), scalar(X).",
    "operand(A,O,X), equality(O), bin(A,O,X,Z), const(Z,0), scalar(X).",
)
_BY_ADDRESS = ("arg(C,_,A), un(A,addr,X), scalar(X).", "arg(C,_,A), un(A,addr,X), scalar(X), never(X).")
_ARITHMETIC = (
    "operand(E,O,X), arithmetic(O), scalar(X).",
    "bin(E,O,_,_), operand(E,O,X), arithmetic(O), scalar(X).",
)
_MODIFIED = ("modified(X) :- un(_,addr,X).", "modified(X) :- un(_,addr,_), operand(_,_,X).")
_SWAPPED = ('"is a subscript",E) :- sub(E,_,X), scalar(X).', '"is a subscript",E) :- sub(E,X,_), scalar(X).')
_BY_NAME = ("truth_value(E) :- const(E,0).", 'truth_value(E) :- name(E,"0").')

DEFECTS = [
    Defect(1, programs.BITRATE, "found", R.BOOLEAN, (_BOOLEAN,)),
    Defect(2, UNARY, "x", R.BITVECTOR, (_OPERAND,)),
    Defect(3, UNARY, "z", R.ARITHMETIC, (_ARITHMETIC,)),
    Defect(3, ADDRESS, "n", R.SYNTACTIC_CONSTANT, (_MODIFIED,)),
    Defect(4, programs.MAXIMUM, "cnt", R.ASSERTION_PARAMETER, (("in_arithmetic(O) :- equality(O).\n", ""),)),
    Defect(5, programs.ACKERMANN, "result", R.RECURSIVE_FUNCTION_RESULT, (_RECURSIVE,)),
    Defect(6, programs.ACKERMANN, "result", R.LINEAR, (_LINEAR,)),
    Defect(8, programs.BYTE_SWAP, "i", R.PARITY, (("|K| > 1, K < 2147483647.", "|K| > 0, K < 2147483647."),), expected=False),
    Defect(9, programs.BITRATE, "index", R.LOOP_ITERATOR, (_LOOP_RULES,)),
    Defect(9, programs.BUFFER, "buf", R.LOOP_ITERATOR, (_LOOP_RULES,)),
    Defect(9, programs.BUFFER, "buflim", R.LOOP_BOUND, (_LOOP_RULES,)),
    Defect(10, COPIES, "x", R.CONSTANT_ASSIGNED, (_CONSTANT,)),
    Defect(10, COPIES, "z", R.ENUMERATION, (_ENUMERATION,), expected=False),
    Defect(11, STEPS, "x", R.COUNTER, (("increment(E,X,K), constant(K).", "increment(E,X,K)."),), expected=False),
    Defect(12, USES, "i", R.ARRAY_INDEX, (_INDEX,)),
    Defect(12, USES, "n", R.BRANCH_CONDITION, (_BRANCH,)),
    Defect(12, USES, "n", R.INPUT, (_BY_ADDRESS,)),
    Defect(13, programs.MAXIMUM, "id1", R.ASSERTION_PARAMETER, (('assertion("assume",0).', ""),)),
    Defect(15, programs.BITRATE, "index", R.ARRAY_INDEX, (_SWAPPED,)),
    Defect(15, programs.BITRATE, "found", R.BOOLEAN, (_BY_NAME,)),
]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: f"{defect.number}-{defect.name}-{defect.role}")
def test_repaired_rule_differs_from_the_printed_one(defect: Defect, reader: Reader) -> None:
    repaired = roles_of(reader.roles(defect.program), defect.name)
    printed = roles_of(reader.roles(defect.program, *defect.changes), defect.name)
    assert (defect.role in repaired, defect.role in printed) == (defect.expected, not defect.expected)


def test_7_inputs_closed_under_copies_give_18_pairs(reader: Reader) -> None:
    source = ("source(Y) :- flow(_,Y,C), external_call(C), scalar(Y).", "source(Y) :- has(input,Y).")
    other = ("reaches(X,Y), X != Y.", "reaches(X,Y).")
    counts = []
    for changes in ((), (source, other)):
        roles = reader.roles(programs.MAXIMUM, *changes)
        counts.append(sum(len(parameters(roles, name, R.DYNAMIC_ENUMERATION)) for name in ("max1", "max2", "max3")))
    assert counts == [9, 18]


def test_8_a_step_of_one_gives_no_template(reader: Reader) -> None:
    printed = ("|K| > 1, K < 2147483647.", "|K| > 0, K < 2147483647.")
    texts = [
        {each.text for each in reader.suggestions(programs.TWO_LOOPS, *changes) if each.heuristic is Heuristic.PARITY}
        for changes in ((), (printed,))
    ]
    assert texts == [set(), {"i%1", "j%1", "k%1"}]


def test_14_predicates_are_literals_and_not_whole_conditions(reader: Reader) -> None:
    printed = ("suggest(p1,A,A,none) :- asserted_literal(A).", "suggest(p1,A,A,none) :- asserted(A).")
    repaired, whole = ({each.text for each in reader.suggestions(programs.MAXIMUM, *changes)} for changes in ((), (printed,)))
    assert {"id1!=id2", "id1!=id3", "id2!=id3"} <= repaired
    assert "((id1!=id2)&&(id1!=id3))&&(id2!=id3)" in whole
    assert "id1!=id2" not in whole


def test_14_an_order_is_between_two_sources(reader: Reader) -> None:
    printed = ("has(dynamic_enumeration(Z),X), Y != Z.", "has(dynamic_enumeration(Z),X), X != Y.")
    repaired, trivial = ({each.text for each in reader.suggestions(programs.MAXIMUM, *changes)} for changes in ((), (printed,)))
    assert "id1<id1" not in repaired
    assert "id1<id1" in trivial


LOOPS = """
int main(void) {
  int n = nondet_int(), i, j;
  for (i = 0; i < 10; i++) { for (j = 0; j < i; j++) ; }
  for (i = 0; i < n; i--) ;
  while (nondet_int()) n = nondet_int();
  return 0;
}
"""


def test_16_classes_of_loops_are_a_chain_and_hard_is_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "loops.c"
    path.write_text(programs.PRELUDE + LOOPS)
    classes = loop_classes.classify_loops(parse_file(str(path)))
    assert len(classes) == 4
    assert all(each.is_bounded <= each.is_for <= each.is_generalised for each in classes)
    assert any(each.is_for and not each.is_hard for each in classes)
    # Printed: FOR is a part of hard, and the condition need only become "true" at some time, whichever way the step goes.
    wrong_way = sum(each.is_for for each in classes)
    monkeypatch.setattr(loop_classes, "_fits", lambda steps, stays: True)
    assert sum(each.is_for for each in loop_classes.classify_loops(parse_file(str(path)))) == wrong_way + 1


CALLED = "int a[9]; int at(int k) { return a[k]; } int main(void) { int i = 3; return at(i); }"


def test_17_uses_go_back_to_arguments_only_on_demand(reader: Reader) -> None:
    assert R.ARRAY_INDEX in roles_of(reader.roles(CALLED), "k")
    assert R.ARRAY_INDEX not in roles_of(reader.roles(CALLED), "i")
    back = reader.roles(CALLED, options=InferenceOptions(backward_closure=True))
    assert R.ARRAY_INDEX in roles_of(back, "i")
    (held,) = [held for held in back.of("i").held if held.role is R.ARRAY_INDEX]
    assert held.why == "is copied to at::k"


def test_a_passage_that_is_not_there_is_refused(reader: Reader) -> None:
    with pytest.raises(ValueError, match="found 0 times"):
        reader.roles(CALLED, ("no such rule", ""))
