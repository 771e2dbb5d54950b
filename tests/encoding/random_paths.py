"""Compares the encoding with the interpreter on paths of random programs.

For each program the interpreter runs with random inputs.  Of each run

* its path is encoded, and the inputs of the run give a model of the formula that has the values the program printed; a branch
  that was not taken contradicts them;
* a path is decided by the solver, either that of the run or a beginning of it with the last branch turned around.  If it is
  *feasible* (outside of what its notes exclude), the inputs of the model drive the interpreter along the same path, to the
  values the model has.  If it is *infeasible*, no run with random inputs took it;
* where the run ended in undefined behaviour, a note says so.

``python -m tests.encoding.random_paths --count 10000`` decides as many paths; ``--first`` is the seed of the first program.  When
it is interrupted or terminated, it prints what it has counted so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.encoding.random_programs import random_program
from tests.interpreter.running import program_of
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, flatten
from whet.cfa.semantics import Value, float_bits, to_binary32
from whet.cfa.softfloat import SoftFloat
from whet.cfa.source import Origin
from whet.cfa.types import ILP32, LP64, FloatType, IntType, MachineModel, ScalarType
from whet.encoding.arithmetic import width_of
from whet.encoding.encode import Encoder, InputKind, InputSymbol, NoteKind, PathFormula, c_value
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Execution, Exited, UndefinedBehaviour
from whet.interpreter.process import RunBounds
from whet.solvers.port import Engine, Model, NoAnswer, Sat, Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.values import TermValue, array_value
from whet.solvers.terms.walks import conjuncts, ordered, symbols

LIMITS = RunBounds(steps=3000, depth=50)
SECONDS = 20.0
RUNS = 8
"""Runs, and so paths, of each program."""


class Mismatch(Exception):
    """The encoding and the interpreter disagree."""


@dataclass(slots=True)
class RandomInputs:
    """Gives random values and remembers them."""

    random: Random
    asked: list[tuple[InputKind, ScalarType, Value]] = field(default_factory=list)

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._give(InputKind.NONDET, type)

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._give(InputKind.UNINITIALISED, type)

    def _give(self, kind: InputKind, type: ScalarType) -> Value:
        bits = self.random.choice((self.random.getrandbits(64), self.random.randrange(8), -self.random.randrange(1, 8)))
        if isinstance(type, FloatType):
            value: Value = self.random.choice(
                (self.random.uniform(-9, 9), float(self.random.randrange(-4, 5)), 1e30, float("inf"))
            )
        else:
            value = c_value(bits & ((1 << width_of(type)) - 1), type)
        self.asked.append((kind, type, value))
        return value


@dataclass(slots=True)
class GivenInputs:
    """Gives the values of a model, which must be asked for in their order, and then those of another source."""

    values: list[tuple[InputKind, Value]]
    then: RandomInputs
    read: int = 0

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._next(InputKind.NONDET, type)

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._next(InputKind.UNINITIALISED, type)

    def _next(self, kind: InputKind, type: ScalarType) -> Value:
        if self.read == len(self.values):
            return self.then.nondet(type, None) if kind is InputKind.NONDET else self.then.uninitialised(type, None)
        expected, value = self.values[self.read]
        if expected is not kind:
            raise Mismatch(f"the interpreter asks for {kind}, the encoding has {expected}")
        self.read += 1
        return value


class Contradiction(Exception):
    """A conjunct does not hold."""


class Solution:
    """The values that a formula gives to symbols, one after the other, when some have theirs; no search.

    What is not determined is zero."""

    def __init__(self, values: dict[Term, TermValue]) -> None:
        self.values = values

    def add(self, formula: Term) -> None:
        """Go on with more of a formula; ``Contradiction`` if it cannot hold (or not with the zeros that were chosen)."""
        waiting = list(conjuncts(formula))
        while waiting:
            left = [part for part in waiting if not self._solve(part)]
            if len(left) == len(waiting):
                self._choose(left)
            waiting = left

    def _solve(self, part: Term) -> bool:
        unknown = [symbol for symbol in symbols(part) if symbol not in self.values]
        if not unknown:
            if not evaluate(part, self.values):
                raise Contradiction
            return True
        return len(unknown) == 1 and part.op is Op.EQ and self._define(unknown[0], *part.args)

    def _define(self, unknown: Term, a: Term, b: Term) -> bool:
        for side, other in ((a, b), (b, a)):
            if unknown not in symbols(other) and (side is unknown or (side.op is Op.FP_FROM_BITS and side.args[0] is unknown)):
                self.values[unknown] = evaluate(other, self.values)
                return True
        return False

    def _choose(self, parts: list[Term]) -> None:
        found = ordered({symbol for part in parts for symbol in symbols(part) if symbol not in self.values})
        sides = (side for part in parts if part.op is Op.EQ for side in part.args)
        defined = {side.args[0] if side.op is Op.FP_FROM_BITS else side for side in sides}
        for symbol in [symbol for symbol in found if symbol not in defined] or found[:1]:
            self.values[symbol] = _zero(symbol)


def _zero(symbol: Term) -> TermValue:
    return array_value(symbol.sort, 0, {}) if isinstance(symbol.sort, Array) else 0


@dataclass(slots=True)
class Comparison:
    """Compares on one program."""

    program: Program
    engine: Engine
    encoder: Encoder
    interpreter: Interpreter
    counts: Counter[str]
    traces: list[list[Edge]] = field(default_factory=list)
    """The runs so far."""
    refuted: list[tuple[list[Edge], PathFormula]] = field(default_factory=list)
    """The paths that no run may take."""
    decided: set[tuple[Edge, ...]] = field(default_factory=set)

    # ------------------------------------------------------------------------------------------ running

    def run(self, seed: int) -> None:
        random = Random(seed)
        edges: list[Edge] = []
        inputs = RandomInputs(random)
        execution = self.interpreter.run(inputs, observer=edges.append)
        self.counts[type(execution.outcome).__name__] += 1
        self._was_not_refuted(edges)
        self.traces.append(edges)
        match execution.outcome:
            case Exited():
                self._compare(edges, inputs, execution, random)
            case UndefinedBehaviour():
                self._compare_undefined(edges, inputs)
            case _:
                pass

    def encode(self, edges: list[Edge]) -> PathFormula:
        path = self.encoder.initial()
        for edge in edges:
            path = self.encoder.extended(path, edge)
        return path

    def _compare(self, edges: list[Edge], inputs: RandomInputs, execution: Execution, random: Random) -> None:
        self.counts["edges"] += len(edges)
        self._follow(edges, inputs, execution)
        candidates = [edges, *self._turned(edges)]
        fresh = [each for each in candidates if tuple(each) not in self.decided]
        if not fresh:
            return
        chosen = edges if edges is fresh[0] and random.random() < 0.4 else random.choice(fresh)
        self.decided.add(tuple(chosen))
        self._decide(chosen, random)

    def _turned(self, edges: list[Edge]) -> Iterator[list[Edge]]:
        """The beginnings of a path with the last branch turned around."""
        for number, edge in enumerate(edges):
            if (other := _other(edge)) is not None:
                yield [*edges[:number], other]

    # ------------------------------------------------------------------------------------------ a run is a model

    def _follow(self, edges: list[Edge], inputs: RandomInputs, execution: Execution) -> None:
        """Walk along the path of a run with its inputs."""
        solution, path = Solution({}), self.encoder.initial()
        solution.add(path.formula)
        try:
            for edge in edges:
                self._turn(path, edge, solution)
                following = self.encoder.extended(path, edge)
                self._take(solution, path, following, inputs)
                solution.add(self._added(path, edge))
                path = following
        except Contradiction:
            self._lost(self.encode(edges), inputs)
            return
        if len(path.inputs) != len(inputs.asked):
            raise Mismatch(f"{len(path.inputs)} inputs instead of {len(inputs.asked)}")
        self._same_values(path, solution.values, _printed(execution))
        self.counts["runs followed"] += 1

    def _take(self, solution: Solution, path: PathFormula, following: PathFormula, inputs: RandomInputs) -> None:
        for number in range(len(path.inputs), len(following.inputs)):
            read = following.inputs[number]
            kind, type, value = inputs.asked[number] if number < len(inputs.asked) else (None, None, 0)
            if (read.kind, read.type) != (kind, type):
                raise Mismatch(f"input {number} is {read.kind} {read.type} instead of {kind} {type}")
            solution.values[read.symbol] = _bits(value, read.type)

    def _added(self, path: PathFormula, edge: Edge) -> Term:
        """What an edge adds to a formula."""
        return self.encoder.extended(self.encoder.cleared(path), edge).formula

    def _turn(self, path: PathFormula, edge: Edge, solution: Solution) -> None:
        """The other branch contradicts the run."""
        other = _other(edge)
        if other is None:
            return
        turned = self.encoder.extended(path, other)
        trial = Solution(dict(solution.values))
        try:
            trial.add(self._added(path, other))
        except Contradiction:
            self.counts["branches refuted"] += 1
            return
        if len(turned.inputs) == len(path.inputs) and not self._is_excused(turned, trial):
            raise Mismatch(f"the branch {other} not taken has a model")

    def _is_excused(self, path: PathFormula, solution: Solution) -> bool:
        """Does a note speak of it?"""
        trial = Solution(dict(solution.values))
        adding = self.encoder.adding(path)
        for symbol in symbols(adding):
            trial.values.setdefault(symbol, _zero(symbol))
        return bool(evaluate(adding, trial.values))

    def _lost(self, path: PathFormula, inputs: RandomInputs) -> None:
        """No model was found for a real run: there must be one, unless a note excuses that."""
        reads = zip(path.inputs, inputs.asked, strict=False)
        fixed = [self._equal(read, value) for read, (_, _, value) in reads]
        if isinstance(self._check(path.formula, *fixed), Unsat):
            self._excuse(path, fixed)

    def _excuse(self, path: PathFormula, fixed: list[Term]) -> None:
        """The interpreter does more than C defines: it orders addresses, and compares pointers to dead objects."""
        excuses = [note for note in path.notes if note.kind.loses or note.kind in (NoteKind.ORDER, NoteKind.LIFETIME)]
        if isinstance(self._check(*fixed, self.engine.terms.or_(*map(self.encoder.when, excuses))), Unsat):
            raise Mismatch("no model with the inputs of a real run")
        self.counts["runs that depend on addresses"] += 1

    def _compare_undefined(self, edges: list[Edge], inputs: RandomInputs) -> None:
        """Something undefined was done on the last edge, or before the next was taken: a note must exclude it."""
        path = self.encode(edges)
        fixed = [self._equal(each, value) for each, (_, _, value) in zip(path.inputs, inputs.asked, strict=False)]
        if isinstance(self._check(*fixed, self.encode(edges[:-1]).formula), Unsat):
            self._excuse(path, fixed)
        following = [self.encoder.extended(path, edge) for edge in self._following(edges[-1])]
        if self._is_exact(path, fixed) and any(self._is_exact(each, fixed) for each in following):
            raise Mismatch("undefined behaviour without a note")
        self.counts["undefined behaviour noted"] += 1

    def _is_exact(self, path: PathFormula, fixed: list[Term]) -> bool:
        """Has the path a model that no note speaks of?"""
        return isinstance(self._check(*fixed, path.formula, self.engine.terms.not_(self.encoder.adding(path))), Sat)

    def _following(self, edge: Edge) -> list[Edge]:
        """The edges that can follow in the same function."""
        following = edge.target.leaving
        return [each if (callee := _callee(each)) is None else self.program.call_edges(each, callee)[0] for each in following]

    def _equal(self, read: InputSymbol, value: Value) -> Term:
        terms = self.engine.terms
        return terms.eq(read.symbol, terms.bv(_bits(value, read.type), width_of(read.type)))

    def _check(self, *formulas: Term) -> Sat | Unsat | NoAnswer:
        solver = self.engine.solver(limit=SECONDS)
        solver.add(*formulas)
        return solver.check()

    def _same_values(self, path: PathFormula, values: dict[Term, TermValue], printed: dict[str, int]) -> None:
        for name, value in printed.items():
            variable = self._variable(name)
            assert isinstance(variable.type, IntType)
            bits = values[self.encoder.symbol(path, variable)]
            assert isinstance(bits, int)
            if c_value(bits, variable.type) != value and not self._is_excused(path, Solution(values)):
                raise Mismatch(f"{name} is {value} in the run and {c_value(bits, variable.type)!r} in the model")
            self.counts["values compared"] += 1

    def _variable(self, name: str) -> Variable:
        return next(variable for variable in self.program.main.variables if variable.name == name)

    # ------------------------------------------------------------------------------------------ a model is a run

    def _decide(self, edges: list[Edge], random: Random) -> None:
        self.counts["paths"] += 1
        path = self.encode(edges)
        adding = self.encoder.adding(path)
        answer = self._check(path.formula)
        if isinstance(answer, Sat) and answer.model.holds(adding):
            answer = self._check(path.formula, self.engine.terms.not_(adding))
            if isinstance(answer, Unsat):
                self.counts["only inexact models"] += 1
                return
        match answer:
            case Sat(model=model):
                self.counts["feasible"] += 1
                self._replay(edges, path, model, random)
            case Unsat():
                self.counts["infeasible"] += 1
                self.refuted.append((edges, path))
                for trace in self.traces:
                    self._was_not_refuted(trace)
            case NoAnswer():
                self.counts["undecided"] += 1

    def _was_not_refuted(self, trace: list[Edge]) -> None:
        for edges, path in self.refuted:
            if trace[: len(edges)] == edges:
                self._excuse(path, [])

    def _replay(self, edges: list[Edge], path: PathFormula, model: Model, random: Random) -> None:
        values = [(read.kind, c_value(_number(model, read.symbol), read.type)) for read in path.inputs]
        taken: list[Edge] = []
        execution = self.interpreter.run(GivenInputs(values, RandomInputs(random)), observer=taken.append)
        if taken[: len(edges)] != edges:
            raise Mismatch(f"the inputs of a model take another path: {execution.outcome}")
        self.traces.append(taken)
        self._was_not_refuted(taken)
        if taken == edges and isinstance(execution.outcome, Exited):
            names = {name: self.encoder.symbol(path, self._variable(name)) for name in _printed(execution)}
            self._same_values(path, {symbol: _number(model, symbol) for symbol in names.values()}, _printed(execution))
        self._same_state(edges, path, model)
        self.counts["models replayed"] += 1

    def _same_state(self, edges: list[Edge], path: PathFormula, model: Model) -> None:
        """The inputs alone lead to the values the model has for all variables outside of memory."""
        solution, before = Solution({read.symbol: _number(model, read.symbol) for read in path.inputs}), self.encoder.initial()
        try:
            solution.add(before.formula)
            for edge in edges:
                solution.add(self._added(before, edge))
                before = self.encoder.extended(before, edge)
        except Contradiction:
            raise Mismatch("the inputs of a model do not determine the path") from None
        for base in path.ssa:
            symbol = self.encoder.vocabulary.instance(base, path.ssa[base])
            if self.encoder.vocabulary.described(base) is None or base in path.unread:
                continue
            if solution.values.get(symbol, 0) != _number(model, symbol) and not self._is_excused(path, solution):
                raise Mismatch(f"{symbol.name} is not determined by the inputs")


def _number(model: Model, symbol: Term) -> int:
    bits = model.value(symbol)
    assert isinstance(bits, int)
    return bits


def _other(edge: Edge) -> Edge | None:
    """The other branch, where there are two."""
    if len(edge.source.leaving) != 2 or not isinstance(flatten(edge.operation)[0], Assume):
        return None
    return next((each for each in edge.source.leaving if each is not edge), None)


def _callee(edge: Edge) -> Function | None:
    """The function with a body that is called by name."""
    call = edge.operation
    return call.callee if isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.is_defined else None


def _bits(value: Value, type: ScalarType) -> int:
    if isinstance(type, FloatType):
        assert isinstance(value, (int, float, SoftFloat))
        single = float(value)
        return float_bits(to_binary32(single) if type.size == 4 else single, type)
    assert isinstance(value, int)
    return value & ((1 << width_of(type)) - 1)


def _printed(execution: Execution) -> dict[str, int]:
    numbers = [int(line) for line in execution.output.split()]
    return {"out_f" if n == 0 else f"out{n - 1}": number for n, number in enumerate(numbers)}


def compare(seed: int, folder: Path, counts: Counter[str], *, runs: int = RUNS, engine: str = "bitwuzla") -> None:
    """Compare on a random program; ``Mismatch`` is raised for a difference."""
    machine: MachineModel = (LP64, ILP32)[seed % 2]
    program = program_of(random_program(seed, floats=seed % 3 == 0), folder, machine)
    terms = Terms()
    comparison = Comparison(
        program, engine_named(engine, terms), Encoder(program, terms), Interpreter(program, limits=LIMITS), counts
    )
    counts["programs"] += 1
    for run in range(runs):
        comparison.run(1000 * seed + run)


SHOWN = (
    "paths",
    "feasible",
    "infeasible",
    "disagreements",
    "only inexact models",
    "undecided",
    "runs followed",
    "branches refuted",
    "values compared",
    "undefined behaviour noted",
    "programs",
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--engine", default="bitwuzla")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    seed, start = options.first, time.process_time()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as folder:
        while counts["paths"] < options.count:
            try:
                compare(seed, Path(folder), counts, engine=options.engine)
            except Mismatch as mismatch:
                counts["disagreements"] += 1
                sys.stderr.write(f"program {seed}: {mismatch}\n")
            except KeyboardInterrupt:
                break
            seed += 1
    shown = ", ".join(f"{counts[name]} {name}" for name in SHOWN)
    sys.stdout.write(f"{shown}, {time.process_time() - start:.0f} s\n")
    return 1 if counts["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main())
