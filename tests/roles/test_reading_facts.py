"""How C is read for the rules: each construct with a program that shows it in the roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.roles.reading import Reader, parameters, roles_of
from whet.roles.engine import EngineMissing, evaluate
from whet.roles.infer import InferenceOptions, infer_roles
from whet.roles.library_tables import names_in_tables
from whet.roles.names import NEGATIVE, OF_TYPES, PORTFOLIO_ROLES, Role
from whet.roles.rule_text import SUGGESTIONS, Rules

pytest.importorskip("clingo")
R = Role


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


def main(statements: str, declarations: str = "") -> str:
    return f"{declarations}\nint main(void) {{ {statements} return 0; }}"


def test_there_are_35_roles_in_three_groups() -> None:
    assert (len(Role), len(PORTFOLIO_ROLES), len(OF_TYPES), len(NEGATIVE)) == (35, 30, 9, 7)


def test_a_case_compares_the_selector(reader: Reader) -> None:
    roles = reader.roles(main("int s = 1; switch (s) { case 1: s = 2; break; case 'x': s = 3; }"))
    assert {R.ENUMERATION, R.BRANCH_CONDITION} <= roles_of(roles, "s")
    ordered = reader.roles(main("int s = 1; switch (s) { case 1 ... 5: s = 2; }"))
    assert R.ENUMERATION not in roles_of(ordered, "s")


def test_an_arm_of_a_conditional_is_an_assignment_in_a_branch(reader: Reader) -> None:
    roles = reader.roles(main("int y = nondet_int(), z = nondet_int(); int x = y < z ? y : 3; int b = x ? 1 : 0;"))
    assert {R.EXTREMUM, R.INPUT} <= roles_of(roles, "x")
    assert R.BRANCH_CONDITION in roles_of(roles, "y")
    assert R.BOOLEAN in roles_of(roles, "b")


def test_members_are_one_variable_in_all_objects(reader: Reader) -> None:
    roles = reader.roles(
        main("struct s a, *p = &a; a.n = 0; p->n = p->n + 1; p->m = nondet_int();", "struct s { int n, m, unused; };")
    )
    assert R.COUNTER in roles_of(roles, "s.n")
    assert R.INPUT in roles_of(roles, "s.m")
    assert all(each.name != "s.unused" for each in roles.variables)


def test_lists_initialise_members_by_position_and_by_name(reader: Reader) -> None:
    text = "struct s { char c; int n; struct { int deep; } in; int d; }; struct s g = {'a', 2, {3}, .d = 'b'};"
    roles = reader.roles(main("g.n = g.c;", text))
    assert R.CHARACTER in roles_of(roles, "s.c")
    assert R.CHARACTER in roles_of(roles, "s.d")
    assert R.CHARACTER in roles_of(roles, "s.n")
    assert R.CONSTANT_ASSIGNED in roles_of(roles, "deep")


def test_macros_count_as_calls(reader: Reader) -> None:
    macro = "#define isdigit(c) ((c) >= '0' && (c) <= '9')\n"
    assert R.CHARACTER in roles_of(reader.roles(main("int k = nondet_int(); if (isdigit(k)) return 1;", macro)), "k")
    other = macro.replace("isdigit", "in_range")
    assert R.CHARACTER not in roles_of(reader.roles(main("int k = nondet_int(); if (in_range(k)) return 1;", other)), "k")


def test_a_jump_out_of_a_loop_is_like_break(reader: Reader) -> None:
    leaving = main("int i = 0, n = nondet_int(); while (1) { i++; if (i >= n) goto out; } out: n = 0;")
    roles = reader.roles(leaving)
    assert R.LOOP_ITERATOR in roles_of(roles, "i")
    assert R.LOOP_BOUND in roles_of(roles, "n")
    staying = main("int i = 0, n = nondet_int(); while (1) { again: i++; if (i >= n) goto again; }")
    assert R.LOOP_ITERATOR not in roles_of(reader.roles(staying), "i")


def test_break_of_a_switch_leaves_no_loop(reader: Reader) -> None:
    text = main("int i = 0; while (1) { i++; switch (i) { case 3: if (i > 2) break; } }")
    assert R.LOOP_ITERATOR not in roles_of(reader.roles(text), "i")


def test_pointers_have_no_roles_of_values(reader: Reader) -> None:
    roles = roles_of(reader.roles(main("int a[3]; int *p = a; while (p < a + 3) p++;")), "p")
    assert roles == {R.POINTER, R.POINTER_TO_SCALAR}


def test_values_flow_through_functions(reader: Reader) -> None:
    roles = reader.roles(main("int x = twice(nondet_int());", "int twice(int a) { return a; }"))
    assert R.INPUT in roles_of(roles, "twice::a")
    assert R.INPUT in roles_of(roles, "twice()")
    assert R.INPUT in roles_of(roles, "x")


def test_shifts_are_bitwise_only_on_demand(reader: Reader) -> None:
    text = main("int x = nondet_int(); int y = x << 2;")
    assert R.BITVECTOR not in roles_of(reader.roles(text), "x")
    assert R.BITVECTOR in roles_of(reader.roles(text, options=InferenceOptions(shifts_are_bitops=True)), "x")


def test_large_and_odd_literals_are_read(reader: Reader) -> None:
    first = "unsigned long x = 0xffffffffffffffffUL; float f = 1.5f; int c = '\\\\'; int d = '\"';"
    roles = reader.roles(main(f"{first} c = -2147483648; x = x % 4294967296UL;"))
    assert R.CONSTANT_ASSIGNED in roles_of(roles, "f")
    assert R.CHARACTER in roles_of(roles, "d")
    assert parameters(roles, "x", R.PARITY) == set()


def test_a_reason_is_the_first_place_and_copies_lead_to_it(reader: Reader) -> None:
    roles = reader.roles(main("int i = 0;\nint j = i;\nint k = j;\na[i] = 1;", "int a[9];"))
    (direct,) = [held for held in roles.of("i").held if held.role is R.ARRAY_INDEX]
    (copy,) = [held for held in roles.of("k").held if held.role is R.ARRAY_INDEX]
    assert direct.place is not None
    assert (direct.why, direct.place.line) == ("is a subscript", 6)
    assert copy.why == "is a copy of main::j"


def test_evidence_is_asked_for(reader: Reader) -> None:
    roles = reader.roles(main("int unused; int used = 1;"))
    assert R.BOOLEAN in roles_of(roles, "unused")
    assert not roles_of(roles.with_evidence(), "unused") & NEGATIVE
    assert R.BOOLEAN in roles_of(roles.with_evidence(), "used")


def test_rules_that_cannot_fire_change_nothing(reader: Reader, tmp_path: Path) -> None:
    from tests.roles import golden_programs as programs
    from whet.frontend.parse import with_unit
    from whet.roles.unit_facts import read_facts

    rules, wanted = Rules.standard(SUGGESTIONS), (("has", 2), ("reason", 4), ("type_role", 3), ("suggest", 4), ("evident", 1))
    for name in ("BITRATE", "NUMBER_READER", "THREAD", "ACKERMANN", "MAXIMUM", "BUFFER", "TWO_LOOPS"):
        path = tmp_path / "program.c"
        path.write_text(programs.PRELUDE + getattr(programs, name))
        facts = with_unit(str(path), lambda unit: read_facts(unit).text)
        assert 0 < len(rules.needed(facts)) < len(rules.statements)
        pruned, whole = evaluate(rules, facts, wanted), evaluate(rules, facts, wanted, prune=False)
        assert {key: sorted(atoms) for key, atoms in pruned.items()} == {key: sorted(atoms) for key, atoms in whole.items()}


def test_without_the_engine_a_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "clingo", None)
    with pytest.raises(EngineMissing, match=r"pip install 'whet\[roles\]'"):
        evaluate(Rules.standard(), "var(1).", ())


def test_tables_are_read_by_name() -> None:
    assert names_in_tables("error") == {"__VERIFIER_error", "reach_error", "__assert_fail"}
    assert names_in_tables("heap_result") < names_in_tables()


def test_only_what_can_be_called_is_read_on_demand(reader: Reader) -> None:
    text = "int used = 3; int idle = 1; int apart(int k) { return k; } void (*table)(void); " + main("return used;")
    whole = reader.roles(text)
    part = infer_roles(str(reader.path), entry="main")
    assert {each.name for each in part.variables} == {"used", "main()"}
    assert {"used", "idle", "apart::k", "apart()", "table", "main()"} == {each.name for each in whole.variables}
    assert part.of("used").roles == whole.of("used").roles
    assert infer_roles(str(reader.path), entry="missing") == whole


def test_an_operator_with_a_hidden_operand_was_taken_for_a_whole_one(reader: Reader) -> None:
    """libclang shows only parts of what ``__builtin_choose_expr`` is given."""
    choice = "__builtin_choose_expr(sizeof(*(short *)p) == 1, *(short *)p, __builtin_choose_expr(sizeof(*(short *)p) == 2, 5, 6))"
    roles = reader.roles(main(f"long v = 1; short *p = (short *)&v; int x = (typeof(*p))({{ {choice}; }}); x = x & 3;"))
    assert R.BITVECTOR in roles_of(roles, "x")


def test_an_assumption_that_the_program_defines_is_one(reader: Reader) -> None:
    defined = "void abort(void); void assume_abort_if_not(int c) { if (!c) abort(); }"
    roles = reader.roles(main("int n = nondet_int(); assume_abort_if_not(n < 7);", defined))
    assert R.ASSERTION_PARAMETER in roles_of(roles, "n")
