"""Random C programs whose truth is known.

A program is written with probes at the places of its checks; gcc runs it on all inputs; then the probes become checks that hold
for every run, or one of them fails for some run.  A program is a function of its seed: what cannot be used (it does not
compile, or does not do the same however it is compiled) is thrown away, and the next attempt of the same seed is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tests.differential.checks import Reporter, error_function, failing, holding, reporter
from tests.differential.fragments import FRAGMENTS, Body, Probe
from tests.differential.peculiar import PECULIAR, Peculiarity
from tests.differential.truth import Compiler, Inputs, NoTruth, Number, Run, runs_of, truth_of
from tests.differential.writing import FLOATS, INTEGERS, SIGNED, Array, Place, Scope, Writer
from whet.cfa.types import ILP32, LP64, MachineModel

ATTEMPTS = 50
PECULIAR_PERCENT = 30
_PROBES = "void probe_signed(int, long long);\nvoid probe_unsigned(int, unsigned long long);\nvoid probe_float(int, double);\n"
_NONDET = ("bool _Bool", "char char", "uchar unsigned char", "short short", "ushort unsigned short", "int int", "uint unsigned")


@dataclass(frozen=True, slots=True)
class Program:
    """A program with its truth: is the error unreachable?"""

    seed: int
    text: str
    machine: MachineModel
    inputs: Inputs
    truth: bool
    features: tuple[str, ...]
    peculiarity: Peculiarity | None = None

    @property
    def defined(self) -> bool:
        return self.peculiarity is None or self.peculiarity.defined


@dataclass(frozen=True, slots=True)
class Site:
    """A place for a check, marked in the text by its number."""

    probe: Probe
    reporter: Reporter


@dataclass(slots=True)
class Draft:
    """A program with marks where its checks will be."""

    writer: Writer
    machine: MachineModel
    inputs: Inputs
    lines: list[str]
    sites: list[Site]
    peculiarity: Peculiarity | None

    def text(self, statements: list[str]) -> str:
        """The program with a statement at each site."""
        parts = self.writer.parts
        body = "\n".join([*parts.declarations, *parts.functions, "int main(void) {", *self.lines, "return 0;", "}"])
        for number, statement in enumerate(statements):
            body = body.replace(_mark(number), statement)
        headers = [f"#include <{name}>" for name in parts.headers]
        return indented("\n".join([*headers, *_declared(body), body]))

    def probed(self) -> str:
        return _PROBES + self.text([_probe_call(number, site.probe) for number, site in enumerate(self.sites)])


def _declared(body: str) -> list[str]:
    """Declarations of the input functions a program calls."""
    pairs = [item.split(" ", 1) for item in _NONDET]
    declared = [f"extern {type} __VERIFIER_nondet_{name}(void);" for name, type in pairs if f"__VERIFIER_nondet_{name}(" in body]
    return declared + ["extern void __VERIFIER_assume(int);"] * ("__VERIFIER_assume(" in body)


def _mark(number: int) -> str:
    return f"@{number}@"


def _probe_call(number: int, probe: Probe) -> str:
    kind = "float" if probe.type in FLOATS else "signed" if probe.type in SIGNED else "unsigned"
    return f"probe_{kind}({number}, {probe.text});"


def indented(text: str) -> str:
    """Lines with the indentation their braces ask for."""
    depth, lines = 0, []
    for line in (line.strip() for line in text.splitlines()):
        if line:
            lines.append("    " * max(0, depth - line.startswith("}")) + line)
        depth += line.count("{") - line.count("}")
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------------------------- a draft


def machine_of(seed: int) -> MachineModel:
    return LP64 if seed % 2 else ILP32


def draft(seed: int, attempt: int = 0) -> Draft:
    """What an attempt of a seed writes, without asking gcc."""
    return _Drafting(Writer(Random(f"{seed}/{attempt}"))).write(machine_of(seed))


@dataclass(slots=True)
class _Drafting:
    writer: Writer
    sites: list[Site] = field(default_factory=list)
    digits: int = 0
    base: int = 4

    def write(self, machine: MachineModel) -> Draft:
        w = self.writer
        reporters = self._reporters()
        outer = self._globals()
        body = Body(w, outer)
        self._inputs(body)
        self._functions(outer)
        peculiarity = w.one(PECULIAR) if w.chance(PECULIAR_PERCENT) else None
        self._statements(body, peculiarity, reporters)
        if peculiarity is not None:
            w.parts.features[peculiarity.name] = None
        inputs = Inputs(self.digits, self.base, 1 if peculiarity is None else peculiarity.environments)
        return Draft(w, machine, inputs, body.lines, self.sites, peculiarity)

    def _reporters(self) -> list[Reporter]:
        error = error_function(self.writer)
        return [reporter(self.writer, error) for _ in range(2)]

    def _globals(self) -> Scope:
        w, scope = self.writer, Scope()
        for _ in range(1 + w.random.randrange(3)):
            name, type = w.new("g"), w.integer_type()
            start = f" = {w.random.randrange(300)}" if w.chance(60) else ""
            w.parts.declarations.append(f"{w.one(('', '', 'static ', 'volatile '))}{type} {name}{start};")
            volatile = w.parts.declarations[-1].startswith("volatile")
            scope.places.append(Place(name, type, addressable=not volatile))
        if w.chance(50):
            name, type = w.new("a"), w.integer_type()
            w.parts.declarations.append(f"static {type} {name}[4] = {{ 1, 2, {w.random.randrange(400)} }};")
            scope.arrays.append(Array(name, type, 4))
        self._global_pointer(scope)
        return scope

    def _global_pointer(self, scope: Scope) -> None:
        w = self.writer
        type = w.one([place.type for place in scope.places])
        targets = w.addresses(scope, type)
        if targets and w.chance(40):
            name = w.new("gp")
            w.parts.declarations.append(f"static {type} *{name} = {w.one(targets)};")
            scope.pointers.append(Place(name, type))

    def _functions(self, scope: Scope) -> None:
        """Pure ones see their parameters only; the others see the globals, but not the inputs of main."""
        w = self.writer
        inputs, scope.inputs = scope.inputs, []
        for _ in range(w.random.randrange(3)):
            scope.pure.append(self._function("f", Scope()))
        for _ in range(w.random.randrange(2)):
            scope.acting.append(self._function("act", replace(scope.inner(), acting=[])))
        scope.inputs = inputs

    def _function(self, stem: str, scope: Scope) -> str:
        w = self.writer
        name, types = w.new(stem), [w.integer_type() for _ in range(3)]
        scope.places += [Place(text, type, addressable=False) for text, type in (("a", types[0]), ("b", types[1]))]
        body = w.statements(scope, 1) if w.chance(70) else w.simple(scope)
        w.parts.functions.append(
            f"static {types[2]} {name}({types[0]} a, {types[1]} b) {{\n{body}\nreturn {w.expression(scope, 1)};\n}}"
        )
        return name

    # ----------------------------------------------------------------------------------------------------------- main

    def _inputs(self, body: Body) -> None:
        w = self.writer
        if w.chance(8):
            self.base, self.digits = 256, 1
            body.say("unsigned char in0 = __VERIFIER_nondet_uchar();")
            body.scope.inputs.append("in0")
            return
        for _ in range(w.one((0, 1, 1, 1, 2, 2, 2, 3))):
            name = w.new("in")
            body.say(*self._input(name))
            body.scope.inputs.append(name)
            self.digits += 1

    def _input(self, name: str) -> list[str]:
        w = self.writer
        match w.random.randrange(8):
            case 0:
                w.parts.headers["stdlib.h"] = None
                return [f"int {name} = rand() & 3;"]
            case 1:
                return [f"int {name} = __VERIFIER_nondet_int();", f"if ({name} < 0 || {name} > 3) return 0;"]
            case 2:
                return [f"int {name} = __VERIFIER_nondet_int();", f"__VERIFIER_assume({name} >= 0 && {name} <= 3);"]
            case 3:
                return [f"unsigned {name} = __VERIFIER_nondet_uint() % 4;"]
            case 4:
                return [f"int {name} = __VERIFIER_nondet_bool() ? {w.random.randrange(4)} : {w.random.randrange(4)};"]
            case 5:
                cases = " ".join(f"case {n}: {name} = {w.random.randrange(4)}; break;" for n in range(3))
                return [f"short {name} = 1;", f"switch (__VERIFIER_nondet_ushort() & 3) {{ {cases} }}"]
            case 6:
                return [f"char {name} = __VERIFIER_nondet_char() & {w.one((1, 3))};"]
            case _:
                return [f"unsigned char {name} = __VERIFIER_nondet_uchar() & 3;"]

    def _statements(self, body: Body, peculiarity: Peculiarity | None, reporters: list[Reporter]) -> None:
        w = self.writer
        self._locals(body)
        usual = (0, 1, 1, 2, 2, 3) if peculiarity is None else (0, 0, 1)  # what is peculiar is to decide the verdict
        steps = [w.one(FRAGMENTS) for _ in range(w.one(usual))]
        if peculiarity is not None:
            steps.insert(w.random.randrange(len(steps) + 1), peculiarity.write)
        for step in steps:
            step(body)
            newest = list(body.probes)
            self._random_statement(body)
            if peculiarity is not None and step is peculiarity.write and w.chance(80):
                self._check(body, w.one(reporters), newest[-1])
            elif w.chance(25):
                self._check(body, w.one(reporters), self._probe(body))
        if not steps:
            self._random_statement(body)
        self._check(body, w.one(reporters), self._probe(body))

    def _locals(self, body: Body) -> None:
        w = self.writer
        for _ in range(w.random.randrange(3)):
            name, type = w.new("x"), w.integer_type()
            body.say(f"{type} {name} = {body.e()};")
            body.known(name, type)

    def _random_statement(self, body: Body) -> None:
        w = self.writer
        if self.digits < 3 and self.base == 4 and w.chance(10):
            self.digits += 1
            body.say(f"if (__VERIFIER_nondet_bool()) {w.block(body.scope, 1)}")
        elif w.chance(5):
            w.parts.headers["stdlib.h"] = None
            body.say(f"if ({body.c()}) {w.one(('exit(3);', 'abort();', 'return 0;'))}")
        else:
            body.say(w.statement(body.scope))

    def _probe(self, body: Body) -> Probe:
        w = self.writer
        if body.probes and w.chance(60):
            return w.one(body.probes[-6:])
        if w.chance(50):
            place = w.one(body.scope.places)
            return Probe(place.text, place.type)
        type = w.one(INTEGERS)
        return Probe(f"({type})({body.e(2)})", type)

    def _check(self, body: Body, reporter: Reporter, probe: Probe) -> None:
        mark = _mark(len(self.sites))
        self.sites.append(Site(probe, reporter))
        guarded = self.writer.chance(20)
        body.say(*([f"if ({body.c()}) {{", mark, "}"] if guarded else [mark]))


# ----------------------------------------------------------------------------------------------------------- the truth


def generate(seed: int, folder: Path) -> Program:
    """The program of a seed; ``folder`` is for what gcc makes."""
    compiler = Compiler(folder, machine_of(seed))
    for attempt in range(ATTEMPTS):
        program = _finished(seed, draft(seed, attempt), compiler)
        if isinstance(program, Program):
            return program
    raise AssertionError(f"seed {seed}: no attempt gave a program")


def _finished(seed: int, draft: Draft, compiler: Compiler) -> Program | NoTruth:
    defined = draft.peculiarity is None or draft.peculiarity.defined
    runs = runs_of(draft.probed(), draft.inputs, compiler, defined=defined)
    if isinstance(runs, NoTruth):
        return runs
    text = draft.text(_statements(draft, runs))
    truth = truth_of(text, draft.inputs, compiler, defined=False)
    if isinstance(truth, NoTruth):
        return truth
    features = tuple(draft.writer.parts.features)
    return Program(seed, text, draft.machine, draft.inputs, truth, features, draft.peculiarity)


def _statements(draft: Draft, runs: list[Run]) -> list[str]:
    """A check for each site; in every second program one of them fails."""
    w = draft.writer
    values = [_values(runs, site) for site in range(len(draft.sites))]
    conditions = [holding(w, site.probe, seen) for site, seen in zip(draft.sites, values, strict=True)]
    if w.chance(50):
        chosen = w.random.randrange(len(draft.sites))
        failed = failing(w, draft.sites[chosen].probe, values[chosen])
        conditions[chosen] = failed or conditions[chosen]
    return [site.reporter.statement.replace("@", text) for site, text in zip(draft.sites, conditions, strict=True)]


def _values(runs: list[Run], site: int) -> list[Number]:
    return [value for run in runs for number, value in run.probes if number == site]
