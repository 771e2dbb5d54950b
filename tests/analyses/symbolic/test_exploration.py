"""Whole programs under eager symbolic execution: what it proves, what it finds, and where it must not say anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.symbolic.running import ran
from whet.core.context import LimitReached
from whet.core.result import FalseVerdict

CORRECT = {
    "relation between inputs": """int main(void) {
      int x = __VERIFIER_nondet_int(), y = x;
      if (x > 10 && y <= 10) reach_error();
      return 0;
    }""",
    "array at an unknown index": """int main(void) {
      int a[8] = {0}; unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
      a[i] = 5; a[j] = 7;
      if (i != j && a[i] != 5) reach_error();
      if (a[j] != 7) reach_error();
      return 0;
    }""",
    "union": """union u { unsigned word; unsigned char bytes[4]; };
    int main(void) {
      union u u; u.word = __VERIFIER_nondet_uint();
      unsigned char first = u.bytes[0];
      u.bytes[1] = 0;
      if ((u.word & 0xff) != first || (u.word >> 8 & 0xff) != 0) reach_error();
      return 0;
    }""",
    "heap": """struct cell { int value; struct cell *next; };
    int main(void) {
      struct cell *one = malloc(sizeof *one), *other = malloc(sizeof *other);
      int x = __VERIFIER_nondet_int();
      one->value = x; one->next = other; other->value = x; other->next = 0;
      if (one->next->value != one->value || one == other) reach_error();
      free(one); free(other);
      return 0;
    }""",
    "pointer to a function": """int one(int x) { return x; }
    int two(int x) { return x == x; }
    int main(void) {
      int (*f)(int) = __VERIFIER_nondet_bool() ? one : two;
      int x = __VERIFIER_nondet_int();
      if (x == 1 && f(x) != 1) reach_error();
      return 0;
    }""",
    "recursion": """int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }
    int main(void) {
      int n = __VERIFIER_nondet_int();
      if (n < 0 || n > 4) return 0;
      if (down(n) != n) reach_error();
      return 0;
    }""",
    "copied structure": """struct pair { int a, b; };
    int main(void) {
      struct pair p = { __VERIFIER_nondet_int(), __VERIFIER_nondet_int() }, q;
      memcpy(&q, &p, sizeof q);
      if (q.a != p.a || q.b != p.b) reach_error();
      return 0;
    }""",
    "float": """int main(void) {
      double d = __VERIFIER_nondet_double();
      if (d > 1.0 && d < 1.0) reach_error();
      return 0;
    }""",
}


@pytest.mark.parametrize("text", CORRECT.values(), ids=CORRECT)
def test_correct_program_is_proved(text: str, tmp_path: Path) -> None:
    assert ran(text, tmp_path).word == "TRUE"


WRONG = {
    "equation": """int main(void) {
      unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
      if (x * 7 == 91 && (x ^ y) == 0x55 && y < 100) reach_error();
      return 0;
    }""",
    "array at an unknown index": """int main(void) {
      int a[8] = {0}; unsigned i = __VERIFIER_nondet_uint() % 8, j = __VERIFIER_nondet_uint() % 8;
      a[i] = 5; a[j] = 7;
      if (a[i] != 5) reach_error();
      return 0;
    }""",
    "heap": """int main(void) {
      int *p = malloc(sizeof *p), *q = __VERIFIER_nondet_bool() ? p : malloc(sizeof *q);
      *p = 1; *q = 2;
      if (*p == 2) reach_error();
      return 0;
    }""",
    "uninitialised": """int main(void) {
      int a[4];
      a[1] = 3;
      if (a[2] == 12345) reach_error();
      return 0;
    }""",
    "loop": """int main(void) {
      int sum = 0;
      for (int i = 0; i < 4; i++) { int x = __VERIFIER_nondet_int(); if (x > 10 || x < 0) return 0; sum += x; }
      if (sum == 37) reach_error();
      return 0;
    }""",
}


@pytest.mark.parametrize("order", ["auto", "dfs", "bfs", "random", "random-path", "coverage"])
@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_error_is_found_and_confirmed_in_every_order(text: str, order: str, tmp_path: Path) -> None:
    assert isinstance(ran(text, tmp_path, f"exploration.order={order}").result.verdict, FalseVerdict)


def test_error_behind_a_loop_without_end_is_found(tmp_path: Path) -> None:
    text = """int main(void) {
      unsigned n = 0, sum = 0;
      while (__VERIFIER_nondet_bool()) { n++; sum += n; }
      if (sum == 10) reach_error();
      return 0;
    }"""
    assert isinstance(ran(text, tmp_path, steps=500).result.verdict, FalseVerdict)
    with pytest.raises(LimitReached):
        ran(text, tmp_path, "exploration.order=callstack", steps=500)


def test_inputs_are_those_of_the_model_without_guessing(tmp_path: Path) -> None:
    found = ran(WRONG["equation"], tmp_path)
    assert isinstance(found.result.verdict, FalseVerdict)
    assert [each.value for each in found.result.verdict.inputs] == [13, 13 ^ 0x55]
    assert "solved_paths" not in found.numbers, "the path was solved a second time"


# ---------------------------------------------------------------------------------------------------- covering

ENDLESS = """int main(void) {
  int on = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x > 3) on = !on;
    if (on != 0 && on != 1) reach_error();
  }
}"""


def test_turns_that_ask_for_new_inputs_are_equal_once_these_are_dead(tmp_path: Path) -> None:
    assert ran(ENDLESS, tmp_path, steps=500).word == "TRUE"


def test_turns_differ_if_nothing_is_forgotten(tmp_path: Path) -> None:
    with pytest.raises(LimitReached):
        ran(ENDLESS, tmp_path, "symbolic.forget=nothing", steps=500)


def test_state_is_covered_by_one_with_fewer_constraints(tmp_path: Path) -> None:
    text = """int main(void) {
      int x = __VERIFIER_nondet_int(), y = 0;
      if (__VERIFIER_nondet_bool()) { if (x > 5) y = 0; else y = 0; }
      for (int i = 0; i < 50; i++) if (x == y + i) y = 0;
      return x;
    }"""
    both = ran(text, tmp_path).numbers["reached_states"]
    alone = ran(text.replace("if (__VERIFIER_nondet_bool()) { if (x > 5) y = 0; else y = 0; }", ""), tmp_path)
    assert both < 1.5 * alone.numbers["reached_states"]


# ---------------------------------------------------------------------------------------------------- what is left out


def test_number_of_an_address_is_a_gap_where_it_matters(tmp_path: Path) -> None:
    text = """int main(void) {
      int x; unsigned long n = (unsigned long)&x;
      if (n % 3 == 1) reach_error();
      return 0;
    }"""
    assert ran(text, tmp_path).word != "TRUE"


def test_unsupported_construct_is_a_gap_only_where_a_run_comes(tmp_path: Path) -> None:
    text = """int main(void) {
      int x = __VERIFIER_nondet_int();
      if (x > 3 && x < %d) __asm__ volatile ("foo %%0" : "=r"(x));
      return 0;
    }"""
    assert ran(text % 4, tmp_path).word == "TRUE"
    assert ran(text % 9, tmp_path).word == "UNKNOWN"


@pytest.mark.parametrize(("name", "most"), [("sort.c", 600), ("squares.c", 10)])
def test_shortcuts_change_who_answers_and_not_what(name: str, most: int, tmp_path: Path) -> None:
    text = (Path(__file__).parent / name).read_text()
    quick, plain = ran(text, tmp_path), ran(text, tmp_path, "symbolic.shortcuts=")
    assert quick.word == plain.word == "TRUE"
    assert quick.numbers["reached_states"] == plain.numbers["reached_states"]
    assert quick.numbers["answered_by_solver"] < most < plain.numbers["answered_by_solver"]
    assert plain.numbers["answered_by_model"] == plain.numbers["answered_as_known"] == 0
