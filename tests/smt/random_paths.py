"""Compares the encoding with the interpreter on paths of random programs.

For each program and some random inputs, the interpreter's path is encoded, and

* the formula with the inputs fixed has a model, and the model has the values the program printed;
* each branch not taken contradicts the formula with the inputs fixed;
* any model of the formula alone (outside of what its notes exclude) has inputs that drive the interpreter along the same path to
  the values the model has;
* where the run ended in undefined behaviour, a note says so.

``python -m tests.smt.random_paths --count 10000`` runs as many programs; ``--first`` is the seed of the first.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.smt.random_programs import random_program
from tests.trust.running import program_of
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Call, flatten
from whet.cfa.semantics import Value, float_bits, to_binary32
from whet.cfa.softfloat import SoftFloat
from whet.cfa.source import Origin
from whet.cfa.types import ILP32, LP64, FloatType, IntType, MachineModel, ScalarType
from whet.smt.arithmetic import width_of
from whet.smt.encode import Encoder, InputKind, InputRead, PathFormula, c_value
from whet.smt.factory import Terms
from whet.smt.port import Engine, Model, Sat, Undecided, Unsat, engine_named
from whet.smt.terms import Term
from whet.trust.inputs import NoMoreInputs
from whet.trust.interpreter import Interpreter
from whet.trust.outcomes import Execution, Exited, UndefinedBehaviour
from whet.trust.process import Limits

LIMITS = Limits(steps=3000, depth=50)
SECONDS = 60.0


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
    """Gives the values of a model, which must be asked for in their order."""

    values: list[tuple[InputKind, Value]]
    read: int = 0

    def nondet(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._next(InputKind.NONDET)

    def uninitialised(self, type: ScalarType, origin: Origin | None) -> Value:
        return self._next(InputKind.UNINITIALISED)

    def _next(self, kind: InputKind) -> Value:
        if self.read == len(self.values):
            raise NoMoreInputs
        expected, value = self.values[self.read]
        if expected is not kind:
            raise Mismatch(f"the interpreter asks for {kind}, the encoding has {expected}")
        self.read += 1
        return value


@dataclass(slots=True)
class Comparison:
    """Compares on one program."""

    program: Program
    engine: Engine
    encoder: Encoder
    interpreter: Interpreter
    counts: Counter[str]

    # ------------------------------------------------------------------------------------------ running

    def run(self, seed: int) -> None:
        edges: list[Edge] = []
        inputs = RandomInputs(Random(seed))
        execution = self.interpreter.run(inputs, observer=edges.append)
        self.counts[type(execution.outcome).__name__] += 1
        match execution.outcome:
            case Exited():
                self._compare(edges, inputs, execution)
            case UndefinedBehaviour():
                self._compare_undefined(edges, inputs)
            case _:
                pass

    def encode(self, edges: list[Edge]) -> PathFormula:
        path = self.encoder.initial()
        for edge in edges:
            path = self.encoder.extended(path, edge)
        return path

    def _compare(self, edges: list[Edge], inputs: RandomInputs, execution: Execution) -> None:
        self.counts["paths"] += 1
        self.counts["edges"] += len(edges)
        path = self.encode(edges)
        fixed = self._fixed(path.inputs, inputs)
        match self._check(path.formula, *fixed):
            case Sat(model=model) if model.holds(self.encoder.adding(path)):
                self.counts["runs that depend on addresses"] += 1
            case Sat(model=model):
                self._same_values(path, model, _printed(execution))
                self.counts["models with inputs fixed"] += 1
            case Unsat():
                self._lost(path, fixed)
            case Undecided():
                self.counts["undecided"] += 1
        self._branches(edges, fixed)
        self._free(edges, path)

    def _lost(self, path: PathFormula, fixed: list[Term]) -> None:
        """There is no model for a real run, which only a note can excuse."""
        match self._check(*fixed, self.encoder.losing(path)):
            case Unsat():
                raise Mismatch("no model with the inputs of a real run")
            case _:
                self.counts["runs that depend on addresses"] += 1

    def _compare_undefined(self, edges: list[Edge], inputs: RandomInputs) -> None:
        """Something undefined was done on the last edge, or before the next was taken: a note must exclude it."""
        path = self.encode(edges)
        fixed = [self._equal(each, value) for each, (_, _, value) in zip(path.inputs, inputs.asked, strict=False)]
        if isinstance(self._check(*fixed, self.encode(edges[:-1]).formula), Unsat):
            self._lost(path, fixed)
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

    def _fixed(self, reads: tuple[InputRead, ...], inputs: RandomInputs) -> list[Term]:
        expected = [(kind, type) for kind, type, _ in inputs.asked]
        if [(read.kind, read.type) for read in reads] != expected:
            raise Mismatch(f"inputs {[(read.kind, str(read.type)) for read in reads]} instead of {expected}")
        return [self._equal(read, value) for read, (_, _, value) in zip(reads, inputs.asked, strict=True)]

    def _equal(self, read: InputRead, value: Value) -> Term:
        terms = self.engine.terms
        return terms.eq(read.symbol, terms.bv(_bits(value, read.type), width_of(read.type)))

    def _check(self, *formulas: Term) -> Sat | Unsat | Undecided:
        solver = self.engine.solver(limit=SECONDS)
        solver.add(*formulas)
        return solver.check()

    def _same_values(self, path: PathFormula, model: Model, printed: dict[str, int]) -> None:
        for name, value in printed.items():
            variable = self._variable(name)
            assert isinstance(variable.type, IntType)
            bits = model.value(self.encoder.symbol(path, variable))
            assert isinstance(bits, int)
            if c_value(bits, variable.type) != value:
                raise Mismatch(f"{name} is {value} in the run and {c_value(bits, variable.type)!r} in the model")
            self.counts["values compared"] += 1

    def _variable(self, name: str) -> Variable:
        return next(variable for variable in self.program.main.variables if variable.name == name)

    # ------------------------------------------------------------------------------------------ branches

    def _branches(self, edges: list[Edge], fixed: list[Term]) -> None:
        """Branches that were not taken have no model with these inputs."""
        positions = [
            n for n, edge in enumerate(edges) if len(edge.source.leaving) == 2 and isinstance(flatten(edge.operation)[0], Assume)
        ]
        for position in positions[:: max(1, len(positions) // 2)]:
            edge = edges[position]
            other = next(each for each in edge.source.leaving if each is not edge)
            before = self.encode(edges[:position])
            path = self.encoder.extended(before, other)
            match self._check(path.formula, *fixed[: len(before.inputs)]):
                case Sat(model=model) if model.holds(self.encoder.adding(path)) or len(path.inputs) > len(before.inputs):
                    self.counts["branches that depend on more"] += 1
                case Sat():
                    raise Mismatch(f"the branch {other} not taken has a model")
                case Unsat():
                    self.counts["branches refuted"] += 1
                case Undecided():
                    self.counts["undecided"] += 1

    # ------------------------------------------------------------------------------------------ inputs from a model

    def _free(self, edges: list[Edge], path: PathFormula) -> None:
        exact = self.engine.terms.not_(self.encoder.adding(path))
        match self._check(path.formula, exact):
            case Sat(model=model):
                self._replay(edges, path, model)
            case Unsat():
                self.counts["only inexact models"] += 1
            case Undecided():
                self.counts["undecided"] += 1

    def _replay(self, edges: list[Edge], path: PathFormula, model: Model) -> None:
        values: list[tuple[InputKind, Value]] = []
        for read in path.inputs:
            bits = model.value(read.symbol)
            assert isinstance(bits, int)
            values.append((read.kind, c_value(bits, read.type)))
        taken: list[Edge] = []
        execution = self.interpreter.run(GivenInputs(values), observer=taken.append)
        if taken != edges:
            raise Mismatch(f"the inputs of a model take another path: {execution.outcome}")
        self._same_values(path, model, _printed(execution))
        self.counts["models replayed"] += 1


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
    return value


def _printed(execution: Execution) -> dict[str, int]:
    numbers = [int(line) for line in execution.output.split()]
    return {"out_f" if n == 0 else f"out{n - 1}": number for n, number in enumerate(numbers)}


def compare(seed: int, folder: Path, counts: Counter[str], *, runs: int = 2, engine: str = "bitwuzla") -> None:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--engine", default="bitwuzla")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.count):
            try:
                compare(seed, Path(folder), counts, engine=options.engine)
            except Mismatch as mismatch:
                counts["mismatches"] += 1
                sys.stdout.write(f"program {seed}: {mismatch}\n")
    for name, number in counts.items():
        sys.stdout.write(f"{number:8} {name}\n")
    return 1 if counts["mismatches"] else 0


if __name__ == "__main__":
    sys.exit(main())
