"""Solvers keep the promises of the port: limits, interruption, cores, models, observation, lazy imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from tests.plugin.src.whet_parity.smtlib import SmtlibEngine
from whet.core.registry import ENGINE
from whet.solvers.engines.z3_engine import Z3Engine
from whet.solvers.port import (
    Capability,
    Engine,
    EngineCall,
    FailureReason,
    HornSolving,
    Interpolating,
    MissingCapability,
    NoAnswer,
    QuantifierElimination,
    Sat,
    Unsat,
    UnsupportedTerm,
    Use,
    engine_named,
)
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BINARY32, BOOL, INT, X87, Array, BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import ArrayValue
from whet.solvers.terms.walks import size

ENGINES: dict[str, Callable[..., Engine]] = {
    **{name: registration.make for name, registration in ENGINE.all().items()},
    "smtlib": SmtlibEngine,
}
"""Every engine of Whet, and that of ``docs/first-engine.md``."""
USES = list(Use)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param](Terms())


def factoring(t: Terms) -> list[Term]:
    """The factors of a product of two primes of 40 bits: out of reach for seconds."""
    x, y = t.symbol("x", BitVec(96)), t.symbol("y", BitVec(96))
    product = t.eq(t.bv_mul(x, y), t.bv(1099511627689 * 1099511627609, 96))
    bound = t.bv(1 << 44, 96)
    return [product, t.bv_ult(x, bound), t.bv_ult(y, bound), t.bv_ult(t.bv(1, 96), x), t.bv_ult(t.bv(1, 96), y)]


# ---------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize("use", USES)
def test_push_pop_and_cores(engine: Engine, use: Use) -> None:
    t, solver = engine.terms, engine.solver(use=use)
    x = t.symbol("x", BitVec(8))
    p, q, r = t.bv_ult(x, t.bv(5, 8)), t.bv_ult(t.bv(9, 8), x), t.symbol("r", BOOL)
    assert isinstance(solver.check(), Sat)
    solver.push()
    solver.add(p)
    assert solver.check(r, q) == Unsat((q,))
    solver.add(q)
    assert solver.check(r) == Unsat(())
    solver.pop()
    assert isinstance(solver.check(q, r), Sat)
    with pytest.raises(IndexError, match="push"):
        solver.pop()


@pytest.mark.parametrize("use", USES)
def test_a_solver_takes_on_theories_as_they_come(engine: Engine, use: Use) -> None:
    """A solver of z3 for a logic calls NaN < 1 satisfiable if the logic has no floats."""
    t, solver = engine.terms, engine.solver(use=use)
    x, f = t.symbol("x", BitVec(32)), t.symbol("f", BINARY32)
    a = t.symbol("a", Array(BitVec(32), BINARY32))
    solver.add(t.bv_ult(x, t.bv(3, 32)))
    solver.push()
    assert isinstance(solver.check(), Sat)
    solver.add(t.fp_lt(f, f))
    assert solver.check() == Unsat(())
    solver.pop()
    assert isinstance(solver.check(), Sat)
    contradiction = t.fp_lt(t.select(a, x), t.select(a, x))
    assert solver.check(contradiction) == Unsat((contradiction,))
    g = t.apply("g", (x,), BitVec(32))
    if Capability.FUNCTIONS in engine.capabilities:
        assert isinstance(solver.check(t.eq(g, x), t.eq(t.bv_add(g, t.bv(1, 32)), x)), Unsat)


@pytest.mark.parametrize("use", USES)
def test_models(engine: Engine, use: Use) -> None:
    t, solver = engine.terms, engine.solver(use=use)
    x, a = t.symbol("x", BitVec(8)), t.symbol("a", Array(BitVec(8), BitVec(8)))
    has_functions = Capability.FUNCTIONS in engine.capabilities
    g = t.apply("g", (x, t.true), BitVec(8)) if has_functions else t.symbol("g", BitVec(8))
    facts = [t.eq(t.select(a, x), t.bv(7, 8)), t.eq(g, t.bv(9, 8)), t.eq(x, t.bv(3, 8))]
    solver.add(*facts)
    answer = solver.check()
    assert isinstance(answer, Sat)
    solver.add(t.false)
    assert isinstance(solver.check(), Unsat)
    model = answer.model
    assert model.values([x, t.select(a, x), g, t.bv_add(g, x)]) == {x: 3, t.select(a, x): 7, g: 9, t.bv_add(g, x): 12}
    array = model.value(a)
    assert isinstance(array, ArrayValue)
    assert array[3] == 7
    assert model.value(t.symbol("unheard of", BitVec(8))) == 0
    assert not model.holds(t.symbol("nor of this", BOOL))


@pytest.mark.parametrize("bits", [0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x3F800000, 0x00000001, 0xFF7FFFFF])
def test_models_of_floats(engine: Engine, bits: int) -> None:
    t, solver = engine.terms, engine.solver()
    f = t.symbol("f", BINARY32)
    solver.add(t.eq(f, t.fp(bits, BINARY32)))
    answer = solver.check()
    assert isinstance(answer, Sat)
    assert answer.model.value(f) == bits


def test_terms_of_another_table_are_refused(engine: Engine) -> None:
    solver = engine.solver()
    with pytest.raises(ValueError, match="adopt"):
        solver.add(Terms().symbol("p", BOOL))
    with pytest.raises(ValueError, match="adopt"):
        solver.check(Terms().symbol("p", BOOL))


def test_deep_terms_are_translated(engine: Engine) -> None:
    t, solver = engine.terms, engine.solver(limit=60)
    x, y = t.symbol("x", BOOL), t.symbol("y", BOOL)
    deep = x
    for _ in range(25_000):
        deep = t.or_(t.not_(t.and_(deep, y)), x)
    assert size(deep) > 50_000
    solver.add(deep, x)
    assert isinstance(solver.check(), Sat)


def test_an_engine_says_what_it_cannot_take(engine: Engine) -> None:
    t = engine.terms
    unusual = {
        Capability.INTEGERS: t.int_lt(t.symbol("n", INT), t.integer(0)),
        Capability.ALL_FLOATS: t.fp_is_nan(t.symbol("l", X87)),
        Capability.FUNCTIONS: t.apply("f", (t.symbol("x", BitVec(8)),), BOOL),
    }
    for capability, term in unusual.items():
        if capability in engine.capabilities:
            assert isinstance(engine.solver().check(term), Sat)
            continue
        with pytest.raises(UnsupportedTerm):
            engine.solver().add(term)
        with pytest.raises(UnsupportedTerm):
            engine.solver().check(term)


def test_bitwuzla_says_what_it_cannot_take() -> None:
    t = Terms()
    solver = engine_named("bitwuzla", t).solver()
    with pytest.raises(UnsupportedTerm, match="integers"):
        solver.add(t.int_lt(t.symbol("n", INT), t.integer(0)))
    with pytest.raises(UnsupportedTerm, match="floating-point format"):
        solver.add(t.fp_is_nan(t.symbol("l", X87)))
    solver.add(t.symbol("p", BOOL))
    assert isinstance(solver.check(), Sat)


def test_terms_that_bitwuzla_does_not_know_go_to_z3() -> None:
    t, calls = Terms(), list[EngineCall]()
    engines = Engines(t, observer=calls.append)
    x, plain = t.symbol("x", X87), t.symbol("plain", BOOL)
    assert isinstance(engines.ask(lambda engine: engine.solver().check(plain)), Sat)
    assert isinstance(engines.ask(lambda engine: engine.solver().check(t.fp_eq(x, x))), Sat)
    assert [call.engine for call in calls] == ["bitwuzla", "z3"]


def test_bitwuzla_does_not_guess_about_constant_arrays() -> None:
    t = Terms()
    solver = engine_named("bitwuzla", t).solver()
    sort = Array(BitVec(3), BitVec(8))
    solver.add(t.eq(t.symbol("a", sort), t.const_array(sort, t.bv(0, 8))))
    assert solver.check() == NoAnswer(FailureReason.GAVE_UP) or isinstance(solver.check(), Sat)


# ---------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("use", USES)
def test_a_hard_query_is_undecided_in_time(engine: Engine, use: Use) -> None:
    solver = engine.solver(use=use, limit=100)
    solver.add(*factoring(engine.terms))
    begin = time.monotonic()
    assert solver.check(limit=0.5) == NoAnswer(FailureReason.TIME_LIMIT)
    assert time.monotonic() - begin < 80
    assert isinstance(solver.check(engine.terms.false, limit=10), Unsat)  # it can be used again


@pytest.mark.parametrize("use", USES)
def test_another_thread_can_interrupt(engine: Engine, use: Use) -> None:
    solver = engine.solver(use=use, limit=100)
    solver.add(*factoring(engine.terms))
    solver.interrupt()  # nothing to stop
    timer = threading.Timer(0.5, solver.interrupt)
    timer.start()
    begin = time.monotonic()
    answer = solver.check()
    timer.join()
    assert answer == NoAnswer(FailureReason.INTERRUPTED)
    assert time.monotonic() - begin < 80


@pytest.mark.parametrize("use", USES)
def test_a_signal_gets_through(engine: Engine, use: Use) -> None:
    solver = engine.solver(use=use, limit=100)
    solver.add(*factoring(engine.terms))
    begin = time.monotonic()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.7; kill -INT {os.getpid()}"])
    try:
        with pytest.raises(KeyboardInterrupt):
            solver.check()
    finally:
        killer.wait()
        signal.signal(signal.SIGINT, handler)
    assert time.monotonic() - begin < 80


# ---------------------------------------------------------------------------------------------------- engines


def test_observers_see_every_query() -> None:
    seen: list[EngineCall] = []
    t = Terms()
    for make in ENGINES.values():
        solver = make(t, observer=seen.append).solver()
        solver.check()
        solver.check(t.false)
    assert [(query.engine, query.kind, query.answer) for query in seen] == [
        (name, "check", answer) for name in ENGINES for answer in ("Sat", "Unsat")
    ]
    assert all(0 <= query.seconds < 100 for query in seen)


def test_capabilities_are_checked_at_the_start() -> None:
    engine_named("z3", Terms(), needs=[Capability.HORN, Capability.INTEGERS])
    with pytest.raises(MissingCapability, match=r"bitwuzla 0\.9\.\d cannot do: mathematical integers, Horn clauses"):
        engine_named("bitwuzla", Terms(), needs=[Capability.HORN, Capability.INTEGERS, Capability.ARRAYS])
    with pytest.raises(MissingCapability, match="bitwuzla, z3"):
        engine_named("mathsat", Terms())


def test_capabilities_and_protocols_agree(engine: Engine) -> None:
    assert isinstance(engine, Interpolating) == (Capability.INTERPOLATION in engine.capabilities)
    assert isinstance(engine, HornSolving) == (Capability.HORN in engine.capabilities)
    assert isinstance(engine, QuantifierElimination) == (Capability.QUANTIFIER_ELIMINATION in engine.capabilities)
    assert engine.version


def test_context_of_z3_is_made_when_it_is_needed() -> None:
    engine = Z3Engine(Terms())
    solver = engine.solver()
    assert "context" not in vars(engine)
    solver.add(engine.terms.true)
    assert "context" in vars(engine)


def test_engines_are_imported_only_when_used() -> None:
    program = (
        "import sys, pkgutil, importlib, whet.solvers\n"
        "engines = {'engines'}\n"
        "for module in pkgutil.iter_modules(whet.solvers.__path__):\n"
        "    module.name in engines or importlib.import_module(f'whet.solvers.{module.name}')\n"
        "sys.stdout.write(repr([name for name in ('z3', 'bitwuzla') if name in sys.modules]))\n"
        "from whet.solvers.port import engine_named; from whet.solvers.terms.factory import Terms\n"
        "engine_named('bitwuzla', Terms())\n"
        "sys.stdout.write(repr([name for name in ('z3', 'bitwuzla') if name in sys.modules]))\n"
    )
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[]['bitwuzla']"
