"""Random programs whose arithmetic may go wrong, judged by gcc's sanitizer on all inputs and verified.

    python -m tests.differential.arithmetic --count 300 --presets bmc,df --seconds 5
    python -m tests.differential.arithmetic --show SEED

A program looks for one danger, or for all; what else could go wrong is masked, so that a run ends for no other reason.  Inputs
choose from tables of four numbers near the borders of types.  It is FALSE if a run of the compiled program is stopped by
the sanitizer, otherwise TRUE.  Operands of a comparison are stored first: gcc makes ``a < 6`` of ``a + 1 < 7``, and then
there is no sum that could overflow.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from tests.differential.answers import FINDINGS, Kind, configuration, kind_of
from tests.differential.truth import ERROR_REACHED, Compiler, Inputs, NoTruth
from tests.verdicts.compiling import sanitized
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.result import Result
from whet.runtime.limits import Limits
from whet.session.session import verify
from whet.task.dangers import Danger
from whet.task.properties import Never, Property
from whet.task.task import Machine, Task

T = TypeVar("T")
ALL = (Danger("overflow"), Danger("shift"), Danger("conversion"), Danger("division"))
WANTED = (ALL, (Danger("overflow"),), (Danger("overflow"),), (Danger("shift"),), (Danger("conversion"),), (Danger("division"),))
TYPES = (
    *("int", "int", "int", "long", "long long", "unsigned", "unsigned long", "short", "signed char", "unsigned char"),
    *("unsigned short", "__int128"),
)
SMALL = ("1", "2", "3", "5", "7", "31", "32", "63", "-1", "-2", "10", "255")
LARGE = ("0x7fffffff", "(-0x7fffffff - 1)", "0x40000000", "46341", "65536", "0x7fffffffffffffffLL", "0x80000000u", "2147483648LL")
INPUTS = (*("0", "0", "1", "2", "-1", "31", "32", "-5", "100"), *LARGE)
FACTORS = ("1.0", "0.5", "-1.0", "1.5f", "2.0", "1e9", "1e300", "0.1L", "1e-3")
HANDLERS = "".join(
    f"\nvoid __ubsan_handle_{name}_abort(void) {{ void _exit(int); _exit(99); }}"
    for name in (
        *("add_overflow", "sub_overflow", "mul_overflow", "negate_overflow", "divrem_overflow"),
        *("shift_out_of_bounds", "float_cast_overflow"),
    )
)
"""Called instead of the operation that goes wrong."""


@dataclass(frozen=True, slots=True)
class Program:
    seed: int
    text: str
    dangers: tuple[Danger, ...]
    machine: MachineModel

    @property
    def specification(self) -> Property:
        return Property("arithmetic", tuple(map(Never, self.dangers)))


# ----------------------------------------------------------------------------------------------------------- writing


@dataclass(slots=True)
class Writer:
    """Writes expressions over the variables in scope; what is no danger of the program is masked."""

    random: Random
    dangers: tuple[Danger, ...]
    variables: list[str] = field(default_factory=list)
    stores: int = 0
    calls: bool = False

    def one(self, choices: Sequence[T]) -> T:
        return choices[self.random.randrange(len(choices))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def atom(self) -> str:
        roll = self.random.randrange(100)
        if roll < 70:
            return self.one(self.variables)
        return self.one(SMALL) if roll < 92 else self.one(LARGE)

    def expression(self, depth: int) -> str:
        if depth <= 0 or self.chance(15):
            return self.atom()
        return self.one(_FORMS)(self, depth - 1)

    def stored(self, depth: int) -> str:
        """A value that gcc has to compute."""
        self.stores += 1
        return f"(t{self.stores - 1} = {self.expression(depth)})"

    def masked(self, text: str, danger: Danger, mask: str) -> str:
        return text if danger in self.dangers else f"({text} {mask})"


def _sum(w: Writer, depth: int) -> str:
    return f"({w.expression(depth)} {w.one('+-*')} {w.expression(depth)})"


def _bits(w: Writer, depth: int) -> str:
    return f"({w.expression(depth)} {w.one('&|^')} {w.expression(depth)})"


def _shift(w: Writer, depth: int) -> str:
    count = w.expression(depth) if w.chance(30) else w.atom()
    return f"({w.expression(depth)} {w.one(('<<', '>>'))} {w.masked(count, Danger('shift'), '& 31')})"


def _quotient(w: Writer, depth: int) -> str:
    divisor = w.expression(depth) if w.chance(30) else w.atom()
    return f"({w.expression(depth)} {w.one('/%')} {w.masked(divisor, Danger('division'), '| 1')})"


def _unary(w: Writer, depth: int) -> str:
    return f"({w.one('--~')}({w.expression(depth)}))"


def _comparison(w: Writer, depth: int) -> str:
    return f"({w.stored(depth)} {w.one(('<', '<=', '==', '!=', '>'))} {w.atom()})"


def _logical(w: Writer, depth: int) -> str:
    return f"({_comparison(w, depth)} {w.one(('&&', '||'))} {_comparison(w, depth)})"


def _choice(w: Writer, depth: int) -> str:
    return f"({_comparison(w, 0)} ? {w.expression(depth)} : {w.expression(depth)})"


def _cast(w: Writer, depth: int) -> str:
    return f"({w.one(TYPES)})({w.expression(depth)})"


def _from_float(w: Writer, depth: int) -> str:
    number = f"{w.one(('(float)', '(double)', '(long double)'))}{w.atom()} * {w.one(FACTORS)}"
    if Danger("conversion") in w.dangers:
        return f"({w.one(TYPES)})({number})"
    return f"(int)({number} > 0 ? 1.5 : -0.5)"


def _call(w: Writer, depth: int) -> str:
    return f"f({w.expression(depth)}, {w.atom()})" if w.calls else _sum(w, depth)


_FORMS: tuple[Callable[[Writer, int], str], ...] = (
    *(_sum, _sum, _sum, _bits, _shift, _shift, _quotient, _unary, _comparison, _logical, _choice, _cast, _from_float, _call),
)


def _statement(w: Writer, depth: int) -> str:
    target = w.one(w.variables[2:])
    match w.random.randrange(10 if depth else 6):
        case 0:
            return f"{target}{w.one(('++', '--'))};"
        case 1:
            return f"{target} {w.one(('+=', '-=', '*='))} {w.expression(1)};"
        case 2:
            return f"{target} {w.one(('<<=', '>>='))} {w.masked(w.atom(), Danger('shift'), '& 7')};"
        case 3 | 4 | 5:
            return f"{target} = {w.expression(2)};"
        case 6:
            return f"for (int i{depth} = 0; i{depth} < {w.one('234')}; i{depth}++) {{ {_statement(w, depth - 1)} }}"
        case 7:
            return f"s.bits {w.one(('=', '+='))} {w.expression(1)};"
        case _:
            return f"if ({_comparison(w, 1)}) {{ {_statement(w, depth - 1)} }} else {{ {_statement(w, depth - 1)} }}"


def _function(w: Writer, head: str, body: Callable[[], list[str]]) -> list[str]:
    """A function; what its comparisons store is declared first."""
    w.stores = 0
    lines = body()
    declared = [f"long long {', '.join(f't{n}' for n in range(w.stores))};"] if w.stores else []
    return [head, "{", *declared, *lines, "}"]


def _callee(w: Writer) -> list[str]:
    w.variables = ["x", "y"]
    head = f"static {w.one(TYPES[:6])} f({w.one(TYPES)} x, {w.one(TYPES)} y)"
    return _function(w, head, lambda: [f"return {w.expression(2)};"])


def _main(w: Writer) -> list[str]:
    w.variables, w.calls = ["a", "b", "c", "d", "e", "s.bits", "g"], True

    def body() -> list[str]:
        inputs = [f"{w.one(TYPES)} {name} = table{n}[__VERIFIER_nondet_uint() & 3];" for n, name in enumerate("ab")]
        locals = [f"{w.one(TYPES)} {name} = {w.one('ab')};" for name in "cde"]
        statements = [_statement(w, 2) for _ in range(w.random.randrange(1, 5))]
        return [*inputs, *locals, *statements, f"return {_comparison(w, 2)} & 0;"]

    return _function(w, "int main(void)", body)


def generate(seed: int) -> Program:
    """A program is a function of its seed; every third is for the machine with the shorter long."""
    random = Random(seed)
    w = Writer(random, random.choice(WANTED))
    machine = ILP32 if seed % 3 == 0 else LP64
    lines = [
        "extern unsigned __VERIFIER_nondet_uint(void);",
        *(f"static long long table{n}[4] = {{{', '.join(w.one(INPUTS) for _ in range(4))}}};" for n in (0, 1)),
        f"struct s {{ {w.one(('int', 'unsigned'))} bits : {random.randrange(2, 33)}; }} s;",
        f"{w.one(TYPES)} g = {w.one(SMALL)};",
        *_callee(w),
        *_main(w),
    ]
    text = "\n".join(lines) + "\n"
    return Program(seed, text if machine is LP64 else text.replace("__int128", "long long"), w.dangers, machine)


# ----------------------------------------------------------------------------------------------------------- judging


def truth(program: Program, folder: Path) -> bool | NoTruth:
    """Does nothing go wrong, whatever the inputs are?"""
    options = [option for danger in program.dangers for option in sanitized(danger)]
    if Danger("overflow") not in program.dangers:
        options = [option for option in options if option != "-fno-wrapv"]
    runs = Compiler(folder, program.machine).runs(program.text + HANDLERS, Inputs(2), ("-O0", "-w", *options))
    return runs if isinstance(runs, NoTruth) else all(run.status != ERROR_REACHED for run in runs)


def result_of(program: Program, preset: str, folder: Path, seconds: float) -> Result:
    path = folder / f"arithmetic{program.seed}.c"
    path.write_text(program.text)
    limits = Limits(cpu_seconds=seconds, wall_seconds=10 * seconds, memory_bytes=2_000_000_000)
    task = Task(files=(str(path),), machine=Machine(program.machine.name), property=program.specification)
    return verify(task, configuration(preset), limits=limits)


def judge(seed: int, presets: Sequence[str], folder: Path, seconds: float) -> dict[str, Kind]:
    """What the answers about a program are worth, by preset; empty if gcc has no answer."""
    program = generate(seed)
    known = truth(program, folder)
    if isinstance(known, NoTruth):
        return {}
    return {preset: kind_of(result_of(program, preset, folder, seconds), truth=known) for preset in presets}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.arithmetic", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--count", type=int, default=100, help="how many seeds")
    parser.add_argument("--presets", default="bmc,df", help="separated by commas")
    parser.add_argument("--seconds", type=float, default=5, help="CPU time for each run")
    parser.add_argument("--show", type=int, metavar="SEED", help="print a program and its truth")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.show is not None:
            return _show(args.show, Path(folder))
        return _run(args, Path(folder))


def _show(seed: int, folder: Path) -> int:
    program = generate(seed)
    dangers = ", ".join(danger.words for danger in program.dangers)
    sys.stdout.write(f"{program.text}// {program.machine.name}, {dangers}: {truth(program, folder)}\n")
    return 0


def _run(args: argparse.Namespace, folder: Path) -> int:
    counts: Counter[tuple[str, Kind]] = Counter()
    for seed in range(args.first, args.first + args.count):
        for preset, kind in judge(seed, args.presets.split(","), folder, args.seconds).items():
            counts[preset, kind] += 1
            if kind in FINDINGS:
                sys.stdout.write(f"{kind}: seed {seed} with {preset}\n")
                sys.stdout.flush()
    for (preset, kind), count in sorted(counts.items()):
        sys.stdout.write(f"{preset:<16}{kind:<50}{count:>6}\n")
    return int(any(kind in FINDINGS for _, kind in counts))


if __name__ == "__main__":
    sys.exit(main())
