"""Functions that end a run or talk to the verifier, and builtins without effect."""

from __future__ import annotations

from whet.cfa.argument_blocks import SAME_KIND
from whet.cfa.library import NEVER_RETURNS, NOT_NULL, silent_functions
from whet.cfa.semantics import Undefined, Unreachable
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.interpreter.library.raw import c_string
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.outcomes import Aborted, AssumptionViolated, EndOfRun, Exited

models = Models()


@models.function("void exit(int)", "void _exit(int)", "void _Exit(int)")
def exit_program(call: Invocation, status: int) -> None:
    raise EndOfRun(Exited(status))


@models.function("void abort(void)", "void __builtin_trap(void)", "void __VERIFIER_error(void)")
def abort(call: Invocation) -> None:
    raise EndOfRun(Aborted(call.name, call.process.where()))


@models.function(
    "void __assert_fail(const char *, const char *, unsigned, const char *)",
    "void __assert(const char *, const char *, int)",
    "void __assert_rtn(const char *, const char *, int, const char *)",
)
def assert_fail(call: Invocation, *values: int) -> None:
    text = values[-1 if call.name == "__assert_rtn" else 0]
    shown = c_string(call.process, text).decode("utf-8", "replace") if text else ""
    raise EndOfRun(Aborted(f"assertion failed: {shown}", call.process.where()))


@models.function("void __VERIFIER_assert(int)")
def verifier_assert(call: Invocation, condition: int) -> None:
    if not condition:
        raise EndOfRun(Aborted("assertion failed", call.process.where()))


@models.function("void assume_abort_if_not(int)")
def assume_abort_if_not(call: Invocation, condition: int) -> None:
    if not condition:
        raise EndOfRun(Aborted("assumption does not hold", call.process.where()))


@models.function("void __VERIFIER_assume(int)")
def assume(call: Invocation, condition: int) -> None:
    if not condition:
        raise EndOfRun(AssumptionViolated(call.process.where()))


@models.function("int __CPROVER_assume(int)", "int __ESBMC_assume(int)")
def other_assume(call: Invocation, condition: int) -> int:
    """An undeclared one is called as a function that returns a number."""
    assume(call, condition)
    return 0


@models.function(*(f"int {name}(int, ...)" for name in sorted(CONDITIONAL_ASSERTIONS)))
def other_assert(call: Invocation, condition: int, *text: int) -> int:
    """Used where assertions are not checked; otherwise it is an error function."""
    return 0


@models.function("void __builtin_unreachable(void)")
def unreachable(call: Invocation) -> None:
    raise Unreachable("__builtin_unreachable is reached")


@models.function(f"void {NEVER_RETURNS}(void)")
def returns(call: Invocation) -> None:
    if call.process.checks_unreachable:
        raise Unreachable("a function returns that is declared noreturn")


@models.function(f"void {NOT_NULL}(const void *, int)")
def is_given(call: Invocation, pointer: int, number: int) -> None:
    """The contract is checked before (``contracts``)."""


@models.function("void __builtin_assume(int)")
def builtin_assume(call: Invocation, condition: int) -> None:
    if not condition:
        raise Undefined("the condition of __builtin_assume does not hold")


@models.function(
    "void __VERIFIER_atomic_begin(void)",
    "void __VERIFIER_atomic_end(void)",
    "void __sync_synchronize(void)",
    "void __builtin_prefetch(const void *, ...)",
    f"int {SAME_KIND}(int, int)",
    *(f"int {name}(...)" for name in silent_functions()),
)
def nothing(call: Invocation, *arguments: int) -> int:
    return 0


@models.function("long __builtin_expect(long, long)")
def expect(call: Invocation, value: int, expected: int) -> int:
    return value


@models.function("int __builtin_constant_p(...)")
def is_constant(call: Invocation, value: object) -> int:
    return 0


@models.function("int rand(void)", "long random(void)")
def rand(call: Invocation) -> int:
    """Any non-negative number, but the same sequence after the same seed."""
    value = call.process.nondet(call.process.machine.int)
    assert isinstance(value, int)
    return call.process.random.draw(value & 0x7FFFFFFF)


@models.function("void srand(unsigned)", "void srandom(unsigned)")
def srand(call: Invocation, seed: int) -> None:
    call.process.random.seed(seed)
