"""An observer reads the variables of a run, and the run is none the wiser."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.cfa.expressions import Lvalue, Member, Var
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Assign, Enter, Leave
from whet.cfa.semantics import Value, truncate_bit_field
from whet.cfa.types import ILP32, LP64, IntType, MachineModel, is_scalar
from whet.frontend.parse import parse_file
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited
from whet.interpreter.view import View

TEXT = """
struct pair { char letter; unsigned low : 3, high : 5; double real; };
struct pair table[2];
int total, *where = &total;
static int add(int n) {
  struct pair p; union { float real; unsigned char bytes[4]; } u;
  int a[3] = { 1, 2, 3 }; int i = n % 2, *q = &a[i];
  p.letter = 'a'; p.low = 13; p.high = n + 17; p.real = n / 2.0;
  a[0] = n; a[i + 1] = a[0] - 7; *q = a[i] + p.high; q++; *q = -*q;
  u.real = 1.5f; u.bytes[0] = u.bytes[3];
  table[i] = p; table[i].real = p.real * 2; where = &a[i]; *where += table[i].low + (p.letter == 'a');
  total += (int)(q - a) + *where + (int)table[i].real + u.bytes[0] + (u.real > 1.0f);
  return n > 0 ? add(n - 1) + (where != 0) : p.high;
}
int main(void) { int n = add(3); int (*f)(int) = add; return (total + n + (f == add)) & 127; }
"""


def parsed(text: str, folder: Path, machine: MachineModel = LP64) -> Program:
    path = folder / "program.c"
    path.write_text(text)
    return parse_file(str(path), machine=machine, blocks=False)


class Assignments:
    """Compares what an assignment is about to store with what is there afterwards."""

    def __init__(self) -> None:
        self.compared = 0
        self._stored: tuple[Lvalue, Value | None] | None = None

    def __call__(self, edge: Edge, view: View) -> None:
        if self._stored is not None:
            place, stored = self._stored
            assert stored is not None
            assert view.value(place) == stored
            self.compared += 1
        match edge.operation:
            case Assign(lvalue=lvalue, value=value) if is_scalar(lvalue.type):
                self._stored = (lvalue, _truncated(lvalue, view.value(value)))
            case _:
                self._stored = None


def _truncated(lvalue: Lvalue, value: Value | None) -> Value | None:
    if isinstance(lvalue, Member) and lvalue.field.bit_width is not None and isinstance(value, int):
        assert isinstance(lvalue.type, IntType)
        return truncate_bit_field(value, lvalue.type, lvalue.field.bit_width)
    return value


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_a_view_has_what_was_assigned(machine: MachineModel, tmp_path: Path) -> None:
    program = parsed(TEXT, tmp_path, machine)
    assignments = Assignments()
    watched = Interpreter(program).watch(assignments)
    assert assignments.compared > 60
    assert isinstance(watched.outcome, Exited)
    assert watched == Interpreter(program).run()


def test_looking_at_what_is_indeterminate_gives_it_no_value(tmp_path: Path) -> None:
    text = "int main(void) { int x, y, *p = &y; if (x == 0) *p = 1; int z = y; return x + z; }"
    program = parsed(text, tmp_path)
    x, y = (Var(variable) for variable in program.main.variables if variable.name in "xy")
    found: list[tuple[Value | None, Value | None]] = []

    def watch(edge: Edge, view: View) -> None:
        if edge.source.function is program.main and not isinstance(edge.operation, Leave):
            found.append((view.value(x), view.value(y)))

    watched = Interpreter(program).watch(watch)
    assert list(dict.fromkeys(found)) == [(None, None), (0, None), (0, 1)]
    assert watched == Interpreter(program).run()


def test_the_frame_is_that_of_the_activation_that_runs(tmp_path: Path) -> None:
    text = "static int down(int n) { return n == 0 ? 0 : n + down(n - 1); } int main(void) { int n = 7; return down(2) + n; }"
    program = parsed(text, tmp_path)
    mine, theirs = (Var(next(v for v in f.variables if v.name == "n")) for f in (program.main, program.functions["down"]))
    found: list[Value | None] = []

    def watch(edge: Edge, view: View) -> None:
        match edge.operation:
            case Enter() | Leave():
                caller = edge.source.function if isinstance(edge.operation, Enter) else edge.target.function
                if caller is not program.start:
                    found.append(view.value(mine if caller is program.main else theirs))
            case _:
                pass

    Interpreter(program).watch(watch)
    assert found == [7, 2, 1, 1, 2, 7]
