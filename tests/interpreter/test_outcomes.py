"""Every outcome: a program that ends this way, and one that is almost the same but must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cfa.build import (
    INT,
    SOMEWHERE,
    ProgramBuilder,
    add,
    address_of,
    assign,
    assume,
    binary,
    call,
    const,
    declares,
    havoc,
    less,
    returns,
    skip,
    unsupported,
)
from tests.interpreter.build import declared, finished, run, straight, string
from tests.interpreter.running import program_of
from whet.cfa.expressions import AddressOf, BinaryOp, Const, Deref, Expr, FunctionAddress, Index, Var
from whet.cfa.model import Program
from whet.cfa.operations import Block
from whet.cfa.targets import Targets
from whet.cfa.types import LP64, VOID, ArrayType, FunctionType, PointerType
from whet.checks.insertion import put_checks
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import (
    Aborted,
    AssumptionViolated,
    ErrorReached,
    Exited,
    InputsExhausted,
    RunOutcome,
    StepLimit,
    UndefinedBehaviour,
    UnsupportedReached,
)
from whet.interpreter.process import RunBounds
from whet.task.dangers import Danger

CHAR = LP64.integer("char")
POINTER = LP64.pointer(INT)


def null(type: PointerType = POINTER) -> Const:
    return Const(0, type)


def outcome(program: Program, *inputs: int) -> RunOutcome:
    return run(program, inputs).outcome


# -------------------------------------------------------------------------------------------------- Exited


def test_exited_when_main_returns() -> None:
    assert outcome(straight(ProgramBuilder(), result=const(7))) == Exited(7)


def test_exited_with_zero_when_main_falls_off_its_end() -> None:
    assert outcome(straight(ProgramBuilder())) == Exited(0)


def test_exited_by_exit() -> None:
    program = ProgramBuilder()
    leave = declared(program, "exit", VOID, INT)
    assert outcome(straight(program, call(leave, const(3)), result=const(7))) == Exited(3)


# -------------------------------------------------------------------------------------------------- Aborted


@pytest.mark.parametrize("name", ["abort", "__builtin_trap"])
def test_aborted(name: str) -> None:
    program = ProgramBuilder()
    abort = declared(program, name, VOID)
    assert outcome(straight(program, call(abort))) == Aborted(name, SOMEWHERE)


def test_aborted_by_a_failed_assertion_with_its_text() -> None:
    program = ProgramBuilder()
    text = string(program, b"x == 1", ArrayType(CHAR, 7))
    pointer = LP64.pointer(CHAR)
    fail = declared(program, "__assert_fail", VOID, pointer, pointer, LP64.integer("unsigned int"), pointer)
    line = Const(12, LP64.integer("unsigned int"))
    shown = AddressOf(Var(text), pointer)
    assert outcome(straight(program, call(fail, shown, shown, line, shown))) == Aborted("assertion failed: x == 1", SOMEWHERE)


def test_not_aborted_by_an_assertion_that_holds() -> None:
    program = ProgramBuilder()
    check = declared(program, "__VERIFIER_assert", VOID, INT)
    assert outcome(straight(program, call(check, const(1)))) == Exited(0)


def test_a_program_may_define_abort_itself() -> None:
    program = ProgramBuilder()
    own = program.function("abort", VOID)
    own.edge(0, 1, returns())
    assert outcome(straight(program, call(own.done()))) == Exited(0)


# -------------------------------------------------------------------------------------------------- ErrorReached


@pytest.mark.parametrize("name", ["__VERIFIER_error", "reach_error"])
def test_error_reached(name: str) -> None:
    program = ProgramBuilder()
    error = declared(program, name, VOID)
    assert outcome(straight(program, call(error))) == ErrorReached(name, SOMEWHERE)


def test_error_reached_although_the_function_has_a_body() -> None:
    program = ProgramBuilder()
    error = program.function("reach_error", VOID)
    error.edge(0, 1, unsupported("anything"))
    assert outcome(straight(program, call(error.done()))) == ErrorReached("reach_error", SOMEWHERE)


def test_error_reached_through_a_pointer() -> None:
    program = ProgramBuilder()
    error = declared(program, "reach_error", VOID)
    pointer = FunctionAddress(error, LP64.pointer(error.type))
    assert outcome(straight(program, call(pointer))) == ErrorReached("reach_error", SOMEWHERE)


def test_error_not_reached_on_the_other_branch() -> None:
    program = ProgramBuilder()
    error = declared(program, "reach_error", VOID)
    main = program.function()
    x = main.variable("x")
    main.path(0, havoc(Var(x)))
    main.edge(1, 2, assume(less(Var(x), const(10))))
    main.edge(1, 3, assume(less(Var(x), const(10)), False))
    main.edge(2, 4, returns(const(1)))
    main.edge(3, 4, call(error))
    main.done()
    program.functions = {"main": main.function, "reach_error": error}
    assert outcome(finished(program), 9) == Exited(1)
    assert outcome(finished(program), 10) == ErrorReached("reach_error", SOMEWHERE)


def test_error_functions_are_configurable() -> None:
    program = ProgramBuilder()
    bad = declared(program, "bad", VOID)
    made = straight(program, call(bad))
    assert isinstance(outcome(made), UnsupportedReached)
    interpreter = Interpreter(made, error_functions=frozenset({"bad"}))
    assert interpreter.run().outcome == ErrorReached("bad", SOMEWHERE)


def test_error_labels_are_configurable() -> None:
    made = straight(ProgramBuilder(), skip("ERROR"))
    assert outcome(made) == Exited(0)
    assert Interpreter(made, error_labels=frozenset({"ERROR"})).run().outcome == ErrorReached("ERROR", SOMEWHERE)


# -------------------------------------------------------------------------------------------------- AssumptionViolated


@pytest.mark.parametrize(("value", "expected"), [(0, AssumptionViolated(SOMEWHERE)), (5, Exited(0))])
def test_assume_function(value: int, expected: RunOutcome) -> None:
    program = ProgramBuilder()
    function = declared(program, "__VERIFIER_assume", VOID, INT)
    assert outcome(straight(program, call(function, const(value)))) == expected


@pytest.mark.parametrize(("value", "expected"), [(0, AssumptionViolated(SOMEWHERE)), (5, Exited(0))])
def test_assumption_without_alternative(value: int, expected: RunOutcome) -> None:
    program = ProgramBuilder()
    x = program.global_variable("x")
    assert outcome(straight(program, havoc(Var(x)), assume(Var(x))), value) == expected


# -------------------------------------------------------------------------------------------------- UndefinedBehaviour


def undefined(program: Program, *inputs: int) -> str:
    ended = outcome(program, *inputs)
    assert isinstance(ended, UndefinedBehaviour), ended
    assert ended.origin == SOMEWHERE
    return ended.what


def division(divisor: Expr) -> Expr:
    return binary(const(8), BinaryOp.DIV, divisor)


def test_undefined_division_by_zero() -> None:
    program = ProgramBuilder()
    x = program.global_variable("x")
    made = straight(program, havoc(Var(x)), result=division(Var(x)))
    assert "by zero" in undefined(made, 0)
    assert outcome(made, 2) == Exited(4)


@pytest.mark.parametrize(
    ("statement", "value"),
    [
        ("x + 1", 2**31 - 1),
        ("x - 2", -(2**31)),
        ("x * 3", 2**30),
        ("-x", -(2**31)),
        ("x << 1", 2**30),
        ("x << 1", -1),
    ],
)
def test_overflow_ends_the_run_only_if_it_is_asked_for(statement: str, value: int, tmp_path: Path) -> None:
    text = (
        f"int __VERIFIER_nondet_int(void); int main(void) {{ int x = __VERIFIER_nondet_int(); int y = {statement}; return 7; }}"
    )
    wrapping, exact = program_of(text, tmp_path), program_of(text, tmp_path)
    put_checks(exact, Targets("no-overflow", dangers=frozenset({Danger("overflow")})))
    assert outcome(wrapping, value) == Exited(7)
    ended = outcome(exact, value)
    assert isinstance(ended, UndefinedBehaviour)
    assert ended.danger is Danger("overflow")
    assert outcome(exact, 1) == Exited(7)


def test_undefined_access_through_null() -> None:
    assert "null pointer" in undefined(straight(ProgramBuilder(), assign(Deref(null(), INT), 1)))


def test_undefined_index() -> None:
    program = ProgramBuilder()
    x, array = program.global_variable("x"), program.global_variable("a", ArrayType(INT, 3))
    made = straight(program, havoc(Var(x)), assign(Index(Var(array), Var(x)), 4), result=Index(Var(array), Var(x)))
    assert outcome(made, 2) == Exited(4)
    assert "a[3] is outside a, which has 3 elements" in undefined(made, 3)
    assert "a[-1] is outside a" in undefined(made, -1)


def test_undefined_access_to_a_dead_local_variable() -> None:
    program = ProgramBuilder()
    leak = program.function("leak", POINTER)
    local = leak.variable("local")
    leak.path(0, declares(local), assign(local, 5), returns(address_of(Var(local))))
    p = program.global_variable("p", POINTER)
    made = straight(program, call(leak.done(), result=Var(p)), result=Deref(Var(p), INT))
    assert "local variable local after the end of its lifetime" in undefined(made)


def test_undefined_write_to_a_string() -> None:
    program = ProgramBuilder()
    text = string(program, b"abc", ArrayType(CHAR, 4))
    first = Index(Var(text), const(0))
    assert outcome(straight(program, result=const(0))) == Exited(0)
    assert "string literal" in undefined(straight(program, assign(first, Const(65, CHAR))))


def test_undefined_call_of_no_function() -> None:
    type = LP64.pointer(FunctionType(VOID, (), False))
    assert "call through a null pointer" in undefined(straight(ProgramBuilder(), call(null(type))))


# -------------------------------------------------------------------------------------------------- UnsupportedReached


def test_unsupported_construct() -> None:
    assert outcome(straight(ProgramBuilder(), unsupported("asm"))) == UnsupportedReached("asm", SOMEWHERE)


def test_unsupported_is_nothing_before_it_is_reached() -> None:
    program = ProgramBuilder()
    x = program.global_variable("x")
    main = program.function()
    main.edge(0, 1, assume(Var(x)))
    main.edge(1, 2, unsupported("asm"))
    main.edge(0, 2, assume(Var(x), False))
    main.done()
    assert outcome(finished(program)) == Exited(0)


def test_unsupported_function() -> None:
    program = ProgramBuilder()
    unknown = declared(program, "mystery", VOID)
    assert outcome(straight(program, call(unknown))) == UnsupportedReached("function mystery without a body", SOMEWHERE)


def test_unsupported_number_of_arguments() -> None:
    program = ProgramBuilder()
    wrong = declared(program, "abs", INT, INT, INT)
    ended = outcome(straight(program, call(wrong, const(1), const(2))))
    assert ended == UnsupportedReached("call of abs with 2 arguments", SOMEWHERE)


def test_unsupported_transcendental_function() -> None:
    program = ProgramBuilder()
    sine = declared(program, "sin", LP64.double, LP64.double)
    assert isinstance(outcome(straight(program, call(sine))), UnsupportedReached)


def test_unsupported_amount_of_memory() -> None:
    program = ProgramBuilder()
    malloc = declared(program, "malloc", LP64.pointer(VOID), LP64.size_t)
    made = straight(program, call(malloc, Const(1 << 40, LP64.size_t)))
    assert outcome(made) == UnsupportedReached("more than 1073741824 bytes of memory", SOMEWHERE)


def test_unsupported_amount_of_static_memory() -> None:
    program = ProgramBuilder()
    program.global_variable("huge", ArrayType(INT, 1 << 40))
    assert isinstance(outcome(straight(program)), UnsupportedReached)


def recursive() -> Program:
    """``int down(int n) { return n < 1 ? 0 : down(n - 1); }``, called with an input."""
    program = ProgramBuilder()
    main = program.function()
    x = main.variable("x")
    down = program.function("down")
    n, rest = down.variable("n"), down.variable("rest")
    down.function.parameters = (n,)
    down.edge(0, 1, assume(less(Var(n), const(1))))
    down.edge(0, 2, assume(less(Var(n), const(1)), False))
    down.edge(2, 3, call(down.function, add(Var(n), const(-1)), result=Var(rest)))
    down.edge(1, 4, returns(const(0)))
    down.edge(3, 4, returns(Var(rest)))
    down.done()
    main.path(0, havoc(Var(x)), call(down.function, Var(x), result=Var(x)), returns(Var(x)))
    main.done()
    return finished(program)


def test_recursion_is_deep_and_its_depth_is_limited() -> None:
    assert outcome(recursive(), 100_000) == Exited(0)
    interpreter = Interpreter(recursive(), limits=RunBounds(depth=1000))
    assert interpreter.run(ListedInputs([900])).outcome == Exited(0)
    assert isinstance(interpreter.run(ListedInputs([1100])).outcome, UnsupportedReached)


# -------------------------------------------------------------------------------------------------- InputsExhausted


def test_inputs_exhausted() -> None:
    program = ProgramBuilder()
    x = program.global_variable("x")
    nondet = declared(program, "__VERIFIER_nondet_int", INT)
    made = straight(program, call(nondet, result=Var(x)), call(nondet, result=Var(x)), result=Var(x))
    assert outcome(made, 1) == InputsExhausted(SOMEWHERE)
    assert outcome(made, 1, 2) == Exited(2)


# -------------------------------------------------------------------------------------------------- StepLimit


def test_step_limit_in_a_loop_of_one_node() -> None:
    program = ProgramBuilder()
    main = program.function()
    main.edge(0, 0, skip())
    main.edge(1, 2, skip())
    main.done()
    assert Interpreter(finished(program), limits=RunBounds(steps=1000)).run().outcome == StepLimit(1000)


def test_step_limit_in_a_loop_of_several_units() -> None:
    assert Interpreter(recursive(), limits=RunBounds(steps=100)).run(ListedInputs([200])).outcome == StepLimit(100)


def test_a_run_within_the_limit_counts_its_steps() -> None:
    execution = Interpreter(recursive(), limits=RunBounds(steps=1000)).run(ListedInputs([200]))
    assert execution.outcome == Exited(0)
    assert 200 < execution.steps < 1000


# -------------------------------------------------------------------------------------------------- branching


def test_the_first_edge_whose_assumptions_hold_is_taken() -> None:
    program = ProgramBuilder()
    main = program.function()
    x = Var(main.variable("x"))
    main.edge(0, 1, havoc(x))
    main.edge(1, 2, Block((assume(less(x, const(10))), assume(less(const(5), x)), returns(const(1)))))
    main.edge(1, 2, Block((assume(less(x, const(3))), returns(const(2)))))
    main.edge(1, 2, Block((assume(less(const(20), x)), assume(division(add(x, const(-21)))), returns(const(3)))))
    main.done()
    stuck = AssumptionViolated(SOMEWHERE)
    expected = {7: Exited(1), 2: Exited(2), 4: stuck, 22: Exited(3), 12: stuck}
    assert {value: outcome(finished(program), value) for value in expected} == expected
    assert isinstance(outcome(finished(program), 21), UndefinedBehaviour)


def test_assumptions_behind_a_branch_have_no_alternative() -> None:
    program = ProgramBuilder()
    main = program.function()
    x = Var(main.variable("x"))
    main.edge(0, 1, havoc(x))
    main.edge(1, 2, Block((assume(less(x, const(10))), assume(x), returns(const(1)))))
    main.edge(1, 2, Block((assume(less(x, const(10)), False), assume(less(x, const(20))), returns(const(2)))))
    main.done()
    stuck = AssumptionViolated(SOMEWHERE)
    expected = {7: Exited(1), 0: stuck, 15: Exited(2), 20: stuck}
    assert {value: outcome(finished(program), value) for value in expected} == expected


def test_a_location_without_successor() -> None:
    program = ProgramBuilder()
    main = program.function()
    main.edge(0, 1, skip())
    main.node(2)
    main.done()
    assert outcome(finished(program)) == UnsupportedReached("a location without successor", SOMEWHERE)
