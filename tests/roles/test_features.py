"""Classes of loops and the vector of features."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.roles.golden_programs import PRELUDE
from whet.frontend.parse import parse_file
from whet.roles.features import FEATURES, PropertyKind, features, features_of_file
from whet.roles.loop_classes import LoopClass, classify_loops
from whet.roles.rule_text import Rules


def classes(tmp_path: Path, statements: str, declarations: str = "") -> list[str]:
    path = tmp_path / "program.c"
    text = f"{PRELUDE}{declarations}\nint main(void) {{ int n = nondet_int(), m = nondet_int(), i, j; {statements} return 0; }}"
    path.write_text(text)
    return [name(each) for each in classify_loops(parse_file(str(path)))]


def name(found: LoopClass) -> str:
    if found.is_bounded:
        return "bounded"
    return "for" if found.is_for else "generalised" if found.is_generalised else "hard"


LOOPS = [
    ("for (i = 0; i < 10; i++) ;", ["bounded"]),
    ("for (i = 0; n > i; i += 2) ;", ["bounded"]),
    ("for (i = n; i != 0; i--) ;", ["bounded"]),
    ("i = n; while (i) i--;", ["bounded"]),
    ("i = n; do { i--; } while (i > 0);", ["bounded"]),
    ("i = 0; while (1) { if (i >= n) break; i++; }", ["bounded"]),
    ("i = 0; again: if (i < n) { i++; goto again; }", ["bounded"]),
    ("for (i = 0; i < n; i++) for (j = 0; j < i; j++) ;", ["bounded", "bounded"]),
    ("while (nondet_int()) for (j = 0; j < 3; j++) ;", ["hard", "for"]),
    # one condition left out
    ("for (i = 0; i < n; i--) ;", ["generalised"]),
    ("for (i = 0; i != n; i += 2) ;", ["generalised"]),
    ("for (i = 0; i < n; i = i * 2) ;", ["generalised"]),
    ("for (i = 0; i < n; i++) n = m;", ["generalised"]),
    ("i = 0; while (nondet_int()) { i++; if (m) { if (i > 10) break; } }", ["generalised"]),
    # two left out
    ("for (i = 0; i < n; i = m) n = i;", ["hard"]),
    ("while (nondet_int()) ;", ["hard"]),
    ("while (n == 3) m = 2;", ["hard"]),
    ("for (;;) i = 0;", ["hard"]),
    ("i = 0; while (i < n) { if (m) i++; else n = m; }", ["hard"]),
]


@pytest.mark.parametrize(("statements", "expected"), LOOPS)
def test_class_of_a_loop(statements: str, expected: list[str], tmp_path: Path) -> None:
    assert classes(tmp_path, statements) == expected


def test_a_callee_may_change_a_global_bound(tmp_path: Path) -> None:
    loop = "for (i = 0; i < g; i++) f();"
    assert classes(tmp_path, loop, "int g; void f(void) { }") == ["bounded"]
    assert classes(tmp_path, loop, "int g; void f(void) { g = 3; }") == ["generalised"]


def test_a_pointer_may_change_the_iterator(tmp_path: Path) -> None:
    assert classes(tmp_path, "int *p = &j; for (i = 0; i < 9; i++) *p = 0;") == ["bounded"]
    assert classes(tmp_path, "int *p = &i; for (i = 0; i < 9; i++) *p = 0;") == ["generalised"]


PROGRAM = """
int a[4]; void sort(int *, int (*)(int, int)); int less(int x, int y) { return x < y; }
int main(void) { int *p = a; for (int i = 0; i < 4; i++) a[i] = nondet_int(); sort(p, less); if (a[0] > 3) return 1; return 0; }
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    pytest.importorskip("clingo")
    file = tmp_path / "program.c"
    file.write_text(PRELUDE + PROGRAM)
    return str(file)


def test_there_are_39_features_in_a_fixed_order(path: str) -> None:
    assert len(FEATURES) == len(set(FEATURES)) == 39
    assert (FEATURES[0], FEATURES[29], FEATURES[-1]) == ("role_array_index", "role_recursive_function_result", "property_kind")
    found = features_of_file(path, kind=PropertyKind.OVERFLOW)
    assert tuple(found) == FEATURES
    assert all(isinstance(value, float) for value in found.values())


def test_features_count_what_they_say(path: str) -> None:
    found = features_of_file(path, kind=PropertyKind.OVERFLOW)
    # Variables: x, y, p, i; the array and results of functions do not count.
    assert found["role_array_index"] == 1 / 4
    assert found["role_integral"] == found["role_scalar"] == 3 / 4
    assert found["role_pointer"] == found["role_pointer_to_scalar"] == 1 / 4
    assert (found["loops_bounded"], found["loops_hard"]) == (1.0, 0.0)
    assert found["function_pointer_calls"] == 1 / 2
    assert found["function_pointer_arguments"] == 1 / 2
    assert found["property_kind"] == 2.0
    assert found["cfg_blocks"] > found["max_indegree"] >= 2


def test_features_of_a_program_are_those_of_its_file(path: str) -> None:
    assert features(parse_file(path)) == features_of_file(path)


def test_a_program_without_anything_has_zeros(tmp_path: Path) -> None:
    pytest.importorskip("clingo")
    file = tmp_path / "empty.c"
    file.write_text("int main(void) { return 0; }")
    found = features_of_file(str(file))
    assert {key for key, value in found.items() if value} == {"cfg_blocks", "max_indegree"}


def test_roles_that_are_no_features_leave_the_others_as_they_are(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = features_of_file(path)
    monkeypatch.setattr(Rules, "for_features", Rules.standard)
    assert features_of_file(path) == quick
